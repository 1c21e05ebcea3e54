// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

#include <QDateTime>
#include <QHash>

#include <functional>
#include <map>

namespace Workbench {

//! What a peer told about itself in hub.register. \source core/hub/README.md 3.6
struct SpokeInfo {
    QString spokeId; //!< empty: it has not registered
    QString connectionId;
    QString name;
    QString spokeType;
    QString projectId;
    Json hostInfo;
    QDateTime connectedAt; //!< UTC
    QDateTime lastHeartbeat; //!< UTC
    QList<OperationId> operations; //!< in the order of their registration
};

//! Which operations exist on a hub beside its own, and whose they are. No sockets, no events.
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

    //! \a isOwn: an operation of the hub itself, which no spoke may replace.
    explicit HubDirectory(
        std::function<bool(const OperationId &)> isOwn = {}, qsizetype maxPerConnection = 10'000);

    void addConnection(const QString &connectionId);
    void removeConnection(const QString &connectionId); //!< with its operations
    const SpokeInfo *spoke(const QString &connectionId) const;
    //! Those that registered, in order of connection.
    QList<SpokeInfo> spokes() const;

    //! The same connection overwrites; an id of another one is a conflict; reserved namespaces are refused.
    Registered registerSpoke(const QString &connectionId, const SpokeInfo &told, const QList<Json> &specs);
    //! Empty: all of them.
    QStringList unregister(const QString &connectionId, const QStringList &ids);
    void heartbeat(const QString &connectionId);

    const Entry *find(const OperationId &id) const;
    QList<OperationSpec> specs() const; //!< by order of registration

private:
    Result<OperationSpec> acceptable(const SpokeInfo &spoke, const Json &spec) const;

    std::function<bool(const OperationId &)> m_isOwn;
    qsizetype m_maxPerConnection;
    std::map<quint64, SpokeInfo> m_spokes; //!< by order of connection
    QHash<QString, quint64> m_places;
    quint64 m_nextPlace = 0;
    std::map<quint64, Entry> m_entries; //!< by order of registration
    QHash<OperationId, quint64> m_entryPlaces;
    quint64 m_nextEntry = 0;
};

//! Whether a caller may see and call it. \source core/hub/README.md 3.6
bool isVisibleTo(const OperationSpec &spec, const std::optional<Identity> &identity);

} // namespace Workbench
