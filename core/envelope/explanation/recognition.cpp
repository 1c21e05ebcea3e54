// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/explanation/recognition.h"

#include "core/envelope/explanation/recogniser_p.h"
#include "core/json/jsonbuilder.h"

#include <limits>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Json textJson(QLatin1StringView text)
{
    return Json::string(QString(text));
}

} // namespace

QLatin1StringView confidenceName(Confidence confidence)
{
    switch (confidence) {
    case Confidence::None: return "none"_L1;
    case Confidence::Strong: return "strong"_L1;
    case Confidence::Certain: break;
    }
    return "certain"_L1;
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

Recognition recognise(const RecognitionInput &input, const RecognitionOptions &options)
{
    return Recogniser(input, options).run();
}

Json toJson(const UnifiedError &error)
{
    const auto text = [](const QString &value) { return value.isEmpty() ? Json() : Json::string(value); };
    return Json::object({
        {u"code"_s, error.code},
        {u"message"_s, Json::string(error.message)},
        {u"category"_s, Json::string(error.category)},
        {u"retryable"_s, error.isRetryable ? Json::boolean(*error.isRetryable) : Json::null()},
        {u"details"_s, error.details},
        {u"hint"_s, text(error.hint)},
        {u"next"_s, text(error.next)},
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
    QList<Json> diagnostics;
    for (const RecognitionNote &note : recognition.notes)
        diagnostics.append(toJson(note));
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
        {u"diagnostics"_s, Json::array(diagnostics)},
    });
}

} // namespace Workbench
