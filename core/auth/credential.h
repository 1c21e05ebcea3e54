// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/secrets/secretreference.h"
#include "core/transport/http/certificates.h"

#include <QDateTime>
#include <QUrl>

namespace Workbench {

//! A client certificate for mutual TLS. \c keyPath is empty if the file holds the key too, or is PKCS #12.
struct CertificateCredential {
    QString path;
    QString keyPath{};
    std::optional<SecretReference> passphrase{};

    //! Reads a setting {path, keyPath, passphrase: REF}; returns nothing if it is absent. Fails with
    //! ErrorKind::Usage; the message is a predicate without a subject and says what is expected.
    static Result<std::optional<CertificateCredential>> read(const Json &setting);
};

//! How a client authenticates at the token endpoint. \source RFC 6749 section 2.3
enum class ClientAuthentication : quint8 { None, Basic, Post, PrivateKeyJwt };

//! Returns the name of \a method in metadata, for example "client_secret_basic".
QString clientAuthenticationName(ClientAuthentication method);
//! Returns the method with \a name in metadata, or nothing for an unknown method.
std::optional<ClientAuthentication> clientAuthenticationFrom(const QString &name);

//! The client that an authorisation server registered for this program. \source RFC 7591 section 3.2.1
struct OAuthRegistration {
    QString clientId{};
    Secret clientSecret{}; //!< empty: none
    QDateTime secretExpiresAt{}; //!< UTC; invalid: never
    std::optional<ClientAuthentication> authentication{}; //!< nothing: the server did not say
    QString redirectUri{}; //!< the registered redirect address
};

//! The tokens of a token endpoint, and what is needed to renew them.
struct OAuthTokens {
    Secret accessToken{};
    Secret refreshToken{}; //!< empty: none
    QDateTime expiresAt{}; //!< UTC; invalid: the server did not say
    QStringList scopes{}; //!< granted scopes
    QStringList askedScopes{}; //!< requested scopes; some may not have been granted
    QString issuer{}; //!< the issuer of the tokens; they are never sent to another one
    QString clientId{};
    std::optional<OAuthRegistration> registration{}; //!< the registration of clientId, if there was one

    //! Returns whether the access token expires less than \a margin after \a now.
    bool isExpiring(const QDateTime &now, std::chrono::seconds margin = std::chrono::seconds(30)) const;
    //! Returns the tokens as one secret for a store.
    Secret toSecret() const;
    //! Reads the tokens from a secret of toSecret(). Fails with ErrorKind::Storage for any other secret.
    static Result<OAuthTokens> fromSecret(const Secret &stored);
};

//! Returns the origin that a credential is bound to: originOf(), with ws and wss counted as http and https.
QString credentialOrigin(const QUrl &url);

//! Checks that the credential \a name, which the user confirmed for \a origins in the form of
//! credentialOrigin(), may be sent with a request to \a url. Fails with ErrorKind::Trust, code
//! "credential.origin"; details are {"credential", "confirmed": [origin…], "wanted": origin}.
//! \source core/RULES.md R-71
Result<void> mayGoTo(const QString &name, const QStringList &origins, const QUrl &url);

//! Reads the files of \a certificate on a worker, and its passphrase, for HttpRequest. The caller has to
//! check with mayGoTo() where they may be sent. Fails with ErrorKind::Storage for a file that cannot be read.
QFuture<Result<ClientCertificate>> resolveCertificate(
    SecretResolver &resolver, const CertificateCredential &certificate);

//! The value of --auth: bearer:REF, basic:REF (the secret is user:password), apikey:NAME=REF or oauth.
struct AuthArgument {
    enum class Form : quint8 { Bearer, Basic, ApiKey, OAuth };
    Form form = Form::Bearer;
    QString name; //!< header of the API key
    SecretReference reference; //!< unused for OAuth

    static Result<AuthArgument> parse(const QString &text); //!< Fails with ErrorKind::Usage.
};

//! Returns the name and value of the header that carries the secret of \a argument. Not for
//! AuthArgument::Form::OAuth. Fails with ErrorKind::Usage for a value that a header cannot carry. The caller
//! has to check with mayGoTo() where it may be sent.
QFuture<Result<std::pair<QByteArray, QByteArray>>> resolveHeader(
    SecretResolver &resolver, const AuthArgument &argument);

} // namespace Workbench
