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

//! Drives transfers of libcurl from the event loop, and holds the connections they leave open. GUI thread.
//! libcurl does not compare what this program's own callbacks accept when it looks for a connection to use
//! again. So requests with different permissions have different objects (HttpConnections).
class CurlMulti : public QObject {
    Q_OBJECT
public:
    //! Learns how a transfer ended. Called outside of libcurl's callbacks; may call this object's functions,
    //! and must not emit signals.
    class Listener {
    public:
        virtual void transferEnded(CURLcode code) = 0;

    protected:
        ~Listener() = default;
    };

    explicit CurlMulti(const Limits &limits);
    ~CurlMulti() override;

    //! A handle with default options, to be given back.
    CURL *take();
    //! Begins the transfer that \a easy describes; \a listener must live until it is given back. Its
    //! transferEnded() may be called from inside.
    void start(CURL *easy, Listener *listener);
    //! Ends the transfer of \a easy if it still runs. Not inside a callback of libcurl.
    void giveBack(CURL *easy);

    //! Whether connections are kept for the next request.
    bool keepsConnections() const;
    //! Notes which version \a origin spoke, and the Alt-Svc header that it sent, which may be empty.
    void noteOrigin(const QString &origin, bool speaksOnlyHttp1, const QByteArray &altSvc, int port);
    bool speaksOnlyHttp1(const QString &origin) const { return m_onlyHttp1.contains(origin); }
    //! Notes that the connection with this number (CURLINFO_CONN_ID) speaks HTTP/1.
    void noteHttp1(curl_off_t connection);
    //! Whether a connection is known to speak HTTP/1.
    bool isHttp1(curl_off_t connection) const { return std::ranges::contains(m_http1, connection); }
    //! Whether \a origin has offered HTTP/3 at its own host and port. An offer elsewhere is not used, so that
    //! no response can lead to a place that nobody judged.
    bool offersHttp3(const QString &origin) const { return m_withHttp3.contains(origin); }

Q_SIGNALS:
    //! Transfers went on. Emitted from the event loop, never from inside a call.
    void acted();

private:
    struct Watch;

    void open();
    void close();
    void act(curl_socket_t socket, int flags);
    void actFromEventLoop(curl_socket_t socket, int flags);
    void readMessages();
    void watch(curl_socket_t socket, int what);
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
    std::deque<curl_off_t> m_http1; //!< the latest connections that speak it
    QStringList m_onlyHttp1; //!< origins, the latest few
    QStringList m_withHttp3; //!< origins, the latest few
};

//! What a request may accept of the peer it is connected to. Two requests share connections only if these are
//! equal. \source core/RULES.md
struct ConnectionPermissions {
    bool needsPublicPeer = false;
    QList<AcceptedCertificate> acceptedCertificates{};
    std::optional<ClientCertificate> clientCertificate{};

    friend bool operator==(const ConnectionPermissions &, const ConnectionPermissions &) = default;
};

//! The open connections of one client, apart by permissions.
class HttpConnections {
public:
    explicit HttpConnections(const Limits &limits)
        : m_limits(limits)
    {
    }
    std::shared_ptr<CurlMulti> with(const ConnectionPermissions &permissions);

private:
    struct Group {
        ConnectionPermissions permissions;
        std::shared_ptr<CurlMulti> multi;
    };

    Limits m_limits;
    std::vector<Group> m_groups;
};

} // namespace Workbench
