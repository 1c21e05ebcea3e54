// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "support/jsonconsschema.h"

#include "core/json/jsonparser.h"
#include "core/schema/schema.h"
#include "tests/support/testprogram.h"
#include "tests/unit/schema/oraclegenerator.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

// Compares the JSON Schema validator with jsoncons 1.3 on random schemas and instances. WORKBENCH_ORACLE_SEED
// chooses the random numbers, WORKBENCH_ORACLE_SCHEMAS the number of schemas.
//
// The generator leaves out everything that jsoncons does not support, so that each disagreement is a bug in
// one of the two:
// - numbers that are not small integers or exact binary fractions, and fractions in multipleOf: jsoncons
//   computes with doubles (2020-12 Validation 6.2.1; Core 4.2.2: equality is mathematical)
// - patterns on anything but short ASCII texts, and Unicode in patterns: jsoncons runs std::regex on bytes,
//   which recurses (Validation 6.3.3; Core 6.4)
// - members with the same name: jsoncons keeps the first (RFC 8259, 4; we follow JSON.parse)
// - circular references and deep recursion: jsoncons overflows the stack (Core 9.4.1 leaves the behaviour
//   undefined; R-62)
// - "format": jsoncons chooses which formats it asserts (Validation 7)
// - "patternProperties" at the top of a referenced schema: in jsoncons the reference leads to the schema of
//   the last pattern, which it registers under the address of its parent (Core 8.2.3.1)
// - "$id", "$dynamicRef" and other dialects: the official suite covers them
//
// inOtherWords() rewrites the schemas that jsoncons misjudges but that are too common to leave out.
class tst_Oracle : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void randomSchemasAndInstancesGetTheVerdictsOfJsoncons();
};

namespace {

//! Returns \a schema with {"if": S, "else": false} in place of each S below "not" and "contains". There
//! jsoncons keeps the annotations of failed schemas (against Core 7.7.1.2), and takes those of an item's own
//! items for annotations of the array. "unevaluatedItems" and "unevaluatedProperties" then ignore values that
//! nothing has evaluated. Below "if" jsoncons drops these annotations.
Json inOtherWords(const Json &schema)
{
    if (schema.isArray()) {
        QList<Json> items;
        for (const Json &item : schema.items())
            items.append(inOtherWords(item));
        return Json::array(items);
    }
    if (!schema.isObject())
        return schema;
    QList<Json::Member> members;
    for (const auto &entry : schema.members()) {
        const QString key = entry.key();
        const bool isConstant = key == "const"_L1 || key == "enum"_L1;
        const Json value = isConstant ? entry.value() : inOtherWords(entry.value());
        if (key == "not"_L1 || key == "contains"_L1)
            members.append({key, Json::object({{u"if"_s, value}, {u"else"_s, Json::boolean(false)}})});
        else
            members.append({key, value});
    }
    return Json::object(members);
}

std::optional<bool> verdictOfJsoncons(const QByteArray &schema, const QByteArray &instance)
{
    const auto peer = JsonconsSchema::compile(schema);
    return peer ? peer->verdicts(*JsonconsSchema::parse("[" + instance + "]")).front() : std::nullopt;
}

} // namespace

void tst_Oracle::randomSchemasAndInstancesGetTheVerdictsOfJsoncons()
{
    bool isNumber = false;
    const uint chosen = qEnvironmentVariable("WORKBENCH_ORACLE_SEED").toUInt(&isNumber);
    const uint seed = isNumber ? chosen : 20'201'2;
    const int schemas = qEnvironmentVariableIsSet("WORKBENCH_ORACLE_SCHEMAS")
        ? qEnvironmentVariableIntValue("WORKBENCH_ORACLE_SCHEMAS")
        : 800;
    constexpr int instancesEach = 12;
    OracleGenerator generator(seed);
    int compared = 0;
    int valid = 0;
    int gaveUp = 0;
    int known = 0;
    QStringList differences;
    SchemaOptions options;
    options.limits.schemaCompileMs = 60'000; // sanitizers on a busy machine take longer than the default
    for (int i = 0; i < schemas; ++i) {
        const QByteArray text = generator.schema();
        QByteArrayList instances;
        for (int j = 0; j < instancesEach; ++j)
            instances.append(generator.instance());
        const Json source = jsonLiteral(text);
        const auto schema = Schema::compile(source, options);
        QVERIFY2(schema, (schema ? QByteArray() : schema.error().message.toUtf8() + ' ' + text).constData());
        const auto peer = JsonconsSchema::compile(text);
        if (!peer) {
            ++gaveUp;
            continue;
        }
        const auto theirs = peer->verdicts(*JsonconsSchema::parse("[" + instances.join(',') + "]"));
        QCOMPARE(qsizetype(theirs.size()), instances.size());
        for (int j = 0; j < instancesEach; ++j) {
            const Json instance = jsonLiteral(instances.at(j));
            const ValidationReport report = schema->validate(instance);
            QVERIFY2(report.verdict != ValidationReport::Verdict::NotValidated, qPrintable(report.reason));
            const bool ours = report.verdict == ValidationReport::Verdict::Valid;
            // The quick check alone gives this verdict, which must agree with that of the full evaluation.
            const bool flag =
                schema->validate(instance, {.maxErrors = 0}).verdict == ValidationReport::Verdict::Valid;
            QCOMPARE(flag, ours);
            if (!theirs[size_t(j)]) {
                ++gaveUp;
                continue;
            }
            ++compared;
            valid += ours ? 1 : 0;
            if (*theirs[size_t(j)] == ours)
                continue;
            const Json reworded = inOtherWords(source);
            const auto again = Schema::compile(reworded);
            QVERIFY(again);
            QCOMPARE(again->validate(instance).verdict, report.verdict);
            if (verdictOfJsoncons(reworded.toBytes(), instances.at(j)) == ours)
                ++known;
            else
                differences.append(u"%1\n  %2\n  workbench: %3"_s.arg(QString::fromUtf8(text),
                    QString::fromUtf8(instances.at(j)),
                    ours ? u"valid"_s : u"invalid: "_s + report.errors.first().message));
        }
    }
    qInfo("seed %u: %d pairs compared, %d valid, jsoncons gave up on %d and was wrong on %d", seed, compared,
        valid, gaveUp, known);
    QVERIFY2(differences.isEmpty(),
        qPrintable(u"%1 differences, the first:\n%2"_s.arg(differences.size())
                .arg(differences.mid(0, 6).join(u'\n'))));
    // Random schemas that accept everything, or nothing, would prove little.
    QCOMPARE_GE(valid, compared / 10);
    QCOMPARE_LE(valid, compared * 9 / 10);
    QCOMPARE_GE(compared, schemas * instancesEach * 9 / 10);
    QCOMPARE_LE(known, compared / 500);
}

WORKBENCH_TEST(tst_Oracle, QCoreApplication)
#include "tst_oracle.moc"
