// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "target.h"

#include "core/json/jsondiff.h"
#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "core/json/query/jsonpath.h"
#include "core/json/yaml/yaml.h"
#include "tests/support/jsonpatch.h"

using namespace Workbench;

namespace {

constexpr qint64 maxNodes = 50'000;

//! Returns the nesting depth, by counting brackets in canonical text.
int nesting(const QByteArray &text)
{
    int depth = 0;
    int deepest = 0;
    bool inString = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text.at(i);
        if (c == '\\')
            ++i;
        else if (c == '"')
            inString = !inString;
        else if (!inString && (c == '[' || c == '{'))
            deepest = std::max(deepest, ++depth);
        else if (!inString && (c == ']' || c == '}'))
            --depth;
    }
    return deepest;
}

void expectReadable(const Json &value)
{
    FUZZ_EXPECT(value.nodeCount() >= 1 && value.depth() <= value.nodeCount());
    const QByteArray text = value.toBytes();
    FUZZ_EXPECT(value.depth() == nesting(text));
    const auto again = parseJsonDetailed(text);
    FUZZ_EXPECT(again && again->value == value && again->value.hash() == value.hash());
    FUZZ_EXPECT(again->value.toBytes() == text);
    const auto indented = parseJsonDetailed(value.toBytes(Json::Layout::Indented));
    FUZZ_EXPECT(indented && indented->value == value);
    for (qsizetype i = 0; i < std::min<qsizetype>(value.size(), 100); ++i) {
        const Json child = value.at(i);
        FUZZ_EXPECT(!child.isAbsent());
        FUZZ_EXPECT(!value.isObject() || !value.memberUtf8(value.keyUtf8At(i)).isAbsent());
    }
}

void runJson(const QByteArray &input)
{
    const auto parsed = parseJsonDetailed(input, maxNodes);
    if (!parsed) {
        FUZZ_EXPECT(!parsed.error().error.message.isEmpty() && parsed.error().position.line >= 1);
        return;
    }
    FUZZ_EXPECT(parsed->value.nodeCount() <= maxNodes);
    expectReadable(parsed->value);
    const Json first = parsed->value.at(0);
    if (first.isNumber() && parsed->value.at(1).isNumber()) {
        (void)first.toInteger();
        (void)first.toDouble();
        FUZZ_EXPECT((first == parsed->value.at(1)) == (parsed->value.at(1) == first));
    }
}

void runYaml(const QByteArray &input)
{
    Limits limits;
    limits.jsonNodes = maxNodes;
    const auto parsed = parseYamlDetailed(input, limits);
    if (!parsed) {
        FUZZ_EXPECT(!parsed.error().error.message.isEmpty());
        return;
    }
    expectReadable(parsed->value);
    FUZZ_EXPECT(parsed->positions.find(QString()).has_value());
}

void runJsonPath(const QByteArray &input)
{
    const auto [query, text] = inTwo(input);
    Limits limits;
    const auto path = JsonPath::parse(QString::fromUtf8(query), limits);
    if (!path) {
        FUZZ_EXPECT(path.error().offset >= 0 && path.error().offset <= query.size());
        return;
    }
    Json value = jsonLiteral(text);
    if (value.isAbsent())
        value = Json::null();
    const JsonPathResult result = path->evaluate(value);
    for (qsizetype i = 0; i < std::min<qsizetype>(result.size(), 20); ++i) {
        // The path and the pointer of a place must lead to it again.
        const Json node = result.value(i);
        FUZZ_EXPECT(JsonPointer::resolve(value, result.pointer(i)).nodeAddress() == node.nodeAddress());
        Limits wide;
        wide.queryBytes = 1 << 20;
        const auto again = JsonPath::parse(result.path(i), wide);
        FUZZ_EXPECT(again.has_value());
        const JsonPathResult found = again->evaluate(value);
        FUZZ_EXPECT(found.size() == 1 && found.value(0).nodeAddress() == node.nodeAddress());
    }
}

//! Reads the input as two documents. The difference, applied as a patch, must turn one into the other. Then
//! the second document is applied as a patch.
void runJsonPatch(const QByteArray &input)
{
    const auto [one, other] = inTwo(input);
    const Json before = jsonLiteral(one);
    const Json after = jsonLiteral(other);
    if (before.isAbsent() || after.isAbsent())
        return;
    if (const Result<Json> patched = applyJsonPatch(before, after))
        expectReadable(*patched);
    const Result<JsonDiff> diff = diffJson(before, after);
    if (!diff)
        return;
    FUZZ_EXPECT(diff->isEmpty() == (before == after));
    const Result<Json> made = applyJsonPatch(before, patchOf(*diff));
    FUZZ_EXPECT(made && *made == after);
}

} // namespace

const QByteArrayList &jsonWords()
{
    static const QByteArrayList words{"{", "}", "[", "]", ":", ",", "\"", "null", "true", "false", "0", "-1",
        "1.0", "1e400", "1e-400", "9007199254740993", "0.1", "\"a\"", "\"\"", "\\u0000", "\\ud800",
        "\\ud83d\\ude00", "\xEF\xBB\xBF", "{\"a\":1}", "[[]]", "\n---\n"};
    return words;
}

FuzzTarget jsonTarget()
{
    return {"json", jsonWords(), runJson};
}

FuzzTarget yamlTarget()
{
    return {"yaml",
        {"- ", ": ", "? ", "&a ", "*a", "<<: ", "|\n", ">-\n", "---\n", "...\n", "!!str ", "!!int ",
            "%YAML 1.2\n", "\n  ", "'", "\"", "# ", "{", "}", "[", "]", ",", "0x1F", "0o17", ".inf", "~",
            "null", "true", "\t", "\r\n"},
        runYaml};
}

FuzzTarget jsonPathTarget()
{
    return {"jsonpath",
        {"$", "@", "..", ".*", "[?", "]", "[0]", "[-1]", "[1:2:3]", "['a']", "&&", "||", "!",
            "==", "<=", "length(", "count(", "match(", "search(", "value(", ")", "'.*'", "(@.a)", "\n---\n",
            "{\"a\":[1,2]}"},
        runJsonPath};
}

FuzzTarget jsonPatchTarget()
{
    return {"jsonpatch",
        jsonWords()
            + QByteArrayList{"{\"op\":\"add\",\"path\":\"/a\",\"value\":1}", "\"op\":\"move\"",
                "\"op\":\"copy\"", "\"op\":\"test\"", "\"op\":\"remove\"", "\"from\":\"/a\"",
                "\"path\":\"/0\"", "\"/-\"", "~0", "~1"},
        runJsonPatch};
}
