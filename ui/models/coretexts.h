// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStringList>

namespace Workbench::Ui {

//! Returns \a text, a message of the core, in the language of the window. The core writes its messages in
//! English, because they also occur in fixtures, in reports and on the wire. Each line and each sentence of
//! \a text is looked up separately; an unknown sentence is unchanged.
//! \source ui/README.md "Messages of the core"
QString coreText(const QString &text);

//! Returns \a bounds, for example "at least 3 characters", in the language of the window.
QString boundsText(const QString &bounds);

//! Returns the English sentences that coreText() knows, with %1 to %4 for their arguments; for the test that
//! compares them with the sources of the core.
QStringList knownCoreTexts();

} // namespace Workbench::Ui
