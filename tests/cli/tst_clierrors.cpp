// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Errors of the command: one sentence, the exit code, and the error code for scripts.

#include "core/json/jsonparser.h"
#include "tests/support/commandrun.h"
#include "tests/support/mcphttpscript.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>

#include <csignal>
#include <utility>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

QByteArray http(const QByteArray &status, const QByteArray &type, const QByteArray &body)
{
    return "HTTP/1.1 " + status + "\r\nContent-Type: " + type
        + "\r\nConnection: close\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

} // namespace

class tst_CliErrors : public QObject {
    Q_OBJECT

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    McpHttpScript script;

private Q_SLOTS:
    void init() { script.callBytes = script.allBytes = script.callError = {}; }

    void givesEachClassOfErrorsItsCodes_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("reason");
        const QStringList divide{u"call"_s, u"demo:local"_s, u"math.divide"_s, u"dividend:=1"_s};
        QTest::newRow("the operation's own error")
            << divide + QStringList{u"divisor:=0"_s} << 1 << u"DIVISION_BY_ZERO"_s << QString();
        QTest::newRow("the server's error")
            << QStringList{u"call"_s, script.url(), u"echo"_s} << 1 << u"EXECUTION_ERROR"_s << QString();
        QTest::newRow("usage") << QStringList{u"fly"_s} << 2 << u"USAGE_ERROR"_s << u"usage"_s;
        QTest::newRow("no such operation")
            << QStringList{u"call"_s, u"demo:local"_s, u"nothing"_s} << 2 << u"USAGE_ERROR"_s << u"usage"_s;
        QTest::newRow("not a stream") << QStringList{u"subscribe"_s, u"demo:local"_s, u"math.divide"_s} << 2
                                      << u"USAGE_ERROR"_s << u"operation.notSubscription"_s;
        QTest::newRow("a name that is not an input")
            << divide + QStringList{u"by=2"_s} << 7 << u"VALIDATION_ERROR"_s << u"input.unknown"_s;
        QTest::newRow("a file that is not there")
            << QStringList{u"list"_s, u"a"_s, u"--workspace"_s, u"none.json"_s} << 2 << u"STORAGE_ERROR"_s
            << QString();
        QTest::newRow("nothing listens") << QStringList{u"list"_s, u"http://127.0.0.1:1/mcp"_s} << 3
                                         << u"TRANSPORT_ERROR"_s << u"http.refused"_s;
        QTest::newRow("no such program") << QStringList{u"list"_s, u"--"_s, u"no-such-program"_s} << 3
                                         << u"TRANSPORT_ERROR"_s << u"child.notStarted"_s;
        QTest::newRow("no answer") << QStringList{u"list"_s, u"--timeout"_s, u"300ms"_s, u"--"_s, u"sleep"_s,
            u"60"_s} << 4 << u"TIMEOUT"_s
                                   << QString();
        QTest::newRow("a limit") << QStringList{u"list"_s, u"demo:tracker"_s, u"--limit"_s,
            u"stdio.messageBytes=64B"_s}
                                 << 6 << u"LIMIT_EXCEEDED"_s << u"limit.stdio.messageBytes"_s;
        QTest::newRow("a limit that a message of a program exceeds")
            << QStringList{u"list"_s, u"demo:tracker"_s, u"--limit"_s, u"json.nodes=3"_s} << 6
            << u"LIMIT_EXCEEDED"_s << u"limit.json.nodes"_s;
        QTest::newRow("refused input")
            << divide + QStringList{u"divisor=two"_s} << 7 << u"VALIDATION_ERROR"_s << QString();
        const QString path = run.write(u"untrusted.json"_s,
            R"({"version":1,"sources":[{"name":"odd","kind":"mcp","settings":{"command":"odd"}}]})");
        QTest::newRow("trust") << QStringList{u"list"_s, u"odd"_s, u"--workspace"_s, path} << 8
                               << u"TRUST_REQUIRED"_s << QString();
    }

    void givesEachClassOfErrorsItsCodes()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);
        QFETCH(QString, code);
        QFETCH(QString, reason);
        script.callError = R"({"code":-32603,"message":"no luck"})";
        arguments.insert(1, u"--json"_s);
        const CommandResult result = run(arguments);
        QVERIFY2(result.exitCode == exitCode, result.err.constData());
        const bool peerAnswered = exitCode == 1;
        QCOMPARE(peerAnswered ? result.err : result.out, QByteArray());
        const Json error = jsonLiteral(peerAnswered ? result.out : result.err).member("error"_L1);
        QVERIFY2(error.member("code"_L1).toString() == code, QByteArray(result.out + result.err).constData());
        QVERIFY(!error.member("message"_L1).toString().isEmpty());
        if (!reason.isEmpty())
            QVERIFY2(error.member("reason"_L1).toString() == reason,
                QByteArray(result.out + result.err).constData());
    }

    void namesTheStepOfConnecting_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("says");
        const QString step = u"Server \"%1\" (%2) https://127\\.0\\.0\\.1:PORT within 400 ms\\. "
                             "Check its address and the network\\. Add --timeout 800ms\\."_s;
        // initialize waits for the connection of server/discover, unless that one has ended just before. The
        // limits of the connection and of the request are equal, and a busy computer notices either one
        // first.
        QTest::newRow("MCP") << u"mcp"_s
                             << u"("_s
                + step.arg(u"mcp"_s,
                    u"could not be reached at|did not finish the TLS handshake to|did not accept a connection to"_s)
                + u"|\"mcp\" was started or reached, but did not answer initialize within 400 ms\\.)"_s;
        QTest::newRow("OpenAPI") << u"openapi"_s
                                 << step.arg(u"openapi"_s, u"did not finish the TLS handshake to"_s);
    }

    // The server accepts connections, but never answers TLS.
    void namesTheStepOfConnecting()
    {
        QFETCH(QString, kind);
        QFETCH(QString, says);
        QTcpServer mute;
        QVERIFY(mute.listen(QHostAddress::LocalHost));
        mute.pauseAccepting();
        const CommandResult result = run({u"list"_s,
            u"%1:https://127.0.0.1:%2/x"_s.arg(kind).arg(mute.serverPort()), u"--timeout"_s, u"400ms"_s});
        QVERIFY2(result.exitCode == 4, result.err.constData());
        const QRegularExpression pattern(says.replace(u"PORT"_s, QString::number(mute.serverPort())));
        QVERIFY2(pattern.match(QString::fromUtf8(result.err)).hasMatch(), result.err.constData());
    }

    void distinguishesALostConnectionFromABrokenAnswer_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("says");
        const QByteArray head("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n");
        QTest::newRow("cut short") << QByteArray(head + "Content-Length: 900\r\n\r\n{\"jsonrpc\"") << 3
                                   << QByteArray("890 bytes are missing");
        QTest::newRow("cut in a chunk")
            << QByteArray(head + "Transfer-Encoding: chunked\r\n\r\n20\r\n{") << 3 << QByteArray("try again");
        QTest::newRow("a bad chunk") << QByteArray(head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{") << 5
                                     << QByteArray("sent an invalid chunk size");
        QTest::newRow("bad gzip") << http("200 OK\r\nContent-Encoding: gzip", "application/json", "{}") << 5
                                  << QByteArray("compressed body that is damaged");
        QTest::newRow("another answer")
            << http("200 OK", "application/json", "[]") << 5 << QByteArray("does not answer its request");
        QTest::newRow("no session any more") << http("404 Not Found", "text/html",
            "<p>Session not found") << 3 << QByteArray("It may have forgotten the session; try again.");
        QTest::newRow("a web page") << http("200 OK", "text/html", "<title>Sign in</title>") << 5
                                    << QByteArray("web page titled \"Sign in\"");
    }

    void distinguishesALostConnectionFromABrokenAnswer()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, exitCode);
        QFETCH(QByteArray, says);
        script.callBytes = bytes;
        const CommandResult result = run({u"call"_s, script.url(), u"echo"_s});
        QVERIFY2(result.exitCode == exitCode, result.err.constData());
        QCOMPARE(result.out, QByteArray()); // an incomplete answer is never printed
        QVERIFY2(result.err.contains(says), result.err.constData());
        QVERIFY2(result.err.contains("\"mcp\""), result.err.constData());
        // The body of these rows follows the sentence.
        const QByteArray row = QTest::currentDataTag();
        const bool hasBody = row == "another answer" || row == "no session any more";
        QVERIFY2(hasBody || result.err.count('\n') == 1, result.err.constData());
    }

    void describesAFaultyServerInOneSentence_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char *name, const QByteArray &bytes, const QByteArray &says) {
            QTest::newRow(name) << bytes << says;
        };
        const QByteArray redirect("\r\nLocation: http://elsewhere.example/mcp");
        row("HTML", http("200 OK", "text/html", "<html>"), "web page. A proxy or a login may be in between");
        row("redirected elsewhere", http("302 Found" + redirect, "text/plain", {}),
            "http://elsewhere.example");
        row("redirected elsewhere with its method", http("307 Temporary" + redirect, "text/plain", {}),
            "http://elsewhere.example");
        row("401", http("401 Unauthorized", "application/json", R"({"error":"who are you"})"),
            "not accepted. Add --auth oauth to sign in, or bearer:env:NAME");
        row("401, Basic", http("401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"", "text/plain", {}),
            "not accepted. Add --auth basic:env:NAME.");
        row("401, Bearer", http("401 Unauthorized\r\nWWW-Authenticate: Bearer", "text/plain", {}),
            "not accepted. Add --auth oauth to sign in, or bearer:env:NAME.");
        const QByteArray header =
            "Check the address. If the server expects another header, add --header NAME:VALUE.";
        row("400", http("400 Bad Request", "text/plain", "no"), header);
        row("403", http("403 Forbidden", "text/plain", "no"),
            "does not allow this. Add --auth oauth to sign in, or bearer:env:NAME, basic:env:NAME or "
            "apikey:HEADER=env:NAME.");
        row("404", http("404 Not Found", "text/html", "<html>"), "most servers answer at /mcp or /sse.");
        row("405", http("405 Method Not Allowed", "text/plain", {}), "most servers answer at /mcp or /sse.");
        row("406", http("406 Not Acceptable", "text/plain", {}), header);
        row("415", http("415 Unsupported Media Type", "text/plain", {}), header);
        row("429", http("429 Too Many\r\nRetry-After: 7", "text/plain", {}), "try again in 7 s");
        row("500", http("500 Oops", "text/plain", "x"), "Its own log says why");
        row("502", http("502 Bad Gateway", "text/html", "<html>"), "Check that it is running");
        row("503", http("503 Busy", "text/plain", {}), "Try again later");
        row("not HTTP", "hello\r\n\r\n",
            "not a valid HTTP answer; it begins with \"hello\". Check the scheme");
        row("not HTTP, without a line end", "hello", "not a valid HTTP answer");
        row("cut in its head", "HTTP/1.1 200", "try again");
        row("garbage as JSON", http("200 OK", "application/json", "garbage"), "does not answer");
        row("JSON of another protocol", http("200 OK", "application/json", R"({"openapi":"3.1.0"})"),
            "It may not speak MCP. If it is an OpenAPI document, write openapi:URL.");
    }

    void describesAFaultyServerInOneSentence()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, says);
        script.allBytes = bytes;
        QElapsedTimer timer;
        timer.start();
        const CommandResult result = run({u"list"_s, u"--timeout"_s, u"5s"_s, script.url()});
        QVERIFY2(result.exitCode == 3 || result.exitCode == 5, result.err.constData());
        QCOMPARE(result.out, QByteArray());
        QVERIFY2(result.err.contains("\"mcp\"") && result.err.contains(says), result.err.constData());
        const QByteArray first = result.err.first(result.err.indexOf('\n'));
        QVERIFY2(first.contains(says), result.err.constData()); // the server's own text may follow
        QVERIFY(timer.elapsed() < 10'000 * Test::slowness);
    }

    void showsTheEndOfStderrOfAProgram()
    {
        const CommandResult brief =
            run({u"list"_s, u"--"_s, u"sh"_s, u"-c"_s, u"echo broken pipe dream >&2; exit 7"_s});
        QCOMPARE(brief.exitCode, 3);
        QVERIFY2(brief.err.contains("exit code 7") && !brief.err.contains("Run the command by itself"),
            brief.err.constData());
        QVERIFY2(brief.err.contains("  broken pipe dream\n"), brief.err.constData());
        QVERIFY(!brief.err.contains("--verbose"));
        const CommandResult silent = run({u"list"_s, u"--"_s, u"sh"_s, u"-c"_s, u"exit 7"_s});
        QVERIFY2(silent.err.contains("Run the command by itself"), silent.err.constData());
        const CommandResult usage =
            run({u"list"_s, u"--"_s, u"sh"_s, u"-c"_s, u"echo 'Usage: shop FILE'; exit 2"_s});
        QVERIFY2(usage.err.contains("  Usage: shop FILE\n"), usage.err.constData());
        QVERIFY2(!usage.err.contains("Run the command by itself"), usage.err.constData());
    }

    void showsTheFirstErrorOfALongStderr();
    void namesTheOptionThatHelps_data();
    void namesTheOptionThatHelps();
    void printsThePeersMessageAsItIs();
    void listsRefusedInputInJson();
    void saysThatAPeerGaveNoMessage();
    void showsTheChallengeOfAServer();
    void showsTheBodyOfAnHttpError_data();
    void showsTheBodyOfAnHttpError();
    void showsTheDataOfAJsonRpcError();
    void everyCommandShowsWhatTheServerSaid();
    void everyCommandShowsTheEndOfStderr();
    void recordFailsIfNothingWasRecorded();
    void saysThatAListWasCut();
    void aMissingDocumentIsAFailedConnection()
    {
        script.allBytes = http("404 Not Found", "text/plain", "no");
        const CommandResult result = run({u"list"_s, QString(script.url() + u"/x.json"_s)});
        QVERIFY2(result.exitCode == 3, result.err.constData());
        QVERIFY2(result.err.contains("\n  no\n"), result.err.constData());
    }

    void ignoresABrokenWorkspaceItDoesNotNeed_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        const QString broken = u"broken.workspace.json"_s;
        QTest::newRow("demo") << QStringList{u"list"_s, u"demo:local"_s} << 0;
        QTest::newRow("command") << QStringList{u"list"_s, u"--"_s, QStringLiteral(ENVELOPE_PROGRAM),
            u"serve"_s, u"--demo"_s}
                                 << 0;
        QTest::newRow("URL") << QStringList{u"list"_s, u"http://127.0.0.1:1/"_s} << 3;
        QTest::newRow("a name") << QStringList{u"list"_s, u"tracker"_s} << 2;
        QTest::newRow("asked for") << QStringList{u"list"_s, u"demo:"_s, u"--workspace"_s, broken} << 2;
    }

    void ignoresABrokenWorkspaceItDoesNotNeed()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);
        const QString path = run.write(u"broken.workspace.json"_s, "{\"version\": 1,\n\"sources\"");
        const CommandResult result = run(arguments);
        const CommandResult quiet = run(QStringList{arguments.first(), u"--quiet"_s} + arguments.sliced(1));
        QFile::remove(path);
        QVERIFY2(result.exitCode == exitCode, result.err.constData());
        QVERIFY2(result.err.count("broken.workspace.json") == 1, result.err.constData());
        QVERIFY2(result.err.startsWith(exitCode == 2 ? "error: " : "warning: "), result.err.constData());
        QVERIFY2(exitCode == 2 || !quiet.err.contains("broken.workspace.json"), quiet.err.constData());
    }

    void helpsWithLimits_data()
    {
        QTest::addColumn<QString>("limit");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("no value") << u"http.bodyBytes"_s << QByteArray("KEY=VALUE, for example");
        QTest::newRow("no such key") << u"wings=2"_s << QByteArray("envelope limits shows them all");
        QTest::newRow("a key in small letters") << u"http.bodybytes=2"_s << QByteArray("http.bodyBytes");
        QTest::newRow("a part of a key") << u"bodyBytes=2"_s << QByteArray("Did you mean \"http.bodyBytes\"");
        QTest::newRow("a misspelt key")
            << u"conect.timeout=2"_s << QByteArray("Did you mean \"connect.timeout\"?");
        QTest::newRow("not a size") << u"http.bodyBytes=lots"_s << QByteArray("a size such as 64MiB");
        QTest::newRow("off") << u"http.bodyBytes=0"_s << QByteArray("cannot be switched off");
    }

    void helpsWithLimits()
    {
        QFETCH(QString, limit);
        QFETCH(QByteArray, says);
        const CommandResult result = run({u"limits"_s, u"--limit"_s, limit});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(says), result.err.constData());
        QCOMPARE(result.err.count('\n'), 1);
    }

    void stopsItsChildrenWhenInterruptedAtItsInput()
    {
        QProcess process;
        run.prepare(process);
        const QString pidFile = run.home() + u"/child.pid"_s;
        process.setArguments(
            {u"call"_s, u"get-weather"_s, u"--input"_s, u"-"_s, u"--trace"_s, u"--"_s, u"sh"_s, u"-c"_s,
                u"echo $$ > '%1'; exec '%2' serve --demo"_s.arg(pidFile, QStringLiteral(ENVELOPE_PROGRAM))});
        process.start();
        QByteArray trace;
        QTRY_VERIFY((trace += process.readAllStandardError()).contains("tools/list"));
        QTest::qWait(200); // the command now reads stdin, which stays open
        ::kill(pid_t(process.processId()), SIGINT);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(process.waitForFinished(Test::patience));
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(timer.elapsed() < 15'000);
        QFile file(pidFile);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const pid_t child = file.readAll().trimmed().toInt();
        QVERIFY(child > 0);
        QCOMPARE(::kill(child, 0), -1);
    }

    void readsItsInputFromStdin()
    {
        const CommandResult good =
            run({u"call"_s, u"demo:tracker"_s, u"get-weather"_s, u"--input"_s, u"-"_s, u"--json"_s},
                R"({"city":"Chicago"})");
        QVERIFY2(good.exitCode == 0, good.err.constData());
        const CommandResult bad =
            run({u"call"_s, u"demo:tracker"_s, u"get-weather"_s, u"--input"_s, u"-"_s}, "{\n\"city\":}");
        QCOMPARE(bad.exitCode, 2);
        QVERIFY2(
            bad.err.contains("stdin is not valid JSON") && bad.err.contains("line 2"), bad.err.constData());
        const CommandResult large = run({u"call"_s, u"demo:tracker"_s, u"get-weather"_s, u"--input"_s, u"-"_s,
                                            u"--limit"_s, u"doc.bytes=8B"_s},
            R"({"city":"Chicago"})");
        QVERIFY2(large.exitCode == 6, large.err.constData());
    }
};

void tst_CliErrors::showsTheFirstErrorOfALongStderr()
{
    const CommandResult result = run({u"list"_s, u"--"_s, u"sh"_s, u"-c"_s,
        u"echo 'Error: no bindings file' >&2; for i in $(seq 40); do echo \"line $i\" >&2; done; exit 1"_s});
    QVERIFY2(result.err.contains("  Error: no bindings file\n"), result.err.constData());
    QVERIFY2(
        result.err.contains("  line 40\n") && !result.err.contains("  line 30\n"), result.err.constData());
    QVERIFY2(result.err.count('\n') < 15, result.err.constData());
}

void tst_CliErrors::namesTheOptionThatHelps_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("time to connect") << QStringList{u"list"_s, u"--limit"_s, u"connect.timeout=200ms"_s,
        u"--"_s, u"sleep"_s, u"60"_s} << QByteArray("Add --limit connect.timeout=800ms.");
    QTest::newRow("time to connect within the time for an answer") << QStringList{u"list"_s, u"--timeout"_s,
        u"300ms"_s, u"--"_s, u"sleep"_s, u"60"_s} << QByteArray("Add --timeout 600ms.");
    QTest::newRow("a time within a longer one") << QStringList{u"list"_s, u"--timeout"_s, u"20s"_s,
        u"--limit"_s, u"connect.timeout=300ms"_s, u"--"_s, u"sleep"_s, u"60"_s}
                                                << QByteArray("Add --limit connect.timeout=1200ms.");
    QTest::newRow("a time that would be above a longer one") << QStringList{u"list"_s, u"--timeout"_s,
        u"1s"_s, u"--limit"_s, u"connect.timeout=300ms"_s, u"--"_s, u"sleep"_s,
        u"60"_s} << QByteArray("Give --timeout 1200ms, and leave out --limit connect.timeout.");
    QTest::newRow("a header") << QStringList{u"list"_s, u"--header"_s, u"bad name:x"_s, script.url()}
                              << QByteArray("--header: \"bad name\" is not a valid header name.");
    QTest::newRow("a revision") << QStringList{u"list"_s, u"--protocol"_s, u"1999"_s, script.url()}
                                << QByteArray("--protocol: 1999 is not supported");
    QTest::newRow("a level") << QStringList{u"list"_s, u"--log-level"_s, u"loud"_s, script.url()}
                             << QByteArray("--log-level: expected one of debug");
    QTest::newRow("a variable") << QStringList{u"list"_s, u"--"_s, u"sh"_s, u"-c"_s,
        u"echo no WORKBENCH_SHOP_KEY >&2; exit 1"_s}
                                << QByteArray(
                                       "Add --env WORKBENCH_SHOP_KEY=\"$WORKBENCH_SHOP_KEY\": the variable");
    QTest::newRow("a size") << QStringList{u"list"_s, u"demo:tracker"_s, u"--limit"_s,
        u"stdio.messageBytes=64B"_s}
                            << QByteArray("Add --limit stdio.messageBytes=256B.");
    QTest::newRow("no such program") << QStringList{u"list"_s, u"--"_s, u"no-such-program"_s}
                                     << QByteArray("add --env PATH=");
    QTest::newRow("no such folder") << QStringList{u"list"_s, u"--cwd"_s, u"/no/such"_s, u"--"_s, u"true"_s}
                                    << QByteArray("Give another --cwd DIR.");
    QTest::newRow("an unauthorized program")
        << QStringList{u"list"_s, u"--"_s, u"sh"_s, u"-c"_s,
               uR"(while read -r line; do id=$(echo "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
                   [ -n "$id" ] || continue
                   echo '{"jsonrpc":"2.0","id":'"$id"',"error":{"code":-1,"message":"Unauthorized"}}'
                   done)"_s}
        << QByteArray("Unauthorized. If the program needs a credential, add --env NAME=VALUE.");
    QTest::newRow("a refused connection") << QStringList{u"list"_s, script.url()}
                                          << QByteArray("Add --auth oauth to sign in, or bearer:env:NAME");
}

void tst_CliErrors::namesTheOptionThatHelps()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    if (says.contains("--auth"))
        script.allBytes = http("401 Unauthorized", "application/json", R"({"error":"who are you"})");
    run.setVariable(u"WORKBENCH_SHOP_KEY"_s, u"abc"_s);
    const CommandResult result = run(arguments);
    QVERIFY2(result.err.contains(says), result.err.constData());
    QVERIFY2(!result.err.contains("aise limits."), result.err.constData());
}

void tst_CliErrors::listsRefusedInputInJson()
{
    const CommandResult json =
        run({u"call"_s, u"demo:local"_s, u"math.divide"_s, u"dividend=a"_s, u"divisor:=1"_s, u"--json"_s});
    const QString message = jsonLiteral(json.err).member("error"_L1).member("message"_L1).toString();
    QVERIFY2(message.startsWith("The input of local.math.divide does not match its schema:\n/dividend: "_L1),
        json.err.constData());
}

void tst_CliErrors::printsThePeersMessageAsItIs()
{
    script.callError = R"({"code":-32602,"message":"[\n  {\n    \"code\": \"bad\"\n  }\n]"})";
    const CommandResult text = run({u"call"_s, script.url(), u"echo"_s});
    QVERIFY2(text.err.contains("error -32602: [\n    {\n      \"code\": \"bad\"\n    }\n  ]\n"),
        text.err.constData());
    const CommandResult json = run({u"call"_s, script.url(), u"echo"_s, u"--json"_s});
    QVERIFY2(!json.out.contains("\\\\u{"), json.out.constData());
    const QString message = jsonLiteral(json.out).member("error"_L1).member("message"_L1).toString();
    QVERIFY2(
        message.endsWith(u"error -32602: [\n  {\n    \"code\": \"bad\"\n  }\n]"_s), json.out.constData());
}

void tst_CliErrors::saysThatAPeerGaveNoMessage()
{
    script.callError = R"({"code":-32000,"message":""})";
    const CommandResult refused = run({u"call"_s, script.url(), u"echo"_s});
    QVERIFY2(refused.err.contains("error -32000: (no message)"), refused.err.constData());
    script.callError = {};
    const QByteArray result = std::exchange(script.callResult, R"({"content":[],"isError":true})");
    const CommandResult thrown = run({u"call"_s, script.url(), u"echo"_s, u"--is-error"_s, u"throw"_s});
    script.callResult = result;
    QVERIFY2(thrown.err.contains("returned error: (no message)"), thrown.err.constData());
}

void tst_CliErrors::showsTheChallengeOfAServer()
{
    script.allBytes = http("401 Unauthorized\r\nWWW-Authenticate: Bearer error=\"invalid_token\", "
                           "error_description=\"The token expired\"",
        "text/plain", {});
    const CommandResult text = run({u"list"_s, script.url()});
    QVERIFY2(text.err.contains("error_description=\"The token expired\""), text.err.constData());
    const CommandResult json = run({u"list"_s, script.url(), u"--json"_s});
    const Json details = jsonLiteral(json.err).member("error"_L1).member("details"_L1);
    QVERIFY2(details.member("headers"_L1)
                 .member("www-authenticate"_L1)
                 .toString()
                 .contains(u"error_description=\"The token expired\""_s),
        json.err.constData());
}

void tst_CliErrors::showsTheBodyOfAnHttpError_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArrayList>("says");
    QTest::newRow("JSON") << http(
        "404 Not Found", "application/json", R"({"error":"no note 9","hint":"list them"})")
                          << QByteArrayList{"error: \"openapi\" answered HTTP 404: Not Found\n", "  {\n",
                                 "    \"error\": \"no note 9\","};
    QTest::newRow("text") << http("500 Oops", "text/plain", "first\nsecond\x1b[2J\n")
                          << QByteArrayList{"  first\n  second\\u{1B}[2J\n"};
    QTest::newRow("a long text") << http("500 Oops", "text/plain", QByteArray(5000, 'x'))
                                 << QByteArrayList{QByteArray("\n  " + QByteArray(2000, 'x') + "\n"),
                                        "  … (2000 of 5000 characters; --json shows all)\n"};
    QTest::newRow("more than is kept")
        << http("500 Oops", "text/plain", QByteArray(70'000, 'x'))
        << QByteArrayList{"(2000 of 65536 characters; --json shows what is kept)",
               "Only the first 65536 bytes of the body are kept (limit http.errorBodyBytes). "
               "--limit http.errorBodyBytes=SIZE keeps more.\n"};
    QTest::newRow("a time to wait") << http("429 Slow Down\r\nRetry-After: 7", "text/plain",
        "busy") << QByteArrayList{"\"openapi\" answered HTTP 429: Slow Down. It asks to try again in 7 s."};
    QTest::newRow("a challenge") << http(
        "401 Unauthorized\r\nWWW-Authenticate: Bearer error=\"invalid_token\"", "text/plain", "no")
                                 << QByteArrayList{"  www-authenticate: Bearer error=\"invalid_token\"\n"};
    QTest::newRow("bytes") << http("500 Oops", "image/png", "\x89PNG")
                           << QByteArrayList{"(a body of type image/png"};
    QTest::newRow("bytes of no type")
        << http("500 Oops", {}, "\x89PNG") << QByteArrayList{"(a body of type application/octet-stream"};
    QTest::newRow("a missing credential")
        << http("401 Unauthorized", "application/json", R"({"error":"no token"})")
        << QByteArrayList{
               "This operation needs token (--auth bearer:env:NAME) or key (--auth apikey:X-Key=env:NAME).",
               "\"error\": \"no token\""};
}

void tst_CliErrors::showsTheBodyOfAnHttpError()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArrayList, says);
    run.write(u"notes.json"_s, R"({"openapi":"3.1.0","info":{"title":"N","version":"1"},
        "paths":{"/note":{"get":{"operationId":"getNote"}}},"security":[{"token":[]},{"key":[]}],
        "components":{"securitySchemes":{"token":{"type":"http","scheme":"bearer"},
        "key":{"type":"apiKey","in":"header","name":"X-Key"}}}})");
    script.allBytes = bytes;
    for (const QStringList &more : {QStringList(), QStringList{u"--data"_s}}) {
        const CommandResult result =
            run(QStringList{u"call"_s, u"notes.json"_s, u"getNote"_s, u"--server"_s, script.url()} + more);
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.out, QByteArray()); // stdout is only for data
        for (const QByteArray &part : std::as_const(says))
            QVERIFY2(result.err.contains(part), result.err.constData());
    }
}

void tst_CliErrors::showsTheDataOfAJsonRpcError()
{
    script.callError = R"({"code":-32000,"message":"no","data":{"hint":"try b"}})";
    const CommandResult result = run({u"call"_s, script.url(), u"echo"_s});
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(
        result.err.contains("error -32000: no\n  {\n    \"hint\": \"try b\"\n  }\n"), result.err.constData());
}

void tst_CliErrors::everyCommandShowsWhatTheServerSaid()
{
    const QByteArray tools = std::exchange(script.tools,
        R"([{"name":"echo","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}}])");
    script.callBytes = http("502 Bad Gateway", "text/html", "<html>no upstream</html>");
    const QByteArray says = "\n  <html>no upstream</html>\n";
    const CommandResult call = run({u"call"_s, script.url(), u"echo"_s});
    QVERIFY2(call.exitCode == 3 && call.err.contains(says), call.err.constData());
    const CommandResult record = run({u"record"_s, script.url(), u"--to"_s, u"said"_s, u"echo"_s});
    QVERIFY2(record.exitCode == 3 && record.err.contains("echo: not recorded: Server \"mcp\"")
            && record.err.contains(says),
        record.err.constData());
    const QString report = run.home() + u"/report.xml"_s;
    const CommandResult check = run({u"check"_s, script.url(), u"--junit"_s, report});
    script.tools = tools;
    QVERIFY2(check.exitCode == 7 && check.out.contains("\nerror: echo: The call failed: Server \"mcp\"")
            && check.out.contains(QByteArray(" [call.failed]" + says)),
        check.out.constData());
    QFile file(report);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray xml = file.readAll();
    QVERIFY2(xml.contains("<failure type=\"call.failed\"") && xml.contains("no upstream"), xml.constData());
}

void tst_CliErrors::everyCommandShowsTheEndOfStderr()
{
    const QString program = run.write(u"dies.sh"_s,
        "while read -r line; do\n"
        "id=$(echo \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
        "reply() { echo '{\"jsonrpc\":\"2.0\",\"id\":'$id',\"'$1'\":'$2'}'; }\n"
        "case \"$line\" in\n"
        "*server/discover*) reply error '{\"code\":-32601,\"message\":\"no\"}';;\n"
        "*'\"initialize\"'*) reply result "
        "'{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
        "\"serverInfo\":{\"name\":\"d\",\"version\":\"1\"}}';;\n"
        "*tools/list*) reply result '{\"tools\":[{\"name\":\"go\",\"annotations\":{\"readOnlyHint\":true},"
        "\"inputSchema\":{\"type\":\"object\"}}]}';;\n"
        "*tools/call*) [ -e works ] || { echo disk on fire >&2; exit 3; }; reply result "
        "'{\"content\":[]}';;\n"
        "esac\ndone\n");
    const QStringList source{u"--"_s, u"sh"_s, program};
    const QString works = run.write(u"works"_s, {});
    const QStringList record{u"record"_s, u"--to"_s, u"dying"_s, u"go"_s};
    const CommandResult before = run(record + source);
    QVERIFY2(before.exitCode == 0, before.err.constData());
    QVERIFY(QFile::remove(works));
    const CommandResult recorded = run(record + source);
    QVERIFY2(recorded.exitCode == 3 && recorded.err.contains("\n  disk on fire\n"), recorded.err.constData());
    const CommandResult verified = run(QStringList{u"verify"_s, u"dying"_s} + source);
    QVERIFY2(verified.exitCode == 3 && verified.err.contains("\n  disk on fire\n"), verified.err.constData());
    QVERIFY2(!verified.err.contains("--verbose"), verified.err.constData()); // everything is shown
    const CommandResult checked = run(QStringList{u"check"_s} + source);
    QVERIFY2(checked.exitCode == 7 && checked.out.contains("\n  disk on fire\n"), checked.out.constData());
}

void tst_CliErrors::recordFailsIfNothingWasRecorded()
{
    const CommandResult result = run({u"record"_s, script.url(), u"--to"_s, u"none"_s});
    QVERIFY2(result.exitCode == 7, result.err.constData());
    QVERIFY2(result.err.contains("echo: not recorded: it may change data\n")
            && result.err.contains("error: Nothing was recorded from \"mcp\": "),
        result.err.constData());
}

void tst_CliErrors::saysThatAListWasCut()
{
    const QByteArray tools = std::exchange(script.tools, R"([{"name":"a"},{"name":"b"}])");
    const CommandResult result = run({u"list"_s, u"--limit"_s, u"list.items=1"_s, script.url()});
    const CommandResult whole = run({u"list"_s, u"--limit"_s, u"list.items=2"_s, script.url()});
    script.tools = tools;
    QVERIFY2(
        result.err.contains("tools/list has more than 1 entries (limit list.items)"), result.err.constData());
    QVERIFY2(!whole.err.contains("limit list.items"), whole.err.constData());
}

WORKBENCH_TEST(tst_CliErrors, QCoreApplication)
#include "tst_clierrors.moc"
