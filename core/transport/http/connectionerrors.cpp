// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/connectionerrors.h"

#include "core/base/visibletext.h"
#include "core/transport/http/certificates.h"
#include "core/transport/http/httpheads.h"
#include "core/transport/http/redirects.h"

#include <QNetworkProxy>
#include <QRegularExpression>
#include <QSslCertificate>
#include <QSslError>
#include <QSslSocket>

#include <cerrno>

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

QString technicalText(const FailedTransfer &failed)
{
    QByteArray text = failed.text.isEmpty() ? QByteArray(curl_easy_strerror(failed.code)) : failed.text;
    if (const qsizetype value = text.indexOf(", value: ["); value >= 0)
        text.truncate(value); // the value of a header may be a secret
    return u"libcurl %1: %2"_s.arg(failed.code)
        .arg(visibleText(QString::fromUtf8(text).trimmed(), false, 300));
}

Error networkError(const FailedTransfer &failed, const QString &code, const QString &message)
{
    return {ErrorKind::Network, code, message, technicalText(failed), {}};
}

Error malformedAnswer(const FailedTransfer &failed, const QString &message)
{
    return {ErrorKind::Protocol, u"http.malformed"_s, message, technicalText(failed), {}};
}

//! Returns the error for a head that libcurl refuses.
Error refusedHead(const FailedTransfer &failed)
{
    Error error = notHttp(failed.firstBytes);
    if (failed.hasHeadBegun) // it began as HTTP does
        error.code = u"http.malformed"_s;
    error.detail = technicalText(failed);
    return error;
}

//! Returns why the proxy made no connection, in words of libcurl if it has no other text here.
QString proxyReason(const FailedTransfer &failed)
{
    if (failed.code == CURLE_COULDNT_RESOLVE_PROXY)
        return u"was not found, because its name has no address"_s;
    if (failed.code == CURLE_COULDNT_CONNECT && failed.systemError == ECONNREFUSED)
        return u"refused the connection, because nothing listens there"_s;
    if (failed.proxyStatus != 0)
        return u"answered CONNECT with HTTP %1"_s.arg(failed.proxyStatus);
    if (failed.text.contains("CONNECT aborted") || failed.text.contains("proxy closed"))
        return u"closed the connection without a valid answer"_s;
    QString said = visibleText(QString::fromUtf8(failed.text).trimmed(), false, 200);
    while (said.endsWith(u'.'))
        said.chop(1);
    return said.isEmpty() ? u"failed"_s : u"failed (%1)"_s.arg(said);
}

Error connectError(const FailedTransfer &failed)
{
    const QString origin = originOf(failed.url);
    if (!failed.proxy.isEmpty())
        return networkError(failed, u"http.proxy"_s,
            u"could not be reached: the proxy %1 %2. Check http_proxy and https_proxy."_s.arg(
                failed.proxy, proxyReason(failed)));
    if (failed.systemError == ECONNREFUSED)
        return networkError(failed, u"http.refused"_s,
            u"refused the connection to %1: nothing listens there. Is it running?"_s.arg(origin));
    return networkError(
        failed, u"http.unreachable"_s, u"could not be reached at %1. Check the network."_s.arg(origin));
}

Error handshakeError(const FailedTransfer &failed)
{
    const Error error = tlsHandshakeError(technicalText(failed), failed.url);
    const bool isClosed = failed.text.contains("SYSCALL") || failed.text.contains("unexpected eof")
        || failed.systemError == ECONNRESET;
    if (isClosed && error.code == "http.tlsHandshake"_L1) // a connection may be closed after an alert
        return networkError(failed, u"http.closed"_s,
            u"closed the connection to %1 before it was usable"_s.arg(originOf(failed.url)));
    return error;
}

//! Returns the error for a connection that ended too early, which is a network error and not a protocol
//! error. \source core/RULES.md R-141
Error lostConnection(const FailedTransfer &failed)
{
    const bool isReset = failed.systemError == ECONNRESET || failed.systemError == EPIPE
        || failed.text.contains("reset by peer");
    const QString how = isReset ? u"reset the connection "_s : u"closed the connection "_s;
    if (!failed.hasHeadBegun && failed.firstBytes.isEmpty())
        return networkError(failed, u"http.noAnswer"_s, how + u"without an answer"_s);
    if (!failed.hasHead)
        return networkError(failed, u"http.cut"_s, how + u"in the middle of the answer's head"_s);
    const qint64 missing = failed.length.value_or(0) - failed.received;
    return networkError(failed, u"http.cut"_s,
        how + u"before the answer was complete"_s
            + (missing > 0 ? u" (%1 bytes are missing)"_s.arg(missing) : QString()));
}

//! Returns the version of HTTP for an error that only HTTP/2 and later have. It is known when the answer
//! begins.
QString versionOf(const FailedTransfer &failed)
{
    return failed.version.isEmpty() ? u"HTTP/2"_s : failed.version;
}

//! Extracts "INTERNAL_ERROR" from "HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)". Returns
//! an empty text if \a text has another form.
QByteArray streamReset(const QByteArray &text)
{
    const QByteArray start("cleanly: ");
    const qsizetype at = text.indexOf(start);
    const QByteArray rest = at < 0 ? QByteArray() : text.sliced(at + start.size());
    return rest.first(std::max<qsizetype>(0, rest.indexOf(" (err")));
}

//! Extracts the name from "Invalid HTTP header field was received: frame type: 1, stream: 1, name: [x],
//! value: [y]". Returns nothing if \a text has another form.
std::optional<QByteArray> refusedHeader(const QByteArray &text)
{
    const QByteArray start("name: [");
    const qsizetype at = text.startsWith("Invalid HTTP header field") ? text.indexOf(start) : -1;
    if (at < 0)
        return std::nullopt;
    const QByteArray rest = text.sliced(at + start.size());
    return rest.first(std::max<qsizetype>(0, rest.indexOf("], ")));
}

Error streamError(const FailedTransfer &failed)
{
    const QByteArray reset = streamReset(failed.text);
    const auto broken = [&](const QString &message) {
        return networkError(failed, u"http.reset"_s, message);
    };
    if (reset == "PROTOCOL_ERROR" && failed.length)
        return malformedAnswer(
            failed, u"sent a body whose length differs from its Content-Length (%1)"_s.arg(*failed.length));
    const bool isForbidden = failed.text.contains("Violation in HTTP messaging rule");
    if (isForbidden || reset == "PROTOCOL_ERROR" || reset == "FLOW_CONTROL_ERROR"
        || reset == "COMPRESSION_ERROR")
        return malformedAnswer(failed, u"sent an answer that %1 does not allow"_s.arg(versionOf(failed)));
    if (failed.text.contains("HTTP_1_1_REQUIRED"))
        return broken(u"requires HTTP/1.1 for this request (%1 RST_STREAM: HTTP_1_1_REQUIRED)"_s.arg(
            versionOf(failed)));
    if (reset.isEmpty())
        return lostConnection(failed);
    const QString code = visibleText(QString::fromLatin1(reset), false, 60);
    return failed.hasHead ? broken(u"broke off its answer (%1 RST_STREAM: %2)"_s.arg(versionOf(failed), code))
                          : broken(u"broke off the request without an answer (%1 RST_STREAM: %2)"_s.arg(
                                versionOf(failed), code));
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

Error curlError(const FailedTransfer &failed)
{
    const bool isHttp1 = failed.version.isEmpty() || failed.version == u"HTTP/1.1"_s;
    if (failed.proxyStatus == 407)
        return networkError(failed, u"http.proxyCredentials"_s,
            u"could not be reached: the proxy %1 asks for a user name and a password (407)"_s.arg(
                failed.proxy));
    if (const std::optional<QByteArray> header = refusedHeader(failed.text))
        return malformedAnswer(failed,
            u"sent an answer that %1 does not allow (the header \"%2\")"_s.arg(
                versionOf(failed), visibleText(QString::fromLatin1(*header), false, 80)));
    if (failed.text.contains("received invalid frame") && !failed.text.contains("HTTP messaging"))
        return malformedAnswer(
            failed, u"broke the rules of %1: %2"_s.arg(versionOf(failed), technicalText(failed)));
    if (failed.code == CURLE_TOO_LARGE || failed.text.contains("Too large response headers"))
        return {ErrorKind::Limit, u"limit.http.headerBytes"_s,
            u"sent headers larger than can be read: one over 100 KiB, or all together over 300 KiB."_s,
            technicalText(failed), {}};
    switch (failed.code) {
    case CURLE_COULDNT_RESOLVE_HOST:
        return networkError(failed, u"http.hostNotFound"_s,
            u"was not found: the name \"%1\" has no address. Check the address and the network."_s.arg(
                visibleText(failed.url.host(), false, 200)));
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_PROXY:
    case CURLE_QUIC_CONNECT_ERROR:
    case CURLE_COULDNT_CONNECT: return connectError(failed);
    case CURLE_HTTP3:
        return networkError(failed, u"http.reset"_s,
            failed.hasHead ? u"broke off its answer (HTTP/3)"_s
                           : u"broke off the request without an answer (HTTP/3)"_s);
    case CURLE_SSL_CACERT_BADFILE:
        return networkError(failed, u"http.certificateStore"_s,
            u"cannot be contacted: this system has no CA certificates. Install the package ca-certificates."_s);
    case CURLE_SSL_CERTPROBLEM:
        return {ErrorKind::Usage, u"http.clientCertificate"_s,
            u"cannot be contacted: the client certificate cannot be used. Check that its key belongs to "
            "it."_s,
            technicalText(failed), {}};
    case CURLE_SSL_CLIENTCERT:
    case CURLE_SSL_CONNECT_ERROR: return handshakeError(failed);
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
        // After the status 200 of a proxy, the connection leads to the server.
        if (failed.proxyStatus >= 300
            || (!failed.proxy.isEmpty() && !failed.wasSent && failed.proxyStatus == 0))
            return connectError(failed);
        if (!failed.hasHeadBegun && failed.text.contains("alert"))
            return handshakeError(failed);
        if (failed.text.contains("chunk") || failed.text.contains("hex"))
            return malformedAnswer(failed, u"sent an invalid chunk size"_s);
        return lostConnection(failed);
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE: return isHttp1 ? lostConnection(failed) : streamError(failed);
    case CURLE_HTTP2_STREAM: return streamError(failed);
    case CURLE_ABORTED_BY_CALLBACK: // a callback kept libcurl from sending the request again
        return failed.text.isEmpty()
            ? networkError(failed, u"http.noAnswer"_s, u"broke off the request without an answer"_s)
            : streamError(failed);
    case CURLE_HTTP2:
        if (failed.text.isEmpty())
            return lostConnection(failed);
        return malformedAnswer(
            failed, u"broke the rules of %1: %2"_s.arg(versionOf(failed), technicalText(failed)));
    case CURLE_UNSUPPORTED_PROTOCOL: return refusedHead(failed);
    case CURLE_WEIRD_SERVER_REPLY:
        if (failed.text.contains("HTTP messaging"))
            return streamError(failed);
        if (failed.text.contains("Content-Length"))
            return malformedAnswer(failed, u"sent an invalid Content-Length"_s);
        return refusedHead(failed);
    case CURLE_BAD_CONTENT_ENCODING:
        return malformedAnswer(failed, u"used a Transfer-Encoding that cannot be read"_s);
    default:
        return networkError(
            failed, u"http.network"_s, u"could not be contacted at %1"_s.arg(originOf(failed.url)));
    }
}

} // namespace Workbench
