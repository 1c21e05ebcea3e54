// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/call/callcontext.h"
#include "core/sources/openapi/openapioauth.h"
#include "core/sources/openapi/openapirequest.h"

namespace Workbench {

//! A request of one operation, ready to be sent.
struct OpenApiCall {
    HttpRequest request;
    QByteArray shownAddress; //!< without secrets
    HttpHeaders secretHeaders; //!< those of request.headers that hold a credential
    OpenApiReading reading;
    QStringList remarks;
    std::shared_ptr<OAuthGrant> grant{}; //!< null: no access token goes along
    std::optional<OAuthTokens> tokens{}; //!< of the grant
};

//! Makes it on a worker, signing in first where that is set. Credentials go only where the user confirmed:
//! ErrorKind::Trust names both places. \a tries are the call's. \source reliability.md
Task<Result<OpenApiCall>> prepareCall(std::shared_ptr<OpenApiLink> link, QString operationName, Json input,
    CallContext context, std::shared_ptr<AuthorizationTries> tries);

//! Sends it and reads the answer.
Task<Result<HandlerResult>> callOpenApi(
    std::shared_ptr<OpenApiLink> link, QString operationName, Json input, CallContext context);

//! Where \a error says that \a url lies in a private network and was not asked, its details say so as those
//! of a credential's refusal do: {"confirmed": [origin…], "wanted": origin}. \source reliability.md R-32
Error withWantedOrigin(Error error, const OpenApiLink &link, const QUrl &url);

//! As it would be sent, with secrets masked. Nothing is looked up and nothing is asked. Any thread.
Result<OpenApiCall> previewCall(const OpenApiBasis &link, const QString &operationName, const Json &input);

} // namespace Workbench
