// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/framepair.h"

#include <QAbstractTableModel>

namespace Workbench::Ui {

//! The frames as they went over the wires, newest first. Frames are not copied: a row is found again in the
//! log by its sequence, and shows nothing when the log has already let it go.
class WireModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        TimeColumn,
        DirectionColumn,
        SourceColumn,
        FrameColumn,
        LatencyColumn, //!< of an answer: the time since its request
        SizeColumn,
        TextColumn,
        ColumnCount
    };
    enum Role { ExchangeIdRole = Qt::UserRole };
    static constexpr qsizetype textShown = 200; //!< characters of a frame in a row

    explicit WireModel(ExchangeLog *log, QObject *parent = nullptr);

    void setPaused(bool paused);
    const Frame *frameAt(
        int row) const; //!< null when it is gone; valid until control returns to the event loop

    int rowOf(quint64 sequence) const; //!< -1: it is not shown
    //! The request or the answer that belongs to the frame in \a row; nothing: it has none that is kept.
    std::optional<FramePair> pairAt(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void follow();
    void readAll();
    QString text(const Frame &frame, int column) const;
    QString latencyText(int row) const;

    ExchangeLog *m_log;
    quint64 m_first = 1; //!< sequence of the oldest row
    quint64 m_end = 1; //!< one behind the sequence of the newest row
    mutable QHash<quint64, qint64> m_latencies; //!< of answers, by sequence; -1: none
    bool m_paused = false;
};

} // namespace Workbench::Ui
