// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/operation/inputshape.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_InputShape : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsSchemas_data();
    void readsSchemas();
    void knowsTheTypeOfAnUndeclaredMember_data();
    void knowsTheTypeOfAnUndeclaredMember();
    void followsACycleOnDemand();
    void readsTypes();
};

void tst_InputShape::readsSchemas_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QStringList>("members");
    QTest::addColumn<bool>("isOpen");
    const auto row = [](const char *name, const QByteArray &schema, const QStringList &members, bool isOpen) {
        QTest::newRow(name) << schema << members << isOpen;
    };
    row("nothing declared", "{}", {}, true);
    row("an object without properties", R"({"type":"object"})", {}, true);
    row("empty properties", R"({"type":"object","properties":{}})", {}, false);
    row("additional members refused", R"({"additionalProperties":false})", {}, false);
    row("members", R"({"properties":{"a":{},"b":{}}})", {u"a"_s, u"b"_s}, false);
    row("additional members allowed", R"({"properties":{"a":{}},"additionalProperties":true})", {u"a"_s},
        true);
    row("additional members described", R"({"properties":{"a":{}},"additionalProperties":{"type":"string"}})",
        {u"a"_s}, true);
    row("patterns", R"({"properties":{"a":{}},"patternProperties":{"^x-":{}}})", {u"a"_s}, true);
    row("a choice", R"({"oneOf":[{"properties":{"a":{}}},{"properties":{"b":{}}}]})", {u"a"_s, u"b"_s},
        false);
    row("a reference", R"({"$ref":"#/$defs/x","$defs":{"x":{"properties":{"a":{}}}}})", {u"a"_s}, false);
    row("a reference to another document", R"({"properties":{"a":{}},"$ref":"other.json"})", {u"a"_s}, true);
    row("a cycle", R"({"allOf":[{"$ref":"#"},{"properties":{"a":{"$ref":"#"}}}]})", {u"a"_s}, false);
    row("an invalid schema", "7", {}, true);
}

void tst_InputShape::readsSchemas()
{
    QFETCH(QByteArray, schema);
    const InputShape shape(jsonLiteral(schema));
    QTEST(shape.members(), "members");
    QTEST(shape.isOpen(), "isOpen");
}

void tst_InputShape::knowsTheTypeOfAnUndeclaredMember_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<bool>("isNumber");
    QTest::newRow("required") << QByteArray(R"({"required":["n"],"additionalProperties":{"type":"number"}})")
                              << true;
    QTest::newRow("a pattern") << QByteArray(R"({"patternProperties":{"^n":{"type":"number"}}})") << true;
    QTest::newRow("unevaluated") << QByteArray(R"({"unevaluatedProperties":{"type":"number"}})") << true;
    QTest::newRow("declared") << QByteArray(
        R"({"properties":{"n":{"type":"string"}},"additionalProperties":{"type":"number"}})")
                              << false;
    QTest::newRow("dependent") << QByteArray(
        R"({"dependentSchemas":{"a":{"properties":{"n":{"type":"number"}}}}})")
                               << true;
}

void tst_InputShape::knowsTheTypeOfAnUndeclaredMember()
{
    QFETCH(QByteArray, schema);
    QTEST(InputShape(jsonLiteral(schema)).member(u"n"_s).allows("number"_L1), "isNumber");
}

void tst_InputShape::followsACycleOnDemand()
{
    InputShape shape(jsonLiteral(R"({"properties":{"a":{"$ref":"#"}}})"));
    for (int i = 0; i < 1000; ++i)
        shape = shape.member(u"a"_s);
    QVERIFY(shape.hasMember(u"a"_s));
}

void tst_InputShape::readsTypes()
{
    const InputShape shape(jsonLiteral(R"({"properties":{
        "one":{"type":"integer"}, "either":{"anyOf":[{"type":"string"},{"items":{"type":"number"}}]},
        "words":{"enum":["a","b"]}, "any":{}, "bytes":{"type":"string","format":"byte"}}})"));
    QVERIFY(shape.member(u"one"_s).allows("integer"_L1) && !shape.member(u"one"_s).allows("string"_L1));
    const InputShape either = shape.member(u"either"_s);
    QVERIFY(either.allows("string"_L1) && either.allows("array"_L1));
    QVERIFY(either.items().allows("number"_L1));
    QVERIFY(shape.member(u"words"_s).allows("string"_L1));
    QVERIFY(!shape.member(u"any"_s).statesType() && !shape.member(u"any"_s).allows("object"_L1));
    QVERIFY(shape.member(u"bytes"_s).isBase64());
}

WORKBENCH_TEST(tst_InputShape, QCoreApplication)
#include "tst_inputshape.moc"
