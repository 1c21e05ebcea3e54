// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The part of a connection that keeps its operations in the registry.
#include "core/session/sourceconnection.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

Task<Result<HandlerResult>> settled(Result<HandlerResult> result)
{
    co_return result;
}

Error sourceGone(const QString &name)
{
    return {.kind = ErrorKind::Closed,
        .code = u"source.notConnected"_s,
        .message = u"source \"%1\" is gone"_s.arg(name)};
}

bool isSame(const OperationSpec &a, const OperationSpec &b)
{
    return a.group == b.group && a.remarks == b.remarks && a.definition == b.definition
        && toJson(a) == toJson(b);
}

} // namespace

OperationRegistry::Registration SourceConnection::registration(const OperationSpec &spec)
{
    const std::weak_ptr<SourceConnection> weak = weak_from_this();
    const QString name = m_source.name;
    if (spec.type == OperationType::Subscription) {
        return {spec,
            StreamHandler(
                [weak, spec, name](Json input, CallContext context) -> Result<std::unique_ptr<ItemStream>> {
                    const auto self = weak.lock();
                    if (!self)
                        return std::unexpected(sourceGone(name));
                    Adapter *adapter = self->usableAdapter();
                    if (!adapter)
                        return std::unexpected(self->notConnected());
                    return adapter->subscribe(spec, std::move(input), std::move(context));
                })};
    }
    // No coroutine itself, so the captures need not outlive the call.
    return {spec, Handler([weak, spec, name](Json input, CallContext context) -> Task<Result<HandlerResult>> {
                const auto self = weak.lock();
                if (!self)
                    return settled(std::unexpected(sourceGone(name)));
                Adapter *adapter = self->usableAdapter();
                if (!adapter)
                    return settled(std::unexpected(self->notConnected()));
                return adapter->invoke(spec, std::move(input), std::move(context));
            })};
}

//! Brings the registry to what was found: registers what is new or other than before, removes what is gone.
bool SourceConnection::adopt(const Discovery &found)
{
    m_state.incompleteReason = found.incompleteReason;
    for (const QString &remark : found.remarks)
        log(LogLine::Level::Warning, remark);

    const QString space = nameSpace();
    const QSet<OperationId> known(m_operations.cbegin(), m_operations.cend());
    QList<OperationId> order;
    QSet<OperationId> seen;
    QList<OperationRegistry::Registration> changed;
    for (OperationSpec spec : found.operations) {
        spec.id.nameSpace = space;
        if (seen.contains(spec.id)) {
            log(LogLine::Level::Warning,
                u"the operation \"%1\" is listed twice; the first one is kept"_s.arg(spec.id.name));
            continue;
        }
        seen.insert(spec.id);
        order.append(spec.id);
        const OperationSpec *before =
            m_services.registry && known.contains(spec.id) ? m_services.registry->getSpec(spec.id) : nullptr;
        if (!before || !isSame(*before, spec))
            changed.append(registration(spec));
    }

    const bool differs = order != m_operations || (m_services.registry && !changed.isEmpty());
    const QList<OperationId> previous = std::exchange(m_operations, order);
    m_state.operations = order.size();
    if (!m_services.registry)
        return differs;
    for (const OperationId &id : previous) {
        if (!seen.contains(id))
            m_services.registry->remove(id);
    }
    if (!changed.isEmpty()) {
        if (const Result<void> registered = m_services.registry->registerAll(std::move(changed)); !registered)
            log(LogLine::Level::Error, registered.error().message);
    }
    return differs;
}

void SourceConnection::forgetOperations()
{
    m_operations.clear();
    m_state.operations = 0;
    m_state.incompleteReason.clear();
    if (m_services.registry)
        m_services.registry->removeNamespace(nameSpace());
}

} // namespace Workbench
