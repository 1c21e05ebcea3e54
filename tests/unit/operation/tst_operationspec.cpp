// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/operation/operationspec.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_OperationSpec : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void splitsAnIdAtTheFirstDot_data();
    void splitsAnIdAtTheFirstDot();
    void makesANamespaceFromASourceName();
    void namesTypesInLowerCase();
    void writesRequiredMembersInOrder();
    void readsItsOwnJson();
    void keepsErrorsOfAnotherForm_data();
    void keepsErrorsOfAnotherForm();
    void refusesMalformedSpecs_data();
    void refusesMalformedSpecs();
    void readsNullAsAbsent();
};

void tst_OperationSpec::splitsAnIdAtTheFirstDot_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("nameSpace");
    QTest::addColumn<QString>("name");
    QTest::newRow("plain") << u"notes.find"_s << u"notes"_s << u"find"_s;
    QTest::newRow("name with a dot") << u"hub.clock.tick"_s << u"hub"_s << u"clock.tick"_s;
    QTest::newRow("no namespace") << u"echo"_s << QString() << u"echo"_s;
    QTest::newRow("an empty id") << QString() << QString() << QString();
}

void tst_OperationSpec::splitsAnIdAtTheFirstDot()
{
    QFETCH(QString, text);
    const OperationId id = OperationId::fromString(text);
    QTEST(id.nameSpace, "nameSpace");
    QTEST(id.name, "name");
    if (!id.nameSpace.isEmpty())
        QCOMPARE(id.toString(), text);
}

void tst_OperationSpec::makesANamespaceFromASourceName()
{
    QCOMPARE(nameSpaceFor(u"api.example.org"_s), u"api_example_org"_s);
}

void tst_OperationSpec::namesTypesInLowerCase()
{
    for (const OperationType type :
        {OperationType::Query, OperationType::Mutation, OperationType::Subscription})
        QCOMPARE(operationTypeFromName(QString(operationTypeName(type))), type);
    QCOMPARE(operationTypeName(OperationType::Subscription), "subscription"_L1);
    QVERIFY(!operationTypeFromName(u"QUERY").has_value());
}

void tst_OperationSpec::writesRequiredMembersInOrder()
{
    OperationSpec spec;
    spec.id = {u"notes"_s, u"find"_s};
    const QByteArray written =
        R"({"name":"find","namespace":"notes","version":"1.0.0","type":"query","description":"","inputSchema":{},)"
        R"("outputSchema":{},"accessControl":{"requiredScopes":[]},"id":"notes.find","kind":"operation"})";
    QCOMPARE(toJson(spec).toBytes(), written);
    // What is not a schema is written as the schema that accepts everything.
    spec.inputSchema = jsonLiteral("[1]");
    spec.outputSchema = Json::null();
    QCOMPARE(toJson(spec).toBytes(), written);
    spec.outputSchema = Json::string(u"x");
    QCOMPARE(toJson(spec).toBytes(), written);
}

void tst_OperationSpec::readsItsOwnJson()
{
    const QByteArray text =
        R"({"name":"clock.tick","namespace":"hub","version":"2.1.0","type":"subscription","title":"Tick","description":"d",)"
        R"("tags":["a","b"],"inputSchema":{"type":"object","properties":{"z":{},"a":{"maximum":1.50}}},"outputSchema":true,)"
        R"("errorSchemas":[{"code":"C","description":"e","schema":{},"httpStatus":404}],)"
        R"("accessControl":{"requiredScopes":["s"],"hours":"9-17"},"_meta":{"method":"GET"},)"
        R"("id":"hub.clock.tick","kind":"tool","owner":"ana"})";
    const auto spec = operationSpecFromJson(jsonLiteral(text));
    QVERIFY(spec.has_value());
    QCOMPARE(toJson(*spec).toBytes(), text);
}

void tst_OperationSpec::keepsErrorsOfAnotherForm_data()
{
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("the status is a text")
        << QByteArray(R"({"code":"C","description":"e","schema":{},"httpStatus":"404"})");
    QTest::newRow("the status is too large")
        << QByteArray(R"({"code":"C","description":"e","schema":{},"httpStatus":40000000000})");
    QTest::newRow("the code is a number") << QByteArray(R"({"description":"e","schema":{},"code":7})");
    QTest::newRow("without a code") << QByteArray(R"({"description":"e","schema":{},"httpStatus":404})");
    QTest::newRow("a further member")
        << QByteArray(R"({"code":"C","description":"e","schema":{},"retryAfter":5})");
}

void tst_OperationSpec::keepsErrorsOfAnotherForm()
{
    QFETCH(QByteArray, error);
    const QByteArray text = R"({"name":"a","namespace":"n","type":"query","errorSchemas":[)" + error + "]}";
    const auto spec = operationSpecFromJson(jsonLiteral(text));
    QVERIFY(spec.has_value());
    QCOMPARE(toJson(*spec).member("errorSchemas"_L1).at(0).toBytes(), error);
}

void tst_OperationSpec::refusesMalformedSpecs_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("not an object") << QByteArray("[]");
    QTest::newRow("no name") << QByteArray(R"({"namespace":"n","type":"query"})");
    QTest::newRow("name of the wrong type") << QByteArray(R"({"name":1,"namespace":"n","type":"query"})");
    QTest::newRow("no namespace") << QByteArray(R"({"name":"a","type":"query"})");
    QTest::newRow("namespace with a dot") << QByteArray(R"({"name":"a","namespace":"n.m","type":"query"})");
    QTest::newRow("unknown type") << QByteArray(R"({"name":"a","namespace":"n","type":"QUERY"})");
    QTest::newRow("access control that cannot be read") << QByteArray(
        R"({"name":"a","namespace":"n","type":"query","accessControl":{"requiredScopes":"s"}})");
}

void tst_OperationSpec::refusesMalformedSpecs()
{
    QFETCH(QByteArray, text);
    const auto spec = operationSpecFromJson(jsonLiteral(text));
    QVERIFY(!spec.has_value());
    QCOMPARE(spec.error().kind, ErrorKind::Protocol);
}

void tst_OperationSpec::readsNullAsAbsent()
{
    const auto spec = operationSpecFromJson(jsonLiteral(
        R"({"name":"a","namespace":"n","type":"query","title":null,"tags":null,"outputSchema":null,"accessControl":null,"_meta":null})"));
    QVERIFY(spec.has_value());
    QVERIFY(spec->title.isEmpty());
    QVERIFY(spec->outputSchema.isAbsent());
    QVERIFY(spec->meta.isAbsent());
}

WORKBENCH_TEST(tst_OperationSpec, QCoreApplication)
#include "tst_operationspec.moc"
