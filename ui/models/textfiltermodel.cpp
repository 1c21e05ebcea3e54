// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/textfiltermodel.h"

#include "ui/models/logmodels.h"
#include "ui/models/sourcesmodel.h"
#include "ui/theme/rowdelegate.h"

namespace Workbench::Ui {

TextFilterModel::TextFilterModel(QObject *parent)
    : QSortFilterProxyModel(parent)
{
}

void TextFilterModel::setText(const QString &text)
{
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    if (words == m_words)
        return;
    m_words = words;
    invalidateRowsFilter();
}

bool TextFilterModel::filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const
{
    if (m_words.isEmpty())
        return true;
    QString all;
    for (int column = 0; column < sourceModel()->columnCount(sourceParent); ++column)
        all += sourceModel()->index(sourceRow, column, sourceParent).data().toString() + u'\n';
    return std::ranges::all_of(
        m_words, [&](const QString &word) { return all.contains(word, Qt::CaseInsensitive); });
}

void WireFilterModel::setExchange(const QString &exchangeId)
{
    m_exchange = exchangeId;
    invalidateRowsFilter();
}

bool WireFilterModel::filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const
{
    if (!m_exchange.isEmpty()
        && sourceModel()->index(sourceRow, 0, sourceParent).data(WireModel::ExchangeIdRole).toString()
            != m_exchange)
        return false;
    return TextFilterModel::filterAcceptsRow(sourceRow, sourceParent);
}

void LogFilterModel::setLevel(int least)
{
    m_level = least;
    invalidateRowsFilter();
}

bool LogFilterModel::filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const
{
    return sourceModel()->index(sourceRow, 0, sourceParent).data(LogModel::LevelRole).toInt() >= m_level
        && TextFilterModel::filterAcceptsRow(sourceRow, sourceParent);
}

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

#include "moc_textfiltermodel.cpp"
