// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

#include <QAbstractListModel>
#include <QFutureWatcher>
#include <QSet>

#include <atomic>

namespace Workbench {
class Sessions;
struct DefinitionChange;
} // namespace Workbench

namespace Workbench::Ui {

//! All operations of all sources for "Go to operation": best match first, at most maxRows. Without a filter,
//! the operations that were used last come first. Every word of the filter must occur in "source.name", the
//! method or path, the title or the description, or its letters must begin words of the name ("gs" finds
//! get-sum). If nothing else is found, names that have the letters anywhere in this order are shown. Long
//! lists are searched on a worker; until it is done, the rows of the last search stay.
class OperationListModel : public QAbstractListModel {
    Q_OBJECT
public:
    static constexpr int maxRows = 200;

    explicit OperationListModel(Sessions *sessions, QObject *parent = nullptr);
    ~OperationListModel() override;

    void setFilterText(const QString &text);
    //! Sets the operations that were used, the most recent first. Takes effect with the next setFilterText().
    void setRecent(const QList<OperationId> &recent) { m_recent = recent; }
    //! Returns whether a search is still running, so that the rows do not match the text yet.
    bool isSearching() const { return m_isSearching; }
    OperationId operationAt(int row) const; //!< empty when there is no such row
    qsizetype matchCount() const { return m_shown.matches; } //!< includes matches beyond maxRows

    int rowCount(const QModelIndex &parent = {}) const override;
    //! Qt::DisplayRole is source.name; RowRole gives the icon, the title as note and the source as right
    //! text.
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void filtered(); //!< Emitted when the rows match the text.

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
    std::shared_ptr<const Sources> m_sources; //!< the current operations
    Answer m_shown;
    QFutureWatcher<Answer> m_search;
    std::shared_ptr<std::atomic_bool> m_isUnwanted; //!< stops the worker
    QString m_text;
    QList<OperationId> m_recent;
    bool m_stale = true;
    bool m_isSearching = false;
};

//! The operations of one source, in the order of its lists.
class DefinitionListModel : public QAbstractListModel {
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    //! \a changes say how definitions differ from the accepted ones.
    void setOperations(const OperationList &operations, const QList<DefinitionChange> &changes);
    OperationId operationAt(int row) const; //!< empty if there is no such row

    int rowCount(const QModelIndex &parent = {}) const override;
    //! Qt::DisplayRole is the name; RowRole::IconName and RowRole::RightText show the kind as icon and word.
    //! RowRole::RightText of an operation that changed or is new says so instead.
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    OperationList m_operations;
    QSet<QString> m_changed; //!< names of the operations whose definitions changed
    QSet<QString> m_added; //!< names of the operations that are new
};

} // namespace Workbench::Ui
