// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/workbenchstyle.h"

#include <QApplication>

namespace Workbench::Test {

//! Sets the style of the window. A set-up function of WORKBENCH_TEST, for tests that depend on the look of
//! widgets.
inline void useOurStyle()
{
    QApplication::setStyle(new Ui::WorkbenchStyle(QStringLiteral("Fusion")));
}

} // namespace Workbench::Test
