// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

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

//! One command. The help, the man page and the completions are made from these tables.
struct CommandSpec {
    QString name;
    QString synopsis; //!< after the name
    QString summary;
    QStringList options; //!< names of those it takes beside the common ones
    QStringList examples;
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
QList<OptionSpec> optionsOf(const CommandSpec &command); //!< its own, without the common ones

//! ErrorKind::Usage names what is wrong and how to get help. \a words is without the program's name.
Result<Arguments> parseArguments(const QStringList &words);

QString helpText(); //!< of the program
QString helpText(const CommandSpec &command);

//! "500ms", "30s", "5min", "2h", or plain seconds.
Result<std::chrono::milliseconds> durationFromText(const QString &text);

} // namespace Workbench::Cli
