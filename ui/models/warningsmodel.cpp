// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/warningsmodel.h"

#include "core/base/visibletext.h"
#include "core/envelope/pipeline/outcome.h"
#include "ui/models/coretexts.h"
#include "ui/models/jsonrow.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype maxChanges = 1000;

//! Returns \a value in short. A hub leaves long values out of its report.
QString receivedText(const Json &value)
{
    return value.isAbsent() ? WarningsModel::tr("An unknown value") : previewText(value, 80);
}

QString becameText(const Change &change)
{
    switch (change.action) {
    case ChangeAction::Added:
        return change.mark == ChangeMark::Filled
            ? WarningsModel::tr("The default %1 was filled in").arg(previewText(change.after, 80))
            : WarningsModel::tr("%1 was invented because nothing was received")
                  .arg(previewText(change.after, 80));
    case ChangeAction::Removed: return WarningsModel::tr("%1 was removed").arg(receivedText(change.before));
    case ChangeAction::Replaced: break;
    }
    return WarningsModel::tr("%1 became %2").arg(receivedText(change.before), previewText(change.after, 80));
}

} // namespace

void WarningsModel::clear()
{
    m_rows.clear();
    m_more.clear();
    m_warnings = m_changes = m_lost = 0;
}

void WarningsModel::setOutcome(const Outcome &outcome, bool normalised)
{
    m_rows.clear();
    m_more.clear();
    m_warnings = outcome.warnings.size() + std::max<qsizetype>(0, outcome.warningsNotShown);
    m_changes = outcome.changes.size();
    m_lost = lostValues(outcome);
    QHash<QString, qsizetype> places;
    for (const Warning &warning : outcome.warnings) {
        if (!warning.isOfResult)
            places.insert(warning.pointer, m_rows.size());
        m_rows.append({.pointer = warning.pointer,
            .message = visibleText(coreText(warning.message), false, 500),
            .became = normalised ? QString() : tr("Shown as received. Events are not normalised"),
            .schemaLocation = isInOutputSchema(warning) ? warning.schemaLocation : QString(),
            .isWarning = true,
            .isOfResult = warning.isOfResult});
    }
    for (const bool isLost : {true, false}) {
        for (const Change &change : outcome.changes) {
            if ((change.mark == ChangeMark::Lost) != isLost)
                continue;
            if (const auto place = places.constFind(change.pointer); place != places.cend()) {
                m_rows[*place].became = becameText(change);
                m_rows[*place].change = change;
            } else if (m_rows.size() < outcome.warnings.size() + maxChanges) {
                addChange(change);
            }
        }
    }
    if (outcome.warningsNotShown > 0)
        m_more = tr("%n more warnings are not shown", nullptr,
            int(std::min<qsizetype>(outcome.warningsNotShown, INT_MAX)));
    else if (outcome.warningsNotShown < 0)
        m_more = tr("There are more warnings");
    else if (m_changes > maxChanges)
        m_more = tr("Only the first %L1 changes are shown").arg(maxChanges);
}

//! Adds a row for a change. A lost value shows the violation that caused it, other changes show what was
//! done.
void WarningsModel::addChange(const Change &change)
{
    const bool isLost = change.mark == ChangeMark::Lost;
    const QString at = change.violation.pointer;
    // A member was removed because of another place: the text must name the place of the violation.
    const bool isElsewhere = change.action == ChangeAction::Removed && !at.startsWith(change.pointer)
        && !change.pointer.startsWith(at + u'/');
    QString violation = visibleText(coreText(change.violation.message), false, 500);
    if (isElsewhere)
        violation = tr("Because of %1: %2", "a place, what is wrong there").arg(at, violation);
    const QString became = becameText(change);
    const bool leads = isLost && !isElsewhere && !violation.isEmpty();
    Row row{.pointer = change.pointer,
        .message = leads ? violation : became,
        .became = leads ? became : violation,
        .schemaLocation = change.violation.schemaLocation,
        .isWarning = isLost,
        .change = change};
    if (row.became.isEmpty())
        row.became = tr("Changed to fit the output schema");
    m_rows.append(std::move(row));
}

QString WarningsModel::placeText(const Row &row)
{
    if (row.isOfResult && !row.pointer.isEmpty())
        return tr("%1 of the result", "a place in what a server sent").arg(row.pointer);
    return row.pointer.isEmpty() ? tr("whole result") : row.pointer;
}

QString WarningsModel::asText(const Row &row)
{
    QStringList lines{
        (row.pointer.isEmpty() && !row.isOfResult ? u"$"_s : placeText(row)) + u": "_s + row.message};
    if (!row.became.isEmpty())
        lines.append(row.became);
    if (!row.schemaLocation.isEmpty())
        lines.append(tr("Schema %1").arg(row.schemaLocation));
    return lines.join(u"\n  "_s);
}

QString WarningsModel::asText() const
{
    QStringList texts;
    for (const Row &row : m_rows)
        texts.append(asText(row));
    if (!m_more.isEmpty())
        texts.append(m_more);
    return texts.join(u'\n');
}

} // namespace Workbench::Ui

#include "moc_warningsmodel.cpp"
