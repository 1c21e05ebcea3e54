// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/operationlist.h"

#include <QAbstractListModel>
#include <QFutureWatcher>

#include <atomic>

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

//! All operations of all sources for "Go to operation": best match first, at most maxRows. Without a filter,
//! the operations that were used last come first. Every word of the filter must occur in "source.name", the
//! method or path, the title or the description, or its letters must begin words of the name ("gs" finds
//! get-sum). Names that have the letters anywhere in this order are found if nothing else is. Long lists are
//! looked through on a worker; until it is done the rows found before stay.
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
    //! Operations that were used, the last one first. Takes effect with the next setFilterText().
    void setRecent(const QList<OperationId> &recent) { m_recent = recent; }
    bool isSearching() const { return m_isSearching; } //!< the rows are not those of the text yet
    OperationId operationAt(int row) const; //!< empty when there is no such row
    qsizetype matchCount() const { return m_shown.matches; } //!< also those beyond maxRows

    int rowCount(const QModelIndex &parent = {}) const override;
    //! Display: source.name; RowRole icon, note (title) and right text (source).
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void filtered(); //!< the rows are those of the text

private:
    using Sources = std::vector<std::pair<QString, OperationList>>; //!< by name
    struct Answer {
        std::shared_ptr<const Sources> sources;
        std::vector<std::pair<size_t, qsizetype>> rows; //!< indices into sources and its list, best first
        qsizetype matches = 0;
    };
    struct Entry;
    static Answer search(std::shared_ptr<const Sources> sources, const QStringList &words,
        const QList<OperationId> &recent, const std::shared_ptr<const std::atomic_bool> &isUnwanted);
    Entry entryAt(size_t row) const;
    void read();
    void filter();
    void show(Answer answer);

    Sessions *m_sessions;
    std::shared_ptr<const Sources> m_sources; //!< as they are now
    Answer m_shown;
    QFutureWatcher<Answer> m_search;
    std::shared_ptr<std::atomic_bool> m_isUnwanted; //!< stops the worker
    QString m_text;
    QList<OperationId> m_recent;
    bool m_stale = true;
    bool m_isSearching = false;
};

} // namespace Workbench::Ui
