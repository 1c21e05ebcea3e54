// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/schema.h"

#include "core/schema/compiler_p.h"
#include "core/schema/evaluator_p.h"
#include "core/schema/quickprogram_p.h"

namespace Workbench {

using namespace Qt::StringLiterals;

Result<Schema> Schema::compile(const Json &schema, const SchemaOptions &options)
{
    auto compiled = std::make_shared<Compiled>();
    compiled->source = schema;
    compiled->limits = options.limits;
    SchemaProgram::Compiler compiler(*compiled, options);
    if (Result<void> done = compiler.compile(schema); !done)
        return std::unexpected(std::move(done).error());
    compiled->quick = std::make_shared<const SchemaProgram::QuickProgram>(*compiled);
    Schema result;
    result.m_compiled = std::move(compiled);
    return result;
}

ValidationReport Schema::validate(
    const Json &instance, const ValidateOptions &options, Refusals *refusals) const
{
    if (!m_compiled)
        return {};
    const std::shared_ptr<const Compiled> keep = m_compiled;
    // Most instances are valid. Only an error needs the Evaluator, which tracks places and paths.
    std::optional<bool> quick;
    if (keep->quick->canJudge(options))
        quick = keep->quick->isValid(instance);
    if (quick && (*quick || (options.maxErrors == 0 && !refusals))) {
        ValidationReport report;
        report.verdict = *quick ? ValidationReport::Verdict::Valid : ValidationReport::Verdict::Invalid;
        report.moreErrors = !*quick;
        return report;
    }
    SchemaProgram::Evaluator evaluator(*keep, instance, options);
    if (refusals)
        evaluator.collect(*refusals);
    ValidationReport report = evaluator.run();
    // Notes must not cost the verdict on a large value.
    const bool isOutOfTime = report.verdict == ValidationReport::Verdict::NotValidated
        && report.errors.isEmpty() && report.reason.startsWith("budget:"_L1);
    if (isOutOfTime && !quick && keep->quick->canJudge(options)
        && keep->quick->isValid(instance, SchemaProgram::QuickProgram::Formats::Asserted).value_or(false)) {
        report.verdict = ValidationReport::Verdict::Valid;
        report.reason.clear();
    }
    return report;
}

QStringList Schema::danglingReferences(qsizetype most) const
{
    QStringList all;
    if (!m_compiled)
        return all;
    const auto isReference = [](const SchemaProgram::Op &op) {
        return op.keyword >= SchemaProgram::Keyword::Ref && op.keyword <= SchemaProgram::Keyword::DynamicRef;
    };
    for (const SchemaProgram::Node &node : m_compiled->nodes) {
        for (const SchemaProgram::Op &op : node.ops) {
            const bool isDangling = isReference(op)
                && std::ranges::any_of(op.children, [](const auto &child) { return !child.node; });
            if (isDangling && all.size() < most)
                all.append(u"%1, at %2/%3"_s.arg(op.value.toString(), node.pointer, op.name));
        }
    }
    return all;
}

Json Schema::source() const
{
    return m_compiled ? m_compiled->source : Json();
}

SchemaDialect Schema::dialect() const
{
    return m_compiled ? m_compiled->dialect : SchemaDialect::Draft2020_12;
}

} // namespace Workbench
