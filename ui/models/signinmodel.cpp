// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/signinmodel.h"

#include "core/base/visibletext.h"
#include "ui/models/coretexts.h"
#include "ui/theme/rowdelegate.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Returns whether both are one step, possibly at two points of its progress.
bool isSameStep(const SignInStep &one, const SignInStep &other)
{
    return one.kind == other.kind && one.request.sequence == other.request.sequence
        && (one.request.sequence > 0 || one.answer.sequence == other.answer.sequence);
}

bool isUnchanged(const SignInStep &one, const SignInStep &other)
{
    return one.state == other.state && one.answer.sequence == other.answer.sequence
        && one.demands == other.demands;
}

} // namespace

StateLook lookOf(SignInStep::State state)
{
    switch (state) {
    case SignInStep::State::Running:
        return {u"state-connecting"_s, SignInModel::tr("waiting"), ColorRole::Warning};
    case SignInStep::State::Ok: return {u"outcome-ok"_s, SignInModel::tr("ok"), ColorRole::Ok};
    case SignInStep::State::Missing: return {u"minus"_s, SignInModel::tr("not found"), ColorRole::Stale};
    case SignInStep::State::Warning: return {u"warning"_s, SignInModel::tr("warning"), ColorRole::Warning};
    case SignInStep::State::Cancelled:
        return {u"outcome-cancelled"_s, SignInModel::tr("cancelled"), ColorRole::Stale};
    case SignInStep::State::Failed: break;
    }
    return {u"outcome-error"_s, SignInModel::tr("failed"), ColorRole::Error};
}

SignInModel::SignInModel(const ExchangeLog *log, QString source, QObject *parent)
    : ListTableModel({{tr("Step")}, {tr("Request"), DataFont | Dimmed}, {tr("Answer"), Dimmed},
                         {tr("Time"), Numbers | Dimmed}},
          parent)
    , m_log(log)
    , m_source(std::move(source))
{
    connect(log, &ExchangeLog::framesChanged, this, &SignInModel::read);
    connect(log, &ExchangeLog::framesCleared, this, &SignInModel::read);
    read();
}

void SignInModel::setRevision(const QString &revision)
{
    if (std::exchange(m_revision, revision) != revision)
        read();
}

//! Reads the steps again. New steps are added at the end. Steps are removed from the front when the log drops
//! their frames.
void SignInModel::read()
{
    const QList<SignInStep> steps = signInSteps(*m_log, m_source, m_revision);
    const auto isFirst = [&](const SignInStep &step) {
        return !steps.isEmpty() && isSameStep(step, steps.constFirst());
    };
    if (const auto gone = std::ranges::find_if(m_steps, isFirst) - m_steps.begin(); gone > 0) {
        beginRemoveRows({}, 0, int(gone) - 1);
        m_steps.remove(0, gone);
        endRemoveRows();
    }
    const qsizetype kept = std::min(m_steps.size(), steps.size());
    if (!std::ranges::equal(m_steps.first(kept), steps.first(kept), isSameStep) || kept < m_steps.size()) {
        beginResetModel();
        m_steps = steps;
        endResetModel();
        return;
    }
    for (qsizetype row = 0; row < kept; ++row) {
        if (isUnchanged(m_steps.at(row), steps.at(row)))
            continue;
        m_steps[row] = steps.at(row);
        Q_EMIT dataChanged(index(int(row), 0), index(int(row), ColumnCount - 1));
    }
    if (kept < steps.size()) {
        beginInsertRows({}, int(kept), int(steps.size()) - 1);
        m_steps = steps;
        endInsertRows();
    }
}

const SignInStep *SignInModel::stepAt(int row) const
{
    return row >= 0 && row < m_steps.size() ? &m_steps.at(row) : nullptr;
}

int SignInModel::rowOfInterest() const
{
    for (qsizetype row = m_steps.size() - 1; row >= 0; --row) {
        if (m_steps.at(row).state == SignInStep::State::Failed)
            return int(row);
    }
    return int(m_steps.size()) - 1;
}

QVariant SignInModel::cell(int row, int column, int role) const
{
    const SignInStep &step = m_steps.at(row);
    const StateLook look = lookOf(step.state);
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case StepColumn: return coreText(titleOf(step.kind));
        case RequestColumn:
            return visibleText(
                QString(QString::fromUtf8(step.method) + u' ' + step.address).trimmed(), false);
        case StatusColumn: return step.status.isEmpty() ? look.word : visibleText(step.status, false, 60);
        default: return step.durationMs < 0 ? QString() : durationText(step.durationMs);
        }
    case Qt::ToolTipRole:
        return column == StepColumn ? QVariant(look.word) : cell(row, column, Qt::DisplayRole);
    case Qt::AccessibleTextRole:
        return column == StepColumn ? QVariant(u"%1, %2"_s.arg(coreText(titleOf(step.kind)), look.word))
                                    : QVariant();
    case RowRole::IconName: return column == StepColumn ? look.icon : QString();
    case RowRole::IconColor: return int(look.color);
    case RowRole::Spinning: return column == StepColumn && step.state == SignInStep::State::Running;
    case RowRole::TextColor:
        return column == StatusColumn && step.state != SignInStep::State::Ok ? QVariant(int(look.color))
                                                                             : QVariant();
    default: return {};
    }
}

} // namespace Workbench::Ui

#include "moc_signinmodel.cpp"
