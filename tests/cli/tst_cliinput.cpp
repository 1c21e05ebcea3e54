// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The input of a call, misspelt names, and requests for help.

#include "core/json/jsonparser.h"
#include "tests/support/commandrun.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliInput : public QObject {
    Q_OBJECT

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};

private Q_SLOTS:
    void initTestCase();
    void mapsInputToThePartsOfTheRequest_data();
    void mapsInputToThePartsOfTheRequest();
    void refusesInputBeforeAnythingIsSent_data();
    void refusesInputBeforeAnythingIsSent();
    void checksTheInputOfTools();
    void suggestsNames_data();
    void suggestsNames();
    void findsAnOperationByTheLastPartOfItsName_data();
    void findsAnOperationByTheLastPartOfItsName();
    void printsHelpForEveryWayToRequestIt_data();
    void printsHelpForEveryWayToRequestIt();
    void makesTheCallsOfAFileInOneSession();
    void endsWithTheFirstCallThatFails();
    void theTimeoutOfASubscriptionIsItsIdleTime_data();
    void theTimeoutOfASubscriptionIsItsIdleTime();
    void readsTimesOfLimitsLikeTimesOfOptions();
};

namespace {

constexpr auto document = R"({"openapi":"3.1.0","info":{"title":"Things","version":"1"},
"servers":[{"url":"http://127.0.0.1:1"}],
"paths":{
 "/things":{
  "get":{"operationId":"listThings","parameters":[
   {"name":"tag","in":"query","schema":{"type":"array","items":{"type":"string"}}},
   {"name":"size","in":"query","schema":{"type":"array","items":{"type":"integer"}}},
   {"name":"limit","in":"query","schema":{"type":"integer"}},
   {"name":"a.b","in":"query","schema":{"type":"string"}},
   {"name":"filter","in":"query","style":"deepObject","schema":{"type":"object","properties":{"state":{"type":"string"}}}},
   {"name":"token","in":"query","schema":{"type":"string"}},
   {"name":"raw","in":"query","schema":{}},
   {"name":"session","in":"cookie","schema":{"type":"string"}}]},
  "post":{"operationId":"addThing","requestBody":{"required":true,"content":{"application/json":{
   "schema":{"$ref":"#/components/schemas/Thing"}}}}}},
 "/open":{"post":{"operationId":"addOpen","requestBody":{"content":{"application/json":{
   "schema":{"type":"object","properties":{"name":{"type":"string"}},"additionalProperties":true}}}}}},
 "/either":{"post":{"operationId":"addEither","requestBody":{"required":true,"content":{
   "application/json":{"schema":{"type":"object","properties":{"name":{"type":"string"}}}},
   "text/plain":{"schema":{"type":"string"}}}}}},
 "/any":{"post":{"operationId":"addAny","requestBody":{"required":true,"content":{"application/json":{
   "schema":{}}}}}},
 "/many":{"post":{"operationId":"addMany","requestBody":{"required":true,"content":{"application/json":{
   "schema":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"}}}}}}}}},
 "/photo":{"put":{"operationId":"putPhoto","requestBody":{"content":{"image/png":{
   "schema":{"type":"string","format":"binary"}}}}}}},
"components":{"schemas":{"Thing":{"type":"object","required":["name"],"properties":{
  "name":{"type":"string"},"count":{"type":"integer"},"tags":{"type":"array","items":{"type":"string"}},
  "size":{"type":"object","properties":{"width":{"type":"number"}}},
  "part":{"$ref":"#/components/schemas/Thing"}}}}}})";

} // namespace

void tst_CliInput::initTestCase()
{
    run.write(u"things.json"_s, document);
    run.write(u"body.json"_s, R"({"name":"of a file","count":2})");
    run.write(u"spaced.json"_s, R"({ "name": "x" })");
    run.write(u"note.txt"_s, "two\nlines");
    run.write(u"broken.json"_s, "{\n\"name\":}");
    run.write(u"photo.png"_s, "\x89PNG\r\n");
}

void tst_CliInput::mapsInputToThePartsOfTheRequest_data()
{
    QTest::addColumn<QStringList>("input");
    QTest::addColumn<QByteArray>("says");
    const auto add = [](const char *name, const QStringList &input, const QByteArray &says) {
        QTest::newRow(name) << input << says;
    };
    const QString list = u"listThings"_s;
    const QString thing = u"addThing"_s;
    const auto body = [](const QByteArray &json) -> QByteArray {
        return "\"body\":" + Json::string(QString::fromUtf8(json)).toBytes();
    };
    add("inside of the body", {thing, u"body.name=x"_s}, body(R"({"name":"x"})"));
    add("as the schema says", {thing, u"body.name=7"_s, u"body.count=7"_s},
        body(R"({"name":"7","count":7})"));
    add("deeper", {thing, u"body.name=x"_s, u"body.size.width=2.5"_s},
        body(R"({"name":"x","size":{"width":2.5}})"));
    add("through a circular reference",
        {thing, u"body.name=x"_s, u"body.part.name=y"_s, u"body.part.part.name=z"_s},
        body(R"({"name":"x","part":{"name":"y","part":{"name":"z"}}})"));
    add("an array inside", {thing, u"body.name=x"_s, u"body.tags=a"_s, u"body.tags=b"_s},
        body(R"({"name":"x","tags":["a","b"]})"));
    add("on top of a file", {thing, u"body=@body.json"_s, u"body.count=3"_s},
        body(R"({"name":"of a file","count":3})"));
    add("on top of --input", {thing, u"body.count=1"_s, u"--input"_s, uR"({"body":{"name":"x"}})"_s},
        body(R"({"name":"x","count":1})"));
    add("JSON of a file", {thing, u"body:=@body.json"_s}, body(R"({"name":"of a file","count":2})"));
    add("an object as text", {thing, uR"(body={"name":"x"})"_s}, body(R"({"name":"x"})"));
    add("JSON of a file where a text is possible too",
        {u"addEither"_s, u"body=@spaced.json"_s, u"contentType=application/json"_s}, body(R"({"name":"x"})"));
    add("text of a file by its media type",
        {u"addEither"_s, u"body=@spaced.json"_s, u"contentType=text/plain"_s}, body(R"({ "name": "x" })"));
    add("JSON of a file where anything is possible", {u"addAny"_s, u"body=@body.json"_s},
        body(R"({"name":"of a file","count":2})"));
    add("text of a file by its media type as JSON",
        {u"addEither"_s, u"body=@spaced.json"_s, u"contentType:=\"text/plain\""_s},
        body(R"({ "name": "x" })"));
    add("JSON as text of a parameter", {list, uR"(raw={"b":1})"_s}, "raw=%7B%22b%22%3A1%7D");
    add("an object where anything is possible", {u"addAny"_s, uR"(body={"a":1})"_s}, body(R"({"a":1})"));
    add("text where anything is possible", {u"addAny"_s, u"body=a {"_s}, R"("body":"\"a {\"")");
    add("text of a file", {thing, u"body.name=@note.txt"_s}, body(R"({"name":"two\nlines"})"));
    add("a text with an @", {thing, u"body.name:=\"@note.txt\""_s}, body(R"({"name":"@note.txt"})"));
    add("bytes of a file", {u"putPhoto"_s, u"body=@photo.png"_s}, "iVBORw0K");
    add("one of an array", {list, u"tag=a"_s}, "/things?tag=a\"");
    add("several of an array", {list, u"tag=a"_s, u"tag=b"_s}, "/things?tag=a&tag=b\"");
    add("numbers of an array", {list, u"size=1"_s, u"size:=2"_s}, "/things?size=1&size=2\"");
    add("a whole array", {list, uR"(tag=["a","b"])"_s}, "/things?tag=a&tag=b\"");
    add("a name with a dot", {list, u"a.b=x"_s}, "/things?a.b=x\"");
    add("a name with an escaped dot", {list, u"a\\.b=x"_s}, "/things?a.b=x\"");
    add("a place before the name", {list, u"query.limit=3"_s}, "/things?limit=3\"");
    add("inside of a parameter", {list, u"filter.state=open"_s}, "filter%5Bstate%5D=open");
    add("where anything is taken", {u"addOpen"_s, u"body.other=x"_s}, body(R"({"other":"x"})"));
    add("what was typed, though its name is a secret's", {list, u"token=abc"_s}, "/things?token=abc\"");
    add("a cookie that was typed", {list, u"session=abc"_s}, R"(["Cookie","session=abc"])");
    add("an unknown name, on purpose", {list, u"limt=3"_s, u"limit=2"_s, u"--send-invalid"_s}, "limit=2");
}

void tst_CliInput::mapsInputToThePartsOfTheRequest()
{
    QFETCH(QStringList, input);
    QFETCH(QByteArray, says);
    const CommandResult result =
        run(QStringList{u"request"_s, u"things.json"_s, u"--as"_s, u"json"_s} + input);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.out.contains(says), result.out.constData());
}

void tst_CliInput::refusesInputBeforeAnythingIsSent_data()
{
    QTest::addColumn<QStringList>("input");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("says");
    const auto add = [](const char *name, const QStringList &input, int exitCode, const QByteArray &says) {
        QTest::newRow(name) << input << exitCode << says;
    };
    const QString list = u"listThings"_s;
    const QString thing = u"addThing"_s;
    add("a member of the body", {thing, u"name=x"_s}, 7,
        "\"name\" is not an input of addThing. Did you mean body.name?");
    add("by --input", {thing, u"--input"_s, uR"({"name":"x"})"_s}, 7, "Did you mean body.name?");
    add("misspelt", {list, u"limt=3"_s}, 7, "\"limt\" is not an input of listThings. Did you mean limit?");
    add("misspelt inside", {thing, u"body.nmae=x"_s}, 7, "Did you mean body.name?");
    add("far from everything", {thing, u"wavelength=x"_s}, 7, "is not an input of addThing");
    add("no body", {thing}, 7, "\"body\" is missing. Give it as body:='{…}', body.NAME=VALUE or body=@FILE");
    add("no list as body", {u"addMany"_s}, 7, "\"body\" is missing. Give it as body:='[…]' or body=@FILE");
    add("no body of any type", {u"addAny"_s}, 7, "\"body\" is missing. Give it as body=VALUE or body=@FILE");
    add("a member before the whole", {thing, u"body.count=9"_s, u"body=@body.json"_s}, 7,
        "body.count and body contradict each other: give body first");
    add("a member of a text", {u"addAny"_s, u"body=hello"_s, u"body.x=3"_s}, 7,
        "body and body.x contradict each other: body is not an object");
    add("text for a list of objects", {u"addMany"_s, u"body=x"_s}, 7,
        "body takes an array: give it as body:='[…]' or body=@FILE");
    add("of another type", {list, u"limit=abc"_s}, 7, "does not match its schema");
    add("no name of a file", {thing, u"body=@"_s}, 2, "the name of the file is missing");
    add("twice", {list, u"limit=1"_s, u"limit=2"_s}, 7, "limit is given 2 times but takes one value");
    add("text for an object", {thing, u"body=x"_s}, 7, "body takes an object: give it as body:='{…}'");
    add("inside of a number", {list, u"limit.low=1"_s}, 7, "\"limit\" is not an object");
    add("a file that is not there", {thing, u"body=@none.json"_s}, 2,
        "For the text \"@none.json\" write body:='\"@none.json\"'");
    add("a file that is not JSON", {thing, u"body=@broken.json"_s}, 2, "broken.json is not valid JSON");
    add("not JSON", {thing, u"body:={"_s}, 2, "the value of body is not valid JSON");
    add("no key", {list, u"=3"_s}, 2, "neither KEY=VALUE nor KEY:=JSON");
}

void tst_CliInput::refusesInputBeforeAnythingIsSent()
{
    QFETCH(QStringList, input);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, says);
    const QStringList one{u"things.json"_s, input.constFirst()};
    for (const QStringList &command : {QStringList{u"request"_s}, QStringList{u"call"_s, u"--trace"_s},
             QStringList{u"record"_s, u"--trace"_s, u"--to"_s, run.home() + u"/fixtures"_s}}) {
        const CommandResult result = run(command + one + input.sliced(1));
        QVERIFY2(result.exitCode == exitCode, result.err.constData());
        QVERIFY2(result.err.contains(says), result.err.constData());
        QVERIFY2(!result.err.contains("http://127.0.0.1:1"), result.err.constData());
    }
}

void tst_CliInput::checksTheInputOfTools()
{
    const CommandResult tool =
        run({u"call"_s, u"demo:tracker"_s, u"get-weather"_s, u"ctiy=Oslo"_s, u"--trace"_s});
    QCOMPARE(tool.exitCode, 7);
    QVERIFY2(
        tool.err.contains("Did you mean city?") && !tool.err.contains("tools/call"), tool.err.constData());
    const CommandResult stream = run({u"subscribe"_s, u"demo:local"_s, u"clock.tick"_s, u"intervall:=9"_s});
    QCOMPARE(stream.exitCode, 7);
    QVERIFY2(stream.err.contains("Did you mean interval?"), stream.err.constData());
    const CommandResult both = run({u"compare"_s, u"--source"_s, u"demo:local"_s, u"--source"_s,
        u"demo:local"_s, u"math.divide"_s, u"dividnd:=1"_s});
    QCOMPARE(both.exitCode, 7);
    QVERIFY2(both.err.contains("Did you mean dividend?"), both.err.constData());
}

void tst_CliInput::suggestsNames_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    const auto add = [](const char *name, const QStringList &arguments, const QByteArray &says) {
        QTest::newRow(name) << arguments << says;
    };
    add("a command", {u"lsit"_s}, "there is no command \"lsit\". Did you mean \"list\"?");
    add("an option", {u"list"_s, u"demo:"_s, u"--jsn"_s}, "Did you mean \"--json\"?");
    add("an operation", {u"call"_s, u"demo:tracker"_s, u"get-wether"_s}, "Did you mean \"get-weather\"?");
    add("a part of one", {u"call"_s, u"demo:tracker"_s, u"weather"_s}, "Did you mean \"get-weather\"?");
    add("a source of the demo", {u"list"_s, u"demo:trakcer"_s}, "Did you mean \"demo:tracker\"?");
    add("a source of the demo without its prefix", {u"list"_s, u"tracker"_s},
        "Did you mean \"demo:tracker\"?");
    add("the demo without its colon", {u"list"_s, u"demo"_s}, "Did you mean \"demo:\"?");
    add("a prefix", {u"list"_s, u"dmeo:"_s}, "Did you mean \"demo:\"?");
    add("a prefix of a document", {u"list"_s, u"opneapi:doc.json"_s}, "Did you mean \"openapi:doc.json\"?");
    add("a prefix before an address", {u"list"_s, u"mpc:http://127.0.0.1:1/"_s},
        "Did you mean \"mcp:http://127.0.0.1:1/\"?");
    add("a scheme", {u"list"_s, u"htp://127.0.0.1:1/mcp"_s}, "Did you mean \"http://127.0.0.1:1/mcp\"?");
    add("a scheme in capitals", {u"list"_s, u"HTTP://127.0.0.1:1/mcp"_s},
        "Did you mean \"http://127.0.0.1:1/mcp\"?");
    add("an address", {u"list"_s, u"localhost:4101/mcp"_s}, "Did you mean http://localhost:4101/mcp?");
    add("a type", {u"list"_s, u"demo:local"_s, u"--type"_s, u"querry"_s}, "Did you mean \"query\"?");
    add("a command of its own", {u"list"_s, u"npx"_s, u"-y"_s, u"foo"_s},
        "A command goes after --: envelope list -- npx -y foo");
    add("a short option", {u"list"_s, u"-j"_s, u"demo:"_s},
        "list takes no option -j. Did you mean \"--json\"? (see envelope list --help)");
    add("a short option before the command", {u"-v"_s}, "there is no option -v (see envelope --help)");
    add("an option with one dash", {u"call"_s, u"demo:local"_s, u"clock.now"_s, u"-josn"_s},
        "call takes no option -josn. Did you mean \"--json\"?");
    add("an operation with its namespace", {u"call"_s, u"demo:"_s, u"tracker.get-wether"_s},
        "Did you mean \"tracker.get-weather\"?");
    add("the last part of an operation", {u"call"_s, u"demo:local"_s, u"divied"_s},
        "Did you mean \"math.divide\"?");
    add("a key of --oauth", {u"list"_s, u"http://127.0.0.1:1/mcp"_s, u"--oauth"_s, u"clientid=x"_s},
        "--oauth has no key \"clientid\"");
    add("a key of --oauth is suggested",
        {u"list"_s, u"http://127.0.0.1:1/mcp"_s, u"--oauth"_s, u"clientid=x"_s},
        "Did you mean \"clientId\"?");
    add("a value of --json-in-text",
        {u"call"_s, u"demo:local"_s, u"clock.now"_s, u"--json-in-text"_s, u"opened"_s},
        "--json-in-text must be open or keep, not \"opened\"");
    add("a value of --as, for a source without HTTP",
        {u"request"_s, u"demo:tracker"_s, u"get-weather"_s, u"city=Oslo"_s, u"--as"_s, u"crul"_s},
        "--as must be curl, http or json, not \"crul\"");
    add("help about an unknown command", {u"help"_s, u"cal"_s}, "Did you mean \"call\"?");
    add("openapi: alone", {u"list"_s, u"openapi:"_s}, "openapi: needs a file or URL after the colon");
    add("an encoded slash", {u"list"_s, u"http://127.0.0.1:1/posts%2Fmcp"_s},
        "Write mcp:http://127.0.0.1:1/posts%2Fmcp for an MCP server");
    add("a resource that may be REST", {u"list"_s, u"http://127.0.0.1:1/posts"_s},
        "Write mcp:http://127.0.0.1:1/posts for an MCP server, or openapi:http://127.0.0.1:1/posts");
}

void tst_CliInput::suggestsNames()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    const CommandResult result = run(arguments);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains(says), result.err.constData());
    QCOMPARE(result.err.count('\n'), 1);
}

void tst_CliInput::findsAnOperationByTheLastPartOfItsName_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("only one operation has it")
        << QStringList{u"call"_s, u"demo:"_s, u"divide"_s, u"dividend=6"_s, u"divisor=3"_s, u"--data"_s} << 0
        << QByteArray("\"quotient\": 2");
    QTest::newRow("no operation has it")
        << QStringList{u"call"_s, u"demo:"_s, u"multiply"_s} << 2 << QByteArray("has no operation");
}

void tst_CliInput::findsAnOperationByTheLastPartOfItsName()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, says);
    const CommandResult result = run(arguments);
    QVERIFY2(result.exitCode == exitCode, result.err.constData());
    QVERIFY2(QByteArray(result.out + result.err).contains(says), result.err.constData());
}

void tst_CliInput::printsHelpForEveryWayToRequestIt_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("begins");
    QTest::newRow("-h") << QStringList{u"-h"_s} << QByteArray("usage: envelope COMMAND");
    QTest::newRow("help") << QStringList{u"help"_s} << QByteArray("usage: envelope COMMAND");
    QTest::newRow("help COMMAND") << QStringList{u"help"_s, u"call"_s} << QByteArray("usage: envelope call ");
    QTest::newRow("COMMAND -h") << QStringList{u"call"_s, u"-h"_s} << QByteArray("usage: envelope call ");
    QTest::newRow("COMMAND --help") << QStringList{u"call"_s, u"--help"_s}
                                    << QByteArray("usage: envelope call ");
}

void tst_CliInput::printsHelpForEveryWayToRequestIt()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, begins);
    const CommandResult result = run(arguments);
    QCOMPARE(result.exitCode, 0);
    QVERIFY2(result.out.startsWith(begins), result.out.constData());
    if (begins.contains("call")) {
        QVERIFY(result.out.indexOf("Examples:") < result.out.indexOf("Options:"));
        QVERIFY2(
            !result.out.contains("--accept-certificate"), "only envelope --help lists the common options");
    }
}

void tst_CliInput::makesTheCallsOfAFileInOneSession()
{
    run.write(u"calls.jsonl"_s, R"({"operation":"get-weather","input":{"city":"Oslo"}}
{"operation":"get-weather","input":{"city":"Chicago"}})");
    const CommandResult result =
        run({u"call"_s, u"demo:tracker"_s, u"--calls"_s, u"calls.jsonl"_s, u"--json"_s, u"--trace"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(result.out.count('\n'), 2);
    QVERIFY2(result.out.indexOf("Oslo") < result.out.indexOf("Chicago"), result.out.constData());
    QCOMPARE(result.err.count(R"("method":"initialize")"), 1);
    QCOMPARE(result.err.count(R"("method":"tools/call")"), 2);
}

void tst_CliInput::endsWithTheFirstCallThatFails()
{
    const QStringList arguments{u"call"_s, u"demo:local"_s, u"--calls"_s, u"-"_s, u"--json"_s};
    const CommandResult failed =
        run(arguments, R"({"operation":"math.divide","input":{"dividend":6,"divisor":3}}
{"operation":"math.divide","input":{"dividend":1,"divisor":0}}
{"operation":"math.divide","input":{"dividend":8,"divisor":2}})");
    QCOMPARE(failed.exitCode, 1);
    QCOMPARE(failed.out.count('\n'), 2);
    QVERIFY2(failed.out.contains("DIVISION_BY_ZERO"), failed.out.constData());
    QVERIFY2(failed.err.contains("stdin, line 2: this call failed; 1 of 3 calls were not made"),
        failed.err.constData());
    const CommandResult wrong =
        run(arguments, R"({"operation":"math.divide","input":{"dividend":6,"divisor":3}}
{"operation":"math.divide","input":{"dividend":6,"by":3}})");
    QCOMPARE(wrong.exitCode, 7);
    QCOMPARE(wrong.out, QByteArray()); // the command checks all calls before it makes the first
    QVERIFY2(wrong.err.contains("stdin, line 2: \\\"by\\\" is not an input"), wrong.err.constData());
    const CommandResult mistyped =
        run(arguments, R"({"operation":"math.divide","input":{"dividend":6,"divisor":3}}
{"operation":"math.divide","input":{"dividend":6,"divisor":"x"}})");
    QCOMPARE(mistyped.exitCode, 7);
    QCOMPARE(mistyped.out, QByteArray());
    QVERIFY2(
        mistyped.err.contains("stdin, line 2: The input of local.math.divide"), mistyped.err.constData());
    const CommandResult counted = run(arguments, R"({"operation":"clock.now","count":2})");
    QCOMPARE(counted.exitCode, 2);
    QVERIFY2(counted.err.contains("stdin, line 1: "), counted.err.constData());
    const CommandResult stream = run(arguments, R"({"operation":"clock.tick"})");
    QCOMPARE(stream.exitCode, 2);
    QCOMPARE(run({u"call"_s, u"demo:local"_s, u"clock.now"_s, u"--calls"_s, u"-"_s}).exitCode, 2);
}

// For a subscription, --timeout is the longest time without an event, which request.maxTotal does not limit.
void tst_CliInput::theTimeoutOfASubscriptionIsItsIdleTime_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("interval"); // in ms
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *name, const QString &options, const QString &interval, int exitCode,
                         const QByteArray &says) {
        QTest::newRow(name) << options << interval << exitCode << says;
    };
    const QByteArray completed = R"({"end":"completed","events":1})";
    row("longer than a request may take", u"--timeout 30min"_s, u"5"_s, 0, completed);
    row("with a limit of the requests", u"--timeout 30min --limit request.timeout=5s"_s, u"5"_s, 0,
        completed);
    row("with another idle time", u"--timeout 5s --limit subscription.idle=6s"_s, u"5"_s, 2,
        "--timeout 5s contradicts --limit subscription.idle=6s");
    row("silence", u"--timeout 400ms"_s, u"60000"_s, 4, "idle after 400ms");
    row("silence, with the limit", u"--limit subscription.idle=400ms"_s, u"60000"_s, 4, "idle after 400ms");
}

void tst_CliInput::theTimeoutOfASubscriptionIsItsIdleTime()
{
    QFETCH(QString, options);
    QFETCH(QString, interval);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, says);
    const CommandResult result = run(QStringList{u"subscribe"_s, u"demo:local"_s, u"clock.tick"_s,
                                         u"count:=1"_s, QString(u"interval:="_s + interval)}
        + options.split(u' '));
    QCOMPARE(result.exitCode, exitCode);
    QVERIFY2(result.out.contains(says) || result.err.contains(says), result.err.constData());
}

void tst_CliInput::readsTimesOfLimitsLikeTimesOfOptions()
{
    const CommandResult plain = run({u"limits"_s, u"--json"_s, u"--limit"_s, u"connect.timeout=20"_s});
    QVERIFY2(plain.out.contains(R"("connect.timeout":20000)"), plain.err.constData());
    const CommandResult longer = run({u"limits"_s, u"--json"_s, u"--timeout"_s, u"60s"_s});
    QVERIFY2(longer.out.contains(R"("connect.timeout":60000)"), longer.out.constData());
    const CommandResult both =
        run({u"limits"_s, u"--json"_s, u"--timeout"_s, u"60s"_s, u"--limit"_s, u"connect.timeout=5s"_s});
    QVERIFY2(both.out.contains(R"("connect.timeout":5000)"), both.out.constData());
    const CommandResult idle =
        run({u"limits"_s, u"--json"_s, u"--timeout"_s, u"5s"_s, u"--limit"_s, u"stream.idle=60s"_s});
    QVERIFY2(idle.out.contains(R"("stream.idle":60000)"), idle.out.constData());
    QVERIFY2(both.out.contains(R"("ws.handshake":60000)") && both.out.contains(R"("stream.idle":60000)"),
        both.out.constData());
}

WORKBENCH_TEST(tst_CliInput, QCoreApplication)
#include "tst_cliinput.moc"
