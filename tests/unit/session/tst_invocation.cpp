// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "tests/support/clocks.h"
#include "tests/support/testprogram.h"
#include "tests/unit/session/sessionsfixture.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using Phase = SourceState::Phase;
using State = ExchangeRecord::State;

class tst_Invocation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { f.reset(); }

    void finishesWithTheAnswer();
    void finishesFromTheEventLoop();
    void readsSchemasInTheDialectOfTheKind_data();
    void readsSchemasInTheDialectOfTheKind();
    void recordsTheEnd_data();
    void recordsTheEnd();
    void notesWhatIsWrongWithAResult();
    void reportsProgress();
    void passesTheContextOn();
    void cancelsAtOnceWithoutWaitingForThePeer();
    void cancelsOnce();
    void ignoresALateAnswer();
    void cancelsWhenDeletedWhileRunning();
    void aTaskSurvivesItsInvocation();
    void endsWhenTheConnectionEnds();
    void endsWithTheReasonWhenTheAdapterForgetsTheCall();
    void endsWhenTheSourceIsRemoved();
    void endsWhenSessionsAreDestroyed();
    void connectsFirst();
    void connectsAgainAfterACrash();
    void failsWithTheReasonWhenItCannotConnect();
    void needsTrustToConnect();
    void cancelsWhileConnecting();
    void failsForUnknownOperations();
    void runsManyAtOnce();
    void readsResultsAsTheCallOrElseTheSourceRequires_data();
    void readsResultsAsTheCallOrElseTheSourceRequires();

private:
    std::unique_ptr<Invocation> invoke(const QString &name = u"one"_s)
    {
        return f->sessions->invoke({u"s"_s, name}, jsonLiteral(R"({"a":1})"));
    }
    void connectNow()
    {
        f->sessions->connectSource(u"s"_s);
        QTRY_COMPARE(f->phase(), Phase::Ready);
    }
    std::unique_ptr<SessionsFixture> f;
};

void tst_Invocation::init()
{
    f = std::make_unique<SessionsFixture>();
    QVERIFY(f->sessions->addSource(SessionsFixture::source(u"s"_s)));
}

void tst_Invocation::finishesWithTheAnswer()
{
    connectNow();
    f->peer->answer = HandlerResult(jsonLiteral(R"({"hits":2})"));
    const auto invocation = invoke();
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QCOMPARE(invocation->state(), Invocation::State::Running);
    QVERIFY(!invocation->result());
    QVERIFY(!invocation->exchangeId().isEmpty());
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(invocation->state(), Invocation::State::Finished);
    QVERIFY(invocation->result());
    QCOMPARE(invocation->result()->envelope.data.toBytes(), R"({"hits":2})");
    QCOMPARE(invocation->result()->exchangeId, invocation->exchangeId());
    QVERIFY(invocation->durationMs() >= 0);
    QCOMPARE(f->peer->calls.front()->input.toBytes(), R"({"a":1})");
    QCOMPARE(f->peer->calls.front()->spec.id.name, u"one"_s);
}

void tst_Invocation::finishesFromTheEventLoop()
{
    connectNow();
    const auto invocation = invoke();
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QCOMPARE(f->peer->calls.size(), size_t(0));
    QCOMPARE(f->lastRecord().state, State::Running);
    QCOMPARE(f->lastRecord().source, u"s"_s);
    QCOMPARE(f->lastRecord().operation, u"one"_s);
    QTRY_COMPARE(finished.count(), 1);
    QTest::qWait(5);
    QCOMPARE(finished.count(), 1);
}

void tst_Invocation::readsSchemasInTheDialectOfTheKind_data()
{
    QTest::addColumn<SchemaDialect>("dialect");
    QTest::addColumn<bool>("accepted");
    // In draft 7 a list of schemas under items checks each item by its index; since 2020-12 it has no
    // meaning.
    QTest::newRow("draft 7") << SchemaDialect::Draft7 << false;
    QTest::newRow("2020-12") << SchemaDialect::Draft2020_12 << true;
}

void tst_Invocation::readsSchemasInTheDialectOfTheKind()
{
    QFETCH(SchemaDialect, dialect);
    QFETCH(bool, accepted);
    f->peer->dialect = dialect;
    OperationSpec spec = fakeOperation(u"one"_s);
    spec.inputSchema = jsonLiteral(R"({"properties":{"a":{"items":[{"type":"string"}]}}})");
    f->peer->discovery->operations = {spec};
    connectNow();
    const auto invocation = f->sessions->invoke({u"s"_s, u"one"_s}, jsonLiteral(R"({"a":[1]})"));
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(invocation->result().has_value(), accepted);
    if (!accepted)
        QCOMPARE(invocation->result().error().kind, ErrorKind::Validation);
}

void tst_Invocation::recordsTheEnd_data()
{
    using Answer = std::shared_ptr<Result<HandlerResult>>;
    QTest::addColumn<Answer>("answer");
    QTest::addColumn<State>("state");
    QTest::addColumn<QString>("outcome");
    QTest::addColumn<QString>("note");
    const auto good = [](HandlerResult result) {
        return std::make_shared<Result<HandlerResult>>(std::move(result));
    };
    const auto bad = [](const Error &error) {
        return std::make_shared<Result<HandlerResult>>(std::unexpected(error));
    };
    const Json text = jsonLiteral(R"([{"type":"text","text":"no such note"}])");

    ResponseEnvelope bare = localEnvelope(Json::integer(1), u"one"_s);
    bare.isLegacy = true;

    QTest::newRow("plain value") << good(Json::integer(1)) << State::Ok << u"ok"_s << QString();
    QTest::newRow("bare value of a hub")
        << good(bare) << State::Ok << u"ok"_s << u"a bare value instead of an envelope"_s;
    QTest::newRow("mcp") << good(
        mcpEnvelope(Json::integer(1), {.content = text, .structuredContent = {}, .meta = {}}))
                         << State::Ok << u"ok"_s << QString();
    QTest::newRow("mcp isError") << good(
        mcpEnvelope(text, {.isError = true, .content = text, .structuredContent = {}, .meta = {}}))
                                 << State::Failed << u"error"_s << u"no such note"_s;
    QTest::newRow("http 201") << good(
        httpEnvelope(Json::integer(1), {.statusCode = 201, .headers = {}, .contentType = {}}))
                              << State::Ok << u"201"_s << QString();
    QTest::newRow("http 404") << good(
        httpEnvelope(Json::integer(1), {.statusCode = 404, .headers = {}, .contentType = {}}))
                              << State::Failed << u"404"_s << QString();
    QTest::newRow("error with a code")
        << bad({.kind = ErrorKind::Remote, .code = u"NOTE_MISSING"_s, .message = u"it is gone"_s})
        << State::Failed << u"NOTE_MISSING"_s << u"it is gone"_s;
    QTest::newRow("aborted by the peer") << bad(
        {.kind = ErrorKind::Remote, .code = u"ABORTED"_s, .message = u"Request r was aborted by \"hub\""_s})
                                         << State::Failed << u"aborted"_s
                                         << u"Request r was aborted by \"hub\""_s;
    QTest::newRow("error with controls")
        << bad({.kind = ErrorKind::Remote, .code = u"X"_s, .message = u"a\u001bb"_s}) << State::Failed
        << u"X"_s << u"a\\u{1B}b"_s;
    QTest::newRow("cancelled by the adapter") << bad({.kind = ErrorKind::Cancelled, .message = u"stopped"_s})
                                              << State::Cancelled << u"cancelled"_s << u"stopped"_s;
}

void tst_Invocation::recordsTheEnd()
{
    QFETCH(std::shared_ptr<Result<HandlerResult>>, answer);
    QFETCH(State, state);
    QFETCH(QString, outcome);
    QFETCH(QString, note);
    connectNow();
    f->peer->answer = *answer;
    const auto invocation = invoke();
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(f->exchanges.recordCount(), 1);
    const ExchangeRecord &record = f->lastRecord();
    QCOMPARE(record.id, invocation->exchangeId());
    QCOMPARE(record.state, state);
    QCOMPARE(record.outcome, outcome);
    QCOMPARE(record.note, note);
    QVERIFY(record.durationMs >= 0);
    QCOMPARE(record.durationMs, invocation->durationMs());
}

void tst_Invocation::notesWhatIsWrongWithAResult()
{
    f->peer->discovery->operations.first().outputSchema =
        jsonLiteral(R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]})");
    connectNow();
    const auto noteOf = [this](QByteArrayView data) {
        f->peer->answer = HandlerResult(jsonLiteral(data));
        const auto invocation = invoke();
        return QTest::qWaitFor([&] { return invocation->state() == Invocation::State::Finished; })
            ? f->lastRecord().note
            : QString();
    };
    QCOMPARE(noteOf(R"({"n":"1"})"), u"1 value normalised"_s);
    QVERIFY(noteOf(R"({"ok":true,"data":{"n":1}})").startsWith(u"{ok, data} opened. The schema describes"));
    QCOMPARE(noteOf(R"({"n":1})"), QString());
}

void tst_Invocation::reportsProgress()
{
    connectNow();
    f->peer->answersAtOnce = false;
    const auto invocation = invoke();
    QSignalSpy progressed(invocation.get(), &Invocation::progressed);
    QTRY_COMPARE(f->peer->calls.size(), size_t(1));
    const auto call = f->peer->calls.front();
    call->context.onProgress({.value = 1, .total = 4, .message = u"half of half"_s});
    QCOMPARE(progressed.count(), 1);
    QVERIFY(invocation->progress());
    QCOMPARE(invocation->progress()->message, u"half of half"_s);

    invocation->cancel();
    call->context.onProgress({.value = 2, .total = 4, .message = u"late"_s});
    QCOMPARE(progressed.count(), 1);
}

void tst_Invocation::passesTheContextOn()
{
    connectNow();
    f->sessions->setIdentity(Identity{.id = u"ana"_s, .scopes = {}, .resources = {}});
    InvokeOptions options;
    options.sendInvalid = true;
    options.timeout = std::chrono::seconds(3);
    const auto invocation = f->sessions->invoke({u"s"_s, u"one"_s}, Json::emptyObject(), options);
    QTRY_COMPARE(f->peer->calls.size(), size_t(1));
    const CallContext &context = f->peer->calls.front()->context;
    QCOMPARE(context.exchangeId, invocation->exchangeId());
    QVERIFY(context.sendInvalid);
    QCOMPARE(context.timeout, std::chrono::milliseconds(3000));
    QVERIFY(context.identity);
    QCOMPARE(context.identity->id, u"ana"_s);
}

void tst_Invocation::cancelsAtOnceWithoutWaitingForThePeer()
{
    connectNow();
    f->peer->answersAtOnce = false;
    const auto invocation = invoke();
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QTRY_COMPARE(f->peer->calls.size(), size_t(1));
    Test::FairClock clock;
    invocation->cancel();
    QCOMPARE(finished.count(), 0);
    QVERIFY(f->peer->calls.front()->context.cancellation.stop_requested());
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(clock.elapsed() < 100 * Test::slowness);
    QCOMPARE(invocation->result().error().kind, ErrorKind::Cancelled);
    QCOMPARE(f->lastRecord().state, State::Cancelled);
    QCOMPARE(f->lastRecord().outcome, u"cancelled"_s);
}

void tst_Invocation::cancelsOnce()
{
    connectNow();
    const auto invocation = invoke();
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    invocation->cancel();
    invocation->cancel();
    QTRY_COMPARE(finished.count(), 1);
    invocation->cancel();
    QTest::qWait(5);
    QCOMPARE(finished.count(), 1);
    QCOMPARE(f->peer->calls.size(), size_t(0));
}

void tst_Invocation::ignoresALateAnswer()
{
    connectNow();
    f->peer->answersAtOnce = false;
    const auto invocation = invoke();
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QTRY_COMPARE(f->peer->calls.size(), size_t(1));
    const auto call = f->peer->calls.front();
    call->settle(HandlerResult(Json::integer(1)));
    invocation->cancel();
    QTRY_COMPARE(finished.count(), 1);
    QTest::qWait(5);
    QCOMPARE(invocation->result().error().kind, ErrorKind::Cancelled);
    QCOMPARE(f->lastRecord().state, State::Cancelled);
}

void tst_Invocation::cancelsWhenDeletedWhileRunning()
{
    connectNow();
    f->peer->answersAtOnce = false;
    auto invocation = invoke();
    QTRY_COMPARE(f->peer->calls.size(), size_t(1));
    invocation.reset();
    QVERIFY(f->peer->calls.front()->context.cancellation.stop_requested());
    QCOMPARE(f->lastRecord().state, State::Cancelled);
    QTest::qWait(5);
}

void tst_Invocation::aTaskSurvivesItsInvocation()
{
    f->peer->answersAtOnce = false;
    connectNow();
    std::unique_ptr<Invocation> call = invoke();
    QTRY_COMPARE(f->peer->calls.size(), 1);
    QSignalSpy changed(call.get(), &Invocation::taskChanged);
    f->peer->calls[0]->context.onTask({u"t1"_s, u"working"_s, u"half\x1b"_s});
    QCOMPARE(changed.size(), 1);
    QCOMPARE(call->task()->status, u"working"_s);
    QCOMPARE(f->lastRecord().task, u"working"_s);
    QVERIFY(f->lastRecord().note.startsWith(u"half"_s));
    call.reset();
    QVERIFY(!f->peer->calls[0]->context.cancellation.stop_requested());
    QCOMPARE(f->lastRecord().state, State::Running);
    f->peer->calls[0]->context.onTask({u"t1"_s, u"completed"_s, {}});
    f->peer->calls[0]->settle(HandlerResult(Json::boolean(true)));
    QTRY_COMPARE(f->lastRecord().state, State::Ok);
    QCOMPARE(f->lastRecord().task, u"completed"_s);
    QVERIFY(f->lastRecord().note.isEmpty());
}

void tst_Invocation::endsWhenTheConnectionEnds()
{
    connectNow();
    f->peer->answersAtOnce = false;
    const auto invocation = invoke();
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QTRY_COMPARE(f->peer->calls.size(), size_t(1));
    Test::FairClock clock;
    f->peer->adapter->die({.kind = ErrorKind::Closed, .code = u"child.signal"_s, .message = u"SIGSEGV"_s});
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(clock.elapsed() < 200 * Test::slowness);
    QCOMPARE(invocation->result().error().kind, ErrorKind::Closed);
    QCOMPARE(invocation->result().error().code, u"child.signal"_s);
    QCOMPARE(f->lastRecord().outcome, u"connection lost"_s);
    QCOMPARE(f->lastRecord().note, u"SIGSEGV"_s);
}

void tst_Invocation::endsWithTheReasonWhenTheAdapterForgetsTheCall()
{
    connectNow();
    f->peer->answersAtOnce = false;
    const auto invocation = invoke();
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QTRY_COMPARE(f->peer->calls.size(), size_t(1));
    const auto call = f->peer->calls.front();
    f->peer->forgetsCalls = true;
    f->peer->adapter->die({.kind = ErrorKind::Closed, .code = u"gone"_s, .message = u"gone"_s});
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(invocation->result().error().code, u"gone"_s);
    QVERIFY(call->isSettled); // by the stop token, so that its coroutine ends
}

void tst_Invocation::endsWhenTheSourceIsRemoved()
{
    connectNow();
    f->peer->answersAtOnce = false;
    f->peer->isStubborn = true;
    const auto invocation = invoke();
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QTRY_COMPARE(f->peer->calls.size(), size_t(1));
    Test::FairClock clock;
    f->sessions->removeSource(u"s"_s);
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(clock.elapsed() < 100 * Test::slowness);
    QCOMPARE(invocation->result().error().kind, ErrorKind::Closed);
    QVERIFY2(invocation->result().error().message.contains(u"removed"_s),
        qPrintable(invocation->result().error().message));
    QCOMPARE(f->lastRecord().state, State::Cancelled);
    QCOMPARE(f->lastRecord().outcome, u"disconnected"_s);
    QTRY_COMPARE(f->peer->deleted, 1);
}

void tst_Invocation::endsWhenSessionsAreDestroyed()
{
    connectNow();
    f->peer->answersAtOnce = false;
    const auto running = invoke();
    QSignalSpy finished(running.get(), &Invocation::finished);
    QTRY_COMPARE(f->peer->calls.size(), size_t(1));
    const auto fresh = invoke();
    QSignalSpy freshFinished(fresh.get(), &Invocation::finished);
    f->sessions.reset();
    QTRY_COMPARE(finished.count(), 1);
    QTRY_COMPARE(freshFinished.count(), 1);
    QCOMPARE(running->result().error().kind, ErrorKind::Closed);
    QCOMPARE(f->peer->calls.size(), size_t(1));
}

void tst_Invocation::connectsFirst()
{
    const auto one = invoke();
    const auto two = invoke(u"two"_s);
    QSignalSpy finished(two.get(), &Invocation::finished);
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(one->result());
    QVERIFY(two->result());
    QCOMPARE(f->peer->created, 1);
    QCOMPARE(f->phase(), Phase::Ready);
}

void tst_Invocation::connectsAgainAfterACrash()
{
    connectNow();
    f->peer->adapter->die({.kind = ErrorKind::Closed, .message = u"gone"_s});
    const auto invocation = invoke();
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY2(invocation->result(),
        qPrintable(invocation->result() ? QString() : invocation->result().error().message));
    QCOMPARE(f->peer->created, 2);
}

void tst_Invocation::failsWithTheReasonWhenItCannotConnect()
{
    f->peer->handshake =
        std::unexpected(Error{.kind = ErrorKind::Network, .code = u"refused"_s, .message = u"refused"_s});
    const auto invocation = invoke();
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(invocation->result().error().kind, ErrorKind::Network);
    QCOMPARE(f->lastRecord().outcome, u"TRANSPORT_ERROR"_s);
    QCOMPARE(f->peer->calls.size(), size_t(0));
}

void tst_Invocation::needsTrustToConnect()
{
    f->peer->facts = TrustFacts{u"/bin/server"_s, {}, {}, {}};
    const auto invocation = invoke();
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(invocation->result().error().kind, ErrorKind::Trust);
    QCOMPARE(f->peer->created, 0);
}

void tst_Invocation::cancelsWhileConnecting()
{
    f->peer->holdsOpen = true;
    const auto invocation = invoke();
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QTRY_COMPARE(f->phase(), Phase::Connecting);
    Test::FairClock clock;
    invocation->cancel();
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(clock.elapsed() < 100 * Test::slowness);
    QCOMPARE(invocation->result().error().kind, ErrorKind::Cancelled);
    f->sessions->disconnectSource(u"s"_s);
    QTRY_COMPARE(f->peer->deleted, 1);
}

void tst_Invocation::failsForUnknownOperations()
{
    const auto invocation = invoke(u"nothing"_s);
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(invocation->result().error().code, u"OPERATION_NOT_FOUND"_s);

    const auto elsewhere = f->sessions->invoke({u"nowhere"_s, u"one"_s}, Json::emptyObject());
    QSignalSpy elsewhereFinished(elsewhere.get(), &Invocation::finished);
    QTRY_COMPARE(elsewhereFinished.count(), 1);
    QCOMPARE(elsewhere->result().error().code, u"OPERATION_NOT_FOUND"_s);
    QCOMPARE(f->lastRecord().source, u"nowhere"_s);
}

void tst_Invocation::runsManyAtOnce()
{
    connectNow();
    f->peer->answersAtOnce = false;
    std::vector<std::unique_ptr<Invocation>> all;
    for (int i = 0; i < 50; ++i)
        all.push_back(invoke());
    QTRY_COMPARE(f->peer->calls.size(), size_t(50));
    for (size_t i = 50; i-- > 0;)
        f->peer->calls[i]->settle(HandlerResult(Json::integer(qint64(i))));
    for (size_t i = 0; i < 50; ++i) {
        QTRY_COMPARE(all[i]->state(), Invocation::State::Finished);
        QVERIFY(all[i]->result());
        QCOMPARE(all[i]->result()->envelope.data.toInteger(), qint64(i));
    }
}

void tst_Invocation::readsResultsAsTheCallOrElseTheSourceRequires_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<ResultReading>("said");
    QTest::addColumn<bool>("isThrown");
    using enum ResultReading::IsError;
    QTest::newRow("by default") << QByteArray("{}") << ResultReading{} << false;
    QTest::newRow("the source") << QByteArray(R"({"isError":"throw"})") << ResultReading{} << true;
    QTest::newRow("the call") << QByteArray("{}") << ResultReading{.isError = Throw} << true;
    QTest::newRow("the call against its source")
        << QByteArray(R"({"isError":"throw"})") << ResultReading{.isError = Keep} << false;
}

void tst_Invocation::readsResultsAsTheCallOrElseTheSourceRequires()
{
    QFETCH(QByteArray, settings);
    QFETCH(ResultReading, said);
    QFETCH(bool, isThrown);
    Source source = SessionsFixture::source(u"s"_s);
    source.settings = jsonLiteral(settings);
    QVERIFY(f->sessions->replaceSource(u"s"_s, source));
    connectNow();
    const Json blocks = jsonLiteral(R"([{"type":"text","text":"{\"a\":1}"}])");
    f->peer->answer = HandlerResult(mcpEnvelope(blocks, {true, blocks, {}, {}}));
    InvokeOptions options;
    options.reading = said;
    const auto failed = f->sessions->invoke({u"s"_s, u"one"_s}, Json::emptyObject(), options);
    QTRY_COMPARE(failed->state(), Invocation::State::Finished);
    QCOMPARE(failed->result().has_value(), !isThrown);
    if (!isThrown)
        QVERIFY(failed->result()->envelope.isError());
    f->peer->answer = HandlerResult(mcpEnvelope(blocks, {false, blocks, {}, {}}));
    options.reading = {.jsonInText = ResultReading::JsonInText::Keep};
    const auto kept = f->sessions->invoke({u"s"_s, u"one"_s}, Json::emptyObject(), options);
    QTRY_COMPARE(kept->state(), Invocation::State::Finished);
    QVERIFY(kept->result()->recognition->closedText.has_value());
}

WORKBENCH_TEST(tst_Invocation, QCoreApplication)
#include "tst_invocation.moc"
