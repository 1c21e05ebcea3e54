// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/tour/tour.h"

#include "core/json/jsonparser.h"
#include "core/session/sessions.h"
#include "ui/dialogs/addsourcedialog.h"
#include "ui/fixtures/comparepage.h"
#include "ui/fixtures/fixturespane.h"
#include "ui/fixtures/fixturestore.h"
#include "ui/fixtures/fixtureverifier.h"
#include "ui/fixtures/reviewdialog.h"
#include "ui/models/streammodel.h"
#include "ui/pages/checkpage.h"
#include "ui/pages/inspectpage.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/historypane.h"
#include "ui/panes/inspecttext.h"
#include "ui/panes/sourcespane.h"
#include "ui/panes/streampane.h"
#include "ui/theme/rowtableview.h"
#include "ui/window/bottompanel.h"
#include "ui/window/fixturescontroller.h"
#include "ui/window/pagestack.h"
#include "ui/window/sourcescontroller.h"
#include "ui/window/workspacecontroller.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QDir>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;
namespace Workbench::App {

namespace {

constexpr int lookEveryMs = 50;
constexpr int mostMs = 180'000; // per step
constexpr QSize smallSize{800, 600};

} // namespace

Tour::Tour(Ui::MainWindow *window, Ui::WorkbenchStyle *style, Visit visit, const QSize &size)
    : QObject(window)
    , m_window(window)
    , m_style(style)
    , m_visit(std::move(visit))
    , m_size(size)
{
    m_timer.setInterval(lookEveryMs);
    connect(&m_timer, &QTimer::timeout, this, &Tour::look);
}

void Tour::add(const QString &name, std::function<void()> begin, std::function<bool()> isDone)
{
    m_steps.push_back({name, std::move(begin), std::move(isDone)});
}

//! Adds a step that ends when the view has had time to change.
void Tour::change(const QString &name, std::function<void()> begin, int looks)
{
    add(name, std::move(begin), [this, looks] { return m_looks > looks; });
}

//! Changes the view and visits it.
void Tour::show(const QString &name, std::function<void()> begin, int looks)
{
    change(name, std::move(begin), looks);
    picture(name);
}

void Tour::closePage()
{
    add(u"close a page"_s, [this] { m_window->pageStack()->closeCurrent(); });
}

void Tour::closeDialog()
{
    add(u"close a dialog"_s, [this] {
        if (auto *dialog = m_window->findChild<QDialog *>())
            dialog->reject();
    });
}

void Tour::call(const OperationId &id, const QByteArray &input)
{
    Ui::OperationPage *page = m_window->openOperation(id);
    page->setInput(jsonLiteral(input));
    page->invoke();
}

void Tour::invoke(const QString &nameSpace, const QString &operation, const QByteArray &input)
{
    const OperationId id{nameSpace, operation};
    add(
        u"invoke "_s + id.toString(), [this, id, input] { call(id, input); },
        [this, id] {
            const Ui::OperationPage *page = m_window->pageStack()->pageOf(id);
            return page && !page->exchangeId().isEmpty() && !page->isRunning();
        });
}

//! Visits the current view in both themes, after the event loop has painted it.
void Tour::picture(const QString &name)
{
    using Scheme = Ui::WorkbenchStyle::Scheme;
    // Each view begins with the theme of the view before, because changing it takes time.
    std::array themes{std::pair(Scheme::Light, u"light"_s), std::pair(Scheme::Dark, u"dark"_s)};
    if (std::exchange(m_isDarkFirst, !m_isDarkFirst))
        std::ranges::reverse(themes);
    for (const auto &[scheme, word] : themes) {
        change(u"theme"_s, [this, scheme] { m_style->setScheme(scheme); });
        add(u"picture "_s + name, [this, name, word] {
            QWidget *shown = m_window;
            if (auto *dialog = m_window->findChild<QDialog *>())
                shown = dialog;
            m_complete = m_visit(name + u'-' + word, shown) && m_complete;
        });
    }
}

//! Visits the current view in \a size, then restores the size.
void Tour::picture(const QString &name, const QSize &size)
{
    if (m_size != usualSize)
        return;
    show(name, [this, size] { m_window->resize(size); });
    change(u"size"_s, [this] { m_window->resize(m_size); });
}

void Tour::start()
{
    show(u"empty"_s, [this] { m_window->resize(m_size); });
    show(u"add-source"_s, [this] {
        m_window->sources()->addSourceFrom(u"npx -y @modelcontextprotocol/server-everything stdio"_s);
    });
    show(u"add-source-openapi"_s, [this] {
        m_window->sources()->addSourceFrom(u"https://petstore.example/v3/openapi.json"_s);
        auto *dialog = m_window->findChild<Ui::AddSourceDialog *>();
        for (auto *method : dialog->findChildren<QAbstractButton *>()) {
            if (method->text() == "OAuth"_L1 && method->isVisible())
                method->click();
        }
    });
    closeDialog();
    dialogs();
    add(
        u"demo"_s, [this] { m_window->openDemo(); },
        [this] {
            for (const Source &source : m_window->sessions()->sources()) {
                if (m_window->sessions()->state(source.name).phase != SourceState::Phase::Ready)
                    return false;
            }
            return !m_window->sessions()->sources().isEmpty();
        });
    invoke(u"tracker"_s, u"list-issues"_s, R"({"project":"workbench","state":"open","limit":20})");
    picture(u"mismatch"_s);
    pages();
    brokenTools();
    tools();
    streams({u"local"_s, u"clock.tick"_s}, u"stream"_s);
    streams({u"hub"_s, u"clock.tick"_s}, u"hub-stream"_s);
    showService();
    fixtures();
    invoke(u"tracker"_s, u"fail"_s, "{}");
    invoke(u"local"_s, u"weather.now"_s,
        R"({"location":"Chicago","units":"metric","days":3,"hourly":false,"stations":["KORD","KMDW"]})");
    picture(u"main"_s);
    for (const auto &[pane, name] : {std::pair(1, u"wire"_s), std::pair(2, u"log"_s)})
        show(name, [this, pane] { m_window->bottomPanel()->setCurrentIndex(pane); });
    change(u"history"_s, [this] { m_window->bottomPanel()->setCurrentIndex(0); });
    picture(u"laptop"_s, {1280, 800});
    picture(u"small"_s, smallSize);
    reopen();
    next();
    m_timer.start();
}

//! Shows the other contents of pages: the definition, an image, a past call from History, and the page of the
//! server.
void Tour::pages()
{
    const OperationId issues{u"tracker"_s, u"list-issues"_s};
    const auto showDefinition = [this, issues](bool shown) {
        m_window->pageStack()->pageOf(issues)->setDefinitionShown(shown);
    };
    show(u"definition"_s, [showDefinition] { showDefinition(true); });
    add(u"result"_s, [showDefinition] { showDefinition(false); });
    show(u"past"_s, [this, issues] {
        auto *history = m_window->findChild<Ui::HistoryPane *>();
        Q_EMIT history->openRequested(m_window->pageStack()->pageOf(issues)->exchangeId());
    });
    closePage();
    invoke(u"tracker"_s, u"draw-dot"_s, R"({"size":128})");
    picture(u"image"_s);
    closePage();
    show(u"server"_s, [this] { m_window->sources()->showServer(u"tracker"_s); });
    closePage();
    show(u"serve"_s, [this] { m_window->sources()->showServe(u"tracker"_s); });
    closePage();
    show(u"manual"_s, [this] { m_window->showManual(); });
    closePage();
}

//! Shows the workspace as at the next start: no source is connected, and no operations are known.
void Tour::reopen()
{
    show(u"restart"_s, [this] {
        const QString path = QDir(m_fixtures.path()).filePath(u"tour.workspace.json"_s);
        m_complete = m_window->workspace()->saveAs(path).has_value() && m_complete;
        m_window->findChild<QAction *>(u"newWorkspace"_s)->trigger();
        m_window->openWorkspace(path);
        m_window->openOperation({u"tracker"_s, u"get-weather"_s});
    });
}

//! Shows the dialogs that need no source. The environments are then discarded.
void Tour::dialogs()
{
    show(u"import"_s, [this] {
        m_window->sources()->addSourceFrom(
            uR"({"mcpServers": {"tickets": {"command": "npx", "args": ["-y", "@example/tickets"], "cwd": "/srv/shop",
            "env": {"TICKETS_TOKEN": "tk-58e1b2"}, "autoApprove": ["list"]}, "odd": {}}})"_s);
    });
    closeDialog();
    show(u"environments"_s, [this] {
        const Environment staging{.name = u"staging"_s,
            .variables = {{.name = u"BASE_URL"_s, .value = u"https://staging.example.org/v1"_s},
                {.name = u"TENANT"_s, .value = u"blue"_s},
                {.name = u"TOKEN"_s, .secret = u"env:STAGING_TOKEN"_s}}};
        m_window->sessions()->setEnvironments(
            {staging, {.name = u"production"_s, .variables = staging.variables}}, staging.name);
        m_window->editEnvironments();
    });
    closeDialog();
    show(u"preferences"_s, [this] { m_window->showPreferences(); });
    closeDialog();
    show(u"preferences-limits"_s, [this] { m_window->showPreferences(u"request.timeout"_s); });
    closeDialog();
    for (const QString &action : {u"about"_s, u"shortcuts"_s}) {
        show(action, [this, action] { m_window->findChild<QAction *>(action)->trigger(); });
        closeDialog();
    }
}

//! Shows a service with an OpenAPI document: a request above its result, and an answer that is an error.
void Tour::showService()
{
    const QString name = u"library"_s;
    invoke(name, u"findBooks"_s, R"({"words":"moon","limit":10})");
    show(
        u"openapi"_s,
        [this, name] { m_window->openOperation({name, u"findBooks"_s})->setRequestShown(true); }, 8);
    invoke(name, u"getBook"_s, R"({"id":3})");
    picture(u"openapi-failed"_s);
}

//! Shows the stream view without events, with one event, while a stream runs, and with a hundred thousand
//! events.
void Tour::streams(const OperationId &tick, const QString &name)
{
    const auto newest = [this, tick] {
        const Ui::OperationPage *page = m_window->pageStack()->pageOf(tick);
        return page && page->streamPane() ? page->streamPane()->model()->newest() : 0;
    };
    const auto stop = [this, tick] {
        add(
            u"stop"_s, [this, tick] { m_window->pageStack()->pageOf(tick)->cancel(); },
            [this, tick] { return !m_window->pageStack()->pageOf(tick)->isRunning(); });
    };
    show(name + u"-0", [this, tick] {
        call(tick, R"({"interval":1,"unit":"min"})");
        m_window->bottomPanel()->setCurrentIndex(1);
    });
    stop();
    add(
        u"one event"_s, [this, tick] { call(tick, R"({"interval":200,"unit":"ms","count":1})"); },
        [newest] { return newest() == 1; });
    picture(name + u"-1");
    change(u"stream at its pace"_s, [this, tick] { call(tick, R"({"interval":50,"unit":"ms"})"); }, 80);
    show(name, [this, tick] {
        const Ui::StreamPane *stream = m_window->pageStack()->pageOf(tick)->streamPane();
        int row = 1;
        while (row < 20
            && stream->model()->index(row, Ui::StreamModel::WarningsColumn).data().toString() == "0"_L1)
            ++row;
        stream->view()->setCurrentIndex(stream->model()->index(row, 0));
    });
    stop();
    add(
        u"a hundred thousand"_s,
        [this, tick] {
            auto *keep = m_window->pageStack()->pageOf(tick)->findChild<QComboBox *>(u"keepLast"_s);
            keep->setCurrentIndex(keep->count() - 1);
            call(tick, R"({"interval":0,"count":100000})");
        },
        [newest] { return newest() == 100'000; });
    picture(name + u"-100000");
    add(u"history"_s, [this] { m_window->bottomPanel()->setCurrentIndex(0); });
}

void Tour::next()
{
    m_looks = 0;
    if (m_steps.empty()) {
        m_timer.stop();
        Q_EMIT finished(m_complete);
        return;
    }
    m_current = std::move(m_steps.front());
    m_steps.pop_front();
    m_current.begin();
}

void Tour::look()
{
    ++m_looks;
    if (!m_current.isDone || m_current.isDone()) {
        next();
    } else if (m_looks > mostMs / m_timer.interval()) {
        qWarning("this step of the tour timed out: %s", qPrintable(m_current.name));
        m_complete = false;
        next();
    }
}

//! Records results, shows the review of one with findings, verifies all fixtures, and shows the differences.
void Tour::fixtures()
{
    Ui::FixturesController *fixtures = m_window->fixtures();
    const auto model = [fixtures] { return fixtures->store()->model(); };
    const auto review = [this] { return m_window->findChild<Ui::ReviewDialog *>(); };
    const auto compare = [this] {
        return qobject_cast<Ui::ComparePage *>(m_window->pageStack()->currentTool());
    };
    add(u"folder"_s, [this, fixtures] { fixtures->setFolder(m_fixtures.path()); });
    // This page already has a result. When the call is repeated, the library returns other books.
    add(
        u"record findBooks"_s,
        [this, fixtures] {
            m_window->openOperation({u"library"_s, u"findBooks"_s});
            fixtures->recordCurrent();
        },
        [model] { return model()->listing().fixtures.size() == 1; });
    add(u"close"_s, [this] {
        while (!m_window->pageStack()->pages().isEmpty())
            m_window->pageStack()->closeCurrent();
    });
    int recorded = 1;
    const auto record = [&](const QString &source, const QString &operation, const QByteArray &input) {
        invoke(source, operation, input);
        ++recorded;
        add(
            u"record "_s + operation, [fixtures] { fixtures->recordCurrent(); },
            [model, recorded] { return model()->listing().fixtures.size() == recorded; });
    };
    record(u"local"_s, u"notes.find"_s, R"({"text":"tea"})");
    record(u"local"_s, u"clock.now"_s, "{}");
    record(u"tracker"_s, u"get-weather"_s, R"({"city":"Oslo"})");
    record(u"library"_s, u"getBook"_s, R"({"id":3})");
    invoke(u"library"_s, u"getCard"_s, R"({"pin":"4711"})");
    add(
        u"record a card"_s, [fixtures] { fixtures->recordCurrent(); },
        [this, review] { return review() && review()->isVisible() && m_looks > 4; });
    picture(u"review"_s);
    add(
        u"write it"_s, [review] { review()->accept(); },
        [model, review, recorded] {
            return !review() && model()->listing().fixtures.size() == recorded + 1;
        });
    add(
        u"verify"_s, [fixtures] { fixtures->verifyAll(); },
        [this, fixtures] { return m_looks > 8 && !fixtures->verifier()->isRunning(); });
    picture(u"fixtures"_s);
    const auto books = [model] {
        for (const StoredFixture &stored : model()->listing().fixtures) {
            if (stored.fixture.operation == "findBooks"_L1)
                return stored.file;
        }
        return QString();
    };
    show(u"fixture"_s, [fixtures, books] { fixtures->open(books()); });
    show(u"fixture-rules"_s, [fixtures, books] { fixtures->editRules(books()); });
    closeDialog();
    show(u"compare-with"_s, [fixtures, books] { fixtures->compareFixture(books()); });
    closeDialog();
    closePage();
    add(
        u"differences"_s,
        [this, fixtures, books] {
            if (auto *message = m_window->findChild<QAbstractButton *>(u"messageClose"_s))
                message->click();
            fixtures->showDifferences(books());
        },
        [this, compare] { return m_looks > 8 && compare() && !compare()->isRunning(); });
    picture(u"diff"_s);
    show(u"diff-text"_s, [compare] { compare()->setFace(Ui::ComparePage::Face::Text); });
    change(u"as structure"_s, [compare] { compare()->setFace(Ui::ComparePage::Face::Structure); });
    picture(u"diff-small"_s, smallSize);
    add(u"close"_s, [this] {
        m_window->pageStack()->closeCurrent();
        m_window->bottomPanel()->setCurrentIndex(0);
    });
}

//! Shows the intentional errors of the demo's server, each with its explanation.
void Tour::brokenTools()
{
    const QList<std::pair<QString, QByteArray>> tools{{u"count-issues"_s, "{}"}, {u"newest-issue"_s, "{}"},
        {u"list-closed"_s, "{}"}, {u"get-issue"_s, R"({"id":412})"},
        {u"get-forecast"_s, R"({"city":"Lisbon","days":2})"}};
    for (const auto &[tool, input] : tools) {
        invoke(u"tracker"_s, tool, input);
        picture(u"broken-"_s + tool);
    }
    picture(u"broken-small"_s, smallSize);
    for (qsizetype i = 0; i < tools.size(); ++i)
        closePage();
}

//! Shows the pages that do not belong to an operation: the envelope browser and the check of the demo's
//! server.
void Tour::tools()
{
    const auto inspect = [this](const QByteArray &text, const QByteArray &schema) {
        auto *page = qobject_cast<Ui::InspectPage *>(m_window->pageStack()->currentTool());
        page->schema()->setBytes(schema);
        page->text()->setBytes(text);
    };
    show(u"inspect-empty"_s, [this] { m_window->inspectEnvelope(); });
    show(
        u"inspect"_s,
        [inspect] {
            inspect(R"({
  "content": [
    {
      "type": "text",
      "text": "{\"ok\":true,\"data\":{\"issues\":[{\"id\":412,\"title\":\"Cancel leaves the row selected\"}],\"total\":1}}"
    }
  ],
  "structuredContent": {
    "ok": true,
    "data": {
      "issues": [{ "id": 412, "title": "Cancel leaves the row selected" }],
      "total": 1
    }
  },
  "isError": false
})",
                R"({
  "type": "object",
  "required": ["issues", "total"],
  "properties": {
    "issues": { "type": "array" },
    "total": { "type": "integer" }
  }
})");
        },
        10);
    show(
        u"inspect-failure"_s,
        [inspect] {
            inspect("HTTP/1.1 404 Not Found\nContent-Type: application/json\n\n"
                    "{\"ok\": false, \"error\": {\"code\": \"NOT_FOUND\", \"message\": \"There is no issue "
                    "413\", \"retryable\": false}}",
                {});
        },
        10);
    show(u"check-empty"_s, [this] { m_window->sources()->checkSource(u"tracker"_s); });
    const auto check = [this] { return qobject_cast<Ui::CheckPage *>(m_window->pageStack()->currentTool()); };
    add(
        u"run the check"_s, [check] { check()->run(); },
        [this, check] { return m_looks > 4 && !check()->isRunning(); });
    picture(u"check"_s);
    picture(u"check-small"_s, smallSize);
    change(u"inspect, small"_s,
        [this] { m_window->pageStack()->openTool(m_window->pageStack()->tools().constFirst()); });
    picture(u"inspect-small"_s, smallSize);
    change(u"close the tools"_s, [this] {
        while (!m_window->pageStack()->tools().isEmpty()) {
            m_window->pageStack()->openTool(m_window->pageStack()->tools().constFirst());
            m_window->pageStack()->closeCurrent();
        }
    });
}

} // namespace Workbench::App

#include "moc_tour.cpp"
