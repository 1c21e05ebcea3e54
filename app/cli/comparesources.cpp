// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/comparecommand.h"
#include "app/cli/sourcecommands.h"
#include "app/cli/streamtake.h"
#include "core/json/jsonpointer.h"

#include <QEventLoop>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

Error wrongComparison(const QString &sentence)
{
    return {ErrorKind::Usage, u"usage"_s, sentence, {}, {}};
}

MatchRule ignoring(const QString &at)
{
    return {.kind = MatchRule::Kind::Ignore, .at = at};
}

//! What rules count from, but for errors.
QList<Json> answersIn(const Fixture &fixture)
{
    QList<Json> answers;
    if (!fixture.envelope.isAbsent())
        answers.append(fixture.envelope);
    for (const FixtureEvent &event : fixture.events)
        answers.append(event.envelope);
    return answers;
}

bool hasPlace(const Fixture &fixture, const QString &pointer)
{
    return std::ranges::any_of(answersIn(fixture),
        [&pointer](const Json &answer) { return !JsonPointer::resolve(answer, pointer).isAbsent(); });
}

Json originIn(const Fixture &fixture)
{
    const QList<Json> answers = answersIn(fixture);
    return answers.isEmpty() ? Json() : answers.constFirst().member("meta"_L1).member("source"_L1);
}

//! Where an answer comes from is no difference: two protocols say other things about it.
void ignoreOrigins(Fixture &first, Fixture &second)
{
    first.match.append(ignoring(u"/meta/operationId"_s));
    first.match.append(second.match);
    if (!(originIn(first) == originIn(second)))
        first.match.append(ignoring(u"/meta"_s));
    first.match.removeIf(
        [&](const MatchRule &rule) { return !hasPlace(first, rule.at) && !hasPlace(second, rule.at); });
    // How many events came in a time is chance.
    if (first.end == "time"_L1 && second.end == "time"_L1 && first.events.size() != second.events.size())
        first.match.append(ignoring(u"/count"_s));
    second.definitionHash = first.definitionHash; // other sources are described in other words
}

} // namespace

//! The operation that both have, one for each source.
Result<QList<OperationSpec>> SourceCommands::comparedOperations(const QStringList &names) const
{
    const QString wanted = m_arguments.positionals.constFirst();
    QList<OperationSpec> specs;
    for (const QString &name : names) {
        const auto operations = m_sessions.operationList(name);
        const auto found =
            std::ranges::find_if(operations, [&wanted](const auto &spec) { return spec->id.name == wanted; });
        if (found == operations.end())
            return std::unexpected(wrongComparison(u"\"%1\" has no operation \"%2\""_s.arg(name, wanted)));
        specs.append(completed(**found));
    }
    const auto isStream = [](const OperationSpec &spec) { return spec.type == OperationType::Subscription; };
    if (isStream(specs[0]) != isStream(specs[1])) {
        const bool isFirst = isStream(specs[0]);
        return std::unexpected(
            wrongComparison(u"%1 is a stream and %2 is none: they cannot be compared"_s.arg(
                specs[isFirst ? 0 : 1].id.toString(), specs[isFirst ? 1 : 0].id.toString())));
    }
    return specs;
}

int SourceCommands::compareSources(const QStringList &names)
{
    const Result<QList<OperationSpec>> specs = comparedOperations(names);
    if (!specs)
        return m_output.fail(specs.error());
    const Result<StreamEnd> until = streamEnd(m_arguments);
    if (!until)
        return m_output.fail(until.error());
    const bool areStreams = specs->constFirst().type == OperationType::Subscription;
    if (areStreams && !until->isBounded()) {
        return m_output.fail(wrongComparison(
            u"%1 is a stream: say how much of it is compared, with --count N or --for DURATION"_s.arg(
                specs->constFirst().id.toString())));
    }
    if (!areStreams && until->isBounded()) {
        return m_output.fail(wrongComparison(
            u"--count and --for are for streams, and %1 is none"_s.arg(specs->constFirst().id.toString())));
    }
    const Result<Json> value = input(specs->constFirst());
    if (!value)
        return m_output.fail(value.error());
    QList<Fixture> answers =
        areStreams ? comparedStreams(*specs, *value, *until) : comparedCalls(*specs, *value);
    if (m_interrupt.happened())
        return ExitCode::Interrupted;
    ignoreOrigins(answers[0], answers[1]);
    return showComparison(answers[0], answers[1], m_arguments, m_sessions.limits(), m_output);
}

QList<Fixture> SourceCommands::comparedCalls(const QList<OperationSpec> &specs, const Json &value)
{
    std::vector<std::unique_ptr<Invocation>> calls;
    QEventLoop loop;
    qsizetype running = specs.size();
    for (const OperationSpec &spec : specs) {
        InvokeOptions options;
        options.sendInvalid = m_arguments.has(u"send-invalid"_s);
        calls.push_back(m_sessions.invoke(spec.id, value, options));
        Invocation *const call = calls.back().get();
        QObject::connect(&m_interrupt, &Interrupt::interrupted, call, &Invocation::cancel);
        QObject::connect(call, &Invocation::finished, &loop, [&] {
            if (--running == 0)
                loop.quit();
        });
    }
    loop.exec();
    QList<Fixture> answers;
    for (size_t i = 0; i < calls.size(); ++i) {
        const Recording recording =
            recordingOf(m_sessions, specs[qsizetype(i)].id, value, calls[i]->exchangeId());
        answers.append(
            recordedCall(recording, calls[i]->result(), recordingSecrets(m_sessions, recording.origin.name))
                .fixture.fixture);
    }
    return answers;
}

QList<Fixture> SourceCommands::comparedStreams(
    const QList<OperationSpec> &specs, const Json &value, const StreamEnd &until)
{
    std::vector<std::unique_ptr<StreamTake>> takes;
    QEventLoop loop;
    qsizetype running = specs.size();
    for (const OperationSpec &spec : specs) {
        InvokeOptions options;
        options.sendInvalid = m_arguments.has(u"send-invalid"_s);
        takes.push_back(
            std::make_unique<StreamTake>(m_sessions.subscribe(spec.id, value, options), until, m_interrupt));
        QObject::connect(takes.back().get(), &StreamTake::finished, &loop, [&] {
            if (--running == 0)
                loop.quit();
        });
    }
    loop.exec();
    QList<Fixture> answers;
    for (const auto &take : takes) {
        const Recording recording = recordingOf(
            m_sessions, take->subscription().operation(), value, take->subscription().exchangeId());
        answers.append(recordedStream(recording, take->events(), take->end(), take->error(),
            recordingSecrets(m_sessions, recording.origin.name))
                .fixture.fixture);
    }
    if (answers[0].events.size() != answers[1].events.size()) {
        m_output.note(u"%1 and %2 events came"_s.arg(answers[0].events.size()).arg(answers[1].events.size()));
    }
    return answers;
}

} // namespace Workbench::Cli
