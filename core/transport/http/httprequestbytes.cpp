// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httprequestbytes.h"

#include "core/base/settingsreader.h"
#include "core/base/visibletext.h"
#include "core/transport/http/contentdecoder.h"
#include "core/transport/http/httptext.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype largestHead = 1'000'000; // bytes; libcurl sends no larger one

std::unexpected<Error> unusable(const QString &message)
{
    return std::unexpected(Error{ErrorKind::Usage, u"http.request"_s, message, {}, {}});
}

//! Returns why HTTP does not allow a header, without a full stop; empty if it does.
QString malformation(const QString &name, const QByteArray &value)
{
    const QString shown = visibleText(name, false, 60);
    const QByteArray bytes = name.toUtf8();
    if (!isToken(bytes))
        return u"\"%1\" is not a valid header name"_s.arg(shown);
    return isHeaderValue(value)
        ? QString()
        : u"the header \"%1\" holds a line end or another control character"_s.arg(shown);
}

} // namespace

QByteArray targetOf(const HttpRequest &request)
{
    if (!request.target.isEmpty())
        return request.target;
    const QUrl &url = request.url;
    QByteArray target = url.path(QUrl::FullyEncoded).toLatin1();
    if (!target.startsWith('/'))
        target.prepend('/');
    if (url.hasQuery())
        target += '?' + url.query(QUrl::FullyEncoded).toLatin1();
    return target;
}

Result<void> checkRequest(const HttpRequest &request)
{
    const bool isWeb = request.url.scheme() == u"http"_s || request.url.scheme() == u"https"_s;
    if (!request.url.isValid() || !isWeb || request.url.host().isEmpty())
        return unusable(u"cannot be contacted: \"%1\" is not an http or https address"_s.arg(
            visibleText(request.url.toDisplayString(QUrl::RemoveUserInfo), false, 200)));
    if (!isToken(request.method))
        return unusable(u"cannot be contacted: \"%1\" is not an HTTP method"_s.arg(
            visibleText(QString::fromLatin1(request.method), false, 60)));
    const bool isTarget = std::ranges::none_of(
        request.target, [](char c) { return uchar(c) <= 0x20 || c == 0x7F || c == '#'; });
    if (!isTarget || (!request.target.isEmpty() && !request.target.startsWith('/')))
        return unusable(u"cannot be contacted: \"%1\" is not a path with an optional query"_s.arg(
            visibleText(QString::fromUtf8(request.target), false, 200)));
    if (const qsizetype bytes = ownHeadBytes(request); bytes > largestHead)
        return unusable(
            u"cannot be contacted: path, query and headers of the request have %1 bytes, more than the %2 that can be sent; large values belong in the body"_s
                .arg(bytes)
                .arg(largestHead));
    return checkHeaders(request.headers);
}

qsizetype ownHeadBytes(const HttpRequest &request)
{
    qsizetype bytes = request.target.isEmpty() ? request.url.toEncoded().size() : request.target.size();
    for (const auto &[name, value] : request.headers)
        bytes += name.size() + value.size() + 4; // with ": " and the line end
    return bytes;
}

Result<void> checkHeaders(const HttpHeaders &headers)
{
    for (const auto &[name, value] : headers) {
        if (const QString fault = malformation(QString::fromUtf8(name), value); !fault.isEmpty())
            return unusable(u"cannot be contacted: "_s + fault);
    }
    return {};
}

QString headerRefusal(const QString &name, const QByteArray &value, std::initializer_list<QByteArrayView> own)
{
    if (QString fault = malformation(name, value); !fault.isEmpty())
        return fault;
    const QByteArray bytes = name.toUtf8();
    const bool isTaken = isConnectionHeader(bytes) || isSameName(bytes, "accept-encoding")
        || std::ranges::any_of(own, [&bytes](QByteArrayView each) { return isSameName(bytes, each); });
    return isTaken ? u"the header \"%1\" belongs to the connection and must not be set"_s.arg(
                         visibleText(name, false, 60))
                   : QString();
}

HttpHeaders readHeaders(SettingsReader &settings, std::initializer_list<QByteArrayView> own)
{
    HttpHeaders headers;
    for (const auto &[name, value] : settings.textMap("headers"_L1)) {
        const QByteArray bytes = value.toUtf8();
        if (const QString refusal = headerRefusal(name, bytes, own); !refusal.isEmpty())
            settings.refuse(u"headers"_s, refusal);
        headers.append({name.toUtf8(), bytes});
    }
    return headers;
}

HttpHeaders headersOf(const HttpRequest &request)
{
    HttpHeaders headers;
    for (const auto &header : request.headers) {
        if (!isConnectionHeader(header.first))
            headers.append(header);
    }
    if (!hasHeader(headers, "user-agent"))
        headers.emplaceBack("User-Agent", "envelope-workbench");
    if (!hasHeader(headers, "accept"))
        headers.emplaceBack("Accept", "*/*");
    if (!hasHeader(headers, "accept-encoding"))
        headers.emplaceBack("Accept-Encoding", acceptedCodings());
    return headers;
}

} // namespace Workbench
