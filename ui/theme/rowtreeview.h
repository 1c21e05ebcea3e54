// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QTreeView>

namespace Workbench::Ui {

//! A tree (or, with setRootIsDecorated(false), a table) that fills selected and marked rows over the whole
//! width, with a bar of two pixels. The bar has the accent colour if the view has the focus, the stale colour
//! otherwise. Uses RowDelegate. All rows are 24 pixels high unless setUniformRowHeights(false) is called.
class RowTreeView : public QTreeView {
    Q_OBJECT
public:
    explicit RowTreeView(QWidget *parent = nullptr);
    //! Returns the current angle of a turning icon, in degrees; always 0 if the desktop has animations
    //! switched off. Keeps the view repainting, so call it only while a row is painted.
    int spinAngle() const;

protected:
    void drawRow(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void drawBranches(QPainter *painter, const QRect &rect, const QModelIndex &index) const override;

private:
    mutable QTimer m_spin; //!< active while a turning icon is visible
    mutable bool m_wasSpun = false; //!< spinAngle() was called since the last tick
    QElapsedTimer m_since;
};

//! Paints the fill and the bar of a selected or marked row over its whole width.
void fillRow(QPainter *painter, const QRect &row, const QAbstractItemView *view, const QModelIndex &first);

} // namespace Workbench::Ui
