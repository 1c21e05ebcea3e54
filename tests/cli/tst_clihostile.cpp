// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// What the command does with servers that lie, guess, or break their protocol.

#include "core/json/jsonparser.h"
#include "tests/support/mcphttpscript.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
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
    RawServer pets{[this](QTcpSocket *socket, const RawServer::Request &request) {
        const QByteArray document = QByteArray(petDocument).replace("SERVER", pets.url(u""_s).toEncoded());
        if (request.target != "/openapi.json")
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
        script.tools = QByteArray(R"([{"name":NAME,"title":NAME,"inputSchema":{"type":"object"},
            "outputSchema":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}}])")
                           .replace("NAME", name);
        script.prompts = QByteArray(R"([{"name":NAME,"arguments":[{"name":NAME}]}])").replace("NAME", name);
        script.completion = QByteArray(R"({"completion":{"values":[NAME]}})").replace("NAME", name);
    }

    //! Returns whether \a said contains no injected line and no control sequence of a terminal.
    static bool isHarmless(const QByteArray &said)
    {
        return !said.contains("\nerror: injected") && !said.contains('\x1b')
            && !said.contains(u"\u202e"_s.toUtf8());
    }

    QString document() const { return pets.url(u"/openapi.json"_s).toString(); }

private Q_SLOTS:
    void init()
    {
        script.callMessage = script.callBytes = script.callError = script.prompts = {};
        script.serverName = "script";
        script.callResult = R"({"content":[]})";
        script.tools = R"([{"name":"echo","inputSchema":{"type":"object"}}])";
        petAnswer = RawServer::ok(R"({"a":1})", "Content-Type: application/json\r\n");
        documentAnswer.clear();
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
        // The source has no settings here.
        QVERIFY2(!result.err.contains("for the source"), result.err.constData());
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
        for (const char *name : {"Host", "content-length", "Transfer-Encoding", "Connection"}) {
            const QString header = QString::fromLatin1(name);
            QTest::newRow(name) << QStringList{u"--auth"_s, QString(u"apikey:"_s + header + u"=env:HOME"_s)};
        }
        QTest::newRow("as a header") << QStringList{u"--header"_s, u"Host:env:HOME"_s};
    }

    void refusesACredentialForAHeaderThatMustNotBeSet()
    {
        QFETCH(QStringList, options);
        for (const QString &source : {document(), script.url(), u"ws://127.0.0.1:1/hub"_s}) {
            const CommandResult result = run(QStringList{u"list"_s, source} + options);
            QVERIFY2(result.exitCode == 2, result.err.constData());
            QVERIFY2(result.err.contains("belongs to the connection"), result.err.constData());
        }
    }

    void showsLineEndsInNamesAsEscapes_data()
    {
        QTest::addColumn<QStringList>("command");
        const QString url = script.url();
        const QString name = hostileName();
        QTest::newRow("list") << QStringList{u"list"_s, url};
        QTest::newRow("describe") << QStringList{u"describe"_s, url, name};
        QTest::newRow("call") << QStringList{u"call"_s, url, name};
        QTest::newRow("call an unknown operation") << QStringList{u"call"_s, url, u"evil"_s};
        QTest::newRow("subscribe") << QStringList{u"subscribe"_s, url, name};
        QTest::newRow("request") << QStringList{u"request"_s, url, name};
        QTest::newRow("check") << QStringList{u"check"_s, url};
        QTest::newRow("record") << QStringList{u"record"_s, url, name, u"--to"_s, u"recorded"_s};
        QTest::newRow("verify") << QStringList{u"verify"_s, u"recordings"_s, url, u"--allow-mutations"_s};
        QTest::newRow("verify a removed operation")
            << QStringList{u"verify"_s, u"recordings"_s, u"demo:tracker"_s, u"--allow-mutations"_s};
        QTest::newRow("compare fixtures") << QStringList{u"compare"_s, u"recordings"_s, u"empty"_s};
        QTest::newRow("compare with a source without it")
            << QStringList{u"compare"_s, u"--source"_s, url, u"--source"_s, u"demo:tracker"_s, name};
        QTest::newRow("complete") << QStringList{u"complete"_s, url, u"prompt:"_s + name, name};
        QTest::newRow("complete an unknown argument")
            << QStringList{u"complete"_s, url, u"prompt:"_s + name, u"evil"_s};
        QTest::newRow("trace") << QStringList{u"call"_s, url, name, u"--trace"_s};
    }

    void showsLineEndsInNamesAsEscapes()
    {
        QFETCH(QStringList, command);
        setHostileNames();
        if (command.contains(u"recordings"_s)) {
            const CommandResult recorded =
                run({u"record"_s, script.url(), hostileName(), u"--to"_s, u"recordings"_s});
            QVERIFY2(recorded.exitCode == 0, recorded.err.constData());
            QVERIFY(QDir(run.home()).mkpath(u"empty"_s));
            script.callResult = R"({"content":[{"type":"text","text":"something else"}]})";
        }
        const CommandResult result = run(command);
        QVERIFY(!result.crashed);
        QByteArray all = result.out + '\n' + result.err;
        if (command.first() == "request"_L1)
            all.replace(u"\u202e"_s.toUtf8(), {}); // in a pipe the trace shows the body unchanged
        QVERIFY2(all.contains("evil"), all.constData()); // the output mentions the name
        QVERIFY2(isHarmless(all), all.constData());
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

    void leavesNoGrandchildBehindWhenItIsKilled()
    {
        QProcess process;
        run.prepare(process);
        const QString pids = run.home() + u"/pids"_s;
        // The grandchild inherits that SIGTERM and SIGHUP are ignored.
        process.setArguments({u"list"_s, u"--"_s, u"sh"_s, u"-c"_s,
            u"trap '' TERM HUP; sleep 1000 & echo \"$$ $!\" > '%1.new'; mv '%1.new' '%1'; cat > /dev/null"_s
                .arg(pids)});
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
