// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Measures the cost of recognition compared with parsing the same message, and prints rows of a table.

#include "measure.h"
#include "records.h"

#include "core/envelope/explanation/recognition.h"
#include "core/json/jsonparser.h"

using namespace Workbench;

namespace {

constexpr int recordCount = 23'000; // about 10 MB

QByteArray quoted(const QByteArray &text)
{
    return Json::string(QString::fromUtf8(text)).toBytes();
}

enum class Text { None, StaysClosed, IsOpened };

void row(const char *what, const QByteArray &message, QByteArrayView expectedKind, Text text)
{
    const RecognitionOptions options =
        text == Text::IsOpened ? RecognitionOptions().openingAnyText() : RecognitionOptions();
    const double parse = Bench::best([&] {
        if (!parseJson(message))
            qFatal("no JSON");
    });
    const Json result = parseJson(message).value();
    Recognition recognition;
    const double seconds = Bench::best([&] {
        RecognitionInput input;
        input.result = ToolResultParts::of(result);
        recognition = recognise(input, options);
    });
    if (QByteArrayView(recognition.kind.data(), recognition.kind.size()) != expectedKind)
        qFatal("%s: recognised as %s", what, recognition.kind.data());
    if (recognition.closedText.has_value() != (text == Text::StaysClosed))
        qFatal("%s: its text is not what was expected", what);
    std::printf("| %s | %.1f | %.2f | %.3f | %.1f %% |\n", what, double(message.size()) / 1e6, parse * 1e3,
        seconds * 1e3, 100 * seconds / parse);
}

} // namespace

int main()
{
    const QByteArray records = BenchRecords::make(recordCount, 0);
    const QByteArray enveloped = "{\"ok\":true,\"data\":" + records + '}';
    std::printf("| a result | MB | parse, ms | recognition, ms | of the parse |\n| --- | ---: | ---: | ---: "
                "| ---: |\n");
    row("records in structuredContent", "{\"content\":[],\"structuredContent\":{\"items\":" + records + "}}",
        "none", Text::None);
    row("in an envelope", "{\"content\":[],\"structuredContent\":" + enveloped + '}', "alpha", Text::None);
    const auto block = [](const QByteArray &text) {
        return "{\"content\":[{\"type\":\"text\",\"text\":" + quoted(text) + "}]";
    };
    const QByteArray indented = parseJson(enveloped)->toBytes(Json::Layout::Indented);
    const QByteArray both = block(enveloped) + ",\"structuredContent\":" + enveloped + '}';
    row("in an envelope, repeated as text", both, "alpha", Text::None);
    row("only as text", block(enveloped) + '}', "none", Text::StaysClosed);
    row("only as text, indented", block(indented) + '}', "none", Text::StaysClosed);
    std::printf("| | | | | |\n");
    row("on request: repeated as text, compared", both, "alpha", Text::IsOpened);
    row("on request: only as text, opened", block(enveloped) + '}', "alpha", Text::IsOpened);
    return 0;
}
