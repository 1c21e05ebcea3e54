// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayList>
#include <QUrl>

namespace Workbench {

class KnownSecrets;

using HeaderPairs = QList<std::pair<QByteArray, QByteArray>>;

//! Replaces the value of a secret header.
inline constexpr auto hiddenHeaderValue = "•••";

//! Returns whether a header with this name carries credentials: Authorization, cookies, Mcp-Session-Id,
//! X-Api-Key, *-token, *-secret, …
//! \source core/RULES.md R-91
bool isSecretHeader(const QByteArray &name);
//! Returns whether a header with this name holds a credential, which must not be written on a command line.
//! This is every isSecretHeader() except Idempotency-Key.
bool isCredentialHeader(const QByteArray &name);
//! Returns whether a key of a query, a form or JSON holds a secret: token, password, api_key, signature, …
//! Page tokens are not secrets, and neither are values that describe one: token_type, session_timeout.
//! \source core/RULES.md R-91
bool isSecretKey(const QString &key);

//! Returns \a headers with secret values hidden. All values of \a setByUser, the source's own headers, are
//! secret unless their name is harmless (Accept, User-Agent, …); they are hidden wherever they occur. URLs in
//! headers lose their user-info and the values of secret keys.
HeaderPairs redactedHeaders(const HeaderPairs &headers, const HeaderPairs &setByUser = {});

//! Returns those of \a setByUser, the headers in the settings of a source, that the preview of a request
//! hides: credentials by their name, and headers that hold a secret of \a secrets. The user wrote the others
//! and may see them. Returns all headers but harmless ones (Accept, User-Agent, …) if \a secrets is null,
//! because the origin of a value is not known then.
HeaderPairs hiddenInPreviews(const HeaderPairs &setByUser, const KnownSecrets *secrets);

//! Returns a head as it went over the wire, with its line ends, but with secret headers hidden. The target of
//! the request and URLs in headers lose their user-info and the values of secret keys. \a shownTarget, unless
//! empty, replaces the target of the request.
QByteArray redactedHead(
    const QByteArray &head, const HeaderPairs &setByUser = {}, const QByteArray &shownTarget = {});

//! Returns \a url with the user-info and the values of secret keys in its query and fragment hidden.
QUrl redactedUrl(const QUrl &url);

} // namespace Workbench
