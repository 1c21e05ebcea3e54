// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/registry/operationregistry.h"

#include "core/json/jsonview.h"
#include "core/operation/registry/discard.h"
#include "core/schema/schemadefinitions.h"

#include <QHash>
#include <QUuid>
#include <QtConcurrentRun>

#include <map>

namespace Workbench {

using namespace Qt::StringLiterals;

//! The state that the registry and its running coroutines share. GUI thread.
struct OperationRegistry::State {
    struct Entry {
        OperationSpec spec;
        AnyHandler handler;
        SchemaDialect dialect = SchemaDialect::Draft2020_12;
        std::shared_ptr<const PreparedSchema> input; //!< compiled on first use
        std::shared_ptr<const PreparedSchema> output;
        std::optional<OperationSpec> listed = {}; //!< the spec before its deferred parts were made
        StreamHandler changes = {}; //!< see Registration::changes
    };

    OperationRegistry *owner = nullptr; //!< null once the registry is deleted; running calls still end
    Limits limits;
    struct Space { //!< the content of one namespace, which can be dropped as a whole
        std::map<quint64, Entry> entries; //!< in order of insertion
        QHash<QString, std::map<quint64, Entry>::iterator> places; //!< by name
    };
    std::map<QString, Space> spaces; //!< never contains an empty namespace
    quint64 nextPlace = 0;
    QList<OperationId> opened; //!< operations with deferred parts that are built, last used first

    Entry *find(const OperationId &id);
    //! Returns the spec and builds its deferred parts if needed. Drops the parts of operations that have not
    //! been used for long.
    const OperationSpec &complete(Entry &entry);
    //! The input or the output schema of an operation.
    struct Part {
        Json OperationSpec::*schema;
        std::shared_ptr<const PreparedSchema> Entry::*prepared;
        QLatin1StringView name;
    };
    static constexpr Part inputPart{&OperationSpec::inputSchema, &Entry::input, "input"_L1};
    static constexpr Part outputPart{&OperationSpec::outputSchema, &Entry::output, "output"_L1};
    //! Returns the compiled schema; compiles it if needed.
    std::shared_ptr<const PreparedSchema> ready(Entry &entry, const Part &part);
    //! Returns whether compiling the schema takes so long that it belongs on a worker.
    //! \source core/README.md "Threads"
    static bool takesLong(const Entry &entry, const Part &part);
    //! Returns the compiled schema of \a entry, which may be a copy. Compiles on a worker if it takes long.
    //! The registry keeps the result if the operation has not changed meanwhile.
    static Task<std::shared_ptr<const PreparedSchema>> whenReady(
        std::shared_ptr<State> state, Entry entry, Part part);
    void remark(const OperationId &id, const QString &text) const;

    enum class Consumption : quint8 { Single, Stream };
    //! Runs steps 1 to 4 of core/hub/README.md 1.4. Step 3 is skipped for streams.
    Result<Entry *> admitted(const OperationId &id, const CallContext &context, Consumption consumption);
    //! Runs step 5. Returns VALIDATION_ERROR if the schema refuses the input, or with \a sendInvalid a
    //! warning.
    Result<QList<Warning>> validatedInput(Entry &entry, const Json &input, bool sendInvalid);

private:
    //! Notes that the deferred parts of \a entry are used now.
    void opening(const Entry &entry);
    void dropUnused();
    void keep(Entry &entry, const Part &part, const std::shared_ptr<const PreparedSchema> &made);
};

namespace {

Error usage(const QString &message)
{
    return {ErrorKind::Usage, u"registry.usage"_s, message};
}

//! Checks the kind of the handler: a subscription needs a StreamHandler, all other types a Handler. Without a
//! handler, every type is accepted.
Result<void> checkSuits(const OperationSpec &spec, const AnyHandler &handler)
{
    const bool streams = std::holds_alternative<StreamHandler>(handler);
    if (std::holds_alternative<std::monostate>(handler)
        || streams == (spec.type == OperationType::Subscription))
        return {};
    return std::unexpected(usage(
        u"The handler of %1 does not suit a %2"_s.arg(spec.id.toString(), operationTypeName(spec.type))));
}

qsizetype valuesIn(const Json &schema)
{
    return schema.isAbsent() ? 0 : JsonView(schema).extentInNodes();
}

//! Returns the number of values in the schemas of \a entry that can be dropped and built again.
qsizetype valuesIn(const OperationRegistry::State::Entry &entry)
{
    qsizetype sum = 0;
    if (entry.listed) {
        sum += valuesIn(entry.spec.inputSchema) + valuesIn(entry.spec.outputSchema);
        for (const ErrorDefinition &error : entry.spec.errorSchemas)
            sum += valuesIn(error.schema);
    }
    for (const auto &prepared : {entry.input, entry.output})
        sum += prepared ? valuesIn(prepared->schema) : 0;
    return sum;
}

//! Returns the spec as it was registered, with its parts still deferred.
const OperationSpec &declaredIn(const OperationRegistry::State::Entry &entry)
{
    return entry.listed ? *entry.listed : entry.spec;
}

//! Builds and compiles one schema of \a listed. Any thread.
std::shared_ptr<const PreparedSchema> prepared(
    const OperationSpec &listed, Json OperationSpec::*schema, SchemaDialect dialect, const Limits &limits)
{
    SharedDefinitions shared;
    Json made = sharing(listed, shared).*schema;
    if (listed.deferred)
        made = withNearestDefinitions(made, shared, limits);
    return prepareSchema(made, SchemaConversion::Extended, dialect, limits);
}

//! Bodies beyond this are cast and validated on a worker. \source core/README.md "Threads"
constexpr qint64 inlineBytes = 64LL << 10;

Error callError(ErrorKind kind, QLatin1StringView code, const QString &message, const Json &details = {})
{
    return {kind, QString(code), message, {}, details};
}

Json detailsOf(const OperationId &id)
{
    return Json::object({{u"operationId"_s, Json::string(id.toString())}});
}

//! Estimates the size of \a result without writing it, from the number of nodes and the strings that may be
//! large.
qint64 estimatedBytes(const HandlerResult &result)
{
    constexpr qint64 bytesPerNode = 16;
    const auto sizeOf = [](const Json &data) { return bytesPerNode * data.nodeCount() + data.utf8().size(); };
    const ResponseEnvelope *const envelope = envelopeOf(result);
    if (!envelope)
        return sizeOf(std::get<Json>(result));
    qint64 bytes = sizeOf(envelope->data);
    if (const auto *mcp = std::get_if<McpMeta>(&envelope->meta())) {
        for (const Json &block : mcp->content.items())
            bytes += block.member("text"_L1).utf8().size();
    }
    return bytes;
}

//! Replaces the code of \a error by the declared code that its message names. Our own dotted codes are kept
//! for scripts if there is none.
Error withDeclaredCode(Error error, const QList<ErrorDefinition> &errorSchemas)
{
    const QString code = mapError(error, errorSchemas).code;
    if (error.code.isEmpty() || std::ranges::contains(errorSchemas, code, &ErrorDefinition::code))
        error.code = code;
    return error;
}

} // namespace

OperationRegistry::State::Entry *OperationRegistry::State::find(const OperationId &id)
{
    const auto space = spaces.find(id.nameSpace);
    if (space == spaces.end())
        return nullptr;
    const auto place = space->second.places.constFind(id.name);
    return place == space->second.places.cend() ? nullptr : &(*place)->second;
}

void OperationRegistry::State::remark(const OperationId &id, const QString &text) const
{
    if (owner)
        Q_EMIT owner->remark(id.toString(), text);
}

const OperationSpec &OperationRegistry::State::complete(Entry &entry)
{
    if (entry.spec.deferred) {
        entry.listed = entry.spec;
        entry.spec = completed(*entry.listed);
    }
    opening(entry);
    return entry.spec;
}

void OperationRegistry::State::keep(
    Entry &entry, const Part &part, const std::shared_ptr<const PreparedSchema> &made)
{
    entry.*part.prepared = made;
    if (!made->validator)
        remark(entry.spec.id,
            u"The %1 schema cannot be used: %2"_s.arg(part.name, made->validator.error().message));
}

std::shared_ptr<const PreparedSchema> OperationRegistry::State::ready(Entry &entry, const Part &part)
{
    if (!(entry.*part.prepared))
        keep(entry, part, prepared(declaredIn(entry), part.schema, entry.dialect, limits));
    const std::shared_ptr<const PreparedSchema> made = entry.*part.prepared;
    opening(entry);
    return made;
}

bool OperationRegistry::State::takesLong(const Entry &entry, const Part &part)
{
    constexpr qsizetype mostValues = 10'000; // read and compiled in about ten milliseconds
    const OperationSpec &spec = declaredIn(entry);
    return !(entry.*part.prepared) && (spec.deferred || valuesIn(spec.*part.schema) > mostValues);
}

Task<std::shared_ptr<const PreparedSchema>> OperationRegistry::State::whenReady(
    std::shared_ptr<State> state, Entry entry, Part part)
{
    if (!takesLong(entry, part))
        co_return state->ready(entry, part);
    const OperationSpec spec = declaredIn(entry);
    const std::shared_ptr<const PreparedSchema> made =
        co_await QtConcurrent::run(prepared, spec, part.schema, entry.dialect, state->limits);
    Entry *const known = state->find(entry.spec.id);
    const bool isSame = known && declaredIn(*known).deferred == spec.deferred
        && (declaredIn(*known).*part.schema).nodeAddress() == (spec.*part.schema).nodeAddress();
    if (isSame && !(known->*part.prepared)) {
        state->keep(*known, part, made);
        state->opening(*known);
    }
    co_return made;
}

void OperationRegistry::State::opening(const Entry &entry)
{
    if (!entry.listed && !entry.spec.deferred)
        return;
    opened.removeOne(entry.spec.id);
    opened.prepend(entry.spec.id);
    dropUnused();
}

//! Drops parts that have not been used for long. The parts of one operation may be as large as the whole
//! description of its source.
void OperationRegistry::State::dropUnused()
{
    constexpr qsizetype mostValues = 20'000; // in the schemas that are kept, besides the last used one
    qsizetype values = 0;
    for (qsizetype i = 0; i < opened.size();) {
        Entry *const entry = find(opened.at(i));
        const bool isDeferred = entry && (entry->listed || entry->spec.deferred);
        if (isDeferred)
            values += valuesIn(*entry);
        if (isDeferred && (i == 0 || values <= mostValues)) {
            ++i;
            continue;
        }
        if (isDeferred) { // otherwise the operation was removed or registered again
            if (entry->listed)
                entry->spec = *std::exchange(entry->listed, std::nullopt);
            entry->input.reset();
            entry->output.reset();
        }
        opened.removeAt(i);
    }
}

OperationRegistry::OperationRegistry(Limits limits, QObject *parent)
    : QObject(parent)
    , m_state(std::make_shared<State>())
{
    m_state->owner = this;
    m_state->limits = limits;
}

OperationRegistry::~OperationRegistry()
{
    m_state->owner = nullptr;
}

static Result<void> store(OperationRegistry::State &state, OperationRegistry::Registration registration)
{
    auto &[spec, handler, dialect, changes] = registration;
    const OperationId id = spec.id;
    if (id.name.isEmpty() || id.nameSpace.isEmpty() || id.nameSpace.contains(u'.'))
        return std::unexpected(
            usage(u"\"%1\" is not an operation id of the form namespace.name"_s.arg(id.toString())));
    OperationRegistry::State::Entry *known = state.find(id);
    const AnyHandler &kept =
        known && std::holds_alternative<std::monostate>(handler) ? known->handler : handler;
    if (const Result<void> suits = checkSuits(spec, kept); !suits)
        return suits;
    const bool hasCustomAuth = !spec.accessControl.customAuth.isEmpty();
    if (known) {
        *known = {std::move(spec), kept, dialect, {}, {}, {}, std::move(changes)};
    } else {
        auto &[entries, places] = state.spaces[id.nameSpace];
        const auto place = entries.emplace_hint(entries.end(), state.nextPlace++,
            OperationRegistry::State::Entry{
                std::move(spec), std::move(handler), dialect, {}, {}, {}, std::move(changes)});
        places.insert(id.name, place);
    }
    if (hasCustomAuth)
        state.remark(id, u"customAuth is ignored"_s);
    return {};
}

Result<void> OperationRegistry::registerOperation(OperationSpec spec, AnyHandler handler)
{
    return registerAll({{std::move(spec), std::move(handler)}});
}

Result<void> OperationRegistry::registerAll(QList<Registration> list)
{
    Result<void> first;
    QStringList changed;
    for (Registration &registration : list) {
        const QString nameSpace = registration.spec.id.nameSpace;
        Result<void> stored = store(*m_state, std::move(registration));
        if (!stored) {
            if (first)
                first = std::move(stored);
        } else if (!changed.contains(nameSpace)) {
            changed.append(nameSpace);
        }
    }
    for (const QString &nameSpace : std::as_const(changed))
        Q_EMIT operationsChanged(nameSpace);
    return first;
}

void OperationRegistry::remove(const OperationId &id)
{
    const OperationId copy = id; // the argument may be a reference into the entry
    const auto space = m_state->spaces.find(copy.nameSpace);
    if (space == m_state->spaces.end())
        return;
    auto &[entries, places] = space->second;
    const auto place = places.constFind(copy.name);
    if (place == places.cend())
        return;
    entries.erase(*place);
    places.erase(place);
    if (entries.empty())
        m_state->spaces.erase(space);
    Q_EMIT operationsChanged(copy.nameSpace);
}

void OperationRegistry::removeNamespace(const QString &nameSpace)
{
    const QString copy = nameSpace;
    auto space = m_state->spaces.extract(copy);
    if (space.empty())
        return;
    for (auto &[place, entry] : space.mapped().entries)
        entry.handler = {}; // its captures may belong to this thread
    discard(std::move(space));
    Q_EMIT operationsChanged(copy);
}

const OperationSpec *OperationRegistry::getSpec(const OperationId &id) const
{
    State::Entry *entry = m_state->find(id);
    return entry ? &m_state->complete(*entry) : nullptr;
}

const OperationSpec *OperationRegistry::listedSpec(const OperationId &id) const
{
    const State::Entry *entry = m_state->find(id);
    return entry ? &declaredIn(*entry) : nullptr;
}

QList<OperationSpec> OperationRegistry::list(const QString &nameSpace) const
{
    std::map<quint64, const OperationSpec *> inOrder;
    for (const auto &[name, space] : m_state->spaces) {
        if (!nameSpace.isEmpty() && name != nameSpace)
            continue;
        for (const auto &[place, entry] : space.entries)
            inOrder.emplace_hint(inOrder.end(), place, &entry.spec);
    }
    QList<OperationSpec> specs;
    specs.reserve(qsizetype(inOrder.size()));
    for (const auto &[place, spec] : inOrder)
        specs.append(*spec);
    return specs;
}

qsizetype OperationRegistry::count() const
{
    qsizetype count = 0;
    for (const auto &[name, space] : m_state->spaces)
        count += space.places.size();
    return count;
}

std::shared_ptr<const PreparedSchema> OperationRegistry::inputSchema(const OperationId &id) const
{
    State::Entry *entry = m_state->find(id);
    return entry ? m_state->ready(*entry, State::inputPart) : nullptr;
}

std::shared_ptr<const PreparedSchema> OperationRegistry::outputSchema(const OperationId &id) const
{
    State::Entry *entry = m_state->find(id);
    return entry ? m_state->ready(*entry, State::outputPart) : nullptr;
}

Result<OperationRegistry::State::Entry *> OperationRegistry::State::admitted(
    const OperationId &id, const CallContext &context, Consumption consumption)
{
    Entry *entry = find(id);
    if (!entry) {
        return std::unexpected(callError(ErrorKind::Usage, ErrorCode::operationNotFound,
            u"Operation not found: %1"_s.arg(id.toString()), detailsOf(id)));
    }
    if (std::holds_alternative<std::monostate>(entry->handler)) {
        return std::unexpected(callError(ErrorKind::Usage, ErrorCode::operationNotFound,
            u"No handler registered for operation: %1"_s.arg(id.toString()), detailsOf(id)));
    }
    if (consumption == Consumption::Single && entry->spec.type == OperationType::Subscription) {
        return std::unexpected(callError(ErrorKind::Usage, ErrorCode::invalidOperationType,
            u"%1 is a subscription: subscribe to it"_s.arg(id.toString()),
            Json::object({{u"operationId"_s, Json::string(id.toString())},
                {u"type"_s, Json::string(u"subscription"_s)}})));
    }
    if (entry->spec.isGuardedByPeer)
        return entry;
    return enforceAccess(entry->spec.accessControl, context.identity, id.toString()).transform([entry] {
        return entry;
    });
}

Result<QList<Warning>> OperationRegistry::State::validatedInput(
    Entry &entry, const Json &input, bool sendInvalid)
{
    const std::shared_ptr<const PreparedSchema> schema = ready(entry, State::inputPart);
    if (!schema->validator) {
        const QString text = u"The input was not validated: %1"_s.arg(schema->validator.error().message);
        return QList<Warning>{{{}, text, u"schema"_s, {}}};
    }
    ValidateOptions options;
    options.direction = ValidateOptions::Direction::Request;
    const ValidationReport report = schema->validator->validate(input, options);
    const OperationId id = entry.spec.id;
    QList<Warning> warnings;
    if (report.verdict == ValidationReport::Verdict::NotValidated) {
        const QString text = u"The input was not validated: %1"_s.arg(report.reason);
        remark(id, text);
        warnings.append({{}, text, u"budget"_s, {}});
    }
    for (const ValidationError &note : report.warnings)
        warnings.append({{}, u"Input, %1: %2"_s.arg(note.pointer, note.message),
            note.keyword == "format"_L1 ? note.keyword : u"input"_s, note.schemaLocation});
    if (report.verdict != ValidationReport::Verdict::Invalid)
        return warnings;
    QList<CastError> errors;
    for (const ValidationError &error : report.errors)
        errors.append({error.pointer, error.message});
    if (!sendInvalid) {
        Error error = inputValidationError(id.toString(), errors);
        // The message is the text that peers expect; the details say more. \source core/schema/README.md 2.7
        const Result<QList<CastError>> known = schema->castType.collectErrors(input);
        if (known && !known->isEmpty() && known->size() <= options.maxErrors)
            error.message = inputValidationError(id.toString(), *known).message;
        return std::unexpected(std::move(error));
    }
    QStringList problems;
    for (const CastError &error : std::as_const(errors))
        problems.append(error.path.isEmpty() ? error.message : QString(error.path + u": " + error.message));
    const QString text =
        u"The input was sent although it does not fit the schema: %1"_s.arg(problems.join(u"; "_s));
    remark(id, text);
    warnings.append({{}, text, u"input"_s, {}});
    return warnings;
}

//! Runs steps 1 to 7 of core/hub/README.md 1.4.
static Task<Result<Outcome>> executeOperation(std::shared_ptr<OperationRegistry::State> state, OperationId id,
    Json input, CallContext context, PipelineOptions options)
{
    if (context.requestId.isEmpty())
        context.requestId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    if (input.isAbsent())
        input = Json::emptyObject();

    using State = OperationRegistry::State;
    auto admitted = state->admitted(id, context, State::Consumption::Single);
    if (admitted && State::takesLong(**admitted, State::inputPart)) {
        co_await State::whenReady(state, **admitted, State::inputPart);
        // The operation may have been replaced meanwhile.
        admitted = state->admitted(id, context, State::Consumption::Single);
    }
    if (!admitted)
        co_return std::unexpected(admitted.error());
    State::Entry &entry = **admitted;
    Result<QList<Warning>> inputWarnings = state->validatedInput(entry, input, context.sendInvalid);
    if (!inputWarnings)
        co_return std::unexpected(std::move(inputWarnings).error());
    if (context.cancellation.stop_requested()) {
        co_return std::unexpected(callError(
            ErrorKind::Cancelled, ErrorCode::aborted, u"Request %1 was aborted"_s.arg(context.requestId)));
    }
    // Specs and handlers may change while a call runs, so everything that it needs is copied before the
    // handler is awaited.
    SharedDefinitions definitions; // not needed: only the codes of the errors are used
    const QList<ErrorDefinition> errorSchemas = sharing(entry.spec, definitions).errorSchemas;
    const bool isReadyLater = State::takesLong(entry, State::outputPart);
    const State::Entry declared = isReadyLater ? entry : State::Entry();
    std::shared_ptr<const PreparedSchema> outputSchema =
        isReadyLater ? nullptr : state->ready(entry, State::outputPart);
    const Handler handler = std::get<Handler>(entry.handler);
    const QString exchangeId = context.exchangeId;
    if (state->limits.warningsPerResult < options.maxWarnings)
        options.maxWarnings = state->limits.warningsPerResult;

    Result<HandlerResult> result = co_await handler(std::move(input), std::move(context));
    if (!result)
        co_return std::unexpected(withDeclaredCode(std::move(result).error(), errorSchemas));

    const auto *described = std::get_if<DescribedEnvelope>(&*result);
    if (described && described->schema)
        outputSchema = described->schema;
    else if (isReadyLater)
        outputSchema = co_await State::whenReady(state, declared, State::outputPart);
    const QString operationId = id.toString();
    Result<Outcome> outcome = std::unexpected(Error{});
    if (estimatedBytes(*result) > inlineBytes || outputSchema->whole) {
        outcome = co_await QtConcurrent::run(
            [value = *std::move(result), operationId, outputSchema, pipeline = options]() mutable {
                return runPipeline(std::move(value), operationId, *outputSchema, pipeline);
            });
    } else {
        outcome = runPipeline(*std::move(result), operationId, *outputSchema, options);
    }
    if (!outcome)
        co_return outcome;
    for (const Warning &warning : std::as_const(outcome->warnings)) {
        if (warning.keyword == "cast"_L1)
            state->remark(id, warning.message);
    }
    QList<Warning> all;
    for (const Warning &warning : *inputWarnings) {
        if (warning.keyword == "format"_L1)
            outcome->notes.append({"received.format"_L1, Diagnosis::Severity::Info, warning.message});
        else
            all.append(warning);
    }
    outcome->warnings = all + outcome->warnings;
    outcome->exchangeId = exchangeId;
    co_return outcome;
}

static Task<void> prepareOperation(std::shared_ptr<OperationRegistry::State> state, OperationId id)
{
    using State = OperationRegistry::State;
    for (const State::Part part : {State::inputPart, State::outputPart}) {
        if (const State::Entry *const entry = state->find(id))
            co_await State::whenReady(state, *entry, part);
    }
}

Task<void> OperationRegistry::prepare(const OperationId &id)
{
    return prepareOperation(m_state, id);
}

Task<Result<Outcome>> OperationRegistry::execute(
    const OperationId &id, Json input, CallContext context, PipelineOptions options)
{
    return executeOperation(m_state, id, std::move(input), std::move(context), options);
}

Result<void> OperationRegistry::checkInput(const OperationId &id, const Json &input) const
{
    State::Entry *const entry = m_state->find(id);
    if (!entry)
        return {};
    return m_state->validatedInput(*entry, input, false).transform([](const QList<Warning> &) { });
}

Result<std::unique_ptr<ItemStream>> OperationRegistry::subscribe(
    const OperationId &id, const Json &input, CallContext context)
{
    const auto admitted = m_state->admitted(id, context, State::Consumption::Stream);
    if (!admitted)
        return std::unexpected(admitted.error());
    const Json sent = input.isAbsent() ? Json::emptyObject() : input;
    if (const auto warnings = m_state->validatedInput(**admitted, sent, context.sendInvalid); !warnings)
        return std::unexpected(warnings.error());
    const auto *handler = std::get_if<StreamHandler>(&(*admitted)->handler);
    if (!handler && (*admitted)->changes)
        handler = &(*admitted)->changes;
    if (!handler) {
        return std::unexpected(callError(ErrorKind::Usage, ErrorCode::executionError,
            u"%1 gives a single result, not a stream"_s.arg(id.toString())));
    }
    if (context.requestId.isEmpty())
        context.requestId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    return StreamHandler(*handler)(sent, std::move(context));
}

Error inputValidationError(const QString &operationId, const QList<CastError> &errors)
{
    QList<Json> listed;
    for (const CastError &error : errors) {
        listed.append(Json::object(
            {{u"path"_s, Json::string(error.path)}, {u"message"_s, Json::string(error.message)}}));
    }
    return {ErrorKind::Validation, QString(ErrorCode::validationError),
        u"Validation failed for Input validation failed for %1:\n%2"_s.arg(
            operationId, formatValueErrors(errors)),
        {}, Json::object({{u"errors"_s, Json::array(listed)}})};
}

CallError mapError(const Error &error, const QList<ErrorDefinition> &errorSchemas)
{
    CallError mapped = toCallError(error);
    if (mapped.code == error.code)
        return mapped; // it already has the code of a CallError
    for (const ErrorDefinition &definition : errorSchemas) {
        if (definition.code.isEmpty())
            continue;
        if (error.message == definition.code || error.message.startsWith(QString(definition.code + u':'))) {
            mapped.code = definition.code;
            break;
        }
    }
    return mapped;
}

OperationSpec compact(
    const OperationSpec &listed, SharedDefinitions &shared, const Limits &limits, bool *isCut)
{
    OperationSpec spec = sharing(listed, shared);
    if (!listed.deferred)
        return spec;
    for (Json *const schema : {&spec.inputSchema, &spec.outputSchema})
        *schema = withNearestDefinitions(*schema, shared, limits, isCut);
    for (ErrorDefinition &error : spec.errorSchemas)
        error.schema = withNearestDefinitions(error.schema, shared, limits, isCut);
    return spec;
}

} // namespace Workbench

#include "moc_operationregistry.cpp"
