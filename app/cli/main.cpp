// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `envelope`, the workbench without a window: parses the command line and runs one command.

#include "app/cli/sourcerun.h"

#include <QCoreApplication>

#include <algorithm>
#include <csignal>
#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Cli;

namespace {

//! Returns \a code, the exit code of a command that printed to \a output, or the exit code for lost output.
int ended(Output &output, int code)
{
    if (output.hasLost())
        return output.failLost();
    if (output.isClosed() && code != ExitCode::Interrupted) {
        // The reader of stdout has gone: end with SIGPIPE, as every filter does.
        ::signal(SIGPIPE, SIG_DFL);
        ::raise(SIGPIPE);
    }
    return code;
}

int run(const QStringList &words)
{
    const Result<Arguments> arguments = parseArguments(words);
    Arguments manners; // the output options for an error in the arguments themselves
    const QStringList own = words.first(words.contains(u"--"_s) ? words.indexOf(u"--"_s) : words.size());
    if (std::ranges::any_of(
            own, [](const QString &word) { return word == "--json"_L1 || word.startsWith("--json="_L1); }))
        manners.options.insert(u"json"_s, QString());
    Output output(arguments ? *arguments : manners);
    if (!arguments)
        return output.fail(arguments.error());
    static const QStringList colors{u"auto"_s, u"always"_s, u"never"_s};
    if (const QString color = arguments->value(u"color"_s, u"auto"_s); !colors.contains(color))
        return output.fail(usageError(u"--color must be auto, always or never, not \"%1\""_s.arg(color)));
    if (arguments->has(u"version"_s)) {
        output.line(u"envelope "_s + QCoreApplication::applicationVersion());
        return ended(output, ExitCode::Ok);
    }
    const CommandSpec *command = findCommand(arguments->command);
    if (arguments->has(u"help"_s) || !command) {
        const QString text = (command ? helpText(*command) : helpText()).trimmed();
        if (!command && !arguments->has(u"help"_s)) { // no command was given
            if (output.isJson())
                return output.fail(usageError(u"no command was given; envelope --help lists them"_s));
            for (const QString &line : text.split(u'\n'))
                output.explain(line);
            return ExitCode::Usage;
        }
        output.raw(text.toUtf8() + '\n');
        return ended(output, ExitCode::Ok);
    }
    const Result<Limits> limits = limitsFromArguments(*arguments);
    if (!limits)
        return output.fail(limits.error());
    return ended(output, command->execute({*arguments, *limits, output}));
}

} // namespace

int main(int argc, char *argv[])
{
#ifdef __GLIBC__
    // Returns large blocks to the system when they are freed. By default glibc raises this threshold when the
    // first large block is freed, and the peak for a large document is up to 9 MB higher.
    ::mallopt(M_MMAP_THRESHOLD, 128 * 1024);
#endif
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"envelope-workbench"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(WORKBENCH_VERSION));
    return run(QCoreApplication::arguments().mid(1));
}
