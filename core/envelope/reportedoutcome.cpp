// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/reportedoutcome.h"

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

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

Change changeFromJson(const Json &json)
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
    if (change.action == Added && change.after.isAbsent())
        change.action = Replaced; // like an unknown action: it does not say what was added
    const Warning violation = warningFromJson(json.member("violation"_L1));
    change.violation = {
        violation.pointer, violation.keyword, violation.schemaLocation, {}, violation.message};
    return change;
}

template <typename Item> Json arrayOf(const QList<Item> &items)
{
    QList<Json> array;
    for (const Item &item : items)
        array.append(toJson(item));
    return Json::array(array);
}

} // namespace

void reportInMeta(Outcome &outcome)
{
    if (!outcome.warnings.isEmpty())
        outcome.envelope.setMetaExtension(envelopeWarningsMark, arrayOf(outcome.warnings));
    if (!outcome.changes.isEmpty())
        outcome.envelope.setMetaExtension(envelopeChangesMark, arrayOf(outcome.changes));
}

ReportedOutcome reportedInMeta(const ResponseEnvelope &envelope, qsizetype limit)
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
            reported.changes.append(changeFromJson(item));
    }
    return reported;
}

} // namespace Workbench
