// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/framepair.h"
#include "ui/models/listtablemodel.h"

namespace Workbench::Ui {

//! The frames as they went over the wire, newest first. Frames are not copied: a row finds its frame in the
//! log by sequence, and is empty if the log no longer has it.
class WireModel : public ListTableModel {
    Q_OBJECT
public:
    enum Column {
        TimeColumn,
        DirectionColumn,
        SourceColumn,
        FrameColumn,
        LatencyColumn, //!< for an answer, the time since its request
        SizeColumn,
        TextColumn
    };
    enum Role { ExchangeIdRole = Qt::UserRole };
    static constexpr qsizetype textShown = 200; //!< characters of a frame in a row

    explicit WireModel(ExchangeLog *log, QObject *parent = nullptr);

    void setPaused(bool paused);
    //! Returns the frame of \a row, or null if the log no longer has it. Valid until control returns to the
    //! event loop.
    const Frame *frameAt(int row) const;

    int rowOf(quint64 sequence) const; //!< -1 if no row has this sequence
    //! Returns the frame in \a row with its request or answer, or nothing if the log has no counterpart.
    std::optional<FramePair> pairAt(int row) const;

private:
    qsizetype size() const override { return qsizetype(m_end - m_first); }
    QVariant cell(int row, int column, int role) const override;
    void follow();
    void readAll();
    QString text(const Frame &frame, int column) const;
    QString latencyText(int row) const;

    ExchangeLog *m_log;
    quint64 m_first = 1; //!< sequence of the oldest row
    quint64 m_end = 1; //!< sequence of the newest row, plus 1
    mutable QHash<quint64, qint64> m_latencies; //!< latency of answers by sequence; -1: unknown
    bool m_paused = false;
};

} // namespace Workbench::Ui
