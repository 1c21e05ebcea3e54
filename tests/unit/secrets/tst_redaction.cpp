// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/secrets/redaction.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_Redaction : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hidesHeadersByTheirName_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("secret");
        for (const char *name : {"Authorization", "proxy-authorization", "Cookie", "Set-Cookie", "X-API-Key",
                 "X-Auth-Token", "x-my-secret", "Mcp-Session-Id"})
            QTest::newRow(name) << QByteArray(name) << true;
        for (const char *name :
            {"Content-Type", "Server", "X-Powered-By", "Mcp-Protocol-Version", "Token-Kind"})
            QTest::newRow(name) << QByteArray(name) << false;
    }
    void hidesHeadersByTheirName()
    {
        QFETCH(QByteArray, name);
        QFETCH(bool, secret);
        QCOMPARE(redactedHeaders({{name, "canary"}}).first().second, secret ? QByteArray("•••") : "canary");
    }

    void hidesHeadersOfTheUserUnlessTheyAreHarmless()
    {
        const HeaderPairs mine{
            {"X-Tenant", "canary-tenant"}, {"Accept", "text/plain"}, {"User-Agent", "me"}, {"X-Pin", "1234"}};
        const HeaderPairs wire{{"accept", "text/plain"}, {"x-tenant", "canary-tenant"}, {"user-agent", "me"},
            {"x-pin", "1234"}, {"Content-Length", "1234"}, {"X-Echo", "you are canary-tenant."}};
        const HeaderPairs expected{{"accept", "text/plain"}, {"x-tenant", "•••"}, {"user-agent", "me"},
            {"x-pin", "•••"}, {"Content-Length", "1234"}, {"X-Echo", "you are •••."}};
        QCOMPARE(redactedHeaders(wire, mine), expected);
        QCOMPARE(redactedHeaders(wire).at(1).second, QByteArray("canary-tenant")); // not a secret
    }

    void hidesSecretsInUrls_data()
    {
        QTest::addColumn<QByteArray>("url");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char *url, const char *shown) {
            QTest::newRow(url) << QByteArray(url) << QByteArray(shown);
        };
        row("https://h/p?city=Rome", "https://h/p?city=Rome");
        row("https://u:canary@h/p", "https://***:***@h/p");
        row("https://h/?api_key=canary&q=1", "https://h/?api_key=***&q=1");
        row("https://h/?a=%20x&ACCESS_TOKEN=can%26ary#f", "https://h/?a=%20x&ACCESS_TOKEN=***#f");
        row("https://h/?apikey=canary&x-signature=canary", "https://h/?apikey=***&x-signature=***");
        row("https://h/?pass%77ord=canary", "https://h/?password=***");
        row("https://h/?token=canary&token=canary", "https://h/?token=***&token=***");
        row("https://h/?flag", "https://h/?flag");
        row("https://h/a//b@c", "https://h/a//b@c");
        row("https://h/?token=can?ary;canary&q=1", "https://h/?token=***&q=1");
        row("https://h/?q=1;token=canary", "https://h/?q=1;token=***");
        row("https://h/?token;q=canary", "https://h/?token;q=***");
        row("https://h/?to=https://i/?sig=canary&q=1", "https://h/?to=https://i/?sig=***&q=1");
    }
    void hidesSecretsInUrls()
    {
        QFETCH(QByteArray, url);
        QFETCH(QByteArray, shown);
        QCOMPARE(redactedUrl(QUrl::fromEncoded(url)).toEncoded(), shown);
        QCOMPARE(QUrl::fromEncoded(redactedHeaders({{"Location", url}}).first().second).toEncoded(), shown);
    }

    void findsNoUserInThePathOfAUrl()
    {
        const QUrl url = QUrl::fromEncoded("urn:see https://b@c/d");
        QCOMPARE(redactedUrl(url), url);
    }

    void hidesSecretsInHeads_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char *name, const QByteArray &head, const QByteArray &shown) {
            QTest::newRow(name) << head << shown;
        };
        const QByteArray plain = "GET /a/../b?x=[1]&y={z}| HTTP/1.1\r\nHost:  h:1 \r\nX-ODD:\tv\r\n\r\n";
        row("nothing to hide", plain, plain);
        row("query", "GET /p?a=1&api_key=canary&b=%20#c HTTP/2\r\n\r\n",
            "GET /p?a=1&api_key=***&b=%20#c HTTP/2\r\n\r\n");
        row("query, escaped key", "GET /p?pass%77ord=canary HTTP/1.1\r\n",
            "GET /p?pass%77ord=*** HTTP/1.1\r\n");
        row("query in a query", "GET /p?next=/q?token=canary HTTP/1.1\r\n",
            "GET /p?next=/q?token=*** HTTP/1.1\r\n");
        row("whole address", "GET http://u:canary@h/p HTTP/1.1\r\n", "GET http://***:***@h/p HTTP/1.1\r\n");
        row("cut in the target", "GET /p?token=cana", "GET /p?token=***");
        row("secret header", "GET / HTTP/1.1\r\nAUTHORIZATION: Bearer canary\r\n",
            "GET / HTTP/1.1\r\nAUTHORIZATION: •••\r\n");
        row("proxy", "CONNECT h:1 HTTP/1.1\r\nProxy-Authorization:canary\r\n\r\n",
            "CONNECT h:1 HTTP/1.1\r\nProxy-Authorization:•••\r\n\r\n");
        row("blank before the colon", "GET / HTTP/1.1\r\nCookie : canary\r\n",
            "GET / HTTP/1.1\r\nCookie : •••\r\n");
        row("folded", "HTTP/1.1 200 OK\r\nSet-Cookie: canary\r\n canary\r\n\tcanary\r\nA: b\r\n c\r\n",
            "HTTP/1.1 200 OK\r\nSet-Cookie: •••\r\n •••\r\n\t•••\r\nA: b\r\n c\r\n");
        row("line feeds only", "HTTP/1.1 200 OK\nX-Api-Key: canary\n\n",
            "HTTP/1.1 200 OK\nX-Api-Key: •••\n\n");
        row("without a line end", "HTTP/1.1 200 OK\r\nX-Api-Key: canary",
            "HTTP/1.1 200 OK\r\nX-Api-Key: •••");
        row("after early hints", "HTTP/1.1 103 \r\n\r\nHTTP/1.1 200 \r\nX-My-Token: canary\r\n",
            "HTTP/1.1 103 \r\n\r\nHTTP/1.1 200 \r\nX-My-Token: •••\r\n");
        row("location", "HTTP/2 302 \r\nlocation: https://u:canary@h/a%20b?q=1&SIGNATURE=canary\r\n",
            "HTTP/2 302 \r\nlocation: https://***:***@h/a%20b?q=1&SIGNATURE=***\r\n");
        row("user alone", "HTTP/2 302 \r\nLocation: //canary@h/?#token=canary\r\n",
            "HTTP/2 302 \r\nLocation: //***@h/?#token=***\r\n");
        row("the user's header", "GET / HTTP/1.1\r\nX-Tenant: canary-1\r\nX-Echo: a canary-1 b\r\n",
            "GET / HTTP/1.1\r\nX-Tenant: •••\r\nX-Echo: a ••• b\r\n");
        row("its value elsewhere", "HTTP/1.1 200 canary-1\r\nLocation: /canary-1?a=canary-1\r\n",
            "HTTP/1.1 200 •••\r\nLocation: /•••?a=•••\r\n");
        row("its value in the target", "GET /canary-1 HTTP/1.1\r\n", "GET /••• HTTP/1.1\r\n");
        row("empty", "", "");
    }
    void hidesSecretsInHeads()
    {
        QFETCH(QByteArray, head);
        QFETCH(QByteArray, shown);
        QCOMPARE(redactedHead(head, {{"X-Tenant", "canary-1"}, {"Accept", "text/plain"}}), shown);
        if (head.startsWith("GET /p?a"))
            QCOMPARE(redactedHead(head, {}, "/p?…"), "GET /p?… HTTP/2\r\n\r\n");
    }
};

WORKBENCH_TEST(tst_Redaction, QCoreApplication)
#include "tst_redaction.moc"
