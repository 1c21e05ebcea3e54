// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/cast.h"

#include "core/schema/castevaluator_p.h"

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

QLatin1StringView changeActionName(ChangeAction action)
{
    static constexpr std::array names{"added"_L1, "removed"_L1, "replaced"_L1};
    return names[size_t(action)];
}

QLatin1StringView changeMarkName(ChangeMark mark)
{
    static constexpr std::array names{"filled"_L1, "converted"_L1, "lost"_L1};
    return names[size_t(mark)];
}

CastType CastType::fromSchema(const Json &schema, SchemaConversion conversion, const Limits &limits)
{
    auto compiled = std::make_shared<Compiled>();
    compiled->limits = limits;
    Casting::convertSchema(*compiled, schema, conversion);
    CastType type;
    type.m_compiled = std::move(compiled);
    return type;
}

bool CastType::isUnknown() const
{
    return !m_compiled || m_compiled->root->kind == Casting::Kind::Unknown;
}

Result<bool> CastType::check(const Json &value) const
{
    if (!m_compiled)
        return true;
    Casting::Evaluator evaluator(*m_compiled, value);
    const bool passes = evaluator.check(*m_compiled->root, value);
    if (evaluator.error)
        return std::unexpected(*evaluator.error);
    return passes;
}

Result<CastOutcome> CastType::cast(const Json &value, Refusals *refusals) const
{
    if (!m_compiled)
        return CastOutcome{value, {}};
    Casting::Evaluator evaluator(*m_compiled, value, refusals);
    Result<Casting::Draft> draft = evaluator.cast(*m_compiled->root, value);
    if (evaluator.error)
        return std::unexpected(*evaluator.error);
    const Limits &limits = m_compiled->limits;
    QList<Change> changes;
    if (refusals) {
        const qint64 steps = limits.schemaSteps + 200 * value.nodeCount();
        draft = Casting::mergedWhereRefused(value, *draft, *refusals, steps, changes);
    } else {
        changes = Casting::changesBetween(value, *draft, limits.jsonDepth);
    }
    if (!draft)
        return std::unexpected(draft.error());
    // Without a change the received node is returned, so that digits and the order of keys stay as received.
    return CastOutcome{changes.isEmpty() ? value : Casting::materialise(*draft), std::move(changes)};
}

Result<QList<CastError>> CastType::collectErrors(const Json &value) const
{
    if (!m_compiled)
        return QList<CastError>();
    Casting::Evaluator evaluator(*m_compiled, value);
    if (!evaluator.check(*m_compiled->root, value))
        evaluator.collect(*m_compiled->root, value);
    if (evaluator.error)
        return std::unexpected(*evaluator.error);
    return evaluator.errors;
}

QString formatValueErrors(const QList<CastError> &errors, const QString &indent)
{
    QStringList lines;
    for (const CastError &error : errors)
        lines.append(QString(indent + error.path + ": "_L1 + error.message));
    return lines.join(u'\n');
}

} // namespace Workbench
