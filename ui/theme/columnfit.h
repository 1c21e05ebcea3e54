// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QList>
#include <QObject>
#include <QTimer>

class QAbstractItemView;
class QHeaderView;

namespace Workbench::Ui {

//! How a column shares the width of its table.
struct FittedColumn {
    int least = 40; //!< pixels
    int share = 0; //!< of the width that remains, relative to other columns; 0: as wide as its content
};

//! Keeps the columns of a table as wide as the rows that can be seen need, and shares the whole width of the
//! view among them: columns with a share take what remains, and give way first when there is too little. A
//! column never becomes narrower while rows come in. A user who drags a column ends the fitting. Owned by the
//! view.
class ColumnFit : public QObject {
    Q_OBJECT
public:
    ColumnFit(QAbstractItemView *view, QHeaderView *header, QList<FittedColumn> columns);

    //! Fits the columns now; also called by itself after changes of the model and of the view's width.
    void fit();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void forget();
    int wanted(int column) const;

    QAbstractItemView *m_view;
    const QObject *m_viewport; //!< of the view, which has events left when the view is being destroyed
    QHeaderView *m_header;
    QList<FittedColumn> m_columns;
    QList<int> m_wanted; //!< pixels, by column
    QTimer m_later;
    bool m_isPressed = false; //!< the mouse, on the header
    bool m_isFitting = false;
    bool m_isManual = false;
};

} // namespace Workbench::Ui
