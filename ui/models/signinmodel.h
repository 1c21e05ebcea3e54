// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/signinsteps.h"
#include "ui/models/listtablemodel.h"
#include "ui/models/words.h"

namespace Workbench::Ui {

StateLook lookOf(SignInStep::State state);

//! The steps of the sign-ins of one source, oldest first, as they happen.
class SignInModel : public ListTableModel {
    Q_OBJECT
public:
    enum Column { StepColumn, RequestColumn, StatusColumn, TimeColumn, ColumnCount };

    SignInModel(const ExchangeLog *log, QString source, QObject *parent = nullptr);

    //! Sets the MCP revision that was negotiated with the source; empty: unknown.
    void setRevision(const QString &revision);
    const SignInStep *stepAt(int row) const; //!< null if there is no such row
    //! Returns the row to select first: the last step that failed, otherwise the last step; -1 if there are
    //! no steps.
    int rowOfInterest() const;

private:
    qsizetype size() const override { return m_steps.size(); }
    QVariant cell(int row, int column, int role) const override;
    void read();

    const ExchangeLog *m_log;
    QString m_source;
    QString m_revision;
    QList<SignInStep> m_steps;
};

} // namespace Workbench::Ui
