// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The part of a connection that keeps its operations in the registry.
#include "core/session/sourceconnection.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTimer>
#include <QtConcurrentRun>

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

constexpr qsizetype inlineOperations = 500;
constexpr qint64 sliceMs = 6; // of a turn of the event loop
constexpr qsizetype maxListedTwice = 20;

using SpecsById = QHash<OperationId, OperationSpec>;

struct Changes {
    QList<OperationId> order;
    QSet<OperationId> seen;
    QList<OperationSpec> changed; //!< new, or other than before
    QStringList listedTwice; //!< the first few
};

//! On any thread.
Changes compare(const QList<OperationSpec> &found, const SpecsById &before, const QString &nameSpace)
{
    Changes changes;
    for (OperationSpec spec : found) {
        spec.id.nameSpace = nameSpace;
        if (changes.seen.contains(spec.id)) {
            if (changes.listedTwice.size() < maxListedTwice)
                changes.listedTwice.append(spec.id.name);
            continue;
        }
        changes.seen.insert(spec.id);
        changes.order.append(spec.id);
        const auto known = before.constFind(spec.id);
        if (known == before.cend() || !isSame(*known, spec))
            changes.changed.append(std::move(spec));
    }
    return changes;
}

//! Settles in the next turn of the event loop, so that painting and input get theirs.
QFuture<void> nextTurn(QObject *context)
{
    auto promise = std::make_shared<QPromise<void>>();
    promise->start();
    QTimer::singleShot(0, context, [promise] { promise->finish(); });
    return promise->future();
}

} // namespace

OperationRegistry::Registration SourceConnection::registration(const OperationSpec &spec)
{
    const std::weak_ptr<SourceConnection> weak = weak_from_this();
    const QString name = m_source.name;
    const SchemaDialect dialect = m_factory->defaultDialect();
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
                }),
            dialect};
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
            }),
        dialect};
}

//! Brings the registry to what was found: registers what is new or other than before, removes what is gone.
//! Lists of any length: comparing is a worker's task, and the registry is changed a few milliseconds at a
//! time.
Task<bool> SourceConnection::adopt(std::shared_ptr<SourceConnection> self, quint64 attempt, Discovery found)
{
    self->m_state.incompleteReason = found.incompleteReason;
    for (const QString &remark : std::as_const(found.remarks))
        self->log(LogLine::Level::Warning, remark);

    const QPointer<OperationRegistry> registry = self->m_services.registry;
    const QList<OperationId> previous = self->m_operations;
    SpecsById before;
    QElapsedTimer slice;
    slice.start();
    for (const OperationId &id : previous) {
        const OperationSpec *spec = registry ? registry->getSpec(id) : nullptr;
        if (spec)
            before.insert(id, *spec);
        if (slice.elapsed() > sliceMs) {
            co_await nextTurn(self.get());
            if (self->m_attempt != attempt)
                co_return false;
            slice.start();
        }
    }
    Changes changes;
    if (found.operations.size() > inlineOperations) {
        changes = co_await QtConcurrent::run(
            [operations = std::move(found.operations), before, space = self->nameSpace()] {
                return compare(operations, before, space);
            });
        if (self->m_attempt != attempt)
            co_return false;
        slice.start();
    } else {
        changes = compare(found.operations, before, self->nameSpace());
    }
    for (const QString &name : std::as_const(changes.listedTwice)) {
        self->log(LogLine::Level::Warning,
            u"the operation \"%1\" is listed twice; the first one is kept"_s.arg(name));
    }

    const bool differs = changes.order != previous || (registry && !changes.changed.isEmpty());
    for (const OperationId &id : previous) {
        if (registry && !changes.seen.contains(id))
            registry->remove(id);
        if (slice.elapsed() > sliceMs) {
            co_await nextTurn(self.get());
            if (self->m_attempt != attempt)
                co_return false;
            slice.start();
        }
    }
    self->m_operations = changes.order;
    self->m_state.operations = changes.order.size();
    QList<OperationRegistry::Registration> batch;
    for (qsizetype i = 0; registry && i < changes.changed.size(); ++i) {
        batch.append(self->registration(changes.changed.at(i)));
        const bool isLast = i + 1 == changes.changed.size();
        const bool isDue = slice.elapsed() > sliceMs;
        if (!isLast && !isDue)
            continue;
        if (const Result<void> registered = registry->registerAll(std::exchange(batch, {})); !registered)
            self->log(LogLine::Level::Error, registered.error().message);
        if (isLast)
            break;
        co_await nextTurn(self.get());
        if (self->m_attempt != attempt)
            co_return false;
        slice.start();
    }
    co_return differs;
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
