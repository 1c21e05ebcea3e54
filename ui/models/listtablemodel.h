// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QAbstractTableModel>

namespace Workbench::Ui {

//! The heading of a column.
struct ColumnTitle {
    QString text;
    bool isOfNumbers = false; //!< aligns the heading at the right, as the numbers below it
    QString spoken = {}; //!< for screen readers; empty: they read the text
};

//! The base class of tables that show a list, with one row per entry and columns that do not change.
class ListTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    int rowCount(const QModelIndex &parent = {}) const final;
    int columnCount(const QModelIndex &parent = {}) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const final;

protected:
    ListTableModel(const QList<ColumnTitle> &columns, QObject *parent);
    virtual qsizetype size() const = 0; //!< Returns the number of entries.

private:
    QList<ColumnTitle> m_columns;
};

} // namespace Workbench::Ui
