// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Two MCP sources, one of which misbehaves. Its fault is one line on its call or source, and the other source
// is not affected.

#include "tests/support/mcpscript.h"
#include "tests/support/mcpsources.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_Neighbours : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_sources.reset(); }
    void aFaultIsOneLineOfItsSource_data();
    void aFaultIsOneLineOfItsSource();

private:
    bool connectSource(const QString &name, const RawServer &server)
    {
        return m_sources->connect(
            {name, u"mcp"_s, Json::object({{u"url"_s, Json::string(server.url(u"/mcp"_s).toString())}})});
    }
    std::unique_ptr<Invocation> begin(const QString &source)
    {
        return m_sources->sessions.invoke({source, u"echo"_s}, Json::emptyObject());
    }

    Script m_bad;
    Script m_good;
    std::unique_ptr<RawServer> m_badServer;
    std::unique_ptr<RawServer> m_goodServer;
    std::optional<Test::McpSources> m_sources;
};

void tst_Neighbours::init()
{
    m_bad = {};
    m_good = {};
    const auto serve = [](Script &script) {
        return std::make_unique<RawServer>([&script](QTcpSocket *socket, const RawServer::Request &request) {
            script.handle(socket, request);
        });
    };
    m_badServer = serve(m_bad);
    m_goodServer = serve(m_good);
    Limits limits;
    limits.inputRounds = 2;
    m_sources.emplace(limits);
}

void tst_Neighbours::aFaultIsOneLineOfItsSource_data()
{
    QTest::addColumn<bool>("isModern");
    QTest::addColumn<QByteArray>("event"); // sent before the result of the call; empty: no event
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QString>("fails"); // the beginning of the error of the call; empty: it succeeds
    QTest::addColumn<QString>("says"); // the beginning of the line in the log; empty: there is none
    const QByteArray done(R"({"resultType":"complete","content":[]})");
    QTest::newRow("input for ever") << true << QByteArray()
                                    << QByteArray(R"({"resultType":"input_required","requestState":"more"})")
                                    << u"\"bad\" asked for more input 2 times during one tools/call."_s
                                    << QString();
    QTest::newRow("a result of the modern era")
        << false << QByteArray() << QByteArray(R"({"resultType":"input_required","requestState":"more"})")
        << u"\"bad\" answered tools/call with resultType \"input_required\"."_s << QString();
    QTest::newRow("a request of the legacy era")
        << true << QByteArray(R"({"jsonrpc":"2.0","id":5,"method":"sampling/createMessage","params":{}})")
        << done << QString()
        << u"Sent the request sampling/createMessage. In MCP 2026-07-28, servers do not send"_s;
    QTest::newRow("an update without a subscription")
        << true
        << QByteArray(
               R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///a"}})")
        << done << QString() << u"Sent an update of a resource that was not subscribed to"_s;
    QTest::newRow("a change without a subscription")
        << true << QByteArray(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})") << done
        << QString() << u"Sent notifications/tools/list_changed without a subscription"_s;
}

void tst_Neighbours::aFaultIsOneLineOfItsSource()
{
    QFETCH(bool, isModern);
    QFETCH(QByteArray, event);
    QFETCH(QByteArray, result);
    QFETCH(QString, fails);
    QFETCH(QString, says);
    m_bad.special = [isModern, event, result](const Script::Call &call) -> std::optional<QByteArray> {
        const auto json = [&call](const QByteArray &body) {
            return Script::reply("200 OK", "application/json", Script::result(call, body));
        };
        if (call.method == "server/discover" && isModern) {
            return json(R"({"resultType":"complete","ttlMs":0,"cacheScope":"private",)"
                        R"("supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},)"
                        R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"m","version":"1"}}})");
        }
        if (call.method == "server/discover")
            return Script::reply("400 Bad Request", "text/plain", "no session");
        if (call.method == "tools/list" && isModern) {
            return json(R"({"resultType":"complete","ttlMs":0,"cacheScope":"private",)"
                        R"("tools":[{"name":"echo","inputSchema":{"type":"object"}}]})");
        }
        if (call.method != "tools/call")
            return {};
        if (event.isEmpty())
            return json(result);
        return Script::stream("data: " + event + "\n\ndata: " + Script::result(call, result) + "\n\n");
    };
    QVERIFY(connectSource(u"bad"_s, *m_badServer));
    QVERIFY(connectSource(u"good"_s, *m_goodServer));
    QSignalSpy logged(&m_sources->sessions, &Sessions::logged);
    for (int i = 0; i < 2; ++i) {
        const std::unique_ptr<Invocation> bad = begin(u"bad"_s);
        const std::unique_ptr<Invocation> good = begin(u"good"_s);
        QSignalSpy badEnd(bad.get(), &Invocation::finished);
        QSignalSpy goodEnd(good.get(), &Invocation::finished);
        QTRY_VERIFY(!badEnd.isEmpty() && !goodEnd.isEmpty());
        QVERIFY(good->result());
        QCOMPARE(bad->result().has_value(), fails.isEmpty());
        if (!fails.isEmpty())
            QVERIFY2(
                bad->result().error().message.startsWith(fails), qPrintable(bad->result().error().message));
    }
    QStringList lines;
    for (const auto &one : std::as_const(logged)) {
        const auto line = one.first().value<LogLine>();
        QCOMPARE(line.source, u"bad"_s);
        lines.append(line.text);
    }
    QCOMPARE(lines.size(), says.isEmpty() ? 0 : 1);
    QVERIFY2(says.isEmpty() || lines.first().startsWith(says), qPrintable(lines.join(u'\n')));
    QVERIFY(m_sources->sessions.state(u"good"_s).isUsable());
    QVERIFY(m_sources->sessions.state(u"bad"_s).isUsable());
}

WORKBENCH_TEST(tst_Neighbours, QCoreApplication)
#include "tst_neighbours.moc"
