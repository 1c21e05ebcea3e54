// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/access.h"

#include <QStringList>

#include <memory>

namespace Workbench {

//! namespace + "." + name. \source call-protocol.md 1.1
struct OperationId {
    QString nameSpace; //!< holds no dot
    QString name;

    QString toString() const { return nameSpace + u'.' + name; }
    //! Splits at the first dot; an empty namespace when there is none.
    static OperationId fromString(QStringView text);
    bool isEmpty() const { return name.isEmpty(); }

    friend bool operator==(const OperationId &, const OperationId &) = default;
    friend size_t qHash(const OperationId &id, size_t seed = 0)
    {
        return qHashMulti(seed, id.nameSpace, id.name);
    }
};

//! A source's name as a namespace: dots become underscores. \source call-protocol.md 1.1
QString nameSpaceFor(const QString &sourceName);

enum class OperationType : quint8 { Query, Mutation, Subscription };

QLatin1StringView operationTypeName(OperationType type); //!< "query", "mutation", "subscription"
std::optional<OperationType> operationTypeFromName(QStringView name);

//! An error that an operation declares. \source call-protocol.md 1.1
struct ErrorDefinition {
    QString code;
    QString description;
    Json schema;
    std::optional<int> httpStatus;
};

struct OperationSpec;

//! Parts of a spec that cost too much to make for a whole list. Any thread.
class DeferredParts {
public:
    virtual ~DeferredParts() = default;
    //! Sets inputSchema, outputSchema, errorSchemas and what else was left out.
    virtual void fill(OperationSpec &spec) const = 0;
};

//! What an operation is; it has no handler and can be serialised. \source call-protocol.md 1.1
struct OperationSpec {
    OperationId id;
    QString version = QStringLiteral("1.0.0");
    OperationType type = OperationType::Query;
    QString title; //!< empty: none
    QString description;
    QStringList tags;
    Json inputSchema; //!< verbatim; absent or {} is Unknown
    Json outputSchema; //!< describes envelope.data, never the envelope
    QList<ErrorDefinition> errorSchemas;
    AccessControl accessControl;
    Json meta; //!< "_meta", absent: none

    //! Beside the specification, for listing: tool, resource, resource-template, prompt or operation.
    QString kind = QStringLiteral("operation");
    //! How the source groups it ("tools", an OpenAPI tag, …); empty: no group.
    QString group;
    Json definition; //!< what the source sent for it, verbatim; absent for local operations
    QStringList remarks; //!< what is odd about the definition (mcp-client.md section 9, "Lint warnings")
    std::shared_ptr<const DeferredParts> deferred; //!< what is not made yet; null: everything is
};

//! \a spec with all its parts.
OperationSpec completed(OperationSpec spec);

//! As on the wire and in `list --json`, with id and kind at the end.
Json toJson(const OperationSpec &spec);
Result<OperationSpec> operationSpecFromJson(const Json &json);

} // namespace Workbench
