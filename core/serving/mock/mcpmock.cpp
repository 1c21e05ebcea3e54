// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/serving/mock/mcpmock.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/registry/compactspec.h"
#include "core/serving/envelopeforms.h"

#include <QPointer>
#include <QTimer>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int invalidRequest = -32600;
constexpr int methodNotFound = -32601;
constexpr int invalidParams = -32602;
constexpr int internalError = -32603;
constexpr int resourceNotFound = -32002;
constexpr int requestTimedOut = -32001;
constexpr qsizetype shownName = 80;

const QStringList &knownRevisions()
{
    static const QStringList list{u"2024-11-05"_s, u"2025-03-26"_s, u"2025-06-18"_s, u"2025-11-25"_s};
    return list;
}

Json rpcError(qint64 code, const QString &message, const Json &data = {})
{
    return Json::object(
        {{u"code"_s, Json::integer(code)}, {u"message"_s, Json::string(message)}, {u"data"_s, data}});
}

Json rpcMessage(const Json &id, QStringView member, const Json &value)
{
    return Json::object({{u"jsonrpc"_s, Json::string(u"2.0")}, {u"id"_s, id}, {member.toString(), value}});
}

bool isRecordedFromMcp(const Fixture &fixture)
{
    return fixture.source.kind == "mcp"_L1;
}

Json objectSchema(const Json &schema)
{
    if (schema.isObject() && schema.hasMember("type"_L1))
        return schema;
    return withMember(schema, u"type", Json::string(u"object"));
}

//! Returns the tool definition of an operation that was not an MCP tool. All tools are in one list, so each
//! tool gets only the nearest of the definitions that its schemas reach.
Json toolDefinition(const OperationSpec &listed)
{
    Limits nearest;
    nearest.schemaBytes = 128LL << 10;
    SharedDefinitions shared;
    const OperationSpec spec = compact(listed, shared, nearest);
    return Json::object({{u"name"_s, Json::string(spec.id.name)},
        {u"title"_s, spec.title.isEmpty() ? Json() : Json::string(spec.title)},
        {u"description"_s, spec.description.isEmpty() ? Json() : Json::string(spec.description)},
        {u"inputSchema"_s, objectSchema(spec.inputSchema)},
        {u"outputSchema"_s, spec.outputSchema.size() > 0 ? servedOutputSchema(spec.outputSchema) : Json()}});
}

//! Returns the definition that the peer sent, or a minimal one with the name.
Json definitionOf(const OperationSpec &spec, QLatin1StringView nameMember, QLatin1StringView prefix)
{
    if (spec.definition.member(nameMember).isString())
        return spec.definition;
    const QString &name = spec.id.name;
    const QString wire = name.startsWith(prefix) ? name.sliced(prefix.size()) : name;
    const Json made = Json::object({{u"name"_s, Json::string(wire)}});
    return withMember(made, QString(nameMember), Json::string(wire));
}

//! Returns the result of a call that was recorded from an MCP server, as that server sent it.
Json mcpResult(const Fixture &fixture)
{
    const Json data = fixture.envelope.member("data"_L1);
    const Json meta = fixture.envelope.member("meta"_L1);
    const Json ownMeta = meta.member("_meta"_L1);
    if (const Json whole = meta.member("result"_L1); whole.isObject())
        return whole;
    if (fixture.kind == "resource"_L1 || fixture.kind == "resource-template"_L1)
        return Json::object({{u"contents"_s, data}, {u"_meta"_s, ownMeta}});
    if (fixture.kind == "prompt"_L1)
        return ownMeta.isAbsent() ? data : withMember(data, u"_meta", ownMeta);
    const bool isError = meta.member("isError"_L1).toBoolean();
    return Json::object({{u"content"_s, meta.member("content"_L1)},
        {u"structuredContent"_s, meta.member("structuredContent"_L1)},
        {u"isError"_s, isError ? Json::boolean(true) : Json()}, {u"_meta"_s, ownMeta}});
}

//! Returns the error as the peer sent it, or a JSON-RPC error for a failure that did not come from the peer.
Json recordedRpcError(const Error &error)
{
    const Json &details = error.details;
    if (error.kind == ErrorKind::Remote && details.member("code"_L1).isInteger())
        return withoutMember(details, u"httpStatus");
    if (error.code == "jsonrpc.bad-error"_L1 && details.hasMember("data"_L1))
        return details.member("data"_L1);
    return rpcError(error.kind == ErrorKind::Timeout ? requestTimedOut : internalError, error.message);
}

Json answerOf(const Json &id, const Fixture &fixture)
{
    if (isRecordedFromMcp(fixture)) {
        if (!fixture.error.isAbsent())
            return rpcMessage(id, u"error", recordedRpcError(replayedError(fixture)));
        return rpcMessage(id, u"result", mcpResult(fixture));
    }
    if (!fixture.error.isAbsent())
        return rpcMessage(id, u"result", toCallToolResult(replayedError(fixture)));
    const HandlerResult value = replayedValue(fixture.envelope);
    const ResponseEnvelope *envelope = envelopeOf(value);
    return rpcMessage(id, u"result",
        toCallToolResult(
            envelope ? *envelope : localEnvelope(fixture.envelope.member("data"_L1), fixture.operation)));
}

Json injectedError(const Json &id, const QString &code)
{
    bool isNumber = false;
    const int number = code.toInt(&isNumber);
    return rpcMessage(id, u"error",
        rpcError(isNumber ? number : internalError,
            code.isEmpty() || isNumber ? u"Injected error."_s : u"Injected error: "_s + code));
}

bool isId(const Json &id)
{
    return id.isString() || id.isNumber();
}

ServedAnswer jsonAnswer(int status, const Json &body)
{
    return {status, {{"Content-Type", "application/json"}}, body.toBytes()};
}

//! Refuses a request before its body is read, because cross-site pages can send other content types without a
//! preflight request. R-120
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
        return HttpServer::problem(
            415, u"Unsupported Media Type"_s, u"Expected Content-Type application/json."_s);
    const QByteArray revision = request.header("mcp-protocol-version");
    if (!revision.isEmpty() && !McpMock::isKnownRevision(QString::fromLatin1(revision))) {
        return HttpServer::problem(400, u"Bad Request"_s,
            u"This mock does not support that protocol revision; it supports those up to 2025-11-25."_s);
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

// A few bytes can request long lists, and all answers of a batch are held until the last one is there.
constexpr qsizetype mostInBatch = 100;

//! The answers of a batch, held until all are there.
struct Batch {
    QList<Json> answers;
    qsizetype missing = 0;
    McpReply all;
};

} // namespace

struct McpMock::Waiting {
    QTimer timer;
    McpReply answer;
    Reply reply;
};

McpMock::McpMock(std::shared_ptr<MockPlayer> player, QObject *parent)
    : QObject(parent)
    , m_player(std::move(player))
{
    for (const OperationSpec &spec : m_player->replay().operations())
        describe(spec);
    for (const StoredFixture &stored : m_player->replay().fixtures()) {
        const Fixture &fixture = stored.fixture;
        const bool isResourceStream = isRecordedFromMcp(fixture) && fixture.isStream();
        if (isResourceStream && !m_leftOut.contains(fixture.operation))
            m_leftOut.append(fixture.operation); // the mock does not accept resources/subscribe
        if (fixture.kind != "resource-template"_L1)
            continue;
        const QString address = fixture.envelope.member("data"_L1).at(0).member("uri"_L1).toString();
        if (!address.isEmpty() && !m_read.contains(address))
            m_read.insert(address, std::make_shared<const Fixture>(fixture));
    }
}

McpMock::~McpMock() = default;

void McpMock::describe(const OperationSpec &spec)
{
    const auto take = [this, &spec](QList<Json> &list, const Json &definition, QLatin1StringView topic,
                          QLatin1StringView nameMember) {
        const QString key = topic + definition.member(nameMember).toString();
        if (m_operations.contains(key))
            return;
        m_operations.insert(key, spec.id.name);
        list.append(definition);
    };
    const bool isMcp = m_player->replay().originOf(spec.id.name).kind == "mcp"_L1;
    if (isMcp && spec.kind == "resource"_L1) {
        take(m_resources, definitionOf(spec, "uri"_L1, "resource:"_L1), "resource "_L1, "uri"_L1);
    } else if (isMcp && spec.kind == "resource-template"_L1) {
        take(m_templates, definitionOf(spec, "uriTemplate"_L1, "template:"_L1), "template "_L1,
            "uriTemplate"_L1);
    } else if (isMcp && spec.kind == "prompt"_L1) {
        take(m_prompts, definitionOf(spec, "name"_L1, "prompt:"_L1), "prompt "_L1, "name"_L1);
    } else if (spec.type == OperationType::Subscription) {
        m_leftOut.append(spec.id.name);
    } else {
        const bool isVerbatim = isMcp && spec.definition.member("name"_L1).isString();
        take(m_tools, isVerbatim ? spec.definition : toolDefinition(spec), "tool "_L1, "name"_L1);
    }
}

Json McpMock::parseError(const QString &why)
{
    return rpcMessage(Json::null(), u"error", rpcError(-32700, u"Parse error: "_s + why));
}

bool McpMock::isKnownRevision(const QString &revision)
{
    return knownRevisions().contains(revision);
}

void McpMock::handle(const Json &message, const Reply &reply)
{
    const Json id = message.member("id"_L1);
    const Json method = message.member("method"_L1);
    const bool isAnswer = message.hasMember("result"_L1) || message.hasMember("error"_L1);
    if (!method.isString() || (!id.isAbsent() && !isId(id))) {
        reply({isAnswer ? Json()
                        : rpcMessage(isId(id) ? id : Json::null(), u"error",
                              rpcError(invalidRequest, u"Invalid request"_s))});
        return;
    }
    if (id.isAbsent()) {
        reply({});
        return;
    }
    request(method.toString(), id, message.member("params"_L1), reply);
}

void McpMock::cancel(const Json &id)
{
    m_waiting.erase(id.toBytes());
}

void McpMock::request(const QString &method, const Json &id, const Json &params, const Reply &reply)
{
    const auto list = [&](QStringView member, const QList<Json> &items) {
        reply({rpcMessage(id, u"result", Json::object({{member.toString(), Json::array(items)}}))});
    };
    if (method == "initialize"_L1)
        reply({rpcMessage(id, u"result", initialized(params))});
    else if (method == "ping"_L1 || method == "logging/setLevel"_L1)
        reply({rpcMessage(id, u"result", Json::emptyObject())});
    else if (method == "tools/list"_L1)
        list(u"tools", m_tools);
    else if (method == "resources/list"_L1)
        list(u"resources", m_resources);
    else if (method == "resources/templates/list"_L1)
        list(u"resourceTemplates", m_templates);
    else if (method == "prompts/list"_L1)
        list(u"prompts", m_prompts);
    else if (method == "tools/call"_L1)
        callTool(id, params, reply);
    else if (method == "resources/read"_L1)
        readResource(id, params, reply);
    else if (method == "prompts/get"_L1)
        getPrompt(id, params, reply);
    else
        reply({rpcMessage(id, u"error", rpcError(methodNotFound, u"Method not found: "_s + method))});
}

Json McpMock::initialized(const Json &params) const
{
    const QString asked = params.member("protocolVersion"_L1).toString();
    QStringList names;
    QString server;
    for (const OperationSpec &spec : m_player->replay().operations()) {
        const FixtureOrigin origin = m_player->replay().originOf(spec.id.name);
        if (!names.contains(origin.name))
            names.append(origin.name);
        server = origin.server;
    }
    const bool isOne = names.size() == 1 && !server.isEmpty();
    const qsizetype space = server.lastIndexOf(u' ');
    const auto present = [](const QList<Json> &list) {
        return list.isEmpty() ? Json() : Json::emptyObject();
    };
    const bool hasResources = !m_resources.isEmpty() || !m_templates.isEmpty();
    return Json::object({
        {u"protocolVersion"_s, Json::string(isKnownRevision(asked) ? asked : knownRevisions().last())},
        {u"capabilities"_s,
            Json::object({{u"tools"_s, present(m_tools)},
                {u"resources"_s, hasResources ? Json::emptyObject() : Json()},
                {u"prompts"_s, present(m_prompts)}, {u"logging"_s, Json::emptyObject()}})},
        {u"serverInfo"_s,
            Json::object({{u"name"_s,
                              Json::string(isOne ? server.first(std::max<qsizetype>(
                                                       0, space < 0 ? server.size() : space))
                                                 : u"fixtures"_s)},
                {u"title"_s, Json::string(u"Recorded fixtures"_s)},
                {u"version"_s, Json::string(isOne && space >= 0 ? server.sliced(space + 1) : u"0"_s)}})},
        {u"instructions"_s,
            Json::string(u"Replays answers recorded from %1. Calls that were not recorded are refused."_s.arg(
                visibleText(names.join(u", "_s), false, 200)))},
    });
}

void McpMock::callTool(const Json &id, const Json &params, const Reply &reply)
{
    const QString name = params.member("name"_L1).toString();
    const auto operation = m_operations.constFind(u"tool "_s + name);
    if (operation == m_operations.cend()) {
        reply({rpcMessage(id, u"error",
            rpcError(invalidParams,
                u"Unknown tool: \"%1\" was not recorded."_s.arg(visibleText(name, false, shownName))))});
        return;
    }
    play(id, m_player->turn(*operation, params.member("arguments"_L1)), invalidParams, reply);
}

void McpMock::readResource(const Json &id, const Json &params, const Reply &reply)
{
    const QString address = params.member("uri"_L1).toString();
    if (const auto operation = m_operations.constFind(u"resource "_s + address);
        operation != m_operations.cend()) {
        play(id, m_player->turn(*operation, Json::emptyObject()), resourceNotFound, reply);
        return;
    }
    if (const auto read = m_read.constFind(address); read != m_read.cend()) {
        play(id, m_player->turn((*read)->operation, (*read)->input), resourceNotFound, reply);
        return;
    }
    reply({rpcMessage(id, u"error",
        rpcError(resourceNotFound,
            u"The resource \"%1\" was not recorded."_s.arg(visibleText(address, false, shownName)),
            Json::object({{u"uri"_s, Json::string(address)}})))});
}

void McpMock::getPrompt(const Json &id, const Json &params, const Reply &reply)
{
    const QString name = params.member("name"_L1).toString();
    const auto operation = m_operations.constFind(u"prompt "_s + name);
    if (operation == m_operations.cend()) {
        reply({rpcMessage(id, u"error",
            rpcError(invalidParams,
                u"Unknown prompt: \"%1\" was not recorded."_s.arg(visibleText(name, false, shownName))))});
        return;
    }
    play(id, m_player->turn(*operation, params.member("arguments"_L1)), invalidParams, reply);
}

void McpMock::play(const Json &id, const Result<MockTurn> &turn, int refusal, const Reply &reply)
{
    if (!turn) {
        reply({rpcMessage(id, u"error", rpcError(refusal, turn.error().message, turn.error().details))});
        return;
    }
    McpReply answer;
    answer.message = turn->error ? injectedError(id, *turn->error) : answerOf(id, *turn->fixture);
    answer.drops = turn->drops;
    answer.breaksAt = turn->breaksAt;
    if (turn->wait.count() == 0) {
        reply(answer);
        return;
    }
    // An id that is in use belongs to another client, or to a client that breaks the protocol.
    QByteArray key = id.toBytes();
    if (m_waiting.contains(key))
        key = "another " + QByteArray::number(++m_number);
    auto waiting = std::make_unique<Waiting>();
    waiting->answer = std::move(answer);
    waiting->reply = reply;
    waiting->timer.setSingleShot(true);
    waiting->timer.setTimerType(Qt::PreciseTimer);
    // Queued, because extracting the entry deletes the timer.
    connect(
        &waiting->timer, &QTimer::timeout, this,
        [this, key] {
            auto node = m_waiting.extract(key);
            if (!node.empty())
                node.mapped()->reply(node.mapped()->answer);
        },
        Qt::QueuedConnection);
    waiting->timer.start(turn->wait);
    m_waiting.emplace(std::move(key), std::move(waiting));
}

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

McpMockStdio::McpMockStdio(McpMock *mock, StdioLines *lines, QObject *parent)
    : QObject(parent)
    , m_mock(mock)
    , m_lines(lines)
{
    connect(lines, &StdioLines::line, this, &McpMockStdio::receive);
    connect(lines, &StdioLines::idle, this, &McpMockStdio::endWhenDone);
    connect(lines, &StdioLines::failed, this, [this] { Q_EMIT ended(true); });
    connect(lines, &StdioLines::tooLong, this,
        [this] { m_lines->send(McpMock::parseError(u"the line is too long"_s).toBytes()); });
    connect(lines, &StdioLines::inputEnded, this, [this] {
        m_hasInputEnded = true;
        endWhenDone();
    });
}

void McpMockStdio::endWhenDone()
{
    if (m_lines->isIdle() && (m_isBroken || (m_hasInputEnded && m_mock->waiting() == 0)))
        Q_EMIT ended(!m_isBroken);
}

void McpMockStdio::deliver(const McpReply &reply)
{
    if (m_isBroken)
        return;
    const QByteArray line = reply.message.toBytes();
    m_isBroken = reply.drops || reply.breaksAt;
    if (reply.breaksAt && !reply.drops)
        m_lines->sendRaw(line.first(
            *reply.breaksAt < 0 ? line.size() / 2 : std::min<qint64>(*reply.breaksAt, line.size())));
    else if (!m_isBroken && !reply.message.isAbsent())
        m_lines->send(line);
    if (m_isBroken || m_hasInputEnded)
        QMetaObject::invokeMethod(this, &McpMockStdio::endWhenDone, Qt::QueuedConnection);
}

void McpMockStdio::receive(const QByteArray &line)
{
    if (line.trimmed().isEmpty() || m_isBroken)
        return;
    const Result<Json> message = parseJson(line);
    if (!message) {
        m_lines->send(McpMock::parseError(message.error().message).toBytes());
        return;
    }
    const QPointer<McpMockStdio> self(this);
    const auto take = [&](const Json &one) {
        if (one.member("method"_L1).utf8() == "notifications/cancelled")
            m_mock->cancel(one.member("params"_L1).member("requestId"_L1));
        m_mock->handle(one, [self](const McpReply &reply) {
            if (self)
                self->deliver(reply);
        });
    };
    if (!message->isArray()) {
        take(*message);
        return;
    }
    for (const Json &one : message->items()) // each message gets its own answer, as in DemoServer
        take(one);
}

} // namespace Workbench

#include "moc_mcpmock.cpp"
