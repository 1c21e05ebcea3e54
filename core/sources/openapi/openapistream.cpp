// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapistream.h"

#include "core/base/visibletext.h"
#include "core/json/jsonparser.h"
#include "core/transport/http/httpadvice.h"
#include "core/transport/http/responsecheck.h"

#include <QtConcurrentRun>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype largestLabel = 60;

bool isDone(const SseEvent &event)
{
    return event.data.trimmed() == "[DONE]";
}

//! The data of \a event: JSON where it is JSON, else text.
HandlerResult eventValue(const SseEvent &event, const HttpMeta &meta)
{
    DescribedEnvelope value{httpEnvelope({}, meta), nullptr};
    if (event.hasReplacedBytes)
        value.notes.append({"received.bytes"_L1, Diagnosis::Severity::Info,
            u"The event was not valid UTF-8; U+FFFD stands in the place of each byte that was not."_s});
    const auto parsed = parseJsonDetailed(event.data);
    value.envelope.data = parsed ? parsed->value : Json::string(QString::fromUtf8(event.data));
    if (!parsed)
        return value;
    for (const JsonRemark &remark : parsed->remarks)
        value.notes.append({"received.json"_L1, Diagnosis::Severity::Info, remarkText(remark)});
    return value;
}

bool isStream(const HttpResponseHead &head)
{
    return head.status >= 200 && head.status < 300 && head.mediaType() == "text/event-stream";
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
    m_refusalDeadline.setSingleShot(true);
    connect(&m_refusalDeadline, &QTimer::timeout, this, &OpenApiStream::refuse);
    connect(&m_reconnection, &Reconnection::due, this, &OpenApiStream::connectNow);
}

OpenApiStream::~OpenApiStream()
{
    letGo();
    m_stop.request_stop();
}

void OpenApiStream::start()
{
    QTimer::singleShot(0, this, &OpenApiStream::prepare);
}

void OpenApiStream::prepare()
{
    if (m_isOver)
        return;
    QCoro::connect(prepareCall(m_link, m_operationName, m_input, m_context, m_tries), this,
        [this](Result<OpenApiCall> call) {
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
    const bool isClean =
        std::ranges::none_of(m_lastEventId, [](char c) { return uchar(c) < 0x20 || c == 0x7F; });
    if (!m_lastEventId.isEmpty() && isClean) {
        // In place of the one that it began with: documents may declare it as a parameter.
        request.headers.removeIf([](const auto &header) {
            return header.first.compare("Last-Event-ID", Qt::CaseInsensitive) == 0;
        });
        request.headers.append({"Last-Event-ID", m_lastEventId});
    }
    m_parser = SseParser(m_link->limits);
    m_head.reset();
    m_refusal.clear();
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
        m_link->noteAnswer(head, {}, {}, m_call->secretHeaders, m_channel, m_context.exchangeId);
        m_reconnection.connected();
        m_isRenewed = false;
        m_tries = std::make_shared<AuthorizationTries>(m_link->limits);
    } else {
        // Nothing else ends a long body: the request is one for streams.
        m_refusalDeadline.start(std::chrono::milliseconds(m_link->limits.requestTimeoutMs));
    }
}

void OpenApiStream::takeBody(const QByteArray &chunk)
{
    if (!m_head || !isStream(*m_head)) {
        m_refusal += chunk;
        if (m_refusal.size() > m_link->limits.httpErrorBodyBytes)
            refuse();
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
    m_coded = m_reply->codedBody();
    letGo();
    if (m_head && !isStream(*m_head)) {
        // A server that wants no more connections says so with 204.
        if (m_head->status == 204 && !m_lastEventId.isEmpty())
            end(EndReason::Completed);
        else
            refuse();
        return;
    }
    m_ending.emplace(complete, withConfirmedOrigins(error, *m_link));
    work();
}

//! Says what came in place of a stream.
void OpenApiStream::refuse()
{
    if (m_isOver || !m_head)
        return;
    const HttpResponseHead head = *std::exchange(m_head, std::nullopt);
    const QByteArray body = std::exchange(m_refusal, {});
    m_refusalDeadline.stop();
    m_link->noteAnswer(
        head, body, std::exchange(m_coded, {}), m_call->secretHeaders, m_channel, m_context.exchangeId);
    if (m_call->tokens && asksForToken(head) && !std::exchange(m_isRenewed, true))
        renewToken(head, body);
    else
        refuseWith(head, body, {});
}

//! The token may have ended early: once more with another.
void OpenApiStream::renewToken(const HttpResponseHead &head, const QByteArray &body)
{
    letGo();
    renewedTokens(m_call->grant, *m_call->tokens, head, m_tries, m_stop.get_token())
        .then(this, [this, head, body](const Result<OAuthTokens> &renewed) {
            if (m_isOver)
                return;
            if (renewed && mayAskAgain(m_call->request.method))
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
    if (head.status >= 200 && head.status < 300) {
        const Json details = error.details;
        error = unexpectedAnswer(head, body, {"text/event-stream"}, m_link->limits)
                    .value_or(Error{
                        ErrorKind::Protocol, u"openapi.noStream"_s, u"answered with no event stream."_s});
        error.kind = ErrorKind::Protocol;
        error.message.prepend(u"\"%1\" "_s.arg(m_link->sourceName));
        error.details = details;
    }
    end(EndReason::Error, error);
}

void OpenApiStream::work()
{
    const QPointer<OpenApiStream> alive(this); // a receiver of an item may end the stream and delete it
    while (!m_isDecoding && !m_isOver && !m_events.empty()) {
        const SseEvent event = std::move(m_events.front());
        m_events.pop_front();
        if (event.retryMs)
            m_retryMs = event.retryMs;
        if (!event.lastEventId.isEmpty() || event.hasData)
            m_lastEventId = event.lastEventId.toUtf8();
        const bool isBlank = !event.data.isEmpty() && event.data.trimmed().isEmpty();
        if (!event.hasData || isBlank) // an empty data field makes an event, white space does not
            continue;
        HttpMeta meta = metaOf(*m_head);
        meta.contentType = u"text/event-stream"_s;
        if (event.data.size() <= openApiInlineBytes) {
            deliver(event, eventValue(event, meta));
            if (!alive)
                return;
            continue;
        }
        m_isDecoding = true;
        if (m_reply)
            m_reply->setReading(false);
        QtConcurrent::run(eventValue, event, meta).then(this, [this, event](const HandlerResult &value) {
            m_isDecoding = false;
            if (m_reply)
                m_reply->setReading(m_reading);
            const QPointer<OpenApiStream> self(this);
            deliver(event, value);
            if (self)
                work();
        });
    }
    if (alive && !m_isDecoding && !m_isOver && m_ending)
        afterLast();
}

void OpenApiStream::deliver(const SseEvent &event, HandlerResult data)
{
    if (m_isOver)
        return;
    const bool isLast = isDone(event);
    if (isLast) // a word of the stream, which no schema of its items describes
        std::get<DescribedEnvelope>(data).schema = prepareSchema(Json());
    const StreamValue value{std::move(data), SseFields{event.type, event.lastEventId, event.retryMs}};
    m_link->noteEvent(event.data,
        event.type.isEmpty() ? u"message"_s : visibleText(event.type, false, largestLabel), m_channel,
        m_context.exchangeId);
    const QPointer<OpenApiStream> alive(this);
    Q_EMIT item(value);
    if (alive && isLast)
        end(EndReason::Completed);
}

bool OpenApiStream::mayResume() const
{
    return m_link->settings.resumesStreams && mayAskAgain(m_call->request.method) && !m_lastEventId.isEmpty();
}

//! The connection has ended and everything it brought is delivered.
void OpenApiStream::afterLast()
{
    const auto [complete, error] = *std::exchange(m_ending, std::nullopt);
    const bool isLost = complete || error.kind == ErrorKind::Network || error.kind == ErrorKind::Closed
        || error.kind == ErrorKind::Timeout;
    if (isLost && mayResume()) {
        std::optional<std::chrono::milliseconds> asked;
        if (m_retryMs)
            asked = std::chrono::milliseconds(*m_retryMs);
        if (m_reconnection.lost(asked))
            return;
    }
    if (complete)
        end(EndReason::Completed);
    else if (m_head && isLost)
        end(EndReason::Closed, error);
    else
        end(EndReason::Error, error);
}

void OpenApiStream::cancel()
{
    QTimer::singleShot(0, this, [this] { end(EndReason::Cancelled); });
}

void OpenApiStream::closeWith(const Error &why)
{
    QTimer::singleShot(0, this, [this, why] { end(EndReason::Closed, why); });
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
    letGo();
    m_stop.request_stop();
    Q_EMIT ended(reason, error);
}

void OpenApiStream::letGo()
{
    if (!m_reply)
        return;
    m_reply->disconnect(this);
    m_reply.release()->deleteLater(); // it may be the one that is emitting
}

} // namespace Workbench

#include "moc_openapistream.cpp"
