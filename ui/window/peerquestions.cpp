// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/peerquestions.h"

#include "core/base/visibletext.h"
#include "core/json/jsontexts.h"
#include "core/session/answercommand.h"
#include "core/session/sessions.h"
#include "ui/pages/operationpage.h"
#include "ui/pages/serverpage.h"
#include "ui/window/messagebar.h"
#include "ui/window/pagestack.h"

#include <QFileInfo>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

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
    if (!request || answersByRule(*request))
        return;
    OperationPage *behind = nullptr;
    for (OperationPage *page : m_pages->pages()) {
        if (!page->isPast() && !request->exchangeId.isEmpty() && page->exchangeId() == request->exchangeId)
            behind = page;
    }
    const auto *shown = qobject_cast<ServerPage *>(m_pages->currentTool());
    if ((behind && m_pages->current() == behind) || (shown && shown->source() == request->source))
        return;
    m_message->showNotice(
        questionText(*request), tr("Show"), [this, page = QPointer(behind), source = request->source] {
            if (page)
                m_pages->show(page);
            else
                Q_EMIT sourceRequested(source);
        });
}

//! Answers \a request if the user has set a rule for it. Rules that came with a workspace are not used.
bool PeerQuestions::answersByRule(const PeerRequest &request)
{
    PeerRequests *requests = m_sessions->peerRequests();
    const Json rule = requests->rule(request.source);
    if (request.kind != PeerRequest::Kind::Sampling || rule.isAbsent()
        || !m_sessions->isTrusted(AnswerCommand::ruleFacts(request.source, rule)))
        return false;
    const QString prompt = request.params.member("systemPrompt"_L1).toString();
    const Json answer = rule.member("answers"_L1).member(QStringView(prompt));
    if (!answer.isAbsent()) {
        log(LogLine::Level::Notice, request, tr("Your rule answers a request from the server (sampling)."));
        requests->answer(request.id, {PeerAnswer::Action::Accept, answer});
        return true;
    }
    if (!rule.member("automatic"_L1).toBoolean())
        return false;
    runCommand(request, rule.member("command"_L1));
    return true;
}

//! Answers \a request with the output of \a command. If the command gives no answer, the user must answer.
void PeerQuestions::runCommand(const PeerRequest &request, const Json &command)
{
    const QStringList words = textsOf(command);
    if (!m_sessions->isTrusted(AnswerCommand::trustFacts(words))) {
        log(LogLine::Level::Warning, request,
            tr("The command of your rule was not started: it changed since you trusted it, or you have not "
               "trusted it."));
        return;
    }
    const Limits &limits = m_sessions->limits();
    auto *running = new AnswerCommand(words,
        {.time = std::chrono::milliseconds(limits.requestTimeoutMs), .bytes = limits.uiTextBytes}, this);
    m_running.insert(request.id, running);
    log(LogLine::Level::Notice, request, tr("The command of your rule answers a request from the server."));
    const QString model = QFileInfo(words.value(0)).fileName();
    connect(running, &AnswerCommand::finished, this, [this, request, running, model] {
        m_running.remove(request.id);
        running->deleteLater(); // it is emitting this signal
        const Result<Json> answer = running->printed().and_then(
            [&](const QByteArray &printed) { return samplingPrinted(printed, model); });
        if (answer)
            m_sessions->peerRequests()->answer(request.id, {PeerAnswer::Action::Accept, *answer});
        else
            log(LogLine::Level::Error, request, answer.error().message);
    });
    running->start(request.params.toBytes());
}

void PeerQuestions::log(LogLine::Level level, const PeerRequest &request, const QString &text)
{
    Q_EMIT logged({QDateTime::currentDateTimeUtc(), level, request.source, u"workbench"_s, text});
}

void PeerQuestions::ended(const PeerRequest &request, const PeerAnswer &answer, PeerRequests::End end)
{
    if (AnswerCommand *running = m_running.take(request.id))
        running->deleteLater();
    const QString during =
        request.operation.isEmpty() ? QString() : visibleText(request.operation, false, 100);
    const QString kind = QString(peerRequestKindName(request.kind));
    const QString text = during.isEmpty()
        ? tr("A request from the server (%1) %2.").arg(kind, endText(answer, end))
        : tr("A request from the server (%1) during %2 %3.").arg(kind, during, endText(answer, end));
    log(LogLine::Level::Info, request, text);
}

} // namespace Workbench::Ui

#include "moc_peerquestions.cpp"
