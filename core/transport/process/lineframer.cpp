// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/process/lineframer.h"

#include "core/transport/growbuffer.h"

namespace Workbench {

LineFramer::LineFramer(qint64 maxLineBytes, TooLong tooLong)
    : m_maxLineBytes(std::max<qint64>(1, maxLineBytes))
    , m_tooLong(tooLong)
{
}

QByteArrayList LineFramer::feed(QByteArrayView bytes)
{
    QByteArrayList out;
    while (!bytes.isEmpty() && !m_overflowed) {
        const qsizetype feed = bytes.indexOf('\n'); // memchr; does not search m_partial again
        const qsizetype room = m_maxLineBytes - m_partial.size();
        const qsizetype length = feed < 0 ? bytes.size() : feed;
        if (length > room) {
            appendTo(m_partial, bytes.first(room));
            if (m_tooLong == TooLong::Stops) {
                m_overflowed = true;
            } else {
                out.append(std::exchange(m_partial, {}));
                bytes = bytes.sliced(room);
            }
        } else if (feed < 0) {
            appendTo(m_partial, bytes);
            break;
        } else {
            finishLine(bytes.first(feed), out);
            bytes = bytes.sliced(feed + 1);
        }
    }
    return out;
}

QByteArray LineFramer::takePartialLine()
{
    return std::exchange(m_partial, {});
}

void LineFramer::finishLine(QByteArrayView rest, QByteArrayList &out)
{
    QByteArray line = std::exchange(m_partial, {});
    if (line.isEmpty())
        line = rest.toByteArray();
    else
        appendTo(line, rest);
    if (line.endsWith('\r'))
        line.chop(1);
    out.append(std::move(line));
}

} // namespace Workbench
