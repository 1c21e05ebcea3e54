// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/doctor/doctor.h"

#include "core/doctor/doctorchecks.h"
#include "core/json/jsondiff.h"

#include <QTimer>
#include <QtConcurrentRun>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

using Severity = Diagnosis::Severity;
constexpr qsizetype maxChangedPlaces = 5;

struct Examined {
    QList<DoctorFinding> findings;
    QString reason; //!< not to call it
    OperationSpec spec; //!< with all its parts, when it is to be called
};

//! On a worker.
QList<Examined> examined(const OperationList &operations, const QHash<QString, Json> &inputs,
    SchemaDialect dialect, const Limits &limits)
{
    QList<Examined> all;
    all.reserve(operations.size());
    for (const auto &light : operations) {
        OperationSpec spec = completed(*light);
        Examined one;
        one.findings = checkDefinition(spec, dialect, limits);
        if (!inputs.contains(spec.id.name) || spec.type == OperationType::Subscription)
            one.reason = reasonNotToCall(spec);
        if (one.reason.isEmpty())
            one.spec = std::move(spec);
        all.append(std::move(one));
    }
    return all;
}

//! "changed at /description, /inputSchema/type"
QString describedChange(const DefinitionPins::Change &change)
{
    const Result<JsonDiff> diff = diffJson(change.before, change.now);
    if (!diff)
        return u"Its definition changed."_s;
    QStringList places;
    for (qsizetype i = 0; i < qMin(diff->size(), maxChangedPlaces); ++i)
        places.append(diff->at(i).pointer);
    if (diff->size() > maxChangedPlaces)
        places.append(u"…"_s);
    return u"Its definition changed at %1."_s.arg(places.join(u", "_s));
}

} // namespace

DefinitionPins::Definitions definitionsOf(const OperationList &operations)
{
    DefinitionPins::Definitions definitions;
    for (const auto &spec : operations)
        definitions.insert(spec->id.name, spec->definition.isAbsent() ? toJson(*spec) : spec->definition);
    return definitions;
}

Doctor::Doctor(
    Sessions *sessions, QString source, DoctorOptions options, DefinitionPins *pins, QObject *parent)
    : QObject(parent)
    , m_sessions(sessions)
    , m_options(std::move(options))
    , m_pins(pins)
{
    m_report.source = std::move(source);
}

Doctor::~Doctor() = default;

void Doctor::start()
{
    const SourceState state = m_sessions->state(m_report.source);
    if (!state.isUsable()) {
        m_report.findings.append({{}, u"source.not-connected"_s, Severity::Error,
            state.error.message.isEmpty() ? u"The source is not connected."_s : state.error.message});
        QTimer::singleShot(0, this, &Doctor::finish);
        return;
    }
    m_report.peer =
        u"%1 %2 (%3)"_s.arg(state.peer.name, state.peer.version, state.peer.protocol).simplified();
    for (const QString &remark : state.peer.remarks)
        m_report.findings.append({{}, u"source.remark"_s, Severity::Warning, remark});
    if (!state.incompleteReason.isEmpty()) {
        m_report.findings.append({{}, u"list.incomplete"_s, Severity::Warning,
            u"The list of operations is incomplete: %1"_s.arg(state.incompleteReason)});
    }
    const OperationList operations = m_sessions->operationList(m_report.source);
    checkInputs(operations);
    comparePins(operations);
    QCoro::connect(examine(this, operations, m_sessions->schemaDialect(m_report.source)), this, [] { });
}

//! An input under a name that nobody has is a slip of the pen.
void Doctor::checkInputs(const OperationList &operations)
{
    QStringList given = m_options.inputs.keys();
    given.sort();
    for (const QString &name : std::as_const(given)) {
        const auto isNamed = [&name](const auto &spec) { return spec->id.name == name; };
        if (std::ranges::none_of(operations, isNamed)) {
            m_report.findings.append({{}, u"input.unknown-operation"_s, Severity::Warning,
                u"There is no operation \"%1\" to give an input to."_s.arg(name)});
        }
    }
}

void Doctor::comparePins(const OperationList &operations)
{
    const Source *source = m_sessions->source(m_report.source);
    if (!m_pins || !source)
        return;
    const DefinitionPins::Definitions now = definitionsOf(operations);
    const bool isKnown = m_pins->knows(*source);
    if (isKnown) {
        for (const DefinitionPins::Change &change : m_pins->changes(*source, now)) {
            if (change.now.isAbsent()) {
                m_report.findings.append({{}, u"definition.removed"_s, Severity::Warning,
                    u"The operation \"%1\" is gone."_s.arg(change.operation)});
            } else if (change.before.isAbsent()) {
                m_findings[change.operation].append(
                    {change.operation, u"definition.added"_s, Severity::Info, u"It is new."_s});
            } else {
                m_findings[change.operation].append(
                    {change.operation, u"definition.changed"_s, Severity::Warning, describedChange(change)});
            }
        }
    }
    if (isKnown && !m_options.acceptDefinitions)
        return;
    if (const Result<void> saved = m_pins->accept(*source, now); !saved) {
        m_report.findings.append(
            {{}, u"definition.not-remembered"_s, Severity::Warning, saved.error().message});
    }
}

Task<void> Doctor::examine(QPointer<Doctor> self, OperationList operations, SchemaDialect dialect)
{
    const QList<Examined> all = co_await QtConcurrent::run(
        examined, operations, self->m_options.inputs, dialect, self->m_sessions->limits());
    if (!self)
        co_return;
    for (qsizetype i = 0; i < all.size(); ++i) {
        const QString name = operations.at(i)->id.name;
        self->m_findings[name] += all.at(i).findings;
        self->m_report.runs.append({name, DoctorRun::Outcome::NotCalled, all.at(i).reason, -1, {}});
        if (all.at(i).reason.isEmpty())
            self->m_waiting.append({i, all.at(i).spec});
    }
    self->m_toCall = self->m_waiting.size();
    self->callNext();
}

void Doctor::callNext()
{
    while (!m_isCancelled && m_sessions && !m_waiting.isEmpty()
        && qsizetype(m_running.size()) < m_options.atOnce) {
        auto call = std::make_unique<Call>();
        auto [run, spec] = m_waiting.takeFirst();
        call->run = run;
        call->spec = std::move(spec);
        InvokeOptions options;
        options.timeout = m_options.timeout;
        options.sendInvalid = true; // what the user gave is theirs to send
        options.reading = {ResultReading::JsonInText::Open, ResultReading::IsError::Keep}; // to look at it
        const Json input = m_options.inputs.value(call->spec.id.name, Json::emptyObject());
        call->invocation = m_sessions->invoke(call->spec.id, input, options);
        Call *const started = call.get();
        m_running.push_back(std::move(call));
        connect(started->invocation.get(), &Invocation::finished, this, [this, started] { take(*started); });
    }
    if (m_running.empty())
        QTimer::singleShot(0, this, &Doctor::finish);
}

void Doctor::take(Call &call)
{
    DoctorRun &run = m_report.runs[call.run];
    QList<DoctorFinding> &findings = m_findings[run.operation];
    run.durationMs = call.invocation->durationMs();
    const Result<Outcome> &result = call.invocation->result();
    if (!result) {
        run.outcome = DoctorRun::Outcome::Failed;
        run.reason = result.error().message;
        if (result.error().kind != ErrorKind::Cancelled)
            findings += checkFailure(call.spec, result.error());
    } else {
        run.outcome = result->envelope.isError() ? DoctorRun::Outcome::Failed : DoctorRun::Outcome::Answered;
        if (result->recognition) {
            for (const EnvelopeLayer &layer : result->recognition->layers)
                run.layers.append(layer.kind);
            if (result->recognition->confidence != Confidence::None)
                ++m_report.envelopes[QString(result->recognition->kind)];
            if (result->recognition->error)
                run.reason = result->recognition->error->message;
        }
        findings += checkOutcome(call.spec, *result);
    }
    if (const qint64 slow = m_sessions ? m_sessions->limits().doctorSlowMs : 0;
        slow > 0 && run.durationMs > slow) {
        findings.append({run.operation, u"call.slow"_s, Severity::Warning,
            u"It took %1 ms to answer (over %2 ms)."_s.arg(run.durationMs).arg(slow)});
    }
    ++m_called;
    Q_EMIT progressed(m_called, m_toCall, run.operation);
    const auto place =
        std::ranges::find_if(m_running, [&call](const auto &each) { return each.get() == &call; });
    (*place)->invocation.release()->deleteLater(); // it is the one that speaks
    m_running.erase(place);
    callNext();
}

void Doctor::cancel()
{
    m_isCancelled = true;
    for (const Waiting &waiting : std::as_const(m_waiting))
        m_report.runs[waiting.run].reason = u"cancelled"_s;
    m_waiting.clear();
    for (const auto &call : m_running)
        call->invocation->cancel();
}

//! Now that all have answered: which envelope a refused result most likely has.
void Doctor::nameSeenEnvelopes()
{
    for (DoctorFinding &finding : m_report.findings) {
        if (finding.code != "schema.likely-envelope"_L1 || !m_sessions)
            continue;
        const OperationId id{nameSpaceFor(m_report.source), finding.operation};
        if (const std::optional<SeenEnvelope> seen = m_sessions->seenEnvelope(id))
            finding.message += u' ' + hintOf(*seen);
    }
}

void Doctor::finish()
{
    if (std::exchange(m_isFinished, true))
        return;
    for (const DoctorRun &run : std::as_const(m_report.runs))
        m_report.findings += m_findings.value(run.operation);
    nameSeenEnvelopes();
    Q_EMIT finished();
}

} // namespace Workbench
