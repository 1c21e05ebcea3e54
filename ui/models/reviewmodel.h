// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixtureredaction.h"

#include <QAbstractTableModel>

namespace Workbench::Ui {

//! The secrets found in recordings before they are written. Known secrets are already replaced. A value that
//! only looks like a secret is replaced too unless the user clears its check box.
class ReviewModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { DecisionColumn, PlaceColumn, WhatColumn, ExcerptColumn, ColumnCount };

    explicit ReviewModel(QObject *parent = nullptr);
    void setRecordings(const QList<RedactedFixture> &recordings);
    //! Returns the recordings with the user's decisions applied.
    QList<RedactedFixture> reviewed() const;
    qsizetype suspicions() const; //!< number of values that only look like secrets

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        qsizetype recording;
        RedactionFinding finding;
        bool replace = true;
    };
    QString text(const Row &row, int column) const;

    QList<RedactedFixture> m_recordings;
    QList<Row> m_rows; //!< suspicions first
};

} // namespace Workbench::Ui
