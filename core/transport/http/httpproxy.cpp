// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httpproxy.h"

#include "core/base/visibletext.h"

#include <QHostAddress>

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

bool isExcepted(const QString &host)
{
    const QString exceptions = qEnvironmentVariable("no_proxy", qEnvironmentVariable("NO_PROXY"));
    for (QString entry : exceptions.split(u',', Qt::SkipEmptyParts)) {
        entry = entry.trimmed();
        if (entry.startsWith(u"*."_s))
            entry.remove(0, 1);
        const QString domain = entry.startsWith(u'.') ? entry : QString(u'.' + entry);
        const bool isInside = host.endsWith(domain, Qt::CaseInsensitive);
        const bool isItself = domain.mid(1).compare(host, Qt::CaseInsensitive) == 0;
        if (entry == u"*"_s || isInside || isItself)
            return true;
    }
    return false;
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
    if (isLoopbackHost(url.host()) || isExcepted(url.host()))
        return none;
    const char *const variable = proxyVariable(url.scheme());
    const QString setting = qEnvironmentVariable(variable);
    const QUrl proxy(setting.contains("://"_L1) ? setting : QString(u"http://" + setting));
    if (setting.isEmpty() || proxy.host().isEmpty())
        return none;
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
