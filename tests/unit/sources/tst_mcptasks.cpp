// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Calls that become tasks, in both eras, over a channel without a wire.

#include "tests/support/mcptasksetup.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>
#include <QTimer>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QByteArray relatedQuestion(
    R"({"jsonrpc":"2.0","id":5,"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}},"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t1"}}}})");

} // namespace

class tst_McpTasks : public QObject, McpTaskSetup {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void asksForATask_data();
    void asksForATask();
    void followsATaskToItsResult();
    void reportsWhyATaskHasNoResult_data();
    void reportsWhyATaskHasNoResult();
    void cancellingATaskNotifiesTheServer();
    void aTaskThatMayGoOnIsReported_data();
    void aTaskThatMayGoOnIsReported();
    void aTaskThatBeginsTooLateIsCancelled();
    void aLateResultCancelsNoTask();
    void aModernTaskMayBeginAsFinished_data();
    void aModernTaskMayBeginAsFinished();
    void triesAgainWhenAskingFails();
    void showsTheStateWhileTheResultWaits();
    void aChangeOfTheStateIsAskedForAtOnce();
    void progressThatFallsIsNotShown();
    void messagesOfATaskBelongToItsCall_data();
    void messagesOfATaskBelongToItsCall();
    void questionsAndProgressReachTheCall();
    void aQuestionStaysWhileTheTaskRuns();
    void theEndOfATaskWithdrawsItsQuestions();
    void theModernServerDecides();
    void aModernTaskKeepsTheRemarksOnItsResult();
    void aModernTaskAsksEachQuestionOnce();
    void aModernTaskMayFail();
    void aBrokenEndOfAModernTaskIsAProtocolError_data();
    void aBrokenEndOfAModernTaskIsAProtocolError();
    void offersTheRequestsAboutTasks_data();
    void offersTheRequestsAboutTasks();
    void asksForAddressesThatHaveToBeOpened_data();
    void asksForAddressesThatHaveToBeOpened();
};

void tst_McpTasks::init()
{
    requests.disconnect(this);
    start();
}

void tst_McpTasks::asksForATask_data()
{
    QTest::addColumn<QByteArray>("support");
    QTest::addColumn<bool>("wants");
    QTest::addColumn<bool>("offered");
    QTest::addColumn<QString>("code"); // the code of the error
    QTest::addColumn<bool>("isTask");
    QTest::newRow("permitted and wanted") << QByteArray("optional") << true << true << QString() << true;
    QTest::newRow("permitted") << QByteArray("optional") << false << true << QString() << false;
    QTest::newRow("required") << QByteArray("required") << false << true << QString() << true;
    QTest::newRow("forbidden") << QByteArray("forbidden") << true << true << u"mcp.no-task"_s << false;
    QTest::newRow("not offered") << QByteArray("optional") << true << false << u"mcp.no-task"_s << false;
    QTest::newRow("not offered, required") << QByteArray("required") << false << false << QString() << false;
}

void tst_McpTasks::asksForATask()
{
    QFETCH(QByteArray, support);
    QFETCH(bool, wants);
    QFETCH(bool, offered);
    QFETCH(QString, code);
    QFETCH(bool, isTask);
    if (!offered)
        capabilities = R"({"tools":{}})";
    if (!isTask)
        calls.clear();
    connectWith(McpPin::Era::Legacy);
    const auto outcome = call(support, wants);
    QCOMPARE(outcome ? QString() : outcome.error().code, code);
    QCOMPARE(sent(u"tools/call").hasMember("task"_L1), isTask);
    QCOMPARE(channel->countSent(u"tasks/result"), isTask ? 1 : 0);
}

void tst_McpTasks::followsATaskToItsResult()
{
    connectWith(McpPin::Era::Legacy);
    const auto outcome = call();
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
    QCOMPARE(textOf(outcome), u"done"_s);
    QCOMPARE(seen, (QStringList{u"working"_s, u"working"_s, u"completed"_s}));
    QCOMPARE(channel->countSent(u"tasks/get"), 2);
    QCOMPARE(sent(u"tasks/get").toBytes(), QByteArray(R"({"taskId":"t1"})"));
    QCOMPARE(channel->countSent(u"tasks/cancel"), 0);
}

void tst_McpTasks::reportsWhyATaskHasNoResult_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("then");
    QTest::addColumn<QString>("code");
    const QByteArray good = R"({"task":)" + task("working") + '}';
    QTest::newRow("cancelled") << good << task("cancelled") << u"mcp.task-cancelled"_s;
    QTest::newRow("unknown status") << good << task("asleep") << u"mcp.bad-task"_s;
    QTest::newRow("another task") << good << task("working").replace("t1", "t2") << u"mcp.bad-task"_s;
    QTest::newRow("no id") << QByteArray(R"({"task":{"status":"working"}})") << QByteArray()
                           << u"mcp.bad-task"_s;
}

void tst_McpTasks::reportsWhyATaskHasNoResult()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, then);
    QFETCH(QString, code);
    calls = {first};
    states = {then};
    connectWith(McpPin::Era::Legacy);
    const auto outcome = call();
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, code);
    QVERIFY2(outcome.error().message.contains(u"\"files\""_s), qPrintable(outcome.error().message));
}

void tst_McpTasks::cancellingATaskNotifiesTheServer()
{
    std::stop_source stop;
    states = {task("working")};
    extra = [&stop](const McpOutgoing &) {
        stop.request_stop();
        return FakeChannel::Answers();
    };
    connectWith(McpPin::Era::Legacy);
    const auto outcome = call("optional", true, stop.get_token());
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().kind, ErrorKind::Cancelled);
    QTRY_COMPARE(sent(u"tasks/cancel").toBytes(), QByteArray(R"({"taskId":"t1"})"));
}

void tst_McpTasks::aTaskThatMayGoOnIsReported_data()
{
    QTest::addColumn<QByteArray>("announced");
    QTest::addColumn<QByteArray>("error");
    QTest::addColumn<QString>("says");
    QTest::newRow("refused") << QByteArray() << QByteArray(R"({"code":-32602,"message":"too late"})")
                             << u"The task of \"slow\" may go on: \"files\" answered tasks/cancel"_s;
    QTest::newRow("not offered")
        << QByteArray(R"({"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}})") << QByteArray()
        << u"The task of \"slow\" may go on: the server does not offer to cancel tasks."_s;
}

void tst_McpTasks::aTaskThatMayGoOnIsReported()
{
    QFETCH(QByteArray, announced);
    QFETCH(QByteArray, error);
    QFETCH(QString, says);
    if (!announced.isEmpty())
        capabilities = announced;
    cancelError = error;
    std::stop_source stop;
    states = {task("working")};
    extra = [&stop](const McpOutgoing &) {
        stop.request_stop();
        return FakeChannel::Answers();
    };
    connectWith(McpPin::Era::Legacy);
    QVERIFY(!call("optional", true, stop.get_token()));
    QTRY_VERIFY2(logLines.join(u'\n').contains(says), qPrintable(logLines.join(u'\n')));
    QCOMPARE(channel->countSent(u"tasks/cancel"), error.isEmpty() ? 0 : 1);
}

void tst_McpTasks::aTaskThatBeginsTooLateIsCancelled()
{
    std::stop_source stop;
    connectWith(McpPin::Era::Legacy);
    channel->respond = [this, &stop](const McpOutgoing &outgoing) {
        if (FakeChannel::methodOf(outgoing) != "tools/call"_L1)
            return answer(outgoing);
        waiting = outgoing;
        stop.request_stop();
        return FakeChannel::Answers();
    };
    QVERIFY(!call("optional", true, stop.get_token()));
    QCOMPARE(channel->countSent(u"tasks/cancel"), 0);
    for (const char *id : {"t1", "t2"}) { // only the first late answer counts
        channel->play(
            FakeChannel::resultFor(waiting, R"({"task":)" + task("working").replace("t1", id) + '}'));
    }
    QCOMPARE(channel->countSent(u"tasks/cancel"), 1);
    QCOMPARE(sent(u"tasks/cancel").toBytes(), QByteArray(R"({"taskId":"t1"})"));
}

void tst_McpTasks::aLateResultCancelsNoTask()
{
    std::stop_source stop;
    connectWith(McpPin::Era::Legacy);
    channel->respond = [this, &stop](const McpOutgoing &outgoing) {
        if (FakeChannel::methodOf(outgoing) == "tools/call"_L1)
            waiting = outgoing;
        stop.request_stop();
        return FakeChannel::Answers();
    };
    QVERIFY(!call("optional", false, stop.get_token()));
    channel->play(FakeChannel::resultFor(waiting, R"({"content":[],"task":{"taskId":"t1"}})"));
    QCOMPARE(channel->countSent(u"tasks/cancel"), 0);
    QCOMPARE(logLines, QStringList());
}

void tst_McpTasks::showsTheStateWhileTheResultWaits()
{
    holdsResult = true;
    states = {task("input_required"), task("working", R"(,"statusMessage":"goes on")"), task("completed")};
    extra = [this](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        const bool isLast = FakeChannel::methodOf(outgoing) == "tasks/get"_L1 && states.isEmpty();
        return isLast ? FakeChannel::Answers{FakeChannel::resultFor(waiting, result)}
                      : FakeChannel::Answers();
    };
    connectWith(McpPin::Era::Legacy);
    // The answer to the last tasks/get comes before the result.
    channel->respond = [this](const McpOutgoing &outgoing) {
        FakeChannel::Answers answers = answer(outgoing);
        std::ranges::reverse(answers);
        return answers;
    };
    const auto outcome = call();
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
    QCOMPARE(textOf(outcome), u"done"_s);
    QVERIFY2(seen.contains(u"input_required"_s) && seen.lastIndexOf(u"working"_s) > 1,
        qPrintable(seen.join(u", "_s)));
}

void tst_McpTasks::aChangeOfTheStateIsAskedForAtOnce()
{
    calls = {R"({"task":{"taskId":"t1","pollInterval":60000,"status":"working"}})"};
    states = {task("completed")};
    connectWith(McpPin::Era::Legacy);
    channel->respond = [this](const McpOutgoing &outgoing) {
        FakeChannel::Answers answers = answer(outgoing);
        if (FakeChannel::methodOf(outgoing) == "tools/call"_L1) {
            QTimer::singleShot(50, channel, [this] {
                channel->play(
                    R"({"jsonrpc":"2.0","method":"notifications/tasks/status","params":{"taskId":"t1","status":"completed"}})");
            });
        }
        return answers;
    };
    QElapsedTimer clock;
    clock.start();
    const auto outcome = call();
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
    QVERIFY(clock.elapsed() < 30'000); // not the pause of a minute
}

void tst_McpTasks::progressThatFallsIsNotShown()
{
    extra = [this](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        FakeChannel::Answers messages;
        if (FakeChannel::methodOf(outgoing) != "tasks/get"_L1)
            return messages;
        const auto first = std::ranges::find_if(channel->sent,
            [](const McpOutgoing &one) { return FakeChannel::methodOf(one) == "tools/call"_L1; });
        for (const QByteArray &value : {QByteArray("7"), QByteArray("3")}) {
            messages.append(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":)"
                + value + R"(,"progressToken":)" + QByteArray::number(first->ticket) + "}}");
        }
        return messages;
    };
    connectWith(McpPin::Era::Legacy);
    QVERIFY(call());
    QCOMPARE(progress, QList<double>({7, 7}));
    QCOMPARE(logLines.filter(u"progress"_s),
        QStringList{u"The progress of \"slow\" was negative or did not rise."_s});
}

void tst_McpTasks::messagesOfATaskBelongToItsCall_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("log line") << QByteArray(
        R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x","_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t1"}}}})");
    QTest::newRow("state") << QByteArray(
        R"({"jsonrpc":"2.0","method":"notifications/tasks/status","params":{"taskId":"t1","status":"working"}})");
}

void tst_McpTasks::messagesOfATaskBelongToItsCall()
{
    QFETCH(QByteArray, message);
    QStringList exchanges;
    const auto watching =
        connect(&log, &ExchangeLog::noted, this, [&exchanges, &message](const Frame &frame) {
            if (frame.bytes == message)
                exchanges.append(frame.exchangeId);
        });
    states = {task("completed")};
    extra = [&message](const McpOutgoing &outgoing) {
        return FakeChannel::methodOf(outgoing) == "tasks/get"_L1 ? FakeChannel::Answers{message}
                                                                 : FakeChannel::Answers();
    };
    connectWith(McpPin::Era::Legacy);
    QVERIFY(call());
    disconnect(watching);
    QCOMPARE(exchanges, QStringList{u"x1"_s});
}

void tst_McpTasks::aModernTaskMayBeginAsFinished_data()
{
    QTest::addColumn<QByteArray>("seed");
    QTest::newRow("completed") << QByteArray("completed");
    QTest::newRow("asks for input") << QByteArray("input_required");
}

//! The answer to the call holds neither a result nor requests for input; tasks/get does.
void tst_McpTasks::aModernTaskMayBeginAsFinished()
{
    QFETCH(QByteArray, seed);
    calls = {task(seed).replace("complete\"", "task\"")};
    states = {task("completed", R"(,"result":{"content":[{"type":"text","text":"late"}]})")};
    connectWith(McpPin::Era::Modern);
    const auto outcome = call("forbidden", false);
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
    QCOMPARE(textOf(outcome), u"late"_s);
    QCOMPARE(channel->countSent(u"tasks/get"), 1);
}

void tst_McpTasks::triesAgainWhenAskingFails()
{
    resultFailures = 2;
    failures = 2;
    connectWith(McpPin::Era::Legacy);
    const auto outcome = call();
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
    QCOMPARE(channel->countSent(u"tasks/get"), 4);
    QCOMPARE(channel->countSent(u"tasks/result"), 3);
    init();
    failures = 100;
    limits.reconnectTries = 1;
    connectWith(McpPin::Era::Legacy);
    const auto failed = call();
    QVERIFY(!failed);
    QCOMPARE(failed.error().code, u"http.lost"_s);
    QCOMPARE(channel->countSent(u"tasks/get"), 2);
}

void tst_McpTasks::questionsAndProgressReachTheCall()
{
    requests.offer({PeerRequest::Kind::Form});
    QString asked;
    connect(&requests, &PeerRequests::asked, this, [&](const QString &id) {
        asked = requests.current()->operation;
        requests.answer(id, {PeerAnswer::Action::Accept, {}});
    });
    states = {task("working"), task("input_required")};
    extra = [this](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        if (FakeChannel::methodOf(outgoing) == "tasks/get"_L1) {
            const auto first = std::ranges::find_if(channel->sent,
                [](const McpOutgoing &one) { return FakeChannel::methodOf(one) == "tools/call"_L1; });
            return {
                R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":7,"progressToken":)"
                + QByteArray::number(first->ticket) + "}}"};
        }
        return {relatedQuestion};
    };
    connectWith(McpPin::Era::Legacy);
    const auto outcome = call();
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
    QVERIFY(progress.contains(7));
    QCOMPARE(asked, u"slow"_s);
    QTRY_COMPARE(requests.count(), 0);
}

void tst_McpTasks::aQuestionStaysWhileTheTaskRuns()
{
    requests.offer({PeerRequest::Kind::Form});
    states = {task("working")};
    QString said; // our answer to the question
    bool isOtherOver = false; // whether another call ended by its deadline meanwhile
    extra = [&](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        if (FakeChannel::methodOf(outgoing) != "tasks/get"_L1)
            return {};
        for (const McpOutgoing &one : std::as_const(channel->sent)) {
            if (one.message.member("id"_L1).toInteger() == 5)
                said = QString::fromUtf8(one.message.toBytes());
        }
        states.append(task(said.isEmpty() ? "working" : "completed"));
        if (channel->countSent(u"tasks/get") == 1)
            return {relatedQuestion};
        if (isOtherOver && requests.current())
            requests.answer(requests.current()->id, {PeerAnswer::Action::Accept, {}});
        return {};
    };
    connectWith(McpPin::Era::Legacy);
    OperationSpec other;
    other.kind = u"resource"_s;
    other.id.name = u"resource:a"_s;
    CallContext context;
    context.timeout = 200ms;
    adapter->invoke(other, Json::emptyObject(), context).then([&](const Result<HandlerResult> &outcome) {
        isOtherOver = !outcome && outcome.error().kind == ErrorKind::Timeout;
    });
    const auto outcome = call();
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
    QVERIFY(isOtherOver);
    QVERIFY2(said.contains(u"\"action\":\"accept\""_s), qPrintable(said));
}

void tst_McpTasks::theEndOfATaskWithdrawsItsQuestions()
{
    requests.offer({PeerRequest::Kind::Form});
    QStringList arrived;
    connect(&requests, &PeerRequests::arrived, this, [&arrived](const QString &id) { arrived.append(id); });
    states = {task("working"), task("working"), task("completed")};
    extra = [this](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        const bool isFirst = channel->countSent(u"tasks/get") == 1;
        return isFirst && FakeChannel::methodOf(outgoing) == "tasks/get"_L1
            ? FakeChannel::Answers{relatedQuestion}
            : FakeChannel::Answers();
    };
    connectWith(McpPin::Era::Legacy);
    const auto outcome = call();
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
    QCOMPARE(arrived.size(), 1);
    QTRY_COMPARE(requests.count(), 0);
}

void tst_McpTasks::theModernServerDecides()
{
    calls = {task("working").replace("complete", "task")};
    states = {task("working"), task("completed", R"(,"result":{"content":[{"type":"text","text":"late"}]})")};
    connectWith(McpPin::Era::Modern);
    const auto outcome = call("forbidden", false);
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
    QCOMPARE(textOf(outcome), u"late"_s);
    QVERIFY(!sent(u"tools/call").hasMember("task"_L1));
    QCOMPARE(channel->countSent(u"tasks/result"), 0);
    const Json announced =
        sent(u"tools/call").member("_meta"_L1).member("io.modelcontextprotocol/clientCapabilities"_L1);
    QVERIFY(announced.member("extensions"_L1).hasMember("io.modelcontextprotocol/tasks"_L1));
}

void tst_McpTasks::aModernTaskKeepsTheRemarksOnItsResult()
{
    calls = {task("working").replace("complete", "task")};
    states = {task("completed", R"(,"result":{"content":[],"structuredContent":{"a":1,"a":2}})")};
    connectWith(McpPin::Era::Modern);
    const auto outcome = call("forbidden", false);
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
    const auto *described = std::get_if<DescribedEnvelope>(&*outcome);
    QVERIFY(described);
    QCOMPARE(described->notes.size(), 1);
    QCOMPARE(described->notes.first().message,
        u"At /structuredContent/a: The key occurs more than once; the last value counts."_s);
}

void tst_McpTasks::aModernTaskAsksEachQuestionOnce()
{
    requests.offer({PeerRequest::Kind::Form});
    int asked = 0;
    connect(&requests, &PeerRequests::asked, this, [&](const QString &id) {
        ++asked;
        requests.answer(id, {PeerAnswer::Action::Accept, {}});
    });
    const QByteArray question =
        R"(,"inputRequests":{"k":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}})";
    calls = {task("working").replace("complete", "task")};
    states = {task("input_required", question), task("input_required", question),
        task("completed", R"(,"result":{"content":[]})")};
    connectWith(McpPin::Era::Modern);
    const auto outcome = call("forbidden", false);
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
    QCOMPARE(asked, 1);
    QCOMPARE(channel->countSent(u"tasks/update"), 1);
    QCOMPARE(sent(u"tasks/update").member("inputResponses"_L1).toBytes(),
        QByteArray(R"({"k":{"action":"accept","content":{}}})"));
}

void tst_McpTasks::aModernTaskMayFail()
{
    calls = {task("working").replace("complete", "task")};
    states = {task("failed", R"(,"error":{"code":-32603,"message":"out of paper"})")};
    connectWith(McpPin::Era::Modern);
    const auto outcome = call("forbidden", false);
    QVERIFY(!outcome);
    QVERIFY2(outcome.error().message.contains(u"out of paper"_s), qPrintable(outcome.error().message));
}

void tst_McpTasks::aBrokenEndOfAModernTaskIsAProtocolError_data()
{
    QTest::addColumn<QByteArray>("end");
    QTest::addColumn<QString>("says");
    QTest::newRow("no error") << task("failed") << u"with a task that failed and has no error."_s;
    QTest::newRow("a message instead of the error")
        << task("failed", R"(,"statusMessage":"out of paper")")
        << u"with a task that failed and has no error, only the status message \"out of paper\"."_s;
    QTest::newRow("asks for input in its result")
        << task("completed", R"(,"result":{"resultType":"input_required","inputRequests":{}})")
        << u"with resultType \"input_required\"."_s;
    QTest::newRow("asks for nothing")
        << task("input_required") << u"with a task that asks for input and has no inputRequests."_s;
    QTest::newRow("unknown type of result")
        << task("completed", R"(,"result":{"resultType":"later","content":[]})")
        << u"with resultType \"later\"."_s;
    QTest::newRow("type of the result is null")
        << task("completed", R"(,"result":{"resultType":null,"content":[]})")
        << u"with a resultType that is null."_s;
}

void tst_McpTasks::aBrokenEndOfAModernTaskIsAProtocolError()
{
    QFETCH(QByteArray, end);
    QFETCH(QString, says);
    calls = {task("working").replace("complete", "task")};
    states = {end};
    connectWith(McpPin::Era::Modern);
    const auto outcome = call("forbidden", false);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().kind, ErrorKind::Protocol);
    QVERIFY2(outcome.error().message.contains(QString(u"\"files\" answered tasks/get "_s + says)),
        qPrintable(outcome.error().message));
}

void tst_McpTasks::offersTheRequestsAboutTasks_data()
{
    QTest::addColumn<QByteArray>("announced");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("all") << QByteArray(R"({"tasks":{"list":{},"cancel":{}}})")
                         << QStringList{
                                u"tasks/list"_s, u"tasks/get"_s, u"tasks/result"_s, u"tasks/cancel"_s};
    QTest::newRow("some") << QByteArray(R"({"tasks":{"requests":{}}})")
                          << QStringList{u"tasks/get"_s, u"tasks/result"_s};
    QTest::newRow("modern") << QByteArray(R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})")
                            << QStringList{u"tasks/get"_s, u"tasks/cancel"_s};
    QTest::newRow("none") << QByteArray(R"({})") << QStringList();
}

void tst_McpTasks::offersTheRequestsAboutTasks()
{
    QFETCH(QByteArray, announced);
    QFETCH(QStringList, names);
    capabilities = announced;
    connectWith(McpPin::Era::Legacy);
    const Result<Discovery> found = QCoro::waitFor(adapter->discover());
    QVERIFY(found);
    QStringList listed;
    for (const OperationSpec &spec : found->operations)
        listed.append(spec.id.name);
    QCOMPARE(listed, names);
    for (const OperationSpec &spec : found->operations) {
        if (spec.id.name != "tasks/get"_L1)
            continue;
        const auto outcome =
            QCoro::waitFor(adapter->invoke(spec, jsonLiteral(R"({"taskId":"t1"})"), CallContext()));
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
        QCOMPARE(sent(u"tasks/get").member("taskId"_L1).toString(), u"t1"_s);
        const auto *envelope = std::get_if<ResponseEnvelope>(&*outcome);
        QVERIFY(envelope);
        QCOMPARE(envelope->data.member("status"_L1).toString(), u"working"_s);
    }
}

void tst_McpTasks::asksForAddressesThatHaveToBeOpened_data()
{
    QTest::addColumn<bool>("agrees");
    QTest::addColumn<QString>("says");
    QTest::newRow("agreed") << true << u"Invoke it again"_s;
    QTest::newRow("declined") << false << u"declined"_s;
}

void tst_McpTasks::asksForAddressesThatHaveToBeOpened()
{
    QFETCH(bool, agrees);
    QFETCH(QString, says);
    requests.offer({PeerRequest::Kind::Link});
    QStringList asked;
    connect(&requests, &PeerRequests::asked, this, [&](const QString &id) {
        asked.append(requests.current()->address.text);
        requests.answer(id, {agrees ? PeerAnswer::Action::Accept : PeerAnswer::Action::Decline, {}});
    });
    callError =
        R"({"code":-32042,"message":"Sign in first.","data":{"elicitations":[{"message":"Here","url":"https://example.org/in","elicitationId":"e"}]}})";
    connectWith(McpPin::Era::Legacy);
    const auto outcome = call("optional", false);
    QVERIFY(!outcome);
    QCOMPARE(asked.size(), 1);
    QVERIFY2(asked.first().contains(u"example.org"_s), qPrintable(asked.first()));
    QVERIFY2(outcome.error().message.contains(says), qPrintable(outcome.error().message));
    QCOMPARE(channel->countSent(u"tools/call"), 1);
    for (const QByteArray &id : {QByteArray("e"), QByteArray("foreign")}) {
        channel->play(
            R"({"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":")"
            + id + R"("}})");
        QCOMPARE(log.frameAt(log.frameCount() - 1).exchangeId, id == "e" ? u"x1"_s : QString());
    }
}

WORKBENCH_TEST(tst_McpTasks, QCoreApplication)
#include "tst_mcptasks.moc"
