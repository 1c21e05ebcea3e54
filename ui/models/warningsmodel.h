// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"

#include <QObject>

namespace Workbench::Ui {

//! The rows of the warnings and changes of a result: first the warnings, then the lost values, then the other
//! changes. A change at the place of a warning shares the warning's row.
class WarningsModel : public QObject {
    Q_OBJECT
public:
    struct Row {
        QString pointer;
        QString message; //!< "Expected number, got string"
        QString became; //!< "\"82\" became 0", or another text; empty if nothing was changed
        QString schemaLocation; //!< location of the violated keyword in the schema; empty: unknown
        bool isWarning = true; //!< a warning or a lost value; false: a change that lost nothing
        bool isOfResult = false; //!< the pointer is into the whole result, see Warning::isOfResult
        std::optional<Change> change = {}; //!< nothing: the value was not changed
    };

    using QObject::QObject;

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

private:
    void addChange(const Change &change);

    QList<Row> m_rows;
    qsizetype m_warnings = 0;
    qsizetype m_changes = 0;
    qsizetype m_lost = 0;
    QString m_more;
};

} // namespace Workbench::Ui
