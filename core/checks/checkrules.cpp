// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/checkrules.h"

#include "core/base/visibletext.h"
#include "core/envelope/explanation/explanation.h"
#include "core/envelope/explanation/recognition.h"
#include "core/envelope/pipeline/httpbody.h"
#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonpointer.h"

#include <QMap>
#include <QRegularExpression>
#include <QScopedValueRollback>
#include <QSet>
#include <QUrl>

#include <algorithm>
#include <array>

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

constexpr qsizetype maxPlaces = 3; // places in one finding
constexpr int maxDepth = 1000; // nested parts and references of a hostile schema; protects the stack

constexpr std::array schemaKeywords{"additionalItems"_L1, "additionalProperties"_L1, "contains"_L1, "else"_L1,
    "if"_L1, "items"_L1, "not"_L1, "propertyNames"_L1, "then"_L1, "unevaluatedItems"_L1,
    "unevaluatedProperties"_L1};
constexpr std::array listKeywords{"allOf"_L1, "anyOf"_L1, "items"_L1, "oneOf"_L1, "prefixItems"_L1};
constexpr std::array mapKeywords{"dependentSchemas"_L1, "patternProperties"_L1, "properties"_L1};

//! Walks one schema. A definition is visited when a reference leads to it.
class SchemaPortability {
public:
    enum class Side : quint8 { Input, Output };
    SchemaPortability(const Json &schema, Side side)
        : m_root(schema)
    {
        const QString dialect = schema.member("$schema"_L1).toString();
        // Clients validate by the output schema; many know only the newest dialect.
        if (side == Side::Output && !dialect.isEmpty() && !dialect.contains("2020-12"_L1))
            note(u"a dialect other than 2020-12"_s, u"/$schema"_s);
        for (const QLatin1StringView keyword : {"allOf"_L1, "anyOf"_L1, "oneOf"_L1}) {
            if (schema.hasMember(keyword))
                note(u"\"%1\" at the root"_s.arg(keyword), JsonPointer::child({}, QString(keyword)));
        }
        follow({});
    }
    //! Returns the places of each kind of fault.
    const QMap<QString, QStringList> &places() const { return m_places; }

private:
    void note(const QString &what, const QString &place)
    {
        const qsizetype known = m_noted.size();
        m_noted.insert({what, place});
        if (m_noted.size() > known)
            m_places[what].append(place);
    }

    //! Visits the part at \a pointer. Returns whether that part is already being visited, so that it is
    //! recursive.
    bool follow(const QString &pointer)
    {
        if (m_open.contains(pointer))
            return true;
        if (m_seen.contains(pointer))
            return false;
        m_seen.insert(pointer);
        m_open.insert(pointer);
        look(JsonPointer::resolve(m_root, pointer), pointer);
        m_open.remove(pointer);
        return false;
    }

    void look(const Json &schema, const QString &place)
    {
        if (!schema.isObject() || m_depth == maxDepth)
            return;
        const QScopedValueRollback deeper(m_depth, m_depth + 1);
        if (const Json reference = schema.member("$ref"_L1); reference.isString())
            lookAtReference(reference.toString(), JsonPointer::child(place, u"$ref"));
        if (schema.member("type"_L1).isArray())
            note(u"a list of types"_s, JsonPointer::child(place, u"type"));
        if (schema.hasMember("prefixItems"_L1))
            note(u"a schema for each item (tuple)"_s, JsonPointer::child(place, u"prefixItems"));
        else if (schema.member("items"_L1).isArray())
            note(u"a schema for each item (tuple)"_s, JsonPointer::child(place, u"items"));
        for (const auto entry : schema.members()) {
            const QString key = entry.key();
            const Json value = entry.value();
            const QString at = JsonPointer::child(place, key);
            if (value.isObject() && std::ranges::contains(schemaKeywords, key))
                look(value, at);
            if (value.isObject() && std::ranges::contains(mapKeywords, key)) {
                for (const auto part : value.members())
                    look(part.value(), JsonPointer::child(at, part.key()));
            }
            if (value.isArray() && std::ranges::contains(listKeywords, key)) {
                qsizetype index = 0;
                for (const Json &part : value.items())
                    look(part, JsonPointer::child(at, index++));
            }
        }
    }

    void lookAtReference(const QString &reference, const QString &place)
    {
        if (!reference.startsWith(u'#'))
            return note(u"a \"$ref\" to another document"_s, place);
        const QString pointer = QUrl::fromPercentEncoding(reference.sliced(1).toUtf8());
        if ((pointer.isEmpty() || pointer.startsWith(u'/')) && follow(pointer))
            note(u"a recursive \"$ref\""_s, place);
    }

    Json m_root;
    QMap<QString, QStringList> m_places;
    QSet<QString> m_open; //!< the pointers of parts that are being visited
    QSet<QString> m_seen;
    QSet<std::pair<QString, QString>> m_noted;
    int m_depth = 0;
};

QString namedPlaces(const QStringList &places)
{
    const QString named = visibleText(places.first(std::min(places.size(), maxPlaces)).join(u", "_s));
    const qsizetype more = places.size() - maxPlaces;
    return more > 0 ? u"%1 and %2 more"_s.arg(named, QString::number(more)) : named;
}

//! Returns findings about parts of the tool \a spec that the protocol allows but common clients and language
//! models refuse. The findings have Severity::Info: "name.not-portable" and "schema.not-portable", one for
//! each kind of fault and schema, with the first places. \a spec must have all its parts. Any thread.
QList<CheckFinding> checkPortability(const OperationSpec &spec)
{
    static const QRegularExpression portableName(u"^[A-Za-z0-9_-]{1,64}\\z"_s);
    QList<CheckFinding> findings;
    if (!portableName.match(spec.id.name).hasMatch()) {
        findings.append({spec.id.name, u"name.not-portable"_s, Diagnosis::Severity::Info,
            u"Some clients refuse its name: they take 1 to 64 of A-Z a-z 0-9 _ and -."_s,
            u"Some clients refuse the names of %1 operations: they take 1 to 64 of A-Z a-z 0-9 _ and -."_s});
    }
    using enum SchemaPortability::Side;
    const auto check = [&](const Json &schema, SchemaPortability::Side side, const QString &ofOne,
                           const QString &ofMany) {
        const SchemaPortability found(schema, side);
        for (const auto &[what, places] : found.places().asKeyValueRange()) {
            findings.append({spec.id.name, u"schema.not-portable"_s, Diagnosis::Severity::Info,
                ofOne.arg(what, namedPlaces(places)), QString(ofMany + what + u'.')});
        }
    };
    check(spec.inputSchema, Input, u"Some clients refuse its input schema: it has %1, at %2."_s,
        u"Some clients refuse the input schemas of %1 operations: they have "_s);
    check(spec.outputSchema, Output, u"Some clients refuse its output schema: it has %1, at %2."_s,
        u"Some clients refuse the output schemas of %1 operations: they have "_s);
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
