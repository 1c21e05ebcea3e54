// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <optional>

namespace Workbench {

struct SseEvent {
    QString type; //!< empty when the event has no type, which means "message"
    //! The data lines joined with LF, as valid UTF-8. Can be empty although hasData is true: "data:" alone
    //! dispatches an empty message, which MCP sends as a priming event.
    QByteArray data;
    QString lastEventId; //!< the last event id of the stream, which may come from an earlier event
    bool hasId = false; //!< this event set lastEventId
    //! False for a block that carries only id or retry; the WHATWG rules dispatch nothing for it.
    bool hasData = false;
    //! The data was not valid UTF-8; U+FFFD replaces the invalid bytes.
    bool hasReplacedBytes = false;
    //! The retry time in milliseconds that this block holds, bounded by reconnect.serverRetryMin and Max.
    std::optional<int> retryMs;
    //! The lines of this event as received, with the comments and ignored blocks before it. Empty if they are
    //! longer than 1 MiB.
    QByteArray raw;
};

//! Parses text/event-stream by the WHATWG rules, in pieces of any size. \source core/RULES.md R-26,
//! core/transport/README.md 5
class SseParser {
public:
    //! \a lastEventId is the last event id of the previous connection when the stream is resumed.
    explicit SseParser(const Limits &limits = {}, const QByteArray &lastEventId = {})
        : m_limits(limits)
        , m_lastEventId(lastEventId)
    {
    }
    //! Returns the events that \a bytes complete, or ErrorKind::Limit when a limit sse.* is exceeded; after
    //! that every call fails. Events that were complete before are returned first; the next call returns the
    //! error.
    Result<QList<SseEvent>> feed(QByteArrayView bytes);
    //! Returns the number of bytes of an unfinished event, for the note at the end of a stream. An unfinished
    //! comment does not count.
    qsizetype pendingBytes() const;
    //! Returns what was received after the last event, at most 1 MiB: comments and an unfinished event. Empty
    //! if it is longer.
    QByteArray pendingRaw() const;

private:
    void endLine(QByteArrayView line, QList<SseEvent> &out);
    void endOwnLine(QList<SseEvent> &out);
    void dispatch(QList<SseEvent> &out);
    void keepRaw(QByteArrayView bytes);
    void takeField(QByteArrayView name, QByteArrayView value);
    void addData(QByteArray value);
    void fail(QStringView limitKey, const QString &what, qint64 limit);

    Limits m_limits;
    QByteArray m_line; //!< the start of an unfinished line, from earlier pieces
    QByteArray m_data;
    QByteArray m_type;
    QByteArray m_lastEventId;
    QByteArray m_raw; //!< the lines that ended since the last event
    std::optional<int> m_retryMs;
    std::optional<Error> m_error;
    bool m_isRawTooLong = false;
    bool m_hasData = false;
    bool m_hasId = false;
    bool m_lastWasCr = false;
    bool m_started = false; //!< the first line has ended, so a BOM can no longer come
};

} // namespace Workbench
