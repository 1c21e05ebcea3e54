// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"
#include "ui/models/jsonrow.h"
#include "ui/models/placemarks.h"
#include "ui/models/tablemodel.h"
#include "ui/models/warningsmodel.h"
#include "ui/theme/rowdelegate.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

using Tester = QAbstractItemModelTester;

class tst_OutcomeModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void joinsAChangeWithItsWarning();
    void describesAChangeByItsMark_data();
    void describesAChangeByItsMark();
    void listsLostValuesBeforeHarmlessChanges();
    void marksPlacesOfLostValues();
    void saysHowManyWarningsAreNotShown_data();
    void saysHowManyWarningsAreNotShown();
    void saysThatEventsAreShownAsReceived();
    void saysWhetherTheSchemaIsMet_data();
    void saysWhetherTheSchemaIsMet();
    void makesColumnsOfTheKeysOfAllRows();
    void findsTheArrayToShow_data();
    void findsTheArrayToShow();
    void handsOutRowsByPages();
    void marksTheRowsOfWarnings();

private:
    static Outcome outcome(
        const QByteArray &data, const QList<Warning> &warnings = {}, const QList<Change> &changes = {})
    {
        const Json value = jsonLiteral(data);
        return {localEnvelope(value, u"x.y"_s, 0), value, warnings, 0, changes, {}};
    }
    static inline const Warning humidity{
        u"/humidity"_s, u"Expected number, got string"_s, u"type"_s, u"#/properties/humidity/type"_s};
    static inline const Change became{
        u"/humidity"_s, ChangeAction::Replaced, Json::string(u"82"), Json::integer(0)};
};

void tst_OutcomeModels::joinsAChangeWithItsWarning()
{
    WarningsModel model;
    model.setOutcome(outcome(R"({"humidity":0})", {humidity}, {became}));
    QCOMPARE(model.rows().size(), 1);
    const WarningsModel::Row row = model.rows().constFirst();
    QCOMPARE(row.pointer, u"/humidity"_s);
    QCOMPARE(row.message, u"Expected number, got string"_s);
    QCOMPARE(row.became, u"\"82\" became 0"_s);
    QCOMPARE(row.schemaLocation, u"#/properties/humidity/type"_s);
    QVERIFY(row.isWarning);
    QCOMPARE(previewText(row.change->before), u"\"82\""_s);
    QCOMPARE(previewText(row.change->after), u"0"_s);
    QCOMPARE(model.warningCount(), 1);
    QCOMPARE(model.changeCount(), 1);
    QCOMPARE(model.lostCount(), 1);
}

void tst_OutcomeModels::describesAChangeByItsMark_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("became");
    QTest::addColumn<bool>("isWarning");
    const ValidationError cause{u"/n"_s, u"type"_s, u"#/properties/n/type"_s, {}, u"Expected integer"_s};
    const Json text = Json::string(u"16");
    const Json number = Json::integer(16);
    QTest::newRow("a lost value") << Change{u"/n"_s, ChangeAction::Replaced, text, Json::integer(0),
        ChangeMark::Lost, cause} << u"Expected integer"_s
                                  << u"\"16\" became 0"_s << true;
    QTest::newRow("a lost value without a known cause")
        << Change{u"/n"_s, ChangeAction::Removed, number, {}, ChangeMark::Lost} << u"16 was removed"_s
        << u"Changed to fit the output schema"_s << true;
    QTest::newRow("a member removed because another one does not fit")
        << Change{u"/key"_s, ChangeAction::Removed, number, {}, ChangeMark::Lost, cause}
        << u"16 was removed"_s << u"Because of /n: Expected integer"_s << true;
    QTest::newRow("an invented value")
        << Change{u"/n"_s, ChangeAction::Added, {}, Json::integer(0), ChangeMark::Lost, cause}
        << u"Expected integer"_s << u"0 was invented because nothing was received"_s << true;
    QTest::newRow("a default") << Change{u"/n"_s, ChangeAction::Added, {}, number, ChangeMark::Filled, cause}
                               << u"The default 16 was filled in"_s << u"Expected integer"_s << false;
    QTest::newRow("another type") << Change{u"/n"_s, ChangeAction::Replaced, text, number,
        ChangeMark::Converted, cause}
                                  << u"\"16\" became 16"_s << u"Expected integer"_s << false;
}

void tst_OutcomeModels::describesAChangeByItsMark()
{
    QFETCH(const Change, change);
    WarningsModel model;
    model.setOutcome(outcome("{}", {}, {change}));
    QCOMPARE(model.rows().size(), 1);
    const WarningsModel::Row row = model.rows().constFirst();
    QTEST(row.message, "message");
    QTEST(row.became, "became");
    QTEST(row.isWarning, "isWarning");
    QCOMPARE(row.schemaLocation, change.violation.schemaLocation);
    model.clear();
    QCOMPARE(model.rows().size(), 0);
}

void tst_OutcomeModels::listsLostValuesBeforeHarmlessChanges()
{
    WarningsModel model;
    const Change filled{u"/unit"_s, ChangeAction::Added, {}, Json::string(u"C"), ChangeMark::Filled};
    model.setOutcome(outcome("{}", {}, {filled, became}));
    QCOMPARE(model.rows().at(0).pointer, became.pointer);
    QCOMPARE(model.rows().at(1).pointer, filled.pointer);
    QCOMPARE(model.changeCount(), 2);
    QCOMPARE(model.lostCount(), 1);
}

void tst_OutcomeModels::marksPlacesOfLostValues()
{
    const Change filled{u"/unit"_s, ChangeAction::Added, {}, Json::string(u"C"), ChangeMark::Filled};
    const PlaceMarks marks =
        placeMarks(jsonLiteral(R"({"humidity":0,"unit":"C"})"), DataState::Normalised, {}, {became, filled});
    QCOMPARE(marks.value(u"/humidity"_s).role, std::optional(ColorRole::Warning));
    QCOMPARE(marks.value(u"/humidity"_s).note, u"was \"82\""_s);
    QVERIFY(!marks.value(u"/unit"_s).role);
    QCOMPARE(marks.value(u"/unit"_s).note, u"default"_s);
}

void tst_OutcomeModels::saysHowManyWarningsAreNotShown_data()
{
    QTest::addColumn<qsizetype>("notShown");
    QTest::addColumn<qsizetype>("count");
    QTest::addColumn<bool>("says");
    QTest::newRow("all are shown") << qsizetype(0) << qsizetype(1) << false;
    QTest::newRow("a known number") << qsizetype(12) << qsizetype(13) << true;
    QTest::newRow("an unknown number") << qsizetype(-1) << qsizetype(1) << true;
}

void tst_OutcomeModels::saysHowManyWarningsAreNotShown()
{
    QFETCH(const qsizetype, notShown);
    QFETCH(const qsizetype, count);
    QFETCH(const bool, says);
    WarningsModel model;
    Outcome made = outcome("{}", {humidity});
    made.warningsNotShown = notShown;
    model.setOutcome(made);
    QCOMPARE(model.warningCount(), count);
    QCOMPARE(!model.moreText().isEmpty(), says);
}

void tst_OutcomeModels::saysThatEventsAreShownAsReceived()
{
    WarningsModel model;
    model.setOutcome(outcome(R"({"humidity":"82"})", {humidity}), false);
    QVERIFY(model.rows().at(0).became.contains(u"as received"_s));
}

void tst_OutcomeModels::saysWhetherTheSchemaIsMet_data()
{
    QTest::addColumn<Outcome>("made");
    QTest::addColumn<bool>("isBroken");
    QTest::newRow("nothing") << outcome("{}") << false;
    QTest::newRow("a value was lost") << outcome(R"({"humidity":0})", {}, {became}) << true;
    Change calm = became;
    for (const ChangeMark mark : {ChangeMark::Filled, ChangeMark::Converted}) {
        calm.mark = mark;
        QTest::addRow("only %s", changeMarkName(mark).data())
            << outcome(R"({"humidity":0})", {}, {calm}) << false;
    }
    QTest::newRow("still wrong") << outcome(R"({"humidity":"82"})", {humidity}) << true;
    for (const QString &word : {u"cast"_s, u"budget"_s, u"mismatch"_s, u"schema"_s, u"input"_s, u"request"_s,
             u"parse"_s, u"json"_s, u"charset"_s, u"limit"_s, u"readOnly"_s, u"writeOnly"_s}) {
        QTest::addRow("a keyword of the workbench: %ls", qUtf16Printable(word))
            << outcome("{}", {{{}, u"said"_s, word, {}}}) << false;
        QTest::addRow("beside a broken place: %ls", qUtf16Printable(word))
            << outcome(R"({"humidity":"82"})", {{{}, u"said"_s, word, {}}, humidity}) << true;
    }
    QTest::newRow("a neighbour was changed") << outcome(
        R"({"humidity":"82"})", {humidity}, {{u"/hum"_s, ChangeAction::Added, {}, Json::integer(0)}})
                                             << true;
}

void tst_OutcomeModels::saysWhetherTheSchemaIsMet()
{
    QFETCH(const Outcome, made);
    QFETCH(const bool, isBroken);
    QCOMPARE(schemaIsBroken(made), isBroken);
}

void tst_OutcomeModels::makesColumnsOfTheKeysOfAllRows()
{
    TableModel model;
    const Tester tester(&model, Tester::FailureReportingMode::QtTest);
    model.setContent(
        TableContent::read(jsonLiteral(R"({"items":[{"id":1,"name":"a"},{"name":"b","tags":["x"]}]})")));
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.columnCount(), 4);
    QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), u"id"_s);
    QCOMPARE(model.headerData(3, Qt::Horizontal, Qt::DisplayRole).toString(), u"tags"_s);
    QCOMPARE(model.index(1, 2).data().toString(), u"b"_s);
    QCOMPARE(model.index(1, 1).data().toString(), QString());
    QCOMPARE(model.index(1, 3).data().toString(), u"[\"x\"]"_s);
    QCOMPARE(model.index(1, 3).data(TableModel::PointerRole).toString(), u"/items/1/tags"_s);
    QVERIFY(model.index(0, 1).data(RowRole::RightAligned).toBool());
    QVERIFY(!model.index(0, 2).data(RowRole::RightAligned).toBool());
}

void tst_OutcomeModels::findsTheArrayToShow_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<bool>("has");
    QTest::addColumn<QString>("pointer");
    QTest::newRow("the data itself") << QByteArray(R"([{"a":1}])") << true << QString();
    QTest::newRow("a member") << QByteArray(R"({"total":1,"issues":[{"a":1}]})") << true << u"/issues"_s;
    QTest::newRow("the longest member") << QByteArray(R"({"a":[{}],"b":[{},{}]})") << true << u"/b"_s;
    const QByteArray mixed = "[" + QByteArray("{},").repeated(150) + "1]";
    const QByteArray later = R"(,"rows":[{}]})";
    QTest::newRow("behind a mixed member") << QByteArray(R"({"a":)" + mixed + later) << true << u"/rows"_s;
    QByteArray many = R"({"a":)" + mixed;
    for (int i = 0; i < 20; ++i)
        many += R"(,"b":)" + mixed;
    QTest::newRow("behind many mixed members") << QByteArray(many + later) << false << QString();
    QTest::newRow("no objects inside") << QByteArray(R"([1,2])") << false << QString();
    QTest::newRow("empty") << QByteArray("[]") << false << QString();
}

void tst_OutcomeModels::findsTheArrayToShow()
{
    QFETCH(const QByteArray, data);
    QFETCH(const bool, has);
    QFETCH(const QString, pointer);
    const std::optional<QString> found = TableModel::arrayIn(jsonLiteral(data));
    QCOMPARE(found.has_value(), has);
    QCOMPARE(found.value_or(QString()), pointer);
}

void tst_OutcomeModels::handsOutRowsByPages()
{
    QByteArray text("[");
    for (int i = 0; i < 2500; ++i)
        text += (i ? ",{\"n\":" : "{\"n\":") + QByteArray::number(i) + '}';
    TableModel model;
    Tester tester(&model, Tester::FailureReportingMode::QtTest);
    tester.setUseFetchMore(false);
    model.setContent(TableContent::read(jsonLiteral(QByteArray(text + ']'))));
    QCOMPARE(model.rowCount(), TableModel::pageSize);
    while (model.canFetchMore({}))
        model.fetchMore({});
    QCOMPARE(model.rowCount(), 2500);
    QCOMPARE(model.index(2499, 1).data().toString(), u"2499"_s);
}

void tst_OutcomeModels::marksTheRowsOfWarnings()
{
    const Json data = jsonLiteral(R"({"items":[{"a":1},{"a":"x"}]})");
    TableModel model;
    model.setContent(TableContent::read(data),
        placeMarks(data, DataState::Received, {{u"/items/1/a"_s, u"Expected number"_s, u"type"_s, {}}}, {}));
    QVERIFY(!model.index(0, 0).data(RowRole::Mark).isValid());
    QCOMPARE(ColorRole(model.index(1, 0).data(RowRole::Mark).toInt()), ColorRole::Warning);
}

WORKBENCH_TEST(tst_OutcomeModels, QCoreApplication)
#include "tst_outcomemodels.moc"
