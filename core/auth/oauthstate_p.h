// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauth.h"
#include "core/auth/oauthsteps.h"
#include "core/base/task.h"
#include "core/transport/http/httpframes.h"

namespace Workbench {

//! What the flows of one client share. They keep it alive; when the client goes, \c stop ends them.
struct OAuthClient::State {
    QString sourceName;
    Limits limits;
    OAuthPrompts prompts;
    SecretObserver observer;
    HttpClient http;
    QList<AcceptedCertificate> certificates{};
    QPointer<ExchangeLog> log{};
    int requests = 0; //!< that were noted
    std::stop_source stop{};

    void observe(const Secret &secret, const QString &name) const
    {
        if (observer && !secret.isEmpty())
            observer(secret, name);
    }
};

using OAuthState = std::shared_ptr<OAuthClient::State>;

//! Requested when the caller cancels or the client goes.
class LinkedStop {
public:
    LinkedStop(std::stop_token one, std::stop_token other)
        : m_one(std::move(one), [this] { m_source.request_stop(); })
        , m_other(std::move(other), [this] { m_source.request_stop(); })
    {
    }
    Q_DISABLE_COPY_MOVE(LinkedStop)
    std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source{};
    std::stop_callback<std::function<void()>> m_one;
    std::stop_callback<std::function<void()>> m_other;
};

using FormFields = QList<std::pair<QByteArray, QByteArray>>;

//! An error of \a kind with the source's name in its sentence.
Error oauthError(const OAuthState &state, ErrorKind kind, const QString &code, const QString &sentence);

//! ErrorKind::Trust when one of \a urls lies where the user confirmed nothing.
Result<void> requireConfirmed(
    const OAuthState &state, const QList<QUrl> &urls, const QStringList &confirmedOrigins);

//! Notes what is not an exchange of HTTP of ours, in a channel of its own.
HttpFrames nextFrames(const OAuthState &state);

//! The note of a frame with which \a error was found.
QString noteOf(const Error &error);

//! An answer of a sign-in, which is noted once, by who judges it.
struct OAuthAnswer {
    HttpClient::Whole whole;
    Json document; //!< its body; absent when that is no JSON
    HttpFrames frames;

    bool isDocument() const { return whole.head.status == 200 && document.isObject(); }
    void note(const QString &wrong = {}) const;
    template <typename T> void noteJudged(const Result<T> &judged) const
    {
        note(judged ? QString() : noteOf(judged.error()));
    }
};

//! The answer to \a request, which is noted as the step \a label of the sign-in; and so is that none came.
//! What an answer holds of secrets is told to the observer at once.
Task<Result<OAuthAnswer>> fetchNoted(
    OAuthState state, HttpRequest request, QString label, std::stop_token cancellation);

//! A POST with what all of them have; \a confirmedOrigins as in OAuthSetup.
HttpRequest postRequest(const OAuthState &state, const QUrl &endpoint, const QStringList &confirmedOrigins);

//! A step that posts to an endpoint: its label, and what errors call the endpoint ("token endpoint").
struct OAuthPost {
    QLatin1StringView label;
    QLatin1StringView endpoint;
};
inline constexpr OAuthPost registrationPost{
    OAuthStep::registration, QLatin1StringView("registration endpoint")};
inline constexpr OAuthPost devicePost{OAuthStep::device, QLatin1StringView("device authorization endpoint")};
inline constexpr OAuthPost tokenPost{OAuthStep::token, QLatin1StringView("token endpoint")};
inline constexpr OAuthPost refreshPost{OAuthStep::refresh, QLatin1StringView("token endpoint")};

//! The answer to \a request as postForm() gives it.
Task<Result<OAuthAnswer>> postNoted(
    OAuthState state, HttpRequest request, OAuthPost post, std::stop_token cancellation);

//! A 2xx answer whose document is an object. ErrorKind::Remote with the server's error otherwise, code
//! "oauth." and the error it named; such an answer is noted already.
Task<Result<OAuthAnswer>> postForm(OAuthState state, OAuthSetup setup, QUrl endpoint, FormFields fields,
    OAuthPost post, std::stop_token cancellation);

//! As above, read as tokens. \a asked are the scopes when the server says nothing of them.
Task<Result<OAuthTokens>> requestTokens(
    OAuthState state, OAuthSetup setup, FormFields fields, std::stop_token cancellation);

Task<Result<OAuthTokens>> runCodeFlow(OAuthState state, OAuthSetup setup, std::stop_token cancellation);
Task<Result<OAuthTokens>> runDeviceFlow(OAuthState state, OAuthSetup setup, std::stop_token cancellation);

//! Nothing for a URL that may be used, which \a setup may carry unchecked.
Result<void> checkEndpoint(const OAuthState &state, const QUrl &url, const QString &what);

QStringList newScopes(const OAuthSetup &setup);

//! True after \a time, false as soon as \a cancellation is requested.
QFuture<bool> waitFor(std::chrono::milliseconds time, std::stop_token cancellation);

} // namespace Workbench
