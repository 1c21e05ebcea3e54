// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "core/session/sessions.h"

#include <QEventLoop>

namespace Workbench::Cli {

struct ServeOptions;

//! Returns \a error with the name of the source in its message, unless the message contains it already.
Error withSource(Error error, const QString &name);

//! Returns \a error of an operation for people: the message of an HTTP error gets the name of the source. The
//! message itself stays without it, because recordings hold and compare it.
Error answeredBy(Error error, const QString &name);

//! Runs \a loop until every source is connected or has failed, or until something else ends it.
void runUntilSettled(QEventLoop &loop, Sessions &sessions);

//! Returns \a error, the reason why the source \a name is not connected, with the name of the source and the
//! option that helps.
Error notConnected(Error error, const QString &name);

//! Returns the hashes of --accept-definitions, each with the prefix "sha256:". Fails with ErrorKind::Usage.
Result<QStringList> acceptedDefinitions(const Arguments &arguments);
//! Returns \a error with the option that allows the call if a changed definition is the reason.
Error withAcceptOption(Error error);

//! The context of a command over connected sources, with the functions that several of these commands use.
struct SourceRun {
    Sessions &sessions;
    const Arguments &arguments;
    Output &output;
    Interrupt &interrupt;
    QStringList names; //!< the names of the sources
    //! Returns the secret with this name for a recorded input, or nothing.
    std::function<std::optional<QString>(const QString &name)> secretOf;
    const ServeOptions *serving; //!< the options of serve; null for every other command

    //! Connects all sources. Prints the first failure and returns its exit code, otherwise 0. Waits in a
    //! nested event loop.
    int connectAll() const;
    //! Returns the operation called \a wanted, with all its parts. \a wanted is its name, namespace.name, or
    //! the last part of its name if only one operation has it. Fails with ErrorKind::Usage, which suggests
    //! names or lists the candidates.
    Result<OperationSpec> operationNamed(const QString &wanted) const
    {
        return operationNamed(names, wanted);
    }
    Result<OperationSpec> operationNamed(const QStringList &sources, const QString &wanted) const;
    //! Returns the operation called \a wanted as it is listed: some of its parts may still be deferred.
    Result<OperationSpec> listedOperationNamed(const QStringList &sources, const QString &wanted) const;
    //! Returns the operation that the first positional names.
    Result<OperationSpec> operation() const { return operationNamed(arguments.positionals.constFirst()); }
    //! Adds a remark for each finding of checkSchemas() about \a spec. With \a onlyCode, adds only findings
    //! with that code.
    void addSchemaRemarks(const OperationSpec &spec, const QString &onlyCode = {}) const;
    //! Accepts the changed definition of \a spec if --accept-definitions names it. Fails if the operation
    //! must not be called; the error says what changed. Waits in a nested event loop.
    Result<void> acceptDefinition(const OperationSpec &spec) const;
    //! Returns the input from --input and the positionals after the first one, see inputFromArguments().
    Result<Json> input(const OperationSpec &spec) const { return input(spec, arguments.positionals.mid(1)); }
    Result<Json> input(const OperationSpec &spec, const QStringList &pairs) const;
    //! Returns \a value, an input from a file, if the operation has all its members; see checkNames().
    Result<Json> checkedInput(const OperationSpec &spec, const Json &value) const;
    //! Returns \a value if its schema accepts it or if --send-invalid is given; otherwise the error with
    //! which a call would be refused.
    Result<Json> validInput(const OperationSpec &spec, const Json &value) const;
    //! Notes the identity with which operations were called, if one is set. Does nothing with --json.
    void noteIdentity() const;
    bool sendsInvalid() const { return arguments.has(QStringLiteral("send-invalid")); }
};

//! A command over connected sources. Returns the exit code.
using SourceCommand = int (*)(const SourceRun &run);

//! Finds the sources that the arguments name, connects them, runs \a command, and closes the sources. Returns
//! the exit code.
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
