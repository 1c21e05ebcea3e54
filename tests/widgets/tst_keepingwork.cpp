// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The window loses no work: calls of History stay as they were, saving changes only the file, closed or
// cleared contents can be restored, and the focus never moves to a button by itself.

#include "app/demo/demo.h"
#include "app/wiring/composition.h"
#include "core/json/jsonparser.h"
#include "core/session/subscription.h"
#include "tests/support/closesessions.h"
#include "tests/support/testprogram.h"
#include "ui/forms/inputeditor.h"
#include "ui/forms/themelabel.h"
#include "ui/models/streammodel.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/datapane.h"
#include "ui/panes/historypane.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/streampane.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/bottompanel.h"
#include "ui/window/mainwindow.h"
#include "ui/window/pagestack.h"
#include "ui/window/workspacecontroller.h"

#include <QAction>
#include <QApplication>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSplitter>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_KeepingWork : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<App::Composition> m_composition;
    std::unique_ptr<MainWindow> m_window;
    WorkbenchStyle *m_style = nullptr;

    template <typename T> T *find(const QString &name) const { return m_window->findChild<T *>(name); }
    ExchangeLog &log() const { return *m_window->sessions()->exchanges(); }

    void click(const QString &button) const
    {
        auto *found = find<QAbstractButton>(button);
        QVERIFY(found && found->isVisible());
        QTest::mouseClick(found, Qt::LeftButton);
    }

    OperationPage *invoke(const QString &operation, const QByteArray &input) const
    {
        OperationPage *page = m_window->openOperation({u"local"_s, operation});
        page->setInput(jsonLiteral(input));
        QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier);
        return page;
    }

    QString call(const QByteArray &input) const
    {
        const OperationPage *page = invoke(u"weather.now"_s, input);
        const QString before = page->exchangeId();
        [&] { QTRY_VERIFY(!page->isRunning()); }();
        return page->exchangeId();
    }

    OperationPage *stream() const
    {
        OperationPage *page = invoke(u"clock.tick"_s, R"({"interval":10})");
        [&] { QTRY_VERIFY(page->subscription() && page->subscription()->count() > 2); }();
        return page;
    }

    //! Opens a row of History by a double click.
    void openFromHistory(const QString &exchangeId) const
    {
        m_window->bottomPanel()->setCollapsed(false);
        m_window->bottomPanel()->setCurrentIndex(0);
        auto *view = find<QWidget>(u"historyPane"_s)->findChild<RowTreeView *>();
        QModelIndex wanted;
        QTRY_VERIFY([&] {
            for (int row = 0; row < view->model()->rowCount(); ++row) {
                const QModelIndex index = view->model()->index(row, 0);
                if (log().recordAt(log().recordCount() - 1 - row).id == exchangeId)
                    wanted = index;
            }
            return wanted.isValid();
        }());
        view->scrollTo(wanted);
        const QPoint at = view->visualRect(wanted).center();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, at);
    }

    //! Fills \a path into the dialog that asks where to save, and clicks Save.
    void saveInDialog(const QString &path) const
    {
        auto *dialog = find<QFileDialog>(u"saveWorkspaceDialog"_s);
        QTRY_VERIFY(dialog && dialog->isVisible());
        auto *name = dialog->findChild<QLineEdit *>(u"fileNameEdit"_s);
        QVERIFY(name);
        name->setText(path); // set, not typed: typing would open a completion list over the button
        QTest::mouseClick(
            dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Save), Qt::LeftButton);
        QTRY_VERIFY(QFile::exists(path));
        QTRY_VERIFY(!find<QFileDialog>(u"saveWorkspaceDialog"_s));
        m_window->activateWindow(); // there may be no window manager
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::setOrganizationName(u"envelope-workbench-tests"_s);
        m_style = new WorkbenchStyle;
        QApplication::setStyle(m_style);
    }

    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_composition = std::make_unique<App::Composition>(App::Composition::Options{
            .limits = {}, .rememberTrust = false, .ownCommand = QStringLiteral(ENVELOPE_PROGRAM)});
        MainWindow::Options options;
        options.demo = App::demoWorkspace;
        options.remember = false;
        options.scratchPath = m_home->filePath(u"unsaved.workspace.json"_s);
        m_window = std::make_unique<MainWindow>(&m_composition->sessions(), m_style, options);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->openDemo();
        QTRY_COMPARE(m_window->sessions()->state(u"local"_s).phase, SourceState::Phase::Ready);
    }

    void cleanup()
    {
        m_window.reset();
        Test::closeSessions(m_composition->sessions());
        m_composition.reset();
    }

    void opensACallOfHistoryAsItWas()
    {
        const QString first = call(R"({"location":"Chicago"})");
        const QString second = call(R"({"location":"Oslo"})");
        QVERIFY(first != second);
        OperationPage *live = m_window->pageStack()->current();
        openFromHistory(first);
        OperationPage *past = m_window->pageStack()->current();
        QVERIFY(past && past != live);
        QVERIFY(past->isPast());
        QCOMPARE(past->input(), jsonLiteral(R"({"location":"Chicago"})"));
        QCOMPARE(past->exchangeId(), first);
        QVERIFY(past->lastResult()->has_value());
        QCOMPARE((*past->lastResult())->envelope.data.member("location"_L1).toString(), u"Chicago"_s);
        QVERIFY(past->resultPane()->findChild<QWidget *>(u"dataPane"_s)->isVisible());
        // Input that is being typed on another page stays.
        QCOMPARE(live->input(), jsonLiteral(R"({"location":"Oslo"})"));
    }

    void startsANewCallFromAPastOneByEditAndRun()
    {
        const QString first = call(R"({"location":"Chicago"})");
        call(R"({"location":"Oslo"})");
        openFromHistory(first);
        const qsizetype calls = log().recordCount();
        QTest::mouseClick(
            m_window->pageStack()->current()->findChild<QPushButton *>(u"invoke"_s), Qt::LeftButton);
        const OperationPage *live = m_window->pageStack()->current();
        QVERIFY(!live->isPast());
        QCOMPARE(live->input(), jsonLiteral(R"({"location":"Chicago"})"));
        QCOMPARE(log().recordCount(), calls); // no call starts before the user presses Invoke
        QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(log().recordCount(), calls + 1);
    }

    void bringsBackWhatEditAndRunReplaced()
    {
        const QString first = call(R"({"location":"Chicago"})");
        OperationPage *live = m_window->pageStack()->current();
        live->inputEditor()->setFace(InputEditor::Face::Json);
        auto *json = live->findChild<QPlainTextEdit *>(u"jsonEdit"_s);
        json->setFocus();
        json->selectAll();
        QTest::keyClicks(json, uR"({"location":"Oslo"})"_s);
        const Json typed = live->input();
        QCOMPARE(typed, jsonLiteral(R"({"location":"Oslo"})"));
        openFromHistory(first);
        QTest::mouseClick(
            m_window->pageStack()->current()->findChild<QPushButton *>(u"invoke"_s), Qt::LeftButton);
        QCOMPARE(live->input(), jsonLiteral(R"({"location":"Chicago"})"));
        click(u"messageAction"_s);
        QCOMPARE(live->input(), typed);
    }

    void editsAPastCallBesideARunningOne()
    {
        OperationPage *past = stream();
        const QString id = past->exchangeId();
        past->cancel();
        QTRY_VERIFY(!past->isRunning());
        QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(past->isRunning());
        past->setInput(jsonLiteral(R"({"interval":20})"));
        openFromHistory(id);
        QTest::mouseClick(
            m_window->pageStack()->current()->findChild<QPushButton *>(u"invoke"_s), Qt::LeftButton);
        const OperationPage *beside = m_window->pageStack()->current();
        QVERIFY(beside != past && !beside->isPast() && !beside->isRunning());
        QCOMPARE(beside->input(), jsonLiteral(R"({"interval":10})"));
        QCOMPARE(past->input(), jsonLiteral(R"({"interval":20})"));
    }

    void opensACallOfAnotherWorkspaceAsItWas()
    {
        const QString first = call(R"({"location":"Chicago"})");
        m_window->newWorkspace();
        QVERIFY(m_window->sessions()->sources().isEmpty());
        openFromHistory(first);
        OperationPage *past = m_window->pageStack()->current();
        QVERIFY(past && past->isPast());
        QVERIFY(past->lastResult()->has_value());
        QCOMPARE(past->tabTitle(), u"weather.now"_s);
        QVERIFY(!past->spec().outputSchema.isAbsent()); // the schema that the result was validated against
        auto *data = past->resultPane()->findChild<DataPane *>(u"dataPane"_s);
        QVERIFY(data->isVisible());
        QVERIFY(past->resultPane()->findChild<QWidget *>(u"warningsPane"_s)->isVisible());
        QCOMPARE(lostValues(**past->lastResult()), 3);
    }

    void showsOnlyTheFramesOfOneCall()
    {
        QTRY_COMPARE(m_window->sessions()->state(u"tracker"_s).phase, SourceState::Phase::Ready);
        OperationPage *page = m_window->openOperation({u"tracker"_s, u"list-issues"_s});
        page->invoke();
        QTRY_VERIFY(page->lastResult().has_value());
        const QString id = page->exchangeId();
        click(u"showWire"_s);
        auto *facts = find<ThemeLabel>(u"frameFacts"_s);
        QTRY_VERIFY2(facts->fullText().contains(u"tracker"_s), qPrintable(facts->fullText()));
        call(R"({"location":"Chicago"})"); // a local call has no frames
        QTest::mouseClick(
            m_window->pageStack()->current()->findChild<QAbstractButton *>(u"showWire"_s), Qt::LeftButton);
        QCOMPARE(facts->fullText(), u"No frames of this call are kept."_s);
    }

    void saysThatAPastResultIsNoLongerKept()
    {
        ExchangeRecord record;
        record.source = u"local"_s;
        record.operation = u"weather.now"_s;
        record.input = jsonLiteral(R"({"location":"Paris"})");
        record.state = ExchangeRecord::State::Ok;
        const QString id = log().begin(record);
        openFromHistory(id);
        const OperationPage *past = m_window->pageStack()->current();
        QCOMPARE(past->input(), record.input);
        auto *empty = past->findChild<QLabel *>(u"noResult"_s);
        QVERIFY(empty->isVisible());
        QVERIFY2(empty->text().contains(u"no longer kept"_s), qPrintable(empty->text()));
    }

    void opensAStreamOfHistoryWithItsEvents()
    {
        OperationPage *page = stream();
        const QString id = page->exchangeId();
        page->cancel();
        QTRY_VERIFY(!page->isRunning());
        const qsizetype events = page->subscription()->count();
        QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier); // a second stream
        QTRY_VERIFY(page->isRunning() && page->exchangeId() != id);
        page->cancel();
        QTRY_VERIFY(!page->isRunning());
        openFromHistory(id);
        const OperationPage *past = m_window->pageStack()->current();
        QVERIFY(past->isPast());
        QCOMPARE(past->subscription()->count(), events);
        QCOMPARE(past->streamPane()->model()->rowCount(), int(events));
    }

    void keepsTabsAndGeometryWhenTheWorkspaceIsSaved()
    {
        call(R"({"location":"Chicago"})");
        stream();
        const QSize size = m_window->size();
        auto *tabs = find<QTabBar>(u"pageTabs"_s);
        QCOMPARE(tabs->count(), 2);
        const QString path = m_home->filePath(u"mine.workspace.json"_s);
        QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier); // asks for a path: there is no file
        saveInDialog(path);
        QCOMPARE(tabs->count(), 2);
        QVERIFY(m_window->pageStack()->current()->isRunning());
        QCOMPARE(m_window->size(), size);
        QCOMPARE(m_window->windowFilePath(), path);
        QVERIFY(m_window->windowTitle().startsWith(u"mine.workspace.json"_s));
        QVERIFY(m_window->sessions()->addSource({u"more"_s, u"local"_s, jsonLiteral(R"({"set":"demo"})")}));
        QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("\"more\"")); // at once, into the same file
        const QString other = m_home->filePath(u"other.workspace.json"_s);
        QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
        saveInDialog(other);
        QCOMPARE(tabs->count(), 2);
        QVERIFY(m_window->pageStack()->current()->isRunning());
        QCOMPARE(m_window->windowFilePath(), other);
    }

    void keepsTheFixturesWhenTheWorkspaceIsSavedElsewhere_data()
    {
        QTest::addColumn<QString>("chosen");
        QTest::addColumn<QString>("written"); // empty if the setting is not written
        QTest::addColumn<QString>("file");
        const QString beside = u"mine.workspace.json"_s;
        QTest::newRow("beside the file") << u"fixtures"_s << QString() << beside;
        QTest::newRow("below the file") << u"tests/recorded"_s << u"tests/recorded"_s << beside;
        QTest::newRow("elsewhere in the project")
            << u"tests/recorded"_s << u"../../../tests/recorded"_s << u"tools/mcp/dev/mine.workspace.json"_s;
    }

    void keepsTheFixturesWhenTheWorkspaceIsSavedElsewhere()
    {
        QFETCH(const QString, chosen);
        QFETCH(const QString, written);
        QFETCH(const QString, file);
        WorkspaceController *workspace = m_window->workspace();
        const QString folder = m_home->filePath(chosen);
        workspace->setFixturesFolder(folder);
        const QString path = m_home->filePath(file);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QVERIFY(workspace->saveAs(path).has_value());
        QCOMPARE(workspace->fixturesFolder(), folder);
        QFile stored(path);
        QVERIFY(stored.open(QIODevice::ReadOnly));
        const Json saved = jsonLiteral(stored.readAll());
        QCOMPARE(saved.member("view"_L1).member("fixtures"_L1).toString(), written);
    }

    void givesTheSpaceOfACollapsedPanelToThePages()
    {
        const QWidget *bottom = m_window->bottomPanel();
        const int before = m_window->pageStack()->height();
        const int open = bottom->height();
        click(u"bottomCollapse"_s);
        QTRY_COMPARE(bottom->height(), m_window->bottomPanel()->collapsedHeight());
        QTRY_COMPARE(m_window->pageStack()->height(), before + open - bottom->height());
        m_window->resize(m_window->width(), m_window->height() - 100);
        QTRY_COMPARE(bottom->height(), m_window->bottomPanel()->collapsedHeight());
        m_window->resize(m_window->width(), m_window->height() + 100);
        QSplitter *splitter = qobject_cast<QSplitter *>(bottom->parentWidget());
        QVERIFY(splitter);
        QWidget *handle = splitter->handle(1);
        QTest::mousePress(handle, Qt::LeftButton, {}, handle->rect().center());
        QTest::mouseMove(handle, handle->rect().center() - QPoint(0, 60)); // must have no effect
        QTest::mouseRelease(handle, Qt::LeftButton);
        QTest::keyClick(m_window.get(), Qt::Key_J, Qt::ControlModifier);
        QTRY_COMPARE(bottom->height(), open);
        QTRY_COMPARE(m_window->pageStack()->height(), before);
    }

    void undoesByTheMenuWhatTheNoticeNoLongerOffers()
    {
        call(R"({"location":"Chicago"})");
        m_window->bottomPanel()->setCurrentIndex(0);
        const auto *view = find<QWidget>(u"historyPane"_s)->findChild<RowTreeView *>();
        QTRY_VERIFY(view->model()->rowCount() > 0);
        const int rows = view->model()->rowCount();
        auto *undo = find<QAction>(u"undoRemoval"_s);
        QVERIFY(!undo->isEnabled());
        click(u"bottomClear"_s);
        click(u"messageClose"_s);
        QVERIFY(undo->isEnabled());
        undo->trigger();
        QTRY_VERIFY(view->model()->rowCount() >= rows);
        QVERIFY(!undo->isEnabled());
    }

    void bringsBackAClosedPageWhenItsOperationIsOpened()
    {
        OperationPage *page = stream();
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
        QTRY_VERIFY(!page->isRunning());
        const qsizetype events = page->subscription()->count();
        QCOMPARE(m_window->openOperation({u"local"_s, u"clock.tick"_s}), page);
        QCOMPARE(page->streamPane()->model()->rowCount(), int(events));
    }

    void bringsBackAClosedStreamWithItsEvents()
    {
        OperationPage *page = stream();
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
        QTRY_VERIFY(!page->isVisible());
        QTRY_VERIFY(!page->isRunning());
        const qsizetype events = page->subscription()->count();
        QVERIFY(events > 2);
        click(u"messageAction"_s);
        QCOMPARE(m_window->pageStack()->current(), page);
        QCOMPARE(page->streamPane()->model()->rowCount(), int(events));
    }

    void bringsBackTheOtherTabs()
    {
        PageStack *pages = m_window->pageStack();
        pages->closeAll();
        call(R"({"location":"Chicago"})");
        OperationPage *kept = pages->current();
        m_window->inspectEnvelope();
        auto *text = find<QPlainTextEdit>(u"inspectEdit"_s);
        QTest::keyClicks(text, u"typed"_s);
        OperationPage *live = stream();
        const auto *tabs = find<QTabBar>(u"pageTabs"_s);
        QCOMPARE(tabs->count(), 3);
        QTest::mouseClick(find<QTabBar>(u"pageTabs"_s), Qt::LeftButton, {}, tabs->tabRect(0).center());
        QCOMPARE(pages->current(), kept);
        find<QAction>(u"closeOtherTabs"_s)->trigger();
        QCOMPARE(tabs->count(), 1);
        QTRY_VERIFY(!live->isRunning());
        const QString said = find<QLabel>(u"messageText"_s)->text();
        QCOMPARE(said, u"2 tabs were closed and their streams cancelled."_s);
        click(u"messageAction"_s);
        QCOMPARE(tabs->count(), 3);
        QCOMPARE(pages->current(), kept); // the current page does not change
        QCOMPARE(pages->pages(), (QList<OperationPage *>{kept, live}));
        QVERIFY(live->subscription()->count() > 2);
        QCOMPARE(pages->tools().size(), 1);
        QCOMPARE(text->toPlainText(), u"typed"_s);
    }

    void bringsBackAnUnsavedWorkspace()
    {
        const Sessions *sessions = m_window->sessions();
        auto *undo = find<QAbstractButton>(u"messageAction"_s);
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
        QVERIFY(sessions->sources().isEmpty());
        QVERIFY(!undo->isVisible()); // the demo workspace is restored
        const auto add = [this](const QString &name) {
            const Source source{name, u"openapi"_s, jsonLiteral(R"({"document":"/pets.json"})")};
            QVERIFY(m_window->sessions()->addSource(source).has_value());
        };
        add(u"mine"_s);
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
        QVERIFY(sessions->sources().isEmpty());
        QVERIFY(undo->isVisible());
        add(u"newer"_s);
        click(u"messageAction"_s);
        QCOMPARE(sessions->sources().value(0).name, u"mine"_s);
        QVERIFY(undo->isVisible()); // the newer workspace was not saved either
        click(u"messageAction"_s);
        QCOMPARE(sessions->sources().value(0).name, u"newer"_s);
    }

    void asksBeforeLiveStreamsEnd_data()
    {
        QTest::addColumn<QString>("action");
        QTest::newRow("new workspace") << u"newWorkspace"_s;
        QTest::newRow("demo") << u"openDemo"_s;
        QTest::newRow("closing the window") << u"quit"_s;
    }

    void asksBeforeLiveStreamsEnd()
    {
        QFETCH(const QString, action);
        const QPointer<OperationPage> page = stream();
        const auto answer = [&](QDialogButtonBox::ButtonRole role) {
            find<QAction>(action)->trigger();
            auto *question = find<QMessageBox>(u"streamsQuestion"_s);
            QVERIFY(question && question->isVisible());
            QVERIFY(page && page->isRunning() && page->isVisible());
            for (QAbstractButton *button : question->buttons()) {
                if (int(question->buttonRole(button)) == int(role))
                    QTest::mouseClick(button, Qt::LeftButton);
            }
            QTRY_VERIFY(!find<QMessageBox>(u"streamsQuestion"_s));
        };
        answer(QDialogButtonBox::RejectRole);
        QVERIFY(page->isRunning() && page->isVisible());
        answer(QDialogButtonBox::DestructiveRole);
        QTRY_VERIFY(!page || !page->isVisible());
    }

    void reopensTheTabThatWasClosedLast()
    {
        call(R"({"location":"Chicago"})");
        OperationPage *page = m_window->pageStack()->current();
        find<QAction>(u"closeTab"_s)->trigger();
        QVERIFY(!m_window->pageStack()->current());
        QTest::keyClick(m_window.get(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_window->pageStack()->current(), page);
        QVERIFY(page->lastResult().has_value());
        QVERIFY(!find<QAction>(u"reopenTab"_s)->isEnabled());
    }

    void bringsBackADuplicateWithItsOwnInput()
    {
        PageStack *pages = m_window->pageStack();
        pages->closeAll();
        m_window->openOperation({u"local"_s, u"weather.now"_s})
            ->setInput(jsonLiteral(R"({"location":"Chicago"})"));
        pages->duplicate(pages->currentIndex());
        const Json own = jsonLiteral(R"({"location":"Oslo"})");
        pages->current()->setInput(own);
        const PageStack::Open open = pages->openPages();
        pages->closeAll();
        pages->restore(open);
        QCOMPARE(pages->pages().size(), 2);
        QCOMPARE(pages->pages().at(1)->input(), own);
        QCOMPARE(pages->current(), pages->pages().at(1));
    }

    void findsInTheBottomPanelWithCtrlF_data()
    {
        QTest::addColumn<int>("pane");
        for (int pane = 0; pane < 4; ++pane)
            QTest::addRow("pane %d", pane) << pane;
    }

    void findsInTheBottomPanelWithCtrlF()
    {
        QFETCH(const int, pane);
        call(R"({"location":"Chicago"})");
        m_window->bottomPanel()->setCurrentIndex(pane);
        auto *tabs = find<QTabBar>(u"bottomTabs"_s);
        tabs->setFocus();
        QTest::keyClick(tabs, Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget(), find<QWidget>(u"bottomFilter"_s));
    }

    void bringsBackAClearedPane_data()
    {
        QTest::addColumn<int>("pane");
        QTest::newRow("History") << 0;
        QTest::newRow("Wire") << 1;
        QTest::newRow("Log") << 2;
    }

    void bringsBackAClearedPane()
    {
        QFETCH(const int, pane);
        QTRY_COMPARE(m_window->sessions()->state(u"tracker"_s).phase, SourceState::Phase::Ready);
        call(R"({"location":"Chicago"})");
        Q_EMIT m_window->sessions()->logged(
            {QDateTime::currentDateTimeUtc(), LogLine::Level::Info, u"local"_s, u"workbench"_s, u"a line"_s});
        m_window->bottomPanel()->setCurrentIndex(pane);
        const auto *view = find<QWidget>(QStringList{u"historyPane"_s, u"wirePane"_s, u"logPane"_s}.at(pane))
                               ->findChild<RowTreeView *>();
        QTRY_VERIFY(view->model()->rowCount() > 0);
        const int rows = view->model()->rowCount();
        click(u"bottomClear"_s);
        QCOMPARE(view->model()->rowCount(), 0);
        click(u"messageAction"_s);
        QTRY_VERIFY(view->model()->rowCount() >= rows); // further rows may have arrived
    }

    void bringsBackClearedEvents()
    {
        OperationPage *page = stream();
        page->cancel();
        QTRY_VERIFY(!page->isRunning());
        const qsizetype events = page->subscription()->count();
        click(u"clearStream"_s);
        QCOMPARE(page->subscription()->count(), 0);
        click(u"messageAction"_s);
        QCOMPARE(page->subscription()->count(), events);
        QCOMPARE(page->streamPane()->model()->rowCount(), int(events));
    }

    void movesALostFocusToNoButton()
    {
        const OperationPage *page = stream();
        auto *pause = page->findChild<QToolButton *>(u"pauseStream"_s);
        pause->setFocus(); // the button behind it clears the events
        m_window->sessions()->disconnectSource(u"local"_s);
        QTRY_VERIFY(!page->isRunning());
        QTRY_VERIFY(!pause->isEnabled());
        const QWidget *focus = QApplication::focusWidget();
        QVERIFY(focus); // on a list or a text, where no key changes received data
        QVERIFY2(qobject_cast<const QAbstractScrollArea *>(focus) || qobject_cast<const QLineEdit *>(focus),
            qPrintable(focus->objectName()));
    }
};

WORKBENCH_TEST(tst_KeepingWork, QApplication)
#include "tst_keepingwork.moc"
