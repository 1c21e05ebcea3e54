// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/findbar.h"

#include "ui/forms/themelabel.h"
#include "ui/text/textview.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QShortcut>
#include <QTextEdit>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype mostRows = 5000; // limits the time of a search

template <typename Edit> QString findInEdit(Edit *edit, const QString &text, bool backwards)
{
    const QTextDocument::FindFlags flags =
        backwards ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    const QTextCursor before = edit->textCursor();
    if (edit->find(text, flags))
        return {};
    edit->moveCursor(backwards ? QTextCursor::End : QTextCursor::Start);
    if (edit->find(text, flags))
        return {};
    edit->setTextCursor(before);
    return FindBar::tr("Not found");
}

bool holds(const QModelIndex &row, const QString &text)
{
    for (int column = 0; column < row.model()->columnCount(row.parent()); ++column) {
        if (row.siblingAtColumn(column).data().toString().contains(text, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

//! Returns the first rows of \a model in the order in which an expanded tree shows them.
QModelIndexList rowsOf(QAbstractItemModel *model)
{
    QModelIndexList rows;
    QModelIndexList next{QModelIndex()};
    while (!next.isEmpty() && rows.size() < mostRows) {
        const QModelIndex parent = next.takeLast();
        if (parent.isValid())
            rows.append(parent);
        if (model->canFetchMore(parent))
            model->fetchMore(parent);
        const int children = int(std::min<qsizetype>(model->rowCount(parent), mostRows));
        for (int row = children - 1; row >= 0; --row)
            next.append(model->index(row, 0, parent));
    }
    return rows;
}

} // namespace

QString findIn(QPlainTextEdit *edit, const QString &text, bool backwards)
{
    return findInEdit(edit, text, backwards);
}

QString findIn(QTextEdit *edit, const QString &text, bool backwards)
{
    return findInEdit(edit, text, backwards);
}

QString findIn(TextView *view, const QString &text, bool backwards)
{
    return view->find(text, backwards) ? QString() : FindBar::tr("Not found");
}

QString findIn(QAbstractItemView *view, const QString &text, bool backwards)
{
    const QModelIndex current = view->currentIndex().siblingAtColumn(0);
    QModelIndexList matches;
    qsizetype before = 0; // number of matches before the current row
    bool isCurrent = false; // whether the current row matches
    const QModelIndexList rows = rowsOf(view->model());
    for (const QModelIndex &row : rows) {
        const bool isMatch = holds(row, text);
        if (row == current) {
            before = matches.size();
            isCurrent = isMatch;
        }
        if (isMatch)
            matches.append(row);
    }
    if (matches.isEmpty()) {
        return rows.size() < mostRows ? FindBar::tr("Not found")
                                      : FindBar::tr("Not found in the first %L1 rows").arg(mostRows);
    }
    const qsizetype step = backwards ? before - 1 + matches.size() : before + (isCurrent ? 1 : 0);
    const qsizetype at = step % matches.size();
    view->setCurrentIndex(matches.at(at));
    view->scrollTo(matches.at(at));
    return FindBar::tr("%L1 of %L2").arg(at + 1).arg(matches.size());
}

FindBar::FindBar(const QString &what, Find find, QWidget *pane)
    : QWidget(pane)
    , m_find(std::move(find))
    , m_field(named(iconField(u"search"_s, what, this), u"searchField"_s, what))
    , m_fact(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, this), u"searchFact"_s))
{
    setObjectName(u"findBar"_s);
    m_field->installEventFilter(this);
    QToolButton *previous = iconButton(u"chevron-up"_s, tr("Previous match (Shift+Return)"), this);
    QToolButton *next = iconButton(u"chevron-down"_s, tr("Next match (Return)"), this);
    QToolButton *closing = iconButton(u"close"_s, tr("Close the search (Esc)"), this);
    addAll(newRow(this, {8, 4, 8, 4}, 4), {{m_field, 1}, m_fact, previous, next, closing});
    hide();
    connect(next, &QToolButton::clicked, this, [this] { findNext(false); });
    connect(previous, &QToolButton::clicked, this, [this] { findNext(true); });
    connect(closing, &QToolButton::clicked, this, &FindBar::close);
    auto *shortcut =
        new QShortcut(QKeySequence::Find, pane, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(shortcut, &QShortcut::activated, this, &FindBar::open);
    openInnermost(shortcut);
    for (const bool backwards : {false, true}) {
        auto *again = new QShortcut(backwards ? QKeySequence::FindPrevious : QKeySequence::FindNext, pane,
            nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
        again->setWhatsThis(backwards ? tr("Previous match") : tr("Next match"));
        connect(again, &QShortcut::activated, this, [this, backwards] {
            if (isVisible())
                findNext(backwards);
            else
                open();
        });
    }
}

void FindBar::openInnermost(const QShortcut *shortcut)
{
    connect(shortcut, &QShortcut::activatedAmbiguously, shortcut,
        [] { openFor(QApplication::focusWidget(), nullptr); });
}

bool FindBar::openFor(const QWidget *focus, const QWidget *page)
{
    const auto canFind = [](const QShortcut *shortcut) {
        return shortcut->keys().contains(QKeySequence(QKeySequence::Find))
            && static_cast<QWidget *>(shortcut->parent())->isVisible();
    };
    QShortcut *found = nullptr;
    for (const QWidget *pane = focus; pane && !found; pane = pane->parentWidget()) {
        const auto own = pane->findChildren<QShortcut *>(Qt::FindDirectChildrenOnly);
        if (const auto at = std::ranges::find_if(own, canFind); at != own.end())
            found = *at;
    }
    int largest = 0;
    const auto ofPage = page && !found ? page->findChildren<QShortcut *>() : QList<QShortcut *>();
    for (QShortcut *shortcut : ofPage) {
        const QSize size = static_cast<QWidget *>(shortcut->parent())->size();
        if (canFind(shortcut) && size.width() * size.height() > largest) {
            largest = size.width() * size.height();
            found = shortcut;
        }
    }
    if (found)
        Q_EMIT found->activated();
    return found;
}

void FindBar::open()
{
    QWidget *focused = QApplication::focusWidget();
    if (focused && !isAncestorOf(focused))
        m_before = focused;
    show();
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void FindBar::close()
{
    hide();
    QWidget *before = m_before;
    if (before && before->isVisible())
        before->setFocus(Qt::OtherFocusReason);
}

void FindBar::setFact(const QString &fact)
{
    m_fact->setText(fact);
}

void FindBar::findNext(bool backwards)
{
    if (!m_field->text().isEmpty())
        setFact(m_find(m_field->text(), backwards));
}

bool FindBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    auto *key = static_cast<QKeyEvent *>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        findNext(key->modifiers() & Qt::ShiftModifier);
        return true;
    }
    if (key->key() == Qt::Key_Escape) {
        close();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace Workbench::Ui

#include "moc_findbar.cpp"
