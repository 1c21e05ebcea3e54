// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/pipeline.h"
#include "core/envelope/recognition/envelopekind_p.h"
#include "core/envelope/recognition/schemacheck_p.h"

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! An envelope as it would stand around \a data, and how a schema that describes one is known.
struct Surrounding {
    QLatin1StringView kind;
    bool (*isDeclaredBy)(const Json &properties);
    Json (*around)(const Json &data, const Json &properties);
};

bool has(const Json &properties, QLatin1StringView first, QLatin1StringView second)
{
    return properties.hasMember(first) && properties.hasMember(second);
}

// \source envelopes.md 7.1, "For the reverse case try, in this order"
constexpr std::array surroundings{
    Surrounding{"alpha"_L1, [](const Json &p) { return has(p, "ok"_L1, "data"_L1); },
        [](const Json &data, const Json &) {
            return Json::object({{u"ok"_s, Json::boolean(true)}, {u"data"_s, data}});
        }},
    Surrounding{"success-flag"_L1,
        [](const Json &p) { return has(p, "success"_L1, "data"_L1) || has(p, "success"_L1, "result"_L1); },
        [](const Json &data, const Json &p) {
            return Json::object({{u"success"_s, Json::boolean(true)},
                {p.hasMember("data"_L1) ? u"data"_s : u"result"_s, data}});
        }},
    Surrounding{"jsend"_L1, [](const Json &p) { return has(p, "status"_L1, "data"_L1); },
        [](const Json &data, const Json &) {
            return Json::object({{u"status"_s, Json::string(u"success")}, {u"data"_s, data}});
        }},
    Surrounding{toolEnvelopeKind, [](const Json &p) { return has(p, "payload"_L1, "meta"_L1); },
        [](const Json &data, const Json &) {
            const Json meta = Json::object({{u"tool"_s, Json::string(u"tool")},
                {u"ts"_s, Json::string(u"2026-01-01T00:00:00Z")}, {u"version"_s, Json::integer(1)}});
            return Json::object({{u"payload"_s, data}, {u"meta"_s, meta}});
        }},
    Surrounding{"result-wrapper"_L1, [](const Json &p) { return p.size() == 1 && p.hasMember("result"_L1); },
        [](const Json &data, const Json &) { return Json::object({{u"result"_s, data}}); }},
    Surrounding{"data-error"_L1, [](const Json &p) { return has(p, "data"_L1, "error"_L1); },
        [](const Json &data, const Json &) {
            return Json::object({{u"data"_s, data}, {u"error"_s, Json::null()}});
        }},
};

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
    for (const Surrounding &each : surroundings) {
        if (each.isDeclaredBy(properties) && judge.isValid(each.around(value, properties)))
            return each.kind;
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
