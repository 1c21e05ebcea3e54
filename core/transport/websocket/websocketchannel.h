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

//! How a WebSocket ended, beside the Error of closed().
struct WebSocketEnd {
    EndedBy by = EndedBy::Network;
    quint16 code = 1006; //!< no close frame at all, which is how a reset looks
    QString text{}; //!< of the side that closed
};

//! An open WebSocket, of either side. What the peer sent is delivered in order and before closed(), also
//! while reading had paused: then closed() waits until it goes on. After a close of ours nothing is.
//!
//! A QWebSocket with what it lacks: messages wait here for their turn, so that a listener may do what it
//! likes and a slow one makes the peer wait; fragments are counted; there are deadlines for pongs and for the
//! answer to a close; an end without a close frame is told from a clean one. What Qt does otherwise than RFC
//! 6455 is the table of the README beside this.
//!
//! While reading pauses, pings of the peer are not answered, so a pause longer than its patience ends the
//! connection. \source RFC 6455 sections 5, 7; core/RULES.md
class WebSocketChannel : public MessageChannel {
    Q_OBJECT
public:
    ~WebSocketChannel() override; //!< says 1001 when it was open

    void open() override { }
    bool isOpen() const override { return m_state == State::Open; }
    Result<void> send(const QByteArray &message) override;
    qint64 bytesToWrite() const override; //!< also what TLS and a proxy have taken already
    void setReading(bool reading) override;
    void close() override { closeWith(CloseCode::normal, {}); }
    //! closed() follows within ws.closeWait. What was sent before goes out first.
    void closeWith(int code, const QString &reason) override;
    //! Ends without a word to the peer, as a lost network does.
    void abort();

    const WebSocketEnd &end() const { return m_ending; } //!< when closed() is emitted
    QString peer() const { return m_peer; } //!< "127.0.0.1:4711"
    QUrl url() const { return m_url; } //!< at the server with the path and query that the client asked for
    //! What the other side said in the handshake: the answer at the client, the request at the server.
    const HttpHeaders &peerHeaders() const { return m_peerHeaders; }

protected:
    enum class State : quint8 { Connecting, Open, Closing, Closed };
    WebSocketChannel(WebSocketRole role, QString subject, const Limits &limits);

    //! The handshake is done; from now on what \a webSocket says is heard.
    void takeOver(WebSocketPtr webSocket);
    void endBeforeOpen(WebSocketEnd ending, Error error); //!< closed() follows from the event loop
    //! "Server "files" " and a predicate, with what to do about it.
    Error sentence(Error error) const;
    State state() const { return m_state; }
    const Limits &limits() const { return m_limits; }
    void describeHandshake(const QUrl &url, const HttpHeaders &peerHeaders);

    void start(); //!< signals begin with the next turn of the event loop

    //! Gives up connecting; nothing is said of it any more.
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
    //! The peer pings and does not read Qt's answers.
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
    QPointer<QTcpSocket> m_socket; //!< below it
    QList<QPointer<QTcpSocket>> m_writing; //!< it, and those below
    FileDescriptor m_spare; //!< a second descriptor of the connection, which closing closes too
    std::unique_ptr<QTcpSocket> m_secondEnd; //!< reads on it after Qt's own was closed
    std::deque<Message> m_waiting; //!< not delivered yet
    qint64 m_waitingBytes = 0;
    qint64 m_fragments = 0; //!< of the message that has begun
    qint64 m_fragmentBytes = 0; //!< in them
    qint64 m_knownOut = 0; //!< bytesToWrite() but for pongs that Qt has added since
    qint64 m_pongBytes = 0;
    QElapsedTimer m_outSince; //!< since when what was sent last may wait for more of the same turn
    bool m_isFlushDue = false;
    bool m_isWrittenDue = false;
    bool m_isStarted = false;
    bool m_isOpenDue = false; //!< opened() is to be said
    bool m_isReading = true;
    bool m_isSocketRead = true;
    bool m_isPeerGone = false;
    bool m_isGoneInMessage = false;
    bool m_brokeTls = false;
    bool m_isClosingByUs = false;
    std::optional<Error> m_error; //!< the end is known, and told when all before it is delivered
    WebSocketEnd m_ending;
    bool m_saysClose = false; //!< a close frame is on its way, so the socket ends in order
    QTimer m_pump;
    QTimer m_pingTimer;
    QTimer m_pongDeadline;
    QTimer m_closeDeadline;
};

} // namespace Workbench
