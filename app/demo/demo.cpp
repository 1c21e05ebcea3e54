// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demo.h"

#include "app/demo/demohttp.h"
#include "app/demo/demooperations.h"
#include "app/demo/demotools.h"
#include "core/fixture/serving/httpserver.h"
#include "core/hub/server/hub.h"
#include "core/json/jsonparser.h"
#include "core/transport/websocket/websocketserver.h"

#include <QDir>
#include <QTemporaryFile>

using namespace Qt::StringLiterals;

namespace Workbench::App {

namespace {

void copyFixtures(const QString &to)
{
    for (const QString &folder : {u"."_s, u"definitions"_s}) {
        const QDir from(u":/workbench/demo-fixtures/"_s + folder);
        const QDir into(to + u'/' + folder);
        into.mkpath(u"."_s);
        for (const QString &file : from.entryList({u"*.json"_s}, QDir::Files)) {
            if (!QFile::copy(from.filePath(file), into.filePath(file)))
                qWarning("cannot write the fixture %s of the demo", qPrintable(file));
        }
    }
}

Source source(const QString &kind, const QString &name, const QString &setting, const QString &value)
{
    return {name, kind, Json::object({{setting, Json::string(value)}})};
}

//! Returns the answer for the path of a request. From the second list on, one book is back and one is new.
ServedAnswer answerTo(const QByteArray &target, int listsBefore)
{
    const bool isList = target.startsWith("/v2/books?");
    const bool isCard = target.startsWith("/v2/card");
    // Made of parts, so that scanners do not take it for a real token.
    const QByteArray receipt = QByteArray("gh") + "p_" + "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY2zA4";
    const QByteArray body = isList ? demoJson(u"books"_s).at(listsBefore == 0 ? 0 : 1).toBytes()
        : isCard
        ? QByteArray(R"({"card":4711,"name":"Ana","session":"7c1fd0a9e2","fees":[{"paid":1.5,"receipt":")"
              + receipt + R"("}]})")
        : R"({"message":"There is no such book."})"_ba;
    return {isList || isCard ? 200 : 404,
        {{"Content-Type", "application/json"}, {"Cache-Control", "no-store"}}, body};
}

} // namespace

//! A hub on this computer. It offers the clock of the local operations: clock.now and clock.tick.
struct Demo::ClockHub {
    OperationRegistry offered;
    WebSocketServer server{WebSocketServer::Options()};
    Hub hub{&offered, Hub::Options()};

    ClockHub()
    {
        const QList<OperationRegistry::Registration> operations = demoOperations();
        for (OperationRegistry::Registration registration : operations) {
            OperationSpec &spec = registration.spec;
            if (!spec.id.name.startsWith("clock."_L1))
                continue;
            spec.id = OperationId::fromString(spec.id.name);
            if (!offered.registerOperation(spec, registration.handler))
                qWarning("the demo's hub does not offer %s", qPrintable(spec.id.toString()));
        }
        QObject::connect(&server, &WebSocketServer::channelReady, &hub, [this] {
            while (std::unique_ptr<WebSocketPeer> channel = server.nextChannel())
                hub.addConnection(std::move(channel), {});
        });
        if (const Result<void> listening = server.listen(); !listening)
            qWarning("%s", qPrintable(listening.error().message));
    }
};

//! An HTTP service on this computer, with its OpenAPI document in a temporary file.
struct Demo::Library {
    QTemporaryFile document{QDir::tempPath() + u"/libraryXXXXXX.json"_s};
    int lists = 0; //!< the number of answered requests for lists of books
    HttpServer server{HttpServer::Options()};

    Library()
    {
        QObject::connect(&server, &HttpServer::asked, &server, [this](ServedExchange *exchange) {
            const QByteArray target = exchange->request().target;
            exchange->answer(answerTo(target, lists));
            lists += target.startsWith("/v2/books?") ? 1 : 0;
        });
        if (!server.listen() || !document.open())
            qWarning("cannot start the service of the demo");
        document.write(demoFile(u"demo/library.json"_s).replace("PORT", QByteArray::number(server.port())));
        document.flush();
    }
};

//! The modern MCP server over HTTP.
struct Demo::Kitchen {
    HttpServer server{HttpServer::Options()};
    DemoHttp http{&server};

    Kitchen()
    {
        if (const Result<void> listening = server.listen(); !listening)
            qWarning("%s", qPrintable(listening.error().message));
    }
    QString url() const { return server.url() + QString::fromLatin1(DemoHttp::path); }
};

Workspace demoWorkspace()
{
    return Workspace::fromBytes(demoFile(u"demo.workspace.json"_s)).value_or(Workspace());
}

Demo::Demo() = default;
Demo::~Demo() = default;

Workspace Demo::start()
{
    if (!m_hub) {
        m_hub = std::make_unique<ClockHub>();
        m_library = std::make_unique<Library>();
        m_kitchen = std::make_unique<Kitchen>();
        copyFixtures(m_fixtures.path());
    }
    Workspace workspace = demoWorkspace();
    workspace.sources += {source(u"mcp"_s, u"modern-http"_s, u"url"_s, m_kitchen->url()),
        source(u"openapi"_s, u"library"_s, u"document"_s, m_library->document.fileName()),
        source(u"hub"_s, u"hub"_s, u"url"_s, m_hub->server.url().toString()),
        source(u"fixtures"_s, u"recorded"_s, u"folder"_s, m_fixtures.path())};
    workspace.inputs = {
        {u"local.weather.now"_s,
            jsonLiteral(
                R"({"location":"Chicago","units":"metric","days":3,"hourly":false,"stations":["KORD","KMDW"]})")},
        {u"tracker.get-weather"_s, jsonLiteral(R"({"city":"Lisbon"})")},
        {u"tracker.get-forecast"_s, jsonLiteral(R"({"city":"Lisbon","days":3})")},
        {u"library.findBooks"_s, jsonLiteral(R"({"words":"moon","limit":10})")},
    };
    workspace.view = jsonLiteral(R"({"first":"local.weather.now"})");
    return workspace;
}

} // namespace Workbench::App
