// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/http1stream.h"

#include "core/transport/http/httppool.h"
#include "core/transport/http/httprequestbytes.h"
#include "core/transport/http/resetwatch.h"
#include "core/transport/http/socketerrors.h"

#include <QTcpSocket>

namespace Workbench {

namespace {

constexpr qint64 socketBufferBytes = qint64{256} << 10; // beyond it TCP makes the peer wait
constexpr qint64 readSliceBytes = qint64{16}
    << 10; // decoded at once; bounds what a paused listener leaves waiting

} // namespace

Http1Stream::Http1Stream(std::unique_ptr<QTcpSocket> socket, HttpRoute route, const HttpRequest &request,
    const Limits &limits, RequestTiming timing, std::weak_ptr<HttpPool> pool, bool isReused)
    : m_route(std::move(route))
    , m_parser(limits, request.method == "HEAD")
    , m_pool(std::move(pool))
    , m_isReused(isReused)
    , m_keeps(keepsConnection(request))
    , m_isPeerPublic(leadsToPublicPeer(m_route, socket->peerAddress()))
    , m_socket(std::move(socket))
    , m_timing(std::move(timing))
{
    connect(m_socket.get(), &QTcpSocket::errorOccurred, this, [this](QAbstractSocket::SocketError error) {
        if (error == QAbstractSocket::RemoteHostClosedError)
            return; // disconnected() follows; what was read is judged first
        m_error = socketError(*m_socket, error, urlOf(m_route));
        Q_EMIT arrived();
    });
    connect(m_socket.get(), &QTcpSocket::disconnected, this, &Http1Stream::peerClosed);
    connect(m_socket.get(), &QTcpSocket::readyRead, this, &HttpStream::arrived);
    connect(m_socket.get(), &QTcpSocket::bytesWritten, this, [this] {
        if (m_timing.firstByteUs < 0)
            m_sinceSent.start();
    });
    m_socket->setReadBufferSize(socketBufferBytes); // an encrypted socket passes it on only now
    m_resetWatch = std::make_unique<ResetWatch>(m_socket->socketDescriptor());
    m_sinceSent.start();
    m_socket->write(requestHead(request));
    if (request.body && !request.body->isEmpty())
        m_socket->write(*request.body);
}

Http1Stream::~Http1Stream()
{
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->abort();
        m_socket.release()->deleteLater(); // it may be the sender of the signal that runs now
    }
}

//! A kept connection may be closed while the request is on its way; it is one that may be sent twice.
bool Http1Stream::mayBeSentAgain() const
{
    return m_isReused && m_timing.firstByteUs < 0;
}

void Http1Stream::peerClosed()
{
    if (std::exchange(m_hasPeerClosed, true))
        return;
    m_isReset = m_resetWatch && m_resetWatch->wasReset();
    Q_EMIT arrived();
}

std::optional<Result<HttpParsed>> Http1Stream::take()
{
    if (m_error)
        return std::unexpected(*m_error);
    if (!m_socket)
        return std::nullopt;
    const QByteArray bytes = m_socket->read(readSliceBytes);
    if (!bytes.isEmpty()) {
        if (m_timing.firstByteUs < 0)
            m_timing.firstByteUs = m_sinceSent.nsecsElapsed() / 1000;
        Result<HttpParsed> parsed = m_parser.feed(bytes);
        if (parsed && parsed->isComplete && m_keeps && m_parser.mayBeKept())
            passOn();
        return parsed;
    }
    if (m_hasPeerClosed)
        return m_parser.finish(m_isReset);
    return std::nullopt;
}

void Http1Stream::passOn()
{
    if (const std::shared_ptr<HttpPool> pool = m_pool.lock(); pool && !m_hasPeerClosed) {
        m_socket->disconnect(this);
        pool->keep(std::move(m_socket), m_route, m_timing);
    }
}

} // namespace Workbench
