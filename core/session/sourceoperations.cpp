// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The part of a connection that keeps its operations in the registry.
#include "core/registry/discard.h"
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
    if (a.deferred != b.deferred || a.group != b.group || a.remarks != b.remarks
        || a.definition != b.definition)
        return false;
    return a.deferred || toJson(a) == toJson(b); // what is deferred is not made for this
}

constexpr qsizetype inlineOperations = 500;
constexpr qint64 sliceMs = 6; // of a turn of the event loop
constexpr qsizetype atOnce = 64; // so many changes take no time worth measuring
constexpr qsizetype maxListedTwice = 20;

struct Changes {
    OperationList list; //!< an unchanged one is the object it was
    OperationList changed; //!< new, or other than before
    OperationList gone;
    QStringList listedTwice; //!< the first few
    bool differs = false;
};

//! On any thread. What was \a before is registered when \a isRegistered, else everything counts as changed.
Changes compare(
    QList<OperationSpec> found, const OperationList &before, bool isRegistered, const QString &nameSpace)
{
    QHash<QString, qsizetype> places;
    places.reserve(before.size());
    for (qsizetype i = 0; i < before.size(); ++i)
        places.insert(before.at(i)->id.name, i);
    Changes changes;
    changes.list.reserve(found.size());
    QSet<QString> seen;
    seen.reserve(found.size());
    for (OperationSpec &spec : found) {
        const QString name = spec.id.name;
        if (name.isEmpty()) { // the registry refuses it, and says so
            changes.changed.append(std::make_shared<const OperationSpec>(std::move(spec)));
            continue;
        }
        const qsizetype known = seen.size();
        seen.insert(name);
        if (seen.size() == known) {
            if (changes.listedTwice.size() < maxListedTwice)
                changes.listedTwice.append(name);
            continue;
        }
        spec.id.nameSpace = nameSpace;
        const qsizetype place = places.value(name, -1);
        changes.differs |= place != changes.list.size();
        if (place >= 0 && isRegistered && isSame(*before.at(place), spec)) {
            changes.list.append(before.at(place));
            continue;
        }
        changes.list.append(std::make_shared<const OperationSpec>(std::move(spec)));
        changes.changed.append(changes.list.last());
    }
    for (const auto &spec : before) {
        if (!seen.contains(spec->id.name))
            changes.gone.append(spec);
    }
    changes.differs |= !changes.changed.isEmpty() || !changes.gone.isEmpty();
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

OperationRegistry::Registration SourceConnection::registration(
    const std::shared_ptr<const OperationSpec> &spec)
{
    const std::weak_ptr<SourceConnection> weak = weak_from_this();
    const QString name = m_source.name;
    const SchemaDialect dialect = m_dialect;
    if (spec->type == OperationType::Subscription) {
        return {*spec,
            StreamHandler(
                [weak, spec, name](Json input, CallContext context) -> Result<std::unique_ptr<ItemStream>> {
                    const auto self = weak.lock();
                    if (!self)
                        return std::unexpected(sourceGone(name));
                    Adapter *adapter = self->usableAdapter();
                    if (!adapter)
                        return std::unexpected(self->notConnected());
                    return adapter->subscribe(*spec, std::move(input), std::move(context));
                }),
            dialect};
    }
    // No coroutine itself, so the captures need not outlive the call.
    return {*spec,
        Handler([weak, spec, name](Json input, CallContext context) -> Task<Result<HandlerResult>> {
            const auto self = weak.lock();
            if (!self)
                return settled(std::unexpected(sourceGone(name)));
            Adapter *adapter = self->usableAdapter();
            if (!adapter)
                return settled(std::unexpected(self->notConnected()));
            return adapter->invoke(*spec, std::move(input), std::move(context));
        }),
        dialect};
}

//! Brings the registry to what was found: registers what is new or other than before, removes what is gone.
//! Lists of any length: comparing and freeing are a worker's tasks, and the registry is changed a few
//! milliseconds at a time.
Task<bool> SourceConnection::adopt(std::shared_ptr<SourceConnection> self, quint64 attempt, Discovery found)
{
    self->m_state.incompleteReason = found.incompleteReason;
    self->m_dialect = found.dialect.value_or(self->m_factory->defaultDialect());
    for (const QString &remark : std::as_const(found.remarks))
        self->log(LogLine::Level::Warning, remark);

    const QPointer<OperationRegistry> registry = self->m_services.registry;
    const bool isRegistered = !self->m_adopting;
    Changes changes;
    if (found.operations.size() > inlineOperations) {
        // The future keeps what it gave for a while; what it shares can be emptied.
        const std::shared_ptr<Changes> compared =
            co_await QtConcurrent::run([operations = std::move(found.operations), before = self->m_operations,
                                           isRegistered, space = self->nameSpace()]() mutable {
                return std::make_shared<Changes>(compare(std::move(operations), before, isRegistered, space));
            });
        if (self->m_attempt != attempt)
            co_return false;
        changes = std::move(*compared);
    } else {
        changes = compare(std::move(found.operations), self->m_operations, isRegistered, self->nameSpace());
    }
    for (const QString &name : std::as_const(changes.listedTwice)) {
        self->log(LogLine::Level::Warning,
            u"the operation \"%1\" is listed twice; the first one is kept"_s.arg(name));
    }

    self->m_adopting = true;
    QElapsedTimer slice;
    slice.start();
    for (qsizetype i = 0; i < changes.gone.size(); ++i) {
        if (registry)
            registry->remove(changes.gone.at(i)->id);
        if (i % atOnce == 0 && slice.elapsed() > sliceMs) {
            co_await nextTurn(self.get());
            slice.start();
        }
        if (self->m_attempt != attempt) // whoever heard of a change may have closed or removed the source
            co_return false;
    }
    OperationList previous = std::exchange(self->m_operations, changes.list);
    self->m_state.operations = changes.list.size();
    for (qsizetype i = 0; registry && i < changes.changed.size();) {
        QList<OperationRegistry::Registration> batch;
        for (; batch.size() < atOnce && i < changes.changed.size(); ++i)
            batch.append(self->registration(changes.changed.at(i)));
        if (const Result<void> registered = registry->registerAll(std::move(batch)); !registered)
            self->log(LogLine::Level::Error, registered.error().message);
        if (i < changes.changed.size() && slice.elapsed() > sliceMs) {
            co_await nextTurn(self.get());
            slice.start();
        }
        if (self->m_attempt != attempt)
            co_return false;
    }
    self->m_adopting = false;
    const bool differs = changes.differs;
    discard(std::pair(std::move(previous), std::move(changes)));
    co_return differs;
}

void SourceConnection::forgetOperations()
{
    discard(std::exchange(m_operations, {}));
    m_state.operations = 0;
    m_state.incompleteReason.clear();
    if (m_services.registry)
        m_services.registry->removeNamespace(nameSpace());
}

} // namespace Workbench
