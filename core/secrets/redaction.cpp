// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/secrets/redaction.h"

#include "core/secrets/knownsecrets.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr qsizetype shortestFound = 6; // a shorter value would occur by chance

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

bool holdsUrl(const QByteArray &name, const QByteArray &value)
{
    static const QByteArrayList names{"location", "content-location", "referer", "origin", "link", "refresh"};
    return value.contains("://") || names.contains(name.toLower());
}

//! The headers that the user set. Their values are secrets wherever they occur.
class OwnHeaders {
public:
    explicit OwnHeaders(const HeaderPairs &setByUser)
    {
        for (const auto &[name, value] : setByUser) {
            if (isHarmless(name))
                continue;
            m_names.append(name.toLower());
            for (const QByteArray &secret :
                {value, value.sliced(value.indexOf(' ') + 1)}) { // "Bearer SECRET"
                if (secret.size() >= shortestFound)
                    m_values.append(secret);
            }
        }
    }
    bool isSecret(const QByteArray &name) const
    {
        return isSecretHeader(name) || m_names.contains(name.toLower());
    }
    QByteArray hidden(QByteArray text) const
    {
        for (const QByteArray &secret : m_values)
            text.replace(secret, hiddenHeaderValue);
        return text;
    }

private:
    QByteArrayList m_names;
    QByteArrayList m_values;
};

//! Returns whether a parameter of an address is secret. Includes short names that may have another meaning as
//! a member of JSON.
bool isSecretParameter(const QString &name)
{
    static const QStringList exact{u"sig"_s, u"jwt"_s, u"pwd"_s, u"assertion"_s, u"ticket"_s};
    return isSecretKey(name) || exact.contains(name, Qt::CaseInsensitive);
}

//! Returns an address as it was written, with its user-info and the values of secret keys in its query and
//! fragment hidden.
QByteArray redactedUrlText(const QByteArray &text, bool mayNameUser = true)
{
    const auto endOf = [&text](QByteArrayView ends, qsizetype from) {
        const auto found =
            std::find_if(text.cbegin() + from, text.cend(), [ends](char c) { return ends.contains(c); });
        return qsizetype(found - text.cbegin());
    };
    QByteArray out;
    qsizetype at = 0;
    // After another slash, "//" is part of a path.
    const qsizetype slashes = mayNameUser ? text.indexOf('/') : -1;
    if (slashes >= 0 && text.sliced(slashes).startsWith("//")) {
        const qsizetype begin = slashes + 2;
        const QByteArrayView authority = QByteArrayView(text).sliced(begin, endOf("/?#", begin) - begin);
        if (const qsizetype sign = authority.lastIndexOf('@'); sign >= 0) {
            const bool hasPassword = authority.first(sign).contains(':');
            out = text.first(begin) + (hasPassword ? "***:***" : "***");
            at = begin + sign;
        }
    }
    qsizetype part = endOf("?#", at);
    out += QByteArrayView(text).sliced(at, part - at);
    while (part < text.size()) {
        const qsizetype end = endOf("&#", part + 1);
        const QByteArray item = text.sliced(part, end - part); // with its leading sign
        bool hidesValue = false;
        // The value may be an address that has parameters too.
        qsizetype begin = 1;
        for (qsizetype equals; !hidesValue && (equals = item.indexOf('=', begin)) >= 0; begin = equals + 1) {
            const QString name = QUrl::fromPercentEncoding(item.sliced(begin, equals - begin));
            const qsizetype separator = std::max(name.lastIndexOf(u'?'), name.lastIndexOf(u';'));
            hidesValue = isSecretParameter(name) || isSecretParameter(name.sliced(separator + 1));
        }
        out += hidesValue ? item.first(begin) + "***" : item;
        part = end;
    }
    return out;
}

QByteArray shownFirstLine(const QByteArray &line, const QByteArray &shownTarget)
{
    const qsizetype begin = line.indexOf(' ') + 1;
    if (line.startsWith("HTTP/") || begin == 0)
        return line; // a status line
    const qsizetype version = line.lastIndexOf(" HTTP/");
    const qsizetype end = version < begin ? line.size() : version;
    const QByteArray target = line.sliced(begin, end - begin);
    return line.first(begin) + (shownTarget.isEmpty() ? redactedUrlText(target) : shownTarget)
        + line.sliced(end);
}

//! Returns a header line with secrets hidden. Sets \a isSecret if continuation lines must be hidden too.
QByteArray shownHeaderLine(const QByteArray &line, const OwnHeaders &own, bool &isSecret)
{
    const qsizetype colon = line.indexOf(':');
    const QByteArray name = line.first(std::max<qsizetype>(colon, 0)).trimmed();
    isSecret = own.isSecret(name);
    if (colon < 0 || !isSecret)
        return own.hidden(holdsUrl(name, line) ? redactedUrlText(line) : line);
    const qsizetype blank = line.sliced(colon + 1).startsWith(' ') ? 1 : 0;
    return line.first(colon + 1 + blank) + hiddenHeaderValue;
}

} // namespace

bool isSecretHeader(const QByteArray &name)
{
    // The session id of MCP gives access to the session, like a cookie.
    static const QByteArrayList exact{"authorization", "cookie", "cookie2", "set-cookie", "set-cookie2",
        "x-auth", "authentication-info", "proxy-authentication-info", "mcp-session-id"};
    static const QByteArrayList ends{
        "-authorization", "-token", "-secret", "-key", "apikey", "-password", "-signature"};
    const QByteArray lower = name.toLower();
    return exact.contains(lower)
        || std::ranges::any_of(ends, [&lower](const QByteArray &end) { return lower.endsWith(end); });
}

bool isCredentialHeader(const QByteArray &name)
{
    return isSecretHeader(name) && name.compare("idempotency-key", Qt::CaseInsensitive) != 0;
}

bool isSecretKey(const QString &key)
{
    // A page token says where a list goes on. A tokenizer and a secretary are something else.
    static const QRegularExpression pattern(
        u"(?<!page)(?<!page[-_])token(?!i[sz][ae])|secret(?!ar[yi])|password|passwd|api[-_]?key|credential|"
        "session|signature|code_verifier"_s,
        QRegularExpression::CaseInsensitiveOption);
    // Names that tell something about a secret: "token_type", "x-session-timeout".
    static const QRegularExpression about(
        u"(?:type|expires(?:[-_]?(?:in|at))?|timeout|(?<!ac)count|cursor)$"_s,
        QRegularExpression::CaseInsensitiveOption);
    // Access-Control-Allow-Credentials is not a secret; it tells browsers what is allowed.
    return !key.startsWith("access-control-"_L1, Qt::CaseInsensitive) && pattern.match(key).hasMatch()
        && !about.match(key).hasMatch();
}

HeaderPairs redactedHeaders(const HeaderPairs &headers, const HeaderPairs &setByUser)
{
    const OwnHeaders own(setByUser);
    HeaderPairs out = headers;
    for (auto &[name, value] : out) {
        if (own.isSecret(name)) {
            value = hiddenHeaderValue;
            continue;
        }
        if (holdsUrl(name, value))
            value = redactedUrlText(value);
        value = own.hidden(value);
    }
    return out;
}

HeaderPairs hiddenInPreviews(const HeaderPairs &setByUser, const KnownSecrets *secrets)
{
    HeaderPairs hidden = setByUser;
    hidden.removeIf([secrets](const auto &header) {
        const auto &[name, value] = header;
        return secrets ? !isCredentialHeader(name) && !secrets->occurIn(value) : isHarmless(name);
    });
    return hidden;
}

QByteArray redactedHead(const QByteArray &head, const HeaderPairs &setByUser, const QByteArray &shownTarget)
{
    const OwnHeaders own(setByUser);
    QByteArray out;
    bool isFirst = true; // the head may contain heads of informational responses
    bool isInSecret = false;
    for (qsizetype at = 0; at < head.size();) {
        qsizetype end = head.indexOf('\n', at);
        end = end < 0 ? head.size() : end + 1;
        QByteArray line = head.sliced(at, end - at);
        at = end;
        QByteArray lineEnd;
        while (line.endsWith('\n') || line.endsWith('\r')) {
            lineEnd.prepend(line.back());
            line.chop(1);
        }
        const bool isFolded = line.startsWith(' ') || line.startsWith('\t');
        if (isFirst)
            line = own.hidden(shownFirstLine(line, shownTarget));
        else if (isFolded && isInSecret)
            line = line.first(1) + hiddenHeaderValue;
        else if (isFolded)
            line = own.hidden(redactedUrlText(line));
        else
            line = shownHeaderLine(line, own, isInSecret);
        isFirst = line.isEmpty();
        out += line + lineEnd;
    }
    return out;
}

QUrl redactedUrl(const QUrl &url)
{
    return QUrl::fromEncoded(redactedUrlText(url.toEncoded(), !url.userInfo().isEmpty()));
}

} // namespace Workbench
