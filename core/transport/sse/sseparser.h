// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <optional>

namespace Workbench {

struct SseEvent {
    QString type; //!< empty when the stream gave none ("message")
    //! Lines joined with LF, valid UTF-8. May be empty although hasData: "data:" alone dispatches an empty
    //! message, which MCP sends as a priming event.
    QByteArray data;
    QString lastEventId; //!< the stream's, which outlives the event
    bool hasId = false; //!< the event set it
    bool hasData =
        false; //!< false: a block that only carries id or retry; the WHATWG rules dispatch nothing for it
    bool hasReplacedBytes =
        false; //!< the data was not valid UTF-8; U+FFFD stands in the place of what was not
    std::optional<int> retryMs; //!< when this event's block held one; within reconnect.serverRetryMin and Max
};

//! text/event-stream by the WHATWG rules, fed in pieces of any size. \source core/RULES.md R-26,
//! core/transport/README.md 5
class SseParser {
public:
    //! \a lastEventId: of the connection before, where the stream is resumed.
    explicit SseParser(const Limits &limits = {}, const QByteArray &lastEventId = {});
    //! Events completed by \a bytes. ErrorKind::Limit over sse.*; the parser is dead afterwards. Events that
    //! were complete before a limit was exceeded are returned first and the error by the next call.
    Result<QList<SseEvent>> feed(QByteArrayView bytes);
    //! Bytes of an unfinished event, for the note at the end of a stream.
    qsizetype pendingBytes() const;

private:
    void endLine(QByteArrayView line, QList<SseEvent> &out);
    void endOwnLine(QList<SseEvent> &out);
    void dispatch(QList<SseEvent> &out);
    void takeField(QByteArrayView name, QByteArrayView value);
    void addData(QByteArray value);
    void fail(QStringView limitKey, const QString &what, qint64 limit);

    Limits m_limits;
    QByteArray m_line; //!< the part of an unfinished line that earlier pieces brought
    QByteArray m_data;
    QByteArray m_type;
    QByteArray m_lastEventId;
    std::optional<int> m_retryMs;
    std::optional<Error> m_error;
    bool m_hasData = false;
    bool m_hasId = false;
    bool m_lastWasCr = false;
    bool m_started = false; //!< the first line has ended, so a BOM can no longer come
};

} // namespace Workbench
