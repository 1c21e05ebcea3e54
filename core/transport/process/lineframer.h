// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QByteArrayList>

namespace Workbench {

//! Splits a stream of bytes, fed in pieces of any size, into lines. A line ends with LF; one CR before it is
//! dropped. Takes linear time, and memory for the longest unfinished line. \source core/RULES.md R-01 to
//! R-03, core/transport/README.md 2
class LineFramer {
public:
    enum class TooLong : quint8 {
        Stops, //!< feed() returns nothing more, and hasOverflowed() is true
        IsCut, //!< the line is returned in parts of the size of the limit
    };
    LineFramer(qint64 maxLineBytes, TooLong tooLong);

    //! Returns the lines that \a bytes complete, without their line ends.
    QByteArrayList feed(QByteArrayView bytes);
    bool hasOverflowed() const { return m_overflowed; }
    //! Returns the bytes after the end of the last line.
    const QByteArray &partialLine() const { return m_partial; }
    QByteArray takePartialLine();

private:
    void finishLine(QByteArrayView rest, QByteArrayList &out);

    qint64 m_maxLineBytes;
    TooLong m_tooLong;
    QByteArray m_partial;
    bool m_overflowed = false;
};

} // namespace Workbench
