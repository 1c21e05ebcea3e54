// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/credential.h"
#include "core/auth/oauthsettings.h"
#include "core/json/jsonparser.h"
#include "tests/support/settled.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

Secret secret(const char *text)
{
    return Secret(text);
}

} // namespace

class tst_Credential : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isSentOnlyToConfirmedOrigins_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<bool>("allowed");
        QTest::newRow("the same origin") << u"https://api.example/v1?q=1"_s << true;
        QTest::newRow("the same origin with an explicit port") << u"https://api.example:443/"_s << true;
        QTest::newRow("host in capitals") << u"https://API.example/"_s << true;
        QTest::newRow("a WebSocket of the same origin") << u"wss://api.example/ws"_s << true;
        QTest::newRow("not encrypted") << u"http://api.example/"_s << false;
        QTest::newRow("an unencrypted WebSocket") << u"ws://api.example/"_s << false;
        QTest::newRow("another port") << u"https://api.example:8443/"_s << false;
        QTest::newRow("a subdomain") << u"https://x.api.example/"_s << false;
        QTest::newRow("a host with the same beginning") << u"https://api.example.evil.example/"_s << false;
        QTest::newRow("user information that looks like the host")
            << u"https://api.example@evil.example/"_s << false;
        QTest::newRow("no host") << u"file:///etc/passwd"_s << false;
        QTest::newRow("an empty URL") << QString() << false;
    }
    void isSentOnlyToConfirmedOrigins()
    {
        QFETCH(QString, url);
        QFETCH(bool, allowed);
        const Result<void> answer = mayGoTo(u"api"_s, {u"https://api.example"_s}, QUrl(url));
        QCOMPARE(answer.has_value(), allowed);
        if (allowed)
            return;
        const Error error = answer.error();
        QCOMPARE(error.kind, ErrorKind::Trust);
        QCOMPARE(error.code, u"credential.origin"_s);
        QVERIFY(error.message.contains(u"https://api.example"_s));
        QVERIFY(error.message.contains(credentialOrigin(QUrl(url))));
        QCOMPARE(error.details.member("confirmed"_L1).at(0).toString(), u"https://api.example"_s);
        QCOMPARE(error.details.member("wanted"_L1).toString(), credentialOrigin(QUrl(url)));
    }

    void presentsEachKind_data()
    {
        QTest::addColumn<QString>("argument");
        QTest::addColumn<QByteArray>("stored");
        QTest::addColumn<QByteArray>("header");
        QTest::newRow("bearer") << u"bearer:keychain:x"_s << "t0k"_ba << "Authorization: Bearer t0k"_ba;
        QTest::newRow("basic") << u"basic:keychain:x"_s << QByteArray("user:p\xC3\xA4:ss")
                               << "Authorization: Basic dXNlcjpww6Q6c3M="_ba;
        QTest::newRow("key in a header") << u"apikey:X-Key=keychain:x"_s << "k"_ba << "X-Key: k"_ba;
    }
    void presentsEachKind()
    {
        QFETCH(QString, argument);
        QFETCH(QByteArray, stored);
        QFETCH(QByteArray, header);
        MemoryStore store;
        settled(store.write(u"x"_s, Secret(stored))).value();
        SecretResolver resolver(&store);
        const auto got = settled(resolveHeader(resolver, *AuthArgument::parse(argument)));
        QVERIFY(got);
        QCOMPARE(QByteArray(got->first + ": " + got->second), header);
    }

    void refusesControlCharactersInHeaders()
    {
        MemoryStore store;
        SecretResolver resolver(&store);
        for (const char *value : {"a\r\nX-Evil: 1", "a\nb", "a\x01"}) {
            settled(store.write(u"x"_s, secret(value))).value();
            const auto header =
                settled(resolveHeader(resolver, *AuthArgument::parse(u"bearer:keychain:x"_s)));
            QVERIFY(!header);
            QCOMPARE(header.error().kind, ErrorKind::Usage);
            QVERIFY(!header.error().message.contains("Evil"_L1));
        }
    }

    void readsTheOption_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("read");
        QTest::newRow("bearer") << u"bearer:env:TOKEN"_s << u"0||env:TOKEN"_s;
        QTest::newRow("basic") << u"basic:keychain:my login"_s << u"1||keychain:my login"_s;
        QTest::newRow("key") << u"apikey:X-Api-Key=fd:3"_s << u"2|X-Api-Key|fd:3"_s;
        QTest::newRow("key whose reference has an equals sign")
            << u"apikey:k=keychain:a=b"_s << u"2|k|keychain:a=b"_s;
        QTest::newRow("oauth") << u"oauth"_s << u"3||"_s;
        QTest::newRow("the secret itself") << u"bearer:abc"_s << QString();
        QTest::newRow("no kind of credential") << u"env:TOKEN"_s << QString();
        QTest::newRow("key without a name") << u"apikey:=env:K"_s << QString();
        QTest::newRow("key without a reference") << u"apikey:K"_s << QString();
        for (const char *name : {"Host", "content-length", "Connection", "Transfer-Encoding", "TE", "Trailer",
                 "Proxy-Authorization", "HTTP2-Settings", "accept-encoding", ":authority", "X Y", "X:Y",
                 "X\r\nEvil", "X-\xC3\xBC"})
            QTest::addRow("key in the header %s", name)
                << u"apikey:%1=env:K"_s.arg(QString::fromUtf8(name)) << QString();
        QTest::newRow("an empty text") << QString() << QString();
    }
    void readsTheOption()
    {
        QFETCH(QString, text);
        QFETCH(QString, read);
        const Result<AuthArgument> argument = AuthArgument::parse(text);
        QCOMPARE(argument.has_value(), !read.isEmpty());
        if (!argument) {
            QCOMPARE(argument.error().kind, ErrorKind::Usage);
            QVERIFY(!argument.error().message.contains("abc"_L1)); // the text may be the secret
            return;
        }
        const QString reference =
            argument->form == AuthArgument::Form::OAuth ? QString() : argument->reference.text();
        QCOMPARE(QString::number(int(argument->form)) + u'|' + argument->name + u'|' + reference, read);
    }

    void resolvesTheSecretOfACredential()
    {
        MemoryStore store;
        settled(store.write(u"login"_s, secret("me:pass:word"))).value();
        QByteArrayList known;
        SecretResolver resolver(
            &store, [&known](const Secret &one, const QString &) { known.append(one.reveal()); });
        const auto resolved = [&resolver](const QString &text) {
            return settled(resolveHeader(resolver, *AuthArgument::parse(text)));
        };
        const auto basic = resolved(u"basic:keychain:login"_s);
        QVERIFY(basic);
        QCOMPARE(basic->second, "Basic bWU6cGFzczp3b3Jk"_ba);
        QCOMPARE(
            known, (QByteArrayList{"me:pass:word", "pass:word"})); // the password alone is a known secret too
        const auto key = resolved(u"apikey:X-K=keychain:login"_s);
        QVERIFY(key);
        QCOMPARE(*key, std::pair("X-K"_ba, "me:pass:word"_ba));
        settled(store.write(u"plain"_s, secret("nocolon"))).value();
        const auto wrong = resolved(u"basic:keychain:plain"_s);
        QVERIFY(!wrong);
        QVERIFY(!wrong.error().message.contains("nocolon"_L1));
    }

    void readsCertificatesWithTheirPassphrase()
    {
        QTemporaryDir folder;
        const auto file = [&folder](const QString &name, const QByteArray &bytes) {
            QFile out(folder.filePath(name));
            return out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() ? out.fileName()
                                                                                      : QString();
        };
        MemoryStore store;
        settled(store.write(u"pass"_s, secret("open sesame"))).value();
        SecretResolver resolver(&store);
        const CertificateCredential paths{.path = file(u"c.pem"_s, "certificate"),
            .keyPath = file(u"k.pem"_s, "key"),
            .passphrase = *SecretReference::parse(u"keychain:pass")};
        const auto read = settled(resolveCertificate(resolver, paths));
        QVERIFY(read);
        QCOMPARE(*read, (ClientCertificate{"certificate", "key", "open sesame"}));
        const auto alone = settled(resolveCertificate(resolver, {.path = paths.path}));
        QVERIFY(alone);
        QCOMPARE(*alone, ClientCertificate{"certificate"});
        const QString large = file(u"large.pem"_s, QByteArray((1 << 20) + 1, 'x'));
        for (const QString &path : {folder.filePath(u"gone.pem"_s), folder.path(), u"/dev/zero"_s, large}) {
            const auto wrong = settled(resolveCertificate(resolver, {.path = path}));
            QCOMPARE(wrong.error_or(Error{}).kind, ErrorKind::Storage);
            QVERIFY(wrong.error().message.contains(path));
        }
        const auto locked =
            settled(resolveCertificate(resolver, {.path = paths.path, .passphrase = SecretReference{}}));
        QCOMPARE(locked.error_or(Error{}).kind, ErrorKind::Usage);
    }

    void storesTokensAsOneSecret()
    {
        OAuthTokens tokens{.accessToken = secret("at"), .refreshToken = secret("rt")};
        tokens.expiresAt = QDateTime::fromString(u"2026-11-22T05:00:00.250Z"_s, Qt::ISODateWithMs);
        tokens.scopes = {u"a"_s, u"b:c"_s};
        tokens.issuer = u"https://as.example"_s;
        tokens.clientId = u"id"_s;
        const auto back = OAuthTokens::fromSecret(tokens.toSecret());
        QVERIFY(back);
        QCOMPARE(back->accessToken.reveal(), QByteArray("at"));
        QCOMPARE(back->refreshToken.reveal(), QByteArray("rt"));
        QCOMPARE(back->expiresAt, tokens.expiresAt);
        QCOMPARE(back->scopes, tokens.scopes);
        QCOMPARE(back->issuer, tokens.issuer);
        QCOMPARE(back->clientId, tokens.clientId);
        QVERIFY(!OAuthTokens::fromSecret(secret("{\"access_token\":7}")));
        QVERIFY(!OAuthTokens::fromSecret(secret("canary")));
    }

    void knowsWhenTokensExpire()
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        OAuthTokens tokens;
        QVERIFY(!tokens.isExpiring(now));
        tokens.expiresAt = now.addSecs(31);
        QVERIFY(!tokens.isExpiring(now));
        tokens.expiresAt = now.addSecs(29);
        QVERIFY(tokens.isExpiring(now));
    }

    void offersEverySettingOfASignIn();
};

// The window builds its form from the schema, so a setting missing there cannot be chosen.
void tst_Credential::offersEverySettingOfASignIn()
{
    const Json written = jsonLiteral(R"({"clientId":"a","clientSecret":"env:B","clientAuthentication":"post",
        "grant":"client","scopes":"c d","issuer":"https://e.example","authorizationUrl":"https://e.example/f",
        "tokenUrl":"https://e.example/g","deviceUrl":"https://e.example/h"})");
    const Result<OAuthSettings> settings = OAuthSettings::read(written);
    QVERIFY(settings);
    QCOMPARE(settings->authentication, ClientAuthentication::Post);
    const Json offered = withOAuthSettings(jsonLiteral(R"({"properties": {"auth": {}}})"))
                             .member("properties"_L1)
                             .member("oauth"_L1)
                             .member("properties"_L1);
    for (const auto entry : written.members())
        QVERIFY2(offered.hasMember(entry.key()), qPrintable(entry.key()));
}

WORKBENCH_TEST(tst_Credential, QCoreApplication)
#include "tst_credential.moc"
