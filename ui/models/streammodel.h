// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/subscription.h"
#include "ui/models/listtablemodel.h"

#include <QPointer>
#include <QTimer>

#include <deque>

namespace Workbench::Ui {

struct StateLook;
//! Returns the state of a stream, or how it ended, in the words of History.
StateLook lookOf(const Subscription &subscription);

//! The events of a subscription, newest first: all, or those that contain every word of a filter. Items stay
//! in the subscription's ring; a row is found again by sequence. A filter checks the events in slices of a
//! few milliseconds, the newest first.
class StreamModel : public ListTableModel {
    Q_OBJECT
public:
    enum Column {
        SequenceColumn,
        TimeColumn,
        GapColumn,
        BytesColumn,
        WarningsColumn,
        EventColumn, //!< the name of a server-sent event
        PreviewColumn
    };
    enum Role { SequenceRole = Qt::UserRole };
    //! Number of characters of an event's data that a filter checks.
    static constexpr qsizetype searched = 4000;

    explicit StreamModel(QObject *parent = nullptr);

    void setSubscription(Subscription *subscription); //!< null: no rows
    //! Sets the words to find in data, names of events and warnings, case-insensitively; empty: all events.
    void setFilter(const QString &text);
    bool isFiltered() const { return !m_words.isEmpty(); }
    bool isSearching() const { return m_look.isActive(); }
    const StreamItem *itemAt(int row) const; //!< null if the ring no longer has it
    int rowOf(quint64 sequence) const; //!< -1 if no row has this sequence
    quint64 newest() const { return m_end - 1; } //!< sequence of the newest event delivered; 0: none
    bool hasEvents() const { return m_end > m_first; } //!< counts events that the filter hides, too

Q_SIGNALS:
    void searchEnded(); //!< Emitted when the filter has checked every event.

private:
    qsizetype size() const override;
    QVariant cell(int row, int column, int role) const override;
    void follow();
    void readAll();
    void dropOld(quint64 first);
    void look();
    bool matches(quint64 sequence) const;
    const StreamItem *itemOf(quint64 sequence) const;

    QPointer<Subscription> m_subscription;
    quint64 m_first = 1; //!< sequence of the oldest event
    quint64 m_end = 1; //!< sequence of the newest event, plus 1
    QStringList m_words;
    std::deque<quint64> m_matches; //!< oldest first; only while filtered
    quint64 m_lookedFrom = 1; //!< sequence of the first event that was checked
    quint64 m_lookedUntil = 1; //!< sequence of the last event that was checked, plus 1
    QTimer m_look; //!< active while events are left to check
};

} // namespace Workbench::Ui
