// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpproxy.h"

#include <QByteArrayList>
#include <QUrl>

namespace Workbench {

//! The host names of a server of this program, and the web pages that may use it. They protect the server
//! against other pages that found its port, and against names that were made to resolve to this computer.
//! \source core/RULES.md R-120
struct ServedNames {
    bool isLocal = true; //!< the server listens on loopback only
    bool isEncrypted = false;
    quint16 port = 0;
    QByteArrayList hosts{}; //!< names besides those of this computer
    QByteArrayList origins{}; //!< origins of other web pages that may use it: "https://example.org"

    //! Returns whether \a host, a name or an address without a port, is a name of the server. If the server
    //! does not listen on loopback and has no hosts, every name is.
    bool knowsHost(const QString &host) const
    {
        return !host.isEmpty()
            && (isLoopbackHost(host) || hosts.contains(host.toLatin1()) || (!isLocal && hosts.isEmpty()));
    }

    //! Returns whether pages of \a origin, the value of the Origin header, may use the server. An empty value
    //! is allowed, because the client is not a web page then.
    bool knowsOrigin(const QByteArray &origin) const
    {
        const QUrl page(QString::fromLatin1(origin), QUrl::StrictMode);
        const bool isOwn = isLoopbackHost(page.host()) && page.port(isEncrypted ? 443 : 80) == port;
        return origin.isEmpty() || isOwn || origins.contains(origin);
    }
};

} // namespace Workbench
