// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/comparecommand.h"
#include "app/cli/sourcecommands.h"
#include "core/verification/recorder.h"

#include <QEventLoop>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

MatchRule ignoring(const QString &at)
{
    return {.kind = MatchRule::Kind::Ignore, .at = at};
}

} // namespace

int SourceCommands::compareSources(const QStringList &names)
{
    const QString wanted = m_arguments.positionals.constFirst();
    std::vector<OperationSpec> specs;
    for (const QString &name : names) {
        const auto operations = m_sessions.operationList(name);
        const auto found =
            std::ranges::find_if(operations, [&wanted](const auto &spec) { return spec->id.name == wanted; });
        if (found == operations.end()) {
            return m_output.fail({ErrorKind::Usage, u"usage"_s,
                u"\"%1\" has no operation \"%2\""_s.arg(name, wanted), {}, {}});
        }
        specs.push_back(completed(**found));
        if (specs.back().type == OperationType::Subscription) {
            return m_output.fail({ErrorKind::Usage, u"usage"_s,
                u"%1 is a subscription; record two and compare these"_s.arg(specs.back().id.toString()), {},
                {}});
        }
    }
    const Result<Json> value = input(specs.front());
    if (!value)
        return m_output.fail(value.error());
    QList<Fixture> answers;
    std::vector<std::unique_ptr<Invocation>> calls;
    QEventLoop loop;
    qsizetype running = qsizetype(specs.size());
    for (const OperationSpec &spec : specs) {
        InvokeOptions options;
        options.sendInvalid = m_arguments.has(u"send-invalid"_s);
        calls.push_back(m_sessions.invoke(spec.id, *value, options));
        Invocation *const call = calls.back().get();
        QObject::connect(&m_interrupt, &Interrupt::interrupted, call, &Invocation::cancel);
        QObject::connect(call, &Invocation::finished, &loop, [&] {
            if (--running == 0)
                loop.quit();
        });
    }
    loop.exec();
    if (m_interrupt.happened())
        return ExitCode::Interrupted;
    for (size_t i = 0; i < specs.size(); ++i) {
        const Recording recording = recordingOf(m_sessions, specs[i].id, *value, calls[i]->exchangeId());
        answers.append(
            recordedCall(recording, calls[i]->result(), recordingSecrets(m_sessions, names[qsizetype(i)]))
                .fixture.fixture);
    }
    Fixture &first = answers[0];
    const auto sourceOf = [](const Fixture &answer) {
        return answer.envelope.member("meta"_L1).member("source"_L1);
    };
    // Where an answer comes from is no difference: two protocols say other things about it.
    first.match.append(ignoring(u"/meta/operationId"_s));
    first.match.append(answers[1].match);
    if (!(sourceOf(first) == sourceOf(answers[1])))
        first.match.append(ignoring(u"/meta"_s));
    first.match.removeIf([&answers](const MatchRule &rule) {
        return rule.at == "/meta/operationId"_L1
            && !answers[0].envelope.member("meta"_L1).hasMember("operationId"_L1);
    });
    answers[1].definitionHash = first.definitionHash; // other sources are described in other words
    return showComparison(first, answers[1], m_arguments, m_sessions.limits(), m_output);
}

} // namespace Workbench::Cli
