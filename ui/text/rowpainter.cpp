// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/text/textview_p.h"

#include <algorithm>

namespace Workbench::Ui {

namespace {

//! Returns a visible replacement for control characters and bidirectional overrides, which must not rearrange
//! or hide the text beside them. Returns other characters unchanged.
QChar shown(QChar character)
{
    const char16_t code = character.unicode();
    if (code < 0x20 && code != u'\t')
        return QChar(char16_t(0x2400 + code));
    if (code == 0x7F)
        return QChar(char16_t(0x2421));
    const bool control = code >= 0x80 && code < 0xA0;
    const bool direction = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069)
        || code == 0x200E || code == 0x200F || code == 0x061C;
    const bool invisible =
        code == 0x200B || code == 0x2060 || code == 0xFEFF || code == 0x2028 || code == 0x2029;
    return control || direction || invisible ? QChar(QChar::ReplacementCharacter) : character;
}

} // namespace

QString RowPainter::text(const RowMap::Row &row) const
{
    QString text =
        QString::fromUtf8(QByteArrayView(m_document.bytes()).sliced(row.begin, row.end - row.begin));
    for (QChar &character : text)
        character = shown(character);
    return text;
}

JsonScan RowPainter::stateAt(const RowMap::Row &row) const
{
    if (row.first)
        return JsonScan::Outside;
    const auto &longLines = m_document.d->longLines;
    const qsizetype lineBegin = m_document.d->lineBegin(row.line);
    qsizetype from = 0;
    JsonScan state = JsonScan::Outside;
    const auto found = std::lower_bound(longLines.begin(), longLines.end(), row.line,
        [](const auto &entry, qsizetype line) { return entry.line < line; });
    if (found != longLines.end() && found->line == row.line) {
        const qsizetype checkpoint = (row.begin - lineBegin) / TextLimits::checkpointBytes;
        from = checkpoint * TextLimits::checkpointBytes;
        state = JsonScan(found->states[size_t(checkpoint)]);
    }
    return advance(state, m_document.line(row.line).sliced(from, row.begin - lineBegin - from));
}

QList<TextToken> RowPainter::tokens(const RowMap::Row &row) const
{
    const auto &content = *m_document.d;
    const QByteArrayView line = m_document.line(row.line);
    const qsizetype lineBegin = content.lineBegin(row.line);
    const bool body = content.syntax == TextDocument::Syntax::Http && row.line > content.headLines;
    if (content.syntax == TextDocument::Syntax::Json || (body && content.jsonBody))
        return jsonTokens(line, row.begin - lineBegin, row.end - lineBegin, stateAt(row));
    QList<TextToken> whole;
    if (content.syntax == TextDocument::Syntax::Http && !body && row.first)
        whole = httpTokens(line, row.line == 0);
    else if (content.syntax == TextDocument::Syntax::Other && m_other)
        whole = m_other->tokens(m_document, row.line);
    QList<TextToken> inRow;
    for (const TextToken &token : std::as_const(whole)) {
        const qsizetype begin = qMax(token.begin, row.begin - lineBegin);
        const qsizetype end = qMin(token.begin + token.length, row.end - lineBegin);
        if (begin < end)
            inRow.append({begin - (row.begin - lineBegin), end - begin, token.role});
    }
    return inRow;
}

void RowPainter::layOut(QTextLayout &layout, const RowMap::Row &row, const QFont &font, bool colors) const
{
    layout.setText(text(row));
    layout.setFont(font);
    QTextOption option;
    option.setWrapMode(QTextOption::NoWrap);
    option.setTextDirection(Qt::LeftToRight);
    option.setTabStopDistance(4 * QFontMetricsF(font).horizontalAdvance(u' '));
    layout.setTextOption(option);
    if (colors) {
        const QByteArrayView bytes =
            QByteArrayView(m_document.bytes()).sliced(row.begin, row.end - row.begin);
        const bool plain = layout.text().size() == bytes.size();
        QList<QTextLayout::FormatRange> formats;
        qsizetype knownBytes = 0;
        qsizetype knownPosition = 0;
        for (const TextToken &token : tokens(row)) {
            QTextLayout::FormatRange range;
            if (plain) {
                range.start = int(token.begin);
                range.length = int(token.length);
            } else { // tokens are in order, so continue counting from the previous token
                knownPosition += QString::fromUtf8(bytes.sliced(knownBytes, token.begin - knownBytes)).size();
                range.start = int(knownPosition);
                range.length = int(QString::fromUtf8(bytes.sliced(token.begin, token.length)).size());
                knownBytes = token.begin + token.length;
                knownPosition += range.length;
            }
            range.format.setForeground(m_theme.color(token.role));
            formats.append(range);
        }
        layout.setFormats(formats);
    }
    layout.beginLayout();
    QTextLine line = layout.createLine();
    if (line.isValid())
        line.setPosition({0, 0});
    layout.endLayout();
}

qsizetype RowPainter::bytesBefore(const RowMap::Row &row, qsizetype position) const
{
    const QByteArrayView bytes = QByteArrayView(m_document.bytes()).sliced(row.begin, row.end - row.begin);
    const QString whole = QString::fromUtf8(bytes);
    if (whole.size() == bytes.size())
        return qMin(position, bytes.size());
    return qMin(QStringView(whole).first(qMin(position, whole.size())).toUtf8().size(), bytes.size());
}

int RowPainter::positionOf(const RowMap::Row &row, qsizetype offset) const
{
    const qsizetype inside = qBound<qsizetype>(0, offset - row.begin, row.end - row.begin);
    return int(QString::fromUtf8(QByteArrayView(m_document.bytes()).sliced(row.begin, inside)).size());
}

} // namespace Workbench::Ui
