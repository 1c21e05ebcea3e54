// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/yaml/yamlblock_p.h"

#include <QByteArrayList>

#include <algorithm>

namespace Workbench {

namespace {

bool isBreak(char c)
{
    return c == '\n' || c == '\r';
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

qsizetype lineBegin(QByteArrayView source, qsizetype start, qsizetype at)
{
    while (at > start && !isBreak(source[at - 1]))
        --at;
    return at;
}

struct Header {
    qsizetype at = 0;
    qsizetype size = 0;
    bool folds = false;
    char chomping = '\0';
    qsizetype indentation = 0; // as declared; 0: detected from the content
};

//! Returns the header at \a at, or nothing if more than a comment follows it on \a line.
std::optional<Header> headerAt(QByteArrayView line, qsizetype at)
{
    Header header{.at = at, .folds = line[at] == '>'};
    qsizetype end = at + 1;
    for (; end < line.size() && !isBlank(line[end]); ++end) {
        const char c = line[end];
        if ((c == '+' || c == '-') && header.chomping == '\0')
            header.chomping = c;
        else if (c >= '1' && c <= '9' && header.indentation == 0)
            header.indentation = c - '0';
        else
            return {};
    }
    header.size = end - at;
    const QByteArrayView rest = line.sliced(end).trimmed();
    return rest.isEmpty() || rest.startsWith('#') ? std::optional(header) : std::nullopt;
}

//! Returns the position of the closing quote of the quoted key at \a at.
qsizetype behindQuotes(QByteArrayView line, qsizetype at)
{
    const char quote = line[at];
    for (++at; at < line.size() && line[at] != quote; ++at)
        at += quote == '"' && line[at] == '\\' ? 1 : 0;
    return std::min(at, line.size());
}

struct Place {
    Header header;
    qsizetype column; // of the key or indicator that the block belongs to
};

//! Returns the header in its line, and the column of the line's key or last indicator.
std::optional<Place> placeIn(QByteArrayView line, qsizetype container)
{
    qsizetype at = 0;
    qsizetype column = container;
    const auto skipBlanks = [&] {
        while (at < line.size() && isBlank(line[at]))
            ++at;
    };
    skipBlanks();
    while (at + 1 < line.size() && QByteArrayView("-?:").contains(line[at]) && isBlank(line[at + 1])) {
        column = at++;
        skipBlanks();
    }
    const qsizetype first = at;
    if (at < line.size() && (line[at] == '"' || line[at] == '\''))
        at = behindQuotes(line, at);
    for (; at < line.size(); ++at) {
        if ((line[at] != '|' && line[at] != '>') || (at > 0 && !isBlank(line[at - 1])))
            continue;
        const std::optional<Header> header = headerAt(line, at);
        if (!header)
            continue;
        for (const QByteArray &word : line.sliced(first, at - first).toByteArray().split(' ')) {
            if (!word.isEmpty() && !word.startsWith('&') && !word.startsWith('!'))
                column = first; // a key, which begins with its properties
        }
        return Place{*header, container < 0 ? -1 : column};
    }
    return {};
}

struct Line {
    qsizetype spaces;
    QByteArrayView text; // after the spaces
    qsizetype begin;
};

//! Returns the line at \a at and moves \a at to the next line. Returns nothing after the last line.
std::optional<Line> nextLine(QByteArrayView source, qsizetype &at)
{
    if (at >= source.size())
        return {};
    Line line{.spaces = 0, .text = {}, .begin = at};
    while (at < source.size() && source[at] == ' ')
        ++at;
    line.spaces = at - line.begin;
    const qsizetype from = at;
    while (at < source.size() && !isBreak(source[at]))
        ++at;
    line.text = source.sliced(from, at - from);
    if (at < source.size())
        at += source[at] == '\r' && at + 1 < source.size() && source[at + 1] == '\n' ? 2 : 1;
    return line;
}

bool endsDocument(const Line &line)
{
    const bool isMark = line.text.startsWith("---") || line.text.startsWith("...");
    return line.spaces == 0 && isMark && (line.text.size() == 3 || isBlank(line.text[3]));
}

//! Returns the declared column of the content, otherwise that of its first line that is not blank. Returns
//! nothing if the block has no content.
std::optional<qsizetype> contentColumn(QByteArrayView source, qsizetype at, const Place &place)
{
    if (place.header.indentation > 0)
        return std::max<qsizetype>(place.column, 0) + place.header.indentation;
    while (const std::optional<Line> line = nextLine(source, at)) {
        if (!line->text.isEmpty())
            return line->spaces > place.column && !endsDocument(*line) ? std::optional(line->spaces)
                                                                       : std::nullopt;
    }
    return {};
}

//! Joins lines whose indentation is removed.
QByteArray joined(const QByteArrayList &lines, bool folds)
{
    QByteArray text;
    qsizetype breaks = 0; // since the last line that is not empty
    bool isFirst = true;
    bool wasSpaced = false;
    for (const QByteArray &line : lines) {
        if (line.isEmpty()) {
            ++breaks;
            continue;
        }
        const bool isSpaced = isBlank(line.front());
        if (isFirst || !folds || isSpaced || wasSpaced)
            text += QByteArray(breaks + (isFirst ? 0 : 1), '\n');
        else
            text += breaks == 0 ? QByteArray(" ") : QByteArray(breaks, '\n');
        text += line;
        breaks = 0;
        isFirst = false;
        wasSpaced = isSpaced;
    }
    return text;
}

} // namespace

std::optional<YamlBlock> readYamlBlock(
    QByteArrayView source, qsizetype start, qsizetype content, qsizetype container)
{
    qsizetype lineEnd = content;
    if (lineEnd > start && source[lineEnd - 1] == '\n')
        --lineEnd;
    if (lineEnd > start && source[lineEnd - 1] == '\r')
        --lineEnd;
    const qsizetype begin = lineBegin(source, start, lineEnd);
    const auto place = placeIn(source.sliced(begin, lineEnd - begin), container);
    if (!place)
        return {};
    const std::optional<qsizetype> column = contentColumn(source, content, *place);
    YamlBlock block{.text = {},
        .header = begin + place->header.at,
        .headerSize = place->header.size,
        .end = source.size(),
        .isEmpty = true};
    QByteArrayList lines;
    qsizetype trailing = 0; // empty lines at the end that have a line end
    qsizetype at = content;
    while (const std::optional<Line> line = nextLine(source, at)) {
        const bool isEmpty = line->text.isEmpty() && (!column || line->spaces <= *column);
        if (!line->text.isEmpty() && (!column || line->spaces < *column || endsDocument(*line))) {
            block.end = line->begin + line->spaces;
            break;
        }
        if (!isEmpty) {
            lines.append(QByteArray(line->spaces - *column, ' ') + line->text.toByteArray());
            trailing = 0;
            block.isEmpty = false;
        } else if (at > 0 && isBreak(source[at - 1])) {
            lines.append(QByteArray());
            ++trailing;
        }
    }
    lines.resize(lines.size() - trailing);
    block.text = joined(lines, place->header.folds);
    const bool keeps = place->header.chomping == '+';
    if (!block.isEmpty && place->header.chomping != '-')
        block.text += '\n';
    if (keeps)
        block.text += QByteArray(trailing, '\n');
    return block;
}

} // namespace Workbench
