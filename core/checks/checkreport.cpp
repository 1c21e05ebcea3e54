// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/checkreport.h"

#include "core/checks/junit.h"
#include "core/json/jsontexts.h"

#include <QHash>
#include <QRegularExpression>

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
        {u"message"_s, Json::string((QStringList{finding.message} + finding.words).join(u'\n'))},
    });
}

//! Returns the text that findings of the same kind share.
QString textOfKind(const CheckFinding &finding)
{
    if (!finding.several.isEmpty())
        return finding.several;
    static const QRegularExpression quoted(u"\"[^\"]*\""_s); // "The reference "x" leads nowhere"
    const bool isRemark = finding.code == "definition.remark"_L1;
    return isRemark ? QString(finding.message).replace(quoted, u"\"…\""_s)
                    : QString(finding.message + u'\n' + finding.words.join(u'\n'));
}

//! Returns the group of \a findings, which are of one kind. Different findings about one operation stay
//! apart.
QList<FindingGroup> groupsOf(const QList<const CheckFinding *> &findings)
{
    const CheckFinding &first = *findings.constFirst();
    FindingGroup group{first.severity, first.code, first.message, {}, {}, first.words};
    bool isSame = true;
    for (const CheckFinding *finding : findings) {
        isSame = isSame && finding->message == first.message;
        group.words.removeIf([finding](const QString &line) { return !finding->words.contains(line); });
        const bool isNew = group.operations.isEmpty() || group.operations.constLast() != finding->operation;
        if (!finding->operation.isEmpty() && isNew)
            group.operations.append(finding->operation);
    }
    const qsizetype operations = group.operations.size();
    if (!isSame && operations < 2) {
        QList<FindingGroup> apart;
        for (const CheckFinding *finding : findings)
            apart.append(
                {first.severity, first.code, finding->message, group.operations, {}, finding->words});
        return apart;
    }
    for (const CheckFinding *finding : findings) {
        const auto addDetail = [&](const QString &line) {
            group.details.append(QString(finding->operation + u": "_s + line));
        };
        if (!isSame)
            addDetail(finding->message);
        for (const QString &line : finding->words) {
            if (!group.words.contains(line))
                addDetail(line);
        }
    }
    const QString number = QString::number(operations < 2 ? findings.size() : operations);
    if (operations > 1 && !first.several.isEmpty())
        group.message = QString(first.several).replace(first.several.indexOf("%1"_L1), 2, number);
    else if (operations > 1)
        group.message = u"%1 operations: %2"_s.arg(number, isSame ? first.message : textOfKind(first));
    else if (findings.size() > 1)
        group.message = u"%1 (%2 times)"_s.arg(first.message, number);
    return {group};
}

//! Returns the test case for the findings of one operation or of the source itself. Errors, changed
//! definitions and calls that need a confirmation are failures, other findings are output.
JUnitCase junitCase(const CheckReport &report, const QString &operation, const QString &name)
{
    JUnitCase one{.name = name};
    for (const CheckFinding &finding : report.findings) {
        if (finding.operation != operation)
            continue;
        const bool isNewDefinition = finding.code == changedDefinition && !report.acceptsDefinitions;
        const bool isUnconfirmed = finding.code == unconfirmedCall;
        if (finding.severity == Diagnosis::Severity::Error || isNewDefinition || isUnconfirmed)
            one.failures.append({finding.code, finding.message, finding.words});
        else
            one.output +=
                QStringList{u"%1 %2: %3"_s.arg(severityName(finding.severity), finding.code, finding.message)}
                + finding.words;
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
    QList<QList<const CheckFinding *>> kinds;
    QHash<QString, qsizetype> known; // by severity, code, subject and text
    for (const CheckFinding &finding : report.findings) {
        const QString key = QString::number(int(finding.severity)) + finding.code
            + (finding.operation.isEmpty() ? u"\n\n"_s : u"\n"_s) + textOfKind(finding);
        if (!known.contains(key)) {
            known.insert(key, kinds.size());
            kinds.append(QList<const CheckFinding *>());
        }
        kinds[known.value(key)].append(&finding);
    }
    QList<FindingGroup> groups;
    for (const QList<const CheckFinding *> &findings : std::as_const(kinds))
        groups += groupsOf(findings);
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
