// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httphop.h"

#include "core/transport/http/httpconnector.h"
#include "core/transport/http/httppool.h"
#include "core/transport/http/httprequestbytes.h"

#include <QPointer>

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto pumpAtMost = 8ms;

} // namespace

HttpHop::HttpHop(
    HttpRequest request, const Limits &limits, std::shared_ptr<HttpPool> pool, bool needsPublicPeer)
    : m_request(std::move(request))
    , m_limits(limits)
    , m_pool(std::move(pool))
    , m_route(routeOf(m_request, needsPublicPeer))
{
    for (QTimer *timer : {&m_idleDeadline, &m_pump})
        timer->setSingleShot(true);
    connect(&m_pump, &QTimer::timeout, this, &HttpHop::pump);
    connect(&m_idleDeadline, &QTimer::timeout, this, [this] {
        fail({ErrorKind::Timeout, u"http.idleDeadline"_s,
            u"sent nothing for %1 in the middle of its answer (idle deadline)"_s.arg(
                limitText(*findLimit(u"stream.idle"), m_limits.streamIdleMs)),
            {}, {}});
    });
}

HttpHop::~HttpHop() = default;

void HttpHop::start()
{
    m_sinceStart.start();
    if (const Result<void> valid = checkRequest(m_request); !valid)
        fail(valid.error());
    else
        findConnection();
}

void HttpHop::findConnection()
{
    if (m_isDone || m_error || m_stream || m_connector)
        return;
    if (std::unique_ptr<HttpStream> stream = m_pool->reuse(m_route, m_request, m_isSecondTry)) {
        useStream(std::move(stream));
        return;
    }
    HttpConnector *const other = m_pool->awaited(m_route);
    if (other && !std::exchange(m_hasWaited, true))
        connect(other, &QObject::destroyed, this, &HttpHop::findConnection, Qt::QueuedConnection);
    else
        openConnection();
}

void HttpHop::openConnection()
{
    m_connector = std::make_unique<HttpConnector>(m_route, m_limits);
    connect(m_connector.get(), &HttpConnector::failed, this, &HttpHop::fail);
    connect(m_connector.get(), &HttpConnector::opened, this, &HttpHop::useConnection);
    m_pool->noteConnecting(m_connector.get(), m_route);
    m_connector->start();
}

void HttpHop::useConnection()
{
    if (m_isDone || m_error)
        return;
    useStream(m_pool->begin(*m_connector, m_route, m_request));
    m_connector.reset();
}

void HttpHop::useStream(std::unique_ptr<HttpStream> stream)
{
    m_stream = std::move(stream);
    connect(m_stream.get(), &HttpStream::arrived, this, &HttpHop::pump);
    m_pump.start(0ms); // for what came before anybody listened
}

bool HttpHop::isPeerPublic() const
{
    return m_stream && m_stream->isPeerPublic();
}

RequestTiming HttpHop::timing() const
{
    RequestTiming timing;
    if (m_stream)
        timing = m_stream->timing();
    else if (m_connector)
        timing = m_connector->timing();
    timing.totalUs = m_sinceStart.isValid() ? m_sinceStart.nsecsElapsed() / 1000 : -1;
    return timing;
}

void HttpHop::setReading(bool reading)
{
    m_reading = reading;
    restartIdle();
    if (reading)
        m_pump.start(0ms);
}

void HttpHop::restartIdle()
{
    const bool isCounting =
        m_reading && m_stream && m_stream->hasHead() && !m_request.longLived && m_limits.streamIdleMs > 0;
    if (isCounting && !m_isDone && !m_error)
        m_idleDeadline.start(std::chrono::milliseconds(m_limits.streamIdleMs));
    else
        m_idleDeadline.stop();
}

//! False when the listener deleted this or asked for a pause.
bool HttpHop::deliverWaiting()
{
    const QPointer<HttpHop> self(this);
    if (m_waitingHead) {
        const HttpResponseHead head = *std::move(m_waitingHead);
        m_waitingHead.reset();
        Q_EMIT headReceived(head);
        if (!self)
            return false;
    }
    while (!m_waiting.empty() && m_reading) {
        const QByteArray chunk = std::move(m_waiting.front());
        m_waiting.pop_front();
        Q_EMIT bodyReceived(chunk);
        if (!self)
            return false;
    }
    return m_waiting.empty() && !m_isDone;
}

void HttpHop::pump()
{
    QElapsedTimer timer;
    timer.start();
    while (!m_isDone) {
        if (!deliverWaiting())
            return;
        if (m_error || m_isComplete) {
            finish();
            return;
        }
        if (!m_reading)
            return;
        if (timer.durationElapsed() > pumpAtMost) {
            m_pump.start(0ms);
            return;
        }
        std::optional<Result<HttpParsed>> parsed = m_stream ? m_stream->take() : std::nullopt;
        if (!parsed)
            return;
        take(*std::move(parsed));
        restartIdle();
    }
}

void HttpHop::take(Result<HttpParsed> parsed)
{
    if (parsed) {
        takeAnswer(*std::move(parsed));
    } else if (m_stream->mayBeSentAgain() && !std::exchange(m_isSecondTry, true)) {
        m_stream.reset();
        findConnection();
    } else {
        m_error = std::move(parsed).error();
    }
}

void HttpHop::takeAnswer(HttpParsed parsed)
{
    if (parsed.head) {
        Result<ContentDecoder> decoder = ContentDecoder::create(
            parsed.head->header("content-encoding"), m_limits, m_stream->isEventStream());
        if (!decoder) {
            m_error = std::move(decoder).error();
            return;
        }
        m_decoder = *std::move(decoder);
        m_waitingHead = std::move(parsed.head);
        m_waitingHead->url = m_request.url;
        m_waitingHead->timing = m_stream->timing();
    }
    if (!m_decoder)
        return; // no body comes before its head
    for (const QByteArray &piece : std::as_const(parsed.body)) {
        Result<QByteArrayList> decoded = m_decoder->feed(piece);
        if (!decoded) {
            m_error = std::move(decoded).error();
            return;
        }
        std::ranges::move(*decoded, std::back_inserter(m_waiting));
    }
    if (parsed.isComplete) {
        if (const Result<void> whole = m_decoder->finish(); whole)
            m_isComplete = true;
        else
            m_error = whole.error();
    }
}

void HttpHop::fail(Error error)
{
    if (m_isDone || m_error)
        return;
    m_error = std::move(error);
    m_waiting.clear(); // a paused listener must learn of it, too
    m_idleDeadline.stop();
    m_pump.start(0ms);
}

void HttpHop::finish()
{
    m_isDone = true;
    m_idleDeadline.stop();
    m_connector.reset();
    Q_EMIT ended(!m_error, m_error.value_or(Error{}));
}

} // namespace Workbench
