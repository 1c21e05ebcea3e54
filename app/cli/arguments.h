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
    QString value; //!< what the value is, in capitals; empty: a flag
    QString help;
    bool repeatable = false;
    QString of = {}; //!< the one command that has this form of it; empty: every command that names it
};

//! What may stand for SOURCE.
struct SourceForm {
    QString text;
    QString means;
};

struct CommandContext;

//! One command. The help, the man page and the completions are made from these tables.
struct CommandSpec {
    QString name;
    QString synopsis; //!< after the name
    QString summary;
    QStringList options; //!< names of those it takes beside the common ones
    QStringList examples;
    int (*execute)(const CommandContext &context); //!< returns the exit code
    int minPositionals = 0;
    int maxPositionals = -1; //!< -1: any number
    bool takesSource = false; //!< the first positional is a SOURCE, unless `-- COMMAND…` stands in its place
    int sourceAt = 0; //!< or one behind it
    bool takesCommand = false; //!< `-- COMMAND…` may be there all the same
};

struct Arguments {
    QString command;
    QStringList positionals; //!< without the SOURCE when one is taken
    QString source; //!< as typed; empty when \c childCommand stands in its place
    QStringList childCommand; //!< after "--"
    QMultiMap<QString, QString> options;

    bool has(const QString &option) const { return options.contains(option); }
    QString value(const QString &option, const QString &fallback = {}) const;
    QStringList values(const QString &option) const; //!< in the order typed
};

const QList<OptionSpec> &commonOptions();
const QList<OptionSpec> &commandOptions();
const QList<CommandSpec> &commands();
const CommandSpec *findCommand(const QString &name);
const QList<SourceForm> &sourceForms();
//! The ways to give a member of the input, each with what it means.
const QList<SourceForm> &inputForms();
QList<OptionSpec> optionsOf(const CommandSpec &command); //!< its own, without the common ones

//! ErrorKind::Usage names what is wrong and how to get help. \a words is without the program's name.
Result<Arguments> parseArguments(const QStringList &words);

QString helpText(); //!< of the program
QString helpText(const CommandSpec &command);

//! ErrorKind::Usage: the command line asks for something that cannot be.
inline Error usageError(const QString &sentence)
{
    return {ErrorKind::Usage, QStringLiteral("usage"), sentence};
}

//! "500ms", "30s", "5min", "2h", or plain seconds.
Result<std::chrono::milliseconds> durationFromText(const QString &text);

//! The names that --dialect takes.
QStringList dialectNames();
//! By name, or by the URI of a dialect or of its metaschema.
std::optional<SchemaDialect> dialectNamed(const QString &nameOrUri);

//! The limits with --limit and --timeout put on top. --timeout is also the time to connect in, unless --limit
//! gives that one. ErrorKind::Usage names what is wrong, and the key that was probably meant.
Result<Limits> limitsFromArguments(const Arguments &arguments);

} // namespace Workbench::Cli
