// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/task.h"
#include "core/operation/operationspec.h"
#include "core/registry/callcontext.h"
#include "core/registry/itemstream.h"

#include <QObject>

#include <map>

namespace Workbench {

using Handler = std::function<Task<Result<HandlerResult>>(Json input, CallContext context)>;
using StreamHandler = std::function<Result<std::unique_ptr<ItemStream>>(Json input, CallContext context)>;
using AnyHandler = std::variant<std::monostate, Handler, StreamHandler>;

//! Specs and handlers of all operations, kept apart. Lives on the GUI thread. \source core/hub/README.md 1.4
class OperationRegistry : public QObject {
    Q_OBJECT
public:
    explicit OperationRegistry(Limits limits = {}, QObject *parent = nullptr);
    ~OperationRegistry() override;

    //! Stores the spec, and the handler when there is one; the same id again overwrites and keeps its place.
    //! ErrorKind::Usage when the handler does not suit the type (a subscription needs a StreamHandler).
    Result<void> registerOperation(OperationSpec spec, AnyHandler handler = {});
    struct Registration {
        OperationSpec spec;
        AnyHandler handler;
        SchemaDialect dialect = SchemaDialect::Draft2020_12; //!< of schemas that name none
        //! Of an operation that is no subscription and reads something: tells of its changes. May be empty.
        StreamHandler changes{};
    };
    //! In order, one signal at the end. The first failure is returned, the rest is still registered.
    Result<void> registerAll(QList<Registration> list);
    Result<void> registerSpec(OperationSpec spec); //!< an existing handler stays
    //! "Cannot register handler for unknown operation: <id>" if there is no spec.
    Result<void> registerHandler(const OperationId &id, AnyHandler handler);
    void remove(const OperationId &id);
    void removeNamespace(const QString &nameSpace);

    //! Visitor; valid until the registry changes. Its deferred parts are made when it is first asked for.
    const OperationSpec *getSpec(const OperationId &id) const;
    //! The same with its parts still deferred, for who needs no schema: what it is called, its type, its
    //! access.
    const OperationSpec *listedSpec(const OperationId &id) const;
    //! All in insertion order; of one namespace when given. Deferred parts stay deferred.
    QList<OperationSpec> list(const QString &nameSpace = {}) const;
    qsizetype count() const;
    //! Compiled on first use, then shared. Large ones take long: see prepare().
    std::shared_ptr<const PreparedSchema> inputSchema(const OperationId &id) const;
    std::shared_ptr<const PreparedSchema> outputSchema(const OperationId &id) const;
    //! Compiles the two on a worker if they are large. execute() does so by itself.
    Task<void> prepare(const OperationId &id);

    //! Steps 1 to 7 of core/hub/README.md 1.4: access before input validation, then the handler, then the
    //! pipeline.
    Task<Result<Outcome>> execute(
        const OperationId &id, Json input, CallContext context, PipelineOptions options = {});
    //! Steps 1, 2, 4 and 5; the stream has not been started. If the operation is not a subscription,
    //! Registration::changes gives the stream.
    Result<std::unique_ptr<ItemStream>> subscribe(
        const OperationId &id, const Json &input, CallContext context);

    //! env[namespace][name](input) for every operation that is no subscription. \source
    //! core/hub/README.md 1.5
    using EnvFunction = std::function<Task<Result<Outcome>>(Json input)>;
    using Env = std::map<QString, std::map<QString, EnvFunction>>;
    Env buildEnv(const CallContext &context, const std::optional<QStringList> &allowedNamespaces = {});

    struct State; //!< shared with the coroutines of running calls

Q_SIGNALS:
    //! What changed, never the whole: operations of this namespace were added, replaced or removed.
    void operationsChanged(const QString &nameSpace);
    //! A line for the log: a schema that cannot be compiled, customAuth ignored, normalisation failed.
    void remark(const QString &operationId, const QString &text);

private:
    std::shared_ptr<State> m_state;
};

//! The message and details of VALIDATION_ERROR for input that its schema refuses. \source
//! core/hub/README.md 1.6
Error inputValidationError(const QString &operationId, const QList<CastError> &errors);

//! A handler's failure as a CallError. \source core/hub/README.md 1.6 mapError
CallError mapError(const Error &error, const QList<ErrorDefinition> &errorSchemas);

} // namespace Workbench
