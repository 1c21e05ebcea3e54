// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/registry/operationregistry.h"

#include <QDateTime>
#include <QHash>

#include <functional>
#include <map>

namespace Workbench {

//! The facts about a peer, mostly from its hub.register. \source core/hub/README.md 3.6
struct SpokeInfo {
    QString spokeId; //!< empty if the peer has not registered
    QString connectionId;
    QString name;
    QString spokeType;
    QDateTime connectedAt; //!< UTC
    QList<OperationId> operations; //!< in the order of registration
};

//! The operations of the spokes of a hub, and the connections that own them. Uses no sockets and no events.
//! \source core/hub/README.md 3.6
class HubDirectory {
public:
    struct Entry {
        OperationSpec spec;
        QString connectionId;
    };
    struct Rejection {
        QString id;
        QString reason;
    };
    struct Registered {
        QStringList accepted;
        QList<Rejection> rejected;
    };

    //! \a isOwn tells whether an operation belongs to the hub itself, so that no spoke may register it.
    explicit HubDirectory(
        std::function<bool(const OperationId &)> isOwn = {}, qsizetype maxPerConnection = 10'000)
        : m_isOwn(std::move(isOwn))
        , m_maxPerConnection(maxPerConnection)
    {
    }

    void addConnection(const QString &connectionId);
    void removeConnection(const QString &connectionId); //!< also removes its operations
    const SpokeInfo *spoke(const QString &connectionId) const; //!< null if the connection is unknown
    //! Returns the registered spokes in the order in which they connected.
    QList<SpokeInfo> spokes() const;

    //! Registers a spoke and its operations. An operation of the connection replaces its earlier definition.
    //! Rejects ids that another connection or the hub owns, and reserved namespaces.
    Registered registerSpoke(const QString &connectionId, const SpokeInfo &told, const QList<Json> &specs);
    //! Removes the operations in \a ids, or all of the connection if it is empty. Returns the removed ids.
    QStringList unregister(const QString &connectionId, const QStringList &ids);

    const Entry *find(const OperationId &id) const;
    QList<OperationSpec> specs() const; //!< in the order of registration

private:
    Result<OperationSpec> acceptable(const SpokeInfo &spoke, const Json &spec) const;

    std::function<bool(const OperationId &)> m_isOwn;
    qsizetype m_maxPerConnection;
    std::map<quint64, SpokeInfo> m_spokes; //!< in the order of connection
    QHash<QString, quint64> m_places;
    quint64 m_nextPlace = 0;
    std::map<quint64, Entry> m_entries; //!< in the order of registration
    QHash<OperationId, quint64> m_entryPlaces;
    quint64 m_nextEntry = 0;
};

//! Returns whether a caller may see and call an operation. \source core/hub/README.md 3.6
bool isVisibleTo(const OperationSpec &spec, const std::optional<Identity> &identity);

//! The hub's built-in operations: services.list, .search, .schema and hub.register, .unregister, .heartbeat,
//! .spokes. They show only operations that the caller may call. \source core/hub/README.md 3.6
class HubServices {
public:
    //! \a directory and \a own must outlive this object; \a own may be null. If \a describesVerbatim, the
    //! schema of an own operation is the definition in its spec, unchanged. Own operations for which
    //! \a isWithheld returns true are not listed, searched or described; an empty function withholds none.
    HubServices(HubDirectory *directory, OperationRegistry *own, bool describesVerbatim = false,
        std::function<bool(const OperationId &id)> isWithheld = {})
        : m_directory(directory)
        , m_own(own)
        , m_describesVerbatim(describesVerbatim)
        , m_isWithheld(std::move(isWithheld))
    {
    }

    //! Returns the type of a built-in operation, or nothing for another one.
    static std::optional<OperationType> typeOf(const OperationId &id);
    //! Runs a built-in operation.
    Result<Json> run(const OperationId &id, const Json &input, const QString &connectionId,
        const std::optional<Identity> &identity);

private:
    const OperationSpec *find(const OperationId &id) const; //!< not owned; null if not found
    QList<OperationSpec> visible(const std::optional<Identity> &identity) const;
    Result<Json> list(const Json &input, const std::optional<Identity> &identity) const;
    Result<Json> search(const Json &input, const std::optional<Identity> &identity) const;
    Result<Json> schema(const Json &input, const std::optional<Identity> &identity) const;
    Result<Json> registerSpoke(const Json &input, const QString &connectionId);
    Result<Json> unregister(const Json &input, const QString &connectionId);
    Json spokes(const std::optional<Identity> &identity) const;

    HubDirectory *m_directory;
    OperationRegistry *m_own;
    bool m_describesVerbatim;
    std::function<bool(const OperationId &id)> m_isWithheld;
};

} // namespace Workbench
