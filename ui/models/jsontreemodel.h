// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "ui/models/pagedtreemodel.h"
#include "ui/models/placemarks.h"

#include <QSet>

namespace Workbench::Ui {

//! A JSON value as a tree with the columns Key and Value, keys in the order received.
class JsonTreeModel : public PagedTreeModel {
    Q_OBJECT
public:
    enum Column { KeyColumn, ValueColumn, ColumnCount };
    enum Role {
        PointerRole = Qt::UserRole, //!< QString, JSON Pointer of the value, or of a range's container
        ValueRole, //!< Workbench::Json
    };

    explicit JsonTreeModel(QObject *parent = nullptr);

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

    int columnCount(const QModelIndex & = {}) const override { return ColumnCount; }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    //! Returns a note to show after the value of a row; empty: none.
    virtual QString noteOf(const QString &pointer, const Json &value) const;

private:
    struct Node;
    Node *nodeOf(const QModelIndex &index) const;
    bool isOpenable(Row *row) const override { return row->to > row->from && row->depth < maxDepth; }
    std::unique_ptr<Row> makeChild(const Row *row, qsizetype position, bool isRange) const override;
    bool isRoot(const Node *node) const;
    QString pointerOf(const Node *node) const;
    PlaceMark markOf(const Node *node) const;
    QString keyOf(const Node *node) const;
    QVariant keyData(const Node *node, int role) const;
    QVariant valueData(const Node *node, int role) const;

    bool m_rootVisible = true; //!< the only row of the top is the value; otherwise its rows are the value's
    PlaceMarks m_marks;
    QSet<QString> m_marksBelow; //!< every proper ancestor of a marked place
};

} // namespace Workbench::Ui
