// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The commands that need no source, only files: `validate`, `cast`, `inspect`; and `limits`.

#include "app/cli/diagnosisoutput.h"
#include "app/cli/input.h"
#include "app/cli/sourcerun.h"
#include "core/base/visibletext.h"
#include "core/envelope/explanation/explanation.h"
#include "core/json/jsonparser.h"
#include "core/schema/cast.h"
#include "core/schema/normalisation.h"
#include "core/schema/schema.h"

#include <QDir>
#include <QDirIterator>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

Result<SchemaOptions> schemaOptions(const Arguments &arguments, const Limits &limits)
{
    SchemaOptions options;
    options.limits = limits;
    options.assertFormats = arguments.has(u"formats"_s);
    if (arguments.has(u"dialect"_s)) {
        const auto dialect = dialectNamed(arguments.value(u"dialect"_s));
        if (!dialect) {
            return wrongUsage(u"--dialect must be one of %2, or a URI of one, not %1"_s.arg(
                arguments.value(u"dialect"_s), dialectNames().join(", "_L1)));
        }
        options.defaultDialect = *dialect;
    }
    for (const QString &entry : arguments.values(u"schemas"_s)) {
        const qsizetype equals = entry.lastIndexOf(u'=');
        const QDir folder(entry.mid(equals + 1));
        if (equals < 1)
            return wrongUsage(u"--schemas needs BASE-URI=DIR, got \"%1\""_s.arg(entry));
        if (!folder.exists())
            return std::unexpected(
                usageError(u"--schemas: there is no folder \"%1\""_s.arg(entry.mid(equals + 1))));
        QString base = entry.left(equals);
        if (!base.endsWith(u'/'))
            base += u'/';
        QDirIterator files(folder.path(), {u"*.json"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            Result<Json> schema = readJsonFile(path, limits.docBytes);
            if (!schema)
                return std::unexpected(schema.error());
            options.documents.insert(base + folder.relativeFilePath(path), *schema);
        }
    }
    return options;
}

Result<ValidateOptions> validateOptions(const Arguments &arguments)
{
    ValidateOptions options;
    const QString direction = arguments.value(u"direction"_s);
    if (direction == "request"_L1)
        options.direction = ValidateOptions::Direction::Request;
    else if (direction == "response"_L1)
        options.direction = ValidateOptions::Direction::Response;
    else if (arguments.has(u"direction"_s))
        return std::unexpected(
            usageError(u"--direction must be request or response, not \"%1\""_s.arg(direction)));
    return options;
}

Json toJson(const QList<ValidationError> &problems)
{
    QList<Json> all;
    for (const ValidationError &problem : problems) {
        all.append(Json::object(
            {{u"pointer"_s, Json::string(problem.pointer)}, {u"keyword"_s, Json::string(problem.keyword)},
                {u"schemaLocation"_s, Json::string(problem.schemaLocation)},
                {u"message"_s, Json::string(problem.message)}}));
    }
    return Json::array(all);
}

Json toJson(const ValidationReport &report)
{
    const bool isOpen = report.verdict == ValidationReport::Verdict::NotValidated;
    return Json::object(
        {{u"valid"_s,
             isOpen ? Json::null() : Json::boolean(report.verdict == ValidationReport::Verdict::Valid)},
            {u"errors"_s, toJson(report.errors)},
            {u"warnings"_s, report.warnings.isEmpty() ? Json() : toJson(report.warnings)},
            {u"reason"_s, isOpen ? Json::string(report.reason) : Json()}});
}

void printReport(const ValidationReport &report, Output &output)
{
    // Problems that were found before a budget was exhausted are valid.
    if (!report.errors.isEmpty()) {
        QList<QStringList> rows{{u"Place"_s, u"Problem"_s, u"Schema"_s}};
        for (const ValidationError &error : report.errors)
            rows +=
                {error.pointer.isEmpty() ? u"(root)"_s : error.pointer, error.message, error.schemaLocation};
        output.table(rows);
    }
    if (report.verdict == ValidationReport::Verdict::NotValidated)
        output.line(u"not validated: %1"_s.arg(visibleText(report.reason)));
    else if (report.verdict == ValidationReport::Verdict::Valid)
        output.line(u"valid"_s);
    if (report.moreErrors)
        output.note(u"more problems may exist; validation stopped after these"_s);
    for (const ValidationError &warning : report.warnings)
        output.warning({warning.pointer, warning.message, warning.keyword, warning.schemaLocation});
}

//! Returns whether a limit prevented a verdict. \a report starts with the cause, see ValidationReport.
bool isLimited(const ValidationReport &report)
{
    return report.verdict == ValidationReport::Verdict::NotValidated
        && (report.reason.startsWith("budget:"_L1) || report.reason.startsWith("depth:"_L1));
}

//! Answers each of the \a lines of --batch with one line: the JSON of \a answer, which also returns the exit
//! code for the line. An invalid line gets an error as its answer and does not end the run.
template <typename Answer> int runBatch(const Result<QByteArray> &lines, Output &output, const Answer &answer)
{
    if (!lines)
        return output.fail(lines.error());
    int code = ExitCode::Ok;
    for (const QByteArray &line : lines->split('\n')) {
        if (line.trimmed().isEmpty())
            continue;
        const Result<std::pair<Json, int>> answered = parseJson(line).and_then(answer);
        output.jsonLine(answered ? answered->first
                                 : Json::object({{u"error"_s, Json::string(answered.error().message)}}));
        code = std::max(code, answered ? answered->second : int(ExitCode::Validation));
    }
    return code;
}

struct Files {
    Json schema;
    Json value;
};

//! Reads a line of `validate --batch` or `cast --batch`.
Result<Files> filesIn(const Json &line)
{
    const Files files{line.member("schema"_L1), line.member("value"_L1)};
    if (files.schema.isAbsent() || files.value.isAbsent())
        return wrongUsage(u"A line needs \"schema\" and \"value\"."_s);
    return files;
}

Result<Files> schemaAndValue(const Arguments &arguments, const Limits &limits)
{
    if (!arguments.has(u"schema"_s))
        return wrongUsage(u"%1 needs --schema FILE"_s.arg(arguments.command));
    Result<Json> schema = readJsonFile(arguments.value(u"schema"_s), limits.docBytes);
    if (!schema)
        return std::unexpected(schema.error());
    Result<Json> value = readJsonFile(arguments.positionals.constFirst(), limits.docBytes);
    if (!value)
        return std::unexpected(value.error());
    return Files{*schema, *value};
}

Json castJson(const Result<CastOutcome> &outcome, const Json &value)
{
    if (!outcome)
        return Json::object({{u"raised"_s, Json::string(outcome.error().message)}, {u"value"_s, value}});
    return Json::object({{u"value"_s, outcome->value}, {u"changes"_s, arrayOf(outcome->changes)}});
}

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

} // namespace

int runValidate(const CommandContext &context)
{
    const auto &[arguments, limits, output] = context;
    const Result<SchemaOptions> options = schemaOptions(arguments, limits);
    if (!options)
        return output.fail(options.error());
    const Result<ValidateOptions> how = validateOptions(arguments);
    if (!how)
        return output.fail(how.error());
    const auto validated = [&how](const Result<Schema> &compiled, const Json &value) {
        if (!compiled) {
            ValidationReport refused;
            refused.verdict = ValidationReport::Verdict::NotValidated;
            refused.reason = compiled.error().message;
            return refused;
        }
        return compiled->validate(value, *how);
    };
    const auto codeOf = [isStrict = arguments.has(u"strict"_s)](
                            const Result<Schema> &compiled, const ValidationReport &result) -> int {
        if ((!compiled && compiled.error().kind == ErrorKind::Limit) || isLimited(result))
            return ExitCode::Limit;
        const bool passes =
            result.verdict == ValidationReport::Verdict::Valid && !(isStrict && !result.warnings.isEmpty());
        return passes ? ExitCode::Ok : ExitCode::Validation;
    };
    if (arguments.has(u"batch"_s)) {
        const auto answer = [&](const Files &files) {
            const Result<Schema> compiled = Schema::compile(files.schema, *options);
            const ValidationReport result = validated(compiled, files.value);
            return std::pair(toJson(result), codeOf(compiled, result));
        };
        return runBatch(readFile(arguments.positionals.constFirst(), limits.docBytes), output,
            [&answer](const Json &line) { return filesIn(line).transform(answer); });
    }
    const Result<Files> files = schemaAndValue(arguments, limits);
    if (!files)
        return output.fail(files.error());
    const Result<Schema> compiled = Schema::compile(files->schema, *options);
    const ValidationReport result = validated(compiled, files->value);
    if (output.isJson()) {
        output.json(toJson(result));
    } else if (!compiled && compiled.error().kind == ErrorKind::Limit) {
        return output.fail(compiled.error());
    } else {
        printReport(result, output);
        const Json problems = compiled ? Json() : compiled.error().details;
        const bool areMany = problems.isArray() && problems.size() > 1; // the reason names the first one
        for (const Json &problem : areMany ? problems.items() : Json().items()) {
            output.note(visibleText(u"%1: %2"_s.arg(
                problem.member("pointer"_L1).toString(), problem.member("message"_L1).toString())));
        }
    }
    return codeOf(compiled, result);
}

int runCast(const CommandContext &context)
{
    const auto &[arguments, limits, output] = context;
    const QString name = arguments.value(u"conversion"_s);
    const bool isOriginal = arguments.has(u"conversion"_s);
    if (isOriginal && name != "extended"_L1 && name != "upstream"_L1)
        return output.fail(usageError(u"--conversion must be extended or upstream, not \"%1\""_s.arg(name)));
    for (const QString &option : {u"dialect"_s, u"direction"_s}) {
        if (isOriginal && arguments.has(option))
            return output.fail(usageError(
                u"--%1 applies to validation, and --conversion casts without validation"_s.arg(option)));
    }
    const Result<SchemaOptions> options = schemaOptions(arguments, limits);
    if (!options)
        return output.fail(options.error());
    Result<ValidateOptions> how = validateOptions(arguments);
    if (!how)
        return output.fail(how.error());
    if (how->direction == ValidateOptions::Direction::Any)
        how->direction = ValidateOptions::Direction::Response; // the direction of a result
    how->maxErrors = causesLookedFor;
    const auto conversion = name == "upstream"_L1 ? SchemaConversion::Upstream : SchemaConversion::Extended;
    const auto cast = [&](const Json &schema, const Json &value) -> Result<CastOutcome> {
        const CastType type = CastType::fromSchema(schema, conversion, limits);
        if (isOriginal)
            return type.cast(value);
        const Result<Schema> compiled = Schema::compile(schema, *options);
        if (!compiled)
            return std::unexpected(compiled.error());
        Normalisation normalisation = normalise(value, *compiled, type, *how);
        if (normalisation.received.verdict == ValidationReport::Verdict::NotValidated) {
            const bool isOfLimit = isLimited(normalisation.received);
            return std::unexpected(Error{.kind = isOfLimit ? ErrorKind::Limit : ErrorKind::Validation,
                .code = u"cast.notValidated"_s,
                .message = u"The value could not be validated, so nothing was cast: %1"_s.arg(
                    normalisation.received.reason)});
        }
        return std::move(normalisation.cast);
    };
    const auto codeOf = [](const Result<CastOutcome> &outcome) -> int {
        const bool isOfLimit = !outcome && outcome.error().kind == ErrorKind::Limit;
        return outcome ? ExitCode::Ok : isOfLimit ? ExitCode::Limit : ExitCode::Validation;
    };
    if (arguments.has(u"batch"_s)) {
        const auto answer = [&cast, &codeOf](const Files &files) {
            const Result<CastOutcome> outcome = cast(files.schema, files.value);
            return std::pair(castJson(outcome, files.value), codeOf(outcome));
        };
        return runBatch(readFile(arguments.positionals.constFirst(), limits.docBytes), output,
            [&answer](const Json &line) { return filesIn(line).transform(answer); });
    }
    const Result<Files> files = schemaAndValue(arguments, limits);
    if (!files)
        return output.fail(files.error());
    const Result<CastOutcome> outcome = cast(files->schema, files->value);
    if (output.isJson()) {
        output.json(castJson(outcome, files->value));
        return codeOf(outcome);
    }
    if (!outcome) {
        output.fail(outcome.error());
        return codeOf(outcome);
    }
    output.json(outcome->value);
    output.changes(outcome->changes, limits.warningsPerResult);
    return ExitCode::Ok;
}

int runLimits(const CommandContext &context)
{
    const auto &[arguments, limits, output] = context;
    if (arguments.positionals.value(0, u"show"_s) != "show"_L1)
        return output.fail(
            usageError(u"limits accepts only show, not \"%1\""_s.arg(arguments.positionals.constFirst())));
    if (output.isJson()) {
        QList<Json::Member> members;
        for (const LimitInfo &info : limitTable())
            members.append({QString(info.key), Json::integer(limits.*info.value)});
        output.json(Json::object(members));
        return ExitCode::Ok;
    }
    const Limits defaults;
    QList<QStringList> rows{{u"Limit"_s, u"Value"_s, u"Default"_s}};
    for (const LimitInfo &info : limitTable())
        rows +=
            {QString(info.key), limitText(info, limits.*info.value), limitText(info, defaults.*info.value)};
    output.table(rows);
    return ExitCode::Ok;
}

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
    if (arguments.has(u"batch"_s)) {
        const auto answer = [&reading, isStrict](const InspectableCase &one) {
            const Recognition recognition = recognise(one.input, readBy(*reading, one.options));
            return std::pair(toJson(recognition), exitCodeOf(recognition, *reading, isStrict));
        };
        return runBatch(
            bytes, output, [&answer](const Json &line) { return inspectableCase(line).transform(answer); });
    }
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
