// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"
#include "ui/fixtures/fixturestore.h"
#include "ui/fixtures/reviewdialog.h"
#include "ui/fixtures/rulesdialog.h"
#include "ui/theme/rowdelegate.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

namespace {

Fixture recordedFixture(const QByteArray &data = R"({"id":7,"tags":["a","b"]})")
{
    Fixture fixture;
    fixture.source = {u"shop"_s, u"mcp"_s};
    fixture.operation = u"get-item"_s;
    fixture.kind = u"tool"_s;
    fixture.input = jsonLiteral(R"({"id":7})");
    fixture.envelope =
        Json::object({{u"data"_s, jsonLiteral(data)}, {u"meta"_s, jsonLiteral(R"({"source":"mcp"})")}});
    fixture.recordedAt = QDateTime(QDate(2026, 5, 18), QTime(12, 3, 21), QTimeZone::UTC);
    return fixture;
}

} // namespace

class tst_FixtureModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsFixturesAndInvalidFiles();
    void showsTheResultOfAVerification_data();
    void showsTheResultOfAVerification();
    void keepsVerdictsOfUnchangedFixtures();
    void findsTheValuesOfARule_data();
    void findsTheValuesOfARule();
    void findsTheValuesOfARuleInAStream();
    void refusesInvalidRules_data();
    void refusesInvalidRules();
    void namesThePlaceInAStreamWithoutTheEvent();
    void keepsRulesInOrder();
    void showsSuspicionsFirstAndTakesDecisions();
};

void tst_FixtureModels::listsFixturesAndInvalidFiles()
{
    FixturesModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    FixtureListing listing;
    listing.fixtures = {{u"get-item.json"_s, recordedFixture()}};
    listing.problems = {
        {u"odd.json"_s, {.kind = ErrorKind::Usage, .message = u"It has no operation."_s}, false},
        {u"later.json"_s, {.kind = ErrorKind::Usage, .message = u"Version 9."_s}, true}};
    model.setListing(listing);
    QCOMPARE(model.rowCount(), 3);
    const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(text(0, FixturesModel::OperationColumn), u"get-item"_s);
    QCOMPARE(text(0, FixturesModel::SourceColumn), u"shop · mcp"_s);
    QCOMPARE(text(0, FixturesModel::InputColumn), u"id=7"_s);
    QCOMPARE(text(0, FixturesModel::StateColumn), u"not verified"_s);
    QCOMPARE(text(1, FixturesModel::OperationColumn), u"odd.json"_s);
    QCOMPARE(text(1, FixturesModel::StateColumn), u"not readable"_s);
    QCOMPARE(text(1, FixturesModel::NoteColumn), u"It has no operation."_s);
    QCOMPARE(text(2, FixturesModel::StateColumn), u"newer version"_s);
    QVERIFY(model.index(1, 0).data(FixturesModel::ProblemRole).toBool());
}

void tst_FixtureModels::showsTheResultOfAVerification_data()
{
    using State = FixtureVerdict::State;
    QTest::addColumn<int>("state");
    QTest::addColumn<bool>("definitionChanged");
    QTest::addColumn<QString>("word");
    QTest::addColumn<int>("color");
    QTest::newRow("same") << int(State::Same) << false << u"passed"_s << int(ColorRole::Ok);
    QTest::newRow("differs") << int(State::Differs) << false << u"failed"_s << int(ColorRole::Error);
    QTest::newRow("definition") << int(State::Same) << true << u"changed"_s << int(ColorRole::Warning);
    QTest::newRow("not called") << int(State::NotCalled) << false << u"skipped"_s << int(ColorRole::Stale);
}

void tst_FixtureModels::showsTheResultOfAVerification()
{
    QFETCH(int, state);
    QFETCH(bool, definitionChanged);
    FixturesModel model;
    FixtureListing listing;
    listing.fixtures = {{u"get-item.json"_s, recordedFixture()}};
    model.setListing(listing);
    FixtureVerdict verdict{.state = FixtureVerdict::State(state), .definitionChanged = definitionChanged};
    if (verdict.state == FixtureVerdict::State::Differs)
        verdict.comparison.differences = {{FixtureDifference::Kind::Changed, u"/data/id"_s},
            {FixtureDifference::Kind::Added, u"/data/x"_s}};
    model.setVerdict(u"get-item.json"_s, verdict);
    const QModelIndex cell = model.index(0, FixturesModel::StateColumn);
    QTEST(cell.data().toString(), "word");
    QTEST(cell.data(RowRole::TextColor).toInt(), "color");
    if (verdict.state == FixtureVerdict::State::Differs) {
        const QString note = model.index(0, FixturesModel::NoteColumn).data().toString();
        QVERIFY2(note.startsWith(u"/data/id changed"_s), qPrintable(note));
    }
}

void tst_FixtureModels::keepsVerdictsOfUnchangedFixtures()
{
    FixturesModel model;
    FixtureListing listing;
    listing.fixtures = {{u"a.json"_s, recordedFixture()}, {u"b.json"_s, recordedFixture()}};
    model.setListing(listing);
    for (const QString &file : {u"a.json"_s, u"b.json"_s})
        model.setVerdict(file, {.state = FixtureVerdict::State::Same});
    listing.fixtures[1].fixture.recordedAt = listing.fixtures[1].fixture.recordedAt.addDays(1);
    model.setListing(listing);
    QCOMPARE(model.verdict(u"a.json"_s).state, FixtureVerdict::State::Same);
    QCOMPARE(model.verdict(u"b.json"_s).state, FixtureVerdict::State::None);
}

void tst_FixtureModels::findsTheValuesOfARule_data()
{
    QTest::addColumn<QString>("at");
    QTest::addColumn<qsizetype>("count");
    QTest::addColumn<QByteArray>("first");
    QTest::newRow("pointer") << u"/data/id"_s << qsizetype(1) << QByteArray("7");
    QTest::newRow("root") << QString() << qsizetype(1) << QByteArray();
    QTest::newRow("nowhere") << u"/data/no"_s << qsizetype(0) << QByteArray();
    QTest::newRow("path") << u"$.data.tags[*]"_s << qsizetype(2) << QByteArray("\"a\"");
}

void tst_FixtureModels::findsTheValuesOfARule()
{
    QFETCH(QString, at);
    QFETCH(QByteArray, first);
    const RuleMatches matches = matchesOf({.kind = MatchRule::Kind::Ignore, .at = at}, recordedFixture());
    QTEST(matches.count, "count");
    if (!first.isEmpty())
        QCOMPARE(matches.first.toBytes(), first);
}

void tst_FixtureModels::findsTheValuesOfARuleInAStream()
{
    Fixture stream;
    stream.end = u"count"_s;
    stream.events = {
        {Json::object({{u"data"_s, Json::integer(1)}})}, {Json::object({{u"data"_s, Json::integer(2)}})}};
    const auto first = [&stream](const QString &at) {
        return matchesOf({.kind = MatchRule::Kind::Ignore, .at = at}, stream).first.toBytes();
    };
    QCOMPARE(first(u"/end"_s), QByteArray("\"count\""));
    QCOMPARE(first(u"/count"_s), QByteArray("2"));
    QCOMPARE(first(u"$.count"_s), QByteArray("2"));
    QCOMPARE(matchesOf({.kind = MatchRule::Kind::Ignore, .at = u"/data"_s}, stream).count, 2);
    // The place matches once in each event.
    QCOMPARE(matchesOf({.kind = MatchRule::Kind::Ignore, .at = QString()}, stream).count, 2);
}

void tst_FixtureModels::refusesInvalidRules_data()
{
    using Kind = MatchRule::Kind;
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("at");
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<double>("tolerance");
    QTest::addColumn<bool>("isValid");
    QTest::newRow("pointer") << int(Kind::Ignore) << u"/data/a"_s << QString() << 0.0 << true;
    QTest::newRow("path") << int(Kind::Type) << u"$..id"_s << QString() << 0.0 << true;
    QTest::newRow("broken path") << int(Kind::Type) << u"$..["_s << QString() << 0.0 << false;
    QTest::newRow("not a place") << int(Kind::Ignore) << u"data/a"_s << QString() << 0.0 << false;
    QTest::newRow("pattern") << int(Kind::Pattern) << u"/data"_s << u"^a+$"_s << 0.0 << true;
    QTest::newRow("without a pattern") << int(Kind::Pattern) << u"/data"_s << QString() << 0.0 << false;
    QTest::newRow("negative") << int(Kind::Tolerance) << u"/data"_s << QString() << -1.0 << false;
}

void tst_FixtureModels::refusesInvalidRules()
{
    QFETCH(int, kind);
    QFETCH(QString, at);
    QFETCH(QString, pattern);
    QFETCH(double, tolerance);
    const MatchRule rule{
        .kind = MatchRule::Kind(kind), .at = at, .pattern = pattern, .tolerance = Json::real(tolerance)};
    QTEST(problemOf(rule).isEmpty(), "isValid");
}

void tst_FixtureModels::namesThePlaceInAStreamWithoutTheEvent()
{
    QCOMPARE(rulePlace(u"/events/3/data/at"_s), u"/data/at"_s);
    QCOMPARE(rulePlace(u"/events/data"_s), u"/events/data"_s);
    QCOMPARE(rulePlace(u"/events/3"_s), u"/count"_s); // not all of /events
    QCOMPARE(rulePlace(u"/events"_s), u"/count"_s);
    QCOMPARE(rulePlace(u"/end"_s), u"/end"_s);
    QCOMPARE(rulePlace(u"/data/events/3"_s), u"/data/events/3"_s);
}

void tst_FixtureModels::keepsRulesInOrder()
{
    MatchRulesModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRules({{.kind = MatchRule::Kind::Ignore, .at = u"/data/a"_s}});
    const int row = model.addRule({.kind = MatchRule::Kind::Type, .at = u"/data/b"_s});
    model.setMatches({{.count = 2, .first = Json::integer(7)}, {.count = 0}});
    QCOMPARE(model.index(0, MatchRulesModel::MatchesColumn).data().toString().section(u' ', 0, 0), u"7"_s);
    QVERIFY(model.index(row, MatchRulesModel::MatchesColumn).data(RowRole::IconName).isValid());
    model.setRule(row, {.kind = MatchRule::Kind::Ignore, .at = u"wrong"_s});
    QVERIFY(!model.isValid());
    model.removeRule(row);
    QVERIFY(model.isValid());
    QCOMPARE(model.rules().size(), 1);
}

void tst_FixtureModels::showsSuspicionsFirstAndTakesDecisions()
{
    ReviewModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    RedactedFixture recording{
        recordedFixture(R"({"token":"${secret:token}","note":"ghp_0123456789abcdef","id":"AKIA0123"})")};
    recording.findings = {
        {u"/envelope/data/token"_s, u"the value of \"token\" looks like a secret"_s, u"ab…"_s, true},
        {u"/envelope/data/note"_s, u"looks like a GitHub token"_s, u"ghp_…"_s, false},
        {u"/envelope/data/id"_s, u"looks like an access key"_s, u"AKIA…"_s, false}};
    model.setRecordings({recording});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.suspicions(), 2);
    const QModelIndex first = model.index(0, ReviewModel::DecisionColumn);
    QCOMPARE(first.data().toString(), u"replace"_s);
    QCOMPARE(first.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QVERIFY(!model.index(2, 0).data(Qt::CheckStateRole).isValid());
    QVERIFY(!model.setData(model.index(2, 0), Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(model.setData(model.index(1, 0), Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(model.index(1, 0).data().toString(), u"not a secret"_s);
    const QList<RedactedFixture> reviewed = model.reviewed();
    QVERIFY(reviewed.constFirst().isReviewed);
    const QByteArray data = reviewed.constFirst().fixture.envelope.toBytes();
    QVERIFY2(!data.contains("ghp_0123456789abcdef") && data.contains("AKIA0123"), data.constData());
}

WORKBENCH_TEST(tst_FixtureModels, QApplication)
#include "tst_fixturemodels.moc"
