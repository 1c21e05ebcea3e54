// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/jsontext.h"

#include "core/base/invisible.h"

#include <QChar>

#include <algorithm>
#include <cstring>

namespace Workbench::Cli {

namespace {

//! The code point at the start of \a utf8, which is whole and valid: JSON's writer made it.
char32_t codePointOf(QByteArrayView utf8)
{
    const uchar lead = uchar(utf8.front());
    char32_t c = utf8.size() == 1 ? lead : lead & (0x7f >> utf8.size());
    for (const char next : utf8.sliced(1))
        c = (c << 6) | (uchar(next) & 0x3f);
    return c;
}

QByteArray escaped(char16_t unit)
{
    return "\\u" + QByteArray::number(uint(unit), 16).rightJustified(4, '0');
}

// Ordinary emoji end with it.
bool isPresentationSelector(char32_t c)
{
    return c == 0xfe0e || c == 0xfe0f;
}

} // namespace

QByteArray escapedInvisible(const QByteArray &json)
{
    // Everything to escape is DEL or outside ASCII, and in JSON that can only stand inside a string.
    const auto suspicious = [](char c) { return c == 0x7f || uchar(c) >= 0x80; };
    if (std::ranges::none_of(json, suspicious))
        return json;
    QByteArray out;
    out.reserve(json.size());
    qsizetype i = 0;
    while (i < json.size()) {
        const uchar lead = uchar(json.at(i));
        const qsizetype length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        const QByteArrayView piece = QByteArrayView(json).sliced(i, std::min(length, json.size() - i));
        i += piece.size();
        const char32_t c = lead < 0x7f ? U'a' : codePointOf(piece); // the layout's line ends are ours
        if (!isInvisible(c) || isPresentationSelector(c))
            out += piece;
        else if (QChar::requiresSurrogates(c))
            out += escaped(QChar::highSurrogate(c)) + escaped(QChar::lowSurrogate(c));
        else
            out += escaped(char16_t(c));
    }
    return out;
}

// Colours an indented document: keys, strings, numbers and words. The text is ours, so every line is regular.
QByteArray tintedJson(const QByteArray &indented)
{
    QByteArray out;
    out.reserve(indented.size() * 2);
    qsizetype i = 0;
    while (i < indented.size()) {
        const char c = indented.at(i);
        if (c == '"') {
            qsizetype end = i + 1;
            while (end < indented.size() && indented.at(end) != '"')
                end += indented.at(end) == '\\' ? 2 : 1;
            end = std::min(end + 1, indented.size());
            const bool isKey = end < indented.size() && indented.at(end) == ':';
            out += isKey ? "\x1b[34m" : "\x1b[32m";
            out += indented.sliced(i, end - i);
            out += "\x1b[0m";
            i = end;
        } else if (c == '-' || (c >= '0' && c <= '9') || c == 't' || c == 'f' || c == 'n') {
            qsizetype end = i;
            while (end < indented.size() && !strchr(",\n]} ", indented.at(end)))
                ++end;
            out += (c == 't' || c == 'f' || c == 'n') ? "\x1b[35m" : "\x1b[33m";
            out += indented.sliced(i, end - i);
            out += "\x1b[0m";
            i = end;
        } else {
            out += c;
            ++i;
        }
    }
    return out;
}

} // namespace Workbench::Cli
