// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/subscription.h"

#include <QAbstractTableModel>
#include <QPointer>
#include <QTimer>

#include <deque>

namespace Workbench::Ui {

struct StateLook;
//! Returns how a stream is, or how it ended, in the words of History.
StateLook lookOf(const Subscription &subscription);

//! The events of a subscription, newest first; all, or those that hold every word of a filter. Items stay in
//! the subscription's ring; a row is found again by sequence. A filter looks at the events in slices of a few
//! milliseconds, the newest first.
class StreamModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        SequenceColumn,
        TimeColumn,
        GapColumn,
        BytesColumn,
        WarningsColumn,
        EventColumn, //!< the name a server-sent event has
        PreviewColumn,
        ColumnCount
    };
    enum Role { SequenceRole = Qt::UserRole };
    //! A filter looks at so much of an event's data.
    static constexpr qsizetype searched = 4000;

    explicit StreamModel(QObject *parent = nullptr);

    void setSubscription(Subscription *subscription); //!< null: no rows
    //! Words to look for in data, names of events and warnings, whatever their case; empty: all events.
    void setFilter(const QString &text);
    bool isFiltered() const { return !m_words.isEmpty(); }
    bool isSearching() const { return m_look.isActive(); }
    const StreamItem *itemAt(int row) const; //!< null when the ring has let it go
    int rowOf(quint64 sequence) const; //!< -1 when it is not there
    quint64 newest() const { return m_end - 1; } //!< sequence of the newest event delivered; 0: none
    bool hasEvents() const { return m_end > m_first; } //!< whatever the filter

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void searchEnded(); //!< every event was looked at

private:
    void follow();
    void readAll();
    void dropOld(quint64 first);
    void look();
    bool matches(quint64 sequence) const;
    const StreamItem *itemOf(quint64 sequence) const;
    quint64 sequenceOf(int row) const;

    QPointer<Subscription> m_subscription;
    quint64 m_first = 1; //!< sequence of the oldest event
    quint64 m_end = 1; //!< one behind the newest's
    QStringList m_words;
    std::deque<quint64> m_matches; //!< oldest first; only while filtered
    quint64 m_lookedFrom = 1; //!< what was looked at lies from here …
    quint64 m_lookedUntil = 1; //!< … to before here
    QTimer m_look; //!< while something is left to look at
};

} // namespace Workbench::Ui
