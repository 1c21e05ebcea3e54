// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QTreeView>

namespace Workbench::Ui {

//! A tree (or, with setRootIsDecorated(false), a table) that fills selected and marked rows whole: pale fill
//! plus a two-pixel bar, accent when this view has the focus, stale otherwise. Uses RowDelegate; rows are 24
//! pixels, uniform unless setVariableHeights(true).
class RowTreeView : public QTreeView {
    Q_OBJECT
public:
    explicit RowTreeView(QWidget *parent = nullptr);
    void setVariableHeights(bool on);
    //! How far the icon of a row that waits is turned now. Asking keeps the view painting, so ask while a row
    //! is painted. Always 0 where the desktop wants no motion.
    int spinAngle() const;

protected:
    void drawRow(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void drawBranches(QPainter *painter, const QRect &rect, const QModelIndex &index) const override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    mutable QTimer m_spin; //!< runs while a turning icon is in sight
    mutable bool m_wasSpun = false; //!< asked for since the last turn
    QElapsedTimer m_since;
};

//! Pale fill and bar of a selected or marked row, over its whole width.
void fillRow(QPainter *painter, const QRect &row, const QAbstractItemView *view, const QModelIndex &first);

} // namespace Workbench::Ui
