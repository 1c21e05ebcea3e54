// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/transport.h"

#include <QUrl>

namespace Workbench {

using MessageHeaders = QList<std::pair<QByteArray, QByteArray>>;

enum class EndedBy : quint8 { Us, Peer, Network };

//! How a channel ended, beside the Error of closed().
struct ChannelEnd {
    EndedBy by = EndedBy::Network;
    //! A WebSocket close code; 1005: closed in order without one; 1006: no close came at all, which is how a
    //! reset and a handshake that failed look.
    quint16 code = 1006;
    QString text{}; //!< what the side that closed said about it
};

//! Whole messages in both directions between two peers: a WebSocket, or a pair inside a test. Each received()
//! is one message; whether text or binary, its bytes are UTF-8. No message is lost: those that had arrived
//! are delivered before closed(), also while reading had paused (then they come once it goes on).
//! \source call-protocol.md 3.2, 3.4, 3.5
class MessageChannel : public Transport {
    Q_OBJECT
public:
    enum class State : quint8 { Connecting, Open, Closing, Closed };
    Q_ENUM(State)

    using Transport::Transport;

    virtual State state() const = 0;
    bool isOpen() const final { return state() == State::Open; }

    //! Bytes that send() took and the peer's side of the connection did not. send() itself refuses
    //! (ErrorKind::Limit) only beyond maxBytesWaiting(); a single larger message always goes when nothing
    //! waits. Who can wait does so from half of it on, until drained().
    virtual qint64 bytesWaiting() const = 0;
    virtual qint64 maxBytesWaiting() const = 0;
    bool wantsMore() const { return isOpen() && bytesWaiting() < maxBytesWaiting() / 2; }

    //! Starts the orderly end with a close code; closed() follows within ws.closeWait. What was sent before
    //! still goes out first.
    virtual void closeWith(quint16 code, const QString &text) = 0;
    void close() final { closeWith(1000, {}); }
    //! Ends at once, without a word to the peer; closed() follows from the event loop.
    virtual void abort() = 0;

    //! Valid from the moment closed() is emitted.
    virtual ChannelEnd end() const = 0;
    virtual QString peer() const = 0; //!< "127.0.0.1:4711", for people
    //! The address asked for; on the server's side with path and query as the client wrote them.
    virtual QUrl url() const = 0;
    //! What the other side said in the handshake: the request's headers at the server, the answer's at the
    //! client. Empty before opened().
    virtual MessageHeaders peerHeaders() const = 0;

Q_SIGNALS:
    //! wantsMore() has become true again.
    void drained();
};

} // namespace Workbench
