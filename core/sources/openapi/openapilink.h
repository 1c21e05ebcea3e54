// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthaccess.h"
#include "core/base/task.h"
#include "core/exchange/redaction.h"
#include "core/sources/openapi/openapidocument.h"
#include "core/sources/openapi/openapiresponse.h"
#include "core/sources/openapi/openapisettings.h"
#include "core/transport/http/httpframes.h"

#include <stop_token>

namespace Workbench {

//! What a request is made from. A copy serves on any thread.
struct OpenApiBasis {
    QString sourceName;
    OpenApiSettings settings;
    Limits limits;
    std::shared_ptr<const OpenApiDocument> document{}; //!< null before it is loaded
    std::shared_ptr<OpenApiSchemas> schemas{};
};

//! What every request of one source shares. GUI thread; held by whatever is under way.
class OpenApiLink : public OpenApiBasis {
public:
    OpenApiLink(QString source, OpenApiSettings sourceSettings, const Limits &sourceLimits,
        ExchangeLog *exchangeLog, SecretResolver *resolver, OAuthAccess *access = nullptr);

    QPointer<ExchangeLog> log;
    HttpClient client;
    SecretResolver *secrets; //!< null: references cannot be resolved
    OAuthAccess *oauth; //!< null: sign-in is not possible
    QHash<QString, std::shared_ptr<OAuthGrant>> grants; //!< that were used, by their store names
    std::stop_source closing;
    QHash<QString, QByteArray> knownSecrets; //!< by the text of their reference
    std::optional<ClientCertificate> clientCertificate; //!< read from its files

    //! Whether a request to \a url may reach an address that is not public. \source core/RULES.md R-32
    bool mayBePrivate(const QUrl &url) const;

    QString nextChannel(const QByteArray &method); //!< "GET 3"
    //! Makes \a request note what is sent of it. \a address is shown as it is; \a secretHeaders are those
    //! that hold a credential.
    void noteSent(HttpRequest &request, const QByteArray &address, const HttpHeaders &secretHeaders,
        const QString &channel, const QString &exchangeId) const;
    //! \a coded: the body before its content coding was undone; empty: it had none, or \a body is not whole.
    void noteAnswer(const HttpResponseHead &head, const QByteArray &body, const QByteArray &coded,
        const HttpHeaders &secretHeaders, const QString &channel, const QString &exchangeId) const;
    void noteEvent(
        const QByteArray &bytes, const QString &label, const QString &channel, const QString &exchangeId);
    void noteTiming(const QString &exchangeId, const RequestTiming &timing);

private:
    HttpFrames frames(
        const HttpHeaders &secretHeaders, const QString &channel, const QString &exchangeId) const;

    int m_requests = 0;
};

//! The secret behind \a reference, asked for once. From then on the log hides it.
Task<Result<QByteArray>> secretFor(std::shared_ptr<OpenApiLink> link, SecretReference reference);

} // namespace Workbench
