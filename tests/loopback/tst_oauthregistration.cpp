// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The sign-in metadata of an MCP server, and the registration of this program as a client.

#include "core/auth/oauthaccess.h"
#include "core/auth/oauthstate_p.h"
#include "core/json/jsonparser.h"
#include "tests/support/oauthscript.h"
#include "tests/support/settled.h"
#include "tests/support/testprogram.h"

#include <openssl/evp.h>
#include <openssl/pem.h>

using namespace Workbench;
using namespace Qt::StringLiterals;

using Answer = OAuthScript::Answer;

class tst_OAuthRegistration : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsTheMetadataOfTheResource_data();
    void findsTheMetadataOfTheResource();
    void refusesMetadataOfAnotherServer_data();
    void refusesMetadataOfAnotherServer();
    void usesTheServerItselfWithoutMetadata();
    void registersOnceAndRefreshesAsThatClient();
    void registersAgainWhenTheSecretExpired();
    void saysWhenItCannotRegister();
    void keepsARegistrationWithItsTokens();
    void signsAnAssertion();
    void refusesAnotherKey();
    void takesAKeyForSourcesOfBothKinds();
    void choosesTheGrantThatTheServerAnnounces_data();
    void choosesTheGrantThatTheServerAnnounces();

private:
    static Result<ProtectedResource> found(
        OAuthScript &script, const QString &path, const QString &named = {})
    {
        OAuthClient client(u"tools"_s, {}, script.host);
        return settled(asFuture(
            discoverProtectedResource(client.state(), script.server.url(path), named, {script.origin()})));
    }
    static OAuthSetup unregistered(const OAuthScript &script)
    {
        OAuthSetup setup = script.setup();
        setup.clientId.clear();
        setup.server.registrationEndpoint = script.server.url(u"/register"_s);
        return setup;
    }
};

void tst_OAuthRegistration::findsTheMetadataOfTheResource_data()
{
    QTest::addColumn<QByteArray>("place");
    QTest::addColumn<QString>("named");
    QTest::newRow("below its path") << QByteArray("/.well-known/oauth-protected-resource/team/mcp")
                                    << QString();
    QTest::newRow("at the root") << QByteArray("/.well-known/oauth-protected-resource") << QString();
    QTest::newRow("at the address in the challenge") << QByteArray("/elsewhere.json") << u"/elsewhere.json"_s;
}

void tst_OAuthRegistration::findsTheMetadataOfTheResource()
{
    QFETCH(QByteArray, place);
    QFETCH(QString, named);
    OAuthScript script;
    script.documents.insert(place,
        Answer{200,
            R"({"resource":")" + script.origin().toUtf8()
                + R"(/team/mcp","authorization_servers":["https://a.example"],"scopes_supported":["x","y"]})"});
    const auto resource =
        found(script, u"/team/mcp"_s, named.isEmpty() ? QString() : script.origin() + named);
    QVERIFY2(resource, resource ? "" : qPrintable(resource.error().message));
    QCOMPARE(resource->issuers, QStringList{u"https://a.example"_s});
    QCOMPARE(resource->scopesSupported, (QStringList{u"x"_s, u"y"_s}));
    QCOMPARE(resource->resource, script.origin() + u"/team/mcp"_s);
}

void tst_OAuthRegistration::refusesMetadataOfAnotherServer_data()
{
    QTest::addColumn<QString>("resource");
    QTest::addColumn<bool>("isOurs");
    QTest::newRow("the server") << u"ORIGIN/team/mcp"_s << true;
    QTest::newRow("its folder") << u"ORIGIN/team"_s << true;
    QTest::newRow("its folder with a slash") << u"ORIGIN/team/"_s << true;
    QTest::newRow("its origin") << u"ORIGIN"_s << true;
    QTest::newRow("its origin with a slash") << u"ORIGIN/"_s << true;
    QTest::newRow("a neighbour") << u"ORIGIN/team/mcp2"_s << false;
    QTest::newRow("the beginning of its folder") << u"ORIGIN/te"_s << false;
    QTest::newRow("something below it") << u"ORIGIN/team/mcp/x"_s << false;
    QTest::newRow("another port") << u"http://127.0.0.1:1/team/mcp"_s << false;
    QTest::newRow("another host") << u"https://evil.example/team/mcp"_s << false;
    QTest::newRow("no resource") << QString() << false;
}

void tst_OAuthRegistration::refusesMetadataOfAnotherServer()
{
    QFETCH(QString, resource);
    QFETCH(bool, isOurs);
    OAuthScript script;
    const QString named = QString(resource).replace("ORIGIN"_L1, script.origin());
    script.documents.insert("/.well-known/oauth-protected-resource/team/mcp",
        Answer{200,
            Json::object({{u"resource"_s, Json::string(named)},
                             {u"authorization_servers"_s, Json::array({Json::string(u"https://a.example")})}})
                .toBytes()});
    const auto told = found(script, u"/team/mcp"_s);
    QCOMPARE(told.has_value(), isOurs);
    if (!isOurs)
        QCOMPARE(told.error().code, u"oauth.resource"_s);
}

void tst_OAuthRegistration::usesTheServerItselfWithoutMetadata()
{
    OAuthScript script;
    const auto told = found(script, u"/mcp"_s);
    QVERIFY(told && told->issuers.isEmpty());
    OAuthClient client(u"tools"_s, {}, script.host);
    const auto server =
        settled(asFuture(discoverOrigin(client.state(), script.server.url(u"/mcp"_s), {script.origin()})));
    QVERIFY2(server, server ? "" : qPrintable(server.error().message));
    QCOMPARE(server->tokenEndpoint, script.server.url(u"/token"_s));
    QCOMPARE(server->authorizationEndpoint, script.server.url(u"/authorize"_s));
    QCOMPARE(server->registrationEndpoint, script.server.url(u"/register"_s));
    QVERIFY(!server->hasMetadata);
    script.documents.insert(
        "/.well-known/oauth-authorization-server", Answer{200, script.metadata().toBytes()});
    const auto described =
        settled(asFuture(discoverOrigin(client.state(), script.server.url(u"/mcp"_s), {script.origin()})));
    QVERIFY(described && described->hasMetadata);
}

void tst_OAuthRegistration::registersOnceAndRefreshesAsThatClient()
{
    OAuthScript script;
    script.documents.insert("/register",
        Answer{201,
            R"({"client_id":"given","client_secret":"canary-given","token_endpoint_auth_method":"client_secret_post"})"});
    OAuthClient client(u"tools"_s, {}, script.host);
    OAuthSetup setup = unregistered(script);
    const auto first = settled(client.authorize(setup));
    QVERIFY2(first, first ? "" : qPrintable(first.error().message));
    QCOMPARE(first->clientId, u"given"_s);
    const Json asked = jsonLiteral(script.server.requests().first().body);
    QCOMPARE(asked.member("application_type"_L1).toString(), u"native"_s);
    QCOMPARE(
        asked.member("grant_types"_L1).toBytes(), QByteArray(R"(["authorization_code","refresh_token"])"));
    QCOMPARE(asked.member("redirect_uris"_L1).at(0).toString(),
        OAuthScript::value(QUrlQuery(script.opened.first().address.url), u"redirect_uri"_s));
    QCOMPARE(OAuthScript::value(script.forms("/token").last(), u"client_secret"_s), u"canary-given"_s);

    setup.registration = first->registration;
    const auto second = settled(client.authorize(setup));
    QVERIFY(second);
    QCOMPARE(script.forms("/register").size(), 1);
    const auto refreshed = settled(client.refresh(unregistered(script), *second));
    QVERIFY2(refreshed, refreshed ? "" : qPrintable(refreshed.error().message));
    QCOMPARE(OAuthScript::value(script.forms("/token").last(), u"client_id"_s), u"given"_s);
}

void tst_OAuthRegistration::registersAgainWhenTheSecretExpired()
{
    OAuthScript script;
    script.documents.insert("/register",
        Answer{201, R"({"client_id":"given","client_secret":"s","client_secret_expires_at":1000})"});
    OAuthClient client(u"tools"_s, {}, script.host);
    OAuthSetup setup = unregistered(script);
    setup.registration = settled(client.authorize(setup))->registration;
    QVERIFY(setup.registration && setup.registration->secretExpiresAt.isValid());
    QVERIFY(settled(client.authorize(setup)));
    QCOMPARE(script.forms("/register").size(), 2);
}

void tst_OAuthRegistration::saysWhenItCannotRegister()
{
    OAuthScript script;
    OAuthClient client(u"tools"_s, {}, script.host);
    OAuthSetup setup = unregistered(script);
    setup.server.registrationEndpoint = QUrl();
    const auto none = settled(client.authorize(setup));
    QVERIFY(!none);
    QCOMPARE(none.error().code, u"oauth.client"_s);
    QVERIFY2(none.error().message.contains("clientId"_L1), qPrintable(none.error().message));
    script.documents.insert("/register",
        Answer{400, R"({"error":"invalid_redirect_uri","error_description":"no loopback here"})"});
    const auto refused = settled(client.authorize(unregistered(script)));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, u"oauth.invalid_redirect_uri"_s);
    QVERIFY2(refused.error().message.contains("no loopback here"_L1), qPrintable(refused.error().message));
    QVERIFY(script.opened.isEmpty());
}

void tst_OAuthRegistration::keepsARegistrationWithItsTokens()
{
    OAuthTokens tokens;
    tokens.accessToken = Secret("a");
    tokens.registration = OAuthRegistration{.clientId = u"given"_s,
        .clientSecret = Secret("s"),
        .secretExpiresAt = QDateTime::fromString(u"2030-01-02T03:04:05.006Z"_s, Qt::ISODateWithMs),
        .authentication = ClientAuthentication::Post,
        .redirectUri = u"http://127.0.0.1:1/callback"_s};
    const auto back = OAuthTokens::fromSecret(tokens.toSecret());
    QVERIFY(back && back->registration);
    QCOMPARE(back->registration->clientId, u"given"_s);
    QCOMPARE(back->registration->clientSecret.reveal(), QByteArray("s"));
    QCOMPARE(back->registration->secretExpiresAt, tokens.registration->secretExpiresAt);
    QVERIFY(back->registration->authentication == ClientAuthentication::Post);
    QCOMPARE(back->registration->redirectUri, u"http://127.0.0.1:1/callback"_s);
}

namespace {

QByteArray pemOf(EVP_PKEY *key)
{
    BIO *memory = BIO_new(BIO_s_mem());
    PEM_write_bio_PrivateKey(memory, key, nullptr, nullptr, 0, nullptr, nullptr);
    char *text = nullptr;
    const long size = BIO_get_mem_data(memory, &text);
    QByteArray pem(text, size);
    BIO_free(memory);
    return pem;
}

Json decoded(const QByteArray &part)
{
    return jsonLiteral(QByteArray::fromBase64(part, QByteArray::Base64UrlEncoding));
}

} // namespace

void tst_OAuthRegistration::signsAnAssertion()
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    const auto assertion = clientAssertion(Secret(pemOf(key)), u"robot"_s, u"https://as.example"_s);
    QVERIFY(assertion);
    const QByteArrayList parts = assertion->split('.');
    QCOMPARE(parts.size(), 3);
    QCOMPARE(decoded(parts.at(0)).member("alg"_L1).toString(), u"ES256"_s);
    const Json claims = decoded(parts.at(1));
    QCOMPARE(claims.member("iss"_L1).toString(), u"robot"_s);
    QCOMPARE(claims.member("sub"_L1).toString(), u"robot"_s);
    QCOMPARE(claims.member("aud"_L1).toString(), u"https://as.example"_s);
    QCOMPARE(*claims.member("exp"_L1).toInteger() - *claims.member("iat"_L1).toInteger(), 300);
    const QByteArray numbers = QByteArray::fromBase64(parts.at(2), QByteArray::Base64UrlEncoding);
    QCOMPARE(numbers.size(), 64);
    ECDSA_SIG *signature = ECDSA_SIG_new();
    const auto number = [&numbers](int at) {
        return BN_bin2bn(reinterpret_cast<const uchar *>(numbers.constData()) + at, 32, nullptr);
    };
    ECDSA_SIG_set0(signature, number(0), number(32));
    uchar *der = nullptr;
    const int size = i2d_ECDSA_SIG(signature, &der);
    const QByteArray message = parts.at(0) + '.' + parts.at(1);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_DigestVerifyInit(context, nullptr, EVP_sha256(), nullptr, key);
    QCOMPARE(EVP_DigestVerify(context, der, size_t(size),
                 reinterpret_cast<const uchar *>(message.constData()), size_t(message.size())),
        1);
    EVP_MD_CTX_free(context);
    OPENSSL_free(der);
    ECDSA_SIG_free(signature);
    EVP_PKEY_free(key);
}

void tst_OAuthRegistration::refusesAnotherKey()
{
    EVP_PKEY *other = EVP_EC_gen("P-384");
    QVERIFY(!clientAssertion(Secret(pemOf(other)), u"robot"_s, u"https://as.example"_s));
    EVP_PKEY_free(other);
    QVERIFY(!clientAssertion(Secret("no key"), u"robot"_s, u"https://as.example"_s));
}

void tst_OAuthRegistration::takesAKeyForSourcesOfBothKinds()
{
    const auto settings = OAuthSettings::read(jsonLiteral(
        R"({"clientId":"robot","grant":"client","tokenUrl":"https://as.example/token","privateKey":"env:KEY"})"));
    QVERIFY(settings);
    const auto service = oauthPlan(u"pets"_s, *settings, {}, {});
    QVERIFY(service && service->privateKey);
    QVERIFY(oauthPlanFor(u"tools"_s, *settings, QUrl(u"https://t.example/mcp"_s)).privateKey);
}

void tst_OAuthRegistration::choosesTheGrantThatTheServerAnnounces_data()
{
    QTest::addColumn<QByteArray>("settings"); // beside clientId
    QTest::addColumn<QByteArray>("announced"); // grant_types_supported; empty: none
    QTest::addColumn<QString>("grant");
    const QByteArray secret(R"(,"clientSecret":"env:REGISTRATION_SECRET")");
    const QString code = u"authorization_code"_s;
    const QString client = u"client_credentials"_s;
    QTest::newRow("only client credentials") << secret << QByteArray(R"(["client_credentials"])") << client;
    QTest::newRow("both") << secret << QByteArray(R"(["authorization_code","client_credentials"])") << code;
    QTest::newRow("not announced") << secret << QByteArray() << code;
    QTest::newRow("another grant in the settings")
        << secret + R"(,"grant":"code")" << QByteArray(R"(["client_credentials"])") << code;
    QTest::newRow("no secret") << QByteArray() << QByteArray(R"(["client_credentials"])") << code;
}

void tst_OAuthRegistration::choosesTheGrantThatTheServerAnnounces()
{
    QFETCH(QByteArray, settings);
    QFETCH(QByteArray, announced);
    QFETCH(QString, grant);
    qputenv("REGISTRATION_SECRET", "canary-secret");
    OAuthScript script;
    QByteArray metadata = script.metadata().toBytes();
    if (!announced.isEmpty())
        metadata.insert(metadata.size() - 1, R"(,"grant_types_supported":)" + announced);
    script.documents.insert("/.well-known/oauth-authorization-server", Answer{200, metadata});
    const auto read = OAuthSettings::read(jsonLiteral(QByteArray(R"({"clientId":"robot")" + settings + '}')));
    QVERIFY(read);
    MemoryStore store;
    SecretResolver secrets{&store};
    OAuthAccess access{&store, &secrets, SecretObserver()};
    access.setHost(script.host);
    const auto signIn = access.grant(oauthPlanFor(u"tools"_s, *read, script.server.url(u"/mcp"_s)), Limits());
    const auto tokens = settled(signIn->tokens({}, std::make_shared<AuthorizationTries>(Limits())));
    QVERIFY2(tokens, tokens ? "" : qPrintable(tokens.error().message));
    QCOMPARE(OAuthScript::value(script.forms("/token").last(), u"grant_type"_s), grant);
}

WORKBENCH_TEST(tst_OAuthRegistration, QCoreApplication)
#include "tst_oauthregistration.moc"
