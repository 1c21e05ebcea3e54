// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QIcon>

class QPainter;

namespace Workbench::Ui {

//! Returns the icon resources/icons/NAME.svg. It is drawn in the theme's colour for \a role at the moment of
//! painting, in accent colour when on, and in disabled colour when disabled. An unknown name gives a null
//! icon and a warning in the log.
QIcon icon(const QString &name, ColorRole role = ColorRole::TextSecond);

//! Returns the icon of the program, for windows and the About dialog.
QIcon applicationIcon();

//! Paints an icon in \a color, centred in \a rect. For styles and delegates.
void paintIcon(QPainter *painter, const QRect &rect, const QString &name, const QColor &color);
//! Clears the cache of rendered icons. The style calls it when the theme changes.
void clearIconCache();

} // namespace Workbench::Ui
