// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/arguments.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/serveoptions.h"
#include "core/session/sessions.h"

namespace Workbench {
struct Fixture;
struct FixtureEvent;
} // namespace Workbench

namespace Workbench::Cli {

class RecordOutput;
struct StreamEnd;

//! \a error with the source's name in its message, if it does not say it already.
Error withSource(Error error, const QString &name);

//! A command over connected sources. Each function waits in an event loop of its own and returns the exit
//! code.
class SourceCommands {
public:
    SourceCommands(Sessions &sessions, const Arguments &arguments, Output &output, Interrupt &interrupt);

    //! Runs the command named in the arguments over these sources of \c sessions.
    int run(const QStringList &sourceNames);
    //! What verify may put into recorded inputs, by name.
    using SecretOf = std::function<std::optional<QString>(const QString &name)>;
    void setSecretOf(SecretOf secretOf) { m_secretOf = std::move(secretOf); }
    //! Offers their operations until a signal comes, which is its orderly end.
    int serve(const QStringList &sourceNames, const ServeOptions &options);

private:
    //! Connects all; the first failure is printed and its exit code returned, else 0.
    int connectAll(const QStringList &names);
    //! The operation called \a wanted: name, or namespace.name.
    Result<OperationSpec> operationNamed(const QStringList &names, const QString &wanted) const;
    //! The one named by the first positional. Prints what is wrong.
    std::optional<OperationSpec> findOperation(const QStringList &names);
    int list(const QStringList &names);
    int doctor(const QStringList &names);
    int verify(const QStringList &names);
    int compareSources(const QStringList &names);
    Result<QList<OperationSpec>> comparedOperations(const QStringList &names) const;
    QList<Fixture> comparedCalls(const QList<OperationSpec> &specs, const Json &value);
    QList<Fixture> comparedStreams(
        const QList<OperationSpec> &specs, const Json &value, const StreamEnd &until);
    int describe(const OperationSpec &spec);
    int call(const OperationSpec &spec);
    int subscribe(const OperationSpec &spec);
    int record(const QStringList &names);
    struct RecordedCall;
    Result<QList<RecordedCall>> namedCalls(const QStringList &names);
    Result<QList<RecordedCall>> readingCalls(const QStringList &names, RecordOutput &recorded);
    void recordOne(const RecordedCall &call, RecordOutput &recorded, qsizetype turn);
    void recordStream(const RecordedCall &call, RecordOutput &recorded, qsizetype turn);
    void keep(const Invocation &invocation, const Json &value, RecordOutput &recorded, qsizetype turn = 0);
    //! \a end as in Fixture::end.
    void keep(const Subscription &subscription, const Json &value, const QList<FixtureEvent> &events,
        const QString &end, RecordOutput &recorded, qsizetype turn = 0);
    int request(const OperationSpec &spec);
    int serveHub(const ServeOptions &options);
    int serveSpoke(const QStringList &names, const ServeOptions &options);

    int showOutcome(const Invocation &invocation, const OperationSpec &spec, const Json &given);
    int showFailure(const Invocation &invocation, const OperationSpec &spec);
    Json exchangeJson(const QString &exchangeId) const;
    Result<Json> input(const OperationSpec &spec) const;
    Result<Json> input(const OperationSpec &spec, const QStringList &pairs) const;

    Sessions &m_sessions;
    const Arguments &m_arguments;
    Output &m_output;
    Interrupt &m_interrupt;
    SecretOf m_secretOf;
};

} // namespace Workbench::Cli
