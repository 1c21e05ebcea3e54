// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Completion of the input of prompts and templates, and updates of resources, in both eras, over a channel
// without a wire.

#include "core/json/jsonbuilder.h"
#include "core/sources/mcp/mcpadapter.h"
#include "core/sources/mcp/mcplistening.h"
#include "tests/support/fakechannel.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_McpResources : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void asksForCompletions_data();
    void asksForCompletions();
    void boundsCompletions();
    void refusesAnAnswerWithoutValues();
    void aCancelledCompletionNotifiesTheServer();
    void aServerWithoutTheMethodIsNotAskedAgain();
    void subscribesToAResource();
    void aSilentSubscriptionEndsAfterItsIdleTime();
    void oneSubscriptionServesTwoStreams();
    void aRefusedSubscriptionEndsTheStream();
    void joinsUnreadUpdates();
    void anUpdateCarriesTheRemarksOnItsText();
    void subscribesAgainInANewSession();
    void repeatsAReadWithAnUnchangedDefinition_data();
    void repeatsAReadWithAnUnchangedDefinition();
    void listensForAResourceInTheModernEra();
    void aSubscriptionThatAModernServerIgnoresEnds();
    void theServerEndsASubscriptionInOrder_data();
    void theServerEndsASubscriptionInOrder();
    void onlyWatchingSubscribesAgainAfterTheEnd();
    void aLateUpdateAfterTheEndIsNoFault();
    void updatesOfPartsBelongToTheWhole_data();
    void updatesOfPartsBelongToTheWhole();

private:
    void connectTo(const QByteArray &revision, const QByteArray &capabilities)
    {
        auto made = std::make_unique<FakeChannel>();
        channel = made.get();
        McpPlan plan;
        plan.pin = {McpPin::Era::Auto, {}};
        adapter = std::make_unique<McpAdapter>(u"notes"_s, std::move(made), plan, limits, nullptr);
        channel->respond = [this, revision, capabilities](
                               const McpOutgoing &outgoing) -> FakeChannel::Answers {
            const QString method = FakeChannel::methodOf(outgoing);
            if (const auto known = answers.constFind(method); known != answers.cend())
                return {known->startsWith("{\"code\"") ? FakeChannel::errorFor(outgoing, *known)
                                                       : FakeChannel::resultFor(outgoing, *known)};
            if (method == "server/discover"_L1 && revision.startsWith("2026")) {
                return {FakeChannel::resultFor(outgoing,
                    R"({"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":[")"
                        + revision + R"("],"capabilities":)" + capabilities + "}")};
            }
            if (method == "initialize"_L1) {
                return {FakeChannel::resultFor(outgoing,
                    R"({"protocolVersion":")" + revision + R"(","capabilities":)" + capabilities
                        + R"(,"serverInfo":{"name":"s","version":"1"}})")};
            }
            if (method == "resources/subscribe"_L1 || method == "resources/unsubscribe"_L1)
                return {FakeChannel::resultFor(outgoing, "{}")};
            if (outgoing.wantsAnswer && method != "subscriptions/listen"_L1 && method != held)
                return {FakeChannel::errorFor(outgoing, R"({"code":-32601,"message":"no such method"})")};
            return {};
        };
        QVERIFY(QCoro::waitFor(adapter->open()));
    }
    static OperationSpec prompt()
    {
        OperationSpec spec;
        spec.id.name = u"prompt:review"_s;
        spec.kind = u"prompt"_s;
        spec.definition = jsonLiteral(R"({"name":"review","arguments":[{"name":"style"},{"name":"note"}]})");
        return spec;
    }
    static OperationSpec uriTemplate()
    {
        OperationSpec spec;
        spec.id.name = u"template:notes://{month}/{page}"_s;
        spec.kind = u"resource-template"_s;
        spec.definition = jsonLiteral(R"({"name":"page","uriTemplate":"notes:\/\/{month}/{page}"})");
        return spec;
    }
    static OperationSpec resource()
    {
        OperationSpec spec;
        spec.id.name = u"resource:notes://a"_s;
        spec.kind = u"resource"_s;
        spec.definition = jsonLiteral(R"({"name":"a","uri":"notes:\/\/a"})");
        return spec;
    }
    //! Returns a started stream; its request is not answered yet.
    std::unique_ptr<ItemStream> watch(const OperationSpec &spec, const QByteArray &input = "{}")
    {
        Result<std::unique_ptr<ItemStream>> stream = adapter->subscribe(spec, jsonLiteral(input), {});
        if (!stream)
            return nullptr;
        (*stream)->start();
        return *std::move(stream);
    }
    void update(const QByteArray &uri)
    {
        channel->play(R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":")" + uri
            + R"("}})");
    }
    McpOutgoing lastSent(QStringView method) const
    {
        for (auto one = channel->sent.crbegin(); one != channel->sent.crend(); ++one) {
            if (FakeChannel::methodOf(*one) == method)
                return *one;
        }
        return {};
    }
    void acknowledge(const QByteArray &notifications)
    {
        channel->play(
            R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":)"
            + notifications + R"(,"_meta":{"io.modelcontextprotocol/subscriptionId":)"
            + QByteArray::number(qint64(lastSent(u"subscriptions/listen").ticket)) + "}}}");
    }

    Limits limits;
    QHash<QString, QByteArray> answers; //!< results by method
    QString held; //!< the method whose requests are not answered
    std::unique_ptr<McpAdapter> adapter;
    FakeChannel *channel = nullptr;
};

void tst_McpResources::init()
{
    limits = {};
    answers.clear();
    held.clear();
}

void tst_McpResources::cleanup()
{
    adapter.reset();
    QCoreApplication::processEvents();
}

void tst_McpResources::asksForCompletions_data()
{
    QTest::addColumn<QByteArray>("revision");
    QTest::addColumn<QByteArray>("capabilities");
    QTest::addColumn<OperationSpec>("spec");
    QTest::addColumn<QString>("member");
    QTest::addColumn<bool>("isAsked");
    QTest::addColumn<QByteArray>("params"); // without _meta
    const QByteArray announced = R"({"completions":{}})";
    const QByteArray promptParams =
        R"({"ref":{"type":"ref/prompt","name":"review"},"argument":{"name":"style","value":"f"},"context":{"arguments":{"note":"n"}}})";
    QTest::newRow("prompt") << QByteArray("2025-11-25") << announced << prompt() << u"style"_s << true
                            << promptParams;
    QTest::newRow("modern") << QByteArray("2026-07-28") << announced << prompt() << u"style"_s << true
                            << promptParams;
    QTest::newRow("without context")
        << QByteArray("2025-03-26") << announced << prompt() << u"style"_s << true
        << QByteArray(
               R"({"ref":{"type":"ref/prompt","name":"review"},"argument":{"name":"style","value":"f"}})");
    QTest::newRow("before there was a capability")
        << QByteArray("2024-11-05") << QByteArray("{}") << prompt() << u"style"_s << true
        << QByteArray(
               R"({"ref":{"type":"ref/prompt","name":"review"},"argument":{"name":"style","value":"f"}})");
    QTest::newRow("template")
        << QByteArray("2025-11-25") << announced << uriTemplate() << u"style"_s << true
        << QByteArray(
               R"({"ref":{"type":"ref/resource","uri":"notes://{month}/{page}"},"argument":{"name":"style","value":"f"},"context":{"arguments":{"note":"n"}}})");
    QTest::newRow("not announced") << QByteArray("2025-11-25") << QByteArray("{}") << prompt() << u"style"_s
                                   << false << QByteArray();
    QTest::newRow("resource") << QByteArray("2025-11-25") << announced << resource() << u"style"_s << false
                              << QByteArray();
}

void tst_McpResources::asksForCompletions()
{
    QFETCH(QByteArray, revision);
    QFETCH(QByteArray, capabilities);
    QFETCH(OperationSpec, spec);
    QFETCH(QString, member);
    QFETCH(bool, isAsked);
    QFETCH(QByteArray, params);
    connectTo(revision, capabilities);
    QCOMPARE(adapter->featuresOf(spec).completes, isAsked);
    if (!isAsked)
        return;
    answers[u"completion/complete"_s] =
        R"({"resultType":"complete","completion":{"values":["friendly",7,"formal"],"total":4,"hasMore":true}})";
    const Result<InputCompletion> found = QCoro::waitFor(
        adapter->complete(spec, member, jsonLiteral(R"({"style":"f","note":"n","count":3})"), {}));
    QVERIFY2(found, found ? "" : qPrintable(found.error().message));
    QCOMPARE(found->values, (QStringList{u"friendly"_s, u"formal"_s}));
    QCOMPARE(found->total, 4);
    QVERIFY(found->hasMore);
    QCOMPARE(withoutMember(lastSent(u"completion/complete").message.member("params"_L1), u"_meta").toBytes(),
        params);
}

void tst_McpResources::boundsCompletions()
{
    connectTo("2025-11-25", R"({"completions":{}})");
    QByteArray values;
    for (int i = 0; i < 150; ++i)
        values += (i ? ",\"" : "\"") + QByteArray::number(i) + '"';
    answers[u"completion/complete"_s] = R"({"completion":{"values":[)" + values + "]}}";
    const Result<InputCompletion> found =
        QCoro::waitFor(adapter->complete(prompt(), u"style"_s, Json::emptyObject(), {}));
    QVERIFY(found);
    QCOMPARE(found->values.size(), InputCompletion::maxValues);
    QVERIFY(found->hasMore);
}

void tst_McpResources::refusesAnAnswerWithoutValues()
{
    connectTo("2025-11-25", R"({"completions":{}})");
    answers[u"completion/complete"_s] = R"({"completion":{"values":"friendly"}})";
    const Result<InputCompletion> found =
        QCoro::waitFor(adapter->complete(prompt(), u"style"_s, Json::emptyObject(), {}));
    QVERIFY(!found);
    QCOMPARE(found.error().kind, ErrorKind::Protocol);
    QCOMPARE(found.error().code, u"mcp.bad-completion"_s);
}

void tst_McpResources::aCancelledCompletionNotifiesTheServer()
{
    connectTo("2025-11-25", R"({"completions":{}})");
    held = u"completion/complete"_s;
    std::stop_source stop;
    std::optional<Result<InputCompletion>> found;
    QCoro::connect(adapter->complete(prompt(), u"style"_s, Json::emptyObject(), stop.get_token()), this,
        [&found](Result<InputCompletion> result) { found = std::move(result); });
    QCOMPARE(channel->countSent(u"completion/complete"), 1);
    stop.request_stop();
    QTRY_VERIFY(found);
    QVERIFY(!*found);
    QCOMPARE(found->error().kind, ErrorKind::Cancelled);
    QCOMPARE(lastSent(u"notifications/cancelled").message.member("params"_L1).member("requestId"_L1),
        lastSent(u"completion/complete").message.member("id"_L1));
}

void tst_McpResources::aServerWithoutTheMethodIsNotAskedAgain()
{
    connectTo("2024-11-05", "{}");
    QVERIFY(adapter->featuresOf(prompt()).completes);
    QVERIFY(!QCoro::waitFor(adapter->complete(prompt(), u"style"_s, Json::emptyObject(), {})));
    QVERIFY(!adapter->featuresOf(prompt()).completes);
}

void tst_McpResources::subscribesToAResource()
{
    connectTo("2025-11-25", R"({"resources":{"subscribe":true}})");
    QVERIFY(adapter->featuresOf(resource()).watches);
    QVERIFY(!adapter->featuresOf(prompt()).watches);
    auto stream = watch(uriTemplate(), R"({"month":"may","page":"a b"})");
    QVERIFY(stream);
    QSignalSpy items(stream.get(), &ItemStream::item);
    QSignalSpy ended(stream.get(), &ItemStream::ended);
    QTRY_COMPARE(channel->countSent(u"resources/subscribe"), 1);
    const QByteArray expected1 = R"({"uri":"notes://may/a%20b"})";
    QCOMPARE(lastSent(u"resources/subscribe").message.member("params"_L1).toBytes(), expected1);
    QSignalSpy logged(adapter.get(), &Adapter::logged);
    update("notes://other");
    update("notes://other");
    QCOMPARE(items.size(), 0);
    QCOMPARE(logged.size(), 1); // logged once
    update("notes://may/a%20b");
    QCOMPARE(items.size(), 1);
    const auto value = items.first().first().value<StreamValue>();
    const QByteArray expected2 = R"({"uri":"notes://may/a%20b"})";
    QCOMPARE(std::get<ResponseEnvelope>(value.value).data.toBytes(), expected2);
    stream->cancel();
    QCOMPARE(ended.size(), 1);
    QCOMPARE(ended.first().first().value<EndReason>(), EndReason::Cancelled);
    QCOMPARE(channel->countSent(u"resources/unsubscribe"), 1);
    update("notes://may/a%20b");
    QCOMPARE(items.size(), 1);
}

void tst_McpResources::aSilentSubscriptionEndsAfterItsIdleTime()
{
    connectTo("2025-11-25", R"({"resources":{"subscribe":true}})");
    CallContext context;
    context.timeout = std::chrono::milliseconds(50);
    const auto stream = adapter->subscribe(resource(), jsonLiteral("{}"), context);
    QVERIFY(stream);
    QSignalSpy ended(stream->get(), &ItemStream::ended);
    (*stream)->start();
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(ended.first().at(1).value<Error>().kind, ErrorKind::Timeout);
    QTRY_COMPARE(channel->countSent(u"resources/unsubscribe"), 1);
}

void tst_McpResources::oneSubscriptionServesTwoStreams()
{
    connectTo("2025-11-25", R"({"resources":{"subscribe":true}})");
    auto first = watch(resource());
    auto second = watch(resource());
    QSignalSpy items(second.get(), &ItemStream::item);
    QTRY_COMPARE(channel->countSent(u"resources/subscribe"), 1);
    QCoreApplication::processEvents();
    first.reset();
    QCOMPARE(channel->countSent(u"resources/unsubscribe"), 0);
    update("notes://a");
    QCOMPARE(items.size(), 1);
    second.reset();
    QCOMPARE(channel->countSent(u"resources/unsubscribe"), 1);
}

void tst_McpResources::aRefusedSubscriptionEndsTheStream()
{
    connectTo("2025-11-25", R"({"resources":{}})");
    QVERIFY(!adapter->featuresOf(resource()).watches);
    answers[u"resources/subscribe"_s] = R"({"code":-32602,"message":"not found"})";
    QSignalSpy logged(adapter.get(), &Adapter::logged);
    auto stream = watch(resource());
    QSignalSpy ended(stream.get(), &ItemStream::ended);
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(ended.first().first().value<EndReason>(), EndReason::Error);
    QCOMPARE(ended.first().at(1).value<Error>().kind, ErrorKind::Remote);
    QVERIFY(!logged.isEmpty()); // the log says that it was not announced
}

void tst_McpResources::joinsUnreadUpdates()
{
    connectTo("2025-11-25", R"({"resources":{"subscribe":true}})");
    auto stream = watch(resource());
    QSignalSpy items(stream.get(), &ItemStream::item);
    QTRY_COMPARE(channel->countSent(u"resources/subscribe"), 1);
    stream->setReading(false);
    for (int i = 0; i < 1000; ++i)
        update("notes://a");
    QCOMPARE(items.size(), 0);
    stream->setReading(true);
    QCOMPARE(items.size(), 1);
    stream->setReading(true);
    QCOMPARE(items.size(), 1);
}

void tst_McpResources::anUpdateCarriesTheRemarksOnItsText()
{
    connectTo("2025-11-25", R"({"resources":{"subscribe":true}})");
    auto stream = watch(resource());
    QSignalSpy items(stream.get(), &ItemStream::item);
    QTRY_COMPARE(channel->countSent(u"resources/subscribe"), 1);
    for (const bool isReading : {true, false}) {
        stream->setReading(isReading);
        channel->play(
            R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"notes://a","a":1,"a":2}})");
        stream->setReading(true);
        QCOMPARE(items.size(), 1);
        const auto value = items.takeFirst().first().value<StreamValue>();
        const auto *described = std::get_if<DescribedEnvelope>(&value.value);
        QVERIFY(described);
        QCOMPARE(described->notes.size(), 1);
        QCOMPARE(described->notes.first().code, "received.json"_L1);
        QCOMPARE(described->notes.first().message,
            u"At /a: The key occurs more than once; the last value counts."_s);
    }
}

void tst_McpResources::subscribesAgainInANewSession()
{
    connectTo("2025-11-25", R"({"resources":{"subscribe":true},"tools":{}})");
    auto stream = watch(resource());
    QTRY_COMPARE(channel->countSent(u"resources/subscribe"), 1);
    bool isLost = true;
    channel->failSend = [&isLost](const McpOutgoing &outgoing) -> std::optional<Error> {
        if (FakeChannel::methodOf(outgoing) != "resources/read"_L1 || !std::exchange(isLost, false))
            return {};
        return Error{ErrorKind::Network, QString(sessionLostCode), u"gone"_s, {}, {}};
    };
    answers[u"resources/read"_s] = R"({"contents":[]})";
    answers[u"resources/list"_s] = R"({"resources":[{"name":"a","uri":"notes:\/\/a"}]})";
    QVERIFY(QCoro::waitFor(adapter->invoke(resource(), Json::emptyObject(), {})));
    QTRY_COMPARE(channel->countSent(u"resources/subscribe"), 2);
}

void tst_McpResources::repeatsAReadWithAnUnchangedDefinition_data()
{
    QTest::addColumn<QByteArray>("listed"); // in the new session
    QTest::addColumn<QString>("code"); // empty: the read is repeated
    QTest::newRow("unchanged, members in another order")
        << QByteArray(R"({"resources":[{"uri":"notes:\/\/a","name":"a"}]})") << QString();
    QTest::newRow("another size and time") << QByteArray(
        R"({"resources":[{"uri":"notes:\/\/a","name":"a","size":5,"annotations":{"lastModified":"2026-01-01T00:00:00Z"}}]})")
                                           << QString();
    QTest::newRow("changed") << QByteArray(
        R"({"resources":[{"uri":"notes:\/\/a","name":"a","description":"other"}]})")
                             << u"definition.changed"_s;
    QTest::newRow("not listed any more") << QByteArray(R"({"resources":[]})") << u"mcp.not-listed"_s;
}

void tst_McpResources::repeatsAReadWithAnUnchangedDefinition()
{
    QFETCH(QByteArray, listed);
    QFETCH(QString, code);
    connectTo("2025-11-25", R"({"resources":{}})");
    bool isLost = true;
    channel->failSend = [&isLost](const McpOutgoing &outgoing) -> std::optional<Error> {
        if (FakeChannel::methodOf(outgoing) != "resources/read"_L1 || !std::exchange(isLost, false))
            return {};
        return Error{ErrorKind::Network, QString(sessionLostCode), u"gone"_s, {}, {}};
    };
    answers[u"resources/read"_s] = R"({"contents":[]})";
    answers[u"resources/list"_s] = listed;
    QSignalSpy renewed(adapter.get(), &Adapter::renewed);
    QSignalSpy stale(adapter.get(), &Adapter::operationsStale);
    const Result<HandlerResult> result = QCoro::waitFor(adapter->invoke(resource(), Json::emptyObject(), {}));
    QCOMPARE(result ? QString() : result.error().code, code);
    QCOMPARE(channel->countSent(u"resources/read"), code.isEmpty() ? 2 : 1);
    QCOMPARE(renewed.size(), 1);
    QCOMPARE(
        renewed.first().first().value<PeerInfo>().agreed.member("revision"_L1).toString(), u"2025-11-25"_s);
    QVERIFY(!stale.isEmpty());
}

void tst_McpResources::listensForAResourceInTheModernEra()
{
    connectTo("2026-07-28", R"({"resources":{"subscribe":true}})");
    QVERIFY(adapter->featuresOf(resource()).watches);
    QCOMPARE(channel->countSent(u"subscriptions/listen"), 0);
    auto stream = watch(resource());
    QSignalSpy items(stream.get(), &ItemStream::item);
    QTRY_COMPARE(channel->countSent(u"subscriptions/listen"), 1);
    QCOMPARE(channel->countSent(u"resources/subscribe"), 0);
    const QByteArray expected3 = R"({"resourceSubscriptions":["notes://a"]})";
    QCOMPARE(
        lastSent(u"subscriptions/listen").message.member("params"_L1).member("notifications"_L1).toBytes(),
        expected3);
    acknowledge(R"({"resourceSubscriptions":["notes://a"]})");
    update("notes://a");
    QCOMPARE(items.size(), 1);
    const McpOutgoing listen = lastSent(u"subscriptions/listen");
    stream.reset();
    QTRY_COMPARE(lastSent(u"notifications/cancelled").message.member("params"_L1).member("requestId"_L1),
        listen.message.member("id"_L1));
    QCOMPARE(channel->countSent(u"subscriptions/listen"), 1); // no subscription is left
}

void tst_McpResources::aSubscriptionThatAModernServerIgnoresEnds()
{
    connectTo("2026-07-28", R"({"resources":{"subscribe":true}})");
    auto stream = watch(resource());
    QSignalSpy ended(stream.get(), &ItemStream::ended);
    QTRY_COMPARE(channel->countSent(u"subscriptions/listen"), 1);
    acknowledge("{}");
    QCOMPARE(ended.size(), 1);
    QVERIFY(ended.first().at(1).value<Error>().message.contains(u"notes://a"_s));
}

void tst_McpResources::theServerEndsASubscriptionInOrder_data()
{
    QTest::addColumn<bool>("byResult");
    QTest::newRow("result") << true;
    QTest::newRow("cancelled") << false;
}

void tst_McpResources::theServerEndsASubscriptionInOrder()
{
    QFETCH(bool, byResult);
    connectTo("2026-07-28", R"({"resources":{"subscribe":true}})");
    auto stream = watch(resource());
    QSignalSpy ended(stream.get(), &ItemStream::ended);
    QTRY_COMPARE(channel->countSent(u"subscriptions/listen"), 1);
    acknowledge(R"({"resourceSubscriptions":["notes://a"]})");
    const McpOutgoing listen = lastSent(u"subscriptions/listen");
    channel->play(byResult ? FakeChannel::resultFor(listen, R"({"resultType":"complete"})")
                           : R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)"
                + QByteArray::number(qint64(listen.ticket)) + "}}");
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(ended.first().first().value<EndReason>(), EndReason::Completed);
}

void tst_McpResources::onlyWatchingSubscribesAgainAfterTheEnd()
{
    connectTo("2026-07-28", R"({"tools":{"listChanged":true},"resources":{"subscribe":true}})");
    QSignalSpy degraded(adapter.get(), &Adapter::degraded);
    QTRY_COMPARE(channel->countSent(u"subscriptions/listen"), 1);
    auto stream = watch(resource());
    QSignalSpy ended(stream.get(), &ItemStream::ended);
    QTRY_COMPARE(channel->countSent(u"subscriptions/listen"), 2);
    acknowledge(R"({"toolsListChanged":true,"resourceSubscriptions":["notes://a"]})");
    channel->play(FakeChannel::resultFor(lastSent(u"subscriptions/listen"), R"({"resultType":"complete"})"));
    QTRY_COMPARE(ended.size(), 1);
    stream.reset();
    QCoreApplication::processEvents();
    QCOMPARE(channel->countSent(u"subscriptions/listen"), 2);
    QVERIFY(degraded.last().first().toString().contains(u"the server ended the subscription"_s));
    stream = watch(resource());
    QTRY_COMPARE(channel->countSent(u"subscriptions/listen"), 3);
}

void tst_McpResources::aLateUpdateAfterTheEndIsNoFault()
{
    connectTo("2025-11-25", R"({"resources":{"subscribe":true}})");
    auto stream = watch(resource());
    QTRY_COMPARE(channel->countSent(u"resources/subscribe"), 1);
    QSignalSpy logged(adapter.get(), &Adapter::logged);
    stream.reset();
    update("notes://a");
    QCOMPARE(logged.size(), 0);
}

void tst_McpResources::updatesOfPartsBelongToTheWhole_data()
{
    QTest::addColumn<QString>("uri");
    QTest::addColumn<QString>("watched");
    QTest::addColumn<bool>("isWithin");
    QTest::newRow("same") << u"a://b"_s << u"a://b"_s << true;
    QTest::newRow("part") << u"a://b/c"_s << u"a://b"_s << true;
    QTest::newRow("part of a folder") << u"a://b/c"_s << u"a://b/"_s << true;
    QTest::newRow("another") << u"a://bc"_s << u"a://b"_s << false;
    QTest::newRow("whole") << u"a://b"_s << u"a://b/c"_s << false;
    QTest::newRow("nothing") << QString() << u"a://b"_s << false;
}

void tst_McpResources::updatesOfPartsBelongToTheWhole()
{
    QFETCH(QString, uri);
    QFETCH(QString, watched);
    QTEST(McpListening::isWithin(uri, watched), "isWithin");
}

WORKBENCH_TEST(tst_McpResources, QCoreApplication)
#include "tst_mcpresources.moc"
