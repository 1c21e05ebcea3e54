// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/operationlistmodel.h"

#include "core/base/visibletext.h"
#include "core/operation/registry/discard.h"
#include "core/session/sessions.h"
#include "ui/models/words.h"
#include "ui/theme/rowdelegate.h"

#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

struct OperationListModel::Entry {
    const OperationSpec *spec;
    const QString &source;
};

namespace {

constexpr qsizetype lookedAtOnce = 2000; // longer lists are searched on a worker
constexpr qsizetype lookedBetween = 256; // operations between two checks for cancellation
constexpr int scatteredScore = 1;
constexpr qsizetype mostInitials = 12; // letters; the number of attempts grows with them

bool isSubsequence(QStringView letters, QStringView text)
{
    qsizetype found = 0;
    for (const QChar c : text) {
        if (found < letters.size() && c.toCaseFolded() == letters.at(found).toCaseFolded())
            ++found;
    }
    return found == letters.size();
}

//! Returns whether each of \a letters begins a word of \a text, from \a from on, or follows the previous
//! letter.
bool beginsWords(QStringView letters, QStringView text, qsizetype from = 0)
{
    if (letters.isEmpty())
        return true;
    for (qsizetype at = from; at < text.size(); ++at) {
        const bool isStart = at == 0 || !text.at(at - 1).isLetterOrNumber()
            || (text.at(at).isUpper() && text.at(at - 1).isLower());
        const bool follows = at == from && from > 0;
        if ((isStart || follows) && text.at(at).toCaseFolded() == letters.front().toCaseFolded()
            && beginsWords(letters.sliced(1), text, at + 1))
            return true;
    }
    return false;
}

//! Returns how well one word of the filter matches; 0: no match.
int scoreOf(QStringView word, const OperationSpec &spec, QStringView source)
{
    const QString shown = nameOf(spec); // the shown name, because all ids of resources begin alike
    const QStringView name = shown;
    const qsizetype at = name.indexOf(word, 0, Qt::CaseInsensitive);
    if (at == 0)
        return word.size() == name.size() ? 120 : 100;
    if (at > 0)
        return name.at(at - 1).isLetterOrNumber() ? 60 : 80;
    const auto dot = word.indexOf(u'.');
    if (dot > 0 && source.startsWith(word.first(dot), Qt::CaseInsensitive)
        && name.contains(word.sliced(dot + 1), Qt::CaseInsensitive))
        return 90;
    if (source.contains(word, Qt::CaseInsensitive))
        return 50;
    const std::optional<HttpRoute> route = httpRouteOf(spec);
    if (route && route->path.contains(word, Qt::CaseInsensitive))
        return 45;
    if (spec.title.contains(word, Qt::CaseInsensitive))
        return 40;
    if (route && word.compare(route->method, Qt::CaseInsensitive) == 0)
        return 30;
    if (spec.description.contains(word, Qt::CaseInsensitive)
        || spec.id.name.contains(word, Qt::CaseInsensitive))
        return 20;
    if (word.size() <= mostInitials && beginsWords(word, name))
        return 15;
    return isSubsequence(word, name) ? scatteredScore : 0;
}

} // namespace

OperationListModel::OperationListModel(Sessions *sessions, QObject *parent)
    : QAbstractListModel(parent)
    , m_sessions(sessions)
{
    const auto stale = [this] {
        if (std::exchange(m_stale, true))
            return;
        QMetaObject::invokeMethod(this, &OperationListModel::filter, Qt::QueuedConnection);
    };
    connect(sessions, &Sessions::operationsChanged, this, stale);
    connect(sessions, &Sessions::sourceAdded, this, stale);
    connect(sessions, &Sessions::sourceRemoved, this, stale);
    connect(&m_search, &QFutureWatcherBase::finished, this, [this] {
        if (m_isSearching && m_search.future().resultCount() > 0)
            show(m_search.future().takeResult());
    });
    filter();
}

OperationListModel::~OperationListModel()
{
    if (m_isUnwanted)
        m_isUnwanted->store(true);
}

void OperationListModel::read()
{
    auto sources = std::make_shared<Sources>();
    const QList<Source> known = m_sessions->sources();
    for (const Source &source : known)
        sources->emplace_back(source.name, m_sessions->operationList(source.name));
    discard(std::exchange(m_sources, std::move(sources)));
    m_stale = false;
}

void OperationListModel::setFilterText(const QString &text)
{
    m_text = text;
    filter();
}

void OperationListModel::filter()
{
    if (m_stale)
        read();
    if (m_isUnwanted)
        m_isUnwanted->store(true);
    const QStringList words = m_text.split(u' ', Qt::SkipEmptyParts);
    qsizetype count = 0;
    for (const auto &[name, list] : *m_sources)
        count += list.size();
    m_isUnwanted = std::make_shared<std::atomic_bool>(false);
    m_isSearching = count > lookedAtOnce && (!words.isEmpty() || !m_recent.isEmpty());
    if (m_isSearching) {
        // The new future replaces the previous one, whose answer is then ignored.
        m_search.setFuture(
            QtConcurrent::run(&OperationListModel::search, m_sources, words, m_recent, m_isUnwanted));
    } else {
        m_search.setFuture({});
        show(search(m_sources, words, m_recent, m_isUnwanted));
    }
}

OperationListModel::Answer OperationListModel::search(std::shared_ptr<const Sources> sources,
    const QStringList &words, const QList<OperationId> &recent,
    const std::shared_ptr<const std::atomic_bool> &isUnwanted)
{
    struct Found {
        int rank;
        qsizetype age; // index among the recent operations
        size_t source;
        qsizetype place;
        auto operator<=>(const Found &) const = default;
    };
    std::vector<Found> found;
    Answer answer;
    bool isScattered = true; // whether only scattered letters were found
    QHash<OperationId, qsizetype> ages;
    for (qsizetype age = 0; age < recent.size(); ++age)
        ages.insert(recent.at(age), age);
    for (size_t number = 0; number < sources->size(); ++number) {
        const auto &[source, list] = (*sources)[number];
        // Without a filter all operations match equally, so only the shown ones are read, unless the recent
        // ones must be found.
        const bool isAll = words.isEmpty() && recent.isEmpty();
        const qsizetype looked = isAll ? std::min<qsizetype>(list.size(), maxRows) : list.size();
        if (isAll)
            answer.matches += list.size() - looked;
        for (qsizetype place = 0; place < looked; ++place) {
            if (place % lookedBetween == 0 && isUnwanted->load(std::memory_order_relaxed))
                return {};
            int total = 0;
            bool hasScattered = false;
            for (const QString &word : words) {
                const int score = scoreOf(word, *list.at(place), source);
                if (score == 0) {
                    total = -1;
                    break;
                }
                total += score;
                hasScattered = hasScattered || score == scatteredScore;
            }
            if (total < 0 || (hasScattered && !isScattered))
                continue;
            if (!hasScattered && std::exchange(isScattered, false))
                found.clear();
            found.emplace_back(-total, ages.value(list.at(place)->id, recent.size()), number, place);
        }
    }
    answer.matches += qsizetype(found.size());
    const size_t shown = std::min<size_t>(found.size(), maxRows);
    std::ranges::partial_sort(found, found.begin() + qptrdiff(shown));
    for (size_t i = 0; i < shown; ++i)
        answer.rows.emplace_back(found[i].source, found[i].place);
    answer.sources = std::move(sources);
    return answer;
}

void OperationListModel::show(Answer answer)
{
    m_isSearching = false;
    beginResetModel();
    discard(std::exchange(m_shown, std::move(answer)));
    endResetModel();
    Q_EMIT filtered();
}

OperationListModel::Entry OperationListModel::entryAt(size_t row) const
{
    const auto &[number, place] = m_shown.rows[row];
    const auto &[source, list] = (*m_shown.sources)[number];
    return {list.at(place).get(), source};
}

OperationId OperationListModel::operationAt(int row) const
{
    return row >= 0 && row < rowCount() ? entryAt(size_t(row)).spec->id : OperationId();
}

int OperationListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_shown.rows.size());
}

QVariant OperationListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto &[spec, source] = entryAt(size_t(index.row()));
    switch (role) {
    case Qt::DisplayRole: return visibleText(nameOf(*spec), false, 200);
    case Qt::ToolTipRole: return visibleText(spec->description, true, 600);
    case Qt::AccessibleTextRole:
        return tr("%1 of %2, %3").arg(visibleText(nameOf(*spec), false, 200), source, wordOf(*spec));
    case RowRole::IconName: return iconOf(*spec);
    case RowRole::IconColor:
        return int(spec->type == OperationType::Subscription ? ColorRole::Live : ColorRole::TextSecond);
    case RowRole::StruckOut: return isDeprecated(*spec);
    case RowRole::Note: {
        if (const auto route = httpRouteOf(*spec))
            return visibleText(QString(route->method + u' ' + route->path), false, 100);
        const QString address = addressOf(*spec);
        const bool isTitled = !spec->title.isEmpty() && spec->title != nameOf(*spec);
        const QString text = !address.isEmpty() ? address : isTitled ? spec->title : spec->description;
        return visibleText(text.section(u'\n', 0, 0), false, 100);
    }
    case RowRole::RightText: return visibleText(source, false, 60);
    default: return {};
    }
}

void DefinitionListModel::setOperations(
    const OperationList &operations, const QList<DefinitionChange> &changes)
{
    QSet<QString> changed;
    QSet<QString> added;
    for (const DefinitionChange &change : changes) {
        if (change.now)
            (change.before ? changed : added).insert(change.operation);
    }
    const bool differs = changed != m_changed || added != m_added;
    m_changed = changed;
    m_added = added;
    if (operations != m_operations) {
        beginResetModel();
        m_operations = operations;
        endResetModel();
    } else if (differs && !m_operations.isEmpty()) {
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
    }
}

OperationId DefinitionListModel::operationAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_operations.at(row)->id : OperationId();
}

int DefinitionListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_operations.size());
}

QVariant DefinitionListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const OperationSpec &spec = *m_operations.at(index.row());
    const bool isChanged = m_changed.contains(spec.id.name);
    switch (role) {
    case Qt::DisplayRole: return visibleText(nameOf(spec), false, 100);
    case Qt::AccessibleTextRole:
        return tr("%1, %2").arg(
            visibleText(nameOf(spec), false, 100), data(index, RowRole::RightText).toString());
    case Qt::ToolTipRole: return visibleText(spec.id.name, false, 300);
    case RowRole::IconName: return iconOf(spec);
    case RowRole::IconColor: return int(ColorRole::TextSecond);
    case RowRole::RightText:
        return isChanged ? tr("changed") : m_added.contains(spec.id.name) ? tr("new") : wordOf(spec);
    case RowRole::RightTextColor: return int(isChanged ? ColorRole::Warning : ColorRole::TextSecond);
    case RowRole::MarkRight: return isChanged;
    default: return {};
    }
}

} // namespace Workbench::Ui

#include "moc_operationlistmodel.cpp"
