// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/columnfit.h"

#include <QWidget>

#include <functional>

class QAbstractItemModel;
class QSplitter;
class QStackedLayout;

namespace Workbench::Ui {

class RowTreeView;
class TextFilterModel;
class ThemeLabel;

//! What History, Wire, Log and Fixtures have in common: a table that can be filtered, most can be paused and
//! cleared, and a sentence while it is empty. The field, the pause and the clear button stand in the window's
//! bottom strip.
class TablePane : public QWidget {
    Q_OBJECT
public:
    RowTreeView *view() const { return m_view; }
    bool isPaused() const { return m_paused; }
    virtual void setCompact(bool compact); //!< hides the columns of second rank
    virtual bool canPause() const { return true; }
    virtual QString clearText() const { return tr("Clear"); } //!< what the clear button does
    virtual QWidget *tools() const { return nullptr; } //!< more for the strip, while this pane is shown

public Q_SLOTS:
    void setFilterText(const QString &text);
    //! Nothing is lost while paused: resuming shows what came meanwhile.
    void setPaused(bool paused);

public:
    //! Removes all rows. Returns what puts them back; empty if there were none, or if the pane asks by
    //! itself.
    virtual std::function<void()> clear() = 0;

protected:
    TablePane(const QString &emptyText, QWidget *parent);
    void setUp(QAbstractItemModel *model, TextFilterModel *filter, const QList<FittedColumn> &columns);
    void setEmptyText(const QString &text);
    void setSecondRankColumns(const QList<int> &columns) { m_secondRank = columns; }
    void setDetails(QWidget *details); //!< at the right of the table
    virtual void pausedChanged(bool paused) = 0;
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
