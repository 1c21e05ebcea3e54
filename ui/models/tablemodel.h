// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "ui/models/placemarks.h"

#include <QAbstractTableModel>

namespace Workbench::Ui {

//! An array of objects, read for a table. Immutable; made on any thread.
struct TableContent {
    //! Reads the array that a table of \a data shows, and makes its places known: afterwards each of its rows
    //! is found in constant time. Linear, so call it on a worker.
    static TableContent read(const Json &data);

    Json array; //!< absent: there is no array of objects
    QString pointer; //!< of the array, into the data
    QStringList columns;
    bool moreColumns = false; //!< than TableModel::maxColumns
    QList<bool> numbers; //!< by column: the first rows hold only numbers there
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
    static constexpr int rowsMeasured = 50; //!< for the widths of columns

    enum Role { PointerRole = Qt::UserRole, ValueRole };

    explicit TableModel(QObject *parent = nullptr);

    //! \a marks: of places in the data.
    void setContent(const TableContent &content, const PlaceMarks &marks = {});
    const TableContent &content() const { return m_content; }
    //! The array that a table of \a data would show: itself, or its only (else its longest) member that is an
    //! array of objects. Nothing when there is none. Looks at the first rows and members only.
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
    int m_rows = 0; //!< given to the view
};

} // namespace Workbench::Ui
