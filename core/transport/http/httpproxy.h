// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QNetworkProxy>
#include <QUrl>

namespace Workbench {

//! The proxy that http_proxy, https_proxy and no_proxy name for \a url; none for loopback, ever.
//! ErrorKind::Usage, a predicate without a subject, for an address of another kind than http, socks5 and
//! socks5h. \source core/RULES.md R-31
Result<QNetworkProxy> proxyFor(const QUrl &url);

bool isLoopbackHost(const QString &host);

} // namespace Workbench
