// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/transport/http/acceptedcertificate.h"
#include "core/transport/transport.h"

#include <QUrl>

#include <functional>
#include <memory>

namespace Workbench {

//! How a channel of messages ends. \source core/hub/README.md 3.5
namespace CloseCode {
inline constexpr int normal = 1000;
inline constexpr int goingAway = 1001;
inline constexpr int protocolError = 1002;
inline constexpr int invalidData = 1007; //!< sixteen malformed messages in a row
inline constexpr int policy = 1008;
inline constexpr int tooBig = 1009;
inline constexpr int tryAgainLater = 1013; //!< "backpressure"
} // namespace CloseCode

//! A transport whose frames are whole text messages: one WebSocket, of either side. What the server accepted
//! is open from the start, and open() does nothing then.
//!
//! send() queues one text message and refuses with ErrorKind::Limit beyond the bound its maker gave it. Of a
//! peer's close frame, closed() carries code and reason in Error::details: {"closeCode": 1013, "closeReason":
//! "backpressure"}; a connection that ended without one has none.
class MessageChannel : public Transport {
    Q_OBJECT
public:
    using Transport::Transport;

    //! Bytes that were sent and have not left this process yet.
    virtual qint64 bytesToWrite() const = 0;
    //! Ends it with a close frame; closed() follows in bounded time. close() is closeWith(normal, {}).
    virtual void closeWith(int code, const QString &reason) = 0;

Q_SIGNALS:
    //! bytesToWrite() has become smaller.
    void bytesWritten();
};

//! Where a client's channel leads.
struct MessageEndpoint {
    QString sourceName; //!< for messages
    QUrl url; //!< ws or wss
    QList<std::pair<QByteArray, QByteArray>> headers; //!< of the upgrade; may hold a credential
    Limits limits{};
    QList<AcceptedCertificate> acceptedCertificates{}; //!< of wss, beside those that the system trusts
};
//! Makes a channel that is not open yet.
using MessageChannelMaker = std::function<std::unique_ptr<MessageChannel>(const MessageEndpoint &endpoint)>;

} // namespace Workbench
