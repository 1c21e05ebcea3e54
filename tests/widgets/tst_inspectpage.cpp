// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The Inspect page by clicks and keys: text that is typed, pasted, dropped or opened, and its layers.

#include "core/json/jsonparser.h"
#include "tests/support/ourstyle.h"
#include "tests/support/pagefixture.h"
#include "tests/support/testprogram.h"
#include "ui/models/jsontreemodel.h"
#include "ui/models/metamodel.h"
#include "ui/pages/inspectpage.h"
#include "ui/panes/datapane.h"
#include "ui/panes/explanationcard.h"
#include "ui/panes/findingspane.h"
#include "ui/panes/inspecttext.h"
#include "ui/panes/layerbar.h"
#include "ui/panes/metapane.h"
#include "ui/text/jsonedit.h"
#include "ui/text/textview.h"
#include "ui/theme/controls.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/pagestack.h"
#include "ui/window/sourcescontroller.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_InspectPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void saysWhatToDoWhileItIsEmpty();
    void showsTheLayersOfPastedText();
    void opensTextWithinTheLimits();
    void showsTheDataAroundALayerThatIsSwitchedOff();
    void showsAFailureInTheUnifiedForm();
    void explainsWhatIsWrong();
    void showsDiagnosticsWithSeverityAndCode();
    void checksAgainstAnOutputSchema();
    void saysWhatIsWrongWithASchema();
    void readsFilesAndKeepsTheirBytes();
    void showsALargeFileWithoutEditing();
    void showsALongLineWithoutEditing();
    void saysWhyAFileCannotBeRead();
    void takesDroppedFilesAndTexts();
    void keepsSpacesThatEditorsChange();
    void copiesWhatTheCommandLinePrints();
    void opensFromTheMenuAndUsesAnEmptyPageAgain();
    void outlivesTheWorkspace();
    void everyControlHasANameAndIsReachedByTab();

private:
    QTreeView *tree() const { return child<QTreeView>(m_page.get(), u"dataTree"_s); }
    //! Pastes the clipboard into the editor by the keyboard.
    void paste(QByteArrayView text)
    {
        QGuiApplication::clipboard()->setText(QString::fromUtf8(text));
        QTest::keyClick(m_page->text()->editor(), Qt::Key_V, Qt::ControlModifier);
    }
    bool waitForLook()
    {
        QSignalSpy seen(m_page.get(), &InspectPage::inspected);
        return seen.wait(Test::patience);
    }
    QStringList badges() const
    {
        QStringList texts;
        for (const Chip *badge : m_page->layerBar()->badges()->badges())
            texts.append(badge->text());
        return texts;
    }
    bool hasPlace(const QString &pointer) const
    {
        return m_page->dataPane()->treeModel()->indexOf(pointer).isValid();
    }
    std::unique_ptr<InspectPage> m_page;
};

namespace {

constexpr QByteArrayView alphaInText =
    R"({"content":[{"type":"text","text":"{\"ok\":true,\"data\":{\"n\":1}}"}],"isError":false})";
constexpr QByteArrayView failed =
    R"({"content":[{"type":"text","text":"{\"ok\":false,\"error\":{\"code\":\"NOT_FOUND\",\"message\":\"No such issue\"}}"}],"isError":true})";

} // namespace

void tst_InspectPage::init()
{
    m_page = std::make_unique<InspectPage>();
    m_page->resize(1180, 640);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    QVERIFY(waitForLook());
    m_page->focusFirst();
}

void tst_InspectPage::cleanup()
{
    m_page.reset();
}

void tst_InspectPage::saysWhatToDoWhileItIsEmpty()
{
    QVERIFY(child(m_page.get(), u"placeholderWords"_s)->isVisible());
    QVERIFY(label(m_page.get(), u"placeholderWords"_s).contains(u"Paste"_s));
    QVERIFY(!child(m_page.get(), u"inspectCopy"_s)->isEnabled());
    QVERIFY(m_page->text()->editor()->hasFocus());
}

void tst_InspectPage::showsTheLayersOfPastedText()
{
    paste(alphaInText);
    QVERIFY(waitForLook());
    QCOMPARE(badges(), (QStringList{u"JSON in text ×"_s, u"{ok, data} ×"_s}));
    QCOMPARE(label(m_page.get(), u"layerWord"_s), u"ok"_s);
    QVERIFY(hasPlace(u"/n"_s));
    QVERIFY(child(m_page.get(), u"metaTree"_s)->isVisible());
    MetaModel *meta = m_page->findChild<MetaPane *>()->model();
    QCOMPARE(meta->indexOf(u"/envelope"_s, MetaModel::ValueColumn).data().toString(), u"{ok, data}"_s);
    QCOMPARE(m_page->text()->bytes(), alphaInText.toByteArray()); // never changed
    // Typing at its end analyses the text again.
    m_page->text()->editor()->moveCursor(QTextCursor::End);
    QTest::keyClicks(m_page->text()->editor(), u"x"_s);
    QVERIFY(waitForLook());
    QCOMPARE(m_page->recognition().kind, "none"_L1);
}

void tst_InspectPage::opensTextWithinTheLimits()
{
    Limits limits;
    limits.envelopeTextBytes = 10;
    SessionsFixture f(limits);
    InspectPage page(f.sessions.get());
    page.text()->setBytes(alphaInText.toByteArray());
    QTRY_VERIFY(page.recognition().closedText.has_value());
    QVERIFY(page.recognition().closedText->isTooLarge);
}

void tst_InspectPage::showsTheDataAroundALayerThatIsSwitchedOff()
{
    paste(alphaInText);
    QVERIFY(waitForLook());
    QTest::mouseClick(m_page->layerBar()->badges()->badges().at(1), Qt::LeftButton);
    QCOMPARE(badges(), (QStringList{u"JSON in text ×"_s, u"{ok, data}"_s}));
    QVERIFY(hasPlace(u"/data/n"_s));
    QVERIFY(hasPlace(u"/ok"_s));
    QTest::mouseClick(m_page->layerBar()->badges()->badges().at(0), Qt::LeftButton);
    QCOMPARE(badges(), (QStringList{u"JSON in text"_s, u"{ok, data}"_s}));
    QVERIFY(!hasPlace(u"/ok"_s));
    m_page->layerBar()->badges()->badges().at(1)->setFocus();
    QTest::keyClick(m_page->layerBar()->badges()->badges().at(1), Qt::Key_Space); // opens both
    QCOMPARE(badges(), (QStringList{u"JSON in text ×"_s, u"{ok, data} ×"_s}));
    QVERIFY(hasPlace(u"/n"_s));
}

void tst_InspectPage::showsAFailureInTheUnifiedForm()
{
    paste(failed);
    QVERIFY(waitForLook());
    QCOMPARE(label(m_page.get(), u"layerWord"_s), u"failed"_s);
    QVERIFY(child(m_page.get(), u"unifiedError"_s)->isVisible());
    QCOMPARE(label(m_page.get(), u"unifiedMessage"_s), u"NOT_FOUND: No such issue"_s);
    paste("");
    m_page->text()->setBytes(alphaInText.toByteArray());
    QVERIFY(waitForLook());
    QVERIFY(!child(m_page.get(), u"unifiedError"_s)->isVisible());
}

void tst_InspectPage::explainsWhatIsWrong()
{
    m_page->resize(1180, 800);
    m_page->schema()->setBytes(R"({"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}})");
    paste(R"({"content":[],"structuredContent":{"ok":true,"data":{"n":1,"token":"canary"}}})");
    QVERIFY(waitForLook());
    const ExplanationCard *card = m_page->explanationCard();
    QTRY_VERIFY(card->isVisible());
    QCOMPARE(card->diagnosis().code, u"schema.describes-data-not-envelope"_s);
    QTest::mouseClick(child(m_page.get(), u"copyBugReport"_s), Qt::LeftButton);
    const auto copied = [] { return QGuiApplication::clipboard()->text(); };
    QTRY_VERIFY2(copied().startsWith(u"# The schema describes the data"_s), qPrintable(copied()));
    QVERIFY(copied().contains(u"structuredContent"_s) && !copied().contains(u"canary"_s));
    QTest::mouseClick(child(m_page.get(), u"closeExplanation"_s), Qt::LeftButton);
    QVERIFY(!card->isVisible());
    // A JSON-RPC error with the message of a server that rejected its own output.
    m_page->text()->setBytes(
        R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"MCP error -32602: Invalid structured content for tool t: [{\"path\":[\"n\"],\"message\":\"Required\",\"received\":\"undefined\"}]"}})");
    QTRY_COMPARE(card->diagnosis().code, u"schema.server-rejected-own-output"_s);
    QVERIFY(card->isVisible());
    m_page->text()->setBytes(R"({"content":[],"structuredContent":{"n":1}})");
    QTRY_VERIFY(!card->isVisible());
    m_page->schema()->clear();
    m_page->text()->clear();
    paste(R"(MCP error -32602: paths:["scores","winner","rule_version_hash"])");
    QTRY_VERIFY(card->isVisible());
    QCOMPARE(card->diagnosis().code, u"schema.server-rejected-own-output"_s);
    QCOMPARE(card->diagnosis().subject.at(1).toString(), u"/winner: refused"_s);
    QCOMPARE(card->diagnosis().fixes.value(2).title, u"Or declare no output schema"_s);
}

void tst_InspectPage::showsDiagnosticsWithSeverityAndCode()
{
    paste(
        R"({"content":[{"type":"text","text":"{\"ok\":true,\"data\":1,\"more\":2}"}],"structuredContent":{"ok":true,"data":2}})");
    QVERIFY(waitForLook());
    QVERIFY(m_page->findingsPane()->count() > 0);
    const RecognitionNote note = m_page->recognition().notes.constFirst();
    const auto *card = child(m_page.get(), u"findingCard"_s);
    QVERIFY(card->isVisible());
    QCOMPARE(child<ThemeLabel>(card, u"findingCode"_s)->fullText(), QString(note.code));
    QCOMPARE(label(card, u"findingMessage"_s), note.message);
    QVERIFY(!label(card, u"findingSeverity"_s).isEmpty());
    QVERIFY(card->accessibleName().contains(note.code));
}

void tst_InspectPage::checksAgainstAnOutputSchema()
{
    m_page->text()->setBytes(
        R"({"content":[{"type":"text","text":"{\"ok\":true,\"data\":{\"n\":1}}"}],"structuredContent":{"ok":true,"data":{"n":1}}})");
    m_page->schema()->editor()->setFocus();
    QGuiApplication::clipboard()->setText(
        u"{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},\"required\":[\"n\"]}"_s);
    QTest::keyClick(m_page->schema()->editor(), Qt::Key_V, Qt::ControlModifier);
    QTest::keyClicks(child(m_page.get(), u"inspectTool"_s), u"count"_s);
    const auto explained = [this] {
        return std::ranges::any_of(m_page->recognition().notes, [](const RecognitionNote &note) {
            return note.code == "schema.describes-data-not-envelope"_L1 && note.message.contains(u"count"_s);
        });
    };
    QTRY_VERIFY(explained());
}

void tst_InspectPage::saysWhatIsWrongWithASchema()
{
    m_page->schema()->setBytes("{oops");
    QVERIFY(waitForLook());
    QVERIFY(child(m_page.get(), u"schemaProblem"_s)->isVisible());
    m_page->schema()->clear();
    QVERIFY(waitForLook());
    QVERIFY(!child(m_page.get(), u"schemaProblem"_s)->isVisible());
}

void tst_InspectPage::readsFilesAndKeepsTheirBytes()
{
    const QTemporaryDir folder;
    const QByteArray http = "HTTP/1.1 404 Not Found\r\nContent-Type: application/problem+json\r\n\r\n"
                            "{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404}";
    QFile file(folder.filePath(u"answer.http"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(http) == http.size());
    file.close();
    m_page->text()->readFile(file.fileName());
    QVERIFY(waitForLook());
    QCOMPARE(m_page->text()->bytes(), http); // with its line ends
    QCOMPARE(m_page->tabTitle(), u"answer.http"_s);
    QVERIFY(m_page->recognition().isError);
    QVERIFY(child(m_page.get(), u"unifiedError"_s)->isVisible());
}

void tst_InspectPage::showsALargeFileWithoutEditing()
{
    const QByteArray large = "{\"ok\":true,\"data\":\"" + QByteArray(2 << 20, 'x') + "\"}";
    m_page->text()->setBytes(large, u"large.json"_s);
    QVERIFY(waitForLook());
    QVERIFY(!m_page->text()->isEditable());
    QVERIFY(m_page->text()->viewer()->isVisible());
    QCOMPARE(m_page->recognition().kind, "alpha"_L1);
    QTest::mouseClick(child(m_page.get(), u"inspectClear"_s), Qt::LeftButton);
    QVERIFY(waitForLook());
    QVERIFY(m_page->text()->isEditable() && m_page->isEmpty());
    QVERIFY(m_page->text()->editor()->hasFocus());
}

void tst_InspectPage::showsALongLineWithoutEditing()
{
    const QByteArray items = QByteArray("{\"n\":12345},").repeated(8000);
    const QByteArray oneLine = "{\"ok\":true,\"data\":[" + items + "1]}";
    paste(oneLine);
    QVERIFY(waitForLook());
    QVERIFY(!m_page->text()->isEditable());
    QCOMPARE(m_page->recognition().kind, "alpha"_L1);
    m_page->text()->setBytes(QByteArray("1\n").repeated(100'000)); // many short lines can be edited
    QVERIFY(m_page->text()->isEditable());
}

void tst_InspectPage::saysWhyAFileCannotBeRead()
{
    m_page->text()->readFile(u"/nowhere/at/all.json"_s);
    QTRY_VERIFY(label(m_page.get(), u"placeholderWords"_s).contains(u"/nowhere/at/all.json"_s));
    m_page->text()->setBytes(QByteArray("\xff\xfe\x00\x01", 4));
    QVERIFY(waitForLook());
    QVERIFY(label(m_page.get(), u"placeholderWords"_s).contains(u"not text"_s));
}

void tst_InspectPage::takesDroppedFilesAndTexts()
{
    const auto drop = [](QWidget *target, const QMimeData &dropped) {
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(target, &enter);
        QDropEvent event(QPointF(5, 5), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(target, &event);
        return enter.isAccepted() && event.isAccepted();
    };
    QMimeData text;
    text.setText(QString::fromUtf8(alphaInText));
    QVERIFY(drop(m_page.get(), text));
    QVERIFY(waitForLook());
    QCOMPARE(m_page->recognition().kind, "alpha"_L1);
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"jsend.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(R"({"status":"success","data":{"n":1}})") > 0);
    file.close();
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(file.fileName())});
    QVERIFY(drop(m_page->text()->editor()->viewport(), files));
    QTRY_COMPARE(m_page->recognition().kind, "jsend"_L1);
    QCOMPARE(m_page->text()->fileName(), u"jsend.json"_s);
}

void tst_InspectPage::keepsSpacesThatEditorsChange()
{
    const QByteArray spaces = "{\"a\":\"x\xc2\xa0y\"}"; // a no-break space
    m_page->text()->setBytes(spaces);
    m_page->text()->editor()->moveCursor(QTextCursor::End);
    QTest::keyClicks(m_page->text()->editor(), u" "_s);
    QCOMPARE(m_page->text()->bytes(), spaces + ' ');
}

void tst_InspectPage::copiesWhatTheCommandLinePrints()
{
    paste(alphaInText);
    QVERIFY(waitForLook());
    QTest::mouseClick(child(m_page.get(), u"inspectCopy"_s), Qt::LeftButton);
    const auto copied = [] { return parseJson(QGuiApplication::clipboard()->text().toUtf8()); };
    QTRY_VERIFY(copied() && copied()->member("kind"_L1).toString() == "alpha"_L1);
    QCOMPARE(*copied(), toJson(m_page->recognition()));
}

void tst_InspectPage::opensFromTheMenuAndUsesAnEmptyPageAgain()
{
    const PageFixture f;
    MainWindow::Options options;
    options.remember = false;
    MainWindow window(f.sessions.get(), static_cast<WorkbenchStyle *>(QApplication::style()), options);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window, Qt::Key_I, Qt::ControlModifier | Qt::ShiftModifier);
    auto *page = qobject_cast<InspectPage *>(window.pageStack()->currentTool());
    QVERIFY(page);
    window.findChild<QAction *>(u"inspectEnvelope"_s)->trigger();
    QCOMPARE(window.pageStack()->tools().size(), 1);
    page->text()->setBytes("{}");
    window.findChild<QAction *>(u"inspectEnvelope"_s)->trigger();
    QCOMPARE(window.pageStack()->tools().size(), 2);
    QVERIFY(!window.pageStack()->current());
    QVERIFY(window.findChild<QAction *>(u"closeTab"_s)->isEnabled());
    window.findChild<QAction *>(u"closeTab"_s)->trigger();
    QCOMPARE(window.pageStack()->tools().size(), 1);
    QCOMPARE(window.pageStack()->openPages().operations, QStringList());
}

void tst_InspectPage::outlivesTheWorkspace()
{
    PageFixture f;
    QVERIFY(f.connectSource());
    MainWindow::Options options;
    options.remember = false;
    MainWindow window(f.sessions.get(), static_cast<WorkbenchStyle *>(QApplication::style()), options);
    window.show();
    window.inspectEnvelope();
    window.openOperation({u"s"_s, u"echo"_s});
    window.sources()->checkSource(u"s"_s);
    QCOMPARE(window.pageStack()->tools().size(), 2);
    window.newWorkspace();
    QCOMPARE(window.pageStack()->pages().size(), 0);
    QCOMPARE(window.pageStack()->tools().size(), 1);
    QVERIFY(qobject_cast<InspectPage *>(window.pageStack()->tools().constFirst()));
}

void tst_InspectPage::everyControlHasANameAndIsReachedByTab()
{
    paste(failed);
    QVERIFY(waitForLook());
    QWidgetList controls;
    for (QWidget *widget : m_page->findChildren<QWidget *>()) {
        if ((widget->focusPolicy() & Qt::TabFocus) != Qt::TabFocus || !widget->isVisible()
            || !widget->isEnabled() || widget->focusProxy())
            continue;
        controls.append(widget);
        const QAccessibleInterface *face = QAccessible::queryAccessibleInterface(widget);
        QVERIFY2(face && !face->text(QAccessible::Name).isEmpty(), qPrintable(widget->objectName()));
    }
    QVERIFY(controls.size() > 8);
    QWidgetList reached;
    for (int i = 0; i < 80; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        if (!reached.contains(QApplication::focusWidget()))
            reached.append(QApplication::focusWidget());
    }
    for (const QWidget *widget : std::as_const(controls))
        QVERIFY2(reached.contains(widget), qPrintable(widget->objectName()));
}

WORKBENCH_TEST(tst_InspectPage, QApplication, Workbench::Test::useOurStyle)
#include "tst_inspectpage.moc"
