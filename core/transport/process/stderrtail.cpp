// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/process/stderrtail.h"

namespace Workbench {

namespace {

constexpr qint64 lineOverhead = 64; // so that endless empty lines are bounded, too

} // namespace

StderrTail::StderrTail(qint64 maxBytes)
    : m_maxBytes(maxBytes)
{
}

void StderrTail::add(QByteArray line)
{
    m_bytes += line.size() + lineOverhead;
    m_lines.push_back(std::move(line));
    while (m_bytes > m_maxBytes && m_lines.size() > 1) {
        m_bytes -= m_lines.front().size() + lineOverhead;
        m_lines.pop_front();
    }
}

QByteArrayList StderrTail::newest(qsizetype maxLines) const
{
    const auto count = std::min(qsizetype(m_lines.size()), std::max<qsizetype>(0, maxLines));
    return QByteArrayList(m_lines.end() - count, m_lines.end());
}

} // namespace Workbench
