// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/arguments.h"
#include "app/cli/interrupt.h"
#include "core/checks/recorder.h"
#include "core/session/subscription.h"

#include <QTimer>

namespace Workbench::Cli {

//! Where a stream is left.
struct StreamEnd {
    qsizetype count = 0; //!< after so many events; 0: however many
    std::chrono::milliseconds time{0}; //!< 0: however long

    bool isBounded() const { return count > 0 || time.count() > 0; }
};

//! --count and --for. ErrorKind::Usage says what is wrong with them.
Result<StreamEnd> streamEnd(const Arguments &arguments);

//! What a subscription delivers, until it ends, until it is enough, or until \a interrupt.
class StreamTake : public QObject {
    Q_OBJECT
public:
    //! \a seen is told each item and returns whether more is wanted; without it the events are kept.
    using Seen = std::function<bool(const StreamItem &item)>;
    StreamTake(std::unique_ptr<Subscription> subscription, const StreamEnd &until, Interrupt &interrupt,
        Seen seen = {});

    const Subscription &subscription() const { return *m_subscription; }
    const QList<FixtureEvent> &events() const { return m_events; }
    QString end() const; //!< as Fixture::end
    bool wasLeft() const { return !m_end.isEmpty(); } //!< by us
    std::optional<Error> error() const; //!< that it ended with

Q_SIGNALS:
    void finished(); //!< once, from the event loop

private:
    void take(qsizetype added);

    std::unique_ptr<Subscription> m_subscription;
    StreamEnd m_until;
    Seen m_seen;
    qsizetype m_taken = 0;
    QList<FixtureEvent> m_events;
    QString m_end; // why we ended it
    QTimer m_timer;
};

} // namespace Workbench::Cli
