// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The eras of servers that were found earlier: how they are stored, and how connecting uses them.

#include "core/json/jsonparser.h"
#include "core/sources/mcp/mcpadapter.h"
#include "core/sources/mcp/mcperas.h"
#include "core/sources/mcp/mcpsettings.h"
#include "tests/support/fakechannel.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_McpEras : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void remembersTheEraOfAServer();
    void forgetsAfterADay_data();
    void forgetsAfterADay();
    void distinguishesServers();
    void beginsInTheRememberedEra_data();
    void beginsInTheRememberedEra();
    void aGatewayFaultAfterInitializeIsNotRemembered();

private:
    static QByteArray key(const QByteArray &settings)
    {
        return McpEras::keyOf(*McpSettings::read({u"s"_s, u"mcp"_s, jsonLiteral(settings)}, {}));
    }
    const QTemporaryDir m_folder;
    const QString m_path = m_folder.filePath(u"made/eras.json"_s);
};

void tst_McpEras::remembersTheEraOfAServer()
{
    const QByteArray server = key(R"({"command":"server","args":["--secret-of-mine"]})");
    QVERIFY(!McpEras(m_path).isLegacy(server));
    McpEras(m_path).remember(server, true);
    QVERIFY(McpEras(m_path).isLegacy(server));
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("secret-of-mine"));
    McpEras(m_path).remember(server, false);
    QVERIFY(!McpEras(m_path).isLegacy(server));
    McpEras(QString()).remember(server, true);
    QVERIFY(!McpEras(m_path).isLegacy(server));
}

void tst_McpEras::forgetsAfterADay_data()
{
    QTest::addColumn<QByteArray>("content"); // NOW is replaced by the current time
    QTest::addColumn<bool>("isKnown");
    QTest::newRow("now") << QByteArray(R"({"version":1,"legacy":{"k":"NOW"}})") << true;
    QTest::newRow("long ago") << QByteArray(R"({"version":1,"legacy":{"k":"2020-01-01T00:00:00Z"}})")
                              << false;
    QTest::newRow("in the future") << QByteArray(R"({"version":1,"legacy":{"k":"2999-01-01T00:00:00Z"}})")
                                   << false;
    QTest::newRow("no time") << QByteArray(R"({"version":1,"legacy":{"k":7}})") << false;
    QTest::newRow("another version") << QByteArray(R"({"version":2,"legacy":{"k":"NOW"}})") << false;
    QTest::newRow("not JSON") << QByteArray("{") << false;
}

void tst_McpEras::forgetsAfterADay()
{
    QFETCH(QByteArray, content);
    QFETCH(bool, isKnown);
    const QString path = m_folder.filePath(u"eras.json"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content.replace("NOW", QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toLatin1()));
    file.close();
    QCOMPARE(McpEras(path).isLegacy("k"), isKnown);
    McpEras(path).remember("other", true);
    QVERIFY(McpEras(path).isLegacy("other"));
}

void tst_McpEras::distinguishesServers()
{
    QCOMPARE(
        key(R"({"url":"http://a.example/mcp?token=1"})"), key(R"({"url":"http://a.example/mcp?token=2"})"));
    QVERIFY(key(R"({"url":"http://a.example/mcp"})") != key(R"({"url":"http://a.example/other"})"));
    QVERIFY(key(R"({"command":"a","args":["b c"]})") != key(R"({"command":"a","args":["b","c"]})"));
    QVERIFY(key(R"({"command":"a"})") != key(R"({"command":"a","cwd":"/tmp"})"));
}

void tst_McpEras::beginsInTheRememberedEra_data()
{
    QTest::addColumn<McpPin::Era>("pin");
    QTest::addColumn<bool>("isKnown");
    QTest::addColumn<bool>("isLegacy"); // whether the server is a legacy one
    QTest::addColumn<QStringList>("methods"); // in the order in which they are sent
    QTest::addColumn<QList<bool>>("remembered");
    const QString probe = u"server/discover"_s;
    const QString greeting = u"initialize"_s;
    const QString greeted = u"notifications/initialized"_s;
    using enum McpPin::Era;
    QTest::newRow("unknown, legacy") << Auto << false << true << QStringList{probe, greeting, greeted}
                                     << QList<bool>{true};
    QTest::newRow("unknown, modern") << Auto << false << false << QStringList{probe} << QList<bool>{false};
    QTest::newRow("known") << Auto << true << true << QStringList{greeting, greeted} << QList<bool>{};
    QTest::newRow("known, and modern now")
        << Auto << true << false << QStringList{greeting, probe} << QList<bool>{false, false};
    QTest::newRow("pinned to modern") << Modern << true << false << QStringList{probe} << QList<bool>{false};
    QTest::newRow("pinned to legacy")
        << Legacy << false << true << QStringList{greeting, greeted} << QList<bool>{};
}

void tst_McpEras::beginsInTheRememberedEra()
{
    QFETCH(McpPin::Era, pin);
    QFETCH(bool, isKnown);
    QFETCH(bool, isLegacy);
    QFETCH(QStringList, methods);
    QFETCH(QList<bool>, remembered);
    auto made = std::make_unique<FakeChannel>();
    FakeChannel *channel = made.get();
    QList<bool> told;
    McpPlan plan;
    plan.pin = {pin, {}};
    plan.isKnownLegacy = isKnown;
    plan.remember = [&told](bool legacy) { told.append(legacy); };
    McpAdapter adapter(u"files"_s, std::move(made), plan, {}, nullptr);
    channel->respond = [isLegacy](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        const QString method = FakeChannel::methodOf(outgoing);
        if (method == "initialize"_L1 && isLegacy)
            return {FakeChannel::resultFor(
                outgoing, R"({"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s"}})")};
        if (method == "server/discover"_L1 && !isLegacy)
            return {FakeChannel::resultFor(
                outgoing, R"({"supportedVersions":["2026-07-28"],"capabilities":{}})")};
        if (!outgoing.wantsAnswer)
            return {};
        return {FakeChannel::errorFor(outgoing, R"({"code":-32601,"message":"no such method"})")};
    };
    const Result<PeerInfo> peer = QCoro::waitFor(adapter.open());
    QVERIFY2(peer, qPrintable(peer ? QString() : peer.error().message));
    QStringList sent;
    for (const McpOutgoing &one : std::as_const(channel->sent))
        sent.append(FakeChannel::methodOf(one));
    QCOMPARE(sent, methods);
    QCOMPARE(told, remembered);
}

void tst_McpEras::aGatewayFaultAfterInitializeIsNotRemembered()
{
    Limits limits;
    limits.probeTimeoutMs = 1;
    auto made = std::make_unique<FakeChannel>();
    FakeChannel *channel = made.get();
    bool isTold = false;
    McpPlan plan;
    plan.pin = {McpPin::Era::Auto, {}};
    plan.remember = [&isTold](bool) { isTold = true; };
    McpAdapter adapter(u"files"_s, std::move(made), plan, limits, nullptr);
    channel->respond = [channel](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        if (FakeChannel::methodOf(outgoing) != "initialize"_L1)
            return {};
        Q_EMIT channel->sendFailed(channel->sent.first().ticket,
            Error{ErrorKind::Network, u"http.status"_s, u"The gateway gave up."_s, {},
                Json::object({{u"httpStatus"_s, Json::integer(504)}})});
        return {FakeChannel::resultFor(
            outgoing, R"({"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s"}})")};
    };
    const Result<PeerInfo> peer = QCoro::waitFor(adapter.open());
    QVERIFY2(peer, qPrintable(peer ? QString() : peer.error().message));
    QVERIFY(!isTold);
}

WORKBENCH_TEST(tst_McpEras, QCoreApplication)
#include "tst_mcperas.moc"
