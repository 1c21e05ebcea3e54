// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/explanation/explanation.h"
#include "core/envelope/explanation/foreignenvelope.h"
#include "core/envelope/explanation/recogniser_p.h"
#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_Explanation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheIssuesOfARefusal_data();
    void readsTheIssuesOfARefusal();
    void explainsARefusal_data();
    void explainsARefusal();
    void explainsErrorsInAResult_data();
    void explainsErrorsInAResult();
    void pointsOnlyToExistingPlaces();
    void listsTheMostSevereFirst();
    void explainsWhereAResultDoesNotFit();
    void explainsAThrownFailure();
    void saysNothingAboutValidResults();
    void explainsAPlainMismatchOfACall();
    void explainsSeveralLayersAroundTheData();
    void namesTheEnvelopeOfAnotherTool();
    void remembersEnvelopesAroundData_data();
    void remembersEnvelopesAroundData();
    void explainsAnItemOnRequest();
    void guessesNoEnvelopeFromNestedErrors();
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

void tst_Explanation::readsTheIssuesOfARefusal_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("issues");
    QTest::addColumn<QStringList>("declared"); // pointers into issuesSchema()
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
    const QString python = u"Invalid structured content returned by tool list-issues: "_s;
    QTest::newRow("Python client, jsonschema") << QString(python
        + u"'total' is a required property\n\nFailed validating 'required' in schema:\n    {'properties': {'issues': {'type': 'array'},\n                    'total': {'type': 'integer'}},\n     'required': ['issues', 'total'],\n     'type': 'object'}\n\nOn instance:\n    {'data': {'issues': [], 'total': 0}, 'ok': True}"_s)
                                               << QStringList{u"/total: 'total' is a required property"_s}
                                               << QStringList{u"/required"_s};
    QTest::newRow("Python client, deeper") << QString(python
        + u"'x' is not of type 'integer'\n\nFailed validating 'type' in schema['properties']['issues']['items']['properties']['id']:\n    {'type': 'integer'}\n\nOn instance['issues'][0]['id']:\n    'x'"_s)
                                           << QStringList{u"/issues/0/id: 'x' is not of type 'integer'"_s}
                                           << QStringList{u"/properties/issues/items/properties/id"_s};
    QTest::newRow("abbreviated, one path")
        << u"MCP error -32602: path:[\"issues\",0,\"id\"]"_s << QStringList{u"/issues/0/id: refused"_s}
        << QStringList{u"/properties/issues/items/properties/id"_s};
    QTest::newRow("abbreviated, several names")
        << u"MCP error -32602: paths:[\"issues\",\"total\"]"_s
        << QStringList{u"/issues: refused"_s, u"/total: refused"_s}
        << QStringList{u"/properties/issues"_s, u"/properties/total"_s};
    QTest::newRow("an unknown message")
        << u"Output validation error: no"_s << QStringList{u"no"_s} << QStringList{QString()};
}

void tst_Explanation::readsTheIssuesOfARefusal()
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
    QTest::newRow("TypeScript, no structured content")
        << u"MCP error -32602: Output validation error: Tool t has an output schema but no structured content was provided"_s
        << missing << false;
    QTest::newRow("Python 1.10") << u"Output validation error: 'total' is a required property"_s << own
                                 << false;
    QTest::newRow("Python, no structured content")
        << u"Output validation error: outputSchema defined but no structured output returned"_s << missing
        << false;
    QTest::newRow("a TypeScript client")
        << u"MCP error -32602: Structured content does not match the tool's output schema: data must have required property 'issues', data must have required property 'total'"_s
        << client << true;
    QTest::newRow("a Python client")
        << u"Invalid structured content returned by tool t: 'total' is a required property"_s << client
        << false;
    QTest::newRow("abbreviated, one of two names")
        << u"MCP error -32602: path:[\"circuitState\"]"_s << own << false;
    QTest::newRow("abbreviated, all names")
        << u"MCP error -32602: paths:[\"issues\",\"total\",\"rule_version_hash\"]"_s << own << true;
    QTest::newRow("abbreviated, a deeper path")
        << u"MCP error -32602: path:[\"issues\",\"total\"]"_s << own << false;
    QTest::newRow("a client, no structured content")
        << u"MCP error -32600: Tool t has an output schema but did not return structured content"_s
        << u"schema.client-output-missing"_s << false;
}

void tst_Explanation::explainsARefusal()
{
    QFETCH(QString, text);
    QFETCH(QString, code);
    QFETCH(bool, isLikelyEnvelope);
    // The text comes in a flagged result and in a JSON-RPC error.
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
        QCOMPARE(diagnosis.fixes.size(), isLikelyEnvelope ? 3 : 2);
        if (isLikelyEnvelope) {
            QCOMPARE(diagnosis.fixes.at(0).code, u"return { structuredContent: result.data }"_s);
            QCOMPARE(diagnosis.fixes.at(2).title, u"Or declare no output schema"_s);
        }
        QVERIFY(!diagnosis.subject.isAbsent());
        QVERIFY2(toText(diagnosis).contains(u"Fix B"_s), qPrintable(toText(diagnosis)));
        // The text names the refused members; their index in the list of issues would not help.
        QVERIFY2(!toText(diagnosis).contains(u" /0"_s), qPrintable(toText(diagnosis)));
    }
}

void tst_Explanation::explainsErrorsInAResult_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("text"); // part of what toText() returns
    QTest::newRow("no structured content")
        << QByteArray(R"({"content":[{"type":"text","text":"{\"issues\":[],\"total\":0}"}]})")
        << u"schema.missing-structured-content"_s << u"the JSON in its text is what the schema declares"_s;
    QTest::newRow("text and structured differ") << QByteArray(
        R"({"content":[{"type":"text","text":"{\"issues\":[],\"total\":1}"}],"structuredContent":{"issues":[],"total":0}})")
                                                << u"text.differs-from-structured"_s
                                                << u"received  structuredContent /total"_s;
    QTest::newRow("an unflagged failure")
        << QByteArray(R"({"content":[],"structuredContent":{"ok":false,"error":"gone","data":null}})")
        << u"envelope.error-without-isError"_s << u"the {ok, data} envelope /ok: reports a failure"_s;
    QTest::newRow("a flagged success")
        << QByteArray(R"({"isError":true,"content":[],"structuredContent":{"ok":true,"data":{}}})")
        << u"envelope.contradicts-isError"_s << u"the result around it /isError: says that the call failed"_s;
    QTest::newRow("a damaged block") << QByteArray(
        R"({"content":[{"type":"text","text":"done"},{"type":"text","text":"__ENVELOPE_V1__:ab!"}],"structuredContent":{"issues":[],"total":0}})")
                                     << u"tool-envelope.bad-base64"_s
                                     << u"content[1].text: the envelope is in this block"_s;
}

void tst_Explanation::explainsErrorsInAResult()
{
    QFETCH(QByteArray, result);
    QFETCH(QString, code);
    QFETCH(QString, text);
    const RecognitionInput input = resultInput(result, issuesSchema());
    const QList<Diagnosis> all = explain(input, recognise(input));
    const auto found = std::ranges::find(all, code, &Diagnosis::code);
    QVERIFY(found != all.end());
    QVERIFY2(toText(*found).contains(text), qPrintable(toText(*found)));
    QVERIFY2(!toText(*found).contains(u"instead."_s), qPrintable(toText(*found)));
    QVERIFY(!found->fixes.isEmpty());
}

void tst_Explanation::pointsOnlyToExistingPlaces()
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

void tst_Explanation::listsTheMostSevereFirst()
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
    QCOMPARE(outcome->diagnoses.size(), 2); // a finished call has the same diagnoses
    QCOMPARE(outcome->diagnoses.first().code, all.first().code);
}

void tst_Explanation::explainsWhereAResultDoesNotFit()
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

void tst_Explanation::saysNothingAboutValidResults()
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

void tst_Explanation::explainsAPlainMismatchOfACall()
{
    const auto schema = prepareSchema(issuesSchema());
    const Json value = jsonLiteral(R"({"issues":7,"total":"x"})");
    const auto tool =
        runPipeline(mcpEnvelope(value, {false, Json::emptyArray(), value, {}}), u"s.list-issues"_s, *schema);
    QCOMPARE(tool->diagnoses.size(), 1);
    const Diagnosis &told = tool->diagnoses.first();
    QCOMPARE(told.code, u"schema.mismatch"_s);
    QCOMPARE(
        told.message, u"structuredContent does not match the output schema of \"list-issues\": 2 errors."_s);
    QCOMPARE(told.failingPointers, (QStringList{u"/issues"_s, u"/total"_s}));
    // Both sides have the same names, so the first place is shown instead.
    QCOMPARE(told.fixes.value(0).code, u"/issues: a value that matches /properties/issues/type"_s);
    QCOMPARE(
        told.fixes.value(1).code, u"/properties/issues/type: a schema that the value at /issues matches"_s);
    QCOMPARE(told.schemaText, u"are not met"_s);
    const auto http =
        runPipeline(httpEnvelope(value, {200, {}, u"application/json"_s}), u"s.list"_s, *schema);
    QCOMPARE(http->diagnoses.value(0).message,
        u"The body does not match the output schema of \"list\": 2 errors."_s);
    // The schema does not describe a failure that an envelope reports.
    const Json failure = jsonLiteral(R"({"ok":false,"error":"gone"})");
    const auto failed = runPipeline(
        mcpEnvelope(failure, {false, Json::emptyArray(), failure, {}}), u"s.list-issues"_s, *schema);
    QCOMPARE(failed->diagnoses.size(), 1);
    QCOMPARE(failed->diagnoses.first().code, u"envelope.error-without-isError"_s);
}

void tst_Explanation::explainsSeveralLayersAroundTheData()
{
    const RecognitionInput input = resultInput(
        R"({"content":[],"structuredContent":{"ok":true,"data":{"ok":true,"data":{"issues":[],"total":0}}}})",
        issuesSchema());
    const QList<Diagnosis> all = explain(input, recognise(input));
    QCOMPARE(all.size(), 1);
    QCOMPARE(all.first().code, u"schema.describes-data-not-envelope"_s);
    QCOMPARE(all.first().validPointer.value_or(u"none"_s), u"/data/data"_s);
    QCOMPARE(all.first().fixes.value(0).code, u"return { structuredContent: result.data.data }"_s);
    QVERIFY(isToldBy(all, recognise(input).notes.first()));
}

void tst_Explanation::namesTheEnvelopeOfAnotherTool()
{
    const RecognitionInput ping =
        resultInput(R"({"content":[],"structuredContent":{"success":true,"result":{"pong":1}}})");
    const auto seen = seenEnvelope(u"ping"_s, recognise(ping));
    QVERIFY(seen.has_value());
    const RecognitionInput refused = flagged(
        u"MCP error -32602: Output validation error: Invalid structured content for tool t: Required at issues\nRequired at total"_s);
    const QList<Diagnosis> all = explain(refused, recognise(refused), seen);
    QCOMPARE(all.size(), 1);
    for (const RecognitionNote &note : recognise(refused).notes)
        QVERIFY2(isToldBy(all, note),
            qPrintable(QString(note.code))); // including the note about a likely envelope
    QVERIFY2(all.first().cause.contains(hintOf(*seen)), qPrintable(all.first().cause));
    QVERIFY2(hintOf(*seen).contains(u"\"ping\"") && hintOf(*seen).contains(u"{success, result}"),
        qPrintable(hintOf(*seen)));
    QCOMPARE(all.first().fixes.at(0).code, u"return { structuredContent: result.result }"_s);
    QCOMPARE(all.first().fixes.at(1).code,
        u"outputSchema: { success: boolean, result?: { issues, total }, error?: … }"_s);
    // The hint is left out if no envelope is likely.
    const RecognitionInput other = flagged(
        u"Output validation error: Invalid structured content for tool t: total: Invalid input: expected number, received string"_s);
    QVERIFY(!explain(other, recognise(other), seen).first().cause.contains(u"ping"));
}

void tst_Explanation::remembersEnvelopesAroundData_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QString>("members");
    QTest::newRow("ok and data") << QByteArray(R"({"content":[],"structuredContent":{"ok":true,"data":1}})")
                                 << u"{ok, data}"_s;
    QTest::newRow("JSON in a text") << QByteArray(
        R"({"content":[{"type":"text","text":"{\"status\":\"success\",\"data\":[]}"}]})")
                                    << u"{status, data}"_s;
    QTest::newRow("a failure") << QByteArray(
        R"({"isError":true,"content":[],"structuredContent":{"success":false,"error":"no"}})")
                               << u"{success, data}"_s;
    QTest::newRow("no envelope") << QByteArray(R"({"content":[],"structuredContent":{"a":1}})") << QString();
    QTest::newRow("a problem document is not a wrapper") << QByteArray(
        R"({"isError":true,"content":[],"structuredContent":{"type":"about:blank","title":"no","status":404}})")
                                                         << QString();
}

void tst_Explanation::remembersEnvelopesAroundData()
{
    QFETCH(QByteArray, result);
    QFETCH(QString, members);
    const auto seen = seenEnvelope(u"ping"_s, recognise(resultInput(result)));
    QCOMPARE(seen ? QString(seen->envelope->form.members) : QString(), members);
}

void tst_Explanation::explainsAnItemOnRequest()
{
    PipelineOptions options;
    options.recognise = false;
    options.normalise = false;
    const auto schema = prepareSchema(issuesSchema());
    const auto item = runPipeline(jsonLiteral(R"({"issues":[]})"), u"s.watch"_s, *schema, options);
    QVERIFY(item->diagnoses.isEmpty()); // items of a stream are explained only on request
    const QList<Diagnosis> all = explainItem(*item, u"s.watch"_s, *schema);
    QCOMPARE(all.size(), 1);
    QCOMPARE(all.first().code, u"schema.mismatch"_s);
    QCOMPARE(all.first().failingText, u"\"total\" is missing here"_s);
    const auto right = runPipeline(jsonLiteral(R"({"issues":[],"total":0})"), u"s.watch"_s, *schema, options);
    QVERIFY(explainItem(*right, u"s.watch"_s, *schema).isEmpty());
}

void tst_Explanation::guessesNoEnvelopeFromNestedErrors()
{
    const QString head = u"Structured content does not match the tool's output schema: "_s;
    const auto isGuessed = [&head](const QString &list) {
        const RecognitionInput input = flagged(head + list);
        return std::ranges::contains(
            recognise(input).notes, "schema.likely-envelope"_L1, &RecognitionNote::code);
    };
    QVERIFY(!isGuessed(
        u"data/a must have required property 'issues', data/a must have required property 'total'"_s));
    const QString python =
        u"'%1' is a required property\n\nFailed validating 'required' in schema%2:\n    {}\n\nOn instance%2:\n    {}"_s;
    QVERIFY(!isGuessed(
        QString(python.arg(u"issues"_s, u"['a']"_s) + u'\n' + python.arg(u"total"_s, u"['a']"_s))));
    QVERIFY(isGuessed(
        u"data must have required property 'issues', data must have required property 'total', data/a must have required property 'total'"_s));
}

WORKBENCH_TEST(tst_Explanation, QCoreApplication)
#include "tst_explanation.moc"
