// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpchannel.h"

namespace Workbench {

using namespace Qt::StringLiterals;

QList<McpIncoming> messagesOf(const McpIncoming &batch)
{
    QList<McpIncoming> messages;
    for (const Json &message : batch.message.items()) {
        const QString place = u"/%1/"_s.arg(messages.size());
        McpIncoming one = batch;
        one.message = message;
        one.remarks.clear();
        for (const JsonRemark &remark : batch.remarks) {
            if (remark.pointer.startsWith(place))
                one.remarks.append({remark.pointer.sliced(place.size() - 1), remark.message});
        }
        messages.append(std::move(one));
    }
    return messages;
}

McpChannel::~McpChannel()
{
    settleOpen(std::unexpected(cancelledHere()));
}

QFuture<Result<void>> McpChannel::beginOpening()
{
    m_opening.emplace();
    m_opening->start();
    return m_opening->future();
}

void McpChannel::settleOpen(Result<void> outcome)
{
    if (!m_opening)
        return;
    m_opening->addResult(std::move(outcome));
    m_opening->finish();
    m_opening.reset();
}

Error cancelledHere()
{
    return {ErrorKind::Cancelled, ErrorCode::aborted, u"Cancelled."_s};
}

Error closedHere(const QString &sourceName)
{
    return {ErrorKind::Cancelled, ErrorCode::aborted,
        u"The connection to \"%1\" was closed here."_s.arg(sourceName)};
}

} // namespace Workbench

#include "moc_mcpchannel.cpp"
