// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/differenceoutput.h"

#include "app/cli/output.h"
#include "core/base/visibletext.h"
#include "core/checks/verificationreport.h"
#include "core/json/jsontexts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

constexpr qsizetype longestShown = 120;
constexpr qsizetype longestLead = 20;

QString shownFrom(const QString &text, qsizetype start)
{
    const bool isCut = text.size() - start > longestShown;
    return QString(
        (start > 0 ? u"…"_s : QString()) + text.mid(start, longestShown) + (isCut ? u"…"_s : QString()));
}

QString shownValue(const Json &value)
{
    return shownFrom(QString::fromUtf8(value.toBytes()), 0);
}

//! Returns both values as text. If they differ far from their start, the text begins shortly before that
//! place.
QString shownChange(const Json &expected, const Json &actual)
{
    const QString before = QString::fromUtf8(expected.toBytes());
    const QString after = actual.isAbsent() ? u"nothing"_s : QString::fromUtf8(actual.toBytes());
    const auto differs = std::ranges::mismatch(before, after);
    const qsizetype common = differs.in1 - before.begin();
    const qsizetype start = common > longestShown / 2 ? common - longestLead : 0;
    return QString(shownFrom(before, start) + u" → "_s + shownFrom(after, start));
}

QString differenceLine(const FixtureDifference &difference)
{
    using Kind = FixtureDifference::Kind;
    const QString place = difference.pointer.isEmpty() ? u"(root)"_s : visibleText(difference.pointer);
    const QString change = u"~ %1: %2"_s.arg(place, shownChange(difference.expected, difference.actual));
    switch (difference.kind) {
    case Kind::Added: return u"+ %1: %2"_s.arg(place, shownValue(difference.actual));
    case Kind::Removed: return u"- %1: %2"_s.arg(place, shownValue(difference.expected));
    case Kind::Moved:
        return u"> %1 → %2: %3"_s.arg(visibleText(difference.from), place, shownValue(difference.actual));
    case Kind::Type: return QString(change + u" (another type)"_s);
    case Kind::Pattern: return QString(change + u" (does not match the pattern)"_s);
    case Kind::Tolerance: return QString(change + u" (outside the tolerance)"_s);
    case Kind::Changed: break;
    }
    return change;
}

} // namespace

void showDifferences(
    Output &output, const QList<FixtureDifference> &differences, qsizetype notShown, const QString &indent)
{
    for (const FixtureDifference &difference : differences)
        output.line(indent + differenceLine(difference));
    if (notShown > 0) {
        output.line(
            u"%1… and %2 more (--limit fixture.differences=N shows more)"_s.arg(indent).arg(notShown));
    }
}

QList<Json::Member> comparisonMembers(const FixtureComparison &comparison)
{
    return {{u"same"_s, Json::boolean(comparison.isSame())},
        {u"definitionChanged"_s, comparison.definitionChanged ? Json::boolean(true) : Json()},
        {u"differences"_s, arrayOf(comparison.differences)},
        {u"differencesNotShown"_s,
            comparison.differencesNotShown > 0 ? Json::integer(comparison.differencesNotShown) : Json()},
        {u"remarks"_s, comparison.remarks.isEmpty() ? Json() : textArray(comparison.remarks)}};
}

} // namespace Workbench::Cli
