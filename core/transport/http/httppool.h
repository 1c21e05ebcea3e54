// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httproute.h"
#include "core/transport/http/httpstream.h"

#include <QPointer>
#include <QTimer>

#include <list>

class QTcpSocket;

namespace Workbench {

class Http2Session;
class HttpConnector;

//! The open connections of one client. An HTTP/2 connection carries many requests at a time; one of HTTP/1.1
//! waits here between two, for http.idleConnection at most.
class HttpPool : public QObject, public std::enable_shared_from_this<HttpPool> {
    Q_OBJECT
public:
    explicit HttpPool(const Limits &limits);
    ~HttpPool() override;

    //! \a request on a connection that stands; null: there is none. \a isSecondTry: one that was kept has
    //! just failed, and others to the same server may be as dead.
    std::unique_ptr<HttpStream> reuse(const HttpRoute &route, const HttpRequest &request, bool isSecondTry);
    //! \a request on the connection that \a opened has made.
    std::unique_ptr<HttpStream> begin(
        HttpConnector &opened, const HttpRoute &route, const HttpRequest &request);
    //! Keeps a connection that is between two requests.
    void keep(std::unique_ptr<QTcpSocket> socket, const HttpRoute &route, const RequestTiming &timing);

    //! A connection under way whose HTTP/2 session the next request of \a route may share; null: none.
    HttpConnector *awaited(const HttpRoute &route) const;
    void noteConnecting(HttpConnector *connector, const HttpRoute &route);

private:
    struct Kept {
        HttpRoute route;
        std::unique_ptr<QTcpSocket> socket;
        RequestTiming timing;
        std::unique_ptr<QTimer> deadline;
    };
    struct Connecting {
        HttpRoute route;
        QPointer<HttpConnector> connector;
    };

    void drop(QTcpSocket *socket);
    static void close(std::unique_ptr<QTcpSocket> socket);

    Limits m_limits;
    std::list<Kept> m_kept; //!< oldest first
    QList<std::shared_ptr<Http2Session>> m_sessions;
    QList<Connecting> m_connecting;
    QList<HttpRoute> m_withoutHttp2; //!< known not to speak it, the latest few
};

} // namespace Workbench
