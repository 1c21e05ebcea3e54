// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The window across restarts, as a new user sees it: every state offers a next step.

#include "app/demo/demo.h"
#include "app/wiring/composition.h"
#include "core/json/jsonparser.h"
#include "tests/support/closesessions.h"
#include "tests/support/testprogram.h"
#include "ui/dialogs/addsourcedialog.h"
#include "ui/forms/inputeditor.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/sourcespane.h"
#include "ui/text/jsonedit.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/pagestack.h"
#include "ui/window/sourcescontroller.h"
#include "ui/window/startpage.h"
#include "ui/window/workspacecontroller.h"

#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;
using Phase = SourceState::Phase;

class tst_NoDeadEnds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aRestoredPageConnectsItsSource();
    void aRestoredStreamIsASubscription();
    void typedInputIsKeptAcrossARestart();
    void connectAllConnectsEverySource();
    void theDemoShowsAResultAndHasEveryKind();
    void aToolIsFoundCalledAndSeenByClicks();
    void theLastWorkspaceComesBackAfterTheDemo();
    void aMissingWorkspaceIsReportedAndTriedAgain();
    void aSavedDraftDoesNotComeBack();
    void theBannerClosesWithItsWorkspace();
    void pastingOnTheStartPageAddsASource_data();
    void pastingOnTheStartPageAddsASource();
    void aPastedServerFillsInTheForm_data();
    void aPastedServerFillsInTheForm();
    void droppingAnywhereAddsASource();
    void aNewSourceIsCurrent();
    void ctrlReturnGoesToTheSyntaxError();
    void helpNeedsNoDisplay_data();
    void helpNeedsNoDisplay();

private:
    template <typename T> T *find(const QString &name) const { return m_window->findChild<T *>(name); }
    void start();
    void stop();
    QString save(const QByteArray &content) const;
    void drop(const QMimeData &dropped) const
    {
        const QPoint place(700, 300);
        QDragEnterEvent enter(place, Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QDropEvent event(place, Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &event);
    }
    Phase phase(const QString &source) const { return m_window->sessions()->state(source).phase; }
    static QPushButton *invoke(const OperationPage *page)
    {
        return page->findChild<QPushButton *>(u"invoke"_s);
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<App::Composition> m_composition;
    std::unique_ptr<App::Demo> m_demo;
    std::unique_ptr<MainWindow> m_window;
    WorkbenchStyle *m_style = nullptr;
};

void tst_NoDeadEnds::initTestCase()
{
    QCoreApplication::setOrganizationName(u"envelope-workbench-tests"_s);
    m_style = new WorkbenchStyle(u"Fusion"_s);
    QApplication::setStyle(m_style);
}

void tst_NoDeadEnds::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_home->path());
    start();
}

void tst_NoDeadEnds::cleanup()
{
    stop();
}

void tst_NoDeadEnds::start()
{
    m_composition = std::make_unique<App::Composition>(App::Composition::Options{
        .limits = {}, .rememberTrust = false, .ownCommand = QStringLiteral(ENVELOPE_PROGRAM)});
    m_demo = std::make_unique<App::Demo>();
    MainWindow::Options options;
    options.demo = [this] { return m_demo->start(); };
    options.scratchPath = m_home->filePath(u"unsaved.workspace.json"_s);
    m_window = std::make_unique<MainWindow>(&m_composition->sessions(), m_style, options);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void tst_NoDeadEnds::stop()
{
    if (m_window)
        m_window->close();
    m_window.reset();
    if (m_composition)
        Test::closeSessions(m_composition->sessions());
    m_demo.reset();
    m_composition.reset();
}

QString tst_NoDeadEnds::save(const QByteArray &content) const
{
    QFile file(m_home->filePath(u"mine.workspace.json"_s));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write a test file");
    return file.fileName();
}

namespace {

constexpr auto twoSources =
    R"({"version":1,"sources":[{"name":"local","kind":"local","settings":{"set":"demo"}},
{"name":"other","kind":"local","settings":{"set":"demo"}}]})";

} // namespace

void tst_NoDeadEnds::aRestoredPageConnectsItsSource()
{
    m_window->openWorkspace(save(twoSources));
    const OperationId notes{u"local"_s, u"notes.find"_s};
    const OperationPage *page = m_window->openOperation(notes);
    stop();
    start();
    m_window->restoreLast();
    page = m_window->pageStack()->pageOf(notes);
    QVERIFY(page);
    QCOMPARE(invoke(page)->text(), u"Connect"_s);
    QVERIFY(invoke(page)->isEnabled());
    QVERIFY(!page->inputEditor()->findChild<QWidget *>(u"validityChip"_s)->isVisible()); // no schema yet
    const auto *advice = page->findChild<QLabel *>(u"noResult"_s);
    QVERIFY(advice->text().startsWith(u"Connect the source"_s));
    QTest::mouseClick(invoke(page), Qt::LeftButton);
    QTRY_COMPARE(phase(u"local"_s), Phase::Ready);
    QTRY_VERIFY(advice->text().startsWith(u"Fill in the input"_s));
    QTRY_COMPARE(invoke(page)->text(), u"Invoke"_s);
    QTest::mouseClick(invoke(page), Qt::LeftButton);
    QTRY_VERIFY(page->lastResult().has_value());
}

void tst_NoDeadEnds::aRestoredStreamIsASubscription()
{
    m_window->openWorkspace(save(twoSources));
    const OperationId tick{u"local"_s, u"clock.tick"_s};
    m_window->sources()->connectSource(u"local"_s);
    QTRY_COMPARE(phase(u"local"_s), Phase::Ready);
    QVERIFY(m_window->openOperation(tick)->isSubscription());
    stop();
    start();
    m_window->restoreLast();
    const OperationPage *page = m_window->pageStack()->pageOf(tick);
    QVERIFY(page && page->isSubscription());
    QCOMPARE(page->tabIconName(), u"subscription"_s);
    QVERIFY(page->streamPane());
}

void tst_NoDeadEnds::typedInputIsKeptAcrossARestart()
{
    m_window->openWorkspace(save(twoSources));
    m_window->sources()->connectSource(u"local"_s);
    QTRY_COMPARE(phase(u"local"_s), Phase::Ready);
    const OperationId notes{u"local"_s, u"notes.find"_s};
    OperationPage *page = m_window->openOperation(notes);
    page->inputEditor()->setFace(InputEditor::Face::Json);
    JsonEdit *json = page->inputEditor()->jsonEdit();
    json->setFocus();
    json->selectAll();
    QTest::keyClicks(json, uR"({"text":"typed"})"_s);
    const Json typed = page->input();
    QVERIFY(typed.isObject());
    stop();
    start();
    m_window->restoreLast();
    QCOMPARE(m_window->pageStack()->pageOf(notes)->input(), typed);
}

void tst_NoDeadEnds::connectAllConnectsEverySource()
{
    m_window->openWorkspace(save(twoSources));
    QCOMPARE(phase(u"local"_s), Phase::Disconnected);
    find<QAction>(u"connectAllSources"_s)->trigger();
    QTRY_COMPARE(phase(u"local"_s), Phase::Ready);
    QTRY_COMPARE(phase(u"other"_s), Phase::Ready);
}

void tst_NoDeadEnds::theDemoShowsAResultAndHasEveryKind()
{
    QTest::mouseClick(find<QAbstractButton>(u"startDemo"_s), Qt::LeftButton);
    QStringList kinds;
    for (const Source &source : m_window->sessions()->sources()) {
        kinds.append(source.kind);
        QTRY_COMPARE(phase(source.name), Phase::Ready);
        QVERIFY2(m_window->sessions()->operations(source.name).size() > 0, qPrintable(source.name));
    }
    QCOMPARE(kinds,
        (QStringList{
            u"local"_s, u"mcp"_s, u"mcp"_s, u"mcp"_s, u"mcp"_s, u"openapi"_s, u"hub"_s, u"fixtures"_s}));
    const OperationPage *page = m_window->pageStack()->current();
    QVERIFY(page);
    QTRY_VERIFY(page->lastResult().has_value());
    QVERIFY(page->lastResult()->has_value());
    QCOMPARE(page->input().member("location"_L1).toString(), u"Chicago"_s);
    QVERIFY(!m_window->pageStack()->startPage()->isVisible());
}

void tst_NoDeadEnds::aToolIsFoundCalledAndSeenByClicks()
{
    QTest::mouseClick(find<QAbstractButton>(u"startDemo"_s), Qt::LeftButton);
    QTRY_COMPARE(phase(u"tracker"_s), Phase::Ready);
    QTreeView *sources = m_window->sourcesPane()->view();
    const auto row = [sources] {
        const QAbstractItemModel *model = sources->model();
        const QModelIndexList found = model->match(
            model->index(0, 0), Qt::DisplayRole, u"draw-dot"_s, 1, Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? QModelIndex() : found.first();
    };
    QTRY_VERIFY(row().isValid());
    sources->scrollTo(row());
    const QPoint place = sources->visualRect(row()).center();
    QTest::mouseClick(sources->viewport(), Qt::LeftButton, {}, place);
    QTest::mouseDClick(sources->viewport(), Qt::LeftButton, {}, place);
    OperationPage *page = m_window->pageStack()->current();
    QVERIFY(page);
    QCOMPARE(page->operation(), (OperationId{u"tracker"_s, u"draw-dot"_s}));
    QStringList chips;
    for (const Chip *chip : page->findChild<QWidget *>(u"operationHeader"_s)->findChildren<Chip *>())
        chips.append(chip->text());
    QVERIFY2(chips.contains(u"tool"_s), qPrintable(chips.join(u", "_s)));
    QVERIFY2(chips.contains(u"read-only"_s), qPrintable(chips.join(u", "_s))); // as the server claims
    const auto *tabs = find<QTabBar>(u"pageTabs"_s);
    QCOMPARE(tabs->tabText(tabs->currentIndex()), u"draw-dot"_s);
    QTest::mouseClick(invoke(page), Qt::LeftButton);
    QTRY_VERIFY(page->lastResult().has_value());
    QTRY_VERIFY(page->findChild<QWidget *>(u"viewPane"_s)->isVisible());
    const auto texts = page->findChild<QWidget *>(u"viewPane"_s)->findChildren<QLabel *>();
    QVERIFY(std::ranges::any_of(
        texts, [](const QLabel *label) { return label->text().contains(u"A dot in #3b6fd4."_s); }));
}

void tst_NoDeadEnds::theLastWorkspaceComesBackAfterTheDemo()
{
    const QString path = save(twoSources);
    m_window->openWorkspace(path);
    m_window->openDemo();
    stop();
    start();
    m_window->openDemo(); // like --demo
    stop();
    start();
    m_window->restoreLast();
    QCOMPARE(m_window->workspace()->path(), path);
}

void tst_NoDeadEnds::aMissingWorkspaceIsReportedAndTriedAgain()
{
    const QString path = save(twoSources);
    m_window->openWorkspace(path);
    stop();
    QVERIFY(QFile::rename(path, path + u".away"_s));
    start();
    m_window->restoreLast();
    QCOMPARE(m_window->workspace()->path(), QString());
    auto *text = find<QLabel>(u"messageText"_s);
    QVERIFY(text->isVisible());
    QVERIFY2(text->text().contains(u"mine.workspace.json"_s), qPrintable(text->text()));
    stop();
    QVERIFY(QFile::rename(path + u".away"_s, path));
    start();
    m_window->restoreLast();
    QCOMPARE(m_window->workspace()->path(), path);
}

void tst_NoDeadEnds::aSavedDraftDoesNotComeBack()
{
    m_window->restoreLast();
    QVERIFY(m_window->sessions()->addSource({u"draft"_s, u"local"_s, jsonLiteral(R"({"set":"demo"})")}));
    QVERIFY(m_window->workspace()->save().has_value());
    const QString path = m_home->filePath(u"named.workspace.json"_s);
    QVERIFY(m_window->workspace()->saveAs(path).has_value());
    m_window->newWorkspace();
    stop();
    start();
    m_window->restoreLast();
    QCOMPARE(m_window->sessions()->sources().size(), 0);
    m_window->openWorkspace(path);
    QCOMPARE(m_window->sessions()->sources().size(), 1);
}

void tst_NoDeadEnds::theBannerClosesWithItsWorkspace()
{
    m_window->openDemo();
    QTRY_COMPARE(phase(u"local"_s), Phase::Ready);
    OperationPage *page = m_window->openOperation({u"local"_s, u"clock.tick"_s});
    page->invoke();
    QTRY_VERIFY(page->subscription() && page->subscription()->count() > 0);
    find<QAction>(u"closeTab"_s)->trigger();
    auto *text = find<QLabel>(u"messageText"_s);
    QTRY_VERIFY(text->isVisible());
    m_window->openWorkspace(save(twoSources));
    QVERIFY(!text->isVisible());
}

void tst_NoDeadEnds::pastingOnTheStartPageAddsASource_data()
{
    QTest::addColumn<QString>("focus");
    for (const auto *name : {"startAdd", "addSource", "goTo"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void tst_NoDeadEnds::pastingOnTheStartPageAddsASource()
{
    QFETCH(QString, focus);
    QGuiApplication::clipboard()->setText(u"npx -y @modelcontextprotocol/server-everything stdio"_s);
    auto *focused = find<QAbstractButton>(focus);
    focused->setFocus();
    QTest::keyClick(focused, Qt::Key_V, Qt::ControlModifier);
    auto *dialog = m_window->findChild<AddSourceDialog *>();
    QTRY_VERIFY(dialog && dialog->isVisible());
    QCOMPARE(dialog->findChild<QLineEdit *>(u"sourceText"_s)->text(),
        u"npx -y @modelcontextprotocol/server-everything stdio"_s);
    dialog->reject();
}

void tst_NoDeadEnds::aPastedServerFillsInTheForm_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("an entry of mcp.json")
        << uR"("tickets": {"command": "npx", "args": ["-y", "tickets"], "env": {"API_TOKEN": "4f9a0c2b77d1"}},)"_s;
    QTest::newRow("a whole mcp.json")
        << uR"({"mcpServers": {"tickets": {"command": "npx", "args": ["-y", "tickets"], "env": {"API_TOKEN": "4f9a0c2b77d1"}}}})"_s;
    QTest::newRow("a command with a variable") << u"API_TOKEN=4f9a0c2b77d1 npx -y tickets"_s;
}

void tst_NoDeadEnds::aPastedServerFillsInTheForm()
{
    QFETCH(const QString, text);
    QGuiApplication::clipboard()->setText(text);
    QTest::keyClick(find<QAbstractButton>(u"startAdd"_s), Qt::Key_V, Qt::ControlModifier);
    const auto *dialog = m_window->findChild<AddSourceDialog *>();
    QTRY_VERIFY(dialog && dialog->isVisible());
    const auto shown = [dialog]<typename T>(const QString &name) -> T * {
        const QList<T *> all = dialog->findChildren<T *>(name); // one per kind
        const auto found = std::ranges::find_if(all, [](const T *each) { return each->isVisible(); });
        return found == all.end() ? nullptr : *found;
    };
    const auto line = [&](const QString &name) {
        const auto *field = shown.operator()<QLineEdit>(name);
        return field ? field->text() : QString();
    };
    QTRY_COMPARE(line(u"source_command"_s), u"npx"_s);
    QCOMPARE(line(u"source_args"_s), u"-y tickets"_s);
    QCOMPARE(line(u"sourceName"_s), u"tickets"_s);
    QTRY_COMPARE(line(u"secretText"_s), u"4f9a0c2b77d1"_s); // goes to the keychain, not to the workspace file
    QVERIFY(shown.operator()<QAbstractButton>(u"isSecret"_s)->isChecked());
}

void tst_NoDeadEnds::droppingAnywhereAddsASource()
{
    QMimeData dropped;
    dropped.setUrls({QUrl(u"https://mcp.tracker.example/mcp"_s)});
    drop(dropped);
    auto *dialog = m_window->findChild<AddSourceDialog *>();
    QTRY_VERIFY(dialog && dialog->isVisible());
    QCOMPARE(dialog->findChild<QLineEdit *>(u"sourceText"_s)->text(), u"https://mcp.tracker.example/mcp"_s);
    dialog->reject();
    QMimeData file;
    file.setUrls({QUrl::fromLocalFile(save(twoSources))});
    drop(file);
    QTRY_COMPARE(m_window->sessions()->sources().size(), 2);
}

void tst_NoDeadEnds::aNewSourceIsCurrent()
{
    m_window->openWorkspace(save(twoSources));
    m_window->sources()->addSourceFrom(u"some-server --flag"_s);
    QTest::keyClick(m_window->findChild<AddSourceDialog *>(), Qt::Key_Return);
    QTRY_COMPARE(m_window->sessions()->sources().size(), 3);
    QCOMPARE(m_window->sourcesPane()->currentSource(), u"some-server"_s);
    QTRY_COMPARE(m_window->focusWidget(), find<QWidget>(u"sourcesTree"_s));
    QCOMPARE(find<QLabel>(u"startTitle"_s)->text(), u"No operation is open"_s);
}

void tst_NoDeadEnds::ctrlReturnGoesToTheSyntaxError()
{
    m_window->openDemo();
    QTRY_COMPARE(phase(u"local"_s), Phase::Ready);
    const OperationPage *page = m_window->openOperation({u"local"_s, u"notes.find"_s});
    page->inputEditor()->setFace(InputEditor::Face::Both);
    JsonEdit *json = page->inputEditor()->jsonEdit();
    json->setPlainText(u"{\n  \"text\": oops\n}"_s);
    page->inputEditor()->setFace(InputEditor::Face::Form);
    QVERIFY(!json->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(json->isVisible());
    QTRY_VERIFY(json->hasFocus());
    QCOMPARE(json->textCursor().blockNumber(), 1);
    QVERIFY(json->textCursor().positionInBlock() >= 10);
}

void tst_NoDeadEnds::helpNeedsNoDisplay_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("word");
    QTest::newRow("help") << u"--help"_s << u"--demo"_s;
    QTest::newRow("version") << u"--version"_s << u"envelope-workbench"_s;
}

void tst_NoDeadEnds::helpNeedsNoDisplay()
{
    QFETCH(QString, option);
    QFETCH(QString, word);
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(u"DISPLAY"_s);
    environment.remove(u"WAYLAND_DISPLAY"_s);
    environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(WORKBENCH_PROGRAM), {option});
    QVERIFY(program.waitForFinished(60'000));
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    QCOMPARE(program.exitCode(), 0);
    const QString shown = QString::fromUtf8(program.readAllStandardOutput());
    QVERIFY2(shown.contains(word), qPrintable(shown));
}

WORKBENCH_TEST(tst_NoDeadEnds, QApplication)
#include "tst_nodeadends.moc"
