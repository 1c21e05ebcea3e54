// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QTimer>

namespace Workbench {

class HttpHop;
class HttpPool;

//! A request through all its redirects, with the deadlines that span them.
class HttpReplyImpl : public HttpReply {
    Q_OBJECT
public:
    HttpReplyImpl(
        QString sourceName, const Limits &limits, std::shared_ptr<HttpPool> pool, HttpRequest request);
    ~HttpReplyImpl() override;

    void abort() override;
    void setReading(bool reading) override;
    RequestTiming timing() const override { return m_timing; }

private:
    void startHop(HttpRequest request, bool needsPublicPeer);
    void takeHead(const HttpResponseHead &head);
    void end(bool complete, Error error);
    void endLater(Error error);

    QString m_sourceName;
    Limits m_limits;
    std::shared_ptr<HttpPool> m_pool;
    HttpRequest m_request;
    std::unique_ptr<HttpHop> m_hop;
    int m_redirects = 0;
    bool m_reading = true;
    bool m_isDone = false;
    std::optional<Error> m_pendingEnd;
    RequestTiming m_timing;
    QElapsedTimer m_sinceStart;
    QTimer m_start;
    QTimer m_headersDeadline;
    QTimer m_totalDeadline;
};

} // namespace Workbench
