// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/controls.h"

namespace Workbench::Ui {

class ThemeLabel;

//! The header of a ToolPage: title and description at the left, buttons at the right.
class ToolHead : public Strip {
    Q_OBJECT
public:
    ToolHead(const QString &iconName, const QString &title, const QString &description, QWidget *parent);
    //! Adds a button at the right. In a small window its text becomes its tooltip.
    void addButton(QPushButton *button);
    void setCompact(bool compact);

private:
    struct Words {
        QPushButton *button;
        QString text;
    };
    QHBoxLayout *m_row;
    ThemeLabel *m_description;
    QList<Words> m_buttons;
};

} // namespace Workbench::Ui
