// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/matchrulesmodel.h"

#include "core/base/visibletext.h"
#include "core/json/jsonpointer.h"
#include "core/query/jsonpath.h"
#include "ui/models/comparison.h"
#include "ui/models/jsontext.h"
#include "ui/theme/rowdelegate.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

QString wordOf(MatchRule::Kind kind)
{
    switch (kind) {
    case MatchRule::Kind::Ignore: return MatchRulesModel::tr("ignore");
    case MatchRule::Kind::Type: return MatchRulesModel::tr("same type");
    case MatchRule::Kind::Pattern: return MatchRulesModel::tr("pattern");
    case MatchRule::Kind::Tolerance: return MatchRulesModel::tr("tolerance");
    case MatchRule::Kind::Unordered: return MatchRulesModel::tr("any order");
    }
    return {};
}

QString argumentText(const MatchRule &rule)
{
    switch (rule.kind) {
    case MatchRule::Kind::Pattern: return visibleText(rule.pattern, false, 300);
    case MatchRule::Kind::Tolerance: return u"± %1"_s.arg(previewText(rule.tolerance, 60));
    default: return {};
    }
}

QString problemOf(const MatchRule &rule)
{
    if (rule.at.startsWith(u'$')) {
        if (const auto path = JsonPath::parse(rule.at); !path)
            return visibleText(path.error().error.message, false, 300);
    } else if (!rule.at.isEmpty() && !rule.at.startsWith(u'/')) {
        return MatchRulesModel::tr("Enter a JSON Pointer (/data/id) or a JSONPath ($.data[*].id).");
    }
    if (rule.kind == MatchRule::Kind::Pattern && rule.pattern.isEmpty())
        return MatchRulesModel::tr("Enter a regular expression.");
    if (rule.kind == MatchRule::Kind::Tolerance
        && (!rule.tolerance.isNumber() || rule.tolerance.toDouble() < 0))
        return MatchRulesModel::tr("Enter a tolerance of 0 or more.");
    const Result<MatchRule> read = matchRuleFromJson(toJson(rule));
    return read ? QString() : visibleText(read.error().message, false, 300);
}

QString rulePlace(const QString &pointer)
{
    const QStringList tokens = JsonPointer::tokens(pointer);
    bool isNumber = false;
    if (tokens.size() >= 2 && tokens.constFirst() == "events"_L1)
        tokens.at(1).toLongLong(&isNumber);
    if (pointer == "/events"_L1 || (isNumber && tokens.size() == 2))
        return u"/count"_s; // a whole event was added or removed
    if (!isNumber)
        return pointer;
    QString place;
    for (const QString &token : tokens.sliced(2))
        place = JsonPointer::child(place, token);
    return place;
}

RuleMatches matchesOf(const MatchRule &rule, const Fixture &fixture, const std::stop_token &stop)
{
    QList<Json> roots;
    if (fixture.isStream()) {
        for (const FixtureEvent &event : fixture.events)
            roots.append(event.envelope);
        if (!fixture.error.isAbsent())
            roots.append(Json::object({{u"error"_s, fixture.error}}));
        if (!rule.at.isEmpty()) { // an empty place would match all of each event
            roots.append(Json::object(
                {{u"end"_s, Json::string(fixture.end)}, {u"count"_s, Json::integer(fixture.events.size())}}));
        }
    } else {
        roots.append(comparedValue(fixture));
    }
    RuleMatches matches{.count = 0};
    const auto note = [&](const Json &value) {
        if (matches.count++ == 0)
            matches.first = value;
    };
    if (!rule.at.startsWith(u'$')) {
        for (const Json &root : std::as_const(roots)) {
            if (const Json value = JsonPointer::resolve(root, rule.at); !value.isAbsent())
                note(value);
        }
        return matches;
    }
    const auto path = JsonPath::parse(rule.at);
    if (!path)
        return matches;
    for (const Json &root : std::as_const(roots)) {
        const JsonPathResult result = path->evaluate(root, stop);
        for (qsizetype i = 0; i < result.size(); ++i)
            note(result.value(i));
        matches.isComplete = matches.isComplete && !result.incomplete();
    }
    return matches;
}

MatchRulesModel::MatchRulesModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void MatchRulesModel::setRules(const QList<MatchRule> &rules)
{
    beginResetModel();
    m_rules = rules;
    m_matches = QList<RuleMatches>(rules.size());
    endResetModel();
}

void MatchRulesModel::setRule(int row, const MatchRule &rule)
{
    if (row < 0 || row >= m_rules.size() || m_rules.at(row) == rule)
        return;
    m_rules[row] = rule;
    m_matches[row] = {};
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

int MatchRulesModel::addRule(const MatchRule &rule)
{
    const int row = int(m_rules.size());
    beginInsertRows({}, row, row);
    m_rules.append(rule);
    m_matches.append(RuleMatches{});
    endInsertRows();
    return row;
}

void MatchRulesModel::removeRule(int row)
{
    if (row < 0 || row >= m_rules.size())
        return;
    beginRemoveRows({}, row, row);
    m_rules.removeAt(row);
    m_matches.removeAt(row);
    endRemoveRows();
}

void MatchRulesModel::setMatches(const QList<RuleMatches> &matches)
{
    if (matches.size() != m_rules.size() || matches.isEmpty())
        return;
    m_matches = matches;
    Q_EMIT dataChanged(index(0, MatchesColumn), index(int(m_rules.size()) - 1, MatchesColumn));
}

bool MatchRulesModel::isValid() const
{
    return std::ranges::all_of(m_rules, [](const MatchRule &rule) { return problemOf(rule).isEmpty(); });
}

int MatchRulesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rules.size());
}

int MatchRulesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString MatchRulesModel::text(int row, int column) const
{
    const MatchRule &rule = m_rules.at(row);
    switch (column) {
    case KindColumn: return wordOf(rule.kind);
    case PlaceColumn: return rule.at.isEmpty() ? tr("everything") : visibleText(rule.at, false, 300);
    case ArgumentColumn: return argumentText(rule);
    case MatchesColumn: break;
    default: return {};
    }
    if (const QString problem = problemOf(rule); !problem.isEmpty())
        return problem;
    const RuleMatches &matches = m_matches.at(row);
    if (matches.count < 0)
        return tr("searching…");
    if (matches.count == 0)
        return tr("no match in this recording");
    const QString first = previewText(matches.first, 120);
    return matches.count == 1 ? first : tr("%1 and %n more", nullptr, int(matches.count - 1)).arg(first);
}

QVariant MatchRulesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const int column = index.column();
    const bool isBroken = column == MatchesColumn && !problemOf(m_rules.at(index.row())).isEmpty();
    const bool matchesNothing = column == MatchesColumn && m_matches.at(index.row()).count == 0;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: return text(index.row(), column);
    case RowRole::IconName: return isBroken || matchesNothing ? QVariant(u"warning"_s) : QVariant();
    case RowRole::IconColor:
    case RowRole::TextColor:
        if (isBroken)
            return int(ColorRole::Error);
        if (matchesNothing)
            return int(ColorRole::Warning);
        return column == MatchesColumn ? QVariant(int(ColorRole::TextSecond)) : QVariant();
    case RowRole::Font:
        return column == KindColumn || isBroken || matchesNothing ? QVariant()
                                                                  : QVariant(int(FontRole::Data));
    case RowRole::ElideEnd: return column == MatchesColumn;
    default: return {};
    }
}

QVariant MatchRulesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case KindColumn: return tr("Rule");
    case PlaceColumn: return tr("Place");
    case ArgumentColumn: return tr("Argument");
    case MatchesColumn: return tr("In this recording");
    default: return {};
    }
}

} // namespace Workbench::Ui

#include "moc_matchrulesmodel.cpp"
