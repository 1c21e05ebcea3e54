// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/access.h"

#include <QMap>
#include <QStringList>

#include <memory>

namespace Workbench {

//! The id of an operation: namespace + "." + name. \source core/hub/README.md 1.1
struct OperationId {
    QString nameSpace; //!< holds no dot
    QString name;

    QString toString() const { return nameSpace + u'.' + name; }
    //! Splits \a text at the first dot. Without a dot, the namespace is empty.
    static OperationId fromString(QStringView text);
    bool isEmpty() const { return name.isEmpty(); }

    friend bool operator==(const OperationId &, const OperationId &) = default;
    friend size_t qHash(const OperationId &id, size_t seed = 0)
    {
        return qHashMulti(seed, id.nameSpace, id.name);
    }
};

//! Returns the namespace for the name of a source: dots become underscores. \source core/hub/README.md 1.1
QString nameSpaceFor(const QString &sourceName);

//! The remark about an operation that its document calls deprecated, which is not a fault.
inline constexpr QLatin1StringView deprecatedRemark{"The operation is deprecated."};

enum class OperationType : quint8 { Query, Mutation, Subscription };

QLatin1StringView operationTypeName(OperationType type); //!< "query", "mutation", "subscription"
std::optional<OperationType> operationTypeFromName(QStringView name);

//! An error that an operation declares. \source core/hub/README.md 1.1
struct ErrorDefinition {
    QString code; //!< empty: the peer gave none
    QString description;
    Json schema;
    std::optional<int> httpStatus;
    //! An object with the members that the specification does not name, and with a code or an HTTP status of
    //! another type than it prescribes; absent: none.
    Json extra{};
};
Json toJson(const ErrorDefinition &definition);

struct OperationSpec;

//! Schemas by name. The schemas of several operations refer to them as "#/$defs/NAME".
using SharedDefinitions = QMap<QString, Json>;
Json toJson(const SharedDefinitions &definitions); //!< Returns an object; absent if there are none.

//! Parts of a spec that are too expensive to build for a whole list. Any thread.
class DeferredParts {
public:
    virtual ~DeferredParts() = default;
    //! Sets inputSchema, outputSchema, errorSchemas and all other parts that were left out. Each schema is
    //! self-contained: its "$defs" hold everything that it refers to.
    virtual void fill(OperationSpec &spec) const = 0;
    //! Sets the parts as fill() does, but without "$defs" in the schemas. Adds the definitions that the
    //! schemas refer to to \a shared.
    virtual void fillSharing(OperationSpec &spec, [[maybe_unused]] SharedDefinitions &shared) const
    {
        fill(spec);
    }
};

class OperationDefinition;

//! The description of an operation, without its handler; it can be serialised. \source core/hub/README.md 1.1
struct OperationSpec {
    OperationId id;
    QString version = QStringLiteral("1.0.0");
    OperationType type = OperationType::Query;
    QString title; //!< empty: none
    QString description;
    QStringList tags;
    Json inputSchema; //!< verbatim; absent or {}: unknown
    Json outputSchema; //!< verbatim; describes envelope.data, never the envelope; absent or {}: unknown
    QList<ErrorDefinition> errorSchemas;
    AccessControl accessControl;
    //! Whether the peer that offers the operation enforces accessControl for our own calls, because it knows
    //! our identity. Calls that we forward for other callers are always checked here.
    bool isGuardedByPeer = false;
    Json meta; //!< "_meta", absent: none
    //! An object with the members that the specification does not name; absent: none. A "kind" in it is the
    //! word of a peer for the operation, which is written in place of \c kind and has no effect here.
    Json extra;

    //! Not part of the specification; for lists: tool, resource, resource-template, prompt or operation.
    QString kind = QStringLiteral("operation");
    //! Whether the operation may answer with events in place of a result, so that it can be subscribed to.
    bool isStreamToo = false;
    //! The group that the source puts it into ("tools", an OpenAPI tag, …); empty: no group.
    QString group;
    Json definition; //!< what the source sent for it, verbatim; absent for local operations
    //! The whole definition, if that is more than \c definition; null: \c definition is all.
    std::shared_ptr<const OperationDefinition> parts;
    QStringList remarks; //!< oddities of the definition (core/sources/mcp/README.md 5)
    std::shared_ptr<const DeferredParts> deferred; //!< builds the missing parts; null: nothing is missing
};

//! The operations of a source, in the order of the source. The connection, its handlers and the models share
//! one copy of each. An operation that a refresh finds unchanged stays the same object.
using OperationList = QList<std::shared_ptr<const OperationSpec>>;

//! Returns whether the operation has one result and can also be subscribed to: a resource, for its changes,
//! or an operation that may answer with events.
bool isStreamToo(const OperationSpec &spec);

//! Returns \a spec with all its parts, for a single operation. Its schemas may be as large as the whole
//! description of the source.
OperationSpec completed(OperationSpec spec);
//! Returns \a spec with all its parts, for many operations. Schemas that were deferred refer to definitions
//! that are added to \a shared. Use one \a shared for each source.
OperationSpec sharing(OperationSpec spec, SharedDefinitions &shared);

//! Returns \a spec as on the wire and in `list --json`, with id and kind after the members of the
//! specification.
Json toJson(const OperationSpec &spec);
//! Reads a spec as toJson() writes it. ErrorKind::Protocol if the name, the namespace, the type or the access
//! control is invalid.
Result<OperationSpec> operationSpecFromJson(const Json &json);
//! Returns the ErrorDefinitions in \a array. Entries that are not objects are left out.
QList<ErrorDefinition> errorDefinitionsFromJson(const Json &array);
//! Returns an object with the members of \a spec that the specification does not name, or absent if there are
//! none. \a spec is the JSON of an OperationSpec or an entry of a hub's list.
Json furtherMembers(const Json &spec);

//! Returns whether the operation may change something: it is not a query, and its server does not claim that
//! it only reads (MCP: readOnlyHint without destructiveHint). The claim is not verified.
bool mayChangeSomething(const OperationSpec &spec);

//! Returns what the server claims about the effects of a tool in its annotations: "read-only", "destructive",
//! "idempotent", "closed-world". These claims cannot be verified from outside.
QStringList claimsOf(const OperationSpec &spec);

//! Values that a peer proposes for one member of an operation's input, best first.
struct InputCompletion {
    static constexpr qsizetype maxValues = 100; //!< further values of a peer are dropped, and hasMore is set
    QStringList values{};
    qint64 total = -1; //!< number of values that the peer knows; -1: unknown
    bool hasMore = false; //!< whether there are more values than those listed
};

//! What a peer offers for an operation besides calling it.
struct OperationFeatures {
    bool completes = false; //!< whether it proposes values for the members of the input
    bool watches = false; //!< whether it reports changes of the data that the operation reads
    bool hasHeartbeats = false; //!< whether its stream may have heartbeats (CallContext::showsHeartbeats)
};

} // namespace Workbench
