// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/sourcecheck.h"

#include "core/base/visibletext.h"
#include "core/checks/checkrules.h"
#include "core/operation/operationdefinition.h"
#include "core/operation/registry/operationregistry.h"

#include <QSet>
#include <QTimer>
#include <QtConcurrentRun>

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
            self->m_waiting.append({i, operations.at(i)});
    }
    self->m_toCall = self->m_waiting.size();
    self->callNext();
}

void SourceCheck::callNext()
{
    while (!m_isCancelled && m_sessions && !m_waiting.isEmpty()
        && qsizetype(m_running.size()) < m_options.atOnce) {
        auto call = std::make_unique<Call>();
        auto [run, spec] = m_waiting.takeFirst();
        call->run = run;
        call->spec = std::move(spec);
        InvokeOptions options;
        options.timeout = m_options.timeout;
        options.sendInvalid = true; // the user may send invalid input on purpose
        options.reading = {ResultReading::JsonInText::Open, ResultReading::IsError::Keep}; // to check it
        const Json input = m_options.inputs.value(call->spec->id.name, Json::emptyObject());
        call->invocation = m_sessions->invoke(call->spec->id, input, options);
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
            findings += checkFailure(compact(*call.spec, shared, nearest), result.error());
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
        findings += checkOutcome(*call.spec, *result);
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
    for (const Waiting &waiting : std::as_const(m_waiting))
        m_report.runs[waiting.run].reason = u"cancelled"_s;
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

} // namespace Workbench

#include "moc_sourcecheck.cpp"
