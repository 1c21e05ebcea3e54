// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/redirects.h"

#include "core/base/visibletext.h"
#include "core/transport/http/httpproxy.h"
#include "core/transport/http/httptext.h"

#include <QHostAddress>
#include <QtEndian>

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

std::unexpected<Error> refused(const QString &what)
{
    return std::unexpected(Error{ErrorKind::Protocol, u"http.redirect"_s, what, {}, {}});
}

//! Returns whether the header \a name may be sent to another origin. Headers that identify the user or that
//! the user added must not be sent.
bool isHarmless(QByteArrayView name)
{
    return isSameName(name, "accept") || isSameName(name, "accept-language")
        || isSameName(name, "user-agent");
}

//! Returns the IPv4 address that a router derives from \a address by NAT64 (RFC 6052) or 6to4 (RFC 3056).
std::optional<quint32> translatedAddress(const Q_IPV6ADDR &address)
{
    constexpr std::array<quint8, 12> nat64{0, 0x64, 0xff, 0x9b};
    constexpr std::array<quint8, 2> sixToFour{0x20, 0x02};
    const std::span<const quint8, 16> bytes(address.c);
    if (std::ranges::equal(bytes.first<12>(), nat64))
        return qFromBigEndian<quint32>(bytes.data() + 12);
    if (std::ranges::equal(bytes.first<2>(), sixToFour))
        return qFromBigEndian<quint32>(bytes.data() + 2);
    return {};
}

template <typename Bits> struct Prefix {
    Bits bits;
    int length;
};

//! The IPv4 prefixes of IANA's registry of special-purpose addresses, with multicast and 240/4. A few
//! addresses in 192.0.0.0/24 are reachable everywhere. They count as special too, because they are anycast
//! addresses of services in the user's own network, for example of its router. 198.18.0.0/15 (benchmarks) is
//! left out: some VPN clients resolve every public name to an address in it, so their users could follow no
//! redirect and use no sign-in, and nothing in a user's network lies there by default.
//! \source RFC 6890 section 2.2.2
constexpr auto specialIpv4 = std::to_array<Prefix<quint32>>({
    {0x00000000, 8}, // this network
    {0x0A000000, 8}, // private
    {0x64400000, 10}, // 100.64.0.0, shared by the customers of a carrier
    {0x7F000000, 8}, // loopback
    {0xA9FE0000, 16}, // 169.254.0.0, link-local
    {0xAC100000, 12}, // 172.16.0.0, private
    {0xC0000000, 24}, // 192.0.0.0, protocol assignments
    {0xC0000200, 24}, // 192.0.2.0, documentation
    {0xC0586300, 24}, // 192.88.99.0, relays of 6to4
    {0xC0A80000, 16}, // 192.168.0.0, private
    {0xC6336400, 24}, // 198.51.100.0, documentation
    {0xCB007100, 24}, // 203.0.113.0, documentation
    {0xE0000000, 4}, // multicast
    {0xF0000000, 4}, // reserved, and broadcast
});

//! The first halves of the IPv6 prefixes that are special although they lie in 2000::/3. 2001::/23 has
//! Teredo, which hides another address, and a few prefixes that are reachable everywhere. They count as
//! special too: they are anycast addresses of services in the user's own network, or identifiers of hosts.
//! \source RFC 6890 section 2.2.3
constexpr auto specialIpv6 = std::to_array<Prefix<quint64>>({
    {0x2001'0000'0000'0000, 23}, // protocol assignments
    {0x2001'0DB8'0000'0000, 32}, // documentation
    {0x3FFF'0000'0000'0000, 20}, // documentation
});

//! IANA assigns addresses that are reachable everywhere only from this prefix. Outside are loopback, unique
//! local, link-local, site-local and multicast addresses, and forms that hold an IPv4 address.
constexpr Prefix<quint64> unicastIpv6{0x2000'0000'0000'0000, 3};

template <typename Bits> bool isIn(const Prefix<Bits> &prefix, Bits address)
{
    return ((address ^ prefix.bits) >> (std::numeric_limits<Bits>::digits - prefix.length)) == 0;
}

bool belongsToBody(QByteArrayView name)
{
    return name.size() > 8 && isSameName(name.first(8), "content-");
}

} // namespace

bool isRedirect(const HttpResponseHead &head)
{
    constexpr std::array statuses{301, 302, 303, 307, 308};
    return std::ranges::contains(statuses, head.status) && !head.header("location").isEmpty();
}

QString originOf(const QUrl &url)
{
    const int usual = url.scheme() == u"https"_s ? 443 : 80;
    const int port = url.port(usual);
    const QString host = url.host().contains(u':') ? QString(u'[' + url.host() + u']') : url.host();
    const QString origin = url.scheme() + u"://" + host;
    return port == usual ? origin : QString(origin + u':' + QString::number(port));
}

Result<HttpRequest> redirected(
    const HttpRequest &request, const HttpResponseHead &head, int followed, const Limits &limits)
{
    const QByteArray location = head.header("location");
    const QUrl target = request.url.resolved(QUrl(QString::fromUtf8(location), QUrl::StrictMode));
    const QString shown = visibleText(QString::fromUtf8(location), false, 200);
    const bool isWeb = target.scheme() == u"http"_s || target.scheme() == u"https"_s;
    const bool isPlain = std::ranges::none_of(location, [](char c) { return uchar(c) <= 0x20 || c == 0x7F; });
    if (!isPlain || !target.isValid() || !isWeb || target.host().isEmpty())
        return refused(u"redirected to \"%1\", which is not an http or https address"_s.arg(shown));
    if (!target.userInfo().isEmpty())
        return refused(u"redirected to an address that carries a user name"_s);
    if (request.url.scheme() == u"https"_s && target.scheme() == u"http"_s)
        return refused(u"redirected from %1 to %2, which is not encrypted"_s.arg(
            originOf(request.url), originOf(target)));
    if (followed >= limits.httpRedirects)
        return std::unexpected(limitError(*findLimit(u"http.redirects"),
            u"redirected more than %1 times"_s.arg(limits.httpRedirects), limits.httpRedirects));

    const bool isOtherOrigin = originOf(request.url) != originOf(target);
    const bool isRead = request.method == "GET" || request.method == "HEAD";
    if (isOtherOrigin && (!isRead || !request.mayRedirect))
        return refused(u"redirected a %1 from %2 to %3, another origin; %4"_s.arg(
            QString::fromLatin1(request.method), originOf(request.url), originOf(target),
            isRead ? u"requests of this kind must stay at their origin"_s : u"only a GET may follow"_s));
    const bool keepsMethod = head.status == 307 || head.status == 308;
    const bool becomesGet = !isRead && !keepsMethod && (head.status == 303 || request.method == "POST");
    if (becomesGet && !request.mayRedirect)
        return refused(u"answered a %1 with a redirect (%2) from %3 to %4, which would lose its body"_s.arg(
            QString::fromLatin1(request.method), QString::number(head.status),
            originOf(request.url) + request.url.path(), originOf(target) + target.path()));

    HttpRequest next = request;
    next.url = target;
    next.url.setFragment({});
    next.target.clear();
    if (becomesGet) {
        next.method = "GET";
        next.body.reset();
        next.headers.removeIf([](const auto &header) { return belongsToBody(header.first); });
    }
    if (isOtherOrigin)
        next.clientCertificate.reset(); // it identifies the user as a header would
    if (isOtherOrigin)
        next.headers.removeIf([](const auto &header) { return !isHarmless(header.first); });
    return next;
}

bool redirectMayBePrivate(const HttpRequest &request, const QUrl &next, bool isFromPublic)
{
    const bool isSameHost = request.url.host() == next.host();
    const bool isConfirmed = request.confirmedOrigins.contains(originOf(next));
    if (isFromPublic)
        return isConfirmed && !isSameHost;
    const bool isOnLoopback = isLoopbackHost(request.url.host()) && isLoopbackHost(next.host());
    return isConfirmed || isSameHost || isOnLoopback;
}

bool isPublicAddress(const QHostAddress &address)
{
    bool isIpv4 = false;
    quint32 ipv4 = address.toIPv4Address(&isIpv4); // accepts also ::ffff:a.b.c.d
    const Q_IPV6ADDR bytes = address.toIPv6Address();
    if (const auto inside = isIpv4 ? std::nullopt : translatedAddress(bytes)) {
        isIpv4 = true;
        ipv4 = *inside;
    }
    if (isIpv4)
        return std::ranges::none_of(specialIpv4, [ipv4](const auto &prefix) { return isIn(prefix, ipv4); });
    const auto ipv6 = qFromBigEndian<quint64>(bytes.c);
    return isIn(unicastIpv6, ipv6)
        && std::ranges::none_of(specialIpv6, [ipv6](const auto &prefix) { return isIn(prefix, ipv6); });
}

} // namespace Workbench
