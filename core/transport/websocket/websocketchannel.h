// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"
#include "core/transport/websocket/messagechannel.h"
#include "core/transport/websocket/qtsocketparts.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTcpSocket>
#include <QTimer>

#include <deque>

namespace Workbench {

enum class WebSocketRole : quint8 { Client, Server };
enum class EndedBy : quint8 { Us, Peer, Network };

//! How a WebSocket ended, in addition to the error of closed().
struct WebSocketEnd {
    EndedBy by = EndedBy::Network;
    quint16 code = 1006; //!< the close code; 1006: there was no close frame, for example after a reset
    QString text{}; //!< the reason given by the side that closed
};

//! A WebSocket of the client or of the server. All messages of the peer are delivered in order and before
//! closed(). If reading is paused when the peer ends, closed() waits until reading continues. After close(),
//! no message is delivered any more.
//!
//! The channel adds to QWebSocket: Messages are queued and delivered from the event loop, so that a listener
//! may do anything, and a slow listener puts back-pressure on the peer. Fragments are counted. Pongs and the
//! answer to a close have deadlines. An end without a close frame differs from a clean one. The README in
//! this folder lists where Qt differs from RFC 6455.
//!
//! While reading pauses, pings of the peer are not answered, so a long pause can make the peer end the
//! connection. \source RFC 6455 sections 5, 7; core/RULES.md
class WebSocketChannel : public MessageChannel {
    Q_OBJECT
public:
    ~WebSocketChannel() override; //!< Closes with the code 1001 if the channel is open.

    void open() override { }
    bool isOpen() const override { return m_state == State::Open; }
    Result<void> send(const QByteArray &message) override;
    qint64 bytesToWrite() const override; //!< Includes bytes in the buffers of TLS and of a proxy.
    void setReading(bool reading) override;
    void close() override { closeWith(CloseCode::normal, {}); }
    //! Closes the channel after the messages sent before; closed() follows within ws.closeWait.
    void closeWith(int code, const QString &reason) override;
    //! Ends the connection at once, without a close frame; closed() follows.
    void abort();

    const WebSocketEnd &end() const { return m_ending; } //!< valid when closed() is emitted
    QString peer() const { return m_peer; } //!< "127.0.0.1:4711"
    QUrl url() const { return m_url; } //!< at the server with path and query of the client's request
    //! Returns the headers that the peer sent in the handshake: of the answer at the client, of the request
    //! at the server.
    const HttpHeaders &peerHeaders() const { return m_peerHeaders; }

protected:
    enum class State : quint8 { Connecting, Open, Closing, Closed };
    WebSocketChannel(WebSocketRole role, QString subject, const Limits &limits);

    //! Takes over \a webSocket after the handshake, and connects to its signals.
    void takeOver(WebSocketPtr webSocket);
    //! Ends a channel that was not opened; closed() follows from the event loop.
    void endBeforeOpen(WebSocketEnd ending, Error error)
    {
        setEnd(std::move(ending), std::move(error), false);
    }
    //! Returns \a error with a whole sentence as its message: 'Server "files"', the predicate, and advice.
    Error sentence(Error error) const;
    State state() const { return m_state; }
    const Limits &limits() const { return m_limits; }
    void describeHandshake(const QUrl &url, const HttpHeaders &peerHeaders);

    void start(); //!< Lets signals be emitted, from the next turn of the event loop on.

    //! Gives up connecting without emitting a signal.
    virtual void stopConnecting() { }

private Q_SLOTS:
    void closedByPeer();
    void refusedByQt();

private:
    struct Message {
        QByteArray bytes;
        bool isBinary = false;
    };
    void pump();
    bool deliverWaiting(const QElapsedTimer &since);
    void countFrame(qint64 bytes, bool isLast);
    void take(QByteArray message, bool isBinary);
    void fault(int closeCode, const Error &error);
    void exceeded(QLatin1StringView key, const QString &what, qint64 limit);
    void keepSecondEnd();
    void stopListening();
    void hasRead();
    void hasWritten();
    void updateReading();
    void socketFailed(QAbstractSocket::SocketError error);
    void peerGone();
    void endOfStream();
    void setEnd(WebSocketEnd ending, Error error, bool hasFrame);
    void endAsWeAsked(const QString &detail = {});
    void finish();
    void flush();
    void tellWritten();
    void pingDue();
    //! Returns whether the peer sends pings and does not read Qt's answers.
    bool hasPongsToRead() const { return m_pongBytes > m_limits.queueOutBytes; }
    bool isClient() const { return m_role == WebSocketRole::Client; }
    qint64 messageBytes() const { return isClient() ? m_limits.wsMessageBytes : m_limits.hubMessageBytes; }
    QLatin1StringView messageKey() const
    {
        return QLatin1StringView(isClient() ? "ws.messageBytes" : "hub.messageBytes");
    }

    WebSocketRole m_role;
    QString m_subject;
    Limits m_limits;
    State m_state = State::Connecting;
    QString m_peer;
    QUrl m_url;
    HttpHeaders m_peerHeaders;

    WebSocketPtr m_webSocket;
    QPointer<QTcpSocket> m_socket; //!< the socket of m_webSocket
    QList<QPointer<QTcpSocket>> m_writing; //!< m_socket and the sockets below it
    FileDescriptor m_spare; //!< a second descriptor of the connection, until the end is known
    std::unique_ptr<QTcpSocket> m_secondEnd; //!< reads from m_spare after Qt has closed its own descriptor
    std::deque<Message> m_waiting; //!< not delivered yet
    qint64 m_waitingBytes = 0;
    qint64 m_fragments = 0; //!< frames of the message that has begun
    qint64 m_fragmentBytes = 0; //!< bytes in these frames
    qint64 m_knownOut = 0; //!< bytesToWrite() without pongs that Qt has added since
    qint64 m_pongBytes = 0;
    QElapsedTimer m_outSince; //!< the time that queued frames have waited for others of the same turn
    bool m_isFlushDue = false;
    bool m_isWrittenDue = false;
    bool m_isStarted = false;
    bool m_isOpenDue = false; //!< opened() must be emitted
    bool m_isReading = true;
    bool m_isSocketRead = true;
    bool m_isPeerGone = false;
    bool m_isGoneInMessage = false;
    bool m_brokeTls = false;
    bool m_isClosingByUs = false;
    std::optional<Error> m_error; //!< the end, emitted when everything before it is delivered
    WebSocketEnd m_ending;
    bool m_saysClose = false; //!< a close frame is being sent, so the socket closes in order
    QTimer m_pump;
    QTimer m_pingTimer;
    QTimer m_pongDeadline;
    QTimer m_closeDeadline;
};

} // namespace Workbench
