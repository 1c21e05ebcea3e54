// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QAbstractTableModel>

namespace Workbench::Ui {

//! A column: its heading, and how its cells look.
struct TableColumn {
    QString title;
    int look = 0; //!< values of ListTableModel::Look
    QString spoken = {}; //!< heading for screen readers; empty: they read the title
};

//! The base class of tables that show a list, with one row per entry and columns that do not change. The
//! columns determine the look of a cell where cell() does not.
class ListTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    int rowCount(const QModelIndex &parent = {}) const final;
    int columnCount(const QModelIndex &parent = {}) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const final;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const final;

protected:
    //! How the cells of a column look unless cell() says otherwise.
    enum Look {
        NumberFont = 1,
        DataFont = 2,
        AtRight = 4, //!< aligned at the right, as is the heading
        Dimmed = 8, //!< in the colour of secondary text
        CutAtEnd = 16, //!< a long text keeps its beginning
        Numbers = NumberFont | AtRight,
    };

    ListTableModel(const QList<TableColumn> &columns, QObject *parent);
    virtual qsizetype size() const = 0; //!< Returns the number of entries.
    //! Returns the data of an existing cell. Invalid: screen readers read the Qt::DisplayRole, and the column
    //! determines the look.
    virtual QVariant cell(int row, int column, int role) const = 0;

private:
    QList<TableColumn> m_columns;
};

} // namespace Workbench::Ui
