// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/tlserrors.h"

#include "core/base/visibletext.h"
#include "core/transport/http/redirects.h"

#include <QRegularExpression>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Extracts the name of the peer's alert, such as "protocol version", from \a text of OpenSSL. Returns an
//! empty text if it names no alert.
QString alertNameOf(const QString &text)
{
    // Of the reasons that OpenSSL gives, only alerts have these prefixes, and not all have the word "alert".
    static const QRegularExpression alert(
        u"SSL routines:[^:]*:(?:sslv3|ssl/tls|tlsv1|tlsv13) (?:alert )?([a-z ]+)"_s);
    return alert.match(text).captured(1).trimmed();
}

//! Returns the part of the sentence that explains \a alert, or an empty text if its name says all.
QString alertReason(const QString &alert, const QUrl &url)
{
    if (alert == "protocol version"_L1)
        return u": the server and this program have no version of TLS in common."_s;
    if (alert == "unrecognized name"_L1)
        return u": it serves no host of the name \"%1\"."_s.arg(visibleText(url.host(), false, 200));
    if (alert == "handshake failure"_L1) // TLS 1.2 has no other alert for a missing certificate
        return u": the server and this program have no cipher in common, or it requires a client "
               "certificate."_s;
    if (alert.contains("certificate"_L1) || alert == "unknown ca"_L1 || alert == "access denied"_L1)
        return u". It may require a client certificate, or a different one."_s;
    return {};
}

} // namespace

Error tlsHandshakeError(const QString &text, const QUrl &url)
{
    const QString origin = originOf(url);
    if (const QString alert = alertNameOf(text); !alert.isEmpty())
        return {ErrorKind::Network, u"http.tlsRefused"_s,
            QString(u"refused the encrypted connection to %1 with the TLS alert \"%2\""_s.arg(origin, alert)
                + alertReason(alert, url)),
            text, {}};
    const QString message = u"could not agree on an encrypted connection to %1"_s.arg(origin);
    // The peer chose a version that this program does not accept.
    if (text.contains("unsupported protocol"_L1))
        return {ErrorKind::Network, u"http.tlsVersion"_s,
            QString(message + u": the server and this program have no version of TLS in common."_s), text,
            {}};
    return {ErrorKind::Network, u"http.tlsHandshake"_s, message, text, {}};
}

} // namespace Workbench
