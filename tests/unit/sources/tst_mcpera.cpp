// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Both eras of MCP over a channel without a wire: finding the era, the requests of each era,
// subscriptions/listen.

#include "tests/support/mcpsetup.h"
#include "tests/support/testprogram.h"

#include <QDateTime>
#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;

class tst_McpEra : public QObject, McpSetup {
    Q_OBJECT
private Q_SLOTS:
    void init() { start(); }
    void findsTheEra_data();
    void findsTheEra();
    void aBrokenDiscoveryIsTheErrorOfAServerWithoutInitialize_data();
    void aBrokenDiscoveryIsTheErrorOfAServerWithoutInitialize();
    void aBrokenDiscoveryIsTheErrorAfterARestartToo();
    void reportsAPinToTheOtherEra_data();
    void reportsAPinToTheOtherEra();
    void aPinnedServerThatListsOtherVersionsIsNotInitialised();
    void initializeIsNotAnsweredWithTheModernRevision();
    void aServerThatRefusesThePinnedEraIsNamed_data();
    void aServerThatRefusesThePinnedEraIsNamed();
    void aFailedSignInEndsConnecting_data();
    void aFailedSignInEndsConnecting();
    void listsTheRemarksOnTheTextOfDiscover();
    void aLateDiscoverIsStillModern();
    void aLateDiscoverWinsOverARefusal();
    void theProbeEndsWhenTheEraIsKnown();
    void aProgramThatFailsAfterTheProbeIsStartedAgain_data();
    void aProgramThatFailsAfterTheProbeIsStartedAgain();
    void aTimeoutQuotesAnEarlierRefusal();
    void theProbeSharesTheDeadline();
    void everyModernRequestStandsAlone();
    void retriesWithASupportedVersion();
    void readsAgainOnlyWhatChanged();
    void keepsTheCacheHintsBesideTheResult();
    void asksForTheLogLevel_data();
    void asksForTheLogLevel();
    void listensForChanges();
    void readsTheListsAgainAfterABreak();
    void reportsASubscriptionThatIsNotAcknowledged();
    void saysThatTheServerEndedTheSubscription();
    void aChangeOfAListWithoutASubscriptionGetsOneLine();
    void updatesWithoutASubscriptionGetOneLine_data();
    void updatesWithoutASubscriptionGetOneLine();
    void anUpdateMayNameNoResource();
};

void tst_McpEra::findsTheEra_data()
{
    QTest::addColumn<QString>("pin");
    QTest::addColumn<QByteArray>("discover"); // "error" of server/discover; empty: it succeeds
    QTest::addColumn<QString>("protocol");
    QTest::addColumn<int>("initialisations");
    const QByteArray unknown(R"({"code":-32601,"message":"what?"})");
    QTest::newRow("modern") << u"auto"_s << QByteArray() << u"MCP 2026-07-28"_s << 0;
    QTest::newRow("legacy") << u"auto"_s << unknown << u"MCP 2025-11-25"_s << 1;
    QTest::newRow("legacy, another code")
        << u"auto"_s << QByteArray(R"({"code":-32000,"message":"not initialised"})") << u"MCP 2025-11-25"_s
        << 1;
    QTest::newRow("pinned legacy") << u"legacy"_s << QByteArray() << u"MCP 2025-11-25"_s << 1;
    QTest::newRow("pinned revision") << u"2025-06-18"_s << QByteArray() << u"MCP 2025-11-25"_s << 1;
    QTest::newRow("pinned modern, without discover") << u"modern"_s << unknown << u"MCP 2026-07-28"_s << 0;
    QTest::newRow("modern error, legacy versions")
        << u"auto"_s << QByteArray(R"({"code":-32022,"message":"no","data":{"supported":["2025-11-25"]}})")
        << u"MCP 2025-11-25"_s << 1;
}

void tst_McpEra::findsTheEra()
{
    QFETCH(QString, pin);
    QFETCH(QByteArray, discover);
    QFETCH(QString, protocol);
    QFETCH(int, initialisations);
    if (!discover.isEmpty()) {
        special = [discover](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
            if (FakeChannel::methodOf(outgoing) != "server/discover"_L1)
                return {};
            return FakeChannel::Answers{FakeChannel::errorFor(outgoing, discover)};
        };
    }
    connectWith(*McpPin::read(pin));
    const Result<PeerInfo> peer = open();
    QVERIFY2(peer, qPrintable(peer ? QString() : peer.error().message));
    QCOMPARE(peer->protocol, protocol);
    QCOMPARE(channel->countSent(u"initialize"), initialisations);
    const Result<Discovery> found = QCoro::waitFor(adapter->discover());
    QVERIFY(found);
    QCOMPARE(found->operations.size(), 1);
}

void tst_McpEra::aBrokenDiscoveryIsTheErrorOfAServerWithoutInitialize_data()
{
    QTest::addColumn<QByteArray>("members"); // of the answer to server/discover, beside its id
    QTest::addColumn<QByteArray>("refusal"); // "error" of initialize
    QTest::addColumn<QString>("says");
    const QByteArray unknown(R"({"code":-32601,"message":"what?"})");
    const auto row = [&unknown](const char *name, const char *members, const QString &says) {
        QTest::newRow(name) << QByteArray(members) << unknown << says;
    };
    row("input_required", R"("result":{"resultType":"input_required"})", u"resultType \"input_required\""_s);
    row("a type that is a number", R"("result":{"resultType":5})", u"a resultType that is a number."_s);
    row("a broken error", R"("error":{"code":"x"})", u"the error's code is a string"_s);
    row("no versions", R"("result":{})", u"without result.supportedVersions"_s);
    row("versions of a wrong type", R"("result":{"supportedVersions":[5,null]})",
        u"without result.supportedVersions"_s);
    QTest::newRow("initialize is of the other era")
        << QByteArray(R"("result":{})")
        << QByteArray(R"({"code":-32022,"message":"no","data":{"supported":["2026-07-28"]}})")
        << u"without result.supportedVersions"_s;
}

void tst_McpEra::aBrokenDiscoveryIsTheErrorOfAServerWithoutInitialize()
{
    QFETCH(QByteArray, members);
    QFETCH(QByteArray, refusal);
    QFETCH(QString, says);
    special = [members, refusal](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        if (FakeChannel::methodOf(outgoing) == "initialize"_L1)
            return FakeChannel::Answers{FakeChannel::errorFor(outgoing, refusal)};
        return FakeChannel::Answers{
            R"({"jsonrpc":"2.0","id":)" + QByteArray::number(outgoing.ticket) + ',' + members + '}'};
    };
    connectWith({McpPin::Era::Auto, {}});
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QCOMPARE(peer.error().kind, ErrorKind::Protocol);
    QVERIFY2(peer.error().message.startsWith(u"\"files\" answered server/discover with"_s)
            && peer.error().message.contains(says),
        qPrintable(peer.error().message));
    QCOMPARE(channel->countSent(u"initialize"), 1);
}

void tst_McpEra::aBrokenDiscoveryIsTheErrorAfterARestartToo()
{
    const auto respond = [](const McpOutgoing &outgoing) {
        return FakeChannel::Answers{FakeChannel::methodOf(outgoing) == "server/discover"_L1
                ? FakeChannel::resultFor(outgoing, R"({"supportedVersions":[]})")
                : FakeChannel::errorFor(outgoing, R"({"code":-32601,"message":"what?"})")};
    };
    auto made = std::make_unique<FakeChannel>();
    made->respond = respond;
    McpPlan plan;
    plan.pin = {McpPin::Era::Auto, {}};
    plan.remake = [this, respond] {
        auto again = std::make_unique<FakeChannel>();
        channel = again.get();
        channel->respond = respond;
        return again;
    };
    adapter = std::make_unique<McpAdapter>(u"files"_s, std::move(made), plan, limits, nullptr);
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QCOMPARE(channel->countSent(u"initialize"), 1);
    QCOMPARE(peer.error().code, u"mcp.bad-discovery"_s);
}

void tst_McpEra::reportsAPinToTheOtherEra_data()
{
    QTest::addColumn<QString>("pin");
    QTest::addColumn<QByteArray>("supported");
    QTest::newRow("legacy") << u"legacy"_s << QByteArray("2026-07-28");
    QTest::newRow("modern") << u"modern"_s << QByteArray("2025-11-25");
}

void tst_McpEra::reportsAPinToTheOtherEra()
{
    QFETCH(QString, pin);
    QFETCH(QByteArray, supported);
    special = [supported](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        return FakeChannel::Answers{FakeChannel::errorFor(
            outgoing, R"({"code":-32022,"message":"no","data":{"supported":[")" + supported + R"("]}})")};
    };
    connectWith(*McpPin::read(pin));
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QCOMPARE(peer.error().code, u"mcp.other-era"_s);
    QVERIFY2(peer.error().message.contains(QString::fromLatin1(supported)), qPrintable(peer.error().message));
}

void tst_McpEra::aPinnedServerThatListsOtherVersionsIsNotInitialised()
{
    special = [](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        return FakeChannel::Answers{
            FakeChannel::resultFor(outgoing, R"({"supportedVersions":["2025-06-18","2025-11-25"]})")};
    };
    connectWith({McpPin::Era::Modern, {}});
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QCOMPARE(peer.error().code, u"mcp.other-era"_s);
    QVERIFY2(peer.error().message.contains(u"2025-11-25"_s), qPrintable(peer.error().message));
    QCOMPARE(channel->countSent(u"initialize"), 0);
}

void tst_McpEra::initializeIsNotAnsweredWithTheModernRevision()
{
    special = [](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        return FakeChannel::Answers{FakeChannel::resultFor(
            outgoing, R"({"protocolVersion":"2026-07-28","serverInfo":{"name":"s"},"capabilities":{}})")};
    };
    connectWith({McpPin::Era::Legacy, {}});
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QCOMPARE(peer.error().message,
        u"\"files\" answered initialize with MCP 2026-07-28, which does not have initialize. Set the "
        u"protocol of "
        "the source to 2026-07-28."_s);
}

void tst_McpEra::aServerThatRefusesThePinnedEraIsNamed_data()
{
    QTest::addColumn<QByteArray>("error"); // of every answer
    QTest::newRow("invalid request") << QByteArray(
        R"({"code":-32600,"message":"The first request must be initialize."})");
    QTest::newRow("unknown methods") << QByteArray(R"({"code":-32601,"message":"Method not found"})");
}

void tst_McpEra::aServerThatRefusesThePinnedEraIsNamed()
{
    QFETCH(QByteArray, error);
    special = [error](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        return FakeChannel::Answers{FakeChannel::errorFor(outgoing, error)};
    };
    connectWith({McpPin::Era::Modern, {}});
    QVERIFY(open());
    const Result<Discovery> listed = QCoro::waitFor(adapter->discover());
    QVERIFY(!listed);
    QVERIFY2(listed.error().message.endsWith(u"Set it to auto."_s), qPrintable(listed.error().message));
}

void tst_McpEra::aFailedSignInEndsConnecting_data()
{
    QTest::addColumn<McpPin::Era>("pin");
    QTest::newRow("auto") << McpPin::Era::Auto;
    QTest::newRow("modern") << McpPin::Era::Modern;
}

void tst_McpEra::aFailedSignInEndsConnecting()
{
    QFETCH(McpPin::Era, pin);
    connectWith({pin, {}});
    channel->failSend = [](const McpOutgoing &) {
        return std::optional(
            Error{ErrorKind::Remote, u"oauth.refused"_s, u"Sign-in to \"files\": refused."_s});
    };
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QCOMPARE(peer.error().code, u"oauth.refused"_s);
    QCOMPARE(channel->sent.size(), 1); // a second request would sign in once more
}

void tst_McpEra::listsTheRemarksOnTheTextOfDiscover()
{
    discovery.chop(1);
    discovery += R"(,"x":{"a":1,"a":2,"b":1,"b":2}})";
    connectWith({McpPin::Era::Auto, {}});
    const Result<PeerInfo> peer = open();
    QVERIFY2(peer, qPrintable(peer ? QString() : peer.error().message));
    const QString twice = u"server/discover: At %1: The key occurs more than once; the last value counts."_s;
    for (const QString &place : {u"/x/a"_s, u"/x/b"_s})
        QVERIFY2(peer->remarks.contains(twice.arg(place)), qPrintable(peer->remarks.join(u'\n')));
}

void tst_McpEra::aLateDiscoverIsStillModern()
{
    limits.probeTimeoutMs = 1;
    std::optional<McpOutgoing> probe;
    special = [&](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        const QString method = FakeChannel::methodOf(outgoing);
        if (method == "server/discover"_L1) {
            probe = outgoing;
            return FakeChannel::Answers{};
        }
        if (method == "initialize"_L1) // the server started slowly, and answers in order
            return FakeChannel::Answers{FakeChannel::resultFor(*probe, discovery)};
        return {};
    };
    connectWith({McpPin::Era::Auto, {}});
    const Result<PeerInfo> peer = open();
    QVERIFY2(peer, qPrintable(peer ? QString() : peer.error().message));
    QCOMPARE(peer->protocol, u"MCP 2026-07-28"_s);
    QCOMPARE(channel->countSent(u"notifications/initialized"), 0);
}

void tst_McpEra::aLateDiscoverWinsOverARefusal()
{
    limits.probeTimeoutMs = 1;
    std::optional<McpOutgoing> probe;
    special = [&](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        const QString method = FakeChannel::methodOf(outgoing);
        if (method == "server/discover"_L1) {
            probe = outgoing;
            return FakeChannel::Answers{};
        }
        if (method != "initialize"_L1)
            return {};
        QTimer::singleShot(
            50, this, [this, probe] { channel->play(FakeChannel::resultFor(*probe, discovery)); });
        return FakeChannel::Answers{
            FakeChannel::errorFor(outgoing, R"({"code":-32601,"message":"no such method"})")};
    };
    connectWith({McpPin::Era::Auto, {}});
    const Result<PeerInfo> peer = open();
    QVERIFY2(peer, qPrintable(peer ? QString() : peer.error().message));
    QCOMPARE(peer->protocol, u"MCP 2026-07-28"_s);
}

void tst_McpEra::theProbeEndsWhenTheEraIsKnown()
{
    limits.probeTimeoutMs = 1;
    special = [](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        if (FakeChannel::methodOf(outgoing) != "server/discover"_L1)
            return {};
        return FakeChannel::Answers{};
    };
    connectWith({McpPin::Era::Auto, {}});
    const Result<PeerInfo> peer = open();
    QVERIFY2(peer, qPrintable(peer ? QString() : peer.error().message));
    QTRY_COMPARE(channel->forgotten, QList<quint64>{channel->sent.first().ticket});
    QCOMPARE(channel->countSent(u"notifications/cancelled"), 0);
}

void tst_McpEra::aProgramThatFailsAfterTheProbeIsStartedAgain_data()
{
    QTest::addColumn<bool>("answers");
    QTest::addColumn<bool>("ends");
    QTest::newRow("it ends at once") << false << true;
    QTest::newRow("it ends after an error") << true << true;
    QTest::newRow("it refuses initialize, which came second") << true << false;
}

void tst_McpEra::aProgramThatFailsAfterTheProbeIsStartedAgain()
{
    QFETCH(bool, answers);
    QFETCH(bool, ends);
    auto made = std::make_unique<FakeChannel>();
    FakeChannel *first = made.get();
    McpPlan plan;
    plan.pin = {McpPin::Era::Auto, {}};
    plan.remake = [this] {
        auto again = std::make_unique<FakeChannel>();
        channel = again.get();
        channel->respond = [this](const McpOutgoing &outgoing) { return answer(outgoing, true); };
        return again;
    };
    adapter = std::make_unique<McpAdapter>(u"files"_s, std::move(made), plan, limits, nullptr);
    QSignalSpy closed(adapter.get(), &Adapter::closed);
    first->respond = [first, answers, ends](const McpOutgoing &outgoing) {
        if (answers)
            first->play(FakeChannel::errorFor(outgoing, R"({"code":-32600,"message":"what?"})"));
        if (ends)
            Q_EMIT first->closed(Error{ErrorKind::Closed, u"child.exited"_s, u"It ended."_s, {}, {}});
        return FakeChannel::Answers{};
    };
    const Result<PeerInfo> peer = open();
    QVERIFY2(peer, qPrintable(peer ? QString() : peer.error().message));
    QCOMPARE(peer->protocol, u"MCP 2025-11-25"_s);
    QCOMPARE(channel->countSent(u"server/discover"), 0);
    QCOMPARE(closed.size(), 0);
}

void tst_McpEra::aTimeoutQuotesAnEarlierRefusal()
{
    limits.connectTimeoutMs = 100;
    special = [](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        if (FakeChannel::methodOf(outgoing) == "initialize"_L1)
            return FakeChannel::Answers{};
        return FakeChannel::Answers{
            FakeChannel::errorFor(outgoing, R"({"code":-32000,"message":"The licence has expired"})")};
    };
    connectWith({McpPin::Era::Auto, {}});
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QVERIFY2(peer.error().message.contains(u"did not answer initialize"_s)
            && peer.error().message.endsWith(
                u"\nBefore, \"files\" answered server/discover with error -32000: The licence has expired"_s),
        qPrintable(peer.error().message));
}

// initialize is sent after the probe, and has only the rest of the time.
void tst_McpEra::theProbeSharesTheDeadline()
{
    limits.connectTimeoutMs = 900;
    const auto asked = std::make_shared<qint64>(0); // the time of the last request, initialize
    special = [asked](const McpOutgoing &) -> std::optional<FakeChannel::Answers> {
        *asked = QDateTime::currentMSecsSinceEpoch();
        return FakeChannel::Answers{};
    };
    connectWith({McpPin::Era::Auto, {}});
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QCOMPARE(peer.error().kind, ErrorKind::Timeout);
    const qint64 waited = peer.error().details.member("deadline"_L1).toInteger().value_or(0) - *asked;
    QVERIFY2(waited > 0 && waited < 900, qPrintable(QString::number(waited)));
}

void tst_McpEra::everyModernRequestStandsAlone()
{
    requests.offer({PeerRequest::Kind::Form});
    connectWith({McpPin::Era::Modern, {}});
    QVERIFY(open());
    QVERIFY(QCoro::waitFor(call()));
    for (const McpOutgoing &one : std::as_const(channel->sent)) {
        const Json meta = one.message.member("params"_L1).member("_meta"_L1);
        QCOMPARE(meta.member("io.modelcontextprotocol/protocolVersion"_L1).toString(), u"2026-07-28"_s);
        QCOMPARE(meta.member("io.modelcontextprotocol/clientCapabilities"_L1).toBytes(),
            QByteArray(R"({"elicitation":{"form":{}},"extensions":{"io.modelcontextprotocol/tasks":{}}})"));
        QCOMPARE(meta.member("io.modelcontextprotocol/clientInfo"_L1).member("name"_L1).toString(),
            u"envelope-workbench"_s);
        QCOMPARE(one.revision, u"2026-07-28"_s);
        QCOMPARE(one.headers.first(),
            (std::pair<QByteArray, QByteArray>("Mcp-Method", FakeChannel::methodOf(one).toLatin1())));
    }
}

void tst_McpEra::retriesWithASupportedVersion()
{
    int tries = 0;
    special = [&](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        if (FakeChannel::methodOf(outgoing) != "server/discover"_L1 || ++tries > 1)
            return {};
        return FakeChannel::Answers{FakeChannel::errorFor(
            outgoing, R"({"code":-32022,"message":"no","data":{"supported":["2026-07-28"]}})")};
    };
    connectWith({McpPin::Era::Auto, {}});
    QVERIFY(open());
    QCOMPARE(tries, 2);
}

void tst_McpEra::readsAgainOnlyWhatChanged()
{
    connectWith({McpPin::Era::Auto, {}});
    QVERIFY(open());
    QVERIFY(QCoro::waitFor(adapter->discover()));
    QSignalSpy changed(adapter.get(), &Adapter::operationsChanged);
    channel->play(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{}})");
    QTRY_COMPARE(changed.size(), 1);
    QVERIFY(QCoro::waitFor(adapter->discover()));
    QCOMPARE(channel->countSent(u"tools/list"), 2);
    QCOMPARE(channel->countSent(u"prompts/list"), 1); // valid for ten minutes
    QVERIFY(QCoro::waitFor(adapter->discover())); // the user refreshes the list
    QCOMPARE(channel->countSent(u"prompts/list"), 2);
    channel->play(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{}})");
    // The user refreshes before the delay after the notification is over.
    QVERIFY(QCoro::waitFor(adapter->discover()));
    QCOMPARE(channel->countSent(u"prompts/list"), 3);
}

void tst_McpEra::keepsTheCacheHintsBesideTheResult()
{
    special = [](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        if (FakeChannel::methodOf(outgoing) != "resources/read"_L1)
            return {};
        return FakeChannel::Answers{FakeChannel::resultFor(outgoing,
            R"({"resultType":"complete","cacheScope":"private","ttlMs":60000,"contents":[{"uri":"a:b","text":"x"}]})")};
    };
    connectWith({McpPin::Era::Modern, {}});
    QVERIFY(open());
    OperationSpec spec;
    spec.id.name = u"resource:a:b"_s;
    spec.kind = u"resource"_s;
    const auto outcome = QCoro::waitFor(adapter->invoke(spec, Json::emptyObject(), CallContext()));
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
    const auto *described = std::get_if<DescribedEnvelope>(&*outcome);
    QVERIFY(described);
    QCOMPARE(described->beside.toBytes(), QByteArray(R"({"cacheScope":"private","ttlMs":60000})"));
    QVERIFY(!described->envelope.metaJson().hasMember("ttlMs"_L1));
    const Result<Outcome> shown = runPipeline(*outcome, u"files.a"_s, *prepareSchema(Json()), {});
    QVERIFY(shown);
    QCOMPARE(shown->beside.toBytes(), described->beside.toBytes());
}

void tst_McpEra::asksForTheLogLevel_data()
{
    QTest::addColumn<bool>("modern");
    QTest::addColumn<QString>("level");
    QTest::addColumn<QByteArray>("capabilities"); // the capabilities of a legacy server
    QTest::addColumn<int>("asks"); // the number of logging/setLevel requests
    QTest::newRow("legacy") << false << u"warning"_s << QByteArray(R"({"tools":{},"logging":{}})") << 1;
    QTest::newRow("legacy, not offered") << false << u"warning"_s << QByteArray(R"({"tools":{}})") << 0;
    QTest::newRow("legacy, server default")
        << false << QString() << QByteArray(R"({"tools":{},"logging":{}})") << 0;
    QTest::newRow("modern") << true << u"debug"_s << QByteArray() << 0;
}

void tst_McpEra::asksForTheLogLevel()
{
    QFETCH(bool, modern);
    QFETCH(QString, level);
    QFETCH(QByteArray, capabilities);
    QFETCH(int, asks);
    logLevel = level;
    special = [&](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        if (FakeChannel::methodOf(outgoing) != "initialize"_L1)
            return {};
        return FakeChannel::Answers{FakeChannel::resultFor(outgoing,
            R"({"protocolVersion":"2025-11-25","serverInfo":{"name":"s"},"capabilities":)" + capabilities
                + '}')};
    };
    connectWith({modern ? McpPin::Era::Modern : McpPin::Era::Legacy, {}});
    const Result<PeerInfo> peer = open();
    QVERIFY(peer); // a server that refuses the level stays connected
    QCOMPARE(channel->countSent(u"logging/setLevel"), asks);
    const bool isInVain = !modern && !level.isEmpty() && asks == 0;
    QCOMPARE(peer->remarks.filter(u"does not offer logging"_s).size(), isInVain ? 1 : 0);
    const Json params = channel->sent.last().message.member("params"_L1);
    if (asks > 0)
        QCOMPARE(params.toBytes(), QByteArray(R"({"level":"warning"})"));
    QVERIFY(QCoro::waitFor(call()));
    const Json meta = channel->sent.last().message.member("params"_L1).member("_meta"_L1);
    QCOMPARE(meta.member("io.modelcontextprotocol/logLevel"_L1).toString(), modern ? level : QString());
}

void tst_McpEra::listensForChanges()
{
    limits.reconnectFirstMs = 1;
    connectWith({McpPin::Era::Auto, {}});
    QVERIFY(open());
    QCOMPARE(channel->countSent(u"subscriptions/listen"), 1);
    const McpOutgoing listen = channel->sent.last();
    QCOMPARE(listen.message.member("params"_L1).member("notifications"_L1).toBytes(),
        QByteArray(R"({"toolsListChanged":true})"));
    QVERIFY(listen.isLongLived);
    QSignalSpy degraded(adapter.get(), &Adapter::degraded);
    channel->play(
        R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":)"
        + QByteArray::number(qint64(listen.ticket)) + "}}}");
    QCOMPARE(degraded.size(), 1);
    QCOMPARE(degraded.first().first().toString(), QString());
    // A broken stream is opened again.
    Q_EMIT channel->sendFailed(
        listen.ticket, Error{ErrorKind::Closed, u"mcp.stream-ended"_s, u"It broke."_s, {}, {}});
    QTRY_COMPARE(channel->countSent(u"subscriptions/listen"), 2);
    QVERIFY(channel->sent.last().ticket != listen.ticket);
    // The server ends it.
    channel->play(FakeChannel::resultFor(channel->sent.last(), R"({"resultType":"complete"})"));
    adapter->close();
    QCOMPARE(channel->countSent(u"subscriptions/listen"), 2);
}

void tst_McpEra::readsTheListsAgainAfterABreak()
{
    limits.reconnectFirstMs = 1;
    connectWith({McpPin::Era::Auto, {}});
    QVERIFY(open());
    const auto acknowledge = [this] {
        channel->play(
            R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true}}})");
    };
    acknowledge();
    QSignalSpy stale(adapter.get(), &Adapter::operationsStale);
    QSignalSpy logged(adapter.get(), &Adapter::logged);
    Q_EMIT channel->sendFailed(
        channel->sent.last().ticket, Error{ErrorKind::Closed, u"mcp.stream-ended"_s, u"It broke."_s, {}, {}});
    QTRY_COMPARE(channel->countSent(u"subscriptions/listen"), 2);
    QCOMPARE(stale.size(), 0);
    acknowledge();
    QCOMPARE(stale.size(), 1);
    QVERIFY(logged.last().first().value<LogLine>().text.contains(u"the lists are read again"_s));
}

void tst_McpEra::reportsASubscriptionThatIsNotAcknowledged()
{
    limits.requestTimeoutMs = 500;
    connectWith({McpPin::Era::Auto, {}});
    QVERIFY(open());
    QSignalSpy degraded(adapter.get(), &Adapter::degraded);
    QTRY_COMPARE(degraded.size(), 1);
    QVERIFY(degraded.first().first().toString().startsWith(
        u"The server did not acknowledge the subscription to its changes within 500 ms (limit request.timeout)"_s));
}

void tst_McpEra::saysThatTheServerEndedTheSubscription()
{
    connectWith({McpPin::Era::Auto, {}});
    QVERIFY(open());
    QSignalSpy degraded(adapter.get(), &Adapter::degraded);
    channel->play(FakeChannel::resultFor(channel->sent.last(), R"({"resultType":"complete"})"));
    QTRY_COMPARE(degraded.size(), 1);
    QVERIFY(degraded.first().first().toString().contains(u"the server ended the subscription"_s));
}

void tst_McpEra::aChangeOfAListWithoutASubscriptionGetsOneLine()
{
    connectWith({McpPin::Era::Auto, {}});
    QVERIFY(open());
    QSignalSpy logged(adapter.get(), &Adapter::logged);
    QSignalSpy stale(adapter.get(), &Adapter::operationsStale);
    for (int i = 0; i < 3; ++i)
        channel->play(R"({"jsonrpc":"2.0","method":"notifications/prompts/list_changed"})");
    QCOMPARE(logged.size(), 1);
    QVERIFY(logged.first().first().value<LogLine>().text.startsWith(
        u"Sent notifications/prompts/list_changed without a subscription"_s));
    QCOMPARE(stale.size(), 3);
}

void tst_McpEra::updatesWithoutASubscriptionGetOneLine_data()
{
    QTest::addColumn<McpPin>("pin");
    QTest::newRow("legacy") << McpPin{McpPin::Era::Legacy, {}};
    QTest::newRow("modern") << McpPin{McpPin::Era::Modern, {}};
}

void tst_McpEra::updatesWithoutASubscriptionGetOneLine()
{
    QFETCH(McpPin, pin);
    connectWith(pin);
    QVERIFY(open());
    QSignalSpy logged(adapter.get(), &Adapter::logged);
    for (int i = 0; i < 3; ++i)
        channel->play(
            R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///a"}})");
    QCOMPARE(logged.size(), 1);
    QCOMPARE(logged.first().first().value<LogLine>().text,
        u"Sent an update of a resource that was not subscribed to; such updates are ignored: file:///a"_s);
}

void tst_McpEra::anUpdateMayNameNoResource()
{
    connectWith({McpPin::Era::Legacy, {}});
    QVERIFY(open());
    QSignalSpy logged(adapter.get(), &Adapter::logged);
    channel->play(R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":5}})");
    QCOMPARE(logged.size(), 1);
    QVERIFY(logged.first().first().value<LogLine>().text.endsWith(u"it names no resource"_s));
}

WORKBENCH_TEST(tst_McpEra, QCoreApplication)
#include "tst_mcpera.moc"
