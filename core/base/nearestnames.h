// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStringList>

namespace Workbench {

//! Returns at most \a most of the \a candidates that are likely meant by \a wanted: the candidates with the
//! fewest edits, otherwise those that contain \a wanted. An edit inserts, removes or replaces a letter, or
//! swaps it with its neighbour. Case does not count. Returns an empty list if no candidate is close enough.
QStringList nearestNames(const QString &wanted, const QStringList &candidates, qsizetype most = 3);

//! Returns ' Did you mean "x" or "y"?' with the nearest names, or an empty string if there are none.
QString didYouMean(const QString &wanted, const QStringList &candidates);
//! Returns ' Did you mean "x" or "y"?' with all \a names, or an empty string if there are none.
QString didYouMean(QStringList names);

} // namespace Workbench
