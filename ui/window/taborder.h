// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

class QWidget;

namespace Workbench::Ui {

//! Where Tab (or, backwards, Shift+Tab) goes from the widget with the focus: through the parts of splitters
//! in their order, and inside each as Qt would. Qt's own order is that of making, and pages, cards and fields
//! are made while the window lives. Null when nothing takes the focus.
QWidget *nextBySight(QWidget *window, bool backwards);

} // namespace Workbench::Ui
