// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/curlmulti.h"
#include "core/transport/http/curltls.h"

#include <QNetworkProxy>

namespace Workbench {

//! Returns the value of \a info, whose type must be \a Value: long or curl_off_t.
template <typename Value = long> Value curlInfo(CURL *easy, CURLINFO info)
{
    Value value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
}

//! Describes one request to libcurl. It owns the data that the handles refer to, so it must outlive them.
class CurlRequest {
public:
    explicit CurlRequest(HttpRequest request);

    //! Checks the request and reads its proxy and client certificate. Returns ErrorKind::Usage if the request
    //! is not well-formed, the kind of its proxy is not supported, or the client certificate cannot be
    //! opened.
    Result<void> prepare();
    //! Sets all options of \a easy except the callbacks.
    void describe(CURL *easy, const CurlMulti &multi, const Limits &limits);
    //! Makes the next description ask for a connection of its own.
    void needNewConnection() { m_needsNewConnection = true; }

    const HttpRequest &request() const { return m_request; }
    QString host() const { return m_request.url.host(QUrl::FullyEncoded); }
    int port() const { return m_request.url.port(isEncrypted() ? 443 : 80); }
    //! Returns for example "https://example.org:8443".
    const QString &origin() const { return m_origin; }
    bool isEncrypted() const { return m_request.url.scheme() == QLatin1StringView("https"); }
    //! Returns whether HTTP/2 or HTTP/3 may be used. A large head goes over HTTP/1.1, because libnghttp2 in
    //! libcurl sends at most 64 KiB.
    bool mayUseHttp2() const { return isEncrypted() && m_request.mayUseHttp2 && !m_hasLargeHead; }
    //! Returns for example "proxy.example:3128", without user name and password; empty if no proxy is used.
    QString proxyAddress() const;
    bool isProxied() const { return m_proxy.type() != QNetworkProxy::NoProxy; }
    //! Returns whether the last description asks for a connection that no other request uses.
    bool isAlone() const { return m_isAlone; }
    //! Returns whether the last description tries HTTP/3.
    bool triesHttp3() const { return m_triesHttp3; }
    //! Returns the duration of each step of the transfer of \a easy, as far as it is known yet.
    RequestTiming measured(CURL *easy) const;
    const CertificateJudge &judge() const { return m_judge; }

private:
    void describeConnection(CURL *easy, const CurlMulti &multi, const Limits &limits);
    void describeProxy(CURL *easy) const;
    void describeBody(CURL *easy);
    void describeHeaders(CURL *easy);

    struct ListDeleter {
        void operator()(curl_slist *list) const { curl_slist_free_all(list); }
    };

    HttpRequest m_request;
    QString m_origin;
    QNetworkProxy m_proxy{QNetworkProxy::NoProxy};
    ClientIdentity m_identity;
    CertificateJudge m_judge;
    std::unique_ptr<curl_slist, ListDeleter> m_headers;
    bool m_hasLargeHead = false;
    bool m_needsNewConnection = false;
    bool m_isAlone = false;
    bool m_triesHttp3 = false;
};

} // namespace Workbench
