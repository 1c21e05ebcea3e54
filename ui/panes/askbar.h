// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/controls.h"

namespace Workbench::Ui {

class ThemeLabel;

//! Asks a question inside the page instead of in a dialog over it. Hidden until ask() or tell() is called.
//! The "no" button gets the focus, so Return answers no, and Escape does too.
class AskBar : public Strip {
    Q_OBJECT
public:
    explicit AskBar(QWidget *parent = nullptr);
    //! Without \a takesFocus the focus stays where it is.
    void ask(const QString &question, const QString &yes, const QString &no, bool takesFocus = true);
    //! Shows a notice with the one button \a action, whose click is the answer yes. It takes no focus, and it
    //! stays until it is hidden.
    void tell(const QString &notice, const QString &action);

Q_SIGNALS:
    void answered(bool yes);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void answer(bool yes);
    ThemeLabel *m_question;
    QPushButton *m_yes;
    QPushButton *m_no;
    bool m_isNotice = false;
};

} // namespace Workbench::Ui
