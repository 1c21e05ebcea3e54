// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/process/filedescriptor.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QSocketNotifier>

#include <algorithm>
#include <deque>
#include <memory>

namespace Workbench {

//! Reads a non-blocking pipe from the event loop, at most \c bytesPerTurn bytes per turn. Reads nothing while
//! disabled.
class PipeReader : public QObject {
    Q_OBJECT
public:
    PipeReader(FileDescriptor descriptor, qsizetype bytesPerTurn);

    void setEnabled(bool enabled);
    bool isAtEnd() const { return m_atEnd; }
    //! Reads the bytes that are in the pipe now and emits bytesRead() for them. Does not wait for the end of
    //! the pipe, which a grandchild may hold open.
    void drain();
    void close();

Q_SIGNALS:
    void bytesRead(QByteArrayView bytes);
    void ended();

private:
    qsizetype readOnce(qsizetype atMost);
    void readTurn();

    FileDescriptor m_descriptor;
    std::unique_ptr<QSocketNotifier> m_notifier;
    QByteArray m_buffer;
    qsizetype m_bytesPerTurn;
    bool m_atEnd = false;
};

//! Writes to a non-blocking pipe as fast as the other side reads.
class PipeWriter : public QObject {
    Q_OBJECT
public:
    explicit PipeWriter(FileDescriptor descriptor);

    void write(QByteArray bytes);
    qint64 queuedBytes() const { return m_queuedBytes; }
    void closeWhenWritten();
    void close(); //!< Closes at once and drops the queued bytes.
    bool isOpen() const { return m_descriptor.isOpen() && !m_closing; }

Q_SIGNALS:
    void broken(); //!< Emitted once, from the event loop, when the reader has closed the pipe.

private:
    void writeTurn();

    FileDescriptor m_descriptor;
    std::unique_ptr<QSocketNotifier> m_notifier;
    std::deque<QByteArray> m_queue;
    qsizetype m_firstWritten = 0; //!< bytes of the first queued array that are written
    qint64 m_queuedBytes = 0;
    bool m_closing = false;
};

//! Splits a stream of bytes, fed in pieces of any size, into lines. A line ends with LF; one CR before it is
//! dropped. Takes linear time, and memory for the longest unfinished line. \source core/RULES.md R-01 to
//! R-03, core/transport/README.md 2
class LineFramer {
public:
    enum class TooLong : quint8 {
        Stops, //!< feed() returns nothing more, and hasOverflowed() is true
        IsCut, //!< the line is returned in parts of the size of the limit
    };
    LineFramer(qint64 maxLineBytes, TooLong tooLong)
        : m_maxLineBytes(std::max<qint64>(1, maxLineBytes))
        , m_tooLong(tooLong)
    {
    }

    //! Returns the lines that \a bytes complete, without their line ends.
    QByteArrayList feed(QByteArrayView bytes);
    bool hasOverflowed() const { return m_overflowed; }
    //! Returns the bytes after the end of the last line.
    const QByteArray &partialLine() const { return m_partial; }
    QByteArray takePartialLine() { return std::exchange(m_partial, {}); }

private:
    void finishLine(QByteArrayView rest, QByteArrayList &out);

    qint64 m_maxLineBytes;
    TooLong m_tooLong;
    QByteArray m_partial;
    bool m_overflowed = false;
};

} // namespace Workbench
