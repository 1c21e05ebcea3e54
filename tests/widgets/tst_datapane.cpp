// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The data of a result in its four views, as received and as normalised.

#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonparser.h"
#include "tests/support/heartbeat.h"
#include "tests/support/normalisationcases.h"
#include "tests/support/pagefixture.h"
#include "tests/support/testprogram.h"
#include "ui/forms/findbar.h"
#include "ui/models/jsonrow.h"
#include "ui/models/jsontreemodel.h"
#include "ui/models/tablemodel.h"
#include "ui/panes/datapane.h"
#include "ui/panes/jsontreeview.h"
#include "ui/panes/layerbar.h"
#include "ui/panes/resultpane.h"
#include "ui/text/textview.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;
using namespace Workbench::Ui;

class tst_DataPane : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QApplication::setStyle(new WorkbenchStyle(u"Fusion"_s)); }
    void showsReceivedDataFirst();
    void showsNoSwitchWithoutChanges();
    void leadsFromChangeToChange();
    void showsHarmlessChangesWithoutEmphasis();
    void keepsTheSwitchInANarrowPane();
    void showsEachChange_data() { addNormalisationCases(); }
    void showsEachChange();
    void showsBothStatesInsideALayer();
    void showsChangesToTheEnvelopeOfALayer();
    void showsBothStatesOfATable();
    void showsATableWhenItHasBeenRead();
    void readsALargeTableWithoutBlocking_data();
    void readsALargeTableWithoutBlocking();
    void searchesOnAWorker();
    void copiesTheDataOfTheLastClick();
    void showsTheTableOfTheLatestResult();
    void makesColumnsAsWideAsTheirFirstTexts();
    void clipsNoSegment_data();
    void clipsNoSegment();
    void opensAndClosesAllRows();
    void opensNoMoreThanFits();
    void findsInTheFaceThatIsShown();
};

namespace {

#if defined(WORKBENCH_UNOPTIMISED)
constexpr bool isSlow = true; // the sanitizer would dominate the measured times
#else
constexpr bool isSlow = false;
#endif

Outcome outcome(const QByteArray &received)
{
    const Json value = jsonLiteral(received);
    return {localEnvelope(value, u"x.y"_s, 0), value, {}, 0, {}, {}};
}

Outcome normalised(const QByteArray &received, const QByteArray &after, const QList<Change> &changes)
{
    Outcome made = outcome(received);
    made.envelope.data = jsonLiteral(after);
    made.changes = changes;
    return made;
}

Change change(const QString &pointer, ChangeAction action, const QByteArray &before, const QByteArray &after,
    ChangeMark mark, const QString &violation = {})
{
    Change made{pointer, action, jsonLiteral(before), jsonLiteral(after)};
    made.mark = mark;
    made.violation.message = violation;
    return made;
}

Outcome weather()
{
    return normalised(R"({"city":"Oslo","humidity":"wet","days":"3","cacheKey":"wx"})",
        R"({"city":"Oslo","humidity":0,"days":3,"unit":"C","wind":0})",
        {change(u"/humidity"_s, ChangeAction::Replaced, R"("wet")", "0", ChangeMark::Lost,
             u"Expected a number, got a string"_s),
            change(u"/days"_s, ChangeAction::Replaced, R"("3")", "3", ChangeMark::Converted),
            change(u"/cacheKey"_s, ChangeAction::Removed, R"("wx")", {}, ChangeMark::Lost, u"Not allowed"_s),
            change(u"/unit"_s, ChangeAction::Added, {}, R"("C")", ChangeMark::Filled),
            change(u"/wind"_s, ChangeAction::Added, {}, "0", ChangeMark::Lost, u"wind is missing"_s)});
}

QString valueAt(const DataPane &pane, const QString &pointer)
{
    return pane.treeModel()->indexOf(pointer, JsonTreeModel::ValueColumn).data().toString();
}

QString noteAt(const DataPane &pane, const QString &pointer)
{
    return pane.treeModel()->indexOf(pointer, JsonTreeModel::ValueColumn).data(RowRole::Note).toString();
}

bool isMarked(const DataPane &pane, const QString &pointer)
{
    return pane.treeModel()->indexOf(pointer).data(RowRole::Mark).isValid();
}

QAbstractButton *state(const QWidget &pane, int which)
{
    return child<SegmentControl>(&pane, u"dataSubjects"_s)->findChildren<QAbstractButton *>().at(which);
}

void click(QAbstractButton *button)
{
    QCoreApplication::processEvents(); // lays out the newly visible widgets
    QTest::mouseClick(button, Qt::LeftButton);
}

QString placeOf(const DataPane &pane)
{
    return pane.treeView()->currentIndex().data(JsonTreeModel::PointerRole).toString();
}

QByteArray rows(int count, const QByteArray &name)
{
    QByteArray text("[");
    for (int i = 0; i < count; ++i)
        text += (i > 0 ? ",{\"" : "{\"") + name + "\":" + QByteArray::number(i) + '}';
    return text + ']';
}

QAbstractButton *face(const DataPane &pane, DataPane::Face which)
{
    return child<SegmentControl>(&pane, u"dataFaces"_s)->findChildren<QAbstractButton *>().at(int(which));
}

} // namespace

void tst_DataPane::showsReceivedDataFirst()
{
    DataPane pane;
    pane.resize(700, 400);
    pane.show();
    pane.setOutcome(weather());
    QCOMPARE(pane.subject(), DataPane::Subject::Received);
    QVERIFY(state(pane, 0)->isChecked() && state(pane, 0)->isVisible());
    QCOMPARE(valueAt(pane, u"/humidity"_s), u"\"wet\""_s);
    QCOMPARE(noteAt(pane, u"/humidity"_s), u"lost: 0 after normalisation"_s);
    QVERIFY(isMarked(pane, u"/humidity"_s));
    const QString words = pane.treeModel()->indexOf(u"/humidity"_s).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(words.contains(u"Expected a number, got a string"_s), qPrintable(words));
    QCOMPARE(noteAt(pane, u"/cacheKey"_s), u"lost: field removed"_s);
    QVERIFY(isMarked(pane, u"/cacheKey"_s));
    QCOMPARE(noteAt(pane, u"/days"_s), u"3 after normalisation"_s);
    QVERIFY(!isMarked(pane, u"/days"_s));
    QVERIFY(isMarked(pane, {})); // wind is missing in it, so normalisation filled it in
    QVERIFY(!pane.treeModel()->indexOf(u"/unit"_s).isValid()); // filled-in values are not shown as received
    QCOMPARE(label(&pane, u"changesCount"_s), u"5 changes"_s);
    QCOMPARE(child<ThemeLabel>(&pane, u"changesLost"_s)->fullText(), u"2 values lost · 1 fields lost"_s);

    click(state(pane, 1));
    QCOMPARE(pane.subject(), DataPane::Subject::Normalised);
    QCOMPARE(valueAt(pane, u"/humidity"_s), u"0"_s);
    QCOMPARE(noteAt(pane, u"/humidity"_s), u"was \"wet\""_s);
    QVERIFY(isMarked(pane, u"/humidity"_s));
    QCOMPARE(noteAt(pane, u"/days"_s), u"was \"3\""_s);
    QVERIFY(!isMarked(pane, u"/days"_s));
    QCOMPARE(noteAt(pane, u"/unit"_s), u"default"_s);
    QVERIFY(!isMarked(pane, u"/unit"_s));
    QCOMPARE(noteAt(pane, u"/wind"_s), u"invented because nothing was received"_s);
    QVERIFY(isMarked(pane, u"/wind"_s));
    QVERIFY(!pane.treeModel()->indexOf(u"/cacheKey"_s).isValid());
    click(state(pane, 0));
    QCOMPARE(valueAt(pane, u"/humidity"_s), u"\"wet\""_s);
}

void tst_DataPane::showsNoSwitchWithoutChanges()
{
    DataPane pane;
    pane.resize(700, 400);
    pane.show();
    pane.setOutcome(outcome(R"({"a":1})"));
    QVERIFY(!child(&pane, u"dataSubjects"_s)->isVisible());
    QVERIFY(!child(&pane, u"changesLine"_s)->isVisible());
    pane.setOutcome(weather());
    QVERIFY(child(&pane, u"dataSubjects"_s)->isVisible());
    QVERIFY(child(&pane, u"changesLine"_s)->isVisible());
    pane.setSubject(DataPane::Subject::Normalised);
    pane.setOutcome(weather()); // the next result starts with the received data
    QCOMPARE(pane.subject(), DataPane::Subject::Received);
    pane.clear();
    QVERIFY(!child(&pane, u"dataSubjects"_s)->isVisible());
    QVERIFY(!child(&pane, u"changesLine"_s)->isVisible());
}

void tst_DataPane::leadsFromChangeToChange()
{
    DataPane pane;
    pane.resize(700, 400);
    pane.show();
    QVERIFY(QTest::qWaitForWindowActive(&pane));
    pane.setOutcome(weather());
    QSignalSpy selected(&pane, &DataPane::placeSelected);
    QTest::keyClick(&pane, Qt::Key_F8);
    QCOMPARE(placeOf(pane), u"/humidity"_s);
    QCOMPARE(selected.last().first().toString(), u"/humidity"_s);
    click(child<QToolButton>(&pane, u"nextChange"_s));
    QCOMPARE(placeOf(pane), u"/days"_s);
    click(state(pane, 1));
    QTest::keyClick(&pane, Qt::Key_F8); // removed fields are only in the received data
    QCOMPARE(pane.subject(), DataPane::Subject::Received);
    QCOMPARE(placeOf(pane), u"/cacheKey"_s);
    QTest::keyClick(&pane, Qt::Key_F8);
    QCOMPARE(placeOf(pane), QString()); // the object that lacks the field
    QCOMPARE(selected.last().first().toString(), u"/unit"_s);
    QTest::keyClick(&pane, Qt::Key_F8);
    QTest::keyClick(&pane, Qt::Key_F8);
    QCOMPARE(placeOf(pane), u"/humidity"_s);
}

void tst_DataPane::showsHarmlessChangesWithoutEmphasis()
{
    DataPane pane;
    pane.resize(700, 400);
    pane.show();
    pane.setOutcome(normalised(R"({"a":"1"})", R"({"a":1,"b":2,"c":3})",
        {change(u"/a"_s, ChangeAction::Replaced, R"("1")", "1", ChangeMark::Converted),
            change(u"/b"_s, ChangeAction::Added, {}, "2", ChangeMark::Filled),
            change(u"/c"_s, ChangeAction::Added, {}, "3", ChangeMark::Filled)}));
    QVERIFY(!child(&pane, u"changesLost"_s)->isVisible());
    QCOMPARE(child<ThemeLabel>(&pane, u"changesCalm"_s)->fullText(),
        u"2 defaults filled in · 1 values converted"_s);
    QVERIFY(!isMarked(pane, {}) && !isMarked(pane, u"/a"_s));
    QVERIFY(!pane.treeModel()
            ->indexOf(u"/a"_s, JsonTreeModel::ValueColumn)
            .data(RowRole::NoteColor)
            .isValid()); // the note has the normal colour
}

void tst_DataPane::keepsTheSwitchInANarrowPane()
{
    DataPane pane;
    pane.setCompact(true);
    pane.resize(300, 300);
    pane.show();
    pane.setOutcome(weather());
    QVERIFY(!child(&pane, u"dataSubjects"_s)->isVisible());
    auto *button = child<QToolButton>(&pane, u"showNormalised"_s);
    click(button);
    QCOMPARE(pane.subject(), DataPane::Subject::Normalised);
    click(button);
    QCOMPARE(pane.subject(), DataPane::Subject::Received);
    QVERIFY(child(&pane, u"changesLine"_s)->isVisible()); // a value was lost
}

void tst_DataPane::showsEachChange()
{
    QFETCH(NormalisationCase, example);
    const Json schema = jsonLiteral(example.schema);
    const Json value = jsonLiteral(example.received);
    ResultPane pane;
    pane.resize(1100, 600);
    pane.show();
    pane.setOutputSchema(schema);
    const Outcome made = *runPipeline(
        mcpEnvelope(value, {false, Json::emptyArray(), value, {}}), u"s.get"_s, *prepareSchema(schema));
    pane.showResult(made, {});
    DataPane &data = *pane.dataPane();
    const bool isEnvelope = example.payload != example.received;
    const auto text = [&] { return data.treeModel()->value().toBytes(); };
    QCOMPARE(text(), example.payload);
    QCOMPARE(child(&data, u"dataSubjects"_s)->isVisible(), !example.changes.isEmpty());
    const bool isLost = example.changes.join(u' ').contains("lost"_L1);
    QCOMPARE(child(&data, u"changesLost"_s)->isVisible(), isLost);
    QCOMPARE(child(&pane, u"schemaChip"_s)->isVisible(), isLost);
    if (example.changes.isEmpty())
        return;
    QCOMPARE(label(&data, u"changesCount"_s), u"%1 changes"_s.arg(example.changes.size()));
    click(state(data, 1));
    QCOMPARE(text(),
        isEnvelope ? jsonLiteral(example.normalised).member("data"_L1).toBytes() : example.normalised);
}

void tst_DataPane::showsBothStatesInsideALayer()
{
    const Json schema =
        jsonLiteral(R"({"type":"object","required":["ok","data"],"properties":{"ok":{"type":"boolean"},
        "data":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}}})");
    const Json value = jsonLiteral(R"({"ok":true,"data":{"n":"seven","m":1}})");
    ResultPane pane;
    pane.resize(1100, 600);
    pane.show();
    pane.setOutputSchema(schema);
    pane.showResult(*runPipeline(mcpEnvelope(value, {false, Json::emptyArray(), value, {}}), u"s.get"_s,
                        *prepareSchema(schema)),
        {});
    DataPane &data = *pane.dataPane();
    QCOMPARE(valueAt(data, u"/n"_s), u"\"seven\""_s);
    QVERIFY(isMarked(data, u"/n"_s));
    click(state(data, 1));
    QCOMPARE(valueAt(data, u"/n"_s), u"0"_s);
    // The envelope around it has both states as well.
    click(pane.statusLine()->layers()->badges().constFirst());
    QCOMPARE(data.subject(), DataPane::Subject::Received);
    QCOMPARE(valueAt(data, u"/data/n"_s), u"\"seven\""_s);
    click(state(data, 1));
    QCOMPARE(valueAt(data, u"/data/n"_s), u"0"_s);
}

void tst_DataPane::showsChangesToTheEnvelopeOfALayer()
{
    // Normalisation replaced the envelope's whole data member.
    const Json schema =
        jsonLiteral(R"({"type":"object","required":["ok","data"],"properties":{"ok":{"type":"boolean"},
        "data":{"type":"string"}}})");
    const Json value = jsonLiteral(R"({"ok":true,"data":{"n":7}})");
    ResultPane pane;
    pane.resize(1100, 600);
    pane.show();
    pane.setOutputSchema(schema);
    pane.showResult(*runPipeline(mcpEnvelope(value, {false, Json::emptyArray(), value, {}}), u"s.get"_s,
                        *prepareSchema(schema)),
        {});
    DataPane &data = *pane.dataPane();
    QCOMPARE(valueAt(data, u"/n"_s), u"7"_s);
    QVERIFY(isMarked(data, {}));
    click(state(data, 1));
    QCOMPARE(valueAt(data, {}), u"\"\""_s);
}

void tst_DataPane::showsBothStatesOfATable()
{
    DataPane pane;
    pane.resize(700, 400);
    pane.show();
    pane.setOutcome(normalised(R"([{"n":"x"},{"n":2}])", R"([{"n":0},{"n":2}])",
        {change(
            u"/0/n"_s, ChangeAction::Replaced, R"("x")", "0", ChangeMark::Lost, u"Expected a number"_s)}));
    click(face(pane, DataPane::Face::Table));
    const auto *table = pane.findChild<TableModel *>();
    QTRY_COMPARE(table->rowCount(), 2);
    QCOMPARE(table->index(0, 1).data().toString(), u"x"_s);
    QVERIFY(table->index(0, 0).data(RowRole::Mark).isValid());
    QVERIFY(!table->index(1, 0).data(RowRole::Mark).isValid());
    click(state(pane, 1));
    QTRY_COMPARE(table->index(0, 1).data().toString(), u"0"_s);
    QCOMPARE(pane.face(), DataPane::Face::Table);
    QVERIFY(table->index(0, 0).data(RowRole::Mark).isValid());
}

void tst_DataPane::showsATableWhenItHasBeenRead()
{
    DataPane pane;
    pane.resize(600, 400);
    pane.show();
    pane.setOutcome(outcome(rows(2500, "n")));
    const auto *table = pane.findChild<TableModel *>();
    click(face(pane, DataPane::Face::Table));
    QCOMPARE(pane.face(), DataPane::Face::Table);
    QTRY_VERIFY(table->rowCount() >= TableModel::pageSize);
    QCOMPARE(table->index(7, 1).data().toString(), u"7"_s);
    // Switching the view back and forth does not read the table again.
    click(face(pane, DataPane::Face::Tree));
    click(face(pane, DataPane::Face::Table));
    QVERIFY(table->rowCount() >= TableModel::pageSize);
}

void tst_DataPane::readsALargeTableWithoutBlocking_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("item"); // repeated until the text is large
    QTest::addColumn<QByteArray>("tail");
    QByteArray keys("{");
    for (int i = 0; i < 10'000; ++i)
        keys += (i > 0 ? ",\"key" : "\"key") + QByteArray::number(i) + "\":" + QByteArray::number(i);
    const QByteArray row(R"({"n":123})");
    const QByteArray cell(R"({"a":[[1,2])" + QByteArray(",[1,2]").repeated(100'000) + "]}");
    QTest::newRow("many rows") << "["_ba << row << "]"_ba;
    QTest::newRow("rows beside other data") << R"({"meta":{"total":7},"result":[)"_ba << row << "]}"_ba;
    QTest::newRow("few rows of very many keys") << "["_ba << QByteArray(keys + '}') << "]"_ba;
    QTest::newRow("cells of arrays of arrays") << "["_ba << cell << "]"_ba;
    QTest::newRow("one object of many arrays") << "{"_ba << QByteArray("\"a\":" + rows(300, "n")) << "}"_ba;
}

void tst_DataPane::readsALargeTableWithoutBlocking()
{
    QFETCH(const QByteArray, head);
    QFETCH(const QByteArray, item);
    QFETCH(const QByteArray, tail);
    constexpr qsizetype size = isSlow ? 1 << 20 : 32 << 20;
    QByteArray text = head;
    while (text.size() < size)
        text += item + ',';
    text.chop(1);
    text += tail;
    // The fault would be work on the whole value in one turn. Half the time of that work is the bound.
    const auto half = [](const auto &work) {
        const qint64 begin = Heartbeat::worked();
        work();
        return std::max<qint64>(40, (Heartbeat::worked() - begin) / 2'000'000);
    };
    const QString absent = u"~~"_s;
    Json other = jsonLiteral(text); // another document, because the first search leaves an index
    const qint64 reading = half([&other] { (void)other.toBytes(); });
    const qint64 searching = half([&] { (void)findInJson(other, absent); });
    other = {};
    QStringList tooLong;
    Heartbeat heartbeat;
    const auto endStep = [&](const QString &step, qint64 most) {
        const qint64 work = heartbeat.longestWork();
        if (!isSlow && work >= most)
            tooLong.append(u"%1: %2 ms of CPU time in one turn, %3 allowed"_s.arg(step).arg(work).arg(most));
        heartbeat.restart();
    };

    DataPane pane;
    pane.resize(900, 400);
    pane.show();
    QVERIFY(QTest::qWaitForWindowActive(&pane));
    const auto *table = pane.findChild<TableModel *>();
    auto *view = child<RowTreeView>(&pane, u"dataTable"_s);
    pane.setOutcome(outcome(R"([{"n":1}])")); // loads fonts and icons
    click(face(pane, DataPane::Face::Table));
    QTRY_COMPARE(table->rowCount(), 1);
    click(face(pane, DataPane::Face::Tree));
    const Outcome large = outcome(text);
    heartbeat.restart();

    pane.setOutcome(large);
    click(face(pane, DataPane::Face::Table));
    QTRY_VERIFY_WITH_TIMEOUT(table->rowCount() > 0, 30'000);
    endStep(u"show"_s, reading);
    for (int page = 0; page < 3; ++page) {
        view->verticalScrollBar()->setValue(view->verticalScrollBar()->maximum());
        QTest::qWait(20);
    }
    endStep(u"scroll"_s, reading);
    view->resizeColumnToContents(1);
    QTest::qWait(20);
    endStep(u"resize"_s, reading);
    QGuiApplication::clipboard()->clear();
    QTest::mouseClick(child<QToolButton>(&pane, u"copyData"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(QGuiApplication::clipboard()->text().size() > size, 30'000);
    endStep(u"copy"_s, reading);
    pane.showSearch();
    auto *field = child<QLineEdit>(&pane, u"searchField"_s);
    field->setText(absent);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(label(&pane, u"searchFact"_s), u"Not found"_s, 30'000);
    endStep(u"find"_s, searching);
    QVERIFY2(tooLong.isEmpty(), qPrintable(tooLong.join(u'\n')));
    QGuiApplication::clipboard()->clear(); // releases the memory
}

void tst_DataPane::searchesOnAWorker()
{
    DataPane pane;
    pane.resize(600, 400);
    pane.show();
    pane.setOutcome(outcome(R"({"a":"needle","b":["Needle"],"c":"needle"})"));
    pane.showSearch();
    auto *field = child<QLineEdit>(&pane, u"searchField"_s);
    const auto search = [field](const QString &text, Qt::KeyboardModifiers modifiers = {}) {
        field->setText(text);
        QTest::keyClick(field, Qt::Key_Return, modifiers);
    };
    search(u"needle"_s);
    search(u"needle"_s);
    QTRY_COMPARE(placeOf(pane), u"/b/0"_s); // both steps count
    QCOMPARE(label(&pane, u"searchFact"_s), u"2 of 3"_s);
    search(u"needle"_s, Qt::ShiftModifier);
    QCOMPARE(placeOf(pane), u"/a"_s); // the matches are known
    search(u"needle"_s, Qt::ShiftModifier);
    QCOMPARE(label(&pane, u"searchFact"_s), u"3 of 3"_s);
    // Other data ends the search: its places are not in the new data.
    search(u"eedle"_s);
    pane.setOutcome(outcome(R"({"x":"needle"})"));
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    QCOMPARE(placeOf(pane), QString());
    search(u"eedle"_s);
    QTRY_COMPARE(placeOf(pane), u"/x"_s);
    QCOMPARE(label(&pane, u"searchFact"_s), u"1 of 1"_s);
}

void tst_DataPane::copiesTheDataOfTheLastClick()
{
    DataPane pane;
    pane.resize(900, 400);
    pane.show();
    pane.setOutcome(outcome(rows(20'000, "n")));
    click(child<QToolButton>(&pane, u"copyData"_s)); // a worker writes the text
    pane.setOutcome(outcome(R"({"a":1})"));
    click(child<QToolButton>(&pane, u"copyData"_s));
    QThreadPool::globalInstance()->waitForDone();
    QTRY_COMPARE(QGuiApplication::clipboard()->text(), u"{\n  \"a\": 1\n}"_s);
}

void tst_DataPane::showsTheTableOfTheLatestResult()
{
    DataPane pane;
    pane.resize(600, 400);
    pane.show();
    const auto *table = pane.findChild<TableModel *>();
    pane.setOutcome(outcome(rows(5000, "old")));
    click(face(pane, DataPane::Face::Table));
    pane.setOutcome(outcome(rows(3, "new"))); // while the first one is being read
    QTRY_COMPARE(table->rowCount(), 3);
    QCOMPARE(table->headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), u"new"_s);
    pane.setOutcome(outcome(rows(5000, "old")));
    pane.clear(); // the table that is still being read is discarded
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    QCOMPARE(table->rowCount(), 0);
    QVERIFY(!face(pane, DataPane::Face::Table)->isEnabled());
}

void tst_DataPane::makesColumnsAsWideAsTheirFirstTexts()
{
    DataPane pane;
    pane.resize(900, 400);
    pane.show();
    pane.setOutcome(outcome(R"([{"id":1,"title":"A title of some length","note":")" + QByteArray(5000, 'x')
        + R"("},{"id":22,"more":1}])"));
    pane.setFace(DataPane::Face::Table);
    const auto *view = child<RowTreeView>(&pane, u"dataTable"_s);
    QTRY_COMPARE(view->model()->rowCount(), 2);
    QVERIFY(view->columnWidth(1) < view->columnWidth(2));
    QVERIFY(view->columnWidth(2) < view->columnWidth(3));
    QVERIFY(view->columnWidth(3) < 600); // a long text does not push out the other columns
    for (int column = 1; column < 3; ++column) { // the factor allows for characters of different widths
        const int text = view->sizeHintForIndex(view->model()->index(0, column)).width();
        QVERIFY2(view->columnWidth(column) > text * 2 / 3, qPrintable(QString::number(column)));
    }
}

void tst_DataPane::clipsNoSegment_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {360, 467, 600})
        QTest::addRow("%d pixels", width) << width;
}

void tst_DataPane::clipsNoSegment()
{
    QFETCH(int, width);
    QWidget window; // has no layout, so that the pane keeps the given width
    DataPane pane(DataPane::Faces::All, &window);
    window.resize(800, 300);
    pane.setGeometry(0, 0, width, 300);
    window.show();
    pane.setSchema(jsonLiteral(R"({"type":"object"})"));
    pane.setOutcome(outcome("{}"), u"{ok, data}"_s);
    pane.setSubject(DataPane::Subject::Schema);
    const auto *faces = child<SegmentControl>(&pane, u"dataFaces"_s);
    QTRY_VERIFY(faces->isVisible());
    QCoreApplication::processEvents();
    QVERIFY(faces->width() >= faces->sizeHint().width());
    QVERIFY(faces->mapTo(&pane, QPoint(faces->width(), 0)).x() <= width);
    QVERIFY(child<Chip>(&pane, u"subjectChip"_s)->geometry().right() < faces->geometry().left());
}

void tst_DataPane::opensAndClosesAllRows()
{
    DataPane pane;
    pane.resize(500, 400);
    pane.show();
    pane.setOutcome(outcome("[" + rows(300, "n") + "," + rows(300, "m") + "]"));
    JsonTreeModel *model = pane.treeModel();
    QVERIFY(!pane.treeView()->isExpanded(model->indexOf(u"/1"_s)));
    const auto choose = [&pane](const QString &action) {
        QContextMenuEvent event(QContextMenuEvent::Mouse, {5, 5}, pane.treeView()->mapToGlobal(QPoint(5, 5)));
        QCoreApplication::sendEvent(pane.treeView()->viewport(), &event);
        auto *menu = pane.findChild<QMenu *>(u"dataMenu"_s);
        menu->findChild<QAction *>(action)->trigger();
        menu->close();
    };
    choose(u"expandAll"_s);
    QVERIFY(pane.treeView()->isExpanded(model->indexOf(u"/1"_s)));
    QVERIFY(pane.treeView()->isExpanded(model->indexOf(u"/1/299"_s)));
    QTRY_VERIFY(!pane.findChild<QMenu *>(u"dataMenu"_s));
    choose(u"collapseAll"_s);
    QVERIFY(!pane.treeView()->isExpanded(model->indexOf(u"/1"_s)));
    QVERIFY(pane.treeView()->isExpanded(model->indexOf({}))); // the value itself stays open
}

void tst_DataPane::opensNoMoreThanFits()
{
    DataPane pane;
    pane.resize(500, 400);
    pane.show();
    pane.setOutcome(outcome(rows(100'000, "n")));
    auto *view = static_cast<JsonTreeView *>(pane.treeView());
    QSignalSpy inPart(view, &JsonTreeView::openedInPart);
    view->setFocus();
    view->setCurrentIndex(pane.treeModel()->index(0, 0));
    QTest::keyClick(view, Qt::Key_Asterisk);
    QCOMPARE(inPart.size(), 1);
    int opened = 0;
    const QModelIndex root = pane.treeModel()->index(0, 0);
    for (int row = 0; row < pane.treeModel()->rowCount(root); ++row)
        opened += view->isExpanded(pane.treeModel()->index(row, 0, root)) ? 1 : 0;
    QVERIFY2(opened < 100, qPrintable(QString::number(opened)));
}

void tst_DataPane::findsInTheFaceThatIsShown()
{
    DataPane pane;
    pane.resize(600, 400);
    pane.show();
    QVERIFY(QTest::qWaitForWindowActive(&pane));
    pane.setOutcome(outcome(R"({"a":"needle","b":["Needle"]})"));
    auto *bar = child<FindBar>(&pane, u"findBar"_s);
    for (const DataPane::Face which : {DataPane::Face::Tree, DataPane::Face::Text}) {
        click(face(pane, which));
        QWidget *shown =
            which == DataPane::Face::Tree ? static_cast<QWidget *>(pane.treeView()) : pane.textView();
        shown->setFocus();
        QTRY_VERIFY(shown->hasFocus());
        if (which == DataPane::Face::Text)
            QTRY_VERIFY(pane.textView()->document());
        QTest::keyClick(shown, Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(bar->isVisible());
        auto *field = child<QLineEdit>(&pane, u"searchField"_s);
        field->setText(u"needle"_s);
        QTest::keyClick(field, Qt::Key_Return);
        if (which == DataPane::Face::Tree)
            QTRY_COMPARE(placeOf(pane), u"/a"_s);
        else
            QCOMPARE(pane.textView()->selectedText(), u"needle"_s);
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!bar->isVisible());
        QVERIFY(shown->hasFocus());
    }
}

WORKBENCH_TEST(tst_DataPane, QApplication)
#include "tst_datapane.moc"
