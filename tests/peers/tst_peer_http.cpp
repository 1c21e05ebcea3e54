// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/peers/peersession.h"
#include "tests/support/testprogram.h"

#include <QProcess>
#include <QTcpServer>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_PeerHttp : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup();
    void worksWithTheEverythingServer();
    void completesAndWatchesResources();
    void cancelsATaskAndHearsTheLog();
    void fallsBackToTheOldTransport();
    void endsItsSession();

private:
    //! Starts the "everything" server. Returns its address, or an empty string on failure.
    QString serve(const QString &transport, const QString &path);
    QProcess server;
};

QString tst_PeerHttp::serve(const QString &transport, const QString &path)
{
    QTcpServer probe;
    if (!probe.listen(QHostAddress::LocalHost))
        return {};
    const QString port = QString::number(probe.serverPort());
    probe.close();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PORT"_s, port);
    server.setProcessEnvironment(environment);
    server.setProcessChannelMode(QProcess::MergedChannels);
    server.start(QStringLiteral(NODE_PROGRAM),
        {peerScript(u"@modelcontextprotocol/server-everything/dist/index.js"_s), transport});
    QByteArray output;
    while (!output.contains(port.toLatin1())) {
        if (!server.waitForReadyRead(20'000))
            return {};
        output += server.readAll();
    }
    return u"http://127.0.0.1:"_s + port + path;
}

void tst_PeerHttp::cleanup()
{
    server.kill();
    server.waitForFinished();
}

void tst_PeerHttp::worksWithTheEverythingServer()
{
    const QString url = serve(u"streamableHttp"_s, u"/mcp"_s);
    QVERIFY(!url.isEmpty());
    PeerSession session(Json::object({{u"url"_s, Json::string(url)}}));
    exerciseEverything(session);
}

void tst_PeerHttp::completesAndWatchesResources()
{
    const QString url = serve(u"streamableHttp"_s, u"/mcp"_s);
    QVERIFY(!url.isEmpty());
    PeerSession session(Json::object({{u"url"_s, Json::string(url)}}));
    exerciseResources(session);
}

void tst_PeerHttp::cancelsATaskAndHearsTheLog()
{
    const QString url = serve(u"streamableHttp"_s, u"/mcp"_s);
    QVERIFY(!url.isEmpty());
    PeerSession session(
        Json::object({{u"url"_s, Json::string(url)}, {u"logLevel"_s, Json::string(u"debug")}}));
    exerciseTasks(session);
}

void tst_PeerHttp::fallsBackToTheOldTransport()
{
    const QString url = serve(u"sse"_s, u"/sse"_s);
    QVERIFY(!url.isEmpty());
    PeerSession session(Json::object({{u"url"_s, Json::string(url)}}));
    exerciseEverything(session);
}

void tst_PeerHttp::endsItsSession()
{
    const QString url = serve(u"streamableHttp"_s, u"/mcp"_s);
    QVERIFY(!url.isEmpty());
    PeerSession session(Json::object({{u"url"_s, Json::string(url)}}));
    QVERIFY(session.open());
    QSignalSpy closed(session.adapter.get(), &Adapter::closed);
    session.adapter->close();
    QVERIFY(closed.wait(Test::patience));
    bool deleted = false;
    for (qsizetype i = 0; i < session.log.frameCount(); ++i) {
        const Frame &frame = session.log.frameAt(i);
        deleted = deleted
            || (frame.channel.startsWith("DELETE"_L1) && frame.direction == Direction::Received
                && frame.label.startsWith("20"_L1));
    }
    QVERIFY(deleted);
}

WORKBENCH_TEST(tst_PeerHttp, QCoreApplication)
#include "tst_peer_http.moc"
