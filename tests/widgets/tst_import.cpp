// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Servers of configurations of other programs become sources, in the dialog and in the whole window.

#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"
#include "tests/unit/session/sessionsfixture.h"
#include "ui/dialogs/addsourcedialog.h"
#include "ui/dialogs/importpage.h"
#include "ui/forms/themelabel.h"
#include "ui/panes/sourcespane.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/sourcescontroller.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

namespace {

//! Replaces single quotes by double quotes: moc takes a quote inside a raw string for its end.
QByteArray json(QByteArray text)
{
    return text.replace('\'', '"');
}

const QByteArray servers = json("{ // ours\n'mcpServers': {"
                                "'tickets': {'command': 'npx', 'args': ['-y', '@example/tickets'], "
                                "'cwd': '/srv/shop', 'env': {'TICKETS_TOKEN': 'tk-58e1b2', "
                                "'LOG_LEVEL': 'debug'}},"
                                "'notes': {'url': 'https://notes.example/mcp', 'headers': {"
                                "'Authorization': 'Bearer tk-77ab31', 'X-Team': 'blue'}},"
                                "'old': {'command': 'old-server', 'disabled': true},"
                                "'odd': {}}}");

//! Offers sources of the kind that configurations describe, over a fake peer.
class McpFactory : public FakeFactory {
public:
    using FakeFactory::FakeFactory;
    QString kind() const override { return u"mcp"_s; }
    QList<SourceKind> sourceKinds() const override
    {
        SourceKind command = FakeFactory::sourceKinds().constFirst();
        command.id = u"mcp-command"_s;
        command.title = u"MCP, command"_s;
        SourceKind http = command;
        http.id = u"mcp-http"_s;
        http.title = u"MCP, HTTP"_s;
        return {command, http};
    }
};

} // namespace

class tst_Import : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    std::shared_ptr<FakePeer> m_peer;
    std::unique_ptr<ExchangeLog> m_exchanges;
    std::unique_ptr<OperationRegistry> m_registry;
    std::unique_ptr<TrustStore> m_trust;
    std::unique_ptr<Sessions> m_sessions;
    std::unique_ptr<MainWindow> m_window;
    WorkbenchStyle *m_style = nullptr;
    FakeSecretStore m_store;
    SecretResolver m_secrets{&m_store};

    AddSourceDialog *dialog() const { return m_window->findChild<AddSourceDialog *>(); }
    template <typename T> T *find(const QString &name) const { return dialog()->findChild<T *>(name); }
    QAbstractButton *button() const { return find<QAbstractButton>(u"add"_s); }
    QString note() const { return find<QLabel>(u"sourceNote"_s)->text(); }
    QString file(const QString &name, const QByteArray &content) const
    {
        const QString path = m_home->filePath(name);
        QFile file(path);
        if (!QDir().mkpath(QFileInfo(path).path()) || !file.open(QIODevice::WriteOnly)
            || file.write(content) != content.size())
            qFatal("cannot write a test file");
        return path;
    }
    //! All facts about the chosen server, with their accessible names.
    QString facts() const
    {
        QStringList texts;
        for (const QLabel *fact : find<QWidget>(u"importDetails"_s)->findChildren<QLabel *>(u"importFact"_s))
            texts.append(fact->accessibleName() + u": "_s + fact->text());
        return texts.join(u'\n').remove(QChar(0x200B));
    }
    //! Opens *Add source* with the configuration \a text.
    void open(const QString &text) const
    {
        m_window->sources()->addSourceFrom(text);
        QTRY_VERIFY(find<QWidget>(u"importPage"_s)->isVisible());
    }
    void choose(int row, Qt::Key key) const
    {
        auto *list = find<RowTreeView>(u"importList"_s);
        list->setFocus();
        list->setCurrentIndex(list->model()->index(row, 0));
        QTest::keyClick(list, key);
    }
    void press(QAbstractButton *pressed) const { QTest::mouseClick(pressed, Qt::LeftButton); }

private Q_SLOTS:
    void initTestCase()
    {
        m_style = new WorkbenchStyle(u"Fusion"_s);
        QApplication::setStyle(m_style);
    }

    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("HOME", m_home->path().toLocal8Bit());
        qunsetenv("XDG_CONFIG_HOME");
        m_store.secrets.clear();
        m_store.problem.clear();
        m_store.isTemporary = false;
        m_peer = std::make_shared<FakePeer>();
        m_exchanges = std::make_unique<ExchangeLog>();
        m_registry = std::make_unique<OperationRegistry>();
        m_trust = std::make_unique<TrustStore>();
        std::vector<std::unique_ptr<AdapterFactory>> factories;
        factories.push_back(std::make_unique<McpFactory>(m_peer));
        m_sessions = std::make_unique<Sessions>(Sessions::Services{.registry = m_registry.get(),
            .exchanges = m_exchanges.get(),
            .trust = m_trust.get(),
            .limits = {},
            .factories = std::move(factories),
            .closePatience = std::chrono::milliseconds(100),
            .secrets = &m_secrets,
            .secretStore = &m_store});
        MainWindow::Options options;
        options.remember = false;
        m_window = std::make_unique<MainWindow>(m_sessions.get(), m_style, options);
        m_window->resize(1200, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void cleanup()
    {
        m_window.reset();
        m_sessions.reset();
    }

    void showsEachServerBeforeAnythingHappens()
    {
        open(QString::fromUtf8(servers));
        const QAbstractItemModel *list = find<RowTreeView>(u"importList"_s)->model();
        QCOMPARE(list->rowCount(), 3);
        QStringList shown;
        for (int row = 0; row < list->rowCount(); ++row) {
            const QModelIndex index = list->index(row, 0);
            shown.append(index.data(Qt::CheckStateRole).toInt() == Qt::Checked ? u"+"_s : u"-"_s);
            shown.last() += index.data().toString();
        }
        QCOMPARE(shown, (QStringList{u"+tickets"_s, u"+notes"_s, u"-old"_s}));
        QCOMPARE(facts(),
            u"Kind: MCP, command\nStarts: npx -y @example/tickets\nFolder: /srv/shop\n"
            "Variables: TICKETS_TOKEN=${keychain:tickets/TICKETS_TOKEN}\nLOG_LEVEL=debug\n"
            "Keychain: Variable TICKETS_TOKEN: stored as tickets/TICKETS_TOKEN"_s);
        choose(1, Qt::Key_Shift);
        QVERIFY2(facts().contains(u"Connects to: https://notes.example/mcp"_s), qPrintable(facts()));
        QVERIFY2(facts().contains(u"Authorization: Bearer ${keychain:notes/Authorization}"_s),
            qPrintable(facts()));
        choose(2, Qt::Key_Shift);
        QVERIFY2(facts().contains(u"disables this server"_s), qPrintable(facts()));
        const QString remarks = find<QLabel>(u"importRemarks"_s)->text();
        QVERIFY2(remarks.contains(u"comments"_s) && remarks.contains(u"\"odd\" was not imported"_s),
            qPrintable(remarks));
        QCOMPARE(button()->text(), u"Import 2 servers"_s);
        QVERIFY(!find<QWidget>(u"test"_s)->isVisible());
        QCOMPARE(m_sessions->sources().size(), 0);
        QVERIFY(m_store.secrets.isEmpty());
        press(find<QAbstractButton>(u"cancel"_s));
        QCOMPARE(m_sessions->sources().size(), 0);
        QCOMPARE(m_peer->opened, 0);
    }

    void addsCheckedServersAndStoresTheirSecrets()
    {
        open(QString::fromUtf8(servers));
        choose(1, Qt::Key_Space); // clears the check box of "notes"
        choose(2, Qt::Key_Space); // sets the check box of "old", which the file switches off
        press(button());
        QTRY_COMPARE(m_sessions->sources().size(), 2);
        QCOMPARE(m_sessions->sources().at(0).settings.toBytes(),
            json("{'command':'npx','args':['-y','@example/tickets'],'cwd':'/srv/shop','env':{"
                 "'TICKETS_TOKEN':'${keychain:tickets/TICKETS_TOKEN}','LOG_LEVEL':'debug'}}"));
        QCOMPARE(m_sessions->sources().at(1).name, u"old"_s);
        QCOMPARE(m_store.secrets, (QHash<QString, QString>{{u"tickets/TICKETS_TOKEN"_s, u"tk-58e1b2"_s}}));
        QCOMPARE(m_peer->opened, 0); // nothing is started
        auto *undo = m_window->findChild<QAbstractButton *>(u"messageAction"_s);
        QTRY_VERIFY(undo->isVisible());
        press(undo);
        QCOMPARE(m_sessions->sources().size(), 0);
    }

    void renamesAServerWhoseNameIsTaken()
    {
        const QString one = QString::fromUtf8(json("{'a': {'command': 'x'}, 'b': {'command': 'y'}}"));
        const Source other{u"a"_s, u"mcp"_s, jsonLiteral(json("{'command':'other'}"))};
        QVERIFY(m_sessions->addSource(other));
        QVERIFY(m_sessions->addSource({u"b"_s, u"mcp"_s, jsonLiteral(json("{'command':'y'}"))}));
        open(one);
        QVERIFY2(facts().contains(u"added as a-2"_s), qPrintable(facts()));
        QCOMPARE(button()->text(), u"Import 1 servers"_s); // b exists already
        press(button());
        QTRY_VERIFY(m_sessions->source(u"a-2"_s));
        QCOMPARE(*m_sessions->source(u"a"_s), other);
        QCOMPARE(m_sessions->sources().size(), 3);
    }

    void leavesASecretThatIsNewerThanTheFile()
    {
        m_store.secrets.insert(u"tickets/TICKETS_TOKEN"_s, u"newer"_s);
        open(QString::fromUtf8(servers));
        press(button());
        QTRY_VERIFY2(note().contains(u"tickets/TICKETS_TOKEN with another value"_s), qPrintable(note()));
        QCOMPARE(m_sessions->sources().size(), 0);
        QCOMPARE(m_store.secrets.size(), 1); // no other secret is stored
        QTest::mouseClick(find<QCheckBox>(u"storeSecrets"_s), Qt::LeftButton, {}, QPoint(8, 8));
        press(button());
        QTRY_COMPARE(m_sessions->sources().size(), 2);
        QCOMPARE(m_store.secrets, (QHash<QString, QString>{{u"tickets/TICKETS_TOKEN"_s, u"newer"_s}}));
    }

    void acceptsASecretThatIsAlreadyStored()
    {
        m_store.secrets.insert(u"tickets/TICKETS_TOKEN"_s, u"tk-58e1b2"_s);
        open(QString::fromUtf8(servers));
        press(button());
        QTRY_COMPARE(m_sessions->sources().size(), 2);
        QCOMPARE(m_store.secrets.size(), 2);
    }

    void saysThatThereIsNoKeychainAndKeepsTheChoice()
    {
        m_store.isTemporary = true;
        open(QString::fromUtf8(servers));
        QVERIFY(find<QLabel>(u"storeNote"_s)->isVisible());
        QCOMPARE(find<QCheckBox>(u"storeSecrets"_s)->text(), u"Store 2 secrets in the keychain"_s);
        choose(1, Qt::Key_Space);
        QCOMPARE(find<QCheckBox>(u"storeSecrets"_s)->text(), u"Store 1 secrets in the keychain"_s);
        m_store.problem = u"The keychain is locked."_s;
        press(button());
        QTRY_COMPARE(note(), m_store.problem);
        QCOMPARE(m_sessions->sources().size(), 0);
        QCOMPARE(button()->text(), u"Import 1 servers"_s);
        m_store.problem.clear();
        press(button());
        QTRY_COMPARE(m_sessions->sources().size(), 1);
    }

    void clearsAndChoosesAll()
    {
        open(QString::fromUtf8(servers));
        auto *all = find<QAbstractButton>(u"importAll"_s);
        press(all);
        QCOMPARE(all->text(), u"Choose all"_s);
        QVERIFY(!button()->isEnabled());
        press(all);
        QCOMPARE(button()->text(), u"Import 3 servers"_s);
    }

    void readsAFileThatIsDroppedOnTheWindow()
    {
        QMimeData dropped;
        dropped.setUrls({QUrl::fromLocalFile(file(u"my shop/.cursor/mcp.json"_s, servers))});
        const QPoint place(700, 300);
        QDragEnterEvent enter(place, Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QDropEvent event(place, Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &event);
        QVERIFY(dialog());
        QTRY_VERIFY(find<QWidget>(u"importPage"_s)->isVisible());
        QCOMPARE(find<QLabel>(u"importTitle"_s)->text(), u"3 servers"_s);
    }

    void readsATextThatIsPastedOnTheStartPage()
    {
        QApplication::clipboard()->setText(QString::fromUtf8(servers));
        QTest::keyClick(m_window.get(), Qt::Key_V, Qt::ControlModifier);
        QTRY_VERIFY(dialog() && find<QWidget>(u"importPage"_s)->isVisible());
    }

    void goesBackToTheForm()
    {
        open(QString::fromUtf8(servers));
        auto *text = find<QLineEdit>(u"sourceText"_s);
        text->setText(u"npx -y @example/tickets"_s);
        QVERIFY(!find<QWidget>(u"importPage"_s)->isVisible());
        QVERIFY(find<QWidget>(u"test"_s)->isVisible());
        text->setText(u"{\"mcpServers\": {"_s);
        QTRY_VERIFY(find<ThemeLabel>(u"sourceGuessText"_s)->fullText().contains(u"JSON"_s));
        QVERIFY(!find<QWidget>(u"importPage"_s)->isVisible());
        text->setText(file(u"server.json"_s, json("{'openapi': '3.1.0'}")));
        QTRY_VERIFY(find<ThemeLabel>(u"sourceGuessText"_s)->fullText().contains(u"document"_s));
        QVERIFY(!find<QWidget>(u"importPage"_s)->isVisible());
    }

    void copiesASourceForAnotherProgram()
    {
        open(QString::fromUtf8(servers));
        press(button());
        QTRY_COMPARE(m_sessions->sources().size(), 2);
        m_window->sourcesPane()->selectSource(u"tickets"_s);
        m_window->findChild<QAction *>(u"copyForVsCode"_s)->trigger();
        const Json copied = jsonLiteral(QApplication::clipboard()->text().toUtf8());
        const Json entry = copied.member("servers"_L1).member("tickets"_L1);
        QCOMPARE(entry.member("env"_L1).member("TICKETS_TOKEN"_L1).toString(),
            u"${input:tickets/TICKETS_TOKEN}"_s);
        m_window->findChild<QAction *>(u"copyForCursor"_s)->trigger();
        QVERIFY(QApplication::clipboard()->text().contains(u"${env:TICKETS_TOKEN}"_s));
        QVERIFY(m_window->findChild<QLabel *>(u"messageText"_s)
                ->text()
                .contains(u"define the system variable"_s));
    }

    void findsTheFilesOfOtherProgramsAndReadsTheChosenOne()
    {
        m_window->sources()->addSource();
        auto *menu = find<QMenu>(u"configurationsMenu"_s);
        Q_EMIT menu->aboutToShow();
        QCOMPARE(menu->actions().size(), 1);
        QVERIFY(!menu->actions().constFirst()->isEnabled());
        file(u".config/Code - Insiders/User/mcp.json"_s, servers);
        file(u".claude.json"_s, "broken");
        Q_EMIT menu->aboutToShow();
        QStringList texts;
        for (const QAction *action : menu->actions())
            texts.append(action->text());
        QCOMPARE(texts,
            (QStringList{u"Claude Code: ~/.claude.json"_s,
                u"VS Code Insiders: ~/.config/Code - Insiders/User/mcp.json"_s}));
        QVERIFY(find<QLineEdit>(u"sourceText"_s)->text().isEmpty());
        menu->actions().constLast()->trigger();
        QTRY_VERIFY(find<QWidget>(u"importPage"_s)->isVisible());
        menu->actions().constFirst()->trigger();
        QTRY_VERIFY(find<ThemeLabel>(u"sourceGuessText"_s)->fullText().contains(u"line 1"_s));
    }
};

WORKBENCH_TEST(tst_Import, QApplication)
#include "tst_import.moc"
