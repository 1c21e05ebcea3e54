// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QIcon>

class QPainter;

namespace Workbench::Ui {

//! An icon of our family (resources/icons/NAME.svg) drawn with the theme's colour for \a role at the moment
//! of painting, accent when on, disabled when disabled. A name that does not exist gives a null icon and a
//! warning in the log.
QIcon icon(const QString &name, ColorRole role = ColorRole::TextSecond);

//! The icon of the program, for windows and the About dialog.
QIcon applicationIcon();

//! Paints one icon in a given colour, centred in \a rect: for styles and delegates.
void paintIcon(QPainter *painter, const QRect &rect, const QString &name, const QColor &color);
//! Forgets the rendered pictures; the style calls it when the theme changes.
void clearIconCache();

} // namespace Workbench::Ui
