// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "core/exchange/framepair.h"
#include "ui/models/listtablemodel.h"

#include <QTimer>

#include <deque>

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

//! The calls of this run, newest first.
class HistoryModel : public ListTableModel {
    Q_OBJECT
public:
    enum Column {
        TimeColumn,
        SourceColumn,
        OperationColumn,
        InputColumn,
        OutcomeColumn,
        DurationColumn,
        SizeColumn,
        WarningsColumn,
        NoteColumn,
        ColumnCount
    };
    enum Role { ExchangeIdRole = Qt::UserRole };

    explicit HistoryModel(ExchangeLog *log, QObject *parent = nullptr);

    //! Sets where the names of operations come from. \a sessions must outlive the model.
    void setSessions(const Sessions *sessions) { m_sessions = sessions; }
    //! Freezes the rows while \a paused. Resuming shows the calls that were made in the meantime.
    void setPaused(bool paused);
    const ExchangeRecord &recordAt(int row) const; //!< \a row must be valid

private:
    qsizetype size() const override { return m_records.size(); }
    QVariant cell(int row, int column, int role) const override;
    void recordAdded();
    void recordChanged(qsizetype index);
    void readAll();
    QString text(const ExchangeRecord &record, int column) const;
    static QString noteOf(const ExchangeRecord &record);
    static QString noteToolTip(const ExchangeRecord &record);

    ExchangeLog *m_log;
    const Sessions *m_sessions = nullptr; //!< null: operations are named by their ids
    QList<ExchangeRecord> m_records; //!< oldest first, as in the log
    bool m_paused = false;
};

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

//! Log lines, newest first, at most maxLines. Lines are shown in batches, at most one batch per 50 ms.
class LogModel : public ListTableModel {
    Q_OBJECT
public:
    static constexpr qsizetype maxLines = 10'000;
    enum Column { TimeColumn, LevelColumn, SourceColumn, OriginColumn, TextColumn };
    enum Role { LevelRole = Qt::UserRole }; //!< int(LogLine::Level)

    static QString levelWord(LogLine::Level level);

    explicit LogModel(QObject *parent = nullptr);

    void add(const LogLine &line);
    std::deque<LogLine> clear(); //!< returns the lines, for restore()
    void restore(std::deque<LogLine> lines); //!< puts cleared lines back before newer lines
    void setPaused(bool paused);

private:
    qsizetype size() const override { return qsizetype(m_lines.size()); }
    QVariant cell(int row, int column, int role) const override;
    void flush();

    std::deque<LogLine> m_lines; //!< oldest first
    std::deque<LogLine> m_waiting;
    QTimer m_timer;
    bool m_paused = false;
};

} // namespace Workbench::Ui
