// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"

#include <QAbstractListModel>

namespace Workbench::Ui {

//! Warnings and changes of a result: first the warnings, then the lost values, then the other changes.
//! A change at the place of a warning shares the warning's row.
class WarningsModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        PointerRole = Qt::UserRole,
        MessageRole, //!< "Expected number, got string"
        BecameRole, //!< "\"82\" became 0", or another text; empty if nothing was changed
        SchemaRole, //!< location of the violated keyword in the schema; empty: unknown
        IsWarningRole, //!< bool: a warning or a lost value; false: a change that lost nothing
        BeforeRole, //!< "\"82\"": the value as received; empty if unchanged or added
        AfterRole, //!< "0": the value after normalisation; empty if removed
    };

    struct Row {
        QString pointer;
        QString message;
        QString became;
        QString schemaLocation;
        bool isWarning = true; //!< a warning or a lost value
        bool isOfResult = false; //!< the pointer is into the whole result, see Warning::isOfResult
        std::optional<Change> change = {}; //!< nothing: the value was not changed
    };

    explicit WarningsModel(QObject *parent = nullptr);

    //! Shows the warnings and changes of \a outcome. If not \a normalised, the data was not cast, and each
    //! warning says that the value is shown as received.
    void setOutcome(const Outcome &outcome, bool normalised = true);
    void clear();
    const QList<Row> &rows() const { return m_rows; }
    //! Returns the number of warnings, including those not shown if their number is known.
    qsizetype warningCount() const { return m_warnings; }
    qsizetype changeCount() const { return m_changes; } //!< includes lost values
    qsizetype lostCount() const { return m_lost; }
    //! Returns a text that says how many warnings or changes have no row; empty if all have one.
    QString moreText() const { return m_more; }
    //! Returns the place of \a row for the user: its pointer, or "whole result".
    static QString placeText(const Row &row);
    QString asText() const; //!< all rows, for the clipboard
    static QString asText(const Row &row);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    void addChange(const Change &change);

    QList<Row> m_rows;
    qsizetype m_warnings = 0;
    qsizetype m_changes = 0;
    qsizetype m_lost = 0;
    QString m_more;
};

} // namespace Workbench::Ui
