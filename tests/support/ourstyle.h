// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/workbenchstyle.h"

#include <QApplication>

namespace Workbench::Test {

//! The window's own style, for a test of its looks or of what hangs on them: a set-up function of
//! WORKBENCH_TEST.
inline void useOurStyle()
{
    QApplication::setStyle(new Ui::WorkbenchStyle(QStringLiteral("Fusion")));
}

} // namespace Workbench::Test
