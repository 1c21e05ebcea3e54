// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/zoom.h"

#include "ui/theme/workbenchstyle.h"

#include <QApplication>

namespace Workbench::Ui {

namespace {

constexpr auto heightProperty = "heightAtFullSize"; // pixels at 100 percent
constexpr auto sideProperty = "sideAtFullSize";

} // namespace

int zoomed(int pixels)
{
    const auto *style = qobject_cast<const WorkbenchStyle *>(QApplication::style());
    return style ? qRound(pixels * style->zoom() / 100.0) : pixels;
}

void setZoomedHeight(QWidget *widget, int pixels)
{
    widget->setProperty(heightProperty, pixels);
    followZoom(widget);
}

void setZoomedSide(QWidget *widget, int pixels)
{
    widget->setProperty(sideProperty, pixels);
    followZoom(widget);
}

void followZoom(QWidget *widget)
{
    if (const int side = widget->property(sideProperty).toInt(); side > 0)
        widget->setFixedSize(zoomed(side), zoomed(side));
    else if (const int height = widget->property(heightProperty).toInt(); height > 0)
        widget->setFixedHeight(zoomed(height));
}

} // namespace Workbench::Ui
