// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/completion.h"

#include "app/cli/arguments.h"

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

const QString sources = u"demo: demo:local demo:tracker"_s; // the forms that need no more than their name

// The options of a command, its own first.
QList<OptionSpec> allOptionsOf(const CommandSpec &command)
{
    return optionsOf(command) + commonOptions();
}

// The words an option's value is one of; empty when it is free.
QStringList choicesOf(const OptionSpec &option)
{
    if (option.value == "SOURCE"_L1)
        return sources.split(u' ');
    QStringList choices = option.value.contains(u'|') ? option.value.split(u'|') : QStringList();
    choices.removeIf([](const QString &word) { return word.isUpper(); }); // it stands for something
    return choices;
}

//! Asked of the workspace when it is completed.
bool isEnvironment(const OptionSpec &option)
{
    return option.name == "environment"_L1;
}

bool isPath(const OptionSpec &option)
{
    return option.value == "FILE"_L1 || option.value == "DIR"_L1;
}

// The words a command takes first when it takes no SOURCE, as in "limits show".
QString firstWords(const CommandSpec &command)
{
    if (command.takesSource && command.sourceAt == 0)
        return sources;
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
    QString names;
    QString cases;
    for (const CommandSpec &command : commands()) {
        QString options;
        for (const OptionSpec &option : allOptionsOf(command))
            options += u" --"_s + option.name;
        names += u' ' + command.name;
        cases += u"        %1) options='%2' words='%3' ;;\n"_s.arg(
            command.name, options.trimmed(), firstWords(command));
    }
    QString values;
    for (const OptionSpec &option : commonOptions() + commandOptions()) {
        QString reply;
        if (const QStringList choices = choicesOf(option); !choices.isEmpty())
            reply = u"COMPREPLY=($(compgen -W '%1' -- \"$current\"))"_s.arg(choices.join(u' '));
        else if (isPath(option))
            reply = u"compopt -o filenames; COMPREPLY=($(compgen %1 -- \"$current\"))"_s.arg(
                option.value == "DIR"_L1 ? u"-d"_s : u"-f"_s);
        else if (isEnvironment(option))
            reply = u"_envelope_environments \"$workspace\" \"$current\""_s;
        if (!option.value.isEmpty())
            values += u"        %1--%2) %3return ;;\n"_s.arg(option.of.isEmpty() ? u"*"_s : option.of,
                option.name, reply.isEmpty() ? QString() : QString(reply + u"; "_s));
    }
    return uR"(# bash completion of envelope
_envelope_environments() { # WORKSPACE CURRENT; names are compared here, because compgen -W would expand them
    local name quoted
    while IFS= read -r name; do
        printf -v quoted %q "$name"
        [[ $name == "$2"* || $quoted == "$2"* ]] && COMPREPLY+=("$quoted")
    done < <(envelope completion environments ${1:+--workspace "$1"} 2>/dev/null)
}
_envelope() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= options= words= workspace= i
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i-1]} == --workspace ]] && workspace=${COMP_WORDS[i]}
        if [[ ${COMP_WORDS[i]} == -- ]]; then # a command of its own
            compopt -o default 2>/dev/null
            COMPREPLY=($(compgen -c -- "$current"))
            return
        fi
        [[ -z $command && ${COMP_WORDS[i]} != -* ]] && command=${COMP_WORDS[i]}
    done
    case $command$previous in
%1    esac
    case $command in
%2        '') options='--help --version' words='%3' ;;
    esac
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    else
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        compopt -o default 2>/dev/null
    fi
}
complete -F _envelope envelope
)"_s.arg(values, cases, names.trimmed());
}

QString zsh()
{
    QString names;
    QString cases;
    for (const CommandSpec &command : commands()) {
        names += u"        %1\n"_s.arg(quoted(command.name + u':' + command.summary));
        QString arguments;
        for (const OptionSpec &option : allOptionsOf(command)) {
            const QString help =
                QString(option.help).replace(u'[', u'(').replace(u']', u')').replace(u':', u' ');
            QString text = (option.repeatable ? u"*--"_s : u"--"_s) + option.name + u'[' + help + u']';
            const QStringList choices = choicesOf(option);
            if (!option.value.isEmpty())
                text += u':' + QString(option.value).replace(u':', u'-') + u':';
            if (!choices.isEmpty())
                text += u"("_s + choices.join(u' ') + u')';
            else if (isPath(option))
                text += option.value == "DIR"_L1 ? u"_files -/"_s : u"_files"_s;
            else if (isEnvironment(option))
                text += u"_envelope_environments"_s;
            arguments += u" \\\n                "_s + quoted(text);
        }
        const QString words = QString(firstWords(command)).replace(u':', u"\\:"_s);
        const QString first = words.isEmpty() ? u"_files"_s : QString(u'(' + words + u')');
        arguments += u" \\\n                "_s + quoted(u"1:first:"_s + first);
        arguments += u" \\\n                '*:argument:_files'"_s;
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
_envelope() {
    local -a names
    names=(
%1    )
    if (( CURRENT == 2 )); then
        _describe command names
        return
    fi
    local name=$words[2]
    shift words
    (( CURRENT-- ))
    case $name in
%2    esac
}
compdef _envelope envelope
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
complete -c envelope -f -n __fish_use_subcommand
)"_s;
    const auto option = [&text](const OptionSpec &spec, const QString &condition) {
        text += u"complete -c envelope%1 -l %2 -d %3"_s.arg(condition, spec.name, quoted(spec.help));
        if (const QStringList choices = choicesOf(spec); !choices.isEmpty())
            text += u" -x -a "_s + quoted(choices.join(u' '));
        else if (isEnvironment(spec))
            text += u" -x -a '(__envelope_environments)'"_s;
        else if (!spec.value.isEmpty())
            text += isPath(spec) ? u" -r -F"_s : u" -x"_s;
        text += u'\n';
    };
    for (const OptionSpec &spec : commonOptions())
        option(spec, {});
    for (const CommandSpec &command : commands()) {
        text += u"complete -c envelope -n __fish_use_subcommand -a %1 -d %2\n"_s.arg(
            command.name, quoted(command.summary));
        const QString condition = u" -n '__fish_seen_subcommand_from %1'"_s.arg(command.name);
        if (const QString words = firstWords(command); !words.isEmpty())
            text += u"complete -c envelope%1 -a %2\n"_s.arg(condition, quoted(words));
        for (const OptionSpec &spec : optionsOf(command))
            option(spec, condition);
    }
    return text;
}

} // namespace

Result<QString> completionText(const QString &form)
{
    if (form == "bash"_L1)
        return bash();
    if (form == "zsh"_L1)
        return zsh();
    if (form == "fish"_L1)
        return fish();
    if (form == "man"_L1)
        return manPage();
    return std::unexpected(Error{ErrorKind::Usage, u"usage"_s,
        u"completion knows bash, zsh, fish and man, not \"%1\""_s.arg(form), {}, {}});
}

} // namespace Workbench::Cli
