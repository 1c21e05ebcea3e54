// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QList>
#include <QObject>
#include <QTimer>

class QAbstractItemView;
class QHeaderView;

namespace Workbench::Ui {

//! The width of a column in a table.
struct FittedColumn {
    int least = 40; //!< minimum width, in pixels; a flexible column with shorter texts may be narrower
    int share = 0; //!< share of the remaining width, relative to other columns; 0: as wide as its content
};

//! Fits the columns of a table to its visible rows and to the whole width of the view. Columns with a share
//! take the remaining width, and shrink first if there is too little. While rows are added, a column becomes
//! narrower only if another one needs the space. Fitting ends when the user drags a column. Owned by the
//! view.
class ColumnFit : public QObject {
    Q_OBJECT
public:
    ColumnFit(QAbstractItemView *view, QHeaderView *header, QList<FittedColumn> columns);

    //! Fits the columns now. Also runs after changes of the model and of the view's width.
    void fit();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void forget();
    struct Needs { // pixels
        int inSight;
        int measured;
    };
    Needs needsOf(int column) const;
    void share(QList<int> columns, const QList<int> &wanted, QList<int> &widths, int &rest) const;

    QAbstractItemView *m_view;
    const QWidget *m_viewport; //!< still gets events while the view is being destroyed
    QHeaderView *m_header;
    QList<FittedColumn> m_columns;
    QList<int> m_wanted; //!< preferred width by column, in pixels
    QTimer m_later;
    bool m_isPressed = false; //!< a mouse button is pressed on the header
    bool m_isFitting = false;
    bool m_isManual = false;
};

} // namespace Workbench::Ui
