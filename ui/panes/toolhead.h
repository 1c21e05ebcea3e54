// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QWidget>

class QHBoxLayout;
class QPushButton;

namespace Workbench::Ui {

class ThemeLabel;

//! The head of a tool's page: what it is at the left, what can be done with it at the right.
class ToolHead : public QWidget {
    Q_OBJECT
public:
    ToolHead(const QString &iconName, const QString &title, const QString &description, QWidget *parent);
    //! At the right, in order; in a small window their words go into tool tips.
    void addButton(QPushButton *button);
    void setCompact(bool compact);

protected:
    void paintEvent(QPaintEvent *event) override;

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
