// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QByteArrayList>

namespace Workbench {

//! Reads \a head, which ends with the empty line. Nothing when it is not an answer of HTTP/1.
std::optional<HttpResponseHead> answerHeadFrom(const QByteArray &head);

//! Why \a answer to \a asked opens no WebSocket. A redirect, 401 and every other status have a text of their
//! own. The message is a predicate without a subject. \a body are the first bytes of its body, if any, \a
//! qtReason is what Qt says of a 101. \source RFC 6455 section 4.1; core/RULES.md R-40
Error refusedUpgrade(const HttpResponseHead &answer, const QByteArray &body, const QUrl &asked,
    const QString &qtReason, const Limits &limits);
//! Refuses a 101 that chooses an extension, which is never offered. Qt does not look at it.
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

//! Reads \a head, which ends with the empty line. Nothing when it is not a request of HTTP/1.1.
std::optional<UpgradeRequest> upgradeRequestFrom(const QByteArray &head);

//! Why our server refuses a handshake.
struct UpgradeAnswer {
    int status = 0;
    QByteArray reason;
    HttpHeaders headers{};
    QByteArray body{}; //!< a line of text for the person at the client: what was wrong, what to change
    //! The same for the person at the server, as a predicate without a subject; empty: the body says it.
    QString toUs{};
};

//! A refusal with \a body as its line of text.
UpgradeAnswer refusal(int status, const QByteArray &reason, const QByteArray &body, const QString &toUs = {},
    const HttpHeaders &headers = {});
//! 400, 405, 426 or 431 for a request over which Qt opens no WebSocket and says nothing. \source RFC 6455
//! section 4.2
std::optional<UpgradeAnswer> refusedRequest(const UpgradeRequest &request);
QByteArray answerBytes(const UpgradeAnswer &answer);

} // namespace Workbench
