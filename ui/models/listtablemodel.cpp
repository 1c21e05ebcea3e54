// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/listtablemodel.h"

namespace Workbench::Ui {

ListTableModel::ListTableModel(const QList<ColumnTitle> &columns, QObject *parent)
    : QAbstractTableModel(parent)
    , m_columns(columns)
{
}

int ListTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(size());
}

int ListTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

QVariant ListTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= m_columns.size())
        return {};
    const ColumnTitle &title = m_columns.at(section);
    switch (role) {
    case Qt::DisplayRole: return title.text;
    case Qt::AccessibleTextRole: return title.spoken.isEmpty() ? QVariant() : QVariant(title.spoken);
    case Qt::TextAlignmentRole:
        return int((title.isOfNumbers ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

} // namespace Workbench::Ui

#include "moc_listtablemodel.cpp"
