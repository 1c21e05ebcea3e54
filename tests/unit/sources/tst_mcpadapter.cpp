// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpadapter.h"
#include "core/sources/mcp/mcphandshake.h"
#include "tests/support/fakechannel.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_McpAdapter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void negotiatesTheRevision_data();
    void negotiatesTheRevision();
    void tellsLongInstructionsApart();
    void retriesWithARevisionTheErrorNames_data();
    void retriesWithARevisionTheErrorNames();
    void namesTheFieldOfABadHandshake_data();
    void namesTheFieldOfABadHandshake();
    void sendsInitializedBeforeTheFirstRequest();
    void aSilentServerIsATimeout();
    void listsWhatIsAdvertisedOnly();
    void walksPages_data();
    void walksPages();
    void takesNoPageTwice_data();
    void takesNoPageTwice();
    void keepsWhatCameBeforeAPageFailed();
    void aMissingOptionalMethodIsARemark();
    void invokesByKind_data();
    void invokesByKind();
    void anErrorResultIsNotAnError();
    void aJsonRpcErrorIsRemote();
    void renewsALostSessionOnce();
    void aListingInANewSessionCausesNoOther();
    void listsOnceMoreAfterANewSessionWithinAListing();
    void aCallWithEffectIsNotRepeated();
    void theCallGetsItsProgress();
    void cancelEndsTheCall();
    void previewIsWhatWouldBeSent();
    void deletionSettlesWhatWaits();
    void closeEmitsClosedOnce();

private:
    //! Makes the server announce \a capabilities in the handshake, and answer all other requests with \a
    //! more.
    void serve(
        const QByteArray &capabilities, std::function<FakeChannel::Answers(const McpOutgoing &)> more = {})
    {
        channel->respond = [capabilities, more](const McpOutgoing &outgoing) -> FakeChannel::Answers {
            if (FakeChannel::methodOf(outgoing) == "initialize"_L1) {
                const QByteArray version =
                    outgoing.message.member("params"_L1).member("protocolVersion"_L1).toBytes();
                return {FakeChannel::resultFor(outgoing,
                    R"({"protocolVersion":)" + version + R"(,"capabilities":)" + capabilities
                        + R"(,"serverInfo":{"name":"s","version":"1"}})")};
            }
            // A notification is never answered.
            const bool isNotification = outgoing.message.member("id"_L1).isAbsent();
            return more && !isNotification ? more(outgoing) : FakeChannel::Answers{};
        };
    }
    void make(const QString &pinned = {})
    {
        auto made = std::make_unique<FakeChannel>();
        channel = made.get();
        adapter = std::make_unique<McpAdapter>(u"files"_s, std::move(made),
            McpPlan{.prepare = {}, .pin = {McpPin::Era::Legacy, pinned}, .fallback = {}}, limits, log.get());
    }
    Result<PeerInfo> open() { return QCoro::waitFor(adapter->open()); }
    static OperationSpec tool(const QString &name)
    {
        OperationSpec spec;
        spec.id.name = name;
        spec.kind = u"tool"_s;
        return spec;
    }
    Limits limits;
    std::unique_ptr<ExchangeLog> log;
    std::unique_ptr<McpAdapter> adapter;
    FakeChannel *channel = nullptr;
};

void tst_McpAdapter::init()
{
    limits = {};
    log = std::make_unique<ExchangeLog>();
    make();
}

void tst_McpAdapter::cleanup()
{
    adapter.reset();
    QCoreApplication::processEvents();
    log.reset();
}

void tst_McpAdapter::negotiatesTheRevision_data()
{
    QTest::addColumn<QString>("pinned");
    QTest::addColumn<QByteArray>("answered");
    QTest::addColumn<bool>("good");
    QTest::addColumn<int>("notes");
    QTest::newRow("newest") << QString() << QByteArray("2025-11-25") << true << 0;
    QTest::newRow("older answer") << QString() << QByteArray("2024-11-05") << true << 1;
    QTest::newRow("old label") << QString() << QByteArray("2024-10-07") << true << 1;
    QTest::newRow("pinned") << u"2025-03-26"_s << QByteArray("2025-03-26") << true << 0;
    QTest::newRow("pinned, newer answer") << u"2025-03-26"_s << QByteArray("2025-06-18") << true << 1;
    QTest::newRow("from the future") << QString() << QByteArray("2031-01-01") << false << 0;
    QTest::newRow("no date at all") << QString() << QByteArray("latest") << false << 0;
}

void tst_McpAdapter::negotiatesTheRevision()
{
    QFETCH(QString, pinned);
    QFETCH(QByteArray, answered);
    QFETCH(bool, good);
    QFETCH(int, notes);
    make(pinned);
    channel->respond = [answered](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        if (FakeChannel::methodOf(outgoing) != "initialize"_L1)
            return {};
        return {FakeChannel::resultFor(outgoing,
            R"({"protocolVersion":")" + answered
                + R"(","capabilities":{},"serverInfo":{"name":"s","version":"1"},"instructions":"i"})")};
    };
    const Result<PeerInfo> peer = open();
    QCOMPARE(channel->sent.first().message.member("params"_L1).member("protocolVersion"_L1).toString(),
        pinned.isEmpty() ? u"2025-11-25"_s : pinned);
    QCOMPARE(peer.has_value(), good);
    if (good) {
        QCOMPARE(peer->protocol, u"MCP "_s + QString::fromLatin1(answered));
        QCOMPARE(peer->name, u"s"_s);
        QCOMPARE(peer->instructions, u"i"_s);
        QCOMPARE(peer->notes.size(), notes);
        QCOMPARE(peer->remarks.size(), 0);
    } else {
        QCOMPARE(peer.error().kind, ErrorKind::Protocol);
        QVERIFY(peer.error().message.contains(QString::fromLatin1(answered)));
        QVERIFY(peer.error().message.contains(u"2025-11-25"_s));
        QCOMPARE(channel->closeCalls, 1);
    }
}

//! Long instructions are cut. A change behind the cut must show all the same.
void tst_McpAdapter::tellsLongInstructionsApart()
{
    const auto shown = [](const QString &text) {
        return shownInstructions(Json::object({{u"instructions"_s, Json::string(text)}}));
    };
    const QString text(30'000, u'x');
    QVERIFY(shown(text + u'a') != shown(text + u'b'));
    QCOMPARE(shown(text + u'a'), shown(text + u'a'));
    QVERIFY(shown(text).size() < 21'000);
    QCOMPARE(shown(text.first(20'000)), text.first(20'000));
    // The cut does not split a character outside the Basic Multilingual Plane.
    QVERIFY(shown(text.first(19'999) + u"😀 and more"_s).startsWith(QString(text.first(19'999) + u'…')));
    QCOMPARE(shown({}), QString());
}

void tst_McpAdapter::retriesWithARevisionTheErrorNames_data()
{
    QTest::addColumn<QByteArray>("error");
    QTest::addColumn<QString>("second"); // empty: no second try
    QTest::newRow("list in data") << QByteArray(
        R"({"code":-32602,"message":"no","data":{"supported":["2024-11-05","2025-06-18"]}})")
                                  << u"2025-06-18"_s;
    QTest::newRow("list in the message") << QByteArray(
        R"j({"code":-32000,"message":"Unsupported (supported versions: 2025-03-26, 2024-11-05)"})j")
                                         << u"2025-03-26"_s;
    QTest::newRow("only the one refused")
        << QByteArray(R"({"code":-32602,"message":"2025-11-25 is unknown"})") << QString();
    QTest::newRow("none known") << QByteArray(
        R"({"code":-32602,"message":"no","data":{"supported":["2031-01-01"]}})")
                                << QString();
}

void tst_McpAdapter::retriesWithARevisionTheErrorNames()
{
    QFETCH(QByteArray, error);
    QFETCH(QString, second);
    channel->respond = [error, second](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        if (FakeChannel::methodOf(outgoing) != "initialize"_L1)
            return {};
        const QString asked = outgoing.message.member("params"_L1).member("protocolVersion"_L1).toString();
        if (asked == "2025-11-25"_L1)
            return {FakeChannel::errorFor(outgoing, error)};
        return {FakeChannel::resultFor(outgoing,
            R"({"protocolVersion":")" + asked.toLatin1()
                + R"(","capabilities":{},"serverInfo":{"name":"s"}})")};
    };
    const Result<PeerInfo> peer = open();
    QCOMPARE(peer.has_value(), !second.isEmpty());
    QCOMPARE(channel->countSent(u"initialize"), second.isEmpty() ? 1 : 2);
    if (peer)
        QCOMPARE(peer->protocol, u"MCP "_s + second);
    else
        QCOMPARE(peer.error().kind, error.contains("supported") ? ErrorKind::Protocol : ErrorKind::Remote);
}

void tst_McpAdapter::namesTheFieldOfABadHandshake_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QString>("field");
    QTest::newRow("empty") << QByteArray("{}") << u"result.protocolVersion"_s;
    QTest::newRow("number as version")
        << QByteArray(R"({"protocolVersion":20251125})") << u"result.protocolVersion"_s;
    QTest::newRow("capabilities is a list")
        << QByteArray(R"({"protocolVersion":"2025-11-25","capabilities":[]})") << u"result.capabilities"_s;
    QTest::newRow("not an object") << QByteArray("true") << u"result"_s;
}

void tst_McpAdapter::namesTheFieldOfABadHandshake()
{
    QFETCH(QByteArray, result);
    QFETCH(QString, field);
    channel->respond = [result](const McpOutgoing &outgoing) {
        return FakeChannel::Answers{FakeChannel::resultFor(outgoing, result)};
    };
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QCOMPARE(peer.error().kind, ErrorKind::Protocol);
    QVERIFY2(peer.error().message.contains(field), qPrintable(peer.error().message));
}

void tst_McpAdapter::sendsInitializedBeforeTheFirstRequest()
{
    serve(R"({"tools":{}})");
    QVERIFY(open());
    QCOMPARE(FakeChannel::methodOf(channel->sent.at(0)), u"initialize"_s);
    QCOMPARE(FakeChannel::methodOf(channel->sent.at(1)), u"notifications/initialized"_s);
    const Json client = channel->sent.at(0).message.member("params"_L1).member("clientInfo"_L1);
    QCOMPARE(client.member("name"_L1).toString(), u"envelope-workbench"_s);
    QVERIFY(channel->sent.at(0).message.member("params"_L1).member("_meta"_L1).isAbsent());
}

void tst_McpAdapter::aSilentServerIsATimeout()
{
    limits.connectTimeoutMs = 30;
    make();
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QCOMPARE(peer.error().kind, ErrorKind::Timeout);
    QVERIFY2(peer.error().message.contains(u"initialize"_s) && peer.error().message.contains(u"files"_s),
        qPrintable(peer.error().message));
    QCOMPARE(channel->countSent(u"notifications/cancelled"), 0);
    QCOMPARE(channel->closeCalls, 1);
}

void tst_McpAdapter::listsWhatIsAdvertisedOnly()
{
    serve(R"({"prompts":{}})", [](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        if (FakeChannel::methodOf(outgoing) == "prompts/list"_L1)
            return {FakeChannel::resultFor(outgoing, R"({"prompts":[{"name":"greet"}]})")};
        return {};
    });
    QVERIFY(open());
    const Result<Discovery> discovery = QCoro::waitFor(adapter->discover());
    QVERIFY(discovery);
    QCOMPARE(discovery->operations.size(), 1);
    QVERIFY(discovery->incompleteReason.isEmpty());
    QCOMPARE(channel->countSent(u"tools/list"), 0);
    QCOMPARE(channel->countSent(u"resources/list"), 0);
}

void tst_McpAdapter::walksPages_data()
{
    QTest::addColumn<QByteArrayList>("cursors"); // nextCursor of page 1, 2, …; the last one repeats
    QTest::addColumn<int>("pages");
    QTest::addColumn<QString>("incomplete");
    QTest::newRow("one page") << QByteArrayList{""} << 1 << QString();
    QTest::newRow("three pages") << QByteArrayList{R"("a")", R"("b")", ""} << 3 << QString();
    QTest::newRow("null ends") << QByteArrayList{R"("a")", "null"} << 2 << QString();
    QTest::newRow("an empty cursor continues") << QByteArrayList{R"("")", ""} << 2 << QString();
    QTest::newRow("repeated") << QByteArrayList{R"("a")"} << 2
                              << u"tools/list gave the nextCursor \"a\" again"_s;
    QTest::newRow("not a string") << QByteArrayList{"7"} << 1 << u"expected a string"_s;
    QTest::newRow("endless") << QByteArrayList{"new"} << 5 << u"limit list.pages"_s;
}

void tst_McpAdapter::walksPages()
{
    QFETCH(QByteArrayList, cursors);
    QFETCH(int, pages);
    QFETCH(QString, incomplete);
    limits.listPages = 5;
    make();
    auto page = std::make_shared<int>(0);
    serve(R"({"tools":{}})", [page, cursors](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        if (FakeChannel::methodOf(outgoing) != "tools/list"_L1)
            return {};
        QByteArray next = cursors.at(std::min<qsizetype>(*page, cursors.size() - 1));
        if (next == "new")
            next = "\"c" + QByteArray::number(*page) + "\"";
        ++*page;
        const QByteArray tools =
            R"({"tools":[{"name":"t)" + QByteArray::number(*page) + R"(","inputSchema":{"type":"object"}}])";
        return {FakeChannel::resultFor(
            outgoing, tools + (next.isEmpty() ? QByteArray() : R"(,"nextCursor":)" + next) + "}")};
    });
    QVERIFY(open());
    const Result<Discovery> discovery = QCoro::waitFor(adapter->discover());
    QVERIFY(discovery);
    QCOMPARE(discovery->operations.size(), pages);
    QCOMPARE(channel->countSent(u"tools/list"), pages);
    if (incomplete.isEmpty())
        QCOMPARE(discovery->incompleteReason, QString());
    else
        QVERIFY2(discovery->incompleteReason.contains(incomplete), qPrintable(discovery->incompleteReason));
}

// A server that ignores the cursor returns its first page without end.
void tst_McpAdapter::takesNoPageTwice_data()
{
    QTest::addColumn<QByteArray>("cursor");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("of text") << QByteArray("bmV4dA==");
}

void tst_McpAdapter::takesNoPageTwice()
{
    QFETCH(QByteArray, cursor);
    serve(R"({"tools":{}})", [cursor](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        if (FakeChannel::methodOf(outgoing) != "tools/list"_L1)
            return {};
        return {FakeChannel::resultFor(
            outgoing, R"({"tools":[{"name":"a"},{"name":"b"}],"nextCursor":")" + cursor + "\"}")};
    });
    QVERIFY(open());
    const Result<Discovery> discovery = QCoro::waitFor(adapter->discover());
    QVERIFY(discovery);
    QCOMPARE(discovery->operations.size(), 2);
    QCOMPARE(discovery->remarks, QStringList());
    QCOMPARE(discovery->incompleteReason,
        u"tools/list gave the nextCursor \"%1\" again, so the cursor does not advance."_s.arg(
            QString::fromLatin1(cursor)));
}

void tst_McpAdapter::keepsWhatCameBeforeAPageFailed()
{
    serve(R"({"tools":{},"prompts":{}})", [](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        const Json params = outgoing.message.member("params"_L1);
        if (FakeChannel::methodOf(outgoing) == "prompts/list"_L1)
            return {FakeChannel::resultFor(outgoing, R"({"prompts":7})")};
        if (params.member("cursor"_L1).isAbsent())
            return {FakeChannel::resultFor(outgoing, R"({"tools":[{"name":"a"}],"nextCursor":"n"})")};
        return {FakeChannel::errorFor(outgoing, R"({"code":-32603,"message":"broken"})")};
    });
    QVERIFY(open());
    const Result<Discovery> discovery = QCoro::waitFor(adapter->discover());
    QVERIFY(discovery);
    QCOMPARE(discovery->operations.size(), 1);
    QVERIFY2(discovery->incompleteReason.contains(u"broken"_s)
            && discovery->incompleteReason.contains(u"result.prompts"_s),
        qPrintable(discovery->incompleteReason));
}

void tst_McpAdapter::aMissingOptionalMethodIsARemark()
{
    serve(R"({"resources":{}})", [](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        if (FakeChannel::methodOf(outgoing) == "resources/list"_L1)
            return {FakeChannel::resultFor(outgoing, R"({"resources":[{"uri":"a:b","name":"n"}]})")};
        return {FakeChannel::errorFor(outgoing, R"({"code":-32601,"message":"Method not found"})")};
    });
    QVERIFY(open());
    const Result<Discovery> discovery = QCoro::waitFor(adapter->discover());
    QVERIFY(discovery);
    QCOMPARE(discovery->operations.size(), 1);
    QVERIFY(discovery->incompleteReason.isEmpty());
    QCOMPARE(discovery->remarks.size(), 1);
}

void tst_McpAdapter::invokesByKind_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("definition");
    QTest::addColumn<QString>("method");
    QTest::addColumn<QByteArray>("params"); // without _meta
    QTest::newRow("tool") << u"tool"_s << u"echo"_s << QByteArray() << u"tools/call"_s
                          << QByteArray(R"({"name":"echo","arguments":{"id":"1"}})");
    QTest::newRow("tool listed twice")
        << u"tool"_s << u"echo (2)"_s << QByteArray(R"({"name":"echo"})") << u"tools/call"_s
        << QByteArray(R"({"name":"echo","arguments":{"id":"1"}})");
    QTest::newRow("resource") << u"resource"_s << u"resource:a:b"_s << QByteArray() << u"resources/read"_s
                              << QByteArray(R"({"uri":"a:b"})");
    QTest::newRow("template") << u"resource-template"_s << u"template:a:{id}"_s << QByteArray()
                              << u"resources/read"_s << QByteArray(R"({"uri":"a:1"})");
    QTest::newRow("prompt") << u"prompt"_s << u"prompt:greet"_s << QByteArray() << u"prompts/get"_s
                            << QByteArray(R"({"name":"greet","arguments":{"id":"1"}})");
}

void tst_McpAdapter::invokesByKind()
{
    QFETCH(QString, kind);
    QFETCH(QString, name);
    QFETCH(QByteArray, definition);
    QFETCH(QString, method);
    QFETCH(QByteArray, params);
    serve("{}", [](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        if (!outgoing.wantsAnswer)
            return {};
        return {FakeChannel::resultFor(outgoing, R"({"content":[],"contents":[],"messages":[]})")};
    });
    QVERIFY(open());
    OperationSpec spec;
    spec.id.name = name;
    spec.kind = kind;
    spec.definition = definition.isEmpty() ? Json() : jsonLiteral(definition);
    CallContext context;
    context.exchangeId = u"x7"_s;
    const Result<HandlerResult> result =
        QCoro::waitFor(adapter->invoke(spec, jsonLiteral(R"({"id":"1"})"), context));
    QVERIFY(result);
    QVERIFY(envelopeOf(*result));
    const McpOutgoing sent = channel->sent.last();
    QCOMPARE(FakeChannel::methodOf(sent), method);
    QCOMPARE(sent.exchangeId, u"x7"_s);
    const Json sentParams = sent.message.member("params"_L1);
    QCOMPARE(sentParams.member("_meta"_L1).member("progressToken"_L1), sent.message.member("id"_L1));
    for (const auto &entry : jsonLiteral(params).members())
        QCOMPARE(sentParams.member(QStringView(entry.key())), entry.value());
    QCOMPARE(sentParams.size(), jsonLiteral(params).size() + 1);
}

void tst_McpAdapter::anErrorResultIsNotAnError()
{
    serve("{}", [](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        return {
            FakeChannel::resultFor(outgoing, R"({"content":[{"type":"text","text":"no"}],"isError":true})")};
    });
    QVERIFY(open());
    const Result<HandlerResult> result =
        QCoro::waitFor(adapter->invoke(tool(u"fail"_s), Json::emptyObject(), {}));
    QVERIFY(result);
    QVERIFY(std::get<ResponseEnvelope>(*result).isError());
}

void tst_McpAdapter::aJsonRpcErrorIsRemote()
{
    serve("{}", [](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        return {
            FakeChannel::errorFor(outgoing, R"({"code":-32602,"message":"Unknown tool","data":{"a":1}})")};
    });
    QVERIFY(open());
    const Result<HandlerResult> result =
        QCoro::waitFor(adapter->invoke(tool(u"x"_s), Json::emptyObject(), {}));
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Remote);
    QCOMPARE(
        result.error().details, jsonLiteral(R"({"code":-32602,"message":"Unknown tool","data":{"a":1}})"));
}

void tst_McpAdapter::renewsALostSessionOnce()
{
    serve(R"({"tools":{}})");
    QVERIFY(open());
    channel->failSend = [](const McpOutgoing &outgoing) -> std::optional<Error> {
        if (FakeChannel::methodOf(outgoing) == "tools/list"_L1)
            return Error{ErrorKind::Network, sessionLostCode, u"gone"_s, {}, {}};
        return {};
    };
    QSignalSpy closed(adapter.get(), &Adapter::closed);
    const Result<Discovery> discovery = QCoro::waitFor(adapter->discover());
    QVERIFY(!discovery);
    QCOMPARE(channel->countSent(u"initialize"), 2);
    QCOMPARE(channel->countSent(u"tools/list"), 2);
    QTRY_COMPARE(closed.size(), 1);
}

//! The session was lost before the listing, which therefore reads everything in the new one.
void tst_McpAdapter::aListingInANewSessionCausesNoOther()
{
    serve(R"({"tools":{}})", [](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        return {FakeChannel::resultFor(outgoing, R"({"tools":[]})")};
    });
    QVERIFY(open());
    bool isLost = true;
    channel->failSend = [&isLost](const McpOutgoing &outgoing) -> std::optional<Error> {
        if (FakeChannel::methodOf(outgoing) != "tools/list"_L1 || !std::exchange(isLost, false))
            return {};
        return Error{ErrorKind::Network, sessionLostCode, u"gone"_s, {}, {}};
    };
    QSignalSpy stale(adapter.get(), &Adapter::operationsStale);
    QSignalSpy changed(adapter.get(), &Adapter::operationsChanged);
    QVERIFY(QCoro::waitFor(adapter->discover()));
    QCOMPARE(channel->countSent(u"initialize"), 2);
    QCOMPARE(stale.size(), 1);
    QVERIFY(stale.first().first().toBool()); // calls wait for this listing
    QVERIFY(!changed.wait(700)); // announcements are joined for 500 ms
}

//! A session may be shorter than its own listing. The lists are read once more, and then not before a call.
void tst_McpAdapter::listsOnceMoreAfterANewSessionWithinAListing()
{
    serve(R"({"tools":{}})", [](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        const bool isFirst = outgoing.message.member("params"_L1).member("cursor"_L1).isAbsent();
        return {FakeChannel::resultFor(
            outgoing, isFirst ? R"({"tools":[],"nextCursor":"2"})" : R"({"tools":[]})")};
    });
    QVERIFY(open());
    bool isLost = true;
    channel->failSend = [&isLost](const McpOutgoing &outgoing) -> std::optional<Error> {
        const bool isSecond = !outgoing.message.member("params"_L1).member("cursor"_L1).isAbsent();
        if (!isSecond || !std::exchange(isLost, !isLost))
            return {};
        return Error{ErrorKind::Network, sessionLostCode, u"gone"_s, {}, {}};
    };
    QSignalSpy stale(adapter.get(), &Adapter::operationsStale);
    QSignalSpy changed(adapter.get(), &Adapter::operationsChanged);
    QVERIFY(QCoro::waitFor(adapter->discover()));
    QVERIFY(changed.wait(Test::patience));
    const qsizetype before = stale.size();
    QVERIFY(QCoro::waitFor(adapter->discover()));
    QCOMPARE(channel->countSent(u"initialize"), 3);
    QCOMPARE(stale.size(), before + 1);
    QVERIFY(!stale.last().first().toBool());
    QVERIFY(!changed.wait(700));
}

void tst_McpAdapter::aCallWithEffectIsNotRepeated()
{
    serve("{}");
    QVERIFY(open());
    channel->failSend = [](const McpOutgoing &outgoing) -> std::optional<Error> {
        if (FakeChannel::methodOf(outgoing) == "tools/call"_L1)
            return Error{ErrorKind::Network, sessionLostCode, u"gone"_s, {}, {}};
        return {};
    };
    const Result<HandlerResult> result =
        QCoro::waitFor(adapter->invoke(tool(u"x"_s), Json::emptyObject(), {}));
    QVERIFY(!result);
    QVERIFY2(result.error().message.contains(u"not repeated"_s), qPrintable(result.error().message));
    QCOMPARE(channel->countSent(u"tools/call"), 1);
    QCOMPARE(channel->countSent(u"initialize"), 2);
}

void tst_McpAdapter::theCallGetsItsProgress()
{
    serve("{}", [](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        if (!outgoing.wantsAnswer)
            return {};
        const QByteArray token = outgoing.message.member("id"_L1).toBytes();
        return {R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" + token
                + R"(,"progress":1,"message":"half"}})",
            FakeChannel::resultFor(outgoing, R"({"content":[]})")};
    });
    QVERIFY(open());
    QStringList messages;
    CallContext context;
    context.onProgress = [&messages](const Progress &progress) { messages.append(progress.message); };
    QVERIFY(QCoro::waitFor(adapter->invoke(tool(u"slow"_s), Json::emptyObject(), context)));
    QCOMPARE(messages, QStringList{u"half"_s});
}

void tst_McpAdapter::cancelEndsTheCall()
{
    serve("{}");
    QVERIFY(open());
    std::stop_source stop;
    CallContext context;
    context.cancellation = stop.get_token();
    QTimer::singleShot(10, this, [&stop] { stop.request_stop(); });
    const Result<HandlerResult> result =
        QCoro::waitFor(adapter->invoke(tool(u"slow"_s), Json::emptyObject(), context));
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Cancelled);
    QCOMPARE(channel->countSent(u"notifications/cancelled"), 1);
}

void tst_McpAdapter::previewIsWhatWouldBeSent()
{
    serve("{}", [](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        return {FakeChannel::resultFor(outgoing, R"({"content":[]})")};
    });
    QVERIFY(open());
    const Json input = jsonLiteral(R"({"n":1.50})");
    const Result<WirePreview> preview = adapter->preview(tool(u"echo"_s), input);
    QVERIFY(preview);
    const qsizetype before = channel->sent.size();
    QVERIFY(QCoro::waitFor(adapter->invoke(tool(u"echo"_s), input, {})));
    QCOMPARE(channel->sent.size(), before + 1);
    QCOMPARE(preview->body, channel->sent.last().message.toBytes());
    QVERIFY(preview->body.contains("1.50"));
}

void tst_McpAdapter::deletionSettlesWhatWaits()
{
    serve("{}");
    QVERIFY(open());
    std::optional<Result<HandlerResult>> outcome;
    QCoro::connect(adapter->invoke(tool(u"slow"_s), Json::emptyObject(), {}), this,
        [&outcome](Result<HandlerResult> result) { outcome = std::move(result); });
    adapter.reset();
    QTRY_VERIFY(outcome);
    QVERIFY(!*outcome);
    QCOMPARE(outcome->error().kind, ErrorKind::Cancelled);
}

void tst_McpAdapter::closeEmitsClosedOnce()
{
    serve("{}");
    QVERIFY(open());
    QSignalSpy closed(adapter.get(), &Adapter::closed);
    adapter->close();
    adapter->close();
    QTRY_COMPARE(closed.size(), 1);
    QCOMPARE(closed.first().first().value<Error>().kind, ErrorKind::Cancelled);
    QTest::qWait(10);
    QCOMPARE(closed.size(), 1);
}

WORKBENCH_TEST(tst_McpAdapter, QCoreApplication)
#include "tst_mcpadapter.moc"
