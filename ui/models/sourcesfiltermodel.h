// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QSortFilterProxyModel>

namespace Workbench::Ui {

//! Shows the operations whose name, title or description contains every word of the filter. A source or group
//! that matches keeps all of its rows.
class SourcesFilterModel : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit SourcesFilterModel(QObject *parent = nullptr);
    void setText(const QString &text);
    //! While filtering, a group also shows how many of its operations match.
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool isFiltering() const { return !m_words.isEmpty(); }

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;

private:
    QStringList m_words;
};

} // namespace Workbench::Ui
