// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httpreplyimpl.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/secrets/redaction.h"
#include "core/transport/http/httpadvice.h"
#include "core/transport/http/httphop.h"
#include "core/transport/http/redirects.h"

#include <QLoggingCategory>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(httpLog, "workbench.http", QtWarningMsg)

} // namespace

HttpReplyImpl::HttpReplyImpl(QString sourceName, const Limits &limits,
    std::shared_ptr<HttpConnections> connections, HttpRequest request)
    : m_sourceName(std::move(sourceName))
    , m_limits(limits)
    , m_connections(std::move(connections))
    , m_request(std::move(request))
{
    if (!m_request.publicPeerOnly)
        m_request.confirmedOrigins.append(originOf(m_request.url));
    for (QTimer *timer : {&m_headersDeadline, &m_totalDeadline})
        timer->setSingleShot(true);
    connect(&m_headersDeadline, &QTimer::timeout, this, [this] {
        if (m_hop) {
            if (const auto error = m_hop->unconnected(u"request.timeout", m_request.headersWithin))
                return end(false, *error);
        }
        end(false,
            advisingLimit({ErrorKind::Timeout, u"http.headersDeadline"_s,
                              u"sent no response headers within %1"_s.arg(
                                  limitText(*findLimit(u"request.timeout"), m_request.headersWithin.count())),
                              {}, {}},
                u"request.timeout", m_request.headersWithin.count()));
    });
    connect(&m_totalDeadline, &QTimer::timeout, this, [this] {
        end(false,
            advisingLimit({ErrorKind::Timeout, u"http.totalDeadline"_s,
                              u"did not finish its response within %1"_s.arg(
                                  durationText(m_request.totalWithin.count())),
                              {}, {}},
                u"request.maxTotal", m_request.totalWithin.count()));
    });
    m_sinceStart.start();
    beginSoon();
    m_headersDeadline.start(m_request.headersWithin);
    if (!m_request.longLived)
        m_totalDeadline.start(m_request.totalWithin);
}

HttpReplyImpl::~HttpReplyImpl()
{
    if (!m_isDone)
        tellWhatWasSent(true);
}

void HttpReplyImpl::beginSoon()
{
    QMetaObject::invokeMethod(this, &HttpReplyImpl::begin, Qt::QueuedConnection);
}

void HttpReplyImpl::begin()
{
    if (m_isDone)
        return;
    if (m_isAborted)
        end(false,
            {ErrorKind::Cancelled, u"http.cancelled"_s,
                u"did not finish its answer before the request was cancelled"_s, {}, {}});
    else if (!m_hop)
        startHop(m_request, m_request.publicPeerOnly);
}

void HttpReplyImpl::abort()
{
    if (m_isDone)
        return;
    if (m_hop) {
        m_timing = m_hop->timing();
        m_sentHeads = m_hop->takeSentHeads();
    }
    m_hop.reset();
    m_isAborted = true;
    beginSoon();
}

void HttpReplyImpl::setReading(bool reading)
{
    m_reading = reading;
    if (m_hop)
        m_hop->setReading(reading);
}

std::optional<Error> HttpReplyImpl::unconnected(QStringView key, std::chrono::milliseconds waited) const
{
    const std::optional<Error> error = m_hop ? m_hop->unconnected(key, waited) : std::nullopt;
    return error ? std::optional(asSentence(*error, m_sourceName)) : std::nullopt;
}

void HttpReplyImpl::startHop(HttpRequest request, bool needsPublicPeer)
{
    if (m_hop)
        m_hop.release()->deleteLater(); // it may be the sender of the signal that runs now
    m_request = std::move(request);
    qCDebug(httpLog) << m_sourceName << m_request.method << redactedUrl(m_request.url);
    m_hop = std::make_unique<HttpHop>(m_request, m_limits, m_connections, needsPublicPeer);
    m_sent = 0;
    connect(m_hop.get(), &HttpHop::sent, this, &HttpReplyImpl::takeSent);
    connect(m_hop.get(), &HttpHop::headReceived, this, &HttpReplyImpl::takeHead);
    connect(m_hop.get(), &HttpHop::bodyReceived, this, &HttpReply::bodyReceived);
    connect(m_hop.get(), &HttpHop::ended, this, &HttpReplyImpl::end);
    m_hop->setReading(m_reading);
    m_hop->start();
}

void HttpReplyImpl::takeSent(const QByteArray &head)
{
    if (m_request.onSent)
        m_request.onSent(m_request, head, ++m_sent > 1 ? u"sent again on another connection"_s : QString());
}

//! Calls onSent for heads that were sent but not reported yet, when a request ends early. Reports also that
//! nothing was sent.
void HttpReplyImpl::tellWhatWasSent(bool isCancelled)
{
    if (m_hop)
        m_sentHeads = m_hop->takeSentHeads();
    for (const QByteArray &head : std::exchange(m_sentHeads, {}))
        takeSent(head);
    if (m_sent == 0 && m_request.onSent)
        m_request.onSent(
            m_request, {}, isCancelled ? u"not sent: the request was cancelled"_s : u"not sent"_s);
}

//! Calls onBroken if what came has no valid head. Otherwise the receiver of the head and the body knows them.
void HttpReplyImpl::tellWhatWasUnusable(const Error &error) const
{
    HttpResponseHead head;
    head.raw = m_hop->brokenHead();
    if (m_request.onBroken && !(head.raw.isEmpty() && m_hop->notHttpBytes().isEmpty()))
        m_request.onBroken(head, m_hop->notHttpBytes(), {}, error);
}

void HttpReplyImpl::takeHead(const HttpResponseHead &head)
{
    qCDebug(httpLog) << m_sourceName << "status" << head.status;
    if (!isRedirect(head)) {
        m_headersDeadline.stop();
        m_timing = head.timing;
        Q_EMIT headReceived(head);
        return;
    }
    if (m_request.onRedirect)
        m_request.onRedirect(head);
    Result<HttpRequest> next = redirected(m_request, head, m_redirects, m_limits);
    if (!next) {
        Error problem = std::move(next).error();
        if (problem.code == "http.redirect"_L1 && !m_request.redirectAdvice.isEmpty())
            problem.message += u". " + m_request.redirectAdvice;
        end(false, std::move(problem));
        return;
    }
    ++m_redirects;
    const bool needsPublicPeer = !redirectMayBePrivate(m_request, next->url, m_hop->isPeerPublic());
    m_redirectedFrom = originOf(m_request.url);
    m_hop->disconnect(this);
    startHop(*std::move(next), needsPublicPeer);
}

//! Returns \a error with the details that are needed to ask the user about the address.
Error HttpReplyImpl::privatePeer(Error error) const
{
    const QString wanted = originOf(m_request.url);
    QList<Json::Member> details{
        {u"wanted"_s, Json::string(wanted)}, {u"setting"_s, Json::string(u"origins")}};
    if (m_redirects > 0) {
        error.message =
            u"redirected from %1 to %2, which is not a public address and which you have not confirmed"_s.arg(
                m_redirectedFrom, wanted);
        details.append({u"redirectedFrom"_s, Json::string(m_redirectedFrom)});
    }
    error.details = Json::object(details);
    return error;
}

void HttpReplyImpl::end(bool complete, Error error)
{
    if (std::exchange(m_isDone, true))
        return;
    qCDebug(httpLog) << m_sourceName << (complete ? u"complete"_s : error.code);
    m_headersDeadline.stop();
    m_totalDeadline.stop();
    if (m_hop)
        m_timing = m_hop->timing();
    if (m_hop)
        m_raw = m_hop->takeRaw();
    if (!complete)
        tellWhatWasSent(error.kind == ErrorKind::Cancelled);
    m_timing.totalUs = m_sinceStart.nsecsElapsed() / 1000;
    if (error.code == privatePeerCode)
        error = privatePeer(std::move(error));
    if (!complete)
        error = asSentence(std::move(error), m_sourceName);
    if (m_hop) {
        tellWhatWasUnusable(error);
        m_hop->disconnect(this);
        m_hop.release()->deleteLater();
    }
    Q_EMIT finished(complete, error);
}

} // namespace Workbench

#include "moc_httpreplyimpl.cpp"
