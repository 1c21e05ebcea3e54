// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/pipeline/outcome.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonpointer.h"

#include <algorithm>
#include <array>
#include <functional>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Returns whether \a warning says that data breaks its schema. Other warnings name no place in a schema, or
//! concern the input, the meta, formats, or a valid member that was sent in the wrong direction.
bool isViolation(const Warning &warning)
{
    return isInOutputSchema(warning) && warning.keyword != "readOnly"_L1 && warning.keyword != "writeOnly"_L1
        && warning.keyword != "formats"_L1;
}

Json violationJson(
    const QString &pointer, const QString &message, const QString &keyword, const QString &schemaLocation)
{
    JsonBuilder builder;
    builder.beginObject().add(u"pointer", pointer).add(u"message", message).add(u"keyword", keyword);
    builder.add(u"schemaLocation", schemaLocation).endObject();
    return builder.take();
}

constexpr qsizetype maxReportedChange = 4 << 10; // bytes; the values of a larger change are left out
constexpr qsizetype maxReportedChanges = 256 << 10; // bytes

//! Returns the member "pointer" of \a json. A text that is not a JSON Pointer counts as the root.
QString pointerIn(const Json &json)
{
    const QString pointer = json.member("pointer"_L1).toString();
    return pointer.startsWith(u'/') ? pointer : QString();
}

Warning warningFromJson(const Json &json)
{
    return {pointerIn(json), json.member("message"_L1).toString(), json.member("keyword"_L1).toString(),
        json.member("schemaLocation"_L1).toString(), json.member("in"_L1).toString() == "result"_L1};
}

//! Returns the enumerator with the name \a word, or \a fallback if there is none.
template <typename Enum, size_t Count>
Enum enumeratorNamed(
    const QString &word, const std::array<Enum, Count> &all, QLatin1StringView (*nameOf)(Enum), Enum fallback)
{
    for (const Enum each : all) {
        if (word == nameOf(each))
            return each;
    }
    return fallback;
}

//! Reads one change. \a data is the normalised data, which holds the values that the report leaves out.
Change changeFromJson(const Json &json, const Json &data)
{
    using enum ChangeAction;
    using enum ChangeMark;
    Change change;
    change.pointer = pointerIn(json);
    change.action = enumeratorNamed(json.member("action"_L1).toString(), std::array{Added, Removed, Replaced},
        &changeActionName, Replaced);
    // An unknown mark counts as the worst one.
    change.mark = enumeratorNamed(
        json.member("mark"_L1).toString(), std::array{Filled, Converted, Lost}, &changeMarkName, Lost);
    change.before = json.member("before"_L1);
    change.after = json.member("after"_L1);
    if (change.action != Removed && change.after.isAbsent())
        change.after = JsonPointer::resolve(data, change.pointer);
    if (change.action == Added && change.after.isAbsent())
        change.action = Replaced; // like an unknown action: it does not say what was added
    const Warning violation = warningFromJson(json.member("violation"_L1));
    change.violation = {
        violation.pointer, violation.keyword, violation.schemaLocation, {}, violation.message};
    return change;
}

//! Returns the JSON of at most \a most changes, and of at most maxReportedChanges bytes. If there are more,
//! the worst ones come first.
QList<Json> reportedChanges(QList<Change> changes, qsizetype most, bool isSorted = false)
{
    QList<Json> reported;
    qsizetype bytes = 0;
    for (Change change : std::as_const(changes)) {
        Json json = toJson(change);
        qsizetype size = json.toBytes().size();
        // The values may take half of the bytes, so that changes without values still fit.
        if (size > maxReportedChange || bytes + size > maxReportedChanges / 2) {
            change.before = Json();
            change.after = Json();
            json = toJson(change);
            size = json.toBytes().size();
        }
        bytes += size;
        if (reported.size() >= most || bytes > maxReportedChanges)
            break;
        reported.append(json);
    }
    if (isSorted || reported.size() == changes.size())
        return reported;
    std::ranges::stable_sort(changes, std::ranges::greater(), &Change::mark);
    return reportedChanges(changes, most, true);
}

} // namespace

Json payloadOf(const Outcome &outcome)
{
    if (outcome.recognition && !outcome.recognition->layers.isEmpty()) {
        const Recognition &recognition = *outcome.recognition;
        return recognition.data.isAbsent() ? recognition.layers.last().inside : recognition.data;
    }
    const Diagnosis *first = outcome.diagnoses.isEmpty() ? nullptr : &outcome.diagnoses.first();
    return first && first->validPointer && first->subject.isAbsent() ? validPart(*first, outcome.receivedData)
                                                                     : outcome.receivedData;
}

qsizetype lostValues(const Outcome &outcome)
{
    return std::ranges::count(outcome.changes, ChangeMark::Lost, &Change::mark);
}

qsizetype attentionCount(const Outcome &outcome)
{
    return outcome.warnings.size() + std::max<qsizetype>(0, outcome.warningsNotShown) + lostValues(outcome);
}

bool schemaIsBroken(const Outcome &outcome)
{
    return std::ranges::any_of(outcome.warnings, isViolation) || lostValues(outcome) > 0;
}

bool isInOutputSchema(const Warning &warning)
{
    return !warning.schemaLocation.isEmpty() && warning.keyword != "input"_L1
        && warning.keyword != "envelope"_L1;
}

Json toJson(const Warning &warning)
{
    const Json json =
        violationJson(warning.pointer, warning.message, warning.keyword, warning.schemaLocation);
    return warning.isOfResult ? withMember(json, u"in", Json::string(u"result")) : json;
}

Json toJson(const Change &change)
{
    JsonBuilder builder;
    builder.beginObject()
        .add(u"pointer", change.pointer)
        .add(u"action", QString(changeActionName(change.action)))
        .add(u"mark", QString(changeMarkName(change.mark)));
    builder.add(u"before", change.before).add(u"after", change.after);
    const ValidationError &violation = change.violation;
    if (!violation.message.isEmpty()) {
        builder.add(u"violation",
            violationJson(violation.pointer, violation.message, violation.keyword, violation.schemaLocation));
    }
    return builder.endObject().take();
}

void reportInMeta(Outcome &outcome, qsizetype mostChanges)
{
    const QList<Json> changes = reportedChanges(outcome.changes, mostChanges);
    QList<Json> warnings;
    // This warning is the first one, because a reader may have a limit.
    if (const qsizetype left = outcome.changes.size() - changes.size(); left > 0) {
        const QString message =
            left == 1 ? u"1 more change is not reported"_s : u"%1 more changes are not reported"_s.arg(left);
        warnings.append(toJson(Warning{{}, message, u"budget"_s, {}}));
    }
    for (const Warning &warning : std::as_const(outcome.warnings))
        warnings.append(toJson(warning));
    if (!warnings.isEmpty())
        outcome.envelope.setMetaExtension(envelopeWarningsMark, Json::array(warnings));
    if (!changes.isEmpty())
        outcome.envelope.setMetaExtension(envelopeChangesMark, Json::array(changes));
}

ResponseEnvelope withBareValueReported(ResponseEnvelope envelope)
{
    QList<Json> warnings;
    for (const Json warning : envelope.metaExtension(envelopeWarningsMark).items())
        warnings.append(warning);
    warnings.append(toJson(Warning{{},
        u"A peer sent a bare value where the call protocol expects an envelope; it was wrapped on the way"_s,
        u"envelope"_s, {}}));
    envelope.setMetaExtension(envelopeWarningsMark, Json::array(warnings));
    return envelope;
}

ReportedOutcome reportedInMeta(const ResponseEnvelope &envelope, const Json &received, qsizetype limit)
{
    ReportedOutcome reported;
    if (!envelope.isReceived())
        return reported;
    for (const Json &item : envelope.metaExtension(envelopeWarningsMark).items()) {
        if (item.isObject() && reported.warnings.size() < limit)
            reported.warnings.append(warningFromJson(item));
    }
    for (const Json &item : envelope.metaExtension(envelopeChangesMark).items()) {
        if (item.isObject() && reported.changes.size() < limit)
            reported.changes.append(changeFromJson(item, received));
    }
    return reported;
}

} // namespace Workbench
