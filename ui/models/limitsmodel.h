// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "ui/models/listtablemodel.h"

namespace Workbench::Ui {

//! Returns the key of the limit that \a error says was exceeded, or nothing.
QString limitOf(const Error &error);
//! Returns the key of the first limit that \a message, for example of a warning, names, or nothing.
QString limitIn(const QString &message);

//! All limits, each with its value and its default. The value is edited as text with a unit.
class LimitsModel : public ListTableModel {
    Q_OBJECT
public:
    enum Column : quint8 { NameColumn, ValueColumn, DefaultColumn, ColumnCount };

    explicit LimitsModel(const Limits &limits, QObject *parent = nullptr);
    const Limits &limits() const { return m_limits; }
    //! Sets the limit of \a row to its default.
    void reset(int row);
    bool isDefault(int row) const;

    //! Returns false, and emits refused(), if the text is not a valid value of this limit or contradicts
    //! another limit.
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    void limitsChanged(const Workbench::Limits &limits);
    void refused(const QString &sentence);

private:
    qsizetype size() const override { return limitTable().size(); }
    QVariant cell(int row, int column, int role) const override;
    bool apply(int row, const QString &text);

    Limits m_limits;
};

} // namespace Workbench::Ui
