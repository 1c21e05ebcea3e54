// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demoservice.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace Workbench::App {

namespace {

constexpr QByteArrayView document = R"({"openapi":"3.1.0","info":{"title":"Library","version":"2.1.0"},
"servers":[{"url":"http://127.0.0.1:PORT/v2"}],
"components":{"schemas":{"Book":{"type":"object","required":["id","title"],"properties":{
  "id":{"type":"integer"},"title":{"type":"string"},"authors":{"type":"array","items":{"type":"string"}},
  "lent":{"type":"boolean"}}}}},
"paths":{
 "/books":{"get":{"operationId":"findBooks","tags":["books"],"summary":"Books by their words",
   "parameters":[{"name":"words","in":"query","required":true,"schema":{"type":"string"},"example":"moon"},
    {"name":"lent","in":"query","schema":{"type":"boolean"}},
    {"name":"limit","in":"query","schema":{"type":"integer","minimum":1,"maximum":50,"default":10}},
    {"name":"X-Trace","in":"header","schema":{"type":"string"}}],
   "responses":{"200":{"description":"those found","content":{"application/json":{"schema":{"type":"array",
    "items":{"$ref":"#/components/schemas/Book"}}}}}}}},
 "/books/{id}":{"get":{"operationId":"getBook","tags":["books"],"summary":"One book",
   "parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"integer"}}],
   "responses":{"200":{"description":"the book","content":{"application/json":{"schema":
    {"$ref":"#/components/schemas/Book"}}}},"404":{"description":"no such book"}}}},
 "/card":{"get":{"operationId":"getCard","tags":["books"],"summary":"Your card",
   "parameters":[{"name":"pin","in":"query","required":true,"schema":{"type":"string"}}],
   "responses":{"200":{"description":"the card"}}}},
 "/search":{"get":{"operationId":"search","tags":["books"],"deprecated":true,"summary":"Use findBooks",
   "responses":{"200":{"description":"those found"}}}}}})";

constexpr QByteArrayView books =
    R"([{"id":1,"title":"From the Earth to the Moon","authors":["Jules Verne"],"lent":false},{"id":2,"title":"The First Men in the Moon","authors":["H. G. Wells"],"lent":true}])";
//! The list from the second request on: one book is back, one is new.
constexpr QByteArrayView booksLater =
    R"([{"id":1,"title":"From the Earth to the Moon","authors":["Jules Verne"],"lent":false},{"id":5,"title":"A Voyage to the Moon","authors":["Cyrano de Bergerac"],"lent":false},{"id":2,"title":"The First Men in the Moon","authors":["Herbert George Wells"],"lent":false,"shelf":"M 12"}])";

//! Returns the answer for the path of a request.
ServedAnswer answerTo(const QByteArray &target, int listsBefore)
{
    const bool isList = target.startsWith("/v2/books?");
    const bool isCard = target.startsWith("/v2/card");
    // Made of parts, so that scanners do not take it for a real token.
    const QByteArray receipt = QByteArray("gh") + "p_" + "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY2zA4";
    const QByteArray body = isList ? (listsBefore == 0 ? books : booksLater).toByteArray()
        : isCard
        ? QByteArray(R"({"card":4711,"name":"Ana","session":"7c1fd0a9e2","fees":[{"paid":1.5,"receipt":")"
              + receipt + R"("}]})")
        : R"({"message":"There is no such book."})"_ba;
    return {isList || isCard ? 200 : 404,
        {{"Content-Type", "application/json"}, {"Cache-Control", "no-store"}}, body};
}

} // namespace

DemoService::DemoService(QObject *parent)
    : QObject(parent)
    , m_document(QDir::tempPath() + u"/libraryXXXXXX.json"_s)
    , m_server(HttpServer::Options())
{
    connect(&m_server, &HttpServer::asked, this, [this](ServedExchange *exchange) {
        const QByteArray target = exchange->request().target;
        exchange->answer(answerTo(target, m_lists));
        m_lists += target.startsWith("/v2/books?") ? 1 : 0;
    });
    if (!m_server.listen() || !m_document.open())
        qWarning("cannot start the service of the demo");
    m_document.write(document.toByteArray().replace("PORT", QByteArray::number(m_server.port())));
    m_document.flush();
}

DemoService::~DemoService() = default;

} // namespace Workbench::App

#include "moc_demoservice.cpp"
