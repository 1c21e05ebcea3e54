// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/envelopeshape.h"
#include "core/envelope/pipeline.h"
#include "core/envelope/recognition/schemacheck_p.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

class Judge {
public:
    explicit Judge(const RecognitionInput &input)
        : m_prepared(input.prepared ? input.prepared : prepareSchema(input.outputSchema))
    {
    }

    bool canJudge() const { return m_prepared->validator.has_value(); }
    bool isValid(const Json &value) const
    {
        return !value.isAbsent()
            && m_prepared->validator->validate(value, {.maxErrors = 1, .stopAtFirst = true}).verdict
            == ValidationReport::Verdict::Valid;
    }
    qsizetype errors(const Json &value) const { return m_prepared->validator->validate(value).errors.size(); }

private:
    std::shared_ptr<const PreparedSchema> m_prepared;
};

bool sharesMember(const Json &value, const Json &properties)
{
    return std::ranges::any_of(value.members(), [&properties](const Json::Members::Entry &entry) {
        return !properties.memberUtf8(entry.keyUtf8()).isAbsent();
    });
}

QLatin1StringView describedEnvelope(const Json &value, const Json &properties, const Judge &judge)
{
    for (const EnvelopeShape &shape : envelopeShapes()) {
        if (shape.around && shape.isDeclaredBy(properties) && judge.isValid(shape.around(value)))
            return shape.kind;
    }
    return {};
}

} // namespace

void checkAgainstSchema(const SchemaCheck &check, const RecognitionInput &input, RecognitionNotes &notes)
{
    if (input.outputSchema.isAbsent())
        return;
    const Judge judge(input);
    if (!judge.canJudge())
        return;
    const QString tool = input.tool.isEmpty() ? u"?"_s : input.tool;
    if (check.structured.isAbsent()) {
        if (check.isFlagged)
            return;
        notes.add("schema.missing-structured-content"_L1, {{"tool"_L1, tool}});
        if (judge.isValid(check.text))
            notes.add("schema.text-matches"_L1);
        return;
    }
    const qsizetype errors =
        input.structuredErrors ? *input.structuredErrors : judge.errors(check.structured);
    if (errors == 0)
        return;
    const Json properties = input.outputSchema.member("properties"_L1);
    const bool isOpened = !check.kind.isEmpty();
    if (check.isFlagged) {
        notes.add("schema.error-result-not-validated"_L1);
    } else if (isOpened && !check.isFailure && judge.isValid(check.data)) {
        notes.add(
            "schema.describes-data-not-envelope"_L1, {{"tool"_L1, tool}, {"k"_L1, QString(check.kind)}});
    } else if (const QLatin1StringView kind =
                   isOpened ? QLatin1StringView() : describedEnvelope(check.structured, properties, judge);
        !kind.isEmpty()) {
        notes.add("schema.describes-envelope-not-data"_L1, {{"tool"_L1, tool}, {"k"_L1, QString(kind)}});
    } else if (isOpened && check.isFailure && !sharesMember(check.structured, properties)) {
        notes.add("schema.error-result-not-validated"_L1);
    } else {
        qsizetype count = errors;
        if (isOpened && !check.isFailure)
            count = qMin(count, judge.errors(check.data));
        notes.add("schema.mismatch"_L1,
            {{"tool"_L1, tool}, {"n"_L1, QString::number(count)}, {"w"_L1, errorWord(count)}});
    }
}

} // namespace Workbench
