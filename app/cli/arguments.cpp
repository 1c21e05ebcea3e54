// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/arguments.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <chrono>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

std::unexpected<Error> usage(const QString &sentence, const QString &command = {})
{
    const QString help = command.isEmpty() ? u"envelope --help"_s : u"envelope %1 --help"_s.arg(command);
    return std::unexpected(Error{ErrorKind::Usage, u"usage"_s, u"%1 (see %2)"_s.arg(sentence, help), {}, {}});
}

const OptionSpec *optionFor(const CommandSpec *command, const QString &name)
{
    for (const OptionSpec &option : commonOptions()) {
        if (option.name == name)
            return &option;
    }
    if (!command || !command->options.contains(name))
        return nullptr;
    for (const OptionSpec &option : commandOptions()) {
        if (option.name == name && (option.of.isEmpty() || option.of == command->name))
            return &option;
    }
    return nullptr;
}

QString optionLines(const QList<OptionSpec> &options)
{
    qsizetype width = 0;
    for (const OptionSpec &option : options)
        width = std::max(width, option.name.size() + option.value.size() + 1);
    QString text;
    for (const OptionSpec &option : options) {
        const QString left =
            option.value.isEmpty() ? option.name : QString(option.name + u' ' + option.value);
        text += u"  --%1  %2\n"_s.arg(left.leftJustified(width), option.help);
    }
    return text;
}

} // namespace

QString Arguments::value(const QString &option, const QString &fallback) const
{
    return options.contains(option) ? options.value(option) : fallback;
}

QStringList Arguments::values(const QString &option) const
{
    QStringList found = options.values(option); // newest first
    std::ranges::reverse(found);
    return found;
}

const CommandSpec *findCommand(const QString &name)
{
    const auto found = std::ranges::find(commands(), name, &CommandSpec::name);
    return found == commands().end() ? nullptr : &*found;
}

QList<OptionSpec> optionsOf(const CommandSpec &command)
{
    QList<OptionSpec> options;
    for (const OptionSpec &option : commandOptions()) {
        if (command.options.contains(option.name) && (option.of.isEmpty() || option.of == command.name))
            options += option;
    }
    return options;
}

Result<Arguments> parseArguments(const QStringList &words)
{
    Arguments result;
    const CommandSpec *command = nullptr;
    QStringList positionals;
    qsizetype index = 0;
    for (; index < words.size(); ++index) {
        const QString &word = words.at(index);
        if (word == "--"_L1) {
            result.childCommand = words.mid(index + 1);
            if (result.childCommand.isEmpty())
                return usage(u"a command must follow --"_s, result.command);
            break;
        }
        if (word.startsWith("--"_L1)) {
            const QString name = word.mid(2).section(u'=', 0, 0);
            const OptionSpec *option = optionFor(command, name);
            if (!option) {
                return usage(command ? u"%1 takes no option --%2"_s.arg(command->name, name)
                                     : u"there is no option --%1"_s.arg(name),
                    result.command);
            }
            QString value;
            if (!option->value.isEmpty()) {
                if (word.contains(u'='))
                    value = word.section(u'=', 1);
                else if (index + 1 < words.size())
                    value = words.at(++index);
                else
                    return usage(u"--%1 needs %2"_s.arg(name, option->value), result.command);
            } else if (word.contains(u'=')) {
                return usage(u"--%1 takes no value"_s.arg(name), result.command);
            }
            if (!option->repeatable)
                result.options.remove(name);
            result.options.insert(name, value);
            continue;
        }
        if (!command) {
            command = findCommand(word);
            if (!command)
                return usage(u"there is no command \"%1\""_s.arg(word));
            result.command = word;
            continue;
        }
        positionals += word;
    }
    if (!command || result.has(u"help"_s) || result.has(u"version"_s))
        return result;
    if (command->takesSource && result.childCommand.isEmpty()) {
        if (positionals.size() <= command->sourceAt
            && !(command->name == "serve"_L1 && result.has(u"demo"_s)))
            return usage(u"%1 needs a SOURCE, or -- and a command"_s.arg(command->name), command->name);
        if (positionals.size() > command->sourceAt)
            result.source = positionals.takeAt(command->sourceAt);
    } else if (!command->takesSource && !command->takesCommand && !result.childCommand.isEmpty()) {
        return usage(u"%1 takes no -- COMMAND"_s.arg(command->name), command->name);
    }
    if (positionals.size() < command->minPositionals)
        return usage(u"%1 needs: %2"_s.arg(command->name, command->synopsis), command->name);
    if (command->maxPositionals >= 0 && positionals.size() > command->maxPositionals)
        return usage(
            u"too many arguments: \"%1\""_s.arg(positionals.at(command->maxPositionals)), command->name);
    result.positionals = positionals;
    return result;
}

QString helpText()
{
    QString text = QCoreApplication::translate("Cli",
        "usage: envelope COMMAND …\n\nThe workbench without a window: results on stdout, everything else on "
        "stderr.\n\nCommands:\n");
    qsizetype width = 0;
    for (const CommandSpec &command : commands())
        width = std::max(width, command.name.size());
    for (const CommandSpec &command : commands())
        text += u"  %1  %2\n"_s.arg(command.name.leftJustified(width), command.summary);
    text += QCoreApplication::translate("Cli", "\nSOURCE is one of:\n");
    width = 0;
    for (const SourceForm &form : sourceForms())
        width = std::max(width, form.text.size());
    for (const SourceForm &form : sourceForms())
        text += u"  %1  %2\n"_s.arg(form.text.leftJustified(width), form.means);
    text += QCoreApplication::translate("Cli", "\nCommon options:\n") + optionLines(commonOptions());
    text += QCoreApplication::translate("Cli",
        "\nExit codes: 0 ok, 1 the operation answered an error, 2 usage, 3 connect or transport, 4 timeout,\n"
        "5 protocol violation by the peer, 6 a limit of ours, 7 validation, 8 trust needed, 130 "
        "interrupted\n");
    return text;
}

QString helpText(const CommandSpec &command)
{
    QString text = u"usage: envelope %1 %2\n\n%3\n"_s.arg(command.name, command.synopsis, command.summary);
    if (command.options.contains(u"input"_s)) {
        text += QCoreApplication::translate("Cli",
            "\nKEY=VALUE is a member of the input, read as its schema says (KEY=@FILE where it takes a "
            "file); "
            "KEY:=JSON is exactly that JSON.\n");
    }
    if (command.takesSource)
        text += QCoreApplication::translate("Cli", "\nWhat SOURCE may be: envelope --help\n");
    const QList<OptionSpec> own = optionsOf(command);
    if (!own.isEmpty())
        text += QCoreApplication::translate("Cli", "\nOptions:\n") + optionLines(own);
    text += QCoreApplication::translate("Cli", "\nCommon options:\n") + optionLines(commonOptions());
    if (!command.examples.isEmpty()) {
        text += QCoreApplication::translate("Cli", "\nExamples:\n");
        for (const QString &example : command.examples)
            text += u"  "_s + example + u'\n';
    }
    return text;
}

Result<std::chrono::milliseconds> durationFromText(const QString &text)
{
    static const QRegularExpression form(u"^([0-9]+(?:\\.[0-9]+)?)(ms|s|min|h)?$"_s);
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return usage(u"\"%1\" is no duration: write 500ms, 30s or 5min"_s.arg(text));
    const double value = match.captured(1).toDouble();
    const QString unit = match.captured(2);
    const double factor = unit == "ms"_L1 ? 1 : unit == "min"_L1 ? 60'000 : unit == "h"_L1 ? 3'600'000 : 1000;
    constexpr double longest = 365.0 * 24 * 3'600'000;
    return std::chrono::milliseconds(qint64(std::min(value * factor, longest)));
}

} // namespace Workbench::Cli
