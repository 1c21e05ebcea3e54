// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QByteArrayList>

namespace Workbench {

//! 16 random bytes in base64. \source RFC 6455 section 4.1
QByteArray newWebSocketKey();
//! What a server proves with that it speaks WebSocket. \source RFC 6455 section 4.2.2
QByteArray webSocketAccept(const QByteArray &key);

//! Why \a answer opens no WebSocket; nothing when it does. A redirect, 401 and every other status have a text
//! of their own. The message is a predicate without a subject. \a body are the first bytes of its body, if
//! any. \source RFC 6455 section 4.1; reliability.md R-40
std::optional<Error> refusedUpgrade(const HttpResponseHead &answer, const QByteArray &key,
    const QByteArrayList &subprotocols, const QByteArray &body, const Limits &limits);

//! What a client asked a server of ours.
struct UpgradeRequest {
    QByteArray method;
    QByteArray target; //!< path and query as written
    HttpHeaders headers;

    QByteArray path() const;
    QByteArray header(QByteArrayView name) const; //!< ignoring case; repeats joined with ", "
    //! Of "Authorization: Bearer …", else of "?token=…", which browsers need. \source call-protocol.md 3.5
    QByteArray bearerToken() const;
};

//! \a head ends with the empty line. Nothing when it is no HTTP/1.1 request.
std::optional<UpgradeRequest> upgradeRequestFrom(const QByteArray &head);

//! An answer of a server of ours: 101 opens the WebSocket.
struct UpgradeAnswer {
    int status = 101;
    QByteArray reason = "Switching Protocols";
    HttpHeaders headers{};
    QByteArray body{}; //!< a line of text for a person; of a refusal
};

//! 101 with what it takes, or why not: 400, 405, 426. \source RFC 6455 section 4.2
UpgradeAnswer answerTo(const UpgradeRequest &request, const QByteArrayList &subprotocols);
QByteArray answerBytes(const UpgradeAnswer &answer);

} // namespace Workbench
