// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/pagefixture.h"
#include "ui/models/jsontreemodel.h"
#include "ui/panes/datapane.h"
#include "ui/panes/historypane.h"
#include "ui/panes/imageblock.h"
#include "ui/panes/logpane.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/sourcespane.h"
#include "ui/panes/warningcard.h"
#include "ui/panes/warningspane.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"

#include <QBuffer>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_Panes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void saysWhenTheOutputSchemaIsNotMet();
    void selectsThePlaceOfAWarning();
    void showsAPlaceAsReceived();
    void listsWhatNormalisationChanged();
    void selectsThePlaceOfAChange();
    void showsWhatWasRemovedAsItWasReceived();
    void showsTheSchemaOfAWarning();
    void showsAFailureWithWhatToDo();
    void blamesNoServerThatWasNotAsked_data();
    void blamesNoServerThatWasNotAsked();
    void showsHttpStatusAsTheOutcome_data();
    void showsHttpStatusAsTheOutcome();
    void searchesTheTree();
    void refusesImages_data();
    void refusesImages();
    void decodesAnImage();
    void sourcesSayWhatToDoWhenThereAreNone();
    void sourcesOpenAnOperationByClickAndReturn();
    void sourcesFilterFromTheField();
    void historyOpensByReturn();
    void tablesSayWhyTheyAreEmpty();

private:
    static Outcome outcome(
        const QByteArray &data, const QList<Warning> &warnings = {}, const QList<Change> &changes = {})
    {
        const Json value = jsonLiteral(data);
        return {
            localEnvelope(value, u"x.y"_s, 0), jsonLiteral(R"({"humidity":"82"})"), warnings, 0, changes, {}};
    }
    static inline const Warning humidity{
        u"/humidity"_s, u"Expected number, got string"_s, u"type"_s, u"#/properties/humidity/type"_s};
    static inline const Change became{
        u"/humidity"_s, ChangeAction::Replaced, Json::string(u"82"), Json::integer(0)};

    std::unique_ptr<PageFixture> f;
};

void tst_Panes::init()
{
    f = std::make_unique<PageFixture>();
    QVERIFY(f->connectSource());
}

void tst_Panes::cleanup()
{
    f.reset();
}

void tst_Panes::saysWhenTheOutputSchemaIsNotMet()
{
    ResultPane pane;
    pane.show();
    pane.showResult(outcome(R"({"humidity":"82"})", {humidity}), {});
    QVERIFY(child(&pane, u"schemaChip"_s)->isVisible());
    QCOMPARE(label(&pane, u"outcomeWord"_s), u"ok"_s);
    pane.showResult(outcome(R"({"humidity":0})", {humidity}, {became}), {});
    QVERIFY(!child(&pane, u"schemaChip"_s)->isVisible());
    QVERIFY(child(&pane, u"warningsChip"_s)->isVisible());
}

void tst_Panes::selectsThePlaceOfAWarning()
{
    ResultPane pane;
    pane.resize(900, 500);
    pane.show();
    pane.showResult(outcome(R"({"a":1,"humidity":0})", {humidity}, {became}), {});
    auto *card = pane.findChild<WarningCard *>();
    QVERIFY(!card->isChosen());
    QTest::mouseClick(card, Qt::LeftButton, {}, {60, 10});
    QVERIFY(card->isChosen());
    RowTreeView *tree = pane.dataPane()->treeView();
    QCOMPARE(tree->currentIndex().data(JsonTreeModel::PointerRole).toString(), u"/humidity"_s);
    QCOMPARE(tree->currentIndex().siblingAtColumn(1).data().toString(), u"0"_s);
}

void tst_Panes::showsAPlaceAsReceived()
{
    ResultPane pane;
    pane.show();
    pane.showResult(outcome(R"({"humidity":0})", {humidity}, {became}), {});
    Q_EMIT pane.findChild<WarningCard *>()->receivedRequested();
    DataPane *data = pane.dataPane();
    QCOMPARE(data->subject(), DataPane::Subject::Received);
    QCOMPARE(data->treeView()->currentIndex().siblingAtColumn(1).data().toString(), u"\"82\""_s);
    child<Chip>(data, u"subjectChip"_s)->click();
    QCOMPARE(data->subject(), DataPane::Subject::Data);
    QCOMPARE(data->treeModel()->indexOf(u"/humidity"_s, 1).data().toString(), u"0"_s);
}

void tst_Panes::listsWhatNormalisationChanged()
{
    const Change added{u"/unit"_s, ChangeAction::Added, {}, Json::string(u"°C"_s)};
    const Change removed{u"/extra"_s, ChangeAction::Removed, Json::integer(7), {}};
    ResultPane pane;
    pane.resize(900, 700);
    pane.show();
    pane.showResult(outcome(R"({"humidity":0,"unit":"°C"})", {humidity}, {became, added, removed}), {});
    const QList<WarningCard *> cards = pane.findChildren<WarningCard *>();
    QCOMPARE(cards.size(), 3); // the change of a place that is warned of stands with its warning
    QStringList pointers;
    for (const WarningCard *card : cards)
        pointers.append(card->row().pointer);
    QCOMPARE(pointers, (QStringList{u"/humidity"_s, u"/unit"_s, u"/extra"_s}));
    QTest::mouseClick(cards.at(0), Qt::LeftButton, {}, {60, 10});
    QVERIFY(child(cards.at(0), u"changeBefore"_s)->isVisible());
    QCOMPARE(child<ThemeLabel>(cards.at(0), u"changeBefore"_s)->fullText(), u"\"82\""_s);
    QCOMPARE(child<ThemeLabel>(cards.at(0), u"changeAfter"_s)->fullText(), u"0"_s);
    QVERIFY(!child(cards.at(1), u"changeBefore"_s)); // there was nothing before
    QVERIFY(!child(cards.at(2), u"changeAfter"_s));
    QCOMPARE(cards.at(1)->row().message, u"\"°C\" was added"_s);
    QCOMPARE(cards.at(2)->row().message, u"7 was removed"_s);
}

void tst_Panes::selectsThePlaceOfAChange()
{
    ResultPane pane;
    pane.resize(900, 500);
    pane.show();
    pane.showResult(outcome(R"({"a":1,"humidity":0})", {}, {became}), {});
    auto *card = pane.findChild<WarningCard *>();
    QTest::mouseClick(card, Qt::LeftButton, {}, {60, 10});
    QCOMPARE(pane.dataPane()->subject(), DataPane::Subject::Data);
    QCOMPARE(pane.dataPane()->treeView()->currentIndex().data(JsonTreeModel::PointerRole).toString(),
        u"/humidity"_s);
}

void tst_Panes::showsWhatWasRemovedAsItWasReceived()
{
    const Change removed{u"/humidity"_s, ChangeAction::Removed, Json::string(u"82"_s), {}};
    ResultPane pane;
    pane.resize(900, 500);
    pane.show();
    pane.showResult(outcome(R"({"a":1})", {}, {removed}), {});
    QTest::mouseClick(pane.findChild<WarningCard *>(), Qt::LeftButton, {}, {60, 10});
    QCOMPARE(pane.dataPane()->subject(), DataPane::Subject::Received);
    QCOMPARE(pane.dataPane()->treeView()->currentIndex().data(JsonTreeModel::PointerRole).toString(),
        u"/humidity"_s);
}

void tst_Panes::showsTheSchemaOfAWarning()
{
    ResultPane pane;
    pane.setOutputSchema(jsonLiteral(R"({"properties":{"humidity":{"type":"number"}}})"));
    pane.showResult(outcome(R"({"humidity":0})", {humidity}, {became}), {});
    Q_EMIT pane.findChild<WarningCard *>()->schemaRequested();
    QCOMPARE(pane.dataPane()->subject(), DataPane::Subject::Schema);
    QCOMPARE(
        pane.dataPane()->treeView()->currentIndex().siblingAtColumn(1).data().toString(), u"\"number\""_s);
}

void tst_Panes::showsAFailureWithWhatToDo()
{
    ResultPane pane;
    pane.show();
    pane.showResult(std::unexpected(Error{ErrorKind::Closed, u"child.exited"_s, u"“s” ended with code 7."_s,
                        u"last words"_s, {}}),
        {.source = u"s"_s, .durationMs = 88, .bytes = -1, .exchangeId = u"id"_s});
    QVERIFY(child(&pane, u"errorCard"_s)->isVisible());
    QCOMPARE(label(&pane, u"errorMessage"_s), u"“s” ended with code 7."_s);
    QVERIFY(!label(&pane, u"errorAdvice"_s).isEmpty());
    QVERIFY(child(&pane, u"connectSource"_s)->isVisible());
    QVERIFY(!child(&pane, u"sendAnyway"_s)->isVisible());
    QVERIFY(!child(&pane, u"errorDetails"_s)->isVisible());
    child<QToolButton>(&pane, u"errorDetailsToggle"_s)->click();
    QVERIFY(child(&pane, u"errorDetails"_s)->isVisible());
    QSignalSpy wire(&pane, &ResultPane::wireRequested);
    child<QToolButton>(&pane, u"showWire"_s)->click();
    QCOMPARE(wire.size(), 1);
    QCOMPARE(wire.at(0).at(0).toString(), u"id"_s);
}

void tst_Panes::blamesNoServerThatWasNotAsked_data()
{
    QTest::addColumn<Error>("error");
    QTest::newRow("the sign-in was cancelled")
        << Error{ErrorKind::Cancelled, u"oauth.cancelled"_s, u"The sign-in was cancelled."_s, {}, {}};
    QTest::newRow("nobody signed in")
        << Error{ErrorKind::Timeout, u"oauth.callback"_s, u"Nobody finished the sign-in."_s, {}, {}};
    QTest::newRow("another place") << Error{
        ErrorKind::Trust, u"credential.origin"_s, u"It is confirmed for no place."_s, {}, {}};
    QTest::newRow("a private network")
        << Error{ErrorKind::Trust, u"http.privatePeer"_s, u"It lies in a private network."_s, {}, {}};
}

void tst_Panes::blamesNoServerThatWasNotAsked()
{
    QFETCH(Error, error);
    ResultPane pane;
    pane.show();
    pane.showResult(std::unexpected(error), {});
    const QString advice = label(&pane, u"errorAdvice"_s);
    QVERIFY2(advice.contains(u"othing"_s) && !advice.contains(u"server"_s), qPrintable(advice));
    QVERIFY(!child(&pane, u"connectSource"_s)->isVisible());
}

void tst_Panes::showsHttpStatusAsTheOutcome_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("word");
    QTest::newRow("success") << 200 << u"200 OK"_s;
    QTest::newRow("failure") << 503 << u"503 Service Unavailable"_s;
    QTest::newRow("unknown") << 299 << u"299"_s;
}

void tst_Panes::showsHttpStatusAsTheOutcome()
{
    QFETCH(const int, status);
    QFETCH(const QString, word);
    const Json data = Json::null();
    ResultPane pane;
    pane.showResult(
        Outcome{httpEnvelope(data, {status, {}, u"application/json"_s}), data, {}, 0, {}, {}}, {});
    QCOMPARE(label(&pane, u"outcomeWord"_s), word);
}

void tst_Panes::searchesTheTree()
{
    DataPane pane;
    pane.resize(500, 400);
    pane.show();
    pane.setOutcome(outcome(R"({"a":{"deep":"needle"},"b":["Needle"]})"));
    pane.showSearch();
    auto *field = child<QLineEdit>(&pane, u"searchField"_s);
    field->setText(u"needle"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(pane.treeView()->currentIndex().data(JsonTreeModel::PointerRole).toString(), u"/a/deep"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(pane.treeView()->currentIndex().data(JsonTreeModel::PointerRole).toString(), u"/b/0"_s);
    field->setText(u"nowhere"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(label(&pane, u"searchFact"_s), u"Not found"_s);
}

void tst_Panes::refusesImages_data()
{
    QTest::addColumn<QByteArray>("base64");
    QByteArray huge("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x75\x30\0\0\x75\x30\x01\0\0\0\0", 29);
    huge += QByteArray(200, '\0');
    QTest::newRow("no base64") << QByteArray("%%%");
    QTest::newRow("an SVG") << QByteArray("<svg xmlns='http://www.w3.org/2000/svg'/>").toBase64();
    QTest::newRow("too short") << QByteArray("\x89PNG").toBase64();
    QTest::newRow("30000 by 30000") << huge.toBase64();
    QTest::newRow("truncated") << QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIH", 14).toBase64();
}

void tst_Panes::refusesImages()
{
    QFETCH(const QByteArray, base64);
    const ImageBlock::Decoded decoded = ImageBlock::decode(base64);
    QVERIFY(decoded.image.isNull());
    QVERIFY(!decoded.problem.isEmpty());
}

void tst_Panes::decodesAnImage()
{
    QImage image(3, 2, QImage::Format_RGB32);
    image.fill(Qt::red);
    QBuffer buffer;
    QVERIFY(buffer.open(QIODevice::WriteOnly));
    QVERIFY(image.save(&buffer, "PNG"));
    const ImageBlock::Decoded decoded = ImageBlock::decode(buffer.data().toBase64());
    QCOMPARE(decoded.image.size(), QSize(3, 2));
    QCOMPARE(decoded.format, u"png"_s);
    QVERIFY(decoded.problem.isEmpty());
}

void tst_Panes::sourcesSayWhatToDoWhenThereAreNone()
{
    SourcesPane pane(f->sessions.get());
    pane.resize(264, 400);
    pane.show();
    QVERIFY(!child(&pane, u"noSources"_s)->isVisible());
    f->sessions->removeSource(u"s"_s);
    QTRY_VERIFY(child(&pane, u"noSources"_s)->isVisible());
    QSignalSpy add(&pane, &SourcesPane::addSourceRequested);
    child<QPushButton>(&pane, u"addSource"_s)->click();
    QCOMPARE(add.size(), 1);
}

void tst_Panes::sourcesOpenAnOperationByClickAndReturn()
{
    SourcesPane pane(f->sessions.get());
    pane.resize(264, 400);
    pane.show();
    QSignalSpy opened(&pane, &SourcesPane::operationActivated);
    pane.selectOperation({u"s"_s, u"echo"_s});
    QCOMPARE(opened.size(), 0);
    QCOMPARE(pane.currentOperation().toString(), u"s.echo"_s);
    QCOMPARE(pane.currentSource(), u"s"_s);
    QTest::keyClick(pane.view(), Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    QTest::mouseClick(pane.view()->viewport(), Qt::LeftButton, {},
        pane.view()->visualRect(pane.view()->currentIndex()).center());
    QCOMPARE(opened.size(), 2);
    QCOMPARE(opened.last().first().value<OperationId>().toString(), u"s.echo"_s);
    const QStringList keys = pane.expandedKeys();
    QVERIFY(keys.contains(u"s"_s) && keys.contains(u"s/tools"_s));
}

void tst_Panes::sourcesFilterFromTheField()
{
    SourcesPane pane(f->sessions.get());
    pane.resize(264, 400);
    pane.show();
    auto *field = child<QLineEdit>(&pane, u"filterField"_s);
    QTest::keyClicks(field, u"wipe"_s);
    const QAbstractItemModel *shown = pane.view()->model();
    QTRY_COMPARE(shown->rowCount(shown->index(0, 0)), 1);
    QTest::keyClicks(field, u"nothing"_s);
    QTRY_VERIFY(child(&pane, u"nothingFound"_s)->isVisible());
    QTest::keyClick(field, Qt::Key_Escape);
    QTRY_COMPARE(shown->rowCount(shown->index(0, 0)), 3);
}

void tst_Panes::historyOpensByReturn()
{
    HistoryPane pane(&f->exchanges);
    pane.resize(900, 200);
    pane.show();
    const auto p = f->page(u"echo"_s, false);
    p->invoke();
    QTRY_COMPARE(pane.view()->model()->rowCount(), 1);
    pane.view()->setCurrentIndex(pane.view()->model()->index(0, 0));
    QCOMPARE(pane.currentExchange(), p->exchangeId());
    QSignalSpy opened(&pane, &HistoryPane::openRequested);
    QTest::keyClick(pane.view(), Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    QTRY_VERIFY(!p->isRunning());
    pane.clear();
    QTRY_COMPARE(pane.view()->model()->rowCount(), 0);
}

void tst_Panes::tablesSayWhyTheyAreEmpty()
{
    LogPane log(f->sessions.get());
    log.show();
    QVERIFY(child(&log, u"emptyText"_s)->isVisible());
    log.add({.at = {},
        .level = LogLine::Level::Info,
        .source = u"s"_s,
        .origin = u"stderr"_s,
        .text = u"hello"_s});
    QTRY_VERIFY(!child(&log, u"emptyText"_s)->isVisible());
    log.setFilterText(u"nothing"_s);
    QTRY_VERIFY(child(&log, u"emptyText"_s)->isVisible());
    QVERIFY(label(&log, u"emptyText"_s).contains(u"filter"_s));
}

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QApplication::setStyle(new WorkbenchStyle(u"Fusion"_s));
    tst_Panes test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_panes.moc"
