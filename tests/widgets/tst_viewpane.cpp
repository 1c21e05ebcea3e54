// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The content of a result in the View: the payload of a ToolEnvelope, and blocks with annotations.

#include "core/envelope/mcpblock.h"
#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"
#include "ui/forms/themelabel.h"
#include "ui/models/jsontreemodel.h"
#include "ui/models/metamodel.h"
#include "ui/pages/inspectpage.h"
#include "ui/panes/contentblock.h"
#include "ui/panes/datapane.h"
#include "ui/panes/inspecttext.h"
#include "ui/panes/metapane.h"
#include "ui/panes/payloadview.h"
#include "ui/panes/resultpane.h"
#include "ui/text/markdownview.h"
#include "ui/text/textview.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QLineEdit>
#include <QPointer>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>

using namespace Workbench;
using namespace Workbench::Ui;
using namespace Qt::StringLiterals;

class tst_ViewPane : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::setStyle(new WorkbenchStyle(u"Fusion"_s)); }
    void showsThePayloadOfAToolEnvelope();
    void hidesOnlyTheEnvelopeThatItShows();
    void showsTheMetaOfAToolEnvelope();
    void acceptsAPayloadOfAnyShape_data();
    void acceptsAPayloadOfAnyShape();
    void boundsWhatAPageShows();
    void inspectShowsThePayloadToo();
    void showsTheAnnotationsOfBlocks_data();
    void showsTheAnnotationsOfBlocks();
    void opensAResultInTheFaceThatShowsIt_data();
    void opensAResultInTheFaceThatShowsIt();
    void keepsTheFaceThatTheUserChose();
    void showsContentInTheViewAfterDataAsText();
    void findsInTheBlocksWithCtrlF();
    void rendersMarkdown();
    void keepsThePlaceOfTheReader();
    void startsAtTheTopOfAnotherResource();
    void showsTheOnlyTextAsText_data();
    void showsTheOnlyTextAsText();
    void opensALinkOnlyWhenAsked();
    void opensAResourceLinkOnlyWhenAsked();
    void showsAnUnknownBlockAsReceived();
    void indentsJson();
    void showsAPromptAsAConversation();
    void copiesAConversation();

private:
    static QAbstractButton *face(QWidget *pane, int index)
    {
        return pane->findChild<SegmentControl *>(u"dataFaces"_s)->findChildren<QAbstractButton *>().at(index);
    }
    static QStringList shownTexts(QWidget *pane)
    {
        QStringList texts;
        for (const auto *label : pane->findChild<QWidget *>(u"viewPane"_s)->findChildren<ThemeLabel *>()) {
            const bool isElided = label->objectName().startsWith("block"_L1);
            texts.append(isElided ? label->fullText() : label->text());
        }
        return texts;
    }
    static bool shows(QWidget *pane, const QString &part)
    {
        return shownTexts(pane).join(u'\n').contains(part);
    }
};

namespace {

const QByteArray workflow =
    R"({"displayName":"Plan a trip","instructionId":"plan-trip","model":{"id":"m-1","label":"Planner"},
    "steps":[{"kind":"analysis","label":"Gather wishes","summary":"Two people, four days"},
             {"kind":"plan","label":"Choose trains","summary":"By night"}],
    "recommendations":[{"title":"Book early","detail":"Night trains fill up.","modelClass":"small",
        "groundingScope":"timetable","evidenceAnchors":["row 3","row 4"],"sourceRefs":["timetable.pdf"],
        "problem":"No seats in July","suggestedAction":"Ask for the sleeper"}],
    "artifacts":[{"kind":"worked-example","title":"Lisbon","description":"By train","input":{"days":4},"expectedOutput":"Two nights"},
        {"kind":"output-template","template":"From {{a}} to {{b}}","fields":["a","b"]},
        {"kind":"eval-criteria","criteria":["It is cheap","It is quick"]},
        {"kind":"comparison-matrix","headers":["Price","Hours"],"rows":[{"label":"Train","values":["90","21"]}]},
        {"kind":"tool-chain","steps":[{"tool":"find-train","description":"Look it up"}]},
        {"kind":"hologram","depth":3}],
    "methodology":"Compared by hand"})";

Json block(const QByteArray &text)
{
    return Json::object(
        {{u"type"_s, Json::string(u"text")}, {u"text"_s, Json::string(QString::fromUtf8(text))}});
}

Json envelopeBlocks(const QByteArray &payload)
{
    const QByteArray whole = R"({"payload":)" + payload
        + R"(,"meta":{"tool":"plan-trip","ts":"2026-03-04T05:06:07.890Z","version":1}})";
    return Json::array({block("Four days in Lisbon."), block("__ENVELOPE_V1__:" + whole.toBase64())});
}

Json resource(const QByteArray &members)
{
    return jsonLiteral(
        QByteArray(R"({"type":"resource","resource":{"uri":"docs://notes/weekly.md",)" + members + "}}"));
}

const QByteArray markdown =
    R"("mimeType":"text/markdown","text":"# Week 20\n\nThe **import** is `done`.)"
    R"( See [the list](https://example.org/list).\n\n![x](https://example.org/x.png)\n")";

Outcome outcomeOf(const Json &data, const McpMeta &meta)
{
    return *runPipeline(mcpEnvelope(data, meta), u"s.plan-trip"_s, *prepareSchema({}));
}

//! Records the addresses that would be opened in the browser.
class Browser : public QObject {
    Q_OBJECT
public:
    QList<QUrl> opened;
public Q_SLOTS:
    void open(const QUrl &address) { opened.append(address); }
};

Outcome resultWith(const Json &content)
{
    return *runPipeline(mcpEnvelope(content, {false, content, {}, {}}), u"s.plan-trip"_s, *prepareSchema({}));
}

} // namespace

void tst_ViewPane::showsThePayloadOfAToolEnvelope()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(resultWith(envelopeBlocks(workflow)), {});
    QCOMPARE(pane.dataPane()->face(), DataPane::Face::View);
    QTRY_VERIFY(pane.findChild<PayloadView *>()->isVisible());
    for (const QString &part :
        {u"Plan a trip"_s, u"Planner · plan-trip"_s, u"1. Gather wishes · analysis"_s,
            u"Two people, four days"_s, u"2. Choose trains · plan"_s, u"Book early"_s, u"small · timetable"_s,
            u"Night trains fill up."_s, u"Problem: No seats in July"_s,
            u"Suggested action: Ask for the sleeper"_s, u"Evidence: row 3, row 4"_s,
            u"Sources: timetable.pdf"_s, u"Lisbon"_s, u"Input: {\"days\":4}"_s,
            u"Expected output: Two nights"_s, u"From {{a}} to {{b}}"_s, u"Fields: a, b"_s, u"– It is quick"_s,
            u"Price"_s, u"21"_s, u"1. find-train · Look it up"_s, u"hologram"_s, u"Compared by hand"_s})
        QVERIFY2(shows(&pane, part), qPrintable(part + u" is not in: "_s + shownTexts(&pane).join(u" | "_s)));
    QVERIFY(shows(&pane, u"Four days in Lisbon."_s)); // the prose stays
    QVERIFY(!shows(&pane, u"__ENVELOPE_V1__"_s)); // opened data is not shown as base64, too
    // The next result replaces it.
    pane.showResult(resultWith(Json::array({block("plain")})), {});
    QVERIFY(shows(&pane, u"plain"_s));
    QVERIFY(!pane.findChild<PayloadView *>());
}

void tst_ViewPane::hidesOnlyTheEnvelopeThatItShows()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    const Json damaged = block("__ENVELOPE_V1__:ab!");
    const Json further = envelopeBlocks(R"({"steps":[{"label":"Another"}]})").at(1);
    pane.showResult(resultWith(Json::array({damaged, envelopeBlocks(workflow).at(1), further})), {});
    QTest::mouseClick(face(&pane, 3), Qt::LeftButton);
    QVERIFY(shows(&pane, u"1. Gather wishes · analysis"_s));
    QVERIFY(!shows(&pane, u"Another"_s));
    QCOMPARE(shownTexts(&pane).filter(u"__ENVELOPE_V1__"_s).size(), 2); // the damaged and the further one
    QCOMPARE(shownTexts(&pane).filter(u"The ToolEnvelope ("_s).size(), 1);
}

void tst_ViewPane::showsTheMetaOfAToolEnvelope()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.showResult(resultWith(envelopeBlocks(workflow)), {});
    MetaModel *meta = pane.metaPane()->model();
    const auto *tree = pane.metaPane()->findChild<RowTreeView *>(u"metaTree"_s);
    QVERIFY(tree->isExpanded(meta->indexOf(u"/ToolEnvelope"_s)));
    for (const auto &[name, value] : {std::pair(u"tool"_s, u"\"plan-trip\""_s),
             std::pair(u"ts"_s, u"\"2026-03-04T05:06:07.890Z\""_s), std::pair(u"version"_s, u"1"_s)}) {
        const QModelIndex row = meta->indexOf(u"/ToolEnvelope/"_s + name, 1);
        QVERIFY2(row.isValid(), qPrintable(name));
        QCOMPARE(row.data().toString(), value);
    }
    QVERIFY(!meta->meta().hasMember("ToolEnvelope"_L1)); // the copied meta is as received
    pane.showResult(resultWith(Json::array({block("plain")})), {});
    QVERIFY(!meta->indexOf(u"/ToolEnvelope"_s).isValid());
}

void tst_ViewPane::acceptsAPayloadOfAnyShape_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<bool>("hasPayloadView");
    QTest::newRow("another workflow") << QByteArray(R"({"answer":42})") << false;
    QTest::newRow("a list") << QByteArray("[1]") << false;
    QTest::newRow("null") << QByteArray("null") << false;
    QTest::newRow("steps that are not a list") << QByteArray(R"({"steps":{"a":1}})") << false;
    QTest::newRow("no steps") << QByteArray(R"({"steps":[]})") << true;
    QTest::newRow("steps of other types") << QByteArray(R"({"steps":[7,null,{"x":1},[]]})") << true;
    QTest::newRow("texts of other types")
        << QByteArray(R"({"displayName":7,"model":[],"recommendations":[{"title":{"a":1},"detail":[]},"x"]})")
        << true;
    QTest::newRow("artifacts of other types") << QByteArray(
        R"({"artifacts":[7,{},{"kind":3},{"kind":"comparison-matrix","rows":7},{"kind":"tool-chain","steps":{}}]})")
                                              << true;
    QTest::newRow("a failure") << QByteArray(
        R"({"category":"model","code":"X","message":"no","recoverable":false,"steps":[]})")
                               << false;
}

void tst_ViewPane::acceptsAPayloadOfAnyShape()
{
    QFETCH(QByteArray, payload);
    QFETCH(bool, hasPayloadView);
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(resultWith(envelopeBlocks(payload)), {});
    QTest::mouseClick(face(&pane, 3), Qt::LeftButton);
    QCOMPARE(pane.findChild<PayloadView *>() != nullptr, hasPayloadView);
    QVERIFY(shows(&pane, u"Four days in Lisbon."_s));
    QVERIFY(shows(&pane, u"__ENVELOPE_V1__"_s) == !hasPayloadView);
}

void tst_ViewPane::boundsWhatAPageShows()
{
    QByteArray steps;
    for (int i = 0; i < 5000; ++i)
        steps +=
            (i ? "," : "") + QByteArray(R"({"label":"step","summary":")") + QByteArray(20'000, 'x') + "\"}";
    const PayloadView view(jsonLiteral(QByteArray(R"({"steps":[)" + steps + "]}")));
    const QList<ThemeLabel *> labels = view.findChildren<ThemeLabel *>();
    QVERIFY2(labels.size() <= 202, qPrintable(QString::number(labels.size())));
    QCOMPARE(labels.last()->text(), u"The rest is in Tree."_s);
    for (const ThemeLabel *label : labels)
        QVERIFY(label->text().size() < 3000);
}

void tst_ViewPane::inspectShowsThePayloadToo()
{
    InspectPage page(nullptr);
    page.resize(1100, 700);
    page.show();
    QSignalSpy inspected(&page, &InspectPage::inspected);
    page.text()->setBytes(Json::object({{u"content"_s, envelopeBlocks(workflow)}}).toBytes());
    QTRY_VERIFY(!inspected.isEmpty());
    QTRY_VERIFY(face(&page, 3)->isEnabled());
    QTest::mouseClick(face(&page, 3), Qt::LeftButton);
    QVERIFY(shows(&page, u"Book early"_s));
}

void tst_ViewPane::showsTheAnnotationsOfBlocks_data()
{
    QTest::addColumn<QByteArray>("block");
    QTest::addColumn<QString>("caption");
    const QString all = u"for the user · for the assistant · priority 0.8 · last modified "_s;
    QTest::newRow("text") << QByteArray(
        R"({"type":"text","text":"t","annotations":{"audience":["user","assistant"],"priority":0.8,"lastModified":"2025-01-12T15:00:58Z"}})")
                          << QString(u"1 B · "_s + all);
    QTest::newRow("link") << QByteArray(
        R"({"type":"resource_link","uri":"x:y","name":"n","annotations":{"priority":1}})")
                          << u"resource link · priority 1"_s;
    QTest::newRow("link with facts") << QByteArray(
        R"({"type":"resource_link","uri":"x:y","name":"n","mimeType":"image/png","size":1180,"description":"d"})")
                                     << u"resource link · PNG · 1.18 kB"_s;
    QTest::newRow("link with a description")
        << QByteArray(R"({"type":"resource_link","uri":"x:y","name":"n","description":"The newest one"})")
        << u"The newest one"_s;
    QTest::newRow("resource") << QByteArray(
        R"({"type":"resource","resource":{"uri":"x:y","text":"t"},"annotations":{"audience":["user"]}})")
                              << u"1 B · for the user"_s;
    QTest::newRow("image") << QByteArray(
        R"({"type":"image","mimeType":"image/png","data":"AAAA","annotations":{"audience":["user"]}})")
                           << u"PNG · 3 B · for the user"_s;
    QTest::newRow("audio") << QByteArray(
        R"({"type":"audio","mimeType":"audio/wav","data":"AAAA","annotations":{"priority":0}})")
                           << u"WAV · 3 B · priority 0"_s;
    QTest::newRow("an invalid time") << QByteArray(
        R"({"type":"text","text":"t","annotations":{"lastModified":"yesterday"}})")
                                     << u"last modified \"yesterday\""_s;
    QTest::newRow("odd values") << QByteArray(
        R"({"type":"text","text":"t","annotations":{"audience":"user","priority":"high\u001b"}})")
                                << u"priority \"high\\u001b\""_s;
}

void tst_ViewPane::showsTheAnnotationsOfBlocks()
{
    QFETCH(QByteArray, block);
    QFETCH(QString, caption);
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(resultWith(Json::array({jsonLiteral(block)})), {});
    QVERIFY2(shows(&pane, caption), qPrintable(shownTexts(&pane).join(u" | "_s)));
}

void tst_ViewPane::opensAResultInTheFaceThatShowsIt_data()
{
    QTest::addColumn<Outcome>("outcome");
    QTest::addColumn<DataPane::Face>("face");
    const Json blocks = Json::array({block("The sum of 5 and 7 is 12.")});
    const Json numbers = jsonLiteral(R"({"sum":12})");
    QTest::newRow("text of a tool") << resultWith(blocks) << DataPane::Face::View;
    QTest::newRow("structured content")
        << outcomeOf(numbers, {false, blocks, numbers, {}}) << DataPane::Face::Tree;
    QTest::newRow("no content") << resultWith(Json::emptyArray()) << DataPane::Face::Tree;
    const Json note = resource(markdown);
    QTest::newRow("resource") << outcomeOf(
        Json::array({note.member("resource"_L1)}), {false, Json::array({note}), {}, {}})
                              << DataPane::Face::View;
    QTest::newRow("prompt") << outcomeOf(
        jsonLiteral(R"({"messages":[{"role":"user","content":{"type":"text","text":"Hi"}}]})"),
        {false, Json::array({block("Hi")}), {}, {}})
                            << DataPane::Face::View;
    QTest::newRow("JSON in text") << resultWith(Json::array({block(R"({"sum":12})")}))
                                  << DataPane::Face::Tree;
    const Json image = jsonLiteral(R"({"type":"image","mimeType":"image/png","data":"iVBO"})");
    QTest::newRow("JSON in text beside an image")
        << resultWith(Json::array({block(R"({"sum":12})"), image})) << DataPane::Face::View;
    QTest::newRow("structured content with an image")
        << outcomeOf(numbers, {false, Json::array({image}), numbers, {}}) << DataPane::Face::View;
    QTest::newRow("a string over HTTP") << *runPipeline(
        httpEnvelope(Json::string(u"hello"), {200, {}, u"text/plain"_s}), u"s.o"_s, *prepareSchema({}))
                                        << DataPane::Face::Tree;
    QTest::newRow("text over HTTP") << *runPipeline(
        httpEnvelope(Json::string(u"hello\nworld"), {200, {}, u"text/plain"_s}), u"s.o"_s, *prepareSchema({}))
                                    << DataPane::Face::View;
}

void tst_ViewPane::opensAResultInTheFaceThatShowsIt()
{
    QFETCH(Outcome, outcome);
    QFETCH(DataPane::Face, face);
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(outcome, {});
    QCOMPARE(pane.dataPane()->face(), face);
    pane.showResult(outcomeOf(jsonLiteral("{}"), {}), {}); // the next result may have another kind
    QCOMPARE(pane.dataPane()->face(), DataPane::Face::Tree);
}

void tst_ViewPane::keepsTheFaceThatTheUserChose()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    const Outcome outcome = resultWith(Json::array({block("one"), block("two")}));
    pane.showResult(outcome, {});
    QCOMPARE(pane.dataPane()->face(), DataPane::Face::View);
    QTest::mouseClick(face(&pane, 0), Qt::LeftButton);
    // A small tree is expanded, and the note of a row shows its content.
    const QModelIndex second = pane.dataPane()->treeModel()->indexOf(u"/1"_s, JsonTreeModel::ValueColumn);
    QVERIFY(pane.dataPane()->treeView()->isExpanded(second.siblingAtColumn(0)));
    QCOMPARE(second.data(RowRole::Note).toString(), u"two"_s);
    pane.showResult(outcome, {});
    QCOMPARE(pane.dataPane()->face(), DataPane::Face::Tree);
    ResultPane restored;
    restored.restoreLayout(pane.saveLayout(), true);
    restored.showResult(outcome, {});
    QCOMPARE(restored.dataPane()->face(), DataPane::Face::Tree);
    ResultPane other; // a page of another operation, restored with this layout
    other.restoreLayout(pane.saveLayout(), false);
    other.showResult(outcome, {});
    QCOMPARE(other.dataPane()->face(), DataPane::Face::View);
}

void tst_ViewPane::showsContentInTheViewAfterDataAsText()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(outcomeOf(jsonLiteral(R"({"sum":12})"), {}), {});
    QTest::mouseClick(face(&pane, 1), Qt::LeftButton);
    QCOMPARE(pane.dataPane()->face(), DataPane::Face::Text);
    pane.showResult(resultWith(Json::array({block("one"), block("two")})), {});
    QCOMPARE(pane.dataPane()->face(), DataPane::Face::View);
    pane.showResult(outcomeOf(jsonLiteral(R"({"sum":13})"), {}), {});
    QCOMPARE(pane.dataPane()->face(), DataPane::Face::Text);
}

void tst_ViewPane::findsInTheBlocksWithCtrlF()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    QVERIFY(QTest::qWaitForWindowActive(&pane));
    pane.showResult(resultWith(Json::array({block("the first"), block("the second")})), {});
    auto *view = pane.findChild<QWidget *>(u"viewPane"_s);
    view->setFocus();
    QTest::keyClick(view, Qt::Key_F, Qt::ControlModifier);
    auto *field = pane.dataPane()->findChild<QLineEdit *>(u"searchField"_s);
    QTRY_VERIFY(field->isVisible());
    QVERIFY(field->hasFocus());
    field->setText(u"SECOND"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QStringList selected;
    for (const QLabel *text : pane.findChildren<QLabel *>(u"viewText"_s))
        selected.append(text->selectedText());
    QCOMPARE(selected, QStringList({QString(), u"second"_s}));
}

void tst_ViewPane::rendersMarkdown()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(resultWith(Json::array({resource(markdown), block("<b>plain</b>")})), {});
    QVERIFY(shows(&pane, u"weekly.md"_s));
    QVERIFY(shows(&pane, u"1 of 2 · Markdown"_s));
    QVERIFY(shows(&pane, u"<b>plain</b>"_s));
    auto *view = pane.findChild<MarkdownView *>();
    QVERIFY(view->isVisible());
    QCOMPARE(view->document()->firstBlock().text(), u"Week 20"_s);
    QCOMPARE(view->document()->firstBlock().blockFormat().headingLevel(), 1);
    QTRY_COMPARE(view->height(), view->heightForWidth(view->width())); // no scroll bar
    auto *faces = pane.findChild<SegmentControl *>(u"markdownFaces"_s);
    QTest::mouseClick(faces->findChildren<QAbstractButton *>().at(1), Qt::LeftButton);
    QVERIFY(!view->isVisible());
    QVERIFY(shows(&pane, u"# Week 20"_s));
}

void tst_ViewPane::keepsThePlaceOfTheReader()
{
    const auto linesAfter = [](const QByteArray &first) {
        return resultWith(Json::array({block(first + QByteArray("a line\n").repeated(200))}));
    };
    ResultPane pane;
    pane.resize(1100, 500);
    pane.show();
    pane.showResult(linesAfter("one\n"), {});
    const auto *view = pane.findChild<QScrollArea *>(u"viewPane"_s);
    QTRY_VERIFY(view->verticalScrollBar()->maximum() > 600);
    view->verticalScrollBar()->setValue(500);
    const QPointer<ContentBlock> shown = pane.findChild<ContentBlock *>();
    pane.showResult(linesAfter("one\n"), {});
    QVERIFY(shown); // equal content is not shown again
    QCOMPARE(view->verticalScrollBar()->value(), 500);
    pane.showResult(linesAfter("two\n"), {});
    QVERIFY(!shown);
    QTRY_COMPARE(view->verticalScrollBar()->value(), 500);
}

void tst_ViewPane::startsAtTheTopOfAnotherResource()
{
    const auto linesOf = [](const QByteArray &uri) {
        const QByteArray text = QByteArray("a line\\n").repeated(200);
        return resultWith(Json::array({jsonLiteral(QByteArray(
            R"({"type":"resource","resource":{"uri":")" + uri + R"(","text":")" + text + "\"}}"))}));
    };
    ResultPane pane;
    pane.resize(1100, 500);
    pane.show();
    pane.showResult(linesOf("a:one"), {});
    const auto *view = pane.findChild<QScrollArea *>(u"viewPane"_s);
    QTRY_VERIFY(view->verticalScrollBar()->maximum() > 600);
    view->verticalScrollBar()->setValue(500);
    pane.showResult(linesOf("a:two"), {});
    QTRY_VERIFY(view->verticalScrollBar()->maximum() > 600);
    QCOMPARE(view->verticalScrollBar()->value(), 0);
}

void tst_ViewPane::showsTheOnlyTextAsText_data()
{
    QTest::addColumn<Outcome>("outcome");
    QTest::addColumn<QByteArray>("text");
    const Json note = resource(R"("text":"one\n\"two\"")");
    QTest::newRow("a text of a tool")
        << resultWith(Json::array({block("one\n\"two\"")})) << QByteArray("one\n\"two\"");
    QTest::newRow("a resource") << outcomeOf(
        Json::array({note.member("resource"_L1)}), {false, Json::array({note}), {}, {}})
                                << QByteArray("one\n\"two\"");
    QTest::newRow("a text over HTTP") << *runPipeline(
        httpEnvelope(Json::string(u"one\ntwo"), {200, {}, u"text/plain"_s}), u"s.o"_s, *prepareSchema({}))
                                      << QByteArray("one\ntwo");
    QTest::newRow("a JSON string over HTTP") << *runPipeline(
        httpEnvelope(Json::string(u"one\ntwo"), {200, {}, u"application/json"_s}), u"s.o"_s,
        *prepareSchema({})) << QByteArray(R"("one\ntwo")");
    const Json numbers = jsonLiteral(R"({"sum":12})");
    QTest::newRow("structured content beside a text")
        << outcomeOf(numbers, {false, Json::array({block("The sum is 12.")}), numbers, {}})
        << QByteArray("{\n  \"sum\": 12\n}");
}

void tst_ViewPane::showsTheOnlyTextAsText()
{
    QFETCH(Outcome, outcome);
    QFETCH(QByteArray, text);
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(outcome, {});
    pane.dataPane()->setFace(DataPane::Face::Text);
    const TextView *view = pane.dataPane()->textView();
    QTRY_VERIFY(view->document());
    QTRY_COMPARE(view->document()->bytes().trimmed(), text);
}

void tst_ViewPane::opensALinkOnlyWhenAsked()
{
    Browser browser;
    QDesktopServices::setUrlHandler(u"https"_s, &browser, "open");
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(
        resultWith(Json::array({resource(markdown),
            jsonLiteral(R"({"type":"resource_link","name":"file","uri":"file:///etc/passwd"})")})),
        {});
    auto *view = pane.findChild<MarkdownView *>();
    QVERIFY(!pane.findChild<QToolButton *>(u"offerLink"_s)); // a file link is not opened in the browser
    Q_EMIT view->anchorClicked(QUrl(u"https://example.org/list"_s));
    QVERIFY(browser.opened.isEmpty());
    QVERIFY(shows(&pane, u"example.org"_s));
    QVERIFY(shows(&pane, u"https://example.org/list"_s));
    auto *open = pane.findChild<QToolButton *>(u"openLink"_s);
    QTRY_VERIFY(open->isVisible());
    QTest::mouseClick(open, Qt::LeftButton);
    QCOMPARE(browser.opened, QList<QUrl>{QUrl(u"https://example.org/list"_s)});
    QDesktopServices::unsetUrlHandler(u"https"_s);
}

void tst_ViewPane::opensAResourceLinkOnlyWhenAsked()
{
    Browser browser;
    QDesktopServices::setUrlHandler(u"https"_s, &browser, "open");
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(resultWith(Json::array({jsonLiteral(
                        R"({"type":"resource_link","name":"list","uri":"https://example.org/list"})")})),
        {});
    auto *offer = pane.findChild<QToolButton *>(u"offerLink"_s);
    QVERIFY(offer);
    QTRY_VERIFY(offer->isVisible());
    QTest::mouseClick(offer, Qt::LeftButton);
    QVERIFY(browser.opened.isEmpty());
    auto *open = pane.findChild<QToolButton *>(u"openLink"_s);
    QVERIFY(open);
    QTRY_VERIFY(open->isVisible());
    QTest::mouseClick(open, Qt::LeftButton);
    QCOMPARE(browser.opened, QList<QUrl>{QUrl(u"https://example.org/list"_s)});
    QDesktopServices::unsetUrlHandler(u"https"_s);
}

void tst_ViewPane::showsAnUnknownBlockAsReceived()
{
    const QByteArray odd = R"({"type":"hologram","depth":3.0})";
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    const Json content = Json::array({block("fine"), jsonLiteral(odd)});
    pane.showResult(outcomeOf(content, {false, content, {}, {}}), {});
    QTest::mouseClick(face(&pane, 3), Qt::LeftButton);
    QVERIFY(shows(&pane, u"Block of type \"hologram\""_s));
    QVERIFY2(shows(&pane, u"\"depth\": 3.0"_s), qPrintable(shownTexts(&pane).join(u" | "_s)));
    const auto blocks = pane.findChildren<ContentBlock *>();
    QCOMPARE(blocks.size(), 2);
    QTest::mouseClick(blocks.at(1)->findChild<QToolButton *>(u"copyBlock"_s), Qt::LeftButton);
    QCOMPARE(QApplication::clipboard()->text(), QString::fromUtf8(odd));
}

void tst_ViewPane::indentsJson()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(resultWith(Json::array({resource(R"("mimeType":"application/json","text":"{\"a\":[1]}")"),
                        resource(R"("mimeType":"application/json","text":"{broken")")})),
        {});
    QTest::mouseClick(face(&pane, 3), Qt::LeftButton);
    QVERIFY2(shows(&pane, u"{\n  \"a\": "_s), qPrintable(shownTexts(&pane).join(u" | "_s)));
    QVERIFY(shows(&pane, u"{broken"_s)); // unchanged
}

namespace {

Outcome promptOutcome()
{
    const Json data = jsonLiteral(
        R"({"description":"Review of one note","messages":[{"role":"user","content":{"type":"text","text":"Review **this**.","annotations":{"audience":["assistant"]}}},)"
        R"({"role":"user","content":{"type":"resource","resource":{"uri":"docs://a/weekly.json","mimeType":"application/json","text":"{\"a\":1}"}}},)"
        R"({"role":"assistant","content":[{"type":"text","text":"I start."},{"type":"image","mimeType":"image/png","data":"AAAA"}]}]})");
    QList<Json> blocks;
    for (const McpMessage &message : messagesOf(data)) {
        for (const McpBlock &each : message.blocks)
            blocks.append(each.raw);
    }
    return outcomeOf(data, {false, Json::array(blocks), {}, {}});
}

} // namespace

void tst_ViewPane::showsAPromptAsAConversation()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(promptOutcome(), {});
    QCOMPARE(pane.dataPane()->face(), DataPane::Face::View);
    const auto blocks = pane.findChildren<ContentBlock *>();
    QCOMPARE(blocks.size(), 4);
    QStringList roles;
    for (const ContentBlock *each : blocks)
        roles.append(each->findChild<ThemeLabel *>(u"blockName"_s)->fullText());
    QCOMPARE(roles, (QStringList{u"user"_s, u"user"_s, u"assistant"_s, u"assistant"_s}));
    QVERIFY(shows(&pane, u"Review of one note"_s));
    QVERIFY2(shows(&pane, u"16 B · for the assistant"_s), qPrintable(shownTexts(&pane).join(u" | "_s)));
    QVERIFY(shows(&pane, u"weekly.json · JSON · 7 B"_s));
    const auto *first = blocks.first()->findChild<MarkdownView *>();
    QCOMPARE(first->toPlainText(), u"Review this."_s); // bold, as Markdown
}

void tst_ViewPane::copiesAConversation()
{
    ResultPane pane;
    pane.resize(1100, 900);
    pane.show();
    pane.showResult(promptOutcome(), {});
    auto *text = pane.findChild<QPushButton *>(u"copyConversation"_s);
    QVERIFY(text);
    text->click();
    QCOMPARE(QApplication::clipboard()->text(),
        u"user:\nReview **this**.\n\nuser:\n{\"a\":1}\n\nassistant:\nI start.\n[image/png]\n"_s);
    pane.findChild<QPushButton *>(u"copyConversationJson"_s)->click();
    QCOMPARE(parseJson(QApplication::clipboard()->text().toUtf8()).value_or(Json()),
        promptOutcome().envelope.data);
}

WORKBENCH_TEST(tst_ViewPane, QApplication)
#include "tst_viewpane.moc"
