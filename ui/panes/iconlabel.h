// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QWidget>

namespace Workbench::Ui {

//! Shows one icon in a colour of the theme, usually beside a text.
class IconLabel : public QWidget {
    Q_OBJECT
public:
    explicit IconLabel(const QString &iconName, ColorRole color, QWidget *parent = nullptr, int side = 16);
    void setIcon(const QString &iconName, ColorRole color);
    const QString &iconName() const { return m_iconName; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_iconName;
    ColorRole m_color;
};

} // namespace Workbench::Ui
