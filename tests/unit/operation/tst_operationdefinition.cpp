// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The differences between two definitions of an operation, as shown to the user.

#include "core/json/jsonparser.h"
#include "core/operation/definitionhash.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_OperationDefinition : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesEachDifference_data();
    void namesEachDifference();
    void comparesReferencedDefinitionsByName();
    void countsDifferencesNotShown();
    void hashesAnOperationWithoutADefinitionByItsSpec();
};

void tst_OperationDefinition::namesEachDifference_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("now");
    QTest::addColumn<QStringList>("lines");
    QTest::newRow("a type") << QByteArray(R"({"inputSchema":{"properties":{"q":{"type":"string"}}}})")
                            << QByteArray(R"({"inputSchema":{"properties":{"q":{"type":"integer"}}}})")
                            << QStringList{uR"(inputSchema/properties/q/type: "string" → "integer")"_s};
    QTest::newRow("added and removed")
        << QByteArray(R"({"a":1,"b":{"c":[]}})") << QByteArray(R"({"a":1,"d":null})")
        << QStringList{uR"(b: {"c":[]} → nothing)"_s, u"d: nothing → null"_s};
    QTest::newRow("a zero-width character") << QByteArray(R"({"d":"ab"})")
                                            << QByteArray("{\"d\":\"a\xE2\x80\x8B"
                                                          "b\"}")
                                            << QStringList{uR"(d: "ab" → "a\u{200B}b")"_s};
    QTest::newRow("a line break") << QByteArray(R"({"d":"ab"})") << QByteArray(R"({"d":"a\nb"})")
                                  << QStringList{uR"(d: "ab" → "a\nb")"_s};
    QTest::newRow("at the end of a long text")
        << QByteArray(R"({"d":")" + QByteArray(5000, 'x') + R"( reads"})")
        << QByteArray(R"({"d":")" + QByteArray(5000, 'x') + R"( deletes"})")
        << QStringList{uR"(d: "…xxxxxxxxxxxxxxx reads" → "…xxxxxxxxxxxxxxx deletes")"_s};
    QTest::newRow("a large value") << QByteArray(R"({"s":1})")
                                   << QByteArray(R"({"s":[)" + QByteArray("1,").repeated(500) + "1]}")
                                   << QStringList{u"s: 1 → […]"_s};
    QTest::newRow("a moved item") << QByteArray(R"({"required":["n","m"]})")
                                  << QByteArray(R"({"required":["a","b","n","m"]})")
                                  << QStringList{
                                         u"required/0: nothing → \"a\""_s, u"required/1: nothing → \"b\""_s};
    QTest::newRow("another order") << QByteArray(R"({"required":["n","a"]})")
                                   << QByteArray(R"({"required":["a","n"]})")
                                   << QStringList{uR"(required/0 moved to required/1: "n")"_s};
    QTest::newRow("the whole") << QByteArray("1") << QByteArray("true") << QStringList{u"(root): 1 → true"_s};
    QTest::newRow("the order of members")
        << QByteArray(R"({"a":1,"b":2})") << QByteArray(R"({"b":2,"a":1})") << QStringList{};
}

void tst_OperationDefinition::namesEachDifference()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, now);
    QFETCH(QStringList, lines);
    const WholeDefinition was{jsonLiteral(before)};
    const WholeDefinition is{jsonLiteral(now)};
    QCOMPARE(toStrings(definitionDifferences(was, is, 10)), lines);
    QCOMPARE(definitionHash(was) == definitionHash(is), lines.isEmpty());
}

void tst_OperationDefinition::comparesReferencedDefinitionsByName()
{
    const Json root = jsonLiteral(R"({"$ref":"#/Thing"})");
    const Json text = jsonLiteral(R"({"type":"string"})");
    const WholeDefinition was{root, {{u"Thing"_s, text}, {u"Old"_s, text}}};
    const WholeDefinition is{root, {{u"Thing"_s, jsonLiteral(R"({"type":"integer"})")}, {u"New"_s, text}}};
    QCOMPARE(toStrings(definitionDifferences(was, is, 10)),
        (QStringList{u"New: nothing → {\"type\":\"string\"}"_s, uR"(Thing/type: "string" → "integer")"_s,
            u"Old: {\"type\":\"string\"} → nothing"_s}));
    QVERIFY(definitionHash(was) != definitionHash(is));
    const WholeDefinition alone{root};
    QCOMPARE(definitionHash(alone),
        definitionHash(root)); // equals the hash of earlier versions, which had no references
}

void tst_OperationDefinition::countsDifferencesNotShown()
{
    const WholeDefinition was{jsonLiteral(R"({"a":1,"b":1,"c":1})")};
    const WholeDefinition is{jsonLiteral(R"({"a":2,"b":2,"c":2})")};
    QCOMPARE(toStrings(definitionDifferences(was, is, 2)),
        (QStringList{u"a: 1 → 2"_s, u"b: 1 → 2"_s, u"and 1 more"_s}));
}

void tst_OperationDefinition::hashesAnOperationWithoutADefinitionByItsSpec()
{
    OperationSpec spec;
    spec.id = {u"one"_s, u"sum"_s};
    OperationSpec elsewhere = spec;
    elsewhere.id.nameSpace = u"two"_s;
    QCOMPARE(definitionHash(spec), definitionHash(elsewhere));
    elsewhere.description = u"adds"_s;
    QVERIFY(definitionHash(spec) != definitionHash(elsewhere));
}

WORKBENCH_TEST(tst_OperationDefinition, QCoreApplication)
#include "tst_operationdefinition.moc"
