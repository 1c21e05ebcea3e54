// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QObject>

namespace Workbench {

//! Carries frames, understands none. GUI thread. opened() or closed() follows open(); after closed() nothing
//! follows. All signals come from the event loop, never from inside a call of ours.
class Transport : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual void open() = 0;
    //! Queues one frame. ErrorKind::Limit when queue.outBytes is exceeded ("server is not reading its
    //! input"), ErrorKind::Closed when it is not open.
    virtual Result<void> send(const QByteArray &frame) = 0;
    //! Starts the orderly end; closed() follows in bounded time.
    virtual void close() = 0;
    virtual bool isOpen() const = 0;
    //! While false nothing is read, so that the peer is made to wait.
    virtual void setReading(bool reading) = 0;
    //! What came of a frame that has no end yet.
    virtual QByteArray unfinishedFrame() const { return {}; }

Q_SIGNALS:
    void opened();
    void received(const QByteArray &frame);
    //! Bytes on the frame channel that are no frame (a banner, invalid UTF-8, NUL): recorded, not fatal. R-01
    void noise(const QByteArray &bytes, const QString &why);
    //! A line of a side channel: stderr.
    void sideLine(const QByteArray &line);
    //! The end and its reason; ErrorKind::Cancelled when we asked for it.
    void closed(const Workbench::Error &reason);
};

} // namespace Workbench
