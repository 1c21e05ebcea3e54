// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/listtablemodel.h"

#include "ui/theme/rowdelegate.h"

namespace Workbench::Ui {

ListTableModel::ListTableModel(const QList<TableColumn> &columns, QObject *parent)
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
    const TableColumn &column = m_columns.at(section);
    switch (role) {
    case Qt::DisplayRole: return column.title;
    case Qt::AccessibleTextRole: return column.spoken.isEmpty() ? QVariant() : QVariant(column.spoken);
    case Qt::TextAlignmentRole:
        return int((column.look & AtRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant ListTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (QVariant own = cell(index.row(), index.column(), role); own.isValid())
        return own;
    const int look = m_columns.at(index.column()).look;
    switch (role) {
    case Qt::AccessibleTextRole: return cell(index.row(), index.column(), Qt::DisplayRole);
    case RowRole::Font:
        return int(look & NumberFont ? FontRole::Number : look & DataFont ? FontRole::Data : FontRole::Body);
    case RowRole::TextColor: return int(look & Dimmed ? ColorRole::TextSecond : ColorRole::Text);
    case RowRole::RightAligned: return (look & AtRight) != 0;
    case RowRole::ElideEnd: return (look & CutAtEnd) != 0;
    default: return {};
    }
}

} // namespace Workbench::Ui

#include "moc_listtablemodel.cpp"
