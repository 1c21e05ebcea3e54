// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/transport/http/certificates.h"
#include "core/transport/transport.h"

#include <QUrl>

#include <functional>
#include <memory>

namespace Workbench {

//! Codes in the close frame of a WebSocket. \source core/hub/README.md 3.5
namespace CloseCode {
inline constexpr int normal = 1000;
inline constexpr int goingAway = 1001;
inline constexpr int protocolError = 1002;
inline constexpr int invalidData = 1007; //!< sixteen malformed messages in a row
inline constexpr int policy = 1008;
inline constexpr int tooBig = 1009;
inline constexpr int tryAgainLater = 1013; //!< "backpressure"
} // namespace CloseCode

//! A transport whose frames are whole text messages: one WebSocket, of the client or of the server. A channel
//! that a server accepted is open from the start, and its open() does nothing.
//!
//! send() queues one text message and fails with ErrorKind::Limit above the bound of the channel. closed()
//! carries code and reason of the peer's close frame in Error::details: {"closeCode": 1013, "closeReason":
//! "backpressure"}. Without a close frame there are no such details.
class MessageChannel : public Transport {
    Q_OBJECT
public:
    using Transport::Transport;

    //! Returns the number of bytes that were sent and have not left this process yet.
    virtual qint64 bytesToWrite() const = 0;
    //! Closes the channel with a close frame; closed() follows in bounded time. close() uses the code normal.
    virtual void closeWith(int code, const QString &reason) = 0;

Q_SIGNALS:
    //! Emitted when bytesToWrite() has become smaller.
    void bytesWritten();
};

//! The target of a client's channel.
struct MessageEndpoint {
    QString sourceName; //!< begins the text of every error
    QUrl url; //!< ws or wss
    //! Headers sent with the handshake, such as Authorization. Headers of the handshake itself are ignored.
    QList<std::pair<QByteArray, QByteArray>> headers{};
    QList<AcceptedCertificate> acceptedCertificates{}; //!< for wss, besides those that the system trusts
};
//! Creates a channel that is not open yet.
using MessageChannelMaker =
    std::function<std::unique_ptr<MessageChannel>(const MessageEndpoint &endpoint, const Limits &limits)>;

} // namespace Workbench
