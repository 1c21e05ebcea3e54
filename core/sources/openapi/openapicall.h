// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/callcontext.h"
#include "core/sources/adapter.h"
#include "core/sources/openapi/openapilink.h"
#include "core/sources/openapi/openapirequest.h"

namespace Workbench {

//! Returns the remark for a response that refused the token if the request was not sent again. \a renewed is
//! the result of renewing the token.
QString refusedTokenRemark(const Result<OAuthTokens> &renewed);

//! A request of one operation that is ready to be sent.
struct OpenApiCall {
    HttpRequest request;
    QByteArray shownAddress; //!< without secrets
    HttpHeaders secretHeaders; //!< headers of request.headers that hold a credential
    OpenApiReading reading;
    QStringList remarks;
    std::shared_ptr<OAuthGrant> grant{}; //!< null: no access token is sent
    std::optional<OAuthTokens> tokens{}; //!< tokens of \c grant
};

//! How the caller wants the response: as a whole, or as a stream of events.
enum class OpenApiForm : quint8 { Whole, Events };

//! Makes the request of a call on a worker. Signs in first if the settings ask for it. Credentials are sent
//! only to origins that the user confirmed; otherwise ErrorKind::Trust names both origins. \a tries counts
//! the authorisations of the call. \source core/RULES.md
Task<Result<OpenApiCall>> prepareCall(std::shared_ptr<OpenApiLink> link, QString operationName, Json input,
    CallContext context, std::shared_ptr<AuthorizationTries> tries, OpenApiForm form = OpenApiForm::Whole);

//! Prepares and sends the request of a call, and reads the response.
Task<Result<HandlerResult>> callOpenApi(
    std::shared_ptr<OpenApiLink> link, QString operationName, Json input, CallContext context);

//! Returns \a error with the confirmed origins of \a link in its details ("confirmed") if it says that an
//! address that is not public was refused (privatePeerCode). Any other error is returned unchanged. The
//! details of a refused credential have the same member. \source core/RULES.md R-32
Error withConfirmedOrigins(Error error, const OpenApiLink &link);

//! Returns the request as it would be sent, with secrets masked. No secret is resolved and no server is
//! contacted. Any thread.
Result<WirePreview> previewCall(const OpenApiBasis &link, const QString &operationName, const Json &input);

} // namespace Workbench
