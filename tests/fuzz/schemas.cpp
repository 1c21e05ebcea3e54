// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "target.h"

#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"
#include "core/schema/cast.h"
#include "core/schema/ecmaregex.h"
#include "core/schema/schema.h"

using namespace Workbench;

namespace {

//! Small budgets: what ends within them is interesting, and what does not has to end.
Limits tightLimits()
{
    Limits limits;
    limits.schemaCompileMs = 200;
    limits.schemaValidateMs = 200;
    limits.schemaSteps = 50'000;
    limits.regexMatchSteps = 10'000;
    return limits;
}

void runSchema(const QByteArray &input)
{
    const auto [text, instanceText] = inTwo(input);
    const Json source = jsonLiteral(text);
    const Json instance = jsonLiteral(instanceText);
    if (source.isAbsent() || instance.isAbsent())
        return;
    SchemaOptions options;
    options.limits = tightLimits();
    options.defaultDialect = SchemaDialect(uchar(text.size()) % (int(SchemaDialect::Draft2020_12) + 1));
    options.assertFormats = instanceText.size() % 2 == 0;
    const Result<Schema> schema = Schema::compile(source, options);
    if (!schema) {
        FUZZ_EXPECT(!schema.error().message.isEmpty());
        return;
    }
    using Verdict = ValidationReport::Verdict;
    const ValidationReport report = schema->validate(instance);
    FUZZ_EXPECT(report.verdict != Verdict::Valid || report.errors.isEmpty());
    FUZZ_EXPECT(report.verdict != Verdict::Invalid || !report.errors.isEmpty());
    FUZZ_EXPECT(report.verdict != Verdict::NotValidated || !report.reason.isEmpty());
    for (const ValidationError &error : report.errors)
        FUZZ_EXPECT(!JsonPointer::resolve(instance, error.pointer).isAbsent());
    const ValidationReport verdict = schema->validate(instance, {.maxErrors = 0});
    if (report.verdict != Verdict::NotValidated && verdict.verdict != Verdict::NotValidated)
        FUZZ_EXPECT(report.verdict == verdict.verdict);
    // The output units come from the machine alone; a verdict of the quick check must be its.
    const Json valid = schema->output(instance, SchemaOutput::Basic).member(QLatin1StringView("valid"));
    if (valid.isBoolean() && report.verdict != Verdict::NotValidated)
        FUZZ_EXPECT(valid.toBoolean() == (report.verdict == Verdict::Valid));
}

void runCast(const QByteArray &input)
{
    const auto [text, valueText] = inTwo(input);
    const Json schema = jsonLiteral(text);
    const Json value = jsonLiteral(valueText);
    if (schema.isAbsent() || value.isAbsent())
        return;
    for (const SchemaConversion conversion : {SchemaConversion::Extended, SchemaConversion::Upstream}) {
        const CastType type = CastType::fromSchema(schema, conversion, tightLimits());
        const Result<bool> passes = type.check(value);
        const Result<CastOutcome> outcome = type.cast(value);
        const auto errors = type.collectErrors(value);
        if (passes && *passes) {
            FUZZ_EXPECT(!outcome || (outcome->changes.isEmpty() && outcome->value == value));
            FUZZ_EXPECT(!errors || errors->isEmpty());
        }
        if (outcome)
            FUZZ_EXPECT(!outcome->changes.isEmpty() || outcome->value == value);
    }
}

//! Two engines, one language.
void runRegex(const QByteArray &input)
{
    const auto [pattern, subject] = inTwo(input);
    const Json text = Json::string(jsonText(subject)); // always well-formed
    const Result<EcmaRegex> regex = EcmaRegex::compile(QString::fromUtf8(pattern), tightLimits());
    if (!regex) {
        FUZZ_EXPECT(!regex.error().message.isEmpty());
        return;
    }
    const auto slow = regex->search(text.toString(), QDeadlineTimer(200));
    const std::optional<bool> quick = regex->quickSearch(text.utf8());
    if (quick && slow != EcmaRegex::Match::Limit)
        FUZZ_EXPECT(*quick == (slow == EcmaRegex::Match::Yes));
}

} // namespace

FuzzTarget schemaTarget()
{
    return {"schema",
        jsonWords()
            + QByteArrayList{"\"type\":\"object\"", "\"$ref\":\"#\"", "\"$ref\":\"#/$defs/a\"",
                "\"$defs\":{\"a\":{}}", "\"allOf\":[{}]", "\"anyOf\":[{}]", "\"oneOf\":[true]", "\"not\":{}",
                "\"if\":{}", "\"then\":{}", "\"properties\":{\"a\":{}}", "\"patternProperties\":{\"^a\":{}}",
                "\"additionalProperties\":false", "\"unevaluatedProperties\":false",
                "\"unevaluatedItems\":false", "\"prefixItems\":[{}]", "\"items\":{}", "\"contains\":{}",
                "\"minContains\":2", "\"enum\":[1]", "\"const\":1", "\"multipleOf\":0.1", "\"minimum\":0",
                "\"exclusiveMaximum\":true", "\"pattern\":\"a+\"", "\"format\":\"date\"",
                "\"required\":[\"a\"]", "\"dependencies\":{}", "\"propertyNames\":{}", "\"uniqueItems\":true",
                "\"$anchor\":\"a\"", "\"$dynamicAnchor\":\"a\"", "\"$dynamicRef\":\"#a\"",
                "\"$id\":\"http://a/b\"", "\"$schema\":\"http://json-schema.org/draft-07/schema#\"",
                "\"nullable\":true", "\"minLength\":1"},
        runSchema};
}

FuzzTarget castTarget()
{
    return {"cast",
        jsonWords()
            + QByteArrayList{"\"type\":\"object\"", "\"type\":\"array\"", "\"type\":\"string\"",
                "\"type\":[\"integer\",\"null\"]", "\"properties\":{\"a\":{}}", "\"required\":[\"a\"]",
                "\"items\":{}", "\"anyOf\":[{}]", "\"allOf\":[{}]", "\"enum\":[1]", "\"const\":1",
                "\"default\":1", "\"minItems\":3", "\"uniqueItems\":true", "\"minLength\":1",
                "\"pattern\":\"a\"", "\"additionalProperties\":false", "\"unevaluatedProperties\":false",
                "\"$ref\":\"#\"", "\"$ref\":\"#/$defs/a\"", "\"$defs\":{\"a\":{}}", "\"contains\":{}"},
        runCast};
}

FuzzTarget regexTarget()
{
    return {"regex",
        {"^", "$", "|", "(", "(?:", "(?=", "(?!", "(?<=", "(?<n>", ")", "\\1", "\\k<n>", "[", "[^", "]", "-",
            "\\d", "\\w", "\\s", "\\S", "\\b", "\\u{1F600}", "\\p{L}", "\\p{Script=Greek}", ".", "*", "+",
            "?", "{2,3}", "{2}", "{0}", "\\n", "\\x41", "\\cA", "(*", "\\Q", "\xC3\xA9", "\xE2\x80\xA8",
            "\n---\n"},
        runRegex};
}
