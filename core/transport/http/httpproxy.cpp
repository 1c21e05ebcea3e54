// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httpproxy.h"

#include "core/base/visibletext.h"

#include <QHostAddress>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Returns the variable that holds the proxy for \a scheme. HTTP_PROXY in capitals is ignored on purpose,
//! because clients of a web server can set it for CGI programs.
const char *proxyVariable(const QString &scheme)
{
    if (scheme == u"http"_s)
        return "http_proxy";
    return qEnvironmentVariableIsSet("https_proxy") ? "https_proxy" : "HTTPS_PROXY";
}

QString withoutFinalDot(const QString &name)
{
    return name.endsWith(u'.') ? name.chopped(1) : name;
}

//! Returns whether \a entry of no_proxy names the host of \a url. It is "*", a block of addresses such as
//! "10.0.0.0/8", or a domain or address, which may be followed by a port.
bool isNamedBy(const QString &entry, const QUrl &url)
{
    const QHostAddress address(url.host());
    if (entry == u"*"_s)
        return true;
    if (entry.contains(u'/')) {
        const auto block = QHostAddress::parseSubnet(entry);
        return !address.isNull() && !block.first.isNull() && address.isInSubnet(block);
    }
    const bool hasBrackets = entry.startsWith(u'[');
    const qsizetype hostEnd = hasBrackets ? entry.indexOf(u']') : entry.indexOf(u':');
    QString name = entry;
    if (hasBrackets || entry.count(u':') == 1) { // other colons belong to an IPv6 address
        const QString port = entry.sliced(std::max<qsizetype>(0, hostEnd)).section(u':', 1);
        if (!port.isEmpty() && port.toInt() != url.port(url.scheme() == u"https"_s ? 443 : 80))
            return false;
        name = entry.first(std::max<qsizetype>(0, hostEnd)).remove(u'[');
    }
    if (!address.isNull())
        return QHostAddress(name) == address;
    if (name.startsWith(u"*."_s))
        name.remove(0, 1);
    const QString domain = withoutFinalDot(name.startsWith(u'.') ? name : QString(u'.' + name));
    return domain.size() > 1
        && QString(u'.' + withoutFinalDot(url.host())).endsWith(domain, Qt::CaseInsensitive);
}

bool isExcepted(const QUrl &url)
{
    const QString exceptions = qEnvironmentVariable("no_proxy", qEnvironmentVariable("NO_PROXY"));
    return std::ranges::any_of(exceptions.simplified().replace(u' ', u',').split(u',', Qt::SkipEmptyParts),
        [&url](const QString &entry) { return isNamedBy(entry, url); });
}

} // namespace

bool isLoopbackHost(const QString &host)
{
    // A name may end with the dot of the root: "localhost.".
    const QStringView name = host.endsWith(u'.') ? QStringView(host).chopped(1) : QStringView(host);
    const bool isName = name.compare("localhost"_L1, Qt::CaseInsensitive) == 0
        || name.endsWith(".localhost"_L1, Qt::CaseInsensitive);
    return isName || QHostAddress(host).isLoopback();
}

Result<QNetworkProxy> proxyFor(const QUrl &url)
{
    const QNetworkProxy none(QNetworkProxy::NoProxy);
    if (isLoopbackHost(url.host()) || isExcepted(url))
        return none;
    const char *const variable = proxyVariable(url.scheme());
    const QString setting = qEnvironmentVariable(variable);
    if (setting.isEmpty())
        return none;
    const QUrl proxy(setting.contains("://"_L1) ? setting : QString(u"http://" + setting));
    if (!proxy.isValid() || proxy.host().isEmpty()) { // the value is not shown, since it may hold a password
        return std::unexpected(Error{ErrorKind::Usage, u"http.proxy"_s,
            u"cannot be contacted: %1 is not the address of a proxy, such as "
            "\"http://user:password@proxy.example:3128\"; percent-encode special characters of the password"_s
                .arg(QLatin1StringView(variable)),
            {}, {}});
    }
    const bool isSocks = proxy.scheme() == u"socks5"_s || proxy.scheme() == u"socks5h"_s;
    if (!isSocks && proxy.scheme() != u"http"_s) {
        return std::unexpected(Error{ErrorKind::Usage, u"http.proxy"_s,
            u"cannot be contacted: %1 names a proxy that begins with \"%2://\"; use \"http://\" or "
            "\"socks5h://\""_s.arg(QLatin1StringView(variable), visibleText(proxy.scheme(), false, 20)),
            {}, {}});
    }
    return QNetworkProxy(isSocks ? QNetworkProxy::Socks5Proxy : QNetworkProxy::HttpProxy, proxy.host(),
        quint16(proxy.port(isSocks ? 1080 : 8080)), proxy.userName(QUrl::FullyDecoded),
        proxy.password(QUrl::FullyDecoded));
}

} // namespace Workbench
