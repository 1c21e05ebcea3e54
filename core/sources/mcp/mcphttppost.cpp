// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcphttppost.h"

#include "core/base/advice.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/mcp/jsonrpc.h"
#include "core/secrets/redaction.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qsizetype refusalKept = 256 * 1024;
constexpr qsizetype maxSessionId = 1024;
constexpr auto trailingEvents = 1000ms; // time for events that follow the response

bool isJsonType(const QByteArray &mediaType)
{
    return mediaType == "application/json" || mediaType.endsWith("+json");
}

//! Returns whether \a id is visible ASCII of 1 to 1024 characters. \source core/RULES.md R-28
bool isGoodSessionId(const QByteArray &id)
{
    return !id.isEmpty() && id.size() <= maxSessionId
        && std::ranges::all_of(id, [](char c) { return c > 0x20 && c < 0x7f; });
}

bool looksLikeEvents(const QByteArray &body)
{
    const QByteArray start = body.trimmed();
    return start.startsWith("event:") || start.startsWith("data:") || start.startsWith("id:")
        || start.startsWith(':');
}

} // namespace

McpHttpPost::McpHttpPost(McpHttpLink *link, McpOutgoing outgoing)
    : m_link(link)
    , m_outgoing(std::move(outgoing))
    , m_isInitialize(isInitialize(m_outgoing))
{
}

McpHttpPost::~McpHttpPost()
{
    if (m_reply && m_head.status != 0 && m_kind != Body::Events)
        m_frames.noteReceived(m_head, m_body, {}, u"the request was cancelled"_s);
}

bool McpHttpPost::isFarewell() const
{
    return m_outgoing.label == "notifications/cancelled"_L1 || m_outgoing.label == "tasks/cancel"_L1;
}

void McpHttpPost::start()
{
    HttpRequest request = m_link->post(m_outgoing);
    if (!m_outgoing.wantsAnswer) { // without a pending call, only this deadline applies
        request.headersWithin =
            m_outgoing.acceptedWithin.value_or(std::chrono::milliseconds(m_link->limits.requestTimeoutMs));
        request.totalWithin = request.headersWithin;
    }
    m_hadSession = !m_isInitialize && m_outgoing.revision.isEmpty() && !m_link->sessionId.isEmpty();
    m_frames = m_link->nextFrames("POST"_L1, m_outgoing.exchangeId);
    m_reply = m_link->send(std::move(request), m_frames, m_outgoing.label);
    connect(m_reply.get(), &HttpReply::headReceived, this, &McpHttpPost::headCame);
    connect(m_reply.get(), &HttpReply::bodyReceived, this, &McpHttpPost::bodyCame);
    connect(m_reply.get(), &HttpReply::finished, this, &McpHttpPost::replyEnded);
}

void McpHttpPost::headCame(const HttpResponseHead &head)
{
    m_head = head;
    const bool isGood = head.status >= 200 && head.status < 300;
    if (!isGood) {
        m_kind = Body::Refusal;
        return;
    }
    if (m_isInitialize) {
        const QByteArray id = head.header("mcp-session-id");
        if (!id.isEmpty() && !isGoodSessionId(id)) {
            letGo(m_reply, this);
            m_frames.noteReceived(head);
            fail(Error{ErrorKind::Protocol, u"mcp.bad-session-id"_s,
                u"\"%1\" sent a session id that is not 1 to 1024 visible ASCII characters."_s.arg(
                    m_link->sourceName)});
            return;
        }
        Q_EMIT sessionGiven(id);
    }
    if (head.mediaType() == "text/event-stream") {
        m_kind = Body::Events;
        m_frames.noteReceived(head);
        m_reply->disconnect(this);
        m_stream = std::make_unique<McpEventStream>(m_link, m_outgoing.ticket);
        connect(m_stream.get(), &McpEventStream::ended, this, [this](const Error &why) {
            if (m_answered || !m_outgoing.wantsAnswer)
                finish();
            else
                fail(why);
        });
        connect(m_stream.get(), &McpEventStream::refused, this, [this](int, const Error &why) {
            if (m_answered)
                finish();
            else
                fail(why);
        });
        if (!m_outgoing.revision.isEmpty())
            m_stream->rest(); // an answer cannot be resumed in the modern era
        m_stream->adopt(std::move(m_reply), m_frames);
        Q_EMIT delivered();
        return;
    }
    m_kind = isJsonType(head.mediaType()) ? Body::Json : Body::Unknown;
    if (!m_outgoing.wantsAnswer)
        Q_EMIT delivered();
}

void McpHttpPost::bodyCame(const QByteArray &chunk)
{
    const qsizetype most = std::max<qsizetype>(refusalKept, m_link->limits.httpErrorBodyBytes + 1);
    if (m_kind == Body::Json || m_body.size() < most)
        m_body += chunk;
    else
        m_isCut = true;
}

void McpHttpPost::replyEnded(bool complete, const Error &error)
{
    if (!m_isCut)
        m_raw = m_reply->rawBody();
    letGo(m_reply, this);
    if (!complete) {
        if (m_kind != Body::Unknown || m_head.status != 0)
            m_frames.noteReceived(m_head, m_body, m_raw, error.message);
        fail(error);
        return;
    }
    switch (m_kind) {
    case Body::Json: return jsonEnded();
    case Body::Refusal: return refusalEnded();
    case Body::Unknown:
    case Body::Events: break;
    }
    m_frames.noteReceived(m_head, m_body, m_raw, m_isCut ? QString(cutBodyNote) : QString());
    if (m_outgoing.wantsAnswer)
        fail(unexpectedAnswer(*m_link, m_head, m_body));
    else
        finish(); // accepted; the body does not matter
}

void McpHttpPost::jsonEnded()
{
    if (m_body.trimmed().isEmpty()) {
        m_frames.noteReceived(m_head, m_body, m_raw);
        m_outgoing.wantsAnswer ? fail(unexpectedAnswer(*m_link, m_head, {})) : finish();
        return;
    }
    McpIncoming incoming;
    incoming.bytes = m_body;
    incoming.channel = m_frames.channel;
    incoming.head = redactedHead(m_head.raw, m_link->settings.headers);
    incoming.raw = m_raw;
    incoming.origin = m_outgoing.ticket;
    m_link->inbox.push(std::move(incoming));
    m_link->inbox.afterwards([guard = QPointer(this)] {
        McpHttpPost *const self = guard.data();
        if (!self || self->m_over)
            return;
        if (self->m_answered || !self->m_outgoing.wantsAnswer)
            return self->finish();
        const QString what = looksLikeEvents(self->m_body)
            ? u"\"%1\" labelled an event stream as JSON; no message could be read."_s
            : u"\"%1\" answered the POST with JSON that does not answer its request."_s;
        Error error = unexpectedAnswer(*self->m_link, self->m_head, self->m_body);
        error.kind = ErrorKind::Protocol;
        error.message = what.arg(self->m_link->sourceName);
        if (self->m_isInitialize)
            error = advisingSetting(std::move(error), u"kind.openapi");
        self->fail(error);
    });
}

void McpHttpPost::refusalEnded()
{
    const Result<Json> json = parseJson(m_body);
    const JsonRpc::Message message = JsonRpc::classify(json.value_or(Json()));
    const bool isRpcError = json && message.error.member("code"_L1).isNumber()
        && (message.kind == JsonRpc::Kind::ConnectionError || message.kind == JsonRpc::Kind::Response);
    const bool blamesSession = m_head.status == 400 && isRpcError
        && message.error.member("message"_L1).toString().contains("session"_L1, Qt::CaseInsensitive);
    m_frames.noteReceived(m_head, m_body, m_raw, m_isCut ? QString(cutBodyNote) : QString());
    if (m_hadSession && (m_head.status == 404 || blamesSession)) {
        Error lost = unexpectedAnswer(*m_link, m_head, m_body);
        lost.code = sessionLostCode;
        lost.message = u"\"%1\" has forgotten the session (HTTP %2)."_s.arg(
            m_link->sourceName, QString::number(m_head.status));
        fail(lost);
        return;
    }
    if (isRpcError) {
        fail(withStatus(JsonRpc::outcomeOf(message, m_link->sourceName, m_outgoing.label).error()));
        return;
    }
    Error error = withStatus(unexpectedAnswer(*m_link, m_head, m_body));
    if (!m_outgoing.wantsAnswer)
        error.message += u" It was sent %1."_s.arg(m_outgoing.label);
    if (m_isInitialize && (m_head.status == 400 || m_head.status == 404 || m_head.status == 405))
        error.code = notStreamableCode;
    fail(error);
}

//! Returns \a error with the HTTP status in its details in the modern era, where the status helps to find the
//! era.
Error McpHttpPost::withStatus(Error error) const
{
    if (!m_outgoing.revision.isEmpty())
        error.details = withMember(error.details, u"httpStatus", Json::integer(m_head.status));
    return error;
}

void McpHttpPost::answered()
{
    m_answered = true;
    if (!m_stream)
        return;
    m_stream->rest();
    QTimer::singleShot(trailingEvents, this, [this] { finish(); });
}

void McpHttpPost::fail(const Error &error)
{
    if (std::exchange(m_over, true))
        return;
    const QPointer<McpHttpPost> alive(this); // a receiver may give up the call and delete this
    Q_EMIT failed(error);
    if (alive)
        Q_EMIT over();
}

void McpHttpPost::finish()
{
    if (std::exchange(m_over, true))
        return;
    Q_EMIT over();
}

} // namespace Workbench

#include "moc_mcphttppost.cpp"
