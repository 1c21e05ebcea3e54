// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/input.h"
#include "app/cli/secrets.h"
#include "app/cli/sourcerun.h"
#include "app/demo/demo.h"
#include "app/wiring/composition.h"
#include "core/base/visibletext.h"
#include "core/operation/inputshape.h"
#include "core/workspace/workspace.h"

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench::Cli {

namespace {

constexpr auto patience = 2s;

//! The parsed part of an unfinished command line.
struct Line {
    const CommandSpec *command = nullptr;
    QStringList positionals; // after the command, without the last word
    Arguments given; // only the options that have a value
    bool isOption = false; // the last word is an option or its value
};

Line readLine(const QStringList &words)
{
    Line line;
    for (qsizetype i = 0; i + 1 < words.size(); ++i) {
        const QString &word = words.at(i);
        if (!word.startsWith("--"_L1)) {
            if (line.command)
                line.positionals.append(word);
            else
                line.command = findCommand(word);
            continue;
        }
        const QString name = word.sliced(2).section(u'=', 0, 0);
        const OptionSpec *const option = findOption(line.command, name);
        if (!option || option->value.isEmpty())
            continue;
        if (word.contains(u'=')) {
            line.given.options.insert(name, word.section(u'=', 1));
            continue;
        }
        ++i;
        line.isOption = i + 1 >= words.size();
        if (!line.isOption)
            line.given.options.insert(name, words.at(i));
    }
    line.isOption = line.isOption || words.constLast().startsWith(u'-');
    return line;
}

//! Returns whether listing \a source runs no program that the user named and sends nothing over the network.
bool mayList(const Source &source, bool isOfDemo)
{
    if (source.kind == "openapi"_L1)
        return !source.settings.member("document"_L1).toString().contains("://"_L1);
    return source.kind == "local"_L1 || source.kind == "fixtures"_L1 || isOfDemo;
}

QList<OperationSpec> operationsOf(const QString &text, const Workspace *workspace)
{
    const Result<QList<Source>> sources = App::sourcesFromArgument(text, workspace);
    const bool isOfDemo = text.startsWith("demo:"_L1)
        && (!workspace || std::ranges::none_of(workspace->sources, [&text](const Source &source) {
               return source.name == text;
           }));
    if (!sources || std::ranges::any_of(*sources, [isOfDemo](const Source &source) {
            return !mayList(source, isOfDemo);
        }))
        return {};
    App::Composition composition({.limits = Limits()});
    Sessions &sessions = composition.sessions();
    QEventLoop loop;
    QTimer::singleShot(patience, &loop, &QEventLoop::quit);
    for (const Source &source : *sources) {
        if (!sessions.addSource(source))
            return {};
        if (isOfDemo)
            sessions.confirmTrust(source, true).error_or(Error{});
        sessions.connectSource(source.name);
    }
    runUntilSettled(loop, sessions);
    QList<OperationSpec> found;
    for (const Source &source : *sources)
        found += sessions.operations(source.name);
    composition.closeSources();
    return found;
}

QStringList sourceWords(const Workspace *workspace)
{
    QStringList words;
    for (const Source &source : workspace ? workspace->sources : QList<Source>())
        words.append(source.name);
    words.append(u"demo:"_s);
    for (const Source &source : App::demoWorkspace().sources)
        words.append(QString(u"demo:"_s + source.name));
    return words;
}

//! Returns the names of the operations. If \a typed, the unfinished word, contains a dot, it may also be the
//! start of namespace.name.
QStringList operationWords(const QList<OperationSpec> &operations, const QString &typed)
{
    QStringList names;
    for (const OperationSpec &spec : operations)
        names.append(spec.id.name);
    QStringList words;
    for (const OperationSpec &spec : operations) {
        const bool isUnique = names.count(spec.id.name) == 1;
        if (isUnique)
            words.append(spec.id.name);
        if (!isUnique || typed.contains(u'.'))
            words.append(spec.id.toString());
    }
    return words;
}

//! Returns the keys of the input of the operation called \a name. The members of an object at the third
//! level or below are only listed if \a typed, the unfinished word, names the object ("body.size.").
QStringList keyWords(const QList<OperationSpec> &operations, const QString &name, const QString &typed)
{
    for (const OperationSpec &spec : operations) {
        if (spec.id.name != name && spec.id.toString() != name)
            continue;
        const OperationSpec whole = completed(spec);
        QStringList keys = inputKeys(whole);
        QStringList path = typed.split(u'.');
        path.removeLast();
        InputShape shape(whole.inputSchema);
        for (const QString &member : std::as_const(path))
            shape = shape.member(member);
        if (path.size() > 1 && !shape.isFile()) {
            for (const QString &member : shape.members())
                keys.append(QString(path.join(u'.') + u'.' + member));
        }
        for (QString &key : keys)
            key += u'=';
        return keys;
    }
    return {};
}

//! Returns the words that can be in the place of \a typed, the unfinished word after \a line.
QStringList candidates(const Line &line, const QString &typed, const Workspace *workspace)
{
    static const QStringList withOperation{
        u"describe"_s, u"call"_s, u"subscribe"_s, u"request"_s, u"complete"_s, u"record"_s, u"compare"_s};
    const QStringList compared = line.given.values(u"source"_s);
    const bool comparesSources = line.command->name == "compare"_L1 && !compared.isEmpty();
    if (line.command->takesSource && line.positionals.size() == line.command->sourceAt)
        return sourceWords(workspace);
    if (!withOperation.contains(line.command->name) || (!line.command->takesSource && !comparesSources))
        return {};
    QStringList words = line.positionals;
    const QString source = comparesSources ? compared.constFirst() : words.takeFirst();
    const QList<OperationSpec> operations = operationsOf(source, workspace);
    words.removeIf([](const QString &word) { return word.contains(u'='); });
    if (words.isEmpty())
        return operationWords(operations, typed);
    if (line.command->name == "describe"_L1)
        return {};
    const QStringList keys = keyWords(operations, words.constLast(), typed);
    return line.command->name == "record"_L1 ? keys + operationWords(operations, typed) : keys;
}

//! Returns the completions of the last word of the line after "--", which may be unfinished: sources,
//! operations or keys of the input. The line does not include the program's name; its sources are those of
//! its own --workspace or --config. For options, their values and files the list is empty.
//!
//! Operations and keys are listed for the demo, OpenAPI documents that are files, and fixtures. Nothing else
//! is connected: a key press starts no program that the user named and sends nothing over the network. Waits
//! in a nested event loop, at most two seconds.
QStringList wordsToComplete(const CommandContext &context)
{
    const QStringList &words = context.arguments.childCommand;
    if (words.isEmpty() || words.first(words.size() - 1).contains(u"--"_s))
        return {};
    const Line line = readLine(words);
    if (!line.command || line.isOption || words.constLast().contains(u'='))
        return {};
    Secrets secrets;
    const auto workspace = line.given.has(u"config"_s)
        ? workspaceFromConfiguration(line.given, context.limits.docBytes, secrets, context.output)
        : workspaceFromArguments(line.given, {}, context.output);
    QStringList found = candidates(line, words.constLast(), workspace && *workspace ? &**workspace : nullptr);
    found.removeIf([&words](const QString &word) {
        return !word.startsWith(words.constLast()) || visibleText(word) != word;
    });
    return found;
}

const QString completedSources =
    u"demo: demo:local demo:tracker demo:desk demo:modern"_s; // the forms without a path or an address

//! Returns the possible values of an option; empty if any value is possible.
QStringList choicesOf(const OptionSpec &option)
{
    if (option.value == "SOURCE"_L1)
        return completedSources.split(u' ');
    QStringList choices = option.value.contains(u'|') ? option.value.split(u'|') : QStringList();
    choices.removeIf(
        [](const QString &word) { return word.isUpper(); }); // an upper-case word is a placeholder
    return choices;
}

bool isPath(const OptionSpec &option)
{
    return option.value == "DIR"_L1 || option.value.split(u'|').constFirst() == "FILE"_L1;
}

//! Returns the possible first words of a command: sources, or words such as "show" of "limits show".
QString firstWords(const CommandSpec &command)
{
    if (command.takesSource && command.sourceAt == 0)
        return completedSources;
    QStringList words;
    for (const QString &form : QString(command.synopsis).remove(u'[').remove(u']').split(u'|')) {
        const QString word = form.trimmed().section(u' ', 0, 0);
        if (!word.isLower() || word.startsWith(u'-'))
            return {};
        words += word;
    }
    return words.join(u' ');
}

QString quoted(QString text)
{
    return u"'"_s + text.replace(u'\'', u"'\\''"_s) + u"'";
}

QString bash()
{
    const QString names = commandNames().join(u' ');
    QString cases;
    for (const CommandSpec &command : commands()) {
        QString options;
        for (const OptionSpec &option : optionsOf(command) + commonOptions())
            options += u" --"_s + option.name;
        cases += u"        %1) options='%2' words='%3' ;;\n"_s.arg(
            command.name, options.trimmed(), firstWords(command));
    }
    QString values;
    QStringList withValue;
    for (const OptionSpec &option : commonOptions() + commandOptions()) {
        QString reply;
        if (const QStringList choices = choicesOf(option); !choices.isEmpty())
            reply = u"COMPREPLY=($(compgen -W '%1' -- \"$current\"))"_s.arg(choices.join(u' '));
        else if (isPath(option))
            reply = u"_envelope_files %1 \"$current\""_s.arg(option.value == "DIR"_L1 ? u"-d"_s : u"-f"_s);
        else if (option.name == "environment"_L1)
            reply = u"_envelope_environments \"$workspace\" \"$current\""_s;
        if (option.value.isEmpty())
            continue;
        values += u"        %1--%2) %3return ;;\n"_s.arg(option.of.isEmpty() ? u"*"_s : option.of,
            option.name, reply.isEmpty() ? QString() : QString(reply + u"; "_s));
        withValue.append(QString(u"--"_s + option.name));
    }
    withValue.removeDuplicates();
    return uR"(# bash completion of envelope
_envelope_environments() { # WORKSPACE CURRENT; names are compared here, because compgen -W would expand them
    local name quoted
    while IFS= read -r name; do
        printf -v quoted %q "$name"
        [[ $name == "$2"* || $quoted == "$2"* ]] && COMPREPLY+=("$quoted")
    done < <(envelope completion environments ${1:+--workspace "$1"} 2>/dev/null)
}
_envelope_files() { # -f for files or -d for folders, CURRENT
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen "$1" -- "$2")
}
_envelope_files_at() { # @FILE or KEY=@FILE; with "-o filenames", bash would escape the @
    local path=${1#*=@} name quoted
    path=${path#@}
    while IFS= read -r name; do
        printf -v quoted %q "$name"
        [[ -d $name ]] && quoted+=/ && compopt -o nospace 2>/dev/null
        COMPREPLY+=("${1%"$path"}$quoted")
    done < <(compgen -f -- "$path")
}
_envelope_next() { # CURRENT: sources, operations and keys of the input
    local name
    while IFS= read -r name; do
        [[ $name == "$1"* ]] || continue
        [[ $name == *= ]] && compopt -o nospace 2>/dev/null
        printf -v name %q "$name"
        COMPREPLY+=("$name")
    done < <(envelope completion next -- "${line[@]:1}" 2>/dev/null)
}
_envelope_words() { # line: the words, which COMP_WORDBREAKS takes apart at :, = and @
    local rest=${COMP_LINE-} word i
    line=()
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ -n ${COMP_LINE-} && $i -gt 0 && $rest != [[:space:]]* && ($word == [:=@]* || ${line[-1]} == *[:=@]) ]]; then
            line[-1]+=$word
        else
            line+=("$word")
        fi
        rest=${rest#"${rest%%[![:space:]]*}"}
        rest=${rest#"$word"}
    done
}
_envelope_reply() { # CURRENT PREVIOUS
    local current=$1 previous=$2 command= isFirst=1 options= words= workspace= i
    for ((i = 1; i < ${#line[@]} - 1; i++)); do
        [[ ${line[i-1]} == --workspace ]] && workspace=${line[i]}
        if [[ ${line[i]} == -- ]]; then # a command of its own
            compopt -o default 2>/dev/null
            COMPREPLY=($(compgen -c -- "$current"))
            return
        fi
        case ${line[i-1]} in
            %4) continue ;; # the word is the value of an option
        esac
        [[ ${line[i]} == -* ]] && continue
        [[ -n $command ]] && isFirst=
        command=${command:-${line[i]}}
    done
    if [[ $current == *=@* || ($previous == --input && $current == @*) ]]; then
        _envelope_files_at "$current"
        return
    fi
    case $command$previous in
%1    esac
    case $command in
%2        help) options='--help' words='%3' ;;
        '') options='--help --version' words='%3 help' ;;
    esac
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    else
        [[ -n $command ]] && _envelope_next "$current"
        [[ -n $isFirst ]] && ((! ${#COMPREPLY[@]})) && COMPREPLY=($(compgen -W "$words" -- "$current"))
        compopt -o default 2>/dev/null
    fi
}
_envelope() { # envelope, and the part of the word that bash replaces
    local line prefix
    _envelope_words
    COMPREPLY=()
    _envelope_reply "${line[-1]}" "${line[-2]}"
    if [[ -n ${COMP_LINE-} ]]; then
        prefix=${line[-1]%"$2"}
        COMPREPLY=("${COMPREPLY[@]#"$prefix"}")
    fi
}
complete -F _envelope envelope
)"_s.arg(values, cases, names, withValue.join(u'|'));
}

QString zsh()
{
    QString names;
    QString cases;
    for (const CommandSpec &command : commands()) {
        names += u"        %1\n"_s.arg(quoted(command.name + u':' + command.summary));
        QString arguments;
        for (const OptionSpec &option : optionsOf(command) + commonOptions()) {
            const QString help =
                QString(option.help).replace(u'[', u'(').replace(u']', u')').replace(u':', u' ');
            QString text = (option.repeatable ? u"*--"_s : u"--"_s) + option.name + u'[' + help + u']';
            const QStringList choices = choicesOf(option);
            if (!option.value.isEmpty())
                text += u':' + QString(option.value).replace(u':', u'-') + u':';
            if (!choices.isEmpty())
                text += u'(' + choices.join(u' ').replace(u':', u"\\:"_s) + u')';
            else if (isPath(option))
                text += option.value == "DIR"_L1 ? u"_files -/"_s : u"_files"_s;
            else if (option.name == "environment"_L1)
                text += u"_envelope_environments"_s;
            else if (option.name == "input"_L1)
                text += u"_envelope_input"_s;
            arguments += u" \\\n                "_s + quoted(text);
        }
        const QString others =
            command.takesSource || command.takesCommand ? u"_envelope_next"_s : u"_files"_s;
        const QString words = QString(firstWords(command)).replace(u':', u"\\:"_s);
        const QString first = command.takesSource || words.isEmpty() ? others : QString(u'(' + words + u')');
        arguments += u" \\\n                "_s + quoted(u"1:first:"_s + first);
        arguments += u" \\\n                "_s + quoted(u"*:argument:"_s + others);
        cases += u"        %1)\n            _arguments%2\n            ;;\n"_s.arg(command.name, arguments);
    }
    return uR"(#compdef envelope
# zsh completion of envelope
_envelope_environments() {
    local -a names workspace
    local at=${words[(I)--workspace]}
    (( at )) && workspace=(--workspace "${(Q)words[at+1]}")
    names=("${(@f)$(envelope completion environments $workspace 2>/dev/null)}")
    compadd -a names
}
_envelope_input() { # @FILE
    compset -P '@' && _files
}
_envelope_next() { # sources, operations and keys of the input, else files
    compset -P '*=@' && { _files; return }
    local -a found keys others
    local text=$(envelope completion next -- "${(@Q)words[1,CURRENT]}" 2>/dev/null)
    found=(${(f)text})
    keys=(${(M)found:#*=})
    others=(${found:#*=})
    (( $#keys )) && compadd -S '' -a keys
    (( $#others )) && compadd -a others
    (( $#keys + $#others )) || _files
}
_envelope() {
    local -a names
    names=(
%1        'help:print the help of a command'
    )
    if (( CURRENT == 2 )); then
        _describe command names
        return
    fi
    local name=$words[2]
    shift words
    (( CURRENT-- ))
    case $name in
        help)
            names=(${names:#help:*})
            (( CURRENT == 2 )) && _describe command names
            ;;
%2    esac
}
if [[ $funcstack[1] == _envelope ]]; then # called by the first completion, which loads this file
    _envelope "$@"
else
    compdef _envelope envelope
fi
)"_s.arg(names, cases);
}

QString fish()
{
    QString text = uR"(# fish completion of envelope
function __envelope_environments
    set -l words (commandline -opc)
    set -l at (contains -i -- --workspace $words)
    and envelope completion environments --workspace $words[(math $at + 1)] 2>/dev/null
    or envelope completion environments 2>/dev/null
end
function __envelope_files # after @
    set -l current (string replace -r '^--[^=]*=' '' -- (commandline -ct))
    set -l path (string replace -r '^([^@]*=)?@' '' -- $current)
    set -l before (string sub -l (math (string length -- $current) - (string length -- $path)) -- $current)
    for file in $path*
        test -d $file; and echo $before$file/; or echo $before$file
    end
end
function __envelope_next
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    if string match -q '*=@*' -- $current
        __envelope_files
        return
    end
    envelope completion next -- $words[2..-1] "$current" 2>/dev/null
end
complete -c envelope -f -n __fish_use_subcommand
complete -c envelope -n __fish_use_subcommand -a help -d 'print the help of a command'
)"_s;
    text += u"complete -c envelope -f -n '__fish_seen_subcommand_from help' -a %1\n"_s.arg(
        quoted(commandNames().join(u' ')));
    const auto option = [&text](const OptionSpec &spec, const QString &condition) {
        text += u"complete -c envelope%1 -l %2 -d %3"_s.arg(condition, spec.name, quoted(spec.help));
        if (const QStringList choices = choicesOf(spec); !choices.isEmpty())
            text += u" -x -a "_s + quoted(choices.join(u' '));
        else if (spec.name == "environment"_L1)
            text += u" -x -a '(__envelope_environments)'"_s;
        else if (spec.name == "input"_L1)
            text += u" -x -a '(__envelope_files)'"_s;
        else if (!spec.value.isEmpty())
            text += isPath(spec) ? u" -r -F"_s : u" -x"_s;
        text += u'\n';
    };
    for (const OptionSpec &spec : commonOptions())
        option(spec, {});
    for (const CommandSpec &command : commands()) {
        text += u"complete -c envelope -n __fish_use_subcommand -a %1 -d %2\n"_s.arg(
            command.name, quoted(command.summary));
        const QString seen = u"__fish_seen_subcommand_from "_s + command.name;
        const QString condition = u" -n '%1'"_s.arg(seen);
        if (const QString words = firstWords(command); !words.isEmpty())
            text += u"complete -c envelope -n '%1; and test (count (commandline -opc)) -eq 2' -a %2\n"_s.arg(
                seen, quoted(words));
        if (command.takesSource || command.takesCommand)
            text += u"complete -c envelope%1 -a '(__envelope_next)'\n"_s.arg(condition);
        for (const OptionSpec &spec : optionsOf(command))
            option(spec, condition);
    }
    return text;
}

//! Writes the environments for the completion of --environment, one name per line. Omits names with control
//! or invisible characters.
int listEnvironments(const Arguments &arguments, Output &output)
{
    const auto workspace = workspaceFromArguments(arguments, {}, output);
    if (!workspace)
        return output.fail(workspace.error());
    const QList<Environment> environments = *workspace ? (*workspace)->environments : QList<Environment>();
    for (const Environment &environment : environments) {
        if (visibleText(environment.name) == environment.name)
            output.line(environment.name);
    }
    return ExitCode::Ok;
}

//! Returns \a text with the characters escaped that troff interprets.
QString plain(QString text)
{
    text.replace(u'\\', u"\\e"_s).replace(u'-', u"\\-"_s).replace(u'…', u"..."_s);
    return text.startsWith(u'.') || text.startsWith(u'\'') ? QString(u"\\&"_s + text) : text;
}

QString optionText(const OptionSpec &option)
{
    QString text = u".TP\n.B "_s + plain(u"--"_s + option.name);
    if (!option.value.isEmpty())
        text += u" \\fI"_s + plain(option.value) + u"\\fR";
    return text + u'\n' + plain(option.help) + u".\n";
}

QString commandText(const CommandSpec &command)
{
    QString text = u".SS "_s + plain(command.name) + u"\n.B "
        + plain(QString(u"envelope " + command.name + u' ' + command.synopsis).trimmed()) + u"\n.PP\n"
        + plain(command.summary) + u".\n";
    for (const OptionSpec &option : optionsOf(command))
        text += optionText(option);
    text += u".PP\n.nf\n"_s;
    for (const QString &example : command.examples)
        text += plain(example) + u'\n';
    return text + u".fi\n";
}

QString manPage()
{
    QString text = u".TH ENVELOPE 1 \"\" \"envelope %1\" \"User Commands\"\n"_s.arg(
        QCoreApplication::applicationVersion());
    text +=
        u".SH NAME\nenvelope \\- invoke operations of MCP servers, OpenAPI services and hubs, and look at "
        "their envelopes\n"_s;
    text +=
        u".SH SYNOPSIS\n.B envelope\n.I COMMAND\n[\\fIOPTION\\fR...] [\\fB\\-\\-\\fR \\fICOMMAND ARG\\fR...]\n"_s;
    text +=
        u".SH DESCRIPTION\nThe workbench without a window: results on stdout, everything else on stderr.\n"_s;
    text += u".PP\n.I SOURCE\nis one of:\n"_s;
    for (const SourceForm &form : sourceForms())
        text += u".TP\n.B "_s + plain(form.text) + u'\n' + plain(form.means) + u".\n";
    text += u".PP\nA member of the input is given in one of these forms:\n"_s;
    for (const SourceForm &form : inputForms())
        text += u".TP\n.B "_s + plain(form.text) + u'\n' + plain(form.means) + u".\n";
    text += u".SH COMMANDS\n"_s;
    for (const CommandSpec &command : commands())
        text += commandText(command);
    text += u".SH OPTIONS\nEvery command accepts these options.\n"_s;
    for (const OptionSpec &option : commonOptions())
        text += optionText(option);
    text += u".SH EXIT STATUS\n.TP\n.B 0\nok.\n.TP\n.B 9\nthe call ended, but a request of the server was "
            "declined for lack of an answer.\n.TP\n.B 130\ninterrupted, after the call was cancelled and "
            "programs were stopped.\n.PP\nAn error has the exit status of its class. With \\fB\\-\\-json\\fR "
            "it is\n"
            "\\fB{\"error\": {\"code\", \"message\", \"details\", \"reason\", \"detail\"}}\\fR; the code is "
            "the peer's own\n"
            "or that of the class:\n"_s;
    for (const ErrorClass &one : errorClasses())
        text += u".TP\n.B %1 %2\n%3.\n"_s.arg(
            QString::number(one.exitCode), QString(one.code), plain(QString(one.help)));
    text += u".SH FILES\n.TP\n.I *.workspace.json\nthe workspace, when there is exactly one in the working "
            u"directory "
            "and no \\fB\\-\\-workspace\\fR.\n"_s;
    return text;
}

} // namespace

int runCompletion(const CommandContext &context)
{
    const auto &[arguments, limits, output] = context;
    const QString form = arguments.positionals.constFirst();
    if (form == "environments"_L1)
        return listEnvironments(arguments, output);
    if (form == "next"_L1) {
        for (const QString &word : wordsToComplete(context))
            output.line(word);
        return ExitCode::Ok;
    }
    const QString text = form == "bash"_L1 ? bash()
        : form == "zsh"_L1                 ? zsh()
        : form == "fish"_L1                ? fish()
        : form == "man"_L1                 ? manPage()
                                           : QString();
    if (text.isEmpty())
        return output.fail(usageError(u"completion accepts bash, zsh, fish or man, not \"%1\""_s.arg(form)));
    output.raw(text.toUtf8());
    return ExitCode::Ok;
}

} // namespace Workbench::Cli
