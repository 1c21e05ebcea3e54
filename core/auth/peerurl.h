// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QUrl>

namespace Workbench {

//! The facts about a URL that the user has to see before it is opened. \source core/RULES.md R-81
struct UrlFacts {
    QUrl url; //!< the URL to open, unchanged and never through a shell
    QString text; //!< the whole URL, percent-encoded, with the host in its ASCII form
    QString host; //!< the host for reading, in Unicode
    QString asciiHost; //!< the host for name resolution: "xn--…"
    bool isPunycode = false; //!< host and asciiHost differ
    bool isMixedScript = false; //!< a label mixes alphabets, as imitations of other names do
    bool isLoopback = false;
};
UrlFacts urlFacts(const QUrl &url);

//! Checks a URL that a peer gave for a sign-in: https, or http on loopback; no user-info, no fragment, no
//! control, shell or non-ASCII characters. Fails with ErrorKind::Protocol, code "auth.url"; \a what names the
//! URL in the message, for example "token endpoint". \source core/RULES.md R-80
Result<QUrl> checkedPeerUrl(const QString &text, const QString &what);

//! Returns whether a request to \a url may reach an address that is not public. It may if the user confirmed
//! the origin of \a url, or if \a url and one of \a confirmedOrigins are on loopback.
//! \source core/RULES.md R-32
bool mayBePrivate(const QUrl &url, const QStringList &confirmedOrigins);

} // namespace Workbench
