// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/jsontreemodel.h"

#include "core/base/visibletext.h"
#include "core/json/jsonpointer.h"
#include "ui/models/jsonrow.h"
#include "ui/theme/rowdelegate.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

struct JsonTreeModel::Node {
    Node *parent = nullptr;
    int row = 0;
    int depth = 0; //!< depth of the value; a range has the depth of its container
    Json value; //!< for a range, its container
    qsizetype position = 0; //!< index in the container
    qsizetype from = 0; //!< the children show [from, to) of value
    qsizetype to = 0;
    bool isRange = false;
    bool fetched = false;
    bool expanded = false;
    std::vector<std::unique_ptr<Node>> children;

    bool isOpenable() const { return to > from && depth < maxDepth; }
    //! Returns how many of the container's children one row below shows: 1, or a power of pageSize.
    qsizetype step() const
    {
        qsizetype size = 1;
        while ((to - from + size - 1) / size > pageSize)
            size *= pageSize;
        return size;
    }
};

JsonTreeModel::JsonTreeModel(QObject *parent)
    : QAbstractItemModel(parent)
    , m_top(std::make_unique<Node>())
{
}

JsonTreeModel::~JsonTreeModel() = default;

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
    m_top = std::make_unique<Node>();
    m_top->value = value;
    if (m_rootVisible && !value.isAbsent()) {
        auto root = std::make_unique<Node>();
        root->parent = m_top.get();
        root->value = value;
        root->to = value.size();
        m_top->fetched = true;
        m_top->children.push_back(std::move(root));
    } else {
        m_top->to = value.size();
    }
    endResetModel();
}

const Json &JsonTreeModel::value() const
{
    return m_top->value;
}

void JsonTreeModel::setRootVisible(bool visible)
{
    m_rootVisible = visible;
    setValue(m_top->value, m_marks);
}

JsonTreeModel::Node *JsonTreeModel::nodeOf(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<Node *>(index.internalPointer()) : m_top.get();
}

QModelIndex JsonTreeModel::indexOfNode(const Node *node, int column) const
{
    return node == m_top.get() ? QModelIndex() : createIndex(node->row, column, node);
}

QModelIndex JsonTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    const Node *node = nodeOf(parent);
    if (row < 0 || size_t(row) >= node->children.size() || column < 0 || column >= ColumnCount
        || parent.column() > 0)
        return {};
    return createIndex(row, column, node->children[size_t(row)].get());
}

QModelIndex JsonTreeModel::parent(const QModelIndex &child) const
{
    return child.isValid() ? indexOfNode(nodeOf(child)->parent) : QModelIndex();
}

int JsonTreeModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : int(nodeOf(parent)->children.size());
}

int JsonTreeModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

bool JsonTreeModel::hasChildren(const QModelIndex &parent) const
{
    const Node *node = nodeOf(parent);
    return parent.column() <= 0 && (node->fetched ? !node->children.empty() : node->isOpenable());
}

bool JsonTreeModel::canFetchMore(const QModelIndex &parent) const
{
    const Node *node = nodeOf(parent);
    return parent.column() <= 0 && !node->fetched && node->isOpenable();
}

void JsonTreeModel::fetchMore(const QModelIndex &parent)
{
    if (canFetchMore(parent))
        fetch(nodeOf(parent));
}

void JsonTreeModel::fetch(Node *node)
{
    const qsizetype step = node->step();
    const int rows = int((node->to - node->from + step - 1) / step);
    beginInsertRows(indexOfNode(node), 0, rows - 1);
    node->fetched = true;
    node->children.reserve(size_t(rows));
    for (int row = 0; row < rows; ++row) {
        auto child = std::make_unique<Node>();
        child->parent = node;
        child->row = row;
        child->position = node->from + row * step;
        child->isRange = step > 1;
        if (child->isRange) {
            child->depth = node->depth;
            child->value = node->value;
            child->from = child->position;
            child->to = std::min(child->from + step, node->to);
        } else {
            child->depth = node->depth + 1;
            child->value = node->value.at(child->position);
            child->to = child->value.size();
        }
        node->children.push_back(std::move(child));
    }
    endInsertRows();
}

QModelIndex JsonTreeModel::indexOf(const QString &pointer, int column)
{
    if (m_top->value.isAbsent())
        return {};
    Node *node = m_rootVisible ? m_top->children.front().get() : m_top.get();
    const QStringList tokens = JsonPointer::tokens(pointer);
    for (const QString &token : tokens) {
        qsizetype position = -1;
        if (node->value.isArray()) {
            bool isNumber = false;
            position = token.toLongLong(&isNumber);
            if (!isNumber)
                return {};
        } else {
            const QByteArray key = token.toUtf8();
            for (qsizetype i = node->value.size() - 1; i >= 0 && position < 0; --i) {
                if (node->value.keyUtf8At(i) == key)
                    position = i;
            }
        }
        if (position < 0 || position >= node->value.size())
            return {};
        do { // through the ranges in between
            if (!node->isOpenable())
                return {};
            if (!node->fetched)
                fetch(node);
            node = node->children[size_t((position - node->from) / node->step())].get();
        } while (node->isRange);
    }
    return indexOfNode(node, column);
}

void JsonTreeModel::setExpanded(const QModelIndex &index, bool expanded)
{
    if (!index.isValid())
        return;
    nodeOf(index)->expanded = expanded;
    Q_EMIT dataChanged(index.siblingAtColumn(0), index.siblingAtColumn(ValueColumn), {RowRole::MarkRight});
}

QString JsonTreeModel::pointerOf(const Node *node) const
{
    QStringList tokens;
    for (const Node *at = node; at->parent; at = at->parent) {
        const bool isRoot = m_rootVisible && at->parent == m_top.get();
        if (at->isRange || isRoot)
            continue;
        const Json &container = at->parent->value;
        tokens.prepend(container.isArray() ? QString::number(at->position)
                                           : JsonPointer::escaped(container.keyAt(at->position)));
    }
    return tokens.isEmpty() ? QString() : u'/' + tokens.join(u'/');
}

QString JsonTreeModel::keyOf(const Node *node) const
{
    if (node->isRange)
        return u"[%1 … %2]"_s.arg(node->from).arg(node->to - 1);
    if (m_rootVisible && node->parent == m_top.get())
        return u"$"_s;
    if (node->parent->value.isArray())
        return QString::number(node->position);
    return visibleText(node->parent->value.keyAt(node->position), false, 200);
}

QVariant JsonTreeModel::keyData(const Node *node, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return keyOf(node);
    case RowRole::Font: return int(FontRole::Data);
    case RowRole::TextColor: {
        const bool isKey = !node->isRange && node->parent->value.isObject()
            && !(m_rootVisible && node->parent == m_top.get());
        return int(isKey ? ColorRole::Key : ColorRole::TextSecond);
    }
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
        if (m_marks.isEmpty() || node->isRange)
            return {};
        const PlaceMark mark = m_marks.value(pointerOf(node));
        return mark.role && !mark.note.isEmpty() ? QVariant(int(*mark.role)) : QVariant();
    }
    default: return {};
    }
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
        const QStringList reasons =
            m_marks.isEmpty() || node->isRange ? QStringList() : m_marks.value(pointerOf(node)).reasons;
        return reasons.isEmpty() ? text : tr("%1, warning: %2").arg(text, reasons.join(u"; "_s));
    }
    case RowRole::Mark: {
        if (m_marks.isEmpty() || node->isRange)
            return {};
        const std::optional<ColorRole> mark = m_marks.value(pointerOf(node)).role;
        return mark ? QVariant(int(*mark)) : QVariant();
    }
    case RowRole::MarkRight: {
        if (m_marksBelow.isEmpty() || node->expanded)
            return {};
        const QString pointer = pointerOf(node);
        if (!node->isRange)
            return m_marksBelow.contains(pointer) ? QVariant(true) : QVariant();
        return m_marksBelow.contains(pointer); // finding the marked range would need a search
    }
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
