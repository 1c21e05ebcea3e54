// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/registry/operationregistry.h"

#include <QHash>

namespace Workbench {

//! What the registry and its running coroutines share. GUI thread.
struct OperationRegistry::State {
    struct Entry {
        OperationSpec spec;
        AnyHandler handler;
        SchemaDialect dialect = SchemaDialect::Draft2020_12;
        std::shared_ptr<const PreparedSchema> input; //!< compiled on first use
        std::shared_ptr<const PreparedSchema> output;
    };

    OperationRegistry *owner = nullptr; //!< null once the registry is gone; calls then still end
    Limits limits;
    struct Space { //!< what one namespace holds, so that it can be dropped as a whole
        std::map<quint64, Entry> entries; //!< by order of insertion
        QHash<QString, std::map<quint64, Entry>::iterator> places; //!< by name
    };
    std::map<QString, Space> spaces; //!< none of them is empty
    quint64 nextPlace = 0;

    Entry *find(const OperationId &id);
    //! The spec, its deferred parts made now.
    static const OperationSpec &complete(Entry &entry);
    std::shared_ptr<const PreparedSchema> inputOf(Entry &entry);
    std::shared_ptr<const PreparedSchema> outputOf(Entry &entry);
    void remark(const OperationId &id, const QString &text) const;

    enum class Consumption : quint8 { Single, Stream };
    //! Steps 1 to 4, of which a subscriber needs no third.
    Result<Entry *> admitted(const OperationId &id, const CallContext &context, Consumption consumption);
    //! Step 5. The warnings of input that is sent although its schema refuses it, or VALIDATION_ERROR.
    Result<QList<Warning>> validatedInput(Entry &entry, const Json &input, bool sendInvalid);

private:
    std::shared_ptr<const PreparedSchema> prepared(
        const Entry &entry, const Json &schema, const QString &which) const;
};

//! Steps 1 to 7 of call-protocol.md 1.4, for execute and for the functions of buildEnv.
Task<Result<Outcome>> executeOperation(std::shared_ptr<OperationRegistry::State> state, OperationId id,
    Json input, CallContext context, OperationRegistry::ExecuteOptions options);

} // namespace Workbench
