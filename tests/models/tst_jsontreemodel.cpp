// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"
#include "ui/models/jsonrow.h"
#include "ui/models/jsontreemodel.h"
#include "ui/models/metamodel.h"
#include "ui/theme/rowdelegate.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

//! Checks the model without fetching children, so that a lazy model is tested in the state that a view sees.
struct Tester : QAbstractItemModelTester {
    explicit Tester(QAbstractItemModel *model)
        : QAbstractItemModelTester(model, FailureReportingMode::QtTest)
    {
        setUseFetchMore(false);
    }
};

class tst_JsonTreeModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsTheOrderOfKeys();
    void fetchesChildrenWhenOpened();
    void showsValuesAsJsonText_data();
    void showsValuesAsJsonText();
    void groupsLongArraysInRanges();
    void findsEveryPointer_data();
    void findsEveryPointer();
    void marksPlacesAndClosedAncestors();
    void marksTheNearestPlaceOfAMissingOne();
    void showsTheReceivedValueOfAChange();
    void hasNoRowsForAbsent();
    void stopsAtTheDepthLimit();
    void sumsUpTheMeta();
    void sumsUpNoWideObject();
    void stopsASearch();
    void searchesKeysAndValues();
    void saysWhenASearchWasCut();

private:
    static QString text(const QModelIndex &index, int column)
    {
        return index.siblingAtColumn(column).data().toString();
    }
    static Json numbers(qsizetype count)
    {
        JsonBuilder builder;
        builder.beginArray();
        for (qsizetype i = 0; i < count; ++i)
            builder.value(Json::integer(i));
        builder.endArray();
        return builder.take();
    }
};

void tst_JsonTreeModel::keepsTheOrderOfKeys()
{
    JsonTreeModel model;
    const Tester tester(&model);
    model.setValue(jsonLiteral(R"({"z":1,"a":2,"m":3})"));
    const QModelIndex root = model.index(0, 0);
    QCOMPARE(text(root, 0), u"$"_s);
    QCOMPARE(text(root, 1), u"{3}"_s);
    model.fetchMore(root);
    QCOMPARE(model.rowCount(root), 3);
    QCOMPARE(text(model.index(0, 0, root), 0), u"z"_s);
    QCOMPARE(text(model.index(1, 0, root), 0), u"a"_s);
    QCOMPARE(text(model.index(2, 0, root), 1), u"3"_s);
}

void tst_JsonTreeModel::fetchesChildrenWhenOpened()
{
    JsonTreeModel model;
    model.setValue(jsonLiteral(R"({"a":{"b":[1,2]},"c":{}})"));
    const QModelIndex root = model.index(0, 0);
    QVERIFY(model.hasChildren(root));
    QCOMPARE(model.rowCount(root), 0);
    QVERIFY(model.canFetchMore(root));
    model.fetchMore(root);
    QVERIFY(!model.canFetchMore(root));
    QVERIFY(model.hasChildren(model.index(0, 0, root)));
    QVERIFY(!model.hasChildren(model.index(1, 0, root)));
    QCOMPARE(model.rowCount(model.index(0, 0, root)), 0);
}

void tst_JsonTreeModel::showsValuesAsJsonText_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<ColorRole>("color");
    QTest::newRow("text in quotes") << QByteArray(R"("a\"b")") << uR"("a\"b")"_s << ColorRole::String;
    QTest::newRow("digits as received")
        << QByteArray("9007199254740993.10") << u"9007199254740993.10"_s << ColorRole::Number;
    QTest::newRow("true") << QByteArray("true") << u"true"_s << ColorRole::Keyword;
    QTest::newRow("null") << QByteArray("null") << u"null"_s << ColorRole::Keyword;
    QTest::newRow("array by its count") << QByteArray("[1,2,3]") << u"[3]"_s << ColorRole::TextSecond;
    QTest::newRow("a bidi override is visible") << QByteArray("\"a\xE2\x80\xAE"
                                                              "b\"")
                                                << u"\"a\\u{202E}b\""_s << ColorRole::String;
}

void tst_JsonTreeModel::showsValuesAsJsonText()
{
    QFETCH(const QByteArray, json);
    QFETCH(const QString, shown);
    QFETCH(const ColorRole, color);
    JsonTreeModel model;
    model.setValue(jsonLiteral(json));
    const QModelIndex value = model.index(0, JsonTreeModel::ValueColumn);
    QCOMPARE(value.data().toString(), shown);
    QCOMPARE(ColorRole(value.data(RowRole::TextColor).toInt()), color);
}

void tst_JsonTreeModel::groupsLongArraysInRanges()
{
    JsonTreeModel model;
    const Tester tester(&model);
    model.setValue(numbers(2500));
    const QModelIndex root = model.index(0, 0);
    model.fetchMore(root);
    QCOMPARE(model.rowCount(root), 3);
    QCOMPARE(text(model.index(0, 0, root), 0), u"[0 … 999]"_s);
    QCOMPARE(text(model.index(2, 0, root), 0), u"[2000 … 2499]"_s);
    const QModelIndex last = model.indexOf(u"/2499"_s);
    QCOMPARE(text(last, 0), u"2499"_s);
    QCOMPARE(text(last, 1), u"2499"_s);
    QCOMPARE(last.parent(), model.index(2, 0, root));
    QCOMPARE(last.data(JsonTreeModel::PointerRole).toString(), u"/2499"_s);
    QCOMPARE(model.rowCount(model.index(0, 0, root)), 0);
}

void tst_JsonTreeModel::findsEveryPointer_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<bool>("isThere");
    QTest::newRow("root") << QString() << true;
    QTest::newRow("nested") << u"/a/b/1"_s << true;
    QTest::newRow("escaped") << u"/x~1y/k~0"_s << true;
    QTest::newRow("missing member") << u"/nothing"_s << false;
    QTest::newRow("beyond the end") << u"/a/b/2"_s << false;
    QTest::newRow("not a number in an array") << u"/a/b/x"_s << false;
    QTest::newRow("below a scalar") << u"/a/b/0/c"_s << false;
}

void tst_JsonTreeModel::findsEveryPointer()
{
    QFETCH(const QString, pointer);
    QFETCH(const bool, isThere);
    for (const bool rootVisible : {true, false}) {
        JsonTreeModel model;
        model.setRootVisible(rootVisible);
        model.setValue(jsonLiteral(R"({"a":{"b":[1,2]},"x/y":{"k~":0}})"));
        const QModelIndex index = model.indexOf(pointer);
        QCOMPARE(index.isValid(), isThere && (rootVisible || !pointer.isEmpty()));
        if (index.isValid())
            QCOMPARE(index.data(JsonTreeModel::PointerRole).toString(), pointer);
    }
}

void tst_JsonTreeModel::marksPlacesAndClosedAncestors()
{
    JsonTreeModel model;
    const Json data = jsonLiteral(R"({"forecast":[{"low":1},{"low":null}],"other":1})");
    model.setValue(data,
        placeMarks(
            data, DataState::Received, {{u"/forecast/1/low"_s, u"Expected number"_s, u"type"_s, {}}}, {}));
    const QModelIndex marked = model.indexOf(u"/forecast/1/low"_s);
    QCOMPARE(ColorRole(marked.data(RowRole::Mark).toInt()), ColorRole::Warning);
    QVERIFY(marked.data(Qt::AccessibleTextRole).toString().contains(u"Expected number"_s));
    const QModelIndex row = model.indexOf(u"/forecast/1"_s);
    QVERIFY(row.data(RowRole::MarkRight).toBool());
    QVERIFY(!model.indexOf(u"/forecast/0"_s).data(RowRole::MarkRight).toBool());
    QVERIFY(!model.indexOf(u"/other"_s).data(RowRole::Mark).isValid());
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setExpanded(row, true);
    QCOMPARE(changed.size(), 1);
    QVERIFY(!row.data(RowRole::MarkRight).toBool());
    model.setExpanded(row, false);
    QVERIFY(row.data(RowRole::MarkRight).toBool());
}

void tst_JsonTreeModel::marksTheNearestPlaceOfAMissingOne()
{
    const Json data = jsonLiteral(R"({"a":{}})");
    const PlaceMarks marks =
        placeMarks(data, DataState::Received, {{u"/a/gone/deep"_s, u"Required"_s, u"required"_s, {}}}, {});
    QCOMPARE(marks.size(), 1);
    QVERIFY(marks.contains(u"/a"_s));
}

void tst_JsonTreeModel::showsTheReceivedValueOfAChange()
{
    JsonTreeModel model;
    const Json data = jsonLiteral(R"({"humidity":0})");
    model.setValue(data,
        placeMarks(data, DataState::Normalised, {},
            {{u"/humidity"_s, ChangeAction::Replaced, Json::string(u"82"), Json::integer(0)}}));
    const QModelIndex value = model.indexOf(u"/humidity"_s, JsonTreeModel::ValueColumn);
    QCOMPARE(value.data(RowRole::Note).toString(), u"was \"82\""_s);
    QCOMPARE(ColorRole(value.data(RowRole::Mark).toInt()), ColorRole::Warning); // the value was lost
}

void tst_JsonTreeModel::hasNoRowsForAbsent()
{
    JsonTreeModel model;
    const Tester tester(&model);
    QCOMPARE(model.rowCount(), 0);
    model.setValue(Json::null());
    QCOMPARE(model.rowCount(), 1);
    model.setValue({});
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.indexOf({}).isValid());
}

void tst_JsonTreeModel::stopsAtTheDepthLimit()
{
    constexpr int depth = 2000;
    const Json deep = jsonLiteral(QByteArray(QByteArray(depth, '[') + QByteArray(depth, ']')));
    JsonTreeModel model;
    model.setValue(deep);
    QModelIndex index = model.index(0, 0);
    int levels = 0;
    while (model.hasChildren(index)) {
        model.fetchMore(index);
        index = model.index(0, 0, index);
        ++levels;
    }
    QCOMPARE(levels, JsonTreeModel::maxDepth);
    QVERIFY(index.siblingAtColumn(1).data(RowRole::Note).toString().contains(u"512"_s));
}

void tst_JsonTreeModel::sumsUpTheMeta()
{
    MetaModel model;
    const Tester tester(&model);
    model.setEnvelope(mcpEnvelope(Json::null(),
        McpMeta{.isError = false,
            .content = jsonLiteral(R"([{"type":"text","text":"x"},{"type":"resource_link"}])"),
            .structuredContent = jsonLiteral("{}"),
            .meta = {}}));
    const QModelIndex source = model.indexOf(u"/source"_s, 1);
    QCOMPARE(source.row(), 0);
    QCOMPARE(source.data().toString(), u"mcp"_s);
    QCOMPARE(model.indexOf(u"/content"_s, 1).data().toString(), u"[2]"_s);
    QCOMPARE(model.indexOf(u"/content"_s, 1).data(RowRole::Note).toString(), u"text, resource_link"_s);
    QCOMPARE(model.indexOf(u"/structuredContent"_s, 1).data(RowRole::Note).toString(), u"as received"_s);
}

void tst_JsonTreeModel::sumsUpNoWideObject()
{
    QByteArray wide = R"({"name":"wide")";
    for (int i = 0; i < 300; ++i)
        wide += ",\"key" + QByteArray::number(i) + "\":0";
    wide += '}';
    JsonTreeModel model;
    const QByteArray rows = R"([{"name":"narrow"},{"content":[{"name":"inside"}]},{"content":[]},)" + wide
        + R"(,{"content":[)" + wide + "]}]";
    model.setValue(jsonLiteral(rows));
    const auto note = [&model](const QString &pointer) {
        return model.indexOf(pointer, JsonTreeModel::ValueColumn).data(RowRole::Note).toString();
    };
    QCOMPARE(note(u"/0"_s), u"narrow"_s);
    QCOMPARE(note(u"/1"_s), u"inside"_s);
    QCOMPARE(note(u"/2"_s), QString());
    QCOMPARE(note(u"/3"_s), QString()); // finding a name would sort all names
    QCOMPARE(note(u"/4"_s), QString());
}

void tst_JsonTreeModel::stopsASearch()
{
    std::stop_source source;
    const JsonMatches found =
        findInJson(numbers(100), u"1"_s, JsonMatches::most, JsonMatches::mostNodes, source.get_token());
    QVERIFY(found.isComplete);
    source.request_stop();
    const JsonMatches stopped =
        findInJson(numbers(100), u"1"_s, JsonMatches::most, JsonMatches::mostNodes, source.get_token());
    QVERIFY(!stopped.isComplete);
    QVERIFY(stopped.pointers.size() < found.pointers.size());
}

void tst_JsonTreeModel::searchesKeysAndValues()
{
    const Json data = jsonLiteral(R"({"Wind":{"speed":5.1},"list":["window",{"x":"y"}],"n":51})");
    QCOMPARE(findInJson(data, u"wind"_s).pointers, (QStringList{u"/Wind"_s, u"/list/0"_s}));
    QCOMPARE(findInJson(data, u"5.1"_s).pointers, (QStringList{u"/Wind/speed"_s}));
    QCOMPARE(findInJson(data, u"nowhere"_s).pointers, QStringList());
    QVERIFY(findInJson(data, u"nowhere"_s).isComplete);
}

void tst_JsonTreeModel::saysWhenASearchWasCut()
{
    QVERIFY(!findInJson(numbers(100), u"no"_s, 10, 50).isComplete);
    const JsonMatches matches = findInJson(numbers(100), u"1"_s, 5);
    QCOMPARE(matches.pointers.size(), 5);
    QVERIFY(!matches.isComplete);
}

WORKBENCH_TEST(tst_JsonTreeModel, QCoreApplication)
#include "tst_jsontreemodel.moc"
