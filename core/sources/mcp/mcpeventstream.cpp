// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpeventstream.h"

#include "core/base/visibletext.h"
#include "core/transport/http/responsecheck.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype keptFirstBytes = 1024; // of an answer, for the detail of an error

} // namespace

McpEventStream::McpEventStream(McpHttpLink *link, quint64 origin)
    : m_link(link)
    , m_origin(origin)
    , m_parser(link->limits)
    , m_reconnection(link->limits, Reconnection::Patience::Limited)
{
    connect(&m_reconnection, &Reconnection::due, this, &McpEventStream::connectByGet);
    connect(&m_link->inbox, &McpInbox::congested, this, [this](bool full) {
        if (m_reply)
            m_reply->setReading(!full);
    });
}

void McpEventStream::awaitEndpoint()
{
    m_takesEndpoint = true;
    m_resting = true;
}

void McpEventStream::adopt(std::unique_ptr<HttpReply> reply, const HttpFrames &frames)
{
    m_frames = frames;
    listen(std::move(reply));
}

void McpEventStream::connectByGet()
{
    m_frames = m_link->nextFrames("GET"_L1, m_frames.exchangeId);
    std::unique_ptr<HttpReply> reply = m_link->send(m_link->getStream(m_lastEventId), m_frames,
        m_lastEventId.isEmpty() ? u"open stream"_s : u"resume stream"_s);
    connect(reply.get(), &HttpReply::headReceived, this, &McpEventStream::headOfGet);
    listen(std::move(reply));
}

void McpEventStream::listen(std::unique_ptr<HttpReply> reply)
{
    m_parser = SseParser(m_link->limits);
    m_firstBytes.clear();
    m_refusal.reset();
    m_sawEvent = false;
    m_otherType.clear();
    m_reply = std::move(reply);
    connect(m_reply.get(), &HttpReply::bodyReceived, this, &McpEventStream::read);
    connect(m_reply.get(), &HttpReply::finished, this, &McpEventStream::connectionEnded);
}

void McpEventStream::headOfGet(const HttpResponseHead &head)
{
    m_frames.noteReceived(head);
    if (head.status == 200 && head.mediaType() == "text/event-stream") {
        m_wasOpen = true;
        Q_EMIT connected(head);
    } else {
        m_refusal = head;
    }
}

void McpEventStream::read(const QByteArray &chunk)
{
    // One byte more than an error keeps shows that its body was cut.
    const qsizetype most = m_refusal ? m_link->limits.httpErrorBodyBytes + 1 : keptFirstBytes;
    if (m_firstBytes.size() < most)
        m_firstBytes += chunk.first(std::min(chunk.size(), most - m_firstBytes.size()));
    if (m_refusal)
        return;
    const Result<QList<SseEvent>> events = m_parser.feed(chunk);
    if (!events) {
        letGo(m_reply, this);
        Q_EMIT ended(fromServer(events.error(), m_link->sourceName));
        return;
    }
    // The receiver of a message may delete this stream, or drop its connection.
    const QPointer<McpEventStream> alive(this);
    for (const SseEvent &event : *events) {
        if (event.retryMs)
            m_retryMs = event.retryMs;
        const QByteArray id = event.lastEventId.toUtf8();
        const bool isNewId = !id.isEmpty() && id != m_lastEventId; // a new connection starts without one
        if (isNewId || (event.hasData && !event.data.isEmpty())) {
            m_sawEvent = true;
            m_reconnection.stop(); // forgets the failed tries
        }
        if (isNewId)
            m_lastEventId = id;
        if (!event.hasData || event.data.isEmpty()) {
            // An empty event with an id only begins a stream, so that it can be resumed.
            const bool isNoise = event.hasData && !event.hasId;
            m_frames.noteEvent({}, event.raw, isNoise ? u"noise"_s : u"event without data"_s,
                isNoise ? u"an event without data was ignored"_s : QString());
            continue;
        }
        if (m_takesEndpoint && event.type == "endpoint"_L1) {
            m_hasEndpoint = true;
            Q_EMIT endpointNamed(event.data);
            if (!alive || !m_reply)
                return;
            continue;
        }
        if (!event.type.isEmpty() && event.type != "message"_L1) {
            const QString type = visibleText(event.type, false, 60);
            if (event.data.contains("\"jsonrpc\"")) // and not a "ping" that keeps the connection alive
                m_otherType = type;
            m_frames.noteEvent(event.data, event.raw, type, u"an event of another kind, ignored"_s);
            continue;
        }
        McpIncoming incoming;
        incoming.bytes = event.data;
        incoming.raw = event.raw;
        incoming.channel = m_frames.channel;
        if (event.hasReplacedBytes)
            incoming.remarks.append(
                {QString(), u"The event was not valid UTF-8; U+FFFD replaces each invalid byte."_s});
        incoming.origin = m_origin;
        m_link->inbox.push(std::move(incoming));
        if (!alive || !m_reply)
            return;
    }
}

void McpEventStream::connectionEnded(bool complete, const Error &error)
{
    const QByteArray raw = m_reply->rawBody();
    letGo(m_reply, this);
    if (m_refusal) {
        const HttpResponseHead head = *m_refusal;
        m_link->noteBody(m_frames, m_firstBytes, raw, complete ? QString() : error.message);
        Error refusal = unexpectedAnswer(*m_link, head, m_firstBytes);
        const bool mayPass = head.status == 429 || head.status >= 500;
        if (mayPass && (m_wasOpen || !m_lastEventId.isEmpty())) { // a try of its own
            retryOrEnd(refusal);
            return;
        }
        const bool isNotOffered = head.status == 404 || head.status == 405 || head.status == 406;
        if (m_origin != 0 && isNotOffered) { // the POST was accepted, so the address is right
            refusal.message =
                u"\"%1\" ended its event stream without a response and refused to resume it (HTTP %2)."_s.arg(
                    m_link->sourceName, QString::number(head.status));
        }
        Q_EMIT refused(head.status, refusal);
        return;
    }
    if (!m_takesEndpoint || m_hasEndpoint) // otherwise the rest may name the session
        m_frames.noteEndOfStream(m_parser.pendingRaw(), m_parser.pendingBytes() > 0);
    Error why = error;
    if (complete) {
        const bool isJson = !m_sawEvent && m_firstBytes.trimmed().startsWith('{');
        const qsizetype unused = m_parser.pendingBytes();
        const QString where =
            unused > 0 ? u", in the middle of an event (%1 bytes were not used)"_s.arg(unused) : QString();
        why = {isJson ? ErrorKind::Protocol : ErrorKind::Closed, QString(streamEndedCode),
            isJson ? QString(u"\"%1\" labelled JSON as an event stream; no message could be read."_s.arg(
                         m_link->sourceName))
                   : QString(u"The event stream of \"%1\" ended without a response%2."_s.arg(
                         m_link->sourceName, where)),
            QString::fromUtf8(m_firstBytes), {}};
        if (m_origin != 0 && !m_otherType.isEmpty()) {
            why.kind = ErrorKind::Protocol;
            why.message += u" It sent an event of the type \"%1\", expected \"message\"."_s.arg(m_otherType);
        }
    }
    // The received events are delivered first, because they may hold the answer.
    m_link->inbox.afterwards([self = QPointer(this), why] {
        if (self)
            self->retryOrEnd(why);
    });
}

void McpEventStream::retryOrEnd(const Error &why)
{
    const bool isFinal = why.kind == ErrorKind::Limit || why.code == "http.redirect"_L1;
    const auto asked = m_retryMs.transform([](int wait) { return std::chrono::milliseconds(wait); });
    const auto wait = mayResume() && !isFinal ? m_reconnection.lost(asked) : std::nullopt;
    if (!wait) {
        Q_EMIT ended(why);
        return;
    }
    // A server may end its streams often and let clients come back (polling): it is not a fault.
    const QString what = m_origin == 0
        ? u"The stream of notifications ended; it is opened again in %1."_s
        : u"The answer to a request ended before its response; it is resumed in %1."_s;
    m_link->say(LogLine::Level::Info, what.arg(durationText(wait->count())));
}

} // namespace Workbench

#include "moc_mcpeventstream.cpp"
