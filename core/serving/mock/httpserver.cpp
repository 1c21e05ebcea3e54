// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/serving/mock/httpserver.h"

#include "core/base/randombytes.h"
#include "core/base/visibletext.h"
#include "core/serving/mock/httprequestreader.h"
#include "core/transport/http/httptext.h"
#include "core/transport/http/servednames.h"
#include "core/transport/websocket/lingeringsocket.h"

#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>
#include <QUrl>

#include <sys/socket.h>
#include <unistd.h>

namespace Workbench {

using namespace Qt::StringLiterals;

using namespace std::chrono_literals;

//! The connection of one client. Reads a request, waits for its answer, reads the next. Deletes itself.
class HttpServer::Connection : public QObject {
public:
    Connection(std::unique_ptr<QTcpSocket> socket, HttpServer *server);
    ~Connection() override;

private:
    class Exchange;
    friend class Exchange;

    void read();
    void take();
    void refuse(const ServedAnswer &answer, const QString &why);
    void send(const QByteArray &bytes);
    void pump();
    void answered(bool mayBeKept); //!< Called when the whole answer is in m_output.
    void next();
    void wait(qint64 milliseconds);
    void overdue();
    void breakOff();
    QByteArray head(const ServedAnswer &answer, qint64 length, bool isChunked, bool keeps) const;

    HttpServer *m_server;
    std::unique_ptr<QTcpSocket> m_socket;
    QString m_peer;
    HttpRequestReader m_reader;
    QByteArray m_input; //!< bytes after the current request
    QByteArray m_output;
    qsizetype m_sent = 0; //!< sent bytes of m_output
    QTimer m_deadline;
    QPointer<Exchange> m_exchange;
    bool m_isHeadSeen = false;
    bool m_isAnswered = false;
    bool m_keeps = false;
};

namespace {

constexpr int backlog = 256;
constexpr qint64 toldAgainAfterMs = 1000;

//! Answers 503 and closes, without a QTcpSocket: with ten thousand clients there would be ten thousand
//! sockets.
void turnAway(qintptr descriptor)
{
    static const QByteArray answer =
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: 34\r\n"
        "Connection: close\r\n\r\nThere are too many connections. \r\n";
    std::ignore =
        ::send(int(descriptor), answer.constData(), size_t(answer.size()), MSG_DONTWAIT | MSG_NOSIGNAL);
    ::shutdown(int(descriptor), SHUT_WR);
    ::close(int(descriptor));
}

constexpr qsizetype sliceSize = qsizetype{256} << 10;

struct Reason {
    int status;
    const char *text;
};
constexpr Reason reasons[] = {{100, "Continue"}, {200, "OK"}, {201, "Created"}, {202, "Accepted"},
    {203, "Non-Authoritative Information"}, {204, "No Content"}, {205, "Reset Content"},
    {206, "Partial Content"}, {301, "Moved Permanently"}, {302, "Found"}, {303, "See Other"},
    {304, "Not Modified"}, {307, "Temporary Redirect"}, {308, "Permanent Redirect"}, {400, "Bad Request"},
    {401, "Unauthorized"}, {403, "Forbidden"}, {404, "Not Found"}, {405, "Method Not Allowed"},
    {406, "Not Acceptable"}, {408, "Request Timeout"}, {409, "Conflict"}, {410, "Gone"},
    {413, "Content Too Large"}, {414, "URI Too Long"}, {415, "Unsupported Media Type"},
    {422, "Unprocessable Content"}, {429, "Too Many Requests"}, {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"}, {501, "Not Implemented"}, {502, "Bad Gateway"},
    {503, "Service Unavailable"}, {504, "Gateway Timeout"}, {505, "HTTP Version Not Supported"}};

QByteArray reasonOf(int status)
{
    const auto found = std::ranges::find(reasons, status, &Reason::status);
    return found == std::end(reasons) ? QByteArray("Status") : QByteArray(found->text);
}

QByteArray reasonFor(const ServedAnswer &answer)
{
    const bool isOneLine = answer.reason && !answer.reason->contains('\r') && !answer.reason->contains('\n');
    return isOneLine ? *answer.reason : reasonOf(answer.status);
}

bool isOurs(QByteArrayView name)
{
    return isSameName(name, "content-length") || isSameName(name, "transfer-encoding")
        || isSameName(name, "connection");
}

bool isSendable(const std::pair<QByteArray, QByteArray> &field)
{
    return isToken(field.first) && isHeaderValue(field.second);
}

bool hasNoBody(int status)
{
    return status < 200 || status == 204 || status == 304;
}

} // namespace

QByteArray ServedRequest::path() const
{
    const qsizetype mark = target.indexOf('?');
    return mark < 0 ? target : target.first(mark);
}

QByteArray ServedRequest::header(QByteArrayView name) const
{
    QByteArrayList values;
    for (const auto &[key, value] : headers) {
        if (isSameName(key, name))
            values.append(value);
    }
    return values.join(", ");
}

class HttpServer::Listener : public QTcpServer {
public:
    explicit Listener(HttpServer *server)
        : m_server(server)
    {
        setListenBacklogSize(backlog);
    }

protected:
    void incomingConnection(qintptr descriptor) override { m_server->accept(descriptor); }

private:
    HttpServer *m_server;
};

HttpServer::HttpServer(Options options, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
{
}

HttpServer::~HttpServer()
{
    stop();
}

Result<void> HttpServer::listen(const QHostAddress &address, quint16 port)
{
    auto first = std::make_unique<Listener>(this);
    if (!first->listen(address, port)) {
        return std::unexpected(Error{ErrorKind::Network, u"http.listen"_s,
            u"Could not listen on %1 port %2: %3. Choose another port."_s.arg(address.toString())
                .arg(port)
                .arg(first->errorString())});
    }
    m_isLoopback = address.isLoopback();
    const quint16 taken = first->serverPort();
    m_listeners.push_back(std::move(first));
    if (address == QHostAddress(QHostAddress::LocalHost)) {
        auto second = std::make_unique<Listener>(this);
        if (second->listen(QHostAddress(QHostAddress::LocalHostIPv6), taken))
            m_listeners.push_back(std::move(second));
    }
    return {};
}

void HttpServer::stop()
{
    m_listeners.clear();
    while (!m_connections.empty())
        delete *m_connections.begin(); // its destructor removes it from the set
}

quint16 HttpServer::port() const
{
    return m_listeners.empty() ? 0 : m_listeners.front()->serverPort();
}

QString HttpServer::url() const
{
    QUrl url;
    url.setScheme(u"http"_s);
    url.setHost(m_listeners.empty() ? QString() : m_listeners.front()->serverAddress().toString());
    url.setPort(port());
    return url.toString();
}

void HttpServer::accept(qintptr descriptor)
{
    if (qint64(m_connections.size()) + m_lingering >= m_options.limits.mockConnections) {
        turnAway(descriptor);
        if (!m_sinceFull.isValid() || m_sinceFull.elapsed() > toldAgainAfterMs) {
            m_sinceFull.start();
            Q_EMIT refused(QString(), 503,
                u"There are %1 connections already (limit mock.connections)."_s.arg(
                    m_options.limits.mockConnections));
        }
        return;
    }
    auto socket = std::make_unique<QTcpSocket>();
    if (!socket->setSocketDescriptor(descriptor)) {
        ::close(int(descriptor));
        return;
    }
    m_connections.insert(new Connection(std::move(socket), this)); // deletes itself, or stop() does
}

void HttpServer::letGoOf(std::unique_ptr<QTcpSocket> socket)
{
    ++m_lingering;
    connect(socket.get(), &QObject::destroyed, this, [this] { --m_lingering; });
    letGo(std::move(socket), 1s, true);
}

void HttpServer::forget(Connection *connection)
{
    m_connections.erase(connection);
}

ServedAnswer HttpServer::problem(
    int status, const QString &title, const QString &detail, const Json &extension)
{
    QList<Json::Member> members{{u"type"_s, Json::string(u"about:blank")}, {u"title"_s, Json::string(title)},
        {u"status"_s, Json::integer(status)}, {u"detail"_s, Json::string(detail)}};
    for (const auto member : extension.members())
        members.append({member.key(), member.value()});
    return {status, {{"Content-Type", "application/problem+json"}}, Json::object(members).toBytes()};
}

//! Returns the refusal of a request, or nothing. Protects against web pages that found the port, DNS
//! rebinding, and clients without the token. \source core/RULES.md R-120
std::optional<ServedAnswer> HttpServer::refusalOf(const ServedRequest &request) const
{
    const QByteArray host = request.header("host").split(',').constFirst().trimmed();
    const QUrl named(u"http://"_s + QString::fromLatin1(host), QUrl::StrictMode);
    const ServedNames names{
        .isLocal = m_isLoopback, .port = port(), .hosts = m_options.hosts, .origins = m_options.origins};
    if (!host.isEmpty() && !names.knowsHost(named.host()))
        return problem(403, u"Forbidden"_s, u"The Host header does not name this server."_s);
    if (!names.knowsOrigin(request.header("origin")))
        return problem(403, u"Forbidden"_s, u"Requests from that Origin are not allowed."_s);
    if (m_options.token.isEmpty())
        return {};
    const QByteArray credential = request.header("authorization");
    const bool isBearer = credential.first(std::min<qsizetype>(7, credential.size())).toLower() == "bearer ";
    if (isBearer && isSameSecret(credential.sliced(7).trimmed(), m_options.token))
        return {};
    ServedAnswer answer = problem(401, u"Unauthorized"_s, u"A bearer token is required."_s);
    answer.headers.emplaceBack("WWW-Authenticate", "Bearer");
    return answer;
}

//! The current request of a connection.
class HttpServer::Connection::Exchange : public ServedExchange {
public:
    Exchange(ServedRequest request, Connection *connection)
        : ServedExchange(connection)
        , m_request(std::move(request))
        , m_connection(connection)
    {
    }

    const ServedRequest &request() const override { return m_request; }
    void answer(const ServedAnswer &answer) override
    {
        if (m_hasBegun)
            return;
        m_hasBegun = true;
        const bool keeps = m_connection->m_reader.mayBeKept();
        m_connection->send(m_connection->head(answer, answer.body.size(), false, keeps));
        if (!isBodiless(answer.status))
            m_connection->send(answer.body);
        m_connection->answered(keeps);
    }
    void answerPartly(const ServedAnswer &answer, qsizetype bytes) override
    {
        if (m_hasBegun)
            return;
        m_hasBegun = true;
        m_connection->send(m_connection->head(answer, answer.body.size(), false, false));
        if (!isBodiless(answer.status))
            m_connection->send(answer.body.first(std::clamp<qsizetype>(bytes, 0, answer.body.size())));
        m_connection->answered(false);
    }
    void begin(const ServedAnswer &answer) override
    {
        if (m_hasBegun)
            return;
        m_hasBegun = true;
        m_isChunked = m_connection->m_reader.mayBeKept();
        m_hasBody = !isBodiless(answer.status);
        m_connection->send(m_connection->head(answer, -1, m_isChunked, m_isChunked));
        write(answer.body);
    }
    void write(const QByteArray &bytes) override
    {
        if (!m_hasBegun || !m_hasBody || bytes.isEmpty())
            return;
        m_connection->send(
            m_isChunked ? QByteArray(QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n") : bytes);
    }
    void finish() override
    {
        if (!m_hasBegun)
            return;
        if (m_isChunked && m_hasBody)
            m_connection->send("0\r\n\r\n");
        m_connection->answered(m_isChunked);
    }
    void drop() override { m_connection->breakOff(); }
    qint64 bytesToWrite() const override
    {
        return m_connection->m_output.size() - m_connection->m_sent + m_connection->m_socket->bytesToWrite();
    }

private:
    bool isBodiless(int status) const { return m_request.method == "HEAD" || hasNoBody(status); }

    ServedRequest m_request;
    Connection *m_connection;
    bool m_hasBegun = false;
    bool m_isChunked = false;
    bool m_hasBody = true;
};

HttpServer::Connection::Connection(std::unique_ptr<QTcpSocket> socket, HttpServer *server)
    : m_server(server)
    , m_socket(std::move(socket))
    , m_peer(u"%1:%2"_s.arg(m_socket->peerAddress().toString()).arg(m_socket->peerPort()))
    , m_reader(server->m_options.limits.mockBodyBytes)
{
    m_socket->setReadBufferSize(sliceSize);
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, &Connection::overdue);
    connect(m_socket.get(), &QTcpSocket::readyRead, this, &Connection::read);
    connect(m_socket.get(), &QTcpSocket::bytesWritten, this, &Connection::pump);
    connect(m_socket.get(), &QTcpSocket::disconnected, this, &Connection::breakOff);
    wait(server->m_options.limits.mockHeaderTimeoutMs);
}

HttpServer::Connection::~Connection()
{
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->abort();
        m_socket.release()->deleteLater(); // the socket may be emitting the signal that led here
    }
    m_server->forget(this);
}

void HttpServer::Connection::wait(qint64 milliseconds)
{
    m_deadline.start(std::chrono::milliseconds(milliseconds));
}

void HttpServer::Connection::read()
{
    if (m_exchange || m_isAnswered) // pipelined: bytes beyond the socket's buffer wait at the client
        return;
    m_input += m_socket->readAll();
    take();
}

void HttpServer::Connection::take()
{
    const bool hadBegun = m_reader.hasBegun();
    if (const auto fault = m_reader.feed(m_input)) {
        refuse(problem(fault->status, QString::fromLatin1(reasonOf(fault->status)), fault->sentence),
            fault->sentence);
        return;
    }
    if (!m_reader.hasHead()) {
        if (!hadBegun && m_reader.hasBegun() && m_deadline.remainingTime() < 0)
            wait(m_server->m_options.limits.mockHeaderTimeoutMs);
        return;
    }
    if (!std::exchange(m_isHeadSeen, true)) {
        m_reader.request().peer = m_peer;
        if (const auto refusal = m_server->refusalOf(m_reader.request())) {
            refuse(*refusal, QString());
            return;
        }
        wait(m_server->m_options.limits.requestTimeoutMs); // for the body
        if (m_reader.expectsContinue())
            send("HTTP/1.1 100 Continue\r\n\r\n");
    }
    if (!m_reader.isComplete())
        return;
    m_deadline.stop();
    m_exchange = new Exchange(std::move(m_reader.request()), this);
    Q_EMIT m_server->asked(m_exchange.data());
}

QByteArray HttpServer::Connection::head(
    const ServedAnswer &answer, qint64 length, bool isChunked, bool keeps) const
{
    QByteArray head = "HTTP/1.1 " + QByteArray::number(answer.status) + ' ' + reasonFor(answer) + "\r\n";
    for (const auto &field : answer.headers) {
        if (isSendable(field) && !isOurs(field.first))
            head += field.first + ": " + field.second + "\r\n";
    }
    if (isChunked && !hasNoBody(answer.status))
        head += "Transfer-Encoding: chunked\r\n";
    else if (length >= 0 && !hasNoBody(answer.status))
        head += "Content-Length: " + QByteArray::number(length) + "\r\n";
    if (!keeps)
        head += "Connection: close\r\n";
    return head + "\r\n";
}

void HttpServer::Connection::refuse(const ServedAnswer &answer, const QString &why)
{
    m_deadline.stop();
    std::unique_ptr<QTcpSocket> socket = std::move(m_socket);
    socket->disconnect(this);
    socket->write(head(answer, answer.body.size(), false, false) + answer.body);
    m_server->letGoOf(std::move(socket));
    const QString sentence = why.isEmpty() ? QString::fromUtf8(answer.body) : why;
    Q_EMIT m_server->refused(m_peer, answer.status, visibleText(sentence, false, 300));
    deleteLater();
}

void HttpServer::Connection::send(const QByteArray &bytes)
{
    if (!m_socket)
        return;
    if (m_output.isEmpty()) // the assignment shares the bytes: an answer may be large
        m_output = bytes;
    else
        m_output += bytes;
    pump();
}

void HttpServer::Connection::pump()
{
    if (!m_socket)
        return;
    while (m_sent < m_output.size() && m_socket->bytesToWrite() < sliceSize) {
        const qsizetype size = std::min(sliceSize, m_output.size() - m_sent);
        m_socket->write(m_output.constData() + m_sent, size);
        m_sent += size;
    }
    const bool isAllOut = m_sent >= m_output.size();
    if (isAllOut) {
        m_output.clear();
        m_sent = 0;
    }
    if (m_exchange)
        Q_EMIT m_exchange->bytesWritten();
    if (!m_socket)
        return;
    const bool waits = m_socket->bytesToWrite() > 0;
    if (m_exchange || m_isAnswered) {
        if (waits)
            wait(m_server->m_options.limits.requestTimeoutMs); // a client that does not read
        else
            m_deadline.stop();
    }
    if (m_isAnswered && isAllOut && (!waits || m_keeps))
        QMetaObject::invokeMethod(this, &Connection::next, Qt::QueuedConnection);
}

void HttpServer::Connection::answered(bool mayBeKept)
{
    if (!m_exchange || m_isAnswered)
        return;
    m_isAnswered = true;
    m_keeps = mayBeKept;
    m_exchange->deleteLater();
    m_exchange = nullptr;
    pump();
    // A client that sent everything may have closed that direction, and QTcpSocket then closes both.
    while (m_socket && m_socket->flush()) { }
}

void HttpServer::Connection::next()
{
    const bool isOut = m_sent >= m_output.size() && (m_keeps || !m_socket || m_socket->bytesToWrite() == 0);
    if (!m_socket || !isOut || !std::exchange(m_isAnswered, false))
        return;
    if (!m_keeps) {
        m_deadline.stop();
        std::unique_ptr<QTcpSocket> socket = std::move(m_socket);
        socket->disconnect(this);
        m_server->letGoOf(std::move(socket));
        deleteLater();
        return;
    }
    m_reader = HttpRequestReader(m_server->m_options.limits.mockBodyBytes);
    m_isHeadSeen = false;
    wait(m_server->m_options.limits.httpIdleConnectionMs);
    m_input += m_socket->readAll();
    if (!m_input.isEmpty()) {
        wait(m_server->m_options.limits.mockHeaderTimeoutMs);
        take();
    }
}

void HttpServer::Connection::overdue()
{
    const bool isReading = !m_exchange && !m_isAnswered;
    if (isReading && m_reader.hasBegun()) {
        refuse(problem(408, u"Request Timeout"_s, u"The request did not arrive in time."_s), QString());
        return;
    }
    if (!isReading)
        Q_EMIT m_server->refused(m_peer, 0, u"the client does not read its answer"_s);
    breakOff();
}

//! Closes the connection. The socket and this object are deleted from the event loop, because one of them may
//! be emitting.
void HttpServer::Connection::breakOff()
{
    if (!m_socket)
        return;
    m_deadline.stop();
    m_socket->disconnect(this);
    m_socket->abort();
    m_socket.release()->deleteLater();
    delete m_exchange.data();
    deleteLater();
}

} // namespace Workbench

#include "moc_httpserver.cpp"
