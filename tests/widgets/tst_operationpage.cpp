// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/pagefixture.h"
#include "ui/forms/inputeditor.h"
#include "ui/models/metamodel.h"
#include "ui/panes/datapane.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/sourcespane.h"
#include "ui/panes/streampane.h"
#include "ui/theme/controls.h"
#include "ui/theme/workbenchstyle.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QSplitter>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_OperationPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void showsAnOutcomeSideBySide();
    void namesTheRequestBesideTheMeta();
    void keepsTheFocusWhenACallFinishes();
    void offersToSendRefusedInput();
    void asksOnceBeforeADestructiveCall();
    void cancelsARunningCall();
    void doesNotInvokeBrokenInput();
    void keepsWhatWasTypedAcrossConnections();
    void strictCastFailsTheCall();
    void keepsItsShapeWithTheLayoutOfAnotherPage();
    void offersTheNextPageOfAList();
    void everyButtonHasANameAndEveryIconAToolTip();

private:
    std::unique_ptr<PageFixture> f;
};

void tst_OperationPage::init()
{
    f = std::make_unique<PageFixture>();
    QVERIFY(f->connectSource());
}

void tst_OperationPage::cleanup()
{
    f.reset();
}

void tst_OperationPage::showsAnOutcomeSideBySide()
{
    const auto p = f->page(u"echo"_s);
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

// Of a hub's result, and of each event of a hub's stream. The meta itself stays as it came.
void tst_OperationPage::namesTheRequestBesideTheMeta()
{
    const auto note = [this](const QString &exchangeId) {
        Frame frame;
        frame.exchangeId = exchangeId;
        frame.direction = Direction::Sent;
        frame.label = u"call.requested"_s;
        frame.bytes = R"({"type":"call.requested","id":"","payload":{"requestId":"5b1f0f0e"}})";
        f->sessions->exchanges()->note(frame);
    };
    const auto shown = [](const QWidget *of) {
        const auto *tree = child<QTreeView>(of, u"metaTree"_s);
        auto *model = qobject_cast<MetaModel *>(tree->model());
        const QModelIndex row = model->indexOf(u"/requestId"_s);
        return row.siblingAtColumn(JsonTreeModel::ValueColumn).data().toString();
    };
    f->peer->answersAtOnce = false;
    const auto p = f->page(u"echo"_s);
    p->invoke();
    QTRY_COMPARE(f->peer->calls.size(), 1u);
    note(p->exchangeId());
    f->peer->calls.back()->settle(f->peer->answer);
    QTRY_VERIFY(!p->isRunning());
    QCOMPARE(shown(p->resultPane()), u"5b1f0f0e"_s);
    child<QToolButton>(p->resultPane(), u"copyMeta"_s)->click();
    QVERIFY(!QGuiApplication::clipboard()->text().contains(u"requestId"_s));

    const auto stream = f->streamPage();
    note(stream->exchangeId());
    f->peer->stream->push(Json::object({{u"tick"_s, Json::integer(1)}}));
    QTRY_COMPARE(shown(stream->streamPane()), u"5b1f0f0e"_s);
}

void tst_OperationPage::keepsTheFocusWhenACallFinishes()
{
    f->peer->answersAtOnce = false;
    const auto p = f->page(u"echo"_s);
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
    const auto p = f->page(u"echo"_s);
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
    const auto p = f->page(u"wipe"_s);
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
    const auto p = f->page(u"echo"_s);
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
    const auto p = f->page(u"echo"_s);
    p->inputEditor()->findChild<QPlainTextEdit *>(u"jsonEdit"_s)->setPlainText(u"{"_s);
    p->invoke();
    QVERIFY(!p->isRunning());
    QCOMPARE(f->peer->calls.size(), 0u);
    QVERIFY(p->input().isAbsent());
}

void tst_OperationPage::keepsWhatWasTypedAcrossConnections()
{
    const auto p = f->page(u"echo"_s);
    p->setInput(jsonLiteral(R"({"n":4})"));
    f->peer->discovery->operations[0].description = u"Another text"_s;
    f->peer->discovery->operations[0].inputSchema =
        jsonLiteral(R"({"type":"object","properties":{"n":{"type":"integer"},"m":{"type":"string"}}})");
    f->sessions->refreshSource(u"s"_s);
    QTRY_COMPARE(child<ThemeLabel>(p.get(), u"operationDescription"_s)->fullText(), u"Another text"_s);
    QCOMPARE(p->input(), jsonLiteral(R"({"n":4})"));
    QVERIFY(p->findChild<QWidget *>(u"field:m"_s));
}

void tst_OperationPage::strictCastFailsTheCall()
{
    f->peer->discovery->operations[0].outputSchema = jsonLiteral(
        R"({"type":"object","required":["when"],"properties":{"when":{"type":"string","pattern":"^x$"}}})");
    f->sessions->refreshSource(u"s"_s);
    QTRY_VERIFY([this] {
        const OperationSpec *spec = f->sessions->registry()->getSpec({u"s"_s, u"echo"_s});
        return spec && !spec->outputSchema.isAbsent();
    }());
    const auto p = f->page(u"echo"_s);
    QSignalSpy running(p.get(), &OperationPage::runningChanged);
    p->invoke();
    QTRY_COMPARE(running.size(), 2);
    QCOMPARE(label(p.get(), u"outcomeWord"_s), u"ok"_s); // as received, with a warning
    QVERIFY(child(p.get(), u"warningCard"_s));
    auto *chip = child<QAbstractButton>(p.get(), u"strictCastChip"_s);
    QVERIFY(!chip->isVisible());
    p->findChild<QAction *>(u"strictCast"_s)->trigger();
    QVERIFY(chip->isVisible());
    p->invoke();
    QTRY_COMPARE(running.size(), 4);
    QCOMPARE(label(p.get(), u"outcomeWord"_s), u"EXECUTION_ERROR"_s);
    QVERIFY(child(p.get(), u"errorCard"_s)->isVisible());
    const auto again = f->page(u"echo"_s, false);
    again->restoreLayout(p->saveLayout());
    QVERIFY(again->isStrictCast());
    const auto other = f->page(u"echo"_s, false);
    other->restoreLayout(p->saveLayout(), false);
    QVERIFY(!other->isStrictCast());
    QTest::mouseClick(chip, Qt::LeftButton);
    QVERIFY(!p->isStrictCast() && !chip->isVisible());
}

void tst_OperationPage::keepsItsShapeWithTheLayoutOfAnotherPage()
{
    const auto shape = [](const OperationPage &page) {
        return child<QSplitter>(&page, u"pageSplitter"_s)->orientation();
    };
    const auto result = f->page(u"echo"_s);
    const auto stream = f->page(u"tick"_s);
    QCOMPARE(shape(*result), Qt::Horizontal);
    QCOMPARE(shape(*stream), Qt::Vertical);
    const QByteArray ofResult = result->saveLayout();
    const QByteArray ofStream = stream->saveLayout();
    stream->restoreLayout(ofResult);
    result->restoreLayout(ofStream);
    QCOMPARE(shape(*result), Qt::Horizontal);
    QCOMPARE(shape(*stream), Qt::Vertical);
    stream->invoke();
    const auto *input = child(stream.get(), u"inputEditor"_s);
    QTRY_VERIFY(input->height() < 50); // folded
    QTRY_COMPARE(input->width(), stream->width());
}

void tst_OperationPage::offersTheNextPageOfAList()
{
    OperationSpec list = fakeOperation(u"list"_s);
    list.inputSchema = jsonLiteral(R"({"type":"object","properties":{"cursor":{"type":"string"}}})");
    f->sessions->disconnectSource(u"s"_s);
    f->peer->discovery->operations = {list};
    f->peer->answer = HandlerResult(jsonLiteral(R"({"items":[1,2],"nextCursor":"p2"})"));
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), SourceState::Phase::Ready);
    const auto p = f->page(u"list"_s);
    QVERIFY(!child(p.get(), u"nextPage"_s)->isVisible());
    p->invoke();
    QTRY_VERIFY(child(p.get(), u"nextPage"_s)->isVisible());
    QCOMPARE(f->peer->calls.size(), 1); // only offered
    f->peer->answer = HandlerResult(jsonLiteral(R"({"items":[3]})"));
    QTest::mouseClick(child(p.get(), u"nextPage"_s), Qt::LeftButton);
    QTRY_COMPARE(f->peer->calls.size(), 2);
    QCOMPARE(f->peer->calls.back()->input, jsonLiteral(R"({"cursor":"p2"})"));
    QTRY_VERIFY(!p->isRunning());
    QVERIFY(!child(p.get(), u"nextPage"_s)->isVisible()); // that was the last one
}

void tst_OperationPage::everyButtonHasANameAndEveryIconAToolTip()
{
    const auto call = f->page(u"echo"_s, false);
    const auto stream = f->page(u"tick"_s, false);
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
