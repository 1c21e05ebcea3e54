// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QByteArrayList>

namespace Workbench {

//! \a head ends with the empty line. Nothing when it is no answer of HTTP/1.1.
std::optional<HttpResponseHead> answerHeadFrom(const QByteArray &head);

//! Why \a answer opens no WebSocket. A redirect, 401 and every other status have a text of their own. The
//! message is a predicate without a subject. \a body are the first bytes of its body, if any. \source RFC
//! 6455 section 4.1; core/RULES.md R-40
Error refusedUpgrade(const HttpResponseHead &answer, const QByteArrayList &subprotocols,
    const QByteArray &body, const Limits &limits);
//! What Qt does not look at in a 101: an extension that was not offered.
std::optional<Error> unofferedExtension(const HttpResponseHead &answer);

//! What a client asked a server of ours.
struct UpgradeRequest {
    QByteArray method;
    QByteArray target; //!< path and query as written
    HttpHeaders headers;

    QByteArray path() const;
    QByteArray header(QByteArrayView name) const; //!< ignoring case; repeats joined with ", "
    //! Of "Authorization: Bearer …", else of "?token=…", which browsers need. \source core/hub/README.md 3.5
    QByteArray bearerToken() const;
};

//! \a head ends with the empty line. Nothing when it is no HTTP/1.1 request.
std::optional<UpgradeRequest> upgradeRequestFrom(const QByteArray &head);

//! Why our server refuses a handshake.
struct UpgradeAnswer {
    int status = 0;
    QByteArray reason;
    HttpHeaders headers{};
    QByteArray body{}; //!< a line of text for a person
};

//! 400, 405, 426, 431 for what Qt would open no WebSocket for, without saying so. \source RFC 6455
//! section 4.2
std::optional<UpgradeAnswer> refusedRequest(const UpgradeRequest &request);
//! The first that \a request offers and we speak; empty: none.
QByteArray chosenSubprotocol(const UpgradeRequest &request, const QByteArrayList &spoken);
QByteArray answerBytes(const UpgradeAnswer &answer);

} // namespace Workbench
