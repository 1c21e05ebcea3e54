// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/sourceconnection.h"

#include <QTimer>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

//! How long pending calls may take to end in the adapter's own, more telling words after its connection was
//! lost.
constexpr std::chrono::milliseconds lastWords{250};

} // namespace

SourceConnection::SourceConnection(Source source, const AdapterFactory *factory, Services services,
    std::shared_ptr<const Environment> environment)
    : m_source(std::move(source))
    , m_factory(factory)
    , m_services(std::move(services))
    , m_environment(std::move(environment))
{
    m_state.since = QDateTime::currentDateTimeUtc();
}

SourceConnection::~SourceConnection()
{
    settleWaiting();
    if (m_adapter)
        m_services.closing->closeAndDelete(std::move(m_adapter));
}

Error SourceConnection::notConnected() const
{
    return {.kind = ErrorKind::Closed,
        .code = u"source.notConnected"_s,
        .message = u"source \"%1\" is not connected; connect it and try again"_s.arg(m_source.name)};
}

Task<void> SourceConnection::connectFlow(std::shared_ptr<SourceConnection> self, quint64 attempt)
{
    Result<PeerInfo> peer = co_await self->m_adapter->open();
    if (self->m_attempt != attempt)
        co_return;
    if (!peer) {
        self->fail(peer.error());
        co_return;
    }
    self->m_state.peer = *std::move(peer);
    const QStringList remarks = self->m_state.peer.remarks;
    for (const QString &remark : remarks)
        self->log(LogLine::Level::Warning, remark);

    Result<Discovery> found = co_await self->m_adapter->discover();
    if (self->m_attempt != attempt)
        co_return;
    if (!found) {
        self->fail(found.error());
        co_return;
    }
    const bool differs = co_await adopt(self, attempt, *std::move(found));
    if (self->m_attempt != attempt)
        co_return;
    self->showUsable();
    if (differs)
        Q_EMIT self->operationsChanged();
    if (self->m_attempt == attempt && std::exchange(self->m_refreshAgain, false))
        self->refresh();
}

void SourceConnection::listenToAdapter()
{
    Adapter *adapter = m_adapter.get();
    connect(adapter, &Adapter::logged, this, [this](LogLine line) {
        line.text = m_services.exchanges->secrets().hidden(line.text);
        Q_EMIT logged(line);
    });
    m_adapterSignals = {
        connect(adapter, &Adapter::closed, this, &SourceConnection::adapterClosed),
        connect(adapter, &Adapter::degraded, this,
            [this](const QString &why) {
                m_degradedReason = why;
                if (m_state.isUsable())
                    showUsable();
            }),
        connect(adapter, &Adapter::operationsChanged, this,
            [this] {
                if (m_state.isUsable())
                    refresh();
                else
                    m_refreshAgain = true;
            }),
    };
}

void SourceConnection::refresh()
{
    if (!m_state.isUsable()) {
        open();
        return;
    }
    if (m_refreshing) {
        m_refreshAgain = true;
        return;
    }
    m_refreshing = true;
    QCoro::connect(refreshFlow(shared_from_this(), m_attempt), this, [] { });
}

Task<void> SourceConnection::refreshFlow(std::shared_ptr<SourceConnection> self, quint64 attempt)
{
    do {
        self->m_refreshAgain = false;
        Result<Discovery> found = co_await self->m_adapter->discover();
        if (self->m_attempt != attempt)
            co_return;
        bool differs = false;
        if (found) {
            self->m_listError = {};
            differs = co_await adopt(self, attempt, *std::move(found));
            if (self->m_attempt != attempt)
                co_return;
        } else {
            self->m_listError = found.error();
        }
        self->showUsable();
        if (differs)
            Q_EMIT self->operationsChanged();
        if (self->m_attempt != attempt)
            co_return;
    } while (self->m_refreshAgain);
    self->m_refreshing = false;
}

void SourceConnection::close(const Error &why)
{
    const auto self = shared_from_this();
    if (!m_adapter && m_state.phase != SourceState::Phase::Connecting) { // else it waits for its secrets
        if (m_state.phase != SourceState::Phase::Disconnected)
            setPhase(SourceState::Phase::Disconnected);
        return;
    }
    ++m_attempt;
    for (const QMetaObject::Connection &connection : std::exchange(m_adapterSignals, {}))
        disconnect(connection);
    auto closing = std::move(m_adapter);
    m_state.error = why;
    m_state.phase = SourceState::Phase::Disconnected;
    loseCalls(why);
    if (closing)
        m_services.closing->closeAndDelete(std::move(closing));
    setPhase(SourceState::Phase::Disconnected, why);
}

void SourceConnection::fail(const Error &error)
{
    ++m_attempt;
    for (const QMetaObject::Connection &connection : std::exchange(m_adapterSignals, {}))
        disconnect(connection);
    if (m_adapter)
        m_services.closing->closeAndDelete(std::move(m_adapter));
    setPhase(SourceState::Phase::Failed, error);
}

void SourceConnection::adapterClosed(const Error &reason)
{
    const auto self = shared_from_this();
    ++m_attempt;
    m_adapterSignals.clear();
    m_services.closing->deleteSoon(std::move(m_adapter));
    const std::vector<std::weak_ptr<RunningCall>> calls = std::exchange(m_calls, {});
    QTimer::singleShot(lastWords, this, [calls, reason] {
        for (const std::weak_ptr<RunningCall> &weak : calls) {
            if (const auto call = weak.lock())
                call->connectionLost(reason);
        }
    });
    Error shown = reason;
    if (shown.message.isEmpty())
        shown.message = u"the connection of source \"%1\" ended"_s.arg(m_source.name);
    log(LogLine::Level::Error, shown.message);
    setPhase(SourceState::Phase::Failed, shown);
}

void SourceConnection::setPhase(SourceState::Phase phase, const Error &error)
{
    const auto self = shared_from_this();
    if (m_state.phase != phase)
        m_state.since = QDateTime::currentDateTimeUtc();
    m_state.phase = phase;
    m_state.error = m_services.exchanges->secrets().hidden(error);
    if (phase != SourceState::Phase::Connecting)
        settleWaiting();
    Q_EMIT changed();
}

void SourceConnection::showUsable()
{
    Error error = m_listError;
    for (const QString &reason : {m_state.peer.listsOnly, m_degradedReason, m_state.incompleteReason}) {
        if (error.message.isEmpty())
            error.message = reason;
    }
    setPhase(error.message.isEmpty() ? SourceState::Phase::Ready : SourceState::Phase::Degraded, error);
}

QFuture<Result<void>> SourceConnection::whenUsable()
{
    open();
    QPromise<Result<void>> promise;
    promise.start();
    QFuture<Result<void>> future = promise.future();
    m_waiting.push_back(std::move(promise));
    if (m_state.phase != SourceState::Phase::Connecting)
        settleWaiting();
    return future;
}

void SourceConnection::settleWaiting()
{
    for (QPromise<Result<void>> &promise : std::exchange(m_waiting, {})) {
        if (m_state.isUsable()) {
            promise.addResult(Result<void>());
        } else {
            const bool told = !m_state.error.message.isEmpty();
            promise.addResult(Result<void>(std::unexpected(told ? m_state.error : notConnected())));
        }
        promise.finish();
    }
}

void SourceConnection::addCall(const std::shared_ptr<RunningCall> &call)
{
    std::erase_if(m_calls, [](const std::weak_ptr<RunningCall> &weak) { return weak.expired(); });
    m_calls.push_back(call);
}

void SourceConnection::loseCalls(const Error &why)
{
    for (const std::weak_ptr<RunningCall> &weak : std::exchange(m_calls, {})) {
        if (const auto call = weak.lock())
            call->connectionLost(why);
    }
}

void SourceConnection::log(LogLine::Level level, const QString &text)
{
    Q_EMIT logged({.at = QDateTime::currentDateTimeUtc(),
        .level = level,
        .source = m_source.name,
        .origin = u"workbench"_s,
        .text = m_services.exchanges->secrets().hidden(text)});
}

} // namespace Workbench
