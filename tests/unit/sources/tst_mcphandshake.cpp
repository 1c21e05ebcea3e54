// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Unknown protocol versions, and how long a handshake may take. R-53

#include "core/base/advice.h"
#include "core/sources/mcp/mcpadapter.h"
#include "tests/support/fakechannel.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_McpHandshake : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void stopsAtAnUnknownVersionWithBothLists_data() { unknownVersions(); }
    void stopsAtAnUnknownVersionWithBothLists();
    void connectsAnywayForListsOnly_data() { unknownVersions(); }
    void connectsAnywayForListsOnly();
    void aKnownVersionIsNotLimitedByConnectingAnyway();
    void aVersionThatNoHeaderCanHoldIsRefusedAnyway_data();
    void aVersionThatNoHeaderCanHoldIsRefusedAnyway();
    void offersNothingWhereTheServerKnowsNoInitialize();
    void progressDoesNotProlongTheHandshake();
    void theSecondTrySharesTheDeadline();

private:
    static void unknownVersions()
    {
        QTest::addColumn<QByteArray>("error"); // the error for the first initialize; empty: it succeeds
        QTest::addColumn<int>("initializations");
        QTest::newRow("chosen by the server") << QByteArray() << 1;
        QTest::newRow("named by an error")
            << QByteArray(R"({"code":-32602,"message":"no","data":{"supported":["2031-01-01"]}})") << 2;
    }
    void answerWith(const QByteArray &version, const QByteArray &error = {})
    {
        channel->respond = [version, error](const McpOutgoing &outgoing) -> FakeChannel::Answers {
            const QString method = FakeChannel::methodOf(outgoing);
            const QByteArray asked =
                outgoing.message.member("params"_L1).member("protocolVersion"_L1).utf8().toByteArray();
            if (method == "initialize"_L1 && !error.isEmpty() && asked != version)
                return {FakeChannel::errorFor(outgoing, error)};
            if (method == "initialize"_L1)
                return {FakeChannel::resultFor(outgoing,
                    R"({"protocolVersion":)" + Json::string(QString::fromLatin1(version)).toBytes()
                        + R"(,"capabilities":{"tools":{}},"serverInfo":{"name":"s"}})")};
            if (method == "tools/list"_L1)
                return {FakeChannel::resultFor(outgoing, R"({"tools":[{"name":"echo"}]})")};
            return {};
        };
    }
    Result<PeerInfo> open() { return QCoro::waitFor(adapter->open()); }

    Limits limits;
    std::unique_ptr<McpAdapter> adapter;
    FakeChannel *channel = nullptr;
};

void tst_McpHandshake::init()
{
    auto made = std::make_unique<FakeChannel>();
    channel = made.get();
    adapter = std::make_unique<McpAdapter>(u"files"_s, std::move(made), McpPlan{}, limits, nullptr);
}

void tst_McpHandshake::stopsAtAnUnknownVersionWithBothLists()
{
    QFETCH(QByteArray, error);
    answerWith("2031-01-01", error);
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QCOMPARE(peer.error().kind, ErrorKind::Protocol);
    QCOMPARE(peer.error().code, QString(unknownVersionCode));
    for (const QString &part :
        {u"\"files\""_s, u"2031-01-01"_s, u"2024-11-05"_s, u"2025-11-25"_s, u"connect anyway"_s})
        QVERIFY2(peer.error().message.contains(part), qPrintable(peer.error().message));
    QCOMPARE(peer.error().details.member("server"_L1).toBytes(), QByteArray(R"(["2031-01-01"])"));
    QCOMPARE(peer.error().details.member("client"_L1).size(), 5);
    QCOMPARE(channel->countSent(u"initialize"), 1);
    QCOMPARE(channel->closeCalls, 1);
}

void tst_McpHandshake::offersNothingWhereTheServerKnowsNoInitialize()
{
    answerWith("2031-01-01", R"({"code":-32601,"message":"no","data":{"supported":["2031-01-01"]}})");
    adapter->acceptAnyVersion();
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QCOMPARE(peer.error().code, u"mcp.unknown-revision"_s);
    QVERIFY2(peer.error().message.contains(u"2031-01-01"_s), qPrintable(peer.error().message));
    QVERIFY2(!peer.error().message.contains(u"connect anyway"_s), qPrintable(peer.error().message));
    QCOMPARE(channel->countSent(u"initialize"), 1);
}

void tst_McpHandshake::connectsAnywayForListsOnly()
{
    QFETCH(QByteArray, error);
    QFETCH(int, initializations);
    answerWith("2031-01-01", error);
    adapter->acceptAnyVersion();
    const Result<PeerInfo> peer = open();
    QVERIFY2(peer, qPrintable(peer ? QString() : peer.error().message));
    QCOMPARE(peer->protocol, u"MCP 2031-01-01"_s);
    QVERIFY2(peer->listsOnly.contains(u"2031-01-01"_s), qPrintable(peer->listsOnly));
    QCOMPARE(channel->countSent(u"initialize"), initializations);
    const Result<Discovery> discovery = QCoro::waitFor(adapter->discover());
    QVERIFY(discovery);
    QCOMPARE(discovery->operations.size(), 1);

    for (const QString &kind : {u"tool"_s, u"resource"_s, u"prompt"_s}) {
        OperationSpec spec;
        spec.id.name = u"echo"_s;
        spec.kind = kind;
        const qsizetype before = channel->sent.size();
        const auto result = QCoro::waitFor(adapter->invoke(spec, Json::emptyObject(), {}));
        QVERIFY(!result);
        QCOMPARE(result.error().code, u"mcp.lists-only"_s);
        QVERIFY2(result.error().message.contains(u"was not sent to \"files\""_s)
                && result.error().message.contains(u"2031-01-01"_s),
            qPrintable(result.error().message));
        QCOMPARE(channel->sent.size(), before);
    }
}

void tst_McpHandshake::aKnownVersionIsNotLimitedByConnectingAnyway()
{
    answerWith("2025-06-18");
    adapter->acceptAnyVersion();
    const Result<PeerInfo> peer = open();
    QVERIFY(peer);
    QCOMPARE(peer->listsOnly, QString());
}

void tst_McpHandshake::aVersionThatNoHeaderCanHoldIsRefusedAnyway_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("line break") << QByteArray("2031\r\nX-Evil: 1");
    QTest::newRow("not ASCII") << QByteArray("2031\xe9");
    QTest::newRow("endless") << QByteArray(65, '1');
}

void tst_McpHandshake::aVersionThatNoHeaderCanHoldIsRefusedAnyway()
{
    QFETCH(QByteArray, version);
    answerWith(version);
    adapter->acceptAnyVersion();
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QCOMPARE(peer.error().code, u"mcp.unknown-revision"_s);
    QVERIFY2(!peer.error().message.contains(u"anyway"_s) && !peer.error().message.contains(u'\r'),
        qPrintable(peer.error().message));
    QVERIFY2(!version.isEmpty() || peer.error().message.contains(u"speaks MCP \"\", which"_s),
        qPrintable(peer.error().message));
}

void tst_McpHandshake::progressDoesNotProlongTheHandshake()
{
    limits.connectTimeoutMs = 150;
    init();
    QTimer progress;
    int value = 0;
    connect(&progress, &QTimer::timeout, this, [this, &value] {
        channel->play(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)"
            + channel->sent.first().message.member("id"_L1).toBytes() + R"(,"progress":)"
            + QByteArray::number(++value) + "}}");
    });
    progress.start(20);
    QElapsedTimer clock;
    clock.start();
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QCOMPARE(peer.error().kind, ErrorKind::Timeout);
    QVERIFY2(clock.elapsed() < 10'000, qPrintable(QString::number(clock.elapsed())));
    const QString message = messageWithAdvice(peer.error());
    QVERIFY2(
        message.contains(u"150 ms"_s) && message.contains(u"limit connect.timeout"_s), qPrintable(message));
    limits = {};
}

void tst_McpHandshake::theSecondTrySharesTheDeadline()
{
    limits.connectTimeoutMs = 4000;
    init();
    channel->respond = [this](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        const QByteArray refusal = FakeChannel::errorFor(
            outgoing, R"({"code":-32602,"message":"no","data":{"supported":["2025-06-18"]}})");
        if (channel->countSent(u"initialize") == 1)
            QTimer::singleShot(3500, this, [this, refusal] { channel->play(refusal); });
        return {};
    };
    QElapsedTimer clock;
    clock.start();
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QCOMPARE(peer.error().kind, ErrorKind::Timeout);
    QCOMPARE(channel->countSent(u"initialize"), 2);
    QVERIFY2(clock.elapsed() < 7000, qPrintable(QString::number(clock.elapsed()))); // not 3500 + 4000
    limits = {};
}

WORKBENCH_TEST(tst_McpHandshake, QCoreApplication)
#include "tst_mcphandshake.moc"
