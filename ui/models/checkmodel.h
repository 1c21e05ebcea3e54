// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/sourcecheck.h"
#include "ui/models/listtablemodel.h"

#include <QHash>

namespace Workbench::Ui {

//! The outcome of each operation of a source that was checked, one row per operation.
class CheckModel : public ListTableModel {
    Q_OBJECT
public:
    enum Column {
        OperationColumn,
        OutcomeColumn,
        DurationColumn,
        EnvelopeColumn,
        FindingsColumn,
        ColumnCount
    };
    enum Role {
        NameRole = Qt::UserRole, //!< QString, the name of the operation
        SortRole, //!< the value by which a column is sorted
    };

    explicit CheckModel(QObject *parent = nullptr);

    //! Shows \a report. If \a isRunning, operations that were not called yet are shown as waiting.
    void setReport(const CheckReport &report, bool isRunning = false);
    //! Reads the run of \a operation again from \a report; every other row stays as it is.
    void updateRun(const CheckReport &report, const QString &operation);
    void clear() { setReport({}); }

private:
    qsizetype size() const override { return m_runs.size(); }
    QVariant cell(int row, int column, int role) const override;
    struct Count {
        int findings = 0;
        Diagnosis::Severity worst = Diagnosis::Severity::Info;
    };
    QVariant outcomeData(const CheckRun &run, int role) const;
    QVariant findingsData(const CheckRun &run, int role) const;
    QVariant sortValue(const CheckRun &run, int column) const;

    QList<CheckRun> m_runs;
    QHash<QString, int> m_rows; //!< row by name of the operation
    QHash<QString, Count> m_counts; //!< by name of the operation
    bool m_isRunning = false;
};

} // namespace Workbench::Ui
