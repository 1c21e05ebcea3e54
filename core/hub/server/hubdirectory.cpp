// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/server/hubdirectory.h"

#include <QSet>
#include <QUuid>

namespace Workbench {

using namespace Qt::StringLiterals;

bool isVisibleTo(const OperationSpec &spec, const std::optional<Identity> &identity)
{
    return !spec.accessControl.isRestricted() || (identity && checkAccess(spec.accessControl, *identity));
}

HubDirectory::HubDirectory(std::function<bool(const OperationId &)> isOwn, qsizetype maxPerConnection)
    : m_isOwn(std::move(isOwn))
    , m_maxPerConnection(maxPerConnection)
{
}

void HubDirectory::addConnection(const QString &connectionId)
{
    SpokeInfo spoke;
    spoke.connectionId = connectionId;
    spoke.connectedAt = QDateTime::currentDateTimeUtc();
    m_places.insert(connectionId, m_nextPlace);
    m_spokes.emplace(m_nextPlace++, std::move(spoke));
}

void HubDirectory::removeConnection(const QString &connectionId)
{
    unregister(connectionId, {});
    const auto place = m_places.constFind(connectionId);
    if (place == m_places.constEnd())
        return;
    m_spokes.erase(*place);
    m_places.erase(place);
}

const SpokeInfo *HubDirectory::spoke(const QString &connectionId) const
{
    const auto place = m_places.constFind(connectionId);
    return place == m_places.constEnd() ? nullptr : &m_spokes.at(*place);
}

QList<SpokeInfo> HubDirectory::spokes() const
{
    QList<SpokeInfo> registered;
    for (const auto &[place, spoke] : m_spokes) {
        if (!spoke.spokeId.isEmpty())
            registered.append(spoke);
    }
    return registered;
}

Result<OperationSpec> HubDirectory::acceptable(const SpokeInfo &spoke, const Json &json) const
{
    const auto refused = [](const QString &why) {
        return std::unexpected(Error{ErrorKind::Usage, u"hub.rejected"_s, why});
    };
    Result<OperationSpec> spec = operationSpecFromJson(json);
    if (!spec)
        return refused(u"malformed: %1"_s.arg(spec.error().message));
    const OperationId &id = spec->id;
    if (id.nameSpace == "hub"_L1 || id.nameSpace == "services"_L1)
        return refused(u"the namespace is reserved"_s);
    const Entry *known = find(id);
    if ((known && known->connectionId != spoke.connectionId) || (m_isOwn && m_isOwn(id)))
        return refused(u"conflict"_s);
    if (!known && spoke.operations.size() >= m_maxPerConnection)
        return refused(u"too many operations"_s);
    return spec;
}

HubDirectory::Registered HubDirectory::registerSpoke(
    const QString &connectionId, const SpokeInfo &told, const QList<Json> &specs)
{
    Registered result;
    const auto place = m_places.constFind(connectionId);
    if (place == m_places.constEnd())
        return result;
    SpokeInfo &spoke = m_spokes.at(*place);
    if (spoke.spokeId.isEmpty())
        spoke.spokeId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    spoke.name = told.name;
    spoke.spokeType = told.spokeType;
    for (const Json &json : specs) {
        Result<OperationSpec> spec = acceptable(spoke, json);
        if (!spec) {
            const QString id =
                json.member("namespace"_L1).toString() + u'.' + json.member("name"_L1).toString();
            result.rejected.append({id, spec.error().message});
            continue;
        }
        const OperationId id = spec->id;
        result.accepted.append(id.toString());
        if (const auto known = m_entryPlaces.constFind(id); known != m_entryPlaces.constEnd()) {
            m_entries.at(*known).spec = *std::move(spec);
            continue;
        }
        spoke.operations.append(id);
        m_entryPlaces.insert(id, m_nextEntry);
        m_entries.emplace(m_nextEntry++, Entry{*std::move(spec), connectionId});
    }
    return result;
}

QStringList HubDirectory::unregister(const QString &connectionId, const QStringList &ids)
{
    const auto place = m_places.constFind(connectionId);
    if (place == m_places.constEnd())
        return {};
    SpokeInfo &spoke = m_spokes.at(*place);
    const QSet<QString> named(ids.cbegin(), ids.cend());
    QStringList removed;
    spoke.operations.removeIf([&](const OperationId &id) {
        if (!named.isEmpty() && !named.contains(id.toString()))
            return false;
        removed.append(id.toString());
        m_entries.erase(m_entryPlaces.take(id));
        return true;
    });
    return removed;
}

const HubDirectory::Entry *HubDirectory::find(const OperationId &id) const
{
    const auto place = m_entryPlaces.constFind(id);
    return place == m_entryPlaces.constEnd() ? nullptr : &m_entries.at(*place);
}

QList<OperationSpec> HubDirectory::specs() const
{
    QList<OperationSpec> all;
    for (const auto &[place, entry] : m_entries)
        all.append(entry.spec);
    return all;
}

} // namespace Workbench
