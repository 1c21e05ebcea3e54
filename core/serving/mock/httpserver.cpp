// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/serving/mock/httpserver.h"

#include "core/serving/mock/httpconnection_p.h"
#include "core/transport/http/httpproxy.h"
#include "core/transport/http/httptext.h"
#include "core/transport/websocket/lingeringsocket.h"

#include <QTcpServer>
#include <QUrl>

#include <sys/socket.h>
#include <unistd.h>

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int backlog = 256;
constexpr qint64 toldAgainAfterMs = 1000;

//! Without a socket of Qt's: ten thousand clients cost ten thousand of these.
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

} // namespace

bool isSameToken(const QByteArray &one, const QByteArray &other)
{
    if (one.size() != other.size())
        return false;
    uint difference = 0;
    for (qsizetype i = 0; i < one.size(); ++i)
        difference |= uint(uchar(one.at(i)) ^ uchar(other.at(i)));
    return difference == 0;
}

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
                .arg(first->errorString()),
            {}, {}});
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
        delete *m_connections.begin(); // forgets itself
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
                u"There are %1 connections already. Raise limits.mock.connections to accept more."_s.arg(
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

//! Against web pages that find out our port, names that lead here, and others without the token. \source
//! reliability.md R-120
std::optional<ServedAnswer> HttpServer::refusalOf(const ServedRequest &request) const
{
    const QByteArray host = request.header("host").split(',').constFirst().trimmed();
    const QUrl named(u"http://"_s + QString::fromLatin1(host), QUrl::StrictMode);
    const QString name = named.host();
    const bool isKnown = isLoopbackHost(name) || m_options.hosts.contains(name.toLatin1())
        || (!m_isLoopback && m_options.hosts.isEmpty());
    if (!host.isEmpty() && (name.isEmpty() || !isKnown))
        return problem(403, u"Forbidden"_s, u"This server is not known by that name."_s);
    const QByteArray origin = request.header("origin");
    const QUrl page(QString::fromLatin1(origin), QUrl::StrictMode);
    const bool isOwnPage = isLoopbackHost(page.host()) && page.port(80) == port();
    if (!origin.isEmpty() && !isOwnPage && !m_options.origins.contains(origin))
        return problem(403, u"Forbidden"_s, u"Pages of that origin may not ask."_s);
    if (m_options.token.isEmpty())
        return {};
    const QByteArray credential = request.header("authorization");
    const bool isBearer = credential.first(std::min<qsizetype>(7, credential.size())).toLower() == "bearer ";
    if (isBearer && isSameToken(credential.sliced(7).trimmed(), m_options.token))
        return {};
    ServedAnswer answer = problem(401, u"Unauthorized"_s, u"A token is needed."_s);
    answer.headers.emplaceBack("WWW-Authenticate", "Bearer");
    return answer;
}

} // namespace Workbench
