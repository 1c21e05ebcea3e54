// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/websocket/websocketclient.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/transport/http/connectionerrors.h"
#include "core/transport/http/httpproxy.h"
#include "core/transport/http/httprequestbytes.h"
#include "core/transport/http/httptext.h"
#include "core/transport/http/redirects.h"
#include "core/transport/websocket/websockethandshake.h"

#include <QNetworkProxy>
#include <QNetworkRequest>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslError>
#include <QSslSocket>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype shownBody = 16384; // the bytes of a refusal that are kept

//! Returns the handshake with \a endpoint as an HTTP request.
HttpRequest asHttp(const MessageEndpoint &endpoint)
{
    HttpRequest http;
    http.url = endpoint.url;
    http.url.setScheme(endpoint.url.scheme() == u"wss"_s ? u"https"_s : u"http"_s);
    http.headers = endpoint.headers;
    return http;
}

//! Returns the request for Qt, without the headers that Qt sets, and without a password in the URL that Qt
//! would send when challenged.
QNetworkRequest upgradeFor(const MessageEndpoint &endpoint)
{
    constexpr std::array qtHeaders{
        "sec-websocket-key", "sec-websocket-version", "sec-websocket-protocol", "sec-websocket-extensions"};
    QNetworkRequest upgrade(endpoint.url.adjusted(QUrl::RemoveUserInfo));
    for (const auto &[name, value] : endpoint.headers) {
        if (isConnectionHeader(name)
            || std::ranges::any_of(qtHeaders, [&name](const char *own) { return isSameName(name, own); }))
            continue;
        const QByteArray before = upgrade.rawHeader(name);
        const QByteArray between = isSameName(name, "cookie") ? "; " : ", ";
        upgrade.setRawHeader(name, before.isNull() ? value : QByteArray(before + between + value));
    }
    if (!upgrade.hasRawHeader("User-Agent"))
        upgrade.setRawHeader("User-Agent", "envelope-workbench");
    return upgrade;
}

//! Returns whether \a bytes, the beginning of an answer, may go on as an answer of HTTP/1.
bool beginsLikeHttp(const QByteArray &bytes)
{
    static constexpr QByteArrayView version("HTTP/1.");
    const qsizetype size = std::min(bytes.size(), version.size());
    return QByteArrayView(bytes).first(size) == version.first(size);
}

} // namespace

WebSocketClient::WebSocketClient(MessageEndpoint endpoint, const Limits &limits)
    : WebSocketChannel(WebSocketRole::Client, endpoint.sourceName, limits)
    , m_endpoint(std::move(endpoint))
{
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        fail(advisingLimit(
            {ErrorKind::Timeout, u"ws.handshakeDeadline"_s,
                u"%1 at %2 within %3. Check its address."_s.arg(m_step, originOf(m_endpoint.url),
                    limitText(*findLimit(u"ws.handshake"), this->limits().wsHandshakeMs))},
            u"ws.handshake", this->limits().wsHandshakeMs));
    });
}

WebSocketClient::~WebSocketClient()
{
    WebSocketClient::stopConnecting();
}

void WebSocketClient::stopConnecting()
{
    m_deadline.stop();
    if (!m_connecting)
        return;
    m_connecting->disconnect(this);
    if (QTcpSocket *const socket = socketOf(*m_connecting))
        socket->disconnect(this);
    QWebSocket *const webSocket = m_connecting.get();
    m_connecting.reset(); // first, so that the deletion is posted before any event that abort() makes Qt post
    webSocket->abort();
}

void WebSocketClient::open()
{
    if (std::exchange(m_isStarted, true) || state() != State::Connecting)
        return;
    const bool isWebSocket = m_endpoint.url.scheme() == u"ws"_s || m_endpoint.url.scheme() == u"wss"_s;
    if (!isWebSocket) {
        fail({ErrorKind::Usage, u"ws.address"_s,
            u"cannot be contacted: \"%1\" is not a ws or wss address."_s.arg(
                visibleText(m_endpoint.url.toDisplayString(QUrl::RemoveUserInfo), false, 200))});
    } else if (const Result<void> valid = checkRequest(asHttp(m_endpoint)); !valid) {
        fail(valid.error());
    } else if (const Result<QNetworkProxy> proxy = proxyFor(asHttp(m_endpoint).url); !proxy) {
        fail(proxy.error());
    } else if (m_endpoint.url.host() != m_endpoint.url.host(QUrl::FullyEncoded)) {
        fail({ErrorKind::Usage, u"ws.address"_s,
            u"cannot be contacted: Qt cannot write the name \"%1\" into a request. Give the source another name of the server, or its IP address."_s
                .arg(visibleText(m_endpoint.url.host(), false, 200))});
    } else {
        m_deadline.start(std::chrono::milliseconds(limits().wsHandshakeMs));
        connectSocket();
    }
}

void WebSocketClient::connectSocket()
{
    m_connecting.reset(new QWebSocket);
    m_connecting->setProxy(proxyFor(asHttp(m_endpoint).url).value_or(QNetworkProxy::NoProxy));
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setAllowedNextProtocols({"http/1.1"_ba});
    configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    m_connecting->setSslConfiguration(configuration);
    connect(m_connecting.get(), &QWebSocket::connected, this, &WebSocketClient::takeUpgrade);
    connect(m_connecting.get(), &QWebSocket::errorOccurred, this, &WebSocketClient::readAnswer);
    m_connecting->open(upgradeFor(m_endpoint));
    if (QTcpSocket *const socket = socketOf(*m_connecting)) {
        listenTo(socket);
        return;
    }
    fail({ErrorKind::Usage, u"ws.address"_s,
        u"cannot be contacted: %1"_s.arg(visibleText(m_connecting->errorString(), false, 200))});
}

//! Connects to the signals of \a socket, after Qt, so that Qt's own slots come first.
void WebSocketClient::listenTo(QTcpSocket *socket)
{
    auto *const tls = qobject_cast<QSslSocket *>(socket);
    const auto asked = [this] {
        m_hasAsked = true;
        m_step = "did not answer the WebSocket handshake"_L1;
    };
    connect(socket, &QTcpSocket::connected, this, [this, socket, tls, asked] {
        keepAnswer(*socket);
        m_step = "did not agree on TLS"_L1;
        if (!tls)
            asked();
    });
    connect(socket, &QTcpSocket::errorOccurred, this, [this, socket](QAbstractSocket::SocketError error) {
        if (error == QAbstractSocket::RemoteHostClosedError && m_hasAsked)
            return; // disconnected() follows
        Error failure = socketError(*socket, error, m_endpoint.url);
        if (failure.code == u"http.closed"_s || failure.code == u"http.tlsHandshake"_s)
            failure.message += u". Check the port and the scheme (ws or wss) of its address."_s;
        fail(std::move(failure));
    });
    connect(socket, &QTcpSocket::disconnected, this, [this] {
        readAnswer();
        if (!m_hasAsked || !m_connecting)
            return;
        const QString how = m_hasAnswerBegun
            ? u"ended the connection in the middle of its answer to the WebSocket handshake"_s
            : u"closed the connection before it answered the WebSocket handshake"_s;
        fail({ErrorKind::Network, u"ws.noAnswer"_s,
            QString(how + u". Check the port and the scheme (ws or wss) of its address."_s)});
    });
    connect(socket, &QTcpSocket::readyRead, this, &WebSocketClient::readAnswer);
    if (!tls)
        return;
    connect(tls, &QSslSocket::encrypted, this, asked);
    connect(tls, &QSslSocket::sslErrors, this,
        [this, tls](const QList<QSslError> &errors) { judgeCertificate(tls, errors); });
}

void WebSocketClient::judgeCertificate(QSslSocket *tls, const QList<QSslError> &errors)
{
    const QString host = m_endpoint.url.host(QUrl::FullyEncoded);
    if (isAccepted(tls->peerCertificate(), errors, host, m_endpoint.acceptedCertificates))
        tls->ignoreSslErrors(errors);
}

//! Reads an answer that did not open the WebSocket, and fails as soon as its head is whole.
void WebSocketClient::readAnswer()
{
    QTcpSocket *const socket = m_connecting ? socketOf(*m_connecting) : nullptr;
    if (!socket || !keepsAnswer(*socket))
        return;
    const QByteArray bytes = takeKeptAnswer(*socket);
    const qsizetype end = bytes.indexOf("\r\n\r\n");
    if (!bytes.isEmpty() && !std::exchange(m_hasAnswerBegun, true))
        m_step = "did not finish its answer to the WebSocket handshake"_L1;
    const bool isUnfinished = end < 0 && beginsLikeHttp(bytes);
    if (isUnfinished && bytes.size() > limits().httpHeaderBytes) {
        fail(limitError(*findLimit(u"http.headerBytes"), u"sent headers larger than the limit"_s,
            limits().httpHeaderBytes));
    } else if (isUnfinished) {
        keepAnswer(*socket);
    } else if (const auto head = answerHeadFrom(end < 0 ? bytes : bytes.first(end + 4), limits())) {
        const QByteArray body = bytes.sliced(end + 4).first(std::min(bytes.size() - end - 4, shownBody));
        fail(refusedUpgrade(*head, body, m_endpoint.url, m_connecting->errorString(), limits()));
    } else {
        fail({ErrorKind::Protocol, u"ws.handshake"_s,
            QString(
                head.error().message + u". Check the port and the scheme (ws or wss) of its address."_s)});
    }
}

//! Takes over the WebSocket. Called inside Qt's slot, before Qt reads the bytes after the head.
void WebSocketClient::takeUpgrade()
{
    QTcpSocket *const socket = socketOf(*m_connecting);
    const QByteArray bytes = takeKeptAnswer(*socket);
    const qsizetype size = bytes.indexOf("\r\n\r\n") + 4;
    const Result<HttpResponseHead> head = answerHeadFrom(bytes.first(std::min(size, bytes.size())), limits());
    if (const auto refused = head ? unofferedExtension(*head) : std::optional(head.error())) {
        fail(*refused);
        return;
    }
    socket->skip(size);
    socket->disconnect(this);
    m_connecting->disconnect(this);
    m_deadline.stop();
    describeHandshake(m_endpoint.url, head->headers);
    takeOver(std::move(m_connecting));
    start();
}

void WebSocketClient::fail(Error error)
{
    if (state() != State::Connecting)
        return;
    stopConnecting();
    endBeforeOpen({EndedBy::Network, 1006, {}}, sentence(std::move(error)));
}

} // namespace Workbench

#include "moc_websocketclient.cpp"
