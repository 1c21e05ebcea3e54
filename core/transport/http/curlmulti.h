// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QTimer>

#include <algorithm>
#include <curl/curl.h>
#include <deque>
#include <map>

class QSocketNotifier;

namespace Workbench {

//! Drives transfers of libcurl from the event loop, and holds the connections that they leave open. GUI
//! thread. When libcurl looks for a connection to reuse, it does not compare what this program's callbacks
//! accept. So requests with different permissions have different objects (HttpConnections).
class CurlMulti : public QObject {
    Q_OBJECT
public:
    //! Is told how a transfer ended. Called outside of libcurl's callbacks. It may call functions of the
    //! CurlMulti, but must not emit signals.
    class Listener {
    public:
        virtual void transferEnded(CURLcode code) = 0;

    protected:
        ~Listener() = default;
    };

    explicit CurlMulti(const Limits &limits);
    ~CurlMulti() override;

    //! Returns a handle with default options; the caller must return it with giveBack().
    CURL *take();
    //! Begins the transfer that \a easy describes. \a listener must live until giveBack(); its
    //! transferEnded() may be called before start() returns.
    void start(CURL *easy, Listener *listener);
    //! Takes back \a easy and ends its transfer if it still runs. Must not be called in a callback of
    //! libcurl.
    void giveBack(CURL *easy);

    //! Returns whether libcurl speaks HTTP/3 over ngtcp2. Over OpenSSL's QUIC, as in Debian 13, it loses
    //! answers (core/DECISIONS.md), so HTTP/3 is not used then.
    static bool hasHttp3();
    //! Returns whether connections are kept for later requests.
    bool keepsConnections() const
    {
        return m_limits.httpIdleConnectionMs > 0 && m_limits.httpConnectionsPerHost > 0;
    }
    //! Notes which version of HTTP \a origin spoke, and the Alt-Svc header that it sent, which may be empty.
    void noteOrigin(const QString &origin, bool speaksOnlyHttp1, const QByteArray &altSvc, int port);
    bool speaksOnlyHttp1(const QString &origin) const { return m_onlyHttp1.contains(origin); }
    //! Notes that the connection with this number (CURLINFO_CONN_ID) speaks HTTP/1.
    void noteHttp1(curl_off_t connection);
    //! Returns whether \a connection is known to speak HTTP/1.
    bool isHttp1(curl_off_t connection) const { return std::ranges::contains(m_http1, connection); }
    //! Returns whether \a origin has offered HTTP/3 at its own host and port, and hasHttp3(). An offer for
    //! another host or port is not used, so that no response can lead to an address that was not judged.
    bool offersHttp3(const QString &origin) const { return m_withHttp3.contains(origin); }
    //! Notes that a request to \a origin failed over HTTP/3, so that it is not used there again.
    void avoidHttp3(const QString &origin);
    //! Notes that \a origin asked for HTTP/1.1 where HTTP/2 was used.
    void requireHttp1(const QString &origin);
    bool requiresHttp1(const QString &origin) const { return m_requireHttp1.contains(origin); }
    //! Returns the first bytes that came on the connection of the transfer \a easy, as they are on the wire;
    //! empty if none came or they are not known. libcurl does not deliver those of an answer that it refuses.
    QByteArray firstBytes(const CURL *easy) const;

Q_SIGNALS:
    //! Emitted when transfers made progress; from the event loop, never from inside a call.
    void acted();

private:
    struct Watch;

    void open();
    void close();
    void act(curl_socket_t socket, int flags);
    void actFromEventLoop(curl_socket_t socket, int flags);
    void readMessages();
    void watch(CURL *easy, curl_socket_t socket, int what);
    void peek(curl_socket_t socket);
    void boundConnections();
    static int socketChanged(CURL *easy, curl_socket_t socket, int what, void *self, void *unused);
    static int timerChanged(CURLM *multi, long milliseconds, void *self);

    Limits m_limits;
    CURLM *m_multi = nullptr;
    qsizetype m_running = 0;
    std::vector<CURL *> m_free;
    std::map<curl_socket_t, Watch> m_watches;
    QTimer m_timer;
    QTimer m_idle;
    std::deque<curl_off_t> m_http1; //!< the latest connections that speak HTTP/1
    QStringList m_onlyHttp1; //!< the latest origins that speak only HTTP/1
    QStringList m_withHttp3; //!< the latest origins that offer HTTP/3
    QStringList m_withoutHttp3; //!< the latest origins where HTTP/3 failed
    QStringList m_requireHttp1; //!< the latest origins that asked for HTTP/1.1
};

//! The rules by which a request accepts a peer. Requests share connections only if their permissions are
//! equal. \source core/RULES.md
struct ConnectionPermissions {
    bool needsPublicPeer = false;
    QList<AcceptedCertificate> acceptedCertificates{};
    std::optional<ClientCertificate> clientCertificate{};

    friend bool operator==(const ConnectionPermissions &, const ConnectionPermissions &) = default;
};

//! The open connections of one client, grouped by permissions.
class HttpConnections {
public:
    explicit HttpConnections(const Limits &limits)
        : m_limits(limits)
    {
    }
    std::shared_ptr<CurlMulti> with(const ConnectionPermissions &permissions);

private:
    Limits m_limits;
    std::vector<std::pair<ConnectionPermissions, std::shared_ptr<CurlMulti>>> m_groups;
};

} // namespace Workbench
