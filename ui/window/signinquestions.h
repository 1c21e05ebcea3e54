// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QObject>
#include <QPointer>
#include <QStringList>

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class SignInDialog;

//! Shows the sign-ins that sources wait for, one dialog at a time, in order of arrival.
class SignInQuestions : public QObject {
    Q_OBJECT
public:
    SignInQuestions(Sessions *sessions, QWidget *window);

Q_SIGNALS:
    void stepsRequested(const QString &source);

private:
    void notice(const QString &id);
    void showNext();

    Sessions *m_sessions;
    QWidget *m_window;
    QStringList m_waiting; //!< ids of sign-ins
    QPointer<SignInDialog> m_dialog;
};

} // namespace Workbench::Ui
