// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/input.h"
#include "app/cli/sourcecommands.h"
#include "app/wiring/composition.h"
#include "core/doctor/doctor.h"
#include "core/workspace/atomicfile.h"

#include <QEventLoop>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

void print(const DoctorReport &report, Output &output)
{
    output.line(report.peer.isEmpty() ? report.source : u"%1: %2"_s.arg(report.source, report.peer));
    QList<QStringList> rows{{u"Operation"_s, u"Outcome"_s, u"ms"_s, u"Envelope"_s, u"Findings"_s}};
    for (const DoctorRun &run : report.runs) {
        const qsizetype findings =
            std::ranges::count(report.findings, run.operation, &DoctorFinding::operation);
        const bool wasCalled = run.outcome != DoctorRun::Outcome::NotCalled;
        const QString outcome = wasCalled
            ? (run.outcome == DoctorRun::Outcome::Answered ? u"answered"_s : u"failed"_s)
            : u"not called: %1"_s.arg(run.reason);
        rows.append({run.operation, outcome, wasCalled ? QString::number(run.durationMs) : QString(),
            run.layers.join(u" › "_s), findings == 0 ? QString() : QString::number(findings)});
    }
    output.table(rows);
    QList<DoctorFinding> worstFirst = report.findings;
    std::ranges::stable_sort(worstFirst, {}, &DoctorFinding::severity);
    for (const DoctorFinding &finding : std::as_const(worstFirst)) {
        output.line(u"%1: %2%3 [%4]"_s.arg(severityName(finding.severity),
            finding.operation.isEmpty() ? QString() : finding.operation + u": "_s, finding.message,
            finding.code));
    }
    const auto counted = [&report](Diagnosis::Severity severity, const QString &word) {
        const qsizetype count = report.count(severity);
        return u"%1 %2%3"_s.arg(QString::number(count), word, count == 1 ? QString() : u"s"_s);
    };
    output.line(u"%1, %2, %3"_s.arg(counted(Diagnosis::Severity::Error, u"error"_s),
        counted(Diagnosis::Severity::Warning, u"warning"_s), counted(Diagnosis::Severity::Info, u"note"_s)));
}

Error wrongDoctorUse(const QString &sentence)
{
    return Error{ErrorKind::Usage, u"usage"_s, sentence, {}, {}};
}

//! {OPERATION: input}
Result<QHash<QString, Json>> inputsOf(const Arguments &arguments, qint64 maxBytes)
{
    QHash<QString, Json> inputs;
    if (!arguments.has(u"inputs"_s))
        return inputs;
    const Result<Json> file = readJsonFile(arguments.value(u"inputs"_s), maxBytes);
    if (!file)
        return std::unexpected(file.error());
    if (!file->isObject())
        return std::unexpected(wrongDoctorUse(u"--inputs wants an object: {OPERATION: input}"_s));
    for (const auto entry : file->members())
        inputs.insert(entry.key(), entry.value());
    return inputs;
}

} // namespace

int SourceCommands::doctor(const QStringList &names)
{
    DoctorOptions options;
    const Result<QHash<QString, Json>> inputs = inputsOf(m_arguments, m_sessions.limits().docBytes);
    if (!inputs)
        return m_output.fail(inputs.error());
    options.inputs = *inputs;
    options.acceptDefinitions = m_arguments.has(u"accept"_s);
    if (m_arguments.has(u"junit"_s) && names.size() > 1)
        return m_output.fail(wrongDoctorUse(u"--junit takes one source, not %1"_s.arg(names.size())));
    DefinitionPins pins(App::definitionPinsPath());
    int code = ExitCode::Ok;
    for (const QString &name : names) {
        Doctor doctor(&m_sessions, name, options, &pins);
        QEventLoop loop;
        QObject::connect(&doctor, &Doctor::finished, &loop, &QEventLoop::quit);
        QObject::connect(&m_interrupt, &Interrupt::interrupted, &doctor, &Doctor::cancel);
        QObject::connect(&doctor, &Doctor::progressed, &loop,
            [this](qsizetype done, qsizetype total, const QString &operation) {
                m_output.progress(
                    u"%1 of %2: %3"_s.arg(QString::number(done), QString::number(total), operation));
            });
        doctor.start();
        loop.exec();
        const DoctorReport &report = doctor.report();
        if (m_arguments.has(u"junit"_s)) {
            const Result<void> written = writeFileAtomically(m_arguments.value(u"junit"_s), toJUnit(report));
            if (!written)
                return m_output.fail(written.error());
        }
        if (m_output.isJson())
            m_output.json(toJson(report));
        else
            print(report, m_output);
        const bool isStrict = m_arguments.has(u"strict"_s);
        if (report.count(Diagnosis::Severity::Error) > 0
            || (isStrict && report.count(Diagnosis::Severity::Warning) > 0))
            code = ExitCode::Validation;
    }
    return m_interrupt.happened() ? int(ExitCode::Interrupted) : code;
}

} // namespace Workbench::Cli
