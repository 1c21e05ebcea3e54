// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/sources/mcp/mcpheaders.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_McpHeaders : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void encodesWhatAHeaderCannotHold_data();
    void encodesWhatAHeaderCannotHold();
    void namesMethodAndTarget_data();
    void namesMethodAndTarget();
    void mirrorsMarkedArguments();
    void reportsInvalidMarks_data();
    void reportsInvalidMarks();
    void dataThatLooksLikeAMarkIsNotAMark();
};

void tst_McpHeaders::encodesWhatAHeaderCannotHold_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("plain") << u"us west 1"_s << QByteArray("us west 1");
    QTest::newRow("empty") << QString() << QByteArray();
    QTest::newRow("not ASCII") << u"Hällo"_s << QByteArray("=?base64?SMOkbGxv?=");
    QTest::newRow("space at an end") << u" a"_s << QByteArray("=?base64?IGE=?=");
    QTest::newRow("line break") << u"a\r\nX: b"_s << QByteArray("=?base64?YQ0KWDogYg==?=");
    QTest::newRow("looks encoded") << u"=?base64?eA==?="_s << QByteArray("=?base64?PT9iYXNlNjQ/ZUE9PT89?=");
}

void tst_McpHeaders::encodesWhatAHeaderCannotHold()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, value);
    QCOMPARE(headerValue(text), value);
}

void tst_McpHeaders::namesMethodAndTarget_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<QByteArray>("name"); // empty: no Mcp-Name
    QTest::newRow("tool") << u"tools/call"_s << QByteArray(R"({"name":"a"})") << QByteArray("a");
    QTest::newRow("prompt") << u"prompts/get"_s << QByteArray(R"({"name":"p"})") << QByteArray("p");
    QTest::newRow("resource") << u"resources/read"_s << QByteArray(R"({"uri":"file:///x"})")
                              << QByteArray("file:///x");
    QTest::newRow("task") << u"tasks/get"_s << QByteArray(R"({"taskId":"7"})") << QByteArray("7");
    QTest::newRow("list") << u"tools/list"_s << QByteArray("{}") << QByteArray();
}

void tst_McpHeaders::namesMethodAndTarget()
{
    QFETCH(QString, method);
    QFETCH(QByteArray, params);
    QFETCH(QByteArray, name);
    McpHeaders expected{{"Mcp-Method", method.toLatin1()}};
    if (!name.isEmpty())
        expected.append({"Mcp-Name", name});
    QCOMPARE(standardHeaders(method, jsonLiteral(params)), expected);
}

void tst_McpHeaders::mirrorsMarkedArguments()
{
    const Json schema = jsonLiteral(R"({"type":"object","properties":{
        "region":{"type":"string","x-mcp-header":"Region"},
        "count":{"type":"integer","x-mcp-header":"Count"},
        "dry":{"type":"boolean","x-mcp-header":"Dry"},
        "gone":{"type":"string","x-mcp-header":"Gone"},
        "null":{"type":["string","null"],"x-mcp-header":"Null"},
        "plain":{"type":"string"},
        "in":{"type":"object","properties":{"deep":{"type":"string","x-mcp-header":"Deep"}}}}})");
    const Json arguments =
        jsonLiteral(R"({"region":"eu","count":42,"dry":false,"null":null,"plain":"x","in":{"deep":"d"}})");
    const McpHeaders expected{{"Mcp-Param-Region", "eu"}, {"Mcp-Param-Count", "42"},
        {"Mcp-Param-Dry", "false"}, {"Mcp-Param-Deep", "d"}};
    QCOMPARE(parameterHeaders(schema, arguments), expected);
    QCOMPARE(headerFault(schema), QString());
}

void tst_McpHeaders::reportsInvalidMarks_data()
{
    QTest::addColumn<QByteArray>("properties");
    QTest::addColumn<QString>("says");
    QTest::newRow("empty") << QByteArray(R"({"a":{"type":"string","x-mcp-header":""}})")
                           << u"not a valid header name"_s;
    QTest::newRow("space") << QByteArray(R"({"a":{"type":"string","x-mcp-header":"A B"}})")
                           << u"not a valid header name"_s;
    QTest::newRow("not a text") << QByteArray(R"({"a":{"type":"string","x-mcp-header":1}})")
                                << u"not a valid header name"_s;
    QTest::newRow("number") << QByteArray(R"({"a":{"type":"number","x-mcp-header":"A"}})")
                            << u"not a string"_s;
    QTest::newRow("untyped") << QByteArray(R"({"a":{"x-mcp-header":"A"}})") << u"not a string"_s;
    QTest::newRow("twice") << QByteArray(
        R"({"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}})")
                           << u"two properties"_s;
    QTest::newRow("below items") << QByteArray(
        R"({"a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}})")
                                 << u"is not at a property"_s;
    QTest::newRow("below oneOf") << QByteArray(R"({"a":{"oneOf":[{"type":"string","x-mcp-header":"A"}]}})")
                                 << u"is not at a property"_s;
}

void tst_McpHeaders::reportsInvalidMarks()
{
    QFETCH(QByteArray, properties);
    QFETCH(QString, says);
    const QString fault =
        headerFault(jsonLiteral(QByteArray(R"({"type":"object","properties":)" + properties + '}')));
    QVERIFY2(fault.contains(says), qPrintable(fault));
}

void tst_McpHeaders::dataThatLooksLikeAMarkIsNotAMark()
{
    QCOMPARE(headerFault(jsonLiteral(R"({"properties":{"x-mcp-header":{"type":"object"},
        "a":{"type":"object","default":{"x-mcp-header":"A"}}}})")),
        QString());
}

WORKBENCH_TEST(tst_McpHeaders, QCoreApplication)
#include "tst_mcpheaders.moc"
