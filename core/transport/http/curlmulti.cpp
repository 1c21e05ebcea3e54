// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/curlmulti.h"

#include <QSocketNotifier>

#include <array>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr size_t handlesKept = 32;
constexpr size_t peekedBytes = 80; // enough for an error to show what came
constexpr qsizetype originsRemembered = 16;
constexpr size_t connectionsRemembered = 256;

void remember(QStringList &origins, const QString &origin)
{
    if (origins.contains(origin))
        return;
    origins.append(origin);
    if (origins.size() > originsRemembered)
        origins.removeFirst();
}

} // namespace

//! The notifiers of one socket number. They are kept until the end, because a disabled notifier watches
//! nothing and the system reuses the numbers.
struct CurlMulti::Watch {
    std::unique_ptr<QSocketNotifier> read;
    std::unique_ptr<QSocketNotifier> write;
    const CURL *easy = nullptr; //!< the transfer that uses the socket, or used it last
    bool isUsed = false;
    QByteArray firstBytes; //!< that came for the transfer
};

CurlMulti::CurlMulti(const Limits &limits)
    : m_limits(limits)
{
    static const CURLcode isReady = curl_global_init(CURL_GLOBAL_DEFAULT);
    Q_UNUSED(isReady)
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    m_idle.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] { actFromEventLoop(CURL_SOCKET_TIMEOUT, 0); });
    connect(&m_idle, &QTimer::timeout, this, &CurlMulti::close);
}

CurlMulti::~CurlMulti()
{
    for (CURL *easy : m_free)
        curl_easy_cleanup(easy);
    close();
}

void CurlMulti::open()
{
    m_multi = curl_multi_init();
    curl_multi_setopt(m_multi, CURLMOPT_SOCKETFUNCTION, &CurlMulti::socketChanged);
    curl_multi_setopt(m_multi, CURLMOPT_SOCKETDATA, this);
    curl_multi_setopt(m_multi, CURLMOPT_TIMERFUNCTION, &CurlMulti::timerChanged);
    curl_multi_setopt(m_multi, CURLMOPT_TIMERDATA, this);
}

//! Closes all connections. libcurl itself closes an idle connection only when it looks for one to use.
void CurlMulti::close()
{
    m_timer.stop();
    curl_multi_cleanup(std::exchange(m_multi, nullptr));
    m_http1.clear(); // the next multi handle numbers its connections anew
}

CURL *CurlMulti::take()
{
    if (m_free.empty())
        return curl_easy_init();
    CURL *easy = m_free.back();
    m_free.pop_back();
    return easy;
}

void CurlMulti::start(CURL *easy, Listener *listener)
{
    m_idle.stop();
    if (!m_multi)
        open();
    ++m_running;
    boundConnections();
    curl_easy_setopt(easy, CURLOPT_PRIVATE, listener);
    curl_multi_add_handle(m_multi, easy);
    act(CURL_SOCKET_TIMEOUT, 0); // calling libcurl at once saves a turn of the event loop
}

void CurlMulti::giveBack(CURL *easy)
{
    curl_multi_remove_handle(m_multi, easy);
    for (auto &[socket, watched] : m_watches) {
        if (watched.easy == easy)
            watched.easy = nullptr; // the handle may be used again
    }
    curl_easy_reset(easy);
    if (m_free.size() < handlesKept)
        m_free.push_back(easy);
    else
        curl_easy_cleanup(easy);
    if (--m_running == 0)
        m_idle.start(std::chrono::milliseconds(std::max<qint64>(0, m_limits.httpIdleConnectionMs)));
    boundConnections();
}

//! Sets the number of connections that libcurl keeps. libcurl also counts connections in use, and closes an
//! idle one when a transfer ends and there are more.
void CurlMulti::boundConnections()
{
    const qint64 kept = std::max<qint64>(1, m_limits.httpConnectionsPerHost);
    curl_multi_setopt(m_multi, CURLMOPT_MAXCONNECTS, long(kept + std::max<qint64>(0, m_running - 1)));
}

bool CurlMulti::hasHttp3()
{
    const curl_version_info_data *const info = curl_version_info(CURLVERSION_NOW);
    return (info->features & CURL_VERSION_HTTP3) != 0
        && QByteArrayView(info->quic_version).contains("ngtcp2");
}

void CurlMulti::noteOrigin(const QString &origin, bool speaksOnlyHttp1, const QByteArray &altSvc, int port)
{
    if (speaksOnlyHttp1)
        remember(m_onlyHttp1, origin);
    else
        m_onlyHttp1.removeOne(origin);
    const bool isOffered = altSvc.contains(QByteArray("h3=\":" + QByteArray::number(port) + '"'));
    if (isOffered && hasHttp3() && !m_withoutHttp3.contains(origin))
        remember(m_withHttp3, origin);
    else if (altSvc == "clear")
        m_withHttp3.removeOne(origin);
}

void CurlMulti::avoidHttp3(const QString &origin)
{
    m_withHttp3.removeOne(origin);
    remember(m_withoutHttp3, origin);
}

void CurlMulti::requireHttp1(const QString &origin)
{
    remember(m_requireHttp1, origin);
}

void CurlMulti::noteHttp1(curl_off_t connection)
{
    if (isHttp1(connection))
        return;
    m_http1.push_back(connection);
    if (m_http1.size() > connectionsRemembered)
        m_http1.pop_front();
}

void CurlMulti::act(curl_socket_t socket, int flags)
{
    if (!m_multi)
        return;
    int running = 0;
    peek(socket);
    curl_multi_socket_action(m_multi, socket, flags, &running);
    readMessages();
}

void CurlMulti::actFromEventLoop(curl_socket_t socket, int flags)
{
    act(socket, flags);
    Q_EMIT acted(); // last, because a listener may delete this object
}

//! Keeps the first bytes that wait at \a socket, or at each socket if libcurl may read from any.
void CurlMulti::peek(curl_socket_t socket)
{
    for (auto &[number, watched] : m_watches) {
        const bool isMeant = socket == CURL_SOCKET_TIMEOUT || socket == number;
        if (!isMeant || !watched.isUsed || !watched.firstBytes.isEmpty())
            continue;
        // Without waiting bytes, recv() would take the error of the socket, which libcurl has to see.
        int waiting = 0;
        if (::ioctl(number, FIONREAD, &waiting) != 0 || waiting <= 0)
            continue;
        std::array<char, peekedBytes> bytes{};
        const ssize_t size = ::recv(number, bytes.data(), bytes.size(), MSG_PEEK | MSG_DONTWAIT);
        if (size > 0)
            watched.firstBytes = QByteArray(bytes.data(), qsizetype(size));
    }
}

QByteArray CurlMulti::firstBytes(const CURL *easy) const
{
    for (const auto &[socket, watched] : m_watches) {
        if (watched.easy == easy && !watched.firstBytes.isEmpty())
            return watched.firstBytes;
    }
    return {};
}

void CurlMulti::readMessages()
{
    int left = 0;
    while (m_multi) {
        const CURLMsg *message = curl_multi_info_read(m_multi, &left);
        if (!message)
            return;
        if (message->msg != CURLMSG_DONE)
            continue;
        const CURLcode code = message->data.result;
        char *listener = nullptr;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &listener);
        reinterpret_cast<Listener *>(listener)->transferEnded(code);
    }
}

void CurlMulti::watch(CURL *easy, curl_socket_t socket, int what)
{
    Watch &watched = m_watches[socket];
    watched.isUsed = what != CURL_POLL_REMOVE;
    if (watched.isUsed && watched.easy != easy) { // another transfer begins on the connection
        watched.easy = easy;
        watched.firstBytes.clear();
    }
    const auto set = [this, socket](std::unique_ptr<QSocketNotifier> &notifier, QSocketNotifier::Type type,
                         int flag, bool isOn) {
        if (!notifier && !isOn)
            return;
        if (!notifier) {
            notifier = std::make_unique<QSocketNotifier>(socket, type);
            connect(notifier.get(), &QSocketNotifier::activated, this,
                [this, socket, flag] { actFromEventLoop(socket, flag); });
        }
        notifier->setEnabled(isOn);
    };
    set(watched.read, QSocketNotifier::Read, CURL_CSELECT_IN,
        what == CURL_POLL_IN || what == CURL_POLL_INOUT);
    set(watched.write, QSocketNotifier::Write, CURL_CSELECT_OUT,
        what == CURL_POLL_OUT || what == CURL_POLL_INOUT);
}

int CurlMulti::socketChanged(CURL *easy, curl_socket_t socket, int what, void *self, void *)
{
    static_cast<CurlMulti *>(self)->watch(easy, socket, what);
    return 0;
}

int CurlMulti::timerChanged(CURLM *, long milliseconds, void *self)
{
    QTimer &timer = static_cast<CurlMulti *>(self)->m_timer;
    if (milliseconds < 0)
        timer.stop();
    else
        timer.start(std::chrono::milliseconds(milliseconds));
    return 0;
}

std::shared_ptr<CurlMulti> HttpConnections::with(const ConnectionPermissions &permissions)
{
    for (const auto &[known, multi] : m_groups) {
        if (known == permissions)
            return multi;
    }
    return m_groups.emplace_back(permissions, std::make_shared<CurlMulti>(m_limits)).second;
}

} // namespace Workbench

#include "moc_curlmulti.cpp"
