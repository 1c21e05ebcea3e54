// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/gui/tour.h"

#include "app/gui/tourhub.h"
#include "app/gui/tourservice.h"
#include "core/json/jsonparser.h"
#include "core/session/sessions.h"
#include "ui/dialogs/addsourcedialog.h"
#include "ui/models/streammodel.h"
#include "ui/panes/operationpage.h"
#include "ui/panes/sourcespane.h"
#include "ui/panes/streampane.h"
#include "ui/theme/rowtableview.h"
#include "ui/window/bottompanel.h"
#include "ui/window/pagestack.h"

#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QPixmap>

using namespace Qt::StringLiterals;

namespace Workbench::App {

namespace {

constexpr int lookEveryMs = 50;
constexpr int maxLooks = 3600; // 3 min a step

} // namespace

Tour::Tour(Ui::MainWindow *window, Ui::WorkbenchStyle *style, QString folder)
    : QObject(window)
    , m_window(window)
    , m_style(style)
    , m_folder(std::move(folder))
{
    m_timer.setInterval(lookEveryMs);
    connect(&m_timer, &QTimer::timeout, this, &Tour::look);
}

void Tour::add(const QString &name, std::function<void()> begin, std::function<bool()> isDone)
{
    m_steps.push_back({name, std::move(begin), std::move(isDone)});
}

void Tour::invoke(const QString &nameSpace, const QString &operation, const QByteArray &input)
{
    const OperationId id{nameSpace, operation};
    add(
        u"invoke "_s + id.toString(),
        [this, id, input] {
            Ui::OperationPage *page = m_window->openOperation(id);
            page->setInput(jsonLiteral(input));
            page->invoke();
        },
        [this, id] {
            const Ui::OperationPage *page = m_window->pageStack()->pageOf(id);
            return page && !page->exchangeId().isEmpty() && !page->isRunning();
        });
}

// The same view in both themes; a picture is taken when the event loop has painted.
void Tour::picture(const QString &name)
{
    using Scheme = Ui::WorkbenchStyle::Scheme;
    for (const auto &[scheme, word] :
        {std::pair(Scheme::Light, u"light"_s), std::pair(Scheme::Dark, u"dark"_s)}) {
        add(u"theme"_s, [this, scheme] { m_style->setScheme(scheme); }, [this] { return m_looks > 4; });
        add(u"picture "_s + name, [this, name, word] {
            const QString path = QDir(m_folder).filePath(name + u'-' + word + u".png"_s);
            QWidget *shown = m_window;
            if (auto *dialog = m_window->findChild<QDialog *>())
                shown = dialog;
            m_complete = shown->grab().save(path) && m_complete;
        });
    }
}

void Tour::start()
{
    m_complete = QDir().mkpath(m_folder);
    add(u"size"_s, [this] { m_window->resize(1440, 900); }, [this] { return m_looks > 2; });
    picture(u"empty"_s);
    add(
        u"add source"_s,
        [this] { m_window->addSourceFrom(u"npx -y @modelcontextprotocol/server-everything stdio"_s); },
        [this] { return m_looks > 2; });
    picture(u"add-source"_s);
    add(u"close dialog"_s, [this] {
        if (auto *dialog = m_window->findChild<Ui::AddSourceDialog *>())
            dialog->reject();
    });
    environments();
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
    brokenTools();
    tools();
    streams({u"local"_s, u"clock.tick"_s}, u"stream"_s);
    connectToHub();
    streams({u"hub"_s, u"clock.tick"_s}, u"hub-stream"_s);
    showService();
    fixtures();
    invoke(u"tracker"_s, u"fail"_s, "{}");
    invoke(u"local"_s, u"weather.now"_s,
        R"({"location":"Chicago","units":"metric","days":3,"hourly":false,"stations":["KORD","KMDW"]})");
    picture(u"main"_s);
    add(u"laptop"_s, [this] { m_window->resize(1280, 800); }, [this] { return m_looks > 4; });
    picture(u"laptop"_s);
    add(u"small"_s, [this] { m_window->resize(800, 600); }, [this] { return m_looks > 4; });
    picture(u"small"_s);
    next();
    m_timer.start();
}

//! A hub as a source beside the demo's.
void Tour::connectToHub()
{
    const QString name = u"hub"_s;
    add(
        u"hub"_s,
        [this, name] {
            Sessions *sessions = m_window->sessions();
            const auto *hub = new TourHub(*sessions->registry(), this);
            const Source source{
                name, u"hub"_s, Json::object({{u"url"_s, Json::string(hub->url().toString())}})};
            if (sessions->addSource(source))
                sessions->connectSource(name);
        },
        [this, name] { return m_window->sessions()->state(name).phase == SourceState::Phase::Ready; });
}

//! The dialog with two of them; nothing of it is kept.
void Tour::environments()
{
    add(
        u"environments"_s,
        [this] {
            const Environment staging{.name = u"staging"_s,
                .variables = {{.name = u"BASE_URL"_s, .value = u"https://staging.example.org/v1"_s},
                    {.name = u"TENANT"_s, .value = u"blue"_s},
                    {.name = u"TOKEN"_s, .secret = u"env:STAGING_TOKEN"_s}}};
            m_window->sessions()->setEnvironments(
                {staging, {.name = u"production"_s, .variables = staging.variables}}, staging.name);
            m_window->editEnvironments();
        },
        [this] { return m_looks > 2; });
    picture(u"environments"_s);
    add(u"close dialog"_s, [this] {
        if (auto *dialog = m_window->findChild<QDialog *>())
            dialog->reject();
    });
}

//! A service with an OpenAPI document: what would be sent over what came, and an answer that is an error.
void Tour::showService()
{
    const QString name = u"library"_s;
    add(
        u"service"_s,
        [this, name] {
            Sessions *sessions = m_window->sessions();
            const auto *service = new TourService(this);
            const Source source{
                name, u"openapi"_s, Json::object({{u"document"_s, Json::string(service->documentPath())}})};
            if (sessions->addSource(source))
                sessions->connectSource(name);
        },
        [this, name] { return m_window->sessions()->state(name).phase == SourceState::Phase::Ready; });
    invoke(name, u"findBooks"_s, R"({"words":"moon","limit":10})");
    add(
        u"request"_s,
        [this, name] { m_window->openOperation({name, u"findBooks"_s})->setRequestShown(true); },
        [this] { return m_looks > 8; });
    picture(u"openapi"_s);
    invoke(name, u"getBook"_s, R"({"id":3})");
    picture(u"openapi-failed"_s);
}

//! The stream view before its first event, at the first, while it runs, and with a hundred thousand.
void Tour::streams(const OperationId &tick, const QString &name)
{
    const auto begin = [this, tick](const QByteArray &input) {
        Ui::OperationPage *page = m_window->openOperation(tick);
        page->setInput(jsonLiteral(input));
        page->invoke();
    };
    const auto newest = [this, tick] {
        const Ui::OperationPage *page = m_window->pageStack()->pageOf(tick);
        return page && page->streamPane() ? page->streamPane()->model()->newest() : 0;
    };
    const auto stop = [this, tick] {
        add(
            u"stop"_s, [this, tick] { m_window->pageStack()->pageOf(tick)->cancel(); },
            [this, tick] { return !m_window->pageStack()->pageOf(tick)->isRunning(); });
    };
    add(
        u"stream"_s,
        [this, begin] {
            begin(R"({"interval":1,"unit":"min"})");
            m_window->bottomPanel()->setCurrentIndex(1);
        },
        [this] { return m_looks > 2; });
    picture(name + u"-0");
    stop();
    add(
        u"one event"_s, [begin] { begin(R"({"interval":200,"unit":"ms","count":1})"); },
        [newest] { return newest() == 1; });
    picture(name + u"-1");
    add(
        u"stream at its pace"_s, [begin] { begin(R"({"interval":50,"unit":"ms"})"); },
        [this] { return m_looks > 80; });
    add(u"choose an event"_s, [this, tick] {
        const Ui::StreamPane *stream = m_window->pageStack()->pageOf(tick)->streamPane();
        int row = 1;
        while (row < 20
            && stream->model()->index(row, Ui::StreamModel::WarningsColumn).data().toString() == "0"_L1)
            ++row;
        stream->view()->setCurrentIndex(stream->model()->index(row, 0));
    });
    picture(name);
    stop();
    add(
        u"a hundred thousand"_s,
        [this, tick, begin] {
            auto *keep = m_window->pageStack()->pageOf(tick)->findChild<QComboBox *>(u"keepLast"_s);
            keep->setCurrentIndex(keep->count() - 1);
            begin(R"({"interval":0,"count":100000})");
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
    } else if (m_looks > maxLooks) {
        qWarning("the tour waited in vain: %s", qPrintable(m_current.name));
        m_complete = false;
        next();
    }
}

} // namespace Workbench::App
