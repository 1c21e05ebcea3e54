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

//! A server on 127.0.0.1 that parses requests only to find their end, and answers with the bytes of a test,
//! valid or not.
class RawServer : public QObject {
public:
    struct Request {
        QByteArray method;
        QByteArray target;
        QByteArray head; //!< includes the request line
        QByteArray body;

        bool hasHeader(QByteArrayView name) const;
        QByteArray header(QByteArrayView name) const;
    };
    using Handler = std::function<void(QTcpSocket *socket, const Request &request)>;

    explicit RawServer(Handler handler);

    //! Switches the server to TLS, at https://localhost. Call it again only to change the certificate.
    void encrypt(const QSslConfiguration &configuration);

    QUrl url(const QString &path = QStringLiteral("/")) const;
    const QList<Request> &requests() const { return m_requests; }
    int connections() const { return m_connections; }

    //! Writes \a bytes and closes the connection normally.
    static void answer(QTcpSocket *socket, const QByteArray &bytes);
    //! Writes \a bytes and resets the connection after they were sent.
    static void answerAndReset(QTcpSocket *socket, const QByteArray &bytes);
    //! Returns a response 200 with \a body and its Content-Length.
    static QByteArray ok(const QByteArray &body, const QByteArray &headers = {});

private:
    void listen(std::unique_ptr<QTcpServer> server);
    void accept();
    void read(QTcpSocket *socket);

    Handler m_handler;
    QList<Request> m_requests;
    QHash<QTcpSocket *, QByteArray> m_buffers;
    int m_connections = 0;
    std::unique_ptr<QTcpServer> m_server; //!< last, so that its sockets are deleted first
};
