// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/command.h"
#include "app/cli/diagnosisoutput.h"
#include "app/cli/input.h"
#include "core/envelope/explanation/explanation.h"
#include "core/envelope/explanation/inspectable.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

bool hasTrouble(const Recognition &recognition)
{
    return std::ranges::any_of(recognition.notes,
        [](const RecognitionNote &note) { return note.severity != Diagnosis::Severity::Info; });
}

void print(const RecognitionInput &input, const Recognition &recognition, Output &output)
{
    // The note of a damaged envelope reports it; "no envelope" before that note would contradict it.
    const bool hasDamagedEnvelope = std::ranges::any_of(recognition.notes,
        [](const RecognitionNote &note) { return note.code.startsWith("tool-envelope."_L1); });
    if (!recognition.layers.isEmpty() || recognition.closedText || !hasDamagedEnvelope)
        output.line(layersText(recognition));
    for (const QString &line : besideLines(recognition))
        output.line(line);
    for (const QString &line : recognition.error ? errorLines(*recognition.error) : QStringList())
        output.line(line);
    const QList<Diagnosis> diagnoses = explain(input, recognition);
    for (const Diagnosis &diagnosis : diagnoses)
        output.line(toText(diagnosis));
    for (const RecognitionNote &note : recognition.notes) {
        if (!isToldBy(diagnoses, note))
            output.line(noteLine(note));
    }
    if (!recognition.data.isAbsent()) {
        output.line(u"data"_s);
        output.json(recognition.data);
    }
    if (!recognition.meta.isAbsent()) {
        output.line(u"meta"_s);
        output.json(recognition.meta);
    }
}

//! Returns \a options for an inspected text. A text of any size is opened, because the user asked for it.
RecognitionOptions readBy(const ResultReading &reading, RecognitionOptions options)
{
    options = options.openingAnyText();
    options.opensText = reading.opensText();
    return options;
}

int exitCodeOf(const Recognition &recognition, const ResultReading &reading, bool isStrict)
{
    if (isStrict && hasTrouble(recognition))
        return ExitCode::Validation;
    return reading.throwsErrors() && recognition.isError ? ExitCode::OperationError : ExitCode::Ok;
}

int runBatch(const QByteArray &lines, const ResultReading &reading, bool isStrict, Output &output)
{
    int code = ExitCode::Ok;
    for (const QByteArray &line : lines.split('\n')) {
        if (line.trimmed().isEmpty())
            continue;
        const Result<InspectableCase> one = parseJson(line).and_then(inspectableCase);
        if (!one) { // not fatal: each input line has one output line
            output.jsonLine(Json::object({{u"error"_s, Json::string(one.error().message)}}));
            code = ExitCode::Validation;
            continue;
        }
        const Recognition recognition = recognise(one->input, readBy(reading, one->options));
        output.jsonLine(toJson(recognition));
        code = qMax(code, exitCodeOf(recognition, reading, isStrict));
    }
    return code;
}

} // namespace

int runInspect(const CommandContext &context)
{
    const auto &[arguments, limits, output] = context;
    const Result<QByteArray> bytes = readFile(arguments.positionals.constFirst(), limits.docBytes);
    if (!bytes)
        return output.fail(bytes.error());
    const Result<ResultReading> reading = readingFromArguments(arguments);
    if (!reading)
        return output.fail(reading.error());
    const bool isStrict = arguments.has(u"strict"_s);
    if (arguments.has(u"batch"_s))
        return runBatch(*bytes, *reading, isStrict, output);
    Result<RecognitionInput> input = readInspectable(*bytes);
    if (!input)
        return output.fail(input.error());
    input->tool = arguments.value(u"tool"_s);
    if (arguments.has(u"schema"_s)) {
        const Result<Json> schema = readJsonFile(arguments.value(u"schema"_s), limits.docBytes);
        if (!schema)
            return output.fail(schema.error());
        input->outputSchema = *schema;
    }
    const Recognition recognition = recognise(*input, readBy(*reading, RecognitionOptions::within(limits)));
    if (arguments.has(u"data"_s))
        output.value(recognition.data);
    else if (output.isJson())
        output.json(toJson(recognition));
    else
        print(*input, recognition, output);
    return exitCodeOf(recognition, *reading, isStrict);
}

} // namespace Workbench::Cli
