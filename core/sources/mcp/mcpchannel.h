// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/task.h"
#include "core/exchange/exchangelog.h"
#include "core/json/jsonparser.h"

#include <QObject>
#include <QUrl>

namespace Workbench {

//! A message to send.
struct McpOutgoing {
    Json message;
    quint64 ticket = 0; //!< identifies the message in delivered() and sendFailed(); a request has its id here
    bool wantsAnswer = false; //!< the message is a request
    QString label; //!< the method, or "answer to METHOD"
    QString exchangeId; //!< the call that the message belongs to; empty: none
    //! How long an HTTP server may take to accept a message without an answer; nothing:
    //! limits.request.timeout.
    std::optional<std::chrono::milliseconds> acceptedWithin{};
    QString revision{}; //!< the revision of the modern era; empty: the legacy era
    //! Headers for this message in addition to those of every message; only over HTTP in the modern era.
    QList<std::pair<QByteArray, QByteArray>> headers{};
    bool isLongLived = false; //!< the answer is a stream that may be silent for any time
};

//! A received frame, parsed.
struct McpIncoming {
    Json message;
    QList<JsonRemark> remarks{}; //!< oddities in the JSON text of the message
    QByteArray bytes;
    QString channel; //!< value for Frame::channel
    QByteArray head{}; //!< value for Frame::head
    QByteArray raw{}; //!< value for Frame::raw
    quint64 origin = 0; //!< ticket of the request whose HTTP answer held the frame; 0: none
};

//! Returns the messages in \a batch, whose message is an array, each with the remarks on its own text.
QList<McpIncoming> messagesOf(const McpIncoming &batch);

//! Carries JSON messages to and from an MCP server; knows framing, not methods. GUI thread.
//! A channel notes the messages that it sends. McpConnection notes the received ones, because only it knows
//! which request they answer.
class McpChannel : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    ~McpChannel() override; //!< Settles the future of open() with ErrorKind::Cancelled.

    //! Opens the channel. The future settles once, with an error if the channel did not open; closed() is
    //! emitted in that case too.
    virtual QFuture<Result<void>> open() = 0;
    //! Sends a message. delivered() or sendFailed() follows, possibly from inside this call.
    virtual void send(const McpOutgoing &outgoing) = 0;
    //! Drops the request \a ticket: its answer is not needed any more, and the peer has been told. In the
    //! modern era over HTTP, this call tells the peer.
    virtual void forget([[maybe_unused]] quint64 ticket) { }
    //! Sets the \a revision that the server chose in its answer to initialize.
    virtual void agreed([[maybe_unused]] const QString &revision) { }
    //! Called when the handshake is done.
    virtual void established() { }
    //! Returns the newest lines that the peer wrote outside of the protocol (stderr), for an error's detail.
    virtual QString sideNotes() const { return {}; }
    //! Returns the bytes of a message whose end was not received yet.
    virtual QByteArray unfinished() const { return {}; }
    //! Returns the error for the deadline \a key, which passes now after \a waited, if the request \a ticket
    //! was not sent yet because no connection is usable; otherwise nothing.
    virtual std::optional<Error> unconnected([[maybe_unused]] quint64 ticket,
        [[maybe_unused]] QStringView key, [[maybe_unused]] std::chrono::milliseconds waited) const
    {
        return {};
    }
    //! Starts an orderly shutdown; closed() follows in bounded time.
    virtual void close() = 0;

    //! Returns the name of the transport for display, for example "stdio".
    virtual QString transportName() const { return {}; }
    //! Returns the session id that the server gave, or an empty string.
    virtual QString sessionId() const { return {}; }

    //! Returns whether messages go over HTTP.
    virtual bool isHttp() const { return false; }

    //! The HTTP request for a message. All members are empty for other transports.
    struct Wire {
        QByteArray method;
        QUrl url;
        QList<std::pair<QByteArray, QByteArray>> headers; //!< secrets replaced
        QStringList hidden{}; //!< names of the headers whose value is replaced, or "a part of the address"
        QByteArray address{}; //!< the exact bytes to show of the address; empty: \c url
    };
    //! Returns the HTTP request that would carry \a outgoing.
    virtual Wire wireFor([[maybe_unused]] const McpOutgoing &outgoing) const { return {}; }

Q_SIGNALS:
    void received(const Workbench::McpIncoming &incoming);
    //! Emitted when the message was written, or accepted by the HTTP server.
    void delivered(quint64 ticket);
    //! Emitted when the message was not accepted, or no answer can come any more.
    void sendFailed(quint64 ticket, const Workbench::Error &error);
    //! Emitted when a message exceeded a limit of ours and was not read. \a origin is the ticket of the
    //! request whose HTTP answer held the message; 0: none.
    void unreadable(quint64 origin, const Workbench::Error &error);
    //! Emitted for bytes that are not a message; \a why gives the reason if it is known. They are already
    //! noted in the exchange log. \a origin is the ticket of the request whose HTTP answer held the bytes; 0:
    //! none.
    void noise(const QByteArray &bytes, const QString &why = QString(), quint64 origin = 0);
    void logged(const Workbench::LogLine &line);
    //! Emitted when a request starts to wait for an access token (McpSignIn::waiting()).
    void signInWaiting(quint64 ticket);
    //! Emitted when the request \a ticket does not wait for an access token any more (McpSignIn::waited()).
    void signInWaited(quint64 ticket);
    //! Emitted when a part of the connection does not work. An empty \a why means that it works again.
    void degraded(const QString &why);
    void closed(const Workbench::Error &reason);

protected:
    //! Returns the future of open() for a channel that calls settleOpen() later.
    QFuture<Result<void>> beginOpening();
    bool isOpening() const { return m_opening.has_value(); }
    //! Settles the future of open() with \a outcome if it is not settled yet.
    void settleOpen(Result<void> outcome);

private:
    std::optional<QPromise<Result<void>>> m_opening;
};

//! Returns the error of a call or a connection that the caller cancelled.
Error cancelledHere();
//! Returns the error of a call that ended because its connection was closed here.
Error closedHere(const QString &sourceName);

//! Error code: the event stream that should answer a request ended without a response.
inline constexpr QLatin1StringView streamEndedCode{"mcp.stream-ended"};
//! Error code: the HTTP answer to a request is JSON that does not answer it.
inline constexpr QLatin1StringView noAnswerCode{"http.noAnswer"};
//! Error code: the server answered 404 to our session id, because it forgot the session.
inline constexpr QLatin1StringView sessionLostCode{"mcp.session-lost"};
//! Error code: the server refused a POST of initialize in the way that servers with the old HTTP+SSE
//! transport do.
inline constexpr QLatin1StringView notStreamableCode{"mcp.not-streamable"};

} // namespace Workbench
