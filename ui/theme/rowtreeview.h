// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

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

protected:
    void drawRow(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void drawBranches(QPainter *painter, const QRect &rect, const QModelIndex &index) const override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
};

} // namespace Workbench::Ui
