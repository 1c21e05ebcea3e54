// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpproxy.h"

#include <QByteArrayList>
#include <QUrl>

namespace Workbench {

//! The names by which a server of ours is known, and the web pages that may use it. It keeps off pages that
//! found out its port, and names that were made to lead to this computer. \source core/RULES.md R-120
struct ServedNames {
    bool isLocal = true; //!< it listens on loopback only
    bool isEncrypted = false;
    quint16 port = 0;
    QByteArrayList hosts{}; //!< beside those of this computer
    QByteArrayList origins{}; //!< of web pages beside our own: "https://example.org"

    //! Returns whether \a host, a name or an address without a port, is the server's.
    bool knowsHost(const QString &host) const
    {
        return !host.isEmpty()
            && (isLoopbackHost(host) || hosts.contains(host.toLatin1()) || (!isLocal && hosts.isEmpty()));
    }

    //! Returns whether pages of \a origin, the value of that header, may use the server. An empty one is no
    //! page.
    bool knowsOrigin(const QByteArray &origin) const
    {
        const QUrl page(QString::fromLatin1(origin), QUrl::StrictMode);
        const bool isOwn = isLoopbackHost(page.host()) && page.port(isEncrypted ? 443 : 80) == port;
        return origin.isEmpty() || isOwn || origins.contains(origin);
    }
};

} // namespace Workbench
