// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QHash>
#include <QTimer>

#include <functional>
#include <map>

namespace Workbench {

//! The deadlines of many requests behind one timer; one of its own for each would cost more than a small call
//! does. Those that are due are told from the event loop, one by one, and may start or stop others then.
class DeadlineQueue : public QObject {
    Q_OBJECT
public:
    explicit DeadlineQueue(std::function<void(const QString &id)> due, QObject *parent = nullptr);

    void start(const QString &id, std::chrono::milliseconds after); //!< anew when it runs already
    void stop(const QString &id);
    qsizetype count() const { return m_places.size(); }

private:
    using Place = std::pair<qint64, quint64>; //!< when, and in which order they were started
    void arm();
    void fire();

    std::function<void(const QString &id)> m_due;
    std::map<Place, QString> m_order;
    QHash<QString, Place> m_places;
    quint64 m_last = 0;
    qint64 m_armedFor = 0; //!< while the timer runs
    QTimer m_timer;
};

} // namespace Workbench
