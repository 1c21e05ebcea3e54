// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/schema/oraclegenerator.h"

#include <algorithm>

QByteArray OracleGenerator::schema()
{
    QByteArrayList parts{"\"$schema\":\"https://json-schema.org/draft/2020-12/schema\""};
    // References lead only to definitions without references, so that every walk ends.
    parts.append("\"$defs\":{\"x\":" + definition() + ",\"y\":" + definition()
        + ",\"z\":{\"$anchor\":\"here\",\"type\":" + pick({"\"string\"", "\"integer\"", "\"object\""})
        + "}}");
    addKeywords(parts, below(3) + 1, 4);
    return "{" + parts.join(',') + "}";
}

//! Returns a schema without patterns at its top; tst_oracle.cpp says why.
QByteArray OracleGenerator::definition()
{
    if (below(12) == 0)
        return pick({"true", "false"});
    QByteArrayList parts;
    addKeywords(parts, below(3) + 1, 1);
    parts.removeIf([](const QByteArray &part) { return part.startsWith("\"patternProperties\":"); });
    return "{" + parts.join(',') + "}";
}

QByteArray OracleGenerator::subschema(int depth)
{
    if (below(12) == 0)
        return pick({"true", "false"});
    QByteArrayList parts;
    addKeywords(parts, below(3) + (depth > 0 ? 1 : 0), depth);
    return "{" + parts.join(',') + "}";
}

//! Adds \a count keywords, each at most once.
void OracleGenerator::addKeywords(QByteArrayList &parts, int count, int depth)
{
    for (; count > 0; --count) {
        const QByteArray part = keyword(depth);
        const QByteArray name = part.first(part.indexOf(':') + 1);
        if (std::ranges::none_of(parts, [&name](const QByteArray &other) { return other.startsWith(name); }))
            parts.append(part);
    }
}

QByteArray OracleGenerator::listOf(int depth)
{
    QByteArrayList parts;
    for (int i = below(3) + 1; i > 0; --i)
        parts.append(subschema(depth));
    return "[" + parts.join(',') + "]";
}

QByteArray OracleGenerator::keyword(int depth)
{
    const QByteArray few = QByteArray::number(below(4));
    const bool isLeaf = depth <= 0;
    switch (below(isLeaf ? 13 : 31)) {
    case 0:
    case 1:
        return "\"type\":"
            + pick({"\"string\"", "\"integer\"", "\"number\"", "\"object\"", "\"array\"", "\"null\"",
                "\"boolean\"", "[\"string\",\"array\"]", "[\"integer\",\"null\"]"});
    case 2: return "\"enum\":[" + scalar() + "," + scalar() + "," + instance(1) + "]";
    case 3: return "\"const\":" + instance(1);
    case 4: return "\"minimum\":" + few;
    case 5: return "\"exclusiveMaximum\":" + few;
    case 6: return "\"multipleOf\":" + QByteArray::number(1 + below(3));
    case 7: return "\"minLength\":" + few;
    case 8: return "\"maxLength\":" + few;
    case 9:
        return "\"pattern\":"
            + pick({"\"^a\"", "\"b$\"", "\"^[a-c]+$\"", "\"^(a|bc)*$\"", "\"[^a]\"", "\"^\\\\w{2}$\"",
                "\"\\\\d\""});
    case 10:
        return pick({"\"minItems\":", "\"maxItems\":", "\"minProperties\":", "\"maxProperties\":"}) + few;
    case 11: return "\"uniqueItems\":true";
    case 12: return "\"required\":[" + name() + "]";
    case 13:
    case 14:
        return "\"properties\":{\"a\":" + subschema(depth - 1) + "," + pick({"\"b\"", "\"ab\""}) + ":"
            + subschema(depth - 1) + "}";
    case 15:
        return "\"patternProperties\":{" + pick({"\"^a\"", "\"b\"", "\"c$\""}) + ":" + subschema(depth - 1)
            + "}";
    case 16: return "\"additionalProperties\":" + subschema(depth - 1);
    case 17: return "\"propertyNames\":" + subschema(depth - 1);
    case 18: return "\"prefixItems\":" + listOf(depth - 1);
    case 19: return "\"items\":" + subschema(depth - 1);
    case 20:
        return "\"contains\":" + subschema(depth - 1)
            + pick({"", ",\"minContains\":0", ",\"minContains\":2", ",\"maxContains\":1"});
    case 21: return "\"allOf\":" + listOf(depth - 1);
    case 22: return "\"anyOf\":" + listOf(depth - 1);
    case 23: return "\"oneOf\":" + listOf(depth - 1);
    case 24: return "\"not\":" + subschema(depth - 1);
    case 25:
        return "\"if\":" + subschema(depth - 1) + ",\"then\":" + subschema(depth - 1)
            + ",\"else\":" + subschema(depth - 1);
    case 26: return "\"dependentRequired\":{" + name() + ":[" + name() + "]}";
    case 27: return "\"dependentSchemas\":{" + name() + ":" + subschema(depth - 1) + "}";
    case 28: return "\"unevaluatedProperties\":" + pick({"false", "{\"type\":\"string\"}"});
    case 29: return "\"unevaluatedItems\":" + pick({"false", "{\"type\":\"integer\"}"});
    default:
        return depth > 1 ? "\"$ref\":" + pick({"\"#/$defs/x\"", "\"#/$defs/y\"", "\"#here\""})
                         : QByteArray("\"title\":\"t\"");
    }
}

QByteArray OracleGenerator::scalar()
{
    return pick({"null", "true", "false", "0", "1", "2", "3", "-1", "1.5", "\"\"", "\"a\"", "\"b\"", "\"ab\"",
        "\"bc\"", "\"a1\"", "\"abc\"", "\"\xC3\xA9\xF0\x9F\x98\x80\""});
}

QByteArray OracleGenerator::instance(int depth)
{
    const int kind = below(6);
    if (depth <= 0 || kind < 2)
        return scalar();
    QByteArrayList parts;
    if (kind < 4) {
        for (int i = below(4); i > 0; --i)
            parts.append(instance(depth - 1));
        return "[" + parts.join(',') + "]";
    }
    for (const char *key : {"\"a\"", "\"b\"", "\"c\"", "\"ab\""}) {
        if (below(2) == 0)
            parts.append(QByteArray(key) + ':' + instance(depth - 1));
    }
    return "{" + parts.join(',') + "}";
}
