// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QNetworkProxy>

class QHostAddress;

namespace Workbench {

//! Everything that decides what a connection is. Two requests of equal routes may share one.
struct HttpRoute {
    bool isEncrypted = false;
    QString host; //!< as it is looked up, encoded
    quint16 port = 0;
    QNetworkProxy proxy;
    bool needsPublicPeer = false; //!< refused where the address is loopback, private or otherwise not public
    bool isNamedByPeer =
        false; //!< and why: a peer gave the URL (R-32), or a public address redirected (R-21)
    bool offersHttp2 = false;
    QList<AcceptedCertificate> acceptedCertificates{};
    std::optional<ClientCertificate> clientCertificate{};

    friend bool operator==(const HttpRoute &, const HttpRoute &) = default;
};

HttpRoute routeOf(const HttpRequest &request, bool needsPublicPeer);

//! Whether a connection to \a peer, which may be the proxy's, leads to a public address as far as anybody
//! here can know.
bool leadsToPublicPeer(const HttpRoute &route, const QHostAddress &peer);

//! Its origin: "https://example.org:8443".
QUrl urlOf(const HttpRoute &route);

} // namespace Workbench
