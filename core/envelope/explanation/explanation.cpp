// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/explanation/explanation.h"

#include "core/base/visibletext.h"
#include "core/envelope/explanation/foreignenvelope.h"
#include "core/envelope/explanation/recogniser_p.h"
#include "core/json/jsondiff.h"
#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "core/schema/preparedschema.h"

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxPlacesTold = 8;
constexpr qsizetype maxNodesCompared = 20'000; // of two values together, to find their differences

struct NoteContext {
    const RecognitionInput &input;
    const Recognition &recognition;
    const std::optional<SeenEnvelope> &seen;

    bool has(QLatin1StringView code) const
    {
        return std::ranges::contains(recognition.notes, code, &RecognitionNote::code);
    }
    //! Returns the text of the refusal.
    QString refusal() const { return recognition.error ? recognition.error->message : QString(); }
};

QString textOf(const Json &block)
{
    return block.member("type"_L1).utf8() == "text" ? block.member("text"_L1).toString() : QString();
}

Json blockWithText(const Json &content, QLatin1StringView holding, qsizetype *index)
{
    qsizetype at = 0;
    for (const Json &block : content.items()) {
        if (!textOf(block).isEmpty() && textOf(block).contains(holding)) {
            *index = at;
            return block.member("text"_L1);
        }
        ++at;
    }
    return {};
}

//! Returns the result for display. A value that was received in place of a result is shown unchanged, as the
//! result or as its content.
Json callToolResult(const ToolResultParts &parts)
{
    if (parts.other.isObject())
        return parts.other;
    if (!parts.other.isAbsent())
        return Json::object({{u"content"_s, parts.other}});
    return Json::object({{u"content"_s, parts.content}, {u"structuredContent"_s, parts.structuredContent},
        {u"_meta"_s, parts.meta}, {u"isError"_s, parts.isFlagged ? Json::boolean(true) : Json()}});
}

// Each of the following functions fills in the places for one kind of fault: the received value and the
// declaration that it contradicts.

void placeIssues(Diagnosis &diagnosis, const QList<RefusalIssue> &issues, const QString &failingText)
{
    QList<Json> told;
    for (const RefusalIssue &issue : issues) {
        diagnosis.failingPointers.append(JsonPointer::child({}, told.size()));
        told.append(Json::string(issue.text()));
    }
    diagnosis.received = u"the issues in the refusal"_s;
    diagnosis.subject = Json::array(told);
    diagnosis.failingText = failingText;
}

void placeQuotation(Diagnosis &diagnosis, const NoteContext &context, const QString &failingText)
{
    diagnosis.received = u"the refusal"_s;
    diagnosis.subject = Json::string(context.refusal());
    diagnosis.failingPointers = {QString()};
    diagnosis.failingText = failingText;
}

void placeRefusal(Diagnosis &diagnosis, const NoteContext &context)
{
    const std::optional<UnifiedError> &error = context.recognition.error;
    const QString text = error ? refusalText(error->code, error->message) : QString();
    const QList<RefusalIssue> issues = refusalIssues(text, maxPlacesTold);
    placeIssues(diagnosis, issues, u"the server did not send the refused value itself"_s);
    for (const RefusalIssue &issue : issues) {
        const QString pointer = declaringPointer(issue, context.input.outputSchema);
        if (!pointer.isEmpty() && !diagnosis.schemaPointers.contains(pointer))
            diagnosis.schemaPointers.append(pointer);
    }
    QStringList forNone;
    if (issues.size() == 1)
        forNone = placesForNone(issues.first().message, context.input.outputSchema);
    diagnosis.schemaPointers += forNone.first(qMin(forNone.size(), maxPlacesTold));
    if (context.input.outputSchema.isAbsent())
        return;
    diagnosis.declared = u"outputSchema"_s;
    diagnosis.schemaText = diagnosis.schemaPointers.isEmpty()
        ? u"the schema that the result was checked against"_s
        : forNone.isEmpty() ? u"not met by the result"_s
                            : u"the value was null, but the schema does not allow null"_s;
}

//! The refusal lists violations of the protocol, so the declared schema is not shown.
void placeListed(Diagnosis &diagnosis, const NoteContext &context)
{
    placeIssues(diagnosis, refusalIssues(context.refusal(), maxPlacesTold),
        u"the server sent something that MCP does not allow here"_s);
}

void placeDialect(Diagnosis &diagnosis, const NoteContext &context)
{
    placeQuotation(diagnosis, context, u"the client does not support this dialect"_s);
    diagnosis.declared = u"outputSchema"_s;
    diagnosis.schemaPointers = {u"/$schema"_s};
    diagnosis.schemaText = u"names the dialect"_s;
}

void placeMissing(Diagnosis &diagnosis, const NoteContext &context)
{
    diagnosis.received = u"the result"_s;
    diagnosis.subject = callToolResult(context.input.result);
    diagnosis.failingPointers = {QString()};
    diagnosis.failingText = u"structuredContent is missing here"_s;
    if (context.has("schema.text-matches"_L1)) {
        diagnosis.validPointer = u"/content"_s;
        diagnosis.validText = u"the JSON in its text is what the schema declares"_s;
    }
    diagnosis.declared = u"outputSchema"_s;
    diagnosis.schemaText = u"a result without structuredContent cannot meet it"_s;
}

//! There was no structured content; only the text of the refusal is known.
void placeNothing(Diagnosis &diagnosis, const NoteContext &context)
{
    placeQuotation(diagnosis, context, u"only this text was received"_s);
    if (context.input.outputSchema.isAbsent())
        return;
    diagnosis.declared = u"outputSchema"_s;
    diagnosis.schemaText = u"a result without structuredContent cannot meet it"_s;
}

void placeDifference(Diagnosis &diagnosis, const NoteContext &context)
{
    const Json structured = context.input.result.structuredContent;
    Json written;
    for (const Json &block : context.input.result.content.items()) {
        if (const QString text = textOf(block); written.isAbsent() && !text.isEmpty())
            written = parseJson(text.toUtf8()).value_or(Json());
    }
    diagnosis.received = u"structuredContent"_s;
    diagnosis.subject = structured;
    diagnosis.failingText = u"the text says something else here"_s;
    if (written.isAbsent())
        return;
    diagnosis.declared = u"the text"_s;
    diagnosis.counterpart = written;
    diagnosis.schemaText = u"structuredContent says something else here"_s;
    if (structured.nodeCount() + written.nodeCount() > maxNodesCompared)
        return;
    const Result<JsonDiff> diff = diffJson(structured, written);
    for (qsizetype i = 0; diff && i < qMin(diff->size(), maxPlacesTold); ++i) {
        const JsonChange change = diff->at(i);
        if (!change.before.isAbsent())
            diagnosis.failingPointers.append(change.from.isEmpty() ? change.pointer : change.from);
        if (!change.after.isAbsent())
            diagnosis.schemaPointers.append(change.pointer);
    }
}

void placeContradiction(Diagnosis &diagnosis, const NoteContext &context)
{
    const auto layer = std::ranges::find(context.recognition.layers, false, &EnvelopeLayer::isCarrier);
    if (layer == context.recognition.layers.end())
        return;
    diagnosis.received = withLayerNames(u"the %1 envelope"_s.arg(layer->kind));
    diagnosis.subject = layer->outside;
    for (const QLatin1StringView name : {"ok"_L1, "success"_L1, "status"_L1, "isError"_L1, "error"_L1}) {
        if (diagnosis.failingPointers.isEmpty() && layer->outside.hasMember(name))
            diagnosis.failingPointers = {JsonPointer::child({}, name.toString())};
    }
    const bool isFlagged = context.input.result.isFlagged;
    diagnosis.failingText = isFlagged ? u"reports success"_s : u"reports a failure"_s;
    diagnosis.declared = u"the result around it"_s;
    diagnosis.counterpart = Json::object({{u"isError"_s, Json::boolean(isFlagged)}});
    diagnosis.schemaPointers = {u"/isError"_s};
    diagnosis.schemaText = isFlagged ? u"says that the call failed"_s : u"says that the call succeeded"_s;
}

void placeBlock(Diagnosis &diagnosis, const NoteContext &context)
{
    qsizetype index = 0;
    diagnosis.subject = blockWithText(context.input.result.content, "__ENVELOPE_V"_L1, &index);
    diagnosis.received = u"content[%1].text"_s.arg(index);
    diagnosis.failingPointers = {QString()};
    diagnosis.failingText = u"the envelope is in this block"_s;
}

//! A fault that is explained. To explain another fault, add a row.
struct Explained {
    QLatin1StringView code;
    QLatin1StringView title;
    void (*place)(Diagnosis &, const NoteContext &);
    //! Placeholders: %1 is the shape of the declared schema, %2 the member of an envelope with the data, %3
    //! the pseudo-code schema of the envelope.
    std::array<std::pair<QLatin1StringView, QLatin1StringView>, 3> fixes; //!< an empty title ends the list
};

constexpr std::pair returnDeclared{
    "Return what the schema declares"_L1, "return { structuredContent: %1 }"_L1};
constexpr std::pair declareReturned{
    "Or declare what the tool returns"_L1, "outputSchema: the schema of its result"_L1};
constexpr std::pair addStructured{"Return the value as structuredContent as well"_L1,
    "return { content: [text], structuredContent: value }"_L1};
constexpr std::pair returnBare{
    "Return the bare data as structuredContent"_L1, "return { structuredContent: result.%2 }"_L1};
constexpr std::pair declareEnvelope{"Or declare a schema for the whole envelope"_L1, "outputSchema: %3"_L1};
constexpr std::pair sayFailure{"Mark the result as failed"_L1, "return { isError: true, content }"_L1};
constexpr std::pair saySuccess{
    "Set isError to match the envelope"_L1, "isError: !result.ok, from the envelope itself"_L1};
constexpr std::pair writeSame{"Write the same value into the text"_L1,
    "content: [{ type: \"text\", text: JSON.stringify(structuredContent) }]"_L1};
constexpr std::pair writeBlock{
    "Rewrite the block"_L1, "\"__ENVELOPE_V1__:\" + base64(utf8(JSON.stringify({ payload, meta })))"_L1};
constexpr std::pair structureIt{"Or return the value as structuredContent"_L1,
    "return { content: [text], structuredContent: payload }"_L1};

constexpr std::pair returnResult{"Return a result of MCP"_L1,
    "return { content: [{ type: \"text\", text }], structuredContent: value }"_L1};
constexpr std::pair declareDialect{
    "Declare JSON Schema 2020-12"_L1, "\"$schema\": \"https://json-schema.org/draft/2020-12/schema\""_L1};
constexpr std::pair declareNoDialect{"Or name no dialect; 2020-12 is the default"_L1, "outputSchema: %1"_L1};
constexpr std::pair correctDefinition{
    "Correct the definition that is named"_L1, "{ name, description, inputSchema: { type: \"object\" } }"_L1};

constexpr std::array explainedNotes = std::to_array<Explained>({
    {"schema.server-rejected-own-output"_L1, "The server refused its own result"_L1, placeRefusal,
        {returnDeclared, declareReturned}},
    {"schema.client-rejected-result"_L1, "A client on the way refused the result"_L1, placeRefusal,
        {returnDeclared, declareReturned}},
    {"result.client-rejected-form"_L1,
        "A client on the way refused the result: it is not a valid MCP result"_L1, placeListed,
        {returnResult}},
    {"schema.client-rejected-dialect"_L1, "A client does not know the dialect of the output schema"_L1,
        placeDialect, {declareDialect, declareNoDialect}},
    {"list.client-rejected"_L1, "A client on the way refused the list"_L1, placeListed, {correctDefinition}},
    {"schema.server-output-missing"_L1, "The server refused its own result: it has no structuredContent"_L1,
        placeNothing, {addStructured, declareNoSchema}},
    {"schema.client-output-missing"_L1,
        "A client on the way refused the result: it has no structuredContent"_L1, placeNothing,
        {addStructured, declareNoSchema}},
    {"schema.missing-structured-content"_L1, "A schema is declared, but there is no structuredContent"_L1,
        placeMissing, {addStructured, declareNoSchema}},
    {"text.differs-from-structured"_L1, "The text and structuredContent differ"_L1, placeDifference,
        {writeSame}},
    {"tool-envelope.differs-from-structured"_L1, "The envelope block and structuredContent differ"_L1,
        placeBlock, {structureIt}},
    {"tool-envelope.error-without-isError"_L1, "The envelope reports a failure, the result does not"_L1,
        placeContradiction, {sayFailure}},
    {"envelope.error-without-isError"_L1, "The envelope reports a failure, the result does not"_L1,
        placeContradiction, {sayFailure}},
    {"envelope.contradicts-isError"_L1, "The result is marked as failed, its envelope reports success"_L1,
        placeContradiction, {saySuccess}},
    {"tool-envelope.empty"_L1, "The envelope block is empty"_L1, placeBlock, {writeBlock, structureIt}},
    {"tool-envelope.bad-base64"_L1, "The envelope block cannot be decoded"_L1, placeBlock,
        {writeBlock, structureIt}},
    {"tool-envelope.bad-utf8"_L1, "The envelope block cannot be decoded"_L1, placeBlock,
        {writeBlock, structureIt}},
    {"tool-envelope.truncated"_L1, "The envelope block was cut off"_L1, placeBlock,
        {writeBlock, structureIt}},
    {"tool-envelope.bad-json"_L1, "The envelope block is not JSON"_L1, placeBlock, {writeBlock, structureIt}},
    {"tool-envelope.bad-shape"_L1, "The envelope block holds no envelope"_L1, placeBlock,
        {writeBlock, structureIt}},
    {"tool-envelope.missing-payload"_L1, "The envelope block holds no payload"_L1, placeBlock,
        {writeBlock, structureIt}},
    {"tool-envelope.unsupported-version"_L1, "The version of the envelope is not known"_L1, placeBlock,
        {writeBlock}},
});

//! Returns the text of a note with layer names, without its last part "Server fix: …", which the fixes cover.
QString causeOf(const QString &message)
{
    const qsizetype fix = message.indexOf(" Server fix:"_L1);
    return withLayerNames(fix < 0 ? message : message.first(fix));
}

Diagnosis explained(const Explained &row, const RecognitionNote &note, const NoteContext &context)
{
    Diagnosis diagnosis;
    diagnosis.code = QString(row.code);
    diagnosis.severity = note.severity;
    diagnosis.message = note.message;
    diagnosis.title = QString(row.title);
    diagnosis.cause = causeOf(note.message);
    row.place(diagnosis, context);
    auto fixes = row.fixes;
    if (row.place == placeRefusal) {
        for (const RecognitionNote &other : context.recognition.notes) {
            if (other.code != "schema.likely-envelope"_L1)
                continue;
            diagnosis.title += u": most likely, an envelope is around the data"_s;
            diagnosis.cause += u' ' + causeOf(other.message);
            if (context.seen)
                diagnosis.cause += u' ' + hintOf(*context.seen);
            fixes = {returnBare, declareEnvelope, declareNoSchema};
        }
    }
    const EnvelopeForm &form =
        (context.seen ? context.seen->envelope : findForeignEnvelope("alpha"_L1))->form;
    const QString data = shapeText(context.input.outputSchema);
    for (const auto &[title, code] : fixes) {
        if (title.isEmpty())
            continue;
        QString line(code);
        line.replace("%2"_L1, form.inside)
            .replace("%3"_L1, form.declaration.toString())
            .replace("%1"_L1, data);
        diagnosis.fixes.append({QString(title), line});
    }
    return diagnosis;
}

bool isAboutFit(QAnyStringView code)
{
    return code == "schema.mismatch"_L1 || code == "schema.describes-data-not-envelope"_L1
        || code == "schema.describes-envelope-not-data"_L1;
}

//! Returns the pointer to the innermost data. Returns nothing if a layer is not a member of the layer around
//! it.
std::optional<QString> pointerOfData(const Recognition &recognition)
{
    QString pointer;
    for (qsizetype i = 0; i < recognition.layers.size(); ++i) {
        const Json &outside = recognition.layers.at(i).outside;
        const Json inside =
            i + 1 < recognition.layers.size() ? recognition.layers.at(i + 1).outside : recognition.data;
        qsizetype at = 0;
        while (
            outside.isObject() && at < outside.size() && outside.at(at).nodeAddress() != inside.nodeAddress())
            ++at;
        if (!outside.isObject() || at == outside.size())
            return {};
        pointer = JsonPointer::child(pointer, outside.keyAt(at));
    }
    return pointer;
}

//! Handles several layers around the data that the schema describes.
void placeInnermost(
    Diagnosis &diagnosis, const RecognitionNote &note, const Recognition &recognition, const Json &schema)
{
    diagnosis.code = QString(note.code);
    diagnosis.title = u"The schema describes the data; the server sent the envelopes around it"_s;
    diagnosis.cause = causeOf(note.message);
    diagnosis.envelope = layerName(recognition.kind);
    diagnosis.validPointer = pointerOfData(recognition);
    QString returned = u"data"_s;
    if (diagnosis.validPointer) {
        diagnosis.validText = *diagnosis.validPointer + u" is valid"_s;
        returned = u"result."_s + JsonPointer::tokens(*diagnosis.validPointer).join(u'.');
    }
    diagnosis.fixes = {
        {u"Return the bare data as structuredContent"_s, u"return { structuredContent: %1 }"_s.arg(returned)},
        {u"Or declare a schema for the whole envelope"_s,
            u"outputSchema: the schema of the whole, with %1 inside"_s.arg(shapeText(schema))},
        {QString(declareNoSchema.first), QString(declareNoSchema.second)}};
}

void putWorstFirst(QList<Diagnosis> &diagnoses)
{
    std::ranges::stable_sort(diagnoses, {}, &Diagnosis::severity);
}

} // namespace

std::optional<SeenEnvelope> seenEnvelope(const QString &operation, const Recognition &recognition)
{
    const auto layer = std::ranges::find(recognition.layers, false, &EnvelopeLayer::isCarrier);
    if (layer == recognition.layers.end() || layer->kind == toolEnvelopeKind)
        return {}; // a ToolEnvelope is in a block of its own, not around structured content
    const ForeignEnvelope *found = nullptr;
    for (const ForeignEnvelope &envelope : foreignEnvelopes()) {
        if (envelope.name == layer->kind && !envelope.form.members.isEmpty()
            && (!found || layer->outside.hasMember(envelope.form.inside)))
            found = &envelope;
    }
    return found ? std::optional(SeenEnvelope{operation, found}) : std::nullopt;
}

QString hintOf(const SeenEnvelope &seen)
{
    return u"Another tool of this server, \"%1\", declares no output schema and wraps its results in %2."_s
        .arg(visibleText(seen.operation), QString(seen.envelope->form.members));
}

bool isToldBy(const QList<Diagnosis> &diagnoses, const RecognitionNote &note)
{
    const auto tells = [&note](const Diagnosis &diagnosis) {
        return diagnosis.code == note.code || (isAboutFit(note.code) && isAboutFit(diagnosis.code))
            || (note.code == "schema.likely-envelope"_L1
                && diagnosis.code.endsWith("-rejected-own-output"_L1))
            || (note.code == "schema.likely-envelope"_L1 && diagnosis.code.endsWith("-rejected-result"_L1));
    };
    return std::ranges::any_of(diagnoses, tells);
}

QList<Diagnosis> explainFit(
    const RefusedValue &refused, const PreparedSchema &schema, const Recognition &recognition)
{
    if (const QList<Diagnosis> found = diagnoseMismatch(refused, schema); !found.isEmpty())
        return found;
    const auto has = [&recognition](QLatin1StringView code) {
        return std::ranges::find(recognition.notes, code, &RecognitionNote::code);
    };
    if (has("schema.error-result-not-validated"_L1) != recognition.notes.end())
        return {};
    const auto mismatch = has("schema.mismatch"_L1);
    Diagnosis plain =
        plainMismatch(refused, schema, mismatch == recognition.notes.end() ? QString() : mismatch->message);
    if (const auto note = has("schema.describes-data-not-envelope"_L1); note != recognition.notes.end()) {
        plain.message = note->message;
        placeInnermost(plain, *note, recognition, schema.schema);
    }
    return {plain};
}

QList<Diagnosis> explainNotes(
    const RecognitionInput &input, const Recognition &recognition, const std::optional<SeenEnvelope> &seen)
{
    QList<Diagnosis> all;
    const NoteContext context{input, recognition, seen};
    for (const RecognitionNote &note : recognition.notes) {
        const auto row = std::ranges::find(explainedNotes, note.code, &Explained::code);
        if (row != explainedNotes.end() && !std::ranges::contains(all, note.code, &Diagnosis::code))
            all.append(explained(*row, note, context));
    }
    putWorstFirst(all);
    return all;
}

QList<Diagnosis> explain(
    const RecognitionInput &input, const Recognition &recognition, const std::optional<SeenEnvelope> &seen)
{
    QList<Diagnosis> all;
    const auto fits = [](const RecognitionNote &note) { return !isAboutFit(note.code); };
    const Json &value = input.result.structuredContent;
    if (!std::ranges::all_of(recognition.notes, fits) && !value.isAbsent()) {
        const std::shared_ptr<const PreparedSchema> schema =
            input.prepared ? input.prepared : prepareSchema(input.outputSchema);
        if (schema->validator) {
            all = explainFit({.value = value,
                                 .errors = schema->validator->validate(value).errors,
                                 .operation = input.tool.isEmpty() ? u"?"_s : visibleText(input.tool)},
                *schema, recognition);
        }
    }
    all += explainNotes(input, recognition, seen);
    for (Diagnosis &diagnosis : all)
        diagnosis.cause = withLayerNames(diagnosis.cause);
    putWorstFirst(all);
    return all;
}

RecognitionInput inspectable(const Error &error, const QString &tool, const Json &outputSchema)
{
    // The text that toolFailure() writes when a flagged result becomes the failure of the call.
    constexpr QLatin1StringView thrown{" returned error: "};
    RecognitionInput input;
    input.form = RecognitionInput::Form::Error;
    input.value = error.details;
    if (!error.details.hasMember("message"_L1)) {
        QString message = error.message;
        if (const qsizetype at = message.indexOf(thrown); at >= 0 && error.details.hasMember("isError"_L1))
            message = message.sliced(at + thrown.size());
        input.value =
            Json::object({{u"code"_s, Json::string(error.code)}, {u"message"_s, Json::string(message)}});
    }
    input.tool = tool;
    input.outputSchema = outputSchema;
    return input;
}

FailureExplanation explainFailure(const Error &error, const QString &tool, const Json &outputSchema,
    const std::optional<SeenEnvelope> &seen)
{
    if (error.kind != ErrorKind::Remote)
        return {};
    const RecognitionInput input = inspectable(error, tool, outputSchema);
    const Recognition recognition = recognise(input);
    return {explainNotes(input, recognition, seen), recognition.notes};
}

} // namespace Workbench
