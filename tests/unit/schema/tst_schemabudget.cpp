// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/schema/schema.h"
#include "tests/support/clocks.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using Verdict = ValidationReport::Verdict;

namespace {

ValidationReport check(const QByteArray &schema, const Json &instance, const SchemaOptions &options = {})
{
    const Result<Schema> compiled = Schema::compile(jsonLiteral(schema), options);
    if (!compiled)
        return {.verdict = Verdict::NotValidated,
            .errors = {},
            .reason = compiled.error().message,
            .warnings = {}};
    return compiled->validate(instance);
}

} // namespace

//! Hostile schemas and instances: the verdict comes within the budget. \source core/RULES.md R-61 to R-63
class tst_SchemaBudget : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void regexBombsEndQuickly_data();
    void regexBombsEndQuickly();
    void longStringsUnderPatternsEndQuickly_data();
    void longStringsUnderPatternsEndQuickly();
    void largeEnumsAreWithinTheBudget();
    void manyErrorsEnd();
    void deepInstancesSayDepth_data();
    void deepInstancesSayDepth();
    void referencesAreNeitherFetchedNorRead();
};

void tst_SchemaBudget::regexBombsEndQuickly_data()
{
    QTest::addColumn<QString>("pattern");
    for (const char *pattern : {"^(a+)+$", "^(a|aa)+$", "^(a*)*$", "^([a-z]+)*$", "^(a|a?)+$", "(.*a){20}$",
             "^(([a-z])+.)+[A-Z]([a-z])+$"})
        QTest::newRow(pattern) << QString::fromLatin1(pattern);
}

//! The engine either finds that the text does not match, or stops and reports that; it never reports a match.
void tst_SchemaBudget::regexBombsEndQuickly()
{
    QFETCH(QString, pattern);
    const QByteArray schema = Json::object({{u"pattern"_s, Json::string(pattern)}}).toBytes();
    const Json instance = Json::string(QString(QString(39, u'a') + u'!'));
    const Test::CpuTimer timer;
    const ValidationReport report = check(schema, instance);
    QVERIFY2(timer.elapsed() < 250, qPrintable(QString::number(timer.elapsed())));
    if (report.verdict == Verdict::NotValidated)
        QVERIFY2(report.reason.startsWith("regex: "_L1), qPrintable(report.reason));
    else
        QCOMPARE(report.verdict, Verdict::Invalid);
    // "not" must not turn an abandoned match into a valid verdict.
    const ValidationReport inverted = check("{\"not\":" + schema + '}', instance);
    QCOMPARE(inverted.verdict, report.verdict == Verdict::Invalid ? Verdict::Valid : Verdict::NotValidated);
}

void tst_SchemaBudget::longStringsUnderPatternsEndQuickly_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<bool>("matches");
    QTest::newRow("one class") << u"^[a-z]+$"_s << true;
    QTest::newRow("no match at the end") << u"^[a-y]*z$"_s << false;
    QTest::newRow("alternatives") << u"^(?:a|b|c)*$"_s << true;
    QTest::newRow("anywhere") << u"b"_s << false;
    QTest::newRow("counted") << u"^a{10,}$"_s << true;
}

void tst_SchemaBudget::longStringsUnderPatternsEndQuickly()
{
    QFETCH(QString, pattern);
    QFETCH(bool, matches);
    const QByteArray schema = Json::object({{u"pattern"_s, Json::string(pattern)}}).toBytes();
    const Test::CpuTimer timer;
    const ValidationReport report = check(schema, Json::string(QString(50'000, u'a')));
    QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(report.reason, QString());
    QCOMPARE(report.verdict, matches ? Verdict::Valid : Verdict::Invalid);
}

void tst_SchemaBudget::largeEnumsAreWithinTheBudget()
{
    QByteArray values;
    for (int i = 0; i < 100'000; ++i)
        values += QByteArray::number(i) + ',';
    const QByteArray schema = "{\"items\":{\"enum\":[" + values.chopped(1) + "]}}";
    SchemaOptions options;
    QVERIFY(schema.size() < options.limits.schemaBytes);
    options.limits.schemaCompileMs *= Test::slowness;
    options.limits.schemaValidateMs *= Test::slowness;
    const Test::CpuTimer timer;
    const ValidationReport all =
        check(schema, jsonLiteral(QByteArray('[' + values.chopped(1) + ']')), options);
    const ValidationReport other = check(schema, jsonLiteral("[-1]"), options);
    QVERIFY2(timer.elapsed() < 3000, qPrintable(QString::number(timer.elapsed())));
    for (const ValidationReport &report : {all, other})
        QVERIFY2(report.verdict != Verdict::NotValidated, qPrintable(report.reason));
    QCOMPARE(all.verdict, Verdict::Valid);
    QCOMPARE(other.errors.value(0).message, u"Expected one of 100000 values, got -1"_s);
}

void tst_SchemaBudget::manyErrorsEnd()
{
    QByteArray items;
    for (int i = 0; i < 200'000; ++i)
        items += "1,";
    const Json instance = jsonLiteral(QByteArray('[' + items.chopped(1) + ']'));
    const Result<Schema> schema =
        Schema::compile(jsonLiteral(R"({"items":{"anyOf":[{"type":"string"},{"minimum":2}]}})"));
    QVERIFY(schema);
    const Test::CpuTimer timer;
    const ValidationReport report = schema->validate(instance);
    QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(report.errors.size(), 200);
    QVERIFY(report.moreErrors);
}

void tst_SchemaBudget::deepInstancesSayDepth_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::newRow("nested") << QByteArray(
        R"({"$defs":{"l":{"items":{"$ref":"#/$defs/l"}}},"$ref":"#/$defs/l"})");
    QTest::newRow("flat") << QByteArray(R"({"type":"array"})");
    QTest::newRow("enum") << QByteArray(R"({"enum":[1]})");
    QTest::newRow("unique") << QByteArray(R"({"uniqueItems":true})");
}

void tst_SchemaBudget::deepInstancesSayDepth()
{
    QFETCH(QByteArray, schema);
    const ValidationReport report =
        check(schema, jsonLiteral(QByteArray(QByteArray(100'000, '[') + QByteArray(100'000, ']'))));
    QCOMPARE(report.verdict, Verdict::NotValidated);
    QVERIFY2(report.reason.startsWith("depth: "_L1), qPrintable(report.reason));
}

void tst_SchemaBudget::referencesAreNeitherFetchedNorRead()
{
    QTcpServer canary;
    QVERIFY(canary.listen(QHostAddress::LocalHost));
    const QSignalSpy visits(&canary, &QTcpServer::pendingConnectionAvailable);
    QTemporaryDir folder;
    const QString path = folder.filePath(u"other.json"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("true") == 4);
    file.close();
    const QByteArray server = "http://127.0.0.1:" + QByteArray::number(canary.serverPort()) + "/schema.json";
    const QByteArray local = "file://" + path.toUtf8();
    for (const QByteArray &target : {server, local, path.toUtf8(), QByteArray("other.json")}) {
        for (const char *form : {R"({"$ref":"%1"})", R"({"$dynamicRef":"%1#a"})", R"({"$schema":"%1"})",
                 R"({"$id":"%1","$ref":"more.json"})", R"({"allOf":[{"$id":"%1","$ref":"x#/y"}]})"}) {
            const QByteArray schema = QByteArray(form).replace("%1", target);
            const ValidationReport report = check(schema, jsonLiteral("1"));
            // If the schema was read, the verdict would be valid.
            QVERIFY2(report.verdict == Verdict::NotValidated, schema.constData());
        }
    }
    QTest::qWait(50);
    QCOMPARE(visits.size(), 0);
    QVERIFY(!canary.hasPendingConnections());
}

WORKBENCH_TEST(tst_SchemaBudget, QCoreApplication)
#include "tst_schemabudget.moc"
