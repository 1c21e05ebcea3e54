// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

class QHostAddress;

namespace Workbench {

//! Returns whether \a head is a redirect: status 301, 302, 303, 307 or 308 with a Location header.
bool isRedirect(const HttpResponseHead &head);

//! Returns the request that follows the redirect in \a head after \a followed earlier redirects.
//! ErrorKind::Protocol or ErrorKind::Limit if it must not be followed. redirectMayBePrivate() judges
//! separately whether its address may be reached. \source core/RULES.md R-21
Result<HttpRequest> redirected(
    const HttpRequest &request, const HttpResponseHead &head, int followed, const Limits &limits);

//! Returns scheme, host and port, without the default port, for example "https://example.org".
QString originOf(const QUrl &url);

//! Returns whether the redirect of \a request to \a next may reach an address that is not public. The user
//! must have confirmed the origin of \a next, or both are on one host, or both on loopback, because all names
//! of loopback mean this computer. \a isFromPublic is true if a public address redirects; then the origin
//! must be confirmed and its host must be another one.
//! \source core/RULES.md R-21
bool redirectMayBePrivate(const HttpRequest &request, const QUrl &next, bool isFromPublic);

//! Returns whether \a address is public, that is, in no range that IANA lists as special: not loopback,
//! private, link-local, documentation, multicast and so on. IPv4 inside IPv6 is judged as IPv4. False for an
//! empty address. \source core/RULES.md R-32
bool isPublicAddress(const QHostAddress &address);

} // namespace Workbench
