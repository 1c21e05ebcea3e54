// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/signins.h"

#include <QDialog>
#include <QTimer>

class QFormLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace Workbench::Ui {

class ThemeLabel;

//! One sign-in, from the question to its end: who asks, for what, which address, and what is waited for.
//! Opens no browser and allows nothing without a click. Closing it gives up. \source core/RULES.md R-71,
//!
class SignInDialog : public QDialog {
    Q_OBJECT
public:
    SignInDialog(SignIns *signIns, const QString &id, QWidget *parent = nullptr);

    const QString &id() const { return m_id; }
    bool isOver() const { return m_isLeft || m_signIn.isOver(); }
    void reject() override;

Q_SIGNALS:
    //! The steps of the sign-in of \a source are asked for. The dialog stays, and lets the window be used.
    void stepsRequested(const QString &source);

private:
    void build();
    void update(const QString &id);
    void showStep();
    void showFacts();
    void showAddress();
    void showWaiting();
    void showEnd();
    void openBrowser();
    void copyAddress();
    void addFact(const QString &name, const QString &value, const QString &objectName);
    //! The address that is opened: with the code in it, where there is one.
    const UrlFacts &opened() const;

    SignIns *m_signIns;
    QString m_id;
    SignIn m_signIn; //!< as it was last
    ThemeLabel *m_title;
    ThemeLabel *m_text;
    ThemeLabel *m_warning;
    QWidget *m_factsPlace;
    QFormLayout *m_facts;
    QLabel *m_code;
    QPushButton *m_copyCode;
    ThemeLabel *m_host;
    QPlainTextEdit *m_address;
    ThemeLabel *m_progress;
    QPushButton *m_steps;
    QPushButton *m_cancel;
    QPushButton *m_leave; //!< the same, as the answer to a question
    QPushButton *m_copy;
    QPushButton *m_allow;
    QPushButton *m_open;
    QTimer m_clock;
    QDateTime m_waitsSince;
    bool m_isLeft = false; //!< by the user: what comes of it is the call's to say
};

} // namespace Workbench::Ui
