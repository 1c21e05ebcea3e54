// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "ui/models/listtablemodel.h"

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

} // namespace Workbench::Ui
