// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/mcp/jsonrpc.h"

#include <QObject>

namespace Workbench {

//! A server for one connection over any pair of line streams, without a transport. Feed it the received lines
//! and send the lines that it emits.
class LineServer : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    //! Processes one received line without its newline.
    virtual void receive(const QByteArray &line) = 0;

Q_SIGNALS:
    void send(const QByteArray &line); //!< Emitted for one line to send, without a newline.

protected:
    //! Emits send() with \a message.
    void sendMessage(const Json &message) { Q_EMIT send(message.toBytes()); }
    //! Emits send() with an error as the response to the request \a id. An absent \a id becomes null.
    void refuse(const Json &id, int code, const QString &message, const Json &data = {})
    {
        sendMessage(JsonRpc::errorResponse(id, code, message, data));
    }
};

//! Runs \a server over stdin and stdout until stdin ends. Returns the exit code of the program.
int serveOverStdio(LineServer &server);

} // namespace Workbench
