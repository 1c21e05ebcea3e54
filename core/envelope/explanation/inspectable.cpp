// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/explanation/explanation.h"
#include "core/envelope/explanation/foreignenvelope.h"
#include "core/envelope/explanation/recogniser_p.h"
#include "core/json/jsonparser.h"

#include <QRegularExpression>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

std::unexpected<Error> usage(const QString &message)
{
    return std::unexpected(Error{.kind = ErrorKind::Usage, .code = u"inspect.input"_s, .message = message});
}

bool isCallToolResult(const Json &value)
{
    const Json content = value.member("content"_L1);
    return content.isArray() && (content.size() == 0 || isContentBlocks(content))
        && (content.size() > 0 || value.hasMember("isError"_L1) || value.hasMember("structuredContent"_L1));
}

bool isErrorObject(const Json &value)
{
    return value.member("code"_L1).isInteger() && value.member("message"_L1).isString()
        && hasOnly(value, {"code"_L1, "message"_L1, "data"_L1});
}

//! Reads an HTTP response as tools print and save it: a status line such as "HTTP/1.1 200 OK", headers, and
//! the body. Returns nothing for other texts.
std::optional<RecognitionInput> readHttp(const QByteArray &bytes)
{
    static const QRegularExpression statusLine(
        u"\\AHTTP/\\d(?:\\.\\d)? (\\d{3})(?:[ \\t][^\\r\\n]*)?\\r?\\z"_s);
    const qsizetype lineEnd = bytes.indexOf('\n');
    if (!bytes.startsWith("HTTP/") || lineEnd < 0)
        return {};
    const auto match = statusLine.match(QString::fromUtf8(bytes.first(lineEnd)));
    if (!match.hasMatch())
        return {};
    RecognitionInput input;
    input.form = RecognitionInput::Form::Http;
    input.statusCode = match.captured(1).toInt();
    qsizetype at = lineEnd + 1;
    while (at < bytes.size()) {
        const qsizetype end = bytes.indexOf('\n', at);
        const QByteArray line = bytes.sliced(at, (end < 0 ? bytes.size() : end) - at).trimmed();
        at = end < 0 ? bytes.size() : end + 1;
        if (line.isEmpty())
            break;
        const qsizetype colon = line.indexOf(':');
        if (colon > 0 && line.first(colon).trimmed().compare("content-type", Qt::CaseInsensitive) == 0)
            input.contentType = QString::fromUtf8(line.sliced(colon + 1).trimmed());
    }
    const QByteArray body = bytes.sliced(at);
    if (!body.trimmed().isEmpty())
        input.value = parseJson(body).value_or(Json::string(QString::fromUtf8(body)));
    return input;
}

//! Returns the result that output of `envelope call --json` or a line of `envelope subscribe` was made from.
//! Returns nothing for other values.
std::optional<RecognitionInput> ownOutput(const Json &value)
{
    RecognitionInput input;
    const Json error = value.member("error"_L1);
    if (error.member("code"_L1).isString() && error.member("message"_L1).isString()
        && (value.hasMember("exchange"_L1) || value.hasMember("diagnostics"_L1))
        && hasOnly(value, {"error"_L1, "diagnostics"_L1, "exchange"_L1})) {
        const Json details = error.member("details"_L1);
        input.form = RecognitionInput::Form::Error;
        input.value = details.hasMember("message"_L1) ? details : error;
        return input;
    }
    const Json envelope = value.member("envelope"_L1);
    const Json meta = envelope.member("meta"_L1);
    if (!value.member("warnings"_L1).isArray() || !meta.member("source"_L1).isString())
        return {};
    if (meta.member("source"_L1).utf8() == "mcp") {
        const Json whole = meta.member("result"_L1); // present if the result has an unusual form
        input.result = ToolResultParts::of(whole.isObject() ? whole : meta);
        return input;
    }
    const Json received = value.member("received"_L1);
    input.form = RecognitionInput::Form::Http;
    input.value = received.isAbsent() ? envelope.member("data"_L1) : received;
    input.statusCode = int(meta.member("statusCode"_L1).toInteger().value_or(0));
    input.contentType = meta.member("contentType"_L1).toString();
    return input;
}

RecognitionInput refusalInput(const QString &text)
{
    RecognitionInput input;
    input.form = RecognitionInput::Form::Error;
    input.value = Json::object({{u"message"_s, Json::string(text)}});
    return input;
}

//! Returns a refusal without what documents and logs put around it: a list mark, quotes, and the name of an
//! exception. Returns any other text trimmed.
QString withoutMarks(const QString &text)
{
    static const QRegularExpression marks(
        u"\\A(?:[-*•][ \\t]+)?([`'\"]*)\\s*(?:[A-Za-z]*Error: )?(?=MCP error -?\\d+:)"_s);
    const QString trimmed = text.trimmed();
    const QRegularExpressionMatch match = marks.match(trimmed);
    if (!match.hasMatch())
        return trimmed;
    const QString quotes = match.captured(1);
    const QString rest = trimmed.sliced(match.capturedLength());
    return rest.endsWith(quotes) ? rest.chopped(quotes.size()).trimmed() : rest;
}

//! Returns the refusals in a pasted text: one, or one on each line. Returns nothing for other texts.
std::optional<RecognitionInput> readRefusals(const QString &text)
{
    const auto isRefusal = [](const QString &line) { return line.startsWith("MCP error "_L1); };
    const QString whole = withoutMarks(text);
    if (!isRefusal(whole))
        return {};
    QStringList lines;
    for (const QString &line : text.split(u'\n')) {
        if (const QString refusal = withoutMarks(line); !refusal.isEmpty())
            lines.append(refusal);
    }
    return refusalInput(std::ranges::all_of(lines, isRefusal) ? lines.join(u'\n') : whole);
}

} // namespace

RecognitionInput inspectable(const Json &value)
{
    RecognitionInput input;
    if (std::optional<RecognitionInput> own = ownOutput(value))
        return *std::move(own);
    if (value.member("jsonrpc"_L1).utf8() == "2.0") {
        const Json error = value.member("error"_L1);
        if (isCallToolResult(value.member("result"_L1)) && error.isAbsent()) {
            input.result = ToolResultParts::of(value.member("result"_L1));
            return input;
        }
        if (isErrorObject(error) && !value.hasMember("result"_L1)) {
            input.form = RecognitionInput::Form::Error;
            input.value = error;
            return input;
        }
    }
    if (isCallToolResult(value)) {
        input.result = ToolResultParts::of(value);
        return input;
    }
    input.form = isErrorObject(value) ? RecognitionInput::Form::Error : RecognitionInput::Form::Http;
    input.value = value;
    return input;
}

Result<RecognitionInput> readInspectable(const QByteArray &bytes)
{
    if (bytes.trimmed().isEmpty())
        return usage(u"There is nothing to inspect."_s);
    if (const QString whole = QString::fromUtf8(bytes).trimmed(); isRefusedList(whole))
        return refusalInput(whole);
    if (const Result<Json> value = parseJson(bytes)) {
        if (const auto refusals = readRefusals(value->toString()))
            return *refusals;
        return inspectable(*value);
    }
    if (!bytes.isValidUtf8())
        return usage(u"The input is not text. Expected JSON, an HTTP response or the text of a tool."_s);
    if (auto http = readHttp(bytes))
        return *http;
    const QString text = QString::fromUtf8(bytes).trimmed();
    if (const auto refusals = readRefusals(text))
        return *refusals;
    RecognitionInput input;
    const Json block = Json::object({{u"type"_s, Json::string(u"text")}, {u"text"_s, Json::string(text)}});
    input.result.content = Json::array({block});
    return input;
}

Result<InspectableCase> inspectableCase(const Json &line)
{
    const Json wrapped = line.member("input"_L1);
    const Json &from = wrapped.isObject() ? wrapped : line;
    InspectableCase out;
    if (const Json http = from.member("http"_L1); http.isObject()) {
        out.input.form = RecognitionInput::Form::Http;
        out.input.value = http.member("body"_L1);
        out.input.statusCode = int(http.member("statusCode"_L1).toInteger().value_or(0));
        out.input.contentType = http.member("contentType"_L1).toString();
    } else if (const Json error = from.member("error"_L1); error.isObject()) {
        out.input.form = RecognitionInput::Form::Error;
        out.input.value = error;
    } else if (const Json result = from.member("result"_L1); result.isObject()) {
        out.input.result = ToolResultParts::of(result);
    } else {
        return usage(u"A line needs \"result\", \"error\" or \"http\", alone or under \"input\"."_s);
    }
    const Json tool = from.member("tool"_L1);
    out.input.tool = tool.isString() ? tool.toString() : tool.member("name"_L1).toString();
    out.input.outputSchema = tool.member("outputSchema"_L1);
    const Json options = from.member("options"_L1);
    if (const auto bytes = options.member("maxEnvelopeBytes"_L1).toInteger())
        out.options.maxEnvelopeBytes = *bytes;
    if (const auto layers = options.member("maxLayers"_L1).toInteger())
        out.options.maxLayers = int(*layers);
    out.options.anyJsonStructured = options.member("anyJsonStructured"_L1).toBoolean();
    return out;
}

} // namespace Workbench
