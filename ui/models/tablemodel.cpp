// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/tablemodel.h"

#include "core/base/visibletext.h"
#include "core/json/jsonpointer.h"
#include "ui/models/jsonrow.h"
#include "ui/theme/rowdelegate.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Takes the number of items that were read from \a left.
bool isArrayOfObjects(const Json &value, int &left)
{
    if (!value.isArray() || value.size() == 0)
        return false;
    int sampled = 0;
    for (const Json &item : value.items()) { // at() would first index all items
        --left;
        if (!item.isObject())
            return false;
        if (++sampled == TableModel::rowsSampled)
            break;
    }
    return true;
}

//! Returns the text of one cell. Reads no more of a long value than is shown.
QString cellText(const Json &value)
{
    constexpr qsizetype shown = 200;
    if (!value.isString())
        return previewText(value);
    const QByteArrayView bytes = value.utf8();
    const QString text = QString::fromUtf8(bytes.first(std::min(bytes.size(), 4 * shown + 4)));
    return visibleText(text, false, shown);
}

QString headingText(const QString &key)
{
    return visibleText(key, false, 60);
}

} // namespace

TableContent TableContent::read(const Json &data)
{
    TableContent content;
    const std::optional<QString> pointer = TableModel::arrayIn(data);
    if (!pointer)
        return content;
    content.pointer = *pointer;
    content.array = JsonPointer::resolve(data, *pointer);
    (void)content.array.at(content.array.size() - 1); // indexes all rows
    // The first look-up in a wide row sorts its keys. Sorting fewer keys is quick enough for the GUI thread,
    // and an index of each short row would take more memory than the row.
    constexpr qsizetype wide = 256;
    for (const Json &row : content.array.items()) {
        if (row.size() > wide)
            (void)row.memberUtf8({});
    }
    QHash<QString, qsizetype> known;
    for (qsizetype row = 0; row < std::min<qsizetype>(content.array.size(), TableModel::rowsSampled); ++row) {
        const Json object = content.array.at(row);
        for (const Json::Members::Entry &entry : object.members()) {
            const QString key = entry.key();
            auto column = known.constFind(key);
            if (column == known.cend() && content.columns.size() == TableModel::maxColumns) {
                content.moreColumns = true;
                continue;
            }
            if (column == known.cend()) {
                column = known.insert(key, content.columns.size());
                content.columns.append(key);
                content.numbers.append(true);
                content.widths.append(int(headingText(key).size()));
            }
            const Json value = entry.value();
            content.numbers[*column] = content.numbers.at(*column) && value.isNumber();
            if (row < TableModel::rowsMeasured)
                content.widths[*column] = std::max(content.widths.at(*column), int(cellText(value).size()));
        }
    }
    return content;
}

TableModel::TableModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

std::optional<QString> TableModel::arrayIn(const Json &data)
{
    int left = itemsLooked;
    if (isArrayOfObjects(data, left))
        return QString();
    std::vector<std::pair<qsizetype, Json::Members::Entry>> arrays; // each with its length
    int looked = 0;
    for (const Json::Members::Entry &entry : data.members()) {
        if (const Json member = entry.value(); member.isArray() && member.size() > 0)
            arrays.emplace_back(member.size(), entry);
        if (++looked == membersLooked)
            break;
    }
    std::ranges::stable_sort(arrays, std::ranges::greater(), [](const auto &array) { return array.first; });
    for (const auto &[length, entry] : arrays) {
        if (isArrayOfObjects(entry.value(), left))
            return JsonPointer::child({}, entry.key());
        if (left <= 0)
            break;
    }
    return {};
}

void TableModel::setContent(const TableContent &content, const PlaceMarks &marks)
{
    beginResetModel();
    m_content = content;
    m_marks.clear();
    for (const auto &[pointer, mark] : marks.asKeyValueRange()) {
        if (!mark.role || !isWithin(pointer, content.pointer) || pointer.size() == content.pointer.size())
            continue;
        const QString row = pointer.sliced(content.pointer.size() + 1).section(u'/', 0, 0);
        bool isNumber = false;
        const int number = row.toInt(&isNumber);
        if (isNumber)
            m_marks.insert(number, *mark.role);
    }
    m_rows = int(std::min<qsizetype>(content.array.size(), pageSize));
    endResetModel();
}

int TableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int TableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || m_content.columns.isEmpty()
        ? 0
        : int(m_content.columns.size()) + 1 + (m_content.moreColumns ? 1 : 0);
}

bool TableModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && m_rows < m_content.array.size();
}

void TableModel::fetchMore(const QModelIndex &parent)
{
    if (!canFetchMore(parent))
        return;
    const int more = int(std::min<qsizetype>(m_content.array.size() - m_rows, pageSize));
    beginInsertRows({}, m_rows, m_rows + more - 1);
    m_rows += more;
    endInsertRows();
}

QVariant TableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const QString rowPointer = JsonPointer::child(m_content.pointer, index.row());
    const int column = index.column() - 1; // the first column counts the rows
    const bool isCell = column >= 0 && column < m_content.columns.size();
    if (role == PointerRole)
        return isCell ? JsonPointer::child(rowPointer, m_content.columns.at(column)) : rowPointer;
    if (role == RowRole::Mark) {
        const auto mark = m_marks.constFind(index.row());
        return mark == m_marks.cend() ? QVariant() : QVariant(int(*mark));
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
    const Json value = m_content.array.at(index.row()).member(m_content.columns.at(column));
    switch (role) {
    case ValueRole: return QVariant::fromValue(value);
    case Qt::DisplayRole: return cellText(value);
    case Qt::ToolTipRole: return previewText(value, 2000);
    case RowRole::Font: return int(FontRole::Data);
    case RowRole::TextColor: return int(rowColor(value));
    case RowRole::RightAligned: return bool(m_content.numbers.at(column));
    default: return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == 0 || (section <= m_content.numbers.size() && m_content.numbers.at(section - 1))
                           ? Qt::AlignRight
                           : Qt::AlignLeft)
            | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (section == 0)
        return u"#"_s;
    return section <= m_content.columns.size() ? headingText(m_content.columns.at(section - 1)) : u"…"_s;
}

} // namespace Workbench::Ui

#include "moc_tablemodel.cpp"
