// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/visibletext.h"
#include "core/serving/mock/httpconnection_p.h"
#include "core/transport/http/httptext.h"
#include "core/transport/websocket/lingeringsocket.h"

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

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

bool isOurs(QByteArrayView name)
{
    return isSameName(name, "content-length") || isSameName(name, "transfer-encoding")
        || isSameName(name, "connection");
}

bool isSendable(const std::pair<QByteArray, QByteArray> &field)
{
    return !field.first.isEmpty() && std::ranges::all_of(field.first, isTokenCharacter)
        && std::ranges::none_of(
            field.second, [](char c) { return (uchar(c) < 0x20 && c != '\t') || c == 0x7f; });
}

bool hasNoBody(int status)
{
    return status < 200 || status == 204 || status == 304;
}

} // namespace

//! The request that is answered now.
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
        m_socket.release()->deleteLater(); // it may be what is calling
    }
    m_server->forget(this);
}

void HttpServer::Connection::wait(qint64 milliseconds)
{
    m_deadline.start(std::chrono::milliseconds(milliseconds));
}

void HttpServer::Connection::read()
{
    if (m_exchange || m_isAnswered) // pipelined: what the socket's buffer does not hold waits at the client
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
    QByteArray head =
        "HTTP/1.1 " + QByteArray::number(answer.status) + ' ' + reasonOf(answer.status) + "\r\n";
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
    if (m_output.isEmpty()) // shared, not copied: an answer may be large
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
    // Who has said all may have closed that direction, and a socket of Qt's closes both when it hears of it.
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
        refuse(problem(408, u"Request Timeout"_s, u"The request did not come in time."_s), QString());
        return;
    }
    if (!isReading)
        Q_EMIT m_server->refused(m_peer, 0, u"it does not read its answer"_s);
    breakOff();
}

//! From the event loop, for it may be what calls.
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
