// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthaccess.h"
#include "core/base/task.h"
#include "core/operation/callcontext.h"
#include "core/secrets/knownsecrets.h"
#include "core/secrets/redaction.h"
#include "core/sources/adapter.h"
#include "core/sources/openapi/openapidocument.h"
#include "core/sources/openapi/openapirequest.h"
#include "core/sources/openapi/openapiresponse.h"
#include "core/sources/openapi/openapisettings.h"
#include "core/transport/http/httpframes.h"

#include <stop_token>

namespace Workbench {

//! The data from which a request is made. A copy can be used on any thread.
struct OpenApiBasis {
    QString sourceName;
    OpenApiSettings settings;
    Limits limits;
    std::shared_ptr<const OpenApiDocument> document{}; //!< null before it is loaded
    std::shared_ptr<OpenApiSchemas> schemas{};
    HttpHeaders hiddenHeaders{}; //!< the headers of the settings that a preview hides
    //! The secrets to hide in the address of a preview; empty if the settings of the server hold none.
    KnownSecrets serverSecrets{};
};

//! The state that all requests of one source share. GUI thread; held by shared_ptr by every running request.
class OpenApiLink : public OpenApiBasis {
public:
    OpenApiLink(QString source, OpenApiSettings sourceSettings, const Limits &sourceLimits,
        ExchangeLog *exchangeLog, SecretResolver *resolver, OAuthAccess *access = nullptr);

    QPointer<ExchangeLog> log;
    HttpClient client;
    SecretResolver *secrets; //!< null: references cannot be resolved
    OAuthAccess *oauth; //!< null: sign-in is not possible
    QHash<QString, std::shared_ptr<OAuthGrant>> grants; //!< grants used so far, by store name
    std::stop_source closing;
    QHash<QString, QByteArray> knownSecrets; //!< resolved secrets, by the text of their reference
    std::optional<ClientCertificate> clientCertificate; //!< nothing until its files are read

    //! Returns true if a request to \a url may reach an address that is not public. \source core/RULES.md
    //!
    bool mayBePrivate(const QUrl &url) const;

    //! Returns the name of the channel for the next request: "GET 3".
    QString nextChannel(const QByteArray &method);
    //! Makes \a request note its bytes in the log when they are sent. \a address is shown unchanged;
    //! \a secretHeaders are the headers that hold a credential.
    void noteSent(HttpRequest &request, const QByteArray &address, const HttpHeaders &secretHeaders,
        const QString &channel, const QString &exchangeId) const;
    //! Returns where to note what is received for a request.
    HttpFrames frames(
        const HttpHeaders &secretHeaders, const QString &channel, const QString &exchangeId) const;
    void noteTiming(const QString &exchangeId, const RequestTiming &timing);

private:
    int m_requests = 0;
};

//! Returns the secret of \a reference. It is resolved once, and the log hides it from then on. Returns
//! ErrorKind::Usage if there is no SecretResolver.
Task<Result<QByteArray>> secretFor(std::shared_ptr<OpenApiLink> link, SecretReference reference);

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
