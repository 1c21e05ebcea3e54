// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

class QHostAddress;

namespace Workbench {

//! Whether \a head asks to go somewhere else: 301, 302, 303, 307 or 308 with a Location.
bool isRedirect(const HttpResponseHead &head);

//! The request that follows, or why none may. \a followed counts those before. Whether its address may be
//! reached is judged apart: redirectMayBePrivate(). \source core/RULES.md R-21
Result<HttpRequest> redirected(
    const HttpRequest &request, const HttpResponseHead &head, int followed, const Limits &limits);

//! Scheme, host and port, the default port left out: "https://example.org".
QString originOf(const QUrl &url);

//! Whether the redirect of \a request to \a next may reach an address that is not public: the user confirmed
//! that origin, or it is on the same host, or both are on loopback. \a isFromPublic: a public address
//! redirects. Only a confirmed origin will do then, and not a name that led to a public address a moment ago.
//! \source core/RULES.md R-21
bool redirectMayBePrivate(const HttpRequest &request, const QUrl &next, bool isFromPublic);

//! Not loopback, private, link-local, unspecified or multicast; IPv4 inside IPv6 is looked at as IPv4. R-32
bool isPublicAddress(const QHostAddress &address);

} // namespace Workbench
