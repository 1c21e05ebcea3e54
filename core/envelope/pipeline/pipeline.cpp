// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/pipeline/pipeline.h"

#include "core/base/visibletext.h"
#include "core/envelope/bodymedia.h"
#include "core/envelope/explanation/recogniser_p.h"
#include "core/envelope/responseenvelope.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "core/json/jsontexts.h"
#include "core/operation/operationspec.h"
#include "core/schema/normalisation.h"

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

RecognitionNote formatNote(const QString &message)
{
    return {"received.format"_L1, Diagnosis::Severity::Info, message};
}

//! Adds at most \a limit warnings to an outcome and counts the rest.
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

    //! Adds the violations in the normalised data.
    void add(const ValidationReport &report)
    {
        if (report.verdict == ValidationReport::Verdict::NotValidated)
            add({{}, u"Not validated: %1"_s.arg(report.reason), u"budget"_s, {}});
        for (const ValidationError &error : report.errors)
            add({error.pointer, error.message, error.keyword, error.schemaLocation});
        for (const ValidationError &note : report.warnings) {
            if (note.keyword != "format"_L1)
                add({note.pointer, note.message, note.keyword, note.schemaLocation});
        }
        if (report.moreErrors)
            m_outcome.warningsNotShown = -1;
    }

    //! Adds the values of the received data that do not fit their format, as warnings or notes.
    void addFormats(const QList<ValidationError> &found, qsizetype limit, bool areWarnings)
    {
        constexpr qsizetype mostNotes = 5;
        qsizetype count = 0;
        for (const ValidationError &note : found) {
            if (note.keyword != "format"_L1)
                continue;
            if (areWarnings)
                add({note.pointer, note.message, formatsKeyword, note.schemaLocation});
            else if (++count <= mostNotes)
                m_outcome.notes.append(formatNote(remarkText({note.pointer, note.message})));
        }
        if (count > mostNotes) {
            const QString more = found.size() >= limit ? u"At least %1 more values do not fit their format."_s
                                                       : u"%1 more values do not fit their format."_s;
            m_outcome.notes.append(formatNote(more.arg(count - mostNotes)));
        }
    }

private:
    Outcome &m_outcome;
    qsizetype m_limit;
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

//! Returns why there is nothing to cast or validate although a schema is declared, or an empty string if
//! there is data.
QString missingData(const ResponseEnvelope &envelope, const QString &operationId)
{
    const auto *mcp = std::get_if<McpMeta>(&envelope.meta());
    if (mcp && mcp->structuredContent.isAbsent()) {
        return u"\"%1\" declares an output schema but returned no structuredContent."_s.arg(
            OperationId::fromString(operationId).name);
    }
    const auto *http = std::get_if<HttpMeta>(&envelope.meta());
    const bool mayBeEmpty = http && (http->statusCode == 204 || http->statusCode == 205);
    if (envelope.data.isAbsent() && !mayBeEmpty)
        return u"\"%1\" declares an output schema but returned no data."_s.arg(
            OperationId::fromString(operationId).name);
    return {};
}

//! Adds the members of a received meta that its schema refuses.
void judgeMeta(const ResponseEnvelope &envelope, Warnings &warnings)
{
    if (!envelope.isReceived())
        return;
    for (const EnvelopeFlaw &flaw : flawsOfMeta(envelope.metaJson())) {
        warnings.add({{},
            u"meta.%1 of the %2 response should be %3; it is %4."_s.arg(
                flaw.member, envelope.source(), flaw.wanted, kindText(flaw.value)),
            u"envelope"_s, flaw.schemaLocation});
    }
}

//! Returns whether two warnings are about the same fault. The messages of some name the operation, which has
//! another name at each hub.
bool isSameFault(const Warning &one, const Warning &other)
{
    const bool namesOperation = one.keyword == "mismatch"_L1 || one.keyword == "cast"_L1;
    return one.pointer == other.pointer && one.keyword == other.keyword
        && (namesOperation || one.message == other.message);
}

//! Adds the warnings and changes that a hub on the way reported, except warnings that were also found here.
void addReported(Outcome &outcome, Warnings &warnings, qsizetype limit)
{
    const ReportedOutcome reported = reportedInMeta(outcome.envelope, outcome.receivedData, limit);
    const QList<Warning> found = outcome.warnings;
    for (const Warning &warning : reported.warnings) {
        const bool isFound =
            std::ranges::any_of(found, [&warning](const Warning &one) { return isSameFault(one, warning); });
        if (!isFound)
            warnings.add(warning);
    }
    outcome.changes = reported.changes + outcome.changes;
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

//! Returns the media type of a body that is not JSON, or an empty string if it is JSON or unknown. A JSON
//! Schema describes a data model, not a text format. \source core/sources/openapi/README.md 8
QString notJson(const ResponseEnvelope &envelope, bool isEvent)
{
    const auto *const http = std::get_if<HttpMeta>(&envelope.meta());
    const QString type = http ? MediaType::read(http->contentType).essence : QString();
    const bool isJson =
        isJsonMedia(type) || isJsonSequenceMedia(type) || (isEvent && type == "text/event-stream"_L1);
    return isJson ? QString() : type;
}

//! Returns whether \a schema only says that there is text, as OpenAPI documents do for files.
bool saysOnlyText(const Json &schema)
{
    const Json root = schema.hasMember("$ref"_L1)
        ? JsonPointer::resolve(schema, schema.member("$ref"_L1).toString().mid(1))
        : schema;
    static constexpr std::array limiting{"enum"_L1, "const"_L1, "pattern"_L1, "minLength"_L1, "maxLength"_L1,
        "allOf"_L1, "anyOf"_L1, "oneOf"_L1};
    const QString format = root.member("format"_L1).toString();
    return (root.member("type"_L1).utf8() == "string" || root.member("type"_L1).utf8() == "file")
        && (format.isEmpty() || format == "binary"_L1)
        && std::ranges::none_of(limiting, [&root](QLatin1StringView word) { return root.hasMember(word); });
}

using FoundErrors = std::optional<QList<ValidationError>>; // nothing: not validated

//! Runs the pipeline up to the explanation. Sets \a errors to the errors of the received data.
Result<void> normaliseAndJudge(Outcome &outcome, Warnings &warnings, const QString &operationId,
    const PreparedSchema &outputSchema, const PipelineOptions &options, FoundErrors &errors)
{
    if (outcome.envelope.isError())
        return {};
    if (!asksForSomething(outputSchema.schema))
        return {};
    if (const QString type = notJson(outcome.envelope, options.isEvent); !type.isEmpty()) {
        if (!saysOnlyText(outputSchema.schema)) {
            outcome.notes.append({notValidatedCode, Diagnosis::Severity::Info,
                QString(u"Not validated: "_s + visibleText(type, false, 100))});
        }
        return {};
    }
    if (const QString missing = missingData(outcome.envelope, operationId); !missing.isEmpty()) {
        // The content blocks are the data then, and the schema does not describe them.
        warnings.add({{}, missing, u"mismatch"_s, {}});
        return {};
    }

    // Data that cannot be validated is not changed.
    if (!outputSchema.validator) {
        warnings.add(
            {{}, u"Not validated: %1"_s.arg(outputSchema.validator.error().message), u"schema"_s, {}});
        return {};
    }
    const bool casts = options.normalise && !outputSchema.isUnknown();
    const ValidateOptions validation{
        .maxErrors = casts ? std::max(options.maxWarnings, causesLookedFor) : options.maxWarnings,
        .stopAtFirst = false,
        .direction = ValidateOptions::Direction::Response};
    Normalisation normalisation = normalise(outcome.receivedData, *outputSchema.validator,
        casts ? outputSchema.castType : CastType(), validation);
    ValidationReport &report = normalisation.received;
    if (report.verdict != ValidationReport::Verdict::NotValidated)
        errors = report.errors;
    const QList<ValidationError> received = report.warnings;
    Result<CastOutcome> &cast = normalisation.cast;
    if (!cast && options.strictCast) {
        Error error = cast.error();
        if (error.kind == ErrorKind::Validation)
            error.code = ErrorCode::executionError; // the code of an error that the handler raises
        return std::unexpected(std::move(error));
    }
    if (cast && !cast->changes.isEmpty()) {
        outcome.envelope.data = std::move(cast->value);
        outcome.changes = std::move(cast->changes);
        report = outputSchema.validator->validate(outcome.envelope.data, validation);
    }
    warnings.add(report);
    warnings.addFormats(received, validation.maxErrors, outputSchema.formatsAreWarnings);
    if (!cast)
        warnings.add({{}, u"Output normalisation failed for %1: %2"_s.arg(operationId, cast.error().message),
            u"cast"_s, {}});
    return {};
}

//! Returns whether \a part is a member of \a whole or of an object inside it, at any depth. The search ends
//! after many containers, because a larger result is not worth the time.
bool hasMemberInside(const Json &whole, const Json &part)
{
    constexpr int mostContainers = 10'000;
    QList<Json> waiting{whole};
    for (int looked = 0; looked < mostContainers && !waiting.isEmpty(); ++looked) {
        const Json container = waiting.takeFirst();
        QList<Json> inside;
        for (const Json &item : container.items())
            inside.append(item);
        for (const auto &member : container.members()) {
            if (member.value() == part)
                return true;
            inside.append(member.value());
        }
        inside.removeIf([](const Json &value) { return !value.isObject() && !value.isArray(); });
        waiting += inside;
    }
    return false;
}

//! Returns whether the last text block of a tool's result is a member of structuredContent, at any depth, or
//! contains structuredContent as a member.
//! Some servers write only the list of {entities: […]} into the text, which is odd but harmless.
bool textIsPart(const ResponseEnvelope &envelope)
{
    const auto *mcp = std::get_if<McpMeta>(&envelope.meta());
    QString text;
    for (const Json block : mcp ? mcp->content.items() : Json().items()) {
        if (block.member("type"_L1).utf8() == "text")
            text = block.member("text"_L1).toString();
    }
    if (!mcp || text.isEmpty())
        return false;
    if (hasMemberInside(mcp->structuredContent, Json::string(text)))
        return true;
    const Result<Json> value = parseJson(text.toUtf8());
    return value
        && (hasMemberInside(mcp->structuredContent, *value)
            || hasMemberInside(*value, mcp->structuredContent));
}

RecognitionInput recognitionInput(
    const Outcome &outcome, const QString &operationId, const Json &outputSchema)
{
    RecognitionInput input;
    input.tool = OperationId::fromString(operationId).name;
    if (const auto *mcp = std::get_if<McpMeta>(&outcome.envelope.meta())) {
        input.result = {mcp->content, mcp->structuredContent, mcp->meta, mcp->isError};
        const bool isOdd = mcp->structuredContent.isAbsent() && !mcp->result.isAbsent();
        if (isOdd && !outcome.receivedData.isArray())
            input.result.other = outcome.receivedData;
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

//! Returns notes about harmless oddities of the envelope itself.
QList<RecognitionNote> notesOf(const ResponseEnvelope &envelope)
{
    RecognitionNotes notes;
    if (envelope.isLegacy)
        notes.add("response-envelope.legacy"_L1);
    if (!envelope.furtherMembers.isEmpty())
        notes.add("response-envelope.extra-keys"_L1, {{"keys"_L1, envelope.furtherMembers.join(u", "_s)}});
    const qsizetype reported = !envelope.isReceived() ? 0
                                                      : envelope.metaExtension(envelopeWarningsMark).size()
            + envelope.metaExtension(envelopeChangesMark).size();
    if (reported > 0)
        notes.add("response-envelope.reported"_L1, {{"n"_L1, QString::number(reported)}});
    return notes.take();
}

//! Returns \a options for \a outcome. Its structuredContent is null only if the revision of its server
//! permits that; otherwise the null counted as absent.
RecognitionOptions permitted(RecognitionOptions options, const Outcome &outcome)
{
    const auto *mcp = std::get_if<McpMeta>(&outcome.envelope.meta());
    if (mcp && mcp->structuredContent.isNull() && outcome.receivedData.isNull())
        options.anyJsonStructured = true;
    return options;
}

Recognition recognised(
    const RecognitionInput &input, const Outcome &outcome, const RecognitionOptions &options)
{
    Recognition recognition = recognise(input, permitted(options, outcome));
    if (outcome.envelope.isClaimed) {
        RecognitionNotes claim;
        claim.add("response-envelope.claimed"_L1, {{"s"_L1, QString(outcome.envelope.source())}});
        recognition.notes += claim.take();
    }
    return recognition;
}

//! Returns the diagnoses about the fit of the received data to the schema, then those from the recognition.
QList<Diagnosis> diagnosesOf(const Outcome &outcome, const QString &operationId, const PreparedSchema &schema,
    const FoundErrors &errors, const RecognitionInput &input, const Recognition &recognition,
    const std::optional<SeenEnvelope> &seen)
{
    QList<Diagnosis> all;
    if (errors && !errors->isEmpty()) {
        const RefusedValue refused = refusedValue(outcome, *errors, operationId);
        all = explainFit(refused, schema, recognition);
        // A filled default is not a fault, except where other clients refuse the result.
        if (!outcome.changes.isEmpty() && !schemaIsBroken(outcome)
            && refused.origin != RefusedValue::Origin::StructuredContent) {
            for (Diagnosis &diagnosis : all) {
                if (diagnosis.code == "schema.mismatch"_L1)
                    diagnosis.severity = Diagnosis::Severity::Info;
            }
        }
    }
    return all + explainNotes(input, recognition, seen);
}

constexpr qsizetype maxThrownWords = 4096; // a message must stay short

//! Returns the error for a failure that a tool reported. If a foreign envelope carries the failure, code and
//! message come from that envelope, and details.error holds all of it. \source core/envelope/README.md 2
Error toolFailure(
    const ResponseEnvelope &envelope, const QString &operationId, const Recognition &recognition)
{
    constexpr qsizetype maxCode = 100;
    const OperationId id = OperationId::fromString(operationId);
    const bool isInEnvelope = recognition.error && recognition.kind != "none"_L1;
    QStringList texts;
    if (isInEnvelope) {
        texts.append(recognition.error->message);
    } else if (const auto *mcp = std::get_if<McpMeta>(&envelope.meta())) {
        for (const Json block : mcp->content.items()) {
            if (block.member("type"_L1).utf8() == "text")
                texts.append(block.member("text"_L1).toString());
        }
    }
    Error error{.kind = ErrorKind::Remote, .code = ErrorCode::executionError};
    if (isInEnvelope && (recognition.error->code.isString() || recognition.error->code.isNumber())) {
        const Json &code = recognition.error->code;
        error.code =
            (code.isString() ? code.toString() : QString::fromLatin1(code.numberText())).left(maxCode);
    }
    error.message =
        u"MCP tool %1 returned error: %2"_s.arg(operationId, texts.join(u"; "_s).left(maxThrownWords));
    error.details = Json::object({{u"toolName"_s, Json::string(id.name)},
        {u"serverName"_s, Json::string(id.nameSpace)}, {u"isError"_s, Json::boolean(true)},
        {u"error"_s, isInEnvelope ? toJson(*recognition.error) : Json()}});
    return error;
}

//! Returns the choice in the member \a name: Choice{} for the word \a first, Choice{1} for \a second. Nothing
//! if the member is missing.
template <typename Choice>
Result<std::optional<Choice>> choiceAt(
    const Json &settings, QLatin1StringView name, QLatin1StringView first, QLatin1StringView second)
{
    const Json value = settings.member(name);
    if (value.isAbsent() || value.isNull())
        return std::nullopt;
    for (const auto &[word, choice] : {std::pair{first, Choice{}}, std::pair{second, Choice{1}}}) {
        if (value.isString() && value.toString() == word)
            return choice;
    }
    return std::unexpected(Error{ErrorKind::Usage, u"source.settings"_s,
        u"Setting \"%1\": expected %2 or %3."_s.arg(name, first, second)});
}

} // namespace

const ResponseEnvelope *envelopeOf(const HandlerResult &result)
{
    if (const auto *described = std::get_if<DescribedEnvelope>(&result))
        return &described->envelope;
    return std::get_if<ResponseEnvelope>(&result);
}

static Result<Outcome> runWith(HandlerResult result, const QString &operationId,
    const PreparedSchema &outputSchema, const PipelineOptions &options)
{
    const auto *described = std::get_if<DescribedEnvelope>(&result);
    const QList<Warning> received = described ? described->warnings : QList<Warning>();
    const QList<RecognitionNote> notes = described ? described->notes : QList<RecognitionNote>();
    const Json beside = described ? described->beside : Json();
    Outcome outcome{wrapped(std::move(result), operationId), {}, {}, 0, {}, {}};
    outcome.receivedData = outcome.envelope.data;
    if (options.throwErrors && outcome.envelope.isError()) {
        return std::unexpected(toolFailure(outcome.envelope, operationId,
            recognise(recognitionInput(outcome, operationId, outputSchema.schema), options.recognition)));
    }
    outcome.notes = notes + notesOf(outcome.envelope);
    outcome.beside = beside;
    Warnings warnings(outcome, options.maxWarnings);
    for (const Warning &warning : received)
        warnings.add(warning);
    judgeMeta(outcome.envelope, warnings);
    FoundErrors errors;
    const Result<void> judged =
        normaliseAndJudge(outcome, warnings, operationId, outputSchema, options, errors);
    if (!judged)
        return std::unexpected(judged.error());
    addReported(outcome, warnings, options.maxWarnings);
    if (options.recognise) {
        RecognitionInput input = recognitionInput(outcome, operationId, outputSchema.schema);
        input.prepared = std::shared_ptr<const PreparedSchema>(std::shared_ptr<void>(), &outputSchema);
        if (errors)
            input.structuredErrors = errors->size();
        outcome.recognition =
            std::make_shared<const Recognition>(recognised(input, outcome, options.recognition));
        outcome.diagnoses = diagnosesOf(
            outcome, operationId, outputSchema, errors, input, *outcome.recognition, options.seenEnvelope);
        for (const RecognitionNote &note : outcome.recognition->notes) {
            if (note.code != "text.differs-from-structured"_L1)
                continue;
            if (textIsPart(outcome.envelope))
                outcome.diagnoses.removeIf([&note](const Diagnosis &one) { return one.code == note.code; });
            else
                warnings.add({{}, note.message, u"mismatch"_s, {}});
        }
    }
    return outcome;
}

Result<Outcome> runPipeline(HandlerResult result, const QString &operationId, const PreparedSchema &declared,
    const PipelineOptions &options)
{
    const auto *described = std::get_if<DescribedEnvelope>(&result);
    const std::shared_ptr<const PreparedSchema> own = described ? described->schema : nullptr;
    if (!own)
        return runWith(std::move(result), operationId, declared, options);
    std::optional<Result<Outcome>> outcome;
    withSufficientSchema(*own, described->envelope.data, [&](const PreparedSchema &schema) {
        outcome = runWith(std::move(result), operationId, schema, options);
    });
    return *std::move(outcome);
}

Recognition recogniseAgain(const Outcome &outcome, const QString &operationId, const Json &outputSchema,
    const RecognitionOptions &options)
{
    return recognised(recognitionInput(outcome, operationId, outputSchema), outcome, options);
}

QList<RecognitionNote> notesOf(const Outcome &outcome)
{
    return outcome.notes + (outcome.recognition ? outcome.recognition->notes : QList<RecognitionNote>());
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
    return diagnosesOf(
        item, operationId, outputSchema, errors, input, recognise(input, permitted({}, item)), {});
}

ResultReading ResultReading::orElse(const ResultReading &fallback) const
{
    return {jsonInText ? jsonInText : fallback.jsonInText, isError ? isError : fallback.isError};
}

Result<ResultReading> resultReading(const Json &settings)
{
    const auto text = choiceAt<ResultReading::JsonInText>(settings, "jsonInText"_L1, "open"_L1, "keep"_L1);
    if (!text)
        return std::unexpected(text.error());
    const auto isError = choiceAt<ResultReading::IsError>(settings, "isError"_L1, "keep"_L1, "throw"_L1);
    if (!isError)
        return std::unexpected(isError.error());
    return ResultReading{*text, *isError};
}

Json withReadingSettings(const Json &settingsSchema)
{
    static const Json further = jsonLiteral(R"({
        "jsonInText": {"type": "string", "title": "JSON in text results", "default": "open", "enum": ["open", "keep"],
                       "description": "A result that has its JSON only in a text is opened for the view, or left as text"},
        "isError": {"type": "string", "title": "Failed tool results", "default": "keep", "enum": ["keep", "throw"],
                    "description": "A result that reports a failure is kept as a result, or becomes the failure of the call"}
    })");
    Json properties = settingsSchema.member("properties"_L1);
    for (const Json::Members::Entry entry : further.members())
        properties = withMember(properties, entry.key(), entry.value());
    return withMember(settingsSchema, u"properties", properties);
}

} // namespace Workbench
