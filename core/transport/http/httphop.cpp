// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httphop.h"

#include "core/transport/http/httpproxy.h"
#include "core/transport/http/httprequestbytes.h"
#include "core/transport/http/redirects.h"
#include "core/transport/http/resetwatch.h"
#include "core/transport/http/socketerrors.h"

#include <QElapsedTimer>
#include <QHostAddress>
#include <QPointer>
#include <QSslConfiguration>
#include <QSslSocket>

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 socketBuffer = qint64{256} << 10; // beyond it TCP makes the peer wait
constexpr qint64 sliceBytes = qint64{16}
    << 10; // decoded at once; bounds what a paused listener leaves waiting
constexpr auto pumpAtMost = 8ms;

} // namespace

HttpHop::HttpHop(HttpRequest request, const Limits &limits, bool needsPublicPeer)
    : m_request(std::move(request))
    , m_limits(limits)
    , m_needsPublicPeer(needsPublicPeer)
    , m_parser(limits, m_request.method == "HEAD")
{
    for (QTimer *timer : {&m_connectDeadline, &m_idleDeadline, &m_pump})
        timer->setSingleShot(true);
    connect(&m_pump, &QTimer::timeout, this, &HttpHop::pump);
    connect(&m_connectDeadline, &QTimer::timeout, this, [this] {
        fail({ErrorKind::Timeout, u"http.connectDeadline"_s,
            u"did not accept a connection to %1 within %2 (connect deadline)"_s.arg(originOf(m_request.url),
                limitText(*findLimit(u"connect.timeout"), m_limits.connectTimeoutMs)),
            {}, {}});
    });
    connect(&m_idleDeadline, &QTimer::timeout, this, [this] {
        fail({ErrorKind::Timeout, u"http.idleDeadline"_s,
            u"sent nothing for %1 in the middle of its answer (idle deadline)"_s.arg(
                limitText(*findLimit(u"stream.idle"), m_limits.streamIdleMs)),
            {}, {}});
    });
}

HttpHop::~HttpHop()
{
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->abort();
        m_socket.release()->deleteLater(); // it may be the sender of the signal that runs now
    }
}

void HttpHop::start()
{
    const Result<void> valid = checkRequest(m_request);
    if (!valid)
        fail(valid.error());
    else
        connectSocket();
}

void HttpHop::connectSocket()
{
    const bool isEncrypted = m_request.url.scheme() == u"https"_s;
    auto *const tls = isEncrypted ? new QSslSocket : nullptr;
    m_socket.reset(isEncrypted ? tls : new QTcpSocket);
    m_socket->setProxy(proxyFor(m_request.url));
    connect(m_socket.get(), &QTcpSocket::errorOccurred, this, [this](QAbstractSocket::SocketError error) {
        if (error == QAbstractSocket::RemoteHostClosedError && m_hasSent)
            return; // disconnected() follows; what was read is judged first
        fail(socketError(*m_socket, error, m_request.url));
    });
    connect(m_socket.get(), &QTcpSocket::disconnected, this, &HttpHop::peerClosed);
    connect(m_socket.get(), &QTcpSocket::readyRead, this, &HttpHop::pump);
    m_connectDeadline.start(std::chrono::milliseconds(m_limits.connectTimeoutMs));
    const QString host = m_request.url.host(QUrl::FullyEncoded);
    if (tls) {
        QSslConfiguration configuration = tls->sslConfiguration();
        configuration.setAllowedNextProtocols({"http/1.1"_ba});
        tls->setSslConfiguration(configuration);
        tls->setPeerVerifyMode(QSslSocket::VerifyPeer);
        connect(tls, &QSslSocket::encrypted, this, &HttpHop::sendRequest);
        tls->connectToHostEncrypted(host, quint16(m_request.url.port(443)));
    } else {
        connect(m_socket.get(), &QTcpSocket::connected, this, &HttpHop::sendRequest);
        m_socket->connectToHost(host, quint16(m_request.url.port(80)));
    }
}

bool HttpHop::isPeerPublic() const
{
    return m_socket && isPublicAddress(m_socket->peerAddress());
}

void HttpHop::sendRequest()
{
    if (m_isDone || m_error)
        return;
    m_connectDeadline.stop();
    m_socket->setReadBufferSize(socketBuffer); // an encrypted socket passes it on only now
    if (m_needsPublicPeer && !isPeerPublic()) {
        fail({ErrorKind::Protocol, u"http.redirect"_s,
            u"redirected from a public address to %1, which leads into a private network"_s.arg(
                originOf(m_request.url)),
            {}, {}});
        return;
    }
    m_resetWatch = std::make_unique<ResetWatch>(m_socket->socketDescriptor());
    m_hasSent = true;
    m_socket->write(requestHead(m_request));
    if (m_request.body && !m_request.body->isEmpty())
        m_socket->write(*m_request.body);
}

void HttpHop::peerClosed()
{
    if (m_hasPeerClosed || m_isDone)
        return;
    m_hasPeerClosed = true;
    m_isReset = m_resetWatch && m_resetWatch->wasReset();
    m_connectDeadline.stop();
    m_pump.start(0ms);
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
        m_reading && m_parser.hasHead() && !m_request.longLived && m_limits.streamIdleMs > 0;
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
        const HttpResponseHead head = *std::exchange(m_waitingHead, std::nullopt);
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
        const QByteArray bytes = m_socket ? m_socket->read(sliceBytes) : QByteArray();
        if (!bytes.isEmpty()) {
            take(m_parser.feed(bytes));
            restartIdle();
        } else if (m_hasPeerClosed) {
            take(m_parser.finish(m_isReset));
        } else {
            return;
        }
    }
}

void HttpHop::take(Result<HttpParsed> parsed)
{
    if (!parsed) {
        m_error = std::move(parsed).error();
        return;
    }
    if (parsed->head) {
        Result<ContentDecoder> decoder = ContentDecoder::create(
            parsed->head->header("content-encoding"), m_limits, m_parser.isEventStream());
        if (!decoder) {
            m_error = std::move(decoder).error();
            return;
        }
        m_decoder = *std::move(decoder);
        parsed->head->url = m_request.url;
        m_waitingHead = std::move(parsed->head);
    }
    for (const QByteArray &piece : std::as_const(parsed->body)) {
        Result<QByteArrayList> decoded = m_decoder->feed(piece);
        if (!decoded) {
            m_error = std::move(decoded).error();
            return;
        }
        std::ranges::move(*decoded, std::back_inserter(m_waiting));
    }
    if (parsed->isComplete) {
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
    m_connectDeadline.stop();
    m_idleDeadline.stop();
    m_pump.start(0ms);
}

void HttpHop::finish()
{
    m_isDone = true;
    m_connectDeadline.stop();
    m_idleDeadline.stop();
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->abort();
    }
    Q_EMIT ended(!m_error, m_error.value_or(Error{}));
}

} // namespace Workbench
