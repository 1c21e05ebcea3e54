// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Peers that never finish the handshake: limits.connect.timeout bounds it over every transport.

#include "core/base/advice.h"
#include "core/json/jsonparser.h"
#include "core/sources/mcp/mcpfactory.h"
#include "tests/support/rawserver.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_Handshake : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aMutePeerEndsOnTime_data();
    void aMutePeerEndsOnTime();
};

namespace {

//! The step at which an HTTP server stops answering.
enum class Silence { Initialize, Initialized, Endpoint, SsePost };

void serve(QTcpSocket *socket, const RawServer::Request &request, Silence silence)
{
    const QByteArray method = jsonLiteral(request.body).member("method"_L1).utf8().toByteArray();
    if (request.method == "GET") {
        socket->write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
        if (silence != Silence::Endpoint)
            socket->write("event: endpoint\ndata: /post\n\n");
        return;
    }
    if (method == "initialize" && silence == Silence::SsePost)
        RawServer::answer(socket, "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
    if (method == "initialize" && silence == Silence::Initialized) {
        RawServer::answer(socket,
            RawServer::ok(R"({"jsonrpc":"2.0","id":)" + jsonLiteral(request.body).member("id"_L1).toBytes()
                    + R"(,"result":{"protocolVersion":"2025-11-25","capabilities":{}}})",
                "Content-Type: application/json\r\n"));
    }
}

} // namespace

void tst_Handshake::aMutePeerEndsOnTime_data()
{
    QTest::addColumn<QByteArray>("wire"); // empty: a program
    QTest::addColumn<int>("silence");
    QTest::newRow("program") << QByteArray() << 0;
    QTest::newRow("streamable HTTP") << QByteArray("streamable-http") << int(Silence::Initialize);
    QTest::newRow("HTTP, transport not named") << QByteArray("auto") << int(Silence::Initialize);
    QTest::newRow("HTTP, notification not accepted")
        << QByteArray("streamable-http") << int(Silence::Initialized);
    QTest::newRow("SSE without endpoint") << QByteArray("sse") << int(Silence::Endpoint);
    QTest::newRow("SSE without answer") << QByteArray("sse") << int(Silence::SsePost);
}

void tst_Handshake::aMutePeerEndsOnTime()
{
    QFETCH(QByteArray, wire);
    QFETCH(int, silence);
    RawServer server([silence](QTcpSocket *socket, const RawServer::Request &request) {
        serve(socket, request, Silence(silence));
    });
    Source source{u"slow"_s, u"mcp"_s, {}};
    source.settings = wire.isEmpty()
        ? Json::object({{u"command"_s, Json::string(QStringLiteral(CHILD_PROGRAM))},
              {u"args"_s, Json::array({Json::string(u"deaf")})}})
        : Json::object({{u"url"_s, Json::string(server.url().toString())},
              {u"transport"_s, Json::string(QString::fromLatin1(wire))}});
    Limits limits;
    limits.connectTimeoutMs = 400;
    limits.childStopStdinMs = limits.childStopTermMs = 50;
    const std::unique_ptr<Adapter> adapter = McpFactory().create(source, limits, nullptr);
    QElapsedTimer clock;
    clock.start();
    const Result<PeerInfo> peer = QCoro::waitFor(adapter->open());
    const qint64 elapsed = clock.elapsed();
    QVERIFY(!peer);
    QCOMPARE(peer.error().kind, ErrorKind::Timeout);
    const QString message = messageWithAdvice(peer.error());
    for (const QString &part : {u"\"slow\""_s, u"400 ms"_s, u"limit connect.timeout"_s})
        QVERIFY2(message.contains(part), qPrintable(message));
    QVERIFY2(elapsed >= 350 && elapsed < 10'000 * Test::slowness, qPrintable(QString::number(elapsed)));
}

WORKBENCH_TEST(tst_Handshake, QCoreApplication)
#include "tst_handshake.moc"
