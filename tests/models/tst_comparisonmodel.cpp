// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"
#include "ui/fixtures/comparisonmodel.h"
#include "ui/theme/rowdelegate.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

namespace {

//! Checks the model without fetching children, so that a lazy model is tested in the state that a view sees.
struct ComparisonTester : QAbstractItemModelTester {
    explicit ComparisonTester(QAbstractItemModel *model)
        : QAbstractItemModelTester(model, FailureReportingMode::QtTest)
    {
        setUseFetchMore(false);
    }
};

std::shared_ptr<const Comparison> compared(
    const Json &before, const Json &after, const std::optional<FixtureComparison> &judged = {})
{
    const auto made = Comparison::make(before, after, judged);
    return made ? *made : nullptr;
}

//! Appends each row of \a parent as "key|before|difference|after" to \a rows, with all rows below.
void collect(ComparisonModel &model, const QModelIndex &parent, QStringList &rows)
{
    while (model.canFetchMore(parent))
        model.fetchMore(parent);
    for (int row = 0; row < model.rowCount(parent); ++row) {
        QStringList cells;
        for (int column = 0; column < ComparisonModel::ColumnCount; ++column)
            cells.append(model.index(row, column, parent).data().toString());
        rows.append(cells.join(u'|'));
        collect(model, model.index(row, 0, parent), rows);
    }
}

QStringList rowsOf(ComparisonModel &model)
{
    QStringList rows;
    collect(model, {}, rows);
    return rows;
}

Json records(qsizetype count, qsizetype changedEvery)
{
    JsonBuilder builder;
    builder.beginArray();
    for (qsizetype i = 0; i < count; ++i) {
        builder.beginObject().add(u"id"_s, Json::integer(i));
        builder.add(u"n"_s, Json::integer(changedEvery > 0 && i % changedEvery == 0 ? -1 : 1)).endObject();
    }
    return builder.endArray().take();
}

} // namespace

class tst_ComparisonModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void putsBothSidesOfAPlaceInOneRow();
    void showsTheDifferenceAtEachPlace_data();
    void showsTheDifferenceAtEachPlace();
    void leavesOutEqualValues();
    void separatesDifferencesThatRulesAllow();
    void findsEveryDifference();
    void groupsLongArraysInRanges();
    void opensValuesOfOneSideOnly();
    void comparesStreamsAndErrors();
};

void tst_ComparisonModel::putsBothSidesOfAPlaceInOneRow()
{
    ComparisonModel model;
    const ComparisonTester tester(&model);
    model.setTitles(u"then"_s, u"now"_s);
    model.setComparison(compared(jsonLiteral(R"({"a":1,"b":[1,2,3],"gone":true})"),
        jsonLiteral(R"({"b":[2,3,4],"new":null,"a":1.0})")));
    QCOMPARE(model.headerData(ComparisonModel::BeforeColumn, Qt::Horizontal, Qt::DisplayRole), u"then"_s);
    const QStringList expected{u"$|{3}|contains differences|{3}"_s, u"a|1||1.0"_s,
        u"b|[3]|contains differences|[3]"_s, u"0|1|removed|"_s, u"1 → 0|2||2"_s, u"2 → 1|3||3"_s,
        u"2||added|4"_s, u"gone|true|removed|"_s, u"new||added|null"_s};
    QCOMPARE(rowsOf(model), expected);
}

void tst_ComparisonModel::showsTheDifferenceAtEachPlace_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("row");
    QTest::newRow("changed") << QByteArray(R"({"a":1})") << QByteArray(R"({"a":2})") << u"a|1|changed|2"_s;
    QTest::newRow("another type") << QByteArray(R"({"a":[1]})") << QByteArray(R"({"a":{"b":1}})")
                                  << u"a|[1]|changed|{1}"_s;
    QTest::newRow("renamed, then") << QByteArray(R"({"a":{"long":"enough to be known"}})")
                                   << QByteArray(R"({"b":{"long":"enough to be known"}})")
                                   << u"a|{1}|moved to /b|"_s;
    QTest::newRow("renamed, now") << QByteArray(R"({"a":{"long":"enough to be known"}})")
                                  << QByteArray(R"({"b":{"long":"enough to be known"}})")
                                  << u"b||moved from /a|{1}"_s;
    QTest::newRow("the whole") << QByteArray("1") << QByteArray("2") << u"$|1|changed|2"_s;
}

void tst_ComparisonModel::showsTheDifferenceAtEachPlace()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, row);
    ComparisonModel model;
    const ComparisonTester tester(&model);
    model.setComparison(compared(jsonLiteral(before), jsonLiteral(after)));
    const QStringList rows = rowsOf(model);
    QVERIFY2(rows.contains(row), qPrintable(rows.join(u'\n')));
}

void tst_ComparisonModel::leavesOutEqualValues()
{
    ComparisonModel model;
    const ComparisonTester tester(&model);
    model.setOnlyDifferences(true);
    model.setComparison(compared(jsonLiteral(R"({"same":{"x":1},"list":[1,2,{"k":1}],"b":1})"),
        jsonLiteral(R"({"same":{"x":1},"list":[1,2,{"k":2}],"b":1})")));
    const QStringList expected{u"$|{3}|contains differences|{3}"_s, u"list|[3]|contains differences|[3]"_s,
        u"2|{1}|contains differences|{1}"_s, u"k|1|changed|2"_s};
    QCOMPARE(rowsOf(model), expected);
    model.setOnlyDifferences(false);
    QCOMPARE(rowsOf(model).size(), 9);
}

void tst_ComparisonModel::separatesDifferencesThatRulesAllow()
{
    FixtureComparison judged;
    judged.differences = {{FixtureDifference::Kind::Type, u"/data/n"_s, Json::integer(1), Json::null()}};
    const auto comparison = compared(jsonLiteral(R"({"data":{"n":1,"at":"10:00"}})"),
        jsonLiteral(R"({"data":{"n":null,"at":"11:00"}})"), judged);
    QCOMPARE(comparison->count(), 1);
    QVERIFY2(comparison->summary().contains(u"1 not counted"_s), qPrintable(comparison->summary()));
    ComparisonModel model;
    const ComparisonTester tester(&model);
    model.setComparison(comparison);
    const QStringList rows = rowsOf(model);
    QVERIFY2(rows.contains(u"n|1|different type|null"_s), qPrintable(rows.join(u'\n')));
    QVERIFY2(
        rows.contains(u"at|\"10:00\"|changed, allowed by a rule|\"11:00\""_s), qPrintable(rows.join(u'\n')));
    model.setOnlyDifferences(true);
    QVERIFY(!rowsOf(model).join(u'\n').contains(u"10:00"_s));
}

void tst_ComparisonModel::findsEveryDifference()
{
    const auto comparison = compared(jsonLiteral(R"({"a":[{"x":1},{"y":2},3],"b~/c":{"d":1},"e":1})"),
        jsonLiteral(R"({"a":[0,{"x":1},{"y":3},3],"b~/c":{"d":2},"f":[1]})"));
    for (const bool only : {false, true}) {
        ComparisonModel model;
        const ComparisonTester tester(&model);
        model.setOnlyDifferences(only);
        model.setComparison(comparison);
        QVERIFY(comparison->differences().size() >= 5);
        for (size_t i = 0; i < comparison->differences().size(); ++i) {
            const QModelIndex index = model.indexOf(qsizetype(i));
            QVERIFY(index.isValid());
            QCOMPARE(index.data(ComparisonModel::DifferenceRole).toInt(), int(i));
            QCOMPARE(index.data(ComparisonModel::PointerRole).toString(),
                comparison->pointerOf(comparison->differences()[i]));
            QVERIFY(index.data(RowRole::Fill).isValid());
        }
    }
}

void tst_ComparisonModel::groupsLongArraysInRanges()
{
    ComparisonModel model;
    const ComparisonTester tester(&model);
    model.setComparison(compared(records(2500, 0), records(2500, 1700)));
    const QModelIndex root = model.index(0, 0);
    model.fetchMore(root);
    QCOMPARE(model.rowCount(root), 3);
    QCOMPARE(model.index(1, 0, root).data().toString(), u"[1000 … 1999]"_s);
    const QModelIndex second = model.indexOf(1);
    QCOMPARE(second.data(ComparisonModel::PointerRole).toString(), u"/1700/n"_s);
}

void tst_ComparisonModel::opensValuesOfOneSideOnly()
{
    ComparisonModel model;
    const ComparisonTester tester(&model);
    model.setOnlyDifferences(true);
    model.setComparison(compared(jsonLiteral(R"({"a":1})"), jsonLiteral(R"({"a":1,"new":{"x":[1,2]}})")));
    const QStringList rows = rowsOf(model);
    QVERIFY2(rows.contains(u"new||added|{1}"_s) && rows.contains(u"x|||[2]"_s), qPrintable(rows.join(u'\n')));
    // All rows of an added value are marked as added.
    const QModelIndex added = model.indexOf(0);
    QCOMPARE(model.index(0, 0, added).data(RowRole::Fill).toInt(), int(ColorRole::Ok));
}

void tst_ComparisonModel::comparesStreamsAndErrors()
{
    Fixture stream;
    stream.end = u"completed"_s;
    stream.events = {FixtureEvent{.envelope = jsonLiteral(R"({"data":1,"meta":{}})")}};
    QCOMPARE(comparedValue(stream).toBytes(),
        QByteArray(R"({"events":[{"data":1,"meta":{}}],"end":"completed"})"));
    Fixture failed;
    failed.error = jsonLiteral(R"({"code":"X","message":"y"})");
    QCOMPARE(comparedValue(failed).toBytes(), QByteArray(R"({"error":{"code":"X","message":"y"}})"));
}

WORKBENCH_TEST(tst_ComparisonModel, QApplication)
#include "tst_comparisonmodel.moc"
