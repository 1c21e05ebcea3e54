// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/pipeline.h"

#include "core/base/visibletext.h"
#include "core/envelope/recognition/recognitionnotes_p.h"
#include "core/operation/operationspec.h"

#include <QSet>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Whether \a schema asks for anything at all.
bool asksForSomething(const Json &schema)
{
    if (schema.isObject())
        return schema.size() > 0;
    if (schema.isBoolean())
        return !schema.toBoolean();
    return !schema.isAbsent() && !schema.isNull(); // what is no schema at all is told as such
}

//! The warnings of one result, at most \a limit of them; the rest is counted.
class Warnings {
public:
    Warnings(Outcome &outcome, qsizetype limit)
        : m_outcome(outcome)
        , m_limit(limit)
    {
    }

    void add(Warning warning)
    {
        if (m_outcome.warnings.size() < m_limit)
            m_outcome.warnings.append(std::move(warning));
        else if (m_outcome.warningsNotShown >= 0)
            ++m_outcome.warningsNotShown;
    }

    //! Adds what is not reported yet for the same place and keyword.
    void addNew(const ValidationReport &report)
    {
        if (report.verdict == ValidationReport::Verdict::NotValidated && !m_unchecked) {
            m_unchecked = true;
            add({{}, u"Not validated: %1"_s.arg(report.reason), u"budget"_s, {}});
        }
        for (const ValidationError &error : report.errors) {
            const std::pair place(error.pointer, error.keyword);
            if (m_reported.contains(place))
                continue;
            m_places.append(place);
            add({error.pointer, error.message, error.keyword, error.schemaLocation});
        }
        for (const auto &place : std::as_const(m_places))
            m_reported.insert(place);
        for (const ValidationError &note : report.warnings) {
            if (m_reported.contains({note.pointer, note.keyword}))
                continue;
            m_reported.insert({note.pointer, note.keyword});
            add({note.pointer, note.message, note.keyword, note.schemaLocation});
        }
        if (report.moreErrors)
            m_outcome.warningsNotShown = -1;
    }

private:
    Outcome &m_outcome;
    qsizetype m_limit;
    bool m_unchecked = false;
    QList<std::pair<QString, QString>> m_places;
    QSet<std::pair<QString, QString>> m_reported;
};

ResponseEnvelope wrapped(HandlerResult result, const QString &operationId)
{
    if (auto *envelope = std::get_if<ResponseEnvelope>(&result))
        return std::move(*envelope);
    if (auto *described = std::get_if<DescribedEnvelope>(&result))
        return std::move(described->envelope);
    Json data = std::get<Json>(std::move(result));
    if (auto received = envelopeFromJson(data))
        return *std::move(received);
    return localEnvelope(std::move(data), operationId);
}

//! Why there is nothing to cast or to validate although a schema is declared; empty when there is.
QString missingData(const ResponseEnvelope &envelope, const QString &operationId)
{
    const auto *mcp = std::get_if<McpMeta>(&envelope.meta());
    if (mcp && mcp->structuredContent.isAbsent()) {
        return u"\"%1\" declares an output schema but returned no structuredContent."_s.arg(
            OperationId::fromString(operationId).name);
    }
    if (envelope.data.isAbsent())
        return u"\"%1\" declares an output schema but returned no data."_s.arg(
            OperationId::fromString(operationId).name);
    return {};
}

RefusedValue refusedValue(
    const Outcome &outcome, const QList<ValidationError> &errors, const QString &operationId)
{
    RefusedValue refused{.value = outcome.receivedData,
        .errors = errors,
        .operation = OperationId::fromString(operationId).name};
    if (std::holds_alternative<HttpMeta>(outcome.envelope.meta()))
        refused.origin = RefusedValue::Origin::Body;
    else if (std::holds_alternative<LocalMeta>(outcome.envelope.meta()))
        refused.origin = RefusedValue::Origin::Value;
    return refused;
}

using FoundErrors = std::optional<QList<ValidationError>>; // nothing: nobody looked

//! Everything up to the explanation. \a errors: those of the received data.
Result<void> normaliseAndJudge(Outcome &outcome, Warnings &warnings, const QString &operationId,
    const PreparedSchema &outputSchema, const PipelineOptions &options, FoundErrors &errors)
{
    if (outcome.envelope.isError())
        return {};
    if (!asksForSomething(outputSchema.schema))
        return {};
    if (const QString missing = missingData(outcome.envelope, operationId); !missing.isEmpty()) {
        // The blocks stand in for the data then; they are not what the schema describes.
        warnings.add({{}, missing, u"mismatch"_s, {}});
        return {};
    }

    const ValidateOptions validation{.maxErrors = options.maxWarnings,
        .stopAtFirst = false,
        .direction = ValidateOptions::Direction::Response};
    if (outputSchema.validator) {
        const ValidationReport report = outputSchema.validator->validate(outcome.receivedData, validation);
        warnings.addNew(report);
        if (report.verdict != ValidationReport::Verdict::NotValidated)
            errors = report.errors;
    } else {
        warnings.add(
            {{}, u"Not validated: %1"_s.arg(outputSchema.validator.error().message), u"schema"_s, {}});
    }
    if (!options.normalise || outputSchema.isUnknown())
        return {};

    Result<CastOutcome> cast = outputSchema.castType.cast(outcome.receivedData);
    if (!cast) {
        if (options.strictCast) {
            Error error = std::move(cast).error();
            if (error.kind == ErrorKind::Validation)
                error.code = ErrorCode::executionError; // as where it is not caught
            return std::unexpected(std::move(error));
        }
        warnings.add({{}, u"Output normalisation failed for %1: %2"_s.arg(operationId, cast.error().message),
            u"cast"_s, {}});
        return {};
    }
    if (cast->changes.isEmpty())
        return {};
    outcome.envelope.data = cast->value;
    outcome.changes = std::move(cast->changes);
    if (outputSchema.validator)
        warnings.addNew(outputSchema.validator->validate(outcome.envelope.data, validation));
    return {};
}

RecognitionInput recognitionInput(
    const Outcome &outcome, const QString &operationId, const Json &outputSchema)
{
    RecognitionInput input;
    input.tool = OperationId::fromString(operationId).name;
    if (const auto *mcp = std::get_if<McpMeta>(&outcome.envelope.meta())) {
        input.result = {mcp->content, mcp->structuredContent, mcp->meta, mcp->isError};
        if (asksForSomething(outputSchema))
            input.outputSchema = outputSchema;
        return input;
    }
    input.form = RecognitionInput::Form::Http;
    input.value = outcome.receivedData;
    if (const auto *http = std::get_if<HttpMeta>(&outcome.envelope.meta())) {
        input.statusCode = http->statusCode;
        input.contentType = http->contentType;
    }
    return input;
}

Recognition recognised(
    const RecognitionInput &input, const ResponseEnvelope &envelope, const RecognitionOptions &options)
{
    Recognition recognition = recognise(input, options);
    if (envelope.isClaimed) {
        RecognitionNotes claim;
        claim.add("response-envelope.claimed"_L1, {{"s"_L1, QString(envelope.source())}});
        recognition.notes += claim.take();
    }
    return recognition;
}

//! How the received data fits the schema first, then what else its recognition tells.
QList<Diagnosis> diagnosesOf(const Outcome &outcome, const QString &operationId, const PreparedSchema &schema,
    const FoundErrors &errors, const RecognitionInput &input, const Recognition &recognition,
    const std::optional<SeenEnvelope> &seen)
{
    QList<Diagnosis> all;
    if (errors && !errors->isEmpty())
        all = explainFit(refusedValue(outcome, *errors, operationId), schema, recognition);
    return all + explainNotes(input, recognition, seen);
}

constexpr qsizetype maxThrownWords = 4096; // a message is no body

//! A failure that a tool reported, thrown. \source call-protocol.md 4.3
Error toolFailure(const ResponseEnvelope &envelope, const QString &operationId)
{
    const OperationId id = OperationId::fromString(operationId);
    QStringList texts;
    if (const auto *mcp = std::get_if<McpMeta>(&envelope.meta())) {
        for (const Json block : mcp->content.items()) {
            if (block.member("type"_L1).utf8() == "text")
                texts.append(block.member("text"_L1).toString());
        }
    }
    Error error{.kind = ErrorKind::Remote, .code = ErrorCode::executionError};
    error.message = u"MCP tool %1 returned error: %2"_s.arg(
        operationId, visibleText(texts.join(u"; "_s), true, maxThrownWords));
    error.details = Json::object({{u"toolName"_s, Json::string(id.name)},
        {u"serverName"_s, Json::string(id.nameSpace)}, {u"isError"_s, Json::boolean(true)}});
    return error;
}

} // namespace

const ResponseEnvelope *envelopeOf(const HandlerResult &result)
{
    if (const auto *described = std::get_if<DescribedEnvelope>(&result))
        return &described->envelope;
    return std::get_if<ResponseEnvelope>(&result);
}

std::shared_ptr<const PreparedSchema> prepareSchema(
    const Json &schema, SchemaConversion conversion, SchemaDialect dialect, const Limits &limits)
{
    auto prepared = std::make_shared<PreparedSchema>();
    prepared->schema = schema;
    if (asksForSomething(schema)) {
        prepared->castType = CastType::fromSchema(schema, conversion, limits);
        SchemaOptions options;
        options.defaultDialect = dialect;
        options.limits = limits;
        prepared->validator = Schema::compile(schema, options);
    }
    return prepared;
}

Result<Outcome> runPipeline(HandlerResult result, const QString &operationId, const PreparedSchema &declared,
    const PipelineOptions &options)
{
    const auto *described = std::get_if<DescribedEnvelope>(&result);
    const std::shared_ptr<const PreparedSchema> own = described ? described->schema : nullptr;
    const PreparedSchema &outputSchema = own ? *own : declared;
    const QList<Warning> received = described ? described->warnings : QList<Warning>();
    Outcome outcome{wrapped(std::move(result), operationId), {}, {}, 0, {}, {}};
    if (options.throwErrors && outcome.envelope.isError())
        return std::unexpected(toolFailure(outcome.envelope, operationId));
    outcome.receivedData = outcome.envelope.data;
    Warnings warnings(outcome, options.maxWarnings);
    for (const Warning &warning : received)
        warnings.add(warning);
    FoundErrors errors;
    const Result<void> judged =
        normaliseAndJudge(outcome, warnings, operationId, outputSchema, options, errors);
    if (!judged)
        return std::unexpected(judged.error());
    if (options.recognise) {
        RecognitionInput input = recognitionInput(outcome, operationId, outputSchema.schema);
        input.prepared = std::shared_ptr<const PreparedSchema>(std::shared_ptr<void>(), &outputSchema);
        if (errors)
            input.structuredErrors = errors->size();
        outcome.recognition =
            std::make_shared<const Recognition>(recognised(input, outcome.envelope, options.recognition));
        outcome.diagnoses = diagnosesOf(
            outcome, operationId, outputSchema, errors, input, *outcome.recognition, options.seenEnvelope);
        for (const RecognitionNote &note : outcome.recognition->notes) {
            if (note.code == "text.differs-from-structured"_L1)
                warnings.add({{}, note.message, u"mismatch"_s, {}});
        }
    }
    return outcome;
}

Recognition recogniseAgain(const Outcome &outcome, const QString &operationId, const Json &outputSchema,
    const RecognitionOptions &options)
{
    return recognised(recognitionInput(outcome, operationId, outputSchema), outcome.envelope, options);
}

QList<Diagnosis> explainItem(
    const Outcome &item, const QString &operationId, const PreparedSchema &outputSchema)
{
    RecognitionInput input = recognitionInput(item, operationId, outputSchema.schema);
    input.prepared = std::shared_ptr<const PreparedSchema>(std::shared_ptr<void>(), &outputSchema);
    FoundErrors errors;
    const bool isJudged = !item.envelope.isError() && asksForSomething(outputSchema.schema)
        && outputSchema.validator && missingData(item.envelope, operationId).isEmpty();
    if (isJudged) {
        const ValidationReport report = outputSchema.validator->validate(
            item.receivedData, {.direction = ValidateOptions::Direction::Response});
        if (report.verdict != ValidationReport::Verdict::NotValidated) {
            errors = report.errors;
            input.structuredErrors = errors->size();
        }
    }
    return diagnosesOf(item, operationId, outputSchema, errors, input, recognise(input), {});
}

} // namespace Workbench
