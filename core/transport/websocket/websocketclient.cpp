// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/websocket/websocketclient.h"

#include "core/base/visibletext.h"
#include "core/transport/http/httpproxy.h"
#include "core/transport/http/httprequestbytes.h"
#include "core/transport/http/httpresponseparser.h"
#include "core/transport/http/redirects.h"
#include "core/transport/http/socketerrors.h"
#include "core/transport/websocket/websockethandshake.h"

#include <QNetworkProxy>
#include <QPointer>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslError>
#include <QSslSocket>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! The same place in the words of HTTP, which the handshake is.
HttpRequest asHttp(const WebSocketRequest &request)
{
    HttpRequest http;
    http.url = request.url;
    http.url.setScheme(request.url.scheme() == u"wss"_s ? u"https"_s : u"http"_s);
    http.headers = request.headers;
    return http;
}

} // namespace

WebSocketClient::WebSocketClient(WebSocketRequest request, const Limits &limits)
    : WebSocketChannel(WebSocketRole::Client, request.sourceName, limits)
    , m_request(std::move(request))
{
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        const QString step =
            m_hasSent ? u"did not answer the WebSocket handshake"_s : u"did not accept a connection"_s;
        fail({ErrorKind::Timeout, u"ws.handshakeDeadline"_s,
            u"%1 at %2 within %3. Check its address, or raise limits.ws.handshake."_s.arg(step,
                originOf(m_request.url),
                limitText(*findLimit(u"ws.handshake"), this->limits().wsHandshakeMs)),
            {}, {}});
    });
}

WebSocketClient::~WebSocketClient()
{
    if (!m_connecting)
        return;
    m_connecting->disconnect(this);
    m_connecting->abort();
    m_connecting.release()->deleteLater();
}

void WebSocketClient::open()
{
    if (std::exchange(m_isStarted, true) || state() != State::Connecting)
        return;
    const bool isWebSocket = m_request.url.scheme() == u"ws"_s || m_request.url.scheme() == u"wss"_s;
    if (!isWebSocket) {
        fail({ErrorKind::Usage, u"ws.address"_s,
            u"cannot be asked: \"%1\" is no ws or wss address."_s.arg(
                visibleText(m_request.url.toDisplayString(QUrl::RemoveUserInfo), false, 200)),
            {}, {}});
    } else if (const Result<void> valid = checkRequest(asHttp(m_request)); !valid) {
        fail(valid.error());
    } else {
        m_deadline.start(std::chrono::milliseconds(limits().wsHandshakeMs));
        connectSocket();
    }
}

void WebSocketClient::connectSocket()
{
    const HttpRequest http = asHttp(m_request);
    const bool isEncrypted = http.url.scheme() == u"https"_s;
    auto *const tls = isEncrypted ? new QSslSocket : nullptr;
    m_connecting.reset(isEncrypted ? tls : new QTcpSocket);
    m_connecting->setProxy(proxyFor(http.url));
    connect(m_connecting.get(), &QTcpSocket::errorOccurred, this, [this](QAbstractSocket::SocketError error) {
        if (error == QAbstractSocket::RemoteHostClosedError && m_hasSent)
            return; // disconnected() follows; what was read is judged first
        fail(socketError(*m_connecting, error, m_request.url));
    });
    connect(m_connecting.get(), &QTcpSocket::disconnected, this, [this] {
        if (!m_hasSent)
            return;
        const QPointer<WebSocketClient> self(this);
        readAnswer();
        if (self)
            fail({ErrorKind::Network, u"ws.noAnswer"_s,
                u"closed the connection during the WebSocket handshake. Check its address."_s, {}, {}});
    });
    connect(m_connecting.get(), &QTcpSocket::readyRead, this, &WebSocketClient::readAnswer);
    const QString host = http.url.host(QUrl::FullyEncoded);
    if (tls) {
        QSslConfiguration configuration = tls->sslConfiguration();
        configuration.setAllowedNextProtocols({"http/1.1"_ba});
        tls->setSslConfiguration(configuration);
        tls->setPeerVerifyMode(QSslSocket::VerifyPeer);
        connect(tls, &QSslSocket::sslErrors, this, &WebSocketClient::judgeCertificate);
        connect(tls, &QSslSocket::encrypted, this, &WebSocketClient::sendHandshake);
        tls->connectToHostEncrypted(host, quint16(http.url.port(443)));
    } else {
        connect(m_connecting.get(), &QTcpSocket::connected, this, &WebSocketClient::sendHandshake);
        m_connecting->connectToHost(host, quint16(http.url.port(80)));
    }
}

void WebSocketClient::judgeCertificate(const QList<QSslError> &errors)
{
    auto *const tls = qobject_cast<QSslSocket *>(m_connecting.get());
    const QString host = m_request.url.host(QUrl::FullyEncoded);
    if (tls && isAccepted(tls->peerCertificate(), errors, host, m_request.acceptedCertificates))
        tls->ignoreSslErrors(errors);
}

void WebSocketClient::sendHandshake()
{
    m_key = newWebSocketKey();
    m_answer = std::make_unique<HttpResponseParser>(limits(), false, true);
    HttpHeaders upgrade{
        {"Upgrade", "websocket"}, {"Sec-WebSocket-Version", "13"}, {"Sec-WebSocket-Key", m_key}};
    if (!m_request.subprotocols.isEmpty())
        upgrade.append({"Sec-WebSocket-Protocol", m_request.subprotocols.join(", ")});
    m_hasSent = true;
    m_connecting->write(upgradeHead(asHttp(m_request), upgrade));
}

//! A line at a time, so that what follows the head of a 101 is left for the frames.
void WebSocketClient::readAnswer()
{
    while (m_connecting && m_answer && m_connecting->bytesAvailable() > 0) {
        const QByteArray line = m_connecting->readLine(4096);
        if (line.isEmpty())
            return;
        const Result<HttpParsed> parsed = m_answer->feed(line);
        if (!parsed) {
            fail(parsed.error());
        } else if (parsed->head) {
            m_answer.reset();
            const bool isOpen = parsed->head->status == 101;
            judge(*parsed->head, isOpen ? QByteArray() : m_connecting->read(16384));
            return; // a listener may have deleted this
        }
    }
}

void WebSocketClient::judge(const HttpResponseHead &head, const QByteArray &body)
{
    if (std::optional<Error> refused = refusedUpgrade(head, m_key, m_request.subprotocols, body, limits())) {
        fail(*std::move(refused));
        return;
    }
    m_deadline.stop();
    m_connecting->disconnect(this);
    describeHandshake(m_request.url, head.headers, head.header("sec-websocket-protocol"));
    takeOver(std::move(m_connecting), {});
    start();
    Q_EMIT opened();
}

void WebSocketClient::fail(Error error)
{
    if (state() != State::Connecting)
        return;
    m_deadline.stop();
    m_answer.reset();
    if (m_connecting) {
        m_connecting->disconnect(this);
        m_connecting->abort();
        m_connecting.release()->deleteLater(); // it may be the sender of the signal that runs now
    }
    endBeforeOpen({EndedBy::Network, 1006, {}}, sentence(std::move(error)));
}

} // namespace Workbench
