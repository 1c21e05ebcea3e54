// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

#include <QObject>
#include <QUrl>

#include <chrono>

namespace Workbench {

//! A call by another program that has ended or was refused.
struct ServedCall {
    QString peer; //!< address of the caller
    QString identity; //!< id of the identity that it ran with; empty: none
    OperationId operation;
    QString failure; //!< code and message, or "error" for a result that is a failure; empty: none
    std::chrono::milliseconds duration{0};
    qsizetype warnings = 0; //!< number of warnings in the results
    qsizetype changes = 0; //!< number of values that normalisation changed
};

//! Offers operations of this program to other programs, until the object is destroyed. GUI thread.
class ServedOperations : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    virtual QUrl address() const = 0; //!< Returns the address for other programs.
    virtual qsizetype connections() const = 0; //!< Returns the number of connected programs.

Q_SIGNALS:
    //! Emitted when a call has ended.
    void called(const Workbench::ServedCall &call);
    //! Emitted when the program at \a peer was refused.
    void refused(const QString &peer, int status, const QString &why);
    //! Emitted when something needs attention: a connection was closed for its limits or its messages.
    void warned(const QString &text);
    void connectionsChanged();
};

//! Describes the operations to serve. They are reachable from this computer only.
struct ServeRequest {
    QStringList nameSpaces; //!< namespaces of the operations to offer
    quint16 port = 0; //!< 0: any free port
    QByteArray token{}; //!< token that callers must send; empty: none
};

//! Starts to serve operations. ErrorKind::Network if the port is in use.
using ServeOperations = std::function<Result<std::unique_ptr<ServedOperations>>(const ServeRequest &)>;

} // namespace Workbench
