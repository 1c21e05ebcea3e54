// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/callhandler.h"
#include "core/hub/pendingrequestmap.h"
#include "tests/support/pairedtarget.h"
#include "tests/support/quotes.h"
#include "tests/support/recordingtarget.h"
#include "tests/support/testprogram.h"

#include <QDateTime>
#include <QSignalSpy>
#include <QTest>

#include <limits>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace CallHandlerParts {

Task<Result<HandlerResult>> awaited(QFuture<Result<HandlerResult>> future)
{
    co_return co_await future;
}

//! A call that the test settles.
struct Waiting {
    IncomingCall call;
    QPromise<Result<HandlerResult>> promise;

    void settle(const Result<HandlerResult> &result)
    {
        promise.addResult(result);
        promise.finish();
    }
};

class TestStream : public ItemStream {
public:
    void start() override { isStarted = true; }
    void cancel() override { ++*cancels; }
    void setReading(bool reading) override { readings.append(reading); }

    bool isStarted = false;
    QList<bool> readings;
    std::shared_ptr<int> cancels = std::make_shared<int>(0);
};

//! Offers the query "a.ask", which waits for the test, and the subscription "a.watch".
struct Operations : CallableOperations {
    std::optional<OperationType> typeOf(const OperationId &id) const override
    {
        if (id.nameSpace != "a"_L1)
            return {};
        if (id.name == "ask"_L1)
            return OperationType::Query;
        return id.name == "watch"_L1 ? std::optional(OperationType::Subscription) : std::nullopt;
    }
    Task<Result<HandlerResult>> call(IncomingCall call) override
    {
        auto waiting = std::make_shared<Waiting>();
        waiting->call = std::move(call);
        waiting->promise.start();
        calls.append(waiting);
        return awaited(waiting->promise.future());
    }
    Result<std::unique_ptr<ItemStream>> subscribe(IncomingCall call) override
    {
        subscriptions.append(call);
        auto made = std::make_unique<TestStream>();
        stream = made.get();
        cancels = made->cancels;
        return made;
    }

    QList<std::shared_ptr<Waiting>> calls;
    QList<IncomingCall> subscriptions;
    QPointer<TestStream> stream;
    std::shared_ptr<int> cancels;
};

CallRequested requested(const QString &operation, const QString &id = u"r"_s)
{
    return {id, operation, Json::emptyObject()};
}

Json envelope(const QByteArray &data)
{
    return jsonLiteral(QByteArray(R"({"data":)" + data
        + R"(,"meta":{"source":"local","operationId":"x.y","timestamp":7},"more":true})"));
}

} // namespace CallHandlerParts

using namespace CallHandlerParts;

class tst_CallHandler : public QObject {
    Q_OBJECT

    std::shared_ptr<Operations> operations;
    RecordingTarget *target = nullptr;
    CallHandler *handler = nullptr;

    void make(const CallHandler::Options &options = {}, const CallerOrigin &origin = {u"c1"_s})
    {
        cleanup();
        operations = std::make_shared<Operations>();
        target = new RecordingTarget;
        handler = new CallHandler(operations, options);
        handler->attach(target, origin);
    }

private Q_SLOTS:
    void init() { make(); }
    void cleanup()
    {
        if (operations) {
            for (const auto &waiting : std::as_const(operations->calls)) {
                if (!waiting->promise.future().isFinished())
                    waiting->settle(HandlerResult(Json()));
            }
            QCoreApplication::processEvents();
        }
        delete std::exchange(handler, nullptr);
        delete std::exchange(target, nullptr);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    // Covers every state and event of core/hub/README.md 2.5.
    void coversEveryStateAndEvent_data()
    {
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("event");
        QTest::addColumn<QString>("published");
        QTest::addColumn<bool>("stillRuns");
        QTest::addColumn<bool>("isCancelled");

        const auto row = [](const char *state, const char *event, const char *published, bool stillRuns,
                             bool isCancelled) {
            QTest::addRow("%s, %s", state, event)
                << QString::fromLatin1(state) << QString::fromLatin1(event) << QString::fromLatin1(published)
                << stillRuns << isCancelled;
        };
        row("none", "requested a query", "", true, false);
        row("none", "requested a subscription", "", true, false);
        row("none", "requested an unknown one", "error OPERATION_NOT_FOUND", false, false);
        row("none", "requested nothing", "error VALIDATION_ERROR", false, false);
        row("none", "requested too late", "error TIMEOUT", false, false);
        row("none", "requested before 1970", "error TIMEOUT", false, false);
        row("none", "aborted by the caller", "", false, false);
        row("none", "value", "", false, false);
        row("call", "requested again", "error EXECUTION_ERROR", true, false);
        row("call", "value", "responded", false, false);
        row("call", "failed", "error FULL", false, true);
        row("call", "aborted by the caller", "", false, true);
        row("call", "deadline", "error TIMEOUT", false, true);
        row("call", "connection closed", "", false, true);
        row("stream", "requested again", "error EXECUTION_ERROR", true, false);
        row("stream", "value", "responded", true, false);
        row("stream", "ended", "completed", false, false);
        row("stream", "failed", "error FULL", false, true);
        row("stream", "aborted by the caller", "", false, true);
        row("stream", "gives up", "aborted", false, true);
        row("stream", "deadline", "error TIMEOUT", false, true);
        row("stream", "connection closed", "", false, true);
    }

    void coversEveryStateAndEvent()
    {
        QFETCH(QString, state);
        QFETCH(QString, event);
        QFETCH(QString, published);
        QFETCH(bool, stillRuns);
        QFETCH(bool, isCancelled);
        const bool isStream = state == "stream"_L1;
        CallRequested first = requested(isStream ? u"a.watch"_s : u"a.ask"_s);
        if (event == "deadline"_L1)
            first.deadline = QDateTime::currentMSecsSinceEpoch() + 300;
        if (state != "none"_L1)
            target->play(first);
        std::stop_token stop;
        if (isStream)
            stop = operations->subscriptions.constFirst().context.cancellation;
        else if (state == "call"_L1)
            stop = operations->calls.constFirst()->call.context.cancellation;
        const Error full{ErrorKind::Remote, u"FULL"_s, u"no room"_s, {}, {}};

        if (event == "requested a query"_L1) {
            target->play(requested(u"a.ask"_s));
        } else if (event == "requested a subscription"_L1) {
            target->play(requested(u"a.watch"_s));
            QVERIFY(operations->stream->isStarted);
        } else if (event == "requested an unknown one"_L1) {
            target->play(requested(u"b.ask"_s));
        } else if (event == "requested nothing"_L1) {
            target->playText(R"({"type":"call.requested","id":"","payload":{"requestId":"r"}})");
        } else if (event == "requested too late"_L1 || event == "requested before 1970"_L1) {
            CallRequested late = requested(u"a.ask"_s);
            late.deadline = event.endsWith("1970"_L1) ? -5 : QDateTime::currentMSecsSinceEpoch() - 5;
            target->play(late);
            QCOMPARE(operations->calls.size(), 0); // the handler was not called
        } else if (event == "requested again"_L1) {
            target->play(requested(u"a.ask"_s));
        } else if (event == "value"_L1 && isStream) {
            Q_EMIT operations->stream->item({Json::integer(1), {}});
        } else if (event == "value"_L1 && state == "call"_L1) {
            operations->calls.constFirst()->settle(HandlerResult(Json::integer(1)));
            QTRY_VERIFY(!target->sent.isEmpty());
        } else if (event == "failed"_L1 && isStream) {
            Q_EMIT operations->stream->ended(EndReason::Error, full);
        } else if (event == "failed"_L1) {
            operations->calls.constFirst()->settle(std::unexpected(full));
            QTRY_VERIFY(!target->sent.isEmpty());
        } else if (event == "ended"_L1) {
            Q_EMIT operations->stream->ended(EndReason::Completed, {});
        } else if (event == "aborted by the caller"_L1) {
            target->play(CallAborted{u"r"_s, {}});
        } else if (event == "gives up"_L1) {
            Q_EMIT operations->stream->ended(EndReason::Aborted, {});
        } else if (event == "deadline"_L1) {
            QTRY_VERIFY(!target->sent.isEmpty());
        } else if (event == "connection closed"_L1) {
            target->lose({ErrorKind::Closed, {}, u"gone"_s, {}, {}});
        }

        QStringList said = target->types();
        if (!target->sent.isEmpty() && target->sent.constLast().type == CallEventMap::failed)
            said.last() += u' ' + target->sent.constLast().payload.member("code"_L1).toString();
        QCOMPARE(said.join(u", "_s), published);
        QCOMPARE(handler->running(), stillRuns ? 1 : 0);
        QCOMPARE(stop.stop_requested(), isCancelled);
        const bool endedByItself = event == "failed"_L1 || event == "gives up"_L1;
        if (isStream && !endedByItself)
            QCOMPARE(*operations->cancels, isCancelled ? 1 : 0);

        // Nothing follows a terminal event, whatever the handler does.
        if (stillRuns || state == "none"_L1)
            return;
        const qsizetype before = target->sent.size();
        if (isStream && operations->stream) {
            Q_EMIT operations->stream->item({Json::integer(2), {}});
            Q_EMIT operations->stream->ended(EndReason::Completed, {});
        } else if (!isStream && !operations->calls.constFirst()->promise.future().isFinished()) {
            operations->calls.constFirst()->settle(HandlerResult(Json::integer(2)));
        }
        QTest::qWait(1);
        QCOMPARE(target->sent.size(), before);
    }

    void answersHaveTheIdOfTheRequestsEnvelope()
    {
        target->play(requested(u"a.ask"_s), u"e7"_s);
        operations->calls.constFirst()->settle(HandlerResult(Json::integer(1)));
        QTRY_COMPARE(target->sent.size(), 1);
        QCOMPARE(target->sent.constFirst().id, u"e7"_s);
        QCOMPARE(target->sent.constFirst().payload.member("requestId"_L1).toString(), u"r"_s);
    }

    void forwardsEnvelopesUnchanged()
    {
        target->play(requested(u"a.ask"_s));
        operations->calls.constFirst()->settle(HandlerResult(envelope("1.50")));
        QTRY_COMPARE(target->sent.size(), 1);
        QCOMPARE(target->sent.constFirst().payload.member("output"_L1).toBytes(), envelope("1.50").toBytes());
        target->play(requested(u"a.watch"_s, u"s"_s));
        Q_EMIT operations->stream->item({envelope("[ ]"), {}});
        QCOMPARE(target->sent.constLast().payload.member("output"_L1).toBytes(), envelope("[]").toBytes());
    }

    void aBareValueIsWrapped()
    {
        target->play(requested(u"a.watch"_s));
        Q_EMIT operations->stream->item({Json::integer(7), {}});
        const Json output = target->sent.constFirst().payload.member("output"_L1);
        QVERIFY(isResponseEnvelope(output));
        QCOMPARE(output.member("meta"_L1).member("operationId"_L1).toString(), u"a.watch"_s);
    }

    // An identity that cannot be read is not replaced by the gateway's own, which may have more rights.
    void usesTheIdentityOfTheConnection_data()
    {
        QTest::addColumn<bool>("isTrusted");
        QTest::addColumn<QByteArray>("claim");
        QTest::addColumn<QString>("seen"); // empty: refused
        const QByteArray ana = "{'id':'ana','scopes':['admin']}";
        QTest::newRow("an event's claim is ignored") << false << ana << u"bo"_s;
        QTest::newRow("a trusted gateway may name the identity") << true << ana << u"ana"_s;
        QTest::newRow("null from a gateway") << true << QByteArray("null") << u"bo"_s;
        QTest::newRow("a text from a gateway") << true << QByteArray("'ana'") << QString();
        QTest::newRow("no id from a gateway") << true << QByteArray("{'scopes':[]}") << QString();
        QTest::newRow("a text from another client") << false << QByteArray("'ana'") << u"bo"_s;
    }
    void usesTheIdentityOfTheConnection()
    {
        QFETCH(bool, isTrusted);
        QFETCH(QByteArray, claim);
        QFETCH(QString, seen);
        make({}, {u"c1"_s, Identity{u"bo"_s, {}, {}}, isTrusted});
        target->playText(Test::q(
            "{'type':'call.requested','id':'','payload':{'requestId':'r','operationId':'a.ask','identity':"
            + claim + "}}"));
        QCOMPARE(operations->calls.size(), seen.isEmpty() ? 0 : 1);
        if (seen.isEmpty()) {
            const Json refusal = target->sent.constFirst().payload;
            QCOMPARE(refusal.member("code"_L1).toString(), u"ACCESS_DENIED"_s);
            QVERIFY(refusal.member("message"_L1).toString().contains("not an object with an id"_L1));
            return;
        }
        const IncomingCall &call = operations->calls.constFirst()->call;
        QCOMPARE(call.context.identity->id, seen);
        QCOMPARE(call.connectionId, u"c1"_s);
    }

    void theDeadlineIsPartOfTheContext()
    {
        CallRequested event = requested(u"a.ask"_s);
        event.deadline = QDateTime::currentMSecsSinceEpoch() + 90'000;
        target->play(event);
        const CallContext &context = operations->calls.constFirst()->call.context;
        QCOMPARE(context.deadline, event.deadline);
        // An adapter may wait longer, whatever its own limit is, so that the handler ends the request.
        const qint64 left = *event.deadline - QDateTime::currentMSecsSinceEpoch();
        QVERIFY(context.timeout && *context.timeout > std::chrono::milliseconds(left)
            && *context.timeout <= std::chrono::seconds(91));
    }

    void aTimerCanWaitForADeadlineFarAway()
    {
        CallRequested event = requested(u"a.ask"_s);
        event.deadline = 8'000'000'000'000'000;
        target->play(event);
        QCOMPARE(handler->running(), 1);
        QCOMPARE(operations->calls.constFirst()->call.context.timeout,
            std::optional(std::chrono::milliseconds(std::numeric_limits<int>::max())));
    }

    void theContextNamesTheRequestOfTheCaller()
    {
        CallRequested event = requested(u"a.ask"_s);
        event.parentRequestId = u"p"_s;
        target->play(event);
        const CallContext &context = operations->calls.constFirst()->call.context;
        QCOMPARE(context.callerRequestId, u"r"_s);
        QCOMPARE(context.parentRequestId, u"p"_s);
    }

    void reportsHowEachRequestEnded_data()
    {
        QTest::addColumn<QString>("event");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("message");
        QTest::addColumn<int>("values");
        QTest::newRow("the handler returns a value") << u"value"_s << QString() << QString() << 1;
        QTest::newRow("the handler returns an error") << u"failed"_s << u"FULL"_s << u"no room"_s << 0;
        QTest::newRow("the caller aborts") << u"abort"_s << u"ABORTED"_s << QString() << 0;
        QTest::newRow("the connection is lost")
            << u"closed"_s << u"EXECUTION_ERROR"_s << u"connection closed"_s << 0;
    }
    void reportsHowEachRequestEnded()
    {
        QFETCH(QString, event);
        make({.begin = [](const IncomingCall &call) { return u"exchange of "_s + call.context.requestId; }},
            {u"c1"_s, Identity{u"bo"_s, {}, {}}});
        QList<CallReport> reports;
        connect(handler, &CallHandler::finished, this,
            [&reports](const CallReport &report) { reports += report; });
        target->play(requested(u"a.ask"_s));
        const auto &call = operations->calls.constFirst();
        QCOMPARE(call->call.context.exchangeId, u"exchange of r"_s);
        QCOMPARE(reports.size(), 0);
        if (event == "value"_L1)
            call->settle(HandlerResult(jsonLiteral(QByteArray("{'data':1,'meta':{'source':'local','_meta':{'")
                    .append(envelopeWarningsMark.data())
                    .append("':[{'message':'odd'}]}}}")
                    .replace('\'', '"'))));
        else if (event == "failed"_L1)
            call->settle(std::unexpected(Error{ErrorKind::Remote, u"FULL"_s, u"no room"_s, {}, {}}));
        else if (event == "abort"_L1)
            target->play(CallAborted{u"r"_s, {}});
        else
            target->lose({ErrorKind::Closed, {}, u"gone"_s, {}, {}});
        QTRY_COMPARE(reports.size(), 1);
        const CallReport &report = reports.constFirst();
        QCOMPARE(report.connectionId, u"c1"_s);
        QCOMPARE(report.requestId, u"r"_s);
        QCOMPARE(report.operation.toString(), u"a.ask"_s);
        QCOMPARE(report.identity->id, u"bo"_s);
        QCOMPARE(report.exchangeId, u"exchange of r"_s);
        QTEST(report.error.code, "code");
        QTEST(report.error.message, "message");
        QTEST(int(report.values), "values");
        QCOMPARE(report.warnings.size(), event == "value"_L1 ? 1 : 0);
        QVERIFY(report.changes.isAbsent());
    }

    void aFailureIsOneLineWithItsCodeOnce()
    {
        CallReport report;
        QCOMPARE(report.failure(), QString());
        report.isFailure = true;
        QCOMPARE(report.failure(), u"error"_s);
        for (const QString &message : {u"no\n room"_s, u"FULL: no room"_s}) {
            report.error = {u"FULL"_s, message, {}};
            QCOMPARE(report.failure(), u"FULL: no room"_s);
        }
    }

    void addsUpTheReportsOfAllItems()
    {
        QList<CallReport> reports;
        connect(handler, &CallHandler::finished, this,
            [&reports](const CallReport &report) { reports += report; });
        target->play(requested(u"a.watch"_s));
        const Json item = jsonLiteral(Test::q(
            "{'data':1,'meta':{'source':'http','statusCode':404,'headers':{},'contentType':'','_meta':{"
            "'response-envelope/warnings':[{'message':'odd'}],"
            "'response-envelope/changes':[{'mark':'lost'},{'mark':'converted'}]}}}"));
        for (int each = 0; each < 3; ++each)
            Q_EMIT operations->stream->item({item, {}});
        Q_EMIT operations->stream->ended(EndReason::Completed, {});
        QCOMPARE(reports.size(), 1);
        const CallReport &report = reports.constFirst();
        QCOMPARE(report.values, 3);
        QCOMPARE(report.warningCount, 3);
        QCOMPARE(report.changeCount, 6);
        QCOMPARE(report.lost, 3);
        QCOMPARE(report.warnings.size(), 1); // those of the last item
        QVERIFY(report.isFailure);
    }

    void reportsRefusedRequests_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QString>("token");
        QTest::addColumn<int>("maxRunning");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("reported");
        QTest::newRow("an unknown operation")
            << u"b.ask"_s << QString() << 9 << u"OPERATION_NOT_FOUND"_s << 3;
        QTest::newRow("an unknown token") << u"a.ask"_s << u"guessed"_s << 9 << u"ACCESS_DENIED"_s << 3;
        QTest::newRow("too many requests, reported once in a second")
            << u"a.ask"_s << QString() << 0 << u"EXECUTION_ERROR"_s << 1;
    }
    void reportsRefusedRequests()
    {
        QFETCH(QString, operation);
        QFETCH(QString, token);
        QFETCH(int, maxRunning);
        QFETCH(QString, code);
        QFETCH(int, reported);
        make({.maxRunning = maxRunning,
                 .identityOf = [](const QString &) { return std::optional<Identity>(); },
                 .begin = [](const IncomingCall &call) { return QString(u"exchange of "_s + call.id.name); }},
            {u"c1"_s, Identity{u"bo"_s, {}, {}}});
        QList<CallReport> reports;
        connect(handler, &CallHandler::finished, this,
            [&reports](const CallReport &report) { reports += report; });
        for (int each = 0; each < 3; ++each) {
            CallRequested event = requested(operation, QString::number(each));
            if (!token.isEmpty()) // a token is read, but not written
                event.extra = Json::object({{u"auth_token"_s, Json::string(token)}});
            target->play(event);
        }
        QCOMPARE(target->types(), QStringList(3, u"error"_s));
        QCOMPARE(operations->calls.size(), 0);
        QCOMPARE(reports.size(), reported);
        const CallReport &report = reports.constFirst();
        QCOMPARE(report.connectionId, u"c1"_s);
        QCOMPARE(report.requestId, u"0"_s);
        QCOMPARE(report.operation.toString(), operation);
        QCOMPARE(report.identity->id, u"bo"_s);
        QCOMPARE(report.exchangeId, u"exchange of ask"_s);
        QCOMPARE(report.error.code, code);
        QCOMPARE(report.values, 0);
    }

    void aSmallDeadlineOfASubscriptionIsAnIdleTime()
    {
        CallRequested event = requested(u"a.watch"_s);
        event.deadline = 20;
        target->play(event);
        QCOMPARE(handler->running(), 1);
        const CallContext &context = operations->subscriptions.constFirst().context;
        QCOMPARE(context.idleTimeout, std::optional<qint64>(20));
        QVERIFY(!context.deadline && !context.timeout);
    }

    void theEndOfAParentEndsItsChildren_data()
    {
        QTest::addColumn<QString>("end");
        QTest::addColumn<bool>("continues");
        QTest::addColumn<QString>("published");
        QTest::newRow("abort") << u"abort"_s << false << u"aborted g, aborted c"_s;
        QTest::newRow("error") << u"error"_s << false << u"aborted g, aborted c, error p"_s;
        QTest::newRow("deadline") << u"deadline"_s << false << u"aborted g, aborted c, error p"_s;
        QTest::newRow("result") << u"result"_s << false << u"responded p"_s;
        QTest::newRow("abort, continue-running") << u"abort"_s << true << QString();
        QTest::newRow("error, continue-running") << u"error"_s << true << u"error p"_s;
        QTest::newRow("result, continue-running") << u"result"_s << true << u"responded p"_s;
    }
    void theEndOfAParentEndsItsChildren()
    {
        QFETCH(QString, end);
        QFETCH(bool, continues);
        QFETCH(QString, published);
        make({.abortPolicy = continues ? AbortPolicy::ContinueRunning : AbortPolicy::AbortDependents});
        CallRequested parent = requested(u"a.ask"_s, u"p"_s);
        if (end == "deadline"_L1)
            parent.deadline = QDateTime::currentMSecsSinceEpoch() + 300;
        target->play(parent);
        CallRequested child = requested(u"a.ask"_s, u"c"_s);
        child.parentRequestId = u"p"_s;
        target->play(child);
        CallRequested grandchild = requested(u"a.ask"_s, u"g"_s);
        grandchild.parentRequestId = u"c"_s;
        target->play(grandchild);
        CallRequested orphan = requested(u"a.ask"_s, u"o"_s);
        orphan.parentRequestId = u"nobody"_s; // an unknown parent is ignored
        target->play(orphan);
        if (end == "abort"_L1)
            target->play(CallAborted{u"p"_s, {}});
        else if (end == "error"_L1)
            operations->calls.constFirst()->settle(std::unexpected(Error{}));
        else if (end == "result"_L1)
            operations->calls.constFirst()->settle(HandlerResult(Json()));
        const bool cascades = end != "result"_L1 && !continues;
        QTRY_COMPARE(handler->running(), cascades ? 1 : 3);
        QStringList said;
        for (const EventEnvelope &event : std::as_const(target->sent))
            said.append(event.type.section(u'.', 1) + u' ' + event.payload.member("requestId"_L1).toString());
        QCOMPARE(said.join(u", "_s), published);
        QCOMPARE(operations->calls.at(2)->call.context.cancellation.stop_requested(), cascades);
        QVERIFY(!operations->calls.at(3)->call.context.cancellation.stop_requested());
    }

    // 2.7: A request of the peer may name a request of ours to that peer as its parent.
    void theEndOfARequestOfOursEndsItsChildren()
    {
        CallRequested child = requested(u"a.ask"_s, u"c"_s);
        child.parentRequestId = u"ours"_s;
        target->play(child);
        target->play(requested(u"a.ask"_s, u"o"_s));
        handler->abortChildren(target, u"ours"_s);
        QCOMPARE(target->types(), QStringList{u"aborted"_s});
        QCOMPARE(handler->running(), 1);
        QVERIFY(operations->calls.constFirst()->call.context.cancellation.stop_requested());
    }

    void separatesConnections()
    {
        RecordingTarget other;
        handler->attach(&other, {u"c2"_s});
        target->play(requested(u"a.ask"_s));
        other.play(CallAborted{u"r"_s, {}});
        QCOMPARE(handler->running(), 1);
        other.play(requested(u"a.ask"_s)); // ids are separate for each connection
        QCOMPARE(handler->running(), 2);
        operations->calls.constFirst()->settle(HandlerResult(Json::integer(1)));
        QTRY_COMPARE(target->sent.size(), 1);
        QCOMPARE(other.sent.size(), 0);
        handler->detach(&other);
        QCOMPARE(handler->running(), 0);
        QCOMPARE(other.topics(), QStringList());
    }

    void pausesTheStreamWhileTheConnectionIsOverItsLimit()
    {
        target->play(requested(u"a.watch"_s));
        target->roomFor = 2;
        for (int each = 0; each < 4; ++each) // a producer may need time to stop
            Q_EMIT operations->stream->item({Json::integer(each), {}});
        QCOMPARE(target->sent.size(), 2);
        QVERIFY(!operations->stream->readings.isEmpty());
        QVERIFY(!operations->stream->readings.contains(true));
        target->roomFor = 1;
        target->makeRoom();
        QCOMPARE(target->sent.size(), 3);
        QVERIFY(!operations->stream->readings.contains(true));
        target->roomFor = -1;
        Q_EMIT operations->stream->ended(EndReason::Completed, {});
        QCOMPARE(target->sent.size(), 3); // one item still waits
        target->makeRoom();
        QCOMPARE(target->types().join(u' '), u"responded responded responded responded completed"_s);
        for (int each = 0; each < 4; ++each)
            QCOMPARE(
                target->sent.at(each).payload.member("output"_L1).member("data"_L1), Json::integer(each));
    }

    void stopsAProducerThatDoesNotPause()
    {
        CallHandler::Options options;
        options.limits.queueInMessages = 3;
        make(options);
        target->play(requested(u"a.watch"_s));
        target->hasRoom = false;
        const std::shared_ptr<int> cancels = operations->cancels;
        for (int each = 0; each < 9; ++each) {
            if (operations->stream)
                Q_EMIT operations->stream->item({Json::integer(each), {}});
        }
        QCOMPARE(handler->running(), 0);
        QCOMPARE(*cancels, 1);
        QCOMPARE(target->types(), QStringList{u"error"_s});
    }

    // R-46
    void limitsRunningRequestsPerConnection()
    {
        CallHandler::Options options;
        options.maxRunning = 16;
        make(options);
        for (int each = 0; each < 10'000; ++each)
            target->play(requested(u"a.ask"_s, QString::number(each)));
        QCOMPARE(handler->running(), 16);
        QCOMPARE(target->sent.size(), 10'000 - 16);
        QCOMPARE(target->payload(0),
            R"({"requestId":"16","code":"EXECUTION_ERROR","message":"Too many requests at a time; try again later","details":{"retryable":true}})"_ba);
    }

    void limitsRequestsPerSecond()
    {
        CallHandler::Options options;
        options.maxPerSecond = 5;
        make(options);
        for (int each = 0; each < 9; ++each)
            target->play(requested(u"a.ask"_s, QString::number(each)));
        QCOMPARE(handler->running(), 5);
    }

    void anAnswerThatCannotBeSentEndsTheRequest()
    {
        QSignalSpy undeliverable(handler, &CallHandler::undeliverable);
        target->play(requested(u"a.watch"_s));
        target->refusal = Error{ErrorKind::Limit, u"queue"_s, u"full"_s, {}, {}};
        Q_EMIT operations->stream->item({Json::integer(1), {}});
        QCOMPARE(undeliverable.size(), 1);
        QCOMPARE(handler->running(), 0);
        QCOMPARE(*operations->cancels, 1);
    }

    void deletingTheHandlerCancelsRunningCalls()
    {
        target->play(requested(u"a.ask"_s));
        delete std::exchange(handler, nullptr);
        QVERIFY(operations->calls.constFirst()->call.context.cancellation.stop_requested());
        QCOMPARE(target->sent.size(), 0);
    }

    // Connects both ends without a network.
    void callsAndStreamsReachTheirHandler()
    {
        const auto [near, far] = PairedTarget::make();
        handler->attach(far.get(), {u"pair"_s});
        PendingRequestMap map(near.get(), {});
        const auto future = map.call({u"a.ask"_s, Json::emptyObject()});
        QTRY_COMPARE(operations->calls.size(), 1);
        operations->calls.constFirst()->settle(HandlerResult(envelope("5")));
        QTRY_VERIFY(future.isFinished());
        QCOMPARE(future.result()->output.toBytes(), envelope("5").toBytes());

        const std::unique_ptr<ItemStream> stream = map.subscribe({u"a.watch"_s, Json::emptyObject()});
        QSignalSpy items(stream.get(), &ItemStream::item);
        QSignalSpy ended(stream.get(), &ItemStream::ended);
        stream->start();
        QTRY_VERIFY(operations->stream);
        Q_EMIT operations->stream->item({Json::integer(1), {}});
        QTRY_COMPARE(items.size(), 1);
        stream->cancel();
        QTRY_COMPARE(ended.size(), 1);
        QTRY_COMPARE(handler->running(), 0);
        QCOMPARE(*operations->cancels, 1);
    }

    void nothingIsPendingAfterTheConnectionIsLost()
    {
        auto pair = PairedTarget::make();
        handler->attach(pair.second.get(), {u"pair"_s});
        PendingRequestMap map(pair.first.get(), {});
        const auto future = map.call({u"a.ask"_s, Json::emptyObject()});
        QTRY_COMPARE(handler->running(), 1);
        pair.first->close();
        QTRY_VERIFY(future.isFinished());
        QCOMPARE(future.result().error().message, u"connection closed"_s);
        QTRY_COMPARE(handler->running(), 0);
        QVERIFY(operations->calls.constFirst()->call.context.cancellation.stop_requested());
    }
};

WORKBENCH_TEST(tst_CallHandler, QCoreApplication)
#include "tst_callhandler.moc"
