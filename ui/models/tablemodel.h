// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "ui/models/placemarks.h"

#include <QAbstractTableModel>

namespace Workbench::Ui {

//! An array of objects, prepared for a table. Immutable; may be made on any thread.
struct TableContent {
    //! Reads the array that a table of \a data shows, and indexes it, so that each row is found in constant
    //! time, and each cell without reading the row. Reads all rows, so call it on a worker.
    static TableContent read(const Json &data);

    Json array; //!< absent: there is no array of objects
    QString pointer; //!< JSON Pointer of the array in the data
    QStringList columns;
    bool moreColumns = false; //!< there are more columns than TableModel::maxColumns
    QList<bool> numbers; //!< by column: whether the first rows have only numbers there
    QList<int> widths; //!< by column: characters of the longest text in the first rows, the heading included
};

//! An array of objects as rows and columns. Columns are the keys of the first rows in the order they first
//! appear; rows are handed to the view by pages.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int pageSize = 1000;
    static constexpr int maxColumns = 64;
    static constexpr int rowsSampled = 200;
    static constexpr int rowsMeasured = 50; //!< rows that determine the widths of columns
    static constexpr int membersLooked = 1000; //!< members among which arrayIn() looks for the array
    static constexpr int itemsLooked = 2000; //!< items that arrayIn() reads in all members together

    enum Role { PointerRole = Qt::UserRole, ValueRole };

    explicit TableModel(QObject *parent = nullptr);

    //! Shows \a content. A row is marked if \a marks, which are marks in the data, has one in that row.
    void setContent(const TableContent &content, const PlaceMarks &marks = {});
    const TableContent &content() const { return m_content; }
    //! Returns the pointer of the array that a table of \a data would show: \a data itself, or its only
    //! (otherwise its longest) member that is an array of objects. Nothing if there is no such array. Checks
    //! only the first rows and members, so that it may be called on the GUI thread.
    static std::optional<QString> arrayIn(const Json &data);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    TableContent m_content;
    QHash<int, ColorRole> m_marks; //!< by row
    int m_rows = 0; //!< rows fetched by the view so far
};

} // namespace Workbench::Ui
