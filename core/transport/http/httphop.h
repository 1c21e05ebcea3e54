// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/contentdecoder.h"
#include "core/transport/http/httpclient.h"
#include "core/transport/http/httproute.h"
#include "core/transport/http/httpstream.h"

#include <QElapsedTimer>
#include <QTimer>

#include <deque>

namespace Workbench {

class HttpConnector;
class HttpPool;

//! One request without its redirects, and the answer to it. Nothing is ever sent twice. Signals come from the
//! event loop; the listener may delete the hop in any of them.
class HttpHop : public QObject {
    Q_OBJECT
public:
    //! \a pool: where its connection is looked for and given to. \a needsPublicPeer: a redirect from a public
    //! address, which may not lead to a private one, or a URL that a peer gave.
    HttpHop(HttpRequest request, const Limits &limits, std::shared_ptr<HttpPool> pool, bool needsPublicPeer);
    ~HttpHop() override;

    void start();
    void setReading(bool reading);
    bool isPeerPublic() const;
    RequestTiming timing() const; //!< its totalUs since start()

Q_SIGNALS:
    void headReceived(const Workbench::HttpResponseHead &head);
    void bodyReceived(const QByteArray &chunk);
    //! Messages are predicates without a subject: "closed the connection before …".
    void ended(bool complete, const Workbench::Error &error);

private:
    void findConnection();
    void openConnection();
    void useConnection();
    void useStream(std::unique_ptr<HttpStream> stream);
    void pump();
    bool deliverWaiting();
    void take(Result<HttpParsed> parsed);
    void takeAnswer(HttpParsed parsed);
    void fail(Error error);
    void finish();
    void restartIdle();

    HttpRequest m_request;
    Limits m_limits;
    std::shared_ptr<HttpPool> m_pool;
    HttpRoute m_route;
    bool m_hasWaited = false; //!< for another request's connection
    bool m_isSecondTry = false;
    bool m_reading = true;
    bool m_isDone = false;
    std::unique_ptr<HttpConnector> m_connector; //!< until there is a stream
    std::unique_ptr<HttpStream> m_stream;
    std::optional<ContentDecoder> m_decoder;
    std::optional<HttpResponseHead> m_waitingHead;
    std::deque<QByteArray> m_waiting; //!< decoded, not delivered yet
    std::optional<Error> m_error; //!< told when all before it is delivered
    bool m_isComplete = false;
    QElapsedTimer m_sinceStart;
    QTimer m_idleDeadline;
    QTimer m_pump;
};

} // namespace Workbench
