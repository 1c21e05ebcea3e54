// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace Workbench::Ui {

//! The base class of trees of JSON values. Rows are made when the row above them is opened; a container of
//! more than pageSize shows them behind rows that stand for a range ("[0 … 999]").
class PagedTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    static constexpr qsizetype pageSize = 1000;
    static constexpr int maxDepth = 512; //!< as limits.json.depth: deeper places are shown as text only

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const final;
    QModelIndex parent(const QModelIndex &child) const final;
    int rowCount(const QModelIndex &parent = {}) const final;
    bool hasChildren(const QModelIndex &parent = {}) const final;
    bool canFetchMore(const QModelIndex &parent) const final;
    void fetchMore(const QModelIndex &parent) final;

protected:
    struct Row {
        virtual ~Row() = default;
        //! Returns how many of the container's children one row below shows: 1, or a power of pageSize.
        qsizetype step() const;
        QString rangeText() const { return QStringLiteral("[%1 … %2]").arg(from).arg(to - 1); }

        Row *parent = nullptr;
        int row = 0;
        int depth = 0; //!< depth of the value; a range has the depth of its container
        bool isRange = false;
        bool isFetched = false;
        qsizetype from = 0; //!< the rows below show [from, to) of the container
        qsizetype to = 0;
        std::vector<std::unique_ptr<Row>> children;
    };

    PagedTreeModel(std::unique_ptr<Row> top, QObject *parent);
    Row *top() const { return m_top.get(); } //!< Returns the invisible row above all rows.
    void setTop(std::unique_ptr<Row> top) { m_top = std::move(top); } //!< Call it while the model is reset.
    Row *rowAt(const QModelIndex &index) const;
    QModelIndex indexOfRow(const Row *row, int column = 0) const;
    //! Returns the row for the child at \a position of the container \a row, and makes the rows that lead to
    //! it. Null if \a row cannot be opened.
    Row *childAt(Row *row, qsizetype position);
    //! Returns whether \a row has rows below it, whether they are made or not.
    virtual bool isOpenable(Row *row) const = 0;
    virtual void prepare(Row *) const { } //!< Finds [from, to) of a row that is about to be opened.
    //! Makes a row below \a row: for the child at \a position of the container, or for a range from there.
    virtual std::unique_ptr<Row> makeChild(const Row *row, qsizetype position, bool isRange) const = 0;

private:
    void fetch(Row *row);

    std::unique_ptr<Row> m_top;
};

} // namespace Workbench::Ui
