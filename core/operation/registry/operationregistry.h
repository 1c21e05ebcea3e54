// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/task.h"
#include "core/operation/callcontext.h"
#include "core/operation/operationspec.h"
#include "core/operation/registry/itemstream.h"

#include <QObject>

namespace Workbench {

using Handler = std::function<Task<Result<HandlerResult>>(Json input, CallContext context)>;
using StreamHandler = std::function<Result<std::unique_ptr<ItemStream>>(Json input, CallContext context)>;
using AnyHandler = std::variant<std::monostate, Handler, StreamHandler>;

//! Holds the specs and handlers of all operations, separately. Lives on the GUI thread.
//! \source core/hub/README.md 1.4
class OperationRegistry : public QObject {
    Q_OBJECT
public:
    explicit OperationRegistry(Limits limits = {}, QObject *parent = nullptr);
    ~OperationRegistry() override;

    //! Stores the spec, and the handler if there is one. A known id is overwritten and keeps its position in
    //! the list, and its handler if there is no new one. ErrorKind::Usage if the handler does not suit the
    //! type (a subscription needs a StreamHandler).
    Result<void> registerOperation(OperationSpec spec, AnyHandler handler = {});
    struct Registration {
        OperationSpec spec;
        AnyHandler handler;
        SchemaDialect dialect = SchemaDialect::Draft2020_12; //!< for schemas that name no dialect
        //! Streams changes of the data that the operation reads. May be empty; not used for subscriptions.
        StreamHandler changes{};
    };
    //! Registers all of \a list in order and emits one signal for each namespace at the end. Returns the
    //! first failure; the rest is still registered.
    Result<void> registerAll(QList<Registration> list);
    void remove(const OperationId &id);
    void removeNamespace(const QString &nameSpace);

    //! Returns the spec with all its parts, or null if there is none. Deferred parts are built on first use.
    //! The pointer is valid until the registry changes.
    const OperationSpec *getSpec(const OperationId &id) const;
    //! Returns the spec with its parts still deferred, or null if there is none. Use it if no schema is
    //! needed, but only the name, the type or the access. The pointer is valid until the registry changes.
    const OperationSpec *listedSpec(const OperationId &id) const;
    //! Returns the specs in order of insertion, all or those of one namespace. Deferred parts stay deferred.
    QList<OperationSpec> list(const QString &nameSpace = {}) const;
    qsizetype count() const;
    //! Returns a schema, compiled on first use and then shared; null if there is no such operation. Compiling
    //! large schemas takes long, see prepare().
    std::shared_ptr<const PreparedSchema> inputSchema(const OperationId &id) const;
    std::shared_ptr<const PreparedSchema> outputSchema(const OperationId &id) const;
    //! Compiles both schemas, on a worker if they are large. execute() does this itself.
    Task<void> prepare(const OperationId &id);

    //! Returns the VALIDATION_ERROR with which execute() would refuse \a input, or nothing if it would not.
    //! Waits until the schema is compiled.
    Result<void> checkInput(const OperationId &id, const Json &input) const;
    //! Calls an operation with steps 1 to 7 of core/hub/README.md 1.4: checks the access, validates the
    //! input, and runs the handler and the pipeline.
    Task<Result<Outcome>> execute(
        const OperationId &id, Json input, CallContext context, PipelineOptions options = {});
    //! Returns a stream that is not yet started, after steps 1, 2, 4 and 5 of core/hub/README.md 1.4. If the
    //! operation is not a subscription, the stream comes from Registration::changes.
    Result<std::unique_ptr<ItemStream>> subscribe(
        const OperationId &id, const Json &input, CallContext context);

    struct State; //!< shared with the coroutines of running calls

Q_SIGNALS:
    //! Emitted when operations of \a nameSpace were added, replaced or removed.
    void operationsChanged(const QString &nameSpace);
    //! Emitted for a line in the log: a schema cannot be compiled, customAuth is ignored, normalisation
    //! failed.
    void remark(const QString &operationId, const QString &text);

private:
    std::shared_ptr<State> m_state;
};

//! Returns the VALIDATION_ERROR for input that its schema refuses, with message and details.
//! \source core/hub/README.md 1.6
Error inputValidationError(const QString &operationId, const QList<CastError> &errors);

//! Returns the CallError for the failure of a handler. If the message is a code of \a errorSchemas or begins
//! with such a code and a colon, that code is used. \source core/hub/README.md 1.6 mapError
CallError mapError(const Error &error, const QList<ErrorDefinition> &errorSchemas);

//! Returns \a listed with all its parts. Schemas that were deferred get the nearest definitions as "$defs",
//! within the limits schema.subschemas and schema.bytes. The definitions that they refer to are added to
//! \a shared. Sets \a isCut to true if definitions were left out.
OperationSpec compact(
    const OperationSpec &listed, SharedDefinitions &shared, const Limits &limits, bool *isCut = nullptr);

//! A member of "_meta" that is true if schemas of the operation lack definitions, because they are too large.
inline constexpr QLatin1StringView leftOutDefinitions{"response-envelope/definitionsLeftOut"};

} // namespace Workbench
