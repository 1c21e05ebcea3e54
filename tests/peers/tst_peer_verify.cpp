// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Recordings of third-party servers verify against their own replay without a difference, over each protocol.
// Rules also apply inside of texts that contain JSON.

#include "core/fixture/fixturefolder.h"
#include "core/json/jsonparser.h"
#include "tests/peers/services.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

#include <QTcpServer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_PeerVerify : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mcpOverStdio();
    void mcpOverStreamableHttp();
    void openapi();
    void hub();
    void hubOfTools();
    void toolEnvelopes();

private:
    QString folder(const QString &name) const { return run.home() + u'/' + name; }
    QString everything() const
    {
        return QStringLiteral(
            PEERS_FOLDER "/node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    }
    QString inputsOfEverything() const;
    //! Records all operations of \a source, which includes further options, into \a folder. Returns the
    //! output.
    QByteArray record(const QString &folder, const QStringList &source) const;
    //! Checks that each fixture of \a folder passes, at least \a least of them, and that no rule is unused.
    void expectNoDifference(const QString &folder, const QStringList &source, qsizetype least) const;
    std::unique_ptr<RunningCommand> replayed(const QString &folder, const QString &form) const;
    static QString addressOf(RunningCommand &mock);

    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
};

namespace {

//! Document of a service that Prism mocks; its answers have CORS headers.
constexpr auto shopDocument = R"json({
    "openapi": "3.0.3", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": "/"}],
    "paths": {
        "/things": {"get": {"operationId": "listThings", "responses": {"200": {"description": "ok",
            "content": {"application/json": {"schema": {"type": "array", "items": {"type": "object"}},
                "example": [{"id": 7, "name": "Tom", "price": 12.50}]}}}}}},
        "/gone": {"get": {"operationId": "gone", "responses": {"410": {"description": "gone",
            "content": {"application/json": {"schema": {"type": "object"}, "example": {"why": "sold"}}}}}}}
    }})json";

quint16 freePort()
{
    QTcpServer server;
    if (!server.listen(QHostAddress::LocalHost))
        qFatal("no port to listen on");
    return server.serverPort();
}

} // namespace

QString tst_PeerVerify::inputsOfEverything() const
{
    return run.write(u"inputs.json"_s,
        R"({"echo":{"message":"hi"},"get-sum":{"a":2,"b":3},"get-structured-content":{"location":"Chicago"},
            "get-tiny-image":{},"prompt:simple-prompt":{}})");
}

QByteArray tst_PeerVerify::record(const QString &folder, const QStringList &source) const
{
    const CommandResult recorded =
        run(QStringList{u"record"_s, u"--quiet"_s, u"--to"_s, folder} + source, {}, 120'000);
    if (recorded.exitCode != 0)
        qWarning("%s", recorded.err.constData());
    return recorded.out;
}

void tst_PeerVerify::expectNoDifference(
    const QString &folder, const QStringList &source, qsizetype least) const
{
    const CommandResult verified =
        run(QStringList{u"verify"_s, folder, u"--allow-mutations"_s, u"--strict"_s} + source, {}, 120'000);
    const QByteArray said = verified.out + verified.err;
    QVERIFY2(verified.exitCode == 0, said.constData());
    const qsizetype passed =
        verified.out.first(std::max<qsizetype>(verified.out.indexOf(" passed"), 0)).toInt();
    QVERIFY2(passed >= least, verified.out.constData());
    QVERIFY2(verified.out.contains(" passed, 0 failed, 0 changed, 0 skipped"), verified.out.constData());
}

std::unique_ptr<RunningCommand> tst_PeerVerify::replayed(const QString &folder, const QString &form) const
{
    return std::make_unique<RunningCommand>(
        run, QStringList{u"replay"_s, folder, u"--as"_s, form, u"--speed"_s, u"max"_s});
}

QString tst_PeerVerify::addressOf(RunningCommand &mock)
{
    return mock.saysOnError("\n") ? QString::fromUtf8(mock.standardError()).section(u'\n', 0, 0) : QString();
}

void tst_PeerVerify::mcpOverStdio()
{
    const QString to = folder(u"stdio"_s);
    record(to,
        {u"--inputs"_s, inputsOfEverything(), u"--"_s, QStringLiteral(NODE_PROGRAM), everything(),
            u"stdio"_s});
    expectNoDifference(to,
        {u"--"_s, QStringLiteral(ENVELOPE_PROGRAM), u"replay"_s, to, u"--as"_s, u"mcp-stdio"_s, u"--speed"_s,
            u"max"_s},
        8);
    // The name of the source is part of the sentence of an error, and another one here.
    const QString demo = folder(u"demo"_s);
    record(demo, {u"demo:tracker"_s, u"crash-call"_s, u"count-issues"_s});
    expectNoDifference(
        demo, {u"--"_s, QStringLiteral(ENVELOPE_PROGRAM), u"replay"_s, demo, u"--as"_s, u"mcp-stdio"_s}, 2);
}

void tst_PeerVerify::mcpOverStreamableHttp()
{
    const QString to = folder(u"streamable"_s);
    const QByteArray port = QByteArray::number(freePort());
    qputenv("PORT", port);
    RunningCommand server(run, {everything(), u"streamableHttp"_s}, QStringLiteral(NODE_PROGRAM));
    qunsetenv("PORT");
    QVERIFY(server.saysOnError(port, 1, 60'000));
    record(to,
        {u"--inputs"_s, inputsOfEverything(),
            QString(u"http://127.0.0.1:%1/mcp"_s).arg(QLatin1StringView(port))});
    const auto mock = replayed(to, u"mcp-http"_s);
    expectNoDifference(to, {addressOf(*mock)}, 8);
}

//! Covers errors, bodies that are not JSON, and the headers of two frameworks.
void tst_PeerVerify::openapi()
{
    const QString echo = run.write(u"echo.json"_s, echoDocument);
    const QString shop = run.write(u"shop.json"_s, shopDocument);
    const QString to = folder(u"echo"_s);
    const QString toShop = folder(u"shop"_s);
    {
        RunningCommand service(run,
            {QStringLiteral(TESTS_DIR "/peers/echopeer.mjs"), QStringLiteral(PEERS_FOLDER), u"http"_s},
            QStringLiteral(NODE_PROGRAM));
        const QByteArray ended = record(to,
            {echo, u"--server"_s, jsonLiteral(service.line().trimmed()).member("url"_L1).toString(),
                u"--accept-findings"_s});
        QVERIFY2(ended.contains("refused: error HTTP 404\n"), ended.constData());
        QVERIFY2(ended.contains("written: answered\n"), ended.constData());
        const QString port = QString::number(freePort());
        RunningCommand prism(run,
            {QStringLiteral(PEERS_FOLDER "/node_modules/@stoplight/prism-cli/dist/index.js"), u"mock"_s,
                u"-h"_s, u"127.0.0.1"_s, u"-p"_s, port, shop},
            QStringLiteral(NODE_PROGRAM));
        QVERIFY(prism.says("Prism is listening", 1, 60'000));
        record(toShop, {shop, u"--server"_s, QString(u"http://127.0.0.1:"_s + port)});
    }
    const auto echoed = replayed(to, u"http"_s);
    expectNoDifference(to, {echo, u"--server"_s, addressOf(*echoed)}, 6);
    const auto sold = replayed(toShop, u"http"_s);
    expectNoDifference(toShop, {shop, u"--server"_s, addressOf(*sold)}, 2);
}

void tst_PeerVerify::hub()
{
    const QString to = folder(u"hub"_s);
    const QString calls =
        run.write(u"calls.jsonl"_s, R"({"operation":"local.math.divide","input":{"dividend":7,"divisor":2}}
{"operation":"local.math.divide","input":{"dividend":7,"divisor":0}}
{"operation":"local.clock.now"}
{"operation":"local.clock.tick","input":{"interval":20},"count":3}
)");
    {
        RunningCommand server(run, {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s});
        record(to, {u"--calls"_s, calls, QString::fromUtf8(server.line()).trimmed()});
    }
    const auto mock = replayed(to, u"hub"_s);
    expectNoDifference(to, {addressOf(*mock)}, 4);
}

//! A hub describes its operations with members of its own, such as the kind of the tools that it serves.
void tst_PeerVerify::hubOfTools()
{
    const QString to = folder(u"tools"_s);
    {
        RunningCommand server(run, {u"serve"_s, u"demo:tracker"_s, u"--as"_s, u"hub"_s});
        record(to,
            {QString::fromUtf8(server.line()).trimmed(), u"tracker.get-weather"_s, u"city=Oslo"_s,
                u"tracker.crash-call"_s});
    }
    const auto mock = replayed(to, u"hub"_s);
    expectNoDifference(to, {addressOf(*mock)}, 2);
}

//! The time inside of a ToolEnvelope differs each time; the payload is compared nevertheless.
void tst_PeerVerify::toolEnvelopes()
{
    const QStringList server{
        u"--"_s, QStringLiteral(NODE_PROGRAM), QStringLiteral(TESTS_DIR "/peers/envelopepeer.mjs")};
    const QString monday = folder(u"monday"_s);
    const QString tuesday = folder(u"tuesday"_s);
    record(monday, server);
    record(tuesday, server);
    const CommandResult unruled = run(QStringList{u"verify"_s, monday} + server);
    QCOMPARE(unruled.exitCode, 7);
    QVERIFY2(unruled.out.contains("  ~ /opened/meta/ts: "), unruled.out.constData());
    QVERIFY2(!unruled.out.contains("/text"), unruled.out.constData());

    const CommandResult suggested = run({u"compare"_s, monday, tuesday, u"--suggest"_s, u"--write"_s});
    QVERIFY2(suggested.exitCode == 0, suggested.out.constData());
    const Result<FixtureListing> listing = FixtureFolder(monday).read();
    QVERIFY(listing && listing->fixtures.size() == 1);
    const QList<MatchRule> rules = listing->fixtures.first().fixture.match;
    QCOMPARE(rules.size(), 1);
    QCOMPARE(rules.first().at, u"/opened/meta/ts"_s);
    QCOMPARE(rules.first().kind, MatchRule::Kind::Pattern);
    expectNoDifference(monday, server, 1);

    const CommandResult changed = run(QStringList{u"verify"_s, monday} + server + QStringList{u"2"_s});
    QCOMPARE(changed.exitCode, 7);
    QVERIFY2(changed.out.contains("  ~ /opened/payload/n: 1 → 2\n"), changed.out.constData());
    QCOMPARE(changed.out.count("~ "), 1);
}

WORKBENCH_TEST(tst_PeerVerify, QCoreApplication)
#include "tst_peer_verify.moc"
