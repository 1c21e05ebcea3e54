// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httproute.h"

#include "core/transport/http/httpproxy.h"
#include "core/transport/http/redirects.h"

#include <QHostAddress>

namespace Workbench {

using namespace Qt::StringLiterals;

HttpRoute routeOf(const HttpRequest &request, bool needsPublicPeer)
{
    HttpRoute route;
    route.isEncrypted = request.url.scheme() == u"https"_s;
    route.host = request.url.host(QUrl::FullyEncoded);
    route.port = quint16(request.url.port(route.isEncrypted ? 443 : 80));
    route.proxy = proxyFor(request.url);
    route.needsPublicPeer = needsPublicPeer;
    route.isNamedByPeer = request.publicPeerOnly;
    if (route.isEncrypted) {
        route.offersHttp2 = request.mayUseHttp2;
        route.acceptedCertificates = request.acceptedCertificates;
        route.clientCertificate = request.clientCertificate;
    }
    return route;
}

bool leadsToPublicPeer(const HttpRoute &route, const QHostAddress &peer)
{
    // A proxy knows the address, not we, but for one that is written out.
    const bool isProxied = route.proxy.type() != QNetworkProxy::NoProxy;
    return isPublicAddress(isProxied ? QHostAddress(route.host) : peer);
}

QUrl urlOf(const HttpRoute &route)
{
    QUrl url;
    url.setScheme(route.isEncrypted ? u"https"_s : u"http"_s);
    url.setHost(route.host);
    url.setPort(route.port);
    return url;
}

} // namespace Workbench
