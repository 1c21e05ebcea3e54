// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/ourstyle.h"
#include "tests/support/pagefixture.h"
#include "tests/support/testprogram.h"
#include "ui/models/jsontreemodel.h"
#include "ui/models/logmodels.h"
#include "ui/models/words.h"
#include "ui/panes/calleventspane.h"
#include "ui/panes/datapane.h"
#include "ui/panes/historypane.h"
#include "ui/panes/imageblock.h"
#include "ui/panes/logpane.h"
#include "ui/panes/metapane.h"
#include "ui/panes/operationheader.h"
#include "ui/panes/peeraskpane.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/sourcespane.h"
#include "ui/panes/warningspane.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QBuffer>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

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
    void selectsThePlaceInTheResult_data();
    void selectsThePlaceInTheResult();
    void showsAPlaceAsReceived();
    void listsWhatNormalisationChanged();
    void notesWhatIsOddAboutAResponseEnvelope_data();
    void notesWhatIsOddAboutAResponseEnvelope();
    void selectsThePlaceOfAChange();
    void showsARemovedValueAsReceived();
    void showsTheSchemaOfAWarning();
    void showsAFailureWithWhatToDo();
    void saysEachProblemOfRefusedInputOnce();
    void doesNotBlameAServerThatWasNotAsked_data();
    void doesNotBlameAServerThatWasNotAsked();
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
    void theLogIsFilteredByLevelAndLogger();
    void findsInMetaAndWarnings();
    void followsTheProgressOfEachRequestOfACall();
    void showsLevelAndLoggerOfMessages_data();
    void showsLevelAndLoggerOfMessages();
    void cancelsTheCallByNameWhileItWaits();
    void showsTheStatesOfRequestsDuringACall();
    void aKeyOutsideOfAFieldAnswersNothing();
    void samplingSaysWhatARuleDoesNotAnswer();

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
    //! Returns a pane in \a window that shows a request of \a kind, before one for a language model.
    PeerAskPane *askPane(QWidget *window, PeerRequest::Kind kind);
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
    // A lost value is as prominent as a warning; a default that was filled in is not.
    const auto chip = [&pane] { return child<Chip>(&pane, u"warningsChip"_s); };
    pane.showResult(outcome(R"({"humidity":0})", {}, {became}), {});
    QVERIFY(child(&pane, u"schemaChip"_s)->isVisible());
    QCOMPARE(chip()->text(), u"1 lost values"_s); // without a translation, English has one form
    pane.showResult(outcome(R"({"humidity":0})", {humidity}, {became}), {});
    QCOMPARE(chip()->text(), u"1 warnings, 1 lost values"_s);
    const Change filled{u"/unit"_s, ChangeAction::Added, {}, Json::string(u"C"), ChangeMark::Filled};
    pane.showResult(outcome(R"({"humidity":82,"unit":"C"})", {}, {filled}), {});
    QVERIFY(!child(&pane, u"schemaChip"_s)->isVisible());
    QCOMPARE(chip()->text(), u"1 changes"_s);
    QVERIFY(chip()->isVisible());
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
    QCOMPARE(tree->currentIndex().siblingAtColumn(1).data().toString(), u"\"82\""_s);
    pane.dataPane()->setSubject(DataPane::Subject::Normalised);
    QTest::mouseClick(card, Qt::LeftButton, {}, {60, 10});
    QCOMPARE(tree->currentIndex().siblingAtColumn(1).data().toString(), u"0"_s);
}

// A warning about the envelope around the data leads to Meta, and marks nothing in the data.
void tst_Panes::selectsThePlaceInTheResult_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("selected"); // in meta
    QTest::addColumn<QString>("shown"); // on the card
    QTest::newRow("a result member") << QByteArray(R"({"content":[],"isError":"true"})") << u"/isError"_s
                                     << u"/result/isError"_s << u"/isError of the result"_s;
    QTest::newRow("inside the content") << QByteArray(R"({"content":[{"text":"x"}]})") << u"/content/0"_s
                                        << u"/content/0"_s << u"/content/0 of the result"_s;
    QTest::newRow("a missing member")
        << QByteArray(R"({"isError":false})") << QString() << u"/result"_s << u"whole result"_s;
}

void tst_Panes::selectsThePlaceInTheResult()
{
    QFETCH(QByteArray, result);
    QFETCH(QString, pointer);
    McpMeta meta = McpMeta::ofCallToolResult(jsonLiteral(result));
    const Json data = meta.received();
    Outcome made{mcpEnvelope(data, std::move(meta)), data, {}, 0, {}, {}};
    made.warnings = {{pointer, u"Expected boolean, got string"_s, u"result"_s, {}, true}};
    ResultPane pane;
    pane.resize(900, 500);
    pane.show();
    pane.showResult(made, {});
    auto *card = pane.findChild<WarningCard *>();
    QVERIFY(card);
    QTEST(WarningsModel::placeText(card->row()), "shown");
    QVERIFY(!card->findChild<QToolButton *>(u"showAsReceived"_s));
    QTest::mouseClick(card, Qt::LeftButton, {}, {60, 10});
    QVERIFY(card->isChosen());
    auto *tree = pane.metaPane()->findChild<QAbstractItemView *>(u"metaTree"_s);
    QVERIFY(tree && tree->isVisible());
    QTEST(tree->currentIndex().data(JsonTreeModel::PointerRole).toString(), "selected");
}

void tst_Panes::showsAPlaceAsReceived()
{
    ResultPane pane;
    pane.show();
    pane.showResult(outcome(R"({"humidity":0})", {humidity}, {became}), {});
    DataPane *data = pane.dataPane();
    data->setSubject(DataPane::Subject::Normalised);
    QCOMPARE(data->treeModel()->indexOf(u"/humidity"_s, 1).data().toString(), u"0"_s);
    Q_EMIT pane.findChild<WarningCard *>()->receivedRequested();
    QCOMPARE(data->subject(), DataPane::Subject::Received);
    QCOMPARE(data->treeView()->currentIndex().siblingAtColumn(1).data().toString(), u"\"82\""_s);
}

void tst_Panes::notesWhatIsOddAboutAResponseEnvelope_data()
{
    QTest::addColumn<QByteArray>("structured");
    QTest::addColumn<QString>("note");
    QTest::newRow("an unknown source")
        << QByteArray(R"({"data":1,"meta":{"source":"ftp"}})")
        << u"Note: The value looks like a response envelope, but its meta.source \"ftp\" is not local, http "
           "or mcp; it is shown as data."_s;
    QTest::newRow("further members") << QByteArray(
        R"({"data":1,"meta":{"source":"local","operationId":"a.b","timestamp":1},"cost":3})")
                                     << u"Note: The response envelope has further members: cost."_s;
    QTest::newRow("a plain envelope")
        << QByteArray(R"({"data":1,"meta":{"source":"local","operationId":"a.b","timestamp":1}})")
        << QString();
}

void tst_Panes::notesWhatIsOddAboutAResponseEnvelope()
{
    QFETCH(QByteArray, structured);
    QFETCH(QString, note);
    const Json value = jsonLiteral(structured);
    ResultPane pane;
    pane.show();
    pane.showResult(*runPipeline(mcpEnvelope(value, {false, Json::emptyArray(), value, {}}), u"s.get"_s,
                        *prepareSchema({})),
        {});
    QCOMPARE(label(&pane, u"notes"_s), note);
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
    QCOMPARE(cards.size(), 3); // a change at the place of a warning is on the card of the warning
    QStringList pointers;
    for (const WarningCard *card : cards)
        pointers.append(card->row().pointer);
    QCOMPARE(pointers, (QStringList{u"/humidity"_s, u"/unit"_s, u"/extra"_s}));
    QTest::mouseClick(cards.at(0), Qt::LeftButton, {}, {60, 10});
    QVERIFY(child(cards.at(0), u"changeBefore"_s)->isVisible());
    QCOMPARE(child<ThemeLabel>(cards.at(0), u"changeBefore"_s)->fullText(), u"\"82\""_s);
    QCOMPARE(child<ThemeLabel>(cards.at(0), u"changeAfter"_s)->fullText(), u"0"_s);
    QVERIFY(!child(cards.at(1), u"changeBefore"_s)); // there was no value before
    QVERIFY(!child(cards.at(2), u"changeAfter"_s));
    QCOMPARE(cards.at(1)->row().message, u"\"°C\" was invented because nothing was received"_s);
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
    QCOMPARE(pane.dataPane()->subject(), DataPane::Subject::Received);
    QCOMPARE(pane.dataPane()->treeView()->currentIndex().data(JsonTreeModel::PointerRole).toString(),
        u"/humidity"_s);
}

void tst_Panes::showsARemovedValueAsReceived()
{
    const Change removed{u"/humidity"_s, ChangeAction::Removed, Json::string(u"82"_s), {}};
    ResultPane pane;
    pane.resize(900, 500);
    pane.show();
    pane.showResult(outcome(R"({"a":1})", {}, {removed}), {});
    pane.dataPane()->setSubject(DataPane::Subject::Normalised);
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
    child<Chip>(pane.dataPane(), u"subjectChip"_s)->click();
    QCOMPARE(pane.dataPane()->subject(), DataPane::Subject::Received);
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

void tst_Panes::saysEachProblemOfRefusedInputOnce()
{
    ResultPane pane;
    pane.show();
    const Json details = jsonLiteral(R"({"errors":[{"path":"/a","message":"Expected number, got string"}]})");
    pane.showResult(
        std::unexpected(Error{ErrorKind::Validation, u"VALIDATION_ERROR"_s,
            u"Validation failed for Input validation failed for s.get-sum:\n  - /a: Expected number"_s, {},
            details}),
        {});
    QCOMPARE(label(&pane, u"errorMessage"_s), u"The input of s.get-sum does not match its schema:"_s);
    QCOMPARE(label(&pane, u"errorLines"_s), u"/a: Expected number, got string"_s);
    QCOMPARE(label(&pane, u"errorCode"_s), u"VALIDATION_ERROR"_s);
    QCOMPARE(label(&pane, u"outcomeWord"_s), u"VALIDATION_ERROR"_s);
}

void tst_Panes::doesNotBlameAServerThatWasNotAsked_data()
{
    QTest::addColumn<Error>("error");
    QTest::newRow("the sign-in was cancelled")
        << Error{ErrorKind::Cancelled, u"oauth.cancelled"_s, u"The sign-in was cancelled."_s, {}, {}};
    QTest::newRow("the sign-in timed out")
        << Error{ErrorKind::Timeout, u"oauth.callback"_s, u"Nobody finished the sign-in."_s, {}, {}};
    QTest::newRow("an unconfirmed origin")
        << Error{ErrorKind::Trust, u"credential.origin"_s, u"It is confirmed for no place."_s, {}, {}};
    QTest::newRow("an address that is not public")
        << Error{ErrorKind::Trust, u"http.privatePeer"_s, u"It is not a public address."_s, {}, {}};
}

void tst_Panes::doesNotBlameAServerThatWasNotAsked()
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
    QTRY_COMPARE(pane.treeView()->currentIndex().data(JsonTreeModel::PointerRole).toString(), u"/a/deep"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(pane.treeView()->currentIndex().data(JsonTreeModel::PointerRole).toString(), u"/b/0"_s);
    field->setText(u"nowhere"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(label(&pane, u"searchFact"_s), u"Not found"_s);
}

void tst_Panes::refusesImages_data()
{
    QTest::addColumn<QByteArray>("base64");
    QByteArray huge("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x75\x30\0\0\x75\x30\x01\0\0\0\0", 29);
    huge += QByteArray(200, '\0');
    QTest::newRow("invalid base64") << QByteArray("%%%");
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
    QSignalSpy previewed(&pane, &SourcesPane::operationPreviewed);
    const QPoint at = pane.view()->visualRect(pane.view()->currentIndex()).center();
    QTest::mouseClick(pane.view()->viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(previewed.size(), 1);
    QCOMPARE(opened.size(), 1);
    QTest::mouseDClick(pane.view()->viewport(), Qt::LeftButton, {}, at);
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

void tst_Panes::theLogIsFilteredByLevelAndLogger()
{
    LogPane log(f->sessions.get());
    log.show();
    const auto add = [&log](LogLine::Level level, const QString &origin) {
        log.add({.at = {}, .level = level, .source = u"s"_s, .origin = origin, .text = u"x"_s});
    };
    add(LogLine::Level::Debug, u"server log: db"_s);
    add(LogLine::Level::Warning, u"server log: db"_s);
    add(LogLine::Level::Error, u"server log: mail"_s);
    const QAbstractItemModel *shown = log.view()->model();
    QTRY_COMPARE(shown->rowCount(), 3);
    auto *level = qobject_cast<QComboBox *>(log.tools());
    level->setFocus();
    QTest::keyClicks(level, u"warning"_s);
    QCOMPARE(shown->rowCount(), 2);
    log.setFilterText(u"db"_s);
    QCOMPARE(shown->rowCount(), 1);
    QCOMPARE(shown->index(0, LogModel::OriginColumn).data().toString(), u"server log: db"_s);
}

void tst_Panes::findsInMetaAndWarnings()
{
    ResultPane pane;
    pane.resize(1100, 600);
    pane.show();
    QVERIFY(QTest::qWaitForWindowActive(&pane));
    pane.showResult(outcome(R"({"humidity":0})", {humidity}), {});
    const auto find = [](QWidget *in, QWidget *focused, const QString &text) {
        focused->setFocus();
        QTest::keyClick(focused, Qt::Key_F, Qt::ControlModifier);
        auto *field = child<QLineEdit>(in, u"searchField"_s);
        if (!QTest::qWaitFor([field] { return field->isVisible(); }, 10'000))
            return u"the search did not open"_s;
        field->setText(text);
        QTest::keyClick(field, Qt::Key_Return);
        return label(in, u"searchFact"_s);
    };
    auto *meta = child<RowTreeView>(pane.metaPane(), u"metaTree"_s);
    QCOMPARE(find(pane.metaPane(), meta, u"x.y"_s), u"1 of 1"_s);
    QCOMPARE(meta->currentIndex().data(JsonTreeModel::PointerRole).toString(), u"/operationId"_s);
    QCOMPARE(find(pane.metaPane(), meta, u"nowhere"_s), u"Not found"_s);
    auto *card = pane.warningsPane()->findChild<WarningCard *>();
    QCOMPARE(find(pane.warningsPane(), card, u"expected number"_s), QString());
    QCOMPARE(find(pane.warningsPane(), card, u"nowhere"_s), u"Not found"_s);
}

void tst_Panes::followsTheProgressOfEachRequestOfACall()
{
    ExchangeLog log;
    CallEventsPane pane;
    pane.setLog(&log);
    pane.follow(u"1"_s);
    const auto step = [&log](const QByteArray &token, const QByteArray &progress, const QString &note) {
        Frame frame;
        frame.exchangeId = u"1"_s;
        frame.label = u"notifications/progress"_s;
        frame.bytes = R"({"params":{"progressToken":)" + token + R"(,"progress":)" + progress + "}}";
        frame.note = note;
        log.note(frame);
    };
    step("1", "40", {});
    step("1", "50", {});
    step("1", "49", {}); // does not go back
    step("2", "1", {}); // but the next round begins again
    step("2", "2", u"The key occurs more than once"_s);
    step("2", "-1", u"its progress is wrong"_s);
    const auto *model = child<QTreeView>(&pane, u"callEvents"_s)->model();
    QStringList said;
    for (int row = 0; row < model->rowCount(); ++row)
        said.append(model->index(row, 2).data().toString());
    QCOMPARE(said,
        (QStringList{
            u"40"_s, u"50"_s, u"1"_s, u"2 · The key occurs more than once"_s, u"its progress is wrong"_s}));
}

void tst_Panes::showsLevelAndLoggerOfMessages_data()
{
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<QString>("said");
    QTest::newRow("both") << QByteArray(R"({"level":"info","logger":"rooms","data":"2"})")
                          << u"info · rooms · 2"_s;
    QTest::newRow("a level without a word in Log")
        << QByteArray(R"({"level":"emergency","data":"fire"})") << u"emergency · fire"_s;
    QTest::newRow("neither") << QByteArray(R"({"data":"plain"})") << u"plain"_s;
    QTest::newRow("wrong types") << QByteArray(R"({"level":7,"logger":[],"data":{"a":1}})")
                                 << uR"({"a":1})"_s;
    QTest::newRow("hostile characters")
        << QByteArray(R"({"level":"\u202Exy","logger":"a\nb","data":"x"})") << uR"(\u{202E}xy · a\nb · x)"_s;
}

void tst_Panes::showsLevelAndLoggerOfMessages()
{
    QFETCH(QByteArray, params);
    ExchangeLog log;
    CallEventsPane pane;
    pane.setLog(&log);
    pane.follow(u"1"_s);
    Frame frame;
    frame.exchangeId = u"1"_s;
    frame.label = u"notifications/message"_s;
    frame.bytes = R"({"params":)" + params + "}";
    log.note(frame);
    QTEST(child<QTreeView>(&pane, u"callEvents"_s)->model()->index(0, 2).data().toString(), "said");
}

void tst_Panes::cancelsTheCallByNameWhileItWaits()
{
    QVERIFY2(QStringList({u"Ctrl+↵"_s, u"⌘↩"_s}).contains(returnHint()), qPrintable(returnHint()));
    OperationHeader header;
    const auto *cancel = child<QPushButton>(&header, u"cancel"_s);
    header.setRunning(true);
    QCOMPARE(cancel->accessibleName(), u"Cancel"_s);
    header.setWaiting(true);
    QCOMPARE(cancel->accessibleName(), u"Cancel call"_s);
    header.setRunning(false);
    QCOMPARE(cancel->accessibleName(), u"Cancel"_s);
}

void tst_Panes::showsTheStatesOfRequestsDuringACall()
{
    CallEventsPane pane;
    pane.setLog(&f->exchanges);
    pane.setRequests(&f->requests);
    pane.follow(u"1"_s);
    for (const QByteArray &params : {QByteArray(R"({"message":"a?"})"), QByteArray(R"({"message":"b?"})")}) {
        Frame frame;
        frame.exchangeId = u"1"_s;
        frame.label = u"elicitation/create"_s;
        frame.bytes = R"({"params":)" + params + "}";
        f->exchanges.note(frame);
        PeerRequest request;
        request.exchangeId = u"1"_s;
        request.params = jsonLiteral(params);
        (void)f->requests.ask(request, {});
    }
    const auto *model = child<QTreeView>(&pane, u"callEvents"_s)->model();
    QTRY_COMPARE(model->index(1, 2).data().toString(), u"queued · b?"_s);
    QCOMPARE(model->index(0, 2).data().toString(), u"waits · a?"_s);
    f->requests.answer(f->requests.current()->id, {PeerAnswer::Action::Decline, {}});
    QCOMPARE(model->index(0, 2).data().toString(), u"declined · a?"_s);
    QCOMPARE(model->index(1, 2).data().toString(), u"waits · b?"_s);
}

PeerAskPane *tst_Panes::askPane(QWidget *window, PeerRequest::Kind kind)
{
    PeerRequest request;
    request.source = u"s"_s;
    request.kind = kind;
    request.schema = jsonLiteral(R"({"type":"object","properties":{"n":{"type":"string"}}})");
    auto *asks = new PeerAskPane(window);
    asks->setSessions(f->sessions.get());
    asks->followSource(u"s"_s);
    window->resize(700, 400);
    asks->resize(window->size());
    window->show();
    (void)QTest::qWaitForWindowActive(window);
    (void)f->requests.ask(request, {});
    request.kind = PeerRequest::Kind::Sampling;
    (void)f->requests.ask(request, {});
    const auto *decline = child<QPushButton>(asks, u"askDecline"_s);
    (void)QTest::qWaitFor([&] { return asks->isVisible() && decline->isEnabled(); }, 30'000);
    return asks;
}

void tst_Panes::aKeyOutsideOfAFieldAnswersNothing()
{
    QWidget window;
    PeerAskPane *asks = askPane(&window, PeerRequest::Kind::Form);
    QCOMPARE(child<ThemeLabel>(asks, u"askNext"_s)->fullText(), u"next: a sampling request"_s);
    QTRY_VERIFY(child<QPushButton>(asks, u"askSend"_s)->isEnabled());
    auto *decline = child<QPushButton>(asks, u"askDecline"_s);
    decline->setFocus();
    QTest::keyClick(decline, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(f->requests.count(), 2);
    QVERIFY(qobject_cast<QLineEdit *>(QApplication::focusWidget()));
}

void tst_Panes::samplingSaysWhatARuleDoesNotAnswer()
{
    f->requests.setRule(u"s"_s, jsonLiteral(R"({"command":["x"]})"));
    QWidget window;
    PeerAskPane *asks = askPane(&window, PeerRequest::Kind::Sampling);
    QVERIFY(!label(asks, u"askNote"_s).contains(u"by itself"_s));
    child<SegmentControl>(asks, u"samplingAnswerFaces"_s)->setCurrent(2);
    asks->focusFirst();
    QCOMPARE(QApplication::focusWidget(), child(asks, u"samplingCommand"_s));
}

WORKBENCH_TEST(tst_Panes, QApplication, Workbench::Test::useOurStyle)
#include "tst_panes.moc"
