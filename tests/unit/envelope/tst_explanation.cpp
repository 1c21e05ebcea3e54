// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/explanation.h"
#include "core/envelope/pipeline.h"
#include "core/envelope/refusalissues_p.h"
#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_Explanation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatARefusalLists_data();
    void readsWhatARefusalLists();
    void explainsARefusal_data();
    void explainsARefusal();
    void explainsFaultsOfAResult_data();
    void explainsFaultsOfAResult();
    void pointsOnlyAtPlacesThatAreThere();
    void putsTheWorstFirst();
    void explainsHowAResultFits();
    void explainsAThrownFailure();
    void saysNothingAboutWhatIsInOrder();
};

namespace {

const Json &issuesSchema()
{
    static const Json schema = jsonLiteral(R"({"type":"object","required":["issues","total"],"properties":{
        "issues":{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"integer"}}}},
        "total":{"type":"integer"}}})");
    return schema;
}

RecognitionInput resultInput(QByteArrayView result, const Json &schema = {})
{
    RecognitionInput input;
    input.result = ToolResultParts::of(jsonLiteral(result));
    input.tool = u"list-issues"_s;
    input.outputSchema = schema;
    return input;
}

RecognitionInput flagged(const QString &text)
{
    RecognitionInput input = resultInput("{}", issuesSchema());
    input.tool = u"t"_s;
    input.result.isFlagged = true;
    input.result.content =
        Json::array({Json::object({{u"type"_s, Json::string(u"text")}, {u"text"_s, Json::string(text)}})});
    return input;
}

QStringList texts(const QList<RefusalIssue> &issues)
{
    QStringList all;
    for (const RefusalIssue &issue : issues)
        all.append(issue.text());
    return all;
}

} // namespace

void tst_Explanation::readsWhatARefusalLists_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("issues");
    QTest::addColumn<QStringList>("declared"); // in the schema of issues
    QTest::newRow("TypeScript 1.12, Zod 3")
        << uR"(MCP error -32602: Invalid structured content for tool list-issues: [
  {"code":"invalid_type","expected":"array","received":"undefined","path":["issues"],"message":"Required"},
  {"code":"invalid_type","expected":"integer","received":"string","path":["issues",0,"id"],"message":"Expected number, received string"}])"_s
        << QStringList{u"/issues: Required"_s, u"/issues/0/id: Expected number, received string"_s}
        << QStringList{u"/required"_s, u"/properties/issues/items/properties/id"_s};
    QTest::newRow("TypeScript 1.30, Zod 3")
        << u"MCP error -32602: Output validation error: Invalid structured content for tool list-issues: Required at issues\nRequired at total"_s
        << QStringList{u"/issues: Required"_s, u"/total: Required"_s}
        << QStringList{u"/required"_s, u"/required"_s};
    QTest::newRow("TypeScript 1.30, Zod 4")
        << u"MCP error -32602: Output validation error: Invalid structured content for tool list-issues: Invalid input: expected array, received undefined at issues"_s
        << QStringList{u"/issues: Invalid input: expected array, received undefined"_s}
        << QStringList{u"/required"_s};
    QTest::newRow("TypeScript 2")
        << u"Output validation error: Invalid structured content for tool list-issues: issues: Invalid input: expected array, received undefined, total: Invalid input: expected number, received string"_s
        << QStringList{u"/issues: Invalid input: expected array, received undefined"_s,
               u"/total: Invalid input: expected number, received string"_s}
        << QStringList{u"/required"_s, u"/properties/total"_s};
    QTest::newRow("TypeScript client, ajv")
        << u"Structured content does not match the tool's output schema: data must have required property 'issues', data/total must be integer"_s
        << QStringList{u"/issues: must have required property 'issues'"_s, u"/total: must be integer"_s}
        << QStringList{u"/required"_s, u"/properties/total"_s};
    QTest::newRow("Python 1.10, jsonschema")
        << u"Output validation error: 'issues' is a required property"_s
        << QStringList{u"/issues: 'issues' is a required property"_s} << QStringList{u"/required"_s};
    QTest::newRow("Python, pydantic")
        << u"Error executing tool list-issues: 2 validation errors for list_issuesOutput\nissues\n  Field required [type=missing, input_value={}, input_type=dict]\nissues.0.id\n  Input should be a valid integer [type=int_type]"_s
        << QStringList{u"/issues: Field required"_s, u"/issues/0/id: Input should be a valid integer"_s}
        << QStringList{u"/required"_s, u"/properties/issues/items/properties/id"_s};
    QTest::newRow("words that nobody knows")
        << u"Output validation error: no"_s << QStringList{u"no"_s} << QStringList{QString()};
}

void tst_Explanation::readsWhatARefusalLists()
{
    QFETCH(QString, text);
    QFETCH(QStringList, issues);
    QFETCH(QStringList, declared);
    const QList<RefusalIssue> read = refusalIssues(text);
    QCOMPARE(texts(read), issues);
    QStringList pointers;
    for (const RefusalIssue &issue : read)
        pointers.append(declaringPointer(issue, issuesSchema()));
    QCOMPARE(pointers, declared);
}

void tst_Explanation::explainsARefusal_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("isLikelyEnvelope");
    const QString own = u"schema.server-rejected-own-output"_s;
    const QString missing = u"schema.server-output-missing"_s;
    const QString client = u"schema.client-rejected-result"_s;
    QTest::newRow("TypeScript 1.12")
        << uR"(MCP error -32602: Invalid structured content for tool t: [{"received":"undefined","path":["issues"],"message":"Required"},{"received":"undefined","path":["total"],"message":"Required"}])"_s
        << own << true;
    QTest::newRow("TypeScript 1.30")
        << u"MCP error -32602: Output validation error: Invalid structured content for tool t: Required at issues\nRequired at total"_s
        << own << true;
    QTest::newRow("TypeScript 2")
        << u"Output validation error: Invalid structured content for tool t: total: Invalid input: expected number, received string"_s
        << own << false;
    QTest::newRow("TypeScript, nothing structured")
        << u"MCP error -32602: Output validation error: Tool t has an output schema but no structured content was provided"_s
        << missing << false;
    QTest::newRow("Python 1.10") << u"Output validation error: 'total' is a required property"_s << own
                                 << false;
    QTest::newRow("Python, nothing structured")
        << u"Output validation error: outputSchema defined but no structured output returned"_s << missing
        << false;
    QTest::newRow("a TypeScript client")
        << u"MCP error -32602: Structured content does not match the tool's output schema: data must have required property 'issues', data must have required property 'total'"_s
        << client << true;
    QTest::newRow("a Python client")
        << u"Invalid structured content returned by tool t: 'total' is a required property"_s << client
        << false;
    QTest::newRow("a client, nothing structured")
        << u"MCP error -32600: Tool t has an output schema but did not return structured content"_s
        << u"schema.client-output-missing"_s << false;
}

void tst_Explanation::explainsARefusal()
{
    QFETCH(QString, text);
    QFETCH(QString, code);
    QFETCH(bool, isLikelyEnvelope);
    // The same words as a flagged result and as an error of JSON-RPC.
    const Error error{ErrorKind::Remote, {}, u"\"s\" answered"_s, {},
        Json::object({{u"code"_s, Json::integer(-32602)}, {u"message"_s, Json::string(text)}})};
    for (const RecognitionInput &input : {flagged(text), inspectable(error, u"t"_s, issuesSchema())}) {
        const QList<Diagnosis> all = explain(input, recognise(input));
        QCOMPARE(all.size(), 1);
        const Diagnosis &diagnosis = all.first();
        QCOMPARE(diagnosis.code, code);
        QCOMPARE(diagnosis.severity, Diagnosis::Severity::Error);
        QVERIFY2(diagnosis.cause.contains(u"\"t\""_s), qPrintable(diagnosis.cause));
        QVERIFY2(!diagnosis.cause.contains(u"Server fix"_s), qPrintable(diagnosis.cause));
        QCOMPARE(diagnosis.title.contains(u"envelope"_s), isLikelyEnvelope);
        QCOMPARE(diagnosis.fixes.size(), 2);
        if (isLikelyEnvelope)
            QCOMPARE(diagnosis.fixes.at(0).code, u"return { structuredContent: result.data }"_s);
        QVERIFY(!diagnosis.subject.isAbsent());
        QVERIFY2(toText(diagnosis).contains(u"change B"_s), qPrintable(toText(diagnosis)));
    }
}

void tst_Explanation::explainsFaultsOfAResult_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("text"); // of toText
    QTest::newRow("nothing structured")
        << QByteArray(R"({"content":[{"type":"text","text":"{\"issues\":[],\"total\":0}"}]})")
        << u"schema.missing-structured-content"_s << u"the JSON in its text is what the schema declares"_s;
    QTest::newRow("text and structured differ") << QByteArray(
        R"({"content":[{"type":"text","text":"{\"issues\":[],\"total\":1}"}],"structuredContent":{"issues":[],"total":0}})")
                                                << u"text.differs-from-structured"_s
                                                << u"received  structuredContent /total"_s;
    QTest::newRow("a failure that is not flagged")
        << QByteArray(R"({"content":[],"structuredContent":{"ok":false,"error":"gone","data":null}})")
        << u"envelope.error-without-isError"_s << u"the alpha envelope /ok: reports a failure"_s;
    QTest::newRow("a success that is flagged")
        << QByteArray(R"({"isError":true,"content":[],"structuredContent":{"ok":true,"data":{}}})")
        << u"envelope.contradicts-isError"_s << u"the result around it /isError: says that the call failed"_s;
    QTest::newRow("a damaged block") << QByteArray(
        R"({"content":[{"type":"text","text":"done"},{"type":"text","text":"__ENVELOPE_V1__:ab!"}],"structuredContent":{"issues":[],"total":0}})")
                                     << u"tool-envelope.bad-base64"_s << u"content[1].text"_s;
}

void tst_Explanation::explainsFaultsOfAResult()
{
    QFETCH(QByteArray, result);
    QFETCH(QString, code);
    QFETCH(QString, text);
    const RecognitionInput input = resultInput(result, issuesSchema());
    const QList<Diagnosis> all = explain(input, recognise(input));
    const auto found = std::ranges::find(all, code, &Diagnosis::code);
    QVERIFY(found != all.end());
    QVERIFY2(toText(*found).contains(text), qPrintable(toText(*found)));
    QVERIFY(!found->fixes.isEmpty());
}

void tst_Explanation::pointsOnlyAtPlacesThatAreThere()
{
    for (const char *result :
        {R"({"content":[{"type":"text","text":"{\"a\":1,\"b\":[1,2]}"}],"structuredContent":{"a":2,"b":[2],"c":{}}})",
            R"({"isError":true,"content":[{"type":"text","text":"Output validation error: Invalid structured content for tool t: total: no, nowhere.at.all: no"}]})",
            R"({"content":[{"type":"text","text":"{}"}]})"}) {
        const RecognitionInput input = resultInput(result, issuesSchema());
        for (const Diagnosis &diagnosis : explainNotes(input, recognise(input))) {
            for (const QString &pointer : diagnosis.failingPointers)
                QVERIFY2(!JsonPointer::resolve(diagnosis.subject, pointer).isAbsent(), qPrintable(pointer));
            const Json &declared = diagnosis.counterpart.isAbsent() ? issuesSchema() : diagnosis.counterpart;
            for (const QString &pointer : diagnosis.schemaPointers)
                QVERIFY2(!JsonPointer::resolve(declared, pointer).isAbsent(), qPrintable(pointer));
        }
    }
}

void tst_Explanation::putsTheWorstFirst()
{
    const RecognitionInput input = resultInput(
        R"({"content":[{"type":"text","text":"{\"issues\":[],\"total\":1}"}],"structuredContent":{"ok":true,"data":{"issues":[],"total":0}}})",
        issuesSchema());
    const QList<Diagnosis> all = explain(input, recognise(input));
    QCOMPARE(all.size(), 2);
    QCOMPARE(all.first().code, u"schema.describes-data-not-envelope"_s);
    QCOMPARE(all.last().severity, Diagnosis::Severity::Info);
    const auto outcome = runPipeline(mcpEnvelope(input.result.structuredContent,
                                         {false, input.result.content, input.result.structuredContent, {}}),
        u"s.list-issues"_s, *prepareSchema(issuesSchema()));
    QCOMPARE(outcome->diagnoses.size(), 2); // a finished call has the same
    QCOMPARE(outcome->diagnoses.first().code, all.first().code);
}

void tst_Explanation::explainsHowAResultFits()
{
    const RecognitionInput input =
        resultInput(R"({"content":[],"structuredContent":{"issues":7,"total":"x"}})", issuesSchema());
    const QList<Diagnosis> all = explain(input, recognise(input));
    QCOMPARE(all.size(), 1);
    QCOMPARE(all.first().code, u"schema.mismatch"_s);
    QCOMPARE(all.first().failingPointers, (QStringList{u"/issues"_s, u"/total"_s}));
    QCOMPARE(
        all.first().schemaPointers, (QStringList{u"/properties/issues/type"_s, u"/properties/total/type"_s}));
    QCOMPARE(all.first().fixes.size(), 2);
    QVERIFY(explainNotes(input, recognise(input)).isEmpty());
}

void tst_Explanation::explainsAThrownFailure()
{
    PipelineOptions options;
    options.throwErrors = true;
    const Json content =
        flagged(u"Output validation error: outputSchema defined but no structured output returned"_s)
            .result.content;
    const auto thrown =
        runPipeline(mcpEnvelope(content, {true, content, {}, {}}), u"s.t"_s, *prepareSchema({}), options);
    QVERIFY(!thrown);
    const RecognitionInput input = inspectable(thrown.error(), u"t"_s, {});
    const QList<Diagnosis> all = explainNotes(input, recognise(input));
    QCOMPARE(all.size(), 1);
    QCOMPARE(all.first().code, u"schema.server-output-missing"_s);
}

void tst_Explanation::saysNothingAboutWhatIsInOrder()
{
    const Error gone{ErrorKind::Closed, u"child.exited"_s, u"The program ended."_s, {}, {}};
    const Error bad{ErrorKind::Remote, {}, u"answered"_s, {},
        jsonLiteral(R"({"code":-32602,"message":"Invalid arguments for tool t: id: Required"})")};
    for (const RecognitionInput &input :
        {resultInput(R"({"content":[],"structuredContent":{"issues":[],"total":0}})", issuesSchema()),
            resultInput(R"({"content":[{"type":"text","text":"hello"}]})"), inspectable(gone, u"t"_s, {}),
            inspectable(bad, u"t"_s, issuesSchema()), flagged(u"There is no issue with this id."_s)})
        QVERIFY(explain(input, recognise(input)).isEmpty());
}

QTEST_GUILESS_MAIN(tst_Explanation)
#include "tst_explanation.moc"
