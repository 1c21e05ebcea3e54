// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QTimer>

#include <deque>

namespace Workbench {

class HttpHop;
class HttpConnections;

//! One request with all its redirects and with the deadlines that span them.
class HttpReplyImpl : public HttpReply {
    Q_OBJECT
public:
    HttpReplyImpl(QString sourceName, const Limits &limits, std::shared_ptr<HttpConnections> connections,
        HttpRequest request);
    ~HttpReplyImpl() override;

    void abort() override;
    void setReading(bool reading) override;
    RequestTiming timing() const override { return m_timing; }
    QByteArray rawBody() const override { return m_raw; }
    std::optional<Error> unconnected(QStringView key, std::chrono::milliseconds waited) const override;

private:
    void begin();
    void beginSoon();
    void startHop(HttpRequest request, bool needsPublicPeer);
    void takeSent(const QByteArray &head);
    void tellWhatWasSent(bool isCancelled);
    void tellWhatWasUnusable(const Error &error) const;
    void takeHead(const HttpResponseHead &head);
    Error privatePeer(Error error) const;
    void end(bool complete, Error error);

    QString m_sourceName;
    Limits m_limits;
    std::shared_ptr<HttpConnections> m_connections;
    HttpRequest m_request;
    std::unique_ptr<HttpHop> m_hop;
    QByteArray m_raw;
    std::deque<QByteArray> m_sentHeads; //!< heads of a deleted hop for which onSent is due
    int m_sent = 0; //!< how often the request was sent since the last redirect
    int m_redirects = 0;
    QString m_redirectedFrom; //!< the origin that redirected last
    bool m_reading = true;
    bool m_isDone = false;
    bool m_isAborted = false;
    RequestTiming m_timing;
    QElapsedTimer m_sinceStart;
    QTimer m_headersDeadline;
    QTimer m_totalDeadline;
};

} // namespace Workbench
