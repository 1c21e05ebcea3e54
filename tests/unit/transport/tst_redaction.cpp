// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/exchange/redaction.h"

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
                 "X-Auth-Token", "x-my-secret"})
            QTest::newRow(name) << QByteArray(name) << true;
        for (const char *name : {"Content-Type", "Server", "X-Powered-By", "Mcp-Session-Id", "Token-Kind"})
            QTest::newRow(name) << QByteArray(name) << false;
    }
    void hidesHeadersByTheirName()
    {
        QFETCH(QByteArray, name);
        QFETCH(bool, secret);
        QCOMPARE(redactedHeaders({{name, "canary"}}).first().second, secret ? QByteArray("•••") : "canary");
    }

    void hidesWhatTheUserSetUnlessItIsHarmless()
    {
        const HeaderPairs mine{
            {"X-Tenant", "canary-tenant"}, {"Accept", "text/plain"}, {"User-Agent", "me"}, {"X-Pin", "1234"}};
        const HeaderPairs wire{{"accept", "text/plain"}, {"x-tenant", "canary-tenant"}, {"user-agent", "me"},
            {"x-pin", "1234"}, {"Content-Length", "1234"}, {"X-Echo", "you are canary-tenant."}};
        const HeaderPairs expected{{"accept", "text/plain"}, {"x-tenant", "•••"}, {"user-agent", "me"},
            {"x-pin", "•••"}, {"Content-Length", "1234"}, {"X-Echo", "you are •••."}};
        QCOMPARE(redactedHeaders(wire, mine), expected);
        QCOMPARE(redactedHeaders(wire).at(1).second, QByteArray("canary-tenant")); // nobody's secret
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
    }
    void hidesSecretsInUrls()
    {
        QFETCH(QByteArray, url);
        QFETCH(QByteArray, shown);
        QCOMPARE(redactedUrl(QUrl::fromEncoded(url)).toEncoded(), shown);
        QCOMPARE(redactedHeaders({{"Location", url}}).first().second, shown);
    }
};

QTEST_GUILESS_MAIN(tst_Redaction)
#include "tst_redaction.moc"
