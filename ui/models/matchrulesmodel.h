// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixture.h"

#include <QAbstractTableModel>

#include <stop_token>

namespace Workbench::Ui {

//! Returns the word for a kind of rule: "ignore", "same type", ….
QString wordOf(MatchRule::Kind kind);
//! Returns the argument of \a rule as text: its pattern, or its tolerance as "± 0.5". Empty for other kinds.
QString argumentText(const MatchRule &rule);
//! Returns why \a rule cannot be used, or an empty string if it can.
QString problemOf(const MatchRule &rule);
//! Returns the place of a difference as a rule writes it. For a place in an event of a stream, this is the
//! place without the number of the event; for a whole event, it is "/count".
QString rulePlace(const QString &pointer);

//! The values of a fixture that a rule applies to.
struct RuleMatches {
    qsizetype count = -1; //!< -1: not searched yet
    Json first{};
    bool isComplete = true;
};
//! Finds the values of \a fixture that \a rule applies to. May take long, so call it on a worker.
RuleMatches matchesOf(const MatchRule &rule, const Fixture &fixture, const std::stop_token &stop = {});

//! The rules of one fixture, in order, each with the values that it applies to.
class MatchRulesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { KindColumn, PlaceColumn, ArgumentColumn, MatchesColumn, ColumnCount };

    explicit MatchRulesModel(QObject *parent = nullptr);
    void setRules(const QList<MatchRule> &rules);
    const QList<MatchRule> &rules() const { return m_rules; }
    void setRule(int row, const MatchRule &rule); //!< its matches are unknown until setMatches()
    int addRule(const MatchRule &rule); //!< returns its row
    void removeRule(int row);
    void setMatches(const QList<RuleMatches> &matches); //!< one for each rule, in order
    bool isValid() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(int row, int column) const;

    QList<MatchRule> m_rules;
    QList<RuleMatches> m_matches;
};

} // namespace Workbench::Ui
