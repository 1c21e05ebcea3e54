// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/sourcesfiltermodel.h"

#include "ui/models/sourcesmodel.h"
#include "ui/theme/rowdelegate.h"

namespace Workbench::Ui {

SourcesFilterModel::SourcesFilterModel(QObject *parent)
    : TextFilterModel(parent)
{
    setRecursiveFilteringEnabled(true);
    setAutoAcceptChildRows(true);
}

QVariant SourcesFilterModel::data(const QModelIndex &index, int role) const
{
    const QVariant value = TextFilterModel::data(index, role);
    if (role != RowRole::RightText || !isFiltering()
        || index.data(SourcesModel::RowKindRole).toInt() != int(SourcesModel::RowKind::Group))
        return value;
    const int left = rowCount(index);
    const int all = sourceModel()->rowCount(mapToSource(index));
    return left == all ? value : QVariant(tr("%L1 of %L2").arg(left).arg(all));
}

bool SourcesFilterModel::filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const
{
    if (!isFiltering())
        return true;
    const auto *model = static_cast<const SourcesModel *>(sourceModel());
    return model->matches(model->index(sourceRow, 0, sourceParent), words());
}

} // namespace Workbench::Ui

#include "moc_sourcesfiltermodel.cpp"
