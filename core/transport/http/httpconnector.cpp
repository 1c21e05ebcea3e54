// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httpconnector.h"

#include "core/transport/http/redirects.h"
#include "core/transport/http/socketerrors.h"

#include <QHostInfo>
#include <QSslConfiguration>
#include <QSslSocket>

namespace Workbench {

using namespace Qt::StringLiterals;

HttpConnector::HttpConnector(HttpRoute route, const Limits &limits)
    : m_route(std::move(route))
    , m_limits(limits)
{
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        fail({ErrorKind::Timeout, u"http.connectDeadline"_s,
            u"did not accept a connection to %1 within %2 (connect deadline)"_s.arg(originOf(urlOf(m_route)),
                limitText(*findLimit(u"connect.timeout"), m_limits.connectTimeoutMs)),
            {}, {}});
    });
}

HttpConnector::~HttpConnector()
{
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->abort();
        m_socket.release()->deleteLater(); // it may be the sender of the signal that runs now
    }
}

std::unique_ptr<QTcpSocket> HttpConnector::takeSocket()
{
    m_socket->disconnect(this);
    return std::move(m_socket);
}

void HttpConnector::start()
{
    m_deadline.start(std::chrono::milliseconds(m_limits.connectTimeoutMs));
    if (m_route.needsPublicPeer)
        resolve();
    else
        connectSocket();
}

// The name is looked up and judged before anything is sent, and the connection goes to the address that was
// judged: a name that answers with another one the next time leads nowhere. A proxy looks names up itself.
void HttpConnector::resolve()
{
    if (const QHostAddress literal(m_route.host); !literal.isNull()) { // a look-up would ask for its name
        connectIfPublic({literal}, {});
        return;
    }
    m_step.start();
    QHostInfo::lookupHost(m_route.host, this, [this](const QHostInfo &found) {
        m_timing.lookupUs = m_step.nsecsElapsed() / 1000;
        connectIfPublic(found.addresses(), found.errorString());
    });
}

void HttpConnector::connectIfPublic(const QList<QHostAddress> &addresses, const QString &problem)
{
    if (m_isDone)
        return;
    const auto usable = std::ranges::find_if(addresses, isPublicAddress);
    if (usable != addresses.end()) {
        if (m_route.proxy.type() == QNetworkProxy::NoProxy)
            m_checkedAddress = *usable;
        connectSocket();
    } else if (addresses.isEmpty()) {
        fail({ErrorKind::Network, u"http.network"_s, u"could not be reached: %1"_s.arg(problem), {}, {}});
    } else if (m_route.isNamedByPeer) {
        fail({ErrorKind::Trust, u"http.privatePeer"_s,
            u"was to be asked at %1, which a server named and which lies in a private network"_s.arg(
                originOf(urlOf(m_route))),
            {}, {}});
    } else {
        fail({ErrorKind::Protocol, u"http.redirect"_s,
            u"redirected from a public address to %1, which leads into a private network"_s.arg(
                originOf(urlOf(m_route))),
            {}, {}});
    }
}

void HttpConnector::connectSocket()
{
    m_socket.reset(m_route.isEncrypted ? new QSslSocket : new QTcpSocket);
    m_socket->setProxy(m_route.proxy);
    connect(m_socket.get(), &QTcpSocket::errorOccurred, this,
        [this](QAbstractSocket::SocketError error) { fail(socketError(*m_socket, error, urlOf(m_route))); });
    connect(m_socket.get(), &QTcpSocket::stateChanged, this, &HttpConnector::noteState);
    const QString peer = m_checkedAddress.isNull() ? m_route.host : m_checkedAddress.toString();
    if (m_route.isEncrypted) {
        connectTls(peer);
        return;
    }
    connect(m_socket.get(), &QTcpSocket::connected, this, &HttpConnector::open);
    m_socket->connectToHost(peer, m_route.port);
}

void HttpConnector::connectTls(const QString &peer)
{
    auto *const tls = static_cast<QSslSocket *>(m_socket.get());
    QSslConfiguration configuration = tls->sslConfiguration();
    QByteArrayList protocols{"http/1.1"_ba};
    if (m_route.offersHttp2)
        protocols.prepend("h2"_ba);
    configuration.setAllowedNextProtocols(protocols);
    if (m_route.clientCertificate) {
        const Result<void> used = useClientCertificate(configuration, *m_route.clientCertificate);
        if (!used) {
            fail(used.error());
            return;
        }
    }
    tls->setSslConfiguration(configuration);
    tls->setPeerVerifyMode(QSslSocket::VerifyPeer);
    connect(tls, &QSslSocket::sslErrors, this, &HttpConnector::judgeCertificate);
    connect(tls, &QSslSocket::encrypted, this, &HttpConnector::open);
    tls->connectToHostEncrypted(peer, m_route.port, m_route.host);
}

void HttpConnector::judgeCertificate(const QList<QSslError> &errors)
{
    auto *const tls = static_cast<QSslSocket *>(m_socket.get());
    if (isAccepted(tls->peerCertificate(), errors, m_route.host, m_route.acceptedCertificates))
        tls->ignoreSslErrors(errors);
}

void HttpConnector::noteState(int state)
{
    const qint64 took = m_step.isValid() ? m_step.nsecsElapsed() / 1000 : 0;
    const bool hasName = m_checkedAddress.isNull() && QHostAddress(m_route.host).isNull();
    if (state == QAbstractSocket::ConnectingState && hasName
        && m_route.proxy.type() == QNetworkProxy::NoProxy)
        m_timing.lookupUs = took;
    else if (state == QAbstractSocket::ConnectedState)
        m_timing.connectUs = took;
    m_step.start();
}

void HttpConnector::open()
{
    if (m_isDone)
        return;
    if (auto *const tls = qobject_cast<QSslSocket *>(m_socket.get())) {
        m_timing.tlsUs = m_step.nsecsElapsed() / 1000;
        m_isHttp2 = tls->sslConfiguration().nextNegotiatedProtocol() == "h2";
    }
    m_timing.protocol = m_isHttp2 ? u"HTTP/2"_s : u"HTTP/1.1"_s;
    const QHostAddress address = m_socket->peerAddress();
    QString peer = address.isNull() ? m_socket->peerName() : address.toString();
    if (peer.contains(u':'))
        peer = u'[' + peer + u']';
    m_timing.peer = peer + u':' + QString::number(m_socket->peerPort());
    m_socket->setSocketOption(
        QAbstractSocket::LowDelayOption, 1); // small frames must not wait for each other
    m_isDone = true;
    m_deadline.stop();
    Q_EMIT opened();
}

void HttpConnector::fail(const Error &error)
{
    if (std::exchange(m_isDone, true))
        return;
    m_deadline.stop();
    Q_EMIT failed(error);
}

} // namespace Workbench
