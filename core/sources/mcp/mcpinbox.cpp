// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpinbox.h"

#include "core/json/jsonparser.h"
#include "core/mcp/jsonrpc.h"

#include <QFutureWatcher>
#include <QPointer>
#include <QtConcurrentRun>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype workerFromBytes = 256 * 1024;
constexpr qint64 turnMs = 12; // of a heartbeat gap of 100 ms; the rest is for painting and other sources

} // namespace

McpInbox::McpInbox(const Limits &limits, QObject *parent)
    : QObject(parent)
    , m_limits(limits)
{
}

void McpInbox::push(McpIncoming incoming)
{
    m_waitingBytes += incoming.bytes.size() + incoming.raw.size();
    m_waiting.push_back({std::move(incoming), {}});
    if (m_working || m_scheduled)
        countWaiting(); // work() does not count before the worker is done
    else
        work();
}

void McpInbox::afterwards(std::function<void()> step)
{
    m_waiting.push_back({{}, std::move(step)});
    work();
}

void McpInbox::work()
{
    if (m_working || m_scheduled)
        return;
    if (!m_turnRunning) {
        m_turnRunning = true;
        m_turn.start();
        QTimer::singleShot(0, this, [this] { m_turnRunning = false; });
    }
    const QPointer<McpInbox> alive(this); // a receiver may close the channel
    m_working = true;
    while (!m_waiting.empty()) {
        if (m_turn.elapsed() > turnMs) {
            m_working = false;
            workLater();
            return;
        }
        if (m_waiting.front().step) {
            const std::function<void()> step = std::move(m_waiting.front().step);
            m_waiting.pop_front();
            step();
            if (!alive)
                return;
            continue;
        }
        if (m_waiting.front().incoming.bytes.size() >= workerFromBytes) {
            auto *watcher = new QFutureWatcher<Parsed>(this);
            connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
                const Parsed json = watcher->result();
                watcher->deleteLater();
                const McpIncoming incoming = std::move(m_waiting.front().incoming);
                m_waiting.pop_front();
                const QPointer<McpInbox> still(this);
                deliver(incoming, json);
                if (!still)
                    return;
                m_working = false;
                work();
            });
            watcher->setFuture(
                QtConcurrent::run([bytes = m_waiting.front().incoming.bytes, most = m_limits.jsonNodes] {
                    return parseJsonDetailed(bytes, most);
                }));
            countWaiting();
            return; // m_working stays set
        }
        const McpIncoming incoming = std::move(m_waiting.front().incoming);
        m_waiting.pop_front();
        deliver(incoming, parseJsonDetailed(incoming.bytes, m_limits.jsonNodes));
        if (!alive)
            return;
    }
    m_working = false;
    countWaiting();
}

void McpInbox::workLater()
{
    m_scheduled = true;
    countWaiting();
    QTimer::singleShot(0, this, [this] {
        m_scheduled = false;
        m_turnRunning = false;
        work();
    });
}

void McpInbox::deliver(const McpIncoming &incoming, const Parsed &parsedText)
{
    m_waitingBytes -= incoming.bytes.size() + incoming.raw.size();
    if (!parsedText && parsedText.error().error.kind == ErrorKind::Limit) {
        Q_EMIT exceeded(incoming, parsedText.error().error);
    } else if (!parsedText) {
        Q_EMIT refused(incoming, parsedText.error().error.message);
    } else if (!parsedText->value.isObject() && !parsedText->value.isArray()) {
        Q_EMIT refused(incoming, u"expected an object, got %1"_s.arg(JsonRpc::kindText(parsedText->value)));
    } else {
        McpIncoming whole = incoming;
        whole.message = parsedText->value;
        whole.remarks += parsedText->remarks;
        Q_EMIT parsed(whole);
    }
}

void McpInbox::countWaiting()
{
    const qint64 mostBytes = m_limits.queueInBytes; // a single larger message still passes
    const bool full = qint64(m_waiting.size()) > m_limits.queueInMessages || m_waitingBytes > mostBytes;
    const bool low =
        qint64(m_waiting.size()) * 2 <= m_limits.queueInMessages && m_waitingBytes * 2 <= mostBytes;
    if (m_congested ? low : full) {
        m_congested = !m_congested;
        Q_EMIT congested(m_congested);
    }
}

} // namespace Workbench

#include "moc_mcpinbox.cpp"
