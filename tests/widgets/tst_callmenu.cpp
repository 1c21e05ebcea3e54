// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// What the menu of a call copies: a command, a request.

#include "tests/support/ourstyle.h"
#include "tests/support/pagefixture.h"
#include "tests/support/testprogram.h"
#include "ui/theme/workbenchstyle.h"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_CallMenu : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void copiesTheCallAsACommand();
    void copiesTheChoicesOfACall();
    void copiesARequestAsJson();
    void copiesHowToOpenASession();

private:
    std::unique_ptr<PageFixture> f;
};

void tst_CallMenu::init()
{
    f = std::make_unique<PageFixture>();
    QVERIFY(f->connectSource());
}

void tst_CallMenu::cleanup()
{
    f.reset();
}

void tst_CallMenu::copiesTheCallAsACommand()
{
    const auto p = f->page(u"echo"_s);
    f->exchanges.hideSecret("swordfish", u"token"_s);
    p->setProperty("workspaceFile", u"/tmp/my work/w.workspace.json"_s); // as the main window does
    p->setInput(jsonLiteral(R"({"n":1,"key":"swordfish","say":"it's"})"));
    p->moreMenu()->findChild<QAction *>(u"copyAsCommand"_s)->trigger();
    const QString command = QGuiApplication::clipboard()->text();
    QVERIFY(command.startsWith(u"# Replace each ${secret:"_s)); // the input contains a known secret
    QVERIFY2(command.section(u'\n', 1).startsWith(
                 u"envelope call --workspace '/tmp/my work/w.workspace.json' s echo --input '{"_s),
        qPrintable(command));
    QVERIFY(command.contains(uR"(it'\''s)"_s));
    QVERIFY(!command.contains(u"swordfish"_s));
    const auto stream = f->page(u"tick"_s);
    stream->moreMenu()->findChild<QAction *>(u"copyAsCommand"_s)->trigger();
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(u"envelope subscribe s tick"_s));
}

void tst_CallMenu::copiesTheChoicesOfACall()
{
    const auto p = f->page(u"echo"_s);
    f->sessions->setEnvironments({{.name = u"staging"_s, .variables = {}}}, u"staging"_s);
    p->moreMenu()->findChild<QAction *>(u"strictCast"_s)->setChecked(true);
    const auto *texts = p->moreMenu()->findChild<QActionGroup *>(u"readText"_s);
    texts->actions().at(2)->setChecked(true);
    p->moreMenu()->findChild<QAction *>(u"copyAsCommand"_s)->trigger();
    const QString command = QGuiApplication::clipboard()->text();
    QVERIFY2(command.startsWith(
                 u"envelope call --strict-cast --json-in-text keep --environment staging s echo --input"_s),
        qPrintable(command));
}

void tst_CallMenu::copiesARequestAsJson()
{
    f->peer->previewer = [](const OperationSpec &, const Json &input) {
        WirePreview preview;
        preview.frame = Json::object({{u"method"_s, Json::string(u"tools/call")}, {u"params"_s, input}});
        return preview;
    };
    const auto p = f->page(u"echo"_s);
    p->setRequestShown(true);
    auto *copy = child<QToolButton>(p.get(), u"copyRequestJson"_s);
    QTRY_VERIFY(copy->isEnabled() && copy->isVisible());
    QTRY_VERIFY(!child(p.get(), u"copyCurl"_s)->isVisible()); // there is no HTTP request
    QGuiApplication::clipboard()->clear();
    QTest::mouseClick(copy, Qt::LeftButton);
    QTRY_VERIFY(QGuiApplication::clipboard()->text().contains(u"\"method\": \"tools/call\""_s));
}

// The id of the workbench's session is hidden, so a server would refuse a command that contains it.
void tst_CallMenu::copiesHowToOpenASession()
{
    f->peer->previewer = [](const OperationSpec &, const Json &) {
        WirePreview preview;
        preview.method = "POST";
        preview.url = QUrl(u"http://127.0.0.1:1/mcp"_s);
        preview.headers = {{"Mcp-Session-Id", "•••"}};
        preview.body = "the call";
        preview.opening = {"initialize", "initialized"};
        preview.sessionHeader = "Mcp-Session-Id";
        return preview;
    };
    const auto p = f->page(u"echo"_s);
    p->setRequestShown(true);
    auto *copy = child<QToolButton>(p.get(), u"copyCurl"_s);
    QTRY_VERIFY(copy->isEnabled() && copy->isVisible());
    QGuiApplication::clipboard()->clear();
    QTest::mouseClick(copy, Qt::LeftButton);
    QTRY_VERIFY(!QGuiApplication::clipboard()->text().isEmpty());
    const QStringList commands = QGuiApplication::clipboard()->text().split(u"curl "_s, Qt::SkipEmptyParts);
    QCOMPARE(commands.size(), 4);
    QVERIFY(commands.at(0).endsWith(u"\nsession=$("_s));
    QVERIFY(commands.at(1).contains(u"--data-raw 'initialize'"_s));
    QVERIFY(!commands.at(1).contains(u"Mcp-Session-Id"_s));
    QVERIFY(commands.at(2).contains(u"-H \"Mcp-Session-Id: $session\""_s));
    QVERIFY(commands.at(2).contains(u"--data-raw 'initialized'"_s));
    QVERIFY(commands.at(3).contains(u"-H \"Mcp-Session-Id: $session\""_s));
    QVERIFY(commands.at(3).contains(u"--data-raw 'the call'"_s));
}

WORKBENCH_TEST(tst_CallMenu, QApplication, Workbench::Test::useOurStyle)
#include "tst_callmenu.moc"
