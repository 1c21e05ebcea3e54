// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/schema/schema.h"

#include <QMultiMap>
#include <QStringList>

namespace Workbench::Cli {

//! An option of the command line, written --name or --name VALUE (also --name=VALUE).
struct OptionSpec {
    QString name;
    QString value; //!< the placeholder of the value, in capitals; empty for a flag
    QString help;
    bool repeatable = false;
    //! The only command that takes this form of the option; empty for every command that lists the option.
    QString of = {};
};

//! A form of SOURCE or of a member of the input, with its meaning.
struct SourceForm {
    QString text;
    QString means;
};

struct CommandContext;

//! A command. The help, the manual page and the completions are generated from these tables.
struct CommandSpec {
    QString name;
    QString synopsis; //!< the text after the name
    QString summary;
    QStringList options; //!< the names of its options, without the common options
    QStringList examples;
    int (*execute)(const CommandContext &context); //!< returns the exit code
    int minPositionals = 0;
    int maxPositionals = -1; //!< -1: any number
    bool takesSource = false; //!< a positional is a SOURCE, unless `-- COMMAND…` is given instead
    int sourceAt = 0; //!< the index of SOURCE among the positionals
    bool takesCommand = false; //!< `-- COMMAND…` is accepted although the command takes no SOURCE
};

//! The parsed command line.
struct Arguments {
    QString command;
    QStringList positionals; //!< without the SOURCE of a command that takes one
    QString source; //!< as typed; empty if \c childCommand is given instead
    QStringList childCommand; //!< the words after "--"
    QMultiMap<QString, QString> options;

    bool has(const QString &option) const { return options.contains(option); }
    QString value(const QString &option, const QString &fallback = {}) const;
    QStringList values(const QString &option) const; //!< in the order typed
};

const QList<OptionSpec> &commonOptions();
const QList<OptionSpec> &commandOptions();
const QList<CommandSpec> &commands();
const CommandSpec *findCommand(const QString &name);
QStringList commandNames();
const QList<SourceForm> &sourceForms();
//! Returns the forms of a member of the input, with their meanings.
const QList<SourceForm> &inputForms();
//! Returns the options of \a command, without the common options.
QList<OptionSpec> optionsOf(const CommandSpec &command);

//! Returns the common option, or the option of \a command, with this name; null if there is none. \a command
//! may be null.
const OptionSpec *findOption(const CommandSpec *command, const QString &name);

//! Parses \a words, which do not include the program's name. Fails with ErrorKind::Usage; the message names
//! the wrong word and the help to read.
Result<Arguments> parseArguments(const QStringList &words);

//! Returns the help of the program.
QString helpText();
//! Returns the help of \a command.
QString helpText(const CommandSpec &command);

//! Returns an error of ErrorKind::Usage for an invalid command line.
inline Error usageError(const QString &sentence)
{
    return {ErrorKind::Usage, QStringLiteral("usage"), sentence};
}

//! Returns usageError() as a failure.
inline std::unexpected<Error> wrongUsage(const QString &sentence)
{
    return std::unexpected(usageError(sentence));
}

//! Parses a duration: "500ms", "30s", "5min", "2h", or a number of seconds. Fails with
//! ErrorKind::Usage for other text and for a duration above 596 hours, the maximum of a timer.
Result<std::chrono::milliseconds> durationFromText(const QString &text);

//! Returns the names that --dialect accepts.
QStringList dialectNames();
//! Returns the dialect with this name, or with this URI of the dialect or its metaschema; nothing for an
//! unknown name.
std::optional<SchemaDialect> dialectNamed(const QString &nameOrUri);

//! Returns the keys of the limits that --timeout sets in addition to request.timeout (of `subscribe`:
//! subscription.idle), unless --limit does.
const QStringList &keysOfTimeout();
//! Returns the keys that --limit sets.
QStringList keysOfLimits(const Arguments &arguments);
//! Returns the default limits, changed by --limit and --timeout. --timeout also sets the limits for
//! connecting, for a handshake and for a body that stalls; --limit can set lower ones, and a higher one for
//! the body. For `subscribe` it is the idle time, which request.maxTotal does not limit. Fails with
//! ErrorKind::Usage; the message names the wrong value and the key that was probably meant, or two values
//! that contradict each other.
Result<Limits> limitsFromArguments(const Arguments &arguments);

} // namespace Workbench::Cli
