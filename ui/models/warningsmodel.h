// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"

#include <QAbstractListModel>

namespace Workbench::Ui {

//! Warnings and what normalisation changed: the warnings first, then the values that it lost, then the rest.
//! A change at the place of a warning shares the warning's row.
class WarningsModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        PointerRole = Qt::UserRole,
        MessageRole, //!< "Expected number, got string"
        BecameRole, //!< "\"82\" became 0", or what else there is to say; empty when nothing was changed
        SchemaRole, //!< where the schema says so; empty: unknown
        IsWarningRole, //!< bool: a warning or a lost value; false: a change that lost nothing
        BeforeRole, //!< "\"82\"": the value as received; empty when nothing was changed, or it was added
        AfterRole, //!< "0": what normalisation made of it; empty when it was removed
    };

    struct Row {
        QString pointer;
        QString message;
        QString became;
        QString schemaLocation;
        bool isWarning = true; //!< or a lost value
        bool isOfResult = false; //!< as in Warning
        std::optional<Change> change = {}; //!< what normalisation did here
    };

    explicit WarningsModel(QObject *parent = nullptr);

    //! \a normalised: whether the data was cast; else a warning says that the value is shown as received.
    void setOutcome(const Outcome &outcome, bool normalised = true);
    void clear();
    const QList<Row> &rows() const { return m_rows; }
    qsizetype warningCount() const
    {
        return m_warnings;
    } //!< those not shown included when their number is known
    qsizetype changeCount() const { return m_changes; } //!< the lost values included
    qsizetype lostCount() const { return m_lost; }
    //! "12 more", "more than these"; empty when all are rows.
    QString moreText() const { return m_more; }
    static QString placeText(const Row &row); //!< for a person: its pointer, or what it is about
    QString asText() const; //!< all rows for the clipboard
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
