// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QFrame>

class QLabel;
class QVBoxLayout;

namespace Workbench::Ui {

//! A rounded frame with a shield at the left, for questions with security consequences. Follows the theme.
class CautionFrame : public QFrame {
    Q_OBJECT
public:
    explicit CautionFrame(QWidget *parent = nullptr);

protected:
    QVBoxLayout *column() const { return m_column; } //!< the layout beside the shield
    QLabel *addTitle();
    QLabel *addText(FontRole font); //!< Adds a label for plain text that wraps.
    QLabel *addCode(); //!< Adds a label with its own background, whose text the user can copy.
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void drawShield();

    QLabel *m_shield;
    QVBoxLayout *m_column;
};

} // namespace Workbench::Ui
