// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/recorder.h"
#include "core/checks/verification.h"
#include "core/fixture/fixture.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"
#include "tests/unit/session/sessionsfixture.h"

#include <QSignalSpy>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;
using namespace Workbench;

using State = VerificationResult::Outcome;

class tst_Verification : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { f = std::make_unique<SessionsFixture>(); }
    void cleanup() { f.reset(); }

    void passesUnchangedAnswers();
    void reportsDifferences();
    void followsTheRulesOfAFixture();
    void comparesFailures();
    void reportsAChangedDefinitionAndContinues();
    void callsMutationsOnlyIfAllowed_data();
    void callsMutationsOnlyIfAllowed();
    void insertsSecretsAndHidesThemInReports();
    void failsMissingOperations();
    void limitsParallelCalls();
    void repeatsACallOnlyAfterItsAnswer();
    void comparesTheDefinitionsOfSkippedFixtures();
    void cancelsRunningCalls();
    void stopsIfTheServerIsNotReached_data();
    void stopsIfTheServerIsNotReached();
    void endsIfItsSourceDisappears_data();
    void endsIfItsSourceDisappears();
    void comparesTheNumberOfItems_data();
    void comparesTheNumberOfItems();
    void limitsTheWaitForAStream();
    void reportsUnreadableFiles();
    void writesJson();
    void writesJUnit();
    void escapesLineEndsOfNamesInJUnit();
    void findsSecretsInInputs();

private:
    OperationSpec specNamed(const QString &name, OperationType type = OperationType::Query) const;
    void offer(const QList<OperationSpec> &operations);
    Fixture recorded(
        const QString &operation, const Json &data, const Json &input = Json::emptyObject()) const;
    //! Returns a fixture of the operation "one" with its own input, so that it can run beside others.
    Fixture recordedWith(int number) const
    {
        return recorded(u"one"_s, Json::integer(1), Json::object({{u"i"_s, Json::integer(number)}}));
    }
    VerificationReport verify(const QList<Fixture> &fixtures, const VerificationOptions &options = {});
    std::unique_ptr<SessionsFixture> f;
};

namespace {

FixtureListing listed(const QList<Fixture> &fixtures)
{
    FixtureListing listing;
    for (const Fixture &fixture : fixtures)
        listing.fixtures.append({u"f%1.json"_s.arg(listing.fixtures.size()), fixture});
    return listing;
}

HandlerResult localValue(QByteArrayView json)
{
    return HandlerResult(jsonLiteral(json));
}

Fixture streamFixture(const OperationSpec &spec, const QList<int> &values, const QString &end)
{
    QList<FixtureEvent> events;
    for (const int value : values) {
        events.append({Json::object({{u"data"_s, Json::integer(value)},
            {u"meta"_s, jsonLiteral(R"({"source":"local","operationId":"s.ticks","timestamp":1})")}})});
    }
    return fixtureOfStream(
        {{u"s"_s, u"fake"_s}, spec, Json::emptyObject(), {}, QDateTime::currentDateTimeUtc(), 10}, events,
        end);
}

} // namespace

OperationSpec tst_Verification::specNamed(const QString &name, OperationType type) const
{
    return fakeOperation(name, type);
}

void tst_Verification::offer(const QList<OperationSpec> &operations)
{
    f->peer->discovery->operations = operations;
    QVERIFY(f->sessions->addSource(SessionsFixture::source(u"s"_s)).has_value());
    f->sessions->connectSource(u"s"_s);
    QTRY_VERIFY(f->sessions->state(u"s"_s).isUsable());
}

Fixture tst_Verification::recorded(const QString &operation, const Json &data, const Json &input) const
{
    OperationSpec spec = specNamed(operation);
    for (const OperationSpec &known : f->peer->discovery->operations) {
        if (known.id.name == operation)
            spec = known;
    }
    Fixture fixture = fixtureOfCall(
        {{u"s"_s, u"fake"_s}, spec, input, {}, QDateTime::currentDateTimeUtc(), 5}, std::unexpected(Error{}));
    fixture.error = {};
    fixture.envelope = Json::object({{u"data"_s, data},
        {u"meta"_s,
            Json::object({{u"source"_s, Json::string(u"local")},
                {u"operationId"_s, Json::string(QString(u"s."_s + operation))},
                {u"timestamp"_s, Json::integer(1)}})}});
    fixture.match = usualRules(fixture);
    return fixture;
}

VerificationReport tst_Verification::verify(
    const QList<Fixture> &fixtures, const VerificationOptions &options)
{
    Verification verification(f->sessions.get(), u"s"_s, listed(fixtures), options);
    QSignalSpy finished(&verification, &Verification::finished);
    QSignalSpy settled(&verification, &Verification::settled);
    verification.start();
    if (!finished.wait(Test::patience))
        qFatal("the verification does not finish");
    if (settled.size() != fixtures.size())
        qFatal("not every fixture was settled");
    return verification.report();
}

void tst_Verification::passesUnchangedAnswers()
{
    offer({specNamed(u"one"_s)});
    f->peer->answer = localValue(R"({"b":2.0,"a":1})");
    const Json input = jsonLiteral(R"({"city":"Oslo"})");
    const VerificationReport report = verify({recorded(u"one"_s, jsonLiteral(R"({"a":1,"b":2})"), input)});
    QCOMPARE(report.results.first().outcome, State::Passed);
    QVERIFY(report.results.first().durationMs >= 0);
    QCOMPARE(f->peer->calls.front()->input, input);
}

void tst_Verification::reportsDifferences()
{
    offer({specNamed(u"one"_s)});
    f->peer->answer = localValue(R"({"a":1,"b":3})");
    const VerificationReport report = verify({recorded(u"one"_s, jsonLiteral(R"({"a":1,"b":2})"))});
    const VerificationResult &result = report.results.first();
    QCOMPARE(result.outcome, State::Failed);
    QCOMPARE(result.differences.size(), 1);
    QCOMPARE(result.differences.first().pointer, u"/data/b"_s);
    QVERIFY(result.actual);
    QCOMPARE(result.actual->envelope.member("data"_L1).member("b"_L1).toInteger(), 3);
}

void tst_Verification::followsTheRulesOfAFixture()
{
    offer({specNamed(u"one"_s)});
    f->peer->answer = localValue(R"({"id":"a-17"})");
    Fixture fixture = recorded(u"one"_s, jsonLiteral(R"({"id":"a-1"})"));
    fixture.match.append({MatchRule::Kind::Pattern, u"/data/id"_s, u"^a-[0-9]+$"_s});
    fixture.match.append({.kind = MatchRule::Kind::Ignore, .at = u"/data/gone"_s});
    const VerificationReport report = verify({fixture});
    QCOMPARE(report.results.first().outcome, State::Passed);
    QCOMPARE(report.results.first().remarks.size(), 1);
}

void tst_Verification::comparesFailures()
{
    offer({specNamed(u"one"_s)});
    f->peer->answer = std::unexpected(
        Error{.kind = ErrorKind::Remote, .code = u"NOT_FOUND"_s, .message = u"no such city"_s});
    Fixture failure = recorded(u"one"_s, {});
    failure.envelope = {};
    failure.error = jsonLiteral(R"({"kind":"remote","code":"NOT_FOUND","message":"no such city"})");
    const VerificationReport report = verify({failure, recorded(u"one"_s, Json::integer(1))});
    QCOMPARE(report.results.at(0).outcome, State::Passed);
    QCOMPARE(report.results.at(1).outcome, State::Failed);
    QCOMPARE(report.results.at(1).reason, u"no such city"_s);
}

void tst_Verification::reportsAChangedDefinitionAndContinues()
{
    OperationSpec spec = specNamed(u"one"_s);
    spec.definition = jsonLiteral(R"({"name":"one","description":"new"})");
    OperationSpec before = spec;
    before.definition = jsonLiteral(R"({"name":"one","description":"old"})");
    offer({spec});
    f->peer->answer = localValue("1");
    Fixture same = recorded(u"one"_s, Json::integer(1));
    same.definitionHash = definitionOf(before).hash();
    Fixture other = recorded(u"one"_s, Json::integer(2));
    other.definitionHash = same.definitionHash;
    const VerificationReport report = verify({same, other, recorded(u"one"_s, Json::integer(1))});
    QCOMPARE(report.results.at(0).outcome, State::Changed);
    QCOMPARE(report.results.at(1).outcome, State::Failed);
    QVERIFY(report.results.at(1).hasChangedDefinition());
    QCOMPARE(report.results.at(2).outcome, State::Passed);
    const QString hash = u"sha256:"_s + QString::fromLatin1(definitionOf(spec).hash());
    QCOMPARE(report.newDefinitions(), QStringList{hash});

    const VerificationReport accepted = verify({same}, {.acceptedDefinitions = {hash}});
    QCOMPARE(accepted.results.at(0).outcome, State::Passed);
    QVERIFY(accepted.newDefinitions().isEmpty());
}

void tst_Verification::callsMutationsOnlyIfAllowed_data()
{
    QTest::addColumn<OperationType>("type");
    QTest::addColumn<QByteArray>("definition");
    QTest::addColumn<bool>("allowed");
    QTest::addColumn<bool>("isCalled");
    const QByteArray reads = R"({"annotations":{"readOnlyHint":true}})";
    const QByteArray both = R"({"annotations":{"readOnlyHint":true,"destructiveHint":true}})";
    QTest::newRow("query") << OperationType::Query << QByteArray("{}") << false << true;
    QTest::newRow("mutation") << OperationType::Mutation << QByteArray("{}") << false << false;
    QTest::newRow("mutation, allowed") << OperationType::Mutation << QByteArray("{}") << true << true;
    QTest::newRow("claims to be read-only") << OperationType::Mutation << reads << false << true;
    QTest::newRow("claims to be read-only and destructive")
        << OperationType::Mutation << both << false << false;
}

void tst_Verification::callsMutationsOnlyIfAllowed()
{
    QFETCH(OperationType, type);
    QFETCH(QByteArray, definition);
    QFETCH(bool, allowed);
    QFETCH(bool, isCalled);
    OperationSpec spec = specNamed(u"one"_s, type);
    spec.definition = jsonLiteral(definition);
    offer({spec});
    f->peer->answer = localValue("1");
    const VerificationReport report =
        verify({recorded(u"one"_s, Json::integer(1))}, {.allowMutations = allowed});
    QCOMPARE(f->peer->calls.size(), isCalled ? 1 : 0);
    QCOMPARE(report.results.first().outcome, isCalled ? State::Passed : State::Skipped);
    QCOMPARE(report.results.first().reason.isEmpty(), isCalled);
}

void tst_Verification::insertsSecretsAndHidesThemInReports()
{
    offer({specNamed(u"one"_s)});
    const Json input = jsonLiteral(R"({"token":"${secret:key}","b":["x ${secret:key}"]})");
    f->peer->answer = localValue(R"({"echo":"it was s3cr3t-value"})");
    const Fixture fixture = recorded(u"one"_s, jsonLiteral(R"({"echo":"it was ${secret:key}"})"), input);
    VerificationReport report = verify({fixture});
    QCOMPARE(report.results.first().outcome, State::Skipped);
    QCOMPARE(report.results.first().reason, u"The secret key is missing."_s);
    QVERIFY(f->peer->calls.empty());

    report = verify({fixture}, {.secrets = {{u"key"_s, u"s3cr3t-value"_s}}});
    QCOMPARE(report.results.first().outcome, State::Passed);
    const Json sent = jsonLiteral(R"({"token":"s3cr3t-value","b":["x s3cr3t-value"]})");
    QCOMPARE(f->peer->calls.front()->input, sent);

    f->peer->answer = localValue(R"({"echo":"other s3cr3t-value"})");
    report = verify({fixture}, {.secrets = {{u"key"_s, u"s3cr3t-value"_s}}});
    QCOMPARE(report.results.first().outcome, State::Failed);
    QVERIFY(!toJson(report).toBytes().contains("s3cr3t"));
    QVERIFY(!toJUnit(report).contains("s3cr3t"));
}

void tst_Verification::failsMissingOperations()
{
    offer({specNamed(u"one"_s), specNamed(u"ticks"_s, OperationType::Subscription)});
    const VerificationReport report =
        verify({recorded(u"other"_s, Json::integer(1)), recorded(u"ticks"_s, Json::integer(1))});
    QCOMPARE(report.results.at(0).outcome, State::Failed);
    QVERIFY(report.results.at(0).reason.contains("\"other\""_L1));
    QCOMPARE(report.results.at(1).outcome, State::Failed);
}

void tst_Verification::limitsParallelCalls()
{
    Limits limits;
    limits.fixtureParallel = 3;
    f = std::make_unique<SessionsFixture>(limits);
    offer({specNamed(u"one"_s)});
    f->peer->answersAtOnce = false;
    QList<Fixture> fixtures;
    for (int i = 0; i < 10; ++i)
        fixtures.append(recordedWith(i));
    Verification verification(f->sessions.get(), u"s"_s, listed(fixtures));
    QSignalSpy finished(&verification, &Verification::finished);
    QSignalSpy progressed(&verification, &Verification::progressed);
    verification.start();
    QTRY_COMPARE(f->peer->calls.size(), 3);
    for (size_t i = 0; i < 10; ++i) {
        QTRY_VERIFY(f->peer->calls.size() > i);
        QVERIFY(f->peer->calls.size() <= i + 3);
        f->peer->calls[i]->settle(localValue("1"));
    }
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(verification.report().count(State::Passed), 10);
    QCOMPARE(progressed.size(), 10);
    QCOMPARE(progressed.last().at(0).toLongLong(), 10);
    QCOMPARE(progressed.last().at(1).toLongLong(), 10);
}

//! The answer of a repeated call may depend on the calls before it.
void tst_Verification::repeatsACallOnlyAfterItsAnswer()
{
    offer({specNamed(u"one"_s)});
    f->peer->answersAtOnce = false;
    Verification verification(f->sessions.get(), u"s"_s,
        listed({recorded(u"one"_s, Json::integer(1)), recorded(u"one"_s, Json::integer(2))}));
    QSignalSpy finished(&verification, &Verification::finished);
    verification.start();
    for (size_t i = 0; i < 2; ++i) {
        QTRY_COMPARE(f->peer->calls.size(), i + 1);
        QTest::qWait(20); // a second call would have been made by now
        QCOMPARE(f->peer->calls.size(), i + 1);
        f->peer->calls[i]->settle(localValue(QByteArray::number(int(i) + 1)));
    }
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(verification.report().count(State::Passed), 2);
}

//! A server that hides a change of a tool behind the claim that the tool changes data.
void tst_Verification::comparesTheDefinitionsOfSkippedFixtures()
{
    OperationSpec spec = specNamed(u"one"_s, OperationType::Mutation);
    spec.definition = jsonLiteral(R"({"name":"one","description":"deletes"})");
    OperationSpec before = spec;
    before.definition = jsonLiteral(R"({"name":"one","annotations":{"readOnlyHint":true}})");
    offer({spec});
    Fixture fixture = recorded(u"one"_s, Json::integer(1));
    fixture.definitionHash = definitionOf(before).hash();
    const VerificationReport report = verify({fixture});
    QVERIFY(f->peer->calls.empty());
    QCOMPARE(report.results.first().outcome, State::Changed);
    QCOMPARE(report.results.first().reason, QString(Verification::mutationReason));
    QCOMPARE(report.newDefinitions().size(), 1);
    const VerificationReport accepted = verify({fixture}, {.acceptedDefinitions = report.newDefinitions()});
    QCOMPARE(accepted.results.first().outcome, State::Skipped);
}

void tst_Verification::cancelsRunningCalls()
{
    Limits limits;
    limits.fixtureParallel = 1;
    f = std::make_unique<SessionsFixture>(limits);
    offer({specNamed(u"one"_s)});
    f->peer->answersAtOnce = false;
    Verification verification(f->sessions.get(), u"s"_s,
        listed({recorded(u"one"_s, Json::integer(1)), recorded(u"one"_s, Json::integer(1))}));
    QSignalSpy finished(&verification, &Verification::finished);
    verification.start();
    QTRY_COMPARE(f->peer->calls.size(), 1);
    verification.cancel();
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(f->peer->calls.size(), 1);
    for (const VerificationResult &result : verification.report().results) {
        QCOMPARE(result.outcome, State::Skipped);
        QCOMPARE(result.reason, u"It was cancelled."_s);
    }
}

void tst_Verification::stopsIfTheServerIsNotReached_data()
{
    QTest::addColumn<Error>("error");
    QTest::addColumn<bool>("isUnreached");
    const auto row = [](const char *name, ErrorKind kind, const QString &code, bool isUnreached) {
        QTest::newRow(name) << Error{kind, code, u"no"_s, {}, {}} << isUnreached;
    };
    row("connection refused", ErrorKind::Network, u"http.refused"_s, true);
    row("no connection in time", ErrorKind::Timeout, u"http.connectDeadline"_s, true);
    row("connection closed", ErrorKind::Closed, u"connection.closed"_s, true);
    row("no answer in time", ErrorKind::Timeout, u"http.headersDeadline"_s, false);
    row("response cut off", ErrorKind::Network, u"http.cut"_s, false);
    row("refused by the operation", ErrorKind::Remote, u"X"_s, false);
}

void tst_Verification::stopsIfTheServerIsNotReached()
{
    QFETCH(Error, error);
    QFETCH(bool, isUnreached);
    Limits limits;
    limits.fixtureParallel = 2;
    f = std::make_unique<SessionsFixture>(limits);
    offer({specNamed(u"one"_s)});
    f->peer->answer = std::unexpected(error);
    QList<Fixture> fixtures;
    for (int i = 0; i < 6; ++i)
        fixtures.append(recordedWith(i));
    const VerificationReport report = verify(fixtures);
    QCOMPARE(f->peer->calls.size(), isUnreached ? 2 : 6);
    QCOMPARE(report.unreached.has_value(), isUnreached);
    QCOMPARE(report.hasVerified(), !isUnreached);
    QCOMPARE(report.results.last().outcome, isUnreached ? State::Skipped : State::Failed);
    QCOMPARE(report.results.first().outcome, State::Failed);
    QCOMPARE(report.results.first().reason, u"no"_s);
    QCOMPARE(
        report.results.first().differences.isEmpty(), isUnreached); // without an answer, nothing is compared
}

void tst_Verification::endsIfItsSourceDisappears_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<int>("parallel");
    for (const QString &what : {u"connection"_s, u"source"_s, u"sessions"_s, u"verification"_s}) {
        QTest::newRow(qPrintable(what)) << what << 32;
        if (what != "connection"_L1) // the next call would reconnect
            QTest::newRow(qPrintable(QString(what + ", one at a time"_L1))) << what << 1;
    }
}

void tst_Verification::endsIfItsSourceDisappears()
{
    QFETCH(QString, what);
    QFETCH(int, parallel);
    Limits limits;
    limits.fixtureParallel = parallel;
    f = std::make_unique<SessionsFixture>(limits);
    const OperationSpec ticks = specNamed(u"ticks"_s, OperationType::Subscription);
    offer({specNamed(u"one"_s), ticks});
    f->peer->answersAtOnce = false;
    QList<Fixture> fixtures{streamFixture(ticks, {1, 2}, u"completed"_s)};
    for (int i = 0; i < 5; ++i)
        fixtures.append(recordedWith(i));
    auto verification = std::make_unique<Verification>(f->sessions.get(), u"s"_s, listed(fixtures));
    QSignalSpy finished(verification.get(), &Verification::finished);
    verification->start();
    QTest::qWait(20); // some calls are running now
    if (what == "connection"_L1) {
        f->sessions->disconnectSource(u"s"_s);
    } else if (what == "source"_L1) {
        f->sessions->removeSource(u"s"_s);
    } else if (what == "sessions"_L1) {
        f->sessions.reset();
    } else {
        verification.reset();
        QTest::qWait(20); // let the pending work finish
        QCOMPARE(finished.size(), 0);
        return;
    }
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(verification->report().results.size(), 6);
    QCOMPARE(verification->report().count(State::Passed), 0);
    for (const VerificationResult &result : verification->report().results)
        QVERIFY2(!result.reason.isEmpty() || !result.differences.isEmpty(), qPrintable(result.fixture));
}

void tst_Verification::comparesTheNumberOfItems_data()
{
    QTest::addColumn<QString>("end");
    QTest::addColumn<QList<int>>("now");
    QTest::addColumn<bool>("ends");
    QTest::addColumn<QString>("differences");
    QTest::addColumn<QList<MatchRule>>("rules");
    const QList<MatchRule> none;
    const QList<MatchRule> anyNumber{{MatchRule::Kind::Ignore, u"/count"_s}};
    const QList<MatchRule> oneMore{{MatchRule::Kind::Tolerance, u"/count"_s, {}, Json::integer(1)}};
    QTest::newRow("stopped by us") << u"count"_s << QList<int>{1, 2, 3, 4} << false << QString() << none;
    QTest::newRow("stopped by us, another item")
        << u"count"_s << QList<int>{1, 7, 3} << false << u"/events/1/data"_s << none;
    QTest::newRow("completed") << u"completed"_s << QList<int>{1, 2, 3} << true << QString() << none;
    QTest::newRow("completed, one item fewer")
        << u"completed"_s << QList<int>{1, 2} << true << u"/events/2"_s << none;
    QTest::newRow("completed, one item more")
        << u"completed"_s << QList<int>{1, 2, 3, 4, 5} << false << u"/events/3 /end"_s << none;
    QTest::newRow("any number allowed, more items")
        << u"completed"_s << QList<int>{1, 2, 3, 4, 5} << true << QString() << anyNumber;
    QTest::newRow("any number allowed, no items")
        << u"completed"_s << QList<int>{} << true << QString() << anyNumber;
    QTest::newRow("one item more allowed")
        << u"completed"_s << QList<int>{1, 2, 3, 4} << true << QString() << oneMore;
    QTest::newRow("one item more allowed, two more came")
        << u"completed"_s << QList<int>{1, 2, 3, 4, 5} << false << u"/events/3 /events/4 /end"_s << oneMore;
}

void tst_Verification::comparesTheNumberOfItems()
{
    QFETCH(QString, end);
    QFETCH(QList<int>, now);
    QFETCH(bool, ends);
    QFETCH(QList<MatchRule>, rules);
    const OperationSpec spec = specNamed(u"ticks"_s, OperationType::Subscription);
    offer({spec});
    Fixture recordedStream = streamFixture(spec, {1, 2, 3}, end);
    recordedStream.match += rules;
    Verification verification(f->sessions.get(), u"s"_s, listed({recordedStream}));
    QSignalSpy finished(&verification, &Verification::finished);
    verification.start();
    QTRY_VERIFY(f->peer->stream && f->peer->stream->isStarted);
    for (const int value : now)
        f->peer->stream->push(Json::integer(value));
    if (ends)
        f->peer->stream->finish(EndReason::Completed);
    QTRY_COMPARE(finished.size(), 1);
    const VerificationResult result = verification.report().results.first();
    QStringList pointers;
    for (const FixtureDifference &difference : result.differences)
        pointers.append(difference.pointer);
    QTEST(pointers.join(u' '), "differences");
    QCOMPARE(result.outcome, pointers.isEmpty() ? State::Passed : State::Failed);
    QTRY_VERIFY(!f->peer->stream || f->peer->stream->isCancelled || ends);
}

void tst_Verification::limitsTheWaitForAStream()
{
    const OperationSpec spec = specNamed(u"ticks"_s, OperationType::Subscription);
    offer({spec});
    const VerificationReport report =
        verify({streamFixture(spec, {1}, u"count"_s), streamFixture(spec, {}, u"time"_s)},
            {.timeout = std::chrono::milliseconds(50)});
    QCOMPARE(report.results.at(0).outcome, State::Failed);
    QCOMPARE(report.results.at(1).outcome, State::Passed);
}

void tst_Verification::reportsUnreadableFiles()
{
    offer({});
    FixtureListing listing;
    listing.problems.append({u"broken.json"_s, {.kind = ErrorKind::Usage, .message = u"no fixture"_s}});
    listing.problems.append({u"newer.json"_s, {.kind = ErrorKind::Usage, .message = u"version 9"_s}, true});
    Verification verification(f->sessions.get(), u"s"_s, listing);
    QSignalSpy finished(&verification, &Verification::finished);
    verification.start();
    QVERIFY(finished.wait(Test::patience));
    QCOMPARE(verification.report().results.at(0).outcome, State::Failed);
    QCOMPARE(verification.report().results.at(1).outcome, State::Skipped);
}

namespace {

VerificationReport exampleReport()
{
    VerificationReport report{.source = u"a <b>\u0001"_s, .results = {}};
    report.results.append(
        {.fixture = u"same.json"_s, .operation = u"one"_s, .outcome = State::Passed, .durationMs = 12});
    report.results.append({.fixture = u"other.json"_s,
        .operation = u"one"_s,
        .outcome = State::Failed,
        .differences = {{FixtureDifference::Kind::Changed, u"/data/a"_s, Json::integer(1),
                            Json::string(u"a & b")},
            {FixtureDifference::Kind::Moved, u"/data/y"_s, Json::integer(1), Json::integer(1), u"/data/x"_s}},
        .differencesNotShown = 3,
        .remarks = {u"a remark"_s}});
    report.results.append({.fixture = u"definition.json"_s,
        .operation = u"two"_s,
        .outcome = State::Changed,
        .definitionWas = "aa",
        .definitionIs = "bb",
        .definitionChanges = {{{u"inputSchema/type"_s, Json::string(u"string"), Json::integer(1)},
                                  {u"title"_s, Json(), Json::string(u"t")}},
            2}});
    report.results.append(
        {.fixture = u"write.json"_s, .operation = u"three"_s, .reason = u"It may change data."_s});
    return report;
}

} // namespace

void tst_Verification::writesJson()
{
    const QByteArray expected =
        R"({"passed":1,"failed":1,"changed":1,"skipped":1,"results":[)"
        R"({"fixture":"same.json","operation":"one","outcome":"passed","durationMs":12,"differences":[]},)"
        R"({"fixture":"other.json","operation":"one","outcome":"failed","differences":[)"
        R"({"pointer":"/data/a","kind":"changed","expected":1,"actual":"a & b"},)"
        R"({"pointer":"/data/y","kind":"moved","from":"/data/x","expected":1,"actual":1}],)"
        R"("differencesNotShown":3,"remarks":["a remark"]},)"
        R"({"fixture":"definition.json","operation":"two","outcome":"changed",)"
        R"("definition":{"was":"sha256:aa","is":"sha256:bb","accepted":false,"changes":[)"
        R"({"place":"inputSchema/type","before":"string","now":1},{"place":"title","now":"t"}],)"
        R"("changesNotShown":2},"differences":[]},)"
        R"({"fixture":"write.json","operation":"three","outcome":"skipped",)"
        R"("reason":"It may change data.","differences":[]}]})";
    QCOMPARE(toJson(exampleReport()).toBytes(), expected);
}

void tst_Verification::writesJUnit()
{
    QXmlStreamReader xml(toJUnit(exampleReport()));
    QVERIFY(xml.readNextStartElement());
    QCOMPARE(xml.name(), u"testsuite"_s);
    QCOMPARE(xml.attributes().value(u"tests"_s), u"4"_s);
    QCOMPARE(xml.attributes().value(u"failures"_s), u"2"_s);
    QCOMPARE(xml.attributes().value(u"skipped"_s), u"1"_s);
    QStringList seen;
    QString text;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement())
            seen.append(
                xml.name() + u' ' + xml.attributes().value(u"type"_s) + xml.attributes().value(u"time"_s));
        if (xml.isCharacters())
            text += xml.text();
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QCOMPARE(seen,
        (QStringList{u"testcase 0.012"_s, u"testcase "_s, u"failure answer"_s, u"system-out "_s,
            u"testcase "_s, u"failure definition"_s, u"testcase "_s, u"skipped "_s}));
    QVERIFY(text.contains("changed /data/a: expected 1, got \"a & b\""_L1));
    QVERIFY(text.contains("moved /data/y from /data/x"_L1));
    QVERIFY(text.contains(u"inputSchema/type: \"string\" → 1\ntitle: nothing → \"t\"\nand 2 more"_s));
}

void tst_Verification::escapesLineEndsOfNamesInJUnit()
{
    VerificationReport report{.source = u"a\nerror: b"_s, .results = {}};
    report.results.append({.fixture = u"f\nerror: b"_s,
        .operation = u"one"_s,
        .outcome = State::Failed,
        .differences = {{FixtureDifference::Kind::Changed, u"/data/x\nerror: b"_s, Json::integer(1),
            Json::integer(2)}},
        .remarks = {u"y\nerror: b"_s}});
    const QByteArray xml = toJUnit(report);
    for (const QByteArray &escape : {"\"a\\nerror: b\""_ba, "\"f\\nerror: b\""_ba,
             ">changed /data/x\\nerror: b: expected 1, got 2<"_ba, ">y\\nerror: b<"_ba})
        QVERIFY2(xml.contains(escape), xml.constData());
    QVERIFY2(!xml.contains("\nerror: b") && !xml.contains("&#10;"), xml.constData());
}

void tst_Verification::findsSecretsInInputs()
{
    const Json input = jsonLiteral(
        R"({"a":"${secret:one} and ${secret:t\"wo}","${secret:one}":["${secret:"],"b":"${VAR}"})");
    const QStringList names{u"one"_s, u"t\"wo"_s};
    const Json filled = jsonLiteral(
        R"({"a":"1\"${secret:t} and ${secret:t\"wo}","1\"${secret:t}":["${secret:"],"b":"${VAR}"})");
    QCOMPARE(secretsIn(input), names);
    QCOMPARE(withSecrets(input, {{u"one"_s, u"1\"${secret:t}"_s}}), filled);
    QVERIFY(secretsIn({}).isEmpty());
}

WORKBENCH_TEST(tst_Verification, QCoreApplication)
#include "tst_verification.moc"
