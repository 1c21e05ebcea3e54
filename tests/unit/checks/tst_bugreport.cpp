// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/bugreport.h"
#include "core/envelope/explanation/explanation.h"
#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonparser.h"
#include "core/secrets/redactedjson.h"
#include "tests/support/testprogram.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_BugReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void containsAllThatTheAuthorNeeds();
    void holdsNoSecretInAnyForm_data();
    void holdsNoSecretInAnyForm();
    void escapesMarkdownFromThePeer();
    void limitsTheSizeOfTheReport();
    void reportsARefusal();
    void reportsAnHttpResponse();
    void keepsTheDefinitionOfASecretKey();
    void redactsDeepValuesWithoutRecursion();
};

namespace {

OperationSpec listIssues()
{
    OperationSpec spec;
    spec.id = {u"tracker"_s, u"list-issues"_s};
    spec.outputSchema = jsonLiteral(
        R"({"type":"object","required":["issues","total"],"properties":{"issues":{"type":"array"},"total":{"type":"integer"}}})");
    spec.definition = Json::object({{u"name"_s, Json::string(u"list-issues")},
        {u"description"_s, Json::string(u"Lists ``` issues")}, {u"outputSchema"_s, spec.outputSchema}});
    return spec;
}

Outcome outcomeOf(const Json &result, const OperationSpec &spec)
{
    const Json structured = result.member("structuredContent"_L1);
    const Json content = result.member("content"_L1);
    const auto outcome = runPipeline(mcpEnvelope(structured.isAbsent() ? content : structured,
                                         {result.member("isError"_L1).toBoolean(), content, structured, {}}),
        spec.id.toString(), *prepareSchema(spec.outputSchema));
    return *outcome;
}

Outcome wrappedIssues()
{
    return outcomeOf(
        jsonLiteral(R"({"content":[],"structuredContent":{"ok":true,"data":{"issues":[],"total":0}}})"),
        listIssues());
}

} // namespace

void tst_BugReport::containsAllThatTheAuthorNeeds()
{
    BugReport report =
        BugReport::of(listIssues(), jsonLiteral(R"({"project":"workbench"})"), wrappedIssues());
    report.serverName = u"tracker-server"_s;
    report.serverVersion = u"1.2.3"_s;
    report.protocol = u"MCP 2025-11-25"_s;
    const QString text = toMarkdown(report, {});
    for (const QString &part :
        {u"# `list-issues`: The schema describes the data; the server sent the envelope around it\n"_s,
            u"`schema.describes-data-not-envelope`"_s, u"at `/required`: asks for both names at the root"_s,
            u"- Valid: structuredContent at `/data`"_s, u"**A** Return the bare data as structuredContent"_s,
            u"`return { structuredContent: result.data }`"_s, u"\"project\": \"workbench\""_s,
            u"\"structuredContent\": {"_s, u"## Output schema"_s, u"## Definition"_s,
            u"- Server: `tracker-server 1.2.3`"_s, u"- Protocol: `MCP 2025-11-25`"_s,
            u"- Client: Envelope Workbench "_s})
        QVERIFY2(text.contains(part), qPrintable(text));
    QCOMPARE(text.count(u"\"required\""_s), 1); // the report contains the schema once
}

void tst_BugReport::holdsNoSecretInAnyForm_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::newRow("in the data") << QByteArray(
        R"({"content":[],"structuredContent":{"you sent":"Bearer c4nary*se_cret"}})");
    QTest::newRow("in JSON inside a text")
        << QByteArray(R"({"content":[{"type":"text","text":"{\"a\":\"c4nary*se_cret\"}"}]})");
    QTest::newRow("an unknown secret under a secret key")
        << QByteArray(R"({"content":[],"structuredContent":{"deep":[{"api_key":"other-canary","n":1}]}})");
    QTest::newRow("under a secret key in JSON inside a text")
        << QByteArray(R"({"content":[{"type":"text","text":"[{\"password\": \"other-canary\"}]"}]})");
    QTest::newRow("in a secret header")
        << QByteArray(R"({"content":[],"structuredContent":{"headers":{"Authorization":"other-canary"}}})");
    QTest::newRow("in a URL") << QByteArray(
        R"({"content":[],"structuredContent":{"next":"https://h/p?access_token=other-canary"}})");
    const QByteArray block =
        QByteArray(R"({"payload":{"token":"other-canary","a":"c4nary*se_cret"},"meta":{}})");
    QTest::newRow("in a ToolEnvelope") << QByteArray(
        R"({"content":[{"type":"text","text":"__ENVELOPE_V1__:)" + block.toBase64() + R"("}]})");
    QTest::newRow("in the message of a failure")
        << QByteArray(R"({"isError":true,"content":[{"type":"text","text":"no c4nary*se_cret here"}]})");
    QTest::newRow("in the message of a refusal") << QByteArray(
        R"({"isError":true,"content":[{"type":"text","text":"Output validation error: Invalid structured content for tool c4nary*se_cret: c4nary*se_cret: Required"}]})");
}

void tst_BugReport::holdsNoSecretInAnyForm()
{
    QFETCH(QByteArray, result);
    KnownSecrets secrets;
    secrets.add("c4nary*se_cret", u"TOKEN"_s);
    const Outcome outcome = outcomeOf(jsonLiteral(result), listIssues());
    const BugReport report = BugReport::of(
        listIssues(), jsonLiteral(R"({"q":"c4nary*se_cret","password":"other-canary"})"), outcome);
    const QString text = toMarkdown(report, secrets);
    QVERIFY2(!text.contains(u"c4nary"), qPrintable(text));
    QVERIFY2(!text.contains(u"other-canary"), qPrintable(text));
    QVERIFY2(text.contains(u"${secret:TOKEN}"), qPrintable(text));
    // No Base64 text contains a secret either.
    static const QRegularExpression word(u"[A-Za-z0-9+/=_-]{16,}"_s);
    for (auto matches = word.globalMatch(text); matches.hasNext();) {
        const QByteArray decoded = QByteArray::fromBase64(matches.next().captured().toLatin1());
        QVERIFY2(!decoded.contains("canary") && !decoded.contains("c4nary"), decoded.constData());
    }
}

void tst_BugReport::escapesMarkdownFromThePeer()
{
    OperationSpec spec = listIssues();
    spec.id.name = u"a`b"_s;
    const Outcome outcome = outcomeOf(
        jsonLiteral(
            R"({"content":[{"type":"text","text":"```\n# gone\u001b[31m"}],"structuredContent":{"issues":1}})"),
        spec);
    const QString text = toMarkdown(BugReport::of(spec, {}, outcome), {});
    QVERIFY2(text.startsWith(u"# ``a`b``: "_s), qPrintable(text));
    QVERIFY2(text.contains(u"````json\n{\n  \"name\""_s),
        qPrintable(text)); // four backticks enclose the three of the peer
    QVERIFY(!text.contains(u'\x1b'));
}

void tst_BugReport::limitsTheSizeOfTheReport()
{
    BugReport report;
    report.result = Json::string(QString(1'000'000, u'x'));
    const QString text = toMarkdown(report, {});
    QVERIFY(text.size() < 64'000);
    QVERIFY2(text.contains(u"of 1.00 MB"_s), qPrintable(text.right(400)));
}

void tst_BugReport::reportsARefusal()
{
    const Error error{ErrorKind::Remote, ErrorCode::executionError, u"answered with an error"_s, {},
        jsonLiteral(
            R"({"code":-32602,"message":"MCP error -32602: Invalid structured content for tool list-issues: [{\"code\":\"invalid_type\",\"received\":\"undefined\",\"path\":[\"issues\"],\"message\":\"Required\"},{\"code\":\"invalid_type\",\"received\":\"undefined\",\"path\":[\"total\"],\"message\":\"Required\"}]"})")};
    const OperationSpec spec = listIssues();
    const FailureExplanation explained = explainFailure(error, spec.id.name, spec.outputSchema);
    const QString text = toMarkdown(BugReport::of(spec, Json::emptyObject(), error, explained.diagnoses), {});
    QVERIFY2(text.contains(u"# `list-issues`: The server refused its own result: most likely, an envelope"_s),
        qPrintable(text));
    QVERIFY2(text.contains(u"\"code\": -32602"_s), qPrintable(text));
    QVERIFY2(text.contains(u"return { structuredContent: result.data }"_s), qPrintable(text));
}

void tst_BugReport::reportsAnHttpResponse()
{
    OperationSpec spec;
    spec.id = {u"api"_s, u"getPet"_s};
    const Json body = jsonLiteral(R"({"id":"7"})");
    const auto outcome =
        runPipeline(httpEnvelope(body,
                        {200, {{u"content-type"_s, u"application/json"_s}, {u"set-cookie"_s, u"canary"_s}},
                            u"application/json"_s}),
            u"api.getPet"_s, *prepareSchema({}));
    const QString text = toMarkdown(BugReport::of(spec, {}, *outcome), {});
    QVERIFY2(text.contains(u"\"statusCode\": 200"_s), qPrintable(text));
    QVERIFY2(text.contains(u"\"id\": \"7\""_s), qPrintable(text));
    QVERIFY2(!text.contains(u"canary"_s), qPrintable(text));
    QVERIFY2(!text.contains(u"## Definition"_s), qPrintable(text));
}

void tst_BugReport::keepsTheDefinitionOfASecretKey()
{
    OperationSpec spec;
    spec.definition = jsonLiteral(R"({"inputSchema":{"properties":{"password":{"type":"string"}}}})");
    const QString text = toMarkdown(BugReport::of(spec, {}, wrappedIssues()), {});
    QVERIFY2(text.contains(u"\"password\": {"_s), qPrintable(text));
}

void tst_BugReport::redactsDeepValuesWithoutRecursion()
{
    const qsizetype depth = 200'000;
    const Result<Json> deep =
        parseJson(QByteArray(depth, '[') + R"({"token":"canary"})" + QByteArray(depth, ']'));
    if (deep)
        QVERIFY(!redactedJson(*deep).toBytes().contains("canary"));
    const Json same = jsonLiteral(R"({"a":[1,"x",{"b":null}],"url":"https://h/?q=1"})");
    QCOMPARE(redactedJson(same).nodeAddress(), same.nodeAddress());
    QCOMPARE(redactedJson(jsonLiteral(R"({"pin":1,"secret":12,"token":null,"tokens":["a"]})")).toBytes(),
        QByteArray(R"({"pin":1,"secret":"***","token":null,"tokens":["***"]})"));
}

WORKBENCH_TEST(tst_BugReport, QCoreApplication)
#include "tst_bugreport.moc"
