// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixture.h"

#include <QAbstractTableModel>

#include <stop_token>

namespace Workbench::Ui {

QString wordOf(MatchRule::Kind kind); //!< "ignore", "same type", …
//! A rule in words: "any value", "a text like ^[0-9]+$", "at most 0.5 away".
QString argumentText(const MatchRule &rule);
//! Why a rule cannot be used; empty: it can.
QString problemOf(const MatchRule &rule);
//! Where a difference stands, as a rule says it: of a stream without the number of the event, and "/count"
//! for a whole one.
QString rulePlace(const QString &pointer);

//! What of a fixture a rule is about.
struct RuleMatches {
    qsizetype count = -1; //!< -1: not looked yet
    Json first{};
    bool isComplete = true;
};
//! May take long: not for the GUI thread.
RuleMatches matchesOf(const MatchRule &rule, const Fixture &fixture, const std::stop_token &stop = {});

//! The rules of one fixture, in order, with what each is about.
class MatchRulesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { KindColumn, PlaceColumn, ArgumentColumn, MatchesColumn, ColumnCount };

    explicit MatchRulesModel(QObject *parent = nullptr);
    void setRules(const QList<MatchRule> &rules);
    const QList<MatchRule> &rules() const { return m_rules; }
    void setRule(int row, const MatchRule &rule); //!< what it is about is not known then
    int addRule(const MatchRule &rule); //!< its row
    void removeRule(int row);
    void setMatches(const QList<RuleMatches> &matches); //!< of all rules, in order
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
