// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "ui/models/placemarks.h"

#include <QAbstractTableModel>

namespace Workbench::Ui {

//! An array of objects as rows and columns. Columns are the keys of the first rows in the order they first
//! appear; rows are handed to the view by pages.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int pageSize = 1000;
    static constexpr int maxColumns = 64;
    static constexpr int rowsSampled = 200;

    enum Role { PointerRole = Qt::UserRole, ValueRole };

    explicit TableModel(QObject *parent = nullptr);

    //! \a pointer: where \a array stands in the data, for the rows' pointers.
    void setArray(const Json &array, const QString &pointer, const PlaceMarks &marks = {});
    const QString &arrayPointer() const { return m_pointer; }
    //! The array that a table of \a data would show: itself, or its only (else its longest) member that is an
    //! array of objects. Nothing when there is none.
    static std::optional<QString> arrayIn(const Json &data);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    Json m_array;
    QString m_pointer;
    QStringList m_columns;
    bool m_moreColumns = false;
    QList<bool> m_numbers; //!< by column: the first rows hold only numbers there
    PlaceMarks m_marks;
    int m_rows = 0; //!< given to the view
};

} // namespace Workbench::Ui
