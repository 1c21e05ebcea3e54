// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httptext.h"

#include <QByteArrayList>

namespace Workbench {

//! The head of a request that a server of this program received.
struct RequestHead {
    QByteArray method;
    QByteArray target; //!< path and query as the client wrote them: "/pets?limit=2"
    HttpHeaders headers{}; //!< with their names as the client wrote them
    QByteArray version{}; //!< "HTTP/1.1"

    //! Reads \a line, the first of a head, without its line end. Returns nothing if it is not a method, a
    //! target and a version. Target and version are not checked.
    static std::optional<RequestHead> startFrom(const QByteArray &line);
    //! Adds the header in \a line, which has no line end. Returns false if it is malformed, for example
    //! folded.
    bool addHeader(const QByteArray &line);

    QByteArray path() const;
    //! Returns the value of a header, ignoring case. Repeated headers are joined with ", ".
    QByteArray header(QByteArrayView name) const { return joinedValue(headers, name); }
    //! Returns the token of "Authorization: Bearer …"; empty if there is none.
    QByteArray bearerToken() const;
};

//! Reads \a head, which ends with the empty line. Returns nothing if a line is malformed or does not end with
//! CR LF. \source RFC 9112 section 2.2
std::optional<RequestHead> requestHeadFrom(const QByteArray &head);

//! Returns whether \a line is a header or a trailer: a name, a colon and a value.
bool isHeaderLine(QByteArrayView line);

//! How clients may name a server of this program in Host, and the web pages that may use it. They protect the
//! server against other pages that found its port, and against names that were made to resolve to this
//! computer. \source core/RULES.md R-120
struct ServedNames {
    bool isLocal = true; //!< the server listens on loopback only
    bool isEncrypted = false;
    quint16 port = 0;
    QByteArrayList origins{}; //!< origins of other web pages that may use it: "https://example.org"

    //! Returns whether \a host, the value of the Host header, names the server: this computer, or anything if
    //! the server does not listen on loopback only.
    bool knowsHost(const QByteArray &host) const;
    //! Returns whether pages of \a origin, the value of the Origin header, may use the server. An empty value
    //! is allowed, because the client is not a web page then.
    bool knowsOrigin(const QByteArray &origin) const;
};

} // namespace Workbench
