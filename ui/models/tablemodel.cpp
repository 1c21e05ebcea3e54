// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/tablemodel.h"

#include "core/base/visibletext.h"
#include "core/json/jsonpointer.h"
#include "ui/models/jsontext.h"
#include "ui/theme/rowdelegate.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

bool isArrayOfObjects(const Json &value)
{
    if (!value.isArray() || value.size() == 0)
        return false;
    for (qsizetype i = 0; i < std::min<qsizetype>(value.size(), TableModel::rowsSampled); ++i) {
        if (!value.at(i).isObject())
            return false;
    }
    return true;
}

} // namespace

TableModel::TableModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

std::optional<QString> TableModel::arrayIn(const Json &data)
{
    if (isArrayOfObjects(data))
        return QString();
    std::optional<QString> best;
    qsizetype longest = 0;
    for (qsizetype i = 0; data.isObject() && i < std::min<qsizetype>(data.size(), 1000); ++i) {
        const Json member = data.at(i);
        if (member.size() > longest && isArrayOfObjects(member)) {
            longest = member.size();
            best = JsonPointer::child({}, data.keyAt(i));
        }
    }
    return best;
}

void TableModel::setArray(const Json &array, const QString &pointer, const PlaceMarks &marks)
{
    beginResetModel();
    m_array = array;
    m_pointer = pointer;
    m_marks = marks;
    m_columns.clear();
    m_numbers.clear();
    m_moreColumns = false;
    QSet<QString> known;
    for (qsizetype row = 0; row < std::min<qsizetype>(array.size(), rowsSampled); ++row) {
        const Json object = array.at(row);
        for (qsizetype i = 0; i < object.size(); ++i) {
            const QString key = object.keyAt(i);
            if (known.contains(key)) {
                const qsizetype column = m_columns.indexOf(key);
                m_numbers[column] = m_numbers.at(column) && object.at(i).isNumber();
            } else if (m_columns.size() < maxColumns) {
                known.insert(key);
                m_columns.append(key);
                m_numbers.append(object.at(i).isNumber());
            } else {
                m_moreColumns = true;
            }
        }
    }
    m_rows = int(std::min<qsizetype>(array.size(), pageSize));
    endResetModel();
}

int TableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int TableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || m_columns.isEmpty() ? 0 : int(m_columns.size()) + 1 + (m_moreColumns ? 1 : 0);
}

bool TableModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && m_rows < m_array.size();
}

void TableModel::fetchMore(const QModelIndex &parent)
{
    if (!canFetchMore(parent))
        return;
    const int more = int(std::min<qsizetype>(m_array.size() - m_rows, pageSize));
    beginInsertRows({}, m_rows, m_rows + more - 1);
    m_rows += more;
    endInsertRows();
}

QVariant TableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const QString rowPointer = JsonPointer::child(m_pointer, index.row());
    const int column = index.column() - 1; // the first column counts the rows
    const bool isCell = column >= 0 && column < m_columns.size();
    if (role == PointerRole)
        return isCell ? JsonPointer::child(rowPointer, m_columns.at(column)) : rowPointer;
    if (role == RowRole::Mark && !m_marks.isEmpty()) {
        for (const auto &[pointer, mark] : m_marks.asKeyValueRange()) {
            if (mark.role && isWithin(pointer, rowPointer))
                return int(*mark.role);
        }
        return {};
    }
    if (!isCell) {
        switch (role) {
        case Qt::DisplayRole: return column < 0 ? QString::number(index.row()) : u"…"_s;
        case RowRole::TextColor: return int(ColorRole::Stale);
        case RowRole::Font: return int(FontRole::Number);
        case RowRole::RightAligned: return true;
        default: return {};
        }
    }
    const Json value = m_array.at(index.row()).member(m_columns.at(column));
    switch (role) {
    case ValueRole: return QVariant::fromValue(value);
    case Qt::DisplayRole:
        return value.isString() ? visibleText(value.toString().left(300), false, 200) : previewText(value);
    case Qt::ToolTipRole: return previewText(value, 2000);
    case RowRole::Font: return int(FontRole::Data);
    case RowRole::TextColor: return int(rowColor(value));
    case RowRole::RightAligned: return bool(m_numbers.at(column));
    default: return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(
            (section == 0 || (section <= m_numbers.size() && m_numbers.at(section - 1)) ? Qt::AlignRight
                                                                                        : Qt::AlignLeft)
            | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (section == 0)
        return u"#"_s;
    return section <= m_columns.size() ? visibleText(m_columns.at(section - 1), false, 60) : u"…"_s;
}

} // namespace Workbench::Ui
