// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"
#include "core/transport/websocket/messagechannel.h"
#include "core/transport/websocket/websocketframes.h"

#include <QElapsedTimer>
#include <QTimer>

#include <deque>

class QTcpSocket;

namespace Workbench {

class ResetWatch;

enum class EndedBy : quint8 { Us, Peer, Network };

//! How a WebSocket ended, beside the Error of closed().
struct WebSocketEnd {
    EndedBy by = EndedBy::Network;
    //! 1005: a close frame without a code; 1006: no close frame at all, which is how a reset looks.
    quint16 code = 1006;
    QString text{}; //!< of the side that closed
};

//! An open WebSocket, of either side. What the peer sent is delivered in order and before closed(), also
//! while reading had paused: then closed() waits until it goes on. After a close of ours nothing is.
//!
//! Our own framing over QTcpSocket, because Qt's QWebSocket 6.8.2 falls short in ways that cannot be worked
//! around from outside. Measured against a raw server; rows of tst_websocketframes and tst_websocket name
//! them:
//! - it has no pause of reading, so nothing makes a fast hub wait (call-protocol.md 2.3; R-55);
//! - text whose frames end inside a character is refused with 1007, which RFC 6455 section 5.6 allows;
//! - masked frames of a server and an extension nobody offered are accepted;
//! - fragments are not counted: 1,000,000 empty ones are one message;
//! - no deadline for the handshake, for pongs, or for the answer to a close: it ends with the socket;
//! - a reset, also in the middle of a frame, and a refused handshake end with code 1000;
//! - a subprotocol nobody asked for is an error without an end, and the socket stays connecting;
//! - a redirect or 401 has no text of its own, and no header of the answer can be read;
//! - the server side cannot refuse a handshake by its headers, so a token is seen too late (3.5);
//! - messages arrive as UTF-16, twice the memory of what our JSON parser then wants as UTF-8.
//!
//! It did well on: accept key, reserved bits and opcodes, control frames, close codes, invalid UTF-8, lengths
//! of 2^40 and with the highest bit, 80 MiB in one frame and in many.
//!
//! What remains here: no extension is offered, so nothing is compressed; while reading pauses, pings of the
//! peer are not answered, so a pause longer than its patience ends the connection.
//! \source RFC 6455; reliability.md
class WebSocketChannel : public MessageChannel {
    Q_OBJECT
public:
    ~WebSocketChannel() override; //!< says 1001 when it was open

    void open() override { }
    bool isOpen() const override { return m_state == State::Open; }
    Result<void> send(const QByteArray &message) override;
    qint64 bytesToWrite() const override;
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
    QByteArray subprotocol() const { return m_subprotocol; } //!< agreed on; empty: none

protected:
    enum class State : quint8 { Connecting, Open, Closing, Closed };
    WebSocketChannel(WebSocketRole role, QString subject, const Limits &limits);

    //! The handshake is done. \a early are bytes that came with it.
    void takeOver(std::unique_ptr<QTcpSocket> socket, const QByteArray &early);
    void endBeforeOpen(WebSocketEnd ending, Error error); //!< closed() follows from the event loop
    //! "Server "files" " and a predicate, with what to do about it.
    Error sentence(Error error) const;
    State state() const { return m_state; }
    const Limits &limits() const { return m_limits; }
    void describeHandshake(const QUrl &url, const HttpHeaders &peerHeaders, const QByteArray &subprotocol);

    void start(); //!< signals begin with the next turn of the event loop

private:
    void pump();
    bool deliverWaiting(const QElapsedTimer &since);
    qsizetype readSlice();
    void take(const WebSocketEvent &event);
    void takePing(const QByteArray &payload);
    void takeClose(const WebSocketEvent &event);
    void fault(const WebSocketFault &fault);
    void peerGone();
    void endOfStream();
    void setEnd(WebSocketEnd ending, Error error, bool hasFrame);
    void finish();
    void sendFrame(WebSocketOpcode opcode, const QByteArray &payload);
    void flush();
    void flushSoon();
    void tellWritten();
    void pingDue();
    void heard();

    WebSocketRole m_role;
    QString m_subject;
    Limits m_limits;
    State m_state = State::Connecting;
    QString m_peer;
    QUrl m_url;
    HttpHeaders m_peerHeaders;
    QByteArray m_subprotocol;

    std::unique_ptr<QTcpSocket> m_socket;
    std::unique_ptr<ResetWatch> m_resetWatch;
    WebSocketParser m_parser;
    QByteArray m_slice; //!< read last
    QByteArray m_early;
    std::vector<WebSocketEvent> m_parsed;
    std::deque<WebSocketEvent> m_waiting; //!< messages not delivered yet
    QByteArray m_out; //!< frames on their way to the socket
    std::optional<QByteArray> m_latePong; //!< to the newest ping, while the peer does not read
    QElapsedTimer m_outSince; //!< since when the first of them waits
    bool m_isFlushDue = false;
    bool m_isWrittenDue = false;
    bool m_isReading = true;
    bool m_isPeerGone = false;
    bool m_isClosingByUs = false;
    QString m_socketError;
    std::optional<Error> m_error; //!< the end is known, and told when all before it is delivered
    WebSocketEnd m_ending;
    bool m_saysClose = false; //!< a close frame is on its way, so the socket ends in order
    QTimer m_pump;
    QTimer m_pingTimer;
    QTimer m_pongDeadline;
    QTimer m_closeDeadline;
};

} // namespace Workbench
