// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/checkreport.h"

#include "core/checks/junit.h"
#include "core/json/jsontexts.h"

#include <QHash>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr auto changedDefinition = "definition.changed"_L1;

QString outcomeName(CheckRun::Outcome outcome)
{
    switch (outcome) {
    case CheckRun::Outcome::Answered: return u"answered"_s;
    case CheckRun::Outcome::Failed: return u"failed"_s;
    case CheckRun::Outcome::NotCalled: break;
    }
    return u"not-called"_s;
}

Json toJson(const CheckRun &run)
{
    const bool wasCalled = run.outcome != CheckRun::Outcome::NotCalled;
    return Json::object({
        {u"name"_s, Json::string(run.operation)},
        {u"outcome"_s, Json::string(outcomeName(run.outcome))},
        {u"reason"_s, run.reason.isEmpty() ? Json() : Json::string(run.reason)},
        {u"durationMs"_s, wasCalled ? Json::integer(run.durationMs) : Json()},
        {u"layers"_s, textArray(run.layers)},
    });
}

Json toJson(const CheckFinding &finding)
{
    return Json::object({
        {u"operation"_s, finding.operation.isEmpty() ? Json() : Json::string(finding.operation)},
        {u"code"_s, Json::string(finding.code)},
        {u"severity"_s, Json::string(QString(severityName(finding.severity)))},
        {u"message"_s, Json::string(finding.message)},
    });
}

//! Returns the test case for the findings of one operation or of the source itself. Errors and changed
//! definitions are failures, other findings are output.
JUnitCase junitCase(const CheckReport &report, const QString &operation, const QString &name)
{
    JUnitCase one{.name = name};
    for (const CheckFinding &finding : report.findings) {
        if (finding.operation != operation)
            continue;
        const bool isNewDefinition = finding.code == changedDefinition && !report.acceptsDefinitions;
        const QStringList lines = finding.message.split(u'\n');
        if (finding.severity == Diagnosis::Severity::Error || isNewDefinition)
            one.failures.append({finding.code, lines.constFirst(), lines.sliced(1)});
        else
            one.output.append(
                u"%1 %2: %3"_s.arg(severityName(finding.severity), finding.code, finding.message));
    }
    return one;
}

} // namespace

qsizetype CheckReport::count(Diagnosis::Severity severity) const
{
    return std::ranges::count(findings, severity, &CheckFinding::severity);
}

bool CheckReport::hasChangedDefinitions() const
{
    return !acceptsDefinitions && std::ranges::contains(findings, changedDefinition, &CheckFinding::code);
}

qsizetype CheckReport::calledOperations() const
{
    return qsizetype(runs.size())
        - std::ranges::count(runs, CheckRun::Outcome::NotCalled, &CheckRun::outcome);
}

QList<FindingGroup> grouped(const CheckReport &report)
{
    QList<FindingGroup> groups;
    QList<const CheckFinding *> firsts;
    QHash<QString, qsizetype> known; // by severity, code and message
    for (const CheckFinding &finding : report.findings) {
        const QString &words = finding.several.isEmpty() ? finding.message : finding.several;
        const QString key = QString::number(int(finding.severity)) + finding.code + u'\n' + words;
        const auto found = known.constFind(key);
        if (found != known.cend() && !finding.operation.isEmpty()) {
            groups[*found].operations.append(finding.operation);
            continue;
        }
        if (!finding.operation.isEmpty())
            known.insert(key, groups.size());
        groups.append({finding.severity, finding.code, finding.message,
            finding.operation.isEmpty() ? QStringList() : QStringList{finding.operation}});
        firsts.append(&finding);
    }
    for (qsizetype i = 0; i < groups.size(); ++i) {
        FindingGroup &group = groups[i];
        const QString number = QString::number(group.operations.size());
        if (group.operations.size() > 1) {
            group.message = firsts.at(i)->several.isEmpty()
                ? u"%1 operations: %2"_s.arg(number, group.message)
                : firsts.at(i)->several.arg(number);
        }
    }
    std::ranges::stable_sort(groups, {}, &FindingGroup::severity);
    return groups;
}

Json toJson(const CheckReport &report)
{
    QList<Json> operations;
    for (const CheckRun &run : report.runs)
        operations.append(toJson(run));
    QList<Json> findings;
    for (const CheckFinding &finding : report.findings)
        findings.append(toJson(finding));
    QList<Json::Member> envelopes;
    for (const auto &[kind, count] : report.envelopes.asKeyValueRange())
        envelopes.append({kind, Json::integer(count)});
    return Json::object({
        {u"source"_s, Json::string(report.source)},
        {u"peer"_s, Json::string(report.peer)},
        {u"operations"_s, Json::array(operations)},
        {u"findings"_s, Json::array(findings)},
        {u"envelopes"_s, Json::object(envelopes)},
    });
}

QByteArray toJUnit(const CheckReport &report)
{
    QList<JUnitCase> cases;
    if (std::ranges::contains(report.findings, QString(), &CheckFinding::operation))
        cases.append(junitCase(report, {}, u"(the source)"_s));
    for (const CheckRun &run : report.runs) {
        JUnitCase one = junitCase(report, run.operation, run.operation);
        one.durationMs = run.durationMs;
        one.isSkipped = run.outcome == CheckRun::Outcome::NotCalled && one.failures.isEmpty();
        one.reason = run.reason;
        cases.append(one);
    }
    return toJUnit(report.source, cases);
}

} // namespace Workbench
