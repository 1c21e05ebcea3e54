// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/arguments.h"

#include "core/base/nearestnames.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <chrono>
#include <limits>

using namespace Qt::StringLiterals;
namespace Workbench::Cli {

namespace {

std::unexpected<Error> usage(const QString &sentence, const QString &command = {}, const QString &advice = {})
{
    const QString help = command.isEmpty() ? u"envelope --help"_s : u"envelope %1 --help"_s.arg(command);
    const QString whole = advice.isEmpty() ? sentence : QString(sentence + u'.' + advice);
    return wrongUsage(u"%1 (see %2)"_s.arg(whole, help));
}

//! Returns whether \a option, one of commandOptions(), is an option of \a command.
bool isOptionOf(const OptionSpec &option, const CommandSpec &command)
{
    return command.options.contains(option.name) && (option.of.isEmpty() || option.of == command.name);
}

std::unexpected<Error> unknownCommand(const QString &word)
{
    QStringList names = commandNames();
    names.append(u"help"_s);
    return usage(u"there is no command \"%1\""_s.arg(word), {}, didYouMean(word, names));
}

//! Returns whether \a word names an OpenAPI document, and not a program.
bool isDocumentName(const QString &word)
{
    return word.endsWith(".json"_L1) || word.endsWith(".yaml"_L1) || word.endsWith(".yml"_L1);
}

//! Returns the advice for \a words, the arguments of \a command, if they can be a command without its "--".
//! Otherwise returns an empty text.
QString adviceForCommand(const CommandSpec &command, const QStringList &words)
{
    const bool canBeCommand = command.takesSource && command.sourceAt == 0 && command.maxPositionals == 0
        && !words.constFirst().startsWith(u'-') && !words.constFirst().contains(u':')
        && !isDocumentName(words.constFirst());
    return canBeCommand ? u" A command goes after --: envelope %1 -- %2"_s.arg(command.name, words.join(u' '))
                        : QString();
}

//! Returns the error for \a option, an option as typed that \a command does not take. \a command is null if
//! the option precedes it. \a words are the arguments of the command, which can be a command without its
//! "--".
std::unexpected<Error> unknownOption(
    const CommandSpec *command, const QString &option, const QStringList &words)
{
    QList<OptionSpec> known = commonOptions();
    if (command)
        known += optionsOf(*command);
    QStringList names;
    for (const OptionSpec &each : std::as_const(known))
        names.append(QString(u"--"_s + each.name));
    QString advice;
    if (option.size() == 2) { // a short option: suggest the only option with this first letter
        names.removeIf(
            [start = QString(u'-' + option)](const QString &name) { return !name.startsWith(start); });
        advice = names.size() == 1 ? didYouMean(names) : QString();
    } else {
        advice = didYouMean(option.startsWith("--"_L1) ? option : QString(u'-' + option), names);
    }
    if (command && !words.isEmpty())
        advice += adviceForCommand(*command, words);
    const QString sentence = command ? u"%1 takes no option %2"_s.arg(command->name, option)
                                     : u"there is no option %1"_s.arg(option);
    return usage(sentence, command ? command->name : QString(), advice);
}

//! Returns the error for more words than \a command takes. Often they are a command without its "--".
std::unexpected<Error> tooMany(
    const CommandSpec &command, const Arguments &arguments, const QStringList &words)
{
    const QString sentence = u"too many arguments: \"%1\""_s.arg(words.at(command.maxPositionals));
    const QString advice = arguments.childCommand.isEmpty()
        ? adviceForCommand(command, QStringList{arguments.source} + words)
        : QString();
    return usage(sentence, command.name, advice);
}

//! Returns \a rows as indented lines with two aligned columns.
QString alignedColumns(const QList<SourceForm> &rows)
{
    qsizetype width = 0;
    for (const SourceForm &row : rows)
        width = std::max(width, row.text.size());
    QString text;
    for (const SourceForm &row : rows)
        text += u"  %1  %2\n"_s.arg(row.text.leftJustified(width), row.means);
    return text;
}

QString optionLines(const QList<OptionSpec> &options)
{
    QList<SourceForm> rows;
    for (const OptionSpec &option : options)
        rows.append({u"--%1 %2"_s.arg(option.name, option.value), option.help});
    return alignedColumns(rows);
}

struct DialectName {
    QLatin1StringView name;
    QLatin1StringView address; //!< the prefix of its URIs, without the scheme
    SchemaDialect dialect;
};

// OpenAPI publishes a new URI with each correction of a version; all of them mean the version.
constexpr DialectName dialectTable[] = {
    {"openapi-2.0"_L1, "swagger.io/v2/schema.json"_L1, SchemaDialect::OpenApi2},
    {"openapi-2.0"_L1, "spec.openapis.org/oas/2.0/"_L1, SchemaDialect::OpenApi2},
    {"openapi-3.0"_L1, "spec.openapis.org/oas/3.0/"_L1, SchemaDialect::OpenApi3_0},
    {"openapi-3.1"_L1, "spec.openapis.org/oas/3.1/"_L1, SchemaDialect::OpenApi3_1},
    {"draft-04"_L1, "json-schema.org/draft-04/"_L1, SchemaDialect::Draft4},
    {"draft-06"_L1, "json-schema.org/draft-06/"_L1, SchemaDialect::Draft6},
    {"draft-07"_L1, "json-schema.org/draft-07/"_L1, SchemaDialect::Draft7},
    {"2019-09"_L1, "json-schema.org/draft/2019-09/"_L1, SchemaDialect::Draft2019_09},
    {"2020-12"_L1, "json-schema.org/draft/2020-12/"_L1, SchemaDialect::Draft2020_12},
};

QStringView withoutScheme(QStringView uri)
{
    for (const QLatin1StringView scheme : {"https://"_L1, "http://"_L1}) {
        if (uri.startsWith(scheme))
            return uri.sliced(scheme.size());
    }
    return {};
}

//! Returns the key of \a entry, a value of --limit.
QString limitKeyOf(const QString &entry)
{
    QString key = entry.section(u'=', 0, 0);
    if (key.startsWith("limits."_L1)) // the messages of exceeded limits contain this prefix
        key.remove(0, 7);
    return key;
}

//! Returns the suggestion for \a key, a limit that does not exist.
QString likeLimits(const QString &key)
{
    QStringList keys;
    for (const LimitInfo &info : limitTable())
        keys.append(QString(info.key));
    QString similar = didYouMean(key, keys);
    if (similar.isEmpty())
        similar = didYouMean(key.section(u'.', -1), keys);
    return similar + u" envelope limits shows them all."_s;
}

//! Converts the duration of a time limit ("20", "1.5s") to milliseconds. Returns any other \a value
//! unchanged, except that a number that is too large gets its unit, because a message shows it.
QString asLimitTakesIt(const LimitInfo *info, const QString &value)
{
    if (!info || info->unit != LimitUnit::Milliseconds || info->key.endsWith("Ms"_L1))
        return value;
    if (const auto duration = durationFromText(value))
        return QString::number(duration->count()) + u"ms"_s;
    const auto isDigit = [](QChar c) { return c >= u'0' && c <= u'9'; };
    return !value.isEmpty() && std::ranges::all_of(value, isDigit) ? QString(value + u's') : value;
}

//! Returns the error for a --timeout (in milliseconds), the limit \a own, that the limits named in \a given
//! contradict; nothing if they do not.
std::optional<Error> timeoutContradiction(
    const QString &own, qint64 timeout, const Limits &limits, const QStringList &given)
{
    const auto shown = [](const LimitInfo &info, qint64 value) {
        return limitText(info, value).remove(u' ');
    };
    // A longer stream.idle does not contradict it: a body may stall for longer than the headers may take.
    for (const QString &key : {own, u"connect.timeout"_s, u"ws.handshake"_s}) {
        const LimitInfo &info = *findLimit(key);
        const qint64 limit = limits.*info.value;
        const bool contradicts = key == own ? limit != timeout : limit > timeout;
        if (given.contains(key) && contradicts) {
            return usageError(u"--timeout %1 contradicts --limit %2=%3: leave one of them out"_s.arg(
                shown(info, timeout), key, shown(info, limit)));
        }
    }
    return {};
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
    const QString wanted = name == "doctor"_L1 ? u"check"_s : name; // the name in earlier versions
    const auto found = std::ranges::find(commands(), wanted, &CommandSpec::name);
    return found == commands().end() ? nullptr : &*found;
}

QStringList commandNames()
{
    QStringList names;
    for (const CommandSpec &command : commands())
        names.append(command.name);
    return names;
}

QList<OptionSpec> optionsOf(const CommandSpec &command)
{
    QList<OptionSpec> options;
    for (const OptionSpec &option : commandOptions()) {
        if (isOptionOf(option, command))
            options += option;
    }
    return options;
}

const OptionSpec *findOption(const CommandSpec *command, const QString &name)
{
    for (const OptionSpec &option : commonOptions()) {
        if (option.name == name)
            return &option;
    }
    for (const OptionSpec &option : commandOptions()) {
        if (option.name == name && command && isOptionOf(option, *command))
            return &option;
    }
    return nullptr;
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
        if (word == "-h"_L1 || word == "--help"_L1 || (!command && word == "help"_L1)) {
            result.options.insert(u"help"_s, {});
            continue;
        }
        if (word.startsWith("--"_L1)) {
            const QString name = word.mid(2).section(u'=', 0, 0);
            const OptionSpec *option = findOption(command, name);
            if (!option)
                return unknownOption(command, QString(u"--"_s + name), {});
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
        if (word.startsWith(u'-') && word.size() > 1) { // "-" alone is stdin
            const bool hasCommand = words.contains(u"--"_s);
            return unknownOption(command, word.section(u'=', 0, 0),
                hasCommand ? QStringList() : QStringList(positionals + words.sliced(index)));
        }
        if (!command) {
            command = findCommand(word);
            if (!command)
                return unknownCommand(word);
            result.command = command->name;
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
    const int least = result.has(u"calls"_s) ? 0 : command->minPositionals; // --calls names the operations
    if (positionals.size() < least)
        return usage(u"%1 needs: %2"_s.arg(command->name, command->synopsis), command->name);
    if (command->maxPositionals >= 0 && positionals.size() > command->maxPositionals)
        return tooMany(*command, result, positionals);
    result.positionals = positionals;
    return result;
}

QString helpText()
{
    QString text = QCoreApplication::translate("Cli",
        "usage: envelope COMMAND …\n\nThe workbench without a window: results on stdout, everything else on "
        "stderr.\n\nCommands:\n");
    QList<SourceForm> rows;
    for (const CommandSpec &command : commands())
        rows.append({command.name, command.summary});
    text += alignedColumns(rows);
    text += QCoreApplication::translate(
        "Cli", "\nHelp for a command: envelope help COMMAND, or envelope COMMAND -h\n");
    text += QCoreApplication::translate("Cli", "\nSOURCE is one of:\n") + alignedColumns(sourceForms());
    text += QCoreApplication::translate("Cli", "\nCommon options:\n") + optionLines(commonOptions());
    text += QCoreApplication::translate("Cli",
        "\nExit codes: 0 ok, 1 the operation returned an error, 2 usage, 3 connection or transport, 4 "
        "timeout,\n"
        "5 protocol violation by the peer, 6 limit exceeded, 7 validation, 8 trust required,\n"
        "9 a request of the server was declined, 130 interrupted\n");
    return text;
}

QString helpText(const CommandSpec &command)
{
    QString text = u"usage: envelope %1 %2\n\n%3\n"_s.arg(command.name, command.synopsis, command.summary);
    if (!command.examples.isEmpty()) {
        text += QCoreApplication::translate("Cli", "\nExamples:\n");
        for (const QString &example : command.examples)
            text += u"  "_s + example + u'\n';
    }
    if (command.options.contains(u"input"_s))
        text += QCoreApplication::translate("Cli", "\nInput:\n") + alignedColumns(inputForms());
    const QList<OptionSpec> own = optionsOf(command);
    if (!own.isEmpty())
        text += QCoreApplication::translate("Cli", "\nOptions:\n") + optionLines(own);
    text += command.takesSource
        ? QCoreApplication::translate("Cli", "\nForms of SOURCE and common options: envelope --help\n")
        : QCoreApplication::translate("Cli", "\nCommon options: envelope --help\n");
    return text;
}

Result<std::chrono::milliseconds> durationFromText(const QString &text)
{
    static const QRegularExpression form(u"^([0-9]+(?:\\.[0-9]+)?)(ms|s|min|h)?$"_s);
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return usage(u"\"%1\" is not a duration: write 500ms, 30s or 5min"_s.arg(text));
    const double value = match.captured(1).toDouble();
    const QString unit = match.captured(2);
    const double factor = unit == "ms"_L1 ? 1 : unit == "min"_L1 ? 60'000 : unit == "h"_L1 ? 3'600'000 : 1000;
    if (value * factor > std::numeric_limits<int>::max()) // the maximum of a QTimer
        return usage(u"\"%1\" is too long: a duration can have at most 596h"_s.arg(text));
    return std::chrono::milliseconds(qint64(value * factor));
}

QStringList dialectNames()
{
    QStringList names;
    for (const DialectName &row : dialectTable) {
        if (!names.contains(row.name))
            names.append(row.name);
    }
    return names;
}

std::optional<SchemaDialect> dialectNamed(const QString &nameOrUri)
{
    const QStringView address = withoutScheme(nameOrUri);
    for (const DialectName &row : dialectTable) {
        if (nameOrUri == row.name || address.startsWith(row.address))
            return row.dialect;
    }
    return {};
}

const QStringList &keysOfTimeout()
{
    static const QStringList keys{u"connect.timeout"_s, u"ws.handshake"_s, u"stream.idle"_s};
    return keys;
}

QStringList keysOfLimits(const Arguments &arguments)
{
    QStringList keys;
    for (const QString &entry : arguments.values(u"limit"_s))
        keys.append(limitKeyOf(entry));
    return keys;
}

Result<Limits> limitsFromArguments(const Arguments &arguments)
{
    Limits limits;
    // A command that has its answer ends at once. A server that does not exit when its stdin closes gets
    // SIGTERM after this time. --limit child.stopStdin=2s gives the server more time.
    limits.childStopStdinMs = 25;
    for (const QString &entry : arguments.values(u"limit"_s)) {
        const qsizetype equals = entry.indexOf(u'=');
        if (equals < 1) {
            return wrongUsage(
                u"--limit needs KEY=VALUE, for example http.bodyBytes=256MiB, not \"%1\""_s.arg(entry));
        }
        const QString key = limitKeyOf(entry);
        const LimitInfo *const info = findLimit(key);
        const QString value = asLimitTakesIt(info, entry.mid(equals + 1));
        if (Result<void> set = setLimit(limits, key, value); !set) {
            Error error = set.error();
            if (!info)
                error.message += likeLimits(key);
            return std::unexpected(error);
        }
    }
    if (arguments.has(u"timeout"_s)) {
        const auto timeout = durationFromText(arguments.value(u"timeout"_s));
        if (!timeout)
            return std::unexpected(timeout.error());
        if (timeout->count() == 0)
            return wrongUsage(u"--timeout needs a duration above 0"_s);
        const QStringList given = keysOfLimits(arguments);
        const bool isIdleTime = arguments.command == "subscribe"_L1;
        const QString own = isIdleTime ? u"subscription.idle"_s : u"request.timeout"_s;
        if (const auto wrong = timeoutContradiction(own, timeout->count(), limits, given))
            return std::unexpected(*wrong);
        limits.*(findLimit(own)->value) = timeout->count();
        // An idle time also bounds the other requests of the command, as far as request.maxTotal allows.
        if (isIdleTime && !given.contains(u"request.timeout"_s))
            limits.requestTimeoutMs = std::min(qint64(timeout->count()), limits.requestMaxTotalMs);
        // A handshake is a part of connecting. A body that stalls keeps the user waiting, too.
        for (const QString &key : keysOfTimeout()) {
            qint64 &limit = limits.*(findLimit(key)->value);
            if (!given.contains(key))
                limit = limits.requestTimeoutMs;
        }
    }
    if (const Result<void> checked = checkLimits(limits); !checked)
        return std::unexpected(checked.error());
    return limits;
}

} // namespace Workbench::Cli
