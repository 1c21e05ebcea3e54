// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/streammodel.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "ui/models/coretexts.h"
#include "ui/models/jsonrow.h"
#include "ui/models/words.h"
#include "ui/theme/rowdelegate.h"

#include <QElapsedTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr qint64 slowGapMs = 25; // a gap of this length that is three times the previous one is coloured
} // namespace

StateLook lookOf(const Subscription &subscription)
{
    if (subscription.isLive()) {
        return subscription.isPaused() ? StateLook{u"pause"_s, Words::tr("paused"), ColorRole::Live}
                                       : StateLook{u"outcome-live"_s, Words::tr("live"), ColorRole::Live};
    }
    switch (subscription.endReason()) {
    case EndReason::Completed: return {u"outcome-live"_s, coreText(u"completed"_s), ColorRole::Stale};
    case EndReason::Cancelled: return {u"outcome-cancelled"_s, Words::tr("cancelled"), ColorRole::Stale};
    case EndReason::Aborted: return {u"outcome-error"_s, coreText(u"aborted"_s), ColorRole::Error};
    case EndReason::Closed:
        return isDisconnect(subscription.endError())
            ? StateLook{u"outcome-cancelled"_s, coreText(u"disconnected"_s), ColorRole::Stale}
            : StateLook{u"outcome-error"_s, coreText(u"connection lost"_s), ColorRole::Error};
    case EndReason::Error:
        return {u"outcome-error"_s, visibleText(coreText(outcomeWord(subscription.endError())), false, 40),
            ColorRole::Error};
    }
    return {};
}

StreamModel::StreamModel(QObject *parent)
    : ListTableModel(
          {{u"#"_s, Numbers | Dimmed}, {tr("Time"), NumberFont},
              {u"Δ"_s, Numbers, tr("Time since the previous event")}, {tr("Bytes"), Numbers},
              {tr("Warnings"), NumberFont}, {tr("Event")}, {tr("Preview"), DataFont | Dimmed | CutAtEnd}},
          parent)
{
    m_look.setInterval(0);
    connect(&m_look, &QTimer::timeout, this, &StreamModel::look);
}

void StreamModel::setSubscription(Subscription *subscription)
{
    if (m_subscription)
        m_subscription->disconnect(this);
    m_subscription = subscription;
    if (subscription) {
        connect(subscription, &Subscription::itemsChanged, this, &StreamModel::follow);
        connect(subscription, &Subscription::cleared, this, &StreamModel::readAll);
        connect(subscription, &QObject::destroyed, this, &StreamModel::readAll);
    }
    readAll();
}

void StreamModel::setFilter(const QString &text)
{
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    if (words == m_words)
        return;
    m_words = words;
    readAll();
}

void StreamModel::readAll()
{
    beginResetModel();
    m_first = m_end = 1;
    if (m_subscription && m_subscription->count() > 0) {
        m_first = m_subscription->at(0).sequence;
        m_end = m_first + quint64(m_subscription->count());
    }
    m_matches.clear();
    m_lookedFrom = m_lookedUntil = m_end;
    if (isFiltered() && hasEvents())
        m_look.start();
    else
        m_look.stop();
    endResetModel();
}

void StreamModel::follow()
{
    if (!m_subscription || m_subscription->count() == 0)
        return;
    const quint64 first = m_subscription->at(0).sequence;
    const quint64 end = first + quint64(m_subscription->count());
    if (first >= m_end || m_first > first) {
        readAll();
        return;
    }
    if (end > m_end && isFiltered()) {
        m_end = end;
        m_look.start();
    } else if (end > m_end) {
        beginInsertRows({}, 0, int(end - m_end) - 1);
        m_end = end;
        endInsertRows();
    }
    if (first > m_first)
        dropOld(first);
}

void StreamModel::dropOld(quint64 first)
{
    if (!isFiltered()) {
        beginRemoveRows({}, int(m_end - first), int(m_end - m_first) - 1);
        m_first = first;
        endRemoveRows();
        return;
    }
    m_first = first;
    m_lookedFrom = std::max(m_lookedFrom, first);
    m_lookedUntil = std::max(m_lookedUntil, first);
    const auto kept = std::ranges::lower_bound(m_matches, first);
    const int gone = int(kept - m_matches.begin());
    if (gone == 0)
        return;
    const int rows = rowCount();
    beginRemoveRows({}, rows - gone, rows - 1);
    m_matches.erase(m_matches.begin(), kept);
    endRemoveRows();
}

//! Checks one slice: first the newest events, then older ones. Each group is inserted as one batch.
void StreamModel::look()
{
    constexpr int sliceMs = 4;
    QElapsedTimer slice;
    slice.start();
    QList<quint64> newer;
    while (m_lookedUntil < m_end && slice.elapsed() < sliceMs) {
        if (matches(m_lookedUntil))
            newer.append(m_lookedUntil);
        ++m_lookedUntil;
    }
    QList<quint64> older;
    while (m_lookedFrom > m_first && slice.elapsed() < sliceMs) {
        if (matches(--m_lookedFrom))
            older.append(m_lookedFrom);
    }
    if (!newer.isEmpty()) {
        beginInsertRows({}, 0, int(newer.size()) - 1);
        m_matches.insert(m_matches.end(), newer.cbegin(), newer.cend());
        endInsertRows();
    }
    if (!older.isEmpty()) {
        const int rows = rowCount();
        beginInsertRows({}, rows, rows + int(older.size()) - 1);
        m_matches.insert(m_matches.begin(), older.crbegin(), older.crend());
        endInsertRows();
    }
    if (m_lookedUntil < m_end || m_lookedFrom > m_first)
        return;
    m_look.stop();
    Q_EMIT searchEnded();
}

bool StreamModel::matches(quint64 sequence) const
{
    const StreamItem *item = itemOf(sequence);
    if (!item)
        return false;
    QString text = previewText(item->outcome.envelope.data, searched);
    for (const Warning &warning : item->outcome.warnings)
        text += u'\n' + warning.pointer + u' ' + coreText(warning.message);
    for (const Change &change : item->outcome.changes)
        text += u'\n' + change.pointer + u' ' + coreText(change.violation.message);
    if (item->sse)
        text += u'\n' + item->sse->eventType;
    return std::ranges::all_of(
        m_words, [&](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

const StreamItem *StreamModel::itemOf(quint64 sequence) const
{
    if (!m_subscription || m_subscription->count() == 0)
        return nullptr;
    const quint64 first = m_subscription->at(0).sequence;
    if (sequence < first || sequence - first >= quint64(m_subscription->count()))
        return nullptr;
    return &m_subscription->at(qsizetype(sequence - first));
}

const StreamItem *StreamModel::itemAt(int row) const
{
    if (row < 0 || row >= rowCount())
        return nullptr;
    return itemOf(isFiltered() ? m_matches[m_matches.size() - 1 - size_t(row)] : m_end - 1 - quint64(row));
}

int StreamModel::rowOf(quint64 sequence) const
{
    if (!isFiltered())
        return sequence >= m_first && sequence < m_end ? int(m_end - 1 - sequence) : -1;
    const auto found = std::ranges::lower_bound(m_matches, sequence);
    return found != m_matches.end() && *found == sequence ? int(m_matches.end() - found) - 1 : -1;
}

qsizetype StreamModel::size() const
{
    return isFiltered() ? qsizetype(m_matches.size()) : qsizetype(m_end - m_first);
}

QVariant StreamModel::cell(int row, int column, int role) const
{
    const StreamItem *item = itemAt(row);
    if (!item)
        return {};
    const qsizetype warnings = attentionCount(item->outcome);
    const bool isWarning = column == WarningsColumn && warnings > 0;
    switch (role) {
    case SequenceRole: return item->sequence;
    case Qt::DisplayRole:
        switch (column) {
        case SequenceColumn: return QString::number(item->sequence);
        case TimeColumn: return clockText(item->at);
        case GapColumn: return durationText(item->gapMs);
        case BytesColumn: return QLocale().toString(item->bytes);
        case WarningsColumn: return QLocale().toString(warnings);
        case EventColumn: return item->sse ? visibleText(item->sse->eventType, false, 100) : QString();
        default: return previewText(item->outcome.envelope.data);
        }
    case Qt::ToolTipRole:
        return column == TimeColumn ? QLocale().toString(item->at.toLocalTime(), QLocale::LongFormat)
                                    : QString();
    case Qt::AccessibleTextRole:
        return column == WarningsColumn ? QVariant(tr("%n warnings and lost values", nullptr, int(warnings)))
                                        : QVariant();
    case RowRole::IconName: return isWarning ? u"warning"_s : QString();
    case RowRole::IconColor:
    case RowRole::TextColor: {
        const StreamItem *before = column == GapColumn ? itemOf(item->sequence - 1) : nullptr;
        const bool isSlow =
            before && item->gapMs >= slowGapMs && item->gapMs > 3 * before->gapMs && before->sequence > 1;
        return isWarning || isSlow ? QVariant(int(ColorRole::Warning)) : QVariant();
    }
    default: return {};
    }
}

} // namespace Workbench::Ui

#include "moc_streammodel.cpp"
