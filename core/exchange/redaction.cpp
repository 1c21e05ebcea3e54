// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/exchange/redaction.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr auto shownHeader = "•••";
constexpr auto shownInUrl = "***"_L1; // as it is: dots would be percent-encoded
constexpr qsizetype shortestFound = 6; // a shorter value turns up by chance

bool isHarmless(const QByteArray &name)
{
    static const QByteArrayList names{"accept", "accept-charset", "accept-encoding", "accept-language",
        "cache-control", "connection", "content-encoding", "content-language", "content-length",
        "content-type", "date", "dnt", "expect", "from", "host", "if-match", "if-modified-since",
        "if-none-match", "last-event-id", "location", "content-location", "max-forwards",
        "mcp-protocol-version", "origin", "pragma", "prefer", "range", "referer", "te", "traceparent",
        "tracestate", "user-agent", "x-request-id", "x-correlation-id"};
    return names.contains(name.toLower());
}

bool isUrlHeader(const QByteArray &name)
{
    static const QByteArrayList names{"location", "content-location", "referer", "origin"};
    return names.contains(name.toLower());
}

} // namespace

bool isSecretHeader(const QByteArray &name)
{
    static const QByteArrayList exact{
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "api-key"};
    const QByteArray lower = name.toLower();
    return exact.contains(lower) || lower.endsWith("-token") || lower.endsWith("-secret")
        || lower.endsWith("-key");
}

bool isSecretKey(const QString &key)
{
    static const QRegularExpression pattern(
        u"token|secret|password|passwd|api[-_]?key|credential|session|signature|code_verifier"_s,
        QRegularExpression::CaseInsensitiveOption);
    return pattern.match(key).hasMatch();
}

HeaderPairs redactedHeaders(const HeaderPairs &headers, const HeaderPairs &setByUser)
{
    QByteArrayList names;
    QByteArrayList values;
    for (const auto &[name, value] : setByUser) {
        if (isHarmless(name))
            continue;
        names.append(name.toLower());
        if (value.size() >= shortestFound)
            values.append(value);
    }
    HeaderPairs out = headers;
    for (auto &[name, value] : out) {
        if (isSecretHeader(name) || names.contains(name.toLower())) {
            value = shownHeader;
            continue;
        }
        if (isUrlHeader(name))
            value = redactedUrl(QUrl::fromEncoded(value)).toEncoded();
        for (const QByteArray &secret : std::as_const(values))
            value.replace(secret, shownHeader);
    }
    return out;
}

QUrl redactedUrl(const QUrl &url)
{
    QUrl out = url;
    if (!out.userName().isEmpty())
        out.setUserName(shownInUrl);
    if (!out.password().isEmpty())
        out.setPassword(shownInUrl);
    if (!out.hasQuery())
        return out;
    // by its text, so that the rest stays as it was written
    QStringList items = out.query(QUrl::FullyEncoded).split(u'&');
    bool isChanged = false;
    for (QString &item : items) {
        const qsizetype equals = item.indexOf(u'=');
        if (equals < 0 || !isSecretKey(QUrl::fromPercentEncoding(item.first(equals).toLatin1())))
            continue;
        item = item.first(equals + 1) + shownInUrl;
        isChanged = true;
    }
    if (isChanged)
        out.setQuery(items.join(u'&'));
    return out;
}

} // namespace Workbench
