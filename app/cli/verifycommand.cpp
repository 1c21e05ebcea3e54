// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/differenceoutput.h"
#include "app/cli/sourcecommands.h"
#include "core/verification/fixturesecrets.h"
#include "core/verification/verification.h"
#include "core/workspace/atomicfile.h"

#include <QElapsedTimer>
#include <QEventLoop>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

using Verdict = VerificationResult::Outcome;

Error wrongVerifyUse(const QString &sentence)
{
    return Error{ErrorKind::Usage, u"usage"_s, sentence, {}, {}};
}

Result<QStringList> acceptedDefinitions(const Arguments &arguments)
{
    QStringList hashes;
    for (const QString &entry : arguments.values(u"accept-definitions"_s)) {
        for (const QString &hash : entry.split(u',', Qt::SkipEmptyParts)) {
            if (!hash.startsWith("sha256:"_L1)) {
                return std::unexpected(wrongVerifyUse(
                    u"--accept-definitions wants sha256:HASH as verify prints it, not \"%1\""_s.arg(hash)));
            }
            hashes.append(hash);
        }
    }
    return hashes;
}

void print(const VerificationReport &report, bool isVerbose, Output &output)
{
    for (const VerificationResult &result : report.results) {
        if (result.outcome == Verdict::Passed && !isVerbose && result.remarks.isEmpty())
            continue;
        const QString outcome(outcomeName(result.outcome));
        const QString took = result.durationMs < 0 ? QString() : u" (%1 ms)"_s.arg(result.durationMs);
        const QString reason = result.reason.isEmpty() ? QString() : QString(u": "_s + result.reason);
        output.line(u"%1  %2%3%4"_s.arg(outcome.leftJustified(7), result.fixture, took, reason));
        if (result.hasChangedDefinition()) {
            output.line(u"  its definition is another one: sha256:%1%2"_s.arg(
                QString::fromLatin1(result.definitionIs),
                result.definitionAccepted ? u", accepted"_s : QString()));
        }
        showDifferences(output, result.differences, result.differencesNotShown, u"  "_s);
        for (const QString &remark : result.remarks)
            output.line(QString(u"  note: "_s + remark));
    }
}

} // namespace

int SourceCommands::verify(const QStringList &names)
{
    if (names.size() != 1)
        return m_output.fail(wrongVerifyUse(u"verify takes one source, not %1"_s.arg(names.size())));
    const Result<QStringList> accepted = acceptedDefinitions(m_arguments);
    if (!accepted)
        return m_output.fail(accepted.error());
    const QString folder = m_arguments.positionals.constFirst();
    const Result<FixtureListing> listing = FixtureFolder(folder, m_sessions.limits()).read();
    if (!listing)
        return m_output.fail(listing.error());
    if (listing->fixtures.isEmpty() && listing->problems.isEmpty())
        return m_output.fail(wrongVerifyUse(u"there are no fixtures in \"%1\""_s.arg(folder)));
    VerificationOptions options{
        .allowMutations = m_arguments.has(u"allow-mutations"_s), .acceptedDefinitions = *accepted};
    for (const StoredFixture &stored : listing->fixtures) {
        for (const QString &name : secretsIn(stored.fixture.input)) {
            if (options.secrets.contains(name))
                continue;
            if (const std::optional<QString> secret = m_secretOf(name))
                options.secrets.insert(name, *secret);
        }
    }
    if (m_interrupt.happened())
        return ExitCode::Interrupted;

    QElapsedTimer clock;
    clock.start();
    Verification verification(&m_sessions, names.constFirst(), *listing, options);
    QEventLoop loop;
    QObject::connect(&verification, &Verification::finished, &loop, &QEventLoop::quit);
    QObject::connect(&m_interrupt, &Interrupt::interrupted, &verification, &Verification::cancel);
    QObject::connect(&verification, &Verification::progressed, &loop,
        [this](qsizetype done, qsizetype total, const QString &fixture) {
            m_output.progress(u"%1 of %2: %3"_s.arg(QString::number(done), QString::number(total), fixture));
        });
    verification.start();
    loop.exec();
    const VerificationReport &report = verification.report();
    if (m_arguments.has(u"junit"_s)) {
        if (const Result<void> written = writeFileAtomically(m_arguments.value(u"junit"_s), toJUnit(report));
            !written)
            return m_output.fail(written.error());
    }
    const QStringList newDefinitions = report.newDefinitions();
    if (m_output.isJson()) {
        m_output.json(Workbench::toJson(report));
    } else {
        print(report, m_arguments.has(u"verbose"_s), m_output);
        m_output.line(u"%1 passed, %2 failed, %3 changed, %4 skipped, in %5 s"_s.arg(
            QString::number(report.count(Verdict::Passed)), QString::number(report.count(Verdict::Failed)),
            QString::number(report.count(Verdict::Changed)), QString::number(report.count(Verdict::Skipped)),
            QString::number(double(clock.elapsed()) / 1000, 'f', 1)));
    }
    if (!newDefinitions.isEmpty())
        m_output.note(
            u"definitions are other ones than recorded; once you have looked at them: --accept-definitions %1"_s
                .arg(newDefinitions.join(u',')));
    if (m_interrupt.happened())
        return ExitCode::Interrupted;
    const bool hasRemarks = std::ranges::any_of(report.results, [](const VerificationResult &result) {
        return !result.remarks.isEmpty() || result.outcome == Verdict::Skipped;
    });
    if (report.count(Verdict::Failed) > 0 || (m_arguments.has(u"strict"_s) && hasRemarks))
        return ExitCode::Validation;
    return newDefinitions.isEmpty() ? ExitCode::Ok : ExitCode::Trust;
}

} // namespace Workbench::Cli
