// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/http2session.h"

#include "core/transport/http/http2stream.h"
#include "core/transport/http/socketerrors.h"

#include <QSslSocket>

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 readAtOnce = qint64{64} << 10;
constexpr qint64 http2SocketBuffer = qint64{256} << 10;
constexpr qint64 writeAhead = qint64{256} << 10; // in the socket's buffers; the body waits elsewhere
constexpr auto readAtMost = 8ms;

} // namespace

Http2Session::Http2Session(
    std::unique_ptr<QTcpSocket> socket, HttpRoute route, const Limits &limits, RequestTiming timing)
    : m_socket(std::move(socket))
    , m_route(std::move(route))
    , m_limits(limits)
    , m_timing(std::move(timing))
    , m_isPeerPublic(leadsToPublicPeer(m_route, m_socket->peerAddress()))
    , m_engine(limits)
{
    m_readAgain.setSingleShot(true);
    m_idle.setSingleShot(true);
    connect(&m_readAgain, &QTimer::timeout, this, &Http2Session::read);
    connect(&m_idle, &QTimer::timeout, this, &Http2Session::spent);
    m_socket->setReadBufferSize(http2SocketBuffer);
    connect(m_socket.get(), &QTcpSocket::readyRead, this, &Http2Session::read);
    connect(m_socket.get(), &QTcpSocket::bytesWritten, this, &Http2Session::write);
    if (auto *const tls = qobject_cast<QSslSocket *>(m_socket.get()))
        connect(tls, &QSslSocket::encryptedBytesWritten, this, &Http2Session::write);
    connect(m_socket.get(), &QTcpSocket::disconnected, this, [this] {
        m_hasPeerClosed = true;
        m_readAgain.start(0ms);
    });
    connect(m_socket.get(), &QTcpSocket::errorOccurred, this, [this](QAbstractSocket::SocketError error) {
        if (error != QAbstractSocket::RemoteHostClosedError)
            end(socketError(*m_socket, error, urlOf(m_route)));
    });
    m_readAgain.start(0ms); // what came with the handshake is announced no more
}

Http2Session::~Http2Session()
{
    m_socket->disconnect(this);
    if (!m_isOver) {
        m_engine.leave();
        write();
        m_socket->flush();
    }
    m_socket->abort();
    m_socket.release()->deleteLater(); // it may be the sender of the signal that runs now
}

bool Http2Session::takesMore() const
{
    return !m_isOver && !m_hasPeerClosed && m_engine.takesMore();
}

std::unique_ptr<HttpStream> Http2Session::begin(const HttpRequest &request)
{
    RequestTiming timing = m_timing;
    if (m_begun++ > 0)
        timing.lookupUs = timing.connectUs = timing.tlsUs = -1;
    auto stream = std::make_unique<Http2Stream>(shared_from_this(), request, m_limits, std::move(timing));
    if (m_engine.begin(stream.get(), request))
        m_idle.stop();
    write();
    return stream;
}

void Http2Session::noteTaken(int id, qsizetype bytes)
{
    if (m_isOver)
        return;
    m_engine.noteTaken(id, bytes);
    write();
}

void Http2Session::letGo(int id)
{
    m_engine.letGo(id);
    write();
    restartIdle();
}

void Http2Session::restartIdle()
{
    if (m_engine.hasStreams())
        return;
    const bool isOfUse = !m_isOver && !m_engine.isLeaving();
    m_idle.start(std::chrono::milliseconds(isOfUse ? m_limits.httpIdleConnectionMs : 0));
}

void Http2Session::read()
{
    if (m_isReading) { // writing to an encrypted socket may read from it
        m_readAgain.start(0ms);
        return;
    }
    m_isReading = true;
    const bool isAtEnd = readSome();
    m_isReading = false;
    if (isAtEnd && !m_isOver)
        endByPeer();
}

//! True when nothing more may come.
bool Http2Session::readSome()
{
    QElapsedTimer timer;
    timer.start();
    while (!m_isOver) {
        const QByteArray bytes = m_socket->read(readAtOnce);
        if (bytes.isEmpty())
            return m_hasPeerClosed || m_engine.isAtEnd();
        QByteArrayView unread(bytes);
        while (!m_isOver && !unread.isEmpty()) {
            const bool isAllowed = m_engine.receive(unread);
            if (!isAllowed || m_engine.isAtEdge())
                write();
            if (!isAllowed || m_engine.isAtEnd())
                return true;
        }
        if (timer.durationElapsed() > readAtMost) {
            m_readAgain.start(0ms);
            return false;
        }
    }
    return true;
}

void Http2Session::endByPeer()
{
    if (const QString violation = m_engine.violation(); !violation.isEmpty()) {
        end({ErrorKind::Protocol, u"http.malformed"_s, u"broke the rules of HTTP/2: %1"_s.arg(violation), {},
            {}});
        return;
    }
    m_isOver = true;
    m_engine.failAllByPeer();
    restartIdle();
}

void Http2Session::end(const Error &error)
{
    if (std::exchange(m_isOver, true))
        return;
    m_engine.failAll(error);
    m_socket->flush(); // the GOAWAY that says why
    m_socket->abort();
    restartIdle();
}

void Http2Session::write()
{
    if (m_isOver || std::exchange(m_isWriting, true))
        return;
    const auto *const tls = qobject_cast<const QSslSocket *>(m_socket.get());
    while (!m_isOver && m_socket->bytesToWrite() + (tls ? tls->encryptedBytesToWrite() : 0) < writeAhead) {
        const QByteArrayView bytes = m_engine.nextToSend();
        if (bytes.isEmpty())
            break;
        m_socket->write(bytes.data(), bytes.size());
    }
    m_isWriting = false;
    if (!m_isOver && m_engine.isAtEnd())
        m_readAgain.start(0ms);
}

} // namespace Workbench
