// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpadapter.h"

#include "core/base/visibletext.h"
#include "core/envelope/pipeline/httpbody.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"
#include "core/mcp/jsonrpc.h"
#include "core/mcp/mcpcontent.h"
#include "core/operation/operationdefinition.h"
#include "core/operation/registry/discard.h"
#include "core/operation/registry/itemstream.h"
#include "core/sources/mcp/mcpcompletion.h"
#include "core/sources/mcp/mcpdiscover.h"
#include "core/sources/mcp/mcphandshake.h"
#include "core/sources/mcp/mcpheaders.h"
#include "core/sources/mcp/mcplistening.h"
#include "core/sources/mcp/mcpnotices.h"
#include "core/sources/mcp/mcpresourcestream.h"
#include "core/sources/mcp/mcprounds.h"
#include "core/sources/mcp/mcpshapes.h"
#include "core/sources/mcp/mcptasks.h"
#include "core/sources/mcp/mcptools.h"
#include "core/transport/http/httptext.h"

#include <QDeadlineTimer>
#include <QtConcurrentRun>

namespace Workbench {

using namespace Qt::StringLiterals;

//! The lists that the server allows us to reuse, by method. \source core/sources/mcp/README.md 5.2
struct McpLists {
    struct Kept {
        McpList list{};
        QDeadlineTimer freshUntil{0};
    };
    std::map<QLatin1StringView, Kept> lists;
};

namespace {

//! An operation and its input as an MCP request.
struct WireCall {
    QString method;
    Json params;
    Result<McpResult> (*toEnvelope)(const Json &, const QString &, const QString &);
    std::optional<McpShape> shape; //!< form of the result; nothing: MCP defines several
    bool mayRepeat = false; //!< a read, which has no effect
    Json outputSchema = {};
    QString operation = {}; //!< name of the operation for the user
    Json inputSchema = {}; //!< only for a tool; it may mark arguments that are also sent as headers
    Json tool = {}; //!< definition of the tool
    QString kind = {}; //!< kind of the operation
    Json definition = {}; //!< definition of the operation; absent: the server did not list it
};

//! A result as an envelope, and its deviations from the form that the revision defines.
struct JudgedResult {
    Result<McpResult> result;
    QList<Warning> deviations;
};

JudgedResult judged(
    const Json &answer, const WireCall &call, const QString &source, const QString &revision, qsizetype most)
{
    Result<McpResult> result = call.toEnvelope(answer, source, revision);
    QList<Warning> deviations;
    if (result && call.shape)
        deviations = deviationsOf(*call.shape, answer, revision, most);
    return {std::move(result), std::move(deviations)};
}

//! Returns whether reading all of \a answer may block the GUI thread for too long.
bool isLargeAnswer(const Json &answer)
{
    constexpr qsizetype manyNodes = 5'000;
    constexpr qsizetype manyBytes = 1'000'000;
    qsizetype bytes = 0;
    for (const QLatin1StringView list : {"content"_L1, "contents"_L1}) {
        for (const Json &block : answer.member(list).items())
            bytes += block.member("data"_L1).utf8().size() + block.member("blob"_L1).utf8().size()
                + block.member("resource"_L1).member("blob"_L1).utf8().size();
    }
    return answer.nodeCount() > manyNodes || bytes > manyBytes;
}

//! Returns for how long, and by whom, \a answer may be used again; absent: the server does not say it. The
//! meta of an envelope has a fixed form, so these facts stand beside it.
Json cacheHints(const Json &answer)
{
    QList<Json::Member> hints;
    for (const auto &member : answer.members()) {
        if (member.key() == "ttlMs"_L1 || member.key() == "cacheScope"_L1)
            hints.append({member.key(), member.value()});
    }
    return hints.isEmpty() ? Json() : Json::object(hints);
}

//! Returns the envelope with a description of its data. The server says whether it wrapped the data.
HandlerResult described(McpResult result, const Json &outputSchema, QList<Warning> warnings,
    QList<RecognitionNote> notes, const Json &hints)
{
    DescribedEnvelope made{std::move(result.envelope), nullptr, std::move(warnings), std::move(notes), hints};
    const auto *http = std::get_if<HttpMeta>(&made.envelope.meta());
    if (http && http->statusCode >= 400) { // no schema is declared for the data of an error
        made.schema = prepareSchema(Json());
    } else if (result.wasWrapped) {
        const Json inside = outputSchema.member("x-fastmcp-wrap-result"_L1).toBoolean()
            ? outputSchema.member("properties"_L1).member("result"_L1)
            : Json();
        made.schema = prepareSchema(inside);
    }
    if (!made.schema && made.warnings.isEmpty() && made.notes.isEmpty() && hints.isAbsent())
        return std::move(made.envelope);
    return made;
}

QString wireName(const OperationSpec &spec, QLatin1StringView member, QLatin1StringView prefix)
{
    const Json name = spec.definition.member(member);
    if (name.isString())
        return name.toString();
    return spec.id.name.startsWith(prefix) ? spec.id.name.sliced(prefix.size()) : spec.id.name;
}

bool isResource(const OperationSpec &spec)
{
    return spec.kind == "resource"_L1 || spec.kind == "resource-template"_L1;
}

WireCall wireParts(const OperationSpec &spec, const Json &input)
{
    if (isResource(spec)) {
        const QString uri = spec.kind == "resource"_L1
            ? wireName(spec, "uri"_L1, "resource:"_L1)
            : expandTemplate(wireName(spec, "uriTemplate"_L1, "template:"_L1), input);
        return {u"resources/read"_s, Json::object({{u"uri"_s, Json::string(uri)}}), &resourceEnvelope,
            McpShape::ReadResourceResult, true};
    }
    if (spec.kind == "prompt"_L1) {
        const QString name = wireName(spec, "name"_L1, "prompt:"_L1);
        return {u"prompts/get"_s, Json::object({{u"name"_s, Json::string(name)}, {u"arguments"_s, input}}),
            &promptEnvelope, McpShape::GetPromptResult, true};
    }
    if (spec.kind == "task"_L1 && spec.id.name == "tasks/result"_L1)
        return {
            spec.id.name, input, &toolEnvelope, McpShape::CallToolResult, spec.type == OperationType::Query};
    if (spec.kind == "task"_L1)
        return {spec.id.name, input, &taskEnvelope, {}, spec.type == OperationType::Query};
    const QString name = wireName(spec, "name"_L1, {});
    return {u"tools/call"_s, Json::object({{u"name"_s, Json::string(name)}, {u"arguments"_s, input}}),
        &toolEnvelope, McpShape::CallToolResult, false, spec.outputSchema, {}, spec.inputSchema,
        spec.definition};
}

WireCall wireCall(const OperationSpec &spec, const Json &input)
{
    WireCall call = wireParts(spec, input);
    call.operation = spec.id.name;
    call.kind = spec.kind;
    call.definition = spec.definition;
    return call;
}

McpConnection::Request requestFor(const McpConnection &connection, const WireCall &call)
{
    McpConnection::Request request;
    request.method = call.method;
    request.params = call.params;
    if (!connection.modernRevision.isEmpty()) // the legacy era does not have such headers
        request.headers = parameterHeaders(call.inputSchema, call.params.member("arguments"_L1));
    request.wantsProgress = true;
    return request;
}

//! Returns the revision to request by initialize; empty: the newest.
QString legacyRevision(const McpPin &pin)
{
    return pin.era == McpPin::Era::Legacy ? pin.revision : QString();
}

//! Returns the value for PeerInfo::agreed. A session id is as secret as a password, so it holds only its
//! beginning.
Json agreedFacts(const McpConnection &connection)
{
    constexpr qsizetype shownOfSession = 8;
    const McpAgreement agreement = connection.agreement.value_or(McpAgreement());
    const McpChannel *channel = connection.channel();
    const QString session = channel ? channel->sessionId() : QString();
    return Json::object({{u"revision"_s, textOrAbsent(agreement.revision)},
        {u"era"_s, Json::string(agreement.isModern ? u"modern" : u"legacy")},
        {u"transport"_s, textOrAbsent(channel ? channel->transportName() : QString())},
        {u"session"_s,
            textOrAbsent(session.size() > shownOfSession ? session.first(shownOfSession) + u'…' : session)},
        {u"serverCapabilities"_s, agreement.capabilities},
        {u"clientCapabilities"_s, connection.client().capabilities(agreement.revision)}});
}

//! Performs agreeOnProtocol(), but tries initialize first if the server is known to be legacy.
Task<Result<PeerInfo>> agreeAsKnown(std::shared_ptr<McpConnection> connection, McpPlan plan)
{
    const bool isAuto = plan.pin.era == McpPin::Era::Auto;
    if (isAuto && plan.isKnownLegacy) {
        Result<PeerInfo> peer = co_await shakeHands(connection, {});
        if (!peer && plan.remember)
            plan.remember(false);
        if (peer) {
            peer->notes.append(u"server/discover was not sent, because this server did not know it within "
                               u"the last day. If it "
                               "does now, set the protocol to modern once."_s);
        }
        if (peer || connection->isClosed() || !isRefusal(peer.error()))
            co_return peer;
    }
    Result<PeerInfo> peer = co_await agreeOnProtocol(connection, plan.pin, plan.remake);
    const bool isLegacy = connection->modernRevision.isEmpty();
    // A pin to the legacy era says nothing of the other one.
    const bool isCertain = isLegacy ? isAuto && !connection->isEraUncertain : true;
    if (peer && plan.remember && isCertain)
        plan.remember(isLegacy);
    co_return peer;
}

//! Returns the error if both transports were refused. It quotes the refusal of the first transport too, which
//! says more than the refusal of the older one.
Error afterFirst(Error last, const Error &first)
{
    constexpr qsizetype shownOfBody = 400;
    const bool isPage = peerText(first).trimmed().startsWith(u'<');
    if (first.message == last.message && (isPage || first.details == last.details))
        return last;
    last.message += u"\nBefore, streamable HTTP was refused: %1"_s.arg(first.message);
    const Json body = first.details.member("body"_L1);
    const QString said = body.isString() ? body.toString() : QString::fromUtf8(body.toBytes());
    if (!said.isEmpty() && !isPage)
        last.message += u'\n' + visibleText(said, true, shownOfBody);
    return last;
}

Task<Result<PeerInfo>> openConnection(
    std::shared_ptr<McpConnection> connection, std::shared_ptr<McpListening> listening, McpPlan plan)
{
    QString note;
    const Result<void> prepared = plan.prepare ? co_await plan.prepare() : Result<void>();
    if (!prepared)
        co_return std::unexpected(prepared.error());
    if (!connection->channel()) // the source was closed meanwhile
        co_return std::unexpected(cancelledHere());
    const Result<void> opened = co_await connection->channel()->open();
    if (!opened)
        co_return std::unexpected(opened.error());
    connection->beginConnecting();
    Result<PeerInfo> peer = co_await agreeAsKnown(connection, plan);
    if (!peer && peer.error().code == notStreamableCode && plan.fallback && !connection->isClosed()) {
        connection->say(
            LogLine::Level::Notice, u"The server refused streamable HTTP; trying the older HTTP with SSE."_s);
        const Error first = peer.error();
        connection->setChannel(plan.fallback());
        const Result<void> reopened = co_await connection->channel()->open();
        if (!reopened)
            co_return std::unexpected(afterFirst(reopened.error(), first));
        note = u"Connected by the older HTTP+SSE transport."_s;
        connection->beginConnecting();
        peer = co_await shakeHands(connection, legacyRevision(plan.pin));
        if (!peer)
            peer = std::unexpected(afterFirst(peer.error(), first));
    } else if (!peer && peer.error().code == sessionLostCode && !connection->isClosed()) {
        connection->renewedInVain = true; // a third session is not tried
        connection->beginConnecting();
        peer = co_await shakeHands(connection, legacyRevision(plan.pin));
    }
    if (!peer) {
        connection->fail(peer.error());
        co_return peer;
    }
    if (!note.isEmpty())
        peer->notes.append(note);
    peer->agreed = agreedFacts(*connection);
    listening->start();
    co_return peer;
}

constexpr int staleHeaders = -32020;
constexpr qsizetype inlineItems = 500; // longer lists are processed on a worker

struct ListPlan {
    QLatin1StringView kind; // of the operations
    QLatin1StringView capability;
    QLatin1StringView method;
    QLatin1StringView member;
    void (McpDefinitions::*add)(const QList<Json> &);
};

constexpr ListPlan listPlans[] = {
    {"tool"_L1, "tools"_L1, "tools/list"_L1, "tools"_L1, &McpDefinitions::addTools},
    {"resource"_L1, "resources"_L1, "resources/list"_L1, "resources"_L1, &McpDefinitions::addResources},
    {"resource-template"_L1, "resources"_L1, "resources/templates/list"_L1, "resourceTemplates"_L1,
        &McpDefinitions::addTemplates},
    {"prompt"_L1, "prompts"_L1, "prompts/list"_L1, "prompts"_L1, &McpDefinitions::addPrompts},
};

//! Returns the advice for a server that refuses everything in the era to which the settings pin it.
QString mayBeOfOtherEra()
{
    return u"\nIt did not answer server/discover either, so it may not support the revision to which its "
           u"protocol "
           "is set. Set it to auto."_s;
}

//! Returns the definitions before the first list is added.
McpDefinitions noDefinitions(const McpConnection &connection)
{
    McpDefinitions definitions;
    definitions.dropsBadHeaders = connection.agreement && connection.agreement->isModern
        && connection.channel() && connection.channel()->isHttp();
    definitions.hasAnyOutput = connection.agreement && connection.agreement->isModern;
    return definitions;
}

Task<Result<Discovery>> discoverOperations(
    std::shared_ptr<McpConnection> connection, std::shared_ptr<McpLists> kept, QString pinned)
{
    if (connection->renewal) { // there is no agreement until the new session begins
        const QFuture<Result<void>> running = *connection->renewal;
        co_await running;
    }
    if (!connection->agreement) {
        co_return std::unexpected(Error{ErrorKind::Usage, u"mcp.not-open"_s,
            u"\"%1\" is not connected."_s.arg(connection->sourceName())});
    }
    const McpAgreement agreement = *connection->agreement;
    // After list_changed notifications, only the lists that they name and the expired lists are read.
    const QSet<QString> changed = connection->takeAnnouncedChanges();
    if (changed.isEmpty())
        connection->listsForRenewal = false;
    bool isUnread = true; // nothing of this session was read for the discovery
    McpDefinitions definitions = noDefinitions(*connection);
    QStringList missing;
    std::optional<Error> firstError;
    std::optional<Error> unknownMethod;
    bool anyList = false;
    for (const ListPlan &plan : listPlans) {
        if (!agreement.has(plan.capability))
            continue;
        McpLists::Kept &last = kept->lists[plan.method];
        const bool isFresh =
            !changed.isEmpty() && !changed.contains(plan.capability) && !last.freshUntil.hasExpired();
        Result<McpList> list = last.list;
        // With lists from before, the listing does not cover all lists of a new session.
        const bool begins = std::exchange(isUnread, false) && changed.isEmpty();
        if (!isFresh)
            list =
                co_await listAll(connection, QString(plan.method), QString(plan.member), pinned, {}, begins);
        if (!isFresh)
            kept->lists[plan.method] =
                list ? McpLists::Kept{*list, QDeadlineTimer(list->freshForMs)} : McpLists::Kept{};
        if (!list) {
            if (connection->isClosed())
                co_return std::unexpected(list.error());
            if (JsonRpc::remoteCode(list.error()) == JsonRpc::methodNotFound) {
                definitions.remarks.append(u"The server does not offer %1."_s.arg(plan.method));
                // A refused list counts as read. Under a pin, the server may know the method in the other
                // era.
                anyList = anyList || !agreement.isPinned;
                unknownMethod = list.error();
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
        definitions.remarks += list->remarks;
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
    if (connection->agreement && connection->agreement->capabilities != agreement.capabilities)
        connection->listMayDiffer(u"tools"_s); // a new session may have other lists
    definitions.addTasks(agreement.capabilities);
    if (!firstError)
        firstError = unknownMethod;
    if (!anyList && firstError) {
        if (agreement.isPinned && firstError->kind == ErrorKind::Remote)
            firstError->message += mayBeOfOtherEra();
        co_return std::unexpected(*firstError);
    }
    if (!anyList)
        definitions.remarks.append(u"The server announces neither tools nor resources nor prompts."_s);
    Discovery discovery;
    discovery.operations = std::move(definitions.operations);
    discovery.remarks = definitions.remarks;
    if (definitions.remarksLeftOut > 0)
        discovery.remarks.append(u"… and %1 more notes about the lists."_s.arg(definitions.remarksLeftOut));
    discovery.incompleteReason = missing.join(u' ');
    co_return discovery;
}

//! Returns the definition of the called operation in \a definitions, which were listed now. Fails if it is
//! not listed any more, or if it changed since the call began, unless \a acceptsChange. \a incomplete says
//! why the list is incomplete. Any thread. \source core/RULES.md R-130
Result<Json> definitionIn(const McpDefinitions &definitions, const WireCall &call, const QString &source,
    bool acceptsChange, const QString &incomplete)
{
    constexpr qsizetype shownPlaces = 5;
    const QString operation = visibleText(call.operation, false, 200);
    const auto now = std::ranges::find(
        definitions.operations, call.operation, [](const OperationSpec &spec) { return spec.id.name; });
    if (now == definitions.operations.cend() && !incomplete.isEmpty()) {
        return std::unexpected(Error{ErrorKind::Protocol, u"mcp.not-listed"_s,
            u"\"%1\" was not called again, because the list that \"%2\" sent is incomplete: %3"_s.arg(
                operation, source, incomplete)});
    }
    if (now == definitions.operations.cend()) {
        return std::unexpected(Error{ErrorKind::Protocol, u"mcp.not-listed"_s,
            u"\"%1\" does not list \"%2\" any more. It was not called again."_s.arg(source, operation)});
    }
    const bool isResource = call.kind == "resource"_L1;
    const Json before = isResource ? withoutPresentContent(call.definition) : call.definition;
    const Json after = isResource ? withoutPresentContent(now->definition) : now->definition;
    const QByteArray hash = definitionHash(after);
    if (acceptsChange || hash == definitionHash(before))
        return now->definition;
    const QStringList places = toStrings(definitionDifferences({before}, {after}, shownPlaces));
    QString message =
        u"The definition of \"%1\" of source \"%2\" changed since it was listed. It was not called again."_s
            .arg(operation, visibleText(source, false, 100));
    if (!places.isEmpty())
        message += u' ' + places.join("; "_L1) + u'.';
    const QString accepted = u"sha256:"_s + QString::fromLatin1(hash.toHex());
    return std::unexpected(Error{ErrorKind::Trust, u"definition.changed"_s, message, {},
        Json::object({{u"definition"_s, Json::string(accepted)}, {u"changes"_s, textArray(places)}})});
}

//! Lists again, and returns definitionIn() for \a call. A call is repeated only with this definition. Returns
//! ErrorKind::Cancelled if \a stop was requested by then.
Task<Result<Json>> definitionNow(std::shared_ptr<McpConnection> connection, WireCall call, QString pinned,
    bool acceptsChange, std::stop_token stop)
{
    const auto plan =
        std::ranges::find_if(listPlans, [&call](const ListPlan &one) { return call.kind == one.kind; });
    if (plan == std::end(listPlans))
        co_return call.definition;
    Result<McpList> list =
        co_await listAll(connection, QString(plan->method), QString(plan->member), pinned, stop);
    if (!list)
        co_return std::unexpected(list.error());
    const Result<Json> now = co_await QtConcurrent::run(
        [definitions = noDefinitions(*connection), add = plan->add, items = list->items, call,
            source = connection->sourceName(), acceptsChange, incomplete = list->incompleteReason]() mutable {
            (definitions.*add)(items);
            return definitionIn(definitions, call, source, acceptsChange, incomplete);
        });
    discard(std::exchange(list->items, {})); // a list may be long
    if (stop.stop_requested())
        co_return std::unexpected(cancelledHere());
    if (!now)
        connection->listMayDiffer(QString(plan->capability));
    co_return now;
}

Task<Result<HandlerResult>> callOnce(
    std::shared_ptr<McpConnection> connection, WireCall call, CallContext context, QString pinned)
{
    if (connection->agreement && !connection->agreement->listsOnly.isEmpty()) {
        co_return std::unexpected(Error{ErrorKind::Protocol, u"mcp.lists-only"_s,
            u"%1 was not sent to \"%2\". %3"_s.arg(
                call.method, connection->sourceName(), connection->agreement->listsOnly)});
    }
    connection->listsForRenewal = false; // a call wants the lists
    const auto request = std::make_shared<McpConnection::Request>(requestFor(*connection, call));
    request->exchangeId = context.exchangeId;
    request->idle = context.timeout;
    request->onProgress = context.onProgress;
    request->cancellation = context.cancellation;
    const bool acceptsChange = context.despiteChangedDefinition;
    if (call.mayRepeat && !call.definition.isAbsent()) {
        request->beforeRepeat = [connection, call, pinned, acceptsChange, stop = context.cancellation] {
            return definitionNow(connection, call, pinned, acceptsChange, stop);
        };
    }
    const auto remarks = std::make_shared<QList<JsonRemark>>();
    request->remarks = remarks;
    if (connection->agreement) {
        const Result<bool> asTask =
            runsAsTask(call.tool, *connection->agreement, context.asTask, connection->sourceName());
        if (!asTask)
            co_return std::unexpected(asTask.error());
        if (*asTask)
            request->params = withMember(request->params, u"task", Json::emptyObject());
    }
    request->id = std::make_shared<qint64>(0);
    if (call.method == "tools/call"_L1)
        request->onLate = cancelsLateTask(connection, *request, call.operation);
    Result<Json> answer = co_await askInRounds(connection, request, call.operation, pinned, call.mayRepeat);
    if (!answer && JsonRpc::remoteCode(answer.error()) == staleHeaders && !call.inputSchema.isAbsent()) {
        // The server expects other headers now. It has not carried out such a call.
        const Result<Json> now =
            co_await definitionNow(connection, call, pinned, acceptsChange, context.cancellation);
        if (!now)
            co_return std::unexpected(now.error());
        request->headers =
            parameterHeaders(now->member("inputSchema"_L1), call.params.member("arguments"_L1));
        answer = co_await askInRounds(connection, request, call.operation, pinned, call.mayRepeat);
    }
    if (answer && becameTask(*connection, *request, *answer))
        answer = co_await followTask(connection, *answer, request, call.operation, pinned, context.onTask);
    if (!answer)
        co_return std::unexpected(
            co_await askForAddresses(connection, answer.error(), call.operation, request));
    const auto judge = [answer = *answer, call, source = connection->sourceName(),
                           revision = connection->agreement.value_or(McpAgreement()).revision,
                           most = qsizetype(connection->limits().warningsPerResult)] {
        return std::make_shared<JudgedResult>(judged(answer, call, source, revision, most));
    };
    const bool isModern = !connection->modernRevision.isEmpty();
    const std::shared_ptr<JudgedResult> seen =
        isLargeAnswer(*answer) ? co_await QtConcurrent::run(judge) : judge();
    if (!seen->result)
        co_return std::unexpected(std::move(seen->result).error());
    co_return described(*std::move(seen->result), call.outputSchema, std::move(seen->deviations),
        notesOn(*remarks), isModern ? cacheHints(*answer) : Json());
}

} // namespace

McpAdapter::McpAdapter(QString sourceName, std::unique_ptr<McpChannel> channel, McpPlan plan,
    const Limits &limits, ExchangeLog *log)
    : m_connection(std::make_shared<McpConnection>(std::move(sourceName), limits, log))
    , m_listening(std::make_shared<McpListening>(m_connection))
    , m_lists(std::make_shared<McpLists>())
    , m_plan(std::move(plan))
{
    m_connection->client() = m_plan.client;
    m_connection->logLevel = m_plan.logLevel;
    m_connection->setChannel(std::move(channel));
    connect(m_connection.get(), &McpConnection::listChanged, this, &Adapter::operationsChanged);
    connect(m_connection.get(), &McpConnection::listStale, this, &Adapter::operationsStale);
    connect(m_connection.get(), &McpConnection::renewed, this, [this](PeerInfo peer) {
        peer.agreed = agreedFacts(*m_connection);
        Q_EMIT renewed(peer);
    });
    connect(m_connection.get(), &McpConnection::degraded, this, &Adapter::degraded);
    connect(m_connection.get(), &McpConnection::logged, this, &Adapter::logged);
    connect(m_connection.get(), &McpConnection::closed, this, &Adapter::closed);
}

McpAdapter::~McpAdapter()
{
    m_connection->dismantle();
}

Task<Result<PeerInfo>> McpAdapter::open()
{
    return openConnection(m_connection, m_listening, m_plan);
}

Task<Result<Discovery>> McpAdapter::discover()
{
    return discoverOperations(m_connection, m_lists, legacyRevision(m_plan.pin));
}

Task<Result<HandlerResult>> McpAdapter::invoke(OperationSpec spec, Json input, CallContext context)
{
    return callOnce(m_connection, wireCall(spec, input), std::move(context), legacyRevision(m_plan.pin));
}

OperationFeatures McpAdapter::featuresOf(const OperationSpec &spec) const
{
    const std::optional<McpAgreement> &agreement = m_connection->agreement;
    const bool watches = agreement && agreement->listsOnly.isEmpty() && isResource(spec)
        && (agreement->isGuessed || agreement->has("resources"_L1, "subscribe"_L1));
    return {.completes = completesInput(*m_connection, spec), .watches = watches};
}

Task<Result<InputCompletion>> McpAdapter::complete(
    OperationSpec spec, QString member, Json input, std::stop_token cancellation)
{
    if (!completesInput(*m_connection, spec))
        return Adapter::complete(std::move(spec), member, input, cancellation);
    return completeInput(
        m_connection, std::move(spec), member, input, cancellation, legacyRevision(m_plan.pin));
}

Result<std::unique_ptr<ItemStream>> McpAdapter::subscribe(OperationSpec spec, Json input, CallContext context)
{
    if (isResource(spec)) {
        const QString uri = wireParts(spec, input).params.member("uri"_L1).toString();
        auto stream = std::make_unique<McpResourceStream>(m_connection, m_listening, uri, context.exchangeId);
        return withIdleLimit(std::move(stream), context.timeout, context.requestId);
    }
    return std::unexpected(Error{ErrorKind::Usage, ErrorCode::invalidOperationType,
        u"\"%1\" of \"%2\" is not a subscription; invoke it instead."_s.arg(
            spec.id.name, m_connection->sourceName())});
}

Result<WirePreview> McpAdapter::preview(const OperationSpec &spec, const Json &input) const
{
    const WireCall call = wireCall(spec, input);
    const McpOutgoing outgoing = m_connection->preview(requestFor(*m_connection, call));
    WirePreview preview;
    preview.frame = outgoing.message;
    preview.body = preview.frame.toBytes();
    if (McpChannel *channel = m_connection->channel()) {
        const McpChannel::Wire wire = channel->wireFor(outgoing);
        preview.method = wire.method;
        preview.url = wire.url;
        preview.address = wire.address;
        preview.headers = wire.headers;
        preview.hidden = wire.hidden;
    }
    if (m_connection->agreement && hasHeader(preview.headers, "mcp-session-id")) {
        preview.sessionHeader = "Mcp-Session-Id";
        const QString revision = m_connection->agreement->revision;
        const Json initialize = JsonRpc::request(
            0, u"initialize", initializeParams(revision, m_connection->client().capabilities(revision)));
        const Json initialized = JsonRpc::notification(u"notifications/initialized", {});
        preview.opening = {initialize.toBytes(), initialized.toBytes()};
    }
    return preview;
}

} // namespace Workbench

#include "moc_mcpadapter.cpp"
