// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/texttable.h"

#include "core/base/visibletext.h"

#include <algorithm>
#include <cwchar>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

constexpr int gap = 2; // between columns
constexpr int leastLast = 24; // what the last column keeps while others can give
constexpr int least = 4;

int columnsOfOne(char32_t c)
{
    if (c < 0x80)
        return 1;
    const int columns = ::wcwidth(wchar_t(c));
    return columns < 0 ? 1 : columns; // not known in this locale
}

// As much of a text as fits, with an ellipsis where it was cut.
QString fitted(const QString &text, int width)
{
    if (columnsOf(text) <= width)
        return text;
    QString out;
    int used = 1; // the ellipsis
    for (const uint c : text.toUcs4()) {
        used += columnsOfOne(char32_t(c));
        if (used > width)
            break;
        out += QChar::fromUcs4(c);
    }
    return out + u'…';
}

void shrink(QList<int> &widths, int width)
{
    int tooMuch = -width - gap;
    for (const int each : std::as_const(widths))
        tooMuch += each + gap;
    const auto take = [&tooMuch](int &from, int atMost) {
        const int taken = std::clamp(tooMuch, 0, std::max(0, atMost));
        from -= taken;
        tooMuch -= taken;
    };
    take(widths.last(), widths.last() - leastLast);
    while (tooMuch > 0) {
        const auto widest = std::ranges::max_element(widths);
        if (*widest <= least)
            return; // narrower than this nothing can be told
        take(*widest, 1);
    }
}

} // namespace

int columnsOf(QStringView text)
{
    int columns = 0;
    for (const uint c : text.toUcs4())
        columns += columnsOfOne(char32_t(c));
    return columns;
}

QStringList tableLines(const QList<QStringList> &rows, int width)
{
    QList<int> widths;
    QList<QStringList> shown;
    for (const QStringList &row : rows) {
        QStringList cells;
        for (const QString &cell : row)
            cells += visibleText(QString(cell).replace(u'\n', u' '));
        for (qsizetype i = 0; i < cells.size(); ++i) {
            if (i == widths.size())
                widths += 0;
            widths[i] = std::max(widths.at(i), columnsOf(cells.at(i)));
        }
        shown += cells;
    }
    if (width > 0 && !widths.isEmpty())
        shrink(widths, width);
    QStringList lines;
    for (const QStringList &row : std::as_const(shown)) {
        QString line;
        int wanted = 0;
        for (qsizetype i = 0; i < row.size(); ++i) {
            const QString cell = width > 0 ? fitted(row.at(i), widths.at(i)) : row.at(i);
            line += cell;
            wanted = widths.at(i) - columnsOf(cell) + gap;
            if (i + 1 < row.size())
                line += QString(wanted, u' ');
        }
        while (line.endsWith(u' '))
            line.chop(1);
        lines += line;
    }
    return lines;
}

} // namespace Workbench::Cli
