// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The page of a source.

#include "core/json/jsonparser.h"
#include "tests/support/ourstyle.h"
#include "tests/support/pagefixture.h"
#include "tests/support/testprogram.h"
#include "ui/models/metamodel.h"
#include "ui/pages/callquestions.h"
#include "ui/pages/definitionsdialog.h"
#include "ui/pages/serverpage.h"
#include "ui/panes/metapane.h"
#include "ui/panes/sourcespane.h"
#include "ui/text/markdownview.h"
#include "ui/text/textview.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/pagestack.h"
#include "ui/window/sourcescontroller.h"

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_ServerPage : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<PageFixture> f;

    static PeerInfo peer()
    {
        PeerInfo info;
        info.name = u"Notes"_s;
        info.version = u"3.2"_s;
        info.protocol = u"MCP 2025-11-25"_s;
        info.instructions = u"Use `find` **first**.\n\n![logo](https://example.org/x.png)\n\n<h1>no</h1>"_s;
        info.raw = jsonLiteral(R"({"serverInfo":{"name":"Notes","icons":[{"src":"i.png"}]},
            "_meta":{"build":"8c41f0"}})");
        info.agreed = jsonLiteral(R"({"revision":"2025-11-25","era":"legacy","transport":"stdio",
            "serverCapabilities":{"tools":{"listChanged":true},"logging":{},"tasks":{}},
            "clientCapabilities":{"elicitation":{"form":{}}}})");
        return info;
    }
    std::unique_ptr<ServerPage> page()
    {
        auto made = std::make_unique<ServerPage>(f->sessions.get(), u"s"_s);
        made->resize(1200, 700);
        made->show();
        (void)QTest::qWaitForWindowExposed(made.get());
        return made;
    }
    static QString fact(const ServerPage &page, const QString &pane, const QString &name)
    {
        MetaModel *model = child<MetaPane>(&page, pane)->model();
        return model->indexOf(u'/' + name).siblingAtColumn(JsonTreeModel::ValueColumn).data().toString();
    }
    //! Connects again, to a server that answers the handshake with \a info.
    bool reconnectTo(const PeerInfo &info)
    {
        f->peer->handshake = info;
        f->sessions->disconnectSource(u"s"_s);
        if (!QTest::qWaitFor([this] { return f->phase() == SourceState::Phase::Disconnected; }))
            return false;
        f->sessions->connectSource(u"s"_s);
        return QTest::qWaitFor([this] { return f->phase() == SourceState::Phase::Ready; });
    }
    //! Connects to a server whose definitions need to be accepted.
    bool connectToWatched(const std::shared_ptr<DefinitionPins> &pins = {})
    {
        f = std::make_unique<PageFixture>(pins);
        f->peer->hasPeer = true;
        f->peer->handshake = peer();
        return f->connectSource();
    }
    void noteFrame(const QString &label)
    {
        Frame frame;
        frame.source = u"s"_s;
        frame.bytes = QByteArray(300, 'x');
        frame.label = label;
        f->sessions->exchanges()->note(frame);
    }
    static DefinitionsDialog *dialogOf(const ServerPage &page)
    {
        return page.findChild<DefinitionsDialog *>();
    }
    static QString png(const QSize &size)
    {
        QImage image(size, QImage::Format_RGB32);
        image.fill(Qt::red);
        QBuffer buffer;
        if (!buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, "PNG"))
            qFatal("cannot write an image");
        return QString::fromLatin1("data:image/png;base64," + buffer.data().toBase64());
    }
    static Json icon(const QString &src, const QString &theme = {})
    {
        return Json::object(
            {{u"src"_s, Json::string(src)}, {u"theme"_s, theme.isEmpty() ? Json() : Json::string(theme)}});
    }
    static Error redirectError(const QString &from, const QString &wanted)
    {
        return {ErrorKind::Trust, u"http.privatePeer"_s, u"It was redirected."_s, {},
            Json::object({{u"wanted"_s, Json::string(wanted)}, {u"redirectedFrom"_s, Json::string(from)}})};
    }
    bool failToConnect()
    {
        const auto reaches = [this](SourceState::Phase phase) {
            return QTest::qWaitFor([this, phase] { return f->phase() == phase; });
        };
        f->sessions->disconnectSource(u"s"_s);
        if (!reaches(SourceState::Phase::Disconnected))
            return false;
        f->sessions->connectSource(u"s"_s);
        return reaches(SourceState::Phase::Failed);
    }

private Q_SLOTS:
    void init()
    {
        f = std::make_unique<PageFixture>();
        f->peer->handshake = peer();
        QVERIFY(f->connectSource());
    }
    void cleanup() { f.reset(); }

    void showsWhatWasNegotiated()
    {
        const auto p = page();
        QCOMPARE(p->tabTitle(), u"s"_s);
        QVERIFY(child<ThemeLabel>(p.get(), u"serverState"_s)->fullText().contains(u"Notes 3.2"_s));
        QVERIFY(fact(*p, u"serverAgreed"_s, u"revision"_s).contains(u"2025-11-25"_s));
        QVERIFY(fact(*p, u"serverAgreed"_s, u"era"_s).contains(u"legacy"_s));
        QVERIFY(fact(*p, u"serverAgreed"_s, u"pin"_s).contains(u"auto"_s));
        QVERIFY(fact(*p, u"serverAgreed"_s, u"session"_s).contains(u"none"_s));
        QVERIFY(fact(*p, u"serverAbout"_s, u"icons"_s).contains(u"not loaded"_s));
        QVERIFY(fact(*p, u"serverAbout"_s, u"_meta/build"_s).contains(u"8c41f0"_s));
        QStringList cells;
        for (const auto *cell : child(p.get(), u"serverCapabilities"_s)->findChildren<ThemeLabel *>())
            cells.append(cell->text());
        for (const auto &cell : {u"tools"_s, u"✓ listChanged"_s, u"logging"_s, u"elicitation"_s, u"✓ form"_s})
            QVERIFY2(cells.contains(cell), qPrintable(cell));
        QCOMPARE(cells.count(u"–"_s), 1); // tasks; the others are announced by one side only
        f->sessions->disconnectSource(u"s"_s);
        QTRY_VERIFY(child<ThemeLabel>(p.get(), u"serverState"_s)->fullText().contains(u"disconnected"_s));
        QVERIFY(!child<QPushButton>(p.get(), u"checkSource"_s)->isEnabled());
    }

    void rendersInstructionsWithoutLoadingAnything()
    {
        const auto p = page();
        auto *view = child<MarkdownView>(p.get(), u"serverInstructions"_s);
        QVERIFY(view->isVisible());
        QVERIFY(view->toPlainText().contains(u"Use find first."_s));
        QVERIFY(view->toPlainText().contains(u"<h1>no</h1>"_s));
    }

    void opensADefinition()
    {
        const auto p = page();
        QSignalSpy wanted(p.get(), &ServerPage::definitionRequested);
        auto *list = child<QAbstractItemView>(p.get(), u"serverDefinitions"_s);
        QCOMPARE(list->model()->rowCount(), int(f->sessions->operations(u"s"_s).size()));
        QCOMPARE(list->model()->index(0, 0).data().toString(), u"echo"_s);
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.first().first().value<OperationId>(), (OperationId{u"s"_s, u"echo"_s}));
    }

    void showsAnIconFromADataUri_data()
    {
        QTest::addColumn<QList<Json>>("icons");
        QTest::addColumn<QSizeF>("size"); // empty: none is shown
        QTest::addColumn<QString>("sentence");
        const QString svg =
            QString::fromLatin1("data:image/svg+xml;base64," + QByteArray("<svg>text</svg>").toBase64());
        const QString shown = u"2 icons, an embedded one is shown"_s;
        QTest::newRow("a small one") << QList<Json>{icon(u"https://example.org/i.png"_s), icon(png({8, 8}))}
                                     << QSizeF(8, 8) << shown;
        QTest::newRow("a large one") << QList<Json>{icon(png({256, 128})), icon(u"i.png"_s)} << QSizeF(48, 24)
                                     << shown;
        QTest::newRow("after one that cannot be decoded")
            << QList<Json>{icon(svg), icon(png({8, 8}))} << QSizeF(8, 8) << shown;
        QTest::newRow("for the light theme")
            << QList<Json>{icon(png({8, 8}), u"dark"_s), icon(png({9, 9}), u"light"_s)} << QSizeF(9, 9)
            << shown;
        QTest::newRow("that cannot be decoded")
            << QList<Json>{icon(svg)} << QSizeF()
            << u"1 icons; the embedded ones cannot be shown: not an image of a known type"_s;
    }
    void showsAnIconFromADataUri()
    {
        QFETCH(QList<Json>, icons);
        QFETCH(QSizeF, size);
        QFETCH(QString, sentence);
        PeerInfo info = peer();
        info.raw = Json::object({{u"serverInfo"_s,
            Json::object({{u"name"_s, Json::string(u"Notes"_s)}, {u"icons"_s, Json::array(icons)}})}});
        QVERIFY(reconnectTo(info));
        const auto p = page();
        const auto *shown = child<QLabel>(p.get(), u"serverIcon"_s);
        QTRY_COMPARE(fact(*p, u"serverAbout"_s, u"icons"_s), sentence);
        if (size.isEmpty()) {
            QVERIFY(!shown->isVisible());
            return;
        }
        QTRY_VERIFY(shown->isVisible());
        QCOMPARE(shown->pixmap().deviceIndependentSize(), size);
    }

    void countsTheHandshake()
    {
        f->sessions->disconnectSource(u"s"_s);
        QTRY_COMPARE(f->phase(), SourceState::Phase::Disconnected);
        f->peer->holdsLists = true;
        f->sessions->connectSource(u"s"_s);
        QTRY_COMPARE(f->peer->heldLists.size(), 1U);
        noteFrame(u"initialize"_s);
        const auto p = page();
        QTRY_COMPARE(fact(*p, u"serverNumbers"_s, u"messages"_s), u"1"_s);
        f->peer->releaseLists();
        QTRY_COMPARE(f->phase(), SourceState::Phase::Ready);
        QCOMPARE(fact(*p, u"serverNumbers"_s, u"messages"_s), u"1"_s);
    }

    void countsWhatWasBeforeTheTrouble_data()
    {
        QTest::addColumn<bool>("fails");
        QTest::newRow("degraded") << false;
        QTest::newRow("failed") << true;
    }
    void countsWhatWasBeforeTheTrouble()
    {
        QFETCH(bool, fails);
        const auto p = page();
        noteFrame(u"notifications/progress"_s);
        QTRY_COMPARE(fact(*p, u"serverNumbers"_s, u"notifications"_s), u"1"_s);
        if (fails)
            f->peer->adapter->die({.kind = ErrorKind::Network, .message = u"it went away"_s});
        else
            Q_EMIT f->peer->adapter->degraded(u"no event stream"_s);
        const auto phase = fails ? SourceState::Phase::Failed : SourceState::Phase::Degraded;
        QTRY_COMPARE(f->phase(), phase);
        QCOMPARE(fact(*p, u"serverNumbers"_s, u"notifications"_s), u"1"_s);
    }

    void copiesTheKeysOfEveryLanguage()
    {
        const auto p = page();
        QCOMPARE(fact(*p, u"serverNumbers"_s, u"server requests"_s), u"0"_s);
        child<QToolButton>(child(p.get(), u"serverNumbers"_s), u"copyMeta"_s)->click();
        const Json copied = jsonLiteral(QGuiApplication::clipboard()->text().toUtf8());
        QVERIFY(copied.hasMember("serverRequests"_L1));
        QVERIFY(!copied.hasMember("server requests"_L1));
    }

    void notesWhyARevisionHasNoSession()
    {
        PeerInfo info = peer();
        info.agreed = jsonLiteral(R"({"revision":"2026-07-28","era":"modern"})");
        QVERIFY(reconnectTo(info));
        const auto p = page();
        QCOMPARE(fact(*p, u"serverAgreed"_s, u"session"_s), u"none"_s);
        MetaModel *model = child<MetaPane>(p.get(), u"serverAgreed"_s)->model();
        const QModelIndex session = model->indexOf(u"/session"_s).siblingAtColumn(JsonTreeModel::ValueColumn);
        QVERIFY(session.data(RowRole::Note).toString().contains(u"no sessions"_s));
    }

    void showsTheAddressWithoutSecrets_data()
    {
        QTest::addColumn<Json>("settings");
        QTest::addColumn<QString>("shown");
        QTest::newRow("an address") << jsonLiteral(
            R"({"url":"https:\/\/me:hidden1@example.org/mcp?token=hidden2&page=1"})")
                                    << u"example.org/mcp"_s;
        QTest::newRow("a command") << jsonLiteral(
            R"({"command":"server","args":["--token","hidden1","--api-key=hidden2","--level=3"]})")
                                   << u"server --token"_s;
    }
    void showsTheAddressWithoutSecrets()
    {
        QFETCH(Json, settings);
        QFETCH(QString, shown);
        QVERIFY(f->sessions->addSource({.name = u"t"_s, .kind = u"fake"_s, .settings = settings}));
        const ServerPage p(f->sessions.get(), u"t"_s);
        const QString text = child<ThemeLabel>(&p, u"serverAddress"_s)->fullText();
        QVERIFY2(text.contains(shown) && !text.contains(u"hidden"_s), qPrintable(text));
    }

    void acceptsWhatTheUserChooses()
    {
        QVERIFY(connectToWatched());
        const auto p = page();
        auto *chip = child<Chip>(p.get(), u"changedDefinitions"_s);
        QVERIFY(!chip->isVisible());
        QList<OperationSpec> &operations = f->peer->discovery->operations;
        operations[0].description = u"Deletes everything"_s;
        operations[1].definition = jsonLiteral(R"({"description":"Wipes more"})");
        operations.append(fakeOperation(u"extra"_s));
        f->sessions->refreshSource(u"s"_s);
        QTRY_COMPARE(chip->text(), u"Definitions: 2 changed, 1 new"_s);
        const auto *rows = child<QAbstractItemView>(p.get(), u"serverDefinitions"_s)->model();
        QCOMPARE(rows->index(0, 0).data(RowRole::RightText).toString(), u"changed"_s);
        QVERIFY(rows->index(0, 0).data(RowRole::MarkRight).toBool());
        QCOMPARE(rows->index(3, 0).data(RowRole::RightText).toString(), u"new"_s);

        QTest::mouseClick(chip, Qt::LeftButton);
        QTRY_VERIFY(dialogOf(*p) && dialogOf(*p)->isVisible());
        QVERIFY(label(dialogOf(*p), u"definitionsTitle"_s).contains(u"2 changed, 1 new"_s));
        auto *choices = child<QAbstractItemView>(dialogOf(*p), u"definitionsList"_s)->model();
        QCOMPARE(choices->rowCount(), 3);
        QCOMPARE(choices->index(0, 0).data().toString(), u"echo"_s);
        for (int row = 0; row < 3; ++row)
            choices->setData(choices->index(row, 0), int(Qt::Unchecked), Qt::CheckStateRole);
        QVERIFY(!child(dialogOf(*p), u"acceptChanges"_s)->isEnabled());
        for (int row = 1; row < 3; ++row)
            choices->setData(choices->index(row, 0), int(Qt::Checked), Qt::CheckStateRole);
        QTest::mouseClick(child(dialogOf(*p), u"acceptChanges"_s), Qt::LeftButton);
        QTRY_COMPARE(chip->text(), u"Definitions: 1 changed"_s);
        QVERIFY(f->sessions->definitionChange({u"s"_s, u"echo"_s}));
        QVERIFY(!f->sessions->definitionChange({u"s"_s, u"wipe"_s}));
        QTRY_VERIFY(!dialogOf(*p));

        QTest::mouseClick(chip, Qt::LeftButton);
        QTRY_VERIFY(dialogOf(*p) && dialogOf(*p)->isVisible());
        QVERIFY(!child(dialogOf(*p), u"definitionsList"_s)); // one change needs no choice
        QTest::mouseClick(child(dialogOf(*p), u"acceptChanges"_s), Qt::LeftButton);
        QTRY_VERIFY(!chip->isVisible());
        QVERIFY(!child(p.get(), u"definitionsNotStored"_s)->isVisible());
    }

    void showsTheLinesOfChangedInstructions()
    {
        QVERIFY(connectToWatched());
        const auto p = page();
        auto *chip = child<Chip>(p.get(), u"changedDefinitions"_s);
        PeerInfo info = peer();
        info.instructions.replace(u"first"_s, u"l\u00E4st"_s);
        QVERIFY(reconnectTo(info));
        QTRY_COMPARE(chip->text(), u"Definitions: 1 changed"_s);
        QTest::mouseClick(chip, Qt::LeftButton);
        QTRY_VERIFY(dialogOf(*p) && dialogOf(*p)->isVisible());
        const QString text =
            QString::fromUtf8(child<TextView>(dialogOf(*p), u"definitionsText"_s)->document()->bytes());
        QVERIFY2(text.startsWith(u"The instructions of the server changed\n  instructions\n    @@ "_s)
                && text.contains(u"\n    – Use `find` **first**.\n"_s)
                && text.contains(u"\n    + Use `find` **l\\u{E4}st**.\n    as text Use"_s)
                && text.contains(u"\n      ![logo]"_s),
            qPrintable(text));
        QTest::mouseClick(child(dialogOf(*p), u"acceptChanges"_s), Qt::LeftButton);
        QTRY_VERIFY(!chip->isVisible());
    }

    void saysThatAcceptedDefinitionsAreNotStored()
    {
        QTemporaryFile file;
        QVERIFY(file.open());
        QVERIFY(connectToWatched(std::make_shared<DefinitionPins>(QString(file.fileName() + u"/folder"_s))));
        const auto p = page();
        auto *chip = child<Chip>(p.get(), u"changedDefinitions"_s);
        f->peer->discovery->operations[0].description = u"Deletes everything"_s;
        f->sessions->refreshSource(u"s"_s);
        QTRY_VERIFY(chip->isVisible());
        QTest::mouseClick(chip, Qt::LeftButton);
        QTRY_VERIFY(dialogOf(*p) && dialogOf(*p)->isVisible());
        QTest::mouseClick(child(dialogOf(*p), u"acceptChanges"_s), Qt::LeftButton);
        const auto *said = child<ThemeLabel>(p.get(), u"definitionsNotStored"_s);
        QTRY_VERIFY(said->isVisible());
        QVERIFY(said->fullText().startsWith(u"The accepted definitions are not stored: "_s));
    }

    void countsTheTrafficOfThisConnection()
    {
        const auto p = page();
        noteFrame(u"notifications/progress"_s);
        const auto call = f->sessions->invoke({u"s"_s, u"echo"_s}, jsonLiteral(R"({"n":1})"));
        QSignalSpy finished(call.get(), &Invocation::finished);
        QTRY_COMPARE(finished.size(), 1);
        QTRY_COMPARE(fact(*p, u"serverNumbers"_s, u"calls"_s), u"1"_s);
        QTRY_COMPARE(fact(*p, u"serverNumbers"_s, u"notifications"_s), u"1"_s);
        QCOMPARE(fact(*p, u"serverNumbers"_s, u"failed"_s), u"0"_s);
        QVERIFY(fact(*p, u"serverNumbers"_s, u"received"_s).contains(u"300 B"_s));
        QVERIFY(fact(*p, u"serverNumbers"_s, u"slowest"_s).contains(u"echo"_s));
    }

    void offersActionsForTheSource()
    {
        const auto p = page();
        QSignalSpy check(p.get(), &ServerPage::checkRequested);
        QSignalSpy edit(p.get(), &ServerPage::editRequested);
        QSignalSpy connecting(p.get(), &ServerPage::connectRequested);
        const auto click = [&](const QString &name) {
            QTest::mouseClick(child<QPushButton>(p.get(), name), Qt::LeftButton);
        };
        click(u"checkSource"_s);
        click(u"editThisSource"_s);
        QSignalSpy serve(p.get(), &ServerPage::serveRequested);
        click(u"serveSource"_s);
        QCOMPARE(check.size(), 1);
        QCOMPARE(edit.size(), 1);
        QCOMPARE(serve.size(), 1);
        click(u"reconnectSource"_s);
        QCOMPARE(connecting.size(), 1);
        QVERIFY(!f->sessions->state(u"s"_s).isUsable());
        const auto *reconnect = child<QPushButton>(p.get(), u"reconnectSource"_s);
        QCOMPARE(reconnect->text(), u"Connect"_s);
        p->setCompact(true);
        p->setCompact(false);
        QCOMPARE(reconnect->text(), u"Connect"_s); // the current text, not the initial one
    }

    void asksAboutARedirectOfTheDocument()
    {
        f->peer->handshake = std::unexpected(redirectError(u"http://127.0.0.1:8000"_s, u"http://10.0.0.8"_s));
        const auto p = page();
        QWidget *bar = child(p.get(), u"askAboutRedirect"_s);
        QVERIFY(!bar->isVisible());
        QVERIFY(failToConnect());
        QTRY_VERIFY(bar->isVisible());
        const QString question = label(bar, u"question"_s);
        QVERIFY2(question.startsWith(u"http://127.0.0.1:8000 redirects to http://10.0.0.8,"_s)
                && question.contains(u"credentials"_s),
            qPrintable(question));
        QTest::mouseClick(child<QPushButton>(bar, u"no"_s), Qt::LeftButton);
        QVERIFY(!bar->isVisible());
        QVERIFY(f->sessions->source(u"s"_s)->settings.member("origins"_L1).isAbsent());
        QVERIFY(failToConnect()); // and the page asks again
        QTRY_VERIFY(bar->isVisible());
        QSignalSpy connecting(p.get(), &ServerPage::connectRequested);
        QTest::mouseClick(child<QPushButton>(bar, u"yes"_s), Qt::LeftButton);
        QCOMPARE(connecting.size(), 1);
        QVERIFY(!bar->isVisible());
        const Json origins = f->sessions->source(u"s"_s)->settings.member("origins"_L1);
        QCOMPARE(origins.size(), 1);
        QCOMPARE(origins.at(0).toString(), u"http://10.0.0.8"_s);
    }

    void keepsTheFocusOutsideThePageWhenItAsks()
    {
        f->peer->handshake = std::unexpected(redirectError(u"http://127.0.0.1:8000"_s, u"http://10.0.0.8"_s));
        QWidget window;
        auto *elsewhere = new QLineEdit(&window);
        auto *p = new ServerPage(f->sessions.get(), u"s"_s, &window);
        addAll(newColumn(&window), {elsewhere, p});
        window.resize(1200, 700);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QWidget *bar = child(p, u"askAboutRedirect"_s);
        elsewhere->setFocus();
        QVERIFY(failToConnect());
        QTRY_VERIFY(bar->isVisible());
        QCOMPARE(QApplication::focusWidget(), elsewhere);
        child(p, u"editThisSource"_s)->setFocus();
        QVERIFY(failToConnect());
        QTRY_COMPARE(QApplication::focusWidget(), child(bar, u"no"_s));
    }

    void asksNothingThatCannotAllowARedirect()
    {
        const QString from = u"http://10.0.0.7:8000"_s;
        const QString wanted = u"http://10.0.0.8"_s;
        const auto asked = [this] { return *f->sessions->source(u"s"_s); };
        QVERIFY(redirectQuestion(redirectError(from, u"http://10.0.0.7:9000"_s), asked()).isEmpty());
        QVERIFY(!redirectQuestion(redirectError(from, wanted), asked()).isEmpty());
        QVERIFY(confirmOrigin(f->sessions.get(), asked(), wanted));
        QVERIFY(redirectQuestion(redirectError(from, wanted), asked()).isEmpty());
        QVERIFY(confirmOrigin(f->sessions.get(), asked(), wanted));
        QCOMPARE(asked().settings.member("origins"_L1).size(), 1);
    }

    void showsOneColumnAtATimeInASmallWindow()
    {
        const auto p = page();
        QVERIFY(child(p.get(), u"serverNumbers"_s)->isVisible());
        p->resize(600, 500);
        QTRY_VERIFY(!child(p.get(), u"serverNumbers"_s)->isVisible());
        QVERIFY(child(p.get(), u"serverAgreed"_s)->isVisible());
        child<SegmentControl>(p.get(), u"serverParts"_s)->setCurrent(2);
        QTRY_VERIFY(child(p.get(), u"serverNumbers"_s)->isVisible());
        QVERIFY(!child(p.get(), u"serverAgreed"_s)->isVisible());
    }

    void opensFromTheSource()
    {
        MainWindow::Options options;
        options.remember = false;
        MainWindow window(f->sessions.get(), static_cast<WorkbenchStyle *>(QApplication::style()), options);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.sourcesPane()->selectSource(u"s"_s);
        window.findChild<QAction *>(u"showServer"_s)->trigger();
        auto *shown = qobject_cast<ServerPage *>(window.pageStack()->currentTool());
        QVERIFY(shown);
        window.sources()->showServer(u"s"_s);
        QCOMPARE(window.pageStack()->tools().size(), 1); // only one page
        QTest::mouseClick(child<QPushButton>(shown, u"checkSource"_s), Qt::LeftButton);
        QCOMPARE(window.pageStack()->tools().size(), 2);
        window.sources()->showServer(u"s"_s);
        auto *list = child<QAbstractItemView>(shown, u"serverDefinitions"_s);
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_Return);
        const OperationPage *page = window.pageStack()->current();
        QVERIFY(page);
        QCOMPARE(page->operation(), (OperationId{u"s"_s, u"echo"_s}));
        QVERIFY(page->isDefinitionShown());
    }
};

WORKBENCH_TEST(tst_ServerPage, QApplication, Workbench::Test::useOurStyle)

#include "tst_serverpage.moc"
