// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauth.h"
#include "core/base/settle.h"
#include "core/secrets/knownsecrets.h"
#include "core/transport/http/httpframes.h"

namespace Workbench {

//! State that the flows of one client share. They keep it alive. When the client is deleted, \c stop ends
//! them.
struct OAuthClient::State {
    QString sourceName;
    Limits limits;
    SignInHost host;
    SecretObserver observer;
    HttpClient http;
    QList<AcceptedCertificate> certificates{};
    QPointer<ExchangeLog> log{};
    int requests = 0; //!< number of noted requests
    std::stop_source stop{};
    KnownSecrets known{}; //!< to hide in quotations of an answer, which may repeat the request

    void observe(const Secret &secret, const QString &name)
    {
        known.add(secret.reveal(), name);
        if (observer && !secret.isEmpty())
            observer(secret, name);
    }
};

using OAuthState = std::shared_ptr<OAuthClient::State>;

using FormFields = QList<std::pair<QByteArray, QByteArray>>;

//! Returns an error of \a kind. Its message is \a sentence after "Sign-in to SOURCE:".
Error oauthError(const OAuthState &state, ErrorKind kind, const QString &code, const QString &sentence);

//! Returns the origins of \a urls, of which some may be empty, that are not in \a confirmedOrigins.
QStringList unconfirmedOrigins(const QList<QUrl> &urls, const QStringList &confirmedOrigins);
//! Fails with ErrorKind::Trust if the user has not confirmed the origin of one of \a urls.
Result<void> requireConfirmed(
    const OAuthState &state, const QList<QUrl> &urls, const QStringList &confirmedOrigins);

//! Returns the frames of the next request in the log, in a channel of their own.
HttpFrames nextFrames(const OAuthState &state);

//! Returns the note for a frame that caused \a error.
QString noteOf(const Error &error);

//! An answer of a sign-in. The code that checks the answer notes it in the log, exactly once.
struct OAuthAnswer {
    HttpClient::Whole whole;
    Json document; //!< the body; absent if it is not valid JSON
    HttpFrames frames;

    bool isDocument() const { return whole.head.status == 200 && document.isObject(); }
    void note(const QString &wrong = {}) const;
    template <typename T> void noteJudged(const Result<T> &judged) const
    {
        note(judged ? QString() : noteOf(judged.error()));
    }
};

//! Sends \a request and returns the answer. The request is noted as the step \a label of the sign-in; a
//! missing answer is noted too, and its error names the address, after \a what ("token endpoint"). The
//! observer receives the secrets of an answer at once.
Task<Result<OAuthAnswer>> fetchNoted(
    OAuthState state, HttpRequest request, QString label, QString what, std::stop_token cancellation);

//! A step that posts to an endpoint: its label, the name of the endpoint in errors ("token endpoint"), and
//! the setting that holds its address if no metadata names it; empty: no setting does.
struct OAuthPost {
    QLatin1StringView label;
    QLatin1StringView endpoint;
    QLatin1StringView setting;
};
inline constexpr OAuthPost devicePost{
    OAuthStep::device, QLatin1StringView("device authorization endpoint"), QLatin1StringView("deviceUrl")};

//! Returns a request to \a url with what all requests of a sign-in share. The error of a redirected request
//! contains \a redirectAdvice.
HttpRequest signInRequest(const OAuthState &state, const QUrl &url, const QStringList &confirmedOrigins,
    const QString &redirectAdvice);

//! Posts \a fields with the client's authentication to \a endpoint, and returns a 2xx answer whose document
//! is an object. Fails with ErrorKind::Remote, code "oauth." and the error that the server named; with
//! ErrorKind::Network, code "oauth.refused", if an HTTP error names none; or with ErrorKind::Protocol. Such
//! an answer is noted already.
Task<Result<OAuthAnswer>> postForm(OAuthState state, OAuthSetup setup, QUrl endpoint, FormFields fields,
    OAuthPost post, std::stop_token cancellation);

//! Posts \a fields to the token endpoint and reads the tokens of the answer. The scopes of \a setup count as
//! granted if the server does not name any.
Task<Result<OAuthTokens>> requestTokens(
    OAuthState state, OAuthSetup setup, FormFields fields, std::stop_token cancellation);

Task<Result<OAuthTokens>> runCodeFlow(OAuthState state, OAuthSetup setup, std::stop_token cancellation);
Task<Result<OAuthTokens>> runDeviceFlow(OAuthState state, OAuthSetup setup, std::stop_token cancellation);

//! Checks the endpoint \a url, because a setup may hold unchecked URLs. Fails with ErrorKind::Usage if it is
//! empty, else with the error of checkedPeerUrl(). \a what names the endpoint in the message.
Result<void> checkEndpoint(const OAuthState &state, const QUrl &url, const QString &what);

//! Returns the scopes of \a setup that were not requested before.
QStringList newScopes(const OAuthSetup &setup);

//! Returns the S256 code challenge of \a verifier. \source RFC 7636 section 4.2
QByteArray pkceChallenge(const QByteArray &verifier);

//! Returns a JWT, signed with \a privateKey, that authenticates the client \a clientId at \a audience for
//! five minutes. The key is PEM: elliptic P-256 signs ES256, RSA signs RS256. Fails with ErrorKind::Usage for
//! any other key; the message is a clause for oauthError(). \source RFC 7523 section 3
Result<QByteArray> clientAssertion(
    const Secret &privateKey, const QString &clientId, const QString &audience);

//! Registers this program at the setup's server as a client with the redirect address \a redirectUri. Fails
//! with ErrorKind::Usage if the server takes no registrations, else with an error that postForm() can have.
//! \source RFC 7591 section 3
Task<Result<OAuthRegistration>> registerClient(
    OAuthState state, OAuthSetup setup, QString redirectUri, std::stop_token cancellation);

//! Returns whether the client secret of \a registration has not expired.
bool isUsable(const OAuthRegistration &registration);

//! Returns \a setup for the registered client.
OAuthSetup asRegistered(OAuthSetup setup, const OAuthRegistration &registration);

//! Returns the well-known addresses of the metadata of \a issuer, in the order of the requests.
//! \source RFC 8414 section 3.1; OpenID Connect Discovery 1.0 section 4; core/auth/README.md 2.3
QList<QUrl> metadataPlaces(const QUrl &issuer);

//! Reads the metadata \a document of \a issuer. Fails with ErrorKind::Protocol if it names another issuer or
//! an endpoint that R-80 forbids.
Result<OAuthServer> serverFromMetadata(
    const Json &document, const QString &issuer, const QStringList &confirmedOrigins);

//! Reads the metadata of \a issuer from the well-known addresses of RFC 8414 and OpenID Connect. The issuer
//! in the metadata must be equal to \a issuer, character by character.
Task<Result<OAuthServer>> discoverIssuer(
    OAuthState state, QString issuer, QStringList confirmedOrigins, std::stop_token cancellation = {});
//! Returns the authorisation server of a \a server without resource metadata, which is \a server itself: from
//! its metadata, else /authorize, /token and /register. \source core/auth/README.md 2.2
Task<Result<OAuthServer>> discoverOrigin(
    OAuthState state, QUrl server, QStringList confirmedOrigins, std::stop_token cancellation = {});
//! Reads the resource metadata of \a server: at \a metadataUrl if its challenge named it, else at the
//! well-known addresses of RFC 9728. Fails with ErrorKind::Protocol if it describes another server.
Task<Result<ProtectedResource>> discoverProtectedResource(OAuthState state, QUrl server, QString metadataUrl,
    QStringList confirmedOrigins, std::stop_token cancellation = {});
//! Reads the metadata at \a metadataUrl, for example the openIdConnectUrl of an OpenAPI document. It must be
//! a well-known address of the issuer that the metadata names.
Task<Result<OAuthServer>> discoverPlace(
    OAuthState state, QString metadataUrl, QStringList confirmedOrigins, std::stop_token cancellation = {});

} // namespace Workbench
