// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Ctrl+F and Edit, Find search the pane that has the focus.

#include "app/demo/demo.h"
#include "app/wiring/composition.h"
#include "core/json/jsonparser.h"
#include "tests/support/closesessions.h"
#include "tests/support/testprogram.h"
#include "ui/fixtures/comparepage.h"
#include "ui/forms/inputeditor.h"
#include "ui/pages/manualpage.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/findingspane.h"
#include "ui/text/textview.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/pagestack.h"
#include "ui/window/sourcescontroller.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_Finding : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<App::Composition> m_composition;
    std::unique_ptr<MainWindow> m_window;
    WorkbenchStyle *m_style = nullptr;

    template <typename T> T *find(const QString &name) const { return m_window->findChild<T *>(name); }

    //! Presses Ctrl+F in \a pane and searches \a text. Returns the text of the search bar, or "no bar: " and
    //! the name of the focused widget if no bar opens.
    QString search(QWidget *pane, const QString &text) const
    {
        pane->setFocus();
        [&] { QTRY_VERIFY(pane->hasFocus()); }();
        QTest::keyClick(pane, Qt::Key_F, Qt::ControlModifier);
        return searchInField(text);
    }

    QString searchInField(const QString &text) const
    {
        QWidget *field = QApplication::focusWidget();
        if (!field || field->objectName() != "searchField"_L1)
            return u"no bar: %1"_s.arg(field ? field->objectName() : QString());
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
        return field->parentWidget()->findChild<QLabel *>(u"searchFact"_s)->text();
    }

    OperationPage *weather() const
    {
        OperationPage *page = m_window->openOperation({u"local"_s, u"weather.now"_s});
        page->setInput(jsonLiteral(R"({"location":"Chicago"})"));
        return page;
    }

    //! A text that occurs in no pane.
    static inline const QString nowhere = u"zqxj"_s;

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

    void filtersSources()
    {
        auto *tree = find<QWidget>(u"sourcesTree"_s);
        QTRY_VERIFY(tree->isVisible());
        tree->setFocus();
        QTest::keyClick(tree, Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget()->objectName(), u"filterField"_s);
    }

    void findsInTheJsonOfTheInput()
    {
        const OperationPage *page = weather();
        auto *json = page->findChild<QPlainTextEdit *>(u"jsonEdit"_s);
        page->inputEditor()->setFace(InputEditor::Face::Both);
        QCOMPARE(search(json, u"chicago"_s), QString());
        QCOMPARE(json->textCursor().selectedText(), u"Chicago"_s);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(json->hasFocus()); // the user can go on typing
        QCOMPARE(search(json, nowhere), u"Not found"_s);
    }

    void findsInTheRequest()
    {
        QTRY_COMPARE(m_window->sessions()->state(u"tracker"_s).phase, SourceState::Phase::Ready);
        OperationPage *page = m_window->openOperation({u"tracker"_s, u"get-weather"_s});
        page->setInput(jsonLiteral(R"({"location":"Chicago"})"));
        page->setRequestShown(true);
        auto *request = page->findChild<TextView *>(u"requestText"_s);
        QTRY_VERIFY(request->document() && request->document()->bytes().contains("Chicago"));
        QCOMPARE(search(request, u"chicago"_s), QString());
        QCOMPARE(request->selectedText(), u"Chicago"_s);
        QCOMPARE(search(request, nowhere), u"Not found"_s);
    }

    void findsInBothTextsOfInspect()
    {
        m_window->inspectEnvelope();
        const QWidget *page = m_window->pageStack()->currentTool();
        for (const QString &name : {u"inspectText"_s, u"inspectSchema"_s}) {
            auto *edit = page->findChild<QWidget *>(name)->findChild<QPlainTextEdit *>(u"inspectEdit"_s);
            edit->setPlainText(u"{\"first\": 1, \"second\": 2}"_s);
            QCOMPARE(search(edit, u"Second"_s), QString());
            QCOMPARE(edit->textCursor().selectedText(), u"second"_s);
            QCOMPARE(search(edit, nowhere), u"Not found"_s);
        }
    }

    void findsInFindings()
    {
        FindingsPane pane(u"Findings"_s, u"None."_s);
        QList<Finding> findings;
        for (int i = 0; i < 120; ++i)
            findings.append({Diagnosis::Severity::Warning, u"code"_s, u"sentence %1 ends"_s.arg(i)});
        pane.setFindings(findings);
        pane.resize(400, 300);
        pane.show();
        QVERIFY(QTest::qWaitForWindowActive(&pane));
        auto *card = pane.findChild<QWidget *>(u"findingCard"_s);
        QCOMPARE(search(card, u"sentence 90 ENDS"_s), QString());
        const auto cards = pane.findChildren<QWidget *>(u"findingCard"_s);
        QVERIFY(cards.size() > 90); // hidden cards are shown for the search
        QTRY_VERIFY(!cards.at(90)->visibleRegion().isEmpty());
        QCOMPARE(search(card, nowhere), u"Not found"_s);
    }

    void findsInAComparison()
    {
        const auto side = [](const QByteArray &data) {
            Fixture fixture;
            fixture.operation = u"list"_s;
            fixture.envelope = Json::object(
                {{u"data"_s, jsonLiteral(data)}, {u"meta"_s, jsonLiteral(R"({"source":"mcp"})")}});
            return ComparedSide{u"one"_s, fixture};
        };
        auto *page = new ComparePage(u"list"_s, {}, m_window.get());
        page->compare(
            side(R"({"first":{"name":"Ada"},"second":2})"), side(R"({"first":{"name":"Grace"},"second":3})"));
        m_window->pageStack()->openTool(page);
        QTRY_VERIFY(!page->isRunning());
        QCOMPARE(search(page->view(), u"grace"_s), u"1 of 1"_s);
        QCOMPARE(page->view()->currentIndex().siblingAtColumn(0).data().toString(), u"name"_s);
        QCOMPARE(search(page->view(), nowhere), u"Not found"_s);
        page->setFace(ComparePage::Face::Text);
        QTRY_VERIFY(page->text(1)->document());
        QCOMPARE(search(page->text(1), u"grace"_s), QString());
        QCOMPARE(page->text(1)->selectedText(), u"Grace"_s);
    }

    void findsInTheManual()
    {
        m_window->showManual();
        find<ManualPage>(u"manualPage"_s)->showTopic(u"index.md"_s);
        auto *text = find<QTextBrowser>(u"manualText"_s);
        QCOMPARE(search(text, u"keyboard shortcuts"_s), QString());
        QCOMPARE(text->textCursor().selectedText(), u"Keyboard shortcuts"_s);
        QCOMPARE(search(text, nowhere), u"Not found"_s);
    }

    void findsOnThePageOfASource()
    {
        QTRY_COMPARE(m_window->sessions()->state(u"tracker"_s).phase, SourceState::Phase::Ready);
        m_window->sources()->showServer(u"tracker"_s);
        auto *definitions = find<QAbstractItemView>(u"serverDefinitions"_s);
        QTRY_VERIFY(definitions->model()->rowCount() > 2);
        QVERIFY(search(definitions, u"weather"_s).startsWith(u"1 of"_s));
        QVERIFY(definitions->currentIndex().isValid());
        auto *instructions = find<QTextBrowser>(u"serverInstructions"_s);
        QVERIFY(!instructions->toPlainText().isEmpty());
        const QString word = instructions->toPlainText().section(u' ', 0, 0);
        QCOMPARE(search(instructions, word), QString());
        QCOMPARE(instructions->textCursor().selectedText(), word);
        auto *agreed = find<QWidget>(u"serverAgreed"_s)->findChild<QAbstractItemView *>();
        QCOMPARE(search(agreed, nowhere), u"Not found"_s);
    }

    void filtersTheEventsOfAStream()
    {
        OperationPage *page = m_window->openOperation({u"local"_s, u"clock.tick"_s});
        page->setInput(jsonLiteral(R"({"interval":10,"count":5})"));
        page->invoke();
        auto *events = page->findChild<QAbstractItemView *>(u"streamTable"_s);
        QTRY_COMPARE(events->model()->rowCount(), 5);
        events->setFocus();
        QTRY_VERIFY(events->hasFocus());
        QTest::keyClick(events, Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget()->objectName(), u"streamFilter"_s);
        QTest::keyClicks(QApplication::focusWidget(), nowhere);
        QTRY_COMPARE(events->model()->rowCount(), 0);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Delete);
        QTRY_COMPARE(events->model()->rowCount(), 5);
    }

    void findsInTheOperationsOfACheck()
    {
        m_window->sources()->checkSource(u"local"_s);
        auto *table = find<QAbstractItemView>(u"checkTable"_s);
        QTest::mouseClick(find<QAbstractButton>(u"checkRun"_s), Qt::LeftButton);
        QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 2);
        QVERIFY(search(table, u"weather"_s).startsWith(u"1 of"_s));
        QVERIFY(table->currentIndex().siblingAtColumn(0).data().toString().contains(u"weather"_s));
    }

    void theMenuFindsInThePaneWithTheFocus()
    {
        const OperationPage *page = weather();
        auto *json = page->findChild<QPlainTextEdit *>(u"jsonEdit"_s);
        json->setFocus();
        find<QAction>(u"find"_s)->trigger();
        QCOMPARE(searchInField(u"chicago"_s), QString());
        QCOMPARE(json->textCursor().selectedText(), u"Chicago"_s);
    }

    //! The tab bar has no search: Ctrl+F goes to the largest pane of the page.
    void findsInThePageFromElsewhere()
    {
        OperationPage *page = weather();
        page->invoke();
        QTRY_VERIFY(!page->isRunning());
        auto *tabs = find<QTabBar>(u"pageTabs"_s);
        tabs->setFocus();
        QTest::keyClick(tabs, Qt::Key_F, Qt::ControlModifier);
        const auto *data = page->findChild<QWidget *>(u"dataPane"_s);
        QVERIFY(data->isAncestorOf(QApplication::focusWidget()));
        searchInField(u"chicago"_s);
        const auto *fact = data->findChild<QLabel *>(u"searchFact"_s);
        QTRY_COMPARE(fact->text().section(u' ', 0, 0), u"1"_s);
    }
};

WORKBENCH_TEST(tst_Finding, QApplication)
#include "tst_finding.moc"
