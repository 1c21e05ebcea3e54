// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/differenceoutput.h"
#include "app/cli/sourcerun.h"
#include "core/base/atomicfile.h"
#include "core/base/visibletext.h"
#include "core/checks/fixturesecrets.h"
#include "core/checks/verification.h"

#include <QElapsedTimer>
#include <QEventLoop>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

using Verdict = VerificationResult::Outcome;

//! Returns the error of a run that compared no fixture, or nothing if it compared at least one.
std::optional<Error> nothingVerified(const VerificationReport &report, bool allowsMutations)
{
    if (report.unreached) {
        Error error = withSource(*report.unreached, report.source);
        error.message += u" No fixture was verified."_s;
        return error;
    }
    if (report.hasVerified())
        return {};
    const qsizetype mutations = std::ranges::count(
        report.results, QString(Verification::mutationReason), &VerificationResult::reason);
    const bool isOne = report.results.size() == 1;
    QString sentence = isOne ? u"No fixture was verified: the only one was skipped."_s
                             : u"No fixture was verified: all %1 were skipped."_s.arg(report.results.size());
    if (mutations > 0 && !allowsMutations) {
        const bool areAll = mutations == report.results.size();
        sentence += isOne ? u" It may change data; add --allow-mutations to call it."_s
                          : u" %1 may change data; add --allow-mutations to call them."_s.arg(
                                areAll ? u"They"_s : QString::number(mutations));
    }
    return Error{ErrorKind::Validation, u"verify.nothing"_s, sentence};
}

void print(const VerificationReport &report, bool isVerbose, Output &output)
{
    for (const VerificationResult &result : report.results) {
        if (result.outcome == Verdict::Passed && !isVerbose && result.remarks.isEmpty())
            continue;
        const QString outcome(outcomeName(result.outcome));
        const QString took = result.durationMs < 0 ? QString() : u" (%1 ms)"_s.arg(result.durationMs);
        const QString reason = result.reason.isEmpty() ? QString() : QString(u": "_s + result.reason);
        output.line(visibleText(u"%1  %2%3%4"_s.arg(outcome.leftJustified(7), result.fixture, took, reason)));
        if (result.hasChangedDefinition()) {
            const QString accepted = result.definitionAccepted ? u" (accepted)"_s : QString();
            const QStringList changes = toStrings(result.definitionChanges);
            if (changes.isEmpty()) {
                output.line(
                    u"  its definition changed%1: it is now sha256:%2, and the recorded definition is not available"_s
                        .arg(accepted, QString::fromLatin1(result.definitionIs)));
            } else if (changes.size() == 1) {
                output.line(u"  its definition changed%1: %2"_s.arg(accepted, changes.constFirst()));
            } else {
                output.line(u"  its definition changed%1:"_s.arg(accepted));
                for (const QString &change : changes)
                    output.line(QString(u"    "_s + change));
            }
        }
        showDifferences(output, result.differences, result.differencesNotShown, u"  "_s);
        for (const QString &remark : result.remarks)
            output.line(u"  note: "_s + visibleText(remark));
    }
}

} // namespace

int runVerify(const SourceRun &run)
{
    if (run.names.size() != 1)
        return run.output.fail(usageError(u"verify needs one source, not %1"_s.arg(run.names.size())));
    const Result<QStringList> accepted = acceptedDefinitions(run.arguments);
    if (!accepted)
        return run.output.fail(accepted.error());
    const QString folder = run.arguments.positionals.constFirst();
    const Result<FixtureListing> listing = FixtureFolder(folder, run.sessions.limits()).read();
    if (!listing)
        return run.output.fail(listing.error());
    if (listing->fixtures.isEmpty() && listing->problems.isEmpty())
        return run.output.fail(usageError(u"there are no fixtures in \"%1\""_s.arg(folder)));
    VerificationOptions options{
        .allowMutations = run.arguments.has(u"allow-mutations"_s), .acceptedDefinitions = *accepted};
    for (const StoredFixture &stored : listing->fixtures) {
        for (const QString &name : secretsIn(stored.fixture.input)) {
            if (options.secrets.contains(name))
                continue;
            if (const std::optional<QString> secret = run.secretOf(name))
                options.secrets.insert(name, *secret);
        }
    }
    if (run.interrupt.happened())
        return run.output.interrupted();

    QElapsedTimer clock;
    clock.start();
    Verification verification(&run.sessions, run.names.constFirst(), *listing, options);
    QEventLoop loop;
    QObject::connect(&verification, &Verification::finished, &loop, &QEventLoop::quit);
    QObject::connect(&run.interrupt, &Interrupt::interrupted, &verification, &Verification::cancel);
    QObject::connect(&verification, &Verification::progressed, &loop,
        [&run](qsizetype done, qsizetype total, const QString &fixture) {
            run.output.progress(
                u"%1 of %2: %3"_s.arg(QString::number(done), QString::number(total), fixture));
        });
    verification.start();
    loop.exec();
    const VerificationReport &report = verification.report();
    if (run.arguments.has(u"junit"_s)) {
        if (const Result<void> written =
                writeFileAtomically(run.arguments.value(u"junit"_s), toJUnit(report));
            !written)
            return run.output.fail(written.error());
    }
    const QStringList newDefinitions = report.newDefinitions();
    const std::optional<Error> nothing = nothingVerified(report, options.allowMutations);
    if (report.unreached && !run.interrupt.happened())
        return run.output.fail(*nothing);
    if (run.output.isJson()) {
        run.output.json(Workbench::toJson(report));
    } else {
        print(report, run.arguments.has(u"verbose"_s), run.output);
        run.output.line(u"%1 passed, %2 failed, %3 changed, %4 skipped, in %5 s"_s.arg(
            QString::number(report.count(Verdict::Passed)), QString::number(report.count(Verdict::Failed)),
            QString::number(report.count(Verdict::Changed)), QString::number(report.count(Verdict::Skipped)),
            QString::number(double(clock.elapsed()) / 1000, 'f', 1)));
        run.noteIdentity();
    }
    if (!newDefinitions.isEmpty())
        run.output.note(u"Definitions changed. If that is expected, add --accept-definitions %1"_s.arg(
            newDefinitions.join(u',')));
    if (run.interrupt.happened())
        return ExitCode::Interrupted;
    if (nothing)
        return run.output.fail(*nothing);
    const bool hasRemarks = std::ranges::any_of(report.results, [](const VerificationResult &result) {
        return !result.remarks.isEmpty() || result.outcome == Verdict::Skipped;
    });
    if (report.count(Verdict::Failed) > 0 || (run.arguments.has(u"strict"_s) && hasRemarks))
        return ExitCode::Validation;
    return newDefinitions.isEmpty() ? ExitCode::Ok : ExitCode::Trust;
}

} // namespace Workbench::Cli
