// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/printedjson.h"

#include "core/base/visibletext.h"

#include <QChar>

#include <algorithm>
#include <cstring>

namespace Workbench::Cli {

namespace {

//! Returns the code point in \a utf8, one complete and valid UTF-8 sequence from the JSON writer.
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

// Ordinary emoji end with a presentation selector.
bool isPresentationSelector(char32_t c)
{
    return c == 0xfe0e || c == 0xfe0f;
}

} // namespace

QByteArray escapedInvisible(const QByteArray &json)
{
    // All characters to escape are DEL or outside ASCII; in JSON they occur only inside strings.
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
        const char32_t c = lead < 0x7f ? U'a' : codePointOf(piece); // line ends come from our own layout
        if (!isInvisible(c) || isPresentationSelector(c))
            out += piece;
        else if (QChar::requiresSurrogates(c))
            out += escaped(QChar::highSurrogate(c)) + escaped(QChar::lowSurrogate(c));
        else
            out += escaped(char16_t(c));
    }
    return out;
}

// Our own writer made the text, so every line is regular.
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
