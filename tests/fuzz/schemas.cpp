// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "target.h"

#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"
#include "core/schema/cast.h"
#include "core/schema/ecmaregex.h"
#include "core/schema/normalisation.h"
#include "core/schema/schema.h"

using namespace Workbench;

namespace {

//! Returns small budgets, so that each input ends soon: with a verdict, or with a limit.
Limits tightLimits()
{
    Limits limits;
    limits.schemaCompileMs = 200;
    limits.schemaValidateMs = 200;
    limits.schemaSteps = 50'000;
    limits.regexMatchSteps = 10'000;
    return limits;
}

void expectOneVerdict(const Schema &schema, const Json &instance)
{
    using Verdict = ValidationReport::Verdict;
    const ValidationReport report = schema.validate(instance);
    FUZZ_EXPECT(report.verdict != Verdict::Valid || report.errors.isEmpty());
    FUZZ_EXPECT(report.verdict != Verdict::Invalid || !report.errors.isEmpty());
    FUZZ_EXPECT(report.verdict != Verdict::NotValidated || !report.reason.isEmpty());
    for (const ValidationError &error : report.errors)
        FUZZ_EXPECT(!JsonPointer::resolve(instance, error.pointer).isAbsent());
    const ValidationReport verdict = schema.validate(instance, {.maxErrors = 0});
    if (report.verdict != Verdict::NotValidated && verdict.verdict != Verdict::NotValidated)
        FUZZ_EXPECT(report.verdict == verdict.verdict);
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
    expectOneVerdict(*schema, instance);
}

//! Returns valid schemas that together use most keywords, and every keyword that leads to another schema.
const QByteArrayList &goodSchemas()
{
    static const QByteArrayList schemas{
        R"({"type":["object","array","string"],"properties":{"a":{"type":"integer","minimum":0,"exclusiveMaximum":9007199254740993},
            "b":{"$ref":"#/$defs/t"},"d":{"format":"date-time"}},"patternProperties":{"^x":{"multipleOf":0.1},"é$":{"const":1.0}},
            "required":["a"],"additionalProperties":{"$ref":"#"},"minProperties":1,"maxProperties":4,"propertyNames":{"maxLength":3},
            "$defs":{"t":{"anyOf":[{"type":"string","pattern":"^(a|b)+$"},{"prefixItems":[{"const":1}],"items":false}]}}})",
        R"({"allOf":[{"properties":{"a":true}},{"$ref":"#/$defs/open"}],"if":{"required":["b"]},"then":{"properties":{"b":{"type":"null"}}},
            "else":{"properties":{"c":{"enum":[1,"1",[1],{"a":1e0}]}}},"unevaluatedProperties":false,"dependentRequired":{"a":["b"]},
            "dependentSchemas":{"b":{"properties":{"d":{"not":{"type":"number"}}}}},"$defs":{"open":{"patternProperties":{"^o":{}}}}})",
        R"({"prefixItems":[{"type":"number"},{"minLength":1,"maxLength":2}],"contains":{"const":1},"minContains":1,"maxContains":2,
            "unevaluatedItems":{"type":"boolean"},"uniqueItems":true,"minItems":1,"maxItems":8})",
        R"({"$id":"http://e/tree","$dynamicAnchor":"n","type":"object","properties":{"v":{"oneOf":[{"multipleOf":3},{"multipleOf":5}]},
            "c":{"type":"array","items":{"$dynamicRef":"#n"}}},"unevaluatedProperties":{"$ref":"http://e/leaf"},
            "$defs":{"leaf":{"$id":"leaf","$dynamicAnchor":"n","type":["string","null"]}}})",
        R"({"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveAnchor":true,"anyOf":[{"type":"integer"},
            {"type":"object","additionalProperties":{"$recursiveRef":"#"}},{"items":[{"$recursiveRef":"#"}],"additionalItems":false}]})",
        R"({"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"l":{"type":"array","items":{"$ref":"#/definitions/l"},
            "contains":{"maxItems":0}}},"dependencies":{"a":["b"],"b":{"minProperties":2}},"allOf":[{"$ref":"#/definitions/l"}]})",
        R"({"$schema":"http://json-schema.org/draft-04/schema#","minimum":5,"exclusiveMinimum":true,"maximum":1e30,"items":[{"type":"integer"}],
            "additionalItems":false,"oneOf":[{"type":"number"},{"type":"array"}]})"};
    return schemas;
}

//! Reads the first byte of the input as the choice of a valid schema, which is compiled once, and the rest as
//! the instance.
void runEvaluator(const QByteArray &input)
{
    static const QList<Schema> schemas = [] {
        SchemaOptions options;
        options.limits = tightLimits();
        options.limits.schemaCompileMs = 60'000; // these schemas are valid, however busy the machine is
        options.assertFormats = true;
        QList<Schema> compiled;
        for (const QByteArray &text : goodSchemas()) {
            const Result<Schema> schema = Schema::compile(jsonLiteral(text), options);
            FUZZ_EXPECT(schema.has_value());
            compiled.append(*schema);
        }
        return compiled;
    }();
    if (input.isEmpty())
        return;
    const Json instance = jsonLiteral(input.sliced(1));
    if (!instance.isAbsent())
        expectOneVerdict(schemas.at(uchar(input.front()) % schemas.size()), instance);
}

void runCast(const QByteArray &input)
{
    const auto [text, valueText] = inTwo(input);
    const Json schema = jsonLiteral(text);
    const Json value = jsonLiteral(valueText);
    if (schema.isAbsent() || value.isAbsent())
        return;
    SchemaOptions options;
    options.limits = tightLimits();
    if (const Result<Schema> validator = Schema::compile(schema, options)) {
        const CastType type = CastType::fromSchema(schema, SchemaConversion::Extended, tightLimits());
        const Normalisation normalisation = normalise(value, *validator, type);
        if (normalisation.received.verdict != ValidationReport::Verdict::Invalid)
            FUZZ_EXPECT(normalisation.cast->value.nodeAddress() == value.nodeAddress());
        if (normalisation.cast)
            FUZZ_EXPECT(!normalisation.cast->changes.isEmpty()
                || normalisation.cast->value.nodeAddress() == value.nodeAddress());
    }
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

//! Translates a pattern and searches with it.
void runRegex(const QByteArray &input)
{
    const auto [pattern, subject] = inTwo(input);
    const Json text = Json::string(jsonText(subject)); // the text is always well-formed
    const Result<EcmaRegex> regex = EcmaRegex::compile(QString::fromUtf8(pattern), tightLimits());
    if (!regex) {
        FUZZ_EXPECT(!regex.error().message.isEmpty());
        return;
    }
    regex->search(text.utf8(), QDeadlineTimer(200));
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

FuzzTarget evaluatorTarget()
{
    return {"evaluator",
        jsonWords()
            + QByteArrayList{"\"a\":1", "\"b\":null", "\"b\":\"ab\"", "\"c\":[{}]",
                "\"d\":\"2026-01-01T00:00:00Z\"", "\"x1\":0.3", "\"o\":{}", "\"v\":15", "9007199254740993",
                "[[]]", "{\"a\":{}}", "1e30", "0.1"},
        runEvaluator};
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
