// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/http2engine.h"
#include "core/transport/http/httproute.h"
#include "core/transport/http/httpstream.h"

#include <QTimer>

class QTcpSocket;

namespace Workbench {

//! One HTTP/2 connection and all the requests on it. What arrives is told to the streams, which hand it on
//! from the event loop: nobody outside runs while the session is in the middle of its bytes. The streams
//! share it; it lives as long as one of them, or the pool. \source RFC 9113
class Http2Session : public QObject, public std::enable_shared_from_this<Http2Session> {
    Q_OBJECT
public:
    Http2Session(
        std::unique_ptr<QTcpSocket> socket, HttpRoute route, const Limits &limits, RequestTiming timing);
    ~Http2Session() override;

    const HttpRoute &route() const { return m_route; }
    //! Whether another request may begin now.
    bool takesMore() const;
    bool isReused() const { return m_begun > 1; } //!< more than one request has been given to it
    bool isPeerPublic() const { return m_isPeerPublic; }
    std::unique_ptr<HttpStream> begin(const HttpRequest &request);

    // For its streams.
    void noteTaken(int id, qsizetype bytes);
    void letGo(int id);

Q_SIGNALS:
    //! Without requests for http.idleConnection, or of no more use. The listener may let it go.
    void spent();

private:
    void read();
    bool readSome();
    void write();
    void restartIdle();

    void endByPeer();
    void end(const Error &error);

    std::unique_ptr<QTcpSocket> m_socket;
    HttpRoute m_route;
    Limits m_limits;
    RequestTiming m_timing;
    bool m_isPeerPublic;
    Http2Engine m_engine;
    int m_begun = 0;
    bool m_isOver = false;
    bool m_hasPeerClosed = false;
    bool m_isReading = false;
    bool m_isWriting = false;
    QTimer m_readAgain;
    QTimer m_idle;
};

} // namespace Workbench
