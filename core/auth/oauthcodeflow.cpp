// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/oauthstate_p.h"
#include "core/base/advice.h"
#include "core/base/limits.h"
#include "core/base/randombytes.h"
#include "core/base/visibletext.h"
#include "core/transport/http/httpheads.h"

#include <QCryptographicHash>
#include <QScopedPointer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>
#include <QUrl>
#include <QUrlQuery>

// The authorisation code with PKCE, through the browser and back. \source core/auth/README.md 2.6, 2.7
namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr auto callbackPath = "/callback"_L1;
constexpr qsizetype longestRequest = 32 << 10;
constexpr int mostConnections = 16; // a browser opens some in advance
constexpr auto requestWithin = std::chrono::seconds(10);

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

} // namespace Workbench
