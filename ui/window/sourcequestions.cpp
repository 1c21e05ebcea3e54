// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/sourcequestions.h"

#include "core/session/sessions.h"
#include "core/workspace/refusedcertificate.h"
#include "ui/dialogs/certificatedialog.h"
#include "ui/dialogs/signindialog.h"
#include "ui/theme/building.h"

#include <QWidget>

namespace Workbench::Ui {

CertificateQuestions::CertificateQuestions(Sessions *sessions, QWidget *window)
    : QObject(window)
    , m_sessions(sessions)
    , m_window(window)
{
    connect(sessions, &Sessions::sourceChanged, this, &CertificateQuestions::notice);
    connect(
        sessions, &Sessions::sourceRemoved, this, [this](const QString &name) { m_noticed.remove(name); });
}

void CertificateQuestions::notice(const QString &sourceName)
{
    const SourceState state = m_sessions->state(sourceName);
    if (state.phase != SourceState::Phase::Failed || m_noticed.value(sourceName) == state.since)
        return;
    m_noticed.insert(sourceName, state.since);
    ask(sourceName, state.error);
}

void CertificateQuestions::ask(const QString &sourceName, const Error &error)
{
    const std::optional<RefusedCertificate> refused = RefusedCertificate::of(error);
    const Source *source = m_sessions->source(sourceName);
    if (!source || !refused || !refused->mayBeAccepted)
        return;
    if (acceptedFingerprints(source->settings, refused->host).contains(refused->sha256))
        return; // already accepted
    const auto isSame = [&](const Question &question) {
        return question.source == *source && question.error.details == error.details;
    };
    if ((m_dialog && isSame(m_asked)) || std::ranges::any_of(m_waiting, isSame))
        return;
    m_waiting.append({*source, error});
    showNext();
}

void CertificateQuestions::showNext()
{
    while (!m_dialog && !m_waiting.isEmpty()) {
        const Question question = m_waiting.takeFirst();
        const Source *source = m_sessions->source(question.source.name);
        if (!source || *source != question.source)
            continue; // it was changed during another question
        const RefusedCertificate certificate = *RefusedCertificate::of(question.error);
        auto *dialog = deletedOnClose(new CertificateDialog(
            source->name, certificate, acceptedFingerprints(source->settings, certificate.host), m_window));
        connect(dialog, &QDialog::accepted, this,
            [this, dialog, question, certificate] { keep(question, certificate, dialog->replacesOthers()); });
        connect(dialog, &QObject::destroyed, this, &CertificateQuestions::showNext, Qt::QueuedConnection);
        m_dialog = dialog;
        m_asked = question;
        dialog->open();
    }
}

void CertificateQuestions::keep(
    const Question &question, const RefusedCertificate &certificate, bool inPlaceOfOthers)
{
    const Source *now = m_sessions->source(question.source.name);
    if (!now || *now != question.source)
        return; // the source was changed in the meantime
    Source source = question.source;
    source.settings = withAcceptedCertificate(source.settings, certificate, inPlaceOfOthers);
    if (m_sessions->replaceSource(source.name, source))
        Q_EMIT accepted(source.name);
}

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

#include "moc_sourcequestions.cpp"
