// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/schema/schema.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using Verdict = ValidationReport::Verdict;
using Direction = ValidateOptions::Direction;

namespace {

constexpr auto swagger = SchemaDialect::OpenApi2;
constexpr auto three = SchemaDialect::OpenApi3_0;
constexpr auto newest = SchemaDialect::OpenApi3_1;
constexpr auto plain = SchemaDialect::Draft2020_12;

SchemaOptions optionsFor(SchemaDialect dialect)
{
    SchemaOptions options;
    options.defaultDialect = dialect;
    return options;
}

ValidationReport check(const QByteArray &schema, const QByteArray &instance, const SchemaOptions &options,
    Direction direction = Direction::Any)
{
    const Result<Schema> compiled = Schema::compile(jsonLiteral(schema), options);
    if (!compiled)
        return {.verdict = Verdict::NotValidated,
            .errors = {},
            .reason = compiled.error().detail,
            .warnings = {}};
    ValidateOptions validation;
    validation.direction = direction;
    return compiled->validate(jsonLiteral(instance), validation);
}

const QByteArray pets = QByteArray(R"("components":{"schemas":{)")
    + R"("Cat":{"type":"object","required":["lives"],"properties":{"kind":{"type":"string"},"lives":{"type":"integer"}}},)"
    + R"("Dog":{"type":"object","required":["tricks"],"properties":{"kind":{"type":"string"},"tricks":{"type":"array","items":{"type":"string"}}}}}})";

} // namespace

class tst_OpenApiSchema : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheKeywordsOfItsVersion_data();
    void readsTheKeywordsOfItsVersion();
    void refusesWhatItsVersionDoesNotAllow_data();
    void refusesWhatItsVersionDoesNotAllow();
    void assertsItsFormatsWhenAsked_data();
    void assertsItsFormatsWhenAsked();
    void warnsOfMembersInTheWrongDirection_data();
    void warnsOfMembersInTheWrongDirection();
    void doesNotRequireMembersOfTheOtherDirection_data();
    void doesNotRequireMembersOfTheOtherDirection();
    void explainsTheBranchThatTheDiscriminatorNames_data();
    void explainsTheBranchThatTheDiscriminatorNames();
    void knowsTheDialectOf31ByItsName();
    void findsSchemasInTheDocument();
};

void tst_OpenApiSchema::readsTheKeywordsOfItsVersion_data()
{
    QTest::addColumn<SchemaDialect>("dialect");
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("instance");
    QTest::addColumn<bool>("valid");
    const auto row = [](const char *name, SchemaDialect dialect, const char *schema, const char *instance,
                         bool valid) {
        QTest::newRow(name) << dialect << QByteArray(schema) << QByteArray(instance) << valid;
    };
    const char *nullable = R"({"type":"string","nullable":true})";
    row("3.0: nullable", three, nullable, "null", true);
    row("3.0: nullable keeps its type", three, nullable, "1", false);
    row("3.0: not nullable", three, R"({"type":"string","nullable":false})", "null", false);
    row("3.0: nullable without type does nothing", three, R"({"nullable":true,"allOf":[{"type":"string"}]})",
        "null", false);
    row("3.0: nullable does not lengthen enum", three, R"({"type":"string","nullable":true,"enum":["a"]})",
        "null", false);
    row("3.0: null in enum", three, R"({"type":"string","nullable":true,"enum":["a",null]})", "null", true);
    row("2.0 has no nullable", swagger, nullable, "null", false);
    row("3.1 has no nullable", newest, nullable, "null", false);
    row("JSON Schema has no nullable", plain, nullable, "null", false);

    const char *above = R"({"minimum":3,"exclusiveMinimum":true})";
    row("3.0: exclusiveMinimum true", three, above, "3", false);
    row("3.0: above exclusiveMinimum", three, above, "3.1", true);
    row("2.0: exclusiveMaximum true", swagger, R"({"maximum":3,"exclusiveMaximum":true})", "3", false);
    row("3.0: exclusiveMinimum false", three, R"({"minimum":3,"exclusiveMinimum":false})", "3", true);
    row("3.1: exclusiveMinimum is a number", newest, R"({"exclusiveMinimum":3})", "3", false);

    row("3.0: keywords beside $ref do not count", three,
        R"({"properties":{"a":{"$ref":"#/properties/b","maxLength":1},"b":{"type":"string"}}})",
        R"({"a":"long"})", true);
    row("3.0: nonsense beside $ref does not count", three,
        R"({"properties":{"a":{"$ref":"#/properties/b","type":3},"b":{"type":"string"}}})", R"({"a":"long"})",
        true);
    row("2.0: keywords beside $ref do not count", swagger,
        R"({"properties":{"a":{"$ref":"#/definitions/b","maxLength":1}},"definitions":{"b":{"type":"string"}}})",
        R"({"a":"long"})", true);
    row("3.1: keywords beside $ref count", newest,
        R"({"properties":{"a":{"$ref":"#/properties/b","maxLength":1},"b":{"type":"string"}}})",
        R"({"a":"long"})", false);

    row("2.0: type file", swagger, R"({"type":"file"})", R"("AAEC")", true);
    row("2.0 has no anyOf", swagger, R"({"anyOf":[{"type":"string"}]})", "1", true);
    row("3.0 has anyOf", three, R"({"anyOf":[{"type":"string"}]})", "1", false);
    row("3.0 has no const", three, R"({"const":1})", "2", true);
    row("3.0 has no patternProperties", three, R"({"patternProperties":{"a":{"type":"string"}}})",
        R"({"a":1})", true);
    row("3.0 has no $schema", three, R"({"$schema":"http://json-schema.org/draft-07/schema#","const":1})",
        "2", true);
    row("3.0: id is an unknown member", three, R"({"id":7,"type":"integer"})", "1", true);
    row("3.0: an integer is written without a point", three, R"({"type":"integer"})", "1.0", false);
    row("3.1: an integer by value", newest, R"({"type":"integer"})", "1.0", true);
    row("3.0: example is not validated", three, R"({"type":"integer","example":"seven"})", "1", true);
    row("2.0: example is not validated", swagger, R"({"type":"integer","example":{"a":[]}})", "1", true);
    row("3.1: example is not validated", newest, R"({"type":"integer","example":"seven"})", "1", true);
    row("3.0: formats are annotations", three, R"({"type":"integer","format":"int32"})", "4294967296", true);
    row("3.0: additionalProperties false", three, R"({"properties":{},"additionalProperties":false})",
        R"({"a":1})", false);
    row("3.0: additionalProperties true", three, R"({"additionalProperties":true})", R"({"a":1})", true);
    row("3.1: types in a list", newest, R"({"type":["string","null"]})", "null", true);
    row("3.1: the discriminator alone asserts nothing", newest,
        R"({"discriminator":{"propertyName":"kind"}})", "{}", true);
    row("3.0: the discriminator alone asserts nothing", three, R"({"discriminator":{"propertyName":"kind"}})",
        "{}", true);
    row("2.0: the discriminator alone asserts nothing", swagger, R"({"discriminator":"kind"})", "{}", true);
    row("3.0: xml and externalDocs do not affect JSON", three,
        R"({"type":"string","xml":{"name":"a"},"externalDocs":{"url":"https://x.test"},"deprecated":true})",
        R"("a")", true);
}

void tst_OpenApiSchema::readsTheKeywordsOfItsVersion()
{
    QFETCH(SchemaDialect, dialect);
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, instance);
    QFETCH(bool, valid);
    const ValidationReport report = check(schema, instance, optionsFor(dialect));
    QCOMPARE(report.reason, QString());
    QCOMPARE(report.verdict, valid ? Verdict::Valid : Verdict::Invalid);
}

void tst_OpenApiSchema::refusesWhatItsVersionDoesNotAllow_data()
{
    QTest::addColumn<SchemaDialect>("dialect");
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char *name, SchemaDialect dialect, const char *schema, const QString &problem) {
        QTest::newRow(name) << dialect << QByteArray(schema) << problem;
    };
    row("3.0: nullable is a text", three, R"({"type":"string","nullable":"yes"})",
        u"/nullable: Expected a boolean, got string"_s);
    row("3.0: a list of types", three, R"({"properties":{"a":{"type":["string","null"]}}})",
        u"/properties/a/type: Expected one of \"array\", \"boolean\", \"integer\", \"number\", \"object\", \"string\", got an array of 2"_s);
    row("3.0: null", three, R"({"type":"null"})",
        u"/type: Expected one of \"array\", \"boolean\", \"integer\", \"number\", \"object\", \"string\", got \"null\""_s);
    row("3.0: file", three, R"({"type":"file"})", u"/type: Expected the name of a type, got \"file\""_s);
    row("3.0: boolean schema", three, R"({"properties":{"a":true}})",
        u"/properties/a: Expected a schema, an object, got boolean"_s);
    row("3.0: exclusive number", three, R"({"minimum":1,"exclusiveMinimum":1})",
        u"/exclusiveMinimum: Expected a boolean, got 1"_s);
    row("3.0: discriminator of 2.0", three, R"({"discriminator":"kind"})",
        u"/discriminator: Expected an object, got string"_s);
    row("2.0: discriminator of 3.0", swagger, R"({"discriminator":{"propertyName":"kind"}})",
        u"/discriminator: Expected a string, got object"_s);
    row("3.0: discriminator without a name", three, R"({"discriminator":{"mapping":{}}})",
        u"/discriminator: Expected \"propertyName\" with the name of a member"_s);
    row("3.0: mapping to a number", three, R"({"discriminator":{"propertyName":"a","mapping":{"b":1}}})",
        u"/discriminator/mapping/b: Expected string, got integer"_s);
    row("3.0: readOnly", three, R"({"readOnly":1})", u"/readOnly: Expected a boolean, got 1"_s);
    row("2.0: names twice", swagger, R"({"required":["a","a"]})", u"/required: Items 0 and 1 are equal"_s);
    row("2.0: empty enum", swagger, R"({"enum":[]})", u"/enum: Expected at least 1 item, got 0"_s);
    row("3.1: exclusive flag", newest, R"({"exclusiveMinimum":true})",
        u"/exclusiveMinimum: Expected a number, got boolean"_s);
    row("3.1: discriminator deep inside", newest,
        R"({"properties":{"a":{"discriminator":{"propertyName":1}}}})",
        u"/properties/a/discriminator: Expected \"propertyName\" with the name of a member"_s);
    row("3.1: documentation without an address", newest, R"({"items":{"externalDocs":{}}})",
        u"/items/externalDocs: Required member \"url\" is missing"_s);
}

void tst_OpenApiSchema::refusesWhatItsVersionDoesNotAllow()
{
    QFETCH(SchemaDialect, dialect);
    QFETCH(QByteArray, schema);
    const Result<Schema> compiled = Schema::compile(jsonLiteral(schema), optionsFor(dialect));
    QVERIFY(!compiled);
    QCOMPARE(compiled.error().kind, ErrorKind::Validation);
    QTEST(compiled.error().detail, "problem");
}

void tst_OpenApiSchema::assertsItsFormatsWhenAsked_data()
{
    QTest::addColumn<SchemaDialect>("dialect");
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<QByteArray>("instance");
    QTest::addColumn<bool>("valid");
    const auto row = [](SchemaDialect dialect, const char *format, const char *instance, bool valid) {
        QTest::addRow("%d: %s of %s", int(dialect), format, instance)
            << dialect << QByteArray(format) << QByteArray(instance) << valid;
    };
    for (const SchemaDialect dialect : {swagger, three, newest}) {
        row(dialect, "int32", "2147483647", true);
        row(dialect, "int32", "2147483648", false);
        row(dialect, "int32", "-2147483649", false);
        row(dialect, "int32", "1.5", false);
        row(dialect, "int32", "\"text\"", true);
        row(dialect, "int64", "9223372036854775807", true);
        row(dialect, "int64", "9223372036854775808", false);
        row(dialect, "float", "3.4e38", true);
        row(dialect, "float", "3.5e38", false);
        row(dialect, "double", "-1.7e308", true);
        row(dialect, "double", "1e309", false);
        row(dialect, "byte", "\"AAECAw==\"", true);
        row(dialect, "byte", "\"AAECAw=\"", false);
        row(dialect, "byte", "\"not base64!\"", false);
        row(dialect, "binary", "\"anything\"", true);
        row(dialect, "password", "\"anything\"", true);
        row(dialect, "date", "\"2024-02-29\"", true);
        row(dialect, "date", "\"2023-02-29\"", false);
        row(dialect, "date-time", "\"2024-02-29T10:00:00Z\"", true);
        row(dialect, "date-time", "\"2024-02-29 10:00\"", false);
    }
    row(plain, "int32", "2147483648", true);
    row(plain, "byte", "\"not base64!\"", true);
}

void tst_OpenApiSchema::assertsItsFormatsWhenAsked()
{
    QFETCH(SchemaDialect, dialect);
    QFETCH(QByteArray, format);
    QFETCH(QByteArray, instance);
    QFETCH(bool, valid);
    SchemaOptions options = optionsFor(dialect);
    const QByteArray schema = "{\"format\":\"" + format + "\"}";
    QCOMPARE(check(schema, instance, options).verdict, Verdict::Valid);
    options.assertFormats = true;
    QCOMPARE(check(schema, instance, options).verdict, valid ? Verdict::Valid : Verdict::Invalid);
}

void tst_OpenApiSchema::warnsOfMembersInTheWrongDirection_data()
{
    QTest::addColumn<SchemaDialect>("dialect");
    QTest::addColumn<Direction>("direction");
    QTest::addColumn<QStringList>("expected");
    const QStringList readOnly{u"/id readOnly"_s, u"/parts/0/id readOnly"_s};
    const QStringList writeOnly{u"/secret writeOnly"_s};
    for (const SchemaDialect dialect : {three, newest, SchemaDialect::Draft7, plain}) {
        QTest::addRow("%d: no direction", int(dialect)) << dialect << Direction::Any << QStringList();
        QTest::addRow("%d: request", int(dialect)) << dialect << Direction::Request << readOnly;
        QTest::addRow("%d: response", int(dialect)) << dialect << Direction::Response << writeOnly;
    }
    QTest::newRow("2.0 has readOnly") << swagger << Direction::Request << readOnly;
    QTest::newRow("2.0 has no writeOnly") << swagger << Direction::Response << QStringList();
    QTest::newRow("draft 6 has neither") << SchemaDialect::Draft6 << Direction::Request << QStringList();
}

void tst_OpenApiSchema::warnsOfMembersInTheWrongDirection()
{
    QFETCH(SchemaDialect, dialect);
    QFETCH(Direction, direction);
    QFETCH(QStringList, expected);
    const QByteArray schema = R"({"properties":{"id":{"type":"integer","readOnly":true},
        "secret":{"type":"string","writeOnly":true},
        "parts":{"items":{"properties":{"id":{"readOnly":true}}}}}})";
    const ValidationReport report =
        check(schema, R"({"id":1,"secret":"x","parts":[{"id":2}]})", optionsFor(dialect), direction);
    QCOMPARE(report.verdict, Verdict::Valid);
    QStringList got;
    for (const ValidationError &warning : report.warnings) {
        got.append(QString(warning.pointer + u' ' + warning.keyword));
        QVERIFY(warning.schemaLocation.endsWith(warning.keyword));
        QVERIFY(!warning.message.isEmpty());
    }
    QCOMPARE(got, expected);
}

void tst_OpenApiSchema::doesNotRequireMembersOfTheOtherDirection_data()
{
    QTest::addColumn<SchemaDialect>("dialect");
    QTest::addColumn<Direction>("direction");
    QTest::addColumn<QByteArray>("instance");
    QTest::addColumn<bool>("valid");
    QTest::newRow("request without id")
        << three << Direction::Request << QByteArray(R"({"secret":"x"})") << true;
    QTest::newRow("response without id") << three << Direction::Response << QByteArray("{}") << false;
    QTest::newRow("response without secret")
        << three << Direction::Response << QByteArray(R"({"id":1})") << true;
    QTest::newRow("request without secret")
        << three << Direction::Request << QByteArray(R"({"id":1})") << false;
    QTest::newRow("no direction") << three << Direction::Any << QByteArray(R"({"secret":"x"})") << false;
    QTest::newRow("3.1 requires every name in required")
        << newest << Direction::Request << QByteArray(R"({"secret":"x"})") << false;
}

void tst_OpenApiSchema::doesNotRequireMembersOfTheOtherDirection()
{
    QFETCH(SchemaDialect, dialect);
    QFETCH(Direction, direction);
    QFETCH(QByteArray, instance);
    QFETCH(bool, valid);
    const QByteArray schema = R"({"required":["id","secret"],"properties":{
        "id":{"$ref":"#/x-types/Id"},"secret":{"writeOnly":true}},"x-types":{"Id":{"type":"integer","readOnly":true}}})";
    QCOMPARE(check(schema, instance, optionsFor(dialect), direction).verdict,
        valid ? Verdict::Valid : Verdict::Invalid);
}

void tst_OpenApiSchema::explainsTheBranchThatTheDiscriminatorNames_data()
{
    QTest::addColumn<QByteArray>("keyword");
    QTest::addColumn<QByteArray>("mapping");
    QTest::addColumn<QByteArray>("instance");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, const char *keyword, const char *mapping, const char *instance,
                         const QString &message) {
        QTest::newRow(name) << QByteArray(keyword) << QByteArray(mapping) << QByteArray(instance) << message;
    };
    row("by name", "oneOf", "", R"({"kind":"Cat"})",
        u"Matches none of 2 alternatives; the discriminator \"kind\" is \"Cat\", which names Cat; nearest: Required member \"lives\" is missing"_s);
    row("by name, deeper", "anyOf", "", R"({"kind":"Dog","tricks":["sit",1]})",
        u"Matches none of 2 alternatives; the discriminator \"kind\" is \"Dog\", which names Dog; nearest at /tricks/1: Expected string, got integer"_s);
    row("by mapping to a place", "oneOf", R"(,"mapping":{"meow":"#/components/schemas/Cat"})",
        R"({"kind":"meow"})",
        u"Matches none of 2 alternatives; the discriminator \"kind\" is \"meow\", which names Cat; nearest: Required member \"lives\" is missing"_s);
    row("by mapping to a name", "oneOf", R"(,"mapping":{"meow":"Cat"})", R"({"kind":"meow"})",
        u"Matches none of 2 alternatives; the discriminator \"kind\" is \"meow\", which names Cat; nearest: Required member \"lives\" is missing"_s);
    row("unknown name", "oneOf", "", R"({"kind":"Cow"})",
        u"Matches none of 2 alternatives; the discriminator \"kind\" is \"Cow\", which names none of them: Cat, Dog"_s);
    row("missing", "oneOf", "", "{}",
        u"Matches none of 2 alternatives; the discriminator \"kind\" is missing"_s);
    row("not a string", "anyOf", "", R"({"kind":3})",
        u"Matches none of 2 alternatives; the discriminator \"kind\" is not a string"_s);
    row("two match", "oneOf", "", R"({"kind":"Cat","lives":9,"tricks":[]})",
        u"Matches more than one of 2 alternatives, expected exactly one; the discriminator \"kind\" is \"Cat\", which names Cat"_s);
}

void tst_OpenApiSchema::explainsTheBranchThatTheDiscriminatorNames()
{
    QFETCH(QByteArray, keyword);
    QFETCH(QByteArray, mapping);
    QFETCH(QByteArray, instance);
    const QByteArray schema = "{\"" + keyword
        + R"(":[{"$ref":"#/components/schemas/Cat"},{"$ref":"#/components/schemas/Dog"}],
        "discriminator":{"propertyName":"kind")"
        + mapping + "}," + pets + '}';
    for (const SchemaDialect dialect : {three, newest}) {
        const ValidationReport report = check(schema, instance, optionsFor(dialect));
        QCOMPARE(report.verdict, Verdict::Invalid);
        QCOMPARE(report.errors.size(), 1);
        QCOMPARE(report.errors.first().keyword, QString::fromLatin1(keyword));
        QTEST(report.errors.first().message, "message");
    }
    // JSON Schema itself does not have "discriminator".
    const ValidationReport report = check(schema, instance, optionsFor(plain));
    QVERIFY(!report.errors.first().message.contains("discriminator"_L1));
}

void tst_OpenApiSchema::knowsTheDialectOf31ByItsName()
{
    const Result<Schema> schema = Schema::compile(
        jsonLiteral(R"({"$schema":"https://spec.openapis.org/oas/3.1/dialect/base","type":"null"})"));
    QVERIFY(schema);
    QCOMPARE(schema->dialect(), newest);
    QCOMPARE(schema->validate(jsonLiteral("1")).verdict, Verdict::Invalid);
}

void tst_OpenApiSchema::findsSchemasInTheDocument()
{
    SchemaOptions options = optionsFor(three);
    options.documents.insert(u"https://x.test/api.json"_s,
        jsonLiteral(QByteArray("{\"openapi\":\"3.0.3\",\"paths\":{}," + pets + '}')));
    const QByteArray schema = R"({"$ref":"https://x.test/api.json#/components/schemas/Cat"})";
    const ValidationReport report = check(schema, R"({"lives":"nine"})", options);
    QCOMPARE(report.verdict, Verdict::Invalid);
    QCOMPARE(report.errors.first().schemaLocation,
        u"https://x.test/api.json#/components/schemas/Cat/properties/lives/type"_s);
}

WORKBENCH_TEST(tst_OpenApiSchema, QCoreApplication)
#include "tst_openapischema.moc"
