// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/fixturesmodel.h"

#include "core/base/visibletext.h"
#include "ui/models/comparison.h"
#include "ui/models/coretexts.h"
#include "ui/models/jsontext.h"
#include "ui/theme/rowdelegate.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

StateLook lookOf(const FixtureVerdict &verdict)
{
    using State = FixtureVerdict::State;
    switch (verdict.state) {
    case State::None:
        return {u"state-disconnected"_s, QCoreApplication::translate("Fixtures", "not verified"),
            ColorRole::Stale};
    case State::Waiting:
        return {
            u"state-disconnected"_s, QCoreApplication::translate("Fixtures", "waiting"), ColorRole::Stale};
    case State::Running:
        return {
            u"state-connecting"_s, QCoreApplication::translate("Fixtures", "running"), ColorRole::Warning};
    case State::Same:
        return verdict.definitionChanged
            ? StateLook{u"warning"_s, QCoreApplication::translate("Fixtures", "definition changed"),
                  ColorRole::Warning}
            : StateLook{u"outcome-ok"_s, QCoreApplication::translate("Fixtures", "same"), ColorRole::Ok};
    case State::Differs:
        return {u"outcome-error"_s, QCoreApplication::translate("Fixtures", "differs"), ColorRole::Error};
    case State::Failed:
        return {u"outcome-error"_s, QCoreApplication::translate("Fixtures", "failed"), ColorRole::Error};
    case State::NotCalled:
        return {u"outcome-cancelled"_s, QCoreApplication::translate("Fixtures", "not verified"),
            ColorRole::Stale};
    }
    return {};
}

namespace {

//! Returns the time, and the date if it is not today.
QString recordedText(const QDateTime &utc)
{
    const QDateTime local = utc.toLocalTime();
    return local.date() == QDate::currentDate() ? QLocale().toString(local.time(), QLocale::ShortFormat)
                                                : QLocale().toString(local.date(), QLocale::ShortFormat);
}

QString verdictNote(const FixtureVerdict &verdict)
{
    QStringList parts;
    if (verdict.definitionChanged && verdict.state != FixtureVerdict::State::Same)
        parts.append(QCoreApplication::translate("Fixtures", "definition changed"));
    parts += verdict.definitionChanges; // already safe to show
    if (!verdict.note.isEmpty())
        parts.append(visibleText(verdict.note.simplified(), false, 300));
    const qsizetype count = verdict.comparison.differences.size() + verdict.comparison.differencesNotShown;
    if (count > 0) {
        const int more = int(count) - 1; // lupdate cannot parse an expression among the arguments
        const FixtureDifference &first = verdict.comparison.differences.constFirst();
        const QString where = first.pointer.isEmpty() ? u"$"_s : visibleText(first.pointer, false, 120);
        parts.append(count == 1 ? u"%1 %2"_s.arg(where, differenceLook(first.kind).word)
                                : QCoreApplication::translate("Fixtures", "%1 %2 and %n more", nullptr, more)
                                      .arg(where, differenceLook(first.kind).word));
    }
    for (const QString &remark : verdict.comparison.remarks)
        parts.append(visibleText(remark.simplified(), false, 200));
    return parts.join(u" · "_s);
}

} // namespace

FixturesModel::FixturesModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void FixturesModel::setListing(FixtureListing listing)
{
    beginResetModel();
    QHash<QString, FixtureVerdict> kept;
    for (const StoredFixture &stored : std::as_const(listing.fixtures)) {
        const StoredFixture *before = find(stored.file);
        if (!before || !m_verdicts.contains(stored.file)
            || before->fixture.recordedAt != stored.fixture.recordedAt)
            continue;
        // With changed rules, a verdict can be judged again only if its answer is still known.
        const FixtureVerdict verdict = m_verdicts.value(stored.file);
        if (before->fixture.match == stored.fixture.match || verdict.now)
            kept.insert(stored.file, verdict);
    }
    m_listing = std::move(listing);
    m_verdicts = std::move(kept);
    m_rows.clear();
    for (qsizetype row = 0; row < m_listing.fixtures.size(); ++row)
        m_rows.insert(m_listing.fixtures.at(row).file, int(row));
    endResetModel();
}

const StoredFixture *FixturesModel::find(const QString &file) const
{
    const int row = m_rows.value(file, -1);
    return row < 0 ? nullptr : &m_listing.fixtures.at(row);
}

int FixturesModel::rowOf(const QString &file) const
{
    return m_rows.value(file, -1);
}

void FixturesModel::setVerdict(const QString &file, FixtureVerdict verdict)
{
    const int row = rowOf(file);
    if (row < 0)
        return;
    m_verdicts.insert(file, std::move(verdict));
    Q_EMIT dataChanged(createIndex(row, 0), createIndex(row, ColumnCount - 1));
}

const FixtureVerdict &FixturesModel::verdict(const QString &file) const
{
    static const FixtureVerdict none;
    const auto found = m_verdicts.constFind(file);
    return found == m_verdicts.cend() ? none : *found;
}

int FixturesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_listing.fixtures.size() + m_listing.problems.size());
}

int FixturesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString FixturesModel::text(const StoredFixture &stored, int column) const
{
    const Fixture &fixture = stored.fixture;
    switch (column) {
    case OperationColumn:
        return visibleText(m_sessions ? nameOf(*m_sessions, fixture.source.name, fixture.operation)
                                      : nameOf(OperationId{{}, fixture.operation}),
            false, 200);
    case SourceColumn:
        return u"%1 · %2"_s.arg(
            visibleText(fixture.source.name, false, 60), visibleText(fixture.source.kind, false, 40));
    case StateColumn: return lookOf(verdict(stored.file)).word;
    case RecordedColumn: return recordedText(fixture.recordedAt);
    case RulesColumn: return QLocale().toString(fixture.match.size());
    case InputColumn: return argumentsText(fixture.input);
    case NoteColumn: return verdictNote(verdict(stored.file));
    default: return {};
    }
}

QVariant FixturesModel::fixtureData(const StoredFixture &stored, int column, int role) const
{
    switch (role) {
    case FileRole: return stored.file;
    case ProblemRole: return false;
    case Qt::DisplayRole: return text(stored, column);
    case Qt::AccessibleTextRole:
        return column == RulesColumn ? tr("%n rules", nullptr, int(stored.fixture.match.size()))
                                     : text(stored, column);
    case Qt::ToolTipRole:
        if (column == OperationColumn)
            return visibleText(stored.file, false, 200);
        if (column == InputColumn)
            return previewText(stored.fixture.input, 2000);
        if (column == RecordedColumn)
            return QLocale().toString(stored.fixture.recordedAt.toLocalTime(), QLocale::LongFormat);
        return column == NoteColumn ? text(stored, column) : QString();
    case RowRole::IconName:
        if (column == OperationColumn)
            return iconOf({stored.fixture.source.name, stored.fixture.operation}, stored.fixture.source.kind,
                stored.fixture.type);
        return column == StateColumn ? QVariant(lookOf(verdict(stored.file)).icon) : QVariant();
    case RowRole::IconColor:
    case RowRole::TextColor:
        if (column == StateColumn)
            return int(lookOf(verdict(stored.file)).color);
        if (column == OperationColumn && role == RowRole::IconColor)
            return int(
                stored.fixture.type == OperationType::Subscription ? ColorRole::Live : ColorRole::TextSecond);
        return column == RecordedColumn || column == NoteColumn || column == SourceColumn
            ? QVariant(int(ColorRole::TextSecond))
            : QVariant();
    case RowRole::Spinning:
        return column == StateColumn && verdict(stored.file).state == FixtureVerdict::State::Running;
    case RowRole::Font:
        if (column == InputColumn)
            return int(FontRole::Data);
        return column == RulesColumn || column == RecordedColumn ? QVariant(int(FontRole::Number))
                                                                 : QVariant();
    case RowRole::RightAligned: return column == RulesColumn;
    case RowRole::ElideEnd: return column == NoteColumn || column == InputColumn;
    default: return {};
    }
}

QVariant FixturesModel::problemData(const FixtureProblem &problem, int column, int role) const
{
    switch (role) {
    case FileRole: return problem.file;
    case ProblemRole: return true;
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        if (column == OperationColumn)
            return visibleText(problem.file, false, 200);
        if (column == StateColumn)
            return problem.isNewer ? tr("newer version") : tr("not readable");
        return column == NoteColumn ? visibleText(coreText(problem.error.message.simplified()), false, 300)
                                    : QString();
    case Qt::ToolTipRole:
        return column == NoteColumn
            ? visibleText(u"%1\n%2"_s.arg(problem.error.message, problem.error.detail).trimmed(), true, 2000)
            : QString();
    case RowRole::IconName: return column == StateColumn ? QVariant(u"warning"_s) : QVariant();
    case RowRole::IconColor:
    case RowRole::TextColor:
        if (column == StateColumn)
            return int(problem.isNewer ? ColorRole::Warning : ColorRole::Error);
        return int(ColorRole::TextSecond);
    case RowRole::ElideEnd: return column == NoteColumn;
    default: return {};
    }
}

QVariant FixturesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const qsizetype fixtures = m_listing.fixtures.size();
    return index.row() < fixtures
        ? fixtureData(m_listing.fixtures.at(index.row()), index.column(), role)
        : problemData(m_listing.problems.at(index.row() - fixtures), index.column(), role);
}

QVariant FixturesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == RulesColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case OperationColumn: return tr("Operation");
    case SourceColumn: return tr("Source");
    case StateColumn: return tr("Last verification");
    case RecordedColumn: return tr("Recorded");
    case RulesColumn: return tr("Rules");
    case InputColumn: return tr("Input");
    case NoteColumn: return tr("Note");
    default: return {};
    }
}

} // namespace Workbench::Ui

#include "moc_fixturesmodel.cpp"
