// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The demo server that sends requests to its client, in both protocol eras.

#include "app/demo/demodesk.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_DemoDesk : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sendsRequestsInTheLegacyEra_data();
    void sendsRequestsInTheLegacyEra();
    void asksInRoundsInTheModernEra_data();
    void asksInRoundsInTheModernEra();
    void requestsOnlyAnnouncedCapabilities_data();
    void requestsOnlyAnnouncedCapabilities();
    void refusesTheOtherEra_data();
    void refusesTheOtherEra();
    void runsATask_data();
    void runsATask();
    void cancelsATask_data();
    void cancelsATask();
    void ordersAMealInTwoRounds();
    void tellsEachListener();
    void theOvenChangesForItsListeners();
    void showsEveryBlockWithAnnotations();
    void reportsItsWork_data();
    void reportsItsWork();

private:
    void start(DemoDesk::Era era, const QByteArray &clientCapabilities = everything)
    {
        desk = std::make_unique<DemoDesk>(era);
        isModern = era == DemoDesk::Era::Modern;
        capabilities = clientCapabilities;
        moreMeta.clear();
        connect(desk.get(), &DemoDesk::send, this,
            [this](const QByteArray &line) { sent.append(jsonLiteral(line)); });
        if (!isModern)
            QVERIFY(ask("initialize", R"("capabilities":)" + clientCapabilities).hasMember("result"_L1));
    }
    Json ask(const QByteArray &method, const QByteArray &params = {})
    {
        sent.clear();
        const QByteArray meta = isModern
            ? R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":)"
                + capabilities + (moreMeta.isEmpty() ? QByteArray() : ',' + moreMeta) + '}'
            : QByteArray();
        const QByteArray comma = meta.isEmpty() || params.isEmpty() ? QByteArray() : QByteArray(",");
        desk->receive(R"({"jsonrpc":"2.0","id":7,"method":")" + method + R"(","params":{)" + params + comma
            + meta + "}}");
        return sent.isEmpty() ? Json() : sent.last();
    }
    Json call(const QByteArray &tool, const QByteArray &more = {})
    {
        return ask("tools/call", R"("name":")" + tool + R"(","arguments":{"seconds":0})" + more);
    }
    static QString textOf(const Json &message)
    {
        return message.member("result"_L1).member("content"_L1).at(0).member("text"_L1).toString();
    }
    void addAnswers() const
    {
        QTest::addColumn<QByteArray>("tool");
        QTest::addColumn<QByteArray>("method"); // of the request to the client
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QString>("text"); // part of the text of the result
        QTest::newRow("form") << QByteArray("book-table") << QByteArray("elicitation/create")
                              << QByteArray(R"({"action":"accept","content":{"name":"Ada","time":"20:00"}})")
                              << u"for Ada at 20:00"_s;
        QTest::newRow("form, declined") << QByteArray("book-table") << QByteArray("elicitation/create")
                                        << QByteArray(R"({"action":"decline"})") << u"declined"_s;
        QTest::newRow("URL") << QByteArray("pay-bill") << QByteArray("elicitation/create")
                             << QByteArray(R"({"action":"accept"})") << u"Thank you"_s;
        QTest::newRow("sampling")
            << QByteArray("suggest-wine") << QByteArray("sampling/createMessage")
            << QByteArray(R"({"role":"assistant","model":"m","content":{"type":"text","text":"A Barolo."}})")
            << u"A Barolo."_s;
        QTest::newRow("roots") << QByteArray("list-folders") << QByteArray("roots/list")
                               << QByteArray("{\"roots\":[{\"uri\":\"file:///home\"}]}") << u"file:///home"_s;
    }

    static constexpr auto everything =
        R"({"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})";
    std::unique_ptr<DemoDesk> desk;
    bool isModern = false;
    QByteArray capabilities;
    QByteArray moreMeta; // members of _meta
    QList<Json> sent;
};

void tst_DemoDesk::sendsRequestsInTheLegacyEra_data()
{
    addAnswers();
}

void tst_DemoDesk::sendsRequestsInTheLegacyEra()
{
    QFETCH(QByteArray, tool);
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, answer);
    QFETCH(QString, text);
    start(DemoDesk::Era::Legacy);
    const Json asked = call(tool);
    QCOMPARE(asked.member("method"_L1).utf8().toByteArray(), method);
    desk->receive(
        R"({"jsonrpc":"2.0","id":)" + asked.member("id"_L1).toBytes() + R"(,"result":)" + answer + '}');
    QCOMPARE(sent.last().member("id"_L1).toInteger().value(), 7);
    QVERIFY2(textOf(sent.last()).contains(text), sent.last().toBytes().constData());
}

void tst_DemoDesk::asksInRoundsInTheModernEra_data()
{
    addAnswers();
}

void tst_DemoDesk::asksInRoundsInTheModernEra()
{
    QFETCH(QByteArray, tool);
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, answer);
    QFETCH(QString, text);
    start(DemoDesk::Era::Modern);
    const Json result = call(tool).member("result"_L1);
    QCOMPARE(result.member("resultType"_L1).toString(), u"input_required"_s);
    const Json request = result.member("inputRequests"_L1).member("answer"_L1);
    QCOMPARE(request.member("method"_L1).utf8().toByteArray(), method);
    const QByteArray responses = R"(,"inputResponses":{"answer":)" + answer + '}';
    const QByteArray state = R"(,"requestState":)" + result.member("requestState"_L1).toBytes();
    QVERIFY2(textOf(call(tool, responses + state)).contains(text), sent.last().toBytes().constData());
    QVERIFY(call(tool, responses).hasMember("error"_L1)); // the state is missing
}

void tst_DemoDesk::requestsOnlyAnnouncedCapabilities_data()
{
    QTest::addColumn<bool>("modern");
    QTest::newRow("legacy") << false;
    QTest::newRow("modern") << true;
}

void tst_DemoDesk::requestsOnlyAnnouncedCapabilities()
{
    QFETCH(bool, modern);
    start(modern ? DemoDesk::Era::Modern : DemoDesk::Era::Legacy, R"({"elicitation":{}})");
    for (const QByteArray tool : {"pay-bill", "suggest-wine", "list-folders"})
        QVERIFY2(call(tool).member("result"_L1).member("isError"_L1).toBoolean(), tool.constData());
    // An elicitation capability without members covers forms.
    QVERIFY(!call("book-table").member("result"_L1).member("isError"_L1).toBoolean());
}

void tst_DemoDesk::refusesTheOtherEra_data()
{
    QTest::addColumn<bool>("modern");
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<int>("code");
    QTest::newRow("legacy") << false << QByteArray("server/discover") << -32601;
    QTest::newRow("modern") << true << QByteArray("initialize") << -32022;
}

void tst_DemoDesk::refusesTheOtherEra()
{
    QFETCH(bool, modern);
    QFETCH(QByteArray, method);
    QFETCH(int, code);
    start(modern ? DemoDesk::Era::Modern : DemoDesk::Era::Legacy);
    QCOMPARE(ask(method).member("error"_L1).member("code"_L1).toInteger().value(), code);
}

void tst_DemoDesk::runsATask_data()
{
    requestsOnlyAnnouncedCapabilities_data();
}

void tst_DemoDesk::runsATask()
{
    QFETCH(bool, modern);
    start(modern ? DemoDesk::Era::Modern : DemoDesk::Era::Legacy);
    const Json begun = call("cook-dinner", modern ? "" : R"(,"task":{})").member("result"_L1);
    const Json task = modern ? begun : begun.member("task"_L1);
    const QByteArray id = R"("taskId":)" + task.member("taskId"_L1).toBytes();
    Json state = ask("tasks/get", id).member("result"_L1);
    QCOMPARE(state.member("status"_L1).toString(), u"completed"_s);
    if (modern) {
        QCOMPARE(begun.member("resultType"_L1).toString(), u"task"_s);
        QCOMPARE(textOf(state), u"Dinner is ready."_s);
        return;
    }
    QCOMPARE(ask("tasks/list").member("result"_L1).member("tasks"_L1).size(), 1);
    ask("tasks/result", id);
    QTRY_COMPARE(sent.size(), 1);
    QCOMPARE(textOf(sent.last()), u"Dinner is ready."_s);
}

void tst_DemoDesk::cancelsATask_data()
{
    requestsOnlyAnnouncedCapabilities_data();
}

void tst_DemoDesk::cancelsATask()
{
    QFETCH(bool, modern);
    start(modern ? DemoDesk::Era::Modern : DemoDesk::Era::Legacy);
    const Json begun = ask("tools/call",
        R"("name":"cook-dinner","arguments":{"seconds":600})" + QByteArray(modern ? "" : R"(,"task":{})"))
                           .member("result"_L1);
    const Json task = modern ? begun : begun.member("task"_L1);
    QCOMPARE(task.member("status"_L1).toString(), u"working"_s);
    const QByteArray id = R"("taskId":)" + task.member("taskId"_L1).toBytes();
    QVERIFY(ask("tasks/cancel", id).hasMember("result"_L1));
    QCOMPARE(ask("tasks/get", id).member("result"_L1).member("status"_L1).toString(), u"cancelled"_s);
    QVERIFY(ask("tasks/get", R"("taskId":"none")").hasMember("error"_L1));
}

void tst_DemoDesk::ordersAMealInTwoRounds()
{
    start(DemoDesk::Era::Modern);
    const Json first = call("order-meal").member("result"_L1);
    QCOMPARE(first.member("resultType"_L1).toString(), u"input_required"_s);
    QCOMPARE(first.member("inputRequests"_L1).size(), 2);
    const auto again = [this](const Json &round, const QByteArray &responses) {
        return call("order-meal",
            R"(,"inputResponses":)" + responses + R"(,"requestState":)"
                + round.member("requestState"_L1).toBytes())
            .member("result"_L1);
    };
    const Json second = again(first,
        R"({"dish":{"action":"accept","content":{"dish":"lasagna"}},"table":{"action":"accept","content":{"table":7}}})");
    const Json question = second.member("inputRequests"_L1).member("right"_L1).member("params"_L1);
    QCOMPARE(question.member("message"_L1).toString(), u"lasagna at table 7. Is that right?"_s);
    const Json order = again(second, R"({"right":{"action":"accept","content":{"right":true}}})");
    QCOMPARE(order.member("structuredContent"_L1).toBytes(), QByteArray(R"({"dish":"lasagna","table":7})"));
    QVERIFY(again(second, R"({"right":{"action":"decline"}})").member("isError"_L1).toBoolean());
}

void tst_DemoDesk::tellsEachListener()
{
    start(DemoDesk::Era::Modern);
    const Json said = ask("subscriptions/listen",
        R"("notifications":{"toolsListChanged":true,"resourceSubscriptions":["demo://kitchen/menu","demo://none"]})");
    QCOMPARE(said.member("method"_L1).toString(), u"notifications/subscriptions/acknowledged"_s);
    QCOMPARE(said.member("params"_L1).member("notifications"_L1).toBytes(),
        QByteArray(R"({"toolsListChanged":true,"resourceSubscriptions":["demo://kitchen/menu"]})"));
    const auto toolCount = [this] {
        qsizetype count = 0;
        Json page = ask("tools/list").member("result"_L1);
        for (;;) {
            count += page.member("tools"_L1).size();
            const Json next = page.member("nextCursor"_L1);
            if (next.isAbsent())
                return count;
            page = ask("tools/list", R"("cursor":)" + next.toBytes()).member("result"_L1);
        }
    };
    const qsizetype before = toolCount();
    ask("tools/call", R"("name":"change-special","arguments":{"dish":"soup"})");
    QCOMPARE(sent.size(), 3);
    QCOMPARE(sent.at(0).member("method"_L1).toString(), u"notifications/tools/list_changed"_s);
    QCOMPARE(sent.at(1).member("params"_L1).member("uri"_L1).toString(), u"demo://kitchen/menu"_s);
    QCOMPARE(sent.at(1).member("params"_L1).member("_meta"_L1).toBytes(),
        QByteArray(R"({"io.modelcontextprotocol/subscriptionId":7})"));
    QCOMPARE(toolCount(), before + 1);
    sent.clear();
    desk->receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})");
    ask("tools/call", R"("name":"change-special","arguments":{})");
    QCOMPARE(sent.size(), 1); // only the result
    QCOMPARE(toolCount(), before);
}

void tst_DemoDesk::theOvenChangesForItsListeners()
{
    start(DemoDesk::Era::Modern);
    ask("subscriptions/listen", R"("notifications":{"resourceSubscriptions":["demo://kitchen/oven"]})");
    QTRY_VERIFY(sent.size() >= 2);
    QCOMPARE(sent.at(1).member("method"_L1).toString(), u"notifications/resources/updated"_s);
    const Json contents = ask("resources/read", R"("uri":"demo://kitchen/oven")").member("result"_L1);
    QCOMPARE(contents.member("cacheScope"_L1).toString(), u"private"_s);
    QVERIFY(contents.member("contents"_L1).at(0).member("text"_L1).toString().contains(u"degrees"_s));
    QCOMPARE(ask("resources/read", R"("uri":"demo://kitchen/cellar")")
                 .member("error"_L1)
                 .member("code"_L1)
                 .toInteger(),
        -32602);
}

void tst_DemoDesk::showsEveryBlockWithAnnotations()
{
    start(DemoDesk::Era::Modern);
    const Json content = call("show-dishes").member("result"_L1).member("content"_L1);
    QStringList types;
    for (const Json &block : content.items()) {
        types.append(block.member("type"_L1).toString());
        QCOMPARE(block.member("annotations"_L1).size(), 3);
    }
    QCOMPARE(types,
        (QStringList{u"text"_s, u"image"_s, u"audio"_s, u"resource_link"_s, u"resource"_s, u"smell"_s}));
}

void tst_DemoDesk::reportsItsWork_data()
{
    QTest::addColumn<QByteArray>("meta");
    QTest::addColumn<QStringList>("methods"); // of what comes before the result
    const QString progress = u"notifications/progress"_s;
    const QString log = u"notifications/message"_s;
    QTest::newRow("nothing wanted") << QByteArray() << QStringList();
    QTest::newRow("progress") << QByteArray(R"("progressToken":1)")
                              << QStringList{progress, progress, progress};
    QTest::newRow("warnings") << QByteArray(R"("io.modelcontextprotocol/logLevel":"warning")")
                              << QStringList{log};
    QTest::newRow("all") << QByteArray(R"("io.modelcontextprotocol/logLevel":"debug")")
                         << QStringList{log, log, log};
}

void tst_DemoDesk::reportsItsWork()
{
    QFETCH(QByteArray, meta);
    QFETCH(QStringList, methods);
    start(DemoDesk::Era::Modern);
    moreMeta = meta;
    ask("tools/call", R"("name":"set-tables","arguments":{"tables":3})");
    QTRY_VERIFY(!sent.isEmpty() && sent.last().hasMember("result"_L1));
    QStringList said;
    for (const Json &message : std::as_const(sent).first(sent.size() - 1))
        said.append(message.member("method"_L1).toString());
    QCOMPARE(said, methods);
}

WORKBENCH_TEST(tst_DemoDesk, QCoreApplication)
#include "tst_demodesk.moc"
