// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpheads.h"

namespace Workbench {

//! Reads \a head, which ends with the empty line. Returns the error for the first line that is not one of an
//! answer of HTTP/1, a predicate without a subject.
Result<HttpResponseHead> answerHeadFrom(const QByteArray &head, const Limits &limits);

//! Returns the error that explains why \a answer to the request for \a asked opens no WebSocket. A redirect,
//! 401 and every other status have a text of their own. The message is a predicate without a subject. \a body
//! holds the first bytes of the body, if any; \a qtReason is Qt's error text for a 101. \source RFC 6455
//! section 4.1; core/RULES.md R-40
Error refusedUpgrade(const HttpResponseHead &answer, const QByteArray &body, const QUrl &asked,
    const QString &qtReason, const Limits &limits);
//! Returns an error if a 101 chooses an extension, since none is ever offered. Qt does not check this.
std::optional<Error> unofferedExtension(const HttpResponseHead &answer);

//! Reads \a head, which ends with the empty line. Returns nothing if it is not a request of HTTP/1.1.
std::optional<RequestHead> upgradeRequestFrom(const QByteArray &head);
//! Returns the token of "Authorization: Bearer …" in \a request, or otherwise of "?token=…", which
//! browsers need; empty if there is none. \source core/hub/README.md 3.5
QByteArray tokenOf(const RequestHead &request);

//! The answer with which a server of this program refuses a handshake.
struct UpgradeAnswer {
    int status = 0;
    QByteArray reason;
    HttpHeaders headers{};
    QByteArray body{}; //!< a line of text for the user of the client: what was wrong, what to change
    //! The reason for the user of the server, as a predicate without a subject; empty: body is used.
    QString toUs{};
};

//! Returns a refusal with \a body as its line of text.
UpgradeAnswer refusal(int status, const QByteArray &reason, const QByteArray &body, const QString &toUs = {},
    const HttpHeaders &headers = {});
//! Returns a refusal with 400, 405, 426 or 431 for a request that Qt would drop without an answer. \source
//! RFC 6455 section 4.2
std::optional<UpgradeAnswer> refusedRequest(const RequestHead &request);
QByteArray answerBytes(const UpgradeAnswer &answer);

} // namespace Workbench
