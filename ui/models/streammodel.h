// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/subscription.h"

#include <QAbstractTableModel>
#include <QPointer>

namespace Workbench::Ui {

//! The events of a subscription, newest first. Items stay in the subscription's ring; a row is found again by
//! sequence.
class StreamModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        SequenceColumn,
        TimeColumn,
        GapColumn,
        BytesColumn,
        WarningsColumn,
        PreviewColumn,
        ColumnCount
    };
    enum Role { SequenceRole = Qt::UserRole };

    explicit StreamModel(QObject *parent = nullptr);

    void setSubscription(Subscription *subscription); //!< null: no rows
    const StreamItem *itemAt(int row) const; //!< null when the ring has let it go
    int rowOf(quint64 sequence) const; //!< -1 when it is not there

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void follow();
    void readAll();

    QPointer<Subscription> m_subscription;
    quint64 m_first = 1; //!< sequence of the oldest row
    quint64 m_end = 1; //!< one behind the newest row's
};

} // namespace Workbench::Ui
