// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpchannel.h"

#include <QElapsedTimer>

#include <deque>

namespace Workbench {

//! Parses frames and delivers them in order of arrival. Large frames are parsed on a worker, and the time in
//! one turn of the event loop is bounded, so that the window stays responsive. \source core/RULES.md R-55;
//! core/README.md "Threads"
class McpInbox : public QObject {
    Q_OBJECT
public:
    explicit McpInbox(const Limits &limits, QObject *parent = nullptr);

    //! Adds a frame. \a incoming holds bytes, but no message yet.
    void push(McpIncoming incoming);
    //! Runs \a step after everything pushed so far was delivered; at once if nothing waits.
    void afterwards(std::function<void()> step);

Q_SIGNALS:
    void parsed(const Workbench::McpIncoming &incoming);
    //! Emitted for a frame that is not a JSON object or array; \a why names the reason.
    void refused(const Workbench::McpIncoming &incoming, const QString &why);
    //! Emitted for a frame that exceeded a limit of ours while it was parsed.
    void exceeded(const Workbench::McpIncoming &incoming, const Workbench::Error &error);
    //! Emitted with true when too much waits here, so that the caller stops reading, and with false later.
    void congested(bool full);

private:
    void work();
    void workLater();
    using Parsed = std::expected<ParsedJson, JsonParseError>;
    void deliver(const McpIncoming &incoming, const Parsed &parsedText);
    void countWaiting();

    struct Entry {
        McpIncoming incoming;
        std::function<void()> step;
    };
    Limits m_limits;
    std::deque<Entry> m_waiting;
    qint64 m_waitingBytes = 0;
    QElapsedTimer m_turn;
    bool m_turnRunning = false;
    bool m_working = false; // inside work(), or a worker parses the first entry
    bool m_scheduled = false;
    bool m_congested = false;
};

} // namespace Workbench
