// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/serving/mock/mcpmockstdio.h"

#include "core/json/jsonparser.h"

#include <QPointer>

namespace Workbench {

using namespace Qt::StringLiterals;

McpMockStdio::McpMockStdio(McpMock *mock, StdioLines *lines, QObject *parent)
    : QObject(parent)
    , m_mock(mock)
    , m_lines(lines)
{
    connect(lines, &StdioLines::line, this, &McpMockStdio::receive);
    connect(lines, &StdioLines::idle, this, &McpMockStdio::endWhenDone);
    connect(lines, &StdioLines::failed, this, [this] { Q_EMIT ended(true); });
    connect(lines, &StdioLines::tooLong, this,
        [this] { m_lines->send(McpMock::parseError(u"the line is too long"_s).toBytes()); });
    connect(lines, &StdioLines::inputEnded, this, [this] {
        m_hasInputEnded = true;
        endWhenDone();
    });
}

void McpMockStdio::endWhenDone()
{
    if (m_lines->isIdle() && (m_isBroken || (m_hasInputEnded && m_mock->waiting() == 0)))
        Q_EMIT ended(!m_isBroken);
}

void McpMockStdio::deliver(const McpReply &reply)
{
    if (m_isBroken)
        return;
    const QByteArray line = reply.message.toBytes();
    m_isBroken = reply.drops || reply.breaksAt;
    if (reply.breaksAt && !reply.drops)
        m_lines->sendRaw(line.first(
            *reply.breaksAt < 0 ? line.size() / 2 : std::min<qint64>(*reply.breaksAt, line.size())));
    else if (!m_isBroken && !reply.message.isAbsent())
        m_lines->send(line);
    if (m_isBroken || m_hasInputEnded)
        QMetaObject::invokeMethod(this, &McpMockStdio::endWhenDone, Qt::QueuedConnection);
}

void McpMockStdio::receive(const QByteArray &line)
{
    if (line.trimmed().isEmpty() || m_isBroken)
        return;
    const Result<Json> message = parseJson(line);
    if (!message) {
        m_lines->send(McpMock::parseError(message.error().message).toBytes());
        return;
    }
    const QPointer<McpMockStdio> self(this);
    const auto take = [&](const Json &one) {
        if (one.member("method"_L1).utf8() == "notifications/cancelled")
            m_mock->cancel(one.member("params"_L1).member("requestId"_L1));
        m_mock->handle(one, [self](const McpReply &reply) {
            if (self)
                self->deliver(reply);
        });
    };
    if (!message->isArray()) {
        take(*message);
        return;
    }
    for (const Json &one : message->items()) // each answered by itself, as the demo's server does
        take(one);
}

} // namespace Workbench
