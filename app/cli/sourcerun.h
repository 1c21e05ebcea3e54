// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/wiring/sourceargument.h"
#include "core/hub/callstates.h"
#include "core/session/sessions.h"
#include "core/transport/websocket/servercertificate.h"

#include <QByteArrayList>
#include <QEventLoop>
#include <QHostAddress>
#include <QSet>

namespace Workbench::Cli {

class Secrets;

//! The arguments, limits and output of a command. The referenced objects outlive the command.
struct CommandContext {
    const Arguments &arguments;
    const Limits &limits;
    Output &output;
};

//! Returns the workspace of --workspace, else the only *.workspace.json in the current folder, else nothing.
//! If that file is broken but \a options and the SOURCE do not need it, it only causes a note.
Result<std::optional<Workspace>> workspaceFromArguments(
    const Arguments &arguments, const App::SourceArgumentOptions &options, Output &output);

//! Returns the servers of --config FILE as a workspace that is never saved. Its settings contain secrets in
//! clear text, and \a secrets knows them. Fails with ErrorKind::Usage if --workspace is given too.
Result<std::optional<Workspace>> workspaceFromConfiguration(
    const Arguments &arguments, qint64 maxBytes, Secrets &secrets, Output &output);

//! Reads --listen and --port into \a address and \a port; without the option, the value stays. Fails with
//! ErrorKind::Usage, which names the option.
Result<void> readListener(const Arguments &arguments, QHostAddress &address, quint16 &port);

//! The options of `serve`.
struct ServeOptions {
    enum class Form : quint8 { Hub, Spoke } form = Form::Hub;
    QHostAddress address{QHostAddress::LocalHost};
    quint16 port = 0; //!< 0: any free port
    //! The identities of the clients that may connect to the hub, by token. Empty if any client may connect,
    //! without an identity.
    QMap<QByteArray, Identity> tokens;
    QSet<QByteArray> gateways; //!< hub: the tokens of trusted gateways, see HubService::Options
    QString madeToken; //!< the token generated because other computers can reach the hub; else empty
    std::optional<ServerCertificate> certificate; //!< hub: serve wss with it
    QByteArrayList pages; //!< hub: the origins of web pages that may connect
    AbortPolicy abortPolicy = AbortPolicy::AbortDependents; //!< hub
    QString hub; //!< spoke: the address of its hub
    QList<std::pair<QString, QString>> headers; //!< spoke: the headers of its handshake
    QStringList acceptedCertificates; //!< spoke: each [HOST=]SHA256
    bool trustsGateway = false; //!< spoke: calls run as the identity that the hub names
};

//! Returns the options of `serve`. Fails with ErrorKind::Usage, which names the option, or with the error of
//! a file or a secret that cannot be read.
Result<ServeOptions> serveOptions(const Arguments &arguments, Secrets &secrets);

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

// Commands that need no source, or that find their sources themselves. Each returns the exit code.
int runInspect(const CommandContext &context);
//! Runs `compare`, which compares two fixtures, two folders of fixtures, two JSON files, or the answers of
//! two sources.
int runCompare(const CommandContext &context);
int runValidate(const CommandContext &context);
int runCast(const CommandContext &context);
int runServe(const CommandContext &context);
//! Runs `replay`, which serves a folder of fixtures until a signal or the end of stdin.
int runReplay(const CommandContext &context);
//! Runs `auth set NAME`, `auth list` and `auth remove NAME`, which manage the secrets of keychain:NAME.
int runAuth(const CommandContext &context);
//! Runs `import`, which lists the servers of another program's configuration or adds them to a workspace.
//! Without FILE it lists the configurations that exist.
int runImport(const CommandContext &context);
//! Runs `export`, which prints sources of a workspace as a configuration of another program.
int runExport(const CommandContext &context);
int runLimits(const CommandContext &context);
int runCompletion(const CommandContext &context);
//! Runs `conformance URL`, the client under test of the public suite @modelcontextprotocol/conformance.
//! Environment variables of the suite control it. It connects, lists the operations, calls them, answers the
//! requests of the server, and closes the connection.
//! \source core/sources/mcp/README.md 7
int runConformance(const CommandContext &context);

} // namespace Workbench::Cli
