// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/curlerrors.h"

#include "core/base/visibletext.h"
#include "core/transport/http/redirects.h"
#include "core/transport/http/responsehead.h"
#include "core/transport/http/socketerrors.h"

#include <cerrno>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

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
