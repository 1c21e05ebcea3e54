// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonpointer.h"
#include "ui/text/textdocument_p.h"
#include "ui/text/texttokens_p.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace Workbench::Ui {

qsizetype characterBorder(QByteArrayView bytes, qsizetype offset)
{
    constexpr qsizetype longestSequence = 4; // with more continuation bytes, the text is not UTF-8
    for (qsizetype back = 0; back < longestSequence && offset - back > 0 && offset - back < bytes.size();
        ++back) {
        if ((uchar(bytes[offset - back]) & 0xC0) != 0x80)
            return offset - back;
    }
    return qBound<qsizetype>(0, offset, bytes.size());
}

RowMap::RowMap(const TextDocument &document, qsizetype width)
    : m_width(qMax<qsizetype>(8, width))
{
    const qsizetype lines = document.lineCount();
    qsizetype extra = 0;
    for (qsizetype line = 0; line < lines; ++line) {
        const qsizetype length = document.line(line).size();
        if (length <= m_width)
            continue;
        const qsizetype more = (length - 1) / m_width;
        m_broken.push_back({line, extra, more});
        extra += more;
    }
    m_count = lines + extra;
}

RowMap::Row RowMap::piece(const TextDocument &document, qsizetype line, qsizetype part) const
{
    const QByteArrayView text = document.line(line);
    const qsizetype begin = document.d->lineBegin(line);
    Row row;
    row.line = line;
    row.first = part == 0;
    row.begin = begin + characterBorder(text, qMin(part * m_width, text.size()));
    row.end = begin + characterBorder(text, qMin((part + 1) * m_width, text.size()));
    return row;
}

RowMap::Row RowMap::row(const TextDocument &document, qsizetype index) const
{
    // Find the last broken line whose first row is at or before the index.
    auto after = std::upper_bound(m_broken.begin(), m_broken.end(), index,
        [](qsizetype row, const Broken &broken) { return row < broken.line + broken.extraBefore; });
    if (after == m_broken.begin())
        return piece(document, index, 0);
    const Broken &broken = *std::prev(after);
    const qsizetype part = index - broken.line - broken.extraBefore;
    if (part <= broken.extra)
        return piece(document, broken.line, part);
    return piece(document, index - broken.extraBefore - broken.extra, 0);
}

qsizetype RowMap::firstRowOfLine(qsizetype line) const
{
    auto after = std::lower_bound(m_broken.begin(), m_broken.end(), line,
        [](const Broken &broken, qsizetype wanted) { return broken.line < wanted; });
    if (after == m_broken.begin())
        return line;
    const Broken &before = *std::prev(after);
    return line + before.extraBefore + before.extra;
}

qsizetype RowMap::rowAt(const TextDocument &document, qsizetype offset) const
{
    const qsizetype line = document.lineAt(offset);
    const qsizetype first = firstRowOfLine(line);
    const QByteArrayView text = document.line(line);
    const qsizetype inside = offset - document.d->lineBegin(line);
    qsizetype part = qMin(inside, qMax<qsizetype>(0, text.size() - 1)) / m_width;
    while ((part + 1) * m_width < text.size() && offset >= piece(document, line, part).end)
        ++part;
    return first + part;
}

qsizetype TextDocument::Private::lineEnd(qsizetype line) const
{
    const bool last = size_t(line) + 1 == lineStarts.size();
    qsizetype end = last ? bytes.size() : qsizetype(lineStarts[size_t(line) + 1]);
    const qsizetype begin = lineBegin(line);
    if (end > begin && bytes[end - 1] == '\n')
        --end;
    if (end > begin && bytes[end - 1] == '\r')
        --end;
    return end;
}

void TextDocument::Private::index()
{
    if (bytes.size() >= qsizetype(std::numeric_limits<quint32>::max()))
        bytes.truncate(std::numeric_limits<quint32>::max() - 1);
    lineStarts.assign(1, 0);
    const char *const begin = bytes.constData();
    const char *const end = begin + bytes.size();
    for (const char *at = begin; at < end;) {
        const void *found = std::memchr(at, '\n', size_t(end - at));
        if (!found)
            break;
        at = static_cast<const char *>(found) + 1;
        if (at < end)
            lineStarts.push_back(quint32(at - begin));
    }
    if (syntax == Syntax::Http) {
        const qsizetype lines = qsizetype(lineStarts.size());
        while (headLines < lines && lineEnd(headLines) > lineBegin(headLines))
            ++headLines;
        const qsizetype body = headLines + 1;
        if (body < lines) {
            const QByteArrayView text = QByteArrayView(bytes).sliced(lineBegin(body)).trimmed();
            jsonBody = text.startsWith('{') || text.startsWith('[');
        }
    }
    if (syntax != Syntax::Json && !jsonBody)
        return;
    for (qsizetype line = 0; line < qsizetype(lineStarts.size()); ++line) {
        const qsizetype length = lineEnd(line) - lineBegin(line);
        if (length <= TextLimits::checkpointBytes)
            continue;
        longLines.push_back({line, jsonCheckpoints(QByteArrayView(bytes).sliced(lineBegin(line), length))});
    }
}

std::shared_ptr<const TextDocument> TextDocument::fromBytes(QByteArray utf8, Syntax syntax)
{
    auto content = std::make_shared<Private>();
    content->bytes = std::move(utf8);
    content->syntax = syntax;
    return fromPrivate(std::move(content));
}

std::shared_ptr<const TextDocument> TextDocument::fromJson(const Json &value)
{
    auto content = std::make_shared<Private>();
    content->bytes = indentedJson(value.toBytes(Json::Layout::Compact), false, &content->indentLevels);
    content->syntax = Syntax::Json;
    return fromPrivate(std::move(content));
}

std::shared_ptr<const TextDocument> TextDocument::fromPrivate(std::shared_ptr<Private> content)
{
    content->index();
    auto document = std::make_shared<TextDocument>();
    document->d = content;
    if (content->bytes.size() > TextLimits::largeBytes)
        content->fixedRows = RowMap(*document, TextLimits::rowBytes);
    return document;
}

qsizetype TextDocument::lineCount() const
{
    return qsizetype(d->lineStarts.size());
}

QByteArrayView TextDocument::line(qsizetype index) const
{
    const qsizetype begin = d->lineBegin(index);
    return QByteArrayView(d->bytes).sliced(begin, d->lineEnd(index) - begin);
}

qsizetype TextDocument::lineAt(qsizetype offset) const
{
    const auto after = std::upper_bound(d->lineStarts.begin(), d->lineStarts.end(), offset,
        [](qsizetype wanted, quint32 start) { return wanted < qsizetype(start); });
    return qMax<qsizetype>(0, after - d->lineStarts.begin() - 1);
}

const QByteArray &TextDocument::bytes() const
{
    return d->bytes;
}

TextDocument::Syntax TextDocument::syntax() const
{
    return d->syntax;
}

namespace {

constexpr qsizetype indentWidth = 2;

//! Finds values by the indentation of a document that the workbench indented. Reads only one byte of each
//! line, so fifty megabytes take milliseconds.
class IndentWalk {
public:
    explicit IndentWalk(const TextDocument &document, const TextDocument::Private &content)
        : m_document(document)
        , m_content(content)
    {
    }

    bool opens(qsizetype line) const
    {
        const QByteArrayView text = m_document.line(line);
        return text.endsWith('{') || text.endsWith('[');
    }
    //! Returns the character in the column where the lines of \a level begin. This is a space in deeper ones.
    char at(qsizetype line, qsizetype level) const
    {
        const qsizetype place = m_content.lineBegin(line) + level * indentWidth;
        return place < m_content.bytes.size() ? m_content.bytes[place] : '\0';
    }
    qsizetype end(qsizetype line, qsizetype level) const
    {
        if (!opens(line))
            return line;
        do
            ++line;
        while (line + 1 < m_document.lineCount() && at(line, level) == ' ');
        return line;
    }
    std::optional<qsizetype> child(qsizetype line, qsizetype level, const QString &token) const
    {
        if (!opens(line))
            return {};
        const bool object = m_document.line(line).endsWith('{');
        bool isIndex = false;
        const qsizetype wanted = token.toLongLong(&isIndex);
        if (!object && !isIndex)
            return {};
        const QByteArray key = object ? Json::string(token).toBytes() + ": " : QByteArray();
        std::optional<qsizetype> found;
        qsizetype index = -1;
        for (qsizetype next = line + 1; next < m_document.lineCount(); ++next) {
            if (at(next, level) != ' ')
                break; // the closing bracket
            const char first = at(next, level + 1);
            if (first == ' ' || first == '}' || first == ']')
                continue;
            ++index;
            if (object ? m_document.line(next).sliced((level + 1) * indentWidth).startsWith(key)
                       : index == wanted) {
                found = next;
                if (!object)
                    break;
            }
        }
        return found;
    }

private:
    const TextDocument &m_document;
    const TextDocument::Private &m_content;
};

} // namespace

std::optional<std::pair<qsizetype, qsizetype>> TextDocument::linesOf(const QString &pointer) const
{
    if (d->syntax != Syntax::Json || (!pointer.isEmpty() && !pointer.startsWith(u'/')))
        return {};
    const QStringList tokens = JsonPointer::tokens(pointer);
    if (tokens.size() >= d->indentLevels) {
        const auto value = findValue(d->bytes, tokens);
        if (!value)
            return {};
        return std::pair{lineAt(value->first), lineAt(value->second)};
    }
    const IndentWalk walk(*this, *d);
    qsizetype line = 0;
    qsizetype level = 0;
    for (const QString &token : tokens) {
        const std::optional<qsizetype> next = walk.child(line, level, token);
        if (!next)
            return {};
        line = *next;
        ++level;
    }
    return std::pair{line, walk.end(line, level)};
}

} // namespace Workbench::Ui
