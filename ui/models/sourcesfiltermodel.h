// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/models/textfiltermodel.h"

namespace Workbench::Ui {

//! Shows the operations whose name, title or description contains every word of the filter. A source or group
//! that matches keeps all of its rows.
class SourcesFilterModel : public TextFilterModel {
    Q_OBJECT
public:
    explicit SourcesFilterModel(QObject *parent = nullptr);
    //! While filtering, a group also shows how many of its operations match.
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool isFiltering() const { return !words().isEmpty(); }

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;
};

} // namespace Workbench::Ui
