// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/text/textview.h"

#include "ui/text/textview_p.h"
#include "ui/theme/building.h"

#include <QAccessible>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QEvent>
#include <QFutureWatcher>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyleHints>
#include <QtConcurrentRun>

#include <algorithm>
#include <array>
#include <limits>

namespace Workbench::Ui {

using namespace Qt::StringLiterals;

namespace {

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

bool isWordByte(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z')
        || byte == '_' || byte == '-' || uchar(byte) >= 0x80;
}

qsizetype nextCharacter(QByteArrayView bytes, qsizetype at)
{
    if (at >= bytes.size())
        return bytes.size();
    if (bytes.sliced(at).startsWith("\r\n"))
        return at + 2;
    do
        ++at;
    while (at < bytes.size() && (uchar(bytes[at]) & 0xC0) == 0x80);
    return at;
}

qsizetype previousCharacter(QByteArrayView bytes, qsizetype at)
{
    if (at <= 0)
        return 0;
    if (at >= 2 && bytes.sliced(at - 2).startsWith("\r\n"))
        return at - 2;
    return characterBorder(bytes, at - 1);
}

//! Returns \a byte with ASCII letters in lower case, for a search that ignores their case.
char folded(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? char(byte | 0x20) : byte;
}

bool matchesAt(QByteArrayView text, qsizetype at, QByteArrayView needle)
{
    for (qsizetype i = 0; i < needle.size(); ++i) {
        if (folded(text[at + i]) != needle[i])
            return false;
    }
    return true;
}

//! Returns, for each value of the byte at the far end of the needle, how far the needle can move (Horspool).
//! The search then reads only a part of the text.
std::array<qsizetype, 256> shifts(QByteArrayView needle, bool backwards)
{
    std::array<qsizetype, 256> table;
    table.fill(needle.size());
    const auto set = [&](char byte, qsizetype shift) {
        table[uchar(byte)] = shift;
        if (byte >= 'a' && byte <= 'z')
            table[uchar(byte & ~0x20)] = shift;
    };
    const qsizetype last = needle.size() - 1;
    if (backwards) {
        for (qsizetype i = last; i > 0; --i)
            set(needle[i], i);
    } else {
        for (qsizetype i = 0; i < last; ++i)
            set(needle[i], last - i);
    }
    return table;
}

qsizetype findForward(QByteArrayView text, QByteArrayView needle, qsizetype from, qsizetype to)
{
    const std::array<qsizetype, 256> shift = shifts(needle, false);
    const qsizetype last = qMin(to, text.size() - needle.size());
    for (qsizetype at = qMax<qsizetype>(0, from); at <= last;
        at += shift[uchar(text[at + needle.size() - 1])]) {
        if (matchesAt(text, at, needle))
            return at;
    }
    return -1;
}

qsizetype findBackward(QByteArrayView text, QByteArrayView needle, qsizetype from, qsizetype to)
{
    const std::array<qsizetype, 256> shift = shifts(needle, true);
    for (qsizetype at = qMin(from, text.size() - needle.size()); at >= to; at -= shift[uchar(text[at])]) {
        if (matchesAt(text, at, needle))
            return at;
    }
    return -1;
}

//! Searches from \a from to the end of the text, or backwards to its begin, and then the rest. Returns -1 if
//! there is no match, or if \a stop ends the search.
qsizetype findFrom(
    QByteArrayView text, QByteArrayView needle, qsizetype from, bool backwards, const std::stop_token &stop)
{
    const auto search = [&](qsizetype first, qsizetype last) {
        constexpr qsizetype piece = 1 << 20; // bytes between two looks at the token
        qsizetype found = -1;
        for (qsizetype done = 0; first + done <= last && found < 0 && !stop.stop_requested(); done += piece) {
            const qsizetype at = backwards ? last - done : first + done;
            found = backwards ? findBackward(text, needle, at, qMax(first, at - piece + 1))
                              : findForward(text, needle, at, qMin(last, at + piece - 1));
        }
        return found;
    };
    const qsizetype found = backwards ? search(0, from) : search(from, text.size());
    if (found >= 0)
        return found;
    return backwards ? search(from + 1, text.size()) : search(0, from - 1);
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

TextView::~TextView()
{
    d->searching.request_stop();
}

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
        return; // a newer call replaces this document
    d->searching.request_stop();
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

bool TextView::event(QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        viewport()->update();
    return QAbstractScrollArea::event(event);
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

bool TextView::find(const QString &text, bool backwards)
{
    d->searching.request_stop();
    QByteArray needle = text.toUtf8();
    std::transform(needle.begin(), needle.end(), needle.begin(), folded);
    if (!d->document || needle.isEmpty())
        return false;
    // The search skips a selected match, but finds a match at the cursor if nothing is selected.
    const qsizetype from = d->selectionBegin() + (backwards ? -1 : d->anchor == d->cursor ? 0 : 1);
    if (d->document->bytes().size() <= TextLimits::largeBytes) {
        const qsizetype found = findFrom(d->document->bytes(), needle, from, backwards, {});
        if (found >= 0)
            select(found, found + needle.size());
        return found >= 0;
    }
    d->searching = {};
    const std::stop_token stop = d->searching.get_token();
    // A watcher always answers from the event loop; then() would answer at once if the worker was faster.
    auto *watcher = new QFutureWatcher<qsizetype>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, size = needle.size(), stop] {
        watcher->deleteLater();
        const qsizetype found = watcher->result();
        if (found >= 0 && !stop.stop_requested())
            select(found, found + size);
        else if (!stop.stop_requested())
            Q_EMIT notFound();
    });
    watcher->setFuture(QtConcurrent::run([document = d->document, needle, from, backwards, stop] {
        return findFrom(document->bytes(), needle, from, backwards, stop);
    }));
    return true;
}

void TextView::select(qsizetype begin, qsizetype end)
{
    if (!d->document)
        return;
    const qsizetype size = d->document->bytes().size();
    d->anchor = qBound<qsizetype>(0, begin, size);
    moveCursor(qBound<qsizetype>(0, end, size), true);
    ensureVisible(d->anchor);
    ensureVisible(d->cursor);
}

std::pair<qsizetype, qsizetype> TextView::selection() const
{
    return {d->selectionBegin(), d->selectionEnd()};
}

QString TextView::selectedText() const
{
    if (!d->document || d->anchor == d->cursor)
        return {};
    const qsizetype begin = d->selectionBegin();
    return QString::fromUtf8(QByteArrayView(d->document->bytes()).sliced(begin, d->selectionEnd() - begin));
}

void TextView::selectAll()
{
    if (!d->document)
        return;
    d->anchor = 0;
    d->cursor = d->document->bytes().size();
    viewport()->update();
    Q_EMIT selectionChanged();
}

void TextView::copy()
{
    if (const QString text = selectedText(); !text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void TextView::scrollToLine(qsizetype line)
{
    if (!d->document)
        return;
    const qsizetype row = d->rows.firstRowOfLine(qBound<qsizetype>(0, line, d->document->lineCount() - 1));
    const int top = verticalScrollBar()->value();
    const int page = verticalScrollBar()->pageStep();
    if (row < top || row >= top + page)
        verticalScrollBar()->setValue(int(qMax<qsizetype>(0, row - page / 3)));
}

void TextView::ensureVisible(qsizetype offset)
{
    const qsizetype index = d->rows.rowAt(*d->document, offset);
    const int top = verticalScrollBar()->value();
    const int page = verticalScrollBar()->pageStep();
    if (index < top)
        verticalScrollBar()->setValue(int(index));
    else if (index >= top + page)
        verticalScrollBar()->setValue(int(index - page + 1));
    const RowMap::Row row = d->rows.row(*d->document, index);
    const RowPainter rows(*d->document, Theme::of(this), nullptr);
    QTextLayout layout;
    rows.layOut(layout, row, d->font, false);
    const int x = d->textLeft() + qRound(layout.lineAt(0).cursorToX(rows.positionOf(row, offset)));
    const int shift = horizontalScrollBar()->value();
    const int room = viewport()->width() - TextMeasures::rightMargin;
    if (x - shift > room) {
        d->contentWidth = qMax(d->contentWidth, x + TextMeasures::rightMargin);
        updateScrollBars();
        horizontalScrollBar()->setValue(x - room);
    } else if (x - shift < d->textLeft()) {
        horizontalScrollBar()->setValue(x - d->textLeft());
    }
}

qsizetype TextView::offsetAt(QPoint position) const
{
    if (!d->document || d->rows.count() == 0)
        return 0;
    const int down = position.y() - TextMeasures::topMargin;
    const qsizetype steps = down < 0 ? -1 : down / d->rowHeight;
    const qsizetype index = verticalScrollBar()->value() + steps;
    if (index < 0)
        return 0;
    if (index >= d->rows.count())
        return d->document->bytes().size();
    const RowMap::Row row = d->rows.row(*d->document, index);
    const RowPainter rows(*d->document, Theme::of(this), nullptr);
    QTextLayout layout;
    rows.layOut(layout, row, d->font, false);
    const qreal x = position.x() - d->textLeft() + horizontalScrollBar()->value();
    return row.begin + rows.bytesBefore(row, layout.lineAt(0).xToCursor(x));
}

void TextView::moveCursor(qsizetype offset, bool keepAnchor)
{
    d->cursor = offset;
    if (!keepAnchor)
        d->anchor = offset;
    viewport()->update();
    Q_EMIT selectionChanged();
    if (QAccessible::isActive()) {
        QAccessibleTextCursorEvent event(this, int(qMin<qsizetype>(offset, std::numeric_limits<int>::max())));
        QAccessible::updateAccessibility(&event);
    }
}

bool TextView::moveByKey(QKeyEvent *event)
{
    const QByteArrayView bytes = d->document->bytes();
    const bool select = event->modifiers() & Qt::ShiftModifier;
    const bool control = event->modifiers() & Qt::ControlModifier;
    const qsizetype index = d->rows.rowAt(*d->document, d->cursor);
    const auto vertical = [&](qsizetype by) {
        const RowPainter rows(*d->document, Theme::of(this), nullptr);
        const RowMap::Row from = d->rows.row(*d->document, index);
        const RowMap::Row to =
            d->rows.row(*d->document, qBound<qsizetype>(0, index + by, d->rows.count() - 1));
        return to.begin + rows.bytesBefore(to, rows.positionOf(from, d->cursor));
    };
    qsizetype to = d->cursor;
    switch (event->key()) {
    case Qt::Key_Left:
        do
            to = previousCharacter(bytes, to);
        while (control && to > 0 && !(isWordByte(bytes[to]) && !isWordByte(bytes[to - 1])));
        break;
    case Qt::Key_Right:
        do
            to = nextCharacter(bytes, to);
        while (control && to < bytes.size() && !(!isWordByte(bytes[to]) && isWordByte(bytes[to - 1])));
        break;
    case Qt::Key_Up: to = vertical(-1); break;
    case Qt::Key_Down: to = vertical(1); break;
    case Qt::Key_PageUp: to = vertical(-verticalScrollBar()->pageStep()); break;
    case Qt::Key_PageDown: to = vertical(verticalScrollBar()->pageStep()); break;
    case Qt::Key_Home: to = control ? 0 : d->rows.row(*d->document, index).begin; break;
    case Qt::Key_End: to = control ? bytes.size() : d->rows.row(*d->document, index).end; break;
    default: return false;
    }
    moveCursor(to, select);
    ensureVisible(to);
    return true;
}

void TextView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->matches(QKeySequence::SelectAll))
        selectAll();
    else if (!d->document || event->modifiers() & Qt::AltModifier || !moveByKey(event))
        QAbstractScrollArea::keyPressEvent(event);
}

void TextView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !d->document)
        return;
    d->selecting = true;
    const QPoint position = event->position().toPoint();
    // A third click soon after a double click selects the whole line.
    if (d->lastDoubleClick.isValid()
        && d->lastDoubleClick.elapsed() < QGuiApplication::styleHints()->mouseDoubleClickInterval()) {
        const qsizetype line = d->document->lineAt(offsetAt(position));
        d->anchor = d->document->d->lineBegin(line);
        moveCursor(d->document->d->lineEnd(line), true);
        d->selecting = false;
        return;
    }
    moveCursor(offsetAt(position), event->modifiers() & Qt::ShiftModifier);
}

void TextView::mouseMoveEvent(QMouseEvent *event)
{
    if (!d->selecting || !d->document)
        return;
    d->lastMouse = event->position().toPoint();
    moveCursor(offsetAt(d->lastMouse), true);
    constexpr int scrollInterval = 50;
    if (viewport()->rect().contains(d->lastMouse))
        d->autoScroll.stop();
    else if (!d->autoScroll.isActive())
        d->autoScroll.start(scrollInterval, this);
}

void TextView::mouseReleaseEvent(QMouseEvent *)
{
    d->selecting = false;
    d->autoScroll.stop();
    if (QClipboard *clipboard = QGuiApplication::clipboard();
        clipboard->supportsSelection() && d->anchor != d->cursor)
        clipboard->setText(selectedText(), QClipboard::Selection);
}

void TextView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !d->document)
        return;
    const QByteArrayView bytes = d->document->bytes();
    const qsizetype at = offsetAt(event->position().toPoint());
    qsizetype begin = at;
    qsizetype end = at;
    while (begin > 0 && isWordByte(bytes[begin - 1]))
        --begin;
    while (end < bytes.size() && isWordByte(bytes[end]))
        ++end;
    d->anchor = begin;
    moveCursor(end, true);
    d->lastDoubleClick.start();
}

void TextView::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != d->autoScroll.timerId()) {
        QAbstractScrollArea::timerEvent(event);
        return;
    }
    const int beyond =
        d->lastMouse.y() < 0 ? d->lastMouse.y() : qMax(0, d->lastMouse.y() - viewport()->height());
    verticalScrollBar()->setValue(verticalScrollBar()->value() + beyond / d->rowHeight
        + (beyond < 0        ? -1
                : beyond > 0 ? 1
                             : 0));
    moveCursor(offsetAt(d->lastMouse), true);
}

void TextView::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = deletedOnClose(new QMenu(this));
    QAction *copyAction =
        menu->addAction(QCoreApplication::translate("TextView", "&Copy"), this, &TextView::copy);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setEnabled(d->anchor != d->cursor);
    QAction *allAction =
        menu->addAction(QCoreApplication::translate("TextView", "Select &all"), this, &TextView::selectAll);
    allAction->setShortcut(QKeySequence::SelectAll);
    allAction->setEnabled(d->document != nullptr);
    menu->popup(event->globalPos());
}

} // namespace Workbench::Ui

#include "moc_textview.cpp"
