// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QObject>

namespace Workbench {

//! Carries frames without interpreting them. GUI thread. opened() or closed() follows open(); after closed()
//! no signal follows. All signals come from the event loop, never from inside a call of a member function.
class Transport : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual void open() = 0;
    //! Queues one frame. Returns ErrorKind::Limit when queue.outBytes is exceeded ("server is not reading its
    //! input"), and ErrorKind::Closed when the transport is not open.
    virtual Result<void> send(const QByteArray &frame) = 0;
    //! Starts an orderly close; closed() follows in bounded time.
    virtual void close() = 0;
    virtual bool isOpen() const = 0;
    //! Pauses reading while \a reading is false, so that back-pressure reaches the peer.
    virtual void setReading(bool reading) = 0;
    //! Returns the received part of a frame whose end has not arrived yet.
    virtual QByteArray unfinishedFrame() const { return {}; }

Q_SIGNALS:
    void opened();
    void received(const QByteArray &frame);
    //! Emitted for bytes on the frame channel that do not form a frame (a banner, invalid UTF-8, NUL). They
    //! are recorded and not fatal. R-01
    void noise(const QByteArray &bytes, const QString &why);
    //! Emitted for each line of the side channel (stderr).
    void sideLine(const QByteArray &line);
    //! Emitted once, when the transport has closed for \a reason; ErrorKind::Cancelled after close().
    void closed(const Workbench::Error &reason);
};

} // namespace Workbench
