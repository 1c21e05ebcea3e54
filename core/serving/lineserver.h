// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QObject>

namespace Workbench {

//! A server of one connection over any pair of line streams. It knows no transport: feed it lines, send the
//! lines it emits.
class LineServer : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    //! One line without its newline.
    virtual void receive(const QByteArray &line) = 0;

Q_SIGNALS:
    void send(const QByteArray &line);
};

//! Runs \a server over stdin and stdout until stdin ends; returns the exit code.
int serveOverStdio(LineServer &server);

} // namespace Workbench
