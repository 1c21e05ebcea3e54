// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/sse/sseparser.h"

#include "core/base/utf8.h"
#include "core/transport/growbuffer.h"

#include <cstring>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView byteOrderMark("\xEF\xBB\xBF");
constexpr qsizetype mostRaw = qsizetype{1} << 20; // bytes; a longer event is not kept twice

//! Finds the ends of lines in one piece. It remembers the next LF, so that a piece is searched only once,
//! whether it is full of CRs or has none.
class LineEnds {
public:
    explicit LineEnds(QByteArrayView bytes)
        : m_bytes(bytes)
    {
    }

    //! Returns the position of the first CR or LF at or after \a from, or the size of the piece.
    qsizetype next(qsizetype from)
    {
        if (m_nextFeed < from)
            m_nextFeed = find('\n', from, m_bytes.size());
        return find('\r', from, m_nextFeed);
    }

private:
    qsizetype find(char wanted, qsizetype from, qsizetype until) const
    {
        const auto *const found = std::memchr(m_bytes.data() + from, wanted, size_t(until - from));
        return found ? static_cast<const char *>(found) - m_bytes.data() : until;
    }

    QByteArrayView m_bytes;
    qsizetype m_nextFeed = -1;
};

} // namespace

Result<QList<SseEvent>> SseParser::feed(QByteArrayView bytes)
{
    if (m_error)
        return std::unexpected(*m_error);
    QList<SseEvent> out;
    LineEnds lineEnds(bytes);
    qsizetype at = 0;
    while (at < bytes.size() && !m_error) {
        if (std::exchange(m_lastWasCr, false) && bytes[at] == '\n') {
            keepRaw("\n"); // the LF of a CRLF that two pieces split, after the event that its CR ended
            ++at;
            continue;
        }
        const qsizetype end = lineEnds.next(at);
        const QByteArrayView piece = bytes.sliced(at, end - at);
        if (m_line.size() + piece.size() > m_limits.sseLineBytes) {
            fail(u"sse.lineBytes", u"An event stream held a line longer than the limit"_s,
                m_limits.sseLineBytes);
            break;
        }
        if (end == bytes.size()) {
            appendTo(m_line, piece);
            break;
        }
        const bool isCrLf = bytes[end] == '\r' && end + 1 < bytes.size() && bytes[end + 1] == '\n';
        const qsizetype next = end + (isCrLf ? 2 : 1);
        keepRaw(m_line);
        keepRaw(bytes.sliced(at, next - at));
        if (m_line.isEmpty()) {
            endLine(piece, out);
        } else {
            appendTo(m_line, piece);
            endOwnLine(out);
        }
        m_lastWasCr = bytes[end] == '\r' && !isCrLf;
        at = next;
    }
    if (m_error && out.isEmpty())
        return std::unexpected(*m_error);
    return out;
}

qsizetype SseParser::pendingBytes() const
{
    const bool isComment = m_line.startsWith(':');
    return (isComment ? 0 : m_line.size()) + m_data.size() + m_type.size();
}

QByteArray SseParser::pendingRaw() const
{
    const bool isTooLong = m_isRawTooLong || m_raw.size() + m_line.size() > mostRaw;
    return isTooLong ? QByteArray() : QByteArray(m_raw + m_line);
}

void SseParser::keepRaw(QByteArrayView bytes)
{
    m_isRawTooLong = m_isRawTooLong || m_raw.size() + bytes.size() > mostRaw;
    if (m_isRawTooLong)
        m_raw = {};
    else
        appendTo(m_raw, bytes);
}

//! Ends a line that was collected from several pieces. A large data line becomes the event's data without a
//! copy.
void SseParser::endOwnLine(QList<SseEvent> &out)
{
    QByteArray line = std::exchange(m_line, {});
    if (!std::exchange(m_started, true) && line.startsWith(byteOrderMark))
        line.remove(0, byteOrderMark.size());
    if (!line.startsWith("data:")) {
        endLine(line, out);
        return;
    }
    line.remove(0, line.size() > 5 && line[5] == ' ' ? 6 : 5);
    addData(std::move(line));
}

void SseParser::endLine(QByteArrayView line, QList<SseEvent> &out)
{
    if (!std::exchange(m_started, true) && line.startsWith(byteOrderMark))
        line = line.sliced(byteOrderMark.size());
    if (line.isEmpty()) {
        dispatch(out);
        return;
    }
    const qsizetype colon = line.indexOf(':');
    if (colon == 0)
        return; // a comment
    if (colon < 0) {
        takeField(line, {});
        return;
    }
    QByteArrayView value = line.sliced(colon + 1);
    if (value.startsWith(' '))
        value = value.sliced(1);
    takeField(line.first(colon), value);
}

void SseParser::takeField(QByteArrayView name, QByteArrayView value)
{
    if (name == "data") {
        addData(value.toByteArray());
    } else if (name == "event") {
        if (value.size() + m_data.size() > m_limits.sseEventBytes)
            fail(u"sse.eventBytes", u"An event is larger than the limit"_s, m_limits.sseEventBytes);
        else
            m_type = repairedUtf8(value.toByteArray());
    } else if (name == "id") {
        if (value.contains('\0'))
            return;
        if (value.size() > m_limits.sseIdBytes) {
            fail(u"sse.idBytes", u"An event's id is longer than the limit"_s, m_limits.sseIdBytes);
            return;
        }
        m_lastEventId = repairedUtf8(value.toByteArray());
        m_hasId = true;
    } else if (name == "retry") {
        qint64 milliseconds = 0;
        for (const char digit : value) {
            if (digit < '0' || digit > '9')
                return;
            milliseconds =
                std::min<qint64>(milliseconds * 10 + (digit - '0'), m_limits.reconnectServerRetryMaxMs);
        }
        if (value.isEmpty())
            return;
        m_retryMs = int(std::max(milliseconds, m_limits.reconnectServerRetryMinMs));
    }
}

void SseParser::addData(QByteArray value)
{
    if (m_data.size() + value.size() + 1 > m_limits.sseEventBytes) {
        fail(u"sse.eventBytes", u"An event is larger than the limit"_s, m_limits.sseEventBytes);
        return;
    }
    if (!m_hasData) {
        m_data = std::move(value);
        m_hasData = true;
        return;
    }
    appendTo(m_data, "\n");
    appendTo(m_data, value);
}

//! Ends a block. The type and the data belong to the event, the last event id to the stream.
void SseParser::dispatch(QList<SseEvent> &out)
{
    if (m_hasData || m_hasId || m_retryMs) {
        SseEvent event;
        event.hasData = m_hasData;
        if (m_hasData) {
            event.type = QString::fromUtf8(m_type);
            event.hasReplacedBytes = !m_data.isValidUtf8();
            event.data = event.hasReplacedBytes ? repairedUtf8(std::move(m_data)) : std::move(m_data);
        }
        event.lastEventId = QString::fromUtf8(m_lastEventId);
        event.hasId = m_hasId;
        event.retryMs = m_retryMs;
        event.raw = std::exchange(m_raw, {});
        event.raw.squeeze(); // it may stay in the log
        m_isRawTooLong = false;
        out.append(std::move(event));
    }
    m_data = {};
    m_type = {};
    m_retryMs.reset();
    m_hasData = false;
    m_hasId = false;
}

void SseParser::fail(QStringView limitKey, const QString &what, qint64 limit)
{
    m_error = limitError(*findLimit(limitKey), what, limit);
    m_line = {};
    m_data = {};
    m_type = {};
    m_raw = {};
}

} // namespace Workbench
