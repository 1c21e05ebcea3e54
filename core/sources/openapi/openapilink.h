// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthaccess.h"
#include "core/base/task.h"
#include "core/secrets/knownsecrets.h"
#include "core/secrets/redaction.h"
#include "core/sources/openapi/openapidocument.h"
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

} // namespace Workbench
