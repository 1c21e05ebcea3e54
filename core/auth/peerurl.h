// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QUrl>

namespace Workbench {

//! What a person has to know about a URL before it is opened. \source core/RULES.md R-81
struct UrlFacts {
    QUrl url; //!< to be handed over as it is, never through a shell
    QString text; //!< all of it, percent-encoded, the host in its ASCII form
    QString host; //!< as people read it: Unicode
    QString asciiHost; //!< as it is looked up: "xn--…"
    bool isPunycode = false; //!< the two differ
    bool isMixedScript = false; //!< a label mixes alphabets, as imitations do
    bool isEncrypted = false; //!< https
    bool isLoopback = false;
};
UrlFacts urlFacts(const QUrl &url);

//! A URL that a peer gave, for sign-in: https, or http on loopback; no user-info, no fragment, no control,
//! shell or non-ASCII characters. ErrorKind::Protocol, code "auth.url", says what \a what ("token endpoint")
//! is wrong. \source core/RULES.md R-80
Result<QUrl> checkedPeerUrl(const QString &text, const QString &what);

//! Whether a request to \a url may reach an address that is not public: the user confirmed its origin, or it
//! is on loopback and so is one of \a confirmedOrigins. \source core/RULES.md R-32
bool mayBePrivate(const QUrl &url, const QStringList &confirmedOrigins);

} // namespace Workbench
