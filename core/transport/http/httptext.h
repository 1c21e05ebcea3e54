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

//! \source RFC 9110 section 5.6.2
inline bool isTokenCharacter(char c)
{
    const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return isLetter || isAsciiDigit(c) || (c != '\0' && QByteArrayView("!#$%&'*+-.^_`|~").contains(c));
}

//! Asking for it has no effect, so it may be asked twice. QUERY is the method that OpenAPI 3.2 knows. \source
//! RFC 9110 section 9.2.1; draft-ietf-httpbis-safe-method-w-body
inline bool isSafeMethod(QByteArrayView method)
{
    constexpr std::array safe{"GET", "HEAD", "OPTIONS", "TRACE", "QUERY"};
    return std::ranges::any_of(safe, [method](const char *name) { return method == name; });
}

inline bool isSameName(QByteArrayView a, QByteArrayView b)
{
    return a.compare(b, Qt::CaseInsensitive) == 0;
}

//! Whether \a name is a header that the connection sets itself, so that no source and no credential may set
//! it.
inline bool isConnectionHeader(QByteArrayView name)
{
    constexpr std::array names{"host", "content-length", "connection", "proxy-connection",
        "transfer-encoding", "upgrade", "keep-alive", "te", "expect"};
    return std::ranges::any_of(names, [name](const char *own) { return isSameName(name, own); });
}

} // namespace Workbench
