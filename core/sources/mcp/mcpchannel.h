// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/task.h"
#include "core/exchange/exchangelog.h"
#include "core/json/jsonparser.h"

#include <QObject>
#include <QUrl>

namespace Workbench {

//! One message on its way out.
struct McpOutgoing {
    Json message;
    quint64 ticket = 0; //!< names it in delivered() and sendFailed(); of a request it is its id
    bool wantsAnswer = false; //!< a request
    QString label; //!< the method, or "answer to METHOD"
    QString exchangeId; //!< of the call it belongs to; empty: none
    //! Of a message without an answer: how long HTTP may take to accept it; none: limits.request.timeout.
    std::optional<std::chrono::milliseconds> acceptedWithin{};
    QString revision{}; //!< of the modern era, where each message stands alone; empty: the legacy era
    //! Over HTTP, in the modern era: goes with the message, beside the headers of every message.
    QList<std::pair<QByteArray, QByteArray>> headers{};
    bool isLongLived = false; //!< its answer is a stream that may be silent for any time
};

//! One frame as it came in, parsed.
struct McpIncoming {
    Json message;
    QList<JsonRemark> remarks{}; //!< what was odd about the text of the message
    QByteArray bytes;
    QString channel; //!< as in Frame::channel
    QByteArray head{}; //!< as in Frame::head
    QByteArray coded{}; //!< as in Frame::coded
    quint64 origin = 0; //!< ticket of the request whose HTTP answer it came in; 0: none
};

//! Carries JSON messages to and from an MCP server; knows framing, not methods. GUI thread.
//! It notes what it sends; what it receives is noted by whoever knows what the message answers.
class McpChannel : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    //! Settles once: open, or why not. closed() is emitted in the second case as well.
    virtual QFuture<Result<void>> open() = 0;
    //! delivered() or sendFailed() follows, possibly from inside this call.
    virtual void send(const McpOutgoing &outgoing) = 0;
    //! Nobody waits for this request's answer any more, and the peer has been told.
    virtual void forget(quint64 ticket) { Q_UNUSED(ticket) }
    //! The server answered initialize; \a revision is what it chose.
    virtual void agreed(const QString &revision) { Q_UNUSED(revision) }
    //! The handshake is done.
    virtual void established() { }
    //! The newest of what the peer said beside the protocol (lines of stderr), for an error's detail.
    virtual QString sideNotes() const { return {}; }
    //! What came of a message that has no end yet.
    virtual QByteArray unfinished() const { return {}; }
    //! Starts the orderly end; closed() follows in bounded time.
    virtual void close() = 0;

    virtual QString transportName() const { return {}; } //!< for a person: "stdio"
    virtual QString sessionId() const { return {}; } //!< that the server gave; empty: none

    //! Returns whether messages go over HTTP. There, in the modern era, forget() is what tells the peer.
    virtual bool isHttp() const { return false; }

    //! What sending \a outgoing would look like on the wire. HTTP fills in method, url, headers and body.
    struct Wire {
        QByteArray method;
        QUrl url;
        QList<std::pair<QByteArray, QByteArray>> headers; //!< secrets replaced
    };
    virtual Wire wireFor(const McpOutgoing &outgoing) const
    {
        Q_UNUSED(outgoing)
        return {};
    }

Q_SIGNALS:
    void received(const Workbench::McpIncoming &incoming);
    void delivered(quint64 ticket);
    //! The message was not accepted, or no answer can come any more.
    void sendFailed(quint64 ticket, const Workbench::Error &error);
    //! A message that a limit of ours kept from being read. \a origin is as in McpIncoming.
    void unreadable(quint64 origin, const Workbench::Error &error);
    //! Bytes that are no message: already noted in the exchange log.
    void noise(const QByteArray &bytes);
    void logged(const Workbench::LogLine &line);
    //! As McpSignIn::waiting() and waited().
    void signInWaiting(quint64 ticket);
    void signInWaited(quint64 ticket);
    //! A part is missing; empty: whole again.
    void degraded(const QString &why);
    void closed(const Workbench::Error &reason);
};

//! For open() when there is nothing to wait for.
QFuture<Result<void>> settledAlready(const Result<void> &outcome);

//! Code of an Error: the server answered 404 to our session id (it forgot the session).
inline constexpr QLatin1StringView sessionLostCode{"mcp.session-lost"};
//! Code of an Error: a POST of initialize was refused in the way that servers of the old HTTP+SSE transport
//! do.
inline constexpr QLatin1StringView notStreamableCode{"mcp.not-streamable"};

} // namespace Workbench
