// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Signs in at a third-party OpenID provider.

#include "core/auth/oauth.h"
#include "core/auth/oauthstate_p.h"
#include "core/json/jsonparser.h"
#include "core/transport/http/httpclient.h"
#include "tests/support/settled.h"
#include "tests/support/testprogram.h"

#include <QProcess>

using namespace Workbench;
using namespace Qt::StringLiterals;

using Tokens = Result<OAuthTokens>;

class tst_PeerOAuth : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup();
    void signsInWithACodeAndRefreshes();
    void signsInWithADeviceCode();
    void takesClientCredentials_data();
    void takesClientCredentials();
    void isRefusedByName();

private:
    void serve(const QString &clientAuthentication = {});
    OAuthClient client();
    OAuthSetup setup(OAuthFlow flow);
    int statusWith(const OAuthTokens &tokens);
    void browse(const QUrl &url)
    {
        browser.start(QStringLiteral(NODE_PROGRAM),
            {QStringLiteral(TESTS_DIR "/peers/oidcbrowser.mjs"), url.toString(QUrl::FullyEncoded)});
    }

    QProcess server;
    QProcess browser;
    QString issuer;
    QList<SignIn> opened;
};

void tst_PeerOAuth::serve(const QString &clientAuthentication)
{
    QStringList arguments{QStringLiteral(TESTS_DIR "/peers/oidcpeer.mjs"), QStringLiteral(PEERS_FOLDER)};
    if (!clientAuthentication.isEmpty())
        arguments.append(clientAuthentication);
    server.start(QStringLiteral(NODE_PROGRAM), arguments);
    QByteArray output;
    while (!output.contains('\n')) {
        QVERIFY2(server.waitForReadyRead(20'000), "the provider did not start");
        output += server.readAllStandardOutput();
    }
    issuer = QString::fromUtf8(output).section(u'\n', 0, 0);
    opened.clear();
}

void tst_PeerOAuth::cleanup()
{
    for (QProcess *process : {&browser, &server}) {
        process->kill();
        process->waitForFinished();
    }
}

OAuthClient tst_PeerOAuth::client()
{
    SignInHost host;
    host.openBrowser = [this](const SignIn &request) {
        opened.append(request);
        browse(request.address.url);
        return QtFuture::makeReadyValueFuture(Result<void>());
    };
    host.showDeviceCode = [this](const SignIn &step) { browse(step.withCode.url); };
    return OAuthClient(u"pets"_s, {}, host);
}

OAuthSetup tst_PeerOAuth::setup(OAuthFlow flow)
{
    OAuthSetup result;
    result.flow = flow;
    const auto found = settled(asFuture(discoverIssuer(client().state(), issuer, {issuer})));
    if (!found)
        qFatal("%s", qPrintable(found.error().message + u'\n' + found.error().detail));
    result.server = *found;
    result.clientId = u"desktop"_s;
    result.scopes = {u"openid"_s, u"offline_access"_s, u"pets"_s};
    result.confirmedOrigins = {issuer};
    return result;
}

//! Returns the HTTP status of the provider's protected resource for \a tokens.
int tst_PeerOAuth::statusWith(const OAuthTokens &tokens)
{
    HttpClient http(u"pets"_s, {});
    HttpRequest request;
    request.url = QUrl(issuer + u"/me"_s);
    request.headers.emplaceBack("Authorization", "Bearer " + tokens.accessToken.reveal());
    const auto answer = settled(http.fetch(request));
    return answer ? answer->head.status : -1;
}

void tst_PeerOAuth::signsInWithACodeAndRefreshes()
{
    serve();
    OAuthClient signIn = client();
    const OAuthSetup wanted = setup(OAuthFlow::AuthorizationCode);
    QCOMPARE(wanted.server.issuer, issuer);
    QVERIFY(wanted.server.sendsIssuer);
    const auto byDocument = settled(
        asFuture(discoverPlace(signIn.state(), issuer + u"/.well-known/openid-configuration"_s, {issuer})));
    QVERIFY2(byDocument, qPrintable(byDocument.error_or(Error{}).message));
    QCOMPARE(byDocument->tokenEndpoint, wanted.server.tokenEndpoint);

    const Tokens tokens = settled(signIn.authorize(wanted));
    QVERIFY2(tokens, qPrintable(tokens.error_or(Error{}).message));
    QCOMPARE(opened.size(), 1);
    QVERIFY(!tokens->refreshToken.isEmpty());
    QVERIFY(tokens->scopes.contains(u"openid"_s));
    QVERIFY(tokens->expiresAt > QDateTime::currentDateTimeUtc());
    QCOMPARE(statusWith(*tokens), 200);
    QTRY_COMPARE(browser.state(), QProcess::NotRunning);
    const QByteArray page = browser.readAll();
    QVERIFY2(page.startsWith("200 ") && page.contains("You can close this window"), page.constData());

    const Tokens renewed = settled(signIn.refresh(wanted, *tokens));
    QVERIFY2(renewed, qPrintable(renewed.error_or(Error{}).message));
    QVERIFY(renewed->accessToken != tokens->accessToken);
    QCOMPARE(statusWith(*renewed), 200);
    OAuthTokens broken = *renewed;
    broken.refreshToken = Secret("made up");
    const Tokens refused = settled(signIn.refresh(wanted, broken));
    QCOMPARE(refused.error_or(Error{}).code, u"oauth.invalid_grant"_s);
}

void tst_PeerOAuth::signsInWithADeviceCode()
{
    serve();
    OAuthClient signIn = client();
    const Tokens tokens = settled(signIn.authorize(setup(OAuthFlow::DeviceCode)));
    QVERIFY2(tokens, qPrintable(tokens.error_or(Error{}).message));
    QCOMPARE(statusWith(*tokens), 200);
}

void tst_PeerOAuth::takesClientCredentials_data()
{
    QTest::addColumn<QString>("authentication");
    QTest::addColumn<ClientAuthentication>("how");
    QTest::newRow("Basic") << u"client_secret_basic"_s << ClientAuthentication::Basic;
    QTest::newRow("Post") << u"client_secret_post"_s << ClientAuthentication::Post;
}

void tst_PeerOAuth::takesClientCredentials()
{
    QFETCH(QString, authentication);
    QFETCH(ClientAuthentication, how);
    serve(authentication);
    OAuthSetup wanted = setup(OAuthFlow::ClientCredentials);
    wanted.clientId = u"service:1"_s;
    wanted.clientSecret = Secret("canary secret%&~");
    wanted.authentication = how;
    wanted.scopes = {u"pets"_s};
    const Tokens tokens = settled(client().authorize(wanted));
    QVERIFY2(tokens, qPrintable(tokens.error_or(Error{}).message));
    QVERIFY(!tokens->accessToken.isEmpty());
    QVERIFY(tokens->refreshToken.isEmpty());
}

void tst_PeerOAuth::isRefusedByName()
{
    serve();
    OAuthSetup wanted = setup(OAuthFlow::ClientCredentials);
    wanted.clientId = u"service:1"_s;
    wanted.clientSecret = Secret("canary wrong");
    const Tokens tokens = settled(client().authorize(wanted));
    QCOMPARE(tokens.error_or(Error{}).code, u"oauth.invalid_client"_s);
    QVERIFY(!tokens.error().message.contains("canary"_L1));
}

WORKBENCH_TEST(tst_PeerOAuth, QCoreApplication)
#include "tst_peer_oauth.moc"
