// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapistream.h"

#include "core/base/visibletext.h"
#include "core/sources/openapi/openapimedia.h"
#include "core/transport/http/httptext.h"
#include "core/transport/http/responsecheck.h"

#include <QtConcurrentRun>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype largestLabel = 60;

bool isSuccess(const HttpResponseHead &head)
{
    return head.status >= 200 && head.status < 300;
}

bool isStream(const HttpResponseHead &head)
{
    return isSuccess(head) && head.mediaType() == "text/event-stream";
}

//! Returns true if the document declares the response in addition to events.
bool isDeclaredAnswer(const OpenApiReading &reading, const HttpResponseHead &head)
{
    const OpenApiResponse *const response =
        isSuccess(head) ? declaredResponse(*reading.operation, head.status) : nullptr;
    const QString type = QString::fromLatin1(head.header("content-type"));
    return response && (bestMedia(response->media, type) || (type.isEmpty() && !response->media.isEmpty()));
}

} // namespace

OpenApiStream::OpenApiStream(
    std::shared_ptr<OpenApiLink> link, QString operationName, Json input, CallContext context)
    : m_link(std::move(link))
    , m_operationName(std::move(operationName))
    , m_input(std::move(input))
    , m_context(std::move(context))
    , m_tries(std::make_shared<AuthorizationTries>(m_link->limits))
    , m_parser(m_link->limits)
    , m_reconnection(m_link->limits, Reconnection::Patience::Limited)
{
    m_context.cancellation = m_stop.get_token();
    if (const QByteArray &endMark = m_link->settings.endMark; !endMark.isEmpty())
        m_endMark = endMark;
    m_refusalDeadline.setSingleShot(true);
    connect(&m_refusalDeadline, &QTimer::timeout, this, [this] { refuse(); });
    connect(&m_reconnection, &Reconnection::due, this, &OpenApiStream::connectNow);
}

OpenApiStream::~OpenApiStream()
{
    letGo();
    m_stop.request_stop();
}

void OpenApiStream::prepare()
{
    if (m_isOver)
        return;
    QCoro::connect(prepareCall(m_link, m_operationName, m_input, m_context, m_tries, OpenApiForm::Events),
        this, [this](Result<OpenApiCall> call) {
            if (m_isOver)
                return;
            if (!call) {
                end(EndReason::Error, call.error());
                return;
            }
            m_call = *std::move(call);
            m_call->request.longLived = true;
            connectNow();
        });
}

void OpenApiStream::connectNow()
{
    HttpRequest request = m_call->request;
    if (!m_lastEventId.isEmpty() && isHeaderValue(m_lastEventId)) {
        // Replaces the header of the first request: documents may declare it as a parameter.
        request.headers.removeIf([](const auto &header) {
            return header.first.compare("Last-Event-ID", Qt::CaseInsensitive) == 0;
        });
        request.headers.append({"Last-Event-ID", m_lastEventId});
    }
    m_parser = SseParser(m_link->limits, m_lastEventId);
    m_head.reset();
    m_otherBody.clear();
    m_ending.reset();
    m_channel = m_link->nextChannel(request.method);
    m_link->noteSent(request, m_call->shownAddress, m_call->secretHeaders, m_channel, m_context.exchangeId);
    m_reply = m_link->client.send(std::move(request));
    m_reply->setReading(m_reading);
    connect(m_reply.get(), &HttpReply::headReceived, this, &OpenApiStream::takeHead);
    connect(m_reply.get(), &HttpReply::bodyReceived, this, &OpenApiStream::takeBody);
    connect(m_reply.get(), &HttpReply::finished, this, &OpenApiStream::connectionEnded);
}

void OpenApiStream::takeHead(const HttpResponseHead &head)
{
    m_head = head;
    m_link->noteTiming(m_context.exchangeId, head.timing);
    if (isStream(head)) {
        frames().noteReceived(head);
        m_reconnection.connected();
        m_isRenewed = false;
        m_tries = std::make_shared<AuthorizationTries>(m_link->limits);
        decodeNext();
        QtConcurrent::run(eventReadingOf, m_call->reading, head, m_endMark)
            .then(this, [this](const OpenApiEventReading &events) {
                m_eventReading = events;
                m_endMark = events.endMark;
                decoded();
            });
    } else {
        // A request for a stream has no total timeout, so only this timer ends a long body.
        const bool isAnswer = isDeclaredAnswer(m_call->reading, head);
        m_refusalDeadline.start(std::chrono::milliseconds(
            isAnswer ? m_link->limits.requestMaxTotalMs : m_link->limits.requestTimeoutMs));
    }
}

void OpenApiStream::takeBody(const QByteArray &chunk)
{
    if (!m_head || !isStream(*m_head)) {
        m_otherBody += chunk;
        const bool isAnswer = m_head && isDeclaredAnswer(m_call->reading, *m_head);
        if (!isAnswer && m_otherBody.size() > m_link->limits.httpErrorBodyBytes)
            refuse();
        else if (m_otherBody.size() > m_link->limits.httpBodyBytes)
            end(EndReason::Error,
                limitError(*findLimit(u"http.bodyBytes"),
                    u"\"%1\" answered with a body larger than the limit"_s.arg(m_link->sourceName),
                    m_link->limits.httpBodyBytes));
        return;
    }
    const Result<QList<SseEvent>> events = m_parser.feed(chunk);
    if (!events) {
        end(EndReason::Error, fromServer(events.error(), m_link->sourceName));
        return;
    }
    for (const SseEvent &event : *events)
        m_events.push_back(event);
    work();
}

void OpenApiStream::connectionEnded(bool complete, const Error &error)
{
    m_raw = m_reply->rawBody();
    letGo();
    if (m_head && !isStream(*m_head)) {
        // Status 204 means that the server wants no more connections.
        if (m_head->status == 204 && !m_lastEventId.isEmpty())
            end(EndReason::Completed);
        else if (isDeclaredAnswer(m_call->reading, *m_head))
            takeAnswer(complete, error);
        else
            refuse(complete ? QString() : error.message);
        return;
    }
    m_ending.emplace(complete, withConfirmedOrigins(error, *m_link));
    work();
}

//! Takes a declared response that is not a stream. It is the only item.
void OpenApiStream::takeAnswer(bool complete, const Error &error)
{
    const HttpResponseHead head = *std::exchange(m_head, std::nullopt);
    const QByteArray body = std::exchange(m_otherBody, {});
    m_refusalDeadline.stop();
    frames().noteReceived(head, body, std::exchange(m_raw, {}), complete ? QString() : error.message);
    if (!complete) {
        end(EndReason::Error, error);
        return;
    }
    decodeNext();
    QtConcurrent::run(readOpenApiAnswer, m_call->reading, head, body)
        .then(this, [this](const Result<HandlerResult> &answer) {
            if (m_isOver)
                return;
            if (!answer) {
                end(EndReason::Error, answer.error());
                return;
            }
            const QPointer<OpenApiStream> alive(this);
            Q_EMIT item({*answer, std::nullopt});
            if (alive)
                end(EndReason::Completed);
        });
}

HttpFrames OpenApiStream::frames() const
{
    return m_link->frames(m_call->secretHeaders, m_channel, m_context.exchangeId);
}

//! Stops reading while a worker reads the next item.
void OpenApiStream::decodeNext()
{
    m_isDecoding = true;
    if (m_reply)
        m_reply->setReading(false);
}

void OpenApiStream::decoded()
{
    m_isDecoding = false;
    if (m_reply)
        m_reply->setReading(m_reading);
    work();
}

//! Handles a response that came in place of a stream. Renews a refused token once, otherwise ends the stream
//! with an error that describes the response.
void OpenApiStream::refuse(const QString &note)
{
    if (m_isOver || !m_head)
        return;
    if (isDeclaredAnswer(m_call->reading, *m_head) && m_reply) { // the response has not ended
        end(EndReason::Error,
            {ErrorKind::Timeout, u"http.totalDeadline"_s,
                u"\"%1\" did not end its answer within request.maxTotal (%2 s)."_s.arg(
                    m_link->sourceName, QString::number(m_link->limits.requestMaxTotalMs / 1000))});
        return;
    }
    const HttpResponseHead head = *std::exchange(m_head, std::nullopt);
    const QByteArray body = std::exchange(m_otherBody, {});
    m_refusalDeadline.stop();
    const bool isCut = m_reply != nullptr; // it is larger than an error keeps
    frames().noteReceived(head, body, std::exchange(m_raw, {}), isCut ? QString(cutBodyNote) : note);
    if (m_call->tokens && asksForToken(head) && !std::exchange(m_isRenewed, true))
        renewToken(head, body);
    else
        refuseWith(head, body, {});
}

//! Renews the token, which may have expired early, and connects again.
void OpenApiStream::renewToken(const HttpResponseHead &head, const QByteArray &body)
{
    letGo();
    m_call->grant->renew(*m_call->tokens, challengesOf(head), m_tries, m_stop.get_token())
        .then(this, [this, head, body](const Result<OAuthTokens> &renewed) {
            if (m_isOver)
                return;
            if (renewed && isSafeMethod(m_call->request.method))
                prepare();
            else
                refuseWith(head, body, refusedTokenRemark(renewed));
        });
}

void OpenApiStream::refuseWith(const HttpResponseHead &head, const QByteArray &body, const QString &remark)
{
    Error error = statusError(m_call->reading, head, body);
    if (!remark.isEmpty())
        error.detail = QString(remark + u'\n' + error.detail).trimmed();
    if (isSuccess(head)) {
        const Json details = error.details;
        error = unexpectedAnswer(head, body, {"text/event-stream"}, m_link->limits)
                    .value_or(Error{ErrorKind::Protocol, u"openapi.noStream"_s, u"sent no event stream."_s});
        error.kind = ErrorKind::Protocol;
        error.message.prepend(u"\"%1\" "_s.arg(m_link->sourceName));
        error.details = details;
    }
    end(EndReason::Error, error);
}

void OpenApiStream::work()
{
    const QPointer<OpenApiStream> alive(this); // a receiver of item() may end and delete the stream
    while (!m_isDecoding && !m_isOver && !m_events.empty()) {
        const SseEvent event = std::move(m_events.front());
        m_events.pop_front();
        if (event.retryMs)
            m_retryMs = event.retryMs;
        m_lastEventId = event.lastEventId.toUtf8();
        if (!event.hasData) {
            frames().noteEvent({}, event.raw, u"event without data"_s);
            continue;
        }
        HttpMeta meta = metaOf(*m_head);
        meta.contentType = u"text/event-stream"_s;
        if (event.data.size() <= openApiInlineBytes) {
            deliver(event, eventValue(event, meta, m_eventReading));
            if (!alive)
                return;
            continue;
        }
        decodeNext();
        QtConcurrent::run(eventValue, event, meta, m_eventReading)
            .then(this, [this, event](const StreamValue &value) {
                const QPointer<OpenApiStream> self(this);
                deliver(event, value);
                if (self)
                    decoded();
            });
    }
    if (alive && !m_isDecoding && !m_isOver && m_ending)
        afterLast();
}

void OpenApiStream::deliver(const SseEvent &event, StreamValue value)
{
    if (m_isOver)
        return;
    const QByteArray &endMark = m_eventReading.endMark;
    const bool isLast = !endMark.isEmpty() && event.data.trimmed() == endMark.trimmed();
    if (isLast) // the schema describes the other items, not the end mark
        std::get<DescribedEnvelope>(value.value).schema = prepareSchema(Json());
    frames().noteEvent(event.data, event.raw,
        event.type.isEmpty() ? u"message"_s : visibleText(event.type, false, largestLabel));
    const QPointer<OpenApiStream> alive(this);
    Q_EMIT item(value);
    if (alive && isLast)
        end(EndReason::Completed);
}

bool OpenApiStream::mayResume() const
{
    return m_link->settings.resumesStreams && isSafeMethod(m_call->request.method) && !m_lastEventId.isEmpty()
        && isHeaderValue(m_lastEventId);
}

//! Resumes or ends the stream after the connection ended and all its events are delivered.
void OpenApiStream::afterLast()
{
    const auto [complete, error] = *std::exchange(m_ending, std::nullopt);
    if (m_head)
        frames().noteEndOfStream(m_parser.pendingRaw(), m_parser.pendingBytes() > 0);
    const bool isLost = complete || error.kind == ErrorKind::Network || error.kind == ErrorKind::Closed
        || error.kind == ErrorKind::Timeout;
    const auto asked = m_retryMs.transform([](int wait) { return std::chrono::milliseconds(wait); });
    if (isLost && mayResume() && m_reconnection.lost(asked))
        return;
    // The rules of event streams drop an unfinished event, but its loss must not go unseen.
    if (const qsizetype unused = m_parser.pendingBytes(); complete && unused > 0) {
        const QPointer<OpenApiStream> alive(this);
        Q_EMIT warned(
            u"The event stream of \"%1\" ended in the middle of an event (%2 bytes were not used)."_s.arg(
                visibleText(m_operationName, false, largestLabel), QString::number(unused)));
        if (!alive)
            return;
    }
    if (complete)
        end(EndReason::Completed);
    else if (m_head && isLost)
        end(EndReason::Closed, error);
    else
        end(EndReason::Error, error);
}

void OpenApiStream::setReading(bool reading)
{
    m_reading = reading;
    if (m_reply && !m_isDecoding)
        m_reply->setReading(reading);
}

void OpenApiStream::end(EndReason reason, const Error &error)
{
    if (std::exchange(m_isOver, true))
        return;
    m_reconnection.stop();
    m_refusalDeadline.stop();
    if (m_head && !isStream(*m_head)) // nothing is noted of it yet
        frames().noteReceived(*m_head, m_otherBody, {},
            error.message.isEmpty() ? u"the request was cancelled"_s : error.message);
    letGo();
    m_stop.request_stop();
    Q_EMIT ended(reason, error);
}

void OpenApiStream::letGo()
{
    if (!m_reply)
        return;
    m_reply->disconnect(this);
    m_reply.release()->deleteLater(); // the reply may be emitting a signal
}

} // namespace Workbench

#include "moc_openapistream.cpp"
