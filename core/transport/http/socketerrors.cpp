// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/socketerrors.h"

#include "core/base/visibletext.h"
#include "core/transport/http/acceptedcertificate.h"
#include "core/transport/http/redirects.h"

#include <QNetworkProxy>
#include <QRegularExpression>
#include <QSslCertificate>
#include <QSslError>
#include <QSslSocket>

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

Error tlsError(const QAbstractSocket &socket, const QUrl &url)
{
    const auto *const tls = qobject_cast<const QSslSocket *>(&socket);
    if (tls && !tls->sslHandshakeErrors().isEmpty())
        return refusedCertificate(
            tls->peerCertificate(), tls->sslHandshakeErrors(), url.host(QUrl::FullyEncoded));
    return tlsHandshakeError(visibleText(socket.errorString(), false, 300), url);
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

Error socketError(const QAbstractSocket &socket, QAbstractSocket::SocketError error, const QUrl &url)
{
    const QString origin = originOf(url);
    const QString technical = visibleText(socket.errorString(), false, 300);
    const QString proxy =
        u"%1:%2"_s.arg(visibleText(socket.proxy().hostName(), false, 200)).arg(socket.proxy().port());
    const auto network = [&technical](const QString &code, const QString &message) {
        return Error{ErrorKind::Network, code, message, technical, {}};
    };
    const auto proxyFailed = [&](const QString &why) {
        return network(u"http.proxy"_s,
            u"could not be reached: the proxy %1 %2. Check http_proxy and https_proxy."_s.arg(proxy, why));
    };
    switch (error) {
    case QAbstractSocket::ConnectionRefusedError:
        return network(u"http.refused"_s,
            u"refused the connection to %1: nothing listens there. Is it running?"_s.arg(origin));
    case QAbstractSocket::HostNotFoundError:
        return network(u"http.hostNotFound"_s,
            u"was not found: the name \"%1\" has no address. Check the address and the network."_s.arg(
                visibleText(url.host(), false, 200)));
    case QAbstractSocket::RemoteHostClosedError:
        return network(u"http.closed"_s, u"closed the connection to %1 before it was usable"_s.arg(origin));
    case QAbstractSocket::SslHandshakeFailedError:
    case QAbstractSocket::SslInternalError: return tlsError(socket, url);
    case QAbstractSocket::SslInvalidUserDataError:
        return {ErrorKind::Usage, u"http.clientCertificate"_s,
            u"cannot be contacted: the client certificate cannot be used. Check that its key belongs to "
            "it."_s,
            technical, {}};
    case QAbstractSocket::ProxyAuthenticationRequiredError:
        return network(u"http.proxyCredentials"_s,
            u"could not be reached: the proxy %1 asks for a user name and a password (407)"_s.arg(proxy));
    case QAbstractSocket::ProxyConnectionRefusedError:
        return proxyFailed(u"refused the connection, because nothing listens there"_s);
    case QAbstractSocket::ProxyConnectionClosedError:
        return proxyFailed(u"closed the connection without a valid answer"_s);
    case QAbstractSocket::ProxyConnectionTimeoutError: return proxyFailed(u"did not answer in time"_s);
    case QAbstractSocket::ProxyNotFoundError:
        return proxyFailed(u"was not found, because its name has no address"_s);
    case QAbstractSocket::ProxyProtocolError: return proxyFailed(u"failed (%1)"_s.arg(technical));
    case QAbstractSocket::SocketAccessError:
        if (socket.proxy().hostName().isEmpty())
            return network(u"http.unreachable"_s,
                u"could not be reached at %1: this system does not allow the connection. Check its firewall."_s
                    .arg(origin));
        return network(u"http.proxy"_s,
            u"could not be reached: the proxy %1 refuses the connection. Check http_proxy and https_proxy, or add the host to no_proxy."_s
                .arg(proxy));
    case QAbstractSocket::NetworkError:
        return network(
            u"http.unreachable"_s, u"could not be reached at %1. Check the network."_s.arg(origin));
    default: return network(u"http.network"_s, u"could not be contacted at %1"_s.arg(origin));
    }
}

} // namespace Workbench
