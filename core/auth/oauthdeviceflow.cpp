// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The device flow: the user types a code in any browser while this program polls. \source RFC 8628 section 3

#include "core/auth/oauthstate_p.h"
#include "core/base/delay.h"
#include "core/base/visibletext.h"

#include <QDeadlineTimer>

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto usualInterval = 5s;
constexpr auto slower = 5s; // added after each slow_down
constexpr auto slowest = 60s;
constexpr auto longestCode = 1800s;

struct DeviceCode {
    Secret code;
    SignIn shown;
    std::chrono::seconds validFor{};
    std::chrono::seconds interval{};
};

std::chrono::seconds secondsAt(
    const Json &answer, QLatin1StringView member, std::chrono::seconds fallback, std::chrono::seconds most)
{
    const std::chrono::seconds given(answer.member(member).toInteger().value_or(fallback.count()));
    return std::clamp(given, std::chrono::seconds(1), most);
}

Result<DeviceCode> deviceCodeFrom(const OAuthState &state, const OAuthSetup &setup, const Json &answer)
{
    DeviceCode code;
    code.code = Secret(answer.member("device_code"_L1).toString().toUtf8());
    SignIn &shown = code.shown;
    shown.source = state->sourceName;
    shown.step = SignIn::Step::DeviceCode;
    shown.userCode = visibleText(answer.member("user_code"_L1).toString(), false, 60);
    if (code.code.isEmpty() || shown.userCode.isEmpty())
        return std::unexpected(oauthError(state, ErrorKind::Protocol, u"oauth.device"_s,
            u"the device authorization endpoint's answer has no codes."_s));
    const Result<QUrl> place =
        checkedPeerUrl(answer.member("verification_uri"_L1).toString(), u"verification address"_s);
    if (!place)
        return std::unexpected(place.error());
    shown.address = urlFacts(*place);
    if (const QString complete = answer.member("verification_uri_complete"_L1).toString();
        !complete.isEmpty()) {
        const Result<QUrl> url = checkedPeerUrl(complete, u"verification address"_s);
        if (!url)
            return std::unexpected(url.error());
        shown.withCode = urlFacts(*url);
    }
    shown.scopes = setup.scopes;
    shown.newScopes = newScopes(setup);
    code.validFor = secondsAt(answer, "expires_in"_L1, longestCode, longestCode);
    shown.codeEndsAt = QDateTime::currentDateTimeUtc().addSecs(code.validFor.count());
    code.interval = secondsAt(answer, "interval"_L1, usualInterval, slowest);
    return code;
}

Task<Result<OAuthTokens>> pollForTokens(
    OAuthState state, OAuthSetup setup, DeviceCode code, std::stop_token cancellation)
{
    const QDeadlineTimer deadline(code.validFor);
    std::chrono::seconds interval = code.interval;
    while (!deadline.hasExpired()) {
        if (!co_await delay(interval, cancellation))
            co_return std::unexpected(cancelledSignIn());
        const Result<OAuthTokens> tokens = co_await requestTokens(state, setup,
            {{"grant_type", "urn:ietf:params:oauth:grant-type:device_code"},
                {"device_code", code.code.reveal()}},
            cancellation);
        if (tokens)
            co_return tokens;
        const Error &error = tokens.error();
        if (error.code == "oauth.slow_down"_L1)
            interval = std::min(interval + slower, std::chrono::seconds(slowest));
        else if (error.kind == ErrorKind::Timeout) // RFC 8628 section 3.5
            interval = std::min(interval * 2, std::chrono::seconds(slowest));
        else if (error.code != "oauth.authorization_pending"_L1)
            co_return tokens;
    }
    co_return std::unexpected(oauthError(state, ErrorKind::Timeout, u"oauth.expired_token"_s,
        u"the code was not entered in time. Try again."_s));
}

} // namespace

Task<Result<OAuthTokens>> runDeviceFlow(OAuthState state, OAuthSetup setup, std::stop_token cancellation)
{
    if (const auto url =
            checkEndpoint(state, setup.server.deviceEndpoint, u"device authorization endpoint"_s);
        !url)
        co_return std::unexpected(url.error());
    if (!state->host.showDeviceCode)
        co_return std::unexpected(oauthError(
            state, ErrorKind::Usage, u"oauth.device"_s, u"the device flow cannot show its code here."_s));
    FormFields fields;
    if (!setup.scopes.isEmpty())
        fields.emplaceBack("scope", setup.scopes.join(u' ').toUtf8());
    if (!setup.resource.isEmpty())
        fields.emplaceBack("resource", setup.resource.toUtf8());
    if (setup.clientSecret.isEmpty() && setup.clientId.isEmpty())
        co_return std::unexpected(
            oauthError(state, ErrorKind::Usage, u"oauth.client"_s, u"it needs a client id."_s));
    const Result<OAuthAnswer> answer = co_await postForm(
        state, setup, setup.server.deviceEndpoint, std::move(fields), devicePost, cancellation);
    if (!answer)
        co_return std::unexpected(answer.error());
    const Result<DeviceCode> code = deviceCodeFrom(state, setup, answer->document);
    answer->noteJudged(code);
    if (!code)
        co_return std::unexpected(code.error());
    state->observe(code->code, u"device_code"_s);
    state->host.showDeviceCode(code->shown);
    co_return co_await pollForTokens(state, setup, *code, std::move(cancellation));
}

} // namespace Workbench
