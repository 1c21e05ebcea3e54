// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Recording, reviewing, verifying and comparing in the whole window, by clicks and keys, over a fake peer and
// real files.

#include "core/json/jsonparser.h"
#include "core/session/subscription.h"
#include "tests/support/testprogram.h"
#include "tests/unit/session/sessionsfixture.h"
#include "ui/fixtures/comparepage.h"
#include "ui/fixtures/comparisonmodel.h"
#include "ui/fixtures/fixturepage.h"
#include "ui/fixtures/fixturespane.h"
#include "ui/fixtures/fixturestore.h"
#include "ui/fixtures/reviewdialog.h"
#include "ui/fixtures/rulesdialog.h"
#include "ui/models/logmodels.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/historypane.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/bottompanel.h"
#include "ui/window/fixturescontroller.h"
#include "ui/window/mainwindow.h"
#include "ui/window/pagestack.h"
#include "ui/window/workspacecontroller.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

namespace {

// Assembled from parts, so that secret scanners do not report this file.
const QByteArray tokenShape = QByteArray("ghp") + "_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";

const QString readme = u"resource:docs://a/README.md"_s;

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class tst_Fixtures : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<SessionsFixture> m_peer;
    std::unique_ptr<MainWindow> m_window;
    WorkbenchStyle *m_style = nullptr;

    template <typename T = QWidget> T *find(const QString &name) const
    {
        return m_window->findChild<T *>(name);
    }
    FixturesModel *model() const { return m_window->fixtures()->store()->model(); }
    FixturesPane *pane() const { return m_window->fixtures()->pane(); }
    QString folder() const { return m_home->filePath(u"fixtures"_s); }
    QStringList files() const { return QDir(folder()).entryList({u"*.json"_s}, QDir::Files); }
    QString message() const { return find<QLabel>(u"messageText"_s)->text(); }
    void pressMessageAction() { QTest::mouseClick(find(u"messageAction"_s), Qt::LeftButton); }
    FixtureVerdict::State state(const QString &file) const { return model()->verdict(file).state; }

    void answer(const QByteArray &json) { m_peer->peer->answer = HandlerResult(jsonLiteral(json)); }

    OperationPage *invoke(const QByteArray &input = R"({"id":7})", const QString &operation = u"get-item"_s)
    {
        OperationPage *page = m_window->openOperation({u"s"_s, operation});
        page->setInput(jsonLiteral(input));
        const QString before = page->exchangeId();
        page->invoke();
        if (!QTest::qWaitFor(
                [&] { return page->exchangeId() != before && !page->isRunning(); }, Test::patience))
            qFatal("the call does not end");
        return page;
    }

    //! Records one fixture of get-item with the default rules.
    void recordOne(const QByteArray &json = R"({"id":7,"seen":1,"name":"lamp"})")
    {
        answer(json);
        OperationPage *page = invoke();
        QTest::mouseClick(page->findChild<QPushButton *>(u"record"_s), Qt::LeftButton);
        QTRY_COMPARE(model()->rowCount(), 1);
    }

    template <typename T> T *tool() const { return qobject_cast<T *>(m_window->pageStack()->currentTool()); }

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void recordsAtOnceWithoutSuspectedSecrets();
    void reviewsSuspectedSecrets();
    void writesNothingThatIsNotReviewed();
    void asksForAFolderIfNoneIsSet();
    void recordsBesideANewlySavedWorkspace();
    void recordsEveryCallWhileRecordingIsOn();
    void recordsSelectedRowsOfHistory();
    void recordsARunningStream();
    void opensARecordedFixture();
    void ignoresADifferenceThatAVerificationShowed();
    void deletesAndRestoresAFixture();
    void readsAgainWhenTheFolderChanges();
    void editsRulesWithAPreview();
    void suggestsRulesFromTheLastVerification();
    void comparesWithThePreviousResult();
    void comparesWithAnotherSource();
    void comparesTwoRowsOfHistory();
    void distinguishesResultsOfTheSameOperation();
    void namesAResourceAsTheSourcesPaneDoes();
    void keepsTheCallsOfAVerification();
    void fitsASmallWindow();
    void namesEverythingForAssistiveTools();
};

void tst_Fixtures::initTestCase()
{
    QCoreApplication::setOrganizationName(u"envelope-workbench-tests"_s);
    m_style = new WorkbenchStyle;
    QApplication::setStyle(m_style);
}

void tst_Fixtures::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_peer = std::make_unique<SessionsFixture>();
    OperationSpec resource = fakeOperation(readme);
    resource.kind = u"resource"_s;
    resource.title = u"Read me"_s;
    m_peer->peer->discovery->operations = {resource, fakeOperation(u"get-item"_s),
        fakeOperation(u"set-item"_s, OperationType::Mutation),
        fakeOperation(u"ticks"_s, OperationType::Subscription)};
    MainWindow::Options options;
    options.remember = false;
    m_window = std::make_unique<MainWindow>(m_peer->sessions.get(), m_style, options);
    m_window->resize(1280, 800);
    QVERIFY(m_window->workspace()->saveAs(m_home->filePath(u"a.workspace.json"_s)).has_value());
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    QVERIFY(m_peer->sessions->addSource(SessionsFixture::source(u"s"_s)).has_value());
    m_peer->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(m_peer->phase(), SourceState::Phase::Ready);
}

void tst_Fixtures::cleanup()
{
    m_window.reset();
    m_peer.reset();
    m_home.reset();
}

void tst_Fixtures::recordsAtOnceWithoutSuspectedSecrets()
{
    answer(R"({"id":7})");
    OperationPage *page = m_window->openOperation({u"s"_s, u"get-item"_s});
    auto *record = page->findChild<QPushButton *>(u"record"_s);
    QVERIFY(!record->isEnabled()); // there is no result yet
    invoke();
    QVERIFY(record->isEnabled());
    QTest::mouseClick(record, Qt::LeftButton);
    QTRY_COMPARE(files().size(), 1);
    QTRY_VERIFY2(message().contains(u"Recorded as "_s + files().constFirst()), qPrintable(message()));
    QVERIFY(!m_window->findChild<ReviewDialog *>());
    pressMessageAction();
    QCOMPARE(m_window->bottomPanel()->currentIndex(), 3);
    QTRY_COMPARE(pane()->chosenFiles(), files());
}

void tst_Fixtures::reviewsSuspectedSecrets()
{
    answer(R"({"id":7,"note":")" + tokenShape + R"(","password":"abcdefgh"})");
    OperationPage *page = invoke();
    QTest::mouseClick(page->findChild<QPushButton *>(u"record"_s), Qt::LeftButton);
    QTRY_VERIFY(m_window->findChild<ReviewDialog *>());
    auto *dialog = m_window->findChild<ReviewDialog *>();
    QCOMPARE(dialog->folder(), folder());
    QVERIFY(!QFileInfo::exists(folder()) || files().isEmpty()); // nothing is written before the review
    QCOMPARE(dialog->model()->suspicions(), 1);
    const QModelIndex suspicion = dialog->model()->index(0, ReviewModel::DecisionColumn);
    QCOMPARE(suspicion.data().toString(), u"replace"_s);
    dialog->view()->setFocus();
    QTest::keyClick(dialog->view(), Qt::Key_Space);
    QCOMPARE(suspicion.data().toString(), u"not a secret"_s);
    const QRect cell = dialog->view()->visualRect(suspicion);
    QTest::mouseClick(
        dialog->view()->viewport(), Qt::LeftButton, {}, QPoint(cell.left() + 20, cell.center().y()));
    QCOMPARE(suspicion.data().toString(), u"replace"_s);
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"reviewWrite"_s), Qt::LeftButton);
    QTRY_COMPARE(files().size(), 1);
    const QByteArray written = contentsOf(QDir(folder()).filePath(files().constFirst()));
    QVERIFY2(!written.contains(tokenShape) && !written.contains("abcdefgh"), written.constData());
    QVERIFY(written.contains("${secret:"));
}

void tst_Fixtures::writesNothingThatIsNotReviewed()
{
    answer(R"({"note":")" + tokenShape + R"("})");
    OperationPage *page = invoke();
    page->findChild<QPushButton *>(u"record"_s)->click();
    QTRY_VERIFY(m_window->findChild<ReviewDialog *>());
    QTest::keyClick(m_window->findChild<ReviewDialog *>(), Qt::Key_Escape);
    QTRY_VERIFY(!m_window->findChild<ReviewDialog *>());
    QTest::qWait(100);
    QVERIFY(files().isEmpty());
}

void tst_Fixtures::recordsBesideANewlySavedWorkspace()
{
    m_window->newWorkspace();
    QTest::mouseClick(find<QToolButton>(u"recordAll"_s), Qt::LeftButton);
    auto *question = find<QMessageBox>(u"fixturesQuestion"_s);
    QTRY_VERIFY(question && question->isVisible());
    QTest::keyClick(question, Qt::Key_Return); // saves the workspace
    auto *dialog = find<QFileDialog>(u"saveWorkspaceDialog"_s);
    QTRY_VERIFY(dialog && dialog->isVisible());
    Q_EMIT dialog->fileSelected(m_home->filePath(u"new.workspace.json"_s));
    dialog->close();
    QTRY_VERIFY(m_window->fixtures()->isRecordingAll());
    QCOMPARE(m_window->workspace()->fixturesFolder(), m_home->filePath(u"fixtures"_s));
}

void tst_Fixtures::asksForAFolderIfNoneIsSet()
{
    m_window->newWorkspace();
    QVERIFY(m_window->workspace()->fixturesFolder().isEmpty());
    QTest::mouseClick(find<QToolButton>(u"recordAll"_s), Qt::LeftButton);
    auto *question = find<QMessageBox>(u"fixturesQuestion"_s);
    QTRY_VERIFY(question && question->isVisible());
    QCOMPARE(question->buttons().size(), 3);
    for (QAbstractButton *button : question->buttons()) {
        if (question->buttonRole(button) == QMessageBox::ActionRole)
            QTest::mouseClick(button, Qt::LeftButton);
    }
    auto *dialog = find<QDialog>(u"fixturesFolderDialog"_s);
    QTRY_VERIFY(dialog && dialog->isVisible());
    QVERIFY(!find<QToolButton>(u"recordAll"_s)->isChecked());
    Q_EMIT static_cast<QFileDialog *>(dialog)->fileSelected(m_home->filePath(u"chosen"_s));
    dialog->close();
    QTRY_VERIFY(m_window->fixtures()->isRecordingAll());
    QVERIFY(find<QToolButton>(u"recordAll"_s)->isChecked());
    QCOMPARE(m_window->workspace()->fixturesFolder(), m_home->filePath(u"chosen"_s));
    // The folder is saved with the workspace: by its name only if it is beside the workspace file.
    QVERIFY(m_window->workspace()->saveAs(m_home->filePath(u"b.workspace.json"_s)).has_value());
    m_window->workspace()->setFixturesFolder(m_home->filePath(u"kept"_s));
    QVERIFY(m_window->workspace()->save().has_value());
    QVERIFY(contentsOf(m_home->filePath(u"b.workspace.json"_s)).contains("\"fixtures\": \"kept\""));
    m_window->openWorkspace(m_home->filePath(u"b.workspace.json"_s));
    QCOMPARE(m_window->workspace()->fixturesFolder(), m_home->filePath(u"kept"_s));
}

void tst_Fixtures::recordsEveryCallWhileRecordingIsOn()
{
    QTest::mouseClick(find<QToolButton>(u"recordAll"_s), Qt::LeftButton);
    QVERIFY(find<QAction>(u"recordAllResults"_s)->isChecked());
    answer(R"({"id":1})");
    invoke(R"({"id":1})");
    invoke(R"({"id":2})");
    QTRY_COMPARE(model()->rowCount(), 2);
    // Suspected secrets wait for a review; no dialog opens by itself.
    answer(R"({"note":")" + tokenShape + R"("})");
    invoke(R"({"id":3})");
    QTRY_VERIFY(message().contains(u"not written yet"_s));
    QVERIFY(!m_window->findChild<ReviewDialog *>());
    QCOMPARE(files().size(), 2);
    pressMessageAction();
    QTRY_VERIFY(m_window->findChild<ReviewDialog *>());
    QTest::keyClick(m_window->findChild<ReviewDialog *>(), Qt::Key_Return);
    QTRY_COMPARE(files().size(), 3);
    find<QToolButton>(u"recordAll"_s)->click();
    answer(R"({"id":4})");
    invoke(R"({"id":4})");
    QTest::qWait(200);
    QCOMPARE(files().size(), 3);
}

void tst_Fixtures::recordsSelectedRowsOfHistory()
{
    answer(R"({"id":1})");
    invoke(R"({"id":1})");
    invoke(R"({"id":2})");
    auto *view = find(u"historyPane"_s)->findChild<RowTreeView *>();
    QTRY_COMPARE(view->model()->rowCount(), 2);
    view->selectAll();
    QStringList ids;
    for (const QModelIndex &index : view->selectionModel()->selectedRows())
        ids.append(index.data(Qt::UserRole).toString());
    QMetaObject::invokeMethod(find(u"historyPane"_s), "recordRequested", Q_ARG(QStringList, ids));
    QTRY_COMPARE(model()->rowCount(), 2);
    m_window->fixtures()->recordExchanges({u"gone"_s});
    QVERIFY2(message().contains(u"no longer kept"_s), qPrintable(message()));
}

void tst_Fixtures::recordsARunningStream()
{
    OperationPage *page = m_window->openOperation({u"s"_s, u"ticks"_s});
    page->invoke();
    QTRY_VERIFY(m_peer->peer->stream && m_peer->peer->stream->isStarted);
    m_peer->peer->stream->push(Json::integer(1));
    m_peer->peer->stream->push(Json::integer(2));
    QTRY_COMPARE(page->subscription()->count(), 2);
    QTest::mouseClick(page->findChild<QPushButton *>(u"record"_s), Qt::LeftButton);
    QTRY_COMPARE(model()->rowCount(), 1);
    const Fixture &recorded = model()->listing().fixtures.constFirst().fixture;
    QVERIFY(recorded.isStream());
    QCOMPARE(recorded.events.size(), 2);
    QCOMPARE(recorded.events.at(1).envelope.member("data"_L1).toInteger(), 2);
    m_window->fixtures()->open(files().constFirst());
    QVERIFY(tool<FixturePage>());
    page->cancel();
}

void tst_Fixtures::suggestsRulesFromTheLastVerification()
{
    recordOne(R"({"id":7,"at":"2026-05-18T12:00:00Z","n":1})");
    const QString file = files().constFirst();
    answer(R"({"id":7,"at":"2026-05-19T13:00:00Z","n":2})");
    m_window->fixtures()->verifyAll();
    QTRY_COMPARE(state(file), FixtureVerdict::State::Differs);
    m_window->fixtures()->editRules(file);
    auto *dialog = m_window->findChild<RulesDialog *>();
    auto *suggest = dialog->findChild<QToolButton *>(u"suggestRules"_s);
    QVERIFY(suggest->isEnabled());
    const qsizetype before = dialog->rules().size();
    suggest->menu()->actions().constFirst()->trigger();
    QTRY_VERIFY(dialog->rules().size() >= before + 2);
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"rulesSave"_s), Qt::LeftButton);
    QTRY_COMPARE(state(file), FixtureVerdict::State::Same);
}

void tst_Fixtures::opensARecordedFixture()
{
    recordOne();
    m_window->bottomPanel()->showPane(pane());
    pane()->choose(files());
    QTest::keyClick(pane()->view(), Qt::Key_Return);
    QTRY_VERIFY(tool<FixturePage>());
    QCOMPARE(tool<FixturePage>()->file(), files().constFirst());
    QCOMPARE(tool<FixturePage>()->findChild<QLabel *>(u"outcomeWord"_s)->text(), u"ok"_s);
    QVERIFY(tool<FixturePage>()->isVisible());
}

void tst_Fixtures::ignoresADifferenceThatAVerificationShowed()
{
    recordOne();
    const QString file = files().constFirst();
    answer(R"({"id":7,"seen":2,"name":"lamp"})");
    m_window->bottomPanel()->showPane(pane());
    QTest::mouseClick(find<QToolButton>(u"verify"_s), Qt::LeftButton);
    QTRY_COMPARE(state(file), FixtureVerdict::State::Differs);
    QTRY_VERIFY2(message().contains(u"1 failed"_s), qPrintable(message()));
    pane()->choose({file});
    QTest::keyClick(pane()->view(), Qt::Key_Return);
    QTRY_VERIFY(tool<ComparePage>());
    auto *page = tool<ComparePage>();
    QTRY_VERIFY(!page->isRunning());
    QCOMPARE(page->comparison()->count(), 1);
    QCOMPARE(page->view()->currentIndex().data(ComparisonModel::PointerRole).toString(), u"/data/seen"_s);
    QTest::mouseClick(page->findChild<QToolButton *>(u"ignoreThis"_s), Qt::LeftButton);
    QTRY_COMPARE(state(file), FixtureVerdict::State::Same);
    QTRY_VERIFY(!page->isRunning() && page->comparison()->isSame());
    QVERIFY(contentsOf(QDir(folder()).filePath(file)).contains("/data/seen"));
    QTRY_COMPARE(model()->find(file)->fixture.match.constLast().at, u"/data/seen"_s);
    answer(R"({"id":7,"seen":3,"name":"lamp"})");
    find<QAction>(u"verifyAll"_s)->trigger();
    QTRY_VERIFY(message().contains(u"1 passed"_s));
    QCOMPARE(state(file), FixtureVerdict::State::Same);
}

void tst_Fixtures::deletesAndRestoresAFixture()
{
    recordOne();
    const QStringList before = files();
    const QByteArray bytes = contentsOf(QDir(folder()).filePath(before.constFirst()));
    m_window->bottomPanel()->showPane(pane());
    pane()->choose(before);
    QTest::keyClick(pane()->view(), Qt::Key_Delete);
    QTRY_COMPARE(model()->rowCount(), 0);
    QVERIFY(files().isEmpty());
    QTRY_VERIFY(message().contains(u"Deleted"_s));
    pressMessageAction();
    QTRY_COMPARE(model()->rowCount(), 1);
    QCOMPARE(files(), before);
    QCOMPARE(contentsOf(QDir(folder()).filePath(before.constFirst())), bytes);
    QTRY_COMPARE(pane()->chosenFiles(), before);
}

void tst_Fixtures::readsAgainWhenTheFolderChanges()
{
    recordOne();
    QFile odd(QDir(folder()).filePath(u"odd.json"_s));
    QVERIFY(odd.open(QIODevice::WriteOnly) && odd.write("{]") == 2);
    odd.close();
    QTRY_COMPARE(model()->rowCount(), 2);
    QVERIFY(model()->index(1, 0).data(FixturesModel::ProblemRole).toBool());
    QVERIFY(!model()->index(1, FixturesModel::NoteColumn).data().toString().isEmpty());
    QVERIFY(odd.remove());
    QTRY_COMPARE(model()->rowCount(), 1);
}

void tst_Fixtures::editsRulesWithAPreview()
{
    recordOne();
    const QString file = files().constFirst();
    const qsizetype usual = model()->find(file)->fixture.match.size();
    m_window->fixtures()->editRules(file);
    auto *dialog = m_window->findChild<RulesDialog *>();
    QVERIFY(dialog);
    QTest::mouseClick(dialog->findChild<QToolButton *>(u"addRule"_s), Qt::LeftButton);
    auto *place = dialog->findChild<QLineEdit *>(u"rulePlace"_s);
    auto *save = dialog->findChild<QPushButton *>(u"rulesSave"_s);
    place->clear();
    QTest::keyClicks(place, u"$.data["_s);
    QVERIFY(!save->isEnabled());
    QVERIFY(!dialog->findChild<QLabel *>(u"ruleProblem"_s)->text().isEmpty());
    QTest::keyClicks(place, u"'name']"_s);
    QVERIFY(save->isEnabled());
    const QModelIndex matches = dialog->model()->index(int(usual), MatchRulesModel::MatchesColumn);
    QTRY_COMPARE(matches.data().toString(), u"\"lamp\""_s);
    QTest::mouseClick(save, Qt::LeftButton);
    QTRY_COMPARE(model()->find(file)->fixture.match.size(), usual + 1);
    QCOMPARE(model()->find(file)->fixture.match.constLast().at, u"$.data['name']"_s);
}

void tst_Fixtures::comparesWithThePreviousResult()
{
    answer(R"({"id":7,"seen":1})");
    invoke();
    answer(R"({"id":7,"seen":2})");
    OperationPage *page = invoke();
    QTest::mouseClick(page->findChild<QToolButton *>(u"compareResult"_s), Qt::LeftButton);
    QTRY_VERIFY(m_window->findChild<CompareWithDialog *>());
    QTest::keyClick(m_window->findChild<CompareWithDialog *>()->findChild<QLineEdit *>(), Qt::Key_Return);
    QTRY_VERIFY(tool<ComparePage>());
    auto *compare = tool<ComparePage>();
    QTRY_VERIFY(!compare->isRunning());
    const QModelIndex current = compare->view()->currentIndex();
    QCOMPARE(current.siblingAtColumn(ComparisonModel::BeforeColumn).data().toString(), u"1"_s);
    QCOMPARE(current.siblingAtColumn(ComparisonModel::AfterColumn).data().toString(), u"2"_s);
    QVERIFY(!compare->findChild<QToolButton *>(u"ignoreThis"_s)->isVisible()); // no file for a rule
}

void tst_Fixtures::comparesWithAnotherSource()
{
    QVERIFY(m_peer->sessions->addSource(SessionsFixture::source(u"staging"_s)).has_value());
    m_peer->sessions->connectSource(u"staging"_s);
    QTRY_COMPARE(m_peer->phase(u"staging"_s), SourceState::Phase::Ready);
    answer(R"({"id":7,"seen":1})");
    OperationPage *page = invoke();
    answer(R"({"id":7,"seen":2})");
    page->findChild<QToolButton *>(u"compareResult"_s)->click();
    QTRY_VERIFY(m_window->findChild<CompareWithDialog *>());
    auto *filter = m_window->findChild<CompareWithDialog *>()->findChild<QLineEdit *>();
    QTest::keyClicks(filter, u"staging"_s);
    QTest::keyClick(filter, Qt::Key_Return);
    QTRY_VERIFY(tool<ComparePage>());
    QTRY_VERIFY(!tool<ComparePage>()->isRunning());
    QVERIFY(tool<ComparePage>()->comparison()->count() >= 1);
    QVERIFY(tool<ComparePage>()->after().title.startsWith(u"staging"_s));
}

void tst_Fixtures::comparesTwoRowsOfHistory()
{
    for (const char *id : {"1", "2", "3"}) {
        answer(QByteArray("{\"id\":") + id + "}");
        invoke(QByteArray("{\"id\":") + id + "}");
    }
    auto *history = find<HistoryPane>(u"historyPane"_s);
    m_window->bottomPanel()->showPane(history);
    QTRY_COMPARE(history->view()->model()->rowCount(), 3);
    QTest::mouseClick(history->view()->viewport(), Qt::LeftButton, {},
        history->view()->visualRect(history->view()->model()->index(0, 1)).center());
    QTest::mouseClick(history->view()->viewport(), Qt::LeftButton, Qt::ControlModifier,
        history->view()->visualRect(history->view()->model()->index(2, 1)).center());
    QCOMPARE(history->chosenExchanges().size(), 2);
    QTest::keyClick(history->view(), Qt::Key_D, Qt::ControlModifier);
    QTRY_VERIFY(tool<ComparePage>());
    QTRY_VERIFY(!tool<ComparePage>()->isRunning());
    QVERIFY(!m_window->findChild<CompareWithDialog *>());
    QCOMPARE(tool<ComparePage>()->before().fixture.input.member("id"_L1).toInteger(), 1);
    QCOMPARE(tool<ComparePage>()->after().fixture.input.member("id"_L1).toInteger(), 3);
}

void tst_Fixtures::distinguishesResultsOfTheSameOperation()
{
    answer(R"({"id":1})");
    invoke(R"({"id":1})");
    m_peer->peer->answer =
        std::unexpected(Error{ErrorKind::Remote, u"NO_SUCH_ITEM"_s, u"There is no such item."_s, {}, {}});
    invoke(R"({"id":2})");
    answer(R"({"id":3})");
    OperationPage *page = invoke(R"({"id":3})");
    page->findChild<QToolButton *>(u"compareResult"_s)->click();
    QTRY_VERIFY(m_window->findChild<CompareWithDialog *>());
    const auto *table =
        m_window->findChild<CompareWithDialog *>()->findChild<RowTreeView *>(u"compareWithTable"_s);
    const auto cell = [table](int row, int column) {
        return table->model()->index(row, column).data().toString();
    };
    QCOMPARE(cell(0, 1), u"id=2"_s);
    QCOMPARE(cell(0, 2), u"NO_SUCH_ITEM"_s);
    QCOMPARE(cell(1, 1), u"id=1"_s);
    QCOMPARE(cell(1, 2), u"ok"_s);
    QVERIFY(!cell(1, 3).isEmpty());
}

void tst_Fixtures::namesAResourceAsTheSourcesPaneDoes()
{
    answer(R"({"text":"one"})");
    invoke("{}", readme);
    answer(R"({"text":"two"})");
    OperationPage *page = invoke("{}", readme);
    auto *history = find(u"historyPane"_s)->findChild<RowTreeView *>();
    QTRY_COMPARE(history->model()->rowCount(), 2);
    QCOMPARE(history->model()->index(0, HistoryModel::OperationColumn).data().toString(), u"Read me"_s);
    QTest::mouseClick(page->findChild<QPushButton *>(u"record"_s), Qt::LeftButton);
    QTRY_COMPARE(model()->rowCount(), 1);
    QCOMPARE(model()->index(0, FixturesModel::OperationColumn).data().toString(), u"Read me"_s);
    m_window->fixtures()->open(files().constFirst());
    QCOMPARE(tool<FixturePage>()->findChild<QLabel *>(u"toolTitle"_s)->text(), u"Read me"_s);
    m_window->openOperation(page->operation());
    QTest::mouseClick(page->findChild<QToolButton *>(u"compareResult"_s), Qt::LeftButton);
    QTRY_VERIFY(m_window->findChild<CompareWithDialog *>());
    auto *dialog = m_window->findChild<CompareWithDialog *>();
    const auto *table = dialog->findChild<RowTreeView *>(u"compareWithTable"_s);
    QVERIFY(table->model()->index(0, 0).data().toString().startsWith(u"s.Read me"_s));
    QTest::keyClick(dialog->findChild<QLineEdit *>(), Qt::Key_Return);
    QTRY_VERIFY(tool<ComparePage>());
    QCOMPARE(tool<ComparePage>()->tabTitle(), u"Read me"_s);
}

void tst_Fixtures::keepsTheCallsOfAVerification()
{
    recordOne();
    const auto &log = *m_peer->sessions->exchanges();
    const qsizetype before = log.recordCount();
    find<QAction>(u"verifyAll"_s)->trigger();
    QTRY_COMPARE(state(files().constFirst()), FixtureVerdict::State::Same);
    QCOMPARE(log.recordCount(), before + 1);
    const QString verified = log.recordAt(before).id;
    QVERIFY(m_window->fixtures()->results().find(verified));
    m_window->fixtures()->compareExchanges(log.recordAt(before - 1).id, verified);
    QTRY_VERIFY(tool<ComparePage>());
    m_window->fixtures()->compareExchange(u"gone"_s);
    QVERIFY2(message().contains(u"no longer kept"_s), qPrintable(message()));
}

void tst_Fixtures::fitsASmallWindow()
{
    recordOne();
    m_window->resize(800, 600);
    QTRY_COMPARE(m_window->size(), QSize(800, 600));
    m_window->bottomPanel()->showPane(pane());
    QTRY_VERIFY(pane()->view()->isVisible());
    QVERIFY(pane()->view()->isColumnHidden(FixturesModel::SourceColumn));
    auto *record = m_window->pageStack()->current()->findChild<QPushButton *>(u"record"_s);
    QVERIFY(record->isVisible() && record->text().isEmpty());
    QCOMPARE(m_window->size(), QSize(800, 600));
}

void tst_Fixtures::namesEverythingForAssistiveTools()
{
    recordOne();
    const QString file = files().constFirst();
    m_window->fixtures()->open(file);
    m_window->fixtures()->editRules(file);
    m_window->bottomPanel()->showPane(pane());
    for (const QAbstractButton *button : m_window->findChildren<QAbstractButton *>()) {
        if (qobject_cast<QLineEdit *>(button->parent()) || button->objectName().startsWith(u"qt_"_s)
            || button->parent()->inherits("QTabBar") || !button->isVisible())
            continue;
        QVERIFY2(!button->text().isEmpty() || !button->accessibleName().isEmpty(),
            qPrintable(button->objectName()));
    }
}

WORKBENCH_TEST(tst_Fixtures, QApplication)
#include "tst_fixtures.moc"
