// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/text/textview.h"

#include "ui/text/textview_p.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFuture>
#include <QPainter>
#include <QScrollBar>
#include <QtConcurrentRun>

#include <limits>

namespace Workbench::Ui {

using namespace Qt::StringLiterals;

namespace {

ColorRole softOf(ColorRole role)
{
    switch (role) {
    case ColorRole::Error: return ColorRole::ErrorSoft;
    case ColorRole::Ok: return ColorRole::OkSoft;
    case ColorRole::Live: return ColorRole::LiveSoft;
    case ColorRole::Accent: return ColorRole::Selection;
    default: return ColorRole::WarningSoft;
    }
}

const TextView::Mark *markAt(const QList<TextView::Mark> &marks, bool areSorted, qsizetype line)
{
    if (areSorted) {
        const auto next = std::ranges::upper_bound(marks, line, {}, &TextView::Mark::firstLine);
        return next != marks.begin() && std::prev(next)->lastLine >= line ? &*std::prev(next) : nullptr;
    }
    const auto found = std::find_if(marks.begin(), marks.end(),
        [line](const TextView::Mark &mark) { return mark.firstLine <= line && line <= mark.lastLine; });
    return found == marks.end() ? nullptr : &*found;
}

} // namespace

TextView::TextView(QWidget *parent)
    : QAbstractScrollArea(parent)
    , d(std::make_unique<Private>())
{
    installTextViewAccessibility();
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(QCoreApplication::translate("TextView", "Text"));
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setAutoFillBackground(true);
    updateRows();
}

TextView::~TextView() = default;

void TextView::setDocument(std::shared_ptr<const TextDocument> document)
{
    showDocument(++d->generation, std::move(document));
}

void TextView::setJson(const Json &value)
{
    const quint64 generation = ++d->generation;
    QtConcurrent::run([value] {
        return TextDocument::fromJson(value);
    }).then(this, [this, generation](std::shared_ptr<const TextDocument> document) {
        showDocument(generation, std::move(document));
    });
}

void TextView::setBytes(const QByteArray &utf8, TextDocument::Syntax syntax)
{
    const quint64 generation = ++d->generation;
    QtConcurrent::run([utf8, syntax] {
        return TextDocument::fromBytes(utf8, syntax);
    }).then(this, [this, generation](std::shared_ptr<const TextDocument> document) {
        showDocument(generation, std::move(document));
    });
}

void TextView::showDocument(quint64 generation, std::shared_ptr<const TextDocument> document)
{
    if (generation != d->generation)
        return; // a newer call was made meanwhile
    d->document = std::move(document);
    d->marks.clear();
    d->labels.clear();
    d->anchor = d->cursor = 0;
    d->contentWidth = 0;
    if (d->document)
        d->other.reset(*d->document);
    updateRows();
    horizontalScrollBar()->setValue(0);
    verticalScrollBar()->setValue(0);
    viewport()->update();
    Q_EMIT ready();
}

const TextDocument *TextView::document() const
{
    return d->document.get();
}

void TextView::setMarks(const QList<Mark> &marks)
{
    d->marks = marks;
    d->marksAreSorted = true;
    for (qsizetype i = 1; i < marks.size() && d->marksAreSorted; ++i)
        d->marksAreSorted = marks.at(i).firstLine > marks.at(i - 1).lastLine;
    viewport()->update();
}

void TextView::setLineLabels(std::vector<LineLabel> labels)
{
    d->labels = std::move(labels);
    updateRows();
    viewport()->update();
}

qsizetype TextView::topLine() const
{
    if (!d->document || d->rows.count() == 0)
        return 0;
    const qsizetype top = qMin<qsizetype>(verticalScrollBar()->value(), d->rows.count() - 1);
    return d->rows.row(*d->document, top).line;
}

void TextView::setTopLine(qsizetype line)
{
    if (d->document)
        verticalScrollBar()->setValue(
            int(d->rows.firstRowOfLine(qBound<qsizetype>(0, line, d->document->lineCount() - 1))));
}

void TextView::setLineNumbers(bool on)
{
    d->lineNumbers = on;
    updateRows();
    viewport()->update();
}

void TextView::setPlaceholderText(const QString &text)
{
    d->placeholder = text;
    viewport()->update();
}

void TextView::updateRows()
{
    d->font = Theme::of(this).font(FontRole::Data);
    const QFontMetrics metrics(d->font);
    d->rowHeight = qMax(TextMeasures::minRowHeight, metrics.lineSpacing());
    d->digitWidth = metrics.horizontalAdvance(u'0');
    if (!d->document) {
        d->rows = RowMap();
    } else if (d->document->bytes().size() > TextLimits::largeBytes) {
        d->rows = d->document->d->fixedRows;
    } else {
        const int room = viewport()->width() - d->textLeft() - TextMeasures::rightMargin;
        constexpr int fewestColumns = 40;
        d->rows = RowMap(*d->document, qMax(fewestColumns, room / qMax(1, d->digitWidth)));
    }
    updateScrollBars();
}

void TextView::updateScrollBars()
{
    const int page = qMax(1, (viewport()->height() - 2 * TextMeasures::topMargin) / d->rowHeight);
    const qsizetype last = qMax<qsizetype>(0, d->rows.count() - page);
    verticalScrollBar()->setRange(0, int(qMin<qsizetype>(last, std::numeric_limits<int>::max() / 2)));
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(1);
    const int room = viewport()->width();
    horizontalScrollBar()->setRange(0, d->contentWidth > room ? d->contentWidth - room : 0);
    horizontalScrollBar()->setPageStep(room);
    horizontalScrollBar()->setSingleStep(4 * d->digitWidth);
}

void TextView::resizeEvent(QResizeEvent *event)
{
    const qsizetype top = d->document && d->rows.count() > 0
        ? d->rows.row(*d->document, qMin<qsizetype>(verticalScrollBar()->value(), d->rows.count() - 1)).begin
        : 0;
    QAbstractScrollArea::resizeEvent(event);
    updateRows();
    if (d->document)
        verticalScrollBar()->setValue(int(d->rows.rowAt(*d->document, top)));
}

void TextView::scrollContentsBy(int, int)
{
    viewport()->update();
}

void TextView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    const Theme &theme = Theme::of(this);
    if (!d->document) {
        painter.setFont(theme.font(FontRole::Body));
        painter.setPen(theme.color(ColorRole::TextSecond));
        painter.drawText(viewport()->rect().adjusted(12, 8, -12, -8),
            Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, d->placeholder);
        return;
    }
    const TextDocument &document = *d->document;
    const RowPainter rows(document, theme, &d->other);
    const int left = d->textLeft();
    const int width = viewport()->width();
    const int shift = horizontalScrollBar()->value();
    int widest = d->contentWidth;
    int y = TextMeasures::topMargin;
    for (qsizetype index = verticalScrollBar()->value(); index < d->rows.count() && y < viewport()->height();
        ++index) {
        const RowMap::Row row = d->rows.row(document, index);
        const Mark *mark = markAt(d->marks, d->marksAreSorted, row.line);
        if (mark) {
            painter.fillRect(0, y, width, d->rowHeight, theme.color(softOf(mark->role)));
            painter.fillRect(0, y, TextMeasures::bar, d->rowHeight, theme.color(mark->role));
        }
        if (d->lineNumbers && row.first) {
            painter.setFont(d->font);
            painter.setPen(theme.color(mark ? ColorRole::Text : ColorRole::Stale));
            painter.drawText(QRect(0, y, left - TextMeasures::gutterGap, d->rowHeight),
                Qt::AlignRight | Qt::AlignVCenter, d->lineLabel(row.line));
        }
        QTextLayout layout;
        rows.layOut(layout, row, d->font, true);
        painter.save();
        painter.setClipRect(d->lineNumbers ? left - 4 : 0, y, width, d->rowHeight);
        const QTextLine line = layout.lineAt(0);
        const qreal x = left - shift;
        const qsizetype begin = qMax(d->selectionBegin(), row.begin);
        const qsizetype end = qMin(d->selectionEnd(), row.end);
        const bool selected = d->anchor != d->cursor;
        const bool pastEnd = selected && d->selectionBegin() <= row.end && d->selectionEnd() > row.end;
        if (selected && (begin < end || pastEnd)) {
            const qreal from = line.cursorToX(rows.positionOf(row, begin));
            const qreal to =
                line.cursorToX(rows.positionOf(row, qMax(begin, end))) + (pastEnd ? d->digitWidth / 2.0 : 0);
            painter.fillRect(QRectF(x + from, y, to - from, d->rowHeight),
                theme.color(hasFocus() ? ColorRole::Selection : ColorRole::SelectionInactive));
        }
        painter.setPen(theme.color(ColorRole::Text));
        layout.draw(&painter, QPointF(x, y + (d->rowHeight - line.height()) / 2));
        const bool atEnd = d->cursor == row.end
            && (index + 1 == d->rows.count() || d->rows.row(document, index + 1).begin != d->cursor);
        if (hasFocus() && d->cursor >= row.begin && (d->cursor < row.end || atEnd)) {
            const qreal at = line.cursorToX(rows.positionOf(row, d->cursor));
            painter.fillRect(QRectF(qRound(x + at), y, 1, d->rowHeight), theme.color(ColorRole::Text));
        }
        painter.restore();
        widest = qMax(widest, left + qCeil(line.naturalTextWidth()) + TextMeasures::rightMargin);
        y += d->rowHeight;
    }
    if (widest > d->contentWidth) {
        d->contentWidth = widest;
        QMetaObject::invokeMethod(this, &TextView::updateScrollBars, Qt::QueuedConnection);
    }
}

int TextView::heightFor(int maxLines) const
{
    const qsizetype lines = qMin<qsizetype>(maxLines, qMax<qsizetype>(1, d->rows.count()));
    return int(lines) * d->rowHeight + 2 * TextMeasures::topMargin;
}

std::pair<qsizetype, qsizetype> TextView::visibleBytes() const
{
    if (!d->document)
        return {0, 0};
    const qsizetype first = qMin<qsizetype>(verticalScrollBar()->value(), d->rows.count() - 1);
    const qsizetype last = qMin<qsizetype>(first + verticalScrollBar()->pageStep(), d->rows.count() - 1);
    return {d->rows.row(*d->document, first).begin, d->rows.row(*d->document, last).end};
}

void TextView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void TextView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void TextView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::ApplicationFontChange || event->type() == QEvent::StyleChange) {
        d->contentWidth = 0;
        updateRows();
    }
    viewport()->update();
}

} // namespace Workbench::Ui
