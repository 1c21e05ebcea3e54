// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The layers of a result as badges, explanations of failures and refusals, and the copied bug report.

#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"
#include "tests/unit/session/sessionsfixture.h"
#include "ui/forms/themelabel.h"
#include "ui/models/jsontreemodel.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/datapane.h"
#include "ui/panes/explanationcard.h"
#include "ui/panes/layerbar.h"
#include "ui/panes/metapane.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/warningspane.h"
#include "ui/text/textview.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Ui;
using namespace Qt::StringLiterals;

class tst_ResultLayers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::setStyle(new WorkbenchStyle(u"Fusion"_s)); }
    void switchesLayersOffOneByOne();
    void keepsWarningsAtTheirPlacesInsideALayer();
    void opensJsonInTextByAClick();
    void putsLayersThatDoNotFitIntoAMenu();
    void keepsAllControlsInsideANarrowPane_data();
    void keepsAllControlsInsideANarrowPane();
    void explainsARefusal_data();
    void explainsARefusal();
    void showsTextBesideTheDataItContradicts();
    void showsAFailureWithoutADiagnosis();
    void marksMetaThatTheServerClaims();
    void copiesABugReportWithoutSecrets();
    void readsResultsAsThePageIsSet();

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
    static bool hasPlace(const ResultPane &pane, const QString &pointer)
    {
        return pane.dataPane()->treeModel()->indexOf(pointer).isValid();
    }
};

namespace {

const Json &issuesSchema()
{
    static const Json schema = jsonLiteral(R"({"type":"object","required":["issues","total"],"properties":{
        "issues":{"type":"array"},"total":{"type":"integer"}}})");
    return schema;
}

Outcome toolResult(QByteArrayView result, const Json &schema = {}, const PipelineOptions &options = {})
{
    const Json whole = jsonLiteral(result);
    const Json structured = whole.member("structuredContent"_L1);
    const Json content = whole.member("content"_L1);
    return *runPipeline(mcpEnvelope(structured.isAbsent() ? content : structured,
                            {whole.member("isError"_L1).toBoolean(), content, structured, {}}),
        u"tracker.list-issues"_s, *prepareSchema(schema), options);
}

constexpr QByteArrayView alphaInText =
    R"({"content":[{"type":"text","text":"{\"ok\":true,\"data\":{\"n\":1}}"}]})";

} // namespace

void tst_ResultLayers::switchesLayersOffOneByOne()
{
    ResultPane pane;
    pane.resize(1100, 600);
    pane.show();
    QVERIFY(QTest::qWaitForWindowActive(&pane));
    const Outcome outcome = toolResult(alphaInText);
    pane.showResult(outcome, {});
    QCOMPARE(badges(pane), (QStringList{u"JSON in text ×"_s, u"{ok, data} ×"_s}));
    QVERIFY(hasPlace(pane, u"/n"_s));
    const auto badge = [&pane](qsizetype i) { return pane.statusLine()->layers()->badges().at(i); };
    QTest::mouseClick(badge(1), Qt::LeftButton);
    QCOMPARE(badges(pane), (QStringList{u"JSON in text ×"_s, u"{ok, data}"_s}));
    QVERIFY(hasPlace(pane, u"/data/n"_s));
    // One click shows the data as received.
    QTest::mouseClick(badge(0), Qt::LeftButton);
    QCOMPARE(pane.dataPane()->subject(), DataPane::Subject::Received);
    QVERIFY(hasPlace(pane, u"/0/text"_s));
    QTest::mouseClick(badge(1), Qt::LeftButton); // opens both
    QCOMPARE(badges(pane), (QStringList{u"JSON in text ×"_s, u"{ok, data} ×"_s}));
    QVERIFY(hasPlace(pane, u"/n"_s));
    QTest::mouseClick(badge(0), Qt::LeftButton);
    QCOMPARE(badges(pane), (QStringList{u"JSON in text"_s, u"{ok, data}"_s}));
    badge(0)->setFocus();
    QTest::keyClick(badge(0), Qt::Key_Space);
    QVERIFY(hasPlace(pane, u"/data/n"_s));
    // A result without layers has no badges.
    pane.showResult(toolResult(R"({"content":[],"structuredContent":{"n":1}})"), {});
    QVERIFY(pane.statusLine()->layers()->isHidden());
    QVERIFY(child<SegmentControl>(&pane, "dataSubjects")->isHidden());
}

void tst_ResultLayers::keepsWarningsAtTheirPlacesInsideALayer()
{
    const Json schema =
        jsonLiteral(R"({"type":"object","required":["ok","data"],"properties":{"ok":{"type":"boolean"},
        "data":{"type":"object","properties":{"n":{"type":"integer"}}}}})");
    ResultPane pane;
    pane.resize(1100, 600);
    pane.setOutputSchema(schema);
    pane.showResult(
        toolResult(R"({"content":[],"structuredContent":{"ok":true,"data":{"n":"7","m":1}}})", schema), {});
    QCOMPARE(badges(pane), QStringList{u"{ok, data} ×"_s});
    const QModelIndex place = pane.dataPane()->treeModel()->indexOf(u"/n"_s);
    QVERIFY(place.isValid());
    QCOMPARE(place.siblingAtColumn(1).data().toString(), u"\"7\""_s);
    QCOMPARE(place.siblingAtColumn(1).data(RowRole::Note).toString(), u"lost: 0 after normalisation"_s);
    Q_EMIT pane.warningsPane()->placeChosen(u"/data/n"_s);
    QCOMPARE(
        pane.dataPane()->treeView()->currentIndex().data(JsonTreeModel::PointerRole).toString(), u"/n"_s);
    QCOMPARE(pane.dataPane()->subject(), DataPane::Subject::Received);
    Q_EMIT pane.warningsPane()->placeChosen(u"/ok"_s); // outside the shown data
    QCOMPARE(pane.dataPane()->subject(), DataPane::Subject::Received);
    QCOMPARE(
        pane.dataPane()->treeView()->currentIndex().data(JsonTreeModel::PointerRole).toString(), u"/ok"_s);
}

void tst_ResultLayers::opensJsonInTextByAClick()
{
    PipelineOptions options;
    options.recognition.opensText = false;
    ResultPane pane;
    pane.showResult(toolResult(alphaInText, {}, options), {});
    QCOMPARE(badges(pane), QStringList{u"JSON in text"_s});
    QVERIFY(hasPlace(pane, u"/0/text"_s));
    child<Chip>(&pane, "layerBadge")->click();
    QTRY_COMPARE(badges(pane), (QStringList{u"JSON in text ×"_s, u"{ok, data} ×"_s}));
    QVERIFY(hasPlace(pane, u"/n"_s));
}

void tst_ResultLayers::keepsAllControlsInsideANarrowPane_data()
{
    QTest::addColumn<QString>("layer");
    QTest::addColumn<int>("width");
    QTest::newRow("wide") << u"{ok, data}"_s << 1000;
    QTest::newRow("narrower") << u"{ok, data}"_s << 650;
    QTest::newRow("narrow") << u"{ok, data}"_s << 500;
    QTest::newRow("a long name") << u"an envelope whose name is as long as words in German are"_s << 680;
}

void tst_ResultLayers::keepsAllControlsInsideANarrowPane()
{
    QFETCH(QString, layer);
    QFETCH(int, width);
    QWidget window; // has no layout, so that the pane keeps the given width
    DataPane pane(DataPane::Faces::All, &window);
    window.resize(1000, 300);
    pane.setGeometry(0, 0, width, 300);
    window.show();
    const Outcome outcome = toolResult(R"({"content":[],"structuredContent":{"ok":true,"data":{"a":1}}})");
    pane.setOutcome(outcome, layer);
    auto *faces = child<SegmentControl>(&pane, "dataFaces");
    QTRY_COMPARE(faces->width(), faces->sizeHint().width());
    const auto *copy = child<QWidget>(&pane, "copyData");
    QTRY_VERIFY(copy->mapTo(&window, copy->rect().topRight()).x() < width);
}

void tst_ResultLayers::putsLayersThatDoNotFitIntoAMenu()
{
    LayerBadges layers;
    layers.setMost(2);
    layers.setLayers({{u"a"_s, {}, false, false}, {u"b"_s, {}, true, false}, {u"c"_s, {}, false, false}});
    QCOMPARE(layers.badges().size(), 1);
    QCOMPARE(layers.openLayers(), 3);
    QSignalSpy changed(&layers, &LayerBadges::openLayersChanged);
    auto *rest = child<Chip>(&layers, "moreLayers");
    QVERIFY2(rest->text().contains(u'2'), qPrintable(rest->text()));
    rest->click();
    auto *menu = child<QMenu>(&layers, "layersMenu");
    QCOMPARE(menu->actions().size(), 2);
    menu->actions().at(1)->trigger();
    QCOMPARE(changed.size(), 1);
    QCOMPARE(layers.openLayers(), 2);
    layers.setMost(3);
    QCOMPARE(layers.badges().size(), 3);
    QCOMPARE(layers.badges().at(2)->text(), u"c"_s);
    QCOMPARE(layers.openLayers(), 2);
}

void tst_ResultLayers::explainsARefusal_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("title");
    QTest::newRow("TypeScript SDK 1")
        << u"MCP error -32602: Output validation error: Invalid structured content for tool list-issues: Required at issues\nRequired at total"_s
        << u"The server refused its own result: most likely, an envelope is around the data"_s;
    QTest::newRow("TypeScript SDK 2")
        << u"Output validation error: Invalid structured content for tool list-issues: total: Invalid input: expected number, received string"_s
        << u"The server refused its own result"_s;
    QTest::newRow("Python SDK") << u"Output validation error: 'total' is a required property"_s
                                << u"The server refused its own result"_s;
    QTest::newRow("an error of a client")
        << u"Structured content does not match the tool's output schema: data/total must be integer"_s
        << u"A client on the way refused the result"_s;
}

void tst_ResultLayers::explainsARefusal()
{
    QFETCH(QString, text);
    QFETCH(QString, title);
    const Json content =
        Json::array({Json::object({{u"type"_s, Json::string(u"text")}, {u"text"_s, Json::string(text)}})});
    const QByteArray flagged =
        Json::object({{u"content"_s, content}, {u"isError"_s, Json::boolean(true)}}).toBytes();
    const Error error{ErrorKind::Remote, ErrorCode::executionError, u"answered tools/call"_s, {},
        Json::object({{u"code"_s, Json::integer(-32602)}, {u"message"_s, Json::string(text)}})};
    const Result<Outcome> results[] = {toolResult(flagged, issuesSchema()), std::unexpected(error)};
    for (const Result<Outcome> &result : results) {
        ResultPane pane;
        pane.resize(1100, 700);
        pane.setOutputSchema(issuesSchema());
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        pane.showResult(result, {});
        QVERIFY(pane.isExplaining());
        QVERIFY(pane.explanationCard()->isVisible());
        QCOMPARE(child<ThemeLabel>(&pane, "explanationTitle")->text(), title);
        QVERIFY(child<TextView>(&pane, "receivedSideText")->document()->bytes().contains("total"));
        QVERIFY(child<ThemeLabel>(&pane, "declaredSideSentence")->text().contains(u"line"_s));
        QCOMPARE(pane.findChildren<ThemeLabel *>(u"fixCode"_s).size(), title.contains(u"envelope"_s) ? 3 : 2);
        QVERIFY(!child<QWidget>(&pane, "errorAdvice")->isVisible()); // the advice would blame the input
    }
}

void tst_ResultLayers::showsTextBesideTheDataItContradicts()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.showResult(
        toolResult(
            R"({"content":[{"type":"text","text":"{\"n\":1,\"a\":2}"}],"structuredContent":{"n":2,"a":2}})"),
        {});
    QVERIFY(!pane.isExplaining()); // the card is brief and does not fold the input
    auto *card = pane.explanationCard();
    QVERIFY(!card->isHidden() && card->isBrief());
    child<QToolButton>(card, "explanationMore")->click();
    QVERIFY(!child<QWidget>(card, "declaredSide")->isHidden());
    QCOMPARE(child<TextView>(card, "declaredSideText")->document()->bytes(), "{\n  \"n\": 1,\n  \"a\": 2\n}");
    QCOMPARE(child<ThemeLabel>(card, "declaredSideSentence")->text(),
        u"/n, line 2: structuredContent says something else here"_s);
}

void tst_ResultLayers::showsAFailureWithoutADiagnosis()
{
    ResultPane pane;
    pane.showResult(
        toolResult(
            R"({"isError":true,"content":[{"type":"text","text":"{\"ok\":false,\"error\":{\"code\":\"GONE\",\"message\":\"It is gone\"}}"}]})"),
        {});
    QVERIFY(!child<QWidget>(&pane, "unifiedError")->isHidden());
    QCOMPARE(child<ThemeLabel>(&pane, "unifiedMessage")->text(), u"GONE: It is gone"_s);
    QCOMPARE(badges(pane), (QStringList{u"JSON in text ×"_s, u"{ok, error} ×"_s}));
    pane.showResult(toolResult(R"({"content":[],"structuredContent":{"n":1}})"), {});
    QVERIFY(child<QWidget>(&pane, "unifiedError")->isHidden());
}

void tst_ResultLayers::marksMetaThatTheServerClaims()
{
    ResultPane pane;
    const auto words = [&pane] {
        QStringList texts;
        for (const QLabel *label : pane.metaPane()->findChildren<QLabel *>())
            texts.append(label->text());
        return texts;
    };
    Outcome outcome = toolResult(R"({"content":[],"structuredContent":{"n":1}})");
    pane.showResult(outcome, {});
    QVERIFY(!words().contains(u"as the server claims"_s));
    outcome.envelope.isClaimed = true;
    pane.showResult(outcome, {});
    QVERIFY2(words().contains(u"as the server claims"_s), qPrintable(words().join(u'|')));
}

void tst_ResultLayers::copiesABugReportWithoutSecrets()
{
    SessionsFixture fixture;
    OperationSpec spec = fakeOperation(u"list-issues"_s);
    spec.outputSchema = issuesSchema();
    fixture.peer->discovery->operations = {spec};
    const Json value = jsonLiteral(
        R"({"ok":true,"data":{"issues":[{"you":"Bearer canary-1234","api_key":"canary-5678"}],"total":1}})");
    fixture.peer->answer = mcpEnvelope(value, {false, Json::emptyArray(), value, {}});
    fixture.exchanges.hideSecret("canary-1234", u"TOKEN"_s);
    QVERIFY(fixture.sessions->addSource(SessionsFixture::source(u"s"_s)));
    fixture.sessions->connectSource(u"s"_s);
    QTRY_COMPARE(fixture.sessions->state(u"s"_s).phase, SourceState::Phase::Ready);
    OperationPage page(fixture.sessions.get(), {u"s"_s, u"list-issues"_s});
    page.resize(1176, 700);
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    auto *action = page.findChild<QAction *>(u"copyBugReportAction"_s);
    Q_EMIT page.moreMenu()->aboutToShow();
    QVERIFY(!action->isEnabled()); // there is no result to report yet
    page.setInput(jsonLiteral(R"({"password":"canary-9"})"));
    page.invoke();
    QTRY_VERIFY(page.resultPane()->isExplaining());
    const auto copied = [] { return QGuiApplication::clipboard()->text(); };
    for (const auto &copy : std::initializer_list<std::function<void()>>{
             [&] {
                 QTest::mouseClick(child<QToolButton>(page.resultPane(), "copyBugReport"), Qt::LeftButton);
             },
             [&] {
                 Q_EMIT page.moreMenu()->aboutToShow();
                 QVERIFY(action->isEnabled());
                 action->trigger();
             }}) {
        QGuiApplication::clipboard()->clear();
        copy();
        QTRY_VERIFY(!copied().isEmpty());
        QVERIFY2(
            copied().startsWith(u"# `list-issues`: The schema describes the data"_s), qPrintable(copied()));
        QVERIFY2(copied().contains(u"Bearer ${secret:TOKEN}"_s), qPrintable(copied()));
        QVERIFY2(!copied().contains(u"canary"_s), qPrintable(copied()));
    }
}

void tst_ResultLayers::readsResultsAsThePageIsSet()
{
    SessionsFixture fixture;
    fixture.peer->discovery->operations = {fakeOperation(u"get"_s)};
    const Json content = jsonLiteral(alphaInText).member("content"_L1);
    fixture.peer->answer = mcpEnvelope(content, {false, content, {}, {}});
    QVERIFY(fixture.sessions->addSource(SessionsFixture::source(u"s"_s)));
    fixture.sessions->connectSource(u"s"_s);
    QTRY_COMPARE(fixture.sessions->state(u"s"_s).phase, SourceState::Phase::Ready);
    OperationPage page(fixture.sessions.get(), {u"s"_s, u"get"_s});
    page.resize(1176, 700);
    const auto choose = [&page](const QString &group, qsizetype way) {
        page.findChild<QActionGroup *>(group)->actions().at(way)->trigger();
    };
    page.invoke();
    QTRY_COMPARE(badges(*page.resultPane()), (QStringList{u"JSON in text ×"_s, u"{ok, data} ×"_s}));
    choose(u"readText"_s, 2);
    page.invoke();
    QTRY_COMPARE(badges(*page.resultPane()), QStringList{u"JSON in text"_s});
    fixture.peer->answer = mcpEnvelope(content, {true, content, {}, {}});
    choose(u"readErrors"_s, 2);
    page.invoke();
    QTRY_VERIFY(!child<QWidget>(page.resultPane(), "errorCard")->isHidden());
    OperationPage other(fixture.sessions.get(), {u"s"_s, u"get"_s});
    other.restoreLayout(page.saveLayout());
    QVERIFY(other.findChild<QActionGroup *>(u"readText"_s)->actions().at(2)->isChecked());
    QVERIFY(other.findChild<QActionGroup *>(u"readErrors"_s)->actions().at(2)->isChecked());
}

WORKBENCH_TEST(tst_ResultLayers, QApplication)
#include "tst_resultlayers.moc"
