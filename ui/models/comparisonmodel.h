// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/models/comparison.h"

#include <QAbstractItemModel>

namespace Workbench::Ui {

//! Two values as one tree. Values that correspond share a row; a value that only one side has leaves the
//! other side's cell empty. Children are made when a row is opened, at most pageSize per row.
class ComparisonModel : public QAbstractItemModel {
    Q_OBJECT
public:
    static constexpr qsizetype pageSize = 1000;

    enum Column { KeyColumn, BeforeColumn, DifferenceColumn, AfterColumn, ColumnCount };
    enum Role {
        DifferenceRole = Qt::UserRole, //!< int, index into Comparison::differences(); -1: the row has none
        PointerRole, //!< QString, JSON Pointer; into the value before if the row was removed
        DiffersBelowRole, //!< bool, whether a row below differs
    };

    explicit ComparisonModel(QObject *parent = nullptr);
    ~ComparisonModel() override;

    //! Shows \a comparison. Null: no rows.
    void setComparison(std::shared_ptr<const Comparison> comparison);
    const std::shared_ptr<const Comparison> &comparison() const { return m_comparison; }
    void setTitles(const QString &before, const QString &after);
    //! If \a only, hides values that are equal and differences that rules allow.
    void setOnlyDifferences(bool only);
    //! Returns the row of a difference and makes the rows that lead to it. Invalid if the row is hidden.
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
