// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The authorisation code with PKCE, through the browser and back. \source core/auth/README.md 2.6, 2.7
// The device flow: the user types a code in any browser while this program polls. \source RFC 8628 section 3

#include "core/auth/oauthstate_p.h"
#include "core/base/advice.h"
#include "core/base/delay.h"
#include "core/base/randombytes.h"
#include "core/base/visibletext.h"
#include "core/transport/http/httpheads.h"

#include <QCryptographicHash>
#include <QDeadlineTimer>
#include <QScopedPointer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>
#include <QUrl>
#include <QUrlQuery>

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto callbackPath = "/callback"_L1;
constexpr qsizetype longestRequest = 32 << 10;
constexpr int mostConnections = 16; // a browser opens some in advance
constexpr auto requestWithin = 10s;

QByteArray page(const QByteArray &status, const QByteArray &sentence)
{
    const QByteArray body = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Envelope "
                            "Workbench</title><p>"
        + sentence + "</p></html>\n";
    return "HTTP/1.1 " + status
        + "\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: " + QByteArray::number(body.size())
        + "\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
          "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"
          "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        + body;
}

//! Waits on 127.0.0.1 for the one request that a browser makes at the end of a sign-in. Other paths get 404
//! and change nothing; the page that the browser shows does not contain the answer.
//! \source core/RULES.md R-83
class CallbackListener : public QObject {
public:
    explicit CallbackListener(const Limits &limits)
        : m_limits(limits)
    {
        m_deadline.setSingleShot(true);
        connect(&m_server, &QTcpServer::pendingConnectionAvailable, this, &CallbackListener::accept);
        connect(&m_deadline, &QTimer::timeout, this, [this] {
            settle(std::unexpected(
                advisingLimit({ErrorKind::Timeout, u"oauth.callback"_s,
                                  u"The sign-in was not finished in the browser within %1. Try again."_s.arg(
                                      limitText(*findLimit(u"auth.callback"), m_limits.authCallbackMs))},
                    u"auth.callback", m_limits.authCallbackMs)));
        });
    }
    ~CallbackListener() override
    {
        cancel();
        m_server.disconnect(this);
    }

    //! Listens on the port of \a registered if it is free, because an authorisation server may insist on that
    //! address, else on a port that the system chooses. Fails with ErrorKind::Network.
    Result<void> listen(const QUrl &registered)
    {
        m_server.setMaxPendingConnections(mostConnections);
        m_deadline.start(std::chrono::milliseconds(m_limits.authCallbackMs));
        if (m_server.listen(QHostAddress::LocalHost, quint16(registered.port(0)))
            || m_server.listen(QHostAddress::LocalHost, 0))
            return {};
        return std::unexpected(Error{ErrorKind::Network, u"oauth.listen"_s,
            u"Could not listen on 127.0.0.1 for the answer of the browser: %1"_s.arg(
                m_server.errorString())});
    }
    QUrl redirectUri() const //!< Returns "http://127.0.0.1:PORT/callback".
    {
        return QUrl(u"http://127.0.0.1:%1%2"_s.arg(m_server.serverPort()).arg(callbackPath));
    }
    //! Returns the query of the request; call it once. Fails with ErrorKind::Timeout after
    //! limits.auth.callback, and with ErrorKind::Cancelled if the listener is deleted or \a cancellation is
    //! requested.
    QFuture<Result<QUrlQuery>> answer(std::stop_token cancellation)
    {
        m_answer.onStop(std::move(cancellation), [this] { cancel(); });
        return m_answer.future();
    }

private:
    void cancel() { settle(std::unexpected(cancelledSignIn())); }

    void accept()
    {
        while (QTcpSocket *const socket = m_server.nextPendingConnection()) {
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            if (m_answer.isSettled() || m_server.findChildren<QTcpSocket *>().size() > mostConnections) {
                socket->abort();
                continue;
            }
            socket->setReadBufferSize(longestRequest);
            QTimer::singleShot(requestWithin, socket, &QTcpSocket::abort);
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
        }
    }

    void read(QTcpSocket *socket)
    {
        const QByteArray bytes = socket->peek(longestRequest);
        if (!bytes.contains("\r\n\r\n")) {
            if (bytes.size() >= longestRequest)
                socket->abort();
            return;
        }
        socket->disconnect(this);
        socket->readAll();
        const std::optional<RequestHead> head = requestHeadFrom(bytes);
        // With DNS rebinding the Host would be the attacker's name. R-120
        const bool isOurs = head && head->method == "GET" && head->version.startsWith("HTTP/1.")
            && head->path() == callbackPath.data()
            && head->header("host") == redirectUri().authority().toLatin1();
        if (!isOurs || m_answer.isSettled()) {
            socket->write(page("404 Not Found", "There is nothing here."));
            socket->disconnectFromHost();
            return;
        }
        socket->write(page("200 OK", "You can close this window and go back to Envelope Workbench."));
        socket->disconnectFromHost();
        settle(QUrlQuery(QString::fromUtf8(head->target.mid(head->path().size() + 1))));
    }

    void settle(Result<QUrlQuery> result)
    {
        m_deadline.stop();
        m_answer.settle(std::move(result));
    }

    Limits m_limits;
    QTcpServer m_server;
    QTimer m_deadline;
    Settling<Result<QUrlQuery>> m_answer;
};

//! The random values and the redirect address that identify one sign-in.
struct CodeAttempt {
    QByteArray verifier = randomToken();
    QByteArray state = randomToken();
    QUrl redirectUri;
};

QUrl authorizationUrl(const OAuthSetup &setup, const CodeAttempt &attempt)
{
    const auto encoded = [](const QString &text) {
        return QString::fromLatin1(QUrl::toPercentEncoding(text));
    };
    QStringList pairs;
    const auto add = [&](QLatin1StringView name, const QString &value) {
        pairs.append(name + u'=' + encoded(value));
    };
    QUrl url = setup.server.authorizationEndpoint;
    if (url.hasQuery())
        pairs.append(url.query(QUrl::FullyEncoded));
    add("response_type"_L1, u"code"_s);
    add("client_id"_L1, setup.clientId);
    add("redirect_uri"_L1, attempt.redirectUri.toString());
    if (!setup.scopes.isEmpty())
        add("scope"_L1, setup.scopes.join(u' '));
    add("state"_L1, QString::fromLatin1(attempt.state));
    add("code_challenge"_L1, QString::fromLatin1(pkceChallenge(attempt.verifier)));
    add("code_challenge_method"_L1, u"S256"_s);
    if (!setup.resource.isEmpty())
        add("resource"_L1, setup.resource);
    url.setQuery(pairs.join(u'&'), QUrl::StrictMode);
    return url;
}

//! Returns the code if the answer belongs to this attempt and comes from this issuer. Both are checked first,
//! and nothing of a foreign answer is shown.
Result<Secret> codeFrom(
    const OAuthState &state, const OAuthSetup &setup, const CodeAttempt &attempt, const QUrlQuery &answer)
{
    const auto wrong = [&](ErrorKind kind, const QString &code, const QString &sentence) {
        return std::unexpected(oauthError(state, kind, code, sentence));
    };
    const auto only = [&answer](const QString &name) -> std::optional<QString> {
        const QStringList values = answer.allQueryItemValues(name, QUrl::FullyDecoded);
        return values.size() == 1 ? std::optional(values.constFirst()) : std::nullopt;
    };
    const std::optional<QString> echoed = only(u"state"_s);
    if (!echoed || !isSameSecret(echoed->toUtf8(), attempt.state))
        return wrong(ErrorKind::Protocol, u"oauth.state"_s,
            u"the browser returned the answer to another sign-in (state differs). The answer was not used."_s);
    const std::optional<QString> issuer = only(u"iss"_s);
    const bool hasIssuer = answer.hasQueryItem(u"iss"_s);
    const bool isOther = hasIssuer && !setup.server.issuer.isEmpty() && issuer != setup.server.issuer;
    if (isOther || (hasIssuer && !issuer) || (!hasIssuer && setup.server.sendsIssuer))
        return wrong(ErrorKind::Protocol, u"oauth.iss"_s,
            u"the answer comes from a different authorisation server (iss differs or is missing). The answer was not used."_s);
    if (answer.hasQueryItem(u"error"_s)) {
        const QString error = visibleText(only(u"error"_s).value_or(QString()), false, 100);
        const QString description =
            visibleText(only(u"error_description"_s).value_or(QString()).replace(u'+', u' '), false, 300);
        const bool isDenial = error == "access_denied"_L1;
        Error result = oauthError(state, ErrorKind::Remote,
            isDenial ? u"oauth.access_denied"_s : u"oauth.refused"_s,
            description.isEmpty() ? u"the authorisation server answered %1."_s.arg(error)
                                  : u"the authorisation server answered %1: %2"_s.arg(error, description));
        result.details = Json::object({{u"error"_s, Json::string(error)},
            {u"error_description"_s, description.isEmpty() ? Json() : Json::string(description)}});
        return std::unexpected(result);
    }
    const std::optional<QString> code = only(u"code"_s);
    if (!code || code->isEmpty())
        return wrong(
            ErrorKind::Protocol, u"oauth.code"_s, u"the authorisation server answered without a code."_s);
    return Secret(code->toUtf8());
}

//! Notes the answer that the browser brought, without the code. A foreign answer is noted without its
//! content.
void noteRedirect(const HttpFrames &frames, const CodeAttempt &attempt, const QUrlQuery &answer,
    const Result<Secret> &judged)
{
    const bool isStranger = !judged && judged.error().code == "oauth.state"_L1;
    QUrl shown = isStranger ? QUrl() : attempt.redirectUri;
    if (!isStranger) {
        QUrlQuery query = answer;
        if (query.hasQueryItem(u"code"_s)) {
            query.removeAllQueryItems(u"code"_s);
            query.addQueryItem(u"code"_s, u"***"_s);
        }
        shown.setQuery(query);
    }
    frames.noteAddress(
        Direction::Received, shown, OAuthStep::redirect, judged ? QString() : noteOf(judged.error()));
}

Result<void> checkCodeSetup(const OAuthState &state, const OAuthSetup &setup)
{
    const OAuthServer &server = setup.server;
    if (const auto url = checkEndpoint(state, server.authorizationEndpoint, u"authorization endpoint"_s);
        !url)
        return url;
    if (server.hasMetadata && !server.challengeMethods.contains(u"S256"_s))
        return std::unexpected(oauthError(state, ErrorKind::Protocol, u"oauth.pkce"_s,
            u"the authorisation server does not announce PKCE with S256, without which a code could be stolen."_s));
    if (!state->host.openBrowser)
        return std::unexpected(oauthError(state, ErrorKind::Usage, u"oauth.browser"_s,
            u"there is no browser here; a device code or client credentials work without one."_s));
    return {};
}

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

QByteArray pkceChallenge(const QByteArray &verifier)
{
    return QCryptographicHash::hash(verifier, QCryptographicHash::Sha256)
        .toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

Task<Result<OAuthTokens>> runCodeFlow(OAuthState state, OAuthSetup setup, std::stop_token cancellation)
{
    if (const Result<void> sound = checkCodeSetup(state, setup); !sound) {
        nextFrames(state).noteAddress(Direction::Sent, {}, OAuthStep::authorization, noteOf(sound.error()));
        co_return std::unexpected(sound.error());
    }
    // Deleted later, because the answer to the browser may not be sent yet.
    const std::unique_ptr<CallbackListener, QScopedPointerDeleteLater> listener(
        new CallbackListener(state->limits));
    if (const Result<void> listening =
            listener->listen(setup.registration ? QUrl(setup.registration->redirectUri) : QUrl());
        !listening)
        co_return std::unexpected(listening.error());
    CodeAttempt attempt;
    attempt.redirectUri = listener->redirectUri();
    if (setup.clientId.isEmpty()) {
        const QString here = attempt.redirectUri.toString();
        const bool isKnown =
            setup.registration && setup.registration->redirectUri == here && isUsable(*setup.registration);
        const Result<OAuthRegistration> registration = isKnown
            ? Result<OAuthRegistration>(*setup.registration)
            : co_await registerClient(state, setup, here, cancellation);
        if (!registration)
            co_return std::unexpected(registration.error());
        setup = asRegistered(std::move(setup), *registration);
    }
    state->observe(setup.clientSecret, u"client_secret"_s);
    state->observe(Secret(attempt.verifier), u"code_verifier"_s);
    const QUrl url = authorizationUrl(setup, attempt);
    const HttpFrames frames = nextFrames(state);
    frames.noteAddress(Direction::Sent, url, OAuthStep::authorization);
    const Result<void> opened = co_await state->host.openBrowser({.source = state->sourceName,
        .clientId = setup.clientId,
        .step = SignIn::Step::Browser,
        .address = urlFacts(url),
        .scopes = setup.scopes,
        .newScopes = newScopes(setup)});
    if (!opened) {
        frames.noteAddress(Direction::Received, {}, OAuthStep::redirect, noteOf(opened.error()));
        co_return std::unexpected(opened.error());
    }
    const Result<QUrlQuery> answer = co_await listener->answer(cancellation);
    if (!answer) {
        frames.noteAddress(Direction::Received, {}, OAuthStep::redirect, noteOf(answer.error()));
        co_return std::unexpected(answer.error());
    }
    const Result<Secret> code = codeFrom(state, setup, attempt, *answer);
    noteRedirect(frames, attempt, *answer, code);
    if (!code)
        co_return std::unexpected(code.error());
    state->observe(*code, u"code"_s);
    co_return co_await requestTokens(state, setup,
        {{"grant_type", "authorization_code"}, {"code", code->reveal()},
            {"redirect_uri", attempt.redirectUri.toEncoded()}, {"code_verifier", attempt.verifier}},
        std::move(cancellation));
}

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
