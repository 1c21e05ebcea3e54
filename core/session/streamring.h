// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/subscription.h"

namespace Workbench {

//! Items in order, bounded by count and bytes; the newest item stays whatever its size. freeSome() frees the
//! removed items in parts, because freeing thousands at once takes longer than a frame of the screen.
class StreamRing {
public:
    void append(StreamItem item)
    {
        m_bytes += item.bytes;
        m_items.push_back(std::move(item));
    }
    //! Moves all items of \a other to the end.
    void append(StreamRing &other)
    {
        for (StreamItem &item : other.m_items)
            m_items.push_back(std::move(item));
        m_bytes += std::exchange(other.m_bytes, 0);
        other.m_items.clear();
    }
    //! Removes the oldest items beyond the bounds and returns how many. Call freeSome() afterwards.
    qsizetype trim(qsizetype maxItems, qint64 maxBytes)
    {
        qsizetype removed = 0;
        while (m_items.size() > 1 && (count() > maxItems || m_bytes > maxBytes)) {
            m_bytes -= m_items.front().bytes;
            m_gone.push_back(std::move(m_items.front()));
            m_items.pop_front();
            ++removed;
        }
        return removed;
    }
    //! Frees a part of the removed items. Returns false if none is left. The part grows with the number of
    //! removed items, so that freeing keeps up with a flood.
    bool freeSome()
    {
        constexpr size_t atLeast = 128;
        constexpr size_t part = 8;
        const size_t count = std::min(m_gone.size(), std::max(atLeast, m_gone.size() / part));
        m_gone.erase(m_gone.begin(), m_gone.begin() + std::ptrdiff_t(count));
        return !m_gone.empty();
    }
    qsizetype count() const { return qsizetype(m_items.size()); }
    const StreamItem &at(qsizetype index) const { return m_items.at(size_t(index)); }

private:
    std::deque<StreamItem> m_items;
    std::deque<StreamItem> m_gone;
    qint64 m_bytes = 0;
};

} // namespace Workbench
