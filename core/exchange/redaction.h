// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayList>
#include <QUrl>

namespace Workbench {

using HeaderPairs = QList<std::pair<QByteArray, QByteArray>>;

//! Headers that carry credentials, by their name: Authorization, cookies, Mcp-Session-Id, X-Api-Key, *-token,
//! *-secret, …
//! \source core/RULES.md R-91
bool isSecretHeader(const QByteArray &name);
//! Keys of a query, a form or JSON that hold secrets: token, password, api_key, signature, … \source
//! core/RULES.md R-91
bool isSecretKey(const QString &key);

//! Headers as they may be shown. Of those in \a setByUser, the source's own, every value is a secret unless
//! its name is known to be harmless (Accept, User-Agent, …), and wherever else such a value turns up it is
//! hidden too. URLs in headers are treated as below.
HeaderPairs redactedHeaders(const HeaderPairs &headers, const HeaderPairs &setByUser = {});

//! A head as it went over the wire, its line ends kept, as it may be shown: secret headers hidden, and the
//! target of a request and the URLs of headers without user-info and the values of secret keys. \a
//! shownTarget, unless empty, stands in place of the request's target.
QByteArray redactedHead(
    const QByteArray &head, const HeaderPairs &setByUser = {}, const QByteArray &shownTarget = {});

//! Without the values of user-info and of secret keys in the query.
QUrl redactedUrl(const QUrl &url);

} // namespace Workbench
