// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpchannel.h"

namespace Workbench {

using namespace Qt::StringLiterals;

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
