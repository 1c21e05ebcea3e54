// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QHash>
#include <QTimer>

#include <functional>
#include <map>

namespace Workbench {

//! The deadlines of many requests with one timer, because a timer for each request would cost more than a
//! small call. Calls the function \a due from the event loop for each id that is due; the function may start
//! and stop other deadlines.
class DeadlineQueue : public QObject {
    Q_OBJECT
public:
    explicit DeadlineQueue(std::function<void(const QString &id)> due, QObject *parent = nullptr);

    //! Starts the deadline of \a id, or restarts it.
    void start(const QString &id, std::chrono::milliseconds after);
    void stop(const QString &id);
    qsizetype count() const { return m_places.size(); }

private:
    using Place = std::pair<qint64, quint64>; //!< the time in milliseconds, and the number of the start
    void arm();
    void fire();

    std::function<void(const QString &id)> m_due;
    std::map<Place, QString> m_order;
    QHash<QString, Place> m_places;
    quint64 m_last = 0;
    qint64 m_armedFor = 0; //!< the time for which the timer runs
    QTimer m_timer;
};

} // namespace Workbench
