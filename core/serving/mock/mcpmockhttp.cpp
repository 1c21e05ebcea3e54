// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/serving/mock/mcpmockhttp.h"

#include "core/json/jsonparser.h"

#include <QPointer>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

ServedAnswer jsonAnswer(int status, const Json &body)
{
    return {status, {{"Content-Type", "application/json"}}, body.toBytes()};
}

//! Before a word of it is read: cross-site pages can send other types without asking. R-120
std::optional<ServedAnswer> refusalOf(const ServedRequest &request)
{
    if (request.path() != McpMockHttp::path)
        return HttpServer::problem(404, u"Not Found"_s, u"The MCP server is at /mcp."_s);
    if (request.method != "POST") {
        ServedAnswer answer =
            HttpServer::problem(405, u"Method Not Allowed"_s, u"This server answers POST only."_s);
        answer.headers.emplaceBack("Allow", "POST");
        return answer;
    }
    const QByteArray type = request.header("content-type");
    if (type.split(';').constFirst().trimmed().toLower() != "application/json")
        return HttpServer::problem(415, u"Unsupported Media Type"_s, u"A message is application/json."_s);
    const QByteArray revision = request.header("mcp-protocol-version");
    if (!revision.isEmpty() && !McpMock::isKnownRevision(QString::fromLatin1(revision))) {
        return HttpServer::problem(400, u"Bad Request"_s,
            u"This mock does not speak that protocol revision; it speaks those up to 2025-11-25."_s);
    }
    return {};
}

void deliver(ServedExchange *exchange, const McpReply &reply)
{
    if (reply.drops) {
        exchange->drop();
        return;
    }
    if (reply.message.isAbsent()) {
        exchange->answer({202, {}, {}});
        return;
    }
    const ServedAnswer answer = jsonAnswer(200, reply.message);
    if (reply.breaksAt)
        exchange->answerPartly(answer, *reply.breaksAt < 0 ? answer.body.size() / 2 : *reply.breaksAt);
    else
        exchange->answer(answer);
}

// A few bytes may ask for a list of many: what they are answered with is held until all is there.
constexpr qsizetype mostInBatch = 100;

//! Answers of a batch, until all are there.
struct Batch {
    QList<Json> answers;
    qsizetype missing = 0;
    McpReply all;
};

} // namespace

McpMockHttp::McpMockHttp(McpMock *mock, HttpServer *server, QObject *parent)
    : QObject(parent)
    , m_mock(mock)
{
    connect(server, &HttpServer::asked, this, &McpMockHttp::serve);
}

void McpMockHttp::serve(ServedExchange *exchange)
{
    if (const auto refusal = refusalOf(exchange->request())) {
        exchange->answer(*refusal);
        return;
    }
    const Result<Json> message = parseJson(exchange->request().body);
    if (!message) {
        exchange->answer(jsonAnswer(400, McpMock::parseError(message.error().message)));
        return;
    }
    const QPointer<ServedExchange> waiting(exchange);
    if (!message->isArray()) {
        m_mock->handle(*message, [waiting](const McpReply &reply) {
            if (waiting)
                deliver(waiting, reply);
        });
        return;
    }
    if (message->size() > mostInBatch) {
        exchange->answer(
            jsonAnswer(400, McpMock::parseError(u"a batch has at most %1 messages"_s.arg(mostInBatch))));
        return;
    }
    const auto batch = std::make_shared<Batch>();
    batch->missing = message->size();
    for (const Json &one : message->items()) {
        m_mock->handle(one, [waiting, batch](const McpReply &reply) {
            if (!reply.message.isAbsent())
                batch->answers.append(reply.message);
            batch->all.drops = batch->all.drops || reply.drops;
            if (reply.breaksAt)
                batch->all.breaksAt = reply.breaksAt;
            if (--batch->missing > 0 || !waiting)
                return;
            if (!batch->answers.isEmpty())
                batch->all.message = Json::array(batch->answers);
            deliver(waiting, batch->all);
        });
    }
    if (message->size() == 0)
        exchange->answer(jsonAnswer(400, McpMock::parseError(u"the batch is empty"_s)));
}

} // namespace Workbench
