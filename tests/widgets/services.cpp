// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Saves pictures of the whole window over real OpenAPI documents and a local server, for a visual comparison
// with the design. Usage: services FOLDER PETSTORE GALAXY GITHUB OTHER

#include "core/json/jsonparser.h"
#include "core/sources/openapi/openapiadapter.h"
#include "tests/support/rawserver.h"
#include "ui/dialogs/addsourcedialog.h"
#include "ui/models/streammodel.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/sourcespane.h"
#include "ui/panes/streampane.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/sourcescontroller.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryFile>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Ui;
using namespace Qt::StringLiterals;

namespace {

QByteArray reply(const QByteArray &status, const QByteArray &body, const QByteArray &headers = {})
{
    return "HTTP/1.1 " + status + "\r\nContent-Type: application/json; charset=utf-8\r\n" + headers
        + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

QByteArray answerTo(const RawServer::Request &request)
{
    const QByteArray &target = request.target;
    if (target.contains("/pet/findByStatus"))
        return reply("200 OK",
            R"([{"id":7,"category":{"id":1,"name":"dogs"},"name":"Rex","photoUrls":["https://pets.example/7.jpg"],"tags":[],"status":"available"},
                {"id":8,"name":"Minka","photoUrls":[],"tags":[{"id":3,"name":"shy"}],"status":"available"}])",
            "Cache-Control: no-store\r\nX-Request-Id: 0d3b3a52-52a4\r\n");
    if (target.contains("/pet/"))
        return reply("404 Not Found", R"({"code":1,"type":"error","message":"Pet not found"})",
            "X-Request-Id: 0d3b3a52-52a5\r\n");
    if (target.contains("/planets/"))
        return reply("200 OK",
            R"({"id":1,"name":"Mars","type":"terrestrial","habitabilityIndex":0.68,"physicalProperties":{"mass":0.107,"radius":0.532,"gravity":"0.378"},
                "atmosphere":[{"compound":"CO2","percentage":95.3}],"satellites":[{"name":"Phobos"}],"tags":["solar-system","rocky"]})",
            "X-Frame-Options: SAMEORIGIN\r\n");
    if (target.startsWith("/repos/"))
        return reply("200 OK",
            R"([{"id":1,"number":1347,"title":"Found a bug","state":"open","locked":false,"user":{"login":"octocat","id":1},"labels":[{"name":"bug","color":"f29513"}],"comments":0,"created_at":"2011-04-22T13:33:48Z"}])",
            "ETag: W/\"a18c3bded88eb5dbb5c849a489412bf3\"\r\nX-RateLimit-Limit: "
            "5000\r\nX-RateLimit-Remaining: 4987\r\n"
            "Link: <https://api.github.com/repositories/1/issues?page=2>; rel=\"next\"\r\n");
    return reply("503 Service Unavailable", R"({"message":"not here"})", "Retry-After: 3\r\n");
}

constexpr QByteArrayView eventsDocument = R"({"openapi":"3.2.0","info":{"title":"Clock","version":"1"},
    "paths":{"/events":{"get":{"operationId":"watchClock","tags":["clock"],"summary":"Ticks as they come",
    "responses":{"200":{"description":"ticks","content":{"text/event-stream":{"itemSchema":{"type":"object"}}}}}}}}})";

class Walk {
public:
    Walk(const QStringList &arguments, WorkbenchStyle *style);
    void run();

private:
    void wait(const std::function<bool()> &until) const { (void)QTest::qWaitFor(until, 30'000); }
    void connectTo(const QString &name, const QString &document);
    OperationPage *call(const OperationId &id, const QByteArray &input, bool showRequest = false);
    void save(const QString &name);

    QDir m_folder;
    QStringList m_documents;
    WorkbenchStyle *m_style;
    RawServer m_server;
    QTemporaryFile m_events{u"clockXXXXXX.json"_s};
    ExchangeLog m_exchanges;
    OperationRegistry m_registry;
    TrustStore m_trust;
    std::unique_ptr<Sessions> m_sessions;
    std::unique_ptr<MainWindow> m_window;
};

Walk::Walk(const QStringList &arguments, WorkbenchStyle *style)
    : m_folder(arguments.value(1))
    , m_documents(arguments.mid(2))
    , m_style(style)
    , m_server([](QTcpSocket *socket, const RawServer::Request &request) {
        if (request.target.endsWith("/events")) {
            socket->write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 3000\n\n");
            for (int i = 1; i <= 40; ++i) {
                socket->write("id: " + QByteArray::number(i) + "\nevent: " + (i % 5 ? "tick" : "beat")
                    + "\ndata: {\"tick\":" + QByteArray::number(i) + ",\"at\":\"2026-05-18T12:03:21Z\"}\n\n");
            }
            socket->flush();
        } else {
            socket->write(answerTo(request));
        }
    })
{
    (void)m_events.open();
    m_events.write(eventsDocument.toByteArray());
    m_events.flush();
    std::vector<std::unique_ptr<AdapterFactory>> factories;
    factories.push_back(std::make_unique<OpenApiFactory>());
    m_sessions = std::make_unique<Sessions>(Sessions::Services{.registry = &m_registry,
        .exchanges = &m_exchanges,
        .trust = &m_trust,
        .limits = {},
        .factories = std::move(factories)});
    MainWindow::Options options;
    options.remember = false;
    m_window = std::make_unique<MainWindow>(m_sessions.get(), style, options);
}

void Walk::save(const QString &name)
{
    for (const auto &[scheme, word] : {std::pair(WorkbenchStyle::Scheme::Light, u"light"_s),
             std::pair(WorkbenchStyle::Scheme::Dark, u"dark"_s)}) {
        m_style->setScheme(scheme);
        QTest::qWait(300);
        QWidget *shown = m_window.get();
        if (auto *dialog = m_window->findChild<AddSourceDialog *>())
            shown = dialog;
        shown->grab().save(m_folder.filePath(name + u'-' + word + u".png"_s));
    }
}

void Walk::connectTo(const QString &name, const QString &document)
{
    const Json settings = Json::object({{u"document"_s, Json::string(document)},
        {u"server"_s, Json::string(m_server.url().toString().chopped(1))}});
    if (const auto added = m_sessions->addSource({name, u"openapi"_s, settings}); !added)
        qWarning("%s", qPrintable(added.error().message));
    m_sessions->connectSource(name);
    wait([&] { return m_sessions->state(name).phase != SourceState::Phase::Connecting; });
    if (m_sessions->state(name).phase != SourceState::Phase::Ready)
        qWarning("%s: %s", qPrintable(name), qPrintable(m_sessions->state(name).error.message));
}

OperationPage *Walk::call(const OperationId &id, const QByteArray &input, bool showRequest)
{
    OperationPage *page = m_window->openOperation(id);
    page->setInput(jsonLiteral(input));
    page->setRequestShown(showRequest);
    QTest::qWait(300);
    page->invoke();
    wait([&] { return !page->isRunning() || page->isSubscription(); });
    QTest::qWait(300);
    return page;
}

void Walk::run()
{
    m_folder.mkpath(u"."_s);
    m_window->resize(1440, 900);
    m_window->show();
    connectTo(u"petstore"_s, m_documents.value(0));
    connectTo(u"galaxy"_s, m_documents.value(1));
    connectTo(u"github"_s, m_documents.value(2));
    connectTo(u"clock"_s, m_events.fileName());

    call({u"petstore"_s, u"findPetsByStatus"_s}, R"({"status":["available","pending"]})", true);
    save(u"petstore"_s);
    call({u"petstore"_s, u"getPetById"_s}, R"({"petId":9})");
    save(u"petstore-failed"_s);
    OperationPage *remove = m_window->openOperation({u"petstore"_s, u"deletePet"_s});
    remove->setInput(jsonLiteral(R"({"petId":9,"api_key":"special-key"})"));
    remove->invoke();
    save(u"petstore-delete"_s);
    OperationPage *upload = m_window->openOperation({u"petstore"_s, u"uploadFile"_s});
    upload->setInput(jsonLiteral(
        R"({"petId":7,"body":{"additionalMetadata":"front","file":{"$file":"rex.png","type":"image/png","base64":"iVBORw0KGgr/AAECAwQFBgcICQ=="}}})"));
    upload->setRequestShown(true);
    save(u"petstore-file"_s);
    call({u"galaxy"_s, u"getPlanet"_s}, R"({"planetId":1})");
    save(u"galaxy"_s);
    OperationPage *create = m_window->openOperation({u"galaxy"_s, u"createPlanet"_s});
    create->setInput(jsonLiteral(
        R"({"contentType":"application/json","body":{"name":"Mars","description":"The red planet","physicalProperties":{"mass":0.107},"tags":["rocky"]}})"));
    create->setRequestShown(true);
    save(u"galaxy-body"_s);
    const OperationPage *stream = call({u"clock"_s, u"watchClock"_s}, "{}");
    wait([&] { return stream->streamPane()->model()->rowCount() == 40; });
    save(u"events"_s);
    call({u"github"_s, u"issues/list-for-repo"_s},
        R"({"owner":"octocat","repo":"Hello-World","state":"open"})", true);
    save(u"github"_s);
    auto *filter = m_window->findChild<QLineEdit *>(u"filterField"_s);
    filter->setText(u"get issues comments"_s);
    QTest::qWait(300);
    save(u"github-filter"_s);
    m_window->resize(800, 600);
    QTest::qWait(200);
    save(u"github-small"_s);
    call({u"github"_s, u"issues/list-for-repo"_s}, R"({"owner":"octocat","repo":"Hello-World"})");
    m_window->openOperation({u"github"_s, u"issues/list-for-repo"_s})->setRequestShown(true);
    save(u"github-small-request"_s);
    m_window->resize(1440, 900);
    filter->clear();
    m_window->sources()->addSource();
    auto *dialog = m_window->findChild<AddSourceDialog *>();
    dialog->setText(m_documents.value(3));
    dialog->findChild<QLineEdit *>(u"sourceName"_s)->setText(u"airflow"_s);
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"test"_s), Qt::LeftButton);
    auto *result = dialog->findChild<QLabel *>(u"testResult"_s);
    wait([&] { return result->text() != u"Connecting…"_s; });
    dialog->resize(840, 760);
    save(u"add-source-openapi"_s);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    auto *style = new WorkbenchStyle(u"Fusion"_s);
    QApplication::setStyle(style);
    Walk walk(QApplication::arguments(), style);
    walk.run();
    return 0;
}
