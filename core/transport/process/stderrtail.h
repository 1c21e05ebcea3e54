// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayList>

#include <deque>

namespace Workbench {

//! The newest lines of a child's stderr, bounded by bytes.
class StderrTail {
public:
    explicit StderrTail(qint64 maxBytes);

    void add(QByteArray line);
    QByteArrayList newest(qsizetype maxLines) const; //!< oldest first

private:
    std::deque<QByteArray> m_lines;
    qint64 m_bytes = 0;
    qint64 m_maxBytes;
};

} // namespace Workbench
