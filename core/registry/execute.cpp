// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/registry/registrystate_p.h"

#include <QUuid>
#include <QtConcurrentRun>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Bodies beyond this are cast and validated on a worker. \source architecture "Threads"
constexpr qint64 inlineBytes = 64LL << 10;

Error callError(ErrorKind kind, QLatin1StringView code, const QString &message, const Json &details = {})
{
    return {kind, QString(code), message, {}, details};
}

Json detailsOf(const OperationId &id)
{
    return Json::object({{u"operationId"_s, Json::string(id.toString())}});
}

//! A rough size without writing the value: its nodes, and the strings that may be large.
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

//! A declared code is recognised by the message; dotted codes of our own stay for scripts.
Error withDeclaredCode(Error error, const QList<ErrorDefinition> &errorSchemas)
{
    const QString code = mapError(error, errorSchemas).code;
    if (error.code.isEmpty() || std::ranges::contains(errorSchemas, code, &ErrorDefinition::code))
        error.code = code;
    return error;
}

} // namespace

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
    return enforceAccess(entry->spec.accessControl, context.identity, id.toString(), context.trusted)
        .transform([entry] { return entry; });
}

Result<QList<Warning>> OperationRegistry::State::validatedInput(
    Entry &entry, const Json &input, bool sendInvalid)
{
    const std::shared_ptr<const PreparedSchema> schema = inputOf(entry);
    if (!schema->validator)
        return QList<Warning>(); // said once, when it was compiled
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
        warnings.append(
            {{}, u"Input, %1: %2"_s.arg(note.pointer, note.message), u"input"_s, note.schemaLocation});
    if (report.verdict != ValidationReport::Verdict::Invalid)
        return warnings;
    QList<CastError> errors;
    for (const ValidationError &error : report.errors)
        errors.append({error.pointer, error.message});
    if (!sendInvalid) {
        Error error = inputValidationError(id.toString(), errors);
        // The text is the one that peers know, the details say more. \source call-protocol.md 5.7
        const Result<QList<CastError>> known = schema->castType.collectErrors(input);
        if (known && !known->isEmpty() && known->size() <= options.maxErrors)
            error.message = inputValidationError(id.toString(), *known).message;
        return std::unexpected(std::move(error));
    }
    const QString text =
        u"The input was sent although its schema refuses it:\n%1"_s.arg(formatValueErrors(errors));
    remark(id, text);
    warnings.append({{}, text, u"input"_s, {}});
    return warnings;
}

Task<Result<Outcome>> executeOperation(std::shared_ptr<OperationRegistry::State> state, OperationId id,
    Json input, CallContext context, OperationRegistry::ExecuteOptions options)
{
    if (context.requestId.isEmpty())
        context.requestId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    if (input.isAbsent())
        input = Json::emptyObject();

    const auto admitted = state->admitted(id, context, OperationRegistry::State::Consumption::Single);
    if (!admitted)
        co_return std::unexpected(admitted.error());
    OperationRegistry::State::Entry &entry = **admitted;
    Result<QList<Warning>> inputWarnings = state->validatedInput(entry, input, context.sendInvalid);
    if (!inputWarnings)
        co_return std::unexpected(std::move(inputWarnings).error());
    if (context.cancellation.stop_requested()) {
        co_return std::unexpected(callError(
            ErrorKind::Cancelled, ErrorCode::aborted, u"Request %1 was aborted"_s.arg(context.requestId)));
    }
    // Specs and handlers may change while a call runs: everything it needs is copied before the first
    // suspension.
    const QList<ErrorDefinition> errorSchemas = OperationRegistry::State::complete(entry).errorSchemas;
    const std::shared_ptr<const PreparedSchema> outputSchema = state->outputOf(entry);
    const Handler handler = std::get<Handler>(entry.handler);
    const QString exchangeId = context.exchangeId;
    if (state->limits.warningsPerResult < options.pipeline.maxWarnings)
        options.pipeline.maxWarnings = state->limits.warningsPerResult;

    Result<HandlerResult> result = co_await handler(std::move(input), std::move(context));
    if (!result)
        co_return std::unexpected(withDeclaredCode(std::move(result).error(), errorSchemas));

    const QString operationId = id.toString();
    Result<Outcome> outcome = std::unexpected(Error{});
    if (estimatedBytes(*result) > inlineBytes) {
        outcome = co_await QtConcurrent::run(
            [value = *std::move(result), operationId, outputSchema, pipeline = options.pipeline]() mutable {
                return runPipeline(std::move(value), operationId, *outputSchema, pipeline);
            });
    } else {
        outcome = runPipeline(*std::move(result), operationId, *outputSchema, options.pipeline);
    }
    if (!outcome)
        co_return outcome;
    for (const Warning &warning : std::as_const(outcome->warnings)) {
        if (warning.keyword == "cast"_L1)
            state->remark(id, warning.message);
    }
    outcome->warnings = *inputWarnings + outcome->warnings;
    outcome->exchangeId = exchangeId;
    co_return outcome;
}

Task<Result<Outcome>> OperationRegistry::execute(
    const OperationId &id, Json input, CallContext context, ExecuteOptions options)
{
    return executeOperation(m_state, id, std::move(input), std::move(context), options);
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
    if (!handler) {
        return std::unexpected(callError(ErrorKind::Usage, ErrorCode::executionError,
            u"%1 gives a single result, not a stream"_s.arg(id.toString())));
    }
    if (context.requestId.isEmpty())
        context.requestId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    return StreamHandler(*handler)(sent, std::move(context));
}

OperationRegistry::Env OperationRegistry::buildEnv(
    const CallContext &context, const std::optional<QStringList> &allowedNamespaces)
{
    CallContext child = context;
    child.requestId.clear(); // a new one for each call
    child.parentRequestId = context.requestId;
    child.trusted = true;
    child.metadata = {};
    child.onProgress = {};
    Env env;
    for (const auto &[nameSpace, space] : m_state->spaces) {
        if (allowedNamespaces && !allowedNamespaces->contains(nameSpace))
            continue;
        for (const auto &[place, entry] : space.entries) {
            const OperationId &id = entry.spec.id;
            if (entry.spec.type == OperationType::Subscription)
                continue;
            env[id.nameSpace][id.name] = [state = m_state, id, child](Json input) {
                return executeOperation(state, id, std::move(input), child, {});
            };
        }
    }
    return env;
}

} // namespace Workbench
