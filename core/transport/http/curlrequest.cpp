// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/curlrequest.h"

#include "core/base/visibletext.h"
#include "core/transport/http/httpproxy.h"
#include "core/transport/http/httprequestbytes.h"
#include "core/transport/http/httptext.h"
#include "core/transport/http/redirects.h"

#include <QHostAddress>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr long receiveBufferBytes = 64L << 10;
constexpr qsizetype largestHttp2Head =
    60'000; // bytes, below the limit of libnghttp2 for any number of headers

template <typename Value> void setOption(CURL *easy, CURLoption option, Value value)
{
    curl_easy_setopt(easy, option, value);
}

QString versionName(long version)
{
    switch (version) {
    case CURL_HTTP_VERSION_1_0:
    case CURL_HTTP_VERSION_1_1: return u"HTTP/1.1"_s;
    case CURL_HTTP_VERSION_2_0: return u"HTTP/2"_s;
    case CURL_HTTP_VERSION_3: return u"HTTP/3"_s;
    default: return {};
    }
}

} // namespace

CurlRequest::CurlRequest(HttpRequest request)
    : m_request(std::move(request))
    , m_origin(originOf(m_request.url))
    , m_judge(m_request.url.host(QUrl::FullyEncoded), m_request.acceptedCertificates)
    , m_hasLargeHead(ownHeadBytes(m_request) > largestHttp2Head)
{
}

Result<void> CurlRequest::prepare()
{
    if (const Result<void> valid = checkRequest(m_request); !valid)
        return valid;
    const Result<QNetworkProxy> proxy = proxyFor(m_request.url);
    if (!proxy)
        return std::unexpected(proxy.error());
    m_proxy = *proxy;
    if (!m_request.clientCertificate || !isEncrypted())
        return {};
    Result<ClientIdentity> identity = clientIdentity(*m_request.clientCertificate);
    if (!identity)
        return std::unexpected(std::move(identity).error());
    m_identity = *std::move(identity);
    return {};
}

QString CurlRequest::proxyAddress() const
{
    if (!isProxied())
        return {};
    const QString host = visibleText(m_proxy.hostName(), false, 200);
    return (host.contains(u':') ? u"[%1]:%2"_s : u"%1:%2"_s).arg(host).arg(m_proxy.port());
}

void CurlRequest::describe(CURL *easy, const CurlMulti &multi, const Limits &limits)
{
    setOption(easy, CURLOPT_NOSIGNAL, 1L);
    setOption(easy, CURLOPT_QUICK_EXIT, 1L); // otherwise a transfer that ends during a look-up blocks
    setOption(easy, CURLOPT_BUFFERSIZE, receiveBufferBytes);
    setOption(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    // Path and query are set below, in their exact bytes. The strings are copied.
    setOption(easy, CURLOPT_URL,
        m_request.url
            .toEncoded(QUrl::RemoveUserInfo | QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment)
            .constData());
    setOption(easy, CURLOPT_REQUEST_TARGET, targetOf(m_request).constData());
    setOption(easy, CURLOPT_HTTP09_ALLOWED, 1L); // so that takeBody() can show bytes that are not HTTP
    m_judge.watch(easy);
    if (!m_identity.key.isEmpty()) {
        curl_blob chain{m_identity.chain.data(), size_t(m_identity.chain.size()), CURL_BLOB_COPY};
        curl_blob key{m_identity.key.data(), size_t(m_identity.key.size()), CURL_BLOB_COPY};
        setOption(easy, CURLOPT_SSLCERT_BLOB, &chain);
        setOption(easy, CURLOPT_SSLKEY_BLOB, &key);
    }
    describeConnection(easy, multi, limits);
    describeProxy(easy);
    describeBody(easy);
    describeHeaders(easy);
}

void CurlRequest::describeConnection(CURL *easy, const CurlMulti &multi, const Limits &limits)
{
    const bool mayBeHttp2 = mayUseHttp2() && !multi.requiresHttp1(m_origin);
    m_triesHttp3 = mayBeHttp2 && !isProxied() && multi.offersHttp3(m_origin);
    setOption(easy, CURLOPT_HTTP_VERSION,
        long(m_triesHttp3    ? CURL_HTTP_VERSION_3
                : mayBeHttp2 ? CURL_HTTP_VERSION_2TLS
                             : CURL_HTTP_VERSION_1_1));
    const bool mayShare = mayBeHttp2 && !multi.speaksOnlyHttp1(m_origin);
    setOption(easy, CURLOPT_PIPEWAIT, long(mayShare));
    setOption(
        easy, CURLOPT_TCP_KEEPALIVE, 1L); // a long stream may share any connection, and has no idle deadline
    // Over HTTP/1.1 only a request that may be sent twice uses a kept connection: the server may close it at
    // the moment it is reused, and then it is unknown whether the request had an effect. \source
    // core/RULES.md R-33
    const bool mayReuse = mayShare || (isSafeMethod(m_request.method) && !m_request.longLived);
    m_isAlone = m_needsNewConnection || !mayReuse;
    setOption(easy, CURLOPT_FRESH_CONNECT, long(m_isAlone));
    setOption(easy, CURLOPT_FORBID_REUSE, long(m_isAlone || !multi.keepsConnections()));
    setOption(easy, CURLOPT_MAXAGE_CONN, long(std::max<qint64>(1, limits.httpIdleConnectionMs / 1000)));
    // HttpHop keeps the deadline; the timeout of libcurl must only not be shorter.
    setOption(easy, CURLOPT_CONNECTTIMEOUT_MS, long(limits.connectTimeoutMs + 60'000));
}

void CurlRequest::describeProxy(CURL *easy) const
{
    if (!isProxied()) {
        setOption(easy, CURLOPT_PROXY, ""); // libcurl must not read the environment: proxyFor() has
        return;
    }
    QString host = m_proxy.hostName();
    if (host.contains(u':'))
        host = u'[' + host + u']';
    const bool isSocks = m_proxy.type() == QNetworkProxy::Socks5Proxy;
    setOption(easy, CURLOPT_PROXYTYPE, long(isSocks ? CURLPROXY_SOCKS5_HOSTNAME : CURLPROXY_HTTP));
    setOption(easy, CURLOPT_PROXY, host.toUtf8().constData());
    setOption(easy, CURLOPT_PROXYPORT, long(m_proxy.port()));
    setOption(easy, CURLOPT_NOPROXY, "");
    setOption(easy, CURLOPT_HTTPPROXYTUNNEL, 1L); // also for http: the proxy sees no header of the request
    setOption(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    setOption(easy, CURLOPT_SOCKS5_AUTH, long(CURLAUTH_BASIC));
    if (!m_proxy.user().isEmpty()) {
        setOption(easy, CURLOPT_PROXYUSERNAME, m_proxy.user().toUtf8().constData());
        setOption(easy, CURLOPT_PROXYPASSWORD, m_proxy.password().toUtf8().constData());
    }
}

void CurlRequest::describeBody(CURL *easy)
{
    const QByteArray &method = m_request.method;
    const bool wantsBody = method == "POST" || method == "PUT" || method == "PATCH";
    if (method == "HEAD") {
        setOption(easy, CURLOPT_NOBODY, 1L);
        return;
    }
    if (m_request.body || wantsBody) {
        if (!m_request.body)
            m_request.body = QByteArray();
        setOption(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(m_request.body->size()));
        setOption(easy, CURLOPT_POSTFIELDS, m_request.body->constData()); // not copied
    }
    setOption(easy, CURLOPT_CUSTOMREQUEST, method.constData());
}

void CurlRequest::describeHeaders(CURL *easy)
{
    m_headers.reset();
    const auto add = [this](const QByteArray &line) {
        curl_slist *const list = curl_slist_append(m_headers.get(), line.constData());
        std::ignore = m_headers.release();
        m_headers.reset(list);
    };
    for (const auto &[name, value] : headersOf(m_request))
        add(value.trimmed().isEmpty() ? QByteArray(name + ';') : QByteArray(name + ": " + value.trimmed()));
    if (!hasHeader(m_request.headers, "content-type"))
        add("Content-Type:"); // keeps libcurl from adding one
    add("Expect:"); // otherwise a large body waits a second for permission
    if (m_isAlone)
        add("Connection: close");
    setOption(easy, CURLOPT_HTTPHEADER, m_headers.get());
}

//! Computes the durations, since libcurl measures from the beginning of the transfer to the end of each step.
RequestTiming CurlRequest::measured(CURL *easy) const
{
    RequestTiming timing;
    const char *address = nullptr;
    curl_easy_getinfo(easy, CURLINFO_PRIMARY_IP, &address);
    if (!address || *address == '\0')
        return timing;
    const QString name = host();
    const qint64 lookup = curlInfo<curl_off_t>(easy, CURLINFO_NAMELOOKUP_TIME_T);
    const qint64 connected = curlInfo<curl_off_t>(easy, CURLINFO_CONNECT_TIME_T);
    const qint64 encrypted = curlInfo<curl_off_t>(easy, CURLINFO_APPCONNECT_TIME_T);
    const qint64 sent = curlInfo<curl_off_t>(easy, CURLINFO_POSTTRANSFER_TIME_T);
    const qint64 firstByte = curlInfo<curl_off_t>(easy, CURLINFO_STARTTRANSFER_TIME_T);
    if (curlInfo(easy, CURLINFO_NUM_CONNECTS) > 0) {
        if (!isProxied() && QHostAddress(name).isNull())
            timing.lookupUs = lookup;
        timing.connectUs = std::max<qint64>(1, connected - lookup);
        if (encrypted > 0)
            timing.tlsUs = encrypted - connected;
    }
    if (firstByte > 0)
        timing.firstByteUs = std::max<qint64>(1, firstByte - sent); // sending may be noted as ended later
    timing.protocol = versionName(curlInfo(easy, CURLINFO_HTTP_VERSION));
    QString peer = isProxied() ? name : QString::fromLatin1(address);
    if (peer.contains(u':'))
        peer = u'[' + peer + u']';
    timing.peer =
        peer + u':' + QString::number(isProxied() ? long(port()) : curlInfo(easy, CURLINFO_PRIMARY_PORT));
    return timing;
}

} // namespace Workbench
