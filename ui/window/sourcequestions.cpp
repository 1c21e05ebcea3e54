// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/sourcequestions.h"

#include "core/base/visibletext.h"
#include "core/json/jsontexts.h"
#include "core/session/answercommand.h"
#include "core/session/sessions.h"
#include "core/workspace/refusedcertificate.h"
#include "ui/dialogs/certificatedialog.h"
#include "ui/dialogs/signindialog.h"
#include "ui/pages/operationpage.h"
#include "ui/pages/serverpage.h"
#include "ui/theme/building.h"
#include "ui/window/messagebar.h"
#include "ui/window/pagestack.h"

#include <QFileInfo>
#include <QWidget>

using namespace Qt::StringLiterals;

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

namespace {

QString questionText(const PeerRequest &request)
{
    const QString source = visibleText(request.source, false, 60);
    const QString operation = visibleText(request.operation, false, 60);
    if (operation.isEmpty())
        return PeerQuestions::tr("%1 asks you for an answer.").arg(source);
    return PeerQuestions::tr("%1 asks you for an answer during %2.").arg(source, operation);
}

//! Returns the log text for an answer, without its content, which Wire shows.
QString endText(const PeerAnswer &answer, PeerRequests::End end)
{
    if (end == PeerRequests::End::Withdrawn)
        return PeerQuestions::tr("was withdrawn, or its call ended");
    if (end == PeerRequests::End::TimeOver)
        return PeerQuestions::tr("was not answered in time");
    switch (answer.action) {
    case PeerAnswer::Action::Accept: return PeerQuestions::tr("was answered");
    case PeerAnswer::Action::Decline: return PeerQuestions::tr("was declined");
    case PeerAnswer::Action::Cancel: break;
    }
    return PeerQuestions::tr("was cancelled");
}

} // namespace

PeerQuestions::PeerQuestions(Sessions *sessions, PageStack *pages, MessageBar *message, QObject *parent)
    : QObject(parent)
    , m_sessions(sessions)
    , m_pages(pages)
    , m_message(message)
{
    PeerRequests *requests = sessions->peerRequests();
    if (!requests)
        return;
    using enum PeerRequest::Kind;
    requests->offer({Form, Link, Sampling});
    connect(requests, &PeerRequests::arrived, this, &PeerQuestions::arrived);
    connect(requests, &PeerRequests::ended, this, &PeerQuestions::ended);
}

void PeerQuestions::arrived(const QString &id)
{
    const PeerRequest *request = m_sessions->peerRequests()->find(id);
    if (request && !answersByRule(*request))
        notify(*request);
}

//! Shows a message about \a request unless its page is in front.
void PeerQuestions::notify(const PeerRequest &request)
{
    OperationPage *behind = nullptr;
    for (OperationPage *page : m_pages->pages()) {
        if (!page->isPast() && !request.exchangeId.isEmpty() && page->exchangeId() == request.exchangeId)
            behind = page;
    }
    const auto *shown = qobject_cast<ServerPage *>(m_pages->currentTool());
    if ((behind && m_pages->current() == behind) || (shown && shown->source() == request.source))
        return;
    m_messages[request.id] = m_message->showInfo(
        questionText(request), tr("Show"), [this, page = QPointer(behind), source = request.source] {
            if (page)
                m_pages->show(page);
            else
                Q_EMIT sourceRequested(source);
        });
}

//! Returns the rule that the user set for requests such as \a request; absent if there is none. Rules that
//! came with a workspace are not used.
Json PeerQuestions::ruleFor(const PeerRequest &request) const
{
    const Json rule = m_sessions->peerRequests()->rule(request.source);
    const bool isUsed = request.kind == PeerRequest::Kind::Sampling && !rule.isAbsent()
        && m_sessions->isTrusted(AnswerCommand::ruleFacts(request.source, rule));
    return isUsed ? rule : Json();
}

//! Answers \a request if the user has set a rule for it, at once or with the output of a command.
bool PeerQuestions::answersByRule(const PeerRequest &request)
{
    const Json rule = ruleFor(request);
    const QString prompt = request.params.member("systemPrompt"_L1).toString();
    const Json answer = rule.member("answers"_L1).member(QStringView(prompt));
    if (!answer.isAbsent()) {
        log(LogLine::Level::Notice, request, tr("Your rule answers a request from the server (sampling)."));
        m_sessions->peerRequests()->answer(request.id, {PeerAnswer::Action::Accept, answer});
        return true;
    }
    if (!rule.member("automatic"_L1).toBoolean())
        return false;
    QStringList &queue = m_queues[request.source];
    queue.append(request.id);
    if (queue.size() == 1)
        runNext(request.source);
    return true;
}

//! Starts the command for the first request of \a source for which it can be started.
void PeerQuestions::runNext(const QString &source)
{
    QStringList &queue = m_queues[source];
    while (!queue.isEmpty()) {
        const PeerRequest *request = m_sessions->peerRequests()->find(queue.constFirst());
        if (request && runCommand(*request))
            return;
        queue.removeFirst();
    }
    m_queues.remove(source);
}

//! Starts the command of the rule for \a request, which answers it. Returns false if the command cannot be
//! started. If it gives no answer, the user must answer.
bool PeerQuestions::runCommand(const PeerRequest &request)
{
    const Json rule = ruleFor(request);
    if (!rule.member("automatic"_L1).toBoolean()) { // the user changed the rule while the request waited
        notify(request);
        return false;
    }
    const QStringList words = textsOf(rule.member("command"_L1));
    if (!m_sessions->isTrusted(AnswerCommand::trustFacts(words))) {
        log(LogLine::Level::Warning, request,
            tr("The command of your rule was not started: it changed since you trusted it, or you have not "
               "trusted it."));
        notify(request);
        return false;
    }
    const Limits &limits = m_sessions->limits();
    auto *running = new AnswerCommand(words,
        {.time = std::chrono::milliseconds(limits.requestTimeoutMs), .bytes = limits.uiTextBytes}, this);
    m_running.insert(request.id, running);
    log(LogLine::Level::Notice, request, tr("The command of your rule answers a request from the server."));
    const QString model = QFileInfo(words.value(0)).fileName();
    connect(running, &AnswerCommand::finished, this, [this, request, running, model] {
        if (!m_running.remove(request.id))
            return; // the request was over before
        running->deleteLater(); // it is emitting this signal
        const Result<Json> answer = running->printed().and_then(
            [&](const QByteArray &printed) { return samplingPrinted(printed, model); });
        if (answer)
            return m_sessions->peerRequests()->answer(request.id, {PeerAnswer::Action::Accept, *answer});
        log(LogLine::Level::Error, request, answer.error().message);
        notify(request);
        leaveQueue(request);
    });
    running->start(request.params.toBytes());
    return true;
}

//! Takes \a request from the queue of its source. If it was the first, starts the command for the next one.
void PeerQuestions::leaveQueue(const PeerRequest &request)
{
    const auto queue = m_queues.find(request.source);
    if (queue == m_queues.end())
        return;
    const bool wasFirst = queue->constFirst() == request.id;
    queue->removeOne(request.id);
    if (wasFirst)
        runNext(request.source);
}

void PeerQuestions::log(LogLine::Level level, const PeerRequest &request, const QString &text)
{
    Q_EMIT logged({QDateTime::currentDateTimeUtc(), level, request.source, u"workbench"_s, text});
}

void PeerQuestions::ended(const PeerRequest &request, const PeerAnswer &answer, PeerRequests::End end)
{
    if (AnswerCommand *running = m_running.take(request.id))
        running->deleteLater();
    leaveQueue(request);
    if (const auto message = m_messages.take(request.id))
        m_message->closeInfo(message);
    const QString during =
        request.operation.isEmpty() ? QString() : visibleText(request.operation, false, 100);
    const QString kind = QString(peerRequestKindName(request.kind));
    const QString text = during.isEmpty()
        ? tr("A request from the server (%1) %2.").arg(kind, endText(answer, end))
        : tr("A request from the server (%1) during %2 %3.").arg(kind, during, endText(answer, end));
    log(LogLine::Level::Info, request, text);
}

} // namespace Workbench::Ui

#include "moc_sourcequestions.cpp"
