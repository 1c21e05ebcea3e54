// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/comparisonmodel.h"

#include "core/base/visibletext.h"
#include "core/json/jsonpointer.h"
#include "ui/models/jsontext.h"
#include "ui/theme/rowdelegate.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

//! The positions of a row's values in their containers; -1: that side has no value.
struct ComparisonModel::Pair {
    qsizetype before = -1;
    qsizetype after = -1;
};

struct ComparisonModel::Node {
    Node *parent = nullptr;
    int row = 0;
    int depth = 0;
    Pair at{};
    Json before{}; //!< absent: that side has no value; for a range: the container
    Json after{};
    quint32 placeBefore = DifferencePlaces::none; //!< none: nothing differs here or below
    quint32 placeAfter = DifferencePlaces::none;
    bool isRange = false;
    bool isPaired = false;
    bool isFetched = false;
    std::vector<Pair> pairs{}; //!< the rows of a container; empty for a range, which uses its container's
    size_t from = 0;
    size_t to = 0;
    std::vector<std::unique_ptr<Node>> children{};

    bool isContainer() const
    {
        return before.isObject() || before.isArray() || after.isObject() || after.isArray();
    }
    //! Returns whether both sides can be opened together, because they are of one kind.
    bool isOneKind() const { return before.isAbsent() || after.isAbsent() || before.kind() == after.kind(); }
    const Node *owner() const { return isRange ? parent->owner() : this; }
    size_t step() const
    {
        size_t size = 1;
        while ((to - from + size - 1) / size > size_t(pageSize))
            size *= size_t(pageSize);
        return size;
    }
};

namespace {

constexpr int deepest = 512; // equals limits.json.depth

//! Returns the positions of the items below \a place that only this side has, in order.
std::vector<qsizetype> loneItems(const Comparison &comparison, const DifferencePlaces &places, quint32 place)
{
    std::vector<qsizetype> found;
    if (place == DifferencePlaces::none)
        return found;
    for (const quint32 child : places.children(place)) {
        const qint32 number = places.difference(child);
        if (number < 0)
            continue;
        using Kind = FixtureDifference::Kind;
        const Kind kind = comparison.differences()[size_t(number)].kind;
        if (kind == Kind::Added || kind == Kind::Removed || kind == Kind::Moved)
            found.push_back(places.token(child).toLongLong());
    }
    std::ranges::sort(found);
    return found;
}

} // namespace

ComparisonModel::ComparisonModel(QObject *parent)
    : QAbstractItemModel(parent)
    , m_top(std::make_unique<Node>())
{
}

ComparisonModel::~ComparisonModel() = default;

void ComparisonModel::setComparison(std::shared_ptr<const Comparison> comparison)
{
    m_comparison = std::move(comparison);
    reset();
}

void ComparisonModel::setTitles(const QString &before, const QString &after)
{
    m_titles = {before, after};
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

void ComparisonModel::setOnlyDifferences(bool only)
{
    if (only == m_only)
        return;
    m_only = only;
    reset();
}

void ComparisonModel::reset()
{
    beginResetModel();
    m_top = std::make_unique<Node>();
    m_top->isPaired = m_top->isFetched = true;
    if (m_comparison) {
        auto root = std::make_unique<Node>();
        root->parent = m_top.get();
        root->before = m_comparison->before();
        root->after = m_comparison->after();
        root->placeBefore = root->placeAfter = DifferencePlaces::root;
        m_top->children.push_back(std::move(root));
    }
    endResetModel();
}

bool ComparisonModel::isShown(quint32 before, quint32 after) const
{
    return !m_only || m_comparison->placesBefore().isCounted(before)
        || m_comparison->placesAfter().isCounted(after);
}

//! Finds the rows of a container. Does nothing when called again.
void ComparisonModel::pair(Node *node) const
{
    if (node->isPaired)
        return;
    node->isPaired = true;
    if (node->isRange || !node->isContainer() || !node->isOneKind() || node->depth >= deepest)
        return;
    const bool isArray = node->before.isArray() || node->after.isArray();
    // A value on one side only can be opened too, to be read; all of it is the difference.
    if (isArray)
        pairItems(node);
    else
        pairMembers(node);
    node->to = node->pairs.size();
}

void ComparisonModel::pairItems(Node *node) const
{
    const DifferencePlaces &before = m_comparison->placesBefore();
    const DifferencePlaces &after = m_comparison->placesAfter();
    const std::vector<qsizetype> gone = loneItems(*m_comparison, before, node->placeBefore);
    const std::vector<qsizetype> come = loneItems(*m_comparison, after, node->placeAfter);
    auto nextGone = gone.begin();
    auto nextCome = come.begin();
    const auto add = [&](Pair pair) {
        const quint32 left = m_only && pair.before >= 0 && node->placeBefore != DifferencePlaces::none
            ? before.child(node->placeBefore, QString::number(pair.before))
            : DifferencePlaces::none;
        const quint32 right = m_only && pair.after >= 0 && node->placeAfter != DifferencePlaces::none
            ? after.child(node->placeAfter, QString::number(pair.after))
            : DifferencePlaces::none;
        if (node->before.isAbsent() || node->after.isAbsent() || isShown(left, right))
            node->pairs.push_back(pair);
    };
    qsizetype i = 0;
    qsizetype j = 0;
    while (i < node->before.size() || j < node->after.size()) {
        if (i < node->before.size()
            && (j >= node->after.size() || (nextGone != gone.end() && *nextGone == i))) {
            if (nextGone != gone.end() && *nextGone == i)
                ++nextGone;
            add({i++, -1});
        } else if (i >= node->before.size() || (nextCome != come.end() && *nextCome == j)) {
            if (nextCome != come.end() && *nextCome == j)
                ++nextCome;
            add({-1, j++});
        } else {
            add({i++, j++});
        }
    }
}

void ComparisonModel::pairMembers(Node *node) const
{
    QHash<QByteArrayView, qsizetype> others;
    others.reserve(node->after.size());
    for (qsizetype j = 0; j < node->after.size(); ++j)
        others.insert(node->after.keyUtf8At(j), j); // the last of duplicate keys counts
    std::vector<bool> isTaken(size_t(node->after.size()));
    const auto add = [&](Pair pair, const QString &key) {
        const quint32 left = m_comparison->placesBefore().child(node->placeBefore, key);
        const quint32 right = m_comparison->placesAfter().child(node->placeAfter, key);
        if (node->before.isAbsent() || node->after.isAbsent() || isShown(left, right))
            node->pairs.push_back(pair);
    };
    for (qsizetype i = 0; i < node->before.size(); ++i) {
        const qsizetype j = others.value(node->before.keyUtf8At(i), -1);
        if (j >= 0)
            isTaken[size_t(j)] = true;
        add({i, j}, m_only ? node->before.keyAt(i) : QString());
    }
    for (qsizetype j = 0; j < node->after.size(); ++j) {
        if (!isTaken[size_t(j)] && others.value(node->after.keyUtf8At(j)) == j)
            add({-1, j}, m_only ? node->after.keyAt(j) : QString());
    }
}

void ComparisonModel::fetch(Node *node)
{
    pair(node);
    const size_t step = node->step();
    const int rows = int((node->to - node->from + step - 1) / step);
    node->isFetched = true;
    if (rows == 0)
        return;
    const Node *owner = node->owner();
    beginInsertRows(indexOfNode(node), 0, rows - 1);
    node->children.reserve(size_t(rows));
    for (int row = 0; row < rows; ++row) {
        auto child = std::make_unique<Node>();
        child->parent = node;
        child->row = row;
        const size_t position = node->from + size_t(row) * step;
        child->isRange = step > 1;
        if (child->isRange) {
            child->depth = node->depth;
            child->before = owner->before;
            child->after = owner->after;
            child->from = position;
            child->to = std::min(position + step, node->to);
            child->isPaired = true;
        } else {
            child->at = owner->pairs[position];
            child->depth = node->depth + 1;
            child->before = owner->before.at(child->at.before);
            child->after = owner->after.at(child->at.after);
            if (child->at.before >= 0) {
                child->placeBefore = m_comparison->placesBefore().child(owner->placeBefore,
                    owner->before.isArray() ? QString::number(child->at.before)
                                            : owner->before.keyAt(child->at.before));
            }
            if (child->at.after >= 0) {
                child->placeAfter = m_comparison->placesAfter().child(owner->placeAfter,
                    owner->after.isArray() ? QString::number(child->at.after)
                                           : owner->after.keyAt(child->at.after));
            }
        }
        node->children.push_back(std::move(child));
    }
    endInsertRows();
}

QModelIndex ComparisonModel::indexOf(qsizetype difference)
{
    if (!m_comparison || difference < 0 || size_t(difference) >= m_comparison->differences().size()
        || m_top->children.empty())
        return {};
    const Comparison::Difference &wanted = m_comparison->differences()[size_t(difference)];
    const bool isAfter = wanted.after != DifferencePlaces::none;
    const DifferencePlaces &places = isAfter ? m_comparison->placesAfter() : m_comparison->placesBefore();
    const QStringList tokens = JsonPointer::tokens(places.pointer(isAfter ? wanted.after : wanted.before));
    Node *node = m_top->children.front().get();
    for (const QString &token : tokens) {
        pair(node);
        const Json &container = isAfter ? node->after : node->before;
        const QByteArray key = token.toUtf8();
        const qsizetype item = container.isArray() ? token.toLongLong() : -1;
        const auto found = std::ranges::find_if(node->pairs, [&](const Pair &pair) {
            const qsizetype at = isAfter ? pair.after : pair.before;
            return at >= 0 && (container.isArray() ? at == item : container.keyUtf8At(at) == key);
        });
        if (found == node->pairs.end())
            return {};
        const auto position = size_t(found - node->pairs.begin());
        do { // through the ranges in between
            if (!node->isFetched)
                fetch(node);
            node = node->children[(position - node->from) / node->step()].get();
        } while (node->isRange);
    }
    return indexOfNode(node);
}

ComparisonModel::Node *ComparisonModel::nodeOf(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<Node *>(index.internalPointer()) : m_top.get();
}

QModelIndex ComparisonModel::indexOfNode(const Node *node, int column) const
{
    return node == m_top.get() ? QModelIndex() : createIndex(node->row, column, node);
}

QModelIndex ComparisonModel::index(int row, int column, const QModelIndex &parent) const
{
    const Node *node = nodeOf(parent);
    if (row < 0 || size_t(row) >= node->children.size() || column < 0 || column >= ColumnCount
        || parent.column() > 0)
        return {};
    return createIndex(row, column, node->children[size_t(row)].get());
}

QModelIndex ComparisonModel::parent(const QModelIndex &child) const
{
    return child.isValid() ? indexOfNode(nodeOf(child)->parent) : QModelIndex();
}

int ComparisonModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : int(nodeOf(parent)->children.size());
}

int ComparisonModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

bool ComparisonModel::hasChildren(const QModelIndex &parent) const
{
    if (parent.column() > 0)
        return false;
    Node *node = nodeOf(parent);
    if (node->isFetched)
        return !node->children.empty();
    if (node->isRange)
        return true;
    if (!node->isContainer() || !node->isOneKind() || node->depth >= deepest
        || (node->before.size() == 0 && node->after.size() == 0))
        return false;
    if (!m_only)
        return true;
    pair(node); // only now it is known which rows are shown
    return node->to > node->from;
}

bool ComparisonModel::canFetchMore(const QModelIndex &parent) const
{
    return parent.column() <= 0 && !nodeOf(parent)->isFetched && hasChildren(parent);
}

void ComparisonModel::fetchMore(const QModelIndex &parent)
{
    if (canFetchMore(parent))
        fetch(nodeOf(parent));
}

QString ComparisonModel::keyOf(const Node *node) const
{
    if (node->parent == m_top.get())
        return u"$"_s;
    const Node *owner = node->isRange ? node->owner() : node->parent->owner();
    if (node->isRange)
        return u"[%1 … %2]"_s.arg(node->from).arg(node->to - 1);
    if (owner->before.isArray() || owner->after.isArray()) {
        if (node->at.before >= 0 && node->at.after >= 0 && node->at.before != node->at.after)
            return u"%1 → %2"_s.arg(node->at.before).arg(node->at.after);
        return QString::number(node->at.after >= 0 ? node->at.after : node->at.before);
    }
    return visibleText(
        node->at.after >= 0 ? owner->after.keyAt(node->at.after) : owner->before.keyAt(node->at.before),
        false, 200);
}

QVariant ComparisonModel::cell(const Node *node, int column, int role) const
{
    const Json &value = column == BeforeColumn ? node->before : node->after;
    switch (role) {
    case Qt::DisplayRole:
        if (column == KeyColumn)
            return keyOf(node);
        return node->isRange ? QString() : rowText(value);
    case Qt::ToolTipRole: return column == KeyColumn || node->isRange ? QString() : previewText(value, 2000);
    case RowRole::Font: return int(FontRole::Data);
    case RowRole::TextColor:
        if (column != KeyColumn)
            return int(rowColor(value));
        return int(!node->isRange && node->parent != m_top.get()
                    && (node->parent->owner()->before.isObject() || node->parent->owner()->after.isObject())
                ? ColorRole::Key
                : ColorRole::TextSecond);
    case RowRole::Note:
        return column != KeyColumn && !node->isRange && value.isObject() ? summaryText(value) : QString();
    case RowRole::ElideEnd: return column != KeyColumn;
    default: return {};
    }
}

QVariant ComparisonModel::differenceCell(const Node *node, int role) const
{
    const qint32 after = m_comparison->placesAfter().difference(node->placeAfter);
    const qint32 number = after >= 0 ? after : m_comparison->placesBefore().difference(node->placeBefore);
    if (node->isRange)
        return {};
    if (number < 0) {
        const bool differs = m_comparison->placesBefore().isCounted(node->placeBefore)
            || m_comparison->placesAfter().isCounted(node->placeAfter);
        if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
            return differs ? tr("contains differences") : QString();
        return role == RowRole::TextColor ? QVariant(int(ColorRole::TextSecond)) : QVariant();
    }
    const Comparison::Difference &difference = m_comparison->differences()[size_t(number)];
    const DifferenceLook look = differenceLook(difference.kind);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole: {
        QString text = look.word;
        if (difference.kind == FixtureDifference::Kind::Moved) {
            text = node->at.after >= 0
                ? tr("moved from %1").arg(m_comparison->placesBefore().pointer(difference.before))
                : tr("moved to %1").arg(m_comparison->placesAfter().pointer(difference.after));
        }
        return visibleText(difference.isExcused ? tr("%1, allowed by a rule").arg(text) : text, false, 300);
    }
    case RowRole::IconName: return look.icon;
    case RowRole::IconColor:
    case RowRole::TextColor: return int(difference.isExcused ? ColorRole::TextSecond : look.color);
    default: return {};
    }
}

QVariant ComparisonModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Node *node = nodeOf(index);
    switch (role) {
    case DifferenceRole:
    case RowRole::Fill: {
        const qint32 after = m_comparison->placesAfter().difference(node->placeAfter);
        const qint32 number = after >= 0 ? after : m_comparison->placesBefore().difference(node->placeBefore);
        if (role == DifferenceRole)
            return int(number);
        const bool isPartOfOne = node->before.isAbsent() != node->after.isAbsent();
        if (number < 0 && isPartOfOne && index.parent().isValid())
            return index.parent().data(RowRole::Fill); // a part of the value that was added or removed
        if (number < 0 || m_comparison->differences()[size_t(number)].isExcused)
            return {};
        return int(differenceLook(m_comparison->differences()[size_t(number)].kind).color);
    }
    case DiffersBelowRole:
        return m_comparison->placesBefore().isCounted(node->placeBefore)
            || m_comparison->placesAfter().isCounted(node->placeAfter);
    case PointerRole: {
        QStringList tokens;
        const bool isAfter = node->at.after >= 0;
        for (const Node *at = node; at->parent && at->parent != m_top.get(); at = at->parent) {
            if (at->isRange)
                continue;
            const Node *owner = at->parent->owner();
            const Json &container = isAfter ? owner->after : owner->before;
            const qsizetype position = isAfter ? at->at.after : at->at.before;
            tokens.prepend(container.isArray() ? QString::number(position)
                                               : JsonPointer::escaped(container.keyAt(position)));
        }
        return tokens.isEmpty() ? QString() : u'/' + tokens.join(u'/');
    }
    default:
        return index.column() == DifferenceColumn ? differenceCell(node, role)
                                                  : cell(node, index.column(), role);
    }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case KeyColumn: return tr("Key");
    case BeforeColumn: return m_titles[0];
    case DifferenceColumn: return tr("Difference");
    case AfterColumn: return m_titles[1];
    default: return {};
    }
}

} // namespace Workbench::Ui

#include "moc_comparisonmodel.cpp"
