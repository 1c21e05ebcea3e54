// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QNetworkProxy>
#include <QUrl>

namespace Workbench {

//! Returns the proxy that http_proxy, https_proxy and no_proxy name for \a url; NoProxy if none is named, and
//! always for loopback. ErrorKind::Usage, a predicate without a subject, if the scheme of the proxy's address
//! is not http, socks5 or socks5h. \source core/RULES.md R-31
Result<QNetworkProxy> proxyFor(const QUrl &url);

//! Returns whether \a host is an address or a name of loopback: 127.0.0.1, ::1, localhost, a.localhost.
bool isLoopbackHost(const QString &host);

} // namespace Workbench
