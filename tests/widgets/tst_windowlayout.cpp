// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The layout of the window at different sizes, overlays, and the layout that the user chooses.

#include "app/demo/demo.h"
#include "app/wiring/composition.h"
#include "core/json/jsonparser.h"
#include "tests/support/closesessions.h"
#include "tests/support/testprogram.h"
#include "ui/forms/inputeditor.h"
#include "ui/forms/themelabel.h"
#include "ui/pages/inspectpage.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/explanationcard.h"
#include "ui/panes/inspecttext.h"
#include "ui/panes/operationheader.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/resultpanes.h"
#include "ui/panes/sourcespane.h"
#include "ui/theme/controls.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/bottompanel.h"
#include "ui/window/helpdialogs.h"
#include "ui/window/mainwindow.h"
#include "ui/window/messagebar.h"
#include "ui/window/pagestack.h"
#include "ui/window/sourcescontroller.h"
#include "ui/window/topbar.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileIconProvider>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_WindowLayout : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<App::Composition> m_composition;
    std::unique_ptr<MainWindow> m_window;
    QTemporaryDir m_home;
    WorkbenchStyle *m_style = nullptr;

    template <typename T> T *find(const QString &name) const { return m_window->findChild<T *>(name); }
    void trigger(const char *action) const { find<QAction>(QString::fromLatin1(action))->trigger(); }

    void makeWindow(bool remember = false)
    {
        m_composition = std::make_unique<App::Composition>(App::Composition::Options{
            .limits = {}, .rememberTrust = false, .ownCommand = QStringLiteral(ENVELOPE_PROGRAM)});
        MainWindow::Options options;
        options.demo = App::demoWorkspace;
        options.remember = remember;
        options.scratchPath = m_home.filePath(u"unsaved.workspace.json"_s);
        m_window = std::make_unique<MainWindow>(&m_composition->sessions(), m_style, options);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void dropWindow()
    {
        m_window.reset();
        Test::closeSessions(m_composition->sessions());
        m_composition.reset();
    }

    OperationPage *invoke(const QString &nameSpace, const QString &name, const QByteArray &input) const
    {
        OperationPage *page = m_window->openOperation({nameSpace, name});
        page->setInput(jsonLiteral(input));
        page->invoke();
        [&] { QTRY_VERIFY(!page->exchangeId().isEmpty() && !page->isRunning()); }();
        return page;
    }

    OperationPage *weather() const
    {
        return invoke(u"local"_s, u"weather.now"_s, R"({"location":"Chicago"})");
    }

    void openDemo() const
    {
        m_window->openDemo();
        for (const char *name : {"local", "tracker"})
            QTRY_COMPARE(
                m_window->sessions()->state(QString::fromLatin1(name)).phase, SourceState::Phase::Ready);
    }

    Qt::Orientation inputOrientation(const OperationPage *page) const
    {
        return page->findChild<QSplitter *>(u"pageSplitter"_s)->orientation();
    }

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::setOrganizationName(u"envelope-workbench-tests"_s);
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_home.path());
        m_style = new WorkbenchStyle;
        QApplication::setStyle(m_style);
    }

    void init() { makeWindow(); }
    void cleanup()
    {
        dropWindow();
        QSettings().clear();
    }

    void putsTheInputBesideOrAboveTheResult()
    {
        openDemo();
        const OperationPage *page = weather();
        const ResultPanes *panes = page->resultPane()->panes();
        using Arrangement = ResultPanes::Arrangement;
        m_window->resize(1440, 900);
        QTRY_COMPARE(inputOrientation(page), Qt::Horizontal);
        QCOMPARE(panes->arrangement(), Arrangement::All);
        m_window->resize(1100, 760);
        QTRY_COMPARE(inputOrientation(page), Qt::Vertical);
        QTRY_COMPARE(panes->arrangement(), Arrangement::SideTabs);
        QVERIFY(page->findChild<QWidget *>(u"warningsPane"_s)->isVisible()); // the result has warnings
        QVERIFY(!page->findChild<QWidget *>(u"metaPane"_s)->isVisible());
        m_window->resize(960, 600);
        QTRY_COMPARE(panes->arrangement(), Arrangement::Tabs);
        QVERIFY(page->findChild<QWidget *>(u"dataPane"_s)->isVisible());
        QVERIFY(!page->findChild<QWidget *>(u"warningsPane"_s)->isVisible());
        m_window->resize(800, 600);
        QTRY_COMPARE(panes->arrangement(), Arrangement::All);
        QTRY_COMPARE(m_window->size(), QSize(800, 600));
    }

    void switchesBetweenThePanesThatAreTabs()
    {
        openDemo();
        m_window->resize(960, 600);
        const OperationPage *page = weather();
        auto *warnings = page->findChild<QWidget *>(u"warningsPane"_s);
        auto *data = page->findChild<QWidget *>(u"dataPane"_s);
        QTRY_VERIFY(data->findChild<SegmentControl *>(u"paneSwitch"_s));
        QTest::keyClick(data->findChild<SegmentControl *>(u"paneSwitch"_s), Qt::Key_Right);
        QVERIFY(warnings->isVisible());
        QVERIFY(!data->isVisible());
        QTest::keyClick(warnings->findChild<SegmentControl *>(u"paneSwitch"_s), Qt::Key_Right);
        QVERIFY(page->findChild<QWidget *>(u"metaPane"_s)->isVisible());
        QTest::mouseClick(page->findChild<QAbstractButton *>(u"warningsChip"_s), Qt::LeftButton);
        QVERIFY(warnings->isVisible());
    }

    void foldsTheInputAboveTheResult()
    {
        openDemo();
        m_window->resize(1100, 760);
        const OperationPage *page = weather();
        auto *fold = page->findChild<QAbstractButton *>(u"foldInput"_s);
        QTRY_VERIFY(fold->isVisible());
        const int before = page->inputEditor()->height();
        QTest::mouseClick(fold, Qt::LeftButton);
        QVERIFY(page->inputEditor()->isFolded());
        QTRY_VERIFY(page->inputEditor()->height() < before / 2);
        m_window->resize(1440, 900); // an input beside the result is not folded
        QTRY_VERIFY(!page->inputEditor()->isFolded());
    }

    void givesTheTitleTheSpaceOfTheChips()
    {
        openDemo();
        m_window->resize(900, 600);
        const OperationPage *page = m_window->openOperation({u"tracker"_s, u"list-issues"_s});
        const auto *title = page->findChild<ThemeLabel *>(u"operationTitle"_s);
        QTRY_COMPARE(title->text(), title->fullText());
        QVERIFY(page->findChild<QPushButton *>(u"cancel"_s)->text().isEmpty());
        QVERIFY(!page->findChild<QPushButton *>(u"cancel"_s)->toolTip().isEmpty());
    }

    void shrinksTheBottomPanelForAnExplanation()
    {
        openDemo();
        m_window->resize(1440, 900);
        weather();
        BottomPanel *bottom = m_window->bottomPanel();
        const int before = bottom->height();
        const OperationPage *page = invoke(u"tracker"_s, u"list-issues"_s, R"({"project":"workbench"})");
        QVERIFY(page->isExplaining());
        QTRY_COMPARE(bottom->height(), bottom->heightForRows(2));
        m_window->openOperation({u"local"_s, u"weather.now"_s});
        QTRY_COMPARE(bottom->height(), before);
    }

    void layersMessagesOverTheContent()
    {
        openDemo();
        const OperationPage *page = m_window->openOperation({u"local"_s, u"weather.now"_s});
        const QRect before(page->mapTo(m_window.get(), QPoint()), page->size());
        auto *message = m_window->findChild<MessageBar *>();
        message->showNotice(u"Saved."_s);
        QVERIFY(message->isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(QRect(page->mapTo(m_window.get(), QPoint()), page->size()), before);
        QVERIFY(QRect(message->mapTo(m_window.get(), QPoint()), message->size()).bottom() <= before.bottom());
    }

    void closesANoticeByItself()
    {
        auto *message = m_window->findChild<MessageBar *>();
        message->showNotice(u"Saved."_s);
        QVERIFY(message->closeTimer()->isActive());
        QEnterEvent enter({5, 5}, {5, 5}, {5, 5});
        QCoreApplication::sendEvent(message, &enter);
        QVERIFY(!message->closeTimer()->isActive()); // the pointer is on it, so it stays
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(message, &leave);
        message->closeTimer()->start(0);
        QTRY_VERIFY(!message->isVisible());
        message->closeTimer()->setInterval(0);
        message->showError(Error{ErrorKind::Storage, u"The disk is full."_s});
        QVERIFY(!message->closeTimer()->isActive()); // an error does not close by itself
    }

    void keepsAMessageThatWaitsForTheUser()
    {
        auto *message = m_window->findChild<MessageBar *>();
        const int first = message->showInfo(u"A recording waits for its review."_s, u"Review"_s);
        QVERIFY(!message->closeTimer()->isActive());
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(message, &leave);
        QVERIFY(!message->closeTimer()->isActive());
        const int second = message->showInfo(u"The server asks for input."_s);
        message->closeInfo(first); // it was replaced
        QVERIFY(message->isVisible());
        message->closeInfo(second);
        QVERIFY(!message->isVisible());
    }

    void shrinksTheBottomPanelForAnExplanationOnAnyPage()
    {
        BottomPanel *bottom = m_window->bottomPanel();
        m_window->resize(1440, 900);
        m_window->inspectEnvelope();
        QTRY_COMPARE(bottom->height(), bottom->heightForRows(5));
        auto *page = m_window->findChild<InspectPage *>();
        page->schema()->setBytes(R"({"type":"object","required":["total"]})");
        page->text()->setBytes(R"({"content":[],"structuredContent":{"ok":true,"data":{"total":1}}})");
        QTRY_VERIFY(page->isExplaining());
        QTRY_COMPARE(bottom->height(), bottom->heightForRows(2));
        QTest::mouseClick(
            page->explanationCard()->findChild<QAbstractButton *>(u"closeExplanation"_s), Qt::LeftButton);
        QTRY_COMPARE(bottom->height(), bottom->heightForRows(5));
    }

    void keepsTheTitleOfAPageBesideItsButtons()
    {
        const QString name = u"a-server-with-quite-a-long-name"_s;
        QVERIFY(m_window->sessions()->addSource({name, u"mcp"_s, jsonLiteral(R"({"command":"true"})")}));
        m_window->resize(900, 700);
        m_window->sources()->showServer(name);
        const auto *title = m_window->findChild<ThemeLabel *>(u"toolTitle"_s);
        QTRY_COMPARE(title->text(), name);
        const auto *edit = m_window->findChild<QPushButton *>(u"editThisSource"_s);
        QVERIFY(!edit->toolTip().isEmpty());
        m_window->resize(1440, 900);
        QTRY_VERIFY(!edit->text().isEmpty());
    }

    void keepsTheTopBarInsideTheWindow()
    {
        m_window->resize(900, 700);
        auto *bar = m_window->findChild<TopBar *>();
        const QString name = u"a-workspace-with-quite-a-long-name-of-its-own.workspace.json"_s;
        bar->setWorkspace(name, u"/srv/"_s + name);
        bar->setEnvironment(u"an-environment-with-quite-a-long-name"_s);
        const auto *record = bar->findChild<QToolButton *>(u"recordAll"_s);
        QCoreApplication::processEvents();
        QTRY_VERIFY(record->geometry().right() < bar->width());
        QCOMPARE(record->width(), record->sizeHint().width());
        QCOMPARE(m_window->width(), 900);
        QVERIFY(bar->findChild<QToolButton *>(u"workspaceButton"_s)->toolTip().contains(name));
    }

    void hidesSourcesAndRemembersIt()
    {
        dropWindow();
        makeWindow(true);
        m_window->restoreLast();
        QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
        QVERIFY(!m_window->sourcesPane()->isVisible());
        QVERIFY(!find<QAction>(u"showSources"_s)->isChecked());
        m_window->close();
        dropWindow();
        makeWindow(true);
        m_window->restoreLast();
        QVERIFY(!m_window->sourcesPane()->isVisible());
        trigger("showSources");
        QVERIFY(m_window->sourcesPane()->isVisible());
    }

    void remembersThatTheBottomPanelIsCollapsed()
    {
        dropWindow();
        makeWindow(true);
        m_window->restoreLast();
        const int open = m_window->bottomPanel()->height();
        QTest::mouseClick(find<QAbstractButton>(u"bottomCollapse"_s), Qt::LeftButton);
        QTRY_COMPARE(m_window->bottomPanel()->height(), m_window->bottomPanel()->collapsedHeight());
        m_window->close();
        dropWindow();
        makeWindow(true);
        m_window->restoreLast();
        QVERIFY(m_window->bottomPanel()->isCollapsed());
        QTRY_COMPARE(m_window->bottomPanel()->height(), m_window->bottomPanel()->collapsedHeight());
        QTest::mouseClick(find<QAbstractButton>(u"bottomCollapse"_s), Qt::LeftButton);
        QTRY_COMPARE(m_window->bottomPanel()->height(), open);
    }

    void showsTheWholeScreen()
    {
        QTest::keyClick(m_window.get(), Qt::Key_F11);
        QTRY_VERIFY(m_window->isFullScreen());
        QTest::keyClick(m_window.get(), Qt::Key_F11);
        QTRY_VERIFY(!m_window->isFullScreen());
    }

    void zoomsTheText()
    {
        openDemo();
        const OperationPage *page = weather();
        const auto *word = page->findChild<ThemeLabel *>(u"outcomeWord"_s);
        const int before = QFontInfo(word->font()).pixelSize();
        QTest::keyClick(m_window.get(), Qt::Key_Plus, Qt::ControlModifier);
        QTest::keyClick(m_window.get(), Qt::Key_Plus, Qt::ControlModifier);
        QCOMPARE(m_style->zoom(), 120);
        QCOMPARE(find<QWidget>(u"addSource"_s)->height(), 34); // 28 at normal size
        QTRY_VERIFY(QFontInfo(word->font()).pixelSize() > before);
        QTest::keyClick(m_window.get(), Qt::Key_Minus, Qt::ControlModifier);
        QCOMPARE(m_style->zoom(), 110);
        QTest::keyClick(m_window.get(), Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(m_style->zoom(), 100);
        QTRY_COMPARE(QFontInfo(word->font()).pixelSize(), before);
    }

    void showsVersionsInAbout()
    {
        QVERIFY(!m_window->windowIcon().isNull());
        trigger("about");
        auto *about = m_window->findChild<AboutDialog *>();
        QTRY_VERIFY(about && about->isVisible());
        QVERIFY(!about->windowIcon().isNull());
        QVERIFY(!about->findChild<QLabel *>(u"aboutIcon"_s)->pixmap().isNull());
        QTest::mouseClick(about->findChild<QPushButton *>(u"copyVersions"_s), Qt::LeftButton);
        const QString copied = QApplication::clipboard()->text();
        QVERIFY2(copied.contains(u"Qt "_s + QString::fromLatin1(qVersion())), qPrintable(copied));
        QVERIFY2(copied.contains(u"libcurl 8."_s), qPrintable(copied));
        QVERIFY2(copied.contains(u"\nOpenSSL 3."_s), qPrintable(copied));
    }

    void drawsItsOwnIconsInDialogs()
    {
        for (const QStyle::StandardPixmap standard :
            {QStyle::SP_MessageBoxQuestion, QStyle::SP_MessageBoxWarning, QStyle::SP_LineEditClearButton,
                QStyle::SP_ComputerIcon, QStyle::SP_DirHomeIcon, QStyle::SP_DesktopIcon,
                QStyle::SP_DriveHDIcon, QStyle::SP_TrashIcon})
            QVERIFY(!m_style->standardIcon(standard, nullptr, nullptr).name().isEmpty());
        const QFileDialog files(m_window.get());
        const QIcon home = files.iconProvider()->icon(QFileInfo(QDir::homePath()));
        QCOMPARE(home.name(), m_style->standardIcon(QStyle::SP_DirHomeIcon, nullptr, nullptr).name());
        QMessageBox question(QMessageBox::Question, u"Remove"_s, u"Remove it?"_s, QMessageBox::Yes);
        QCOMPARE(m_style->standardIcon(QStyle::SP_MessageBoxQuestion, nullptr, nullptr).name(), u"info"_s);
        QVERIFY(!question.iconPixmap().isNull());
    }
};

WORKBENCH_TEST(tst_WindowLayout, QApplication)
#include "tst_windowlayout.moc"
