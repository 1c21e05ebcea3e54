// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/operationlistmodel.h"

#include "core/base/visibletext.h"
#include "core/registry/discard.h"
#include "core/session/sessions.h"
#include "ui/models/words.h"
#include "ui/theme/rowdelegate.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

struct OperationListModel::Entry {
    const OperationSpec *spec;
    const QString &source;
};

namespace {

bool isSubsequence(QStringView letters, QStringView text)
{
    qsizetype found = 0;
    for (const QChar c : text) {
        if (found < letters.size() && c.toCaseFolded() == letters.at(found).toCaseFolded())
            ++found;
    }
    return found == letters.size();
}

//! How well one word fits; 0: not at all.
int scoreOf(
    QStringView word, QStringView name, QStringView source, QStringView title, QStringView description)
{
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
    if (title.contains(word, Qt::CaseInsensitive))
        return 40;
    if (description.contains(word, Qt::CaseInsensitive))
        return 20;
    return isSubsequence(word, name) ? 10 : 0;
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
    filter();
}

OperationListModel::~OperationListModel() = default;

void OperationListModel::read()
{
    auto before = std::exchange(m_sources, {});
    const QList<Source> sources = m_sessions->sources();
    for (const Source &source : sources)
        m_sources.emplace_back(source.name, m_sessions->operationList(source.name));
    discard(std::move(before));
    m_stale = false;
}

void OperationListModel::setFilterText(const QString &text)
{
    m_text = text;
    filter();
}

void OperationListModel::filter()
{
    beginResetModel();
    if (m_stale)
        read();
    const QStringList words = m_text.split(u' ', Qt::SkipEmptyParts);
    struct Found {
        int rank;
        size_t source;
        qsizetype place;
        auto operator<=>(const Found &) const = default;
    };
    std::vector<Found> found;
    m_matches = 0;
    for (size_t number = 0; number < m_sources.size(); ++number) {
        const auto &[source, list] = m_sources[number];
        // Without a word all match as well: none is looked at that is not shown.
        const qsizetype looked = words.isEmpty() ? std::min<qsizetype>(list.size(), maxRows) : list.size();
        if (words.isEmpty())
            m_matches += list.size() - looked;
        for (qsizetype place = 0; place < looked; ++place) {
            const OperationSpec &spec = *list.at(place);
            int total = 0;
            for (const QString &word : words) {
                const int score = scoreOf(word, spec.id.name, source, spec.title, spec.description);
                if (score == 0) {
                    total = -1;
                    break;
                }
                total += score;
            }
            if (total >= 0)
                found.emplace_back(-total, number, place);
        }
    }
    m_matches += qsizetype(found.size());
    const size_t shown = std::min<size_t>(found.size(), maxRows);
    std::ranges::partial_sort(found, found.begin() + qptrdiff(shown));
    m_rows.clear();
    for (size_t i = 0; i < shown; ++i)
        m_rows.emplace_back(found[i].source, found[i].place);
    endResetModel();
}

OperationListModel::Entry OperationListModel::entryAt(size_t row) const
{
    const auto &[source, list] = m_sources[m_rows[row].first];
    return {list.at(m_rows[row].second).get(), source};
}

OperationId OperationListModel::operationAt(int row) const
{
    return row >= 0 && row < rowCount() ? entryAt(size_t(row)).spec->id : OperationId();
}

int OperationListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant OperationListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto &[spec, source] = entryAt(size_t(index.row()));
    switch (role) {
    case Qt::DisplayRole: return visibleText(spec->id.name, false, 200);
    case Qt::ToolTipRole:
    case DescriptionRole: return visibleText(spec->description, true, 600);
    case Qt::AccessibleTextRole: return tr("%1 of %2, %3").arg(spec->id.name, source, wordOf(spec->type));
    case IdRole: return spec->id.toString();
    case SourceRole: return source;
    case RowRole::IconName: return iconOf(spec->type);
    case RowRole::IconColor:
        return int(spec->type == OperationType::Subscription ? ColorRole::Live : ColorRole::TextSecond);
    case RowRole::Note: {
        const QString text =
            spec->title.isEmpty() || spec->title == spec->id.name ? spec->description : spec->title;
        return visibleText(text.section(u'\n', 0, 0), false, 100);
    }
    case RowRole::RightText: return visibleText(source, false, 60);
    default: return {};
    }
}

} // namespace Workbench::Ui
