// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The check of a source by clicks: run, cancel, read the findings, export, accept changed definitions.

#include "tests/support/ourstyle.h"
#include "tests/support/pagefixture.h"
#include "tests/support/testprogram.h"
#include "ui/models/checkmodel.h"
#include "ui/pages/checkpage.h"
#include "ui/pages/definitionsdialog.h"
#include "ui/pages/inputsdialog.h"
#include "ui/panes/findingspane.h"
#include "ui/panes/inspecttext.h"
#include "ui/panes/sourcespane.h"
#include "ui/text/textview.h"
#include "ui/theme/rowtableview.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/pagestack.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_CheckPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void callsNothingBeforeItIsRun();
    void showsOperationsAndTheirFindings();
    void showsFindingsOfOneKindAsOne();
    void callsOperationsThatHaveInputs();
    void refusesInvalidInputs();
    void cancelsARunningCheck();
    void exportsJsonAndJUnit();
    void asksOnceBeforeItAcceptsDefinitions();
    void saysOnTopThatChangesAreCutOff_data();
    void saysOnTopThatChangesAreCutOff();
    void remembersAcceptedDefinitionsInAFile();
    void offersToConnect();
    void opensFromTheSourceMenu();
    void everyControlHasAName();

private:
    static OperationSpec tool(const QString &name, QByteArrayView definition)
    {
        OperationSpec spec;
        spec.id.name = name;
        spec.type = OperationType::Mutation;
        spec.kind = u"tool"_s;
        spec.definition = jsonLiteral(definition);
        spec.inputSchema = spec.definition.member("inputSchema"_L1);
        spec.outputSchema = spec.definition.member("outputSchema"_L1);
        return spec;
    }
    //! Reconnects the source with \a operations.
    void offer(const QList<OperationSpec> &operations)
    {
        f->sessions->disconnectSource(u"s"_s);
        f->peer->discovery->operations = operations;
        f->sessions->connectSource(u"s"_s);
        QTRY_COMPARE(f->phase(), SourceState::Phase::Ready);
    }
    std::unique_ptr<CheckPage> page()
    {
        auto made = std::make_unique<CheckPage>(f->sessions.get(), u"s"_s);
        made->resize(1180, 600);
        made->show();
        (void)QTest::qWaitForWindowActive(made.get());
        return made;
    }
    static bool run(CheckPage &page)
    {
        QSignalSpy finished(&page, &CheckPage::finished);
        QTest::mouseClick(child(&page, u"checkRun"_s), Qt::LeftButton);
        return finished.wait(Test::patience);
    }
    std::unique_ptr<PageFixture> f;
};

namespace {
constexpr QByteArrayView readOnly = R"({"annotations":{"readOnlyHint":true}})";
} // namespace

void tst_CheckPage::init()
{
    f = std::make_unique<PageFixture>();
    QVERIFY(f->connectSource());
    f->peer->answer = HandlerResult(mcpEnvelope(jsonLiteral(R"({"ok":true,"data":{"n":1}})"),
        {false, jsonLiteral(R"([{"type":"text","text":"{\"ok\":true,\"data\":{\"n\":1}}"}])"),
            jsonLiteral(R"({"ok":true,"data":{"n":1}})"), {}}));
    offer({tool(u"count"_s,
               R"({"annotations":{"readOnlyHint":true},
                   "outputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}})"),
        tool(u"wipe"_s, "{}")});
}

void tst_CheckPage::cleanup()
{
    f.reset();
}

void tst_CheckPage::callsNothingBeforeItIsRun()
{
    const auto p = page();
    QVERIFY(child(p.get(), u"checkEmpty"_s)->isVisible());
    QVERIFY(label(p.get(), u"placeholderWords"_s).contains(u"server's claim"_s));
    QCOMPARE(f->peer->calls.size(), 0);
    QVERIFY(!child(p.get(), u"exportJson"_s)->isEnabled());
    QVERIFY(!child(p.get(), u"checkCancel"_s)->isEnabled());
}

void tst_CheckPage::showsOperationsAndTheirFindings()
{
    const auto p = page();
    QVERIFY(run(*p));
    QCOMPARE(f->peer->calls.size(), 1); // never an operation that may change data
    QCOMPARE(p->model()->rowCount(), 2);
    QCOMPARE(p->model()->index(0, CheckModel::OutcomeColumn).data().toString(), u"answered"_s);
    QCOMPARE(p->model()->index(0, CheckModel::EnvelopeColumn).data().toString(), u"{ok, data}"_s);
    QCOMPARE(p->model()->index(1, CheckModel::OutcomeColumn).data().toString(), u"not called"_s);
    QVERIFY(child(p.get(), u"checkErrors"_s)->isVisible());
    QCOMPARE(label(p.get(), u"checkWord"_s), u"completed"_s);
    for (const int column : {int(CheckModel::OperationColumn), int(CheckModel::DurationColumn)}) {
        const int wanted = p->view()->sizeHintForIndex(p->view()->model()->index(0, column)).width();
        QTRY_VERIFY(p->view()->columnWidth(column) >= wanted);
    }
    QCOMPARE(p->findingsPane()->count(), p->report().findings.size());
    QStringList messages;
    for (const auto *message : p->findingsPane()->findChildren<QLabel *>(u"findingMessage"_s))
        messages.append(message->text());
    QVERIFY2(messages.join(u'\n').contains(u"\nFix C  Or declare no output schema: "_s),
        qPrintable(messages.join(u'\n')));
    // First the findings of one operation, then of all operations again.
    const RowTableView *view = p->view();
    QTest::mouseClick(
        view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(0, 0)).center());
    const auto own = std::ranges::count(p->report().findings, u"count"_s, &CheckFinding::operation);
    QCOMPARE(p->findingsPane()->count(), own);
    QVERIFY(own < p->report().findings.size());
    QTest::mouseClick(child(p.get(), u"allFindings"_s), Qt::LeftButton);
    QCOMPARE(p->findingsPane()->count(), p->report().findings.size());
    QSignalSpy opened(p.get(), &CheckPage::operationActivated);
    QTest::keyClick(p->view(), Qt::Key_Home);
    QTest::keyClick(p->view(), Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened.first().first().value<OperationId>().name, u"count"_s);
}

void tst_CheckPage::showsFindingsOfOneKindAsOne()
{
    const QByteArray definition =
        R"({"annotations":{"readOnlyHint":true},"outputSchema":{"type":"object","required":["x"]}})";
    f->peer->answer = HandlerResult(jsonLiteral(R"({"n":1})"));
    offer({tool(u"one"_s, definition), tool(u"two"_s, definition)});
    const auto p = page();
    QVERIFY(run(*p));
    const QList<FindingGroup> groups = grouped(p->report());
    QVERIFY(groups.size() < p->report().findings.size());
    QCOMPARE(p->findingsPane()->count(), groups.size());
    const auto mismatch = std::ranges::find(groups, u"schema.mismatch"_s, &FindingGroup::code);
    QVERIFY(mismatch != groups.end());
    QCOMPARE(mismatch->message, u"The results of 2 operations do not match their output schemas."_s);
}

void tst_CheckPage::callsOperationsThatHaveInputs()
{
    offer({tool(u"find"_s,
               R"({"annotations":{"readOnlyHint":true},"inputSchema":{"type":"object","required":["city"],
                   "properties":{"city":{"type":"string","examples":["Lisbon"]},"days":{"type":"integer","default":3}}}})"),
        tool(u"wipe"_s, "{}")});
    const auto p = page();
    QVERIFY(run(*p));
    QCOMPARE(f->peer->calls.size(), 0);
    const auto dialog = [&] { return p->findChild<InputsDialog *>(); };
    QTest::mouseClick(child(p.get(), u"checkInputs"_s), Qt::LeftButton);
    QTRY_VERIFY(dialog() && dialog()->isVisible());
    auto *menu = child<QMenu>(dialog(), u"inputsMenu"_s);
    Q_EMIT menu->aboutToShow();
    QCOMPARE(menu->actions().size(), 2);
    menu->actions().constFirst()->trigger();
    const auto *text = child<InspectText>(dialog(), u"inputsText"_s);
    QCOMPARE(
        parseJson(text->bytes()).value_or(Json()), jsonLiteral(R"({"find":{"city":"Lisbon","days":3}})"));
    QVERIFY(!child(dialog(), u"inputsCaution"_s)->isVisible());
    Q_EMIT menu->aboutToShow();
    QCOMPARE(menu->actions().size(), 1);
    menu->actions().constFirst()->trigger();
    QTRY_VERIFY(child(dialog(), u"inputsCaution"_s)->isVisible());
    QVERIFY(label(dialog(), u"inputsCaution"_s).contains(u"wipe"_s));
    QTest::mouseClick(child(dialog(), u"inputsUse"_s), Qt::LeftButton);
    QTRY_VERIFY(!dialog());
    QVERIFY(run(*p));
    QCOMPARE(f->peer->calls.size(), 2);
    // The dialog shows the inputs when it is opened again.
    QTest::mouseClick(child(p.get(), u"checkInputs"_s), Qt::LeftButton);
    QTRY_VERIFY(dialog() && dialog()->isVisible());
    QCOMPARE(dialog()->inputs().size(), 2);
    QVERIFY(child<InspectText>(dialog(), u"inputsText"_s)->bytes().contains("Lisbon"));
    QTest::keyClick(dialog(), Qt::Key_Escape);
    QTRY_VERIFY(!dialog());
}

void tst_CheckPage::refusesInvalidInputs()
{
    const auto p = page();
    QTest::mouseClick(child(p.get(), u"checkInputs"_s), Qt::LeftButton);
    auto *dialog = p->findChild<InputsDialog *>();
    QVERIFY(dialog);
    auto *text = child<InspectText>(dialog, u"inputsText"_s);
    const auto use = [dialog] { return child(dialog, u"inputsUse"_s)->isEnabled(); };
    QVERIFY(use());
    for (const char *wrong : {"{", "[1]", R"({"nothing":{}})"}) {
        text->setBytes(wrong);
        QVERIFY2(!use() && child(dialog, u"inputsProblem"_s)->isVisible(), wrong);
    }
    QVERIFY(label(dialog, u"inputsProblem"_s).contains(u"nothing"_s));
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"inputs.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"count":{}})");
    file.close();
    text->readFile(file.fileName());
    QTRY_VERIFY(use());
    QVERIFY(!child(dialog, u"inputsProblem"_s)->isVisible());
}

void tst_CheckPage::cancelsARunningCheck()
{
    f->peer->answersAtOnce = false;
    const auto p = page();
    QTest::mouseClick(child(p.get(), u"checkRun"_s), Qt::LeftButton);
    QTRY_COMPARE(f->peer->calls.size(), 1);
    QVERIFY(p->isRunning() && !child(p.get(), u"checkRun"_s)->isEnabled());
    QSignalSpy finished(p.get(), &CheckPage::finished);
    QTest::mouseClick(child(p.get(), u"checkCancel"_s), Qt::LeftButton);
    QVERIFY(finished.wait(Test::patience));
    QCOMPARE(label(p.get(), u"checkWord"_s), u"cancelled"_s);
    QVERIFY(child(p.get(), u"checkRun"_s)->isEnabled());
}

void tst_CheckPage::exportsJsonAndJUnit()
{
    const auto p = page();
    QVERIFY(run(*p));
    const QTemporaryDir folder;
    QSignalSpy exported(p.get(), &CheckPage::exported);
    p->exportTo(folder.filePath(u"r.json"_s), false);
    p->exportTo(folder.filePath(u"r.xml"_s), true);
    QTRY_COMPARE(exported.size(), 2);
    QFile json(folder.filePath(u"r.json"_s));
    QVERIFY(json.open(QIODevice::ReadOnly));
    const Result<Json> read = parseJson(json.readAll());
    QVERIFY(read.has_value());
    QCOMPARE(*read, toJson(p->report()));
    QFile junit(folder.filePath(u"r.xml"_s));
    QVERIFY(junit.open(QIODevice::ReadOnly));
    QCOMPARE(junit.readAll(), toJUnit(p->report()));
    p->exportTo(folder.filePath(u"nowhere/r.json"_s), false);
    QTRY_COMPARE(exported.size(), 3);
    QCOMPARE(exported.last().first().toBool(), false);
}

void tst_CheckPage::asksOnceBeforeItAcceptsDefinitions()
{
    f->peer->hasPeer = true;
    offer({tool(u"a"_s, R"({"description":"one"})"), tool(u"b"_s, "{}")});
    const auto p = page();
    QVERIFY(run(*p));
    QVERIFY(!child(p.get(), u"acceptDefinitions"_s)->isVisible()); // the first run sets the pins
    offer({tool(u"a"_s, R"({"description":"two"})"), tool(u"b"_s, "{}")});
    QVERIFY(run(*p));
    QVERIFY(child(p.get(), u"acceptDefinitions"_s)->isVisible());
    const auto dialog = [&] { return p->findChild<DefinitionsDialog *>(); };
    QTest::mouseClick(child(p.get(), u"acceptDefinitions"_s), Qt::LeftButton);
    QTRY_VERIFY(dialog() && dialog()->isVisible());
    const auto *text = child<TextView>(dialog(), u"definitionsText"_s);
    QTRY_VERIFY(text->document() && text->document()->bytes().contains("  description\n"));
    QVERIFY(text->document()->bytes().contains("\"one\"") && text->document()->bytes().contains("\"two\""));
    QTest::keyClick(dialog(), Qt::Key_Return); // the default button, which accepts nothing
    QTRY_VERIFY(!dialog());
    QVERIFY(child(p.get(), u"acceptDefinitions"_s)->isVisible());
    QTest::mouseClick(child(p.get(), u"acceptDefinitions"_s), Qt::LeftButton);
    QTRY_VERIFY(dialog() && dialog()->isVisible());
    QTest::mouseClick(child(dialog(), u"acceptChanges"_s), Qt::LeftButton);
    QTRY_VERIFY(!child(p.get(), u"acceptDefinitions"_s)->isVisible());
    QVERIFY(run(*p));
    QVERIFY(!child(p.get(), u"acceptDefinitions"_s)->isVisible());
}

void tst_CheckPage::saysOnTopThatChangesAreCutOff_data()
{
    QTest::addColumn<QList<DefinitionChange>>("changes");
    QTest::addColumn<bool>("isCut");
    const auto change = [](const QString &name, const Json &before, const Json &now) {
        return DefinitionChange{name, keptDefinition({before}), keptDefinition({now})};
    };
    const auto members = [](qsizetype count, const Json &value) {
        QList<Json::Member> all;
        for (qsizetype i = 0; i < count; ++i)
            all.append({QString::number(i), value});
        return Json::object(all);
    };
    const Json one = jsonLiteral("1");
    const Json two = jsonLiteral("2");
    const QString longName(1000, u'n');
    QTest::newRow("a long place") << QList<DefinitionChange>{change(
        u"a"_s, Json::object({{longName, one}}), Json::object({{longName, two}}))}
                                  << false;
    QTest::newRow("a long place of a moved value")
        << QList<DefinitionChange>{change(u"a"_s, Json::object({{longName, jsonLiteral(R"(["n","a"])")}}),
               Json::object({{longName, jsonLiteral(R"(["a","n"])")}}))}
        << false;
    QTest::newRow("a long text") << QList<DefinitionChange>{change(
        u"a"_s, one, Json::string(QString(600'000, u'x')))}
                                 << true;
    QTest::newRow("a long name") << QList<DefinitionChange>{change(longName, one, two)} << true;
    QTest::newRow("many places") << QList<DefinitionChange>{change(u"a"_s, members(5001, one),
        members(5001, two))} << true;
    QTest::newRow("many operations") << QList<DefinitionChange>(2001, change(u"a"_s, one, two)) << true;
}

void tst_CheckPage::saysOnTopThatChangesAreCutOff()
{
    QFETCH(QList<DefinitionChange>, changes);
    QFETCH(bool, isCut);
    const QString text = describedChanges(changes);
    QCOMPARE(text.startsWith(u"Some of the changes are too long to show"_s), isCut);
    QVERIFY(isCut || (text.contains(QString(1000, u'n')) && !text.contains(u'…')));
}

void tst_CheckPage::remembersAcceptedDefinitionsInAFile()
{
    const QTemporaryDir folder;
    const QList<OperationSpec> changed{tool(u"echo"_s, readOnly)};
    for (const bool isAccepted : {false, true}) {
        f = std::make_unique<PageFixture>(std::make_shared<DefinitionPins>(folder.path()));
        f->peer->hasPeer = true;
        if (isAccepted)
            f->peer->discovery->operations = changed;
        QVERIFY(f->connectSource());
        if (!isAccepted)
            offer(changed);
        const auto p = page();
        QVERIFY(run(*p));
        QCOMPARE(child(p.get(), u"acceptDefinitions"_s)->isVisible(), !isAccepted);
        if (isAccepted)
            break;
        QTest::mouseClick(child(p.get(), u"acceptDefinitions"_s), Qt::LeftButton);
        QTRY_VERIFY(p->findChild<DefinitionsDialog *>());
        QTest::mouseClick(child(p->findChild<DefinitionsDialog *>(), u"acceptChanges"_s), Qt::LeftButton);
        QTRY_VERIFY(!child(p.get(), u"acceptDefinitions"_s)->isVisible());
    }
}

void tst_CheckPage::offersToConnect()
{
    f->sessions->disconnectSource(u"s"_s);
    const auto p = page();
    QTRY_VERIFY(child(p.get(), u"checkConnect"_s)->isVisible());
    QVERIFY(!child(p.get(), u"checkRun"_s)->isEnabled());
    QSignalSpy asked(p.get(), &CheckPage::connectRequested);
    QTest::mouseClick(child(p.get(), u"checkConnect"_s), Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
    f->sessions->connectSource(u"s"_s);
    QTRY_VERIFY(child(p.get(), u"checkRun"_s)->isEnabled());
    QVERIFY(!child(p.get(), u"checkConnect"_s)->isVisible());
}

void tst_CheckPage::opensFromTheSourceMenu()
{
    MainWindow::Options options;
    options.remember = false;
    MainWindow window(f->sessions.get(), static_cast<WorkbenchStyle *>(QApplication::style()), options);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.sourcesPane()->selectOperation({u"s"_s, u"count"_s});
    window.findChild<QAction *>(u"checkSource"_s)->trigger();
    auto *p = qobject_cast<CheckPage *>(window.pageStack()->currentTool());
    QVERIFY(p);
    QCOMPARE(p->source(), u"s"_s);
    Q_EMIT window.sourcesPane()->checkRequested(u"s"_s);
    QCOMPARE(window.pageStack()->tools().size(), 1); // the same page
    QTest::mouseClick(child(p, u"checkRun"_s), Qt::LeftButton);
    QTRY_VERIFY(!p->isRunning() && p->model()->rowCount() == 2);
    window.pageStack()->closeOf(u"s"_s);
    QCOMPARE(window.pageStack()->tools().size(), 0);
}

void tst_CheckPage::everyControlHasAName()
{
    const auto p = page();
    QVERIFY(run(*p));
    QTRY_VERIFY(child(p.get(), u"findingCard"_s)->isVisible());
    QStringList controls;
    for (QWidget *widget : p->findChildren<QWidget *>()) {
        if ((widget->focusPolicy() & Qt::TabFocus) != Qt::TabFocus || !widget->isVisible()
            || widget->focusProxy())
            continue;
        controls.append(widget->objectName());
        const QAccessibleInterface *face = QAccessible::queryAccessibleInterface(widget);
        QVERIFY2(face && !face->text(QAccessible::Name).isEmpty(), qPrintable(widget->objectName()));
    }
    QVERIFY2(controls.size() > 6, qPrintable(controls.join(u' ')));
    p->setCompact(true); // labels are hidden, accessible names stay
    const auto *cancel = child<QPushButton>(p.get(), u"checkCancel"_s);
    QVERIFY(cancel->text().isEmpty() && !cancel->accessibleName().isEmpty());
}

WORKBENCH_TEST(tst_CheckPage, QApplication, Workbench::Test::useOurStyle)
#include "tst_checkpage.moc"
