// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/sourcesmodel.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/operation/registry/discard.h"
#include "core/session/sessions.h"
#include "ui/models/coretexts.h"
#include "ui/models/words.h"
#include "ui/theme/rowdelegate.h"

#include <QHash>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench::Ui {

namespace {

//! Returns the first line of an error, for a narrow row; the tool tip has the rest.
QString shortReason(const QString &message)
{
    return visibleText(coreText(message.section(u'\n', 0, 0)), false, 200);
}

constexpr auto branchName = [](const auto &branch) -> const QString & { return branch->name; };

} // namespace

DefinitionCounts countsOf(const QList<DefinitionChange> &changes)
{
    DefinitionCounts counts;
    for (const DefinitionChange &change : changes)
        ++(change.isChanged() ? counts.changed : change.now ? counts.added : counts.gone);
    return counts;
}

QString changesText(const DefinitionCounts &counts)
{
    QStringList parts;
    if (counts.changed > 0)
        parts.append(SourcesModel::tr("%n changed", nullptr, int(counts.changed)));
    if (counts.added > 0)
        parts.append(SourcesModel::tr("%n new", nullptr, int(counts.added)));
    if (counts.gone > 0)
        parts.append(SourcesModel::tr("%n gone", nullptr, int(counts.gone)));
    return parts.join(u", "_s);
}

//! Returns changesText() with the word for what changed.
static QString namedChanges(const DefinitionCounts &counts)
{
    const QString changes = changesText(counts);
    return changes.isEmpty() ? QString() : SourcesModel::tr("definitions: %1").arg(changes);
}

//! A row that can be opened. Its operations come first, then, in a source, its groups.
struct SourcesModel::Branch {
    explicit Branch(SourceBranch *of)
        : source(of)
    {
    }
    ~Branch()
    {
        if (!entries.isEmpty())
            discard(std::move(entries));
    }
    Q_DISABLE_COPY_MOVE(Branch)

    SourceBranch *source; //!< null when this is the source itself
    QString name;
    OperationList entries;
};

struct SourcesModel::SourceBranch : Branch {
    SourceBranch()
        : Branch(nullptr)
    {
    }
    ~SourceBranch() { forgetPlaces(); }
    Q_DISABLE_COPY_MOVE(SourceBranch)

    //! The place of an operation of this source.
    struct Place {
        const Branch *branch;
        int row;
    };
    //! Returns the places by name of the operation. Made on first use.
    const QHash<QString, Place> &knownPlaces();
    void forgetPlaces(); //!< called after every change of rows

    std::vector<std::unique_ptr<Branch>> groups;
    //! For operations that are shown under equal names: the text that distinguishes each, by name of the
    //! operation.
    QHash<QString, QString> distinctions;
    DefinitionCounts counts; //!< the definitions that are not accepted
    QSet<QString> changedGroups; //!< names of groups in which a definition changed
    QSet<QString> added; //!< names of operations that are new since the definitions were accepted

private:
    QHash<QString, Place> m_places;
    bool m_arePlacesKnown = false;
};

const QHash<QString, SourcesModel::SourceBranch::Place> &SourcesModel::SourceBranch::knownPlaces()
{
    if (std::exchange(m_arePlacesKnown, true))
        return m_places;
    const auto note = [this](const Branch *branch) {
        for (qsizetype row = branch->entries.size(); row-- > 0;) // the first of two with one name wins
            m_places.insert(branch->entries.at(row)->id.name, {branch, int(row)});
    };
    qsizetype count = entries.size();
    for (const auto &group : groups)
        count += group->entries.size();
    m_places.reserve(count);
    for (const auto &group : groups)
        note(group.get());
    note(this);
    return m_places;
}

void SourcesModel::SourceBranch::forgetPlaces()
{
    if (std::exchange(m_arePlacesKnown, false))
        discard(std::exchange(m_places, {}));
}

SourcesModel::SourcesModel(Sessions *sessions, QObject *parent)
    : QAbstractItemModel(parent)
    , m_sessions(sessions)
{
    m_tick.setInterval(1s);
    connect(&m_tick, &QTimer::timeout, this, &SourcesModel::tick);
    connect(sessions, &Sessions::sourceAdded, this, &SourcesModel::syncSources);
    connect(sessions, &Sessions::sourceRemoved, this, &SourcesModel::syncSources);
    connect(sessions, &Sessions::sourceChanged, this, &SourcesModel::sourceChanged);
    connect(sessions, &Sessions::operationsChanged, this, &SourcesModel::readOperations);
    syncSources();
}

SourcesModel::~SourcesModel() = default;

void SourcesModel::syncSources()
{
    QStringList names;
    const QList<Source> wanted = m_sessions->sources();
    for (const Source &source : wanted)
        names.append(source.name);
    const QStringList added =
        syncRows(m_sources, names, {}, 0, [] { return std::make_unique<SourceBranch>(); });
    for (const QString &name : added)
        readOperations(name);
    tick();
}

//! Adds, removes and moves \a branches until they are those in \a names, in this order. The first one is in
//! row
//! \a first below \a parent.
//! Returns the names of those that \a make made.
template <typename B, typename Make>
QStringList SourcesModel::syncRows(std::vector<std::unique_ptr<B>> &branches, const QStringList &names,
    const QModelIndex &parent, int first, Make make)
{
    for (size_t i = branches.size(); i-- > 0;) {
        if (names.contains(branches[i]->name))
            continue;
        beginRemoveRows(parent, first + int(i), first + int(i));
        branches.erase(branches.begin() + qptrdiff(i));
        endRemoveRows();
    }
    QStringList added;
    for (qsizetype i = 0; i < names.size(); ++i) {
        const auto place = branches.begin() + i;
        const auto known = std::ranges::find(place, branches.end(), names.at(i), branchName);
        const int row = first + int(i);
        if (known == branches.end()) {
            auto branch = make();
            branch->name = names.at(i);
            beginInsertRows(parent, row, row);
            branches.insert(place, std::move(branch));
            endInsertRows();
            added.append(names.at(i));
        } else if (known != place) { // it is further down: the order has changed
            const int from = row + int(known - place);
            beginMoveRows(parent, from, from, parent, row);
            std::rotate(place, known, known + 1);
            endMoveRows();
        }
    }
    return added;
}

void SourcesModel::sourceChanged(const QString &name)
{
    if (!m_sessions->source(name)) { // it was renamed
        syncSources();
        return;
    }
    const QModelIndex index = indexOfSource(name);
    if (!index.isValid()) {
        syncSources();
        return;
    }
    SourceBranch *source = m_sources[size_t(index.row())].get();
    // Only the instructions change without other operations. Reading all changes looks at each operation.
    if (m_sessions->changedDefinitions(name) != source->counts.changed && readChanges(source))
        showRowsAgain(source);
    Q_EMIT dataChanged(index, index);
    if (!m_tick.isActive() && m_sessions->state(name).phase == SourceState::Phase::Connecting)
        m_tick.start();
}

void SourcesModel::tick()
{
    bool isConnecting = false;
    for (size_t row = 0; row < m_sources.size(); ++row) {
        if (m_sessions->state(m_sources[row]->name).phase != SourceState::Phase::Connecting)
            continue;
        isConnecting = true;
        const QModelIndex changed = index(int(row), 0);
        Q_EMIT dataChanged(changed, changed);
    }
    if (isConnecting && !m_tick.isActive())
        m_tick.start();
    else if (!isConnecting)
        m_tick.stop();
}

void SourcesModel::readOperations(const QString &name)
{
    const auto found = std::ranges::find(m_sources, name, branchName);
    if (found == m_sources.end())
        return;
    SourceBranch *source = found->get();
    OperationList ungrouped;
    std::vector<std::unique_ptr<Branch>> groups;
    QHash<QString, Branch *> byName;
    Branch *group = nullptr; // group of the previous operation, usually also of this one
    const OperationList operations = m_sessions->operationList(name);
    QHash<QString, QList<const OperationSpec *>> byShownName;
    for (const auto &spec : operations) {
        // A name that is not the id may occur twice.
        if (const QString shown = nameOf(*spec); shown != spec->id.name)
            byShownName[shown].append(spec.get());
        if (spec->group.isEmpty()) {
            ungrouped.append(spec);
            continue;
        }
        if (!group || group->name != spec->group) {
            Branch *&known = byName[spec->group];
            if (!known) {
                groups.push_back(std::make_unique<Branch>(source));
                known = groups.back().get();
                known->name = spec->group;
            }
            group = known;
        }
        group->entries.append(spec);
    }
    source->distinctions.clear();
    for (const auto &same : std::as_const(byShownName)) {
        QStringList addresses;
        for (const OperationSpec *spec : same)
            addresses.append(addressOf(*spec).isEmpty() ? nameOf(spec->id) : addressOf(*spec));
        const QStringList parts = same.size() > 1 ? distinctParts(addresses) : QStringList();
        for (qsizetype i = 0; i < parts.size(); ++i)
            source->distinctions.insert(same.at(i)->id.name, parts.at(i));
    }
    source->forgetPlaces();
    syncEntries(source, std::move(ungrouped));
    syncGroups(source, std::move(groups));
    source->forgetPlaces(); // a view may have asked for them while rows changed
    const bool hasChanges = readChanges(source);
    const QModelIndex changed = indexOfBranch(source);
    Q_EMIT dataChanged(changed, changed);
    if (hasChanges) // the operation itself does not say whether its definition is accepted
        showRowsAgain(source);
}

//! Reads how the definitions of \a source differ from the accepted ones. Returns whether some differ now or
//! differed before.
bool SourcesModel::readChanges(SourceBranch *source)
{
    const auto differs = [source] { return !changesText(source->counts).isEmpty(); };
    const bool differed = differs();
    const QList<DefinitionChange> changes = m_sessions->definitionChanges(source->name);
    source->counts = countsOf(changes);
    source->added.clear();
    source->changedGroups.clear();
    for (const DefinitionChange &change : changes) {
        if (!change.now)
            continue;
        if (!change.before) {
            source->added.insert(change.operation);
            continue;
        }
        const auto &places = source->knownPlaces();
        if (const auto place = places.constFind(change.operation);
            place != places.cend() && place->branch != source)
            source->changedGroups.insert(place->branch->name);
    }
    return differed || differs();
}

//! Lets views paint all rows below \a source again.
void SourcesModel::showRowsAgain(const SourceBranch *source)
{
    QList<const Branch *> branches{source};
    for (const auto &each : source->groups)
        branches.append(each.get());
    for (const Branch *branch : std::as_const(branches)) {
        const QModelIndex parent = indexOfBranch(branch);
        if (const int rows = rowCount(parent); rows > 0)
            Q_EMIT dataChanged(index(0, 0, parent), index(rows - 1, 0, parent));
    }
}

void SourcesModel::syncEntries(Branch *branch, OperationList entries)
{
    OperationList &old = branch->entries;
    const QModelIndex parent = indexOfBranch(branch);
    const auto sameId = [](const auto &a, const auto &b) { return a == b || a->id == b->id; };
    const auto common = std::mismatch(old.cbegin(), old.cend(), entries.cbegin(), entries.cend(), sameId);
    const qsizetype head = common.first - old.cbegin();
    qsizetype tail = 0;
    while (tail < old.size() - head && tail < entries.size() - head
        && sameId(old.at(old.size() - 1 - tail), entries.at(entries.size() - 1 - tail)))
        ++tail;

    OperationList before = old;
    if (const qsizetype removed = old.size() - head - tail; removed > 0) {
        beginRemoveRows(parent, int(head), int(head + removed) - 1);
        old.remove(head, removed);
        endRemoveRows();
    }
    if (const qsizetype added = entries.size() - head - tail; added > 0) {
        beginInsertRows(parent, int(head), int(head + added) - 1);
        old = entries.first(head + added) + old.last(tail);
        endInsertRows();
    }
    const auto looksSame = [](const auto &a, const auto &b) {
        return a == b || (a->title == b->title && a->description == b->description && a->type == b->type);
    };
    OperationList shown = std::exchange(old, entries);
    const auto first = std::mismatch(shown.cbegin(), shown.cend(), entries.cbegin(), looksSame);
    if (first.first != shown.cend()) {
        const auto last = std::mismatch(shown.crbegin(), shown.crend(), entries.crbegin(), looksSame);
        Q_EMIT dataChanged(index(int(first.first - shown.cbegin()), 0, parent),
            index(int(shown.crend() - last.first) - 1, 0, parent));
    }
    discard(std::pair(std::move(before), std::move(shown)));
}

void SourcesModel::syncGroups(SourceBranch *source, std::vector<std::unique_ptr<Branch>> groups)
{
    std::vector<std::unique_ptr<Branch>> &old = source->groups;
    QStringList names;
    for (const auto &group : groups)
        names.append(group->name);
    syncRows(old, names, indexOfBranch(source), int(source->entries.size()),
        [source] { return std::make_unique<Branch>(source); });
    for (size_t row = 0; row < groups.size(); ++row) {
        const qsizetype before = old[row]->entries.size();
        syncEntries(old[row].get(), std::exchange(groups[row]->entries, {}));
        if (before == old[row]->entries.size())
            continue;
        const QModelIndex changed = indexOfBranch(old[row].get()); // its count changed
        Q_EMIT dataChanged(changed, changed);
    }
}

SourcesModel::Branch *SourcesModel::branchOf(const QModelIndex &index) const
{
    if (!index.isValid())
        return nullptr;
    auto *parent = static_cast<Branch *>(index.internalPointer());
    if (!parent)
        return m_sources[size_t(index.row())].get();
    const qsizetype row = index.row();
    if (row < parent->entries.size())
        return nullptr;
    return static_cast<SourceBranch *>(parent)->groups[size_t(row - parent->entries.size())].get();
}

const OperationSpec *SourcesModel::entryOf(const QModelIndex &index) const
{
    const auto *parent = static_cast<const Branch *>(index.internalPointer());
    return parent && index.row() < parent->entries.size() ? parent->entries.at(index.row()).get() : nullptr;
}

QModelIndex SourcesModel::indexOfBranch(const Branch *branch) const
{
    if (!branch->source) {
        const auto at = std::ranges::find(
            m_sources, branch, [](const auto &source) -> const Branch * { return source.get(); });
        return createIndex(int(at - m_sources.begin()), 0, nullptr);
    }
    const auto &groups = branch->source->groups;
    const auto at =
        std::ranges::find(groups, branch, [](const auto &group) -> const Branch * { return group.get(); });
    return createIndex(int(branch->source->entries.size()) + int(at - groups.begin()), 0, branch->source);
}

QModelIndex SourcesModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column != 0 || row >= rowCount(parent))
        return {};
    return createIndex(row, column, branchOf(parent));
}

QModelIndex SourcesModel::parent(const QModelIndex &child) const
{
    const auto *branch = child.isValid() ? static_cast<const Branch *>(child.internalPointer()) : nullptr;
    return branch ? indexOfBranch(branch) : QModelIndex();
}

int SourcesModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_sources.size());
    const Branch *branch = branchOf(parent);
    if (!branch)
        return 0;
    const size_t groups = branch->source ? 0 : static_cast<const SourceBranch *>(branch)->groups.size();
    return int(branch->entries.size()) + int(groups);
}

Qt::ItemFlags SourcesModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    // Spares a view that lays out a long list from asking each operation for its rows.
    return index.isValid() && entryOf(index) ? flags | Qt::ItemNeverHasChildren : flags;
}

int SourcesModel::columnCount(const QModelIndex &) const
{
    return 1;
}

OperationId SourcesModel::operationAt(const QModelIndex &index) const
{
    const OperationSpec *entry = index.isValid() ? entryOf(index) : nullptr;
    return entry ? entry->id : OperationId();
}

QModelIndex SourcesModel::indexOfSource(const QString &name) const
{
    const auto at = std::ranges::find(m_sources, name, branchName);
    return at == m_sources.end() ? QModelIndex() : createIndex(int(at - m_sources.begin()), 0, nullptr);
}

QModelIndex SourcesModel::indexOf(const OperationId &operation) const
{
    for (const auto &source : m_sources) {
        if (nameSpaceFor(source->name) != operation.nameSpace)
            continue;
        const auto &places = source->knownPlaces();
        if (const auto found = places.constFind(operation.name); found != places.cend())
            return createIndex(found->row, 0, found->branch);
    }
    return {};
}

void SourcesModel::setLive(const OperationId &operation, bool live)
{
    if (live)
        m_live.insert(operation);
    else
        m_live.remove(operation);
    const QModelIndex changed = indexOf(operation);
    if (changed.isValid())
        Q_EMIT dataChanged(changed, changed);
}

QString SourcesModel::kindText(const Source &source) const
{
    const QList<SourceKind> kinds = m_sessions->kinds();
    const auto known = std::ranges::find(kinds, source.kind, &SourceKind::kind);
    // "MCP, command" is the entry of the dialog; the kind itself is the part before the comma.
    return known == kinds.end() ? visibleText(source.kind, false, 20) : known->title.section(u',', 0, 0);
}

//! Returns the text and the colour of the line below the name of a source; an empty text if the line is not
//! shown.
std::pair<QString, int> SourcesModel::secondLine(const SourceBranch *source) const
{
    const SourceState state = m_sessions->state(source->name);
    switch (state.phase) {
    case SourceState::Phase::Failed: return {shortReason(state.error.message), int(ColorRole::Error)};
    case SourceState::Phase::Degraded: return {shortReason(state.error.message), int(ColorRole::Warning)};
    case SourceState::Phase::Connecting: {
        const qint64 seconds =
            state.since.isValid() ? state.since.secsTo(QDateTime::currentDateTimeUtc()) : 0;
        return {tr("connecting, %L1 s").arg(std::max<qint64>(0, seconds)), int(ColorRole::TextSecond)};
    }
    case SourceState::Phase::Ready:
        if (!state.incompleteReason.isEmpty())
            return {tr("incomplete: %1").arg(shortReason(state.incompleteReason)), int(ColorRole::Warning)};
        return {namedChanges(source->counts),
            int(source->counts.changed > 0 ? ColorRole::Warning : ColorRole::TextSecond)};
    case SourceState::Phase::Disconnected: break;
    }
    return {QString(), int(ColorRole::TextSecond)};
}

QVariant SourcesModel::sourceData(const SourceBranch *branch, int role) const
{
    const Source *source = m_sessions->source(branch->name);
    if (!source)
        return role == Qt::DisplayRole ? QVariant(visibleText(branch->name)) : QVariant();
    const StateLook look = lookOf(m_sessions->state(branch->name).phase);
    const auto changes = [branch] { return changesText(branch->counts); };
    switch (role) {
    case Qt::DisplayRole: return visibleText(branch->name, false, 100);
    case Qt::ToolTipRole: {
        const SourceState state = m_sessions->state(branch->name);
        QStringList lines{tr("%1: %2").arg(visibleText(branch->name, false, 100), look.word)};
        if (!state.peer.name.isEmpty())
            lines.append(visibleText(
                u"%1 %2 · %3"_s.arg(state.peer.name, state.peer.version, state.peer.protocol), false, 200));
        if (!state.error.message.isEmpty())
            lines.append(visibleText(coreText(messageWithAdvice(state.error)), true, 600));
        if (!state.incompleteReason.isEmpty())
            lines.append(tr("The list of operations is incomplete: %1")
                    .arg(visibleText(coreText(state.incompleteReason), false, 300)));
        if (!changes().isEmpty())
            lines.append(tr("Definitions since you accepted them: %1").arg(changes()));
        return lines.join(u'\n');
    }
    case Qt::AccessibleTextRole: {
        const QString line = secondLine(branch).first;
        const QString text = line.isEmpty() ? tr("%1, %2").arg(branch->name, look.word)
                                            : tr("%1, %2, %3").arg(branch->name, look.word, line);
        return changes().isEmpty() || line == namedChanges(branch->counts)
            ? text
            : tr("%1, definitions: %2").arg(text, changes());
    }
    case KeyRole: return branch->name;
    case RowRole::IconName: return look.icon;
    case RowRole::IconColor: return int(look.color);
    case RowRole::Spinning: return m_sessions->state(branch->name).phase == SourceState::Phase::Connecting;
    case RowRole::Font: return int(FontRole::Strong);
    case RowRole::RightText: return kindText(*source);
    case RowRole::SecondLine: {
        const QString line = secondLine(branch).first;
        return line.isEmpty() ? QVariant() : QVariant(line);
    }
    case RowRole::SecondLineColor: return secondLine(branch).second;
    case RowRole::MarkRight: return branch->counts.changed > 0;
    default: return {};
    }
}

QVariant SourcesModel::groupData(const Branch *group, int role) const
{
    const auto isChanged = [group] { return group->source->changedGroups.contains(group->name); };
    switch (role) {
    case Qt::DisplayRole: return visibleText(group->name, false, 100);
    case Qt::AccessibleTextRole:
        return (isChanged()
                ? tr("%1, %n operations, some definitions changed", nullptr, int(group->entries.size()))
                : tr("%1, %n operations", nullptr, int(group->entries.size())))
            .arg(group->name);
    case KeyRole: return QString(group->source->name + u'/' + group->name);
    case RowRole::RightText: return QLocale().toString(qsizetype(group->entries.size()));
    case RowRole::TextColor: return int(ColorRole::TextSecond);
    case RowRole::MarkRight: return isChanged();
    default: return {};
    }
}

QString SourcesModel::operationTip(const SourceBranch *source, const OperationSpec &entry) const
{
    QStringList lines{visibleText(entry.id.name, false, 300)};
    if (const QString address = addressOf(entry); !address.isEmpty())
        lines = {visibleText(nameOf(entry), false, 300), visibleText(address, false, 300)};
    if (m_sessions->definitionChange(entry.id))
        lines.append(tr("Its definition changed since you accepted it. Accept it before you call it."));
    else if (source->added.contains(entry.id.name))
        lines.append(tr("It is new since you accepted the definitions."));
    if (isDeprecated(entry))
        lines.append(tr("Deprecated"));
    if (const auto route = httpRouteOf(entry))
        lines.append(visibleText(QString(route->method + u' ' + route->path), false, 300));
    if (const QString title = visibleText(entry.title, false, 300);
        !title.isEmpty() && !lines.contains(title))
        lines.append(title);
    if (!entry.description.isEmpty())
        lines.append(visibleText(entry.description, true, 600));
    return lines.join(u'\n');
}

QVariant SourcesModel::operationData(const SourceBranch *source, const OperationSpec &entry, int role) const
{
    const bool isLive = m_live.contains(entry.id);
    const auto isChanged = [&] { return m_sessions->definitionChange(entry.id).has_value(); };
    const auto isNew = [&] { return source->added.contains(entry.id.name); };
    switch (role) {
    case Qt::DisplayRole: return visibleText(nameOf(entry), false, 200);
    case Qt::ToolTipRole: return operationTip(source, entry);
    case Qt::AccessibleTextRole: {
        const QString name = visibleText(nameOf(entry), false, 200);
        if (isChanged())
            return tr("%1, %2, definition changed").arg(name, wordOf(entry));
        if (isNew())
            return tr("%1, %2, new").arg(name, wordOf(entry));
        return isDeprecated(entry) ? tr("%1, %2, deprecated").arg(name, wordOf(entry))
                                   : tr("%1, %2").arg(name, wordOf(entry));
    }
    case RowRole::IconName: return iconOf(entry);
    case RowRole::IconColor:
        return int(entry.type == OperationType::Subscription ? ColorRole::Live : ColorRole::TextSecond);
    case RowRole::RightText: {
        QStringList parts;
        if (const auto part = source->distinctions.constFind(entry.id.name);
            part != source->distinctions.cend())
            parts.append(visibleText(*part, false, 60));
        if (isLive)
            parts.append(tr("live"));
        else if (isChanged())
            parts.append(tr("changed"));
        else if (isNew())
            parts.append(tr("new"));
        else if (isDeprecated(entry))
            parts.append(tr("deprecated"));
        return parts.isEmpty() ? QVariant() : QVariant(parts.join(u" · "_s));
    }
    case RowRole::MarkRight: return isChanged();
    case RowRole::RightTextColor:
        if (isLive)
            return int(ColorRole::Live);
        return int(isChanged() ? ColorRole::Warning : ColorRole::TextSecond);
    case RowRole::TextColor: return isDeprecated(entry) ? QVariant(int(ColorRole::TextSecond)) : QVariant();
    case RowRole::StruckOut: return isDeprecated(entry);
    default: return {};
    }
}

QVariant SourcesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Branch *branch = branchOf(index);
    const auto *parent = static_cast<const Branch *>(index.internalPointer());
    const SourceBranch *source = static_cast<const SourceBranch *>(!parent ? branch
            : parent->source                                               ? parent->source
                                                                           : parent);
    switch (role) {
    case SourceNameRole: return source->name;
    case RowKindRole: return int(!parent ? RowKind::Source : branch ? RowKind::Group : RowKind::Operation);
    default: break;
    }
    if (!parent)
        return sourceData(source, role);
    if (branch)
        return groupData(branch, role);
    return operationData(source, *entryOf(index), role);
}

bool SourcesModel::matches(const QModelIndex &index, const QStringList &words) const
{
    if (const OperationSpec *entry = entryOf(index)) {
        const std::optional<HttpRoute> route = httpRouteOf(*entry);
        return std::ranges::all_of(words, [&](const QString &word) {
            return entry->id.name.contains(word, Qt::CaseInsensitive)
                || entry->title.contains(word, Qt::CaseInsensitive)
                || entry->description.contains(word, Qt::CaseInsensitive)
                || (route
                    && (route->path.contains(word, Qt::CaseInsensitive)
                        || route->method.compare(word, Qt::CaseInsensitive) == 0));
        });
    }
    const Branch *branch = branchOf(index);
    return branch && std::ranges::all_of(words, [&](const QString &word) {
        return branch->name.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace Workbench::Ui

#include "moc_sourcesmodel.cpp"
