// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpadapter.h"

#include "core/sources/mcp/jsonrpc.h"
#include "core/sources/mcp/mcpcontent.h"
#include "core/sources/mcp/mcphandshake.h"
#include "core/sources/mcp/mcptools.h"

#include <QtConcurrentRun>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! A call in the protocol's words.
struct WireCall {
    QString method;
    Json params;
    Result<McpResult> (*toEnvelope)(const Json &, const QString &);
    bool mayRepeat = false; //!< a read, which has no effect
    Json outputSchema = {};
};

//! What describes the data of an envelope that came through the server, by whose word it was wrapped or not.
HandlerResult described(McpResult result, const Json &outputSchema)
{
    const auto *http = std::get_if<HttpMeta>(&result.envelope.meta());
    if (http && http->statusCode >= 400) // an error's data is none of those that are declared
        return DescribedEnvelope{std::move(result.envelope), prepareSchema(Json())};
    if (!result.wasWrapped)
        return std::move(result.envelope);
    const Json inside = outputSchema.member("x-fastmcp-wrap-result"_L1).toBoolean()
        ? outputSchema.member("properties"_L1).member("result"_L1)
        : Json();
    return DescribedEnvelope{std::move(result.envelope), prepareSchema(inside)};
}

QString wireName(const OperationSpec &spec, QLatin1StringView member, QLatin1StringView prefix)
{
    const Json name = spec.definition.member(member);
    if (name.isString())
        return name.toString();
    return spec.id.name.startsWith(prefix) ? spec.id.name.sliced(prefix.size()) : spec.id.name;
}

WireCall wireCall(const OperationSpec &spec, const Json &input)
{
    if (spec.kind == "resource"_L1) {
        const QString uri = wireName(spec, "uri"_L1, "resource:"_L1);
        return {u"resources/read"_s, Json::object({{u"uri"_s, Json::string(uri)}}), &resourceEnvelope, true};
    }
    if (spec.kind == "resource-template"_L1) {
        const QString uri = expandTemplate(wireName(spec, "uriTemplate"_L1, "template:"_L1), input);
        return {u"resources/read"_s, Json::object({{u"uri"_s, Json::string(uri)}}), &resourceEnvelope, true};
    }
    if (spec.kind == "prompt"_L1) {
        const QString name = wireName(spec, "name"_L1, "prompt:"_L1);
        return {u"prompts/get"_s, Json::object({{u"name"_s, Json::string(name)}, {u"arguments"_s, input}}),
            &promptEnvelope, true};
    }
    const QString name = wireName(spec, "name"_L1, {});
    return {u"tools/call"_s, Json::object({{u"name"_s, Json::string(name)}, {u"arguments"_s, input}}),
        &toolEnvelope, false, spec.outputSchema};
}

Task<Result<PeerInfo>> openConnection(std::shared_ptr<McpConnection> connection, McpPlan plan)
{
    QString remark;
    const Result<void> prepared = plan.prepare ? co_await plan.prepare() : Result<void>();
    if (!prepared)
        co_return std::unexpected(prepared.error());
    const Result<void> opened = co_await connection->channel()->open();
    if (!opened)
        co_return std::unexpected(opened.error());
    Result<PeerInfo> peer = co_await shakeHands(connection, plan.revision);
    if (!peer && peer.error().code == notStreamableCode && plan.fallback && !connection->isClosed()) {
        connection->say(
            LogLine::Level::Notice, u"The server refused streamable HTTP; trying the older HTTP with SSE."_s);
        connection->setChannel(plan.fallback());
        const Result<void> reopened = co_await connection->channel()->open();
        if (!reopened)
            co_return std::unexpected(reopened.error());
        remark = u"Connected by the older HTTP+SSE transport."_s;
        peer = co_await shakeHands(connection, plan.revision);
    } else if (!peer && peer.error().code == sessionLostCode && !connection->isClosed()) {
        connection->renewedInVain = true; // a third one will not be tried
        peer = co_await shakeHands(connection, plan.revision);
    }
    if (!peer) {
        connection->fail(peer.error());
        co_return peer;
    }
    if (!remark.isEmpty())
        peer->remarks.append(remark);
    co_return peer;
}

constexpr qsizetype inlineItems = 500; // more are taken apart on a worker

struct ListPlan {
    QLatin1StringView capability;
    QLatin1StringView method;
    QLatin1StringView member;
    void (McpDefinitions::*add)(const QList<Json> &);
};

constexpr ListPlan listPlans[] = {
    {"tools"_L1, "tools/list"_L1, "tools"_L1, &McpDefinitions::addTools},
    {"resources"_L1, "resources/list"_L1, "resources"_L1, &McpDefinitions::addResources},
    {"resources"_L1, "resources/templates/list"_L1, "resourceTemplates"_L1, &McpDefinitions::addTemplates},
    {"prompts"_L1, "prompts/list"_L1, "prompts"_L1, &McpDefinitions::addPrompts},
};

Task<Result<Discovery>> discoverOperations(std::shared_ptr<McpConnection> connection, QString pinned)
{
    if (!connection->agreement) {
        co_return std::unexpected(Error{ErrorKind::Usage, u"mcp.not-open"_s,
            u"\"%1\" is not connected."_s.arg(connection->sourceName()), {}, {}});
    }
    const McpAgreement agreement = *connection->agreement;
    McpDefinitions definitions;
    QStringList missing;
    std::optional<Error> firstError;
    bool anyList = false;
    for (const ListPlan &plan : listPlans) {
        if (!agreement.has(plan.capability))
            continue;
        const Result<McpList> list =
            co_await listAll(connection, QString(plan.method), QString(plan.member), pinned);
        if (!list) {
            if (connection->isClosed())
                co_return std::unexpected(list.error());
            if (JsonRpc::remoteCode(list.error()) == JsonRpc::methodNotFound) {
                definitions.remarks.append(u"The server does not offer %1."_s.arg(plan.method));
                anyList = true;
                continue;
            }
            missing.append(list.error().message);
            if (!firstError)
                firstError = list.error();
            continue;
        }
        anyList = true;
        if (!list->incompleteReason.isEmpty())
            missing.append(list->incompleteReason);
        if (list->items.size() > inlineItems) {
            // Shared, so that the future does not keep a second reference to a long list.
            const std::shared_ptr<McpDefinitions> taken = co_await QtConcurrent::run(
                [definitions = std::move(definitions), add = plan.add, items = list->items]() mutable {
                    (definitions.*add)(items);
                    return std::make_shared<McpDefinitions>(std::move(definitions));
                });
            definitions = std::move(*taken);
        } else {
            (definitions.*plan.add)(list->items);
        }
    }
    if (!anyList && firstError)
        co_return std::unexpected(*firstError);
    if (!anyList)
        definitions.remarks.append(u"The server announces neither tools nor resources nor prompts."_s);
    Discovery discovery;
    discovery.operations = std::move(definitions.operations);
    discovery.remarks = definitions.remarks;
    if (definitions.remarksLeftOut > 0)
        discovery.remarks.append(u"… and %1 more remarks about the lists."_s.arg(definitions.remarksLeftOut));
    discovery.incompleteReason = missing.join(u' ');
    co_return discovery;
}

Task<Result<HandlerResult>> callOnce(
    std::shared_ptr<McpConnection> connection, WireCall call, CallContext context, QString pinned)
{
    if (connection->agreement && !connection->agreement->listsOnly.isEmpty()) {
        co_return std::unexpected(Error{ErrorKind::Protocol, u"mcp.lists-only"_s,
            u"%1 was not sent to \"%2\". %3"_s.arg(
                call.method, connection->sourceName(), connection->agreement->listsOnly),
            {}, {}});
    }
    McpConnection::Request request;
    request.method = call.method;
    request.params = call.params;
    request.exchangeId = context.exchangeId;
    request.idle = context.timeout;
    request.onProgress = context.onProgress;
    request.cancellation = context.cancellation;
    request.wantsProgress = true;
    const Result<Json> answer = co_await askWithSession(connection, request, pinned, call.mayRepeat);
    if (!answer)
        co_return std::unexpected(answer.error());
    Result<McpResult> result = call.toEnvelope(*answer, connection->sourceName());
    if (!result)
        co_return std::unexpected(std::move(result).error());
    for (const QString &remark : std::as_const(result->remarks))
        connection->say(LogLine::Level::Warning, remark);
    co_return described(*std::move(result), call.outputSchema);
}

} // namespace

McpAdapter::McpAdapter(QString sourceName, std::unique_ptr<McpChannel> channel, McpPlan plan,
    const Limits &limits, ExchangeLog *log)
    : m_connection(std::make_shared<McpConnection>(std::move(sourceName), limits, log))
    , m_plan(std::move(plan))
{
    m_connection->setChannel(std::move(channel));
    connect(m_connection.get(), &McpConnection::listChanged, this, &Adapter::operationsChanged);
    connect(m_connection.get(), &McpConnection::degraded, this, &Adapter::degraded);
    connect(m_connection.get(), &McpConnection::logged, this, &Adapter::logged);
    connect(m_connection.get(), &McpConnection::closed, this, &Adapter::closed);
}

McpAdapter::~McpAdapter()
{
    m_connection->dismantle();
}

void McpAdapter::acceptAnyVersion()
{
    m_connection->acceptsAnyRevision = true;
}

Task<Result<PeerInfo>> McpAdapter::open()
{
    return openConnection(m_connection, m_plan);
}

Task<Result<Discovery>> McpAdapter::discover()
{
    return discoverOperations(m_connection, m_plan.revision);
}

Task<Result<HandlerResult>> McpAdapter::invoke(OperationSpec spec, Json input, CallContext context)
{
    return callOnce(m_connection, wireCall(spec, input), std::move(context), m_plan.revision);
}

Result<std::unique_ptr<ItemStream>> McpAdapter::subscribe(OperationSpec spec, Json input, CallContext context)
{
    Q_UNUSED(input)
    Q_UNUSED(context)
    return std::unexpected(Error{ErrorKind::Usage, ErrorCode::invalidOperationType,
        u"\"%1\" of \"%2\" is no subscription; invoke it instead."_s.arg(
            spec.id.name, m_connection->sourceName()),
        {}, {}});
}

Result<WirePreview> McpAdapter::preview(const OperationSpec &spec, const Json &input) const
{
    const WireCall call = wireCall(spec, input);
    WirePreview preview;
    preview.frame = m_connection->preview(call.method, call.params, true);
    preview.body = preview.frame.toBytes();
    if (McpChannel *channel = m_connection->channel()) {
        const McpChannel::Wire wire = channel->wireFor(preview.frame);
        preview.method = wire.method;
        preview.url = wire.url;
        preview.headers = wire.headers;
    }
    return preview;
}

void McpAdapter::close()
{
    m_connection->close();
}

} // namespace Workbench
