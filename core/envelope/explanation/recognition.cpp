// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/explanation/recognition.h"

#include "core/envelope/explanation/recogniser_p.h"
#include "core/json/jsontexts.h"

#include <algorithm>
#include <array>
#include <limits>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Json textJson(QLatin1StringView text)
{
    return Json::string(QString(text));
}

struct LayerName {
    QLatin1StringView kind;
    QLatin1StringView name;
};

constexpr std::array knownLayers{
    LayerName{"json-text"_L1, "JSON in text"_L1},
    LayerName{"fenced-json"_L1, "JSON in a fence"_L1},
    LayerName{"untrusted-fence"_L1, "untrusted text"_L1},
    LayerName{"double-encoded-json"_L1, "JSON in a string"_L1},
    LayerName{"response-envelope"_L1, "{data, meta}"_L1},
    LayerName{"jsonrpc"_L1, "JSON-RPC"_L1},
    LayerName{"tool-envelope"_L1, "ToolEnvelope"_L1},
    LayerName{"result-wrapper"_L1, "{result}"_L1},
    LayerName{"alpha"_L1, "{ok, data}"_L1},
    LayerName{"jsend"_L1, "JSend"_L1},
    LayerName{"success-flag"_L1, "{success, data}"_L1},
    LayerName{"call-tool-result"_L1, "tool result"_L1},
    LayerName{"content-blocks"_L1, "content blocks"_L1},
    LayerName{"http-response"_L1, "HTTP response"_L1},
    LayerName{"json-api"_L1, "JSON:API"_L1},
    LayerName{"graphql"_L1, "GraphQL"_L1},
    LayerName{"problem-details"_L1, "problem details"_L1},
    LayerName{"data-error"_L1, "{data, error}"_L1},
    LayerName{"error-object"_L1, "{error}"_L1},
};

using Severity = Diagnosis::Severity;

struct NoteText {
    QLatin1StringView code;
    Severity severity;
    QLatin1StringView text;
};

// The texts are exactly those of the specification. \source core/envelope/explanation/README.md 9
constexpr std::array noteTexts = std::to_array<NoteText>({
    {"tool-envelope.unsupported-version"_L1, Severity::Warning,
        "ToolEnvelope version {v} is not supported (only version 1 is). Showing the readable text instead."_L1},
    {"tool-envelope.noncanonical-version"_L1, Severity::Info,
        "The envelope prefix spells its version as \"{tok}\"; read as version {v}."_L1},
    {"tool-envelope.version-conflict"_L1, Severity::Warning,
        "The envelope prefix says version {v}, its meta says version {m}."_L1},
    {"tool-envelope.bad-version-type"_L1, Severity::Warning,
        "meta.version of the envelope is {t}, not an integer; the prefix's version {v} is used."_L1},
    {"tool-envelope.empty"_L1, Severity::Error,
        "The envelope block has a prefix and nothing after it. Showing the readable text instead."_L1},
    {"tool-envelope.bad-base64"_L1, Severity::Error,
        "The envelope block is not base64: {why}. Showing the readable text instead."_L1},
    {"tool-envelope.base64-whitespace"_L1, Severity::Info,
        "The envelope's base64 contains whitespace; it was skipped."_L1},
    {"tool-envelope.base64-urlsafe"_L1, Severity::Info,
        "The envelope's base64 uses the URL-safe alphabet; it was accepted."_L1},
    {"tool-envelope.base64-unpadded"_L1, Severity::Info,
        "The envelope's base64 lacks its padding; it was accepted."_L1},
    {"tool-envelope.bad-utf8"_L1, Severity::Error,
        "The envelope block decodes to bytes that are not UTF-8 (first bad byte at {at}). Showing the readable text instead."_L1},
    {"tool-envelope.bom"_L1, Severity::Info,
        "The envelope's JSON starts with a byte order mark; it was skipped."_L1},
    {"tool-envelope.truncated"_L1, Severity::Error,
        "The envelope block decodes to JSON that stops before its end. Showing the readable text instead."_L1},
    {"tool-envelope.bad-json"_L1, Severity::Error,
        "The envelope block decodes to text that is not JSON. Showing the readable text instead."_L1},
    {"tool-envelope.bad-shape"_L1, Severity::Error,
        "The envelope must be a JSON object; it is {t}. Showing the readable text instead."_L1},
    {"tool-envelope.missing-payload"_L1, Severity::Error,
        "The envelope has no payload. Showing the readable text instead."_L1},
    {"tool-envelope.missing-meta"_L1, Severity::Warning,
        "The envelope has no meta object; the version of its prefix is used."_L1},
    {"tool-envelope.bad-meta"_L1, Severity::Info, "meta.{f} of the envelope should be {want}; it is {t}."_L1},
    {"tool-envelope.bad-timestamp"_L1, Severity::Info,
        "meta.ts of the envelope is not an ISO 8601 time: \"{ts}\"."_L1},
    {"tool-envelope.tool-differs"_L1, Severity::Info,
        "The envelope names the tool \"{a}\", the call was to \"{b}\"."_L1},
    {"tool-envelope.unexpected-index"_L1, Severity::Info,
        "The envelope is in content block {i}; block 1 is usual."_L1},
    {"tool-envelope.leading-whitespace"_L1, Severity::Info,
        "Whitespace precedes the envelope prefix; it was skipped."_L1},
    {"tool-envelope.merged-block"_L1, Severity::Warning,
        "The envelope shares content block {i} with other text; it was read from the line that starts with its prefix."_L1},
    {"tool-envelope.duplicate-block"_L1, Severity::Warning,
        "Content block {i} is a further envelope; the one in block {u} is used."_L1},
    {"tool-envelope.too-large"_L1, Severity::Warning,
        "The envelope block holds about {n} bytes, over the limit of {lim}. It was not decoded. Showing the readable text instead."_L1},
    {"tool-envelope.error-without-isError"_L1, Severity::Warning,
        "The envelope carries an error payload, but the result is not marked isError."_L1},
    {"tool-envelope.unknown-category"_L1, Severity::Info, "Unknown error category \"{c}\"."_L1},
    {"tool-envelope.deprecated-field"_L1, Severity::Info,
        "The producer marks {f} as deprecated; it goes away in version {v}."_L1},
    {"tool-envelope.differs-from-structured"_L1, Severity::Warning,
        "The envelope block and structuredContent carry different data; structuredContent is used."_L1},
    {"envelope.contradicts-isError"_L1, Severity::Warning,
        "The result is marked isError, but its {k} envelope reports success."_L1},
    {"envelope.error-without-isError"_L1, Severity::Warning,
        "The {k} envelope reports a failure, but the result is not marked isError."_L1},
    {"envelope.error-in-2xx"_L1, Severity::Warning,
        "The {k} envelope reports a failure, but the HTTP status is {s}."_L1},
    {"envelope.too-deep"_L1, Severity::Warning,
        "Envelopes are nested deeper than {n} layers; the rest is shown as data."_L1},
    {"envelope.maybe"_L1, Severity::Info, "This may be a {k} envelope; nothing was unwrapped."_L1},
    {"response-envelope.bad-meta"_L1, Severity::Warning,
        "meta.{f} of the {s} response should be {want}; it is {t}."_L1},
    {"response-envelope.extra-keys"_L1, Severity::Info,
        "The response envelope has further members: {keys}."_L1},
    {"response-envelope.unknown-source"_L1, Severity::Info,
        "The value looks like a response envelope, but its meta.source \"{s}\" is not local, http or mcp; it is shown as data."_L1},
    {"response-envelope.missing-data"_L1, Severity::Info,
        "The response envelope has no data member; the operation returned nothing."_L1},
    {"text.json-parsed"_L1, Severity::Info,
        "The result has no structuredContent; its text was read as JSON."_L1},
    {"text.fence-removed"_L1, Severity::Info,
        "The text's JSON stood between untrusted-data markers; the markers were removed for display."_L1},
    {"text.double-encoded"_L1, Severity::Info,
        "The text is a JSON string that itself holds JSON; both layers were decoded."_L1},
    {"text.truncated-json"_L1, Severity::Info,
        "The text starts like JSON but stops before its end; it is shown as text."_L1},
    {"text.multiple-json-blocks"_L1, Severity::Info,
        "{n} text blocks each hold JSON; they are shown as one list."_L1},
    {"text.differs-from-structured"_L1, Severity::Info,
        "The text block holds other JSON than structuredContent."_L1},
    // The next six are not part of the specification.
    {"received.json"_L1, Severity::Info, "JSON in the text: {what}"_L1},
    {"text.not-opened"_L1, Severity::Info,
        "The text looks like JSON and holds {n}, over the limit of {lim}; it is opened only on request."_L1},
    {"text.not-compared"_L1, Severity::Info,
        "The text looks like JSON and holds {n}, over the limit of {lim}; it was not compared with structuredContent."_L1},
    {"response-envelope.claimed"_L1, Severity::Info,
        "The meta (source {s}) is a claim of the server about this result; the workbench cannot verify it."_L1},
    {"response-envelope.reported"_L1, Severity::Info,
        "A hub on the way normalised this result and reported {n} of the warnings and changes."_L1},
    {"response-envelope.legacy"_L1, Severity::Info,
        "The peer sent a bare value where the call protocol expects an envelope; the meta was made here."_L1},
    {"schema.describes-data-not-envelope"_L1, Severity::Error,
        "The output schema of \"{tool}\" describes the data inside the {k} envelope, but structuredContent carries the whole envelope. The unwrapped data is valid. Server fix: declare a schema for the whole envelope, or return the bare data as structuredContent."_L1},
    {"schema.describes-envelope-not-data"_L1, Severity::Error,
        "The output schema of \"{tool}\" describes a {k} envelope, but structuredContent carries bare data. Wrapped in that envelope, the data would be valid. Server fix: wrap the result, or declare the schema of the data."_L1},
    {"schema.mismatch"_L1, Severity::Error,
        "structuredContent does not match the output schema of \"{tool}\": {n} {w}."_L1},
    {"schema.missing-structured-content"_L1, Severity::Error,
        "\"{tool}\" declares an output schema but returned no structuredContent."_L1},
    {"schema.text-matches"_L1, Severity::Info,
        "The JSON in its text does match the output schema. Server fix: return that value as structuredContent as well."_L1},
    {"schema.error-result-not-validated"_L1, Severity::Info,
        "Error results are not held to the output schema. Some clients refuse this result with -32602 all the same, because its structuredContent does not match."_L1},
    {"schema.server-rejected-own-output"_L1, Severity::Error,
        "The server refused its own result for \"{tool}\": it does not match the output schema that the tool declares. The fault is in the server, not in the arguments."_L1},
    {"schema.server-output-missing"_L1, Severity::Error,
        "The server refused its own result for \"{tool}\": the tool declares an output schema but produced no structured content. The fault is in the server, not in the arguments."_L1},
    {"schema.client-rejected-result"_L1, Severity::Error,
        "A client library on the way refused the result of \"{tool}\": it does not match the output schema that the tool declares. The fault is in the server, not in the arguments."_L1},
    // The next three are not part of the specification.
    {"result.client-rejected-form"_L1, Severity::Error,
        "A client library on the way refused the result of \"{tool}\": it is not a valid MCP result. The fault is in the server, not in the arguments."_L1},
    {"schema.client-rejected-dialect"_L1, Severity::Error,
        "A client library on the way cannot use the output schema of \"{tool}\": it does not know the dialect that $schema names. The result itself may be valid."_L1},
    {"list.client-rejected"_L1, Severity::Error,
        "A client library on the way refused a whole list of the server, because a definition in it is not valid MCP. The fault is in the server."_L1},
    {"schema.client-output-missing"_L1, Severity::Error,
        "A client library on the way refused the result of \"{tool}\": the tool declares an output schema but returned no structured content. The fault is in the server, not in the arguments."_L1},
    {"graphql.partial"_L1, Severity::Warning,
        "The GraphQL response holds data and {n} {w}; the data may be incomplete."_L1},
    {"schema.likely-envelope"_L1, Severity::Info,
        "Every property that the schema requires is reported missing at once, which is typical of a result wrapped in an envelope while the schema describes the data inside it. Server fix: declare a schema for the whole envelope, or return the bare data as structuredContent."_L1},
    {"call.invalid-arguments"_L1, Severity::Error, "The server refused the arguments of \"{tool}\"."_L1},
    {"call.unknown-tool"_L1, Severity::Error, "The server does not know the tool \"{tool}\"."_L1},
});

const NoteText &textOf(QLatin1StringView code)
{
    const auto found = std::ranges::find(noteTexts, code, &NoteText::code);
    Q_ASSERT(found != noteTexts.end());
    return *found;
}

//! Replaces the names in one pass, so that braces in a value stay plain text.
QString filled(QLatin1StringView text, std::initializer_list<RecognitionNotes::Value> values)
{
    QString out;
    qsizetype at = 0;
    while (at < text.size()) {
        const qsizetype open = text.indexOf(u'{', at);
        const qsizetype close = open < 0 ? -1 : text.indexOf(u'}', open);
        if (close < 0)
            break;
        out += text.sliced(at, open - at);
        const QLatin1StringView name = text.sliced(open + 1, close - open - 1);
        const auto value = std::ranges::find(values, name, &RecognitionNotes::Value::name);
        Q_ASSERT(value != values.end());
        out += value->text;
        at = close + 1;
    }
    out += text.sliced(at);
    return out;
}

} // namespace

QLatin1StringView confidenceName(Confidence confidence)
{
    static constexpr std::array names{"none"_L1, "strong"_L1, "certain"_L1};
    return names.at(size_t(confidence)); // in the order of Confidence
}

ToolResultParts ToolResultParts::of(const Json &callToolResult)
{
    const Json content = callToolResult.member("content"_L1);
    const Json structured = callToolResult.member("structuredContent"_L1);
    ToolResultParts parts{content, structured, callToolResult.member("_meta"_L1),
        callToolResult.member("isError"_L1).toBoolean()};
    if (!content.isArray() && (structured.isAbsent() || structured.isNull()))
        parts.other = content.isAbsent() || content.isNull() ? callToolResult : content;
    return parts;
}

RecognitionOptions RecognitionOptions::within(const Limits &limits)
{
    RecognitionOptions options;
    options.maxEnvelopeBytes = limits.envelopeBlockBytes;
    options.maxTextBytes = limits.envelopeTextBytes;
    return options;
}

RecognitionOptions RecognitionOptions::openingAnyText() const
{
    RecognitionOptions options = *this;
    options.maxTextBytes = std::numeric_limits<qint64>::max();
    options.opensText = true;
    return options;
}

Json toJson(const UnifiedError &error)
{
    return Json::object({
        {u"code"_s, error.code},
        {u"message"_s, Json::string(error.message)},
        {u"category"_s, Json::string(error.category)},
        {u"retryable"_s, error.isRetryable ? Json::boolean(*error.isRetryable) : Json::null()},
        {u"details"_s, error.details},
        {u"hint"_s, textOrAbsent(error.hint)},
        {u"next"_s, textOrAbsent(error.next)},
    });
}

Json toJson(const RecognitionNote &note)
{
    return Json::object({{u"code"_s, textJson(note.code)},
        {u"severity"_s, textJson(severityName(note.severity))}, {u"message"_s, Json::string(note.message)}});
}

Json toJson(const ClosedText &text)
{
    return Json::object({{u"kind"_s, textJson(text.kind)}, {u"bytes"_s, Json::integer(text.bytes)},
        {u"reason"_s, Json::string(text.isTooLarge ? u"too-large" : u"off")}});
}

Json toJson(const Recognition &recognition)
{
    QList<Json> layers;
    for (const EnvelopeLayer &layer : recognition.layers)
        layers.append(textJson(layer.kind));
    return Json::object({
        {u"kind"_s, textJson(recognition.kind)},
        {u"layers"_s, Json::array(layers)},
        {u"closedText"_s, recognition.closedText ? toJson(*recognition.closedText) : Json()},
        {u"beside"_s, recognition.beside.isEmpty() ? Json() : Json::array(recognition.beside)},
        {u"confidence"_s, textJson(confidenceName(recognition.confidence))},
        {u"data"_s, recognition.data},
        {u"meta"_s, recognition.meta},
        {u"isError"_s, Json::boolean(recognition.isError)},
        {u"error"_s, recognition.error ? toJson(*recognition.error) : Json()},
        {u"diagnostics"_s, arrayOf(recognition.notes)},
    });
}

QString layerName(QAnyStringView kind)
{
    const auto found =
        std::ranges::find_if(knownLayers, [kind](const LayerName &layer) { return layer.kind == kind; });
    return found == knownLayers.end() ? kind.toString() : QString(found->name);
}

QString layerNames(const QStringList &kinds)
{
    QStringList texts;
    for (const QString &kind : kinds)
        texts.append(layerName(kind));
    return texts.join(u" › "_s);
}

QString withLayerNames(QString message)
{
    message.remove(u" of \"?\""_s).remove(u" for \"?\""_s).remove(u" Showing the readable text instead."_s);
    message.replace(u"\"?\" declares"_s, u"The tool declares"_s);
    message.replace(u"Error results are not held to the output schema."_s,
        u"Failed results are not validated against the output schema."_s);
    for (const LayerName &layer : knownLayers) {
        const QString kind = u' ' + QString(layer.kind) + u" envelope"_s;
        if (!message.contains(kind))
            continue;
        const bool endsSo = layer.name.endsWith("Envelope"_L1);
        const QString named = u' ' + QString(layer.name) + (endsSo ? QString() : u" envelope"_s);
        const bool startsWithVowel = layer.name.startsWith("{ok"_L1) || layer.name.startsWith("{error"_L1);
        const QString article = startsWithVowel ? u" an"_s : u" a"_s;
        message.replace(QString(u" a"_s + kind), QString(article + named));
        message.replace(kind, named);
    }
    return message;
}

void RecognitionNotes::add(QLatin1StringView code, std::initializer_list<Value> values)
{
    const NoteText &row = textOf(code);
    m_notes.append({row.code, row.severity, filled(row.text, values)});
}

void RecognitionNotes::addShownAsData(const QString &version)
{
    add("tool-envelope.unsupported-version"_L1, {{"v"_L1, version}});
    m_notes.last().message.replace("Showing the readable text instead."_L1, "It is shown as data."_L1);
}

QString errorWord(qsizetype count)
{
    return count == 1 ? u"error"_s : u"errors"_s;
}

} // namespace Workbench
