// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/answers.h"
#include "core/base/task.h"
#include "tests/support/hubcalls.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QString kindName(CallViolation::Kind kind)
{
    static const char *const names[] = {
        "malformed", "unknown", "second", "after completed", "after error", "after abort", "late", "legacy"};
    return QString::fromLatin1(names[int(kind)]);
}

} // namespace

class tst_PendingRequestMap : public QObject {
    Q_OBJECT

    RecordingTarget *target = nullptr;
    PendingRequestMap *map = nullptr;
    QStringList violations;

    void play(const QString &event)
    {
        if (event == "responded"_L1)
            target->play(CallResponded{callId, outputEnvelope(), {}});
        else if (event == "completed"_L1)
            target->play(CallCompleted{callId, {}});
        else if (event == "failed"_L1)
            target->play(CallFailed{callId, {u"FULL"_s, u"no room"_s, jsonLiteral(R"({"left":0})")}, {}});
        else if (event == "aborted"_L1)
            target->play(CallAborted{callId, {}});
        else if (event == "abort"_L1)
            map->abort(callId);
        else if (event == "closed"_L1)
            target->lose({ErrorKind::Closed, {}, u"gone"_s, {}, {}});
        else
            QCOMPARE(event, u"timer"_s); // the deadline was set before
    }

private Q_SLOTS:
    void init()
    {
        target = new RecordingTarget;
        map = new PendingRequestMap(target, {.slowConsumer = 40ms});
        violations.clear();
        connect(map, &PendingRequestMap::violated, this,
            [this](const CallViolation &violation) { violations.append(kindName(violation.kind)); });
    }
    void cleanup()
    {
        delete map;
        delete target;
    }

    // Covers every state and event of core/hub/README.md 2.2 and 2.3.
    void coversEveryStateAndEvent_data()
    {
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("event");
        QTest::addColumn<QString>("result"); // empty: the request stays open
        QTest::addColumn<QString>("published"); // events published after the request
        QTest::addColumn<QString>("violation");

        const QString closed = u"EXECUTION_ERROR connection closed {\"retryable\":true}"_s;
        QTest::newRow("call, responded")
            << u"call"_s << u"responded"_s << u"output 1"_s << QString() << QString();
        QTest::newRow("call, completed")
            << u"call"_s << u"completed"_s << u"ABORTED Request ID completed without response"_s << QString()
            << QString();
        QTest::newRow("call, failed")
            << u"call"_s << u"failed"_s << u"FULL no room {\"left\":0}"_s << QString() << QString();
        QTest::newRow("call, aborted")
            << u"call"_s << u"aborted"_s << u"ABORTED Request ID was aborted by the peer"_s << QString()
            << QString();
        QTest::newRow("call, timer")
            << u"call"_s << u"timer"_s
            << u"TIMEOUT Request ID timed out: the peer did not answer before the deadline {\"deadline\":1}"_s
            << u"aborted"_s << QString();
        QTest::newRow("call, abort(id)")
            << u"call"_s << u"abort"_s << u"ABORTED Request ID was aborted"_s << u"aborted"_s << QString();
        QTest::newRow("call, stop token")
            << u"call"_s << u"stop"_s << u"ABORTED Request ID was aborted"_s << u"aborted"_s << QString();
        QTest::newRow("call, connection closed")
            << u"call"_s << u"closed"_s << closed << QString() << QString();

        QTest::newRow("stream, responded")
            << u"stream"_s << u"responded"_s << QString() << QString() << QString();
        QTest::newRow("stream, completed")
            << u"stream"_s << u"completed"_s << u"completed"_s << QString() << QString();
        QTest::newRow("stream, failed")
            << u"stream"_s << u"failed"_s << u"error FULL no room {\"left\":0}"_s << QString() << QString();
        QTest::newRow("stream, aborted by the peer")
            << u"stream"_s << u"aborted"_s << u"aborted ABORTED Request ID was aborted"_s.left(7) << QString()
            << QString();
        QTest::newRow("stream, idle timer")
            << u"stream"_s << u"timer"_s
            << u"error TIMEOUT Subscription ID timed out (idle after 30ms) {\"idleTimeout\":30}"_s
            << u"aborted"_s << QString();
        QTest::newRow("stream, abort(id)")
            << u"stream"_s << u"abort"_s << u"cancelled"_s << u"aborted"_s << QString();
        QTest::newRow("stream, stop token")
            << u"stream"_s << u"stop"_s << u"cancelled"_s << u"aborted"_s << QString();
        QTest::newRow("stream, consumer cancels")
            << u"stream"_s << u"cancel"_s << u"cancelled"_s << u"aborted"_s << QString();
        QTest::newRow("stream, connection closed")
            << u"stream"_s << u"closed"_s << QString(u"closed "_s + closed) << QString() << QString();

        QTest::newRow("none, responded")
            << u"none"_s << u"responded"_s << QString() << QString() << u"unknown"_s;
        QTest::newRow("none, completed")
            << u"none"_s << u"completed"_s << QString() << QString() << u"unknown"_s;
        QTest::newRow("none, failed") << u"none"_s << u"failed"_s << QString() << QString() << u"unknown"_s;
        // The event may concern a request that a handler on this side serves.
        QTest::newRow("none, aborted") << u"none"_s << u"aborted"_s << QString() << QString() << QString();
        QTest::newRow("none, abort(id)") << u"none"_s << u"abort"_s << QString() << QString() << QString();
    }

    void coversEveryStateAndEvent()
    {
        QFETCH(QString, state);
        QFETCH(QString, event);
        QFETCH(QString, result);
        QFETCH(QString, published);
        QFETCH(QString, violation);
        std::stop_source stop;
        CallRequest wanted = callRequest();
        wanted.context.cancellation = stop.get_token();
        QFuture<Result<CallOutput>> future;
        std::optional<StreamLog> stream;
        if (state == "call"_L1) {
            if (event == "timer"_L1)
                wanted.deadline = 1; // in the past
            future = map->call(wanted);
        } else if (state == "stream"_L1) {
            if (event == "timer"_L1)
                wanted.idleTimeout = 30ms;
            stream.emplace(map->subscribe(wanted));
            QVERIFY(target->sent.isEmpty()); // nothing is sent before start()
            stream->stream->start();
        }
        const qsizetype before = target->sent.size();
        QCOMPARE(before, state == "none"_L1 ? 0 : 1);

        if (event == "stop"_L1)
            stop.request_stop();
        else if (event == "cancel"_L1)
            stream->stream->cancel();
        else
            play(event);

        if (state == "call"_L1) {
            QTRY_VERIFY(future.isFinished());
            QCOMPARE(future.resultCount(), 1);
            const Result<CallOutput> got = future.result();
            QCOMPARE(
                got ? u"output "_s + QString::fromUtf8(got->envelope.data.toBytes()) : textOf(got.error()),
                result);
        } else if (state == "stream"_L1 && result.isEmpty()) {
            QCOMPARE(stream->values, QByteArrayList{"1"});
            QTest::qWait(1);
            QCOMPARE(stream->ends, QStringList());
        } else if (state == "stream"_L1) {
            QTRY_COMPARE(stream->ends, QStringList{result});
            QCOMPARE(stream->values, QByteArrayList());
        }
        QCOMPARE(target->types().sliced(before).join(u' '), published);
        QCOMPARE(violations.join(u' '), violation);
        QCOMPARE(map->count(), state == "stream"_L1 && result.isEmpty() ? 1 : 0);
    }

    // R-43: Events after the end are reported and change nothing.
    void eventsAfterTheEndChangeNothing_data()
    {
        QTest::addColumn<QString>("end");
        QTest::addColumn<QString>("event");
        QTest::addColumn<QString>("violation");
        QTest::addColumn<QString>("published");
        const QStringList events{u"responded"_s, u"completed"_s, u"failed"_s, u"aborted"_s};
        const QList<std::pair<QString, QString>> ends{{u"responded"_s, u"second"_s},
            {u"completed"_s, u"after completed"_s}, {u"failed"_s, u"after error"_s},
            {u"aborted"_s, u"after abort"_s}, {u"abort"_s, u"after abort"_s}, {u"timer"_s, u"late"_s}};
        for (const auto &[end, violation] : ends) {
            for (const QString &event : events) {
                // A peer that sends a second response is asked once to stop.
                const bool tells = end == "responded"_L1 && event == "responded"_L1;
                QTest::addRow("%s, then %s", qPrintable(end), qPrintable(event))
                    << end << event << violation << (tells ? u"aborted"_s : QString());
            }
        }
    }

    void eventsAfterTheEndChangeNothing()
    {
        QFETCH(QString, end);
        QFETCH(QString, event);
        QFETCH(QString, violation);
        QFETCH(QString, published);
        CallRequest wanted = callRequest();
        if (end == "timer"_L1)
            wanted.deadline = 1;
        const QFuture<Result<CallOutput>> future = map->call(wanted);
        play(end);
        QTRY_VERIFY(future.isFinished());
        const auto said = [&future] {
            const Result<CallOutput> got = future.result();
            return got ? got->output.toBytes() : textOf(got.error()).toUtf8();
        };
        const QByteArray before = said();
        const qsizetype sentBefore = target->sent.size();
        play(event);
        play(event);
        QCOMPARE(said(), before);
        QCOMPARE(future.resultCount(), 1);
        QCOMPARE(violations, (QStringList{violation, violation}));
        QCOMPARE(target->types().sliced(sentBefore).join(u' '), published);
    }

    void writesTheRequestOfTheSpecification()
    {
        CallRequest wanted = callRequest();
        wanted.input = jsonLiteral(R"({"text":"tea"})");
        wanted.deadline = 9781000000000;
        wanted.context.identity = Identity{u"ana"_s, {u"notes:read"_s}, {{u"project:p1"_s, {u"read"_s}}}};
        std::ignore = map->call(wanted);
        QCOMPARE(target->sent.constFirst().toBytes(),
            QByteArray(
                R"({"type":"call.requested","id":"","payload":{"requestId":"5b1f0f0e-6f59-4c0e-9a0f-2f8a3f1d7a10","operationId":"a.b","input":{"text":"tea"},"deadline":9781000000000,"identity":{"id":"ana","scopes":["notes:read"],"resources":{"project:p1":["read"]}}}})"));
    }

    void listensToTheFourTopicsWhileItLives()
    {
        QCOMPARE(target->topics(),
            (QStringList{u"call.aborted:"_s, u"call.completed:"_s, u"call.error:"_s, u"call.responded:"_s}));
        delete map;
        map = nullptr;
        QCOMPARE(target->topics(), QStringList());
    }

    void wrapsAnOutputWithoutAnEnvelope()
    {
        const auto future = map->call(callRequest());
        target->playText(R"({"type":"call.responded","id":"","payload":{"requestId":")" + callId.toUtf8()
            + R"(","output":{"hits":2}}})");
        QVERIFY(future.isFinished());
        QVERIFY(future.result()->isLegacy);
        QVERIFY(future.result()->envelope.isLegacy);
        QCOMPARE(future.result()->envelope.data, jsonLiteral(R"({"hits":2})"));
        QCOMPARE(future.result()->envelope.source(), "local"_L1);
        QCOMPARE(violations, QStringList{u"legacy"_s});
    }

    // The kind of the error depends on the side that aborted the call.
    void theErrorNamesTheAbortingSide_data()
    {
        QTest::addColumn<QByteArray>("event"); // empty: aborted on this side
        QTest::addColumn<ErrorKind>("kind");
        QTest::addColumn<QString>("message");
        QTest::newRow("aborted on this side")
            << QByteArray() << ErrorKind::Cancelled << u"Request ID was aborted"_s;
        QTest::newRow("call.aborted")
            << QByteArray("{'type':'call.aborted','id':'','payload':{'requestId':'ID'}}") << ErrorKind::Remote
            << u"Request ID was aborted by \"team\""_s;
        QTest::newRow("call.error with the code ABORTED")
            << QByteArray("{'type':'call.error','id':'','payload':{'requestId':'ID','code':'ABORTED',"
                          "'message':'closing time'}}")
            << ErrorKind::Remote << u"closing time"_s;
    }
    void theErrorNamesTheAbortingSide()
    {
        QFETCH(QByteArray, event);
        delete map;
        map = new PendingRequestMap(target, {.peerName = u"team"_s});
        const auto future = map->call(callRequest());
        if (event.isEmpty())
            map->abort(callId);
        else
            target->playText(event.replace("ID", callId.toUtf8()).replace('\'', '"'));
        QVERIFY(future.isFinished());
        const Error error = future.result().error();
        QCOMPARE(error.code, QString(ErrorCode::aborted));
        QTEST(error.kind, "kind");
        QTEST(QString(error.message).replace(callId, u"ID"_s), "message");
    }

    // The peer enforces the deadline of a call too. Any other TIMEOUT is an answer of the operation, and its
    // message names the peer.
    void aTimeoutOfThePeerIsOursOnlyAtOurDeadline_data()
    {
        QTest::addColumn<qint64>("deadline"); // 0: none
        QTest::addColumn<QByteArray>("details");
        QTest::addColumn<bool>("isOurs");
        const qint64 later = 9'781'000'000'000;
        QTest::newRow("no deadline") << qint64(0) << QByteArray(R"({"deadline":5})") << false;
        QTest::newRow("another deadline") << later << QByteArray(R"({"deadline":5})") << false;
        QTest::newRow("a limit with the name of ours")
            << later << QByteArray(R"({"limit":"request.timeout","value":5})") << false;
        QTest::newRow("our deadline")
            << later << QByteArray(R"({"deadline":9781000000000,"limit":"request.timeout","value":5})")
            << true;
        QTest::newRow("after our deadline") << qint64(1) << QByteArray("{}") << true;
    }
    void aTimeoutOfThePeerIsOursOnlyAtOurDeadline()
    {
        QFETCH(qint64, deadline);
        QFETCH(QByteArray, details);
        QFETCH(bool, isOurs);
        delete map;
        map = new PendingRequestMap(target, {.peerName = u"team"_s});
        CallRequest wanted = callRequest();
        if (deadline != 0)
            wanted.deadline = deadline;
        const auto future = map->call(wanted);
        target->play(CallFailed{callId, {u"TIMEOUT"_s, u"too slow here"_s, jsonLiteral(details)}, {}});
        QVERIFY(future.isFinished());
        const Error error = future.result().error();
        QCOMPARE(error.kind, isOurs ? ErrorKind::Timeout : ErrorKind::Remote);
        QCOMPARE(error.code, QString(ErrorCode::timeout));
        QCOMPARE(error.message,
            isOurs ? u"too slow here (\"team\" reported the deadline)"_s
                   : u"\"team\" ended the request: too slow here"_s);
        QCOMPARE(error.details.toBytes(),
            isOurs ? QByteArray("{\"deadline\":" + QByteArray::number(deadline) + '}') : details);
    }

    void anEventWithoutAPayloadDoesNotEndACall_data()
    {
        QTest::addColumn<bool>("isStream");
        QTest::addColumn<QByteArray>("event");
        for (const bool isStream : {false, true}) {
            for (const char *type : {"call.responded", "call.completed", "call.error", "call.aborted"}) {
                for (const char *payload : {"", ",'payload':null", ",'payload':7"}) {
                    const QByteArray event =
                        QByteArray("{'type':'") + type + "','id':'" + callId.toUtf8() + "'" + payload + "}";
                    QTest::addRow("%s, %s%s", isStream ? "stream" : "call", type, payload)
                        << isStream << QByteArray(event).replace('\'', '"');
                }
            }
        }
    }
    void anEventWithoutAPayloadDoesNotEndACall()
    {
        QFETCH(bool, isStream);
        QFETCH(QByteArray, event);
        QFuture<Result<CallOutput>> future;
        std::optional<StreamLog> stream;
        if (isStream) {
            stream.emplace(map->subscribe(callRequest()));
            stream->stream->start();
        } else {
            future = map->call(callRequest());
        }
        target->playText(event);
        QCOMPARE(violations, QStringList{u"malformed"_s});
        QCOMPARE(map->count(), 1);
        play(u"responded"_s);
        if (isStream) {
            QTRY_COMPARE(stream->values, QByteArrayList{"1"});
            QCOMPARE(stream->ends, QStringList());
        } else {
            QVERIFY(future.isFinished() && future.result());
        }
    }

    // In this process the error names the reason of the loss, which determines its kind.
    void theReasonOfALossDeterminesTheKind_data()
    {
        QTest::addColumn<ErrorKind>("reason");
        QTest::addColumn<ErrorKind>("kind");
        QTest::newRow("ended by the peer") << ErrorKind::Closed << ErrorKind::Closed;
        QTest::newRow("network") << ErrorKind::Network << ErrorKind::Network;
        QTest::newRow("protocol") << ErrorKind::Protocol << ErrorKind::Protocol;
        QTest::newRow("limit") << ErrorKind::Limit << ErrorKind::Limit;
        QTest::newRow("timeout") << ErrorKind::Timeout << ErrorKind::Timeout;
        QTest::newRow("closed by us") << ErrorKind::Cancelled << ErrorKind::Closed;
    }
    void theReasonOfALossDeterminesTheKind()
    {
        QFETCH(ErrorKind, reason);
        delete map;
        map = new PendingRequestMap(target, {.peerName = u"team"_s});
        const auto future = map->call(callRequest());
        target->lose({reason, u"ws.cut"_s, u"Server \"team\" went away."_s, {},
            Json::object({{u"limit"_s, Json::string(u"ws.messageBytes"_s)}})});
        QVERIFY(future.isFinished());
        const Error error = future.result().error();
        QTEST(error.kind, "kind");
        QCOMPARE(error.code, u"ws.cut"_s);
        QCOMPARE(error.message, u"Server \"team\" went away."_s);
        QCOMPARE(error.details,
            Json::object(
                {{u"limit"_s, Json::string(u"ws.messageBytes"_s)}, {u"retryable"_s, Json::boolean(true)}}));
    }

    // R-44
    void aMissingOutputIsAnError()
    {
        const auto future = map->call(callRequest());
        target->playText(
            R"({"type":"call.responded","id":"","payload":{"requestId":")" + callId.toUtf8() + R"("}})");
        QVERIFY(future.isFinished());
        QVERIFY(!future.result());
        QCOMPARE(future.result().error().kind, ErrorKind::Protocol);
        QCOMPARE(violations, QStringList{u"malformed"_s});
    }

    void anOutputWithOnlyMetaIsAnEnvelopeWithoutData()
    {
        const auto future = map->call(callRequest());
        target->play(CallResponded{
            callId, jsonLiteral(R"({"meta":{"source":"local","operationId":"a.b","timestamp":7}})"), {}});
        QVERIFY(future.isFinished());
        QVERIFY(!future.result()->isLegacy);
        QVERIFY(future.result()->envelope.data.isAbsent());
        QCOMPARE(violations, QStringList());
    }

    void correlatesByTheEnvelopeIdIfThePayloadHasNone()
    {
        const auto future = map->call(callRequest());
        target->playText(
            R"({"type":"call.responded","id":")" + callId.toUtf8() + R"(","payload":{"output":7}})");
        QVERIFY(future.isFinished());
        QCOMPARE(future.result()->envelope.data, Json::integer(7));
    }

    void abortingAParentAbortsItsChildren()
    {
        const auto parent = map->call(callRequest(u"p"_s));
        CallRequest asked = callRequest(u"c"_s);
        asked.context.parentRequestId = u"p"_s;
        const auto child = map->call(asked);
        CallRequest deeper = callRequest(u"g"_s);
        deeper.context.parentRequestId = u"c"_s;
        const auto grandchild = map->call(deeper);
        const auto other = map->call(callRequest(u"o"_s));
        QSignalSpy ended(map, &PendingRequestMap::parentEnded); // for children that the peer requested
        QVERIFY(map->abort(u"p"_s));
        QCOMPARE(ended.size(), 3);
        QVERIFY(parent.isFinished() && child.isFinished() && grandchild.isFinished());
        QVERIFY(!other.isFinished());
        QCOMPARE(target->types().count(u"aborted"_s), 3);
    }

    // 2.7: The result depends on the policy and on whether the child has started.
    void theEndOfAParentEndsItsChildren_data()
    {
        QTest::addColumn<bool>("continues");
        QTest::addColumn<bool>("isStream");
        QTest::addColumn<bool>("hasStarted");
        QTest::addColumn<QString>("end"); // how the parent ends
        QTest::addColumn<bool>("childEnds");
        for (const bool isStream : {false, true}) {
            for (const char *end : {"abort", "failed", "timer"}) {
                const auto row = [&](const char *policy, bool continues, bool hasStarted, bool childEnds) {
                    QTest::addRow("%s, %s, %s, %s", policy, isStream ? "stream" : "call",
                        hasStarted ? "started" : "waits for the connection", end)
                        << continues << isStream << hasStarted << QString::fromLatin1(end) << childEnds;
                };
                row("abort-dependents", false, true, true);
                row("abort-dependents", false, false, true);
                row("continue-running", true, true, false);
                row("continue-running", true, false, true);
            }
        }
    }
    void theEndOfAParentEndsItsChildren()
    {
        QFETCH(bool, continues);
        QFETCH(bool, isStream);
        QFETCH(bool, hasStarted);
        QFETCH(QString, end);
        QFETCH(bool, childEnds);
        delete map;
        map = new PendingRequestMap(
            target, {.abortPolicy = continues ? AbortPolicy::ContinueRunning : AbortPolicy::AbortDependents});
        CallRequest parent = callRequest();
        if (end == "timer"_L1)
            parent.deadline = 1; // in the past; reported from the event loop
        const auto asked = map->call(parent);
        target->isConnecting = !hasStarted;
        CallRequest wanted = callRequest(u"c"_s);
        wanted.context.parentRequestId = callId;
        QFuture<Result<CallOutput>> call;
        std::optional<StreamLog> stream;
        if (isStream) {
            stream.emplace(map->subscribe(wanted));
            stream->stream->start();
        } else {
            call = map->call(wanted);
        }
        play(end);
        QTRY_VERIFY(asked.isFinished());
        QCOMPARE(map->count(), childEnds ? 0 : 1);
        if (isStream)
            QTRY_COMPARE(stream->ends, childEnds ? QStringList{u"cancelled"_s} : QStringList());
        else
            QCOMPARE(call.isFinished(), childEnds);
        const bool parentTells = end != "failed"_L1;
        QCOMPARE(target->types().count(u"aborted"_s), int(parentTells) + int(childEnds));
    }

    void queuedRequestsStartWhenTheConnectionOpens()
    {
        delete map;
        map = new PendingRequestMap(target, {.abortPolicy = AbortPolicy::ContinueRunning});
        target->isConnecting = true;
        const auto parent = map->call(callRequest(u"p"_s));
        CallRequest asked = callRequest(u"c"_s);
        asked.context.parentRequestId = u"p"_s;
        const auto child = map->call(asked);
        target->isConnecting = false;
        Q_EMIT target->stateChanged(EventTarget::State::Open);
        QVERIFY(map->abort(u"p"_s));
        QVERIFY(parent.isFinished());
        QVERIFY(!child.isFinished());
    }

    // Each coroutine resumes in order, and none resumes from inside the map.
    void manyAnswersResumeInOrder()
    {
        QStringList resumed;
        const auto wait = [this](const QString &requestId) {
            return [](QFuture<Result<CallOutput>> future, QString name) -> Task<QString> {
                const Result<CallOutput> answer = co_await Answer(std::move(future));
                co_return answer ? name : QString(name + u' ' + answer.error().code);
            }(map->call(callRequest(requestId)), requestId);
        };
        for (int each = 0; each < 100; ++each)
            QCoro::connect(wait(QString::number(each)), this, [&resumed](const QString &name) {
                resumed.append(name);
                if (name == "3"_L1) // a nested event loop does not block the others
                    QTRY_COMPARE(resumed.size(), 100);
            });
        for (int each = 0; each < 99; ++each)
            target->play(CallResponded{QString::number(each), outputEnvelope(), {}});
        map->abort(u"99"_s);
        QCOMPARE(resumed, QStringList());
        QTRY_COMPARE(resumed.size(), 100);
        QCOMPARE(resumed.first(), u"0"_s);
        QCOMPARE(resumed.last(), u"99 ABORTED"_s);
    }

    void deadlinesFireInOrder()
    {
        QStringList fired;
        DeadlineQueue *queue = nullptr;
        queue = new DeadlineQueue([&](const QString &name) {
            fired.append(name);
            if (name == "first"_L1)
                queue->start(u"again"_s, 1ms);
            if (name == "last"_L1)
                delete std::exchange(queue, nullptr); // as the end of a connection does
        });
        queue->start(u"last"_s, 600ms);
        queue->start(u"behind"_s, 600ms);
        queue->start(u"stopped"_s, 10ms);
        queue->start(u"first"_s, 5000ms);
        queue->start(u"first"_s, 20ms); // restarts the deadline
        queue->start(u"never"_s, std::chrono::hours(24 * 365 * 1000));
        queue->stop(u"stopped"_s);
        QCOMPARE(queue->count(), 4);
        QTRY_VERIFY(!queue);
        QCOMPARE(fired, (QStringList{u"first"_s, u"again"_s, u"last"_s}));
    }

    void settlesAtOnceIfPublishingFails()
    {
        target->refusal = Error{ErrorKind::Limit, u"event.queueFull"_s, u"full"_s, {}, {}};
        const auto future = map->call(callRequest());
        QVERIFY(future.isFinished());
        QCOMPARE(future.result().error().kind, ErrorKind::Limit);
        StreamLog stream(map->subscribe(callRequest(u"s"_s)));
        stream.stream->start();
        QTRY_COMPARE(stream.ends.size(), 1);
        QCOMPARE(map->count(), 0);
    }

    void nothingIsPendingAfterTheEndOfTheConnection()
    {
        play(u"closed"_s);
        const auto future = map->call(callRequest());
        QVERIFY(future.isFinished());
        QCOMPARE(future.result().error().kind, ErrorKind::Closed);
        QCOMPARE(target->sent.size(), 0);
    }
};

WORKBENCH_TEST(tst_PendingRequestMap, QCoreApplication)
#include "tst_pendingrequestmap.moc"
