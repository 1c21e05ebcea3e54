// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/findin.h"

#include "ui/forms/findbar.h"
#include "ui/text/textview.h"

#include <QAbstractItemView>
#include <QPlainTextEdit>
#include <QTextEdit>

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

} // namespace Workbench::Ui
