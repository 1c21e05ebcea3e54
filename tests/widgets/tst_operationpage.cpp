// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "tests/unit/session/sessionsfixture.h"
#include "ui/forms/inputeditor.h"
#include "ui/forms/themelabel.h"
#include "ui/models/jsontreemodel.h"
#include "ui/models/streammodel.h"
#include "ui/panes/datapane.h"
#include "ui/panes/operationpage.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/sourcespane.h"
#include "ui/panes/streampane.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"

#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

using Phase = SourceState::Phase;

class tst_OperationPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void showsAnOutcomeSideBySide();
    void keepsTheFocusWhenACallFinishes();
    void offersToSendRefusedInput();
    void asksOnceBeforeADestructiveCall();
    void cancelsARunningCall();
    void doesNotInvokeBrokenInput();
    void keepsWhatWasTypedAcrossConnections();
    void streamsNewestFirst();
    void streamKeepsWhatIsReadInPlace();
    void streamTellsWhyItEnded_data();
    void streamTellsWhyItEnded();
    void everyButtonHasANameAndEveryIconAToolTip();

private:
    std::unique_ptr<OperationPage> page(const QString &name, bool show = true);
    template <typename T = QWidget> static T *child(const QWidget *parent, const QString &name)
    {
        return parent->findChild<T *>(name);
    }
    static QString label(const QWidget *parent, const QString &name)
    {
        return child<ThemeLabel>(parent, name)->text();
    }

    std::unique_ptr<SessionsFixture> f;
};

void tst_OperationPage::init()
{
    f = std::make_unique<SessionsFixture>();
    OperationSpec echo = fakeOperation(u"echo"_s);
    echo.group = u"tools"_s;
    echo.inputSchema = jsonLiteral(
        R"({"type":"object","required":["n"],"properties":{"n":{"type":"integer","maximum":5,"default":1}}})");
    OperationSpec wipe = fakeOperation(u"wipe"_s, OperationType::Mutation);
    wipe.definition = jsonLiteral(R"({"annotations":{"destructiveHint":true}})");
    f->peer->discovery->operations = {echo, wipe, fakeOperation(u"tick"_s, OperationType::Subscription)};
    f->peer->answer = HandlerResult(jsonLiteral(R"({"answer":42})"));
    QVERIFY(f->sessions->addSource(SessionsFixture::source(u"s"_s)));
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Ready);
}

void tst_OperationPage::cleanup()
{
    f.reset();
}

std::unique_ptr<OperationPage> tst_OperationPage::page(const QString &name, bool show)
{
    auto made = std::make_unique<OperationPage>(f->sessions.get(), OperationId{u"s"_s, name});
    made->resize(1100, 600);
    if (show) {
        made->show();
        (void)QTest::qWaitForWindowActive(made.get());
    }
    return made;
}

void tst_OperationPage::showsAnOutcomeSideBySide()
{
    const auto p = page(u"echo"_s);
    QCOMPARE(p->tabTitle(), u"s.echo"_s);
    QVERIFY(child(p.get(), u"noResult"_s)->isVisible());
    QSignalSpy running(p.get(), &OperationPage::runningChanged);
    p->invoke();
    QTRY_COMPARE(running.size(), 2);
    QCOMPARE(label(p.get(), u"outcomeWord"_s), u"ok"_s);
    QVERIFY(label(p.get(), u"outcomeFacts"_s).contains(u"local"_s));
    for (const auto &name : {u"dataTree"_s, u"metaTree"_s, u"warningsPane"_s})
        QVERIFY2(child(p.get(), name)->isVisible(), qPrintable(name));
    QVERIFY(p->resultPane()->dataPane()->treeModel()->indexOf(u"/answer"_s).isValid());
    QVERIFY(!p->exchangeId().isEmpty());
    QCOMPARE(f->peer->calls.back()->input, jsonLiteral(R"({"n":1})"));
}

void tst_OperationPage::keepsTheFocusWhenACallFinishes()
{
    f->peer->answersAtOnce = false;
    const auto p = page(u"echo"_s);
    p->focusInput();
    QWidget *focused = p->focusWidget();
    QVERIFY(focused);
    p->invoke();
    QTRY_COMPARE(f->peer->calls.size(), 1u);
    f->peer->calls.back()->settle(f->peer->answer);
    QTRY_VERIFY(!p->isRunning());
    QCOMPARE(p->focusWidget(), focused);
    auto *invoke = child<QPushButton>(p.get(), u"invoke"_s);
    invoke->setFocus();
    invoke->click();
    QTRY_COMPARE(f->peer->calls.size(), 2u);
    QCOMPARE(p->focusWidget(), child<QPushButton>(p.get(), u"cancel"_s));
    f->peer->calls.back()->settle(f->peer->answer);
    QTRY_VERIFY(!p->isRunning());
    QCOMPARE(p->focusWidget(), invoke);
}

void tst_OperationPage::offersToSendRefusedInput()
{
    const auto p = page(u"echo"_s);
    p->setInput(jsonLiteral(R"({"n":9})"));
    p->invoke();
    QTRY_VERIFY(child(p.get(), u"sendAnyway"_s)->isVisible());
    QCOMPARE(f->peer->calls.size(), 0u);
    child<QPushButton>(p.get(), u"sendAnyway"_s)->click();
    QTRY_COMPARE(f->peer->calls.size(), 1u);
    QCOMPARE(f->peer->calls.back()->input, jsonLiteral(R"({"n":9})"));
    QTRY_COMPARE(label(p.get(), u"outcomeWord"_s), u"ok"_s);
}

void tst_OperationPage::asksOnceBeforeADestructiveCall()
{
    const auto p = page(u"wipe"_s);
    QWidget *bar = child(p.get(), u"askBar"_s);
    p->invoke();
    QVERIFY(bar->isVisible());
    QVERIFY(label(bar, u"question"_s).contains(u"wipe"_s));
    QCOMPARE(p->focusWidget(), child<QPushButton>(bar, u"no"_s));
    QTest::keyClick(p->focusWidget(), Qt::Key_Escape);
    QVERIFY(!bar->isVisible());
    QCOMPARE(f->peer->calls.size(), 0u);
    p->invoke();
    child<QPushButton>(bar, u"yes"_s)->click();
    QTRY_COMPARE(f->peer->calls.size(), 1u);
    QTRY_VERIFY(!p->isRunning());
    p->invoke();
    QVERIFY(!bar->isVisible());
    QTRY_COMPARE(f->peer->calls.size(), 2u);
}

void tst_OperationPage::cancelsARunningCall()
{
    f->peer->answersAtOnce = false;
    const auto p = page(u"echo"_s);
    p->invoke();
    QVERIFY(p->isRunning());
    QTRY_VERIFY(child(p.get(), u"cancelRunning"_s)->isVisible());
    QCOMPARE(label(p.get(), u"outcomeWord"_s), u"running"_s);
    child<QToolButton>(p.get(), u"cancelRunning"_s)->click();
    QTRY_VERIFY(!p->isRunning());
    QCOMPARE(label(p.get(), u"outcomeWord"_s), u"cancelled"_s);
}

void tst_OperationPage::doesNotInvokeBrokenInput()
{
    const auto p = page(u"echo"_s);
    p->inputEditor()->findChild<QPlainTextEdit *>(u"jsonEdit"_s)->setPlainText(u"{"_s);
    p->invoke();
    QVERIFY(!p->isRunning());
    QCOMPARE(f->peer->calls.size(), 0u);
    QVERIFY(p->input().isAbsent());
}

void tst_OperationPage::keepsWhatWasTypedAcrossConnections()
{
    const auto p = page(u"echo"_s);
    p->setInput(jsonLiteral(R"({"n":4})"));
    f->peer->discovery->operations[0].description = u"Another text"_s;
    f->peer->discovery->operations[0].inputSchema =
        jsonLiteral(R"({"type":"object","properties":{"n":{"type":"integer"},"m":{"type":"string"}}})");
    f->sessions->refreshSource(u"s"_s);
    QTRY_COMPARE(child<ThemeLabel>(p.get(), u"operationDescription"_s)->fullText(), u"Another text"_s);
    QCOMPARE(p->input(), jsonLiteral(R"({"n":4})"));
    QVERIFY(p->findChild<QWidget *>(u"field:m"_s));
}

void tst_OperationPage::streamsNewestFirst()
{
    const auto p = page(u"tick"_s);
    p->invoke();
    QVERIFY(p->inputEditor()->isFolded());
    QTRY_VERIFY(f->peer->stream && f->peer->stream->isStarted);
    QCOMPARE(label(p.get(), u"streamState"_s), u"live"_s);
    f->peer->stream->push(jsonLiteral(R"({"tick":1})"));
    f->peer->stream->push(jsonLiteral(R"({"tick":2})"));
    StreamPane *stream = p->streamPane();
    QTRY_COMPARE(stream->model()->rowCount(), 2);
    QCOMPARE(stream->model()->index(0, StreamModel::PreviewColumn).data().toString(), u"{\"tick\":2}"_s);
    stream->view()->setCurrentIndex(stream->model()->index(1, 0));
    QCOMPARE(stream->dataPane()->treeModel()->indexOf(u"/tick"_s, 1).data().toString(), u"1"_s);
    child<QToolButton>(p.get(), u"pauseStream"_s)->click();
    QCOMPARE(label(p.get(), u"streamState"_s), u"paused"_s);
    child<QToolButton>(p.get(), u"pauseStream"_s)->click();
    child<QToolButton>(p.get(), u"clearStream"_s)->click();
    QTRY_COMPARE(stream->model()->rowCount(), 0);
    child<QToolButton>(p.get(), u"stopStream"_s)->click();
    QTRY_COMPARE(label(p.get(), u"streamState"_s), u"stopped"_s);
    QVERIFY(!p->isRunning());
}

void tst_OperationPage::streamKeepsWhatIsReadInPlace()
{
    const auto p = page(u"tick"_s);
    p->invoke();
    QTRY_VERIFY(f->peer->stream && f->peer->stream->isStarted);
    for (int i = 0; i < 200; ++i)
        f->peer->stream->push(Json::integer(i));
    RowTreeView *view = p->streamPane()->view();
    QTRY_COMPARE(view->model()->rowCount(), 200);
    QCOMPARE(view->verticalScrollBar()->value(), 0);
    view->verticalScrollBar()->setValue(view->verticalScrollBar()->maximum() / 2);
    const QPersistentModelIndex read = view->indexAt({5, 5});
    const int top = view->visualRect(read).top();
    for (int i = 0; i < 50; ++i)
        f->peer->stream->push(Json::integer(i));
    QTRY_COMPARE(view->model()->rowCount(), 250);
    QCOMPARE(view->visualRect(read).top(), top);
}

void tst_OperationPage::streamTellsWhyItEnded_data()
{
    QTest::addColumn<EndReason>("reason");
    QTest::addColumn<QString>("word");
    QTest::newRow("completed") << EndReason::Completed << u"ended"_s;
    QTest::newRow("aborted") << EndReason::Aborted << u"aborted by the server"_s;
    QTest::newRow("closed") << EndReason::Closed << u"failed: the connection closed"_s;
}

void tst_OperationPage::streamTellsWhyItEnded()
{
    QFETCH(const EndReason, reason);
    QFETCH(const QString, word);
    const auto p = page(u"tick"_s);
    p->invoke();
    QTRY_VERIFY(f->peer->stream && f->peer->stream->isStarted);
    f->peer->stream->finish(reason, {.kind = ErrorKind::Closed, .message = u"it went away"_s});
    QTRY_COMPARE(label(p.get(), u"streamState"_s), word);
    QCOMPARE(child(p->streamPane(), u"errorCard"_s)->isVisible(), reason != EndReason::Completed);
}

void tst_OperationPage::everyButtonHasANameAndEveryIconAToolTip()
{
    const auto call = page(u"echo"_s, false);
    const auto stream = page(u"tick"_s, false);
    const SourcesPane sources(f->sessions.get());
    for (const QWidget *root : std::initializer_list<const QWidget *>{call.get(), stream.get(), &sources}) {
        const QList<QAbstractButton *> buttons = root->findChildren<QAbstractButton *>();
        for (const QAbstractButton *button : buttons) {
            if (!button->objectName().startsWith(u"qt_"_s) && button->inherits("QToolButton")
                && !button->parentWidget()->inherits("QLineEdit")) {
                QVERIFY2(
                    !button->accessibleName().isEmpty(), qPrintable(button->objectName() + button->text()));
                const bool isIconOnly =
                    static_cast<const QToolButton *>(button)->toolButtonStyle() == Qt::ToolButtonIconOnly;
                QVERIFY2(!isIconOnly || !button->toolTip().isEmpty(), qPrintable(button->accessibleName()));
            }
        }
    }
}

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QApplication::setStyle(new WorkbenchStyle(u"Fusion"_s));
    tst_OperationPage test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_operationpage.moc"
