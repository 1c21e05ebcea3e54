// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <optional>

namespace Workbench {

struct SseEvent
{
    QString type; //!< empty when the stream gave none ("message")
    QByteArray data; //!< lines joined with LF, valid UTF-8
    QString lastEventId; //!< the stream's, which outlives the event
    bool hasData = false; //!< false: an event that only carries id or retry (priming event)
    std::optional<int> retryMs; //!< when this event's block held one
};

//! text/event-stream by the WHATWG rules, fed in pieces of any size. \source reliability.md R-26, mcp-client.md 4.3
class SseParser
{
public:
    explicit SseParser(const Limits &limits = {});
    //! Events completed by \a bytes. ErrorKind::Limit over sse.*; the parser is dead afterwards.
    Result<QList<SseEvent>> feed(QByteArrayView bytes);
    //! Bytes of an unfinished event, for the note at the end of a stream.
    qsizetype pendingBytes() const;

private:
    void endLine(QList<SseEvent> &out);
    Limits m_limits;
    QByteArray m_line;
    QByteArray m_data;
    QByteArray m_type;
    QByteArray m_lastEventId;
    std::optional<int> m_retryMs;
    qsizetype m_bomSeen = 0;
    bool m_hasData = false;
    bool m_hasField = false;
    bool m_lastWasCr = false;
    bool m_started = false;
    bool m_dead = false;
};

} // namespace Workbench
