// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/signinquestions.h"

#include "core/session/sessions.h"
#include "ui/dialogs/signindialog.h"
#include "ui/theme/building.h"

#include <QWidget>

namespace Workbench::Ui {

SignInQuestions::SignInQuestions(Sessions *sessions, QWidget *window)
    : QObject(window)
    , m_sessions(sessions)
    , m_window(window)
{
    if (sessions->signIns())
        connect(sessions->signIns(), &SignIns::changed, this, &SignInQuestions::notice);
}

void SignInQuestions::notice(const QString &id)
{
    const SignIn *signIn = m_sessions->signIns()->find(id);
    SignInDialog *shown = m_dialog;
    const bool isSame = shown && shown->id() == id;
    if (!signIn || signIn->isOver() || (isSame && !shown->isOver()) || m_waiting.contains(id))
        return;
    m_waiting.append(id);
    if (isSame)
        shown->accept(); // it only shows how the previous sign-in ended
    showNext();
}

void SignInQuestions::showNext()
{
    while (!m_dialog && !m_waiting.isEmpty()) {
        const QString id = m_waiting.takeFirst();
        const SignIn *signIn = m_sessions->signIns()->find(id);
        if (!signIn || signIn->isOver())
            continue;
        auto *dialog = deletedOnClose(new SignInDialog(m_sessions->signIns(), id, m_window));
        m_dialog = dialog;
        connect(dialog, &SignInDialog::stepsRequested, this, &SignInQuestions::stepsRequested);
        connect(
            dialog, &QDialog::finished, this,
            [this, over = m_dialog.data()] {
                if (m_dialog == over)
                    m_dialog.clear(); // it is about to be deleted
                showNext();
            },
            Qt::QueuedConnection);
        dialog->open();
    }
}

} // namespace Workbench::Ui

#include "moc_signinquestions.cpp"
