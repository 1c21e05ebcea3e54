// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/rawserver.h"

#include <QSslServer>
#include <QTimer>

#include <sys/socket.h>

bool RawServer::Request::hasHeader(QByteArrayView name) const
{
    return head.toLower().contains(QByteArray("\r\n" + name.toByteArray().toLower() + ":"));
}

QByteArray RawServer::Request::header(QByteArrayView name) const
{
    for (const QByteArray &line : head.split('\n')) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0 && QByteArrayView(line).first(colon).compare(name, Qt::CaseInsensitive) == 0)
            return line.sliced(colon + 1).trimmed();
    }
    return {};
}

RawServer::RawServer(Handler handler)
    : m_handler(std::move(handler))
{
    listen(std::make_unique<QTcpServer>());
}

void RawServer::listen(std::unique_ptr<QTcpServer> server)
{
    m_server = std::move(server);
    connect(m_server.get(), &QTcpServer::pendingConnectionAvailable, this, &RawServer::accept);
    if (!m_server->listen(QHostAddress::LocalHost))
        qFatal("no port to listen on");
}

void RawServer::encrypt(const QSslConfiguration &configuration)
{
    auto *const running = qobject_cast<QSslServer *>(m_server.get());
    if (running) {
        running->setSslConfiguration(configuration);
        return;
    }
    auto server = std::make_unique<QSslServer>();
    server->setSslConfiguration(configuration);
    listen(std::move(server));
}

QUrl RawServer::url(const QString &path) const
{
    const bool isEncrypted = qobject_cast<QSslServer *>(m_server.get());
    return QUrl(QString(
        isEncrypted ? QStringLiteral("https://localhost:%1%2") : QStringLiteral("http://127.0.0.1:%1%2"))
            .arg(m_server->serverPort())
            .arg(path));
}

void RawServer::accept()
{
    while (QTcpSocket *socket = m_server->nextPendingConnection()) {
        ++m_connections;
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
        connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
            m_buffers.remove(socket);
            socket->deleteLater();
        });
    }
}

void RawServer::read(QTcpSocket *socket)
{
    QByteArray &buffer = m_buffers[socket];
    buffer += socket->readAll();
    const qsizetype end = buffer.indexOf("\r\n\r\n");
    if (end < 0)
        return;
    Request request;
    request.head = buffer.first(end + 2);
    const qsizetype length = request.header("content-length").toLongLong();
    if (buffer.size() < end + 4 + length)
        return;
    request.body = buffer.sliced(end + 4, length);
    buffer = buffer.sliced(end + 4 + length);
    const QByteArrayList words = request.head.first(request.head.indexOf("\r\n")).split(' ');
    request.method = words.value(0);
    request.target = words.value(1);
    m_requests.append(request);
    m_handler(socket, request);
}

void RawServer::answer(QTcpSocket *socket, const QByteArray &bytes)
{
    socket->write(bytes);
    socket->disconnectFromHost();
}

void RawServer::answerAndReset(QTcpSocket *socket, const QByteArray &bytes)
{
    socket->write(bytes);
    socket->flush();
    // The delay lets the client read the bytes before the reset discards them.
    QTimer::singleShot(50, socket, [socket] {
        const linger atOnce{1, 0};
        ::setsockopt(int(socket->socketDescriptor()), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
        socket->abort();
    });
}

QByteArray RawServer::ok(const QByteArray &body, const QByteArray &headers)
{
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + headers
        + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}
