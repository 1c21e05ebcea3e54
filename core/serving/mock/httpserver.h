// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <QByteArrayList>
#include <QElapsedTimer>
#include <QHostAddress>
#include <QObject>

#include <functional>
#include <memory>
#include <set>

class QTcpSocket;

namespace Workbench {

using HttpFields = QList<std::pair<QByteArray, QByteArray>>;

//! One complete request of a client of HttpServer. Names of headers are as the client wrote them.
struct ServedRequest {
    QByteArray method;
    QByteArray target; //!< path and query as written: "/pets?limit=2"
    HttpFields headers;
    QByteArray body;
    QString peer; //!< "127.0.0.1:4711"

    QByteArray path() const;
    //! Returns the value of a header, ignoring case. Repeated headers are joined with ", ".
    QByteArray header(QByteArrayView name) const;
};

//! The answer to a request. The server makes the headers for length and connection itself and leaves them out
//! of \c headers.
struct ServedAnswer {
    int status = 200;
    HttpFields headers{};
    QByteArray body{};
    std::optional<QByteArray> reason{}; //!< the reason phrase; nothing: the usual one of the status
};

//! One request that waits for its answer. Answer it exactly once. Only the connection deletes it, so hold it
//! by QPointer. GUI thread.
class ServedExchange : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual const ServedRequest &request() const = 0;
    virtual void answer(const ServedAnswer &answer) = 0;
    //! Announces the length of the whole \a answer, sends \a bytes of its body and closes the connection.
    virtual void answerPartly(const ServedAnswer &answer, qsizetype bytes) = 0;
    //! Begins an answer of unknown length. The body of \a answer comes first.
    virtual void begin(const ServedAnswer &answer) = 0;
    //! Sends the next piece of the body; does nothing if the client is gone.
    virtual void write(const QByteArray &bytes) = 0;
    virtual void finish() = 0;
    virtual void drop() = 0; //!< Closes the connection without an answer.
    //! Returns the number of bytes that wait for the client to read them.
    virtual qint64 bytesToWrite() const = 0;

Q_SIGNALS:
    void bytesWritten();
};

//! A small HTTP/1.1 server for mock services. It checks the form, the Host, the Origin, the token and the
//! size of a request before it emits asked(). It handles one request of a connection at a time.
//!
//! Why not QHttpServer: core/DECISIONS.md "Mock HTTP server".
//! \source RFC 9112 sections 3, 6, 9; core/RULES.md
class HttpServer : public QObject {
    Q_OBJECT
public:
    struct Options {
        Limits limits{}; //!< mock.connections, mock.headerTimeout, mock.bodyBytes
        QByteArray token{}; //!< bearer token that every request needs; empty: no token
        QByteArrayList hosts{}; //!< names allowed in Host beside those of this computer
        QByteArrayList origins{}; //!< web pages that may send requests, beside our own: "https://example.org"
    };
    explicit HttpServer(Options options, QObject *parent = nullptr);
    ~HttpServer() override;

    //! Listens on \a address and \a port; port 0 is any free port. With 127.0.0.1 it also listens on ::1 if
    //! this computer has it. Fails with ErrorKind::Network if the port is taken.
    Result<void> listen(
        const QHostAddress &address = QHostAddress(QHostAddress::LocalHost), quint16 port = 0);
    void stop(); //!< Stops listening and closes every connection.
    quint16 port() const; //!< Returns the port, or 0 if the server does not listen.
    QString url() const; //!< Returns the address of the server: http://127.0.0.1:4711
    qsizetype connections() const { return qsizetype(m_connections.size()); }

    //! Returns an answer with a problem document for a refusal.
    static ServedAnswer problem(
        int status, const QString &title, const QString &detail, const Json &extension = {});

Q_SIGNALS:
    void asked(Workbench::ServedExchange *exchange); //!< Emitted for each checked request.
    //! Emitted for a client that was not served; \a why is for the log. Status 0: no answer was sent.
    void refused(const QString &peer, int status, const QString &why);

private:
    class Listener;
    class Connection;
    friend class Connection;
    void accept(qintptr descriptor);
    void letGoOf(std::unique_ptr<QTcpSocket> socket);
    std::optional<ServedAnswer> refusalOf(const ServedRequest &request) const;
    void forget(Connection *connection);

    Options m_options;
    std::vector<std::unique_ptr<Listener>> m_listeners;
    std::set<Connection *> m_connections; //!< each deletes itself
    qint64 m_lingering = 0; //!< number of sockets that still send their last answer
    QElapsedTimer m_sinceFull;
    bool m_isLoopback = true;
};

} // namespace Workbench
