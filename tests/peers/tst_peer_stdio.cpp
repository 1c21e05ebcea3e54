// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/peers/peersession.h"
#include "tests/support/testprogram.h"

#include <QProcess>
#include <QTemporaryDir>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_PeerStdio : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void worksWithTheEverythingServer();
    void completesAndWatchesResources();
    void cancelsATaskAndHearsTheLog();
    void listsTheFilesystemServer();
    void sendsItsRootsToTheFilesystemServer();
    void listsTheMemoryServer();
    void looksIntoARepository();
    void runsCommands();
    void survivesABannerOnStdout();
    void negotiatesPinnedRevisions_data();
    void negotiatesPinnedRevisions();
    void namesAProgramThatIsNotAServer();

private:
    static Json command(
        const QString &script, const QStringList &arguments = {}, const QByteArray &more = "{}")
    {
        QList<Json> list{Json::string(peerScript(script))};
        for (const QString &argument : arguments)
            list.append(Json::string(argument));
        QList<Json::Member> members{
            {u"command"_s, Json::string(QStringLiteral(NODE_PROGRAM))}, {u"args"_s, Json::array(list)}};
        const Json additions = jsonLiteral(more);
        for (const auto &entry : additions.members())
            members.append({entry.key(), entry.value()});
        return Json::object(members);
    }
    static QString everything() { return u"@modelcontextprotocol/server-everything/dist/index.js"_s; }
};

void tst_PeerStdio::worksWithTheEverythingServer()
{
    PeerSession session(command(everything(), {u"stdio"_s}));
    exerciseEverything(session);
}

void tst_PeerStdio::completesAndWatchesResources()
{
    PeerSession session(command(everything(), {u"stdio"_s}));
    exerciseResources(session);
}

void tst_PeerStdio::cancelsATaskAndHearsTheLog()
{
    PeerSession session(command(everything(), {u"stdio"_s}, R"({"logLevel":"debug"})"));
    exerciseTasks(session);
}

void tst_PeerStdio::listsTheFilesystemServer()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"a.txt"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("hello");
    file.close();
    PeerSession session(command(u"@modelcontextprotocol/server-filesystem/dist/index.js"_s, {folder.path()}));
    const Result<PeerInfo> peer = session.open();
    QVERIFY2(peer, peer ? "" : qPrintable(peer.error().message + peer.error().detail));
    const Result<Discovery> discovery = session.discover();
    QVERIFY(discovery);
    QVERIFY(findOperation(*discovery, u"read_text_file"));
    const auto text = session.call(u"read_text_file"_s,
        Json::object({{u"path"_s, Json::string(folder.filePath(u"a.txt"_s))}}).toBytes());
    QVERIFY2(text, text ? "" : qPrintable(text.error().message));
    QVERIFY(envelopeOf(*text)->toJson().toBytes().contains("hello"));
}

void tst_PeerStdio::sendsItsRootsToTheFilesystemServer()
{
    const QTemporaryDir folder;
    const Json roots = Json::object({{u"roots"_s, Json::array({Json::string(folder.path())})}});
    PeerSession session(
        command(u"@modelcontextprotocol/server-filesystem/dist/index.js"_s, {}, roots.toBytes()));
    const Result<PeerInfo> peer = session.open();
    QVERIFY2(peer, peer ? "" : qPrintable(peer.error().message + peer.error().detail));
    const auto allowed = [&session] {
        const auto told = session.call(u"list_allowed_directories"_s, "{}");
        return told ? envelopeOf(*told)->toJson().toBytes() : QByteArray();
    };
    // The server asks for the roots after the handshake and needs time to read the folders.
    QTRY_VERIFY(allowed().contains(folder.path().toUtf8()));
}

void tst_PeerStdio::listsTheMemoryServer()
{
    const QTemporaryDir folder;
    const QByteArray env =
        R"({"env":{"MEMORY_FILE_PATH":")" + folder.filePath(u"memory.jsonl"_s).toUtf8() + "\"}}";
    PeerSession session(command(u"@modelcontextprotocol/server-memory/dist/index.js"_s, {}, env));
    QVERIFY(session.open());
    const Result<Discovery> discovery = session.discover();
    QVERIFY(discovery);
    QVERIFY(findOperation(*discovery, u"read_graph"));
    const auto graph = session.call(u"read_graph"_s, "{}");
    QVERIFY(graph);
    QVERIFY(!envelopeOf(*graph)->isError());
}

void tst_PeerStdio::looksIntoARepository()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"new.txt"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    QCOMPARE(QProcess::execute(u"git"_s, {u"init"_s, u"--quiet"_s, folder.path()}), 0);
    PeerSession session(command(u"@cyanheads/git-mcp-server/dist/index.js"_s));
    const Result<PeerInfo> peer = session.open();
    QVERIFY2(peer, peer ? "" : qPrintable(peer.error().message + peer.error().detail));
    const Result<Discovery> discovery = session.discover();
    QVERIFY(discovery);
    QCOMPARE(discovery->incompleteReason, QString());
    const OperationSpec *status = findOperation(*discovery, u"git_status");
    QVERIFY(status && status->tags.contains(u"read-only"_s) && status->outputSchema.isObject());
    QVERIFY(findOperation(*discovery, u"resource:git://working-directory"));

    const Json path = Json::string(folder.path());
    const auto state = session.call(u"git_status"_s, Json::object({{u"path"_s, path}}).toBytes());
    QVERIFY2(state, state ? "" : qPrintable(state.error().message));
    QCOMPARE(envelopeOf(*state)->data.member("untrackedFiles"_L1).toBytes(), QByteArray(R"(["new.txt"])"));
    const auto wrong = session.call(u"git_show"_s,
        Json::object({{u"path"_s, path}, {u"object"_s, Json::string(u"no-such-commit")}}).toBytes());
    QVERIFY2(wrong, wrong ? "" : qPrintable(wrong.error().message));
    const ResponseEnvelope &refusal = *envelopeOf(*wrong);
    QVERIFY(refusal.isError());
    QVERIFY(refusal.data.at(0).member("text"_L1).toString().contains("no-such-commit"_L1));
}

void tst_PeerStdio::runsCommands()
{
    PeerSession session(command(u"mcp-server-commands/build/index.js"_s));
    const Result<PeerInfo> peer = session.open();
    QVERIFY2(peer, peer ? "" : qPrintable(peer.error().message + peer.error().detail));
    const Result<Discovery> discovery = session.discover();
    QVERIFY(discovery);
    QVERIFY(findOperation(*discovery, u"run_command") && findOperation(*discovery, u"prompt:run_command"));
    const auto said = session.call(u"run_command"_s, R"({"command":"echo grüße"})");
    QVERIFY2(said, said ? "" : qPrintable(said.error().message));
    const ResponseEnvelope &output = *envelopeOf(*said);
    QVERIFY(!output.isError());
    QCOMPARE(output.data.at(0).member("text"_L1).toString(), u"grüße\n"_s);
    QCOMPARE(output.data.at(0).member("name"_L1).toString(), u"STDOUT"_s); // not a member of MCP, but kept
    const auto failed = session.call(u"run_command"_s, R"({"command":"exit 3"})");
    QVERIFY2(failed, failed ? "" : qPrintable(failed.error().message));
    QVERIFY(envelopeOf(*failed)->isError());
}

void tst_PeerStdio::survivesABannerOnStdout()
{
    PeerSession session(command(u"time-mcp/dist/index.js"_s));
    const Result<PeerInfo> peer = session.open();
    QVERIFY2(peer, peer ? "" : qPrintable(peer.error().message + peer.error().detail));
    const Result<Discovery> discovery = session.discover();
    QVERIFY(discovery);
    QVERIFY(findOperation(*discovery, u"current_time"));
    bool sawNoise = false;
    for (qsizetype i = 0; i < session.log.frameCount(); ++i)
        sawNoise = sawNoise
            || (session.log.frameAt(i).channel == "stdout"_L1 && session.log.frameAt(i).label == "noise"_L1);
    QVERIFY(sawNoise);
}

void tst_PeerStdio::negotiatesPinnedRevisions_data()
{
    QTest::addColumn<QString>("revision");
    for (const char *revision : {"2024-11-05", "2025-03-26", "2025-06-18"})
        QTest::newRow(revision) << QString::fromLatin1(revision);
}

void tst_PeerStdio::negotiatesPinnedRevisions()
{
    QFETCH(QString, revision);
    PeerSession session(
        command(everything(), {u"stdio"_s}, R"({"protocol":")" + revision.toLatin1() + "\"}"));
    const Result<PeerInfo> peer = session.open();
    QVERIFY(peer);
    QCOMPARE(peer->protocol, u"MCP "_s + revision);
    QVERIFY(session.call(u"echo"_s, R"({"message":"a"})"));
}

void tst_PeerStdio::namesAProgramThatIsNotAServer()
{
    PeerSession session(Json::object({{u"command"_s, Json::string(QStringLiteral(NODE_PROGRAM))},
        {u"args"_s, jsonLiteral(R"j(["-e","console.error('wrong place'); process.exit(7)"])j")}}));
    const Result<PeerInfo> peer = session.open();
    QVERIFY(!peer);
    QVERIFY2(peer.error().message.contains(u'7'), qPrintable(peer.error().message));
    QVERIFY2(peer.error().detail.contains(u"wrong place"_s), qPrintable(peer.error().detail));
}

WORKBENCH_TEST(tst_PeerStdio, QCoreApplication)
#include "tst_peer_stdio.moc"
