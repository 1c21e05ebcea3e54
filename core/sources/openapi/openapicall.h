// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/registry/callcontext.h"
#include "core/sources/openapi/openapilink.h"
#include "core/sources/openapi/openapirequest.h"

namespace Workbench {

//! Where an access token goes in a request.
struct OpenApiTokenPlace {
    QString scheme; //!< the security scheme that asks for it; empty: none does, and it goes as a header
    QStringList scopes; //!< that the operation asks for
    std::optional<DeclaredOAuth> declared; //!< what the scheme says of signing in; nothing: it says nothing
};

//! Whether \a operation gets an access token by the source's settings: where a scheme asks for one and
//! nothing else that is set will do, and for sources whose document knows no such scheme. \a credentials:
//! those that are there, by the ids of their schemes.
std::optional<OpenApiTokenPlace> tokenPlaceOf(const OpenApiSettings &settings,
    const OpenApiDocument &document, const OpenApiOperation &operation,
    const QHash<QString, QString> &credentials);

//! Who gives tokens for \a place. ErrorKind::Usage says what the settings lack.
Result<std::shared_ptr<OAuthGrant>> grantFor(OpenApiLink &link, const OpenApiTokenPlace &place);

//! New tokens after \a head refused \a refused.
QFuture<Result<OAuthTokens>> renewedTokens(const std::shared_ptr<OAuthGrant> &grant,
    const OAuthTokens &refused, const HttpResponseHead &head, std::shared_ptr<AuthorizationTries> tries,
    std::stop_token cancellation);

//! What stands beside an answer that refused the token, when \a renewed came of it and the request was not
//! sent again.
QString refusedTokenRemark(const Result<OAuthTokens> &renewed);

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

//! What an answer is wanted as: all at once, or as a stream of events.
enum class OpenApiForm : quint8 { Whole, Events };

//! Makes it on a worker, signing in first where that is set. Credentials go only where the user confirmed:
//! ErrorKind::Trust names both places. \a tries are the call's. \source core/RULES.md
Task<Result<OpenApiCall>> prepareCall(std::shared_ptr<OpenApiLink> link, QString operationName, Json input,
    CallContext context, std::shared_ptr<AuthorizationTries> tries, OpenApiForm form = OpenApiForm::Whole);

//! Sends it and reads the answer.
Task<Result<HandlerResult>> callOpenApi(
    std::shared_ptr<OpenApiLink> link, QString operationName, Json input, CallContext context);

//! \a error with what is confirmed for \a link in its details, as those of a credential's refusal have it,
//! where it says that an address in a private network was not asked (privatePeerCode). \source core/RULES.md
//!
Error withConfirmedOrigins(Error error, const OpenApiLink &link);

//! As it would be sent, with secrets masked. Nothing is looked up and nothing is asked. Any thread.
Result<OpenApiCall> previewCall(const OpenApiBasis &link, const QString &operationName, const Json &input);

} // namespace Workbench
