// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Why not QNetworkAccessManager: core/DECISIONS.md "HTTP client".

#include "core/transport/http/httpclient.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/secrets/redaction.h"
#include "core/transport/growbuffer.h"
#include "core/transport/http/httphop.h"
#include "core/transport/http/redirects.h"
#include "core/transport/http/responsecheck.h"

#include <QLoggingCategory>
#include <QPromise>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(httpLog, "workbench.http", QtWarningMsg)

//! One request with all its redirects and with the deadlines that span them.
class HttpReplyImpl : public HttpReply {
public:
    HttpReplyImpl(QString sourceName, const Limits &limits, std::shared_ptr<HttpConnections> connections,
        HttpRequest request)
        : m_sourceName(std::move(sourceName))
        , m_limits(limits)
        , m_connections(std::move(connections))
        , m_request(std::move(request))
    {
        if (!m_request.publicPeerOnly)
            m_request.confirmedOrigins.append(originOf(m_request.url));
        for (QTimer *timer : {&m_headersDeadline, &m_totalDeadline})
            timer->setSingleShot(true);
        connect(&m_headersDeadline, &QTimer::timeout, this, &HttpReplyImpl::headersDeadlinePassed);
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
    ~HttpReplyImpl() override
    {
        if (!m_isDone)
            tellWhatWasSent(true);
    }

    void abort() override
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
    void setReading(bool reading) override
    {
        m_reading = reading;
        if (m_hop)
            m_hop->setReading(reading);
    }
    RequestTiming timing() const override { return m_timing; }
    QByteArray rawBody() const override { return m_raw; }
    std::optional<Error> unconnected(QStringView key, std::chrono::milliseconds waited) const override
    {
        const std::optional<Error> error = m_hop ? m_hop->unconnected(key, waited) : std::nullopt;
        return error ? std::optional(asSentence(*error, m_sourceName)) : std::nullopt;
    }

private:
    void headersDeadlinePassed()
    {
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
    }

    void beginSoon() { QMetaObject::invokeMethod(this, &HttpReplyImpl::begin, Qt::QueuedConnection); }

    void begin()
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

    void startHop(HttpRequest request, bool needsPublicPeer)
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

    void takeSent(const QByteArray &head)
    {
        if (m_request.onSent)
            m_request.onSent(
                m_request, head, ++m_sent > 1 ? u"sent again on another connection"_s : QString());
    }

    //! Calls onSent for heads that were sent but not reported yet, when a request ends early. Reports also
    //! that nothing was sent.
    void tellWhatWasSent(bool isCancelled)
    {
        if (m_hop)
            m_sentHeads = m_hop->takeSentHeads();
        for (const QByteArray &head : std::exchange(m_sentHeads, {}))
            takeSent(head);
        if (m_sent == 0 && m_request.onSent)
            m_request.onSent(
                m_request, {}, isCancelled ? u"not sent: the request was cancelled"_s : u"not sent"_s);
    }

    //! Calls onBroken if what came has no valid head. Otherwise the receiver of the head and the body knows
    //! them.
    void tellWhatWasUnusable(const Error &error) const
    {
        HttpResponseHead head;
        head.raw = m_hop->brokenHead();
        if (m_request.onBroken && !(head.raw.isEmpty() && m_hop->notHttpBytes().isEmpty()))
            m_request.onBroken(head, m_hop->notHttpBytes(), {}, error);
    }

    void takeHead(const HttpResponseHead &head)
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
    Error privatePeer(Error error) const
    {
        const QString wanted = originOf(m_request.url);
        QList<Json::Member> details{
            {u"wanted"_s, Json::string(wanted)}, {u"setting"_s, Json::string(u"origins")}};
        if (m_redirects > 0) {
            error.message =
                u"redirected from %1 to %2, which is not a public address and which you have not confirmed"_s
                    .arg(m_redirectedFrom, wanted);
            details.append({u"redirectedFrom"_s, Json::string(m_redirectedFrom)});
        }
        error.details = Json::object(details);
        return error;
    }

    void end(bool complete, Error error)
    {
        if (std::exchange(m_isDone, true))
            return;
        qCDebug(httpLog) << m_sourceName << (complete ? u"complete"_s : error.code);
        m_headersDeadline.stop();
        m_totalDeadline.stop();
        if (m_hop) {
            m_timing = m_hop->timing();
            m_raw = m_hop->takeRaw();
        }
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

//! Collects one answer. The client owns the job, so that deleting the client settles the future.
class FetchJob : public QObject {
public:
    FetchJob(std::unique_ptr<HttpReply> reply, decltype(HttpRequest::onBroken) onBroken,
        const QString &sourceName, qint64 mostBytes, std::stop_token cancellation)
        : m_reply(std::move(reply))
        , m_onBroken(std::move(onBroken))
    {
        m_promise.start();
        connect(m_reply.get(), &HttpReply::headReceived, this,
            [this](const HttpResponseHead &head) { m_whole.head = head; });
        connect(m_reply.get(), &HttpReply::bodyReceived, this,
            [this, sourceName, mostBytes](const QByteArray &chunk) {
                appendTo(m_whole.body, chunk);
                if (m_whole.body.size() <= mostBytes)
                    return; // HttpHop bounds other bodies, but not event streams
                if (!m_excess)
                    m_excess = limitError(*findLimit(u"http.bodyBytes"),
                        u"\"%1\" sent a body larger than the limit"_s.arg(sourceName), mostBytes);
                m_reply->abort();
            });
        connect(m_reply.get(), &HttpReply::finished, this, [this](bool complete, const Error &error) {
            m_whole.timing = m_reply->timing();
            m_whole.raw = m_reply->rawBody();
            if (complete)
                settle(std::move(m_whole));
            else
                breakOff(m_excess.value_or(error));
            deleteLater();
        });
        // Last, because the callback may run at once, and later on any thread.
        m_stop.emplace(std::move(cancellation), [reply = m_reply.get()] {
            QMetaObject::invokeMethod(reply, [reply] { reply->abort(); }, Qt::QueuedConnection);
        });
    }
    ~FetchJob() override
    {
        m_stop.reset();
        settle(std::unexpected(
            Error{ErrorKind::Cancelled, u"http.cancelled"_s, u"The request was cancelled."_s, {}, {}}));
    }
    QFuture<Result<HttpClient::Whole>> future() { return m_promise.future(); }

private:
    void breakOff(const Error &error)
    {
        if (m_onBroken && m_whole.head.status != 0)
            m_onBroken(m_whole.head, m_whole.body, m_whole.raw, error);
        settle(std::unexpected(error));
    }
    void settle(Result<HttpClient::Whole> result)
    {
        if (std::exchange(m_isSettled, true))
            return;
        m_promise.addResult(std::move(result));
        m_promise.finish();
    }

    std::unique_ptr<HttpReply> m_reply;
    decltype(HttpRequest::onBroken) m_onBroken;
    HttpClient::Whole m_whole;
    std::optional<Error> m_excess; //!< set when the body is larger than the limit
    QPromise<Result<HttpClient::Whole>> m_promise;
    bool m_isSettled = false;
    std::optional<std::stop_callback<std::function<void()>>> m_stop;
};

} // namespace

QByteArray HttpResponseHead::mediaType() const
{
    const QByteArray type = header("content-type");
    const auto end = std::ranges::find_if(type, [](char c) { return c == ';' || c == ','; });
    return type.first(end - type.begin()).trimmed().toLower();
}

HttpClient::HttpClient(QString sourceName, const Limits &limits, QObject *parent)
    : QObject(parent)
    , m_sourceName(std::move(sourceName))
    , m_limits(limits)
    , m_connections(std::make_shared<HttpConnections>(limits))
{
}

std::unique_ptr<HttpReply> HttpClient::send(HttpRequest request)
{
    return std::make_unique<HttpReplyImpl>(m_sourceName, m_limits, m_connections, std::move(request));
}

QFuture<Result<HttpClient::Whole>> HttpClient::fetch(HttpRequest request, std::stop_token cancellation)
{
    auto onBroken = request.onBroken;
    auto job = std::make_unique<FetchJob>(send(std::move(request)), std::move(onBroken), m_sourceName,
        m_limits.httpBodyBytes, std::move(cancellation));
    job->setParent(&m_jobs);
    return job.release()->future();
}

} // namespace Workbench

#include "moc_httpclient.cpp"
