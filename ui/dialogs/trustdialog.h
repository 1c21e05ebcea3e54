// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/source.h"
#include "ui/theme/theme.h"

#include <QDialog>
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

//! Shows the trust question about a program that would start, or about secrets that would be sent. It states
//! the consequences, and shows the whole command line or the servers that receive the secrets, with control
//! characters visible. The dialog that contains the panel provides the buttons.
//! \source core/RULES.md
class TrustPanel : public CautionFrame {
    Q_OBJECT
public:
    explicit TrustPanel(QWidget *parent = nullptr);
    void setFacts(const TrustFacts &facts);

private:
    void setSecrets(const TrustFacts &facts);

    QLabel *m_title;
    QLabel *m_text;
    QLabel *m_command;
    QLabel *m_facts;
};

//! Asks before a source in the workspace starts its program or receives secrets. The filled button, which
//! Return presses, refuses both.
class TrustDialog : public QDialog {
    Q_OBJECT
public:
    TrustDialog(const QString &sourceName, const TrustFacts &facts, QWidget *parent = nullptr);
};

} // namespace Workbench::Ui
