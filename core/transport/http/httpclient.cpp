// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Why not QNetworkAccessManager: core/DECISIONS.md "HTTP client".

#include "core/transport/http/httpclient.h"

#include "core/transport/growbuffer.h"
#include "core/transport/http/curlmulti.h"
#include "core/transport/http/httpreplyimpl.h"

#include <QPromise>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

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
