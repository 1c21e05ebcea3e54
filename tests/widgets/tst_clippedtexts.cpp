// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// No label, tab, segment, button or placeholder of the window, its pages and its dialogs is elided or clipped
// at the supported sizes. permitted() lists the exceptions.

#include "app/demo/demo.h"
#include "app/wiring/composition.h"
#include "core/json/jsonparser.h"
#include "core/session/subscription.h"
#include "tests/support/closesessions.h"
#include "tests/support/signinframes.h"
#include "tests/support/testprogram.h"
#include "ui/dialogs/addsourcedialog.h"
#include "ui/fixtures/comparepage.h"
#include "ui/fixtures/fixturestore.h"
#include "ui/fixtures/reviewdialog.h"
#include "ui/forms/themelabel.h"
#include "ui/models/signinmodel.h"
#include "ui/pages/checkpage.h"
#include "ui/pages/inspectpage.h"
#include "ui/pages/operationpage.h"
#include "ui/pages/signinpage.h"
#include "ui/panes/inspecttext.h"
#include "ui/theme/controls.h"
#include "ui/theme/pagetabbar.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/bottompanel.h"
#include "ui/window/fixturescontroller.h"
#include "ui/window/mainwindow.h"
#include "ui/window/pagestack.h"
#include "ui/window/sourcescontroller.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTranslator>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

namespace {

constexpr int layoutPatienceMs = 1000;

//! Names of widgets that show text of any length, and are elided by design.
const QStringList &permitted()
{
    static const QStringList names{
        u"inputSummary"_s, // the JSON of the folded input; can be unfolded
        u"outcomeFacts"_s, // names the source and a message of a server
        u"pathChip"_s, // gives its space to the title
        u"accessChip"_s, // the tool tip has the full text
        u"changesLost"_s, // the chip above it shows the count
        u"fixCode"_s, // code of a peer; can be copied
        u"toolDescription"_s, // explains a tool of the window; the tool tip has the full text
        u"advancedValues"_s, // sums up the folded settings; can be unfolded
        u"blockFacts"_s, // beside the name of a block of content
        u"checkFacts"_s, // names the server
        u"findingAbout"_s, // names any number of operations
        u"findingCode"_s, // gives its space to the operation
        u"pageTabs"_s, // names are elided after twelve characters
    };
    return names;
}

bool isPermitted(const QWidget *widget)
{
    for (const QWidget *at = widget; at; at = at->parentWidget()) {
        if (permitted().contains(at->objectName()))
            return true;
    }
    return false;
}

bool isInScrollArea(const QWidget *widget)
{
    for (const QWidget *at = widget->parentWidget(); at; at = at->parentWidget()) {
        const auto *area = qobject_cast<const QAbstractScrollArea *>(at->parentWidget());
        if (area && area->viewport() == at)
            return true;
    }
    return false;
}

//! Returns what makes the text of \a widget unreadable, or an empty string if it is readable.
QString faultOf(const QWidget *widget)
{
    if (const auto *label = qobject_cast<const QLabel *>(widget)) {
        if (label->text().isEmpty() || label->textFormat() == Qt::RichText)
            return {};
        const auto *theme = qobject_cast<const ThemeLabel *>(label);
        if (theme && !theme->toolTip().isEmpty() && theme->text() != theme->fullText())
            return u"elided"_s;
        if (label->wordWrap())
            return label->heightForWidth(label->width()) > label->height() + 1 ? u"too low"_s : QString();
        return label->fontMetrics().horizontalAdvance(label->text()) > label->contentsRect().width() + 1
            ? u"too narrow"_s
            : QString();
    }
    if (const auto *button = qobject_cast<const QAbstractButton *>(widget)) {
        const auto *tool = qobject_cast<const QToolButton *>(button);
        const bool isWordless = tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly;
        if (button->text().isEmpty() || isWordless || qobject_cast<const QTabBar *>(button->parent()))
            return {};
        return button->sizeHint().width() > button->width() + 1 ? u"too narrow"_s : QString();
    }
    if (const auto *line = qobject_cast<const QLineEdit *>(widget)) {
        constexpr int around = 16; // the frame and the space beside the text
        return line->text().isEmpty() && !line->placeholderText().isEmpty()
                && line->fontMetrics().horizontalAdvance(line->placeholderText()) > line->width() - around
            ? u"too narrow"_s
            : QString();
    }
    if (const auto *text = qobject_cast<const QPlainTextEdit *>(widget)) {
        const QRect room = text->viewport()->rect();
        return text->document()->isEmpty()
                && text->fontMetrics()
                        .boundingRect(
                            QRect(0, 0, room.width() - 8, 1), Qt::TextWordWrap, text->placeholderText())
                        .height()
                    > room.height()
            ? u"too low"_s
            : QString();
    }
    if (const auto *bar = qobject_cast<const QTabBar *>(widget)) {
        if (!qobject_cast<const PageTabBar *>(bar) && bar->sizeHint().width() > bar->width() + 1)
            return u"too narrow"_s;
    }
    return {};
}

//! Returns whether an ancestor clips \a widget. Widgets in scroll areas do not count: the user can scroll to
//! them.
bool isCut(const QWidget *widget)
{
    if (isInScrollArea(widget))
        return false;
    for (const QWidget *at = widget; at->parentWidget() && !at->isWindow(); at = at->parentWidget()) {
        if (!at->parentWidget()->rect().contains(at->geometry()))
            return true;
    }
    return false;
}

QStringList faultsIn(const QWidget *window, const QString &state)
{
    QStringList found;
    for (const QWidget *widget : window->findChildren<QWidget *>()) {
        const bool hasText = qobject_cast<const QLabel *>(widget)
            || qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QTabBar *>(widget)
            || qobject_cast<const QLineEdit *>(widget) || qobject_cast<const QPlainTextEdit *>(widget);
        if (qobject_cast<const QLineEdit *>(widget->parentWidget()))
            continue; // the picture inside a field
        if (!hasText || !widget->isVisible() || isPermitted(widget))
            continue;
        const QString fault = isCut(widget) ? u"cut off"_s : faultOf(widget);
        if (fault.isEmpty())
            continue;
        const auto *label = qobject_cast<const QLabel *>(widget);
        const auto *button = qobject_cast<const QAbstractButton *>(widget);
        const auto *line = qobject_cast<const QLineEdit *>(widget);
        found.append(u"%1: %2 \"%3\" (%4) in %5 is %6, %7 of %8 px"_s.arg(state,
            QString::fromLatin1(widget->metaObject()->className()),
            label        ? label->text()
                : button ? button->text()
                : line   ? line->placeholderText()
                         : QString(),
            widget->objectName(), widget->parentWidget()->objectName(), fault,
            QString::number(widget->width()), QString::number(widget->sizeHint().width())));
    }
    return found;
}

} // namespace

class tst_ClippedTexts : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<App::Composition> m_composition;
    std::unique_ptr<App::Demo> m_demo;
    std::unique_ptr<MainWindow> m_window;
    WorkbenchStyle *m_style = nullptr;
    QTranslator m_german;
    QStringList m_faults;

    OperationPage *invoke(const QString &nameSpace, const QString &name, const QByteArray &input) const
    {
        OperationPage *page = m_window->openOperation({nameSpace, name});
        page->setInput(jsonLiteral(input));
        page->invoke();
        [page] { QTRY_VERIFY(!page->exchangeId().isEmpty() && !page->isRunning()); }();
        return page;
    }

    void look(const QString &state)
    {
        QStringList found;
        (void)QTest::qWaitFor(
            [&] { // the layouts follow what is shown
                found = faultsIn(m_window.get(), state);
                return found.isEmpty();
            },
            layoutPatienceMs);
        m_faults += found;
    }

    template <typename T> T *tool() const { return qobject_cast<T *>(m_window->pageStack()->currentTool()); }

    //! Looks at the dialog that is open, and closes it.
    void lookAtDialog(const QString &state)
    {
        auto *dialog = m_window->findChild<QDialog *>();
        QVERIFY2(dialog && dialog->isVisible(), qPrintable(state));
        look(state);
        dialog->reject();
        QTRY_VERIFY(!m_window->findChild<QDialog *>());
    }

    void lookAtDialogs()
    {
        m_window->sources()->addSourceFrom(u"npx -y @modelcontextprotocol/server-everything stdio"_s);
        lookAtDialog(u"add a command"_s);
        m_window->sources()->addSourceFrom(u"https://petstore.example/v3/openapi.json"_s);
        for (auto *method : m_window->findChild<AddSourceDialog *>()->findChildren<QAbstractButton *>()) {
            if (method->text() == "OAuth"_L1 && method->isVisible())
                method->click();
        }
        lookAtDialog(u"add a service with OAuth"_s);
        m_window->sources()->addSourceFrom(
            uR"({"mcpServers": {"tickets": {"command": "npx", "args": ["-y", "@example/tickets"], "cwd": "/srv/shop",
            "env": {"TICKETS_TOKEN": "tk-58e1b2"}, "autoApprove": ["list"]}, "odd": {}}})"_s);
        QTRY_VERIFY(m_window->findChild<QWidget *>(u"importPage"_s)->isVisible());
        lookAtDialog(u"import"_s);
        const QList<EnvironmentVariable> variables{
            {.name = u"BASE_URL"_s, .value = u"https://staging.example.org/v1"_s},
            {.name = u"TOKEN"_s, .secret = u"env:STAGING_TOKEN"_s}};
        m_window->sessions()->setEnvironments(
            {{.name = u"staging"_s, .variables = variables}, {.name = u"production"_s}}, u"staging"_s);
        m_window->editEnvironments();
        lookAtDialog(u"environments"_s);
        for (const auto &action : {u"about"_s, u"shortcuts"_s}) {
            m_window->findChild<QAction *>(action)->trigger();
            lookAtDialog(action);
        }
    }

    void lookAtResults()
    {
        invoke(u"local"_s, u"weather.now"_s,
            R"({"location":"Chicago","units":"metric","days":3,"hourly":false,"stations":["KORD","KMDW"]})");
        look(u"changes"_s);
        invoke(u"tracker"_s, u"list-issues"_s, R"({"project":"workbench","state":"open","limit":20})");
        look(u"explanation"_s);
        OperationPage *page = invoke(u"tracker"_s, u"get-forecast"_s, R"({"city":"Lisbon","days":2})");
        look(u"warnings"_s);
        page->setDefinitionShown(true);
        look(u"definition"_s);
        invoke(u"tracker"_s, u"draw-dot"_s, "{}");
        look(u"an image"_s);
        invoke(u"tracker"_s, u"fail"_s, "{}");
        look(u"failure"_s);
        for (const QString &source : {u"local"_s, u"hub"_s}) {
            invoke(source, u"clock.tick"_s, R"({"interval":10,"count":5})");
            look(u"stream of "_s + source);
        }
        page = invoke(u"library"_s, u"findBooks"_s, R"({"words":"moon","limit":10})");
        page->setRequestShown(true);
        look(u"request"_s);
        invoke(u"library"_s, u"getBook"_s, R"({"id":3})");
        look(u"failed request"_s);
    }

    void lookAtFixtures()
    {
        FixturesController *fixtures = m_window->fixtures();
        fixtures->setFolder(m_home->path());
        invoke(u"local"_s, u"clock.now"_s, "{}");
        fixtures->recordCurrent();
        QTRY_COMPARE(fixtures->store()->model()->rowCount(), 1);
        const QString file = fixtures->store()->model()->listing().fixtures.first().file;
        invoke(u"library"_s, u"getCard"_s, R"({"pin":"4711"})");
        fixtures->recordCurrent();
        QTRY_VERIFY(m_window->findChild<ReviewDialog *>());
        lookAtDialog(u"review"_s);
        fixtures->verifyAll();
        QTRY_VERIFY(fixtures->store()->model()->verdict(file).now);
        fixtures->open(file);
        look(u"fixture"_s);
        fixtures->editRules(file);
        lookAtDialog(u"rules"_s);
        fixtures->compareFixture(file);
        lookAtDialog(u"compare with"_s);
        fixtures->showDifferences(file);
        QTRY_VERIFY(tool<ComparePage>() && !tool<ComparePage>()->isRunning());
        look(u"comparison"_s);
    }

    void lookAtTools()
    {
        for (int pane = 0; pane < 4; ++pane) {
            m_window->bottomPanel()->setCurrentIndex(pane);
            look(u"bottom pane %1"_s.arg(pane));
        }
        m_window->inspectEnvelope();
        look(u"inspect"_s);
        tool<InspectPage>()->text()->setBytes(R"({"ok":true,"data":{"issues":[{"id":412}],"total":1}})");
        look(u"inspect an envelope"_s);
        m_window->sources()->checkSource(u"library"_s); // whose operations answer at once
        look(u"check"_s);
        auto *check = tool<CheckPage>();
        check->run();
        QTRY_VERIFY(!check->isRunning());
        look(u"check that ran"_s);
        m_window->sources()->showServer(u"tracker"_s);
        look(u"server"_s);
        m_window->sources()->showSignIn(u"tracker"_s);
        look(u"sign-in before it"_s);
        SignInFrames frames(m_window->sessions()->exchanges(), u"tracker"_s);
        frames.noteRefusal();
        frames.noteServerMetadata();
        frames.noteBrowser();
        frames.noteTokenRefused();
        auto *signIn = tool<SignInPage>();
        QTRY_COMPARE(signIn->model()->rowCount(), 5);
        look(u"sign-in"_s);
        m_window->showManual();
        look(u"manual"_s);
    }

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::setOrganizationName(u"envelope-workbench-tests"_s);
        m_style = new WorkbenchStyle;
        QApplication::setStyle(m_style);
        QVERIFY(m_german.load(QStringLiteral(BUILD_DIR "/app/gui/envelope-workbench_de.qm")));
    }

    void readsWhole_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("german");
        QTest::newRow("1440x900") << QSize(1440, 900) << false;
        QTest::newRow("1280x800") << QSize(1280, 800) << false;
        QTest::newRow("1180x760") << QSize(1180, 760) << false;
        QTest::newRow("1100x760") << QSize(1100, 760) << false;
        QTest::newRow("1000x700") << QSize(1000, 700) << false;
        QTest::newRow("960x600, as at 150 %") << QSize(960, 600) << false;
        QTest::newRow("900x700") << QSize(900, 700) << false;
        QTest::newRow("800x600") << QSize(800, 600) << false;
        QTest::newRow("960x540, as 1920x1080 at 200 %") << QSize(960, 540) << false;
        QTest::newRow("1440x900 in German") << QSize(1440, 900) << true;
    }

    void readsWhole()
    {
        QFETCH(const QSize, size);
        QFETCH(const bool, german);
        if (german)
            QCoreApplication::installTranslator(&m_german);
        m_home = std::make_unique<QTemporaryDir>();
        m_composition = std::make_unique<App::Composition>(App::Composition::Options{
            .limits = {}, .rememberTrust = false, .ownCommand = QStringLiteral(ENVELOPE_PROGRAM)});
        m_demo = std::make_unique<App::Demo>();
        MainWindow::Options options;
        options.demo = [this] { return m_demo->start(); };
        options.remember = false;
        m_window = std::make_unique<MainWindow>(&m_composition->sessions(), m_style, options);
        m_window->resize(size);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        look(u"start"_s);
        m_window->openDemo();
        for (const Source &source : m_window->sessions()->sources())
            QTRY_COMPARE(m_window->sessions()->state(source.name).phase, SourceState::Phase::Ready);
        lookAtDialogs();
        lookAtResults();
        lookAtFixtures();
        lookAtTools();
        QVERIFY2(m_faults.isEmpty(), qPrintable(u'\n' + m_faults.join(u'\n')));
        QCOMPARE(m_window->size(), size); // no minimum size enlarged the window
    }

    void cleanup()
    {
        m_faults.clear();
        m_window.reset();
        Test::closeSessions(m_composition->sessions());
        m_demo.reset();
        m_composition.reset();
        QCoreApplication::removeTranslator(&m_german);
    }
};

WORKBENCH_TEST(tst_ClippedTexts, QApplication)
#include "tst_clippedtexts.moc"
