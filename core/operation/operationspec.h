// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/access.h"

#include <QMap>
#include <QStringList>

#include <memory>

namespace Workbench {

//! namespace + "." + name. \source core/hub/README.md 1.1
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

//! A source's name as a namespace: dots become underscores. \source core/hub/README.md 1.1
QString nameSpaceFor(const QString &sourceName);

enum class OperationType : quint8 { Query, Mutation, Subscription };

QLatin1StringView operationTypeName(OperationType type); //!< "query", "mutation", "subscription"
std::optional<OperationType> operationTypeFromName(QStringView name);

//! An error that an operation declares. \source core/hub/README.md 1.1
struct ErrorDefinition {
    QString code;
    QString description;
    Json schema;
    std::optional<int> httpStatus;
    Json extra{}; //!< an object of members that the specification does not name; absent: none
};

struct OperationSpec;

//! Schemas by the names under which the schemas of several operations refer to them as "#/$defs/NAME".
using SharedDefinitions = QMap<QString, Json>;
Json toJson(const SharedDefinitions &definitions); //!< an object; absent: there are none

//! Parts of a spec that cost too much to make for a whole list. Any thread.
class DeferredParts {
public:
    virtual ~DeferredParts() = default;
    //! Sets inputSchema, outputSchema, errorSchemas and what else was left out. Each schema is
    //! self-contained: its
    //! "$defs" hold all that it refers to.
    virtual void fill(OperationSpec &spec) const = 0;
    //! As fill(), but the schemas leave out "$defs"; what they refer to is added to \a shared.
    virtual void fillSharing(OperationSpec &spec, [[maybe_unused]] SharedDefinitions &shared) const
    {
        fill(spec);
    }
};

class OperationDefinition;

//! What an operation is; it has no handler and can be serialised. \source core/hub/README.md 1.1
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
    //! The peer that offers the operation enforces accessControl for our own calls: it knows who we are.
    //! Calls of others that we pass on are checked here.
    bool isGuardedByPeer = false;
    Json meta; //!< "_meta", absent: none
    Json extra; //!< an object of members that the specification does not name; absent: none

    //! Beside the specification, for listing: tool, resource, resource-template, prompt or operation.
    QString kind = QStringLiteral("operation");
    //! An operation that may answer with events in place of its result, and can be subscribed to for them.
    bool isStreamToo = false;
    //! How the source groups it ("tools", an OpenAPI tag, …); empty: no group.
    QString group;
    Json definition; //!< what the source sent for it, verbatim; absent for local operations
    //! All that defines it, where that is more than \c definition; null: it is not.
    std::shared_ptr<const OperationDefinition> parts;
    QStringList remarks; //!< what is odd about the definition (core/sources/mcp/README.md 5)
    std::shared_ptr<const DeferredParts> deferred; //!< what is not made yet; null: everything is
};

//! Whether it gives one result and can be subscribed to as well: a resource for its changes, or an operation
//! that may answer with events.
bool isStreamToo(const OperationSpec &spec);

//! \a spec with all its parts, for one operation: its schemas may be as large as the whole description of the
//! source.
OperationSpec completed(OperationSpec spec);
//! \a spec with all its parts, for many operations. Schemas that were deferred refer to definitions in \a
//! shared, which is for one source.
OperationSpec sharing(OperationSpec spec, SharedDefinitions &shared);

//! As on the wire and in `list --json`, with id and kind at the end.
Json toJson(const OperationSpec &spec);
Result<OperationSpec> operationSpecFromJson(const Json &json);
//! The ErrorDefinitions in an array; an entry without a code is left out.
QList<ErrorDefinition> errorDefinitionsFromJson(const Json &array);
//! The members of \a spec, an OperationSpec or an entry of a hub's list, that the specification does not
//! name, as an object; absent: it has none.
Json furtherMembers(const Json &spec);

} // namespace Workbench
