// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/columnfit.h"

#include <QPointer>
#include <QWidget>

#include <functional>

class QAbstractItemModel;
class QMenu;
class QSplitter;
class QStackedLayout;

namespace Workbench::Ui {

class RowTreeView;
class TextFilterModel;
class ThemeLabel;

//! Base class of History, Wire, Log and Fixtures: a table that the user can filter, and in most panes pause
//! and clear, and a sentence while it is empty. The filter field and the buttons for pause and clear are in
//! the window's bottom strip.
class TablePane : public QWidget {
    Q_OBJECT
public:
    RowTreeView *view() const { return m_view; }
    bool isPaused() const { return m_paused; }
    virtual void setCompact(bool compact); //!< Hides the columns of second rank.
    virtual bool canPause() const { return true; }
    virtual QString clearText() const { return tr("Clear"); } //!< The text of the clear button.
    virtual QWidget *tools() const { return nullptr; } //!< More controls for the strip; null: none.

public Q_SLOTS:
    void setFilterText(const QString &text);
    //! While paused, the table shows no new rows. Resuming adds all rows that arrived in the meantime.
    void setPaused(bool paused);

Q_SIGNALS:
    void pausedChanged(bool paused);
    void filterCleared(); //!< Emitted to clear the filter, which may hide a row that the user wants to see.

public:
    //! Removes all rows. Returns a function that restores them; empty if there were no rows, or if the pane
    //! asks the user itself.
    virtual std::function<void()> clear() = 0;

protected:
    TablePane(const QString &emptyText, QWidget *parent);
    void setUp(QAbstractItemModel *model, TextFilterModel *filter, const QList<FittedColumn> &columns);
    void setEmptyText(const QString &text);
    void setSecondRankColumns(const QList<int> &columns) { m_secondRank = columns; }
    void setDetails(QWidget *details); //!< Shows \a details at the right of the table.
    //! Returns a function that gives \a rows back to \a owner by \a restore; empty if there are no rows.
    template <typename Owner, typename Rows, typename Restore>
    static std::function<void()> undoOf(Owner *owner, const Rows &rows, Restore restore)
    {
        if (rows.empty())
            return {};
        return [owner = QPointer(owner), rows, restore] {
            if (owner)
                (owner.data()->*restore)(rows);
        };
    }
    virtual void fillMenu(QMenu *menu) = 0; //!< Adds the actions for the current row.
    QModelIndex currentSourceIndex() const;
    void copyCurrent(int column);

private:
    void updateEmptyState();

    QString m_emptyText;
    RowTreeView *m_view;
    ThemeLabel *m_empty;
    QSplitter *m_splitter;
    QStackedLayout *m_stack;
    TextFilterModel *m_filter = nullptr;
    ColumnFit *m_fit = nullptr;
    QList<int> m_secondRank;
    bool m_paused = false;
};

} // namespace Workbench::Ui
