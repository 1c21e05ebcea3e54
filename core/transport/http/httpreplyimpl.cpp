// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httpreplyimpl.h"

#include "core/base/visibletext.h"
#include "core/transport/http/httpadvice.h"
#include "core/transport/http/httphop.h"
#include "core/transport/http/httppool.h"
#include "core/transport/http/redirects.h"

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

HttpReplyImpl::HttpReplyImpl(
    QString sourceName, const Limits &limits, std::shared_ptr<HttpPool> pool, HttpRequest request)
    : m_sourceName(std::move(sourceName))
    , m_limits(limits)
    , m_pool(std::move(pool))
    , m_request(std::move(request))
{
    for (QTimer *timer : {&m_start, &m_headersDeadline, &m_totalDeadline})
        timer->setSingleShot(true);
    connect(&m_start, &QTimer::timeout, this, [this] {
        if (m_pendingEnd)
            end(false, *std::exchange(m_pendingEnd, std::nullopt));
        else if (!m_isDone)
            startHop(m_request, m_request.publicPeerOnly);
    });
    connect(&m_headersDeadline, &QTimer::timeout, this, [this] {
        end(false,
            {ErrorKind::Timeout, u"http.headersDeadline"_s,
                u"sent no answer within %1 (headers deadline)"_s.arg(
                    durationText(m_request.headersWithin.count())),
                {}, {}});
    });
    connect(&m_totalDeadline, &QTimer::timeout, this, [this] {
        end(false,
            {ErrorKind::Timeout, u"http.totalDeadline"_s,
                u"did not finish its answer within %1 (total deadline)"_s.arg(
                    durationText(m_request.totalWithin.count())),
                {}, {}});
    });
    m_sinceStart.start();
    m_start.start(0ms);
    m_headersDeadline.start(m_request.headersWithin);
    if (!m_request.longLived)
        m_totalDeadline.start(m_request.totalWithin);
}

HttpReplyImpl::~HttpReplyImpl() = default;

void HttpReplyImpl::abort()
{
    endLater({ErrorKind::Cancelled, u"http.cancelled"_s, u"was not waited for: the request was cancelled"_s,
        {}, {}});
}

void HttpReplyImpl::endLater(Error error)
{
    if (m_isDone)
        return;
    if (m_hop)
        m_timing = m_hop->timing();
    m_hop.reset();
    m_pendingEnd = std::move(error);
    m_start.start(0ms);
}

void HttpReplyImpl::setReading(bool reading)
{
    m_reading = reading;
    if (m_hop)
        m_hop->setReading(reading);
}

void HttpReplyImpl::startHop(HttpRequest request, bool needsPublicPeer)
{
    if (m_hop)
        m_hop.release()->deleteLater(); // its signal may be the one that runs now
    m_request = std::move(request);
    m_hop = std::make_unique<HttpHop>(m_request, m_limits, m_pool, needsPublicPeer);
    connect(m_hop.get(), &HttpHop::headReceived, this, &HttpReplyImpl::takeHead);
    connect(m_hop.get(), &HttpHop::bodyReceived, this, &HttpReply::bodyReceived);
    connect(m_hop.get(), &HttpHop::ended, this, &HttpReplyImpl::end);
    m_hop->setReading(m_reading);
    m_hop->start();
}

void HttpReplyImpl::takeHead(const HttpResponseHead &head)
{
    if (!isRedirect(head)) {
        m_headersDeadline.stop();
        m_timing = head.timing;
        Q_EMIT headReceived(head);
        return;
    }
    Result<HttpRequest> next = redirected(m_request, head, m_redirects, m_limits);
    if (!next) {
        end(false, std::move(next).error());
        return;
    }
    ++m_redirects;
    const bool needsPublicPeer = m_request.publicPeerOnly || m_hop->isPeerPublic();
    m_hop->disconnect(this);
    startHop(*std::move(next), needsPublicPeer);
}

void HttpReplyImpl::end(bool complete, Error error)
{
    if (std::exchange(m_isDone, true))
        return;
    m_start.stop();
    m_headersDeadline.stop();
    m_totalDeadline.stop();
    if (m_hop)
        m_timing = m_hop->timing();
    m_timing.totalUs = m_sinceStart.nsecsElapsed() / 1000;
    if (m_hop) {
        m_hop->disconnect(this);
        m_hop.release()->deleteLater();
    }
    if (!complete)
        error = asSentence(std::move(error), m_sourceName);
    Q_EMIT finished(complete, error);
}

} // namespace Workbench
