// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/process/pipes.h"

#include "core/transport/growbuffer.h"

#include <QPointer>

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/uio.h>

namespace Workbench {

namespace {

constexpr qsizetype bufferBytes = qsizetype{256} << 10;
constexpr size_t partsPerWrite = 64; // a system call costs more than the bytes that it copies
[[maybe_unused]] constexpr int pipeBytes = 1 << 20; // instead of 64 KiB: fewer turns for the same bytes

//! Ignores SIGPIPE, so that write() fails when the reader of a pipe is gone, and this program goes on. Qt's
//! sockets also ignore it. R-141
void ignoreBrokenPipeSignal()
{
    [[maybe_unused]] static const auto previous = ::signal(SIGPIPE, SIG_IGN);
}

} // namespace

PipeReader::PipeReader(FileDescriptor descriptor, qsizetype bytesPerTurn)
    : m_descriptor(std::move(descriptor))
    , m_notifier(std::make_unique<QSocketNotifier>(m_descriptor.number(), QSocketNotifier::Read))
    , m_buffer(bufferBytes, Qt::Uninitialized)
    , m_bytesPerTurn(bytesPerTurn)
{
#ifdef F_SETPIPE_SZ
    ::fcntl(m_descriptor.number(), F_SETPIPE_SZ, pipeBytes); // may fail; the pipe works nevertheless
#endif
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &PipeReader::readTurn);
}

void PipeReader::setEnabled(bool enabled)
{
    if (m_notifier)
        m_notifier->setEnabled(enabled);
}

//! Returns the number of bytes read; 0 when none are available or the pipe is at its end. A listener may have
//! deleted this object when the call returns.
qsizetype PipeReader::readOnce(qsizetype atMost)
{
    ssize_t got = 0;
    do {
        got = ::read(
            m_descriptor.number(), m_buffer.data(), size_t(std::min<qsizetype>(atMost, m_buffer.size())));
    } while (got < 0 && errno == EINTR);
    if (got > 0) {
        Q_EMIT bytesRead(QByteArrayView(m_buffer.constData(), got));
        return got;
    }
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return 0;
    m_atEnd = true;
    close();
    Q_EMIT ended();
    return 0;
}

void PipeReader::readTurn()
{
    const QPointer<PipeReader> self(this);
    qsizetype left = m_bytesPerTurn;
    while (left > 0 && self && m_descriptor.isOpen() && m_notifier->isEnabled()) {
        const qsizetype got = readOnce(left);
        if (got == 0)
            return;
        left -= got;
    }
}

void PipeReader::drain()
{
    const QPointer<PipeReader> self(this);
    int waiting = 0;
    if (!m_descriptor.isOpen() || ::ioctl(m_descriptor.number(), FIONREAD, &waiting) != 0)
        return;
    qsizetype left = waiting;
    while (left > 0 && self && m_descriptor.isOpen()) {
        const qsizetype got = readOnce(left);
        if (got == 0)
            return;
        left -= got;
    }
}

void PipeReader::close()
{
    if (m_notifier) {
        m_notifier->setEnabled(false);
        m_notifier.release()->deleteLater(); // it may be the sender of the signal that runs now
    }
    m_descriptor.close();
}

PipeWriter::PipeWriter(FileDescriptor descriptor)
    : m_descriptor(std::move(descriptor))
    , m_notifier(std::make_unique<QSocketNotifier>(m_descriptor.number(), QSocketNotifier::Write))
{
    ignoreBrokenPipeSignal();
    m_notifier->setEnabled(false);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &PipeWriter::writeTurn);
}

void PipeWriter::write(QByteArray bytes)
{
    if (!isOpen() || bytes.isEmpty())
        return;
    m_queuedBytes += bytes.size();
    m_queue.push_back(std::move(bytes));
    m_notifier->setEnabled(true);
}

void PipeWriter::closeWhenWritten()
{
    m_closing = true;
    if (m_queue.empty())
        close();
}

void PipeWriter::close()
{
    m_closing = true;
    m_queue.clear();
    m_queuedBytes = 0;
    if (m_notifier) {
        m_notifier->setEnabled(false);
        m_notifier.release()->deleteLater();
    }
    m_descriptor.close();
}

void PipeWriter::writeTurn()
{
    while (!m_queue.empty()) {
        std::array<iovec, partsPerWrite> parts{};
        const size_t count = std::min(parts.size(), m_queue.size());
        for (size_t i = 0; i < count; ++i) {
            const qsizetype written = i == 0 ? m_firstWritten : 0;
            parts[i] = {
                const_cast<char *>(m_queue[i].constData()) + written, size_t(m_queue[i].size() - written)};
        }
        const ssize_t put = ::writev(m_descriptor.number(), parts.data(), int(count));
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return;
        if (put < 0) {
            close();
            Q_EMIT broken();
            return;
        }
        m_queuedBytes -= put;
        m_firstWritten += put;
        while (!m_queue.empty() && m_firstWritten >= m_queue.front().size()) {
            m_firstWritten -= m_queue.front().size();
            m_queue.pop_front();
        }
    }
    if (m_closing)
        close();
    else
        m_notifier->setEnabled(false);
}

QByteArrayList LineFramer::feed(QByteArrayView bytes)
{
    QByteArrayList out;
    while (!bytes.isEmpty() && !m_overflowed) {
        const qsizetype feed = bytes.indexOf('\n'); // memchr; does not search m_partial again
        const qsizetype room = m_maxLineBytes - m_partial.size();
        const qsizetype length = feed < 0 ? bytes.size() : feed;
        if (length > room) {
            appendTo(m_partial, bytes.first(room));
            if (m_tooLong == TooLong::Stops) {
                m_overflowed = true;
            } else {
                out.append(std::exchange(m_partial, {}));
                bytes = bytes.sliced(room);
            }
        } else if (feed < 0) {
            appendTo(m_partial, bytes);
            break;
        } else {
            finishLine(bytes.first(feed), out);
            bytes = bytes.sliced(feed + 1);
        }
    }
    return out;
}

void LineFramer::finishLine(QByteArrayView rest, QByteArrayList &out)
{
    QByteArray line = std::exchange(m_partial, {});
    if (line.isEmpty())
        line = rest.toByteArray();
    else
        appendTo(line, rest);
    if (line.endsWith('\r'))
        line.chop(1);
    out.append(std::move(line));
}

} // namespace Workbench

#include "moc_pipes.cpp"
