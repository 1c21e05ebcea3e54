// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/callbacklistener.h"

#include <QPromise>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <functional>
#include <optional>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr auto callbackPath = "/callback"_L1;
constexpr qsizetype longestRequest = 32 << 10;
constexpr int mostConnections = 16; // a browser opens a few on suspicion
constexpr auto requestWithin = std::chrono::seconds(10);

QByteArray page(const QByteArray &status, const QByteArray &sentence)
{
    const QByteArray body = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Envelope "
                            "Workbench</title><p>"
        + sentence + "</p></html>\n";
    return "HTTP/1.1 " + status
        + "\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: " + QByteArray::number(body.size())
        + "\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
          "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"
          "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        + body;
}

} // namespace

class CallbackListener::Private : public QObject {
public:
    explicit Private(const Limits &limits)
        : m_limits(limits)
    {
        m_promise.start();
        m_deadline.setSingleShot(true);
        connect(&m_server, &QTcpServer::pendingConnectionAvailable, this, &Private::accept);
        connect(&m_deadline, &QTimer::timeout, this, [this] {
            settle(std::unexpected(Error{ErrorKind::Timeout, u"oauth.callback"_s,
                u"Nobody finished the sign-in in the browser within %1. Try again, or raise limits.auth.callback."_s
                    .arg(limitText(*findLimit(u"auth.callback"), m_limits.authCallbackMs)),
                {}, {}}));
        });
    }
    ~Private() override
    {
        m_stop.reset();
        cancel();
        m_server.disconnect(this);
    }

    bool listen()
    {
        m_server.setMaxPendingConnections(mostConnections);
        m_deadline.start(std::chrono::milliseconds(m_limits.authCallbackMs));
        return m_server.listen(QHostAddress::LocalHost, 0);
    }
    QString problem() const { return m_server.errorString(); }
    QUrl redirectUri() const
    {
        return QUrl(u"http://127.0.0.1:%1%2"_s.arg(m_server.serverPort()).arg(callbackPath));
    }
    QFuture<Result<QUrlQuery>> answer(std::stop_token cancellation)
    {
        m_stop.emplace(std::move(cancellation), [this] { cancel(); });
        return m_promise.future();
    }

private:
    void cancel()
    {
        settle(std::unexpected(
            Error{ErrorKind::Cancelled, u"oauth.cancelled"_s, u"The sign-in was cancelled."_s, {}, {}}));
    }

    void accept()
    {
        while (QTcpSocket *const socket = m_server.nextPendingConnection()) {
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            if (m_isSettled || m_server.findChildren<QTcpSocket *>().size() > mostConnections) {
                socket->abort();
                continue;
            }
            socket->setReadBufferSize(longestRequest);
            QTimer::singleShot(requestWithin, socket, &QTcpSocket::abort);
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
        }
    }

    void read(QTcpSocket *socket)
    {
        const QByteArray head = socket->peek(longestRequest);
        const qsizetype end = head.indexOf("\r\n\r\n");
        if (end < 0) {
            if (head.size() >= longestRequest)
                socket->abort();
            return;
        }
        socket->disconnect(this);
        socket->readAll();
        const QByteArrayList words = head.left(head.indexOf("\r\n")).split(' ');
        const QByteArray target = words.value(1);
        const qsizetype mark = target.indexOf('?');
        const QByteArray path = mark < 0 ? target : target.first(mark);
        // A name that was made to lead here would carry its own host. R-120
        const QByteArray host = "\r\nhost: " + redirectUri().authority().toLatin1() + "\r\n";
        const bool isOurs = words.size() == 3 && words.constFirst() == "GET"
            && words.at(2).startsWith("HTTP/1.") && path == callbackPath.data()
            && head.first(end + 2).toLower().contains(host);
        if (!isOurs || m_isSettled) {
            socket->write(page("404 Not Found", "There is nothing here."));
            socket->disconnectFromHost();
            return;
        }
        socket->write(page("200 OK", "You can close this window and go back to Envelope Workbench."));
        socket->disconnectFromHost();
        settle(mark < 0 ? QUrlQuery() : QUrlQuery(QString::fromUtf8(target.sliced(mark + 1))));
    }

    void settle(Result<QUrlQuery> result)
    {
        if (std::exchange(m_isSettled, true))
            return;
        m_deadline.stop();
        m_promise.addResult(std::move(result));
        m_promise.finish();
    }

    Limits m_limits;
    QTcpServer m_server;
    QTimer m_deadline;
    QPromise<Result<QUrlQuery>> m_promise;
    bool m_isSettled = false;
    std::optional<std::stop_callback<std::function<void()>>> m_stop;
};

CallbackListener::CallbackListener(std::unique_ptr<Private> state)
    : d(std::move(state))
{
}

CallbackListener::~CallbackListener()
{
    d.release()->deleteLater(); // what it wrote may still be on its way
}

Result<std::unique_ptr<CallbackListener>> CallbackListener::listen(const Limits &limits)
{
    auto state = std::make_unique<Private>(limits);
    if (!state->listen())
        return std::unexpected(Error{ErrorKind::Network, u"oauth.listen"_s,
            u"This computer lets nobody listen on 127.0.0.1, so the browser could not come back: %1"_s.arg(
                state->problem()),
            {}, {}});
    return std::unique_ptr<CallbackListener>(new CallbackListener(std::move(state)));
}

QUrl CallbackListener::redirectUri() const
{
    return d->redirectUri();
}

QFuture<Result<QUrlQuery>> CallbackListener::answer(std::stop_token cancellation)
{
    return d->answer(std::move(cancellation));
}

} // namespace Workbench
