// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <algorithm>
#include <array>

namespace Workbench {

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
