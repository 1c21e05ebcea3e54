// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Secrets of the command line, kept in a real Secret Service on a private D-Bus session bus.

#include "core/json/jsonparser.h"
#include "tests/support/outputschema.h"
#include "tests/support/pseudoterminal.h"
#include "tests/support/rawserver.h"
#include "tests/support/secretservice.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliAuth : public QObject {
    Q_OBJECT

private:
    CommandResult run(const QStringList &arguments, const QByteArray &input = {})
    {
        QProcess process;
        prepare(process);
        process.setArguments(arguments);
        process.start();
        process.write(input);
        process.closeWriteChannel();
        // The event loop must run, because a server of this test may have to answer.
        if (!QTest::qWaitFor([&process] { return process.state() == QProcess::NotRunning; }, 30'000))
            process.kill();
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError(),
            process.exitStatus() == QProcess::CrashExit};
    }
    void prepare(QProcess &process) const
    {
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(service.home().path());
        process.setProgram(QStringLiteral(ENVELOPE_PROGRAM));
    }

    SecretService service;
    QProcessEnvironment environment;

private Q_SLOTS:
    void initTestCase()
    {
        const QString problem = service.start();
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }
    void init() { environment = service.environment(); }

    void setsListsAndRemoves()
    {
        QCOMPARE(run({u"auth"_s, u"list"_s}).out, QByteArray());
        const CommandResult set = run({u"auth"_s, u"set"_s, u"petstore key"_s}, "canary-7f3a\n");
        QVERIFY2(set.exitCode == 0, set.err.constData());
        QCOMPARE(set.out, QByteArray());
        QVERIFY(set.err.contains("keychain:petstore key"));
        QVERIFY(!set.err.contains("canary"));
        QCOMPARE(run({u"auth"_s, u"set"_s, u"another"_s}, "x").exitCode, 0);
        QCOMPARE(run({u"auth"_s, u"list"_s}).out, QByteArray("another\npetstore key\n"));
        const QByteArray listed = run({u"auth"_s, u"list"_s, u"--json"_s}).out;
        QCOMPARE(listed, QByteArray("[\"another\",\"petstore key\"]\n"));
        const CommandRun elsewhere(QStringLiteral(ENVELOPE_PROGRAM));
        OutputSchema schema(elsewhere);
        QCOMPARE(schema.loadAll(), QString());
        QCOMPARE(schema.misfit(listed, {u"auth"_s}), QString());
        QVERIFY(!schema.misfit("{}", {u"auth"_s}).isEmpty());
        QCOMPARE(run({u"auth"_s, u"remove"_s, u"another"_s}).exitCode, 0);
        const CommandResult again = run({u"auth"_s, u"remove"_s, u"another"_s});
        QCOMPARE(again.exitCode, 2);
        QVERIFY(again.err.contains("the keychain has no \"another\""));
        QCOMPARE(filesWith(service.home().path(), "canary-7f3a"), QStringList());
    }

    void refusesBadUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        const QStringList auth{u"auth"_s};
        QTest::newRow("no arguments") << auth << QByteArray("auth needs: set NAME");
        QTest::newRow("an unknown verb")
            << (auth + QStringList{u"show"_s}) << QByteArray("set, list or remove");
        QTest::newRow("no name") << (auth + QStringList{u"set"_s}) << QByteArray("needs a NAME");
        QTest::newRow("the secret as an argument")
            << (auth + QStringList{u"set"_s, u"n"_s, u"canary"_s}) << QByteArray("too many arguments");
        QTest::newRow("empty") << (auth + QStringList{u"set"_s, u"n"_s}) << QByteArray("is empty");
        QTest::newRow("list with a name")
            << (auth + QStringList{u"list"_s, u"n"_s}) << QByteArray("takes no NAME");
        QTest::newRow("a secret that does not exist")
            << QStringList{u"list"_s, u"http://127.0.0.1:1/mcp"_s, u"--auth"_s, u"bearer:keychain:gone"_s}
            << QByteArray("--auth: the keychain has no secret \"gone\"");
    }
    void refusesBadUsage()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const CommandResult result = run(arguments);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(says), result.err.constData());
        QCOMPARE(result.err.count('\n'), 1);
    }

    void sendsSecretsByReferenceAndHidesThem_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("value");
        const QByteArray basic = "Basic " + QByteArray("me:canary-7f3a").toBase64();
        const auto row = [](const char *name, const QStringList &options, const char *header,
                             const QByteArray &value) {
            QTest::newRow(name) << options << QByteArray(header) << value;
        };
        row("bearer from the keychain", {u"--auth"_s, u"bearer:keychain:canary"_s}, "authorization",
            "Bearer canary-7f3a");
        row("bearer from the environment", {u"--auth"_s, u"bearer:env:CANARY"_s}, "authorization",
            "Bearer canary-7f3a");
        row("basic", {u"--auth"_s, u"basic:keychain:login"_s}, "authorization", basic);
        row("an API key", {u"--auth"_s, u"apikey:X-Pets=keychain:canary"_s}, "x-pets", "canary-7f3a");
        row("a header", {u"--header"_s, u"X-Pets: keychain:canary"_s}, "x-pets", "canary-7f3a");
        row("a header from a descriptor", {u"--header"_s, u"X-Pets:fd:0"_s}, "x-pets", "canary-7f3a");
    }
    void sendsSecretsByReferenceAndHidesThem()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, value);
        environment.insert(u"CANARY"_s, u"canary-7f3a"_s);
        QCOMPARE(run({u"auth"_s, u"set"_s, u"canary"_s}, "canary-7f3a").exitCode, 0);
        QCOMPARE(run({u"auth"_s, u"set"_s, u"login"_s}, "me:canary-7f3a").exitCode, 0);
        RawServer server([](QTcpSocket *socket, const RawServer::Request &request) {
            // The server echoes the credentials in several encodings.
            const QByteArray told = request.header("authorization") + ' ' + request.header("x-pets");
            const QByteArray body = "{\"told\":\"" + told + "\",\"base64\":\""
                + QByteArray("canary-7f3a").toBase64() + "\",\"percent\":\"%63anary-7f3a canary%2D7f3a\"}";
            RawServer::answer(socket,
                "HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nContent-Length: "
                    + QByteArray::number(body.size()) + "\r\n\r\n" + body);
        });
        const CommandResult result = run(
            QStringList{u"list"_s, server.url(u"/mcp"_s).toString(), u"--trace"_s, u"--verbose"_s} + options,
            "canary-7f3a\n");
        QVERIFY(result.exitCode != 0);
        QVERIFY2(!server.requests().isEmpty(), result.err.constData());
        QCOMPARE(server.requests().constFirst().header(header), value);
        QVERIFY2(!result.err.contains("canary-7f3a"), result.err.constData());
        QVERIFY2(!result.err.contains(QByteArray("canary-7f3a").toBase64()), result.err.constData());
    }

    void passesASecretByReferenceToAProgram()
    {
        environment.insert(u"CANARY"_s, u"canary-7f3a"_s);
        const QString seen = service.home().filePath(u"seen"_s);
        const QString script = u"printf 'got %s' \"$GIVEN\" | tee \"$0\" >&2"_s;
        const CommandResult result = run({u"list"_s, u"--trace"_s, u"--verbose"_s, u"--env"_s,
            u"GIVEN=env:CANARY"_s, u"--"_s, u"sh"_s, u"-c"_s, script, seen});
        QFile file(seen);
        QVERIFY2(file.open(QIODevice::ReadOnly), result.err.constData());
        QCOMPARE(file.readAll(), "got canary-7f3a"_ba);
        QVERIFY(file.remove()); // other tests look for files with a secret
        QVERIFY2(!result.err.contains("canary-7f3a"), result.err.constData());
        const CommandResult unknown =
            run({u"list"_s, u"--env"_s, u"GIVEN=env:NO_SUCH_CANARY"_s, u"--"_s, u"true"_s});
        QVERIFY2(unknown.err.contains("--env GIVEN"), unknown.err.constData());
    }

    void keepsTheSecretsOfAConfiguration()
    {
        RawServer server([](QTcpSocket *socket, const RawServer::Request &) {
            RawServer::answer(socket, RawServer::ok("{}"));
        });
        const QByteArray text = "{\"servers\": {\"imported\": {\"url\": \""
            + server.url(u"/mcp"_s).toString().toUtf8()
            + "\", \"headers\": {\"Authorization\": \"Bearer canary-7f3a\"}}}}";
        const QStringList arguments{
            u"import"_s, u"-"_s, u"--into"_s, u"i.workspace.json"_s, u"--store-secrets"_s};
        const CommandResult added = run(arguments, text);
        QVERIFY2(added.exitCode == 0, added.err.constData());
        QVERIFY2(!added.out.contains("canary") && !added.err.contains("canary"), added.err.constData());
        QVERIFY(run({u"auth"_s, u"list"_s}).out.contains("imported/Authorization\n"));
        QCOMPARE(filesWith(service.home().path(), "canary-7f3a"), QStringList());
        run({u"list"_s, u"imported"_s, u"--workspace"_s, u"i.workspace.json"_s, u"--trust"_s});
        QCOMPARE(server.requests().value(0).header("authorization"), QByteArray("Bearer canary-7f3a"));
        const CommandResult other = run(arguments, QByteArray(text).replace("canary-7f3a", "canary-other"));
        QCOMPARE(other.exitCode, 2);
        QVERIFY2(other.err.contains("with another value"), other.err.constData());
    }

    void doesNotEchoATypedSecret()
    {
        QProcess like;
        prepare(like);
        PseudoTerminal terminal(like, {u"auth"_s, u"set"_s, u"typed"_s});
        QVERIFY2(terminal.waitFor("then press Enter:"), terminal.out().constData());
        QTRY_VERIFY(!terminal.showsWhatIsTyped()); // input typed before echo is off is dropped
        terminal.type("canary-typex\x7F"
                      "d\n");
        QCOMPARE(terminal.waitForEnd(), 0);
        QVERIFY2(!terminal.out().contains("canary"), terminal.out().constData());
        RawServer server([](QTcpSocket *socket, const RawServer::Request &) {
            RawServer::answer(socket, RawServer::ok("{}"));
        });
        run({u"list"_s, server.url(u"/mcp"_s).toString(), u"--auth"_s, u"bearer:keychain:typed"_s});
        QCOMPARE(server.requests().value(0).header("authorization"), QByteArray("Bearer canary-typed"));
    }

    void endsWithCtrlC()
    {
        QProcess like;
        prepare(like);
        PseudoTerminal terminal(like, {u"auth"_s, u"set"_s, u"interrupted"_s});
        QVERIFY(terminal.waitFor("then press Enter:"));
        QTRY_VERIFY(!terminal.showsWhatIsTyped());
        terminal.type("canary\x03");
        QCOMPARE(terminal.waitForEnd(), 130);
        QVERIFY(!run({u"auth"_s, u"list"_s}).out.contains("interrupted"));
    }

    void saysThatThereIsNoKeychain()
    {
        environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path=/nonexistent"_s);
        const CommandResult set = run({u"auth"_s, u"set"_s, u"n"_s}, "canary-lost");
        QCOMPARE(set.exitCode, 2); // a secret kept only in memory is lost at once, so this is an error
        QVERIFY2(set.err.contains("no keychain"), set.err.constData());
        QCOMPARE(run({u"auth"_s, u"list"_s}).exitCode, 2);
        QCOMPARE(filesWith(service.home().path(), "canary-lost"), QStringList());
    }
};

WORKBENCH_TEST(tst_CliAuth, QCoreApplication)
#include "tst_cliauth.moc"
