// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/listchanges.h"

#include "core/base/settle.h"

using namespace Qt::StringLiterals;

namespace Workbench {

//! A call that waits for a listing.
struct ListChanges::Wait {
    quint64 lastChange = 0;
    Settling<bool> read; //!< settles with whether the list was read
};

ListChanges::ListChanges() = default;

ListChanges::~ListChanges()
{
    clear();
}

void ListChanges::listingEnded()
{
    m_read = m_reading;
    ++m_listings;
    for (const std::unique_ptr<Wait> &wait : m_waits) {
        if (wait->lastChange <= m_read)
            wait->read.settle(true);
    }
    std::erase_if(m_waits, [](const std::unique_ptr<Wait> &wait) { return wait->read.isSettled(); });
}

void ListChanges::clear()
{
    m_read = m_reading = m_announced;
    for (const std::unique_ptr<Wait> &wait : m_waits)
        wait->read.settle(false);
    m_waits.clear();
}

bool ListChanges::refusesStream()
{
    if (m_refusedAt && m_listings > *m_refusedAt) {
        m_refusedAt.reset();
        return false;
    }
    m_refusedAt = m_refusedAt.value_or(m_listings);
    return true;
}

QFuture<bool> ListChanges::whenRead(std::stop_token cancellation)
{
    Wait &wait = *m_waits.emplace_back(std::make_unique<Wait>());
    wait.lastChange = m_announced;
    wait.read.onStop(std::move(cancellation), [&wait] { wait.read.settle(false); });
    return wait.read.future();
}

Error listIsReadAgain(const QString &source)
{
    return {ErrorKind::Network, u"source.listing"_s,
        u"The list of source \"%1\" is being read again because it changed; try again."_s.arg(source), {},
        Json::object({{u"retryable"_s, Json::boolean(true)}})};
}

Task<Result<HandlerResult>> callAfter(QFuture<bool> listed, Handler call, Json input, CallContext context)
{
    co_await listed;
    if (context.cancellation.stop_requested())
        co_return std::unexpected(Error{ErrorKind::Cancelled, ErrorCode::aborted, u"Cancelled."_s});
    co_return co_await call(std::move(input), std::move(context));
}

} // namespace Workbench
