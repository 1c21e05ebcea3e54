// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// What the command does with servers that lie, guess, or break their protocol.

#include "core/json/jsonparser.h"
#include "tests/support/mcphttpscript.h"
#include "tests/support/outputschema.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

//! Returns whether the process with the id \a id exists and is not a zombie.
bool isAlive(const QByteArray &id)
{
    QFile status(u"/proc/%1/stat"_s.arg(QString::fromLatin1(id)));
    if (!status.open(QIODevice::ReadOnly))
        return false;
    const QByteArray text = status.readAll();
    return text.mid(text.lastIndexOf(')') + 2, 1) != "Z";
}

constexpr auto petDocument =
    R"({"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"servers":[{"url":"SERVER"}],"paths":{
        "/pets":{"get":{"operationId":"listPets","responses":{"200":{"description":"ok"}}}}}})";

} // namespace

class tst_CliHostile : public QObject {
    Q_OBJECT

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    McpHttpScript script;
    QByteArray petAnswer;
    QByteArray documentAnswer;
    QByteArray stalledTarget; //!< the answer to this target stops in its body
    RawServer pets{[this](QTcpSocket *socket, const RawServer::Request &request) {
        const QByteArray document = QByteArray(petDocument).replace("SERVER", pets.url(u""_s).toEncoded());
        if (request.target == stalledTarget)
            socket->write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{");
        else if (request.target != "/openapi.json")
            RawServer::answer(socket, petAnswer);
        else if (!documentAnswer.isEmpty())
            RawServer::answer(socket, documentAnswer);
        else
            RawServer::answer(socket, RawServer::ok(document, "Content-Type: application/json\r\n"));
    }};

    static QString hostileName() { return u"evil\nerror: injected\u202e\u001b[2J"_s; }

    void setHostileNames()
    {
        const QByteArray name = Json::string(hostileName()).toBytes();
        script.serverName = hostileName().toUtf8();
        const QByteArray members = R"("inputSchema":{"type":"object","properties":{NAME:{"type":)";
        script.tools = R"([{"name":NAME,"title":NAME,)" + members + R"("string"}}},"outputSchema":)"
            + R"({"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}},)"
            + R"({"name":"broken",)" + members + R"(5}}}},)" + R"({"name":"strict",)" + members
            + R"("string"}},"required":[NAME]}}])";
        script.tools.replace("NAME", name);
        script.prompts = QByteArray(R"([{"name":NAME,"arguments":[{"name":NAME,"required":true}]}])")
                             .replace("NAME", name);
        script.completion = QByteArray(R"({"completion":{"values":[NAME]}})").replace("NAME", name);
    }

    //! Returns whether \a said contains no injected line and no control sequence of a terminal.
    static bool isHarmless(const QByteArray &said)
    {
        return !said.contains("\nerror: injected") && !said.contains('\x1b')
            && !said.contains(u"\u202e"_s.toUtf8());
    }

    //! Returns whether a line of \a said begins with the second half of a name, even if it is indented.
    static bool breaksAName(const QByteArray &said)
    {
        static const QRegularExpression half(u"\\n *error: injected"_s);
        return QString::fromUtf8(said).contains(half);
    }

    QString document() const { return pets.url(u"/openapi.json"_s).toString(); }

private Q_SLOTS:
    void init()
    {
        script.callMessage = script.callBytes = script.callError = script.listError = script.prompts = {};
        script.serverName = "script";
        script.callResult = R"({"content":[]})";
        script.tools = R"([{"name":"echo","inputSchema":{"type":"object"}}])";
        petAnswer = RawServer::ok(R"({"a":1})", "Content-Type: application/json\r\n");
        documentAnswer.clear();
        stalledTarget.clear();
    }

    void endsABodyThatStalls_data()
    {
        QTest::addColumn<QByteArray>("target");
        QTest::newRow("the document") << QByteArray("/openapi.json");
        QTest::newRow("a call") << QByteArray("/pets");
    }

    void endsABodyThatStalls()
    {
        QFETCH(QByteArray, target);
        stalledTarget = target;
        const CommandResult result =
            run({u"call"_s, document(), u"listPets"_s, u"--timeout"_s, u"1s"_s}, {}, 20'000);
        QCOMPARE(result.exitCode, 4);
        QVERIFY2(result.err.contains("sent nothing for 1 s in the middle of its response")
                && result.err.contains("Add --timeout 2s."),
            result.err.constData());
    }

    void saysThatAListIsIncomplete()
    {
        script.tools = R"([{"name":"echo","inputSchema":{"type":"object"}}],"nextCursor":"more")";
        const QStringList list{u"list"_s, script.url(), u"--limit"_s, u"list.pages=1"_s, u"--json"_s};
        const CommandResult result = run(list + QStringList{u"--quiet"_s});
        QCOMPARE(result.exitCode, 0);
        OutputSchema schema{run};
        QCOMPARE(schema.loadAll(), QString());
        QCOMPARE(schema.misfit(result.out, {u"list"_s}), QString());
        const Json listed = jsonLiteral(result.out);
        QCOMPARE(listed.member("operations"_L1).size(), 1);
        QVERIFY2(listed.member("incomplete"_L1).toString().contains("list.pages"_L1), result.out.constData());
        QCOMPARE(run(list + QStringList{u"--strict"_s}).exitCode, 7);
    }

    void showsAnAddressAsItWasGiven()
    {
        petAnswer = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        const QString address = pets.url(u""_s).toString() + u"/posts%2Fmcp"_s;
        const CommandResult result = run({u"list"_s, QString(u"mcp:"_s + address)});
        QVERIFY2(result.err.contains(QByteArray("at " + address.toUtf8() + " (HTTP 404)")),
            result.err.constData());
    }

    void namesTheLimitOfADocument()
    {
        const CommandResult result = run({u"list"_s, document(), u"--limit"_s, u"doc.bytes=100B"_s});
        QCOMPARE(result.exitCode, 6);
        QVERIFY2(result.err.contains("Add --limit doc.bytes=400B."), result.err.constData());
        QCOMPARE(run({u"list"_s, document(), u"--limit"_s, u"doc.bytes=400B"_s}).exitCode, 0);
    }

    void endsABrokenAnswerAsAProtocolError_data()
    {
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char *name, const char *message, const char *says) {
            QTest::newRow(name) << QByteArray(message) << QByteArray(says);
        };
        row("result and error", R"({"jsonrpc":"2.0","id":ID,"result":{},"error":{"code":-1,"message":"no"}})",
            "answered tools/call with both a result and an error");
        row("an error that is text", R"({"jsonrpc":"2.0","id":ID,"error":"no"})",
            "malformed error: no (the error is a string");
        row("an error without a code", R"({"jsonrpc":"2.0","id":ID,"error":{"message":"no"}})",
            "malformed error: no (the error's code is missing");
        row("an error without a message", R"({"jsonrpc":"2.0","id":ID,"error":{"code":-1}})",
            "malformed error: {\"code\":-1} (the error's message is missing");
        row("a batch", R"([{"jsonrpc":"2.0","id":ID,"result":{"content":[]}}])",
            "answered tools/call inside a batch: MCP 2025-06-18 has no batches");
        row("input_required", R"({"jsonrpc":"2.0","id":ID,"result":{"resultType":"input_required"}})",
            "belongs to MCP 2026-07-28, and the server agreed on an older revision");
    }

    void endsABrokenAnswerAsAProtocolError()
    {
        QFETCH(QByteArray, message);
        QFETCH(QByteArray, says);
        script.callMessage = message;
        const CommandResult result = run({u"call"_s, script.url(), u"echo"_s});
        QVERIFY2(result.exitCode == 5, result.err.constData());
        QCOMPARE(result.out, QByteArray());
        QVERIFY2(result.err.contains("\"mcp\" ") && result.err.contains(says), result.err.constData());
    }

    void namesALimitThatAnAnswerExceeds()
    {
        script.callResult =
            R"({"content":[],"structuredContent":{"all":[)" + QByteArray("1,").repeated(5000) + "1]}}";
        const CommandResult result =
            run({u"call"_s, script.url(), u"echo"_s, u"--limit"_s, u"json.nodes=2000"_s});
        script.callResult = R"({"content":[]})";
        QVERIFY2(result.exitCode == 6, result.err.constData());
        QVERIFY2(result.err.contains("Server \"mcp\": A JSON text holds more than"), result.err.constData());
    }

    void ignoresAnAnswerBeforeItsRequest_data()
    {
        QTest::addColumn<QString>("early");
        const QString forged =
            u"{\"jsonrpc\":\"2.0\",\"id\":%1,\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":"
            u"{},"
            "\"serverInfo\":{\"name\":\"forged\",\"version\":\"1\"},\"tools\":[{\"name\":\"forged\"}]}}"_s;
        QStringList counted;
        for (int id = 0; id <= 20; ++id)
            counted.append(forged.arg(id));
        QTest::newRow("for the first ids") << counted.join(u"\n"_s);
    }

    void ignoresAnAnswerBeforeItsRequest()
    {
        QFETCH(QString, early);
        QFile file(run.home() + u"/early"_s);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(early.toUtf8() + '\n');
        file.close();
        const CommandResult result = run({u"list"_s, u"--trace"_s, u"--"_s, u"sh"_s, u"-c"_s,
            u"cat '%1'; exec '%2' serve --demo"_s.arg(file.fileName(), QStringLiteral(ENVELOPE_PROGRAM))});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(
            result.out.contains("get-weather") && !result.out.contains("forged"), result.out.constData());
        QVERIFY2(result.err.contains("answers no request of ours"), result.err.constData());
    }

    void remarksOnOddTextInAResult_data()
    {
        // An answer of an MCP server, or empty if a service answers with the next column.
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<QByteArray>("pet");
        QTest::addColumn<QByteArray>("says");
        const auto mcp = [](const char *name, const char *result, const char *says) {
            QTest::newRow(name) << "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":" + QByteArray(result) + '}'
                                << QByteArray() << QByteArray(says);
        };
        const auto http = [](const char *name, const QByteArray &body, const char *type, const char *says) {
            const QByteArray head =
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: " + QByteArray(type);
            QTest::newRow(name) << QByteArray()
                                << QByteArray(head + "\r\nContent-Length: " + QByteArray::number(body.size())
                                       + "\r\n\r\n" + body)
                                << QByteArray(says);
        };
        mcp("a key twice", R"({"content":[],"structuredContent":{"a":1,"a":2}})",
            "At /structuredContent/a: The key occurs more than once");
        mcp("half a character", R"({"content":[{"type":"text","text":"\ud800"}]})",
            "At /content/0/text: A \\u escape is only half of a surrogate pair");
        QTest::newRow("the result twice")
            << QByteArray(R"({"jsonrpc":"2.0","id":ID,"result":{"content":[]},"result":{"content":[]}})")
            << QByteArray() << QByteArray("\"result\": The key occurs");
        http("a key twice in a body", R"({"a":1,"a":2})", "application/json",
            "At /a: The key occurs more than once");
        http("half a character in a body", R"({"a":"\udfff"})", "application/json",
            "half of a surrogate pair");
        http("bytes that are not text", "caf\xe9", "text/plain; charset=utf-8",
            "The text contains bytes that are not valid in its charset");
    }

    void remarksOnOddTextInAResult()
    {
        QFETCH(QByteArray, message);
        QFETCH(QByteArray, pet);
        QFETCH(QByteArray, says);
        script.callMessage = message;
        petAnswer = pet;
        const QStringList what =
            message.isEmpty() ? QStringList{document(), u"listPets"_s} : QStringList{script.url(), u"echo"_s};
        // A note is not a warning, so --strict does not fail.
        const CommandResult result = run(QStringList{u"call"_s, u"--strict"_s} + what);
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(result.err.contains(says) && !result.err.contains("warning"), result.err.constData());
        const Json json = jsonLiteral(run(QStringList{u"call"_s, u"--json"_s} + what).out);
        QCOMPARE(json.member("warnings"_L1).size(), 0);
        const Json note = json.member("diagnostics"_L1).at(0);
        QVERIFY2(note.member("code"_L1).toString().startsWith(u"received."_s), json.toBytes().constData());
        QCOMPARE(note.member("severity"_L1).toString(), u"info"_s);
    }

    void remarksOnOddTextInACompletion()
    {
        script.prompts = R"([{"name":"p","arguments":[{"name":"a"}]}])";
        script.completion = R"({"completion":{"values":["one"],"values":["two"]}})";
        const CommandResult result = run({u"complete"_s, script.url(), u"prompt:p"_s, u"a"_s});
        QCOMPARE(result.out, QByteArray("two\n"));
        QVERIFY2(result.err.contains("/completion/values: The key occurs more"), result.err.constData());
    }

    void showsContentBesideAnUnknownBlock()
    {
        script.callMessage =
            R"({"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"hologram","x":1},{"type":"text","text":"hello"}]}})";
        const CommandResult result = run({u"call"_s, script.url(), u"echo"_s});
        QVERIFY2(result.out.contains("hello") && result.out.contains("hologram"), result.out.constData());
        const Json json = jsonLiteral(run({u"call"_s, script.url(), u"echo"_s, u"--json"_s}).out);
        // The unknown block is not read as the tool's text.
        QCOMPARE(json.member("layers"_L1).size(), 0);
    }

    void showsContentBesideJsonInAText_data()
    {
        QTest::addColumn<QByteArray>("block");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char *name, const char *block, const char *says) {
            QTest::newRow(name) << QByteArray(block)
                                << QByteArray("beside the opened text: ") + QByteArray(says);
        };
        row("a text", R"({"type":"text","text":"IMPORTANT\nerror: injected"})",
            "IMPORTANT\n  error: injected\n");
        row("a bare string", R"("IMPORTANT")", "IMPORTANT\n");
        row("a link", R"({"type":"resource_link","uri":"x:r","name":"r"})", R"({"type":"resource_link")");
        row("an unknown block", R"({"type":"hologram","x":1})", R"({"type":"hologram","x":1})");
        row("an image", R"({"type":"image","data":"aGk=","mimeType":"image/png"})", R"({"type":"image")");
    }

    void showsContentBesideJsonInAText()
    {
        QFETCH(QByteArray, block);
        QFETCH(QByteArray, says);
        const Json text = Json::object(
            {{u"type"_s, Json::string(u"text")}, {u"text"_s, Json::string(u"{\"a\":1,\"a\":2}")}});
        const QByteArray content = R"({"content":[)" + block + ',' + text.toBytes() + ']';
        script.callResult = content + '}';
        const CommandResult result = run({u"call"_s, script.url(), u"echo"_s});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(jsonLiteral(result.out).member("a"_L1).toBytes(), QByteArray("2"));
        QVERIFY2(result.err.contains(says), result.err.constData());
        QVERIFY2(result.err.contains("JSON in the text: At /a: The key occurs"), result.err.constData());
        // The text beside structuredContent is a copy for clients that read only text.
        script.callResult = content + R"(,"structuredContent":{"a":2}})";
        const CommandResult structured = run({u"call"_s, script.url(), u"echo"_s});
        QVERIFY2(!structured.err.contains("beside the opened text"), structured.err.constData());
    }

    void followsNoRedirectIntoAPrivateNetwork_data()
    {
        QTest::addColumn<QByteArray>("location");
        QTest::addColumn<bool>("isDocument");
        QTest::addColumn<QByteArray>("origin");
        QTest::newRow("a call") << QByteArray("http://169.254.169.254/latest/meta-data/") << false
                                << QByteArray("http://169.254.169.254");
        QTest::newRow("the document") << QByteArray("http://169.254.169.254/openapi.json") << true
                                      << QByteArray("http://169.254.169.254");
        QTest::newRow("another private network")
            << QByteArray("http://192.168.7.7:8080/") << false << QByteArray("http://192.168.7.7:8080");
    }

    void followsNoRedirectIntoAPrivateNetwork()
    {
        QFETCH(QByteArray, location);
        QFETCH(bool, isDocument);
        QFETCH(QByteArray, origin);
        const QByteArray redirect = "HTTP/1.1 302 Found\r\nLocation: " + location
            + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        (isDocument ? documentAnswer : petAnswer) = redirect;
        const CommandResult result = run({u"call"_s, document(), u"listPets"_s});
        QVERIFY2(result.exitCode == 8, result.err.constData());
        QCOMPARE(result.out, QByteArray());
        const QByteArray from = pets.url(u""_s).toEncoded();
        const QByteArray says = "Server \"openapi\" redirected from " + from + " to " + origin;
        QVERIFY2(result.err.contains(says), result.err.constData());
        QVERIFY2(result.err.contains(QByteArray("--allow-origin " + origin)), result.err.constData());
        // The source has no settings here, and --trust does not help.
        QVERIFY2(!result.err.contains("for the source") && !result.err.contains("--trust"),
            result.err.constData());
        QVERIFY2(result.err.contains("Nothing was sent there. To confirm it: "), result.err.constData());
        const CommandResult check = run({u"check"_s, document()});
        QVERIFY2(check.exitCode == 8, check.out.constData());
        QVERIFY2(check.err.contains(QByteArray(" To confirm it: --allow-origin " + origin)),
            check.err.constData());
        QCOMPARE(check.out.contains("[call.unconfirmed]"), !isDocument);
    }

    void followsARedirectThatTheUserAllows()
    {
        RawServer proxy([](QTcpSocket *socket, const RawServer::Request &request) {
            if (request.method == "CONNECT")
                socket->write("HTTP/1.1 200 Connected\r\n\r\n");
            else
                RawServer::answer(
                    socket, RawServer::ok(R"({"inside":true})", "Content-Type: application/json\r\n"));
        });
        petAnswer = "HTTP/1.1 302 Found\r\nLocation: http://10.0.0.8/pets\r\nContent-Length: 0\r\n\r\n";
        qputenv("http_proxy", proxy.url(QString()).toEncoded());
        const CommandResult result =
            run({u"call"_s, document(), u"listPets"_s, u"--allow-origin"_s, u"http://10.0.0.8"_s});
        qunsetenv("http_proxy");
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(result.out.contains("inside"), result.out.constData());
    }

    void refusesACredentialForAHeaderThatMustNotBeSet_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("says");
        const QByteArray taken = "belongs to the connection and must not be set";
        for (const char *name : {"Host", "content-length", "Transfer-Encoding", "Connection", "Trailer",
                 "Proxy-Authorization", "HTTP2-Settings", "Accept-Encoding"}) {
            const QString header = QString::fromLatin1(name);
            QTest::newRow(name) << QStringList{u"--auth"_s, QString(u"apikey:"_s + header + u"=env:HOME"_s)}
                                << QByteArray("the header \"" + header.toLatin1() + "\" " + taken);
        }
        for (const auto &[name, shown] :
            {std::pair("X Y", "X Y"), std::pair(":authority", ":authority"), std::pair("X:Y", "X:Y"),
                std::pair("X\r\nEvil", "X\\r\\nEvil"), std::pair("X-\xC3\xBC", "X-\xC3\xBC")})
            QTest::newRow(shown) << QStringList{u"--auth"_s,
                u"apikey:%1=env:HOME"_s.arg(QString::fromUtf8(name))}
                                 << QByteArray('"' + QByteArray(shown) + "\" is not a valid header name");
        QTest::newRow("as a header") << QStringList{u"--header"_s, u"Host:env:HOME"_s} << taken;
    }

    void refusesACredentialForAHeaderThatMustNotBeSet()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, says);
        for (const QString &source : {document(), script.url(), u"ws://127.0.0.1:1/hub"_s}) {
            const CommandResult result = run(QStringList{u"list"_s, source} + options);
            QVERIFY2(result.exitCode == 2, result.err.constData());
            QVERIFY2(result.err.contains(says), result.err.constData());
        }
    }

    void showsLineEndsInNamesAsEscapes_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<bool>("showsName"); // and not only the name of a file
        const QString url = script.url();
        const QString name = hostileName();
        const auto row = [](const char *label, const QStringList &command, bool showsName = true) {
            QTest::newRow(label) << command << showsName;
        };
        row("list", {u"list"_s, url});
        row("describe", {u"describe"_s, url, name});
        row("describe an unusable schema", {u"describe"_s, url, u"broken"_s});
        row("call", {u"call"_s, url, name});
        row("call a tool that fails", {u"call"_s, url, name, u"--is-error"_s, u"throw"_s});
        row("call without a member", {u"call"_s, url, u"strict"_s});
        row("call with an unknown member", {u"call"_s, url, u"strict"_s, u"q=x"_s});
        row("call a prompt without its argument", {u"call"_s, url, QString(u"prompt:"_s + name)});
        row("call an unknown operation", {u"call"_s, url, u"evil"_s});
        row("subscribe", {u"subscribe"_s, url, name});
        row("request", {u"request"_s, url, name});
        row("check", {u"check"_s, url});
        row("record", {u"record"_s, url, name, u"--to"_s, u"recorded"_s});
        row("verify", {u"verify"_s, u"recordings"_s, url, u"--allow-mutations"_s});
        row("verify a removed operation",
            {u"verify"_s, u"recordings"_s, u"demo:tracker"_s, u"--allow-mutations"_s}, false);
        row("compare fixtures", {u"compare"_s, u"recordings"_s, u"changed"_s});
        row("compare with an empty folder", {u"compare"_s, u"recordings"_s, u"empty"_s}, false);
        row("compare with a source without it",
            {u"compare"_s, u"--source"_s, url, u"--source"_s, u"demo:tracker"_s, name});
        row("complete", {u"complete"_s, url, QString(u"prompt:"_s + name), name});
        row("complete an unknown argument", {u"complete"_s, url, QString(u"prompt:"_s + name), u"evil"_s});
        row("trace", {u"call"_s, url, name, u"--trace"_s});
    }

    void showsLineEndsInNamesAsEscapes()
    {
        QFETCH(QStringList, command);
        QFETCH(bool, showsName);
        setHostileNames();
        const auto answer = [](const QByteArray &number) {
            return QByteArray(R"({"content":[],"structuredContent":{"n":1,)"
                + Json::string(hostileName()).toBytes() + ':' + number + "}}");
        };
        const auto record = [this](const QString &folder) {
            return run({u"record"_s, script.url(), hostileName(), u"--to"_s, folder}).exitCode;
        };
        if (command.contains(u"throw"_s))
            script.callResult = R"({"content":[{"type":"text","text":"no"}],"isError":true})";
        if (command.contains(u"recordings"_s)) {
            script.callResult = answer("1");
            QCOMPARE(record(u"recordings"_s), 0);
            QVERIFY(QDir(run.home()).mkpath(u"empty"_s));
            script.callResult = answer("2");
        }
        if (command.contains(u"changed"_s))
            QCOMPARE(record(u"changed"_s), 0);
        const CommandResult result = run(command);
        QVERIFY(!result.crashed);
        QByteArray all = result.out + '\n' + result.err;
        if (command.first() == "request"_L1)
            all.replace(u"\u202e"_s.toUtf8(), {}); // in a pipe the trace shows the body unchanged
        QVERIFY2(all.contains(showsName ? "evil\\nerror: injected" : "evil"), all.constData());
        QVERIFY2(isHarmless(all) && !breaksAName(all), all.constData());
    }

    void showsLineEndsInNamesOfFilesAsEscapes_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QByteArray>("says");
        const QString header = u"{\"evil\\nerror: injected\":\"v\"}"_s;
        const QByteArray refused = "\"evil\\nerror: injected\" is not a valid header name";
        const auto row = [](const char *label, const QStringList &command, const QByteArray &says) {
            QTest::newRow(label) << command << says;
        };
        row("check a service", {u"check"_s, document()}, "openapi: evil\\nerror: injected 1 (OpenAPI");
        row("describe an operation", {u"describe"_s, document(), u"op"_s}, "evil\\nerror: injected  query");
        row("its credential", {u"request"_s, document(), u"op"_s}, "not set: evil\\nerror: injected.");
        row("call with a header", {u"call"_s, document(), u"header"_s, u"--input"_s, header}, refused);
        row("request with a header", {u"request"_s, document(), u"header"_s, u"--input"_s, header}, refused);
        row("curl with a header",
            {u"request"_s, document(), u"header"_s, u"--as"_s, u"curl"_s, u"--input"_s, header}, refused);
        row("import", {u"import"_s, u"servers.json"_s}, "\"bad\\nerror: injected\" was not imported");
        row("its table", {u"import"_s, u"servers.json"_s}, "\nevil\\nerror: injected  ");
        row("import an unknown server", {u"import"_s, u"servers.json"_s, u"x"_s},
            "it has evil\\nerror: injected.");
        row("validate", {u"validate"_s, u"--schema"_s, u"schema.json"_s, u"value.json"_s},
            "\n/evil\\nerror: injected ");
    }

    void showsLineEndsInNamesOfFilesAsEscapes()
    {
        QFETCH(QStringList, command);
        QFETCH(QByteArray, says);
        QByteArray service =
            R"({"openapi":"3.1.0","info":{"title":"NAME","version":"1"},"servers":[{"url":"SERVER"}],)"
            R"("components":{"securitySchemes":{"NAME":{"type":"http","scheme":"bearer"}}},"paths":{)"
            R"("/a":{"get":{"operationId":"op","security":[{"NAME":[]}],"parameters":[PARAMETER],)"
            R"("responses":{"200":{"description":"ok"}}}},)"
            R"("/b":{"get":{"operationId":"header","parameters":[HEADER],)"
            R"("responses":{"200":{"description":"ok"}}}}}})";
        service.replace("PARAMETER", R"({"in":"query","name":"NAME","schema":{"type":"string"}})");
        service.replace("HEADER", R"({"in":"header","name":"NAME","schema":{"type":"string"}})");
        service.replace("NAME", "evil\\nerror: injected").replace("SERVER", pets.url(u""_s).toEncoded());
        documentAnswer = RawServer::ok(service, "Content-Type: application/json\r\n");
        run.write(u"servers.json"_s,
            R"({"mcpServers":{"bad\nerror: injected":{"command":5},)"
            R"("evil\nerror: injected":{"command":"x"}}})");
        run.write(u"schema.json"_s, R"({"properties":{"evil\nerror: injected":{"type":"integer"}}})");
        run.write(u"value.json"_s, R"({"evil\nerror: injected":"x"})");
        const CommandResult result = run(command);
        const QByteArray all = result.out + '\n' + result.err;
        QVERIFY2(all.contains(says), all.constData());
        QVERIFY2(!breaksAName(all), all.constData());
    }

    void showsLineEndsInRedactedPlacesAsEscapes()
    {
        script.callResult =
            R"({"content":[],"structuredContent":{"token\nerror: injected":"secret-4711-secret"}})";
        const CommandResult result = run({u"call"_s, script.url(), u"echo"_s, u"--record"_s, u"kept"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(result.err.contains("/token\\nerror: injected: the value of"), result.err.constData());
        QVERIFY2(!breaksAName(result.err), result.err.constData());
    }

    void indentsTheLinesOfAPeersText_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char *label, const QStringList &command, const QByteArray &says) {
            QTest::newRow(label) << command << says;
        };
        const QString url = script.url();
        row("a description", {u"describe"_s, url, u"speak"_s}, "\n  first\n  error: injected\n");
        row("a failed list", {u"list"_s, url, u"no list"_s}, "-32603: first\n  error: injected\n");
        row("an error", {u"call"_s, url, u"speak"_s, u"an error"_s}, "first\n  error: injected\n");
        row("a failure", {u"call"_s, url, u"speak"_s}, "failed: first\n  error: injected (execution)\n");
    }

    void indentsTheLinesOfAPeersText()
    {
        QFETCH(QStringList, command);
        QFETCH(QByteArray, says);
        const QByteArray error = R"({"code":-32603,"message":"first\nerror: injected"})";
        script.tools =
            R"([{"name":"speak","description":"first\nerror: injected","inputSchema":{"type":"object"}}])";
        script.callResult = R"({"content":[{"type":"text","text":"first\nerror: injected"}],"isError":true})";
        if (command.removeOne(u"no list"_s)) {
            script.listError = error;
            script.prompts = R"([{"name":"p"}])";
        }
        if (command.removeOne(u"an error"_s))
            script.callError = error;
        const CommandResult result = run(command);
        const QByteArray all = result.out + '\n' + result.err;
        QVERIFY2(all.contains(says), all.constData());
        QVERIFY2(isHarmless(all), all.constData());
    }

    void keepsAPeersTextInJson()
    {
        script.serverName = u"a\nb\u001b\u202e"_s.toUtf8();
        const Json report = jsonLiteral(run({u"check"_s, script.url(), u"--json"_s}).out);
        QCOMPARE(report.member("peer"_L1).toString(), u"a\nb\u001b\u202e 1 (MCP 2025-06-18)"_s);

        const QByteArray failure = R"({"ok":false,"error":{"code":"a\u001bb","message":"no"}})";
        script.callResult = R"({"content":[{"type":"text","text":)"
            + Json::string(QString::fromUtf8(failure)).toBytes() + R"(}],"isError":true})";
        const CommandResult thrown =
            run({u"call"_s, script.url(), u"echo"_s, u"--is-error"_s, u"throw"_s, u"--json"_s});
        QCOMPARE(jsonLiteral(thrown.out).member("error"_L1).member("reason"_L1).toString(), u"a\u001bb"_s);

        petAnswer = "HTTP/1.1 401 No\r\nWWW-Authenticate: Bearer realm=\"a\xe2\x80\xae\"\r\n"
                    "Content-Length: 0\r\nConnection: close\r\n\r\n";
        const CommandResult refused = run({u"call"_s, document(), u"listPets"_s, u"--json"_s});
        const QString detail = jsonLiteral(refused.out).member("error"_L1).member("detail"_L1).toString();
        QVERIFY2(detail.contains(u"realm=\"a\u202e\""_s), refused.out.constData());
    }

    void showsLineEndsInNamesOfAHubAsEscapes()
    {
        setHostileNames();
        script.callError =
            Json::object({{u"code"_s, Json::integer(-32000)}, {u"message"_s, Json::string(hostileName())}})
                .toBytes();
        RunningCommand hub(run, {u"serve"_s, script.url(), u"--as"_s, u"hub"_s, u"--verbose"_s});
        const QString address = QString::fromUtf8(hub.line()).trimmed();
        const CommandResult called = run({u"call"_s, address, hostileName()});
        QVERIFY2(called.exitCode == 1, called.err.constData());
        QVERIFY(hub.saysOnError("called mcp.evil"));
        hub.send(SIGINT);
        QVERIFY(hub.ended());
        const QByteArray said = hub.standardOutput() + '\n' + hub.standardError();
        QVERIFY2(isHarmless(said), said.constData());
        QVERIFY2(isHarmless(called.err), called.err.constData());
    }

    void leavesNoGrandchildBehindWhenItIsKilled_data()
    {
        QTest::addColumn<QString>("option");
        QTest::newRow("in the group of its parent") << u"+m"_s;
        QTest::newRow("in a group of its own") << u"-m"_s;
    }

    void leavesNoGrandchildBehindWhenItIsKilled()
    {
        QFETCH(QString, option);
        QProcess process;
        run.prepare(process);
        const QString pids = run.home() + u"/pids"_s;
        QFile::remove(pids);
        // The grandchild inherits that SIGTERM and SIGHUP are ignored.
        process.setArguments({u"list"_s, u"--"_s, u"bash"_s, u"-c"_s,
            u"trap '' TERM HUP; set %2; sleep 1000 & echo \"$$ $!\" > '%1.new'; mv '%1.new' '%1'; cat > /dev/null"_s
                .arg(pids, option)});
        process.start();
        QTRY_VERIFY(QFile::exists(pids));
        QFile file(pids);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArrayList ids = file.readAll().trimmed().split(' ');
        QCOMPARE(ids.size(), 2);
        QVERIFY(isAlive(ids.first()) && isAlive(ids.last()));
        ::kill(pid_t(process.processId()), SIGKILL);
        QVERIFY(process.waitForFinished(Test::patience));
        QTRY_VERIFY(!isAlive(ids.first()));
        QTRY_VERIFY(!isAlive(ids.last()));
    }
};

WORKBENCH_TEST(tst_CliHostile, QCoreApplication)
#include "tst_clihostile.moc"
