// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Formats that produce notes and no violations: SchemaOptions::notesFormats.

#include "core/json/jsonparser.h"
#include "core/schema/schema.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_FormatNotes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void notesValuesThatDoNotFit_data();
    void notesValuesThatDoNotFit();
    void takesLongValuesThatFit_data();
    void takesLongValuesThatFit();
    void notesAtMostTheRequestedNumber();
};

namespace {

ValidationReport noted(const QByteArray &schema, const Json &value, const ValidateOptions &options = {})
{
    SchemaOptions reading;
    reading.defaultDialect = SchemaDialect::OpenApi3_1;
    reading.notesFormats = true;
    const auto compiled = Schema::compile(jsonLiteral(schema), reading);
    return compiled ? compiled->validate(value, options) : ValidationReport();
}

} // namespace

void tst_FormatNotes::notesValuesThatDoNotFit_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("places"); // the places of the notes, in order
    const auto row = [](const char *name, const QByteArray &schema, const char *value, const char *places) {
        QTest::newRow(name) << schema << QByteArray(value) << QString::fromUtf8(places);
    };
    const QByteArray date = R"({"type":"string","format":"date"})";
    const QByteArray time = R"({"type":"string","format":"date-time"})";
    const QByteArray text = R"({"type":"string"})";
    row("an invalid day", date, R"("2023-02-29")", "/");
    row("a leap day", date, R"("2024-02-29")", "");
    row("a time with a space", time, R"("2024-02-29 10:00")", "/");
    row("int32 is too large", R"({"format":"int32"})", "3000000000", "/");
    row("int32 as a fraction of zero", R"({"format":"int32"})", "1.0", "");
    row("the largest int64", R"({"format":"int64"})", "9223372036854775807", "");
    row("beyond int64", R"({"format":"int64"})", "9223372036854775808", "/");
    row("base64 without its end", R"({"type":"string","format":"byte"})", R"("a+/")", "/");
    row("an unknown format", R"({"format":"colour"})", R"("x")", "");
    row("members", R"({"properties":{"a":)" + date + R"(,"b":)" + date + "}}", R"({"a":"x","b":"y"})",
        "/a /b");
    const QByteArray nullable = R"({"anyOf":[)" + time + R"(,{"type":"null"}]})";
    row("a nullable time", nullable, R"("x")", "/");
    row("null", nullable, "null", "");
    row("a date or any text", R"({"anyOf":[)" + date + ',' + text + "]}", R"("x")", "");
    row("a date or a time, neither", R"({"anyOf":[)" + date + ',' + time + "]}", R"("x")", "/");
    row("a date or a time", R"({"anyOf":[)" + date + ',' + time + "]}", R"("2024-01-01T00:00:00Z")", "");
    row("an alternative that does not count",
        R"({"oneOf":[{"required":["n"],"properties":{"d":)" + date + R"(}},{"properties":{"d":)" + text
            + R"(,"n":false}}]})",
        R"({"d":"x"})", "");
    const QByteArray pet = R"({"properties":{"born":)" + nullable + "}}";
    row("a part that two alternatives share",
        R"({"$defs":{"pet":)" + pet
            + R"(},"oneOf":[{"allOf":[{"$ref":"#/$defs/pet"},{"properties":{"k":{"const":"cat"}}}]},
            {"allOf":[{"$ref":"#/$defs/pet"},{"properties":{"k":{"const":"dog"}}}]}]})",
        R"({"born":"x","k":"dog"})", "/born");
    row("an alternative without a note that could fail",
        R"({"anyOf":[)" + time + R"(,{"type":"string","pattern":"(?<=x)y"}]})", R"("today")", "/");
    row("a failed alternative that is evaluated twice",
        R"({"$defs":{"x":{"anyOf":[{"properties":{"d":)" + date
            + R"(,"k":{"enum":[1]},"l":{"type":"array","items":{"anyOf":[{"type":"integer"},{"type":"null"}]}}},
            "required":["no"]},{"required":["never"]}]}},
            "allOf":[{"oneOf":[{"$ref":"#/$defs/x"},{"type":"object"}]},{"oneOf":[{"$ref":"#/$defs/x"},{"required":["d"]}]}]})",
        R"({"d":"x","k":1,"l":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]})", "");
    row("a condition", R"({"if":)" + date + R"(,"then":true})", R"("x")", "");
    row("a schema below not", R"({"not":{"type":"object","properties":{"d":)" + date + "}}}", R"("x")", "");
}

void tst_FormatNotes::notesValuesThatDoNotFit()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, value);
    const ValidationReport report = noted(schema, jsonLiteral(value));
    QCOMPARE(report.verdict, ValidationReport::Verdict::Valid);
    QCOMPARE(report.errors.size(), 0);
    QStringList places;
    for (const ValidationError &note : report.warnings) {
        QCOMPARE(note.keyword, u"format"_s);
        places.append(note.pointer.isEmpty() ? u"/"_s : note.pointer);
    }
    QTEST(places.join(u' '), "places");
}

void tst_FormatNotes::takesLongValuesThatFit_data()
{
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<QString>("value");
    QTest::newRow("base64") << "byte"_ba << QString(4 << 20, u'A');
    QTest::newRow("a data URI") << "uri"_ba << u"data:text/plain,"_s + QString(1 << 20, u'a');
    QTest::newRow("a URI of escapes") << "uri"_ba << u"http://h/"_s + u"%41"_s.repeated(1 << 18);
    QTest::newRow("a JSON Pointer") << "json-pointer"_ba << u"/a~1"_s.repeated(1 << 18);
    QTest::newRow("a template") << "uri-template"_ba << u"/{a}"_s.repeated(1 << 18);
}

void tst_FormatNotes::takesLongValuesThatFit()
{
    QFETCH(QByteArray, format);
    QFETCH(QString, value);
    const QByteArray schema = R"({"format":")" + format + R"("})";
    QCOMPARE(noted(schema, Json::string(value)).warnings.size(), 0);
    QCOMPARE(noted(schema, Json::string(QString(value + u"~\n"_s))).warnings.size(), 1);
}

void tst_FormatNotes::notesAtMostTheRequestedNumber()
{
    const Json many = jsonLiteral(QByteArray("[" + QByteArray("\"x\",").repeated(9999) + "\"x\"]"));
    const QByteArray schema = R"({"items":{"type":"string","format":"date"}})";
    QCOMPARE(noted(schema, many, {.maxErrors = 200}).warnings.size(), 200);
    QCOMPARE(noted(schema, many, {.maxErrors = 0}).verdict, ValidationReport::Verdict::Valid);
}

WORKBENCH_TEST(tst_FormatNotes, QCoreApplication)
#include "tst_formatnotes.moc"
