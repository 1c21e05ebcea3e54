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

//! Guides the user through one sign-in: shows which source asks, for which scopes, the address, and the
//! progress. Opens no browser and allows nothing without a click. Closing the dialog cancels the sign-in.
//! \source core/RULES.md
class SignInDialog : public QDialog {
    Q_OBJECT
public:
    SignInDialog(SignIns *signIns, const QString &id, QWidget *parent = nullptr);

    const QString &id() const { return m_id; }
    bool isOver() const { return m_isLeft || m_signIn.isOver(); }
    void reject() override;

Q_SIGNALS:
    //! Emitted when the user asks for the steps of the sign-in of \a source. The dialog stays open and
    //! becomes non-modal.
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
    //! Returns the address to open. It contains the code if the server provides such an address.
    const UrlFacts &opened() const;

    SignIns *m_signIns;
    QString m_id;
    SignIn m_signIn; //!< the latest state
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
    QPushButton *m_cancel;
    QPushButton *m_leave; //!< also cancels; shown instead of m_cancel in the question about origins
    QPushButton *m_copy;
    QPushButton *m_allow;
    QPushButton *m_open;
    QTimer m_clock;
    QDateTime m_waitsSince;
    bool m_isLeft = false; //!< whether the user has cancelled; the call then reports the result
};

} // namespace Workbench::Ui
