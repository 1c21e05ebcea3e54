// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauth.h"
#include "core/auth/oauthsteps.h"
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
inline constexpr OAuthPost registrationPost{
    OAuthStep::registration, QLatin1StringView("registration endpoint"), {}};
inline constexpr OAuthPost devicePost{
    OAuthStep::device, QLatin1StringView("device authorization endpoint"), QLatin1StringView("deviceUrl")};
inline constexpr OAuthPost tokenPost{
    OAuthStep::token, QLatin1StringView("token endpoint"), QLatin1StringView("tokenUrl")};
inline constexpr OAuthPost refreshPost{
    OAuthStep::refresh, QLatin1StringView("token endpoint"), QLatin1StringView("tokenUrl")};

//! Returns a POST request for the step \a post, with the settings that all requests of a sign-in share.
HttpRequest postRequest(
    const OAuthState &state, const OAuthSetup &setup, const QUrl &endpoint, const OAuthPost &post);

//! Sends \a request and returns a 2xx answer whose document is an object. Fails with ErrorKind::Remote, code
//! "oauth." and the error that the server named; with ErrorKind::Network, code "oauth.refused", if an HTTP
//! error names none; or with ErrorKind::Protocol. Such an answer is noted already.
Task<Result<OAuthAnswer>> postNoted(
    OAuthState state, HttpRequest request, OAuthPost post, std::stop_token cancellation);

//! Posts \a fields with the client's authentication to \a endpoint, see postNoted().
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

} // namespace Workbench
