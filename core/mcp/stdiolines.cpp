// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/mcp/stdiolines.h"

#include <QPointer>

#include <cerrno>
#include <csignal>
#include <poll.h>
#include <unistd.h>

namespace Workbench {

namespace {

constexpr int inputDescriptor = 0;
constexpr int outputDescriptor = 1;
constexpr qsizetype pieceSize = 64 * 1024;
// A pipe that poll() reports as writable takes this much without blocking. Our stdout may be shared with
// other processes, so it cannot be made non-blocking.
constexpr qsizetype safePiece = 4096;

bool isWritable()
{
    pollfd asked{outputDescriptor, POLLOUT, 0};
    return ::poll(&asked, 1, 0) > 0;
}

} // namespace

StdioLines::StdioLines(qint64 maxLine, QObject *parent)
    : QObject(parent)
    , m_maxLine(maxLine)
    , m_reader(inputDescriptor, QSocketNotifier::Read)
    , m_writer(outputDescriptor, QSocketNotifier::Write)
{
    ::signal(SIGPIPE, SIG_IGN); // makes a gone reader an error of write() instead of ending the process
    m_reader.setEnabled(false);
    m_writer.setEnabled(false);
    connect(&m_reader, &QSocketNotifier::activated, this, &StdioLines::read);
    connect(&m_writer, &QSocketNotifier::activated, this, &StdioLines::write);
}

void StdioLines::sendRaw(const QByteArray &bytes)
{
    if (m_hasFailed || bytes.isEmpty())
        return;
    m_output += bytes;
    write();
}

void StdioLines::write()
{
    while (m_written < m_output.size() && isWritable()) {
        const qsizetype size = std::min(safePiece, m_output.size() - m_written);
        const ssize_t count = ::write(outputDescriptor, m_output.constData() + m_written, size_t(size));
        if (count > 0) {
            m_written += count;
        } else if (errno != EINTR && errno != EAGAIN) {
            m_hasFailed = true;
            m_output.clear();
            m_written = 0;
            m_writer.setEnabled(false);
            Q_EMIT failed();
            return;
        }
    }
    const bool isOut = m_written >= m_output.size();
    m_writer.setEnabled(!isOut);
    if (isOut && !m_output.isEmpty()) {
        m_output.clear();
        m_written = 0;
        Q_EMIT idle();
    }
}

void StdioLines::read()
{
    QByteArray piece(pieceSize, Qt::Uninitialized);
    const ssize_t count = ::read(inputDescriptor, piece.data(), size_t(piece.size()));
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0) {
        endInput();
        return;
    }
    const QPointer<StdioLines> self(this);
    qsizetype searchFrom = m_input.size();
    m_input.append(piece.constData(), count);
    qsizetype start = 0;
    for (qsizetype end = 0; (end = m_input.indexOf('\n', searchFrom)) >= 0; searchFrom = start) {
        Q_EMIT line(m_input.sliced(start, end - start));
        if (!self)
            return;
        start = end + 1;
    }
    m_input.remove(0, start);
    if (m_input.size() > m_maxLine) {
        m_input.clear();
        Q_EMIT tooLong();
        if (self)
            endInput();
    }
}

void StdioLines::endInput()
{
    m_reader.setEnabled(false);
    Q_EMIT inputEnded();
}

} // namespace Workbench

#include "moc_stdiolines.cpp"
