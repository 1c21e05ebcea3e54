// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/sourcecheck.h"

#include "core/base/visibletext.h"
#include "core/checks/checkrules.h"
#include "core/checks/junit.h"
#include "core/json/jsontexts.h"
#include "core/operation/operationdefinition.h"
#include "core/operation/registry/operationregistry.h"

#include <QRegularExpression>
#include <QSet>
#include <QTimer>
#include <QtConcurrentRun>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

using Severity = Diagnosis::Severity;
constexpr qsizetype maxChangedPlaces = 5;

struct Examined {
    struct One {
        QList<CheckFinding> findings;
        QString reason; //!< why the operation is not called; empty if it is called
    };
    QList<One> operations;
    QList<CheckFinding> findings; //!< about the definitions that the operations share
};

//! Checks the definitions of \a operations. Runs on a worker.
Examined examined(const OperationList &operations, const QHash<QString, Json> &inputs, SchemaDialect dialect,
    const Limits &limits)
{
    Examined all;
    all.operations.reserve(operations.size());
    SharedDefinitions definitions; // checked once, not for each operation
    for (const auto &light : operations) {
        const OperationSpec spec = sharing(*light, definitions);
        Examined::One one;
        one.findings = checkDefinition(spec, dialect, limits);
        if (!inputs.contains(spec.id.name) || spec.type == OperationType::Subscription)
            one.reason = reasonNotToCall(spec);
        all.operations.append(std::move(one));
    }
    all.findings = checkDefinitions(definitions, dialect, limits);
    return all;
}

CheckFinding findingOf(const DefinitionChange &change)
{
    if (!change.now)
        return {{}, u"definition.removed"_s, Severity::Warning,
            u"The operation \"%1\" was removed."_s.arg(visibleText(change.operation))};
    if (!change.before)
        return {change.operation, u"definition.added"_s, Severity::Info, u"The operation is new."_s};
    const QStringList places =
        toStrings(definitionDifferences(change.before->whole(), change.now->whole(), maxChangedPlaces));
    if (change.operation.isEmpty()) {
        return {{}, u"instructions.changed"_s, Severity::Warning,
            u"The instructions of the server changed: %1"_s.arg(places.join("; "_L1))};
    }
    return {change.operation, u"definition.changed"_s, Severity::Warning,
        places.isEmpty() ? u"Its definition changed."_s
                         : u"Its definition changed: %1"_s.arg(places.join("; "_L1))};
}

constexpr auto changedDefinition = "definition.changed"_L1;

Json toJson(const CheckRun &run)
{
    static constexpr std::array names{"answered"_L1, "failed"_L1, "not-called"_L1}; // of CheckRun::Outcome
    const bool wasCalled = run.outcome != CheckRun::Outcome::NotCalled;
    return Json::object({
        {u"name"_s, Json::string(run.operation)},
        {u"outcome"_s, Json::string(QString(names.at(size_t(run.outcome))))},
        {u"reason"_s, textOrAbsent(run.reason)},
        {u"durationMs"_s, wasCalled ? Json::integer(run.durationMs) : Json()},
        {u"layers"_s, textArray(run.layers)},
    });
}

Json toJson(const CheckFinding &finding)
{
    return Json::object({
        {u"operation"_s, textOrAbsent(finding.operation)},
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

SourceCheck::SourceCheck(Sessions *sessions, QString source, CheckOptions options, QObject *parent)
    : QObject(parent)
    , m_sessions(sessions)
    , m_options(std::move(options))
{
    m_report.source = std::move(source);
    m_report.acceptsDefinitions = m_options.acceptDefinitions;
}

SourceCheck::~SourceCheck() = default;

void SourceCheck::start()
{
    const SourceState state = m_sessions->state(m_report.source);
    if (!state.isUsable()) {
        m_report.findings.append({{}, u"source.not-connected"_s, Severity::Error,
            state.error.message.isEmpty() ? u"The source is not connected."_s : state.error.message});
        QTimer::singleShot(0, this, &SourceCheck::finish);
        return;
    }
    QStringList peer{state.peer.name, state.peer.version, u"(%1)"_s.arg(state.peer.protocol)};
    peer.removeAll(QString());
    m_report.peer = peer.join(u' ');
    for (const QString &note : state.peer.notes)
        m_report.findings.append({{}, u"source.note"_s, Severity::Info, note});
    if (!state.incompleteReason.isEmpty()) {
        m_report.findings.append({{}, u"list.incomplete"_s, Severity::Warning,
            u"The list of operations is incomplete: %1"_s.arg(state.incompleteReason)});
    }
    const OperationList operations = m_sessions->operationList(m_report.source);
    checkInputs(operations);
    QCoro::connect(run(this, operations), this, [] { });
}

//! Adds a finding for each input whose operation does not exist, which is probably a typing error.
void SourceCheck::checkInputs(const OperationList &operations)
{
    QStringList given = m_options.inputs.keys();
    given.sort();
    for (const QString &name : std::as_const(given)) {
        const auto isNamed = [&name](const auto &spec) { return spec->id.name == name; };
        if (std::ranges::none_of(operations, isNamed)) {
            m_report.findings.append({{}, u"input.unknown-operation"_s, Severity::Warning,
                u"An input is given for \"%1\", but the source has no such operation."_s.arg(name)});
        }
    }
}

Task<void> SourceCheck::run(QPointer<SourceCheck> self, OperationList operations)
{
    const QString source = self->m_report.source;
    const QList<DefinitionChange> changes = self->m_sessions->definitionChanges(source);
    co_await compareDefinitions(self, changes);
    if (self && self->m_sessions && self->m_options.acceptDefinitions && !changes.isEmpty())
        co_await acceptDefinitions(self, changes);
    if (self && self->m_sessions)
        co_await examine(self, operations, self->m_sessions->schemaDialect(source));
}

Task<void> SourceCheck::compareDefinitions(QPointer<SourceCheck> self, QList<DefinitionChange> changes)
{
    const QList<CheckFinding> findings = co_await QtConcurrent::run([changes] {
        QList<CheckFinding> found;
        for (const DefinitionChange &change : changes)
            found.append(findingOf(change));
        return found;
    });
    if (!self)
        co_return;
    for (const CheckFinding &finding : findings) {
        if (finding.operation.isEmpty())
            self->m_report.findings.append(finding);
        else
            self->m_findings[finding.operation].append(finding);
    }
}

Task<void> SourceCheck::acceptDefinitions(QPointer<SourceCheck> self, QList<DefinitionChange> changes)
{
    const Result<void> kept = co_await self->m_sessions->acceptDefinitions(self->m_report.source, changes);
    if (self && !kept) {
        self->m_report.findings.append(
            {{}, u"definition.not-remembered"_s, Severity::Warning, kept.error().message});
    }
}

Task<void> SourceCheck::examine(QPointer<SourceCheck> self, OperationList operations, SchemaDialect dialect)
{
    const Examined all = co_await QtConcurrent::run(
        examined, operations, self->m_options.inputs, dialect, self->m_sessions->limits());
    if (!self)
        co_return;
    self->m_report.findings += all.findings;
    for (qsizetype i = 0; i < all.operations.size(); ++i) {
        const QString name = operations.at(i)->id.name;
        const Examined::One &one = all.operations.at(i);
        self->m_findings[name] += one.findings;
        QString reason = one.reason;
        if (reason.isEmpty() && self->m_sessions && self->m_sessions->definitionChange(operations.at(i)->id))
            reason = u"its definition changed and is not accepted"_s;
        self->m_report.runs.append({name, CheckRun::Outcome::NotCalled, reason, -1, {}});
        if (reason.isEmpty())
            self->m_waiting.append(i);
    }
    self->m_operations = std::move(operations);
    self->m_toCall = self->m_waiting.size();
    self->callNext();
}

void SourceCheck::callNext()
{
    while (!m_isCancelled && m_sessions && !m_waiting.isEmpty()
        && qsizetype(m_running.size()) < m_options.atOnce) {
        auto call = std::make_unique<Call>(Call{m_waiting.takeFirst(), nullptr});
        const OperationId &id = m_operations.at(call->run)->id;
        InvokeOptions options;
        options.timeout = m_options.timeout;
        options.sendInvalid = true; // the user may send invalid input on purpose
        options.reading = {ResultReading::JsonInText::Open, ResultReading::IsError::Keep}; // to check it
        const Json input = m_options.inputs.value(id.name, Json::emptyObject());
        call->invocation = m_sessions->invoke(id, input, options);
        Call *const started = call.get();
        m_running.push_back(std::move(call));
        connect(started->invocation.get(), &Invocation::finished, this, [this, started] { take(*started); });
    }
    if (m_running.empty())
        QTimer::singleShot(0, this, &SourceCheck::finish);
}

void SourceCheck::take(Call &call)
{
    CheckRun &run = m_report.runs[call.run];
    const OperationSpec &spec = *m_operations.at(call.run);
    QList<CheckFinding> &findings = m_findings[run.operation];
    run.durationMs = call.invocation->durationMs();
    const Result<Outcome> &result = call.invocation->result();
    if (!result) {
        run.outcome = CheckRun::Outcome::Failed;
        run.reason = result.error().message;
        if (result.error().kind != ErrorKind::Cancelled) {
            SharedDefinitions shared;
            Limits nearest; // enough to see whether the body fits the declaration
            nearest.schemaSubschemas = 1000;
            findings += checkFailure(compact(spec, shared, nearest), result.error());
        }
        if (needsConfirmation(result.error())
            && !std::ranges::contains(m_report.unconfirmed, run.reason, &Error::message))
            m_report.unconfirmed.append(result.error());
    } else {
        run.outcome = result->envelope.isError() ? CheckRun::Outcome::Failed : CheckRun::Outcome::Answered;
        if (result->recognition) {
            for (const EnvelopeLayer &layer : result->recognition->layers)
                run.layers.append(layer.kind);
            if (result->recognition->confidence != Confidence::None)
                ++m_report.envelopes[QString(result->recognition->kind)];
        }
        run.reason = failureText(*result);
        findings += checkOutcome(spec, *result);
    }
    if (const qint64 slow = m_sessions ? m_sessions->limits().checkSlowMs : 0;
        slow > 0 && run.durationMs > slow) {
        findings.append({run.operation, u"call.slow"_s, Severity::Warning,
            u"It took %1 ms to answer (over %2 ms)."_s.arg(run.durationMs).arg(slow),
            QString(u"%1 operations took more than "_s + QString::number(slow) + u" ms to answer."_s)});
    }
    ++m_called;
    Q_EMIT progressed(m_called, m_toCall, run.operation);
    const auto place =
        std::ranges::find_if(m_running, [&call](const auto &each) { return each.get() == &call; });
    (*place)->invocation.release()->deleteLater(); // it is emitting its signal
    m_running.erase(place);
    callNext();
}

void SourceCheck::cancel()
{
    m_isCancelled = true;
    for (const qsizetype waiting : std::as_const(m_waiting))
        m_report.runs[waiting].reason = u"cancelled"_s;
    m_waiting.clear();
    for (const auto &call : m_running)
        call->invocation->cancel();
}

//! Adds the most likely envelope to each refused result, after all calls have been answered.
void SourceCheck::nameSeenEnvelopes()
{
    for (CheckFinding &finding : m_report.findings) {
        if (finding.code != "schema.likely-envelope"_L1 || !m_sessions)
            continue;
        const OperationId id{nameSpaceFor(m_report.source), finding.operation};
        if (const std::optional<SeenEnvelope> seen = m_sessions->seenEnvelope(id))
            finding.message += u' ' + hintOf(*seen);
    }
}

//! Adds the remarks about the source since it was connected, including those from the calls of this check. A
//! remark that an operation has too, behind its place in the document, is not repeated.
void SourceCheck::addRemarks()
{
    QSet<QString> told;
    for (const CheckFinding &finding : std::as_const(m_report.findings)) {
        if (finding.code == "definition.remark"_L1)
            told.insert(finding.message);
    }
    const auto isTold = [&told](const QString &remark) {
        for (qsizetype at = remark.indexOf(": "_L1); at >= 0; at = remark.indexOf(": "_L1, at + 2)) {
            if (told.contains(remark.sliced(at + 2)))
                return true;
        }
        return false;
    };
    for (const QString &remark : m_sessions ? m_sessions->state(m_report.source).remarks : QStringList()) {
        if (!isTold(remark))
            m_report.findings.append({{}, u"source.remark"_s, Severity::Warning, remark});
    }
}

void SourceCheck::finish()
{
    if (std::exchange(m_isFinished, true))
        return;
    for (const CheckRun &run : std::as_const(m_report.runs))
        m_report.findings += m_findings.value(run.operation);
    nameSeenEnvelopes();
    addRemarks();
    Q_EMIT finished();
}

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

#include "moc_sourcecheck.cpp"
