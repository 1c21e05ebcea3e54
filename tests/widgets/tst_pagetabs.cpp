// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The tabs of the window, by clicks and keys.

#include "app/demo/demo.h"
#include "app/wiring/composition.h"
#include "core/json/jsonparser.h"
#include "tests/support/closesessions.h"
#include "tests/support/testprogram.h"
#include "ui/forms/inputeditor.h"
#include "ui/forms/themelabel.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/historypane.h"
#include "ui/panes/sourcespane.h"
#include "ui/panes/statusline.h"
#include "ui/theme/pagetabbar.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/pagestack.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_PageTabs : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<App::Composition> m_composition;
    std::unique_ptr<MainWindow> m_window;
    WorkbenchStyle *m_style = nullptr;

    PageTabBar *bar() const { return m_window->findChild<PageTabBar *>(u"pageTabs"_s); }
    PageStack *stack() const { return m_window->pageStack(); }
    QString current() const { return stack()->current() ? stack()->current()->operation().name : QString(); }

    QStringList names() const
    {
        QStringList found;
        for (int i = 0; i < bar()->count(); ++i)
            found += bar()->pageTab(i).name;
        return found;
    }

    void open(const QStringList &operations) const
    {
        for (const QString &operation : operations)
            m_window->openOperation(OperationId::fromString(operation));
    }

    //! Expands the sources, then clicks an operation.
    void clickSource(const QString &operation, bool twice = false) const
    {
        RowTreeView *view = m_window->sourcesPane()->view();
        view->expandAll();
        m_window->sourcesPane()->selectOperation(OperationId::fromString(operation));
        const QPoint at = view->visualRect(view->currentIndex()).center();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at);
        if (twice)
            QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, at);
    }

    //! Opens the menu of a tab by a right click and triggers an action.
    void choose(int index, const QString &action) const
    {
        const QPoint at = bar()->tabRect(index).center();
        Q_EMIT bar()->customContextMenuRequested(at);
        QMenu *menu = nullptr;
        QTRY_VERIFY(menu = m_window->findChild<QMenu *>(u"tabMenu"_s));
        menu->findChild<QAction *>(action)->trigger();
        menu->close();
        QTRY_VERIFY(!m_window->findChild<QMenu *>(u"tabMenu"_s));
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
        m_composition = std::make_unique<App::Composition>(App::Composition::Options{
            .limits = {}, .rememberTrust = false, .ownCommand = QStringLiteral(ENVELOPE_PROGRAM)});
        MainWindow::Options options;
        options.demo = App::demoWorkspace;
        options.remember = false;
        m_window = std::make_unique<MainWindow>(&m_composition->sessions(), m_style, options);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->openDemo();
        for (const char *name : {"local", "tracker"})
            QTRY_COMPARE(
                m_window->sessions()->state(QString::fromLatin1(name)).phase, SourceState::Phase::Ready);
        stack()->closeAll();
    }

    void cleanup()
    {
        m_window.reset();
        Test::closeSessions(m_composition->sessions());
        m_composition.reset();
    }

    void namesTheOperationFirst()
    {
        open({u"tracker.get-weather"_s});
        QCOMPARE(bar()->pageTab(0).name, u"get-weather"_s);
        QCOMPARE(bar()->pageTab(0).detail, u"tracker"_s);
        QCOMPARE(bar()->accessibleTabName(0), u"get-weather, tracker"_s);
    }

    void showsTheProgressOfACall()
    {
        open({u"tracker.slow-report"_s, u"tracker.get-weather"_s});
        stack()->pages().at(0)->invoke();
        QTRY_VERIFY(bar()->pageTab(0).share >= 0.5);
        QVERIFY(bar()->pageTab(0).detail.contains(u"step"_s));
        QTRY_VERIFY2(bar()->tabToolTip(0).contains(u" s left"_s), qPrintable(bar()->tabToolTip(0)));
        QVERIFY2(bar()->pageTab(0).detail.contains(u" s left"_s), qPrintable(bar()->pageTab(0).detail));
        QCOMPARE(bar()->pageTab(1).share, -1.0);
        const QColor fill = Theme::of(bar()).color(ColorRole::AccentFill);
        const auto isFilled = [&](int tab, double at) { // at: the position in the bar, from 0 to 1
            const QRect rect = bar()->tabRect(tab);
            const int left = rect.left() + 36; // right of the icon
            const QPoint place(left + int((rect.right() - 32 - left) * at), rect.bottom() - 1);
            return bar()->grab().toImage().pixelColor(place) == fill;
        };
        QVERIFY(isFilled(0, 0.3));
        QVERIFY(!isFilled(1, 0.3));
        QTRY_VERIFY(!stack()->pages().at(0)->isRunning());
        QCOMPARE(bar()->pageTab(0).share, -1.0);
        QCOMPARE(bar()->tabToolTip(0), u"tracker.slow-report"_s);
        QVERIFY(!isFilled(0, 0.3));
    }

    void showsTheStateOfAStream()
    {
        open({u"local.clock.tick"_s});
        QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(bar()->pageTab(0).detail, u"local · live"_s);
        stack()->current()->cancel();
        QTRY_COMPARE(bar()->pageTab(0).detail, u"local"_s);
    }

    void staysReadableWithManyTabs()
    {
        open({u"local.weather.now"_s, u"local.clock.tick"_s, u"tracker.get-weather"_s,
            u"tracker.list-issues"_s, u"tracker.count-issues"_s, u"tracker.slow-report"_s,
            u"tracker.get-issue"_s, u"tracker.get-forecast"_s, u"tracker.newest-issue"_s});
        QTRY_COMPARE(bar()->count(), 9);
        const QFontMetrics metrics(m_style->theme().font(FontRole::Body));
        for (int i = 0; i < bar()->count(); ++i) {
            const int width = bar()->tabRect(i).width();
            QVERIFY(width >= 112 && width <= 206);
            const QString readable = bar()->pageTab(i).name.left(12);
            QVERIFY2(width - 12 - 16 - 8 - 8 - 20 >= metrics.horizontalAdvance(readable),
                qPrintable(bar()->pageTab(i).name)); // without the icon, the gaps and the close button
        }
        auto *list = m_window->findChild<QToolButton *>(u"allTabs"_s);
        QVERIFY(list->isVisible());
        QVERIFY(list->text().startsWith(u'9'));
        Q_EMIT list->menu()->aboutToShow();
        QCOMPARE(list->menu()->actions().size(), 9);
        list->menu()->actions().at(1)->trigger();
        QCOMPARE(current(), u"clock.tick"_s);
    }

    void previewsByASingleClick()
    {
        clickSource(u"tracker.get-weather"_s);
        QCOMPARE(names(), QStringList{u"get-weather"_s});
        QVERIFY(bar()->pageTab(0).isPreview);
        clickSource(u"tracker.list-issues"_s);
        QCOMPARE(names(), QStringList{u"list-issues"_s});
        QVERIFY(bar()->pageTab(0).isPreview);
    }

    void keepsWhatWasOpenedByADoubleClick()
    {
        clickSource(u"tracker.get-weather"_s, true);
        QVERIFY(!bar()->pageTab(0).isPreview);
        clickSource(u"tracker.list-issues"_s);
        QCOMPARE(names(), (QStringList{u"get-weather"_s, u"list-issues"_s}));
        QTest::mouseDClick(bar(), Qt::LeftButton, {}, bar()->tabRect(1).center());
        QVERIFY(!bar()->pageTab(1).isPreview);
    }

    void keepsAPreviewThatIsEditedOrInvoked()
    {
        clickSource(u"tracker.get-weather"_s);
        stack()->current()->focusInput();
        QTest::keyClicks(m_window->focusWidget(), u"Oslo"_s);
        QVERIFY(!bar()->pageTab(0).isPreview);
        clickSource(u"local.weather.now"_s);
        QVERIFY(bar()->pageTab(1).isPreview);
        stack()->current()->setInput(Json::object({{u"location"_s, Json::string(u"Oslo"_s)}}));
        stack()->current()->invoke();
        QVERIFY(!bar()->pageTab(1).isPreview);
    }

    void walksInTheOrderOfUse()
    {
        open({u"local.weather.now"_s, u"local.clock.tick"_s, u"tracker.get-weather"_s});
        QTest::keyClick(m_window.get(), Qt::Key_Tab, Qt::ControlModifier);
        QCOMPARE(current(), u"clock.tick"_s);
        QTest::keyClick(m_window.get(), Qt::Key_Tab, Qt::ControlModifier); // Ctrl was released in between
        QCOMPARE(current(), u"get-weather"_s);
        QTest::keyPress(m_window.get(), Qt::Key_Control);
        for (int i = 0; i < 2; ++i)
            QTest::sendKeyEvent(QTest::Press, m_window.get(), Qt::Key_Tab, QString(), Qt::ControlModifier);
        QTest::keyRelease(m_window.get(), Qt::Key_Control);
        QCOMPARE(current(), u"weather.now"_s);
    }

    void stepsThroughTheTabsInTheirOrder()
    {
        open({u"local.weather.now"_s, u"local.clock.tick"_s, u"tracker.get-weather"_s});
        QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(current(), u"weather.now"_s); // the first tab follows the last one
        QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(current(), u"clock.tick"_s);
        QTest::keyClick(m_window.get(), Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(current(), u"weather.now"_s);
    }

    void closesByMiddleClickAndByTheCross()
    {
        open({u"local.weather.now"_s, u"local.clock.tick"_s, u"tracker.get-weather"_s});
        QTest::mouseClick(bar(), Qt::MiddleButton, {}, bar()->tabRect(0).center());
        QCOMPARE(names(), (QStringList{u"clock.tick"_s, u"get-weather"_s}));
        QTest::mouseClick(bar(), Qt::LeftButton, {}, bar()->crossRect(1).center());
        QCOMPARE(names(), QStringList{u"clock.tick"_s});
        QCOMPARE(current(), u"clock.tick"_s);
    }

    void hasAMenuOnEachTab()
    {
        open({u"local.weather.now"_s, u"local.clock.tick"_s, u"tracker.get-weather"_s});
        choose(0, u"tabCopyName"_s);
        QCOMPARE(QApplication::clipboard()->text(), u"local.weather.now"_s);
        choose(1, u"tabCloseOthers"_s);
        QCOMPARE(names(), QStringList{u"clock.tick"_s});
        choose(0, u"tabReopen"_s);
        QCOMPARE(names().size(), 2);
        choose(0, u"tabClose"_s);
        QCOMPARE(names().size(), 1);
    }

    void duplicatesAPageWithItsInput()
    {
        open({u"tracker.get-weather"_s});
        const Json input = Json::object({{u"city"_s, Json::string(u"Oslo"_s)}});
        stack()->current()->setInput(input);
        const OperationPage *first = stack()->current();
        choose(0, u"tabDuplicate"_s);
        QCOMPARE(names(), (QStringList{u"get-weather"_s, u"get-weather"_s}));
        QVERIFY(stack()->current() != first);
        QCOMPARE(stack()->current()->input(), input);
    }

    void aTaskIsWatchedOnItsPageAndOpenedAgainFromHistory()
    {
        QTRY_COMPARE(m_window->sessions()->state(u"desk"_s).phase, SourceState::Phase::Ready);
        open({u"desk.cook-dinner"_s});
        OperationPage *page = stack()->current();
        page->setInput(jsonLiteral(R"({"seconds":600})"));
        QMenu *menu = page->moreMenu();
        QToolButton *more = nullptr;
        for (auto *button : page->findChildren<QToolButton *>()) {
            if (button->menu() == menu)
                more = button;
        }
        QVERIFY(more);
        auto *asTask = menu->findChild<QAction *>(u"runAsTask"_s);
        connect(menu, &QMenu::aboutToShow, menu, [menu, asTask] {
            QTimer::singleShot(0, menu, [menu, asTask] {
                QVERIFY(asTask->isVisible());
                menu->setActiveAction(asTask);
                QTest::keyClick(menu, Qt::Key_Return);
            });
        });
        QTest::mouseClick(more, Qt::LeftButton);
        QTRY_VERIFY(asTask->isChecked());
        page->invoke();
        const auto *word = page->findChild<QLabel *>(u"outcomeWord"_s);
        QTRY_COMPARE(word->text(), u"task, running"_s);
        QVERIFY(page->findChild<ThemeLabel *>(u"outcomeFacts"_s)->fullText().contains(u"s left"_s));
        const QString exchange = page->exchangeId();

        stack()->closeCurrent();
        open({u"desk.cook-dinner"_s}); // another page of the same operation
        QVERIFY(stack()->current() != page);
        for (int i = 0; i < 7; ++i) { // closes more tabs than are kept
            open({u"local.weather.now"_s});
            stack()->duplicate(stack()->currentIndex());
            stack()->closeCurrent();
        }
        auto *history = m_window->findChild<HistoryPane *>();
        QAbstractItemView *view = history->view();
        const auto choose = [&] { // History adds new rows with a delay
            for (int row = 0; row < view->model()->rowCount() && history->currentExchange() != exchange;
                ++row)
                view->setCurrentIndex(view->model()->index(row, 0));
            return history->currentExchange() == exchange;
        };
        QTRY_VERIFY(choose());
        QTest::keyClick(view, Qt::Key_Return);
        QTRY_COMPARE(stack()->current(), page);
        QVERIFY(page->isRunning());
        QCOMPARE(word->text(), u"task, running"_s);
        page->cancel();
        QTRY_VERIFY(!page->isRunning());
    }

    void asksBeforeTheWindowClosesDuringATask()
    {
        QTRY_COMPARE(m_window->sessions()->state(u"desk"_s).phase, SourceState::Phase::Ready);
        open({u"desk.cook-dinner"_s});
        OperationPage *page = stack()->current();
        page->setInput(jsonLiteral(R"({"seconds":600})"));
        page->moreMenu()->findChild<QAction *>(u"runAsTask"_s)->setChecked(true);
        page->invoke();
        QTRY_VERIFY(page->runsAsTask());
        auto *copy = page->moreMenu()->findChild<QAction *>(u"copyTask"_s);
        Q_EMIT page->moreMenu()->aboutToShow();
        QVERIFY(copy->isVisible());
        copy->trigger();
        const QString id = QApplication::clipboard()->text();
        QVERIFY(!id.isEmpty());
        const auto *line = page->findChild<StatusLine *>();
        QTRY_VERIFY(line->toolTip().contains(id));
        QCOMPARE(line->contextMenuPolicy(), Qt::ActionsContextMenu);
        QApplication::clipboard()->clear();
        line->findChild<QAction *>(u"copyTaskId"_s)->trigger();
        QCOMPARE(QApplication::clipboard()->text(), id);
        m_window->close();
        auto *question = m_window->findChild<QMessageBox *>(u"streamsQuestion"_s);
        QVERIFY(question && question->isVisible());
        QVERIFY(question->informativeText().contains(u"tasks/result"_s));
        question->reject();
        QVERIFY(m_window->isVisible());
        QVERIFY(page->isRunning());
        page->cancel();
        QTRY_VERIFY(!page->isRunning());
    }

    void tasksAreOfferedOnlyIfServerAndToolSupportThem()
    {
        QTRY_COMPARE(m_window->sessions()->state(u"modern"_s).phase, SourceState::Phase::Ready);
        for (const QString &operation : {u"modern.cook-dinner"_s, u"tracker.get-weather"_s}) {
            open({operation});
            Q_EMIT stack()->current()->moreMenu()->aboutToShow();
            QVERIFY(!stack()->current()->findChild<QAction *>(u"runAsTask"_s)->isVisible());
        }
    }
};

WORKBENCH_TEST(tst_PageTabs, QApplication)
#include "tst_pagetabs.moc"
