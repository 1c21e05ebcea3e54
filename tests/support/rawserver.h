// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayList>
#include <QSslConfiguration>
#include <QTcpServer>
#include <QTcpSocket>
#include <QUrl>

#include <functional>
#include <memory>

//! A server on 127.0.0.1 that understands requests just enough to know where they end, and answers with
//! whatever bytes a test wants, right or wrong.
class RawServer : public QObject {
public:
    struct Request {
        QByteArray method;
        QByteArray target;
        QByteArray head; //!< with the request line
        QByteArray body;

        bool hasHeader(QByteArrayView name) const;
        QByteArray header(QByteArrayView name) const;
    };
    using Handler = std::function<void(QTcpSocket *socket, const Request &request)>;

    explicit RawServer(Handler handler);

    //! From now on TLS, at https://localhost; a second time only with another certificate.
    void encrypt(const QSslConfiguration &configuration);

    QUrl url(const QString &path = QStringLiteral("/")) const;
    const QList<Request> &requests() const { return m_requests; }
    int connections() const { return m_connections; }

    //! Writes \a bytes and closes in order.
    static void answer(QTcpSocket *socket, const QByteArray &bytes);
    //! Writes \a bytes and resets the connection once they are sent.
    static void answerAndReset(QTcpSocket *socket, const QByteArray &bytes);
    //! A plain 200 answer with a length.
    static QByteArray ok(const QByteArray &body, const QByteArray &headers = {});

private:
    void listen(std::unique_ptr<QTcpServer> server);
    void accept();
    void read(QTcpSocket *socket);

    Handler m_handler;
    QList<Request> m_requests;
    QHash<QTcpSocket *, QByteArray> m_buffers;
    int m_connections = 0;
    std::unique_ptr<QTcpServer> m_server; //!< last, so that its sockets go while the rest is still there
};
