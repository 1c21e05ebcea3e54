// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/websocket/websocketserver.h"

#include "core/base/visibletext.h"

#include <QSslConfiguration>
#include <QSslSocket>
#include <QTcpServer>
#include <QWebSocketServer>

namespace Workbench {

using namespace Qt::StringLiterals;

using namespace std::chrono_literals;

namespace {

constexpr auto acceptAgainAfter = 100ms;
constexpr qint64 largestRequest = qint64{32} << 10; // a handshake is far smaller
constexpr char tlsFirstByte = 0x16; // the first byte of a ClientHello

} // namespace

WebSocketPeer::WebSocketPeer(
    WebSocketPtr webSocket, const RequestHead &request, const QByteArray &early, const Limits &limits)
    : WebSocketChannel(WebSocketRole::Server,
          u"%1:%2"_s.arg(webSocket->peerAddress().toString()).arg(webSocket->peerPort()), limits)
{
    const QUrl server(u"ws://"_s + QString::fromLatin1(request.header("host")), QUrl::StrictMode);
    const QUrl url = server.resolved(QUrl::fromEncoded(request.target));
    describeHandshake(url, request.headers);
    QTcpSocket *const socket = socketOf(*webSocket);
    takeOver(std::move(webSocket));
    giveBack(*socket, early);
}

//! Creates plain sockets, or, with a certificate, sockets on which TLS is still to be started.
class WebSocketServer::Listener : public QTcpServer {
public:
    Listener(const std::optional<ServerCertificate> &certificate, QObject *parent)
        : QTcpServer(parent)
        , m_isEncrypted(certificate.has_value())
        , m_configuration(QSslConfiguration::defaultConfiguration())
    {
        // After an error QTcpServer stops accepting, even when descriptors are free again.
        connect(this, &QTcpServer::acceptError, this,
            [this] { QTimer::singleShot(acceptAgainAfter, this, [this] { acceptAgain(); }); });
        if (!certificate)
            return;
        m_configuration.setLocalCertificateChain(certificate->chain);
        m_configuration.setPrivateKey(certificate->key);
        m_configuration.setPeerVerifyMode(QSslSocket::VerifyNone); // clients prove themselves with a token
        m_configuration.setAllowedNextProtocols({"http/1.1"_ba});
    }
    bool isEncrypted() const { return m_isEncrypted; }
    void acceptAgain()
    {
        if (isListening())
            resumeAccepting();
    }

protected:
    void incomingConnection(qintptr descriptor) override
    {
        if (!m_isEncrypted) {
            QTcpServer::incomingConnection(descriptor);
            return;
        }
        auto *const socket = new QSslSocket(this);
        if (!socket->setSocketDescriptor(descriptor)) {
            delete socket;
            return;
        }
        socket->setSslConfiguration(m_configuration);
        addPendingConnection(socket);
    }

private:
    bool m_isEncrypted;
    QSslConfiguration m_configuration;
};

//! A client whose handshake is not finished.
class WebSocketServer::Handshake : public QObject {
public:
    Handshake(QTcpSocket *client, WebSocketServer *server)
        : socket(client)
        , peer(u"%1:%2"_s.arg(client->peerAddress().toString()).arg(client->peerPort()))
        , m_server(server)
    {
        socket->setParent(nullptr);
        socket->setReadBufferSize(largestRequest + 1);
        m_deadline.setSingleShot(true);
        connect(&m_deadline, &QTimer::timeout, this, [this] {
            const qint64 waitedMs = m_server->m_options.limits.mockHeaderTimeoutMs;
            const QString within = limitText(*findLimit(u"mock.headerTimeout"), waitedMs);
            if (canAnswer())
                m_server->refuse(this,
                    refusal(408, "Request Timeout",
                        "The request was not complete within " + within.toUtf8() + '.',
                        u"did not send a complete request within %1, the limit mock.headerTimeout"_s.arg(
                            within)));
            else
                m_server->fail(
                    this, u"did not agree on TLS within %1. It has to connect with wss://."_s.arg(within));
        });
        m_deadline.start(std::chrono::milliseconds(server->m_options.limits.mockHeaderTimeoutMs));
        connect(socket.get(), &QTcpSocket::readyRead, this, &Handshake::read);
        if (auto *const tls = qobject_cast<QSslSocket *>(client)) {
            connect(tls, &QSslSocket::errorOccurred, this, [this] {
                if (!canAnswer())
                    m_server->fail(this,
                        u"did not agree on TLS (%1). It has to connect with wss:// and to accept the certificate."_s
                            .arg(socket->errorString()));
            });
            tls->startServerEncryption();
        }
        connect(client, &QTcpSocket::disconnected, this, [this] { m_server->drop(this); });
    }
    ~Handshake() override
    {
        if (socket) {
            socket->disconnect(this);
            socket->abort();
            socket.release()->deleteLater();
        }
    }

    //! Makes Qt answer with 101.
    void upgrade(const RequestHead &request)
    {
        m_deadline.stop(); // Qt answers in a later turn of the event loop
        socket->disconnect(this);
        connect(socket.get(), &QTcpSocket::disconnected, this, [this] {
            m_upgrade.release()->deleteLater(); // one of its slots may have closed the socket
            m_server->fail(this, u"ended the connection during the handshake"_s);
        });
        m_upgrade = std::make_unique<QWebSocketServer>(QString(), QWebSocketServer::NonSecureMode);
        connect(m_upgrade.get(), &QWebSocketServer::newConnection, this, [this, request] {
            WebSocketPtr webSocket(m_upgrade->nextPendingConnection());
            socket->disconnect(this);
            adopt(*webSocket, *socket.release());
            m_server->letIn(this, request, std::move(webSocket), m_early);
        });
        m_early = handOver(*socket, *m_upgrade);
    }
    //! Stops listening to the socket.
    void retire()
    {
        m_deadline.stop();
        if (socket)
            socket->disconnect(this);
    }
    //! Returns whether an HTTP answer can be sent, that is, TLS is not still being negotiated.
    bool canAnswer() const
    {
        const auto *const tls = qobject_cast<const QSslSocket *>(socket.get());
        return !tls || tls->isEncrypted();
    }

    std::unique_ptr<QTcpSocket> socket;
    const QString peer;

private:
    void read()
    {
        const QByteArray bytes = socket->peek(largestRequest + 1);
        const qsizetype end = bytes.indexOf("\r\n\r\n");
        if (bytes.startsWith(tlsFirstByte) && !m_server->m_server->isEncrypted()) {
            m_server->refuse(this,
                refusal(400, "Bad Request", "TLS is not supported here. Connect with ws://.",
                    u"began TLS, but this address is not encrypted. It has to connect with ws://."_s));
            return;
        }
        if (end < 0 && bytes.size() <= largestRequest)
            return;
        const std::optional<RequestHead> request =
            end < 0 ? std::nullopt : upgradeRequestFrom(bytes.first(end + 4));
        if (request)
            m_server->settle(this, *request);
        else if (end < 0)
            m_server->refuse(
                this, refusal(431, "Request Header Fields Too Large", "The request is larger than 32 KiB."));
        else
            m_server->refuse(this, refusal(400, "Bad Request", "This is not a request of HTTP/1.1."));
    }

    WebSocketServer *m_server;
    QByteArray m_early; //!< the bytes after the request
    std::unique_ptr<QWebSocketServer> m_upgrade; //!< one per handshake: Qt does not tell its sockets apart
    QTimer m_deadline;
};

WebSocketServer::WebSocketServer(Options options, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
{
    if (m_options.connections <= 0) {
        m_options.connections = m_options.limits.mockConnections;
        m_connectionsKey = "mock.connections"_L1;
    }
    m_server = std::make_unique<Listener>(m_options.certificate, this);
    connect(m_server.get(), &QTcpServer::newConnection, this, &WebSocketServer::accept);
}

WebSocketServer::~WebSocketServer() = default;

Result<void> WebSocketServer::listen(const QHostAddress &address, quint16 port)
{
    if (m_server->listen(address, port))
        return {};
    return std::unexpected(Error{ErrorKind::Network, u"ws.listen"_s,
        u"Could not listen on %1 port %2: %3. Choose another port."_s.arg(address.toString())
            .arg(port)
            .arg(m_server->errorString())});
}

void WebSocketServer::stop()
{
    m_server->close();
    m_handshakes.clear();
}

quint16 WebSocketServer::port() const
{
    return m_server->serverPort();
}

QUrl WebSocketServer::url() const
{
    QUrl url;
    url.setScheme(m_server->isEncrypted() ? u"wss"_s : u"ws"_s);
    url.setHost(m_server->serverAddress().toString());
    url.setPort(m_server->serverPort());
    url.setPath(QString::fromLatin1(m_options.path));
    return url;
}

std::unique_ptr<WebSocketPeer> WebSocketServer::nextChannel()
{
    if (m_ready.empty())
        return nullptr;
    std::unique_ptr<WebSocketPeer> channel = std::move(m_ready.front());
    m_ready.pop_front();
    channel->begin();
    return channel;
}

UpgradeAnswer WebSocketServer::unauthorized(bool hadToken)
{
    return refusal(401, "Unauthorized", "Send a valid token in the header Authorization: Bearer TOKEN.",
        hadToken ? u"sent a token that is not valid here"_s : u"sent no token, and one is required"_s,
        {{"WWW-Authenticate", "Bearer"}});
}

void WebSocketServer::accept()
{
    while (QTcpSocket *const socket = m_server->nextPendingConnection()) {
        auto handshake = std::make_unique<Handshake>(socket, this);
        Handshake *const raw = handshake.get();
        m_handshakes.insert(std::move(handshake));
        if (m_open + qint64(m_handshakes.size()) > m_options.connections)
            refuse(raw,
                refusal(503, "Service Unavailable", "There are too many connections. Try again later.",
                    u"exceeds the connection limit %1 (%2)"_s.arg(m_connectionsKey)
                        .arg(m_options.connections)));
    }
}

//! Judges path, Host and Origin, against web pages that find the port and names that resolve to this
//! computer. Returns nothing if they are accepted. \source core/RULES.md R-120
std::optional<UpgradeAnswer> WebSocketServer::refusalOf(const RequestHead &request) const
{
    if (request.path() != m_options.path)
        return refusal(404, "Not Found", "The WebSocket is at " + m_options.path + '.',
            u"asked for \"%1\"; the WebSocket is at %2"_s.arg(
                QString::fromLatin1(request.path()), QString::fromLatin1(m_options.path)));
    const ServedNames names{.isLocal = m_server->serverAddress().isLoopback(),
        .isEncrypted = m_server->isEncrypted(),
        .port = m_server->serverPort(),
        .origins = m_options.origins};
    const QByteArray host = request.header("host");
    if (!names.knowsHost(host))
        return refusal(403, "Forbidden",
            "The Host header names another server. Connect to 127.0.0.1 or localhost.",
            u"asked for the host \"%1\", which is not a name of this server"_s.arg(
                QString::fromLatin1(host)));
    const QByteArray origin = request.header("origin");
    if (!names.knowsOrigin(origin))
        return refusal(403, "Forbidden", "Web pages of this origin may not connect.",
            u"is a web page of \"%1\", which may not connect. To allow it: envelope serve --allow-page ORIGIN"_s
                .arg(QString::fromLatin1(origin)));
    return std::nullopt;
}

void WebSocketServer::settle(Handshake *handshake, const RequestHead &request)
{
    std::optional<UpgradeAnswer> refusal = refusalOf(request);
    if (!refusal)
        refusal = refusedRequest(request);
    if (!refusal && m_options.admit)
        refusal = m_options.admit(request);
    if (refusal)
        refuse(handshake, *refusal);
    else
        handshake->upgrade(request);
}

void WebSocketServer::letIn(
    Handshake *handshake, const RequestHead &request, WebSocketPtr webSocket, const QByteArray &early)
{
    drop(handshake);
    auto channel = std::make_unique<WebSocketPeer>(std::move(webSocket), request, early, m_options.limits);
    ++m_open;
    connect(channel.get(), &QObject::destroyed, this, [this] { --m_open; });
    m_ready.push_back(std::move(channel));
    Q_EMIT channelReady();
}

void WebSocketServer::refuse(Handshake *handshake, const UpgradeAnswer &answer)
{
    const QString why = visibleText(
        answer.toUs.isEmpty() ? QString::fromUtf8(answer.body.trimmed()) : answer.toUs, false, 300);
    const QString peer = handshake->peer;
    if (handshake->canAnswer()) {
        std::unique_ptr<QTcpSocket> socket = std::move(handshake->socket);
        socket->disconnect(handshake);
        drop(handshake);
        socket->write(answerBytes(answer));
        letGo(std::move(socket), 1s, true);
    } else {
        drop(handshake);
    }
    Q_EMIT refused(peer, answer.status, why);
}

//! Refuses without an answer, because the client could not read one.
void WebSocketServer::fail(Handshake *handshake, const QString &why)
{
    const QString peer = handshake->peer;
    drop(handshake);
    Q_EMIT refused(peer, 0, visibleText(why, false, 300));
}

//! Deletes from the event loop, because \a handshake may be the caller.
void WebSocketServer::drop(Handshake *handshake)
{
    const auto found = std::ranges::find(m_handshakes, handshake, &std::unique_ptr<Handshake>::get);
    if (found == m_handshakes.end())
        return;
    auto node = m_handshakes.extract(found);
    node.value()->retire();
    node.value().release()->deleteLater();
}

} // namespace Workbench

#include "moc_websocketserver.cpp"
