// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/verificationreport.h"

#include "core/checks/junit.h"
#include "core/json/jsontexts.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

using Verdict = VerificationResult::Outcome;

constexpr qsizetype longestValue = 200; // characters of a value in a line of the JUnit report

Json prefixedHash(const QByteArray &hash)
{
    return Json::string(QString(u"sha256:"_s + QString::fromLatin1(hash)));
}

Json definitionJson(const VerificationResult &result)
{
    QList<Json> changes;
    for (const DefinitionDifference &change : result.definitionChanges.list) {
        changes.append(Json::object({{u"place"_s, Json::string(change.place)},
            {u"from"_s, change.from.isEmpty() ? Json() : Json::string(change.from)},
            {u"before"_s, change.before}, {u"now"_s, change.now}}));
    }
    const qsizetype more = result.definitionChanges.more;
    return Json::object(
        {{u"was"_s, prefixedHash(result.definitionWas)}, {u"is"_s, prefixedHash(result.definitionIs)},
            {u"accepted"_s, Json::boolean(result.definitionAccepted)}, {u"changes"_s, Json::array(changes)},
            {u"changesNotShown"_s, more == 0 ? Json() : Json::integer(more)}});
}

Json toJson(const VerificationResult &result)
{
    QList<Json> differences;
    for (const FixtureDifference &difference : result.differences)
        differences.append(toJson(difference));
    return Json::object({
        {u"fixture"_s, Json::string(result.fixture)},
        {u"operation"_s, result.operation.isEmpty() ? Json() : Json::string(result.operation)},
        {u"outcome"_s, Json::string(QString(outcomeName(result.outcome)))},
        {u"reason"_s, result.reason.isEmpty() ? Json() : Json::string(result.reason)},
        {u"durationMs"_s, result.durationMs < 0 ? Json() : Json::integer(result.durationMs)},
        {u"definition"_s, result.hasChangedDefinition() ? definitionJson(result) : Json()},
        {u"differences"_s, Json::array(differences)},
        {u"differencesNotShown"_s,
            result.differencesNotShown == 0 ? Json() : Json::integer(result.differencesNotShown)},
        {u"remarks"_s, result.remarks.isEmpty() ? Json() : textArray(result.remarks)},
    });
}

QString shortened(const Json &value)
{
    const QString text = value.isAbsent() ? u"nothing"_s : QString::fromUtf8(value.toBytes());
    return text.size() <= longestValue ? text : QString(text.first(longestValue) + u'…');
}

QString lineOf(const FixtureDifference &difference)
{
    const QString place = difference.pointer.isEmpty() ? u"(root)"_s : difference.pointer;
    const QString from = difference.from.isEmpty() ? QString() : QString(u" from "_s + difference.from);
    return u"%1 %2%3: expected %4, got %5"_s.arg(differenceKindName(difference.kind), place, from,
        shortened(difference.expected), shortened(difference.actual));
}

JUnitCase junitCase(const VerificationResult &result)
{
    JUnitCase one{.name = result.fixture, .durationMs = result.durationMs};
    if (result.outcome == Verdict::Failed) {
        QStringList lines;
        for (const FixtureDifference &difference : result.differences)
            lines.append(lineOf(difference));
        if (result.differencesNotShown > 0)
            lines.append(u"and %1 more"_s.arg(result.differencesNotShown));
        one.failures.append({u"answer"_s,
            !result.reason.isEmpty() ? result.reason : lines.value(0, u"another answer"_s), lines});
    }
    if (result.hasChangedDefinition() && !result.definitionAccepted) {
        one.failures.append({u"definition"_s,
            u"The definition of \"%1\" changed; it is now sha256:%2."_s.arg(
                result.operation, QString::fromLatin1(result.definitionIs)),
            toStrings(result.definitionChanges)});
    }
    one.isSkipped = result.outcome == Verdict::Skipped;
    one.reason = result.reason;
    one.output = result.remarks;
    return one;
}

} // namespace

QLatin1StringView outcomeName(VerificationResult::Outcome outcome)
{
    switch (outcome) {
    case Verdict::Passed: return "passed"_L1;
    case Verdict::Failed: return "failed"_L1;
    case Verdict::Changed: return "changed"_L1;
    case Verdict::Skipped: break;
    }
    return "skipped"_L1;
}

bool VerificationReport::hasVerified() const
{
    return !unreached && std::ranges::any_of(results, [](const VerificationResult &result) {
        return result.outcome != Verdict::Skipped;
    });
}

qsizetype VerificationReport::count(VerificationResult::Outcome outcome) const
{
    return std::ranges::count(results, outcome, &VerificationResult::outcome);
}

QStringList VerificationReport::newDefinitions() const
{
    QStringList hashes;
    for (const VerificationResult &result : results) {
        if (result.hasChangedDefinition() && !result.definitionAccepted)
            hashes.append(prefixedHash(result.definitionIs).toString());
    }
    hashes.removeDuplicates();
    return hashes;
}

Json toJson(const FixtureDifference &difference)
{
    return Json::object({
        {u"pointer"_s, Json::string(difference.pointer)},
        {u"kind"_s, Json::string(QString(differenceKindName(difference.kind)))},
        {u"from"_s, difference.from.isEmpty() ? Json() : Json::string(difference.from)},
        {u"expected"_s, difference.expected},
        {u"actual"_s, difference.actual},
    });
}

Json toJson(const VerificationReport &report)
{
    QList<Json> results;
    for (const VerificationResult &result : report.results)
        results.append(toJson(result));
    return Json::object({
        {u"passed"_s, Json::integer(report.count(Verdict::Passed))},
        {u"failed"_s, Json::integer(report.count(Verdict::Failed))},
        {u"changed"_s, Json::integer(report.count(Verdict::Changed))},
        {u"skipped"_s, Json::integer(report.count(Verdict::Skipped))},
        {u"results"_s, Json::array(results)},
    });
}

QByteArray toJUnit(const VerificationReport &report)
{
    QList<JUnitCase> cases;
    for (const VerificationResult &result : report.results)
        cases.append(junitCase(result));
    return toJUnit(report.source, cases);
}

} // namespace Workbench
