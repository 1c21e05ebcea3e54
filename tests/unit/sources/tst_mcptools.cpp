// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/operation/operationdefinition.h"
#include "core/sources/mcp/mcptools.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_McpTools : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsATool();
    void annotationsBecomeTags_data();
    void annotationsBecomeTags();
    void remarksOnOddDefinitions_data();
    void remarksOnOddDefinitions();
    void resultsOfTheModernEraNeedNotBeObjects_data();
    void resultsOfTheModernEraNeedNotBeObjects();
    void leavesOutToolsWithoutAName();
    void keepsBothOfTheSameName();
    void resourcesTemplatesAndPromptsAreQueries();
    void namesAResourceByItsFile_data();
    void namesAResourceByItsFile();
    void theContentOfAResourceDoesNotChangeItsDefinition_data();
    void theContentOfAResourceDoesNotChangeItsDefinition();
    void templatesNeedOnlyWhatAddressesNeed();

private:
    static OperationSpec one(const QByteArray &definition)
    {
        McpDefinitions definitions;
        definitions.addTools({jsonLiteral(definition)});
        return definitions.operations.value(0);
    }
};

void tst_McpTools::readsATool()
{
    const QByteArray definition = R"({"name":"echo","title":"Echo","description":"Says it again",
        "inputSchema":{"type":"object","x-own":1},"outputSchema":{"type":"object"},"_meta":{"a":1}})";
    const OperationSpec spec = one(definition);
    QCOMPARE(spec.id.name, u"echo"_s);
    QCOMPARE(spec.title, u"Echo"_s);
    QCOMPARE(spec.type, OperationType::Mutation);
    QCOMPARE(spec.kind, u"tool"_s);
    QCOMPARE(spec.group, u"tools"_s);
    QCOMPARE(spec.inputSchema.toBytes(), QByteArray(R"({"type":"object","x-own":1})"));
    QVERIFY(spec.outputSchema.isObject());
    QCOMPARE(spec.definition, jsonLiteral(definition));
    QVERIFY(spec.remarks.isEmpty());
    QVERIFY(spec.tags.isEmpty());
}

void tst_McpTools::annotationsBecomeTags_data()
{
    QTest::addColumn<QByteArray>("annotations");
    QTest::addColumn<QStringList>("tags");
    QTest::newRow("read-only") << QByteArray(R"({"readOnlyHint":true})") << QStringList{u"read-only"_s};
    QTest::newRow("destructive and idempotent")
        << QByteArray(R"({"destructiveHint":true,"idempotentHint":true})")
        << QStringList{u"destructive"_s, u"idempotent"_s};
    QTest::newRow("false claims nothing")
        << QByteArray(R"({"readOnlyHint":false,"destructiveHint":false})") << QStringList{};
    QTest::newRow("wrong type claims nothing") << QByteArray(R"({"readOnlyHint":"true"})") << QStringList{};
    QTest::newRow("not an object") << QByteArray("7") << QStringList{};
}

void tst_McpTools::annotationsBecomeTags()
{
    QFETCH(QByteArray, annotations);
    QFETCH(QStringList, tags);
    const OperationSpec spec =
        one(R"({"name":"a","inputSchema":{"type":"object"},"annotations":)" + annotations + "}");
    QCOMPARE(spec.tags, tags);
    QCOMPARE(spec.type, OperationType::Mutation); // an annotation does not change the type
}

void tst_McpTools::remarksOnOddDefinitions_data()
{
    QTest::addColumn<QByteArray>("definition");
    QTest::addColumn<int>("remarks");
    QTest::newRow("no input schema") << QByteArray(R"({"name":"a"})") << 1;
    QTest::newRow("input schema without type") << QByteArray(R"({"name":"a","inputSchema":{}})") << 1;
    QTest::newRow("input schema is a boolean") << QByteArray(R"({"name":"a","inputSchema":true})") << 1;
    QTest::newRow("output schema is an array's")
        << QByteArray(R"({"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"array"}})") << 1;
    QTest::newRow("strange name") << QByteArray(R"({"name":"a b/ü","inputSchema":{"type":"object"}})") << 1;
    QTest::newRow("strange icon") << QByteArray(
        R"({"name":"a","inputSchema":{"type":"object"},"icons":[{"src":"file:///etc/passwd"}]})")
                                  << 1;
    QTest::newRow("good icon") << QByteArray(
        R"({"name":"a","inputSchema":{"type":"object"},"icons":[{"src":"https://e.org/a.png"}]})")
                               << 0;
}

void tst_McpTools::remarksOnOddDefinitions()
{
    QFETCH(QByteArray, definition);
    QFETCH(int, remarks);
    QCOMPARE(one(definition).remarks.size(), remarks);
}

void tst_McpTools::resultsOfTheModernEraNeedNotBeObjects_data()
{
    QTest::addColumn<bool>("isModern");
    QTest::newRow("legacy") << false;
    QTest::newRow("modern") << true;
}

void tst_McpTools::resultsOfTheModernEraNeedNotBeObjects()
{
    QFETCH(bool, isModern);
    McpDefinitions definitions;
    definitions.hasAnyOutput = isModern;
    definitions.addTools(
        {jsonLiteral(R"({"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"array"}})")});
    QCOMPARE(definitions.operations.first().remarks,
        isModern ? QStringList() : QStringList{u"outputSchema.type is not \"object\"."_s});
}

void tst_McpTools::leavesOutToolsWithoutAName()
{
    McpDefinitions definitions;
    definitions.addTools({jsonLiteral("{}"), jsonLiteral("7"), jsonLiteral(R"({"name":""})"),
        jsonLiteral(R"({"name":5})"), jsonLiteral(R"({"name":"good","inputSchema":{"type":"object"}})")});
    QCOMPARE(definitions.operations.size(), 1);
    QCOMPARE(definitions.operations.first().id.name, u"good"_s);
    QCOMPARE(definitions.remarks.size(), 4);
}

void tst_McpTools::keepsBothOfTheSameName()
{
    McpDefinitions definitions;
    definitions.addTools(
        {jsonLiteral(R"({"name":"a","description":"1"})"), jsonLiteral(R"({"name":"a","description":"2"})")});
    QCOMPARE(definitions.operations.size(), 2);
    QVERIFY(definitions.operations.at(0).id.name != definitions.operations.at(1).id.name);
    QCOMPARE(definitions.operations.at(1).definition.member("name"_L1).toString(), u"a"_s);
    QCOMPARE(definitions.remarks.size(), 1);
}

void tst_McpTools::resourcesTemplatesAndPromptsAreQueries()
{
    McpDefinitions definitions;
    definitions.addResources({jsonLiteral(R"({"uri":"file:///a","name":"A"})")});
    definitions.addTemplates({jsonLiteral(R"({"uriTemplate":"note:///{id}","name":"Note"})")});
    definitions.addPrompts(
        {jsonLiteral(R"({"name":"greet","arguments":[{"name":"who","required":true},{"name":"how"},{}]})")});
    QCOMPARE(definitions.operations.size(), 3);
    const OperationSpec resource = definitions.operations.at(0);
    QCOMPARE(resource.id.name, u"resource:file:///a"_s);
    QCOMPARE(resource.kind, u"resource"_s);
    QCOMPARE(resource.group, u"resources"_s);
    QCOMPARE(resource.type, OperationType::Query);
    const OperationSpec uriTemplate = definitions.operations.at(1);
    QCOMPARE(uriTemplate.id.name, u"template:note:///{id}"_s);
    QCOMPARE(uriTemplate.kind, u"resource-template"_s);
    QCOMPARE(uriTemplate.group, u"templates"_s);
    QVERIFY(uriTemplate.inputSchema.member("properties"_L1).member("id"_L1).isObject());
    const OperationSpec prompt = definitions.operations.at(2);
    QCOMPARE(prompt.id.name, u"prompt:greet"_s);
    QCOMPARE(prompt.group, u"prompts"_s);
    QCOMPARE(prompt.inputSchema.member("required"_L1).toBytes(), QByteArray(R"(["who"])"));
    QCOMPARE(prompt.remarks.size(), 1);
}

void tst_McpTools::namesAResourceByItsFile_data()
{
    QTest::addColumn<QByteArray>("definition");
    QTest::addColumn<QString>("title");
    QTest::newRow("a title") << QByteArray(R"({"uri":"a://b/c.md","name":"a://b/c.md","title":"a://b/c.md"})")
                             << u"a://b/c.md"_s;
    QTest::newRow("a name") << QByteArray(R"({"uri":"a://b/c.md","name":"My%20file"})") << u"My%20file"_s;
    QTest::newRow("the address as name")
        << QByteArray(R"({"uri":"a://b/c.md?d#e","name":"a://b/c.md?d#e"})") << u"c.md"_s;
    QTest::newRow("no name") << QByteArray(R"({"uri":"a://b/my%20file.md"})") << u"my file.md"_s;
    QTest::newRow("the encoded file name as name")
        << QByteArray(R"({"uri":"a://b/my%20file.md","name":"my%20file.md"})") << u"my file.md"_s;
    QTest::newRow("an address without a path")
        << QByteArray(R"({"uri":"memo:today","name":"memo:today"})") << u"memo:today"_s;
    QTest::newRow("a control character")
        << QByteArray(R"({"uri":"a://b/c%1B%5B2J","name":"a://b/c%1B%5B2J"})") << u"c%1B%5B2J"_s;
    QTest::newRow("a change of direction")
        << QByteArray(R"({"uri":"a://b/c%E2%80%AEd"})") << u"c%E2%80%AEd"_s;
    QTest::newRow("a slash") << QByteArray(R"({"uri":"a://b/c%2Fd"})") << u"c%2Fd"_s;
    QTest::newRow("not UTF-8") << QByteArray(R"({"uri":"a://b/c%FFd"})") << u"c%FFd"_s;
}

void tst_McpTools::namesAResourceByItsFile()
{
    QFETCH(QByteArray, definition);
    McpDefinitions definitions;
    definitions.addResources({jsonLiteral(definition)});
    QTEST(definitions.operations.value(0).title, "title");
}

void tst_McpTools::theContentOfAResourceDoesNotChangeItsDefinition_data()
{
    QTest::addColumn<QByteArray>("now");
    QTest::addColumn<bool>("isChanged");
    QTest::newRow("size") << QByteArray(
        R"({"uri":"file:///a","name":"A","size":6,"annotations":{"priority":1,"lastModified":"2026-01-01T00:00:00Z"}})")
                          << false;
    QTest::newRow("time") << QByteArray(
        R"({"uri":"file:///a","name":"A","size":5,"annotations":{"priority":1,"lastModified":"2026-01-02T00:00:00Z"}})")
                          << false;
    QTest::newRow("priority") << QByteArray(
        R"({"uri":"file:///a","name":"A","size":5,"annotations":{"priority":0,"lastModified":"2026-01-01T00:00:00Z"}})")
                              << true;
}

void tst_McpTools::theContentOfAResourceDoesNotChangeItsDefinition()
{
    QFETCH(QByteArray, now);
    QFETCH(bool, isChanged);
    McpDefinitions definitions;
    definitions.addResources(
        {jsonLiteral(
             R"({"uri":"file:///a","name":"A","size":5,"annotations":{"priority":1,"lastModified":"2026-01-01T00:00:00Z"}})"),
            jsonLiteral(now)});
    const auto hash = [&definitions](qsizetype i) {
        return sharedDefinition(std::make_shared<const OperationSpec>(definitions.operations.at(i)))->hash();
    };
    QCOMPARE(hash(0) != hash(1), isChanged);
    QCOMPARE(definitions.operations.at(0).definition.member("size"_L1).toInteger(), 5); // shown as received
}

// RFC 6570 3.2.1: undefined variables are omitted.
void tst_McpTools::templatesNeedOnlyWhatAddressesNeed()
{
    McpDefinitions definitions;
    definitions.addTemplates(
        {jsonLiteral(R"({"uriTemplate":"shop://{store}/{+path}{?state,limit,tag*}{#part}"})"),
            jsonLiteral(R"({"uriTemplate":"shop://{a|b}/{c}"})")});
    QCOMPARE(definitions.operations.size(), 2);
    const Json schema = definitions.operations.at(0).inputSchema;
    QCOMPARE(schema.member("required"_L1).toBytes(), QByteArray(R"(["store","path"])"));
    QCOMPARE(schema.member("properties"_L1).size(), 6);
    const Json tag = schema.member("properties"_L1).member("tag"_L1).member("anyOf"_L1);
    QCOMPARE(tag.at(0).member("type"_L1).toString(), u"array"_s);
    QCOMPARE(tag.at(1).member("type"_L1).toString(), u"object"_s);
    QCOMPARE(definitions.operations.at(0).remarks, QStringList());
    QCOMPARE(definitions.operations.at(1).remarks,
        QStringList{
            u"Its uriTemplate cannot be expanded correctly: {a|b} is not an expression of RFC 6570."_s});
}

WORKBENCH_TEST(tst_McpTools, QCoreApplication)
#include "tst_mcptools.moc"
