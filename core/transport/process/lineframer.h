// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QByteArrayList>

namespace Workbench {

//! Cuts a stream of bytes into lines, whatever pieces it comes in. A line ends with LF; one CR before it is
//! dropped. Linear time; memory is the longest unfinished line. \source core/RULES.md,
//! core/transport/README.md 2
class LineFramer {
public:
    enum class TooLong : quint8 {
        Stops, //!< the framer is dead: hasOverflowed()
        IsCut, //!< the line is given out in parts of the limit's size
    };
    LineFramer(qint64 maxLineBytes, TooLong tooLong);

    //! The lines that \a bytes completed.
    QByteArrayList feed(QByteArrayView bytes);
    bool hasOverflowed() const { return m_overflowed; }
    //! What came after the last line's end.
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
