// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"

#include <QAbstractTableModel>

namespace Workbench::Ui {

//! The frames as they went over the wires, newest first. Frames are not copied: a row is found again in the
//! log by its sequence, and shows nothing when the log has already let it go.
class WireModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { TimeColumn, DirectionColumn, FrameColumn, SizeColumn, TextColumn, ColumnCount };
    enum Role { ExchangeIdRole = Qt::UserRole };
    static constexpr qsizetype textShown = 200; //!< characters of a frame in a row

    explicit WireModel(ExchangeLog *log, QObject *parent = nullptr);

    void setPaused(bool paused);
    const Frame *frameAt(
        int row) const; //!< null when it is gone; valid until control returns to the event loop

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void follow();
    void readAll();
    QString text(const Frame &frame, int column) const;

    ExchangeLog *m_log;
    quint64 m_first = 1; //!< sequence of the oldest row
    quint64 m_end = 1; //!< one behind the sequence of the newest row
    bool m_paused = false;
};

} // namespace Workbench::Ui
