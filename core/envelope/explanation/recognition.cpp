// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/explanation/recognition.h"

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

} // namespace Workbench
