// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Real servers that change: a tool between the list and the call, a tool in a new session over HTTP, or the
// files of the program.

#include "core/session/filewatch.h"
#include "tests/support/mcpscript.h"
#include "tests/support/mcpsources.h"
#include "tests/support/testprogram.h"
#include "tests/support/writefile.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using Workbench::Test::McpSources;
using Workbench::Test::writeFile;

namespace {

bool says(const QSignalSpy &logged, const QString &text)
{
    return std::ranges::any_of(logged,
        [&text](const auto &line) { return line.at(0).template value<LogLine>().text.contains(text); });
}

//! Returns a source whose program is the changing server with \a arguments.
Source changingSource(const QStringList &arguments)
{
    QList<Json> args{Json::string(QStringLiteral(TESTS_DIR "/support/changingpeer.sh"))};
    for (const QString &argument : arguments)
        args.append(Json::string(argument));
    return {u"s"_s, u"mcp"_s,
        Json::object({{u"command"_s, Json::string(u"/bin/sh")}, {u"args"_s, Json::array(args)}})};
}

//! Returns a watched source whose program is a copy of the server in \a folder.
Source watchedSource(const QTemporaryDir &folder)
{
    QFile::copy(QStringLiteral(TESTS_DIR "/support/changingpeer.sh"), folder.filePath(u"server.sh"_s));
    writeFile(folder.filePath(u"description.txt"_s), "reads");
    return {u"s"_s, u"mcp"_s,
        Json::object({{u"command"_s, Json::string(u"/bin/sh")},
            {u"args"_s, Json::array({Json::string(u"server.sh"), Json::string(u"description.txt")})},
            {u"cwd"_s, Json::string(folder.path())}, {u"watch"_s, Json::boolean(true)}})};
}

} // namespace

class tst_ChangingPeer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void refusesAToolThatChangesWhileItIsListed();
    void refusesACallRightAfterTheAnnouncement();
    void aServerThatAlwaysAnnouncesChangesIsCalled();
    void listsAgainInANewSession_data();
    void listsAgainInANewSession();
    void startsAgainWhenItsFileChanges();
    void startsAgainAfterItFailed();

private:
    static Result<Outcome> call(Sessions &sessions, const QString &tool)
    {
        const auto invocation = sessions.invoke({u"s"_s, tool}, Json::emptyObject());
        QSignalSpy finished(invocation.get(), &Invocation::finished);
        if (!finished.wait(Test::patience))
            qFatal("the call does not end");
        return invocation->result();
    }
};

void tst_ChangingPeer::refusesAToolThatChangesWhileItIsListed()
{
    const QTemporaryDir folder;
    const QString text = folder.filePath(u"description"_s);
    writeFile(text, "reads");
    McpSources peers;
    Sessions &sessions = peers.sessions;
    QVERIFY(peers.connect(changingSource({text})));
    QVERIFY(call(sessions, u"look"_s));
    QSignalSpy logged(&sessions, &Sessions::logged);
    QVERIFY(call(sessions, u"flip"_s));
    QTRY_COMPARE(sessions.changedDefinitions(u"s"_s), 1);
    QVERIFY(says(logged, uR"(description: "reads" → "deletes")"_s));
    const Result<Outcome> refused = call(sessions, u"look"_s);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, u"definition.changed"_s);
    const QList<DefinitionChange> shown = sessions.definitionChanges(u"s"_s);
    QCOMPARE(shown.size(), 1);
    QVERIFY(sessions.acceptDefinitions(u"s"_s, shown).result().has_value());
    QVERIFY(call(sessions, u"look"_s));
}

//! The list is not read again yet when the call begins: announcements are joined for half a second.
void tst_ChangingPeer::refusesACallRightAfterTheAnnouncement()
{
    const QTemporaryDir folder;
    const QString text = folder.filePath(u"description"_s);
    writeFile(text, "reads");
    McpSources peers;
    QVERIFY(peers.connect(changingSource({text})));
    QVERIFY(call(peers.sessions, u"flip"_s));
    const Result<Outcome> refused = call(peers.sessions, u"look"_s);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, u"definition.changed"_s);
}

void tst_ChangingPeer::aServerThatAlwaysAnnouncesChangesIsCalled()
{
    const QTemporaryDir folder;
    const QString text = folder.filePath(u"description"_s);
    writeFile(text, "reads");
    McpSources peers;
    QVERIFY(peers.connect(changingSource({text, u"always"_s})));
    for (int i = 0; i < 3; ++i)
        QVERIFY(call(peers.sessions, u"look"_s));
}

void tst_ChangingPeer::listsAgainInANewSession_data()
{
    QTest::addColumn<QByteArray>("description"); // in the new session
    QTest::newRow("changed") << QByteArray("deletes");
    QTest::newRow("unchanged") << QByteArray("reads");
}

//! A server that forgot the session may be another version after it.
void tst_ChangingPeer::listsAgainInANewSession()
{
    QFETCH(QByteArray, description);
    Script script;
    script.sessionId = "first";
    script.special = [&script, description](const Script::Call &call) -> std::optional<QByteArray> {
        const bool isFirst = script.sessionId == "first";
        const auto json = [&call](const QByteArray &result, const QByteArray &headers = {}) {
            return Script::reply("200 OK", "application/json", Script::result(call, result), headers);
        };
        if (!isFirst && call.request.header("mcp-session-id") == "first")
            return Script::reply("404 Not Found", "application/json",
                R"({"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}})");
        if (call.method == "initialize")
            return json(R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"instructions":")"
                    + script.sessionId + R"(","serverInfo":{"name":"s","version":"1"}})",
                "Mcp-Session-Id: " + script.sessionId + "\r\n");
        if (call.method == "tools/list")
            return json(R"({"tools":[{"name":"look","inputSchema":{"type":"object"},"description":")"
                + (isFirst ? QByteArray("reads") : description) + "\"}]}");
        return {};
    };
    RawServer server(
        [&script](QTcpSocket *socket, const RawServer::Request &request) { script.handle(socket, request); });
    McpSources peers;
    Sessions &sessions = peers.sessions;
    QVERIFY(peers.connect({u"s"_s, u"mcp"_s,
        Json::object({{u"url"_s, Json::string(server.url(u"/mcp"_s).toString())},
            {u"protocol"_s, Json::string(u"legacy")}})}));
    QVERIFY(call(sessions, u"look"_s));
    script.sessionId = "second";
    const Result<Outcome> lost = call(sessions, u"look"_s);
    QVERIFY(!lost);
    QCOMPARE(lost.error().code, u"mcp.session-lost"_s);
    const Result<Outcome> again = call(sessions, u"look"_s);
    const bool isSame = description == "reads";
    QCOMPARE(again.has_value(), isSame);
    if (!isSame)
        QCOMPARE(again.error().code, u"definition.changed"_s);
    QCOMPARE(script.count("tools/call"), isSame ? 3 : 2);
    QCOMPARE(sessions.state(u"s"_s).peer.instructions, u"second"_s);
    const QList<DefinitionChange> changes = sessions.definitionChanges(u"s"_s);
    QCOMPARE(changes.size(), isSame ? 1 : 2);
    QVERIFY(changes.first().operation.isEmpty()); // the instructions of the server
}

void tst_ChangingPeer::startsAgainWhenItsFileChanges()
{
    const QTemporaryDir folder;
    McpSources peers;
    Sessions &sessions = peers.sessions;
    QVERIFY(peers.connect(watchedSource(folder)));
    QVERIFY(call(sessions, u"look"_s));
    QSignalSpy logged(&sessions, &Sessions::logged);
    writeFile(folder.filePath(u"description.txt"_s), "deletes");
    QTRY_COMPARE(sessions.changedDefinitions(u"s"_s), 1);
    QTRY_VERIFY(sessions.state(u"s"_s).isUsable());
    QVERIFY(says(logged, folder.filePath(u"description.txt"_s) + u" changed; connecting again"_s));
    QVERIFY(says(logged, uR"(description: "reads" → "deletes")"_s));

    FileWatch witness({folder.path()}, 100);
    QTRY_VERIFY(witness.isReady());
    QSignalSpy seen(&witness, &FileWatch::changed);
    sessions.disconnectSource(u"s"_s);
    logged.clear();
    writeFile(folder.filePath(u"description.txt"_s), "writes");
    QTRY_VERIFY(!seen.isEmpty());
    QVERIFY(logged.isEmpty());
    QCOMPARE(sessions.state(u"s"_s).phase, SourceState::Phase::Disconnected);
}

void tst_ChangingPeer::startsAgainAfterItFailed()
{
    const QTemporaryDir folder;
    const Source source = watchedSource(folder);
    const QString server = folder.filePath(u"server.sh"_s);
    QVERIFY(QFile::rename(server, server + u".right"_s));
    writeFile(server, "exit 3\n");
    McpSources peers;
    Sessions &sessions = peers.sessions;
    QVERIFY(!peers.connect(source));
    QCOMPARE(sessions.state(u"s"_s).phase, SourceState::Phase::Failed);
    QVERIFY(QFile::remove(server) && QFile::rename(server + u".right"_s, server));
    QTRY_VERIFY(sessions.state(u"s"_s).isUsable());
    QVERIFY(call(sessions, u"look"_s));
}

WORKBENCH_TEST(tst_ChangingPeer, QCoreApplication)
#include "tst_changingpeer.moc"
