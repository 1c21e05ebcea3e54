// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsoncomments.h"

namespace Workbench {

namespace {

//! Returns the place after the closing quote of the string that begins at \a quote, or the end of the text if
//! there is no closing quote.
qsizetype endOfQuoted(QByteArrayView utf8, qsizetype quote)
{
    qsizetype at = quote + 1;
    while (at < utf8.size() && utf8.at(at) != '"')
        at += utf8.at(at) == '\\' ? 2 : 1;
    return std::min(at + 1, utf8.size());
}

//! Returns the place after the comment that begins at \a at; -1 if there is no comment or it has no end.
//! \a lastEnd is the place of the last "*/" in the text, or -1.
qsizetype endOfComment(QByteArrayView utf8, qsizetype at, qsizetype lastEnd)
{
    const QByteArrayView rest = utf8.sliced(at);
    if (rest.startsWith("//")) {
        const qsizetype line = utf8.indexOf('\n', at);
        return line < 0 ? utf8.size() : line;
    }
    return rest.startsWith("/*") && lastEnd >= at + 2 ? utf8.indexOf("*/", at + 2) + 2 : -1;
}

} // namespace

PlainJson plainJson(const QByteArray &utf8)
{
    PlainJson plain;
    plain.utf8.reserve(utf8.size());
    qsizetype comma = -1; // place in the result of a comma after a value, with only blanks after it
    char last = 0; // last character that is neither a blank nor in a comment
    const qsizetype lastEnd = utf8.lastIndexOf("*/"); // searched for once, so that the time stays linear
    for (qsizetype at = 0; at < utf8.size();) {
        const char c = utf8.at(at);
        if (c == '"') {
            const qsizetype end = endOfQuoted(utf8, at);
            plain.utf8 += QByteArrayView(utf8).sliced(at, end - at);
            at = end;
            comma = -1;
            last = c;
            continue;
        }
        if (const qsizetype end = c == '/' ? endOfComment(utf8, at, lastEnd) : -1; end >= 0) {
            plain.hadComments = true;
            for (; at < end; ++at) {
                const uchar byte = uchar(utf8.at(at));
                if (byte == '\n' || byte == '\r')
                    plain.utf8 += char(byte);
                else if ((byte & 0xC0) != 0x80) // one blank for a character of several bytes
                    plain.utf8 += ' ';
            }
            continue;
        }
        if (comma >= 0 && (c == '}' || c == ']')) {
            plain.utf8[comma] = ' ';
            plain.hadTrailingCommas = true;
        }
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
            const bool isBehindValue = last != 0 && last != ',' && last != '[' && last != '{' && last != ':';
            comma = c == ',' && isBehindValue ? plain.utf8.size() : -1;
            last = c;
        }
        plain.utf8 += c;
        ++at;
    }
    return plain;
}

} // namespace Workbench
