// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "core/session/sessions.h"

namespace Workbench::Cli {

struct ServeOptions;

//! \a error with the source's name in its message, if it does not say it already.
Error withSource(Error error, const QString &name);

//! \a error, why the source \a name is not connected, with its name and the option that helps.
Error notConnected(Error error, const QString &name);

//! The hashes that --accept-definitions names, each with "sha256:".
Result<QStringList> acceptedDefinitions(const Arguments &arguments);
//! \a error with the option that allows the call, if a changed definition refused it.
Error withAcceptOption(Error error);

//! What a command over connected sources works with, and what several of them do.
struct SourceRun {
    Sessions &sessions;
    const Arguments &arguments;
    Output &output;
    Interrupt &interrupt;
    QStringList names; //!< of the sources
    //! What a recorded input may ask for, by the name of the secret.
    std::function<std::optional<QString>(const QString &name)> secretOf;
    const ServeOptions *serving; //!< of serve; null for every other command

    //! Connects all; the first failure is printed and its exit code returned, else 0. Waits in an event loop.
    int connectAll() const;
    //! The operation called \a wanted: its name, namespace.name, or the last part of its name if only one
    //! operation has it. ErrorKind::Usage suggests names or lists the candidates.
    Result<OperationSpec> operationNamed(const QString &wanted) const
    {
        return operationNamed(names, wanted);
    }
    Result<OperationSpec> operationNamed(const QStringList &sources, const QString &wanted) const;
    //! The same as it is listed: with parts that are still deferred.
    Result<OperationSpec> listedOperationNamed(const QStringList &sources, const QString &wanted) const;
    //! The one named by the first positional.
    Result<OperationSpec> operation() const { return operationNamed(arguments.positionals.constFirst()); }
    //! Adds a remark for each fault of the schemas of \a spec (checkSchemas()), of one kind only if \a
    //! onlyCode is given.
    void addSchemaRemarks(const OperationSpec &spec, const QString &onlyCode = {}) const;
    //! Accepts the changed definition of \a spec if --accept-definitions names it; else prints what changed.
    //! The exit code; 0: it may be called. Waits in an event loop.
    int acceptDefinition(const OperationSpec &spec) const;
    Result<Json> input(const OperationSpec &spec) const { return input(spec, arguments.positionals.mid(1)); }
    Result<Json> input(const OperationSpec &spec, const QStringList &pairs) const;
    //! \a value, which a file gave, if the operation has all that it names.
    Result<Json> checkedInput(const OperationSpec &spec, const Json &value) const;
    bool sendsInvalid() const { return arguments.has(QStringLiteral("send-invalid")); }
};

//! A command over sources that are connected. Returns the exit code.
using SourceCommand = int (*)(const SourceRun &run);

//! Finds the sources that the arguments name, connects them, runs \a command and stops what was started.
int runOverSources(const CommandContext &context, SourceCommand command);

template <SourceCommand command> int overSources(const CommandContext &context)
{
    return runOverSources(context, command);
}

int runList(const SourceRun &run);
int runDescribe(const SourceRun &run);
int runCall(const SourceRun &run);
int runSubscribe(const SourceRun &run);
int runRequest(const SourceRun &run);
int runComplete(const SourceRun &run);
int runCheck(const SourceRun &run);
int runRecord(const SourceRun &run);
int runVerify(const SourceRun &run);
int runCompareSources(const SourceRun &run);

} // namespace Workbench::Cli
