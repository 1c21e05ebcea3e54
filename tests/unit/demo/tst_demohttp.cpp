// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The demo's modern server over HTTP, as our own client sees it.

#include "app/demo/demohttp.h"
#include "core/json/jsonparser.h"
#include "core/sources/mcp/mcpfactory.h"
#include "core/transport/http/httpclient.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_DemoHttp : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void mirrorsAnArgumentIntoAHeader();
    void sendsEvents();
    void announcesChanges();
    void refusesHeadersThatDifferFromTheBody_data();
    void refusesHeadersThatDifferFromTheBody();
    void hasOnlyPost();

private:
    QString url() const { return server->url() + u"/mcp"_s; }
    std::optional<OperationSpec> listed(const QString &name)
    {
        const Result<Discovery> found = QCoro::waitFor(adapter->discover());
        for (const OperationSpec &spec : found ? found->operations : QList<OperationSpec>()) {
            if (spec.id.name == name)
                return spec;
        }
        return {};
    }
    Result<HandlerResult> call(const QString &name, const QByteArray &input, CallContext context = {})
    {
        const std::optional<OperationSpec> spec = listed(name);
        return spec ? QCoro::waitFor(adapter->invoke(*spec, jsonLiteral(input), std::move(context)))
                    : Result<HandlerResult>(std::unexpected(Error{}));
    }

    static Result<HttpClient::Whole> fetch(const HttpRequest &request)
    {
        HttpClient client(u"test"_s, Limits());
        const QFuture<Result<HttpClient::Whole>> asked = client.fetch(request);
        return QTest::qWaitFor([&asked] { return asked.isFinished(); }, Test::patience)
            ? asked.result()
            : std::unexpected(Error{});
    }

    std::unique_ptr<HttpServer> server;
    std::unique_ptr<DemoHttp> demo;
    ExchangeLog log;
    std::unique_ptr<Adapter> adapter;
};

void tst_DemoHttp::init()
{
    server = std::make_unique<HttpServer>(HttpServer::Options());
    demo = std::make_unique<DemoHttp>(server.get());
    QVERIFY(server->listen());
    adapter = McpFactory().create(
        {u"kitchen"_s, u"mcp"_s, Json::object({{u"url"_s, Json::string(url())}})}, Limits(), &log);
    const Result<PeerInfo> peer = QCoro::waitFor(adapter->open());
    QVERIFY2(peer, qPrintable(peer ? QString() : peer.error().message));
    QCOMPARE(peer->protocol, u"MCP 2026-07-28"_s);
}

void tst_DemoHttp::cleanup()
{
    adapter.reset();
    demo.reset();
    server.reset();
}

void tst_DemoHttp::mirrorsAnArgumentIntoAHeader()
{
    const auto result = call(u"deliver"_s, R"({"district":"Zürich"})");
    QVERIFY2(result, qPrintable(result ? QString() : result.error().message));
    QCOMPARE(std::get<ResponseEnvelope>(*result).data.at(0).member("text"_L1).toString(),
        u"On its way to Zürich."_s);
    bool isSent = false;
    for (qsizetype i = 0; i < log.frameCount(); ++i)
        isSent = isSent || log.frameAt(i).head.contains("Mcp-Param-District: =?base64?");
    QVERIFY(isSent);
}

void tst_DemoHttp::sendsEvents()
{
    QList<double> progress;
    CallContext context;
    context.onProgress = [&progress](const Progress &one) { progress.append(one.value); };
    const auto result = call(u"set-tables"_s, R"({"tables":3})", std::move(context));
    QVERIFY2(result, qPrintable(result ? QString() : result.error().message));
    QCOMPARE(progress, (QList<double>{1, 2, 3}));
}

void tst_DemoHttp::announcesChanges()
{
    QVERIFY(!listed(u"serve-special"_s));
    QSignalSpy changed(adapter.get(), &Adapter::operationsChanged);
    QVERIFY(call(u"change-special"_s, R"({"dish":"soup"})"));
    QTRY_COMPARE(changed.size(), 1);
    QVERIFY(listed(u"serve-special"_s));
}

void tst_DemoHttp::refusesHeadersThatDifferFromTheBody_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("revision") << QByteArray("MCP-Protocol-Version") << QByteArray("2025-11-25");
    QTest::newRow("method") << QByteArray("Mcp-Method") << QByteArray("tools/list");
    QTest::newRow("name") << QByteArray("Mcp-Name") << QByteArray("cook-dinner");
    QTest::newRow("parameter") << QByteArray("Mcp-Param-District") << QByteArray("Harbour");
}

void tst_DemoHttp::refusesHeadersThatDifferFromTheBody()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, value);
    HttpRequest request;
    request.method = "POST";
    request.url = QUrl(url());
    request.headers = {{"Content-Type", "application/json"}, {"MCP-Protocol-Version", "2026-07-28"},
        {"Mcp-Method", "tools/call"}, {"Mcp-Name", "deliver"}, {"Mcp-Param-District", "Old Town"}};
    for (auto &[key, header] : request.headers)
        header = key == name ? value : header;
    request.body =
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"deliver","arguments":{"district":"Old Town"},)"
        R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})";
    const auto answer = fetch(request);
    QVERIFY(answer);
    QCOMPARE(answer->head.status, 400);
    QCOMPARE(jsonLiteral(answer->body).member("error"_L1).toBytes(),
        R"({"code":-32020,"message":"The header )" + name + R"( differs from the body."})");
}

void tst_DemoHttp::hasOnlyPost()
{
    HttpRequest request;
    request.url = QUrl(url());
    const auto answer = fetch(request);
    QVERIFY(answer);
    QCOMPARE(answer->head.status, 405);
    QCOMPARE(joinedValue(answer->head.headers, "allow"), QByteArray("POST"));
}

WORKBENCH_TEST(tst_DemoHttp, QCoreApplication)
#include "tst_demohttp.moc"
