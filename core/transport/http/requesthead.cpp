// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/requesthead.h"

#include "core/transport/http/httpproxy.h"

namespace Workbench {

using namespace Qt::StringLiterals;

bool isHeaderLine(QByteArrayView line)
{
    const qsizetype colon = line.indexOf(':');
    return colon > 0 && isToken(line.first(colon)) && isHeaderValue(line.sliced(colon + 1));
}

std::optional<RequestHead> RequestHead::startFrom(const QByteArray &line)
{
    constexpr qsizetype longestMethod = 32;
    const QByteArrayList words = line.split(' ');
    if (words.size() != 3 || !isToken(words.at(0)) || words.at(0).size() > longestMethod)
        return std::nullopt;
    return RequestHead{.method = words.at(0), .target = words.at(1), .version = words.at(2)};
}

bool RequestHead::addHeader(const QByteArray &line)
{
    if (!isHeaderLine(line))
        return false;
    const qsizetype colon = line.indexOf(':');
    headers.append({line.first(colon), line.sliced(colon + 1).trimmed()});
    return true;
}

QByteArray RequestHead::path() const
{
    const qsizetype mark = target.indexOf('?');
    return mark < 0 ? target : target.first(mark);
}

QByteArray RequestHead::bearerToken() const
{
    const QByteArray credential = header("authorization");
    const bool isBearer = credential.size() > 7 && isSameName(credential.first(7), "bearer ");
    return isBearer ? credential.sliced(7).trimmed() : QByteArray();
}

std::optional<RequestHead> requestHeadFrom(const QByteArray &head)
{
    std::optional<RequestHead> request;
    qsizetype at = 0;
    for (qsizetype end = 0; (end = head.indexOf("\r\n", at)) >= 0; at = end + 2) {
        const QByteArray line = head.sliced(at, end - at);
        if (request && line.isEmpty())
            return request;
        const bool isFirst = !request;
        if (isFirst)
            request = RequestHead::startFrom(line);
        if (!request || (!isFirst && !request->addHeader(line)))
            return std::nullopt;
    }
    return std::nullopt;
}

bool ServedNames::knowsHost(const QByteArray &host) const
{
    const QString name = QUrl(u"http://"_s + QString::fromLatin1(host), QUrl::StrictMode).host();
    return !name.isEmpty() && (!isLocal || isLoopbackHost(name));
}

bool ServedNames::knowsOrigin(const QByteArray &origin) const
{
    const QUrl page(QString::fromLatin1(origin), QUrl::StrictMode);
    const bool isOwn = isLoopbackHost(page.host()) && page.port(isEncrypted ? 443 : 80) == port;
    return origin.isEmpty() || isOwn || origins.contains(origin);
}

} // namespace Workbench
