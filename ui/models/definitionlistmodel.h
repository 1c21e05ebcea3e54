// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

#include <QAbstractListModel>

namespace Workbench::Ui {

//! The operations of one source, in the order of its lists.
class DefinitionListModel : public QAbstractListModel {
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    void setOperations(const OperationList &operations);
    OperationId operationAt(int row) const; //!< empty if there is no such row

    int rowCount(const QModelIndex &parent = {}) const override;
    //! Qt::DisplayRole is the name; RowRole::Icon and RowRole::Right show the kind as icon and word.
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    OperationList m_operations;
};

} // namespace Workbench::Ui
