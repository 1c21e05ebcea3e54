// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Sources that sign in: a service with a document, and an authorisation server at another origin.

#include "tests/support/oauthscript.h"
#include "tests/support/openapipeer.h"
#include "tests/support/settled.h"
#include "tests/support/testprogram.h"

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;

namespace {

using Script = OAuthScript;

//! Document of the service; %1 stands for the origin of the authorisation server.
constexpr auto documentText = R"({
    "openapi": "3.1.0", "info": {"title": "Pets", "version": "1"},
    "paths": {
        "/pets": {
            "get": {"operationId": "list", "security": [{"signIn": ["read"]}], "responses": {"200": {"description": "ok"}}},
            "post": {"operationId": "add", "security": [{"signIn": ["write"]}], "responses": {"200": {"description": "ok"}}}
        },
        "/open": {"get": {"operationId": "open", "responses": {"200": {"description": "ok"}}}},
        "/either": {"get": {"operationId": "either", "security": [{"key": []}, {"signIn": ["read"]}], "responses": {"200": {"description": "ok"}}}},
        "/events": {"get": {"operationId": "events", "security": [{"signIn": ["read"]}],
            "responses": {"200": {"description": "ok", "content": {"text/event-stream": {}}}}}}
    },
    "components": {"securitySchemes": {
        "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
        "signIn": {"type": "oauth2", "flows": {
            "implicit": {"authorizationUrl": "%1/authorize", "scopes": {}},
            "clientCredentials": {"tokenUrl": "%1/token", "scopes": {}},
            "authorizationCode": {"authorizationUrl": "%1/authorize", "tokenUrl": "%1/token", "scopes": {}},
            "deviceAuthorization": {"deviceAuthorizationUrl": "%1/device", "tokenUrl": "%1/token", "scopes": {}}
        }}
    }}
})";

const QByteArray withClient = R"({"auth":"oauth","oauth":{"clientId":"desktop"}})";

QByteArray bearerOf(const RawServer::Request &request)
{
    return request.header("authorization");
}

} // namespace

class tst_OpenApiOAuth : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void signsInOnceForAllCalls();
    void asksBeforeAnotherOriginGetsCredentials();
    void repeatsOnlyWhatIsSafe();
    void neverLoops();
    void asksForMoreScopesWhenTheyAreRequired();
    void requestsExactlyTheScopesOfTheSettings();
    void takesClientCredentialsWithoutTheUser();
    void showsADeviceCode();
    void signsInOnlyWhereItIsRequired();
    void signsInForDocumentsWithoutSecurity();
    void endsWithTheCall();
    void endsForAllCallsWhenTheUserCancels();
    void endsWhenTheSourceIsDisconnected();
    void keepsTokensUntilSignedOut();
    void renewsTheTokenOfAStream();
    void explainsWhatIsMissing_data();
    void explainsWhatIsMissing();
    void sendsNoTokenToAServerThatTheDocumentNames();
    void usesNoUnsafeAddress_data();
    void usesNoUnsafeAddress();

private:
    SignInHost host();
    QList<RawServer::Request> requestsTo(const QByteArray &path) const;

    std::unique_ptr<Script> script;
    std::unique_ptr<OpenApiPeer> peer;
    QList<SignIn> questions;
    QList<SignIn> shown; //!< every step that needed the user
    Result<void> answer; //!< the answer to each question
    QList<Result<void>> ends;
    int tokensGiven = 0;
};

void tst_OpenApiOAuth::init()
{
    script = std::make_unique<Script>();
    peer = std::make_unique<OpenApiPeer>(QByteArray(documentText).replace("%1", script->origin().toUtf8()));
    questions.clear();
    shown.clear();
    ends.clear();
    answer = {};
    tokensGiven = 0;
    script->onToken = [this](const QUrlQuery &) {
        const QByteArray number = QByteArray::number(++tokensGiven);
        return Script::Answer{200,
            R"({"access_token":"canary-access-)" + number + R"(","refresh_token":"canary-refresh-)" + number
                + R"(","token_type":"Bearer","expires_in":3600})"};
    };
    for (const QByteArray path : {"/pets", "/open", "/either"})
        peer->answers.insert(path, [](const RawServer::Request &request) {
            return OpenApiPeer::reply("200 OK", "text/plain", "got " + bearerOf(request));
        });
    peer->oauth.setHost(host());
}

void tst_OpenApiOAuth::cleanup()
{
    peer.reset();
    script.reset();
}

SignInHost tst_OpenApiOAuth::host()
{
    SignInHost host;
    host.confirmOrigins = [this](const SignIn &question) {
        shown.append(question);
        questions.append(question);
        return QtFuture::makeReadyValueFuture(answer);
    };
    host.openBrowser = [this](const SignIn &step) {
        shown.append(step);
        return script->host.openBrowser(step);
    };
    host.showDeviceCode = [this](const SignIn &step) {
        shown.append(step);
        script->host.showDeviceCode(step);
    };
    host.ended = [this](
                     const QString &, const Result<void> &result, const QString &) { ends.append(result); };
    return host;
}

QList<RawServer::Request> tst_OpenApiOAuth::requestsTo(const QByteArray &path) const
{
    QList<RawServer::Request> found;
    for (const RawServer::Request &request : peer->server.requests()) {
        if (request.target.startsWith(path))
            found.append(request);
    }
    return found;
}

void tst_OpenApiOAuth::signsInOnceForAllCalls()
{
    QVERIFY(peer->open(withClient));
    const Result<WirePreview> preview = peer->adapter->preview(peer->spec(u"list"_s), Json::emptyObject());
    QVERIFY(preview);
    QVERIFY(preview->headers.contains(std::pair<QByteArray, QByteArray>("Authorization", "•••")));
    QVERIFY(script->opened.isEmpty()); // no call has required a sign-in yet
    for (int i = 0; i < 3; ++i) {
        const auto result = peer->invoke(u"list"_s);
        QVERIFY2(result, qPrintable(result.error_or(Error{}).message));
        QCOMPARE(bearerOf(requestsTo("/pets").last()), "Bearer canary-access-1"_ba);
    }
    QCOMPARE(script->opened.size(), 1);
    QCOMPARE(script->opened.first().source, u"api"_s);
    QCOMPARE(script->opened.first().scopes, QStringList{u"read"_s});
    QCOMPARE(script->opened.first().address.url.path(), u"/authorize"_s);
    QCOMPARE(shown.last().tokenOrigins, QStringList{script->origin()});
    QCOMPARE(ends.size(), 1);
    QVERIFY(ends.first());
    const QByteArray traces = peer->traces();
    QVERIFY2(!traces.contains("canary"), traces.constData());
    // The server echoes the token in its body.
    QVERIFY2(traces.contains("got Bearer ${secret:access_token}"), traces.constData());
}

void tst_OpenApiOAuth::asksBeforeAnotherOriginGetsCredentials()
{
    QVERIFY(peer->open(withClient));
    answer = std::unexpected(Error{ErrorKind::Cancelled, u"test"_s, u"No."_s, {}, {}});
    QCOMPARE(peer->invoke(u"list"_s).error_or(Error{}).message, u"No."_s);
    QCOMPARE(questions.size(), 1);
    QCOMPARE(questions.first().wantedOrigins, QStringList{script->origin()});
    QCOMPARE(questions.first().confirmedOrigins, QStringList{peer->server.url(QString()).toString()});
    QVERIFY(script->server.requests().isEmpty());
    QVERIFY(requestsTo("/pets").isEmpty());

    SignInHost deaf = host(); // cannot ask the user
    deaf.confirmOrigins = nullptr;
    peer->oauth.setHost(deaf);
    const Error refused = peer->invoke(u"list"_s).error_or(Error{});
    QCOMPARE(refused.kind, ErrorKind::Trust);
    QCOMPARE(refused.code, u"credential.origin"_s);
    QVERIFY2(refused.message.contains(script->origin()), qPrintable(refused.message));
    QVERIFY(script->server.requests().isEmpty());
}

void tst_OpenApiOAuth::repeatsOnlyWhatIsSafe()
{
    QVERIFY(peer->open(R"({"auth":"oauth","oauth":{"clientId":"desktop","scopes":["read","write"]}})"));
    QVERIFY(peer->invoke(u"add"_s)); // signs in
    QByteArray refused = "Bearer canary-access-1";
    peer->answers.insert("/pets", [&refused](const RawServer::Request &request) {
        if (bearerOf(request) == refused)
            return OpenApiPeer::reply("401 Unauthorized", "text/plain", "ended",
                "WWW-Authenticate: Bearer error=\"invalid_token\"\r\n");
        return OpenApiPeer::reply("200 OK", "text/plain", "ok");
    });
    const qsizetype before = requestsTo("/pets").size();
    const Error error = peer->invoke(u"add"_s).error_or(Error{});
    QCOMPARE(error.details.member("statusCode"_L1).toInteger(), 401);
    QVERIFY2(error.detail.contains("was not sent again"_L1), qPrintable(error.detail));
    QCOMPARE(requestsTo("/pets").size(), before + 1);
    QVERIFY(peer->invoke(u"add"_s)); // uses the new token, obtained by a refresh
    QCOMPARE(bearerOf(requestsTo("/pets").last()), "Bearer canary-access-2"_ba);
    QCOMPARE(Script::value(script->forms("/token").last(), u"grant_type"_s), u"refresh_token"_s);
    QCOMPARE(script->opened.size(), 1);

    refused = "Bearer canary-access-2";
    const qsizetype then = requestsTo("/pets").size();
    QVERIFY(peer->invoke(u"list"_s));
    QCOMPARE(requestsTo("/pets").size(), then + 2);
    QCOMPARE(bearerOf(requestsTo("/pets").last()), "Bearer canary-access-3"_ba);
    QCOMPARE(script->opened.size(), 1);
    QVERIFY(!peer->traces().contains("canary"));
}

void tst_OpenApiOAuth::neverLoops()
{
    QVERIFY(peer->open(withClient));
    peer->answers.insert("/pets", [](const RawServer::Request &) {
        return OpenApiPeer::reply(
            "401 Unauthorized", "text/plain", "no", "WWW-Authenticate: Bearer realm=\"r\"\r\n");
    });
    const Error error = peer->invoke(u"list"_s).error_or(Error{});
    QCOMPARE(error.details.member("statusCode"_L1).toInteger(), 401);
    // The detail quotes the challenge of the server.
    QVERIFY2(error.detail.contains("realm"_L1), qPrintable(error.detail));
    QCOMPARE(requestsTo("/pets").size(), 2);
    QCOMPARE(script->opened.size(), 1);
    QCOMPARE(tokensGiven, 2); // one sign-in and one renewal
}

void tst_OpenApiOAuth::asksForMoreScopesWhenTheyAreRequired()
{
    QVERIFY(peer->open(withClient));
    QVERIFY(peer->invoke(u"list"_s));
    QVERIFY(peer->invoke(u"add"_s));
    QCOMPARE(script->opened.size(), 2);
    QCOMPARE(script->opened.last().newScopes, QStringList{u"write"_s});
    // The scopes granted before are requested again.
    QVERIFY(script->opened.last().scopes.contains(u"read"_s));
    QVERIFY(peer->invoke(u"list"_s));
    QCOMPARE(script->opened.size(), 2);

    int refusals = 0;
    peer->answers.insert("/pets", [&refusals](const RawServer::Request &) {
        if (++refusals == 1)
            return OpenApiPeer::reply("403 Forbidden", "text/plain", "more",
                "WWW-Authenticate: Bearer error=\"insufficient_scope\", scope=\"admin\"\r\n");
        return OpenApiPeer::reply("200 OK", "text/plain", "ok");
    });
    QVERIFY(peer->invoke(u"list"_s));
    QCOMPARE(script->opened.size(), 3);
    QCOMPARE(script->opened.last().newScopes, QStringList{u"admin"_s});
}

void tst_OpenApiOAuth::requestsExactlyTheScopesOfTheSettings()
{
    QVERIFY(peer->open(R"({"auth":"oauth","oauth":{"clientId":"desktop","scopes":"all of it"}})"));
    QVERIFY(peer->invoke(u"list"_s));
    QVERIFY(peer->invoke(u"add"_s));
    QCOMPARE(script->opened.size(), 1);
    QCOMPARE(script->opened.first().scopes, (QStringList{u"all"_s, u"of"_s, u"it"_s}));
}

void tst_OpenApiOAuth::takesClientCredentialsWithoutTheUser()
{
    QVERIFY(settled(peer->store.write(u"pets"_s, Secret("canary-secret"))));
    const QByteArray origin = script->origin().toUtf8();
    QVERIFY(peer->open(
        R"({"auth":"oauth","oauth":{"grant":"client","clientId":"robot","clientSecret":"keychain:pets","tokenUrl":")"
        + origin + R"(/token"}})"));
    QVERIFY(peer->invoke(u"list"_s));
    QVERIFY(questions.isEmpty()); // no question, because the user typed the address
    QVERIFY(shown.isEmpty());
    QVERIFY(ends.isEmpty());
    QCOMPARE(Script::value(script->forms("/token").first(), u"grant_type"_s), u"client_credentials"_s);
    QCOMPARE(Script::value(script->forms("/token").first(), u"scope"_s), u"read"_s);
    QVERIFY(!peer->traces().contains("canary"));
}

void tst_OpenApiOAuth::showsADeviceCode()
{
    script->onDevice = [this](const QUrlQuery &) {
        return Script::Answer{200,
            R"({"device_code":"canary-device","user_code":"WDJB-MJHT","verification_uri":")"
                + script->origin().toUtf8() + R"(/type","expires_in":60,"interval":1})"};
    };
    QVERIFY(peer->open(R"({"auth":"oauth","oauth":{"grant":"device","clientId":"tv"}})"));
    QVERIFY(peer->invoke(u"list"_s));
    QCOMPARE(script->devicePrompts.size(), 1);
    QCOMPARE(script->devicePrompts.first().userCode, u"WDJB-MJHT"_s);
    QCOMPARE(ends.size(), 1);
    QCOMPARE(bearerOf(requestsTo("/pets").last()), "Bearer canary-access-1"_ba);
    QVERIFY(!peer->traces().contains("canary"));
}

void tst_OpenApiOAuth::signsInOnlyWhereItIsRequired()
{
    QVERIFY(settled(peer->store.write(u"key"_s, Secret("canary-key"))));
    QVERIFY(
        peer->open(R"({"auth":"oauth","oauth":{"clientId":"desktop"},"security":{"key":"keychain:key"}})"));
    QVERIFY(peer->invoke(u"open"_s));
    QCOMPARE(bearerOf(requestsTo("/open").last()), QByteArray());
    QVERIFY(peer->invoke(u"either"_s)); // the API key is sufficient
    QCOMPARE(requestsTo("/either").last().header("x-key"), "canary-key"_ba);
    QCOMPARE(bearerOf(requestsTo("/either").last()), QByteArray());
    QVERIFY(script->opened.isEmpty());
}

void tst_OpenApiOAuth::signsInForDocumentsWithoutSecurity()
{
    peer = std::make_unique<OpenApiPeer>(
        R"({"openapi": "3.0.0", "info": {"title": "t", "version": "1"}, "paths": {"/open": {"get": {"operationId": "open", "responses": {}}}}})");
    peer->answers.insert(
        "/open", [](const RawServer::Request &) { return OpenApiPeer::reply("200 OK", "text/plain", "ok"); });
    peer->oauth.setHost(host());
    script->documents.insert("/.well-known/oauth-authorization-server", {200, script->metadata().toBytes()});
    QVERIFY(peer->open(
        R"({"auth":"oauth","oauth":{"clientId":"desktop","issuer":")" + script->origin().toUtf8() + "\"}}"));
    QVERIFY(peer->invoke(u"open"_s));
    QCOMPARE(bearerOf(requestsTo("/open").last()), "Bearer canary-access-1"_ba);
    QVERIFY(questions.isEmpty());
}

void tst_OpenApiOAuth::endsWithTheCall()
{
    std::stop_source stop;
    script->comeBack = [this, &stop](const QUrlQuery &) {
        QTimer::singleShot(0, this, [&stop] { stop.request_stop(); });
        return QString(); // the browser never comes back
    };
    QVERIFY(peer->open(withClient));
    CallContext context;
    context.cancellation = stop.get_token();
    const auto result = peer->invoke(u"list"_s, "{}", context);
    QCOMPARE(result.error_or(Error{}).kind, ErrorKind::Cancelled);
    QTRY_COMPARE(ends.size(), 1);
    QCOMPARE(ends.first().error_or(Error{}).kind, ErrorKind::Cancelled);
    QVERIFY(requestsTo("/pets").isEmpty());

    // The sign-in goes on while another call waits for it.
    script->comeBack = [](const QUrlQuery &) { return QString(); };
    std::stop_source again;
    context.cancellation = again.get_token();
    const auto one = peer->adapter->invoke(peer->spec(u"list"_s), Json::emptyObject(), context);
    const auto other = peer->adapter->invoke(peer->spec(u"list"_s), Json::emptyObject(), {});
    QTRY_COMPARE(script->opened.size(), 2);
    QTest::qWait(500); // nothing signals that the other call has joined
    again.request_stop();
    QTest::qWait(50);
    QCOMPARE(ends.size(), 1);
    shown.last().cancel();
    QTRY_COMPARE(ends.size(), 2);
}

void tst_OpenApiOAuth::endsForAllCallsWhenTheUserCancels()
{
    script->comeBack = [this](const QUrlQuery &) {
        QTimer::singleShot(0, this, [this] { shown.last().cancel(); });
        return QString();
    };
    QVERIFY(peer->open(withClient));
    const auto result = peer->invoke(u"list"_s);
    QCOMPARE(result.error_or(Error{}).kind, ErrorKind::Cancelled);
    QCOMPARE(ends.size(), 1);
    script->comeBack = Script().comeBack; // the next call may sign in
    QVERIFY(peer->invoke(u"list"_s));
}

void tst_OpenApiOAuth::endsWhenTheSourceIsDisconnected()
{
    script->comeBack = [this](const QUrlQuery &) {
        QTimer::singleShot(0, this, [this] { peer->adapter->close(); });
        return QString();
    };
    QVERIFY(peer->open(withClient));
    QCOMPARE(peer->invoke(u"list"_s).error_or(Error{}).kind, ErrorKind::Cancelled);
    QCOMPARE(ends.size(), 1);
    QVERIFY(requestsTo("/pets").isEmpty());
}

void tst_OpenApiOAuth::keepsTokensUntilSignedOut()
{
    QVERIFY(peer->open(withClient));
    QVERIFY(peer->invoke(u"list"_s));
    QVERIFY(peer->open(withClient)); // connects again
    QVERIFY(peer->invoke(u"list"_s));
    QCOMPARE(script->opened.size(), 1);
    const QStringList names = *settled(peer->store.names());
    QCOMPARE(names.size(), 1);
    QCOMPARE(sourceOfTokens(names.first()), u"api"_s);
    QVERIFY(!sourceOfTokens(u"pets"_s));

    // Tokens for one server are never sent to another server.
    const QByteArray elsewhere = withClient.chopped(1) + R"(,"server":"http://127.0.0.1:9/"})";
    QVERIFY(peer->open(elsewhere));
    QVERIFY(!peer->invoke(u"list"_s)); // nothing listens at this port
    QCOMPARE(script->opened.size(), 2);
    QCOMPARE(settled(peer->store.names())->size(), 2);

    QCOMPARE(settled(peer->oauth.signOut(u"ap"_s)).value_or(true), false);
    QCOMPARE(settled(peer->oauth.signOut(u"api"_s)).value_or(false), true);
    QVERIFY(settled(peer->store.names())->isEmpty());
    QVERIFY(peer->open(withClient));
    QVERIFY(peer->invoke(u"list"_s));
    QCOMPARE(script->opened.size(), 3);
}

void tst_OpenApiOAuth::renewsTheTokenOfAStream()
{
    QVERIFY(peer->open(withClient));
    peer->answers.insert("/events", [](const RawServer::Request &request) {
        if (bearerOf(request) == "Bearer canary-access-1")
            return OpenApiPeer::reply("401 Unauthorized", "text/plain", "ended");
        return OpenApiPeer::reply("200 OK", "text/event-stream", "data: 1\n\ndata: [DONE]\n\n");
    });
    auto stream = peer->adapter->subscribe(peer->spec(u"events"_s), Json::emptyObject(), {});
    QVERIFY(stream);
    int items = 0;
    std::optional<EndReason> end;
    connect(stream->get(), &ItemStream::item, this, [&items] { ++items; });
    connect(stream->get(), &ItemStream::ended, this, [&end](EndReason reason) { end = reason; });
    (*stream)->start();
    QTRY_VERIFY(end.has_value());
    QCOMPARE(*end, EndReason::Completed);
    QCOMPARE(items, 2);
    QCOMPARE(requestsTo("/events").size(), 2);
    QVERIFY(!peer->traces().contains("canary"));
}

void tst_OpenApiOAuth::explainsWhatIsMissing_data()
{
    QTest::addColumn<QByteArray>("oauth");
    QTest::addColumn<QString>("said");
    QTest::newRow("no client id") << "{}"_ba << u"client id"_s;
    QTest::newRow("unknown grant") << R"({"clientId":"x","grant":"password"})"_ba
                                   << u"code, client or device"_s;
    QTest::newRow("an invalid secret reference")
        << R"({"clientId":"x","clientSecret":"hunter2"})"_ba << u"env:NAME"_s;
    QTest::newRow("no encryption") << R"({"clientId":"x","tokenUrl":"http://example.org/t"})"_ba
                                   << u"https"_s;
    QTest::newRow("an invalid address")
        << R"({"clientId":"x","issuer":"javascript:alert"})"_ba << u"was not used"_s;
}

void tst_OpenApiOAuth::explainsWhatIsMissing()
{
    QFETCH(QByteArray, oauth);
    QFETCH(QString, said);
    const auto opened = peer->open(R"({"auth":"oauth","oauth":)" + oauth + '}');
    const Error error = opened ? peer->invoke(u"list"_s).error_or(Error{}) : opened.error();
    QCOMPARE(error.kind, ErrorKind::Usage);
    QVERIFY2(error.message.contains(said), qPrintable(error.message));
    QVERIFY2(!error.message.contains("hunter2"_L1), qPrintable(error.message));
    QVERIFY(script->server.requests().isEmpty());
}

//! The server that a document names receives no token.
void tst_OpenApiOAuth::sendsNoTokenToAServerThatTheDocumentNames()
{
    RawServer evil([](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, RawServer::ok("{}", "Content-Type: application/json\r\n"));
    });
    QByteArray text = QByteArray(documentText).replace("%1", script->origin().toUtf8());
    const QByteArray servers = R"("servers":[{"url":")" + evil.url(QString()).toEncoded() + R"("}],"paths":)";
    text.replace(R"("paths":)", servers);
    peer = std::make_unique<OpenApiPeer>(text);
    peer->oauth.setHost(host());
    QVERIFY(peer->open(withClient));
    const Error error = peer->invoke(u"list"_s).error_or(Error{});
    QCOMPARE(error.code, u"credential.origin"_s);
    QVERIFY(evil.requests().isEmpty());
}

void tst_OpenApiOAuth::usesNoUnsafeAddress_data()
{
    QTest::addColumn<QByteArray>("address");
    QTest::newRow("no encryption") << "http://login.example.org"_ba;
    QTest::newRow("a script") << "javascript:alert"_ba;
    QTest::newRow("a file") << "file:///etc"_ba;
    QTest::newRow("a user name") << "https://api.example.org@evil.example"_ba;
    QTest::newRow("a shell's signs") << "https://evil.example/$(id)"_ba;
}

void tst_OpenApiOAuth::usesNoUnsafeAddress()
{
    QFETCH(QByteArray, address);
    peer = std::make_unique<OpenApiPeer>(QByteArray(documentText).replace("%1", address));
    peer->oauth.setHost(host());
    QVERIFY(peer->open(withClient));
    const Error error = peer->invoke(u"list"_s).error_or(Error{});
    QCOMPARE(error.code, u"auth.url"_s);
    QVERIFY(questions.isEmpty()); // an unsafe address is refused without a question
    QVERIFY(script->opened.isEmpty());
    QVERIFY(requestsTo("/pets").isEmpty());
}

WORKBENCH_TEST(tst_OpenApiOAuth, QCoreApplication)
#include "tst_openapioauth.moc"
