// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/oauth.h"
#include "core/auth/oauthstate_p.h"
#include "core/base/advice.h"
#include "core/base/randombytes.h"
#include "core/json/jsonparser.h"
#include "tests/support/oauthscript.h"
#include "tests/support/settled.h"
#include "tests/support/testprogram.h"

using namespace Workbench;
using namespace Qt::StringLiterals;

using Tokens = Result<OAuthTokens>;
using Answer = OAuthScript::Answer;

class tst_OAuth : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsMetadata_data();
    void findsMetadata();
    void refusesMetadata_data();
    void refusesMetadata();
    void sendsNothingToAnUnconfirmedPrivateAddress_data();
    void sendsNothingToAnUnconfirmedPrivateAddress();
    void signsInWithACodeAndItsVerifier();
    void refusesInvalidRedirects_data();
    void refusesInvalidRedirects();
    void needsPkceToBeAnnounced();
    void sendsNothingToAnUnconfirmedOrigin();
    void answersOneRequestAtOnePath();
    void endsWithoutAnAnswer_data();
    void endsWithoutAnAnswer();
    void followsNoRedirectOfTheTokenEndpoint_data();
    void followsNoRedirectOfTheTokenEndpoint();
    void readsTokenAnswers_data();
    void readsTokenAnswers();
    void namesTheEndpointThatFailed_data();
    void namesTheEndpointThatFailed();
    void namesTheServerOfTheMetadata();
    void authenticatesAsTheServerSupports_data();
    void authenticatesAsTheServerSupports();
    void waitsForADeviceCode();
    void endsADeviceCode_data();
    void endsADeviceCode();
    void refreshesWithTheOldRefreshToken();
    void knowsThePkceVectorOfItsStandard();

private:
    Tokens authorize(OAuthScript &script, const OAuthSetup &setup, const Limits &limits = {})
    {
        OAuthClient client(u"pets"_s, limits, script.host,
            [this](const Secret &secret, const QString &) { known.append(secret.reveal()); });
        const Tokens tokens = settled(client.authorize(setup));
        if (!tokens)
            checkNoSecretIn(tokens.error());
        return tokens;
    }
    static void checkNoSecretIn(const Error &error)
    {
        const QString all = error.message + error.detail + QString::fromUtf8(error.details.toBytes());
        QVERIFY2(!all.contains("canary"_L1), qPrintable(all));
    }
    QByteArrayList known;
};

void tst_OAuth::findsMetadata_data()
{
    QTest::addColumn<QString>("issuerPath");
    QTest::addColumn<QByteArray>("place");
    QTest::addColumn<int>("asked");
    QTest::newRow("RFC 8414") << QString() << QByteArray("/.well-known/oauth-authorization-server") << 1;
    QTest::newRow("OpenID Connect") << QString() << QByteArray("/.well-known/openid-configuration") << 2;
    QTest::newRow("RFC 8414 with a path")
        << u"/tenant/a"_s << QByteArray("/.well-known/oauth-authorization-server/tenant/a") << 1;
    QTest::newRow("OpenID Connect, inserted")
        << u"/tenant/a"_s << QByteArray("/.well-known/openid-configuration/tenant/a") << 2;
    QTest::newRow("OpenID Connect, appended")
        << u"/tenant/a"_s << QByteArray("/tenant/a/.well-known/openid-configuration") << 3;
}

void tst_OAuth::findsMetadata()
{
    QFETCH(QString, issuerPath);
    QFETCH(QByteArray, place);
    QFETCH(int, asked);
    OAuthScript script;
    script.issuerPath = issuerPath;
    script.documents[place] = {200, script.metadata().toBytes()};
    OAuthClient client(u"pets"_s, {}, script.host);
    const auto found = settled(asFuture(discoverIssuer(client.state(), script.issuer(), {script.origin()})));
    QVERIFY2(found, qPrintable(found.error_or(Error{}).message));
    QCOMPARE(script.server.requests().size(), asked);
    QCOMPARE(found->tokenEndpoint, script.server.url(u"/token"_s));
    QCOMPARE(found->challengeMethods, QStringList{u"S256"_s});
    const auto direct = settled(asFuture(
        discoverPlace(client.state(), script.origin() + QString::fromLatin1(place), {script.origin()})));
    QVERIFY2(direct, qPrintable(direct.error_or(Error{}).message));
    QCOMPARE(direct->issuer, script.issuer());
}

void tst_OAuth::refusesMetadata_data()
{
    QTest::addColumn<QString>("member");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("code");
    const auto row = [](const char *name, const QString &member, const QString &value, const QString &code) {
        QTest::newRow(name) << member << value << code;
    };
    const QString url = u"auth.url"_s;
    row("a file", u"token_endpoint"_s, u"file:///etc/passwd"_s, url);
    row("a script", u"authorization_endpoint"_s, u"javascript:alert(1)"_s, url);
    row("link-local over http", u"token_endpoint"_s, u"http://169.254.169.254/token"_s, url);
    row("link-local over https", u"token_endpoint"_s, u"https://169.254.169.254/token"_s, url);
    row("private", u"device_authorization_endpoint"_s, u"https://10.1.2.3/device"_s, url);
    row("private inside IPv6", u"token_endpoint"_s, u"https://[::ffff:192.168.0.1]/token"_s, url);
    row("loopback", u"token_endpoint"_s, u"http://127.0.0.1:8080/token"_s, url);
    row("loopback in decimal", u"authorization_endpoint"_s, u"https://2130706433/x"_s, url);
    row("loopback by name", u"authorization_endpoint"_s, u"http://localhost/x"_s, url);
    row("not encrypted", u"token_endpoint"_s, u"http://as.example/token"_s, url);
    row("user-info", u"token_endpoint"_s, u"https://me@as.example/token"_s, url);
    row("a shell's characters", u"registration_endpoint"_s, u"https://as.example/$(id)"_s, url);
    row("another issuer", u"issuer"_s, u"https://evil.example"_s, u"oauth.issuer"_s);
    row("an issuer that differs by a slash", u"issuer"_s, u"https://as.example/"_s, u"oauth.issuer"_s);
    row("no issuer", u"issuer"_s, QString(), u"oauth.issuer"_s);
    row("no token endpoint", u"token_endpoint"_s, QString(), u"oauth.metadata"_s);
}

void tst_OAuth::refusesMetadata()
{
    QFETCH(QString, member);
    QFETCH(QString, value);
    QFETCH(QString, code);
    const Json sound =
        jsonLiteral(R"({"issuer":"https://as.example","token_endpoint":"https://as.example/token",
        "authorization_endpoint":"https://as.example/authorize"})");
    const QStringList confirmed{u"https://as.example"_s};
    QVERIFY(serverFromMetadata(sound, u"https://as.example"_s, confirmed));
    const Json document = withMember(sound, member, value.isEmpty() ? Json() : Json::string(value));
    const auto read = serverFromMetadata(document, u"https://as.example"_s, confirmed);
    QVERIFY(!read);
    QCOMPARE(read.error().kind, ErrorKind::Protocol);
    QCOMPARE(read.error().code, code);
    QVERIFY2(!read.error().message.contains(u"\"\""_s), qPrintable(read.error().message)); // a missing member
}

void tst_OAuth::sendsNothingToAnUnconfirmedPrivateAddress_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("code");
    QTest::newRow("127.0.0.1") << u"127.0.0.1"_s << u"http.privatePeer"_s;
    QTest::newRow("localhost") << u"localhost"_s << u"http.privatePeer"_s;
    QTest::newRow("decimal") << u"2130706433"_s << u"http.privatePeer"_s;
    QTest::newRow("octal") << u"0177.0.0.1"_s << u"http.privatePeer"_s;
    QTest::newRow("hex") << u"0x7f.1"_s << u"http.privatePeer"_s;
    QTest::newRow("IPv4 inside IPv6") << u"[::ffff:127.0.0.1]"_s << u"http.privatePeer"_s;
    QTest::newRow("a name of loopback") << u"canary.localhost"_s << u"http.privatePeer"_s;
    QTest::newRow("a name that is not encrypted") << u"example.org"_s << u"auth.url"_s;
}

void tst_OAuth::sendsNothingToAnUnconfirmedPrivateAddress()
{
    QFETCH(QString, host);
    QFETCH(QString, code);
    OAuthScript script;
    OAuthClient client(u"pets"_s, {}, script.host);
    const QString issuer = u"http://%1:%2"_s.arg(host).arg(script.server.url().port());
    const auto found = settled(asFuture(discoverIssuer(client.state(), issuer, {u"https://as.example"_s})));
    QVERIFY(!found);
    if (found.error().kind != ErrorKind::Network) // a resolver may not know the name
        QCOMPARE(found.error().code, code);
    QCOMPARE(script.server.connections(), 0);
}

void tst_OAuth::signsInWithACodeAndItsVerifier()
{
    OAuthScript script;
    OAuthSetup setup = script.setup();
    setup.scopesBefore = {u"read"_s};
    setup.resource = u"https://api.example/mcp"_s;
    setup.server.sendsIssuer = true;
    script.comeBack = [&script](const QUrlQuery &asked) {
        return QString(OAuthScript::value(asked, u"redirect_uri"_s) + u"?code=canary-code&iss="_s
            + QString::fromLatin1(QUrl::toPercentEncoding(script.issuer())) + u"&state="_s
            + OAuthScript::value(asked, u"state"_s));
    };
    known.clear();
    const Tokens tokens = authorize(script, setup);
    QVERIFY2(tokens, qPrintable(tokens.error_or(Error{}).message));
    QCOMPARE(tokens->accessToken.reveal(), QByteArray("canary-access"));
    QCOMPARE(tokens->refreshToken.reveal(), QByteArray("canary-refresh"));
    QCOMPARE(tokens->scopes, setup.scopes);
    QCOMPARE(tokens->issuer, script.issuer());
    const qint64 seconds = QDateTime::currentDateTimeUtc().secsTo(tokens->expiresAt);
    QVERIFY(seconds > 3500 && seconds <= 3600);

    QCOMPARE(script.opened.size(), 1);
    const SignIn &request = script.opened.constFirst();
    QCOMPARE(request.newScopes, QStringList{u"write"_s});
    QCOMPARE(request.address.host, u"127.0.0.1"_s);
    const QUrlQuery asked(request.address.url);
    QVERIFY(request.address.text.contains("/authorize?tenant=a%26b&response_type=code&client_id=client&"_L1));
    QCOMPARE(OAuthScript::value(asked, u"code_challenge_method"_s), u"S256"_s);
    QCOMPARE(OAuthScript::value(asked, u"scope"_s), u"read write"_s);
    QCOMPARE(OAuthScript::value(asked, u"resource"_s), setup.resource);
    const QUrl redirect(OAuthScript::value(asked, u"redirect_uri"_s));
    QCOMPARE(redirect.host(), u"127.0.0.1"_s);
    QCOMPARE(redirect.path(), u"/callback"_s);

    const QList<QUrlQuery> forms = script.forms("/token");
    QCOMPARE(forms.size(), 1);
    QCOMPARE(OAuthScript::value(forms.first(), u"grant_type"_s), u"authorization_code"_s);
    QCOMPARE(OAuthScript::value(forms.first(), u"code"_s), u"canary-code"_s);
    QCOMPARE(OAuthScript::value(forms.first(), u"redirect_uri"_s), redirect.toString());
    QCOMPARE(OAuthScript::value(forms.first(), u"resource"_s), setup.resource);
    QCOMPARE(OAuthScript::value(forms.first(), u"client_id"_s), u"client"_s);
    const QByteArray verifier = OAuthScript::value(forms.first(), u"code_verifier"_s).toLatin1();
    QCOMPARE(verifier.size(), 43);
    QCOMPARE(OAuthScript::value(asked, u"code_challenge"_s).toLatin1(), pkceChallenge(verifier));

    QTRY_COMPARE(script.pages.size(), 1);
    QVERIFY(script.pages.constFirst().contains("You can close this window"));
    QVERIFY(!script.pages.constFirst().contains("canary"));
    for (const QByteArray &secret :
        {verifier, QByteArray("canary-code"), QByteArray("canary-access"), QByteArray("canary-refresh")})
        QVERIFY2(known.contains(secret), secret.constData());
}

void tst_OAuth::refusesInvalidRedirects_data()
{
    QTest::addColumn<QString>("query"); // STATE and ISSUER stand for the correct values
    QTest::addColumn<bool>("sendsIssuer");
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("showsText");
    const auto row = [](const char *name, const char *query, bool sendsIssuer, const char *code,
                         bool shows = false) {
        QTest::newRow(name) << QString::fromLatin1(query) << sendsIssuer << QString::fromLatin1(code)
                            << shows;
    };
    row("another state", "code=c&state=xSTATE", false, "oauth.state");
    row("no state", "code=c", false, "oauth.state");
    row("two states", "code=c&state=STATE&state=STATE", false, "oauth.state");
    row("nothing", "", false, "oauth.state");
    row("an error of another state", "error=e&error_description=gotcha&state=x", false, "oauth.state");
    row("another issuer", "code=c&state=STATE&iss=https://evil.example", false, "oauth.iss");
    row("an issuer with an extra slash", "code=c&state=STATE&iss=ISSUER/", false, "oauth.iss");
    row("two issuers", "code=c&state=STATE&iss=ISSUER&iss=ISSUER", false, "oauth.iss");
    row("no issuer where one was promised", "code=c&state=STATE", true, "oauth.iss");
    row("an error of another issuer", "error=e&error_description=gotcha&state=STATE&iss=x", true,
        "oauth.iss");
    row("an error without the issuer", "error=e&error_description=gotcha&state=STATE", true, "oauth.iss");
    row("an error", "error=server_error&error_description=gotcha&state=STATE", false, "oauth.refused", true);
    row("the user said no", "error=access_denied&state=STATE&iss=ISSUER", true, "oauth.access_denied");
    row("no code", "state=STATE", false, "oauth.code");
    row("an empty code", "state=STATE&code=", false, "oauth.code");
    row("two codes", "state=STATE&code=a&code=b", false, "oauth.code");
}

void tst_OAuth::refusesInvalidRedirects()
{
    QFETCH(QString, query);
    QFETCH(bool, sendsIssuer);
    QFETCH(QString, code);
    QFETCH(bool, showsText);
    OAuthScript script;
    script.comeBack = [&](const QUrlQuery &asked) {
        QString back = query;
        back.replace("STATE"_L1, OAuthScript::value(asked, u"state"_s)).replace("ISSUER"_L1, script.issuer());
        return QString(OAuthScript::value(asked, u"redirect_uri"_s) + u'?' + back);
    };
    OAuthSetup setup = script.setup();
    setup.server.sendsIssuer = sendsIssuer;
    const Tokens tokens = authorize(script, setup);
    QVERIFY(!tokens);
    QCOMPARE(tokens.error().code, code);
    QCOMPARE(tokens.error().message.contains("gotcha"_L1), showsText);
    QCOMPARE(script.forms("/token").size(), 0);
}

void tst_OAuth::needsPkceToBeAnnounced()
{
    OAuthScript script;
    OAuthSetup setup = script.setup();
    setup.server.challengeMethods = {u"plain"_s};
    const Tokens refused = authorize(script, setup);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, u"oauth.pkce"_s);
    QCOMPARE(script.opened.size(), 0);
    setup.server.hasMetadata = false; // without metadata PKCE cannot be announced, and is used anyway
    QVERIFY(authorize(script, setup));
    QVERIFY(script.opened.constFirst().address.text.contains("code_challenge_method=S256"_L1));
}

void tst_OAuth::sendsNothingToAnUnconfirmedOrigin()
{
    OAuthScript mine;
    OAuthScript evil;
    OAuthSetup setup = mine.setup();
    setup.server.tokenEndpoint = evil.server.url(u"/token"_s);
    for (const OAuthFlow flow :
        {OAuthFlow::AuthorizationCode, OAuthFlow::ClientCredentials, OAuthFlow::DeviceCode}) {
        setup.flow = flow;
        setup.clientSecret = Secret("canary-secret");
        const Tokens tokens = authorize(mine, setup);
        QVERIFY(!tokens);
        QCOMPARE(tokens.error().kind, ErrorKind::Trust);
        QVERIFY(tokens.error().message.contains(mine.origin()));
        QVERIFY(tokens.error().message.contains(evil.origin()));
        QCOMPARE(tokens.error().details.member("wanted"_L1).at(0).toString(), evil.origin());
    }
    QCOMPARE(mine.opened.size(), 0);
    QCOMPARE(evil.server.connections() + mine.server.connections(), 0);
    setup.flow = OAuthFlow::ClientCredentials;
    setup.confirmedOrigins.append(evil.origin());
    QVERIFY(authorize(mine, setup));
}

void tst_OAuth::answersOneRequestAtOnePath()
{
    OAuthScript script;
    QUrl redirect;
    QString state;
    script.comeBack = [&](const QUrlQuery &asked) {
        redirect = QUrl(OAuthScript::value(asked, u"redirect_uri"_s));
        state = OAuthScript::value(asked, u"state"_s);
        return QString();
    };
    OAuthClient client(u"pets"_s, {}, script.host);
    const QFuture<Tokens> tokens = client.authorize(script.setup());
    QTRY_VERIFY(!state.isEmpty());
    const auto send = [&redirect](const QByteArray &bytes) {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, quint16(redirect.port()));
        socket.write(bytes);
        if (!QTest::qWaitFor(
                [&socket] { return socket.state() == QAbstractSocket::UnconnectedState; }, Test::patience))
            return QByteArray("still open");
        return socket.readAll();
    };
    const QByteArray host = "Host: 127.0.0.1:" + QByteArray::number(redirect.port()) + "\r\n\r\n";
    const QByteArray good = "?code=c&state=" + state.toLatin1();
    const QByteArray right = "GET /callback" + good + " HTTP/1.1\r\n" + host;
    const QByteArrayList strangers{QByteArray("GET /favicon.ico HTTP/1.1\r\n" + host),
        QByteArray("GET /callback/x" + good + " HTTP/1.1\r\n" + host),
        QByteArray("GET //callback" + good + " HTTP/1.1\r\n" + host),
        QByteArray("POST /callback" + good + " HTTP/1.1\r\n" + host),
        QByteArray("GET /callback" + good + " HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
        QByteArray("GET /callback" + good + " HTTP/1.1\r\n\r\n"), QByteArray("\r\n\r\n")};
    for (const QByteArray &wrong : strangers)
        QVERIFY2(send(wrong).startsWith("HTTP/1.1 404 "), wrong.constData());
    QCOMPARE(send(QByteArray(40'000, 'x')), QByteArray());
    QVERIFY(!tokens.isFinished());
    QVERIFY(send(right).startsWith("HTTP/1.1 200 "));
    QTRY_VERIFY(tokens.isFinished());
    QVERIFY(tokens.result());
    QCOMPARE(send(right), QByteArray()); // the listener is closed
}

void tst_OAuth::endsWithoutAnAnswer_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<ErrorKind>("kind");
    QTest::newRow("in time") << u"deadline"_s << ErrorKind::Timeout;
    QTest::newRow("cancelled") << u"cancel"_s << ErrorKind::Cancelled;
    QTest::newRow("the client is destroyed") << u"close"_s << ErrorKind::Cancelled;
    QTest::newRow("the user refuses") << u"refuse"_s << ErrorKind::Trust;
}

void tst_OAuth::endsWithoutAnAnswer()
{
    QFETCH(QString, how);
    QFETCH(ErrorKind, kind);
    OAuthScript script;
    script.comeBack = [](const QUrlQuery &) { return QString(); };
    if (how == "refuse"_L1) {
        script.host.openBrowser = [](const SignIn &) {
            return QtFuture::makeReadyValueFuture(
                Result<void>(std::unexpected(Error{ErrorKind::Trust, u"no"_s, u"No."_s, {}, {}})));
        };
    }
    Limits limits;
    if (how == "deadline"_L1)
        limits.authCallbackMs = 50;
    auto client = std::make_unique<OAuthClient>(u"pets"_s, limits, script.host);
    std::stop_source stop;
    const QFuture<Tokens> tokens = client->authorize(script.setup(), stop.get_token());
    if (how != "refuse"_L1)
        QTRY_COMPARE(script.opened.size(), 1);
    if (how == "cancel"_L1)
        stop.request_stop();
    if (how == "close"_L1)
        client.reset();
    QTRY_VERIFY(tokens.isFinished());
    QVERIFY(!tokens.result());
    QCOMPARE(tokens.result().error().kind, kind);
    if (how == "deadline"_L1)
        QVERIFY(messageWithAdvice(tokens.result().error()).contains("limit auth.callback"_L1));
}

void tst_OAuth::followsNoRedirectOfTheTokenEndpoint_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("from"); // what named the endpoint
    for (const int status : {301, 302, 303, 307, 308})
        QTest::addRow("%d", status) << status << u"metadata"_s;
    for (const auto from : {"settings", "no metadata", "settings, for a device"})
        QTest::newRow(from) << 307 << QString::fromLatin1(from);
}

void tst_OAuth::followsNoRedirectOfTheTokenEndpoint()
{
    QFETCH(int, status);
    QFETCH(QString, from);
    OAuthScript mine;
    OAuthScript evil;
    mine.onToken = [&](const QUrlQuery &) {
        return Answer{status, evil.server.url(u"/token"_s).toEncoded()};
    };
    mine.onDevice = mine.onToken;
    const bool isForDevice = from.endsWith("device"_L1);
    OAuthSetup setup = mine.setup(isForDevice ? OAuthFlow::DeviceCode : OAuthFlow::AuthorizationCode);
    setup.server.hasMetadata = from == "metadata"_L1;
    if (from == "no metadata"_L1)
        setup.server.registrationEndpoint = mine.server.url(u"/register"_s);
    QString says = u"of its sign-in; if the redirect is correct, give \"%1\" its target address."_s.arg(
        isForDevice ? u"deviceUrl"_s : u"tokenUrl"_s);
    if (from == "metadata"_L1)
        says = u"endpoint of its sign-in, which the metadata of \"%1\" names."_s.arg(mine.issuer());
    else if (from == "no metadata"_L1)
        says = u"The request was for the token endpoint of its sign-in."_s;
    const Tokens tokens = authorize(mine, setup);
    QVERIFY(!tokens);
    QCOMPARE(tokens.error().code, u"http.redirect"_s);
    QVERIFY(tokens.error().message.contains(mine.origin()));
    QVERIFY(tokens.error().message.contains(evil.origin()));
    QVERIFY2(tokens.error().message.endsWith(says), qPrintable(tokens.error().message));
    QCOMPARE(evil.server.connections(), 0);
}

void tst_OAuth::readsTokenAnswers_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("code"); // empty: the answer is accepted
    const auto row = [](const char *name, int status, const QByteArray &body, const char *code) {
        QTest::newRow(name) << status << body << QString::fromLatin1(code);
    };
    row("good", 200, OAuthScript::tokens(), "");
    row("seconds as text", 200, R"({"access_token":"a","token_type":"Bearer","expires_in":"3600"})", "");
    row("no lifetime", 200, R"({"access_token":"a","token_type":"BEARER"})", "");
    row("no token", 200, R"({"token_type":"bearer"})", "oauth.token");
    row("a token that is not text", 200, R"({"access_token":7,"token_type":"bearer"})", "oauth.token");
    row("another type", 200, R"({"access_token":"canary","token_type":"mac"})", "oauth.token");
    row("no type", 200, R"({"access_token":"canary"})", "oauth.token");
    row("not JSON", 200, "<html>canary", "oauth.answer");
    row("cut off", 200, R"({"access_token":"canary)", "oauth.answer");
    row("a list", 200, "[]", "oauth.answer");
    row("an error", 400, R"({"error":"invalid_client","error_description":"who?"})", "oauth.invalid_client");
    row("an error with 200", 200, R"({"error":"invalid_scope"})", "oauth.invalid_scope");
    row("an error that is not a code", 400, R"({"error":"Über\u001b[2J"})", "oauth.refused");
    row("a page", 503, "<html>canary", "oauth.refused");
    row("too large", 200, OAuthScript::tokens("\"x\":\"" + QByteArray(5000, 'x') + '"'),
        "limit.auth.answerBytes");
}

void tst_OAuth::readsTokenAnswers()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(QString, code);
    OAuthScript script;
    script.onToken = [&](const QUrlQuery &) { return Answer{status, body}; };
    Limits limits;
    limits.authAnswerBytes = 4096;
    OAuthSetup setup = script.setup(OAuthFlow::ClientCredentials);
    setup.clientSecret = Secret("canary-secret");
    const Tokens tokens = authorize(script, setup, limits);
    QCOMPARE(tokens.error_or(Error{}).code, code);
    if (tokens)
        return;
    const QString &message = tokens.error().message;
    QVERIFY2(message.contains("\"pets\""_L1) && message.endsWith(u'.') == !message.endsWith("who?"_L1),
        qPrintable(message));
    QVERIFY(!message.contains(u'\x1b'));
}

void tst_OAuth::namesTheEndpointThatFailed_data()
{
    QTest::addColumn<QByteArray>("bytes"); // the whole HTTP response
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<QString>("says"); // after the address of the token endpoint
    const auto row = [](const char *name, const QByteArray &status, const QByteArray &type,
                         const QByteArray &body, const QString &says) {
        QTest::newRow(name) << QByteArray("HTTP/1.1 " + status + "\r\nContent-Type: " + type
            + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body)
                            << ErrorKind::Network << says;
    };
    row("a message", "500 Error", "application/json", R"({"message":"the database is down"})",
        u"answered HTTP 500: the database is down."_s);
    row("a problem", "503 Error", "application/problem+json",
        R"({"title":"Unavailable","detail":"Closed until noon."})",
        u"answered HTTP 503: Closed until noon."_s);
    row("a message inside the error", "401 Unauthorized", "application/json",
        R"({"error":{"message":"Unknown client"}})", u"answered HTTP 401: Unknown client."_s);
    row("other JSON", "404 Not Found", "application/json", R"({"fault":7})",
        u"answered HTTP 404: {\"fault\":7}."_s);
    row("text", "429 Error", "text/plain; charset=utf-8", "slow\n\x1b[2Jdown",
        u"answered HTTP 429: slow \\u{1B}[2Jdown."_s);
    row("a page", "404 Not Found", "text/html", "<html>canary", u"answered HTTP 404."_s);
    row("a secret of the request", "500 Error", "application/json",
        R"({"message":"cannot read canary-secret"})",
        u"answered HTTP 500: cannot read ${secret:client_secret}."_s);
    QTest::newRow("closed") << QByteArray() << ErrorKind::Network
                            << u"closed the connection without an answer."_s;
    QTest::newRow("damaged") << QByteArray(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc")
                             << ErrorKind::Protocol << u"sent a compressed body that is damaged."_s;
}

void tst_OAuth::namesTheEndpointThatFailed()
{
    QFETCH(QByteArray, bytes);
    QFETCH(ErrorKind, kind);
    QFETCH(QString, says);
    OAuthScript script;
    script.onRequest = [&](const RawServer::Request &) { return std::optional(bytes); };
    OAuthSetup setup = script.setup(OAuthFlow::ClientCredentials);
    setup.clientSecret = Secret("canary-secret");
    const Tokens tokens = authorize(script, setup);
    QVERIFY(!tokens);
    QVERIFY2(tokens.error().kind == kind, qPrintable(tokens.error().message));
    const QString place = script.server.url(u"/token"_s).toString();
    const QString wanted = u"Sign-in to \"pets\": the token endpoint "_s + place + u' ' + says;
    QVERIFY2(tokens.error().message.startsWith(wanted), qPrintable(tokens.error().message));
}

void tst_OAuth::namesTheServerOfTheMetadata()
{
    OAuthScript script;
    script.onRequest = [](const RawServer::Request &) { return std::optional(QByteArray()); };
    OAuthClient client(u"pets"_s, {}, script.host);
    const auto found = settled(asFuture(discoverIssuer(client.state(), script.issuer(), {script.origin()})));
    QVERIFY(!found);
    QCOMPARE(found.error().kind, ErrorKind::Network);
    const QString place = script.server.url(u"/.well-known/oauth-authorization-server"_s).toString();
    QVERIFY2(found.error().message.startsWith(
                 u"Sign-in to \"pets\": the authorisation server %1 closed the connection"_s.arg(place)),
        qPrintable(found.error().message));
}

void tst_OAuth::authenticatesAsTheServerSupports_data()
{
    using enum ClientAuthentication;
    QTest::addColumn<QList<ClientAuthentication>>("supported");
    QTest::addColumn<std::optional<ClientAuthentication>>("chosen");
    QTest::addColumn<QByteArray>("authorization");
    QTest::addColumn<QString>("secretInForm");
    const QByteArray basic = "Basic " + QByteArray("my%20client%3A1:p%26%25%C3%A4").toBase64();
    const std::optional<ClientAuthentication> none;
    QTest::newRow("Basic by default") << QList<ClientAuthentication>() << none << basic << QString();
    QTest::newRow("Basic where it is taken") << QList{Post, Basic} << none << basic << QString();
    QTest::newRow("Post where only that is") << QList{Post} << none << QByteArray() << u"p&%ä"_s;
    QTest::newRow("as it was registered") << QList{Basic} << std::optional(Post) << QByteArray() << u"p&%ä"_s;
}

void tst_OAuth::authenticatesAsTheServerSupports()
{
    QFETCH(QList<ClientAuthentication>, supported);
    QFETCH(std::optional<ClientAuthentication>, chosen);
    QFETCH(QByteArray, authorization);
    QFETCH(QString, secretInForm);
    OAuthScript script;
    OAuthSetup setup = script.setup(OAuthFlow::ClientCredentials);
    setup.clientId = u"my client:1"_s;
    setup.clientSecret = Secret("p&%ä");
    setup.server.clientAuthentication = supported;
    setup.authentication = chosen;
    QVERIFY(authorize(script, setup));
    QCOMPARE(script.server.requests().constFirst().header("authorization"), authorization);
    const QUrlQuery form = script.forms("/token").constFirst();
    QCOMPARE(OAuthScript::value(form, u"client_secret"_s), secretInForm);
    QCOMPARE(OAuthScript::value(form, u"client_id"_s), secretInForm.isEmpty() ? QString() : setup.clientId);
    QCOMPARE(OAuthScript::value(form, u"grant_type"_s), u"client_credentials"_s);
    QCOMPARE(OAuthScript::value(form, u"scope"_s), u"read write"_s);
}

void tst_OAuth::waitsForADeviceCode()
{
    OAuthScript script;
    script.onDevice = [](const QUrlQuery &form) {
        return OAuthScript::value(form, u"scope"_s) == "read write"_L1
            ? Answer{200,
                  R"({"device_code":"canary-device","user_code":"AB\u202ECD","expires_in":60,"interval":0,
                  "verification_uri":"https://as.example/device","verification_uri_complete":"https://as.example/device?c=1"})"}
            : Answer{400, R"({"error":"invalid_scope"})"};
    };
    int asked = 0;
    script.onToken = [&asked](const QUrlQuery &) {
        return ++asked < 2 ? Answer{400, R"({"error":"authorization_pending"})"}
                           : Answer{200, OAuthScript::tokens()};
    };
    known.clear();
    QElapsedTimer clock;
    clock.start();
    const Tokens tokens = authorize(script, script.setup(OAuthFlow::DeviceCode));
    QVERIFY2(tokens, qPrintable(tokens.error_or(Error{}).message));
    QVERIFY2(clock.elapsed() >= 1800, "an interval of 0 is still a second");
    QCOMPARE(script.devicePrompts.size(), 1);
    const SignIn &prompt = script.devicePrompts.constFirst();
    QCOMPARE(prompt.userCode, u"AB\\u{202E}CD"_s);
    QCOMPARE(prompt.address.host, u"as.example"_s);
    QCOMPARE(prompt.withCode.text, u"https://as.example/device?c=1"_s);
    QCOMPARE(prompt.newScopes, (QStringList{u"read"_s, u"write"_s}));
    QCOMPARE(OAuthScript::value(script.forms("/token").constFirst(), u"device_code"_s), u"canary-device"_s);
    QVERIFY(known.contains("canary-device"));
}

void tst_OAuth::endsADeviceCode_data()
{
    QTest::addColumn<QByteArray>("device");
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<QString>("code");
    const QByteArray good =
        R"({"device_code":"canary","user_code":"AB","verification_uri":"https://as.example/","expires_in":1,"interval":1})";
    QTest::newRow("refused") << good << QByteArray(R"({"error":"access_denied"})")
                             << u"oauth.access_denied"_s;
    QTest::newRow("expired there") << good << QByteArray(R"({"error":"expired_token"})")
                                   << u"oauth.expired_token"_s;
    QTest::newRow("expired here") << good << QByteArray(R"({"error":"authorization_pending"})")
                                  << u"oauth.expired_token"_s;
    QTest::newRow("no codes") << QByteArray("{}") << QByteArray() << u"oauth.device"_s;
    QTest::newRow("a script to open")
        << QByteArray(good).replace("https://as.example/", "javascript:alert(1)") << QByteArray()
        << u"auth.url"_s;
    QTest::newRow("no address") << QByteArray(R"({"device_code":"canary","user_code":"AB"})") << QByteArray()
                                << u"auth.url"_s;
    QTest::newRow("cancelled") << good << QByteArray("cancel") << u"oauth.cancelled"_s;
}

void tst_OAuth::endsADeviceCode()
{
    QFETCH(QByteArray, device);
    QFETCH(QByteArray, token);
    QFETCH(QString, code);
    OAuthScript script;
    script.onDevice = [&](const QUrlQuery &) { return Answer{200, device}; };
    script.onToken = [&](const QUrlQuery &) { return Answer{400, token}; };
    std::stop_source stop;
    if (token == "cancel")
        script.host.showDeviceCode = [&stop](const SignIn &) { stop.request_stop(); };
    OAuthClient client(u"pets"_s, {}, script.host);
    const Tokens tokens = settled(client.authorize(script.setup(OAuthFlow::DeviceCode), stop.get_token()));
    QVERIFY(!tokens);
    QCOMPARE(tokens.error().code, code);
    checkNoSecretIn(tokens.error());
}

void tst_OAuth::refreshesWithTheOldRefreshToken()
{
    OAuthScript script;
    script.onToken = [](const QUrlQuery &form) {
        return OAuthScript::value(form, u"refresh_token"_s) == "old"_L1
            ? Answer{200, R"({"access_token":"new","token_type":"bearer"})"}
            : Answer{400, R"({"error":"invalid_grant"})"};
    };
    OAuthClient client(u"pets"_s, {}, script.host);
    const OAuthSetup setup = script.setup();
    OAuthTokens old{.accessToken = Secret("a"), .refreshToken = Secret("old")};
    old.issuer = script.issuer();
    old.clientId = setup.clientId;
    old.scopes = {u"read"_s};
    const Tokens tokens = settled(client.refresh(setup, old));
    QVERIFY(tokens);
    QCOMPARE(tokens->accessToken.reveal(), QByteArray("new"));
    QCOMPARE(tokens->refreshToken.reveal(), QByteArray("old"));
    QCOMPARE(tokens->scopes, QStringList{u"read"_s});
    old.refreshToken = Secret("canary-spent");
    const Tokens spent = settled(client.refresh(setup, old));
    QCOMPARE(spent.error_or(Error{}).code, u"oauth.invalid_grant"_s);
    checkNoSecretIn(spent.error());
    const qsizetype before = script.server.requests().size();
    old.issuer = u"https://other.example"_s;
    const Tokens others = settled(client.refresh(setup, old));
    QCOMPARE(others.error_or(Error{}).kind, ErrorKind::Trust);
    QCOMPARE(script.server.requests().size(), before);
}

void tst_OAuth::knowsThePkceVectorOfItsStandard()
{
    QCOMPARE(pkceChallenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
        QByteArray("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"));
    QVERIFY(randomToken() != randomToken());
}

WORKBENCH_TEST(tst_OAuth, QCoreApplication)
#include "tst_oauth.moc"
