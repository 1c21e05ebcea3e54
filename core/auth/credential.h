// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/secretreference.h"
#include "core/transport/http/clientcertificate.h"

#include <QDateTime>
#include <QUrl>

#include <variant>

namespace Workbench {

struct BearerCredential {
    Secret token;
};

struct BasicCredential {
    QString user;
    Secret password;
};

struct ApiKeyCredential {
    enum class Place : quint8 { Header, Query, Cookie };
    Place place = Place::Header;
    QString name{}; //!< of the header, the parameter or the cookie
    Secret value{};
};

//! For mutual TLS. \c keyPath is empty where the file holds the key too, or is PKCS #12.
struct CertificateCredential {
    QString path;
    QString keyPath{};
    std::optional<SecretReference> passphrase{};

    //! Of a setting {path, keyPath, passphrase: REF}; nothing when it is left out. ErrorKind::Usage says what
    //! was expected, a predicate without a subject.
    static Result<std::optional<CertificateCredential>> read(const Json &setting);
};

//! How a client proves at the token endpoint that it is itself. \source RFC 6749 section 2.3
enum class ClientAuthentication : quint8 { None, Basic, Post, PrivateKeyJwt };

//! The name in metadata, "client_secret_basic", and back; nothing for a method that is not known here.
QString clientAuthenticationName(ClientAuthentication method);
std::optional<ClientAuthentication> clientAuthenticationFrom(const QString &name);

//! What an authorization server gave this program when it registered. \source RFC 7591 section 3.2.1
struct OAuthRegistration {
    QString clientId{};
    Secret clientSecret{}; //!< empty: none
    QDateTime secretExpiresAt{}; //!< UTC; invalid: never
    std::optional<ClientAuthentication> authentication{}; //!< nothing: the server did not say
    QString redirectUri{}; //!< that was registered
};

//! What a token endpoint gave, and what is needed to renew it.
struct OAuthTokens {
    Secret accessToken{};
    Secret refreshToken{}; //!< empty: none
    QString tokenType = QStringLiteral("Bearer");
    QDateTime expiresAt{}; //!< UTC; invalid: the server did not say
    QStringList scopes{}; //!< granted
    QStringList askedScopes{}; //!< of which some may not have been granted
    QString issuer{}; //!< whose they are: never sent to another
    QString clientId{};
    std::optional<OAuthRegistration> registration{}; //!< of that client id, when this program registered

    //! Whether it has less than \a margin left at \a now.
    bool isExpiring(const QDateTime &now, std::chrono::seconds margin = std::chrono::seconds(30)) const;
    //! As one secret for a store, and back; ErrorKind::Storage when that is something else.
    Secret toSecret() const;
    static Result<OAuthTokens> fromSecret(const Secret &stored);
};

using CredentialValue =
    std::variant<BearerCredential, BasicCredential, ApiKeyCredential, CertificateCredential, OAuthTokens>;

//! A secret, how it is presented, and where it may go. \source core/RULES.md R-71
struct Credential {
    QString name; //!< for people, and to find it by: a security scheme's id, "--auth"
    CredentialValue value;
    QStringList origins; //!< that the user confirmed for it, as credentialOrigin() writes them
};

//! The origin that a credential is bound to: as originOf(), ws and wss counting as http and https.
QString credentialOrigin(const QUrl &url);

//! Whether \a credential may go with a request to \a url. ErrorKind::Trust, code "credential.origin", names
//! both origins; its details are {"credential", "confirmed": [origin…], "wanted": origin}.
Result<void> mayGoTo(const Credential &credential, const QUrl &url);

//! What a request carries for a credential.
struct CredentialParts {
    QList<std::pair<QByteArray, QByteArray>> headers;
    QList<std::pair<QString, QString>> query; //!< not encoded
    QList<std::pair<QByteArray, QByteArray>> cookies;
};
//! Only where mayGoTo() allows it. ErrorKind::Usage for a value that no header can carry.
Result<CredentialParts> credentialParts(const Credential &credential, const QUrl &url);

//! The files that \a certificate names, read on a worker, and its passphrase, for HttpRequest. Where they may
//! go is for the caller to ask mayGoTo(). ErrorKind::Storage for a file that cannot be read.
QFuture<Result<ClientCertificate>> resolveCertificate(
    SecretResolver &resolver, const CertificateCredential &certificate);

//! What --auth says: bearer:REF, basic:REF (the secret is user:password), apikey:NAME=REF, oauth.
struct AuthArgument {
    enum class Form : quint8 { Bearer, Basic, ApiKey, OAuth };
    Form form = Form::Bearer;
    QString name; //!< of the API key's header
    SecretReference reference; //!< not for OAuth

    static Result<AuthArgument> parse(const QString &text); //!< ErrorKind::Usage
};

//! The credential that \a argument means, bound to \a origins. Not for OAuth.
QFuture<Result<Credential>> resolveCredential(
    SecretResolver &resolver, const AuthArgument &argument, const QStringList &origins);

} // namespace Workbench
