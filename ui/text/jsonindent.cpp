// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "ui/text/textdocument_p.h"

#include <array>
#include <cstring>

namespace Workbench::Ui {

namespace {

constexpr int indentSpaces = 2;
constexpr int maxLevels = 512;
constexpr qsizetype inlineArrayBytes = 60;

//! Returns the offset after the closing quote of the string that begins at \a begin.
qsizetype stringEnd(QByteArrayView json, qsizetype begin)
{
    qsizetype at = begin + 1;
    while (at < json.size()) {
        const void *quote = std::memchr(json.data() + at, '"', size_t(json.size() - at));
        if (!quote)
            return json.size();
        const qsizetype found = static_cast<const char *>(quote) - json.data();
        qsizetype backslashes = 0;
        while (json[found - 1 - backslashes] == '\\')
            ++backslashes;
        at = found + 1;
        if (backslashes % 2 == 0)
            return at;
    }
    return json.size();
}

//! Returns the end of the array at \a begin if it is a short array of scalars, which stays on one line.
//! Otherwise returns 0.
qsizetype inlineArrayEnd(QByteArrayView json, qsizetype begin)
{
    const qsizetype last = qMin(json.size(), begin + inlineArrayBytes);
    for (qsizetype at = begin + 1; at < last;) {
        switch (json[at]) {
        case '[':
        case '{': return 0;
        case ']': return at + 1;
        case '"': at = stringEnd(json, at); break;
        default: ++at;
        }
    }
    return 0;
}

void appendInline(QByteArray &out, QByteArrayView array)
{
    for (qsizetype at = 0; at < array.size();) {
        if (array[at] == '"') {
            const qsizetype end = stringEnd(array, at);
            out.append(array.sliced(at, end - at));
            at = end;
            continue;
        }
        out.append(array[at]);
        if (array[at] == ',')
            out.append(' ');
        ++at;
    }
}

//! Returns how many levels can be indented before the spaces exceed the budget. A list of a million items at
//! level 500 would need a gigabyte of spaces.
int affordableLevels(QByteArrayView json)
{
    std::array<qsizetype, maxLevels + 1> lines{};
    int depth = 0;
    for (qsizetype at = 0; at < json.size();) {
        const char byte = json[at];
        if (byte == '"') {
            at = stringEnd(json, at);
            continue;
        }
        if (byte == '[' || byte == '{')
            ++lines[size_t(qMin(++depth, maxLevels))];
        else if (byte == ']' || byte == '}')
            ++lines[size_t(qMin(--depth, maxLevels))];
        else if (byte == ',')
            ++lines[size_t(qMin(depth, maxLevels))];
        ++at;
    }
    qsizetype atOrBelow = 0;
    for (const qsizetype count : lines)
        atOrBelow += count;
    qsizetype bytes = json.size() + atOrBelow;
    for (int level = 1; level <= maxLevels; ++level) {
        atOrBelow -= lines[size_t(level - 1)];
        bytes += atOrBelow * indentSpaces;
        if (bytes > TextLimits::prettyBytes)
            return level - 1;
    }
    return maxLevels;
}

qsizetype skipSpace(QByteArrayView json, qsizetype at)
{
    while (at < json.size() && (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t'))
        ++at;
    return at;
}

constexpr std::array<bool, 256> structural = [] {
    std::array<bool, 256> table{};
    for (const char byte : {'"', '[', ']', '{', '}'})
        table[uchar(byte)] = true;
    return table;
}();

//! Returns the offset after the value that begins at \a at. Does not recurse, so that the depth is not
//! limited.
qsizetype valueEnd(QByteArrayView json, qsizetype at)
{
    qsizetype depth = 0;
    while (at < json.size()) {
        const char byte = json[at];
        if (depth > 0 && !structural[uchar(byte)]) {
            ++at; // the fast path for most bytes
            continue;
        }
        if (byte == '"') {
            at = stringEnd(json, at);
        } else if (byte == '[' || byte == '{') {
            ++depth;
            ++at;
        } else if (byte == ']' || byte == '}') {
            if (depth == 0)
                return at; // the end of the container ends a scalar
            --depth;
            ++at;
        } else if (depth == 0
            && (byte == ',' || byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t')) {
            return at;
        } else {
            ++at;
            if (depth == 0)
                continue; // inside a number or a word
        }
        if (depth == 0)
            return at;
    }
    return at;
}

QString unescapedKey(QByteArrayView quoted)
{
    return quoted.contains('\\') ? parseJson(quoted.toByteArray()).value_or(Json()).toString()
                                 : QString::fromUtf8(quoted.sliced(1, quoted.size() - 2));
}

} // namespace

QByteArray indentedJson(QByteArrayView compact, bool inlineArrays, int *levels)
{
    const int indented = affordableLevels(compact);
    if (levels)
        *levels = indented;
    QByteArray out;
    out.reserve(compact.size() + compact.size() / 2 + 64);
    int depth = 0;
    const auto newLine = [&] {
        out.append('\n');
        out.append(qMin(depth, indented) * indentSpaces, ' ');
    };
    for (qsizetype at = 0; at < compact.size();) {
        const char byte = compact[at];
        switch (byte) {
        case '"': {
            const qsizetype end = stringEnd(compact, at);
            out.append(compact.sliced(at, end - at));
            at = end;
            continue;
        }
        case '{':
        case '[': {
            if (at + 1 < compact.size() && (compact[at + 1] == '}' || compact[at + 1] == ']')) {
                out.append(compact.sliced(at, 2));
                at += 2;
                continue;
            }
            if (const qsizetype end = inlineArrays && byte == '[' ? inlineArrayEnd(compact, at) : 0) {
                appendInline(out, compact.sliced(at, end - at));
                at = end;
                continue;
            }
            out.append(byte);
            ++depth;
            newLine();
            break;
        }
        case '}':
        case ']':
            --depth;
            newLine();
            out.append(byte);
            break;
        case ',':
            out.append(byte);
            newLine();
            break;
        case ':': out.append(": "); break;
        default: out.append(byte);
        }
        ++at;
    }
    return out;
}

std::optional<std::pair<qsizetype, qsizetype>> findValue(QByteArrayView json, const QStringList &tokens)
{
    qsizetype at = skipSpace(json, json.startsWith("\xEF\xBB\xBF") ? 3 : 0);
    for (const QString &token : tokens) {
        if (at >= json.size() || (json[at] != '{' && json[at] != '['))
            return {};
        const bool object = json[at] == '{';
        bool isIndex = false;
        const qsizetype wanted = token.toLongLong(&isIndex);
        if (!object && !isIndex)
            return {};
        std::optional<qsizetype> found; // the last of several equal keys counts
        at = skipSpace(json, at + 1);
        for (qsizetype index = 0; at < json.size() && json[at] != '}' && json[at] != ']'; ++index) {
            bool matches = index == wanted;
            if (object) {
                if (json[at] != '"')
                    return {};
                const qsizetype keyEnd = stringEnd(json, at);
                if (keyEnd - at < 2)
                    return {};
                matches = unescapedKey(json.sliced(at, keyEnd - at)) == token;
                at = skipSpace(json, keyEnd);
                if (at >= json.size() || json[at] != ':')
                    return {};
                at = skipSpace(json, at + 1);
            }
            if (matches) {
                found = at;
                if (!object)
                    break;
            }
            const qsizetype end = valueEnd(json, at);
            if (end == at)
                return {}; // not JSON
            at = skipSpace(json, end);
            if (at < json.size() && json[at] == ',')
                at = skipSpace(json, at + 1);
        }
        if (!found)
            return {};
        at = *found;
    }
    const qsizetype end = valueEnd(json, at);
    if (end <= at)
        return {};
    return std::pair{at, end - 1};
}

} // namespace Workbench::Ui
