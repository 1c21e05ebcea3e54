// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/limitsmodel.h"

#include "core/base/advice.h"
#include "ui/models/coretexts.h"
#include "ui/theme/rowdelegate.h"

#include <QStringTokenizer>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Returns \a value as text that setLimit() can read: 0 is "0", where limitText() gives "off".
QString editText(const LimitInfo &info, qint64 value)
{
    return value == 0 ? u"0"_s : limitText(info, value);
}

} // namespace

QString limitOf(const Error &error)
{
    constexpr auto prefix = "limit."_L1; // the prefix that limitError() writes
    const bool isNamed = error.kind == ErrorKind::Limit && error.code.startsWith(prefix);
    const LimitInfo *info = isNamed ? findLimit(error.code.sliced(prefix.size())) : adviceOf(error).limit;
    return info ? info->key.toString() : QString();
}

QString limitIn(const QString &message)
{
    for (const QStringView word : QStringTokenizer(message, u' ')) {
        if (const LimitInfo *info = findLimit(word.endsWith(u'.') ? word.chopped(1) : word))
            return info->key.toString();
    }
    return {};
}

LimitsModel::LimitsModel(const Limits &limits, QObject *parent)
    : ListTableModel(
          {{tr("Limit"), DataFont}, {tr("Value"), NumberFont}, {tr("Default"), NumberFont | Dimmed}}, parent)
    , m_limits(limits)
{
}

bool LimitsModel::isDefault(int row) const
{
    const LimitInfo &info = limitTable().at(row);
    return m_limits.*info.value == Limits().*info.value;
}

void LimitsModel::reset(int row)
{
    const LimitInfo &info = limitTable().at(row);
    apply(row, editText(info, Limits().*info.value));
}

bool LimitsModel::apply(int row, const QString &text)
{
    Limits changed = m_limits;
    Result<void> set = setLimit(changed, limitTable().at(row).key.toString(), text);
    if (set)
        set = checkLimits(changed);
    if (!set) {
        Q_EMIT refused(coreText(set.error().message));
        return false;
    }
    m_limits = changed;
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    Q_EMIT limitsChanged(m_limits);
    return true;
}

QVariant LimitsModel::cell(int row, int column, int role) const
{
    const LimitInfo &info = limitTable().at(row);
    const qint64 value = column == DefaultColumn ? Limits().*info.value : m_limits.*info.value;
    switch (role) {
    case Qt::DisplayRole: return column == NameColumn ? info.key.toString() : limitText(info, value);
    case Qt::EditRole: return editText(info, value);
    case RowRole::Font:
        return column == ValueColumn && !isDefault(row) ? QVariant(int(FontRole::Strong)) : QVariant();
    default: return {};
    }
}

bool LimitsModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    return role == Qt::EditRole && index.column() == ValueColumn && apply(index.row(), value.toString());
}

Qt::ItemFlags LimitsModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = ListTableModel::flags(index);
    if (index.isValid() && index.column() == ValueColumn)
        flags |= Qt::ItemIsEditable;
    return flags;
}

} // namespace Workbench::Ui

#include "moc_limitsmodel.cpp"
