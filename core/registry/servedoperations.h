// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

#include <QObject>
#include <QUrl>

#include <chrono>

namespace Workbench {

//! A call of another program that has ended.
struct ServedCall {
    QString peer; //!< address of the caller
    QString identity; //!< id of whom it ran as; empty: nobody
    OperationId operation;
    QString failure; //!< code and message; empty: it succeeded
    std::chrono::milliseconds duration{0};
};

//! Operations of this program that other programs can call until this is destroyed. GUI thread.
class ServedOperations : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    virtual QUrl address() const = 0; //!< where they are reached
    virtual qsizetype connections() const = 0; //!< programs that are connected now

Q_SIGNALS:
    void called(const Workbench::ServedCall &call);
    //! A program at \a peer was not let in.
    void refused(const QString &peer, int status, const QString &why);
    //! Something that needs attention: a connection that was ended, for its limits or its messages.
    void warned(const QString &text);
    void connectionsChanged();
};

//! What is to be served, on this computer only.
struct ServeWish {
    QStringList nameSpaces; //!< of the operations that are offered
    quint16 port = 0; //!< 0: any that is free
    QByteArray token{}; //!< that callers have to send; empty: none
};

//! ErrorKind::Network if the port is taken.
using ServeOperations = std::function<Result<std::unique_ptr<ServedOperations>>(const ServeWish &)>;

} // namespace Workbench
