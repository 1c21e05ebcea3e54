// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace Workbench {

using HttpHeaders = QList<std::pair<QByteArray, QByteArray>>;

inline bool isAsciiDigit(char c)
{
    return c >= '0' && c <= '9';
}

inline bool isHexDigit(char c)
{
    return isAsciiDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

//! Returns whether \a c may be part of a token, for example of a header name. \source RFC 9110 section 5.6.2
inline bool isTokenCharacter(char c)
{
    const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return isLetter || isAsciiDigit(c) || (c != '\0' && QByteArrayView("!#$%&'*+-.^_`|~").contains(c));
}

//! Returns whether \a text is a token, for example a method or a header name.
inline bool isToken(QByteArrayView text)
{
    return !text.isEmpty() && std::ranges::all_of(text, isTokenCharacter);
}

//! Returns whether \a value may be the value of a header: a tab is its only control character.
//! \source RFC 9110 section 5.5
inline bool isHeaderValue(QByteArrayView value)
{
    return std::ranges::none_of(value, [](char c) { return (uchar(c) < 0x20 && c != '\t') || c == 0x7F; });
}

//! Reads a length of at most 15 digits, which cannot overflow; a peer cannot send more bytes.
inline std::optional<qint64> lengthFrom(const QByteArray &digits)
{
    if (digits.isEmpty() || digits.size() > 15 || !std::ranges::all_of(digits, isAsciiDigit))
        return std::nullopt;
    return digits.toLongLong();
}

//! Returns whether a request with \a method has no effect, so that it may be sent twice. QUERY is included,
//! as OpenAPI 3.2 knows it. \source RFC 9110 section 9.2.1; draft-ietf-httpbis-safe-method-w-body
inline bool isSafeMethod(QByteArrayView method)
{
    constexpr std::array safe{"GET", "HEAD", "OPTIONS", "TRACE", "QUERY"};
    return std::ranges::any_of(safe, [method](const char *name) { return method == name; });
}

inline bool isSameName(QByteArrayView a, QByteArrayView b)
{
    return a.compare(b, Qt::CaseInsensitive) == 0;
}

//! Returns whether \a headers, pairs of name and value, have a header \a name.
bool hasHeader(const auto &headers, QByteArrayView name)
{
    return std::ranges::any_of(
        headers, [name](const auto &header) { return isSameName(header.first, name); });
}

//! Returns the value of the header \a name, ignoring case. Repeated ones are joined with ", ". Empty if the
//! header is missing.
inline QByteArray joinedValue(const HttpHeaders &headers, QByteArrayView name)
{
    QByteArray joined;
    bool isFirst = true;
    for (const auto &[key, value] : headers) {
        if (!isSameName(key, name))
            continue;
        if (!std::exchange(isFirst, false))
            joined += ", ";
        joined += value;
    }
    return joined;
}

//! Returns whether \a name is a header that the connection sets itself, so that no source and no credential
//! may set it.
inline bool isConnectionHeader(QByteArrayView name)
{
    constexpr std::array names{"host", "content-length", "connection", "proxy-connection",
        "proxy-authorization", "transfer-encoding", "trailer", "upgrade", "http2-settings", "keep-alive",
        "te", "expect"};
    return std::ranges::any_of(names, [name](const char *own) { return isSameName(name, own); });
}

} // namespace Workbench
