// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayList>
#include <QUrl>

namespace Workbench {

using HeaderPairs = QList<std::pair<QByteArray, QByteArray>>;

//! Headers that carry credentials whoever set them: Authorization, cookies, X-Api-Key, *-token, *-secret, …
//! \source reliability.md R-91
bool isSecretHeader(const QByteArray &name);
//! Keys of a query, a form or JSON that hold secrets: token, password, api_key, signature, … \source R-91
bool isSecretKey(const QString &key);

//! Headers as they may be shown. Of those in \a setByUser, the source's own, every value is a secret unless
//! its name is known to be harmless (Accept, User-Agent, …), and wherever else such a value turns up it is
//! hidden too. URLs in headers are treated as below.
HeaderPairs redactedHeaders(const HeaderPairs &headers, const HeaderPairs &setByUser = {});

//! Without the values of user-info and of secret keys in the query.
QUrl redactedUrl(const QUrl &url);

} // namespace Workbench
