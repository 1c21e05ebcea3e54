// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The main tasks in the whole window, by clicks and keys, against real sources: operations of this process
// and the demo's server as a child process.

#include "app/demo/demo.h"
#include "app/wiring/composition.h"
#include "core/json/jsonparser.h"
#include "tests/support/closesessions.h"
#include "tests/support/testprogram.h"
#include "ui/dialogs/addsourcedialog.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/sourcespane.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/helpdialogs.h"
#include "ui/window/mainwindow.h"
#include "ui/window/pagestack.h"
#include "ui/window/sourcescontroller.h"
#include "ui/window/topbar.h"
#include "ui/window/workspacecontroller.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_MainWindow : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<App::Composition> m_composition;
    std::unique_ptr<MainWindow> m_window;
    WorkbenchStyle *m_style = nullptr;

    QString file(const QString &name, const QByteArray &content) const
    {
        QFile file(m_home->filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write a test file");
        return file.fileName();
    }

    template <typename T> T *find(const QString &name) const { return m_window->findChild<T *>(name); }

    void openDemo()
    {
        m_window->openDemo();
        for (const char *name : {"local", "tracker"})
            QTRY_COMPARE(
                m_window->sessions()->state(QString::fromLatin1(name)).phase, SourceState::Phase::Ready);
    }

    OperationPage *invoke(const OperationId &operation, const QByteArray &input)
    {
        OperationPage *page = m_window->openOperation(operation);
        page->setInput(jsonLiteral(input));
        QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier);
        return page;
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
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void cleanup()
    {
        m_window.reset();
        Test::closeSessions(m_composition->sessions());
        m_composition.reset();
    }

    void offersWhatToDoNextWhenNothingIsOpen()
    {
        QVERIFY(find<QAbstractButton>(u"startAdd"_s)->isVisible());
        QVERIFY(find<QAbstractButton>(u"startOpen"_s)->isVisible());
        QVERIFY(find<QAbstractButton>(u"startDemo"_s)->isVisible());
    }

    void opensTheDemoByAClick()
    {
        QTest::mouseClick(find<QAbstractButton>(u"startDemo"_s), Qt::LeftButton);
        QTRY_COMPARE(m_window->sessions()->state(u"tracker"_s).phase, SourceState::Phase::Ready);
        QVERIFY(m_window->sessions()->operations(u"tracker"_s).size() > 8);
    }

    void doesTheMainJobFromTheKeyboard()
    {
        openDemo();
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto *field = find<QLineEdit>(u"goToFilter"_s);
        QTRY_VERIFY(field->isVisible());
        QTest::keyClicks(field, u"weather.now"_s);
        QTest::keyClick(field, Qt::Key_Return);
        OperationPage *page = m_window->pageStack()->current();
        QVERIFY(page);
        QCOMPARE(page->operation().name, u"weather.now"_s);
        page->setInput(jsonLiteral(R"({"location":"Chicago"})"));
        QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(!page->isRunning() && !page->exchangeId().isEmpty());
        const ExchangeRecord *record = m_window->sessions()->exchanges()->findRecord(page->exchangeId());
        QVERIFY(record);
        QCOMPARE(record->state, ExchangeRecord::State::Ok);
        QCOMPARE(record->warnings, 3); // the lost values
    }

    void listsItsShortcuts()
    {
        QTest::keyClick(m_window.get(), Qt::Key_F1, Qt::ControlModifier);
        auto *dialog = find<ShortcutsDialog>(u"shortcutsDialog"_s);
        QTRY_VERIFY(dialog->isVisible());
        const auto *table = dialog->findChild<QAbstractItemView *>(u"shortcutsTable"_s);
        const auto keysOf = [table](const QString &action) {
            const QModelIndexList found = table->model()->match(
                table->model()->index(0, 0), Qt::DisplayRole, action, 1, Qt::MatchExactly);
            return found.isEmpty() ? QString() : found.constFirst().siblingAtColumn(1).data().toString();
        };
        QCOMPARE(keysOf(u"Go to operation"_s), u"Ctrl+K"_s);
        QCOMPARE(keysOf(u"Invoke"_s), u"Ctrl+Return"_s);
        QCOMPARE(keysOf(u"Copy"_s), u"Ctrl+C"_s);
        QTest::keyClicks(dialog->findChild<QLineEdit *>(u"shortcutsFilter"_s), u"bottom"_s);
        QCOMPARE(table->model()->rowCount(), 1);
        dialog->close();
    }

    void saysThatNoOperationMatches()
    {
        openDemo();
        m_window->openOperation({u"tracker"_s, u"list-issues"_s});
        m_window->openOperation({u"tracker"_s, u"get-weather"_s});
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto *field = find<QLineEdit>(u"goToFilter"_s);
        QTRY_VERIFY(field->isVisible());
        const auto *list = find<QWidget>(u"goToPopup"_s)->findChild<RowTreeView *>();
        QCOMPARE(list->model()->index(0, 0).data().toString(), u"get-weather"_s); // used last
        QCOMPARE(list->model()->index(1, 0).data().toString(), u"list-issues"_s);
        QTest::keyClicks(field, u"zzzz"_s);
        QTRY_VERIFY(find<QWidget>(u"goToNothing"_s)->isVisible());
        QVERIFY(!list->isVisible());
        field->clear();
        QTRY_VERIFY(list->isVisible());
        find<QWidget>(u"goToPopup"_s)->hide();
    }

    void invokesAToolOfAServerOverStdio()
    {
        openDemo();
        const OperationPage *page = invoke({u"tracker"_s, u"get-weather"_s}, R"({"city":"Oslo"})");
        QTRY_VERIFY(!page->isRunning() && !page->exchangeId().isEmpty());
        const ExchangeRecord *record = m_window->sessions()->exchanges()->findRecord(page->exchangeId());
        QCOMPARE(record->state, ExchangeRecord::State::Ok);
        QVERIFY(record->responseBytes > 0);
        // The Wire pane has every frame, with its bytes unchanged.
        QVERIFY(m_window->sessions()->exchanges()->frameCount() > 4);
    }

    void cancelsASlowCall()
    {
        openDemo();
        OperationPage *page = invoke({u"tracker"_s, u"slow-report"_s}, R"({"seconds":30})");
        QTRY_VERIFY(page->isRunning());
        find<QAction>(u"cancelCall"_s)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!page->isRunning(), 15'000); // it would take 30 s
        QCOMPARE(m_window->sessions()->exchanges()->findRecord(page->exchangeId())->state,
            ExchangeRecord::State::Cancelled);
    }

    void showsALiveStreamAndStopsIt()
    {
        openDemo();
        OperationPage *page = invoke({u"local"_s, u"clock.tick"_s}, R"({"interval":10})");
        QTRY_VERIFY(page->isRunning());
        QTest::qWait(150);
        page->cancel();
        QTRY_VERIFY(!page->isRunning());
    }

    void runsACallFromHistoryAgain()
    {
        openDemo();
        const OperationPage *page = invoke({u"tracker"_s, u"get-weather"_s}, R"({"city":"Oslo"})");
        QTRY_VERIFY(!page->isRunning() && !page->exchangeId().isEmpty());
        const QString first = page->exchangeId();
        QMetaObject::invokeMethod(
            m_window->findChild<QWidget *>(u"historyPane"_s), "runAgainRequested", Q_ARG(QString, first));
        QTRY_VERIFY(page->exchangeId() != first && !page->isRunning());
        QCOMPARE(page->input(), jsonLiteral(R"({"city":"Oslo"})"));
    }

    void addsASourceWithoutStartingIt()
    {
        const QString marker = m_home->filePath(u"started"_s);
        m_window->sources()->addSourceFrom(u"touch %1"_s.arg(marker));
        auto *dialog = m_window->findChild<AddSourceDialog *>();
        QVERIFY(dialog);
        auto *command = dialog->findChild<QLabel *>(u"trustCommand"_s);
        QVERIFY(command->isVisible());
        QVERIFY(command->text().contains(u"touch"_s));
        QTest::keyClick(dialog, Qt::Key_Return); // the default button does not start the program
        QTRY_COMPARE(m_window->sessions()->sources().size(), 1);
        QTest::qWait(100);
        QVERIFY(!QFile::exists(marker));
        QCOMPARE(m_window->sessions()->state(m_window->sessions()->sources().constFirst().name).phase,
            SourceState::Phase::Disconnected);
    }

    void testsAConnectionBeforeAdding()
    {
        m_window->sources()->addSourceFrom(QStringLiteral(ENVELOPE_PROGRAM " serve --demo"));
        auto *dialog = m_window->findChild<AddSourceDialog *>();
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"test"_s), Qt::LeftButton);
        auto *result = dialog->findChild<QLabel *>(u"testResult"_s);
        QTRY_VERIFY(result->text().contains(u"Connected"_s));
        QCOMPARE(m_window->sessions()->sources().size(), 0);
        dialog->reject();
    }

    void saysWhyATestFailed()
    {
        m_window->sources()->addSourceFrom(u"no-such-program-here"_s);
        auto *dialog = m_window->findChild<AddSourceDialog *>();
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"test"_s), Qt::LeftButton);
        auto *result = dialog->findChild<QLabel *>(u"testResult"_s);
        QTRY_VERIFY(result->text().contains(u"no-such-program-here"_s));
        dialog->reject();
    }

    void asksBeforeItStartsAProgramOfAWorkspace()
    {
        const QString marker = m_home->filePath(u"started"_s);
        m_window->openWorkspace(file(u"a.workspace.json"_s,
            R"({"version":1,"sources":[{"name":"odd","kind":"mcp","settings":{"command":"touch","args":[")"
                + marker.toUtf8() + R"("]}}]})"));
        QCOMPARE(m_window->sessions()->sources().size(), 1);
        QVERIFY(!QFile::exists(marker)); // opening a file starts no program
        m_window->sources()->connectSource(u"odd"_s);
        auto *dialog = find<QDialog>(u"trustDialog"_s);
        QTRY_VERIFY(dialog && dialog->isVisible());
        QTest::keyClick(dialog, Qt::Key_Return);
        QTest::qWait(100);
        QVERIFY(!QFile::exists(marker));
        m_window->sources()->connectSource(u"odd"_s);
        QTRY_VERIFY(find<QPushButton>(u"trust"_s));
        QTest::mouseClick(m_window->findChildren<QPushButton *>(u"trust"_s).constLast(), Qt::LeftButton);
        QTRY_VERIFY(QFile::exists(marker));
    }

    void keepsWhatIsOpenWhenAWorkspaceIsBroken()
    {
        openDemo();
        m_window->openWorkspace(
            file(u"broken.workspace.json"_s, "{\n  \"version\": 1,\n  \"sources\": [}\n"));
        auto *text = find<QLabel>(u"messageText"_s);
        QTRY_VERIFY(text->isVisible());
        QVERIFY2(text->text().contains(u"line 3"_s), qPrintable(text->text()));
        QCOMPARE(m_window->sessions()->sources().size(), 4);
    }

    void savesTheWorkspaceAndReadsItBack()
    {
        const QString path = m_home->filePath(u"mine.workspace.json"_s);
        m_window->sources()->addSourceFrom(u"some-server --flag"_s);
        QTest::keyClick(m_window->findChild<AddSourceDialog *>(), Qt::Key_Return);
        QTRY_COMPARE(m_window->sessions()->sources().size(), 1);
        QVERIFY(m_window->workspace()->saveAs(path).has_value());
        m_window->workspace()->setInput(
            {u"some-server"_s, u"echo"_s}, jsonLiteral(R"({"big":9007199254740993})"));
        QVERIFY(m_window->workspace()->save().has_value());
        m_window->newWorkspace();
        QCOMPARE(m_window->sessions()->sources().size(), 0);
        m_window->openWorkspace(path);
        QCOMPARE(m_window->sessions()->sources().size(), 1);
        QCOMPARE(m_window->workspace()->input({u"some-server"_s, u"echo"_s}).toBytes(),
            QByteArray(R"({"big":9007199254740993})"));
    }

    void fitsASmallWindow()
    {
        openDemo();
        const OperationPage *page = invoke({u"tracker"_s, u"get-weather"_s}, R"({"city":"Oslo"})");
        QTRY_VERIFY(!page->isRunning() && !page->exchangeId().isEmpty());
        m_window->resize(800, 600);
        QTRY_COMPARE(m_window->size(), QSize(800, 600));
        for (const char *name : {"dataPane", "metaPane", "warningsPane"})
            QTRY_VERIFY2(page->findChild<QWidget *>(QString::fromLatin1(name))->isVisible(), name);
    }

    void switchesThemes()
    {
        const QColor before = m_window->palette().color(QPalette::Base);
        m_style->setScheme(WorkbenchStyle::Scheme::Dark);
        QTRY_VERIFY(m_window->palette().color(QPalette::Base) != before);
        m_style->setScheme(WorkbenchStyle::Scheme::Light);
        QTRY_COMPARE(m_window->palette().color(QPalette::Base), before);
    }

    void namesEverythingForAssistiveTools()
    {
        openDemo();
        m_window->openOperation({u"tracker"_s, u"get-weather"_s});
        for (const QAbstractButton *button : m_window->findChildren<QAbstractButton *>()) {
            if (qobject_cast<QLineEdit *>(button->parent()))
                continue; // the icon of Qt inside a field, which cannot be pressed
            if (button->isVisible() && button->text().isEmpty() && !button->objectName().startsWith(u"qt_"_s)
                && !button->inherits("QTabBar") && !button->parent()->inherits("QTabBar"))
                QVERIFY2(!button->accessibleName().isEmpty(),
                    qPrintable(u"%1 in %2"_s.arg(QString::fromLatin1(button->metaObject()->className()),
                        button->parent()->objectName())));
        }
    }
};

WORKBENCH_TEST(tst_MainWindow, QApplication)
#include "tst_mainwindow.moc"
