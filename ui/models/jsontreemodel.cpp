// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/jsontreemodel.h"

#include "core/base/visibletext.h"
#include "core/json/jsonpointer.h"
#include "ui/models/jsonrow.h"
#include "ui/theme/rowdelegate.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

struct JsonTreeModel::Node : Row {
    const Json &container() const { return static_cast<const Node *>(parent)->value; }

    Json value; //!< for a range, its container
    qsizetype position = 0; //!< index in the container
    bool expanded = false;
};

JsonTreeModel::JsonTreeModel(QObject *parent)
    : PagedTreeModel(std::make_unique<Node>(), parent)
{
}

void JsonTreeModel::setValue(Json value, const PlaceMarks &marks)
{
    beginResetModel();
    m_marks = marks;
    m_marksBelow.clear();
    for (const auto &[pointer, mark] : marks.asKeyValueRange()) {
        if (!mark.role)
            continue;
        for (qsizetype slash = pointer.lastIndexOf(u'/'); slash >= 0;
            slash = slash ? pointer.lastIndexOf(u'/', slash - 1) : -1)
            m_marksBelow.insert(pointer.first(slash));
    }
    auto made = std::make_unique<Node>();
    made->value = value;
    if (m_rootVisible && !value.isAbsent()) {
        auto root = std::make_unique<Node>();
        root->parent = made.get();
        root->value = value;
        root->to = value.size();
        made->isFetched = true;
        made->children.push_back(std::move(root));
    } else {
        made->to = value.size();
    }
    setTop(std::move(made));
    endResetModel();
}

const Json &JsonTreeModel::value() const
{
    return static_cast<const Node *>(top())->value;
}

void JsonTreeModel::setRootVisible(bool visible)
{
    m_rootVisible = visible;
    setValue(value(), m_marks);
}

JsonTreeModel::Node *JsonTreeModel::nodeOf(const QModelIndex &index) const
{
    return static_cast<Node *>(rowAt(index));
}

std::unique_ptr<JsonTreeModel::Row> JsonTreeModel::makeChild(
    const Row *row, qsizetype position, bool isRange) const
{
    const Json &container = static_cast<const Node *>(row)->value;
    auto child = std::make_unique<Node>();
    child->position = position;
    child->value = isRange ? container : container.at(position);
    child->to = child->value.size();
    return child;
}

QModelIndex JsonTreeModel::indexOf(const QString &pointer, int column)
{
    Row *row = m_rootVisible && !top()->children.empty() ? top()->children.front().get() : top();
    if (static_cast<const Node *>(row)->value.isAbsent())
        return {};
    const QStringList tokens = JsonPointer::tokens(pointer);
    for (const QString &token : tokens) {
        const Json &container = static_cast<const Node *>(row)->value;
        qsizetype position = -1;
        if (container.isArray()) {
            bool isNumber = false;
            position = token.toLongLong(&isNumber);
            if (!isNumber)
                return {};
        } else {
            const QByteArray key = token.toUtf8();
            for (qsizetype i = container.size() - 1; i >= 0 && position < 0; --i) {
                if (container.keyUtf8At(i) == key)
                    position = i;
            }
        }
        row = position < 0 || position >= container.size() ? nullptr : childAt(row, position);
        if (!row)
            return {};
    }
    return indexOfRow(row, column);
}

void JsonTreeModel::setExpanded(const QModelIndex &index, bool expanded)
{
    if (!index.isValid())
        return;
    nodeOf(index)->expanded = expanded;
    Q_EMIT dataChanged(index.siblingAtColumn(0), index.siblingAtColumn(ValueColumn), {RowRole::MarkRight});
}

//! Returns whether \a node is the row "$".
bool JsonTreeModel::isRoot(const Node *node) const
{
    return m_rootVisible && node->parent == top();
}

QString JsonTreeModel::pointerOf(const Node *node) const
{
    QStringList tokens;
    for (const Node *at = node; at->parent; at = static_cast<const Node *>(at->parent)) {
        if (at->isRange || isRoot(at))
            continue;
        tokens.prepend(at->container().isArray() ? QString::number(at->position)
                                                 : JsonPointer::escaped(at->container().keyAt(at->position)));
    }
    return tokens.isEmpty() ? QString() : u'/' + tokens.join(u'/');
}

QString JsonTreeModel::keyOf(const Node *node) const
{
    if (node->isRange)
        return node->rangeText();
    if (isRoot(node))
        return u"$"_s;
    return node->container().isArray() ? QString::number(node->position)
                                       : visibleText(node->container().keyAt(node->position), false, 200);
}

QVariant JsonTreeModel::keyData(const Node *node, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return keyOf(node);
    case RowRole::Font: return int(FontRole::Data);
    case RowRole::TextColor:
        return int(!node->isRange && node->container().isObject() && !isRoot(node) ? ColorRole::Key
                                                                                   : ColorRole::TextSecond);
    default: return {};
    }
}

QVariant JsonTreeModel::valueData(const Node *node, int role) const
{
    switch (role) {
    case Qt::DisplayRole: return node->isRange ? QString() : rowText(node->value);
    case Qt::ToolTipRole: return node->isRange ? QString() : previewText(node->value, 2000);
    case RowRole::Font: return int(FontRole::Data);
    case RowRole::TextColor: return int(rowColor(node->value));
    case RowRole::Note:
        if (node->isRange)
            return {};
        if (node->depth >= maxDepth && node->value.size() > 0)
            return tr("deeper than %1 levels: see Text").arg(maxDepth);
        return noteOf(pointerOf(node), node->value);
    case RowRole::NoteColor: {
        const PlaceMark mark = markOf(node);
        return mark.role && !mark.note.isEmpty() ? QVariant(int(*mark.role)) : QVariant();
    }
    default: return {};
    }
}

PlaceMark JsonTreeModel::markOf(const Node *node) const
{
    return m_marks.isEmpty() || node->isRange ? PlaceMark() : m_marks.value(pointerOf(node));
}

QString JsonTreeModel::noteOf(const QString &pointer, const Json &value) const
{
    const auto mark = m_marks.constFind(pointer);
    if (mark != m_marks.cend() && !mark->note.isEmpty())
        return mark->note;
    return value.isObject() ? summaryText(value) : QString();
}

QVariant JsonTreeModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Node *node = nodeOf(index);
    switch (role) {
    case PointerRole: return pointerOf(node);
    case ValueRole: return QVariant::fromValue(node->value);
    case Qt::AccessibleTextRole: {
        const QString text = index.column() == KeyColumn ? keyOf(node) : rowText(node->value);
        const QStringList reasons = markOf(node).reasons;
        return reasons.isEmpty() ? text : tr("%1, warning: %2").arg(text, reasons.join(u"; "_s));
    }
    case RowRole::Mark: {
        const std::optional<ColorRole> mark = markOf(node).role;
        return mark ? QVariant(int(*mark)) : QVariant();
    }
    case RowRole::MarkRight: // for a range as for its container: finding the marked range would need a search
        return !m_marksBelow.isEmpty() && !node->expanded && m_marksBelow.contains(pointerOf(node));
    default: return index.column() == KeyColumn ? keyData(node, role) : valueData(node, role);
    }
}

QVariant JsonTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == KeyColumn ? tr("Key") : tr("Value");
}

} // namespace Workbench::Ui

#include "moc_jsontreemodel.cpp"
