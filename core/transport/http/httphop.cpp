// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httphop.h"

#include "core/base/advice.h"
#include "core/transport/growbuffer.h"
#include "core/transport/http/connectionerrors.h"
#include "core/transport/http/httptext.h"
#include "core/transport/http/redirects.h"

#include <QHostAddress>
#include <QHostInfo>
#include <QPointer>

#include <sys/socket.h>

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto pumpAtMost = 8ms;
constexpr auto http1Required = "HTTP_1_1_REQUIRED";
constexpr qsizetype notHttpKept = 4 << 10; // bytes
constexpr qint64 mostChunks = 16L << 20; // a larger body that is only in chunks is not kept twice
constexpr qint64 codedBytesAtOnce = 16L << 10;
constexpr qint64 codedBytesAhead = 256L << 10; // above this libcurl, and so the peer, has to wait

ConnectionPermissions permissionsOf(const CurlRequest &request, bool needsPublicPeer)
{
    ConnectionPermissions permissions{.needsPublicPeer = needsPublicPeer};
    if (request.isEncrypted()) {
        permissions.acceptedCertificates = request.request().acceptedCertificates;
        permissions.clientCertificate = request.request().clientCertificate;
    }
    return permissions;
}

} // namespace

HttpHop::HttpHop(HttpRequest request, const Limits &limits, std::shared_ptr<HttpConnections> connections,
    bool needsPublicPeer)
    : m_request(std::move(request))
    , m_limits(limits)
    , m_needsPublicPeer(needsPublicPeer)
    , m_multi(connections->with(permissionsOf(m_request, needsPublicPeer)))
    , m_head(limits, m_request.request().method == "HEAD", m_request.mayUseHttp2())
{
    for (QTimer *timer : {&m_connectDeadline, &m_idleDeadline, &m_pump})
        timer->setSingleShot(true);
    connect(&m_pump, &QTimer::timeout, this, &HttpHop::pump);
    connect(m_multi.get(), &CurlMulti::acted, this, &HttpHop::pumpLittle);
    connect(&m_connectDeadline, &QTimer::timeout, this, [this] {
        fail(connectDeadlinePassed(u"connect.timeout", std::chrono::milliseconds(m_limits.connectTimeoutMs)));
    });
    connect(&m_idleDeadline, &QTimer::timeout, this, [this] {
        if (const auto left =
                std::chrono::milliseconds(m_limits.streamIdleMs) - m_sinceBody.durationElapsed();
            left > 0ms) {
            m_idleDeadline.start(std::chrono::ceil<std::chrono::milliseconds>(left));
            return;
        }
        fail(advisingLimit({ErrorKind::Timeout, u"http.idleDeadline"_s,
                               u"sent nothing for %1 in the middle of its response"_s.arg(
                                   limitText(*findLimit(u"stream.idle"), m_limits.streamIdleMs)),
                               {}, {}},
            u"stream.idle", m_limits.streamIdleMs));
    });
}

HttpHop::~HttpHop()
{
    letGo();
}

void HttpHop::letGo()
{
    if (!m_easy)
        return;
    m_timing = m_request.measured(m_easy);
    m_multi->giveBack(std::exchange(m_easy, nullptr));
}

void HttpHop::start()
{
    m_sinceStart.start();
    if (const Result<void> prepared = m_request.prepare(); !prepared) {
        fail(prepared.error());
        return;
    }
    startConnectDeadline();
    if (m_needsPublicPeer && m_request.isProxied())
        judgeHostOfProxy();
    else
        transfer();
}

// A proxy looks up names itself, so the best that this program can do is to look up the name before. Without
// a proxy, openSocket() judges the address of each connection.
void HttpHop::judgeHostOfProxy()
{
    const auto judge = [this](const QList<QHostAddress> &addresses, const QString &problem) {
        // The proxy may use any of the addresses.
        if (!addresses.isEmpty() && std::ranges::all_of(addresses, isPublicAddress)) {
            transfer();
        } else if (addresses.isEmpty()) {
            fail({ErrorKind::Network, u"http.network"_s, u"could not be reached: %1"_s.arg(problem), {}, {}});
        } else {
            m_hasRefusedAddress = true;
            fail(failure(CURLE_COULDNT_CONNECT));
        }
    };
    const QString host = m_request.host();
    if (const QHostAddress literal(host); !literal.isNull())
        judge({literal}, {});
    else
        QHostInfo::lookupHost(
            host, this, [judge](const QHostInfo &found) { judge(found.addresses(), found.errorString()); });
}

void HttpHop::transfer()
{
    if (m_isDone || m_error)
        return;
    startConnectDeadline();
    m_easy = m_multi->take();
    m_request.describe(m_easy, *m_multi, m_limits);
    setCallbacks();
    m_multi->start(m_easy, this);
}

//! Starts the deadline unless it runs. A request may need a second connection because the first was dead.
void HttpHop::startConnectDeadline()
{
    if (!m_connectDeadline.isActive())
        m_connectDeadline.start(std::chrono::milliseconds(m_limits.connectTimeoutMs));
}

//! Returns the error for the deadline \a key, which passed after \a waited, before a connection was usable.
Error HttpHop::connectDeadlinePassed(QStringView key, std::chrono::milliseconds waited) const
{
    const QString origin = m_request.origin();
    const QString within = limitText(*findLimit(key), waited.count());
    QString message = u"did not accept a connection to %1 within %2"_s.arg(origin, within);
    Json details;
    if (m_hasBegunTls) {
        message = u"did not finish the TLS handshake to %1 within %2"_s.arg(origin, within);
        details = Json::object({{u"step"_s, Json::string(u"tls"_s)}});
    } else if (m_request.isProxied()) {
        message =
            u"could not be reached: the proxy %1 made no connection to %2 within %3. Check http_proxy and https_proxy."_s
                .arg(m_request.proxyAddress(), origin, within);
        details = Json::object({{u"step"_s, Json::string(u"proxy"_s)}});
    } else if (m_tried
                   .isEmpty()) { // it waits for the address, or for a connection that another request opens
        message = u"could not be reached at %1 within %2"_s.arg(origin, within);
    }
    return advisingLimit(
        {ErrorKind::Timeout, u"http.connectDeadline"_s, message, {}, details}, key, waited.count());
}

std::optional<Error> HttpHop::unconnected(QStringView key, std::chrono::milliseconds waited) const
{
    // The deadline of the connection may have passed in the same turn of the event loop.
    if (m_error && m_error->code == "http.connectDeadline"_L1)
        return m_error;
    if (!m_connectDeadline.isActive())
        return std::nullopt;
    return connectDeadlinePassed(key, waited);
}

void HttpHop::setCallbacks()
{
    curl_easy_setopt(
        m_easy, CURLOPT_HEADERFUNCTION, +[](char *bytes, size_t size, size_t count, void *hop) -> size_t {
            return of(hop).takeHeadLine(QByteArrayView(bytes, qsizetype(size * count))) ? size * count : 0;
        });
    curl_easy_setopt(
        m_easy, CURLOPT_WRITEFUNCTION, +[](char *bytes, size_t size, size_t count, void *hop) -> size_t {
            return of(hop).takeBody(QByteArrayView(bytes, qsizetype(size * count)));
        });
    curl_easy_setopt(
        m_easy, CURLOPT_PREREQFUNCTION,
        +[](void *hop, char *peer, char *, int, int) -> int { return of(hop).mayBeSent(peer); });
    curl_easy_setopt(
        m_easy, CURLOPT_OPENSOCKETFUNCTION,
        +[](void *hop, curlsocktype, curl_sockaddr *address) -> curl_socket_t {
            return of(hop).openSocket(*address);
        });
    curl_easy_setopt(
        m_easy, CURLOPT_DEBUGFUNCTION,
        +[](CURL *, curl_infotype type, char *bytes, size_t size, void *hop) -> int {
            of(hop).note(type, QByteArrayView(bytes, qsizetype(size)));
            return 0;
        });
    for (const CURLoption data : {CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_PREREQDATA,
             CURLOPT_OPENSOCKETDATA, CURLOPT_DEBUGDATA})
        curl_easy_setopt(m_easy, data, static_cast<void *>(this));
    curl_easy_setopt(m_easy, CURLOPT_VERBOSE, 1L);
    m_errorText.front() = '\0';
    curl_easy_setopt(m_easy, CURLOPT_ERRORBUFFER, m_errorText.data());
}

//! Called each time before the request is sent. Returns whether libcurl may send it.
int HttpHop::mayBeSent(const char *peer)
{
    m_connectDeadline.stop();
    m_peer = QString::fromLatin1(peer);
    const bool hasEffect = !isSafeMethod(m_request.request().method);
    // A kept connection of HTTP/1.1 may fail when a request was sent that may have had an effect.
    if (hasEffect && isReused() && !m_request.isAlone() && m_multi->isHttp1(connectionId())) {
        m_request.needNewConnection();
        m_beginsAgain = true;
        return CURL_PREREQFUNC_ABORT;
    }
    m_isResendRefused = !maySend();
    if (m_isResendRefused)
        return CURL_PREREQFUNC_ABORT;
    ++m_sent;
    return CURL_PREREQFUNC_OK;
}

//! Returns whether the request may be sent, possibly again. libcurl sends a request again that got no
//! response on a reused connection or that an HTTP/2 peer refused. \source core/RULES.md R-33
bool HttpHop::maySend() const
{
    return !m_head.hasBegun() && m_sent < (isSafeMethod(m_request.request().method) ? 2 : 1);
}

curl_socket_t HttpHop::openSocket(const curl_sockaddr &address)
{
    m_isResendRefused = !maySend();
    if (m_isResendRefused)
        return CURL_SOCKET_BAD;
    if (m_needsPublicPeer && !m_request.isProxied()) {
        if (!isPublicAddress(QHostAddress(&address.addr))) {
            m_hasRefusedAddress = true;
            return CURL_SOCKET_BAD;
        }
        m_hasUsedAddress = true;
    }
    m_hasBegunTls = false;
    if (const QString tried = QHostAddress(&address.addr).toString(); !m_tried.contains(tried))
        m_tried.append(tried);
    startConnectDeadline();
    return ::socket(address.family, address.socktype | SOCK_CLOEXEC, address.protocol);
}

void HttpHop::note(curl_infotype type, QByteArrayView bytes)
{
    if (type == CURLINFO_SSL_DATA_OUT)
        m_hasBegunTls = true;
    if (type == CURLINFO_HEADER_OUT && m_request.request().onSent) {
        m_sending += bytes;
        if (m_sending.endsWith("\r\n\r\n")) {
            if (!m_sending.startsWith("CONNECT ")) // which is for the proxy
                m_sentHeads.push_back(m_sending);
            m_sending.clear();
            pumpSoon();
        }
    }
    if (type == CURLINFO_TEXT && bytes.startsWith("REFUSED_STREAM, retrying"))
        m_retryReason = "not closed cleanly: REFUSED_STREAM (err 7)";
    else if (type == CURLINFO_TEXT && bytes.startsWith("Downgrades to HTTP/1.1"))
        m_retryReason = http1Required;
    if (type == CURLINFO_DATA_IN)
        noteRaw(bytes);
}

//! Is told of the bytes of the body as they are on the wire, before libcurl removes the chunks.
void HttpHop::noteRaw(QByteArrayView bytes)
{
    if (m_head.length()) {
        const qint64 over = m_rawBytes + bytes.size() - *m_head.length();
        if (over > 0)
            m_hasExcess |= !bytes.last(std::min<qsizetype>(over, bytes.size())).trimmed().isEmpty();
    }
    m_rawBytes += bytes.size();
    const bool isCoded = m_decoder && m_decoder->isCoded();
    m_keepsRaw = m_keepsRaw
        && m_rawBytes <= (isCoded ? m_limits.exchangeBytes : std::min(mostChunks, m_limits.exchangeBytes));
    if (m_keepsRaw)
        appendTo(m_raw, bytes);
    else
        m_raw = {};
}

QByteArray HttpHop::takeRaw()
{
    // What was not delivered in decoded form may hold a secret that cannot be recognised: the end of a
    // compressed body that was cut off, or chunks that wait when a deadline passes.
    const bool isDelivered = m_failure && m_decoder && !m_decoder->isCoded();
    return m_isComplete || isDelivered ? std::exchange(m_raw, {}) : QByteArray();
}

QByteArray HttpHop::brokenHead() const
{
    if (!m_head.isValid())
        return m_head.raw();
    return m_decoder ? QByteArray() : m_head.head().raw;
}

bool HttpHop::takeHeadLine(QByteArrayView line)
{
    const bool wasComplete = m_head.isComplete();
    if (const Result<void> taken = m_head.take(line); !taken) {
        m_refusal = taken.error();
        return false;
    }
    if (wasComplete || !m_head.isComplete())
        return true;
    Result<ContentDecoder> decoder =
        ContentDecoder::create(m_head.head().header("content-encoding"), m_limits, m_head.isEventStream());
    if (!decoder) {
        m_refusal = std::move(decoder).error();
        return false;
    }
    m_decoder = *std::move(decoder);
    m_keepsRaw = m_request.request().onSent && !m_head.isEventStream()
        && (m_decoder->isCoded() || !m_head.head().header("transfer-encoding").isEmpty());
    const bool isHttp1 = curlInfo(m_easy, CURLINFO_HTTP_VERSION) <= CURL_HTTP_VERSION_1_1;
    if (isHttp1)
        m_multi->noteHttp1(connectionId());
    if (m_request.mayUseHttp2())
        m_multi->noteOrigin(m_request.origin(), isHttp1, m_head.head().header("alt-svc"), m_request.port());
    noteVersion();
    m_waitingHead = m_head.head();
    m_waitingHead->url = m_request.request().url;
    m_waitingHead->timing = m_request.measured(m_easy);
    pumpSoon();
    return true;
}

//! Makes the next request use HTTP/3 if it was offered: libcurl would use the open connection of another
//! version. If HTTP/3 was tried and another version answered on a new connection, HTTP/3 cannot be reached.
void HttpHop::noteVersion()
{
    const QString &origin = m_request.origin();
    if (curlInfo(m_easy, CURLINFO_HTTP_VERSION) == CURL_HTTP_VERSION_3 || !m_multi->offersHttp3(origin))
        return;
    if (m_request.triesHttp3() && !isReused())
        m_multi->avoidHttp3(origin);
    else
        curl_easy_setopt(m_easy, CURLOPT_FORBID_REUSE, 1L);
}

size_t HttpHop::takeBody(QByteArrayView bytes)
{
    if (!m_head.isComplete()) {
        m_notHttpBytes = bytes.first(std::min<qsizetype>(bytes.size(), notHttpKept)).toByteArray();
        m_refusal = notHttp(bytes);
        return CURL_WRITEFUNC_ERROR;
    }
    if (!m_reading || m_codedBytes > codedBytesAhead) {
        m_isStalled = true;
        return CURL_WRITEFUNC_PAUSE;
    }
    const qint64 room = m_limits.httpWireBytes - m_received;
    const bool isTooMuch = !m_head.isEventStream() && bytes.size() > room;
    const QByteArrayView taken = isTooMuch ? bytes.first(qsizetype(room)) : bytes;
    m_received += taken.size();
    m_codedBytes += taken.size();
    m_coded.push_back(taken.toByteArray());
    pumpSoon();
    if (!isTooMuch)
        return size_t(bytes.size());
    m_refusal = limitError(
        *findLimit(u"http.wireBytes"), u"sent a body larger than the limit"_s, m_limits.httpWireBytes);
    return CURL_WRITEFUNC_ERROR;
}

void HttpHop::transferEnded(CURLcode code)
{
    if (m_retryReason == http1Required) // also if libcurl repeated the request over HTTP/1.1 with success
        m_multi->requireHttp1(m_request.origin());
    if (code != CURLE_OK && !m_refusal
        && m_request.triesHttp3()) // also because libcurl keeps a dead connection
        m_multi->avoidHttp3(m_request.origin());
    // libcurl itself tries another connection of HTTP/1.1, but not after an HTTP/2 peer closed the
    // connection, or after a connection of HTTP/3 died.
    const bool isClosedHttp2 = code == CURLE_HTTP2 && m_errorText.front() == '\0';
    const bool isDeadHttp3 = (code == CURLE_RECV_ERROR || code == CURLE_SEND_ERROR) && m_request.triesHttp3();
    const bool wasDead = (isClosedHttp2 || isDeadHttp3) && isReused() && !m_head.hasBegun()
        && isSafeMethod(m_request.request().method);
    if (std::exchange(m_beginsAgain, false) || (wasDead && maySend())) {
        letGo();
        transfer();
        return;
    }
    if (code != CURLE_OK) {
        m_failure = failure(code);
    }
    m_end = code;
    m_connectDeadline.stop();
    letGo();
    pumpSoon();
}

//! Returns the bytes with which the answer begins, also those that libcurl refused; empty if they are not
//! known, because they were encrypted or the first bytes came from the proxy.
QByteArray HttpHop::firstBytes() const
{
    const bool isPlain = !m_request.isEncrypted() && !m_request.isProxied();
    const QByteArray seen = isPlain && m_easy ? m_multi->firstBytes(m_easy) : QByteArray();
    return seen.isEmpty() ? m_head.raw() : seen;
}

Error HttpHop::failure(CURLcode code) const
{
    if (m_refusal && m_refusal->code == "http.notHttp"_L1 && !firstBytes().isEmpty())
        return notHttp(firstBytes());
    if (m_refusal)
        return *m_refusal;
    if (m_hasRefusedAddress && !m_hasUsedAddress)
        return {ErrorKind::Trust, QString(privatePeerCode),
            u"was not contacted at %1, which a server named and which is not a public address"_s.arg(
                m_request.origin()),
            {}, {}};
    if (m_request.judge().refusal())
        return *m_request.judge().refusal();
    FailedTransfer failed{
        .code = code, .text = QByteArray(m_errorText.data()), .url = m_request.request().url};
    if (m_isResendRefused) {
        failed.code = CURLE_ABORTED_BY_CALLBACK;
        failed.text = m_retryReason;
    }
    if (m_easy) {
        failed.systemError = int(curlInfo(m_easy, CURLINFO_OS_ERRNO));
        failed.proxyStatus = int(curlInfo(m_easy, CURLINFO_HTTP_CONNECTCODE));
        failed.version = m_request.measured(m_easy).protocol;
    }
    failed.proxy = m_request.proxyAddress();
    failed.wasSent = m_sent > 0;
    failed.firstBytes = firstBytes();
    failed.hasHeadBegun = m_head.hasBegun();
    failed.hasHead = m_head.isComplete();
    failed.length = m_head.length();
    failed.received = m_received;
    return curlError(failed);
}

bool HttpHop::isPeerPublic() const
{
    // Only the proxy knows the address, unless the host of the URL is an address.
    const bool isProxied = m_request.isProxied();
    return isPublicAddress(QHostAddress(isProxied ? m_request.host() : m_peer));
}

RequestTiming HttpHop::timing() const
{
    RequestTiming timing = m_easy ? m_request.measured(m_easy) : m_timing;
    timing.totalUs = m_sinceStart.isValid() ? m_sinceStart.nsecsElapsed() / 1000 : -1;
    return timing;
}

void HttpHop::setReading(bool reading)
{
    m_reading = reading;
    restartIdle();
    if (reading)
        pumpSoon();
}

void HttpHop::pumpSoon()
{
    if (!m_pump.isActive())
        m_pump.start(0ms);
}

//! Delivers a small amount of data at once, without another turn of the event loop.
void HttpHop::pumpLittle()
{
    if (!m_pump.isActive() || m_codedBytes > codedBytesAtOnce)
        return;
    m_pump.stop();
    pump();
}

void HttpHop::restartIdle()
{
    const bool isCounting = m_reading && m_easy && m_head.isComplete() && !m_request.request().longLived
        && m_limits.streamIdleMs > 0;
    if (!isCounting || m_isDone || m_error) {
        m_idleDeadline.stop();
        return;
    }
    m_sinceBody.start();
    if (!m_idleDeadline.isActive()) // otherwise the timer waits for the rest
        m_idleDeadline.start(std::chrono::milliseconds(m_limits.streamIdleMs));
}

//! Emits the signals that are due. Returns false when the listener deleted this hop or asked for a pause.
bool HttpHop::deliverWaiting()
{
    const QPointer<HttpHop> self(this);
    while (!m_sentHeads.empty()) {
        const QByteArray head = std::move(m_sentHeads.front());
        m_sentHeads.pop_front();
        Q_EMIT sent(head);
        if (!self)
            return false;
    }
    if (m_waitingHead && !m_error) {
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
        if (m_waitingHead)
            restartIdle();
        if (!deliverWaiting())
            return;
        if (m_error || m_isComplete) {
            finish();
            return;
        }
        if (!m_reading)
            return;
        if (timer.durationElapsed() > pumpAtMost) {
            pumpSoon();
            return;
        }
        if (!m_coded.empty()) {
            decodeNext();
            restartIdle();
        } else if (m_end) {
            judgeEnd();
        } else {
            goOn();
            return;
        }
    }
}

//! Continues a transfer that waited for the queue. libcurl may deliver data and fail inside the call; it
//! reports such a failure only by its result.
void HttpHop::goOn()
{
    if (!m_easy || !std::exchange(m_isStalled, false))
        return;
    if (const CURLcode code = curl_easy_pause(m_easy, CURLPAUSE_CONT); code != CURLE_OK)
        transferEnded(code);
}

void HttpHop::decodeNext()
{
    const QByteArray coded = std::move(m_coded.front());
    m_coded.pop_front();
    m_codedBytes -= coded.size();
    Result<QByteArrayList> decoded = m_decoder->feed(coded);
    if (decoded) {
        std::ranges::move(*decoded, std::back_inserter(m_waiting));
        return;
    }
    m_error = std::move(decoded).error();
    letGo();
}

void HttpHop::judgeEnd()
{
    if (m_failure) {
        m_error = m_failure;
    } else if (!m_head.isComplete()) {
        FailedTransfer failed{.code = CURLE_GOT_NOTHING, .hasHeadBegun = m_head.hasBegun()};
        m_error = curlError(failed);
    } else if (m_hasExcess && m_timing.protocol == u"HTTP/1.1"_s) {
        m_error = Error{ErrorKind::Protocol, u"http.malformed"_s,
            u"sent more bytes than its answer's length says"_s, {}, {}};
    } else if (const Result<void> whole = m_decoder->finish(); !whole) {
        m_error = whole.error();
    } else {
        m_isComplete = true;
    }
}

void HttpHop::fail(Error error)
{
    if (m_isDone || m_error)
        return;
    m_error = std::move(error);
    if (m_easy && m_request.triesHttp3() && !m_head.hasBegun()) // the connection may be dead
        m_multi->avoidHttp3(m_request.origin());
    m_waitingHead.reset();
    m_waiting.clear(); // a paused listener must be told of the error too
    m_idleDeadline.stop();
    m_connectDeadline.stop();
    letGo();
    pumpSoon();
}

void HttpHop::finish()
{
    m_isDone = true;
    m_idleDeadline.stop();
    m_connectDeadline.stop();
    Q_EMIT ended(!m_error, m_error.value_or(Error{}));
}

} // namespace Workbench

#include "moc_httphop.cpp"
