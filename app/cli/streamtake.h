// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/arguments.h"
#include "app/cli/interrupt.h"
#include "core/checks/recorder.h"
#include "core/session/subscription.h"

#include <QTimer>

namespace Workbench::Cli {

//! The bounds of a stream on the command line.
struct StreamEnd {
    qsizetype count = 0; //!< the maximum number of events; 0: no maximum
    std::chrono::milliseconds time{0}; //!< the maximum duration; 0: no maximum

    bool isBounded() const { return count > 0 || time.count() > 0; }
};

//! Returns the bounds of --count and --for. Fails with ErrorKind::Usage for an invalid value.
Result<StreamEnd> streamEnd(const Arguments &arguments);

//! Returns the error of a stream that ended with an error or lost its connection, or nothing. \a end is the
//! value of Fixture::end. A stream that the peer aborted has no error.
std::optional<Error> failureOf(const Subscription &subscription, const QString &end);

//! Takes the items of a subscription until it ends, reaches a bound, or is interrupted.
class StreamTake : public QObject {
    Q_OBJECT
public:
    //! Called with each item; returns whether to continue. Without it, the events are kept.
    using Seen = std::function<bool(const StreamItem &item)>;
    StreamTake(std::unique_ptr<Subscription> subscription, const StreamEnd &until, Interrupt &interrupt,
        Seen seen = {});

    const Subscription &subscription() const { return *m_subscription; }
    const QList<FixtureEvent> &events() const { return m_events; }
    //! Returns the reason of the end in the words of Fixture::end.
    QString end() const;
    bool wasLeft() const { return !m_end.isEmpty(); } //!< we ended the stream
    //! Returns the error that ended the stream, or nothing.
    std::optional<Error> error() const;

Q_SIGNALS:
    //! Emitted exactly once, from the event loop, when the subscription has ended.
    void finished();

private:
    void take(qsizetype added);

    std::unique_ptr<Subscription> m_subscription;
    StreamEnd m_until;
    Seen m_seen;
    qsizetype m_taken = 0;
    QList<FixtureEvent> m_events;
    QString m_end; // the reason why we ended the stream; empty if we did not
    QTimer m_timer;
};

} // namespace Workbench::Cli
