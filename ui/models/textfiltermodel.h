// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QSortFilterProxyModel>

namespace Workbench::Ui {

//! Shows the rows whose columns together contain every word of a text, in any order, case-insensitively.
class TextFilterModel : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit TextFilterModel(QObject *parent = nullptr);
    void setText(const QString &text);

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;
    const QStringList &words() const { return m_words; }

private:
    QStringList m_words;
};

//! Filters frames, also by the call that they belong to.
class WireFilterModel : public TextFilterModel {
    Q_OBJECT
public:
    using TextFilterModel::TextFilterModel;
    void setExchange(const QString &exchangeId); //!< empty: all
    const QString &exchange() const { return m_exchange; }

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;

private:
    QString m_exchange;
};

//! Filters lines of the log, also by their level.
class LogFilterModel : public TextFilterModel {
    Q_OBJECT
public:
    using TextFilterModel::TextFilterModel;
    void setLevel(int least); //!< int(LogLine::Level); lines below it are hidden

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;

private:
    int m_level = 0;
};

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
