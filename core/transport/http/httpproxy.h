// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QNetworkProxy>
#include <QUrl>

namespace Workbench {

//! The proxy that http_proxy, https_proxy and no_proxy name for \a url; none for loopback, ever. \source
//! reliability.md R-31
QNetworkProxy proxyFor(const QUrl &url);

bool isLoopbackHost(const QString &host);

} // namespace Workbench
