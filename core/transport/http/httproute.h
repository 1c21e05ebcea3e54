// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QNetworkProxy>

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

//! Its origin: "https://example.org:8443".
QUrl urlOf(const HttpRoute &route);

} // namespace Workbench
