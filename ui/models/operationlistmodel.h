// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/operationlist.h"

#include <QAbstractListModel>

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

//! All operations of all sources for "Go to operation": best match first, at most maxRows. Every word of the
//! filter must occur in "source.name", the title or the description, letters in order where they do not stand
//! together.
class OperationListModel : public QAbstractListModel {
    Q_OBJECT
public:
    static constexpr int maxRows = 200;

    enum Role {
        IdRole = Qt::UserRole, //!< QString, OperationId::toString()
        SourceRole,
        DescriptionRole
    };

    explicit OperationListModel(Sessions *sessions, QObject *parent = nullptr);
    ~OperationListModel() override;

    void setFilterText(const QString &text);
    OperationId operationAt(int row) const; //!< empty when there is no such row
    qsizetype matchCount() const { return m_matches; } //!< also those beyond maxRows

    int rowCount(const QModelIndex &parent = {}) const override;
    //! Display: source.name; RowRole icon, note (title) and right text (source).
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    struct Entry;
    Entry entryAt(size_t row) const;
    void read();
    void filter();

    Sessions *m_sessions;
    std::vector<std::pair<QString, OperationList>> m_sources; //!< by name
    std::vector<std::pair<size_t, qsizetype>> m_rows; //!< indices into m_sources and its list, best first
    qsizetype m_matches = 0;
    QString m_text;
    bool m_stale = true;
};

} // namespace Workbench::Ui
