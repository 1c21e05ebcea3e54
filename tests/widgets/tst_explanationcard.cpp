// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"
#include "tests/unit/session/sessionsfixture.h"
#include "ui/forms/inputeditor.h"
#include "ui/forms/themelabel.h"
#include "ui/models/jsontreemodel.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/datapane.h"
#include "ui/panes/explanationcard.h"
#include "ui/panes/jsonexcerpt.h"
#include "ui/panes/layerbar.h"
#include "ui/panes/resultpane.h"
#include "ui/text/jsonedit.h"
#include "ui/text/textview.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QClipboard>
#include <QSignalSpy>
#include <QSplitter>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Ui;
using namespace Qt::StringLiterals;

class tst_ExplanationCard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void shortensAValueToAFewLines_data();
    void shortensAValueToAFewLines();
    void findsTheLinesOfAPlace();
    void showsBothSides();
    void marksThePlacesInTheirColours();
    void copiesItselfAsText();
    void hidesTheDetailsInABriefCard();
    void isShownOverTheOpenedData();
    void switchesBetweenTheEnvelopeAndItsData();
    void isRemovedByTheNextResult();
    void explainsAPlainMismatchInTwoLines();
    void leavesFurtherFaultsToWarnings();
    void saysWhyThereIsNoWarning();
    void takesThePagesWidthUntilTheInputIsEdited();

private:
    template <typename T> static T *child(QWidget *parent, const char *name)
    {
        auto *found = parent->findChild<T *>(QString::fromLatin1(name));
        if (!found)
            qFatal("there is no %s", name);
        return found;
    }
    static QStringList badges(const ResultPane &pane)
    {
        QStringList texts;
        for (const Chip *badge : pane.statusLine()->layers()->badges())
            texts.append(badge->text());
        return texts;
    }
};

namespace {

const Json &issuesSchema()
{
    static const Json schema = jsonLiteral(R"({"type":"object","required":["issues","total"],"properties":{
        "issues":{"type":"array"},"total":{"type":"integer"}}})");
    return schema;
}

Outcome issues(QByteArrayView received = R"({"ok":true,"data":{"issues":[{"id":412},{"id":408}],"total":2}})")
{
    const Json value = jsonLiteral(received);
    auto outcome = runPipeline(mcpEnvelope(value, {false, Json::emptyArray(), value, {}}),
        u"tracker.list-issues"_s, *prepareSchema(issuesSchema()));
    return *std::move(outcome);
}

} // namespace

void tst_ExplanationCard::initTestCase()
{
    QApplication::setStyle(new WorkbenchStyle(u"Fusion"_s));
}

void tst_ExplanationCard::shortensAValueToAFewLines_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QStringList>("marked");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("a scalar") << QByteArray("1.50") << QStringList() << QByteArray("1.50");
    QTest::newRow("short values on one line") << QByteArray(R"({"a":1,"b":["x","y"]})") << QStringList()
                                              << QByteArray("{\n  \"a\": 1,\n  \"b\": [\"x\", \"y\"]\n}");
    QTest::newRow("an empty object") << QByteArray("{}") << QStringList() << QByteArray("{}");
    QTest::newRow("deep values are counted") << QByteArray(R"({"a":{"b":{"c":{"d":1}}}})") << QStringList()
                                             << QByteArray("{\n  \"a\": {\n    \"b\": { 1 members }\n  }\n}");
    QTest::newRow("marked values are opened")
        << QByteArray(R"({"a":{"b":{"c":[[1]]}}})") << QStringList{u"/a/b/c"_s}
        << QByteArray("{\n  \"a\": {\n    \"b\": {\n      \"c\": [\n        [1]\n      ]\n    }\n  }\n}");
    QTest::newRow("items after the twelfth are cut")
        << QByteArray("[1,2,3,4,5,6,7,8,9,10,11,12,13]") << QStringList()
        << QByteArray("[\n  1,\n  2,\n  3,\n  4,\n  5,\n  6,\n  7,\n  8,\n  9,\n  10,\n  11,\n  12\n  …\n]");
    QTest::newRow("a long text is cut") << QByteArray('"' + QByteArray(100, 'x') + '"') << QStringList()
                                        << QByteArray('"' + QByteArray(80, 'x') + "…\"");
}

void tst_ExplanationCard::shortensAValueToAFewLines()
{
    QFETCH(QByteArray, value);
    QFETCH(QStringList, marked);
    QFETCH(QByteArray, text);
    QCOMPARE(jsonExcerpt(jsonLiteral(value), marked).text, text);
}

void tst_ExplanationCard::findsTheLinesOfAPlace()
{
    const JsonExcerpt excerpt =
        jsonExcerpt(jsonLiteral(R"({"ok":true,"data":{"list":[[1]],"n":1}})"), {u"/data"_s});
    // 0 {  1 ok  2 data: {  3 list  4 n  5 }  6 }
    using Lines = JsonExcerpt::Lines;
    QCOMPARE(excerpt.linesOf({}), Lines(0, 6));
    QCOMPARE(excerpt.linesOf(u"/ok"_s), Lines(1, 1));
    QCOMPARE(excerpt.linesOf(u"/data"_s), Lines(2, 5));
    QCOMPARE(excerpt.linesOf(u"/data/list/0/0"_s), Lines(3, 3)); // the nearest ancestor that is shown
    QCOMPARE(excerpt.linesOf(u"/nowhere"_s), Lines(0, 6));
}

void tst_ExplanationCard::showsBothSides()
{
    const Outcome outcome = issues();
    ExplanationCard card;
    card.resize(1100, 400);
    card.setDiagnosis(outcome.diagnoses.first(), outcome.receivedData, issuesSchema());
    QCOMPARE(child<ThemeLabel>(&card, "explanationTitle")->text(),
        u"The schema describes the data; the server sent the envelope around it"_s);
    QCOMPARE(
        child<ThemeLabel>(&card, "explanationCode")->fullText(), u"schema.describes-data-not-envelope"_s);
    QVERIFY(child<ThemeLabel>(&card, "explanationCause")->text().contains(u"\"list-issues\""));
    QCOMPARE(child<ThemeLabel>(&card, "receivedSideSentence")->text(),
        u"Line 1: both names are missing here. Lines 3 to 6: /data has them, and is valid."_s);
    QCOMPARE(child<ThemeLabel>(&card, "declaredSideSentence")->text(),
        u"/required, line 3: asks for both names at the root"_s);
    QCOMPARE(child<TextView>(&card, "receivedSideText")->document()->bytes(),
        QByteArray(
            "{\n  \"ok\": true,\n  \"data\": {\n    \"issues\": [ 2 items ],\n    \"total\": 2\n  }\n}"));
    const QList<ThemeLabel *> codes = card.findChildren<ThemeLabel *>(u"fixCode"_s);
    QCOMPARE(codes.size(), 3);
    QCOMPARE(codes.at(0)->fullText(), u"return { structuredContent: result.data }"_s);
    QCOMPARE(
        codes.at(1)->fullText(), u"outputSchema: { ok: boolean, data?: { issues, total }, error?: {…} }"_s);
    QCOMPARE(codes.at(2)->fullText(), u"{ name, description, inputSchema }"_s);
    QStringList texts;
    for (const ThemeLabel *label : card.findChildren<ThemeLabel *>())
        texts.append(label->fullText());
    QVERIFY2(texts.contains(u"Or declare no output schema"_s), qPrintable(texts.join(u'\n')));
    // Setting a diagnosis again replaces the previous contents.
    card.setDiagnosis(outcome.diagnoses.first(), outcome.receivedData, issuesSchema());
    QCOMPARE(card.findChildren<ThemeLabel *>(u"fixCode"_s).size(), 3);
}

void tst_ExplanationCard::marksThePlacesInTheirColours()
{
    const Outcome outcome = issues();
    ExplanationCard card;
    card.resize(1100, 400);
    card.setDiagnosis(outcome.diagnoses.first(), outcome.receivedData, issuesSchema());
    card.show();
    QVERIFY(QTest::qWaitForWindowExposed(&card));
    auto *view = child<TextView>(&card, "receivedSideText");
    const QImage picture = view->viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32);
    const Theme &theme = Theme::of(view);
    QList<QRgb> bars; // the distinct colours at the left edge, from top to bottom
    for (int y = 0; y < int(view->heightFor(7)); ++y) {
        const QRgb pixel =
            picture.pixel(int(picture.devicePixelRatio()) / 2, int(y * picture.devicePixelRatio()));
        if (bars.isEmpty() || bars.last() != pixel)
            bars.append(pixel);
    }
    QVERIFY(bars.contains(theme.color(ColorRole::Error).rgb()));
    QVERIFY(bars.contains(theme.color(ColorRole::Ok).rgb()));
    QVERIFY(
        bars.indexOf(theme.color(ColorRole::Error).rgb()) < bars.indexOf(theme.color(ColorRole::Ok).rgb()));
}

void tst_ExplanationCard::copiesItselfAsText()
{
    const Outcome outcome = issues();
    ExplanationCard card;
    card.setDiagnosis(outcome.diagnoses.first(), outcome.receivedData, issuesSchema());
    child<QToolButton>(&card, "copyExplanation")->click();
    const QString text = QGuiApplication::clipboard()->text();
    QCOMPARE(text, toText(outcome.diagnoses.first()));
    QVERIFY(text.contains(u"schema.describes-data-not-envelope"));
}

void tst_ExplanationCard::hidesTheDetailsInABriefCard()
{
    const Outcome outcome = issues();
    ExplanationCard card;
    card.setDiagnosis(outcome.diagnoses.first(), outcome.receivedData, issuesSchema());
    auto *rest = child<QWidget>(&card, "explanationRest");
    auto *more = child<QToolButton>(&card, "explanationMore");
    QVERIFY(!rest->isHidden());
    QVERIFY(more->isHidden());
    card.setBrief(true);
    QVERIFY(rest->isHidden());
    more->click();
    QVERIFY(!rest->isHidden());
    ExplanationCard row;
    row.setTitleOnly();
    row.setDiagnosis(outcome.diagnoses.first(), outcome.receivedData, issuesSchema());
    QVERIFY(child<QWidget>(&row, "explanationRest")->isHidden());
    auto *cause = child<ThemeLabel>(&row, "explanationCause");
    QVERIFY(cause->isHidden());
    QCOMPARE(child<ThemeLabel>(&row, "explanationTitle")->toolTip(), cause->text());
}

void tst_ExplanationCard::isShownOverTheOpenedData()
{
    const Outcome outcome = issues();
    ResultPane pane;
    pane.resize(1100, 700);
    pane.setOutputSchema(issuesSchema());
    pane.showResult(outcome, {});
    QVERIFY(pane.isExplaining());
    QCOMPARE(outcome.envelope.data.member("total"_L1), Json::integer(0)); // the normalised value
    pane.dataPane()->setFace(DataPane::Face::Text);
    QTRY_VERIFY(pane.dataPane()->textView()->document());
    QVERIFY2(pane.dataPane()->textView()->document()->bytes().contains("\"total\": 2"),
        pane.dataPane()->textView()->document()->bytes().constData());
    QVERIFY(!child<Chip>(pane.statusLine(), "schemaChip")->isHidden());
    QCOMPARE(badges(pane), QStringList{u"{ok, data} ×"_s});
    // The shown data is valid.
    QVERIFY(!pane.dataPane()->treeModel()->index(0, 0).data(RowRole::Mark).isValid());
    QSignalSpy closed(&pane, &ResultPane::explanationClosed);
    child<QToolButton>(&pane, "closeExplanation")->click();
    QCOMPARE(closed.size(), 1);
    QVERIFY(!pane.isExplaining());
}

void tst_ExplanationCard::switchesBetweenTheEnvelopeAndItsData()
{
    ResultPane pane;
    pane.setOutputSchema(issuesSchema());
    pane.showResult(issues(), {});
    auto *subjects = child<SegmentControl>(&pane, "dataSubjects");
    const auto has = [&pane](const QString &pointer) {
        return pane.dataPane()->treeModel()->indexOf(pointer).isValid();
    };
    QVERIFY(subjects->isHidden()); // the part that the schema describes needed no normalisation
    QVERIFY(has(u"/issues"_s) && !has(u"/ok"_s));
    child<Chip>(&pane, "layerBadge")->click();
    QCOMPARE(pane.dataPane()->subject(), DataPane::Subject::Received);
    QVERIFY(has(u"/ok"_s));
    QVERIFY(!subjects->isHidden()); // the normalised envelope differs from the received one
    QCOMPARE(badges(pane), QStringList{u"{ok, data}"_s});
    subjects->setCurrent(1);
    QCOMPARE(pane.dataPane()->subject(), DataPane::Subject::Normalised);
    child<Chip>(&pane, "layerBadge")->click();
    QCOMPARE(badges(pane), QStringList{u"{ok, data} ×"_s});
    QCOMPARE(pane.dataPane()->subject(), DataPane::Subject::Received);
    QVERIFY(has(u"/issues"_s) && !has(u"/ok"_s));
    // The schema is neither received nor normalised data.
    pane.dataPane()->setSubject(DataPane::Subject::Schema);
    QCOMPARE(pane.dataPane()->subject(), DataPane::Subject::Schema);
    QVERIFY(subjects->isHidden());
}

void tst_ExplanationCard::isRemovedByTheNextResult()
{
    ResultPane pane;
    pane.setOutputSchema(issuesSchema());
    pane.showResult(issues(), {});
    pane.showResult(issues(R"({"issues":[],"total":0})"), {});
    QVERIFY(!pane.isExplaining());
    QVERIFY(pane.statusLine()->layers()->isHidden());
    QVERIFY(child<SegmentControl>(&pane, "dataSubjects")->isHidden());
    pane.showResult(issues(), {});
    pane.showResult(std::unexpected(Error{ErrorKind::Closed, {}, u"gone"_s, {}, {}}), {});
    QVERIFY(!pane.isExplaining());
    pane.showResult(issues(), {});
    pane.clear();
    QVERIFY(!pane.isExplaining());
}

void tst_ExplanationCard::explainsAPlainMismatchInTwoLines()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.setOutputSchema(issuesSchema());
    pane.showResult(issues(R"({"issues":7,"total":"2"})"), {});
    auto *card = child<ExplanationCard>(&pane, "explanationCard");
    QVERIFY(!card->isHidden());
    QCOMPARE(card->diagnosis().code, u"schema.mismatch"_s);
    QVERIFY(card->isBrief()); // the Warnings pane names each place
    QVERIFY(!child<Chip>(pane.statusLine(), "warningsChip")->isHidden());
    QVERIFY(!pane.isExplaining()); // the input is not folded
    child<QToolButton>(card, "explanationMore")->click();
    QVERIFY(!child<QWidget>(card, "explanationRest")->isHidden());
    // For other sources, only mismatches that remain after normalisation are explained: their clients accept
    // the rest.
    const auto number =
        prepareSchema(jsonLiteral(R"({"type":"object","properties":{"n":{"type":"number"}}})"));
    pane.showResult(*runPipeline(jsonLiteral(R"({"n":"2"})"), u"local.n"_s, *number), {});
    QVERIFY(card->isHidden());
    const auto untyped = prepareSchema(jsonLiteral(R"({"required":["n"]})"));
    pane.showResult(*runPipeline(jsonLiteral(R"({"m":2})"), u"local.n"_s, *untyped), {});
    QVERIFY(!card->isHidden());
}

void tst_ExplanationCard::leavesFurtherFaultsToWarnings()
{
    const Json content =
        jsonLiteral(R"([{"type":"text","text":"done"},{"type":"text","text":"__ENVELOPE_V1__:ab!"}])");
    const Json value = jsonLiteral(R"({"ok":true,"data":{"issues":[],"total":0}})");
    const auto outcome = runPipeline(
        mcpEnvelope(value, {false, content, value, {}}), u"s.list-issues"_s, *prepareSchema(issuesSchema()));
    QCOMPARE(outcome->diagnoses.size(), 2);
    ResultPane pane;
    pane.setOutputSchema(issuesSchema());
    pane.showResult(outcome, {});
    QStringList told;
    for (const QWidget *card : pane.findChildren<QWidget *>(u"warningCard"_s))
        told.append(card->accessibleName());
    QVERIFY2(told.join(u'\n').contains(u"The envelope block is not base64: character \"!\" at 2."_s),
        qPrintable(told.join(u'\n')));
    QVERIFY(!told.join(u'\n').contains(outcome->diagnoses.first().message));
}

void tst_ExplanationCard::saysWhyThereIsNoWarning()
{
    ResultPane pane;
    const auto told = [&pane](bool isFlagged, const Json &schema) {
        const Json content = jsonLiteral(R"([{"type":"text","text":"done"}])");
        pane.setOutputSchema(schema);
        pane.showResult(*runPipeline(mcpEnvelope(content, {isFlagged, content, {}, {}}), u"s.t"_s,
                            *prepareSchema(schema)),
            {});
        return child<ThemeLabel>(&pane, "noWarnings")->text();
    };
    QVERIFY(told(false, {}).contains(u"No output schema"));
    QVERIFY(told(true, {}).contains(u"Failed results"));
    QVERIFY(told(true, issuesSchema()).contains(u"Failed results"));
    pane.setOutputSchema(issuesSchema());
    pane.showResult(issues(R"({"issues":[],"total":0})"), {});
    QVERIFY(child<ThemeLabel>(&pane, "noWarnings")->text().contains(u"Matches the schema"));
}

void tst_ExplanationCard::takesThePagesWidthUntilTheInputIsEdited()
{
    SessionsFixture fixture;
    OperationSpec spec = fakeOperation(u"list-issues"_s);
    spec.outputSchema = issuesSchema();
    fixture.peer->discovery->operations = {spec};
    const Json value = issues().receivedData;
    fixture.peer->answer = mcpEnvelope(value, {false, Json::emptyArray(), value, {}});
    QVERIFY(fixture.sessions->addSource(SessionsFixture::source(u"s"_s)));
    fixture.sessions->connectSource(u"s"_s);
    QTRY_COMPARE(fixture.sessions->state(u"s"_s).phase, SourceState::Phase::Ready);
    OperationPage page(fixture.sessions.get(), {u"s"_s, u"list-issues"_s});
    page.resize(1176, 640);
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    const QByteArray layout = page.saveLayout();
    auto *splitter = child<QSplitter>(&page, "pageSplitter");

    page.invoke();
    QTRY_VERIFY(page.resultPane()->isExplaining());
    QVERIFY(page.inputEditor()->isFolded());
    QCOMPARE(splitter->orientation(), Qt::Vertical);
    QCOMPARE(page.saveLayout(), layout); // the layout changes for this result only

    child<QToolButton>(&page, "editInput")->click();
    QVERIFY(!page.inputEditor()->isFolded());
    QCOMPARE(splitter->orientation(), Qt::Horizontal);

    page.resultPane()->clear();
    page.inputEditor()->jsonEdit()->setFocus();
    page.invoke();
    QTRY_VERIFY(page.resultPane()->isExplaining());
    QVERIFY(!page.inputEditor()->isFolded()); // not while the user types in it
    page.inputEditor()->jsonEdit()->clearFocus();

    page.invoke();
    QTRY_VERIFY(page.inputEditor()->isFolded());
    child<QToolButton>(&page, "closeExplanation")->click();
    QVERIFY(!page.inputEditor()->isFolded());

    const Json bare = validPart(issues().diagnoses.first(), value);
    page.invoke();
    QTRY_VERIFY(page.inputEditor()->isFolded());
    fixture.peer->answer = mcpEnvelope(bare, {false, Json::emptyArray(), bare, {}});
    page.invoke();
    QTRY_VERIFY(!page.resultPane()->isExplaining());
    QVERIFY(!page.inputEditor()->isFolded());
    QCOMPARE(splitter->orientation(), Qt::Horizontal);
}

WORKBENCH_TEST(tst_ExplanationCard, QApplication)
#include "tst_explanationcard.moc"
