// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/peers/peersession.h"
#include "tests/support/testprogram.h"

#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

const QString everything = u"@modelcontextprotocol/server-everything/dist/index.js"_s;

} // namespace

//! Programs between the client and a server that use different transports for the two sides.
class tst_PeerGateways : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup();
    void reachesAProgramOverHttp_data();
    void reachesAProgramOverHttp();
    void reachesOtherServersOverHttp_data();
    void reachesOtherServersOverHttp();
    void reachesAnHttpServerOverStdio_data();
    void reachesAnHttpServerOverStdio();

private:
    //! Starts a script of the peers that listens at the port %1 in \a arguments. Returns its address, or an
    //! empty string on failure.
    QString serve(const QString &script, QStringList arguments, const QString &path);
    static void exercise(PeerSession &session);

    QProcess m_program;
    QTemporaryDir m_folder;
};

QString tst_PeerGateways::serve(const QString &script, QStringList arguments, const QString &path)
{
    QTcpServer probe;
    if (!probe.listen(QHostAddress::LocalHost))
        return {};
    const quint16 port = probe.serverPort();
    probe.close();
    arguments.replaceInStrings(u"%1"_s, QString::number(port));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PORT"_s, QString::number(port));
    m_program.setProcessEnvironment(environment);
    m_program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_program.start(QStringLiteral(NODE_PROGRAM), QStringList{peerScript(script)} + arguments);
    const auto listens = [this, port] {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, port);
        return m_program.state() == QProcess::NotRunning || socket.waitForConnected();
    };
    if (!QTest::qWaitFor(listens, Test::patience) || m_program.state() == QProcess::NotRunning)
        return {};
    return u"http://127.0.0.1:%1%2"_s.arg(port).arg(path);
}

void tst_PeerGateways::exercise(PeerSession &session)
{
    const Result<PeerInfo> peer = session.open();
    QVERIFY2(peer, peer ? "" : qPrintable(peer.error().message + u'\n' + peer.error().detail));
    const Result<Discovery> discovery = session.discover();
    QVERIFY2(discovery, discovery ? "" : qPrintable(discovery.error().message));
    QCOMPARE(discovery->incompleteReason, QString());
    const OperationSpec *echo = findOperation(*discovery, u"echo");
    QVERIFY(echo && echo->tags.contains(u"read-only"_s));

    const auto echoed = session.call(u"echo"_s, R"({"message":"grüße 🎉"})");
    QVERIFY2(echoed, echoed ? "" : qPrintable(echoed.error().message));
    QCOMPARE(envelopeOf(*echoed)->data.at(0).member("text"_L1).toString(), u"Echo: grüße 🎉"_s);
    const auto wrong = session.call(u"get-sum"_s, R"({"a":"x"})");
    QVERIFY2(wrong ? envelopeOf(*wrong)->isError() : wrong.error().kind == ErrorKind::Remote,
        "bad arguments are refused");
    QVERIFY(session.call(u"echo"_s, R"({"message":"still here"})"));
}

void tst_PeerGateways::cleanup()
{
    m_program.terminate(); // also ends the server behind the program
    if (!m_program.waitForFinished())
        m_program.kill();
    m_program.waitForFinished();
}

void tst_PeerGateways::reachesAProgramOverHttp_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("path");
    const QString server = peerScript(everything);
    const QStringList proxied{
        u"--port"_s, u"%1"_s, u"--"_s, QStringLiteral(NODE_PROGRAM), server, u"stdio"_s};
    const QString mcpProxy = u"mcp-proxy/dist/bin/mcp-proxy.mjs"_s;
    QTest::newRow("mcp-proxy, streamable HTTP") << mcpProxy << proxied << u"/mcp"_s;
    QTest::newRow("mcp-proxy, HTTP with SSE") << mcpProxy << proxied << u"/sse"_s;
    const QString supergateway = u"supergateway/dist/index.js"_s;
    const QStringList wrapped{u"--port"_s, u"%1"_s, u"--stdio"_s,
        QStringLiteral("\"" NODE_PROGRAM "\" \"") + server + u"\" stdio"_s, u"--outputTransport"_s};
    QTest::newRow("supergateway, HTTP with SSE")
        << supergateway << (wrapped + QStringList{u"sse"_s}) << u"/sse"_s;
    QTest::newRow("supergateway, streamable HTTP")
        << supergateway << (wrapped + QStringList{u"streamableHttp"_s, u"--stateful"_s}) << u"/mcp"_s;
}

void tst_PeerGateways::reachesAProgramOverHttp()
{
    QFETCH(QString, script);
    QFETCH(QStringList, arguments);
    QFETCH(QString, path);
    const QString url = serve(script, arguments, path);
    QVERIFY(!url.isEmpty());
    PeerSession session(Json::object({{u"url"_s, Json::string(url)}}));
    exercise(session);
}

void tst_PeerGateways::reachesOtherServersOverHttp_data()
{
    QTest::addColumn<QString>("gateway");
    QTest::addColumn<QStringList>("server");
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("says");
    const QString mcpProxy = u"mcp-proxy/dist/bin/mcp-proxy.mjs"_s;
    const QString supergateway = u"supergateway/dist/index.js"_s;
    const QStringList filesystem{
        peerScript(u"@modelcontextprotocol/server-filesystem/dist/index.js"_s), m_folder.path()};
    const QStringList memory{peerScript(u"@modelcontextprotocol/server-memory/dist/index.js"_s)};
    const QByteArray folder = m_folder.path().toUtf8();
    for (const QString &gateway : {mcpProxy, supergateway}) {
        const QByteArray name = gateway.section(u'/', 0, 0).toUtf8();
        QTest::addRow("server-filesystem behind %s", name.constData())
            << gateway << filesystem << u"list_allowed_directories"_s << QByteArray("{}") << folder;
        QTest::addRow("server-memory behind %s", name.constData())
            << gateway << memory << u"read_graph"_s << QByteArray("{}") << QByteArray("entities");
    }
}

void tst_PeerGateways::reachesOtherServersOverHttp()
{
    QFETCH(QString, gateway);
    QFETCH(QStringList, server);
    QFETCH(QString, tool);
    QFETCH(QByteArray, input);
    QFETCH(QByteArray, says);
    QStringList arguments{u"--port"_s, u"%1"_s};
    if (gateway.startsWith("mcp-proxy"_L1))
        arguments += QStringList{u"--"_s, QStringLiteral(NODE_PROGRAM)} + server;
    else
        arguments +=
            {u"--stdio"_s, QStringLiteral("\"" NODE_PROGRAM "\" \"") + server.join("\" \""_L1) + u'"',
                u"--outputTransport"_s, u"streamableHttp"_s, u"--stateful"_s};
    qputenv("MEMORY_FILE_PATH", m_folder.filePath(u"memory.jsonl"_s).toUtf8()); // for server-memory
    const QString url = serve(gateway, arguments, u"/mcp"_s);
    QVERIFY(!url.isEmpty());
    PeerSession session(Json::object({{u"url"_s, Json::string(url)}}));
    const Result<PeerInfo> peer = session.open();
    QVERIFY2(peer, peer ? "" : qPrintable(peer.error().message + u'\n' + peer.error().detail));
    const Result<Discovery> discovery = session.discover();
    QVERIFY(discovery && findOperation(*discovery, tool));
    const auto answer = session.call(tool, input);
    QVERIFY2(answer, answer ? "" : qPrintable(answer.error().message));
    QVERIFY2(envelopeOf(*answer)->toJson().toBytes().contains(says), qPrintable(tool));
}

void tst_PeerGateways::reachesAnHttpServerOverStdio_data()
{
    QTest::addColumn<QString>("transport");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("option");
    QTest::newRow("from streamable HTTP") << u"streamableHttp"_s << u"/mcp"_s << u"--streamableHttp"_s;
    QTest::newRow("from HTTP with SSE") << u"sse"_s << u"/sse"_s << u"--sse"_s;
}

//! The gateway accepts only one first request, so it refuses an initialize after server/discover.
void tst_PeerGateways::reachesAnHttpServerOverStdio()
{
    QFETCH(QString, transport);
    QFETCH(QString, path);
    QFETCH(QString, option);
    const QString url = serve(everything, {transport}, path);
    QVERIFY(!url.isEmpty());
    const QString script = peerScript(u"supergateway/dist/index.js"_s);
    PeerSession session(Json::object({{u"command"_s, Json::string(QStringLiteral(NODE_PROGRAM))},
        {u"args"_s, Json::array({Json::string(script), Json::string(option), Json::string(url)})}}));
    exercise(session);
}

WORKBENCH_TEST(tst_PeerGateways, QCoreApplication)
#include "tst_peer_gateways.moc"
