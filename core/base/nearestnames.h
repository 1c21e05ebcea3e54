// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStringList>

namespace Workbench {

//! Returns those of \a candidates that \a wanted was probably meant to be, at most \a most of them: the ones
//! with the fewest edits (a letter inserted, removed, replaced, or swapped with its neighbour; case does not
//! count), else the ones that contain \a wanted. Returns an empty list if all candidates are too far away.
QStringList nearestNames(const QString &wanted, const QStringList &candidates, qsizetype most = 3);

//! Returns ' Did you mean "x" or "y"?' with the nearest names, or an empty string if there are none.
QString didYouMean(const QString &wanted, const QStringList &candidates);

} // namespace Workbench
