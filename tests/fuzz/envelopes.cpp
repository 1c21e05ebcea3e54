// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "target.h"

#include "core/envelope/explanation/explanation.h"
#include "core/json/jsonparser.h"
#include "core/mcp/envelopeforms.h"

#include <algorithm>

using namespace Workbench;

namespace {

void expectSound(const Recognition &recognition, const RecognitionOptions &options)
{
    const auto opened = std::ranges::count(recognition.layers, false, &EnvelopeLayer::isCarrier);
    FUZZ_EXPECT(opened <= options.maxLayers);
    FUZZ_EXPECT((opened == 0) == (recognition.confidence == Confidence::None));
    FUZZ_EXPECT(recognition.isError == recognition.error.has_value());
    for (const RecognitionNote &note : recognition.notes)
        FUZZ_EXPECT(!note.message.contains(u'\0'));
    FUZZ_EXPECT(parseJson(toJson(recognition).toBytes()).has_value());
}

void expectLossless(const ResponseEnvelope &envelope)
{
    for (const bool anyJson : {false, true}) {
        const Json result = toCallToolResult(envelope, {anyJson});
        FUZZ_EXPECT(envelopeFromCallToolResult(result).envelope.data == envelope.data);
    }
}

void runEnvelopes(const QByteArray &input)
{
    const Result<RecognitionInput> read = readInspectable(input);
    if (!read)
        return;
    const RecognitionOptions options;
    expectSound(recognise(*read, options), options);
    RecognitionInput checked = *read;
    checked.outputSchema = jsonLiteral(R"({"type":"object","properties":{"data":{}},"required":["data"]})");
    checked.tool = QStringLiteral("t");
    checked.result.isFlagged = !checked.result.isFlagged;
    const Recognition recognition = recognise(checked, options);
    expectSound(recognition, options);
    for (const Diagnosis &diagnosis : explain(checked, recognition))
        FUZZ_EXPECT(!diagnosis.code.isEmpty() && !toText(diagnosis).isEmpty());
    RecognitionOptions tight;
    tight.maxTextBytes = 16;
    expectSound(recognise(checked, tight), tight);
    FUZZ_EXPECT(!recognise(checked, tight.openingAnyText()).closedText);
    if (const Result<Json> value = parseJson(input)) {
        if (const auto envelope = envelopeFromJson(*value))
            expectLossless(*envelope);
    }
}

} // namespace

FuzzTarget envelopeTarget()
{
    return {"envelope",
        {"{\"content\":[{\"type\":\"text\",\"text\":\"", "\"}]}", "\"structuredContent\":",
            "\"isError\":true", "__ENVELOPE_V1__:", "{\"ok\":true,\"data\":", "{\"success\":false,\"error\":",
            "{\"status\":\"fail\",\"data\":", "{\"jsonrpc\":\"2.0\",\"result\":",
            "{\"data\":1,\"meta\":{\"source\":\"local\"}}", "\"statusCode\":404", "\"headers\":{}",
            "\"errors\":[{\"message\":\"", "```json\n", "\n```", "<untrusted-data-0a1b2c3d>\n",
            "\n</untrusted-data-0a1b2c3d>", "MCP error -32602: ", "HTTP/1.1 404 Not Found\r\n\r\n",
            "eyJwYXlsb2FkIjoxfQ==", "_meta", "wrap_result", "null", "=", "-_"},
        runEnvelopes};
}
