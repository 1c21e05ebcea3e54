// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

#include <QAbstractItemModel>
#include <QSet>
#include <QTimer>

namespace Workbench {
class Sessions;
struct DefinitionChange;
struct Source;
} // namespace Workbench

namespace Workbench::Ui {

//! The numbers of operations whose definitions differ from the accepted ones.
struct DefinitionCounts {
    qsizetype changed = 0; //!< the instructions of the server count too
    qsizetype added = 0;
    qsizetype gone = 0;
};
DefinitionCounts countsOf(const QList<DefinitionChange> &changes);
//! Returns \a counts as text: "1 changed, 4 new, 1 gone". Empty if all are 0.
QString changesText(const DefinitionCounts &counts);

//! All sources with their groups and operations, as one tree. Operations cost one shared
//! reference each and no tree node, so that 100 000 of them stay usable. Changes arrive as insertions,
//! removals and dataChanged.
class SourcesModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum class RowKind : quint8 { Source, Group, Operation };
    enum Role {
        RowKindRole = Qt::UserRole, //!< int(RowKind)
        SourceNameRole, //!< QString, name of the source; for every row
        KeyRole, //!< QString, "source" or "source/group", by which a view remembers open rows
    };

    explicit SourcesModel(Sessions *sessions, QObject *parent = nullptr);
    ~SourcesModel() override;

    OperationId operationAt(const QModelIndex &index) const; //!< empty for a source or a group
    QModelIndex indexOf(const OperationId &operation) const;
    QModelIndex indexOfSource(const QString &name) const;
    void setLive(const OperationId &operation, bool live);
    //! Returns whether the row itself contains every one of \a words: an operation in its name, title and
    //! description, a source or a group in its name.
    bool matches(const QModelIndex &index, const QStringList &words) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Branch;
    struct SourceBranch;

    //! Returns the branch of a source or group row, or null for an operation.
    Branch *branchOf(const QModelIndex &index) const;
    //! Returns the operation of a row, or null for a source or group.
    const OperationSpec *entryOf(const QModelIndex &index) const;
    QModelIndex indexOfBranch(const Branch *branch) const;
    void syncSources();
    template <typename B, typename Make>
    QStringList syncRows(std::vector<std::unique_ptr<B>> &branches, const QStringList &names,
        const QModelIndex &parent, int first, Make make);
    void sourceChanged(const QString &name);
    void readOperations(const QString &name);
    bool readChanges(SourceBranch *source);
    void showRowsAgain(const SourceBranch *source);
    void syncGroups(SourceBranch *source, std::vector<std::unique_ptr<Branch>> groups);
    void syncEntries(Branch *branch, OperationList entries);
    void tick();
    QVariant sourceData(const SourceBranch *source, int role) const;
    QVariant groupData(const Branch *group, int role) const;
    QVariant operationData(const SourceBranch *source, const OperationSpec &entry, int role) const;
    QString operationTip(const SourceBranch *source, const OperationSpec &entry) const;
    QString kindText(const Source &source) const;
    std::pair<QString, int> secondLine(const SourceBranch *source) const;

    Sessions *m_sessions;
    std::vector<std::unique_ptr<SourceBranch>> m_sources;
    QSet<OperationId> m_live;
    QTimer m_tick; //!< updates the seconds while a source connects
};

} // namespace Workbench::Ui
