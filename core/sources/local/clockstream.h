// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/call/itemstream.h"

#include <QTimer>

#include <functional>
#include <optional>
#include <stop_token>

namespace Workbench {

//! Numbered ticks. Every twelfth one carries its drift as a string, which its schema refuses.
class ClockStream : public ItemStream {
    Q_OBJECT
public:
    //! \a count ticks, then the end; 0: for ever.
    ClockStream(std::chrono::milliseconds interval, qint64 count, std::stop_token cancellation);

    void start() override;
    void cancel() override;
    void setReading(bool reading) override;

private:
    void tick();
    void end(EndReason reason);

    QTimer m_timer;
    qint64 m_count;
    qint64 m_ticks = 0;
    bool m_ended = false;
    std::optional<std::stop_callback<std::function<void()>>> m_onStop;
};

} // namespace Workbench
