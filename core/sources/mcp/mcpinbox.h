// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpchannel.h"

#include <QElapsedTimer>

#include <deque>

namespace Workbench {

//! Frames in order of arrival, parsed: large ones on a worker, and never more in one turn of the event loop
//! than the window can bear. \source core/RULES.md R-55; core/README.md "Threads"
class McpInbox : public QObject {
    Q_OBJECT
public:
    explicit McpInbox(const Limits &limits, QObject *parent = nullptr);
    ~McpInbox() override;

    //! \a incoming holds bytes and no message yet.
    void push(McpIncoming incoming);
    //! Runs \a step after everything pushed so far was delivered; at once when there is nothing.
    void afterwards(std::function<void()> step);

Q_SIGNALS:
    void parsed(const Workbench::McpIncoming &incoming);
    //! No JSON object or array; \a why says so.
    void refused(const Workbench::McpIncoming &incoming, const QString &why);
    //! A limit of ours was exceeded while it was read.
    void exceeded(const Workbench::McpIncoming &incoming, const Workbench::Error &error);
    //! Too much waits here: stop reading until the opposite is said.
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
