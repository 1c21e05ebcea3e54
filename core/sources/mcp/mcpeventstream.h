// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcphttplink.h"
#include "core/transport/reconnection.h"
#include "core/transport/sse/sseparser.h"

namespace Workbench {

//! One event stream of Streamable HTTP: the answer to a POST, or the standing GET. It may use several
//! connections one after the other: when one ends, the stream waits and resumes by GET with Last-Event-ID.
//! Also the only stream of HTTP+SSE, see awaitEndpoint().
//! \source core/sources/mcp/README.md 4.2, 4.4; core/RULES.md R-27
class McpEventStream : public QObject {
    Q_OBJECT
public:
    //! \a origin is the ticket of the request that this stream answers; 0 for the standing stream.
    McpEventStream(McpHttpLink *link, quint64 origin);

    //! Continues with \a reply, the answer to a POST whose head was received already. Its frames are noted in
    //! \a frames.
    void adopt(std::unique_ptr<HttpReply> reply, const HttpFrames &frames);
    //! Opens the stream by GET, or resumes it with Last-Event-ID.
    void connectByGet();
    //! Stops resuming, because the answer was received. The stream still reads what arrives on this
    //! connection.
    void rest() { m_resting = true; }
    //! Makes this the stream of HTTP+SSE: events "endpoint" are reported by endpointNamed(), and the stream
    //! is never resumed.
    void awaitEndpoint();
    //! Drops the connection. Nothing more is read from it, and its end is not reported.
    void drop() { letGo(m_reply, this); }
    //! Returns where the frames of the present connection are noted.
    const HttpFrames &frames() const { return m_frames; }
    //! Returns HttpReply::unconnected() of the request; nothing while the stream has none.
    std::optional<Error> unconnected(QStringView key, std::chrono::milliseconds waited) const
    {
        return m_reply ? m_reply->unconnected(key, waited) : std::nullopt;
    }

Q_SIGNALS:
    //! Emitted when the connection ended and the stream is not resumed.
    void ended(const Workbench::Error &why);
    //! Emitted when the server answered the GET with something other than an event stream, and the stream is
    //! not tried again. After an answer 429 or 5xx, a stream that was open before is tried again.
    void refused(int status, const Workbench::Error &why);
    //! Emitted when the server answered the GET with an event stream.
    void connected(const Workbench::HttpResponseHead &head);
    //! Emitted with the data of an event "endpoint" after awaitEndpoint(). Such events are not noted here,
    //! because their data may name the session.
    void endpointNamed(const QByteArray &data);

private:
    void listen(std::unique_ptr<HttpReply> reply);
    void headOfGet(const HttpResponseHead &head);
    void read(const QByteArray &chunk);
    void connectionEnded(bool complete, const Error &error);
    void retryOrEnd(const Error &why);
    bool mayResume() const { return !m_resting && (m_origin == 0 || !m_lastEventId.isEmpty()); }

    McpHttpLink *m_link;
    quint64 m_origin;
    HttpFrames m_frames; // of this connection
    std::unique_ptr<HttpReply> m_reply;
    SseParser m_parser;
    QByteArray m_lastEventId;
    QByteArray m_firstBytes; // of this connection, for the error if it was not an event stream
    QString m_otherType; // of the last event that was ignored
    std::optional<HttpResponseHead> m_refusal;
    std::optional<int> m_retryMs;
    Reconnection m_reconnection; // counts the connections since the last event
    bool m_sawEvent = false; // on this connection
    bool m_wasOpen = false; // by a GET, on any connection
    bool m_resting = false;
    bool m_takesEndpoint = false; // the stream is that of HTTP+SSE
    bool m_hasEndpoint = false;
};

} // namespace Workbench
