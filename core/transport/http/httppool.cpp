// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httppool.h"

#include "core/transport/http/http1stream.h"
#include "core/transport/http/http2session.h"
#include "core/transport/http/httpconnector.h"
#include "core/transport/http/httprequestbytes.h"

#include <QTcpSocket>

namespace Workbench {

namespace {

constexpr qsizetype routesRemembered = 16;

} // namespace

HttpPool::HttpPool(const Limits &limits)
    : m_limits(limits)
{
}

HttpPool::~HttpPool()
{
    for (Kept &each : m_kept) {
        each.socket->disconnect(this);
        close(std::move(each.socket));
    }
}

void HttpPool::close(std::unique_ptr<QTcpSocket> socket)
{
    socket->abort();
    socket.release()->deleteLater(); // it may be the sender of the signal that runs now
}

std::unique_ptr<HttpStream> HttpPool::reuse(
    const HttpRoute &route, const HttpRequest &request, bool isSecondTry)
{
    for (const std::shared_ptr<Http2Session> &session : std::as_const(m_sessions)) {
        if (session->route() == route && session->takesMore())
            return session->begin(request);
    }
    if (isSecondTry || !keepsConnection(request))
        return nullptr;
    const auto found = std::ranges::find(m_kept, route, &Kept::route);
    if (found == m_kept.end())
        return nullptr;
    Kept kept = std::move(*found);
    m_kept.erase(found);
    kept.socket->disconnect(this);
    kept.timing.lookupUs = kept.timing.connectUs = kept.timing.tlsUs = kept.timing.firstByteUs = -1;
    return std::make_unique<Http1Stream>(
        std::move(kept.socket), route, request, m_limits, kept.timing, weak_from_this(), true);
}

std::unique_ptr<HttpStream> HttpPool::begin(
    HttpConnector &opened, const HttpRoute &route, const HttpRequest &request)
{
    if (!opened.isHttp2()) {
        if (route.offersHttp2 && !m_withoutHttp2.contains(route)) {
            m_withoutHttp2.append(route);
            if (m_withoutHttp2.size() > routesRemembered)
                m_withoutHttp2.removeFirst();
        }
        return std::make_unique<Http1Stream>(
            opened.takeSocket(), route, request, m_limits, opened.timing(), weak_from_this(), false);
    }
    const auto session =
        std::make_shared<Http2Session>(opened.takeSocket(), route, m_limits, opened.timing());
    connect(session.get(), &Http2Session::spent, this, [this, raw = session.get()] {
        m_sessions.removeIf([raw](const auto &each) { return each.get() == raw; });
    });
    m_sessions.append(session);
    return session->begin(request);
}

void HttpPool::keep(std::unique_ptr<QTcpSocket> socket, const HttpRoute &route, const RequestTiming &timing)
{
    const bool isUsable = socket->state() == QAbstractSocket::ConnectedState && socket->bytesAvailable() == 0
        && socket->bytesToWrite() == 0 && m_limits.httpIdleConnectionMs > 0;
    if (!isUsable || m_limits.httpConnectionsPerHost < 1) {
        close(std::move(socket));
        return;
    }
    if (std::ranges::count(m_kept, route, &Kept::route) >= m_limits.httpConnectionsPerHost)
        drop(std::ranges::find(m_kept, route, &Kept::route)->socket.get());
    QTcpSocket *const raw = socket.get();
    const auto dropIt = [this, raw] { drop(raw); };
    // Whatever happens while nobody asked for anything ends it.
    connect(raw, &QTcpSocket::readyRead, this, dropIt);
    connect(raw, &QTcpSocket::disconnected, this, dropIt);
    connect(raw, &QTcpSocket::errorOccurred, this, dropIt);
    auto deadline = std::make_unique<QTimer>();
    deadline->setSingleShot(true);
    connect(deadline.get(), &QTimer::timeout, this, dropIt, Qt::QueuedConnection);
    deadline->start(std::chrono::milliseconds(m_limits.httpIdleConnectionMs));
    m_kept.push_back({route, std::move(socket), timing, std::move(deadline)});
}

void HttpPool::drop(QTcpSocket *socket)
{
    const auto found =
        std::ranges::find_if(m_kept, [socket](const Kept &each) { return each.socket.get() == socket; });
    if (found == m_kept.end())
        return;
    std::unique_ptr<QTcpSocket> owned = std::move(found->socket);
    owned->disconnect(this);
    m_kept.erase(found);
    close(std::move(owned));
}

HttpConnector *HttpPool::awaited(const HttpRoute &route) const
{
    if (!route.offersHttp2 || m_withoutHttp2.contains(route))
        return nullptr;
    for (const Connecting &each : m_connecting) {
        if (each.connector && each.route == route)
            return each.connector;
    }
    return nullptr;
}

void HttpPool::noteConnecting(HttpConnector *connector, const HttpRoute &route)
{
    m_connecting.removeIf([](const Connecting &each) { return each.connector.isNull(); });
    m_connecting.append({route, connector});
}

} // namespace Workbench
