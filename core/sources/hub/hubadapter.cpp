// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/hub/hubadapter.h"

#include "core/base/advice.h"
#include "core/base/answers.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Task<Result<PeerInfo>> openHub(std::shared_ptr<HubLink> link)
{
    const Result<void> opened = co_await link->open();
    if (!opened)
        co_return std::unexpected(opened.error());
    PeerInfo info;
    info.name = link->settings().url.host();
    info.protocol = u"call protocol over WebSocket"_s;
    if (link->settings().isSpoke())
        info.remarks.append(link->settings().offersAll
                ? u"The hub may call every operation of the connected sources"_s
                : u"The hub may call: %1"_s.arg(link->settings().offer.join(u", ")));
    if (link->settings().isSpoke() && link->settings().trustsGateway)
        info.remarks.append(u"Calls run as the identity that the hub names"_s);
    co_return info;
}

Task<Result<HandlerResult>> awaitAnswer(QFuture<Result<CallOutput>> answer)
{
    Result<CallOutput> output = co_await Answer(answer);
    if (!output)
        co_return std::unexpected(std::move(output).error());
    co_return describedResultOf(*output);
}

CallRequest requestFor(const OperationSpec &spec, Json input, CallContext context)
{
    // Several calls of one run may share our request id, so the message gets its own.
    context.requestId.clear();
    if (!context.callerRequestId.isEmpty())
        context.parentRequestId = context.callerRequestId;
    return {spec.id.name, std::move(input), std::move(context)};
}

//! Number of schemas that are requested at a time.
constexpr qsizetype schemasAtOnce = 32;

//! The names of the operations for discovery on one kind of hub.
struct Words {
    QLatin1StringView list;
    QLatin1StringView schema;
    bool isSlashed;
};
constexpr Words wordsOfHubs[] = {
    {"services.list"_L1, "services.schema"_L1, false},
    {"/services/list"_L1, "/services/schema"_L1, true},
};

QFuture<Result<CallOutput>> ask(
    HubLink &link, const QString &operation, const Json &input, std::optional<qint64> waitMs = {})
{
    CallRequest request{operation, input};
    request.context.identity = link.identity(); // a hub lists only what the caller may call
    request.deadline = QDateTime::currentMSecsSinceEpoch() + waitMs.value_or(link.limits().requestTimeoutMs);
    if (PendingRequestMap *calls = link.calls())
        return calls->call(std::move(request));
    QPromise<Result<CallOutput>> promise;
    promise.start();
    promise.addResult(std::unexpected(link.notConnected()));
    promise.finish();
    return promise.future();
}

Json schemaQuestion(const OperationSpec &spec, bool isByName)
{
    const QString &id = spec.id.name;
    if (!isByName)
        return Json::object({{u"id"_s, Json::string(id)}});
    const OperationId parts = OperationId::fromString(id);
    return Json::object({{u"name"_s, Json::string(QString(parts.nameSpace + u'/' + parts.name))}});
}

//! Returns whether the listing left the schema of \a spec out.
bool isWithoutSchema(const OperationSpec &spec)
{
    return !spec.definition.hasMember("inputSchema"_L1);
}

struct MissingSchemas {
    QStringList names{}; //!< the operations for which no schema came
    std::optional<Error> silence{}; //!< why the hub was not asked any further
};

//! Returns whether the listing has the members of \a spec that every operation has. If it leaves one of them
//! out, it may also leave out others, such as the errors.
bool isWholeEntry(const OperationSpec &spec)
{
    const Json &listed = spec.definition;
    return !isWithoutSchema(spec) && listed.hasMember("outputSchema"_L1)
        && listed.hasMember("accessControl"_L1);
}

//! Fetches the specs of which the listing left members out. A hub that answers none of a batch is not asked
//! any further, because every batch would take as long.
Task<Result<MissingSchemas>> fillSchemas(
    std::shared_ptr<HubLink> link, std::shared_ptr<QList<OperationSpec>> specs, Words words)
{
    MissingSchemas missing;
    // Connecting does not wait longer than for a probe for members that are optional.
    const qint64 wait = link->limits().requestTimeoutMs;
    const qint64 shortWait = qMin(wait, link->limits().probeTimeoutMs);
    // In the dialect alknet, services.list is sent as /services/list, and a schema is found by its name only.
    const bool isByName = words.isSlashed || link->settings().dialect == CallDialect::Alknet;
    for (qsizetype first = 0; first < specs->size(); first += schemasAtOnce) {
        QList<std::pair<qsizetype, QFuture<Result<CallOutput>>>> asked;
        for (qsizetype at = first; at < qMin(first + schemasAtOnce, specs->size()); ++at) {
            const OperationSpec &spec = specs->at(at);
            if (isWholeEntry(spec))
                continue;
            if (!missing.silence)
                asked.append({at,
                    ask(*link, QString(words.schema), schemaQuestion(spec, isByName),
                        isWithoutSchema(spec) ? wait : shortWait)});
            else if (isWithoutSchema(spec))
                missing.names.append(spec.id.name);
        }
        qsizetype unanswered = 0;
        for (const auto &[at, future] : asked) {
            const Result<CallOutput> answer = co_await future;
            if (link->isClosed())
                co_return std::unexpected(link->notConnected());
            if (!answer && answer.error().kind == ErrorKind::Timeout && ++unanswered == asked.size())
                missing.silence = answer.error();
            OperationSpec &spec = (*specs)[at];
            const Result<OperationSpec> full =
                answer.and_then([](const CallOutput &output) { return hubOperation(output.envelope.data); });
            const bool isPoorer = full && isWithoutSchema(*full) && !isWithoutSchema(spec);
            if (full && full->id == spec.id && !isPoorer) {
                spec = *full;
            } else if (isWithoutSchema(spec)) {
                spec.remarks.append(full ? u"The hub answered with another operation's schema"_s
                                         : u"The hub gave no schema: %1"_s.arg(full.error().message));
                missing.names.append(spec.id.name);
            }
        }
    }
    co_return missing;
}

void addManual(Discovery &discovery, const HubSettings &settings)
{
    for (const OperationSpec &manual : settings.operations) {
        const bool isListed = std::ranges::any_of(discovery.operations,
            [&manual](const OperationSpec &spec) { return spec.id.name == manual.id.name; });
        if (!isListed)
            discovery.operations.append(manual);
    }
}

//! Returns whether there are operations to call or to offer although the hub lists none.
bool isUsefulWithoutList(const HubLink &link)
{
    return !link.settings().operations.isEmpty() || link.settings().isSpoke();
}

//! Returns true if the connection ended and not only the request.
bool wasLost(const Error &error)
{
    return error.kind == ErrorKind::Closed || error.kind == ErrorKind::Network
        || error.kind == ErrorKind::Limit || error.details.member("retryable"_L1).toBoolean();
}

Error withoutList(const HubLink &link, QLatin1StringView list, Error error)
{
    const QString end = error.kind == ErrorKind::Timeout
        ? u"did not answer %1 within %2, so its operations are not known. Check the address."_s.arg(
              list, limitText(*findLimit(u"request.timeout"), link.limits().requestTimeoutMs))
        : u"did not list its operations: %1 failed: %2"_s.arg(list, error.message);
    error.message = u"The hub \"%1\" %2"_s.arg(link.sourceName(), end);
    if (const auto &malformed = link.malformed(); malformed && error.kind == ErrorKind::Timeout) {
        const QString said = visibleText(QString::fromUtf8(malformed->start), false, 200);
        if (malformed->error.kind == ErrorKind::Limit) { // the answer came, and was too large
            Error exceeded = malformed->error;
            exceeded.message.prepend(u"The hub \"%1\": "_s.arg(link.sourceName()));
            return exceeded;
        }
        error.message += u" It sent a message that is not an event (%1). The message begins with: %2."_s.arg(
            malformed->error.message, said);
    } else if (const QString instead = error.details.member("instead"_L1).toString(); !instead.isEmpty()) {
        error.message += u" Something else came instead: %1."_s.arg(instead);
    }
    if (error.kind == ErrorKind::Timeout)
        return advisingLimit(std::move(error), u"request.timeout", link.limits().requestTimeoutMs);
    return error;
}

QString typeOf(const Json &json)
{
    const QString type = json.member("type"_L1).toString();
    return type.isEmpty() ? json.member("op_type"_L1).toString() : type;
}

//! Reads the operations with services.list and services.schema, otherwise with the older names with a slash.
//! If the hub has neither, returns the operations that the user entered. Without these, only a spoke can use
//! the hub, so the connection fails for others. \source core/hub/README.md 3.6
Task<Result<Discovery>> discoverHub(std::shared_ptr<HubLink> link)
{
    Discovery discovery;
    link->forgetMalformed(); // only what comes from now on explains a missing answer
    for (const Words &words : wordsOfHubs) {
        const Result<CallOutput> answer = co_await ask(*link, QString(words.list), Json::emptyObject());
        if (link->isClosed())
            co_return std::unexpected(link->notConnected());
        if (!answer && wasLost(answer.error()))
            co_return std::unexpected(answer.error());
        if (!answer && answer.error().code == ErrorCode::operationNotFound)
            continue;
        if (!answer) {
            if (!isUsefulWithoutList(*link))
                co_return std::unexpected(withoutList(*link, words.list, answer.error()));
            addManual(discovery, link->settings());
            discovery.incompleteReason = u"%1 failed: %2"_s.arg(words.list, answer.error().message);
            co_return discovery;
        }
        auto specs = std::make_shared<QList<OperationSpec>>();
        for (const Json &item : answer->envelope.data.member("operations"_L1).items()) {
            if (specs->size() >= link->limits().listItems) {
                discovery.incompleteReason =
                    u"The hub lists more than %1 operations"_s.arg(link->limits().listItems);
                break;
            }
            Result<OperationSpec> spec = hubOperation(item);
            if (spec)
                specs->append(*std::move(spec));
            else
                discovery.remarks.append(spec.error().message);
        }
        const Json listed = answer->envelope.data.member("operations"_L1);
        if (!listed.isArray()) {
            const QString fault = u"%1 returned no list of operations"_s.arg(words.list);
            // Programs in Go write an empty list as null.
            if (!listed.isNull() && !isUsefulWithoutList(*link))
                co_return std::unexpected(Error{ErrorKind::Protocol, u"hub.noList"_s,
                    u"The hub \"%1\" did not list its operations: %2"_s.arg(link->sourceName(), fault),
                    QString::fromUtf8(answer->envelope.data.toBytes().left(1024)), {}});
            discovery.remarks.append(fault);
        } else if (specs->isEmpty() && listed.size() > 0) {
            discovery.incompleteReason =
                u"None of the %1 entries that the hub lists is an operation: %2"_s.arg(listed.size())
                    .arg(discovery.remarks.value(0));
        }
        const Result<MissingSchemas> missing = co_await fillSchemas(link, specs, words);
        if (!missing)
            co_return std::unexpected(missing.error());
        const QStringList &names = missing->names;
        if (missing->silence && names.size() == specs->size() && !isUsefulWithoutList(*link))
            co_return std::unexpected(withoutList(*link, words.schema, *missing->silence));
        if (!names.isEmpty()) {
            const QString reason = u"%1 of %2 operations came without a schema: %3"_s.arg(names.size())
                                       .arg(specs->size())
                                       .arg(names.first(qMin<qsizetype>(5, names.size())).join(u", "));
            discovery.incompleteReason += (discovery.incompleteReason.isEmpty() ? u""_s : u". "_s) + reason;
        }
        discovery.operations = std::move(*specs);
        addManual(discovery, link->settings());
        co_return discovery;
    }
    const QString reason = u"it knows neither services.list nor services/list. Enter them by hand in the "
                           "source's settings; in a workspace file, they are the member \"operations\"."_s;
    if (!isUsefulWithoutList(*link)) {
        co_return std::unexpected(Error{ErrorKind::Protocol, u"hub.noList"_s,
            u"The hub \"%1\" lists no operations: %2"_s.arg(link->sourceName(), reason)});
    }
    addManual(discovery, link->settings());
    discovery.remarks.append(u"The hub lists no operations: "_s + reason);
    co_return discovery;
}

} // namespace

HubAdapter::HubAdapter(QString sourceName, HubSettings settings, HubLink::Services services)
    : m_link(std::make_shared<HubLink>(std::move(sourceName), std::move(settings), std::move(services)))
{
    connect(m_link.get(), &HubLink::degraded, this, &Adapter::degraded);
    connect(m_link.get(), &HubLink::reconnected, this, &Adapter::operationsChanged);
    connect(m_link.get(), &HubLink::logged, this, &Adapter::logged);
    connect(m_link.get(), &HubLink::closed, this, &Adapter::closed);
}

HubAdapter::~HubAdapter()
{
    m_link->disconnect(this);
    m_link->dismantle();
}

void HubAdapter::setIdentity(const std::optional<Identity> &identity)
{
    if (m_link->identity() == identity)
        return;
    m_link->setIdentity(identity);
    if (m_link->calls())
        Q_EMIT operationsChanged();
}

Task<Result<PeerInfo>> HubAdapter::open()
{
    return openHub(m_link);
}

Task<Result<Discovery>> HubAdapter::discover()
{
    return discoverHub(m_link);
}

Task<Result<HandlerResult>> HubAdapter::invoke(OperationSpec spec, Json input, CallContext context)
{
    PendingRequestMap *calls = m_link->calls();
    if (!calls)
        return settledTask<HandlerResult>(std::unexpected(m_link->notConnected()));
    const std::chrono::milliseconds time =
        context.timeout.value_or(std::chrono::milliseconds(m_link->limits().requestTimeoutMs));
    const std::optional<qint64> deadline = context.deadline; // the deadline of the caller's own caller
    CallRequest request = requestFor(spec, std::move(input), std::move(context));
    request.deadline = deadline.value_or(QDateTime::currentMSecsSinceEpoch() + time.count());
    return awaitAnswer(calls->call(std::move(request)));
}

Result<std::unique_ptr<ItemStream>> HubAdapter::subscribe(OperationSpec spec, Json input, CallContext context)
{
    PendingRequestMap *calls = m_link->calls();
    if (!calls)
        return std::unexpected(m_link->notConnected());
    const std::optional<std::chrono::milliseconds> idle = context.timeout;
    CallRequest request = requestFor(spec, std::move(input), std::move(context));
    request.idleTimeout = idle;
    request.isSingle = spec.type != OperationType::Subscription;
    request.notesRemarks = true;
    return calls->subscribe(std::move(request));
}

Result<WirePreview> HubAdapter::preview(const OperationSpec &spec, const Json &input) const
{
    CallRequested event{newRequestId(), spec.id.name, input};
    event.identity = m_link->identity();
    if (spec.type != OperationType::Subscription)
        event.deadline = QDateTime::currentMSecsSinceEpoch() + m_link->limits().requestTimeoutMs;
    WirePreview preview;
    preview.frame = CallEventMap::toEnvelope(event, {}, m_link->settings().dialect).toJson();
    preview.body = preview.frame.toBytes();
    preview.url = m_link->settings().url;
    return preview;
}

QList<SourceKind> HubFactory::sourceKinds() const
{
    return {{u"hub"_s, kind(), u"Hub"_s, u"call protocol over WebSocket"_s, u"hub"_s, hubSettingsSchema()}};
}

Result<void> HubFactory::check(const Source &source) const
{
    return HubSettings::read(source).transform([](const HubSettings &) { });
}

std::unique_ptr<Adapter> HubFactory::create(
    const Source &source, const Limits &limits, ExchangeLog *log) const
{
    return std::make_unique<HubAdapter>(source.name, HubSettings::read(source).value_or(HubSettings()),
        HubLink::Services{m_makeChannel, m_own, limits, log, m_mayOffer, m_isWithheld});
}

Result<OperationSpec> hubOperation(const Json &json)
{
    const auto malformed = [](const QString &what) {
        return std::unexpected(Error{ErrorKind::Protocol, u"hub.operation"_s, what});
    };
    const auto type = operationTypeFromName(typeOf(json).toLower());
    QString nameSpace = json.member("namespace"_L1).toString();
    QString name = json.member("name"_L1).toString();
    if (nameSpace.isEmpty() || name.isEmpty()) {
        const QString id = json.member("id"_L1).toString(name);
        const OperationId parts = resolveOperationId(id, [](const OperationId &) { return false; });
        nameSpace = parts.nameSpace;
        name = parts.name;
    }
    if (nameSpace.isEmpty() || name.isEmpty())
        return malformed(u"An operation in the list has no id"_s);
    const QString id = nameSpace + u'.' + name;
    if (!type)
        return malformed(u"\"%1\": the type must be query, mutation or subscription"_s.arg(id));
    OperationSpec spec;
    spec.id.name = id;
    spec.type = *type;
    spec.version = json.member("version"_L1).toString(spec.version);
    spec.title = json.member("title"_L1).toString();
    spec.description = json.member("description"_L1).toString();
    spec.tags = textsOf(json.member("tags"_L1));
    const auto present = [&json](QLatin1StringView member) {
        const Json value = json.member(member);
        return value.isNull() ? Json() : value;
    };
    spec.inputSchema = present("inputSchema"_L1);
    spec.outputSchema = present("outputSchema"_L1);
    spec.meta = present("_meta"_L1);
    spec.errorSchemas = errorDefinitionsFromJson(json.member("errorSchemas"_L1));
    const Json access = json.member("accessControl"_L1);
    spec.accessControl = accessControlFromJson(access);
    if (!isAccessControl(access)) // callable all the same, because the hub checks our calls
        spec.remarks.append(
            u"The access control of the hub is not valid: it must be an object with arrays of scopes"_s);
    spec.isGuardedByPeer = true;
    if (spec.meta.member(leftOutDefinitions).toBoolean())
        spec.remarks.append(u"The hub left definitions out of the schemas because they are large"_s);
    spec.extra = furtherMembers(json);
    // Our own kind decides how an operation is called, and all operations of hubs are called alike.
    if (const Json kind = present("kind"_L1); !kind.isAbsent() && kind.toString() != spec.kind)
        spec.extra = withMember(spec.extra, u"kind", kind);
    spec.group = nameSpace;
    spec.definition = json;
    return spec;
}

} // namespace Workbench

#include "moc_hubadapter.cpp"
