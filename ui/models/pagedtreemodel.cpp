// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/pagedtreemodel.h"

namespace Workbench::Ui {

qsizetype PagedTreeModel::Row::step() const
{
    qsizetype size = 1;
    while ((to - from + size - 1) / size > pageSize)
        size *= pageSize;
    return size;
}

PagedTreeModel::PagedTreeModel(std::unique_ptr<Row> top, QObject *parent)
    : QAbstractItemModel(parent)
    , m_top(std::move(top))
{
}

PagedTreeModel::Row *PagedTreeModel::rowAt(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<Row *>(index.internalPointer()) : m_top.get();
}

QModelIndex PagedTreeModel::indexOfRow(const Row *row, int column) const
{
    return row == m_top.get() ? QModelIndex() : createIndex(row->row, column, row);
}

QModelIndex PagedTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    const Row *above = rowAt(parent);
    if (row < 0 || size_t(row) >= above->children.size() || column < 0 || column >= columnCount()
        || parent.column() > 0)
        return {};
    return createIndex(row, column, above->children[size_t(row)].get());
}

QModelIndex PagedTreeModel::parent(const QModelIndex &child) const
{
    return child.isValid() ? indexOfRow(rowAt(child)->parent) : QModelIndex();
}

int PagedTreeModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : int(rowAt(parent)->children.size());
}

bool PagedTreeModel::hasChildren(const QModelIndex &parent) const
{
    Row *row = rowAt(parent);
    return parent.column() <= 0 && (row->isFetched ? !row->children.empty() : isOpenable(row));
}

bool PagedTreeModel::canFetchMore(const QModelIndex &parent) const
{
    return !rowAt(parent)->isFetched && hasChildren(parent);
}

void PagedTreeModel::fetchMore(const QModelIndex &parent)
{
    if (canFetchMore(parent))
        fetch(rowAt(parent));
}

void PagedTreeModel::fetch(Row *row)
{
    prepare(row);
    const qsizetype step = row->step();
    const int rows = int((row->to - row->from + step - 1) / step);
    beginInsertRows(indexOfRow(row), 0, rows - 1);
    row->isFetched = true;
    row->children.reserve(size_t(rows));
    for (int i = 0; i < rows; ++i) {
        const qsizetype position = row->from + i * step;
        std::unique_ptr<Row> child = makeChild(row, position, step > 1);
        child->parent = row;
        child->row = i;
        child->isRange = step > 1;
        child->depth = child->isRange ? row->depth : row->depth + 1;
        if (child->isRange) {
            child->from = position;
            child->to = std::min(position + step, row->to);
        }
        row->children.push_back(std::move(child));
    }
    endInsertRows();
}

PagedTreeModel::Row *PagedTreeModel::childAt(Row *row, qsizetype position)
{
    do { // through the ranges in between
        if (!isOpenable(row))
            return nullptr;
        if (!row->isFetched)
            fetch(row);
        row = row->children[size_t((position - row->from) / row->step())].get();
    } while (row->isRange);
    return row;
}

} // namespace Workbench::Ui

#include "moc_pagedtreemodel.cpp"
