// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The command shows, reports, records and compares results of MCP servers that do not have the expected form.

#include "core/json/jsonparser.h"
#include "tests/support/commandrun.h"
#include "tests/support/mcphttpscript.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

//! Returns the output of \a result as the message of a failed check.
const char *said(const CommandResult &result)
{
    static QByteArray all;
    all = result.out + result.err;
    return all.constData();
}

QByteArray dataOf(const CommandResult &result)
{
    const Result<Json> json = parseJson(result.out.trimmed());
    return json ? json->toBytes() : result.out;
}

} // namespace

class tst_CliOdd : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsOddResultsWithWarnings_data();
    void showsOddResultsWithWarnings();
    void showsNullAsDataInANewRevision();
    void strictCastFailsTheCall();
    void verifyNoticesEachMember_data();
    void verifyNoticesEachMember();
    void replaysOddResults_data();
    void replaysOddResults();
    void replaysOddErrors_data();
    void replaysOddErrors();
    void everyCommandShowsRemarks_data();
    void everyCommandShowsRemarks();
    void reportsUnresolvedReferencesOfSchemas_data();
    void reportsUnresolvedReferencesOfSchemas();
    void suggestsJsonForWhatWasReadAsText();
    void keepsTheMessageOfARefusal();
    void explainsRefusalsOfClients_data();
    void explainsRefusalsOfClients();

private:
    //! Returns "--" and the command of a server that answers as \a lines say.
    QStringList peer(const QByteArray &lines) const
    {
        // A file for each row: another definition under the same command would have to be accepted.
        const QString name = u"%1-%2.txt"_s.arg(QLatin1StringView(QTest::currentTestFunction()),
            QString::number(qHash(QByteArray(QTest::currentDataTag()))));
        return {u"--"_s, u"sh"_s, QStringLiteral(TESTS_DIR "/support/oddpeer.sh"), run.write(name, lines)};
    }
    CommandResult call(const QStringList &arguments, const QByteArray &lines) const
    {
        return run(QStringList{u"call"_s} + arguments + peer(lines));
    }

    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    McpHttpScript script;
};

//! Adds rows with the name of an operation, its result, and that result with one changed value.
static void addOddResults()
{
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QByteArray>("changed");
    const auto row = [](const char *name, const QByteArray &result, const QByteArray &changed) {
        const bool isResource = QByteArray(name).startsWith("resource");
        QTest::newRow(name) << (isResource ? u"resource:x://stats"_s : u"odd"_s) << result << changed;
    };
    row("an object in its place", R"({"success":true,"items":["a"],"total":2})",
        R"({"success":true,"items":["a"],"total":3})");
    row("the form before 2024-11-05", R"({"toolResult":{"answer":42}})", R"({"toolResult":{"answer":43}})");
    row("content is text", R"({"content":"hello"})", R"({"content":"hallo"})");
    row("null for nothing", R"({"content":null,"structuredContent":{"ok":true},"isError":null})",
        R"({"content":null,"structuredContent":{"ok":true},"isError":false})");
    row("an object as text", R"({"content":[{"type":"text","text":{"answer":42}}]})",
        R"({"content":[{"type":"text","text":{"answer":43}}]})");
    row("a block that is text", R"({"content":["loose"]})", R"({"content":["lose"]})");
    row("a block without type", R"({"content":[{"text":"x"}]})", R"({"content":[{"text":"y"}]})");
    row("members beside", R"({"content":[{"type":"text","text":"two"}],"total":2})",
        R"({"content":[{"type":"text","text":"two"}],"total":9})");
    row("a flag that is text", R"({"content":[],"isError":"true"})", R"({"content":[],"isError":"false"})");
    row("a flag of another name", R"({"content":[],"is_error":true})", R"({"content":[],"is_error":false})");
    row("no base64", R"({"content":[{"type":"image","data":"?","mimeType":"image/png"}]})",
        R"({"content":[{"type":"image","data":"!","mimeType":"image/png"}]})");
    row("nothing", "{}", R"({"n":1})");
    row("an array as structuredContent", R"({"content":[],"structuredContent":[1]})",
        R"({"content":[],"structuredContent":[2]})");
    row("resource without contents", R"({"uri":"x://stats","text":"load 0.5"})",
        R"({"uri":"x://stats","text":"load 9.5"})");
    row("resource with members beside", R"({"contents":[{"uri":"x://stats","text":"a"}],"count":1})",
        R"({"contents":[{"uri":"x://stats","text":"a"}],"count":2})");
}

static QByteArray lineOf(const QString &operation, const QByteArray &result)
{
    return operation.toUtf8() + ' ' + result + '\n';
}

void tst_CliOdd::showsOddResultsWithWarnings_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QByteArrayList>("warnings");
    const auto row = [](const char *name, const QByteArray &result, const QByteArray &data,
                         const QByteArrayList &warnings) {
        QTest::newRow(name) << result << data << warnings;
    };
    row("an object in its place", R"({"success":true,"items":["a"],"total":2})",
        R"({"success":true,"items":["a"],"total":2})",
        {R"(warning of the result: Required member "content" is missing)",
            R"(warning /items of the result: Unexpected member "items")"});
    row("content is text", R"({"content":"hello"})", "hello\n",
        {"warning /content of the result: Expected array, got string"});
    row("odd blocks", R"({"content":[{"text":"no type"},"loose"]})", R"([{"text":"no type"},"loose"])",
        {R"(warning /content/0 of the result: Required member "type" is missing)",
            "warning /content/1 of the result: Expected object, got string"});
    row("members beside", R"({"content":[{"type":"text","text":"two"}],"total":2})",
        R"([{"type":"text","text":"two"}])", {R"(warning /total of the result: Unexpected member "total")"});
    row("a flag that is text", R"({"content":[],"isError":"true"})", "[]",
        {"warning /isError of the result: Expected boolean, got string"});
    row("an array as structuredContent", R"({"content":[],"structuredContent":[1]})", "[1]",
        {"warning /structuredContent of the result: Expected object, got array"});
    row("nothing", "{}", "{}", {R"(warning of the result: Required member "content" is missing)"});
}

void tst_CliOdd::showsOddResultsWithWarnings()
{
    QFETCH(QByteArray, result);
    QFETCH(QByteArray, data);
    QFETCH(QByteArrayList, warnings);
    const QByteArray lines = lineOf(u"odd"_s, result);
    const CommandResult plain = call({u"odd"_s}, lines);
    QVERIFY2(plain.exitCode == 0, said(plain));
    QCOMPARE(dataOf(plain), data);
    for (const QByteArray &warning : std::as_const(warnings))
        QVERIFY2(plain.err.contains(warning), said(plain));
    const CommandResult strict = call({u"odd"_s, u"--strict"_s}, lines);
    QVERIFY2(strict.exitCode == 7, said(strict));
    const CommandResult json = call({u"odd"_s, u"--json"_s}, lines);
    const Json first = jsonLiteral(json.out).member("warnings"_L1).at(0);
    QCOMPARE(first.member("in"_L1).toString(), u"result"_s);
    QVERIFY2(!first.member("message"_L1).toString().isEmpty(), said(json));
    const CommandResult check = run(QStringList{u"check"_s} + peer(lines));
    QVERIFY2(check.exitCode == 7 && check.out.contains("[result.not-as-defined]"), said(check));
}

void tst_CliOdd::showsNullAsDataInANewRevision()
{
    const QByteArray lines =
        R"(discover {"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}})"
        "\n"
        R"(odd {"resultType":"complete","content":[{"type":"text","text":"nothing"}],"structuredContent":null})"
        "\n";
    const CommandResult result = call({u"odd"_s, u"--json"_s}, lines);
    QVERIFY2(result.exitCode == 0, said(result));
    const Json data = jsonLiteral(result.out).member("envelope"_L1).member("data"_L1);
    QVERIFY2(data.isNull(), said(result));
}

void tst_CliOdd::strictCastFailsTheCall()
{
    const QByteArray lines =
        R"(output:odd {"type":"object","properties":{"when":{"type":"string","pattern":"^x$"}}})"
        "\n"
        R"(odd {"content":[],"structuredContent":{"when":"y"}})"
        "\n";
    const CommandResult kept = call({u"odd"_s}, lines);
    QVERIFY2(kept.exitCode == 0 && kept.err.contains("Output normalisation failed"), said(kept));
    const CommandResult failed = call({u"odd"_s, u"--strict-cast"_s}, lines);
    QVERIFY2(failed.exitCode == 7, said(failed));
    QVERIFY2(failed.err.contains("must specify a default value"), said(failed));
    QCOMPARE(failed.out, QByteArray());
}

void tst_CliOdd::verifyNoticesEachMember_data()
{
    addOddResults();
}

void tst_CliOdd::verifyNoticesEachMember()
{
    QFETCH(QString, operation);
    QFETCH(QByteArray, result);
    QFETCH(QByteArray, changed);
    const QString folder = QDir(run.home()).filePath(u"seen"_s);
    QDir(folder).removeRecursively();
    const QStringList server = peer(lineOf(operation, result));
    const CommandResult recorded = run(QStringList{u"record"_s, u"--to"_s, folder, operation} + server);
    QVERIFY2(recorded.exitCode == 0, said(recorded));
    const QStringList verify{u"verify"_s, folder, u"--allow-mutations"_s};
    const CommandResult same = run(verify + server);
    QVERIFY2(same.exitCode == 0 && same.out.contains("1 passed"), said(same));
    const CommandResult other = run(verify + peer(lineOf(operation, changed)));
    QVERIFY2(other.exitCode == 7 && other.out.contains("1 failed"), said(other));
}

void tst_CliOdd::replaysOddResults_data()
{
    addOddResults();
}

void tst_CliOdd::replaysOddResults()
{
    QFETCH(QString, operation);
    QFETCH(QByteArray, result);
    const QString folder = QDir(run.home()).filePath(u"played"_s);
    QDir(folder).removeRecursively();
    const QStringList server = peer(lineOf(operation, result));
    QCOMPARE(run(QStringList{u"record"_s, u"--to"_s, folder, operation} + server).exitCode, 0);
    const QStringList replay{
        u"--"_s, QStringLiteral(ENVELOPE_PROGRAM), u"replay"_s, folder, u"--as"_s, u"mcp-stdio"_s};
    const auto envelopeFrom = [&](const QStringList &source) {
        const CommandResult called = run(QStringList{u"call"_s, operation, u"--json"_s} + source);
        const Json json = parseJson(called.out).value_or(Json());
        return QByteArray(json.member("envelope"_L1).toBytes() + json.member("warnings"_L1).toBytes());
    };
    QVERIFY(envelopeFrom(server).contains(R"("in":"result")"));
    QCOMPARE(envelopeFrom(replay), envelopeFrom(server));
    const CommandResult verified = run(QStringList{u"verify"_s, folder, u"--allow-mutations"_s} + replay);
    QVERIFY2(verified.exitCode == 0 && verified.out.contains("1 passed"), said(verified));
}

void tst_CliOdd::replaysOddErrors_data()
{
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("a valid error") << QByteArray(
        R"({"code":-32000,"message":"Quota used up","data":{"a":1},"more":true})");
    QTest::newRow("a code that is text") << QByteArray(R"({"code":"E_QUOTA","message":"Quota used up"})");
    QTest::newRow("no message") << QByteArray(
        R"({"code":-32603,"message":null,"data":{"cause":"disk full"}})");
    QTest::newRow("a text") << QByteArray(R"("Session not found")");
}

void tst_CliOdd::replaysOddErrors()
{
    QFETCH(QByteArray, error);
    script.callError = error;
    const QString folder = QDir(run.home()).filePath(u"errors"_s);
    QDir(folder).removeRecursively();
    const CommandResult recorded = run({u"record"_s, script.url(), u"--to"_s, folder, u"echo"_s});
    // An error of the operation is an answer; a malformed one breaks the protocol. Both are written.
    const int code = run({u"call"_s, script.url(), u"echo"_s}).exitCode;
    QVERIFY2(recorded.exitCode == (code == 1 ? 0 : code), said(recorded));
    const QStringList replay{
        u"--"_s, QStringLiteral(ENVELOPE_PROGRAM), u"replay"_s, folder, u"--as"_s, u"mcp-stdio"_s};
    const auto errorFrom = [&](const QStringList &source) {
        const CommandResult called = run(QStringList{u"call"_s, u"--json"_s} + source);
        return parseJson(called.out + called.err).value_or(Json()).member("error"_L1).toBytes();
    };
    const QByteArray direct = errorFrom({script.url(), u"echo"_s});
    QVERIFY2(direct.contains(error), direct.constData());
    QCOMPARE(errorFrom(QStringList{u"echo"_s} + replay), direct);
    const CommandResult verified = run(QStringList{u"verify"_s, folder, u"--allow-mutations"_s} + replay);
    QVERIFY2(verified.exitCode == 0, said(verified));
    script.callError = {};
}

void tst_CliOdd::everyCommandShowsRemarks_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QByteArray>("remark");
    const QByteArray tool = R"(odd {"content":[{"type":"text","text":"hi"}]})"
                            "\n";
    QTest::newRow("text at the start")
        << QByteArray("noise [env] 0 variables\n" + tool)
        << QByteArray("Sent something that is not a message: [env] 0 variables");
    QTest::newRow("JSON as log at the start") << QByteArray(R"(noise {"level":30,"id":1,"msg":"ready"})"
                                                            "\n"
        + tool) << QByteArray(R"(Sent something that is not a message: {"level":30,"id":1,"msg":"ready"})");
    QTest::newRow("a schema that cannot be used") << QByteArray(
        R"(input:odd {"type":"object","properties":{"price":{"type":"float"}}})"
        "\n"
        + tool) << QByteArray(R"(Expected the name of a type, got "float")");
}

void tst_CliOdd::everyCommandShowsRemarks()
{
    QFETCH(QByteArray, lines);
    QFETCH(QByteArray, remark);
    for (const QStringList &command : {QStringList{u"call"_s, u"odd"_s}, {u"call"_s, u"odd"_s, u"--json"_s},
             {u"list"_s}, {u"list"_s, u"--json"_s}, {u"describe"_s, u"odd"_s}}) {
        const CommandResult result = run(command + peer(lines));
        QByteArray all = result.err + result.out;
        QVERIFY2(result.exitCode == 0 && all.replace("\\\"", "\"").contains(remark), said(result));
    }
    const CommandResult check = run(QStringList{u"check"_s} + peer(lines));
    QVERIFY2(check.out.contains(remark), said(check));
    QVERIFY2(!check.out.contains("0 errors, 0 warnings"), said(check));
    const CommandResult quiet = run(QStringList{u"call"_s, u"odd"_s, u"--quiet"_s} + peer(lines));
    QCOMPARE(quiet.err, QByteArray());
}

void tst_CliOdd::reportsUnresolvedReferencesOfSchemas_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QByteArray>("which");
    const QByteArray schema = R"( {"type":"object","properties":{"at":{"$ref":"#/$defs/Place"}}})"
                              "\nodd {\"content\":[],\"structuredContent\":{}}\n";
    QTest::newRow("of the input") << QByteArray("input:odd" + schema) << QByteArray("input");
    QTest::newRow("of the output") << QByteArray("output:odd" + schema) << QByteArray("output");
}

void tst_CliOdd::reportsUnresolvedReferencesOfSchemas()
{
    QFETCH(QByteArray, lines);
    QFETCH(QByteArray, which);
    const QByteArray says =
        "A $ref of the " + which + " schema leads nowhere: #/$defs/Place, at /properties/at/$ref";
    for (const QStringList &command :
        {QStringList{u"call"_s, u"odd"_s}, {u"list"_s}, {u"describe"_s, u"odd"_s}}) {
        const CommandResult result = run(command + peer(lines));
        QVERIFY2(result.exitCode == 0 && result.err.contains(says), said(result));
    }
    const CommandResult check = run(QStringList{u"check"_s} + peer(lines));
    QVERIFY2(check.exitCode == 7 && check.out.contains(says), said(check));
}

void tst_CliOdd::suggestsJsonForWhatWasReadAsText()
{
    const QByteArray lines =
        R"(input:odd {"type":"object","properties":{"limit":{"anyOf":[{"type":"integer"},{"type":"null"}]},"ids":{"type":"array","items":{"type":"integer"}},"title":{"type":"string"}}})"
        "\nodd {\"content\":[]}\n";
    const CommandResult refused = call({u"odd"_s, u"limit=five"_s, u"ids=1,2"_s, u"title=x"_s}, lines);
    QVERIFY2(refused.exitCode == 7, said(refused));
    QVERIFY2(refused.err.contains("  limit was read as text. Write any other value as JSON: limit:=5\n"),
        said(refused));
    QVERIFY2(
        refused.err.contains("  ids was read as text.") && !refused.err.contains("title was"), said(refused));
    const CommandResult read = call({u"odd"_s, u"limit=5"_s, u"ids=[1,2]"_s, u"title=7"_s}, lines);
    QVERIFY2(read.exitCode == 0, said(read));
}

void tst_CliOdd::keepsTheMessageOfARefusal()
{
    const QByteArray body = R"({"title":"Quota used up","status":500})";
    script.callBytes = "HTTP/1.1 500 Oops\r\nContent-Type: application/problem+json\r\nConnection: close\r\n"
                       "Content-Length: "
        + QByteArray::number(body.size()) + "\r\n\r\n" + body;
    const CommandResult result = run({u"call"_s, script.url(), u"echo"_s});
    QVERIFY2(result.exitCode == 3, said(result));
    QVERIFY2(result.err.startsWith("error: Server \"mcp\" failed (HTTP 500 Oops)."), said(result));
    QVERIFY2(result.err.contains("\"title\": \"Quota used up\""), said(result));
    QVERIFY2(!result.err.contains("--verbose"), said(result));
    script.callBytes = {};
}

void tst_CliOdd::explainsRefusalsOfClients_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArrayList>("says");
    const auto row = [](const char *name, const QByteArray &text, const QByteArrayList &says) {
        QTest::newRow(name) << text << says;
    };
    row("no base64",
        R"({"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"MCP error -32602: Invalid tools/call result: [{\"code\":\"custom\",\"path\":[\"content\",0,\"data\"],\"message\":\"Invalid Base64 string\"}]"}})",
        {"[result.client-rejected-form]", "/content/0/data: Invalid Base64 string"});
    row("no content",
        R"({"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"Invalid tools/call result: [{\"expected\":\"array\",\"code\":\"invalid_type\",\"path\":[\"content\"],\"message\":\"Invalid input: expected array, received undefined\"}]"}})",
        {"[result.client-rejected-form]", "/content: Invalid input: expected array, received undefined"});
    row("a dialect",
        R"(MCP error -32602: Tool 'find-song' has an invalid outputSchema: JSON Schema declares an unsupported dialect ("$schema": "http://json-schema.org/draft-07/schema#"). The default validator supports JSON Schema 2020-12 only)",
        {"[schema.client-rejected-dialect]", "/$schema", "find-song"});
    row("a list",
        R"([{"expected":"record","code":"invalid_type","path":["tools",3,"inputSchema","properties"],"message":"Invalid input: expected record, received array"}])",
        {"[list.client-rejected]", "/tools/3/inputSchema/properties: Invalid input: expected record"});
    row("None",
        R"({"content":[{"type":"text","text":"Output validation error: None is not of type 'string'"}],"isError":true})",
        {"[schema.server-rejected-own-output]", "/properties/next_page: the value was null"});
}

void tst_CliOdd::explainsRefusalsOfClients()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArrayList, says);
    const QString schema = run.write(u"schema.json"_s,
        R"({"type":"object","properties":{"songs":{"type":"array","items":{"type":"string"}},"next_page":{"type":"string","default":null}},"required":["songs"]})");
    const CommandResult result =
        run({u"inspect"_s, u"-"_s, u"--tool"_s, u"find-song"_s, u"--schema"_s, schema}, text);
    QVERIFY2(result.exitCode == 0, said(result));
    for (const QByteArray &word : std::as_const(says))
        QVERIFY2(result.out.contains(word), said(result));
}

WORKBENCH_TEST(tst_CliOdd, QCoreApplication)
#include "tst_cliodd.moc"
