// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/pipeline/outcome.h"

#include "core/json/jsonbuilder.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Returns whether \a warning says that data breaks its schema. Other warnings name no place in a schema, or
//! concern the input, the meta, formats, or a valid member that was sent in the wrong direction.
bool isViolation(const Warning &warning)
{
    return !warning.schemaLocation.isEmpty() && warning.keyword != "input"_L1
        && warning.keyword != "envelope"_L1 && warning.keyword != "readOnly"_L1
        && warning.keyword != "writeOnly"_L1 && warning.keyword != "formats"_L1;
}

Json violationJson(
    const QString &pointer, const QString &message, const QString &keyword, const QString &schemaLocation)
{
    JsonBuilder builder;
    builder.beginObject().add(u"pointer", pointer).add(u"message", message).add(u"keyword", keyword);
    builder.add(u"schemaLocation", schemaLocation).endObject();
    return builder.take();
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

} // namespace Workbench
