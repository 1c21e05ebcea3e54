// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QDateTime>
#include <QObject>

#include <chrono>
#include <map>

namespace Workbench {

//! The state of a demo server beyond one request: its tasks, and in the modern era its tools and resources.
//! Requests of the modern era stand alone, so all connections to such a server share one kitchen.
class DemoKitchen : public QObject {
    Q_OBJECT
public:
    struct Cooking { // a task
        QString id;
        QDateTime began;
        std::chrono::milliseconds time{0};
        bool isCancelled = false;
        bool isDone() const { return QDateTime::currentDateTimeUtc() >= began.addDuration(time); }
        QString status() const;
        std::chrono::milliseconds left() const;
    };
    using QObject::QObject;

    //! Returns the definitions for tools/list. After setSpecial(), one more tool serves the special.
    QList<Json> tools() const;
    //! Sets the special of the day, which changes the resource menuUri and the list of tools. An empty text
    //! removes it.
    void setSpecial(const QString &dish);
    QString special() const { return m_special; }

    Json resources() const; //!< Returns the definitions for resources/list.
    Json templates() const; //!< Returns the definitions for resources/templates/list.
    //! Returns the item for "contents" of resources/read, or an absent value: there is no such resource.
    Json read(const QString &uri) const;
    //! Returns a CallToolResult with a block of each type, all with annotations, and one of an unknown type.
    Json showDishes() const;
    Cooking &cook(std::chrono::milliseconds time); //!< Begins a task.

    static const QString ovenUri; //!< a resource that changes with the time
    static const QString menuUri; //!< a resource that setSpecial() changes
    std::map<QString, Cooking> tasks; //!< by their id

Q_SIGNALS:
    void menuChanged(); //!< Emitted by setSpecial().

private:
    QString menu() const;

    QString m_special;
    QDateTime m_menuChanged = QDateTime::currentDateTimeUtc();
    int m_lastTask = 0;
};

} // namespace Workbench
