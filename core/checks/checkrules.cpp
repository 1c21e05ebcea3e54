// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/checkrules.h"

#include "core/base/visibletext.h"
#include "core/envelope/explanation/explanation.h"
#include "core/envelope/explanation/recognition.h"
#include "core/envelope/pipeline/httpbody.h"
#include "core/envelope/pipeline/pipeline.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

using Severity = Diagnosis::Severity;
constexpr qsizetype shownReference = 200;
constexpr qsizetype mostFailureLines = 8; // of a message or of the output of a program

QString callFailed(const QString &reason)
{
    return u"The call failed: %1"_s.arg(reason);
}

//! Returns what the peer of a failed call said: the other lines of its message, the last lines of a program,
//! the body of an HTTP error or the data of a JSON-RPC error. Long texts are cut.
QStringList wordsOfFailure(const Error &error)
{
    constexpr qsizetype shownLine = 300;
    constexpr qsizetype mostSaid = 500;
    QStringList lines = error.detail.split(u'\n', Qt::SkipEmptyParts);
    if (lines.size() > mostFailureLines + 1) // the first line may be a heading
        lines.remove(1, lines.size() - 1 - mostFailureLines);
    lines = error.message.split(u'\n').mid(1, mostFailureLines) + lines;
    for (QString &line : lines)
        line = visibleText(line, false, shownLine);
    if (const QString said = peerText(error).trimmed(); !said.isEmpty())
        lines += visibleText(said, true, mostSaid).split(u'\n');
    return lines;
}

//! Returns whether no answer came: the peer was not reached, ended, or was too slow. A gateway says so with
//! 502 to 504; any other HTTP status is an answer.
bool isUnanswered(const Error &error)
{
    if (const auto status = error.details.member("statusCode"_L1).toInteger())
        return *status >= 502 && *status <= 504;
    return error.kind == ErrorKind::Network || error.kind == ErrorKind::Closed
        || error.kind == ErrorKind::Timeout;
}

void checkSchema(QList<CheckFinding> &findings, const OperationSpec &spec, const Json &schema,
    QLatin1StringView which, SchemaDialect dialect, const Limits &limits)
{
    if (schema.isAbsent() || (schema.isObject() && schema.size() == 0))
        return;
    SchemaOptions options;
    options.defaultDialect = dialect;
    options.limits = limits;
    const Result<Schema> compiled = Schema::compile(schema, options);
    if (!compiled) {
        findings.append({spec.id.name, u"schema.%1-unusable"_s.arg(which), Severity::Error,
            u"The %1 schema cannot be used: %2"_s.arg(which, compiled.error().message),
            QString(u"The "_s + which + u" schemas of %1 operations cannot be used."_s)});
        return;
    }
    // Sources that are not MCP servers share definitions, which are not part of these schemas.
    for (const QString &reference : spec.kind == "tool"_L1 ? compiled->danglingReferences() : QStringList()) {
        findings.append({spec.id.name, u"schema.dangling-reference"_s, Severity::Error,
            u"A $ref of the %1 schema leads nowhere: %2"_s.arg(
                which, visibleText(reference, false, shownReference)),
            QString(u"References in the "_s + which + u" schemas of %1 operations lead nowhere."_s)});
    }
}

QString placeText(const QString &pointer)
{
    return pointer.isEmpty() ? u"the root"_s : pointer;
}

//! Returns the text about several operations with a diagnosis, or an empty text if \a message does not depend
//! on the \a operation.
QString severalOf(const Diagnosis &diagnosis, const QString &message, const QString &operation)
{
    if (diagnosis.code == "schema.mismatch"_L1)
        return u"The results of %1 operations do not match their output schemas."_s;
    if (diagnosis.title.isEmpty() || !message.contains(QString(u'"' + operation + u'"')))
        return {};
    return QString(u"%1 operations: "_s + diagnosis.title + u'.');
}

//! Returns the text about several operations with a note, or an empty text if the note does not depend on the
//! \a operation.
QString severalOf(const RecognitionNote &note, const QString &operation)
{
    if (note.code == "schema.mismatch"_L1)
        return u"The results of %1 operations do not match their output schemas."_s;
    const QString quoted = u'"' + operation + u'"';
    if (!note.message.contains(quoted))
        return {};
    return QString(u"%1 operations: "_s + withLayerNames(note.message).replace(quoted, u"\"…\""_s));
}

//! Returns a line for each fix of a diagnosis that has more of them than the two that its message names.
QStringList fixLines(const Diagnosis &diagnosis)
{
    QStringList lines;
    for (qsizetype i = 0; diagnosis.fixes.size() > 2 && i < diagnosis.fixes.size(); ++i) {
        const Diagnosis::Fix &fix = diagnosis.fixes.at(i);
        lines.append(u"Fix %1  %2: %3"_s.arg(fixLetter(i), fix.title, fix.code));
    }
    return lines;
}

//! Returns the findings for \a diagnoses, and for those \a notes that the diagnoses do not contain.
QList<CheckFinding> explanations(
    const QString &operation, const QList<Diagnosis> &diagnoses, const QList<RecognitionNote> &notes)
{
    QList<CheckFinding> findings;
    for (const Diagnosis &diagnosis : diagnoses) {
        QString message = withLayerNames(diagnosis.message);
        if (diagnosis.code == "schema.mismatch"_L1 && !diagnosis.failingPointers.isEmpty()) {
            message +=
                u" At %1: %2."_s.arg(placeText(diagnosis.failingPointers.first()), diagnosis.failingText);
        }
        findings.append({operation, diagnosis.code, diagnosis.severity, message,
            severalOf(diagnosis, message, operation), fixLines(diagnosis)});
    }
    for (const RecognitionNote &note : notes) {
        // The message of a refusal does not mention the envelope.
        if (!isToldBy(diagnoses, note) || note.code == "schema.likely-envelope"_L1)
            findings.append({operation, QString(note.code), note.severity, withLayerNames(note.message),
                severalOf(note, operation)});
    }
    return findings;
}

} // namespace

QList<CheckFinding> checkSchemas(const OperationSpec &spec, SchemaDialect dialect, const Limits &limits)
{
    QList<CheckFinding> findings;
    checkSchema(findings, spec, spec.inputSchema, "input"_L1, dialect, limits);
    checkSchema(findings, spec, spec.outputSchema, "output"_L1, dialect, limits);
    return findings;
}

QList<CheckFinding> checkDefinition(const OperationSpec &spec, SchemaDialect dialect, const Limits &limits)
{
    QList<CheckFinding> findings = checkSchemas(spec, dialect, limits);
    for (const QString &remark : spec.remarks)
        findings.append({spec.id.name, u"definition.remark"_s,
            remark == deprecatedRemark ? Severity::Info : Severity::Warning, remark});
    if (spec.kind == "tool"_L1)
        findings += checkPortability(spec);
    if (spec.kind == "tool"_L1 && spec.outputSchema.isAbsent()) {
        findings.append({spec.id.name, u"schema.undeclared"_s, Severity::Info,
            u"It declares no output schema: its results are not validated."_s,
            u"%1 operations declare no output schema: their results are not validated."_s});
    }
    const QStringList claims = claimsOf(spec);
    for (const QString &claim : claims) {
        findings.append({spec.id.name, u"definition.claims"_s, Severity::Info,
            u"It claims to be %1 (not verified)."_s.arg(claim),
            QString("%1 operations claim to be "_L1 + claim + " (not verified)."_L1)});
    }
    if (claims.contains("read-only"_L1) && claims.contains("destructive"_L1)) {
        findings.append({spec.id.name, u"definition.claims-contradict"_s, Severity::Warning,
            u"It claims to be read-only and destructive at once."_s});
    }
    return findings;
}

QString failureText(const Outcome &outcome)
{
    if (outcome.recognition && outcome.recognition->error && !outcome.recognition->error->message.isEmpty())
        return outcome.recognition->error->message;
    return outcome.envelope.isError() ? u"The operation reported a failure."_s : QString();
}

QList<CheckFinding> checkDefinitions(
    const SharedDefinitions &definitions, SchemaDialect dialect, const Limits &limits)
{
    QList<CheckFinding> findings;
    SchemaOptions options;
    options.defaultDialect = dialect;
    options.limits = limits;
    for (const auto &[name, schema] : definitions.asKeyValueRange()) {
        if (const Result<Schema> compiled = Schema::compile(schema, options); !compiled) {
            findings.append({{}, u"schema.definition-unusable"_s, Severity::Error,
                u"The schema \"%1\" cannot be used: %2"_s.arg(name, compiled.error().message)});
        }
    }
    return findings;
}

QString reasonNotToCall(const OperationSpec &spec)
{
    if (spec.type == OperationType::Subscription)
        return u"a stream may never end"_s;
    if (spec.meta.member("method"_L1).toString() == "TRACE"_L1)
        return u"its answer repeats the credentials"_s;
    if (spec.kind == "task"_L1)
        return u"it manages a task"_s;
    if (mayChangeSomething(spec))
        return u"it may change data"_s;
    if (const qsizetype required = spec.inputSchema.member("required"_L1).size(); required > 0)
        return u"it needs input"_s;
    return {};
}

bool needsConfirmation(const Error &error)
{
    static const QStringList codes{
        u"http.privatePeer"_s, u"credential.origin"_s, u"definition.changed"_s, u"trust.needed"_s};
    return error.kind == ErrorKind::Trust && codes.contains(error.code);
}

QList<CheckFinding> checkFailure(const OperationSpec &spec, const Error &error)
{
    const QString code = needsConfirmation(error) ? QString(unconfirmedCall) : u"call.failed"_s;
    const QList<CheckFinding> findings{
        {spec.id.name, code, isUnanswered(error) ? Severity::Error : Severity::Warning,
            callFailed(error.message.section(u'\n', 0, 0)), {}, wordsOfFailure(error)}};
    const auto [diagnoses, notes] = explainFailure(error, spec.id.name, spec.outputSchema);
    return findings + explanations(spec.id.name, diagnoses, notes);
}

QList<CheckFinding> checkOutcome(const OperationSpec &spec, const Outcome &outcome)
{
    QList<CheckFinding> findings;
    const QString &name = spec.id.name;
    if (outcome.envelope.isError())
        findings.append(
            {name, u"call.failed"_s, Severity::Warning, callFailed(failureText(outcome).section(u'\n', 0, 0)),
                {}, failureText(outcome).split(u'\n').mid(1, mostFailureLines)});
    findings += explanations(name, outcome.diagnoses, notesOf(outcome));
    if (outcome.recognition) {
        const QList<EnvelopeLayer> &layers = outcome.recognition->layers;
        const std::optional<ClosedText> &closed = outcome.recognition->closedText;
        const bool isInText = layers.isEmpty() ? closed.has_value() : layers.first().isCarrier;
        if (isInText && !outcome.envelope.isError()) {
            findings.append({name, u"text.should-be-structured"_s, Severity::Warning,
                u"Its text has JSON (%1). Server fix: return the value as structuredContent as well."_s.arg(
                    layerName(layers.isEmpty() ? closed->kind : layers.first().kind))});
        }
    }
    const bool isExplained = std::ranges::contains(findings, Severity::Error, &CheckFinding::severity);
    // Clients that validate results against the protocol refuse such a result.
    QList<Warning> deviations = outcome.warnings;
    deviations.removeIf([](const Warning &warning) { return !warning.isOfResult; });
    if (!deviations.isEmpty()) {
        const Warning &first = deviations.first();
        findings.append({name, u"result.not-as-defined"_s, Severity::Error,
            u"The result does not conform to MCP, at %1: %2%3."_s.arg(placeText(first.pointer), first.message,
                deviations.size() == 1 ? QString() : u"; %1 more"_s.arg(deviations.size() - 1)),
            u"The results of %1 operations do not conform to MCP."_s});
    }
    QList<Warning> warnings = outcome.warnings;
    warnings.removeIf([&findings](const Warning &warning) {
        return warning.isOfResult
            || warning.keyword == "schema"_L1 // an unusable schema is reported with the definitions
            || std::ranges::contains(findings, warning.message, &CheckFinding::message);
    });
    if (!isExplained && !warnings.isEmpty()) {
        const Warning &first = warnings.first();
        findings.append({name, u"result.warnings"_s, Severity::Error,
            warnings.size() == 1
                ? u"The result has a warning, at %1: %2"_s.arg(placeText(first.pointer), first.message)
                : u"The result has %1 warnings; the first, at %2: %3"_s.arg(
                      QString::number(warnings.size()), placeText(first.pointer), first.message),
            u"The results of %1 operations have warnings."_s});
    }
    const auto lost = std::ranges::find(outcome.changes, ChangeMark::Lost, &Change::mark);
    if (!isExplained && lost != outcome.changes.end()) {
        const qsizetype count = lostValues(outcome);
        findings.append({name, u"result.lost"_s, Severity::Error,
            u"The output schema is not met: normalisation loses %1, %2 %3.%4"_s.arg(
                count == 1 ? u"1 value"_s : u"%1 values"_s.arg(count),
                count == 1 ? u"at"_s : u"the first at"_s, placeText(lost->pointer),
                lost->violation.message.isEmpty() ? QString() : u' ' + lost->violation.message + u'.'),
            u"The output schemas of %1 operations are not met: normalisation loses values."_s});
    }
    if (const qsizetype changes = outcome.changes.size(); changes > 0) {
        findings.append({name, u"result.normalised"_s, Severity::Info,
            changes == 1 ? u"1 value was normalised to fit the output schema."_s
                         : u"%1 values were normalised to fit the output schema."_s.arg(changes),
            u"Values of %1 operations were normalised to fit their output schemas."_s});
    }
    return findings;
}

} // namespace Workbench
