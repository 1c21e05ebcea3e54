// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

class QWidget;

namespace Workbench::Ui {

//! Returns \a pixels, a length at 100 percent, at the zoom of the application's WorkbenchStyle.
int zoomed(int pixels);

//! Fixes the height of \a widget to \a pixels at 100 percent zoom. The height follows the zoom.
void setZoomedHeight(QWidget *widget, int pixels);

//! Fixes the width and the height of \a widget to \a pixels at 100 percent zoom. Both follow the zoom.
void setZoomedSide(QWidget *widget, int pixels);

//! Resizes \a widget to the current zoom, if setZoomedHeight() or setZoomedSide() was called for it.
void followZoom(QWidget *widget);

} // namespace Workbench::Ui
