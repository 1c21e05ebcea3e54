// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/definitionlistmodel.h"

#include "core/base/visibletext.h"
#include "ui/models/words.h"
#include "ui/theme/rowdelegate.h"

namespace Workbench::Ui {

void DefinitionListModel::setOperations(const OperationList &operations)
{
    if (operations == m_operations)
        return;
    beginResetModel();
    m_operations = operations;
    endResetModel();
}

OperationId DefinitionListModel::operationAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_operations.at(row)->id : OperationId();
}

int DefinitionListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_operations.size());
}

QVariant DefinitionListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const OperationSpec &spec = *m_operations.at(index.row());
    switch (role) {
    case Qt::DisplayRole: return visibleText(nameOf(spec), false, 100);
    case Qt::ToolTipRole: return visibleText(spec.id.name, false, 300);
    case RowRole::IconName: return iconOf(spec);
    case RowRole::IconColor: return int(ColorRole::TextSecond);
    case RowRole::RightText: return wordOf(spec);
    default: return {};
    }
}

} // namespace Workbench::Ui

#include "moc_definitionlistmodel.cpp"
