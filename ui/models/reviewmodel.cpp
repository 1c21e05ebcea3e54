// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/reviewmodel.h"

#include "core/base/visibletext.h"
#include "ui/models/coretexts.h"
#include "ui/theme/rowdelegate.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

ReviewModel::ReviewModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void ReviewModel::setRecordings(const QList<RedactedFixture> &recordings)
{
    beginResetModel();
    m_recordings = recordings;
    m_rows.clear();
    for (const bool isReplaced : {false, true}) {
        for (qsizetype i = 0; i < recordings.size(); ++i) {
            for (const RedactionFinding &finding : recordings.at(i).findings) {
                if (finding.isReplaced == isReplaced)
                    m_rows.append({i, finding});
            }
        }
    }
    endResetModel();
}

QList<RedactedFixture> ReviewModel::reviewed() const
{
    QList<RedactedFixture> reviewed;
    for (qsizetype i = 0; i < m_recordings.size(); ++i) {
        QStringList also;
        for (const Row &row : m_rows) {
            if (row.recording == i && !row.finding.isReplaced && row.replace)
                also.append(row.finding.at);
        }
        RedactedFixture fixture = also.isEmpty() ? m_recordings.at(i) : redactAlso(m_recordings.at(i), also);
        fixture.isReviewed = true;
        reviewed.append(std::move(fixture));
    }
    return reviewed;
}

qsizetype ReviewModel::suspicions() const
{
    return std::ranges::count_if(m_rows, [](const Row &row) { return !row.finding.isReplaced; });
}

int ReviewModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int ReviewModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ReviewModel::text(const Row &row, int column) const
{
    switch (column) {
    case DecisionColumn:
        if (row.finding.isReplaced)
            return tr("replaced");
        return row.replace ? tr("replace") : tr("not a secret");
    case PlaceColumn: {
        const QString at = visibleText(row.finding.at, false, 300);
        return m_recordings.size() == 1
            ? at
            : u"%1  %2"_s.arg(visibleText(m_recordings.at(row.recording).fixture.operation, false, 80), at);
    }
    case WhatColumn: return visibleText(coreText(row.finding.what), false, 200);
    case ExcerptColumn: return visibleText(row.finding.excerpt, false, 100);
    default: return {};
    }
}

QVariant ReviewModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows.at(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case Qt::AccessibleTextRole:
        return column == DecisionColumn
            ? tr("%1, %2 at %3").arg(text(row, column), text(row, WhatColumn), text(row, PlaceColumn))
            : text(row, column);
    case Qt::CheckStateRole:
        if (column != DecisionColumn || row.finding.isReplaced)
            return {};
        return row.replace ? Qt::Checked : Qt::Unchecked;
    case RowRole::IconName:
        return column == DecisionColumn && row.finding.isReplaced ? QVariant(u"check"_s) : QVariant();
    case RowRole::IconColor:
    case RowRole::TextColor:
        if (column == DecisionColumn)
            return int(row.finding.isReplaced || row.replace ? ColorRole::Ok : ColorRole::Warning);
        return column == ExcerptColumn && role == RowRole::TextColor ? QVariant(int(ColorRole::TextSecond))
                                                                     : QVariant();
    case RowRole::Font:
        return column == PlaceColumn || column == ExcerptColumn ? QVariant(int(FontRole::Data)) : QVariant();
    default: return {};
    }
}

bool ReviewModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || !index.isValid() || m_rows.at(index.row()).finding.isReplaced)
        return false;
    m_rows[index.row()].replace = value.toInt() == Qt::Checked;
    Q_EMIT dataChanged(index.siblingAtColumn(0), index.siblingAtColumn(ColumnCount - 1));
    return true;
}

Qt::ItemFlags ReviewModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == DecisionColumn && !m_rows.at(index.row()).finding.isReplaced)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

QVariant ReviewModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case DecisionColumn: return tr("In the file");
    case PlaceColumn: return tr("Where");
    case WhatColumn: return tr("What");
    case ExcerptColumn: return tr("Begins with");
    default: return {};
    }
}

} // namespace Workbench::Ui

#include "moc_reviewmodel.cpp"
