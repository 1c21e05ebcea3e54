// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httproute.h"
#include "core/transport/http/httpstream.h"

#include <QElapsedTimer>

class QTcpSocket;

namespace Workbench {

class HttpPool;
class ResetWatch;

//! HTTP/1.1: a request that has the connection for itself, and gives it to \a pool afterwards when there is
//! no doubt that the answer was whole.
class Http1Stream : public HttpStream {
    Q_OBJECT
public:
    Http1Stream(std::unique_ptr<QTcpSocket> socket, HttpRoute route, const HttpRequest &request,
        const Limits &limits, RequestTiming timing, std::weak_ptr<HttpPool> pool, bool isReused);
    ~Http1Stream() override;

    std::optional<Result<HttpParsed>> take() override;
    bool mayBeSentAgain() const override;
    bool hasHead() const override { return m_parser.hasHead(); }
    bool isEventStream() const override { return m_parser.isEventStream(); }
    RequestTiming timing() const override { return m_timing; }
    bool isPeerPublic() const override { return m_isPeerPublic; }

private:
    void peerClosed();
    void passOn();

    HttpRoute m_route;
    HttpResponseParser m_parser;
    std::weak_ptr<HttpPool> m_pool;
    bool m_isReused;
    bool m_keeps;
    bool m_isPeerPublic;
    std::unique_ptr<QTcpSocket> m_socket;
    std::unique_ptr<ResetWatch> m_resetWatch;
    std::optional<Error> m_error;
    bool m_hasPeerClosed = false;
    bool m_isReset = false;
    RequestTiming m_timing;
    QElapsedTimer m_sinceSent;
};

} // namespace Workbench
