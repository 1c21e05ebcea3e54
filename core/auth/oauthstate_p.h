// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauth.h"
#include "core/base/task.h"
#include "core/transport/http/httpclient.h"

#include <QPointer>

namespace Workbench {

//! What the flows of one client share. They keep it alive; when the client goes, \c stop ends them.
struct OAuthClient::State {
    QString sourceName;
    Limits limits;
    OAuthPrompts prompts;
    SecretObserver observer;
    HttpClient http;
    QList<AcceptedCertificate> certificates{};
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
Error cancelledSignIn();

//! ErrorKind::Trust when one of \a urls lies where the user confirmed nothing.
Result<void> requireConfirmed(
    const OAuthState &state, const QList<QUrl> &urls, const QStringList &confirmedOrigins);

//! The body of a 2xx answer as an object; \a what ("token endpoint") is for the error.
//! ErrorKind::Remote with the server's error otherwise, code "oauth." and the error it named.
Task<Result<Json>> postForm(OAuthState state, OAuthSetup setup, QUrl endpoint, FormFields fields,
    QString what, std::stop_token cancellation);

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
