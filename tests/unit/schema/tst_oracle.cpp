// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "oraclegenerator.h"
#include "support/jsonconsschema.h"

#include "core/json/jsonparser.h"
#include "core/schema/schema.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

// JSON Schema against jsoncons 1.3, on random schemas and instances. WORKBENCH_ORACLE_SEED chooses others;
// WORKBENCH_ORACLE_SCHEMAS how many.
//
// The generator leaves out what jsoncons cannot do, so that each disagreement is somebody's fault:
// - numbers that are no small integers or exact binary fractions, and fractions in multipleOf: jsoncons
// computes
//   with doubles (2020-12 Validation 6.2.1; Core 4.2.2: equality is mathematical)
// - patterns on anything but short texts of ASCII, and Unicode in patterns: it runs std::regex on bytes,
// which
//   recurses (Validation 6.3.3; Core 6.4)
// - members of the same name: it keeps the first (RFC 8259, 4; we follow JSON.parse)
// - references in circles and deep recursion: it overflows the stack (Core 9.4.1 leaves it undefined; R-62)
// - "format": which ones it asserts is its own choice (Validation 7)
// - "$id", "$dynamicRef" and other dialects: the official suite covers those
class tst_Oracle : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void randomSchemasAndInstancesGetTheVerdictsOfJsoncons();

private:
    static QString knownDifference(const QByteArray &schema);
};

//! Where jsoncons is wrong by the specification: why; else empty.
QString tst_Oracle::knownDifference(const QByteArray &schema)
{
    // Annotations of a subschema that failed are dropped (Core 7.7.1.2, 11.2).
    if (schema.contains("\"contains\"") && schema.contains("\"unevaluatedItems\""))
        return u"unevaluatedItems counts items that failed below contains"_s;
    return {};
}

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
    QHash<QString, int> known;
    QStringList differences;
    for (int i = 0; i < schemas; ++i) {
        const QByteArray text = generator.schema();
        QByteArrayList instances;
        for (int j = 0; j < instancesEach; ++j)
            instances.append(generator.instance());
        const Json source = jsonLiteral(text);
        const auto schema = Schema::compile(source);
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
            // The two ways to a verdict must agree, too: an output unit is made without the quick check.
            const Json unit = schema->output(instance, SchemaOutput::Basic);
            QVERIFY2(unit.member("valid"_L1).toBoolean() == ours,
                QByteArray(text + "\n" + instances.at(j)).constData());
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
            if (const QString why = knownDifference(text); !why.isEmpty())
                ++known[why];
            else
                differences.append(u"%1\n  %2\n  workbench: %3"_s.arg(QString::fromUtf8(text),
                    QString::fromUtf8(instances.at(j)),
                    ours ? u"valid"_s : u"invalid: "_s + report.errors.first().message));
        }
    }
    qInfo("seed %u: %d pairs compared, %d valid, jsoncons gave up on %d, known differences %lld", seed,
        compared, valid, gaveUp, qint64(known.size()));
    QVERIFY2(differences.isEmpty(),
        qPrintable(u"%1 differences, the first:\n%2"_s.arg(differences.size())
                .arg(differences.mid(0, 6).join(u'\n'))));
    // Random schemas that accept everything, or nothing, would prove little.
    QCOMPARE_GE(valid, compared / 10);
    QCOMPARE_LE(valid, compared * 9 / 10);
    QCOMPARE_GE(compared, schemas * instancesEach * 9 / 10);
}

QTEST_GUILESS_MAIN(tst_Oracle)
#include "tst_oracle.moc"
