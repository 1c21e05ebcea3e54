// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QDateTime>
#include <QObject>

#include <chrono>
#include <map>

namespace Workbench {

//! What the demo's modern server and its tasks know beyond one request. Requests of the modern era stand
//! alone, so all connections to the server share it: its tools, its resources and its tasks.
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
    //! Changes the special of the day: the resource menuUri and the list of tools. An empty text: there is
    //! none.
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
