// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/models/comparison.h"

#include <QAbstractItemModel>

namespace Workbench::Ui {

//! Two values as one tree: what belongs together stands in one row, what is on one side only leaves the other
//! empty. Children are made when a row is opened, a thousand at a time.
class ComparisonModel : public QAbstractItemModel {
    Q_OBJECT
public:
    static constexpr qsizetype pageSize = 1000;

    enum Column { KeyColumn, BeforeColumn, DifferenceColumn, AfterColumn, ColumnCount };
    enum Role {
        DifferenceRole = Qt::UserRole, //!< int, index into Comparison::differences(); -1: none of its own
        PointerRole, //!< QString, where it stands, or stood
        DiffersBelowRole, //!< bool
    };

    explicit ComparisonModel(QObject *parent = nullptr);
    ~ComparisonModel() override;

    //! Null: nothing.
    void setComparison(std::shared_ptr<const Comparison> comparison);
    const std::shared_ptr<const Comparison> &comparison() const { return m_comparison; }
    void setTitles(const QString &before, const QString &after);
    //! Leaves out what is the same, and what rules allow.
    void setOnlyDifferences(bool only);
    //! The row of a difference; what lies on the way is made. Invalid when it is left out.
    QModelIndex indexOf(qsizetype difference);

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    bool hasChildren(const QModelIndex &parent = {}) const override;
    bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Node;
    struct Pair;
    Node *nodeOf(const QModelIndex &index) const;
    QModelIndex indexOfNode(const Node *node, int column = KeyColumn) const;
    void reset();
    void pair(Node *node) const;
    void pairItems(Node *node) const;
    void pairMembers(Node *node) const;
    void fetch(Node *node);
    bool isShown(quint32 before, quint32 after) const;
    QString keyOf(const Node *node) const;
    QVariant cell(const Node *node, int column, int role) const;
    QVariant differenceCell(const Node *node, int role) const;

    std::shared_ptr<const Comparison> m_comparison;
    std::unique_ptr<Node> m_top;
    std::array<QString, 2> m_titles;
    bool m_only = false;
};

} // namespace Workbench::Ui
