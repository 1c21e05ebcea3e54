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

//! What a client of our HTTP server asked, whole. Names of headers are as the client wrote them.
struct ServedRequest {
    QByteArray method;
    QByteArray target; //!< path and query as written: "/pets?limit=2"
    HttpFields headers;
    QByteArray body;
    QString peer; //!< "127.0.0.1:4711"

    QByteArray path() const;
    QByteArray header(QByteArrayView name) const; //!< ignoring case; repeats joined with ", "
};

//! What we answer with. Length and connection headers are ours and left out of \a headers.
struct ServedAnswer {
    int status = 200;
    HttpFields headers{};
    QByteArray body{};
};

//! One request that waits for its answer. Answered once; deleted only by its connection, so that it is
//! held by QPointer. GUI thread.
class ServedExchange : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual const ServedRequest &request() const = 0;
    virtual void answer(const ServedAnswer &answer) = 0;
    //! Promises the whole of \a answer, sends \a bytes of its body and breaks the connection.
    virtual void answerPartly(const ServedAnswer &answer, qsizetype bytes) = 0;
    //! Begins an answer whose length is not known; the body of \a answer comes first.
    virtual void begin(const ServedAnswer &answer) = 0;
    //! The next piece; ignored when the client is gone.
    virtual void write(const QByteArray &bytes) = 0;
    virtual void finish() = 0;
    virtual void drop() = 0; //!< breaks the connection without a word
    //! Bytes that wait for the client to read them.
    virtual qint64 bytesToWrite() const = 0;

Q_SIGNALS:
    void bytesWritten();
};

//! A small HTTP/1.1 server for mock services. Before a request is shown to anybody its form, its Host and
//! Origin, its token and its size have been looked at; one request of a connection at a time.
//!
//! Why not QHttpServer: core/DECISIONS.md "Mock HTTP server".
//! \source RFC 9112 sections 3, 6, 9; core/RULES.md
class HttpServer : public QObject {
    Q_OBJECT
public:
    struct Options {
        Limits limits{}; //!< mock.connections, mock.headerTimeout, mock.bodyBytes
        QByteArray token{}; //!< that every request needs; empty: none
        QByteArrayList hosts{}; //!< names in Host beside those of this computer
        QByteArrayList origins{}; //!< of web pages that may ask beside our own: "https://example.org"
    };
    explicit HttpServer(Options options, QObject *parent = nullptr);
    ~HttpServer() override;

    //! On 127.0.0.1 also on ::1, if this computer has it. ErrorKind::Network when the port is taken. Port 0:
    //! any that is free.
    Result<void> listen(
        const QHostAddress &address = QHostAddress(QHostAddress::LocalHost), quint16 port = 0);
    void stop(); //!< breaks every connection
    quint16 port() const;
    QString url() const; //!< http://127.0.0.1:4711
    qsizetype connections() const { return qsizetype(m_connections.size()); }

    //! The sentence of a refusal as a problem document.
    static ServedAnswer problem(
        int status, const QString &title, const QString &detail, const Json &extension = {});

Q_SIGNALS:
    void asked(Workbench::ServedExchange *exchange);
    //! A client that was not served: from where, and why. Status 0: it was given no answer.
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
    qint64 m_lingering = 0; //!< sockets that still say their last
    QElapsedTimer m_sinceFull;
    bool m_isLoopback = true;
};

} // namespace Workbench
