// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "ui/models/placemarks.h"

#include <QAbstractItemModel>
#include <QSet>

namespace Workbench::Ui {

//! A JSON value as a tree with the columns Key and Value, keys in the order received. Children are made when
//! a row is opened; a container of more than pageSize shows them behind rows that stand for a range ("[0 …
//! 999]").
class JsonTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    static constexpr qsizetype pageSize = 1000;
    static constexpr int maxDepth = 512; //!< as limits.json.depth: deeper places are shown as text only

    enum Column { KeyColumn, ValueColumn, ColumnCount };
    enum Role {
        PointerRole = Qt::UserRole, //!< QString, JSON Pointer of the value, or of a range's container
        ValueRole, //!< Workbench::Json
    };

    explicit JsonTreeModel(QObject *parent = nullptr);
    ~JsonTreeModel() override;

    //! Shows \a value. An absent value has no rows.
    void setValue(Json value, const PlaceMarks &marks = {});
    const Json &value() const;
    //! Sets whether the value itself has a row "$" (the default) or only its children are shown.
    void setRootVisible(bool visible);
    //! Returns the row of \a pointer and makes the rows that lead to it. Invalid if there is no such place.
    QModelIndex indexOf(const QString &pointer, int column = KeyColumn);
    //! Tells the model that a view opened or closed a row: a closed row shows whether a row below it is
    //! marked.
    void setExpanded(const QModelIndex &index, bool expanded);

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    bool hasChildren(const QModelIndex &parent = {}) const override;
    bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    //! Returns a note to show after the value of a row; empty: none.
    virtual QString noteOf(const QString &pointer, const Json &value) const;

private:
    struct Node;
    Node *nodeOf(const QModelIndex &index) const;
    QModelIndex indexOfNode(const Node *node, int column = KeyColumn) const;
    QString pointerOf(const Node *node) const;
    QString keyOf(const Node *node) const;
    QVariant keyData(const Node *node, int role) const;
    QVariant valueData(const Node *node, int role) const;
    void fetch(Node *node);

    std::unique_ptr<Node> m_top; //!< invisible; its only child is the value, or its children are the value's
    bool m_rootVisible = true;
    PlaceMarks m_marks;
    QSet<QString> m_marksBelow; //!< every proper ancestor of a marked place
};

} // namespace Workbench::Ui
