// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The command signs in to an MCP server over HTTP that uses the authorisation server of the SDK.

#include "core/json/jsonparser.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_PeerMcpSignIn : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void findsEverythingAndRegisters();
    void asksBeforeItSendsTheCodeToAnotherOrigin();
    void asksForMoreScopesWhenACallNeedsThem();
    void waitsForTheUserBeyondTheTimeToConnect();
    void saysHowToSignIn();

private:
    //! Runs `envelope …`; a simulated browser opens each address that the command prints.
    CommandResult run(const QStringList &arguments, int browserWaitsMs = 0);
    QList<Json> facts(QStringView name);

    std::unique_ptr<CommandRun> command;
    std::unique_ptr<RunningCommand> server;
    QString url;
};

void tst_PeerMcpSignIn::init()
{
    command = std::make_unique<CommandRun>(QStringLiteral(ENVELOPE_PROGRAM));
    // Without a keychain tokens stay in memory.
    command->setVariable(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path=/nowhere"_s);
    server = std::make_unique<RunningCommand>(*command,
        QStringList{QStringLiteral(TESTS_DIR "/peers/mcpsigninpeer.mjs"), QStringLiteral(PEERS_FOLDER)},
        QStringLiteral(NODE_PROGRAM));
    url = jsonLiteral(server->line().trimmed()).member("url"_L1).toString();
    QVERIFY(!url.isEmpty());
}

void tst_PeerMcpSignIn::cleanup()
{
    server.reset();
    command.reset();
}

CommandResult tst_PeerMcpSignIn::run(const QStringList &arguments, int browserWaitsMs)
{
    RunningCommand running(*command, arguments + QStringList{u"--auth"_s, u"oauth"_s});
    running.closeInput();
    qsizetype from = 0;
    std::vector<std::unique_ptr<RunningCommand>> browsers;
    const bool isOver = QTest::qWaitFor(
        [&] {
            const QByteArray said = running.standardError();
            const qsizetype at = said.indexOf("\n  http", from);
            const qsizetype end = at < 0 ? -1 : said.indexOf('\n', at + 1);
            if (end > 0) {
                from = end;
                browsers.push_back(std::make_unique<RunningCommand>(*command,
                    QStringList{u"-e"_s,
                        u"setTimeout(() => fetch(process.argv[1]), %1)"_s.arg(browserWaitsMs),
                        QString::fromUtf8(said.sliced(at + 3, end - at - 3))},
                    QStringLiteral(NODE_PROGRAM)));
            }
            return running.pid() == 0; // the process has ended
        },
        60'000);
    CommandResult result;
    result.crashed = !isOver;
    result.out = running.standardOutput();
    result.err = running.standardError();
    result.exitCode = running.exitCode();
    return result;
}

QList<Json> tst_PeerMcpSignIn::facts(QStringView name)
{
    QList<Json> found;
    for (const QByteArray &line : server->standardOutput().trimmed().split('\n')) {
        const Json fact = jsonLiteral(line);
        if (fact.hasMember(name))
            found.append(fact);
    }
    return found;
}

void tst_PeerMcpSignIn::findsEverythingAndRegisters()
{
    const CommandResult listed = run({u"list"_s, url, u"--trust"_s, u"--trace"_s});
    QVERIFY2(listed.exitCode == 0, listed.err.constData());
    QVERIFY2(listed.out.contains("needs the scope write"), listed.out.constData());
    QCOMPARE(facts(u"registered").size(), 1);
    QVERIFY(
        facts(u"registered").first().member("registered"_L1).toString().startsWith("http://127.0.0.1:"_L1));
    QCOMPARE(facts(u"authorized").size(), 1);
    QCOMPARE(facts(u"authorized").first().toBytes(),
        QByteArray(R"({"authorized":["read"],"resource":")" + url.toUtf8() + R"("})"));
    for (const char *step : {"/.well-known/oauth-protected-resource/mcp",
             "/.well-known/oauth-authorization-server", "POST /register", "POST /token"})
        QVERIFY2(listed.err.contains(step), step);
    for (const char *section : {"(RFC 9728 section 3.3)", "(RFC 8414 section 3.3)",
             "(RFC 7591 section 3.2.1)", "(RFC 7636 section 4.3)", "(RFC 6749 section 5.1)"})
        QVERIFY2(listed.err.contains(section), section);
    static const QRegularExpression asked(u"as the client [0-9a-f-]{36}, for read\\."_s);
    QVERIFY2(asked.match(QString::fromUtf8(listed.err)).hasMatch(), listed.err.constData());
    QVERIFY(facts(u"issued").size() >= 2);
    for (const Json &issued : facts(u"issued")) {
        const QByteArray secret = issued.member("issued"_L1).toString().toUtf8();
        QVERIFY2(!listed.err.contains(secret) && !listed.out.contains(secret), listed.err.constData());
    }
}

void tst_PeerMcpSignIn::asksBeforeItSendsTheCodeToAnotherOrigin()
{
    const CommandResult listed = run({u"list"_s, url});
    QCOMPARE(listed.exitCode, 8);
    QVERIFY2(listed.err.contains("it would send credentials to http://localhost:"), listed.err.constData());
    QCOMPARE(facts(u"registered").size(), 0);
}

void tst_PeerMcpSignIn::asksForMoreScopesWhenACallNeedsThem()
{
    const CommandResult called = run({u"call"_s, url, u"write"_s, u"--trust"_s, u"--data"_s});
    QVERIFY2(called.exitCode == 0, called.err.constData());
    QVERIFY2(called.out.contains("write as read write"), called.out.constData());
    QVERIFY2(called.err.contains("write (new)"), called.err.constData());
    QCOMPARE(facts(u"authorized").size(), 2);
    QCOMPARE(facts(u"registered").size(), 1);
}

//! A user who signs in may take longer than connect.timeout.
void tst_PeerMcpSignIn::waitsForTheUserBeyondTheTimeToConnect()
{
    const CommandResult listed =
        run({u"list"_s, url, u"--trust"_s, u"--limit"_s, u"connect.timeout=2s"_s}, 3'000);
    QVERIFY2(listed.exitCode == 0, listed.err.constData());
}

void tst_PeerMcpSignIn::saysHowToSignIn()
{
    const CommandResult listed = (*command)({u"list"_s, url});
    QVERIFY(listed.exitCode != 0);
    QVERIFY2(listed.err.contains("--auth oauth"), listed.err.constData());
}

WORKBENCH_TEST(tst_PeerMcpSignIn, QCoreApplication)
#include "tst_peer_mcpsignin.moc"
