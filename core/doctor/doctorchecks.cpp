// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/doctor/doctorchecks.h"

#include "core/envelope/explanation.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

using Severity = Diagnosis::Severity;

Json annotationsOf(const OperationSpec &spec)
{
    return spec.definition.member("annotations"_L1);
}

//! The server's own words about a tool, which nobody can check from outside.
QStringList claimsOf(const Json &annotations)
{
    QStringList claims;
    if (annotations.member("readOnlyHint"_L1).toBoolean())
        claims.append(u"read-only"_s);
    if (annotations.member("destructiveHint"_L1).toBoolean())
        claims.append(u"destructive"_s);
    if (annotations.member("idempotentHint"_L1).toBoolean())
        claims.append(u"idempotent"_s);
    if (const Json open = annotations.member("openWorldHint"_L1); open.isBoolean() && !open.toBoolean())
        claims.append(u"closed-world"_s);
    return claims;
}

void checkSchema(QList<DoctorFinding> &findings, const OperationSpec &spec, const Json &schema,
    QLatin1StringView which, SchemaDialect dialect, const Limits &limits)
{
    if (schema.isAbsent() || (schema.isObject() && schema.size() == 0))
        return;
    SchemaOptions options;
    options.defaultDialect = dialect;
    options.limits = limits;
    if (const Result<Schema> compiled = Schema::compile(schema, options); !compiled) {
        findings.append({spec.id.name, u"schema.%1-unusable"_s.arg(which), Severity::Error,
            u"The %1 schema cannot be used: %2"_s.arg(which, compiled.error().message)});
    }
}

} // namespace

QList<DoctorFinding> checkDefinition(const OperationSpec &spec, SchemaDialect dialect, const Limits &limits)
{
    QList<DoctorFinding> findings;
    checkSchema(findings, spec, spec.inputSchema, "input"_L1, dialect, limits);
    checkSchema(findings, spec, spec.outputSchema, "output"_L1, dialect, limits);
    for (const QString &remark : spec.remarks)
        findings.append({spec.id.name, u"definition.remark"_s, Severity::Warning, remark});
    if (spec.kind == "tool"_L1 && spec.outputSchema.isAbsent()) {
        findings.append({spec.id.name, u"schema.undeclared"_s, Severity::Info,
            u"It declares no output schema, so nobody can check what it returns."_s});
    }
    const Json annotations = annotationsOf(spec);
    const QStringList claims = claimsOf(annotations);
    if (!claims.isEmpty()) {
        findings.append({spec.id.name, u"definition.claims"_s, Severity::Info,
            u"It claims to be %1; these are the server's words."_s.arg(claims.join(u", "_s))});
    }
    if (claims.contains("read-only"_L1) && claims.contains("destructive"_L1)) {
        findings.append({spec.id.name, u"definition.claims-contradict"_s, Severity::Warning,
            u"It claims to be read-only and destructive at once."_s});
    }
    return findings;
}

QString reasonNotToCall(const OperationSpec &spec)
{
    if (spec.type == OperationType::Subscription)
        return u"a stream has no end"_s;
    if (mayChangeSomething(spec))
        return u"it may change something"_s;
    if (const qsizetype required = spec.inputSchema.member("required"_L1).size(); required > 0)
        return u"it needs input"_s;
    return {};
}

QList<DoctorFinding> checkFailure(const OperationSpec &spec, const Error &error)
{
    QList<DoctorFinding> findings{{spec.id.name, u"call.failed"_s, Severity::Warning, error.message}};
    if (error.kind == ErrorKind::Remote) {
        const Recognition recognition = recognise(inspectable(error, spec.id.name, spec.outputSchema));
        for (const RecognitionNote &note : recognition.notes)
            findings.append({spec.id.name, QString(note.code), note.severity, note.message});
    }
    return findings;
}

QList<DoctorFinding> checkOutcome(const OperationSpec &spec, const Outcome &outcome)
{
    QList<DoctorFinding> findings;
    const QString &name = spec.id.name;
    for (const Diagnosis &diagnosis : outcome.diagnoses) {
        QString message = diagnosis.message;
        if (diagnosis.code == "schema.mismatch"_L1 && !diagnosis.failingPointers.isEmpty()) {
            const QString &place = diagnosis.failingPointers.first();
            message += u" At %1: %2."_s.arg(place.isEmpty() ? u"the root"_s : place, diagnosis.failingText);
        }
        findings.append({name, diagnosis.code, diagnosis.severity, message});
    }
    if (outcome.recognition) {
        for (const RecognitionNote &note : outcome.recognition->notes) {
            // the message of a refusal has no word of the envelope behind it
            if (!isToldBy(outcome.diagnoses, note) || note.code == "schema.likely-envelope"_L1)
                findings.append({name, QString(note.code), note.severity, note.message});
        }
        const QList<EnvelopeLayer> &layers = outcome.recognition->layers;
        const std::optional<ClosedText> &closed = outcome.recognition->closedText;
        const bool isInText = layers.isEmpty() ? closed.has_value() : layers.first().isCarrier;
        if (isInText && !outcome.envelope.isError()) {
            findings.append({name, u"text.should-be-structured"_s, Severity::Warning,
                u"Its text holds JSON (%1). Server fix: return the value as structuredContent as well."_s.arg(
                    layers.isEmpty() ? closed->kind : layers.first().kind)});
        }
    }
    const bool isExplained = std::ranges::contains(findings, Severity::Error, &DoctorFinding::severity);
    QList<Warning> warnings = outcome.warnings;
    warnings.removeIf([&findings](const Warning &warning) {
        return std::ranges::contains(findings, warning.message, &DoctorFinding::message);
    });
    if (!isExplained && !warnings.isEmpty()) {
        const Warning &first = warnings.first();
        const QString place = first.pointer.isEmpty() ? u"the root"_s : first.pointer;
        findings.append({name, u"result.warnings"_s, Severity::Error,
            warnings.size() == 1 ? u"The result has a warning, at %1: %2"_s.arg(place, first.message)
                                 : u"The result has %1 warnings; the first, at %2: %3"_s.arg(
                                       QString::number(warnings.size()), place, first.message)});
    }
    if (const qsizetype changes = outcome.changes.size(); changes > 0) {
        findings.append({name, u"result.normalised"_s, Severity::Info,
            changes == 1 ? u"1 value was normalised to fit the output schema."_s
                         : u"%1 values were normalised to fit the output schema."_s.arg(changes)});
    }
    return findings;
}

} // namespace Workbench
