// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/serving/hub/hub.h"
#include "core/sources/hub/hubadapter.h"
#include "core/sources/hub/hubdiscovery.h"
#include "core/sources/hub/hubfactory.h"
#include "tests/support/channelpair.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace HubSourceParts {

//! Single quotes stand for double ones: moc loses count of braces in raw strings with quotes and slashes.
QByteArray q(QByteArray text)
{
    return text.replace('\'', '"');
}

Task<Result<HandlerResult>> finished(Result<HandlerResult> result)
{
    co_return result;
}

Task<Result<HandlerResult>> awaited(QFuture<Result<HandlerResult>> future)
{
    co_return co_await future;
}

template <typename T> struct Settled {
    std::optional<T> value;
    void watch(Task<T> &&task, QObject *context)
    {
        QCoro::connect(std::move(task), context, [this](const T &got) { value.emplace(got); });
    }
};

OperationSpec specOf(const QString &nameSpace, const QString &name, OperationType type = OperationType::Query)
{
    OperationSpec spec;
    spec.id = {nameSpace, name};
    spec.type = type;
    spec.inputSchema = jsonLiteral(q("{'type':'object'}"));
    return spec;
}

} // namespace HubSourceParts

using namespace HubSourceParts;

class tst_HubSource : public QObject {
    Q_OBJECT

    std::unique_ptr<OperationRegistry> hubs;
    std::unique_ptr<OperationRegistry> ours;
    std::unique_ptr<Hub> hub;
    HubPeer who;
    QString connectionId; //!< of the newest connection, at the hub
    QList<MessageEndpoint> endpoints;
    ChannelPair *wire = nullptr; //!< of the newest connection, our end
    std::unique_ptr<ChannelPair> rawPeer; //!< when there is no hub behind it
    bool isRaw = false;

    static QByteArray plainSettings() { return q("{'url':'ws://hub.test/ws'}"); }

    std::unique_ptr<Adapter> adapter(const QByteArray &settings = plainSettings(), Limits limits = {})
    {
        HubFactory factory(
            [this](const MessageEndpoint &endpoint) -> std::unique_ptr<MessageChannel> {
                endpoints.append(endpoint);
                auto [near, far] = ChannelPair::make(false);
                wire = near.get();
                if (isRaw)
                    rawPeer = std::move(far);
                else
                    connectionId = hub->addConnection(std::move(far), who).value_or(QString());
                return std::move(near);
            },
            ours.get());
        return factory.create({u"team.hub"_s, u"hub"_s, jsonLiteral(settings)}, limits, nullptr);
    }
    void open(Adapter &adapter)
    {
        Settled<Result<PeerInfo>> opened;
        opened.watch(adapter.open(), this);
        QTRY_VERIFY(opened.value);
        QVERIFY(*opened.value);
    }
    static QStringList names(const Discovery &discovery)
    {
        QStringList found;
        for (const OperationSpec &spec : discovery.operations)
            found.append(spec.id.name);
        return found;
    }

private Q_SLOTS:
    void init()
    {
        isRaw = false;
        who = {};
        endpoints.clear();
        hubs = std::make_unique<OperationRegistry>();
        ours = std::make_unique<OperationRegistry>();
        hub = std::make_unique<Hub>(hubs.get(), Hub::Options());
        QVERIFY(hubs->registerOperation(specOf(u"notes"_s, u"find"_s),
            Handler([](const Json &input, const CallContext &) { return finished(input); })));
    }
    void cleanup()
    {
        rawPeer.reset();
        hub.reset();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    void sendsTheTokenWhenConnecting()
    {
        const auto source =
            adapter(q("{'url':'wss://hub.test/ws','token':'s3cret','headers':{'X-Team':'a'}}"));
        open(*source);
        QCOMPARE(endpoints.size(), 1);
        QCOMPARE(endpoints.first().url, QUrl(u"wss://hub.test/ws"_s));
        QVERIFY(endpoints.first().headers.contains({"Authorization", "Bearer s3cret"}));
        QVERIFY(endpoints.first().headers.contains({"X-Team", "a"}));
    }

    // R-30
    void takesTheCertificatesThatTheUserAccepted()
    {
        const QByteArray fingerprint = QByteArray(32, '\xAB');
        const auto source =
            adapter(QByteArray(q("{'url':'wss://hub.test/ws','certificates':[{'host':'hub.test','sha256':'")
                + fingerprint.toHex(':').toUpper() + q("'},{'host':'other.test','sha256':'")
                + fingerprint.toHex() + q("'}]}")));
        open(*source);
        QCOMPARE(endpoints.first().acceptedCertificates,
            (QList<AcceptedCertificate>{{u"hub.test"_s, fingerprint}, {u"other.test"_s, fingerprint}}));
    }

    void listsOperationsWithTheirSchemas()
    {
        OperationSpec hidden = specOf(u"notes"_s, u"drop"_s);
        hidden.accessControl.requiredScopes = {u"admin"_s};
        QVERIFY(hubs->registerOperation(hidden));
        const auto source = adapter();
        open(*source);
        Settled<Result<Discovery>> found;
        found.watch(source->discover(), this);
        QTRY_VERIFY(found.value);
        const Discovery discovery = found.value->value();
        QCOMPARE(names(discovery), QStringList{u"notes.find"_s});
        QCOMPARE(discovery.operations.first().inputSchema, jsonLiteral(q("{'type':'object'}")));
        QCOMPARE(discovery.operations.first().group, u"notes"_s);
        QCOMPARE(discovery.remarks, QStringList());
    }

    // The schemas are fetched some at a time, however many there are.
    void listsThousandsOfOperations()
    {
        constexpr int count = 3000;
        for (int each = 0; each < count; ++each)
            QVERIFY(hubs->registerOperation(specOf(u"many"_s, u"op%1"_s.arg(each))));
        const auto source = adapter();
        open(*source);
        const qsizetype before = wire->sent.size();
        qsizetype answered = 0;
        qsizetype mostAtOnce = 0;
        connect(wire, &Transport::received, this, [&] {
            mostAtOnce = std::max(mostAtOnce, wire->sent.size() - before - answered);
            ++answered;
        });
        Settled<Result<Discovery>> found;
        found.watch(source->discover(), this);
        QTRY_VERIFY(found.value);
        const Discovery discovery = found.value->value();
        QCOMPARE(discovery.operations.size(), count + 1);
        QCOMPARE(discovery.remarks, QStringList());
        QVERIFY(std::ranges::all_of(
            discovery.operations, [](const OperationSpec &spec) { return spec.inputSchema.isObject(); }));
        QCOMPARE(answered, count + 2);
        QCOMPARE(mostAtOnce, 32);
    }

    // 3.6: services.list, then services/list, then what was entered by hand.
    void fallsBackWhereAHubListsNothing_data()
    {
        QTest::addColumn<bool>("hasSlashed");
        QTest::newRow("older names") << true;
        QTest::newRow("entered by hand") << false;
    }
    void fallsBackWhereAHubListsNothing()
    {
        QFETCH(bool, hasSlashed);
        isRaw = true;
        const auto source = adapter(
            q("{'url':'ws://hub.test/"
              "ws','operations':[{'id':'notes.hand','type':'mutation','inputSchema':{'type':'object'}}]}"));
        QStringList asked;
        Settled<Result<PeerInfo>> opened;
        opened.watch(source->open(), this);
        connect(rawPeer.get(), &Transport::received, this, [&](const QByteArray &bytes) {
            const Json event = jsonLiteral(bytes);
            if (event.member("type"_L1).toString() != "call.requested"_L1)
                return;
            const Json payload = event.member("payload"_L1);
            const QString id = payload.member("operationId"_L1).toString();
            asked.append(id);
            const QByteArray head =
                q("','id':'','payload':{'requestId':") + payload.member("requestId"_L1).toBytes();
            if (hasSlashed && id == "/services/list"_L1)
                rawPeer->sendRaw(q("{'type':'call.responded") + head
                    + q(",'output':{'operations':[{'name':'find','namespace':'notes','op_type':'Query'},{'"
                        "name':'x'}]}}}"));
            else if (hasSlashed && id == "/services/schema"_L1)
                rawPeer->sendRaw(q("{'type':'call.responded") + head
                    + q(",'output':{'name':'find','namespace':'notes','op_type':'Query','inputSchema':{'type'"
                        ":'string'}}}}"));
            else
                rawPeer->sendRaw(q("{'type':'call.error") + head + q(",'code':'NOT_FOUND','message':'no'}}"));
        });
        QTRY_VERIFY(opened.value);
        Settled<Result<Discovery>> found;
        found.watch(source->discover(), this);
        QTRY_VERIFY(found.value);
        const Discovery discovery = found.value->value();
        if (hasSlashed) {
            QCOMPARE(asked, (QStringList{u"services.list"_s, u"/services/list"_s, u"/services/schema"_s}));
            QCOMPARE(names(discovery), (QStringList{u"notes.find"_s, u"notes.hand"_s}));
            QCOMPARE(discovery.operations.first().inputSchema, jsonLiteral(q("{'type':'string'}")));
        } else {
            QCOMPARE(names(discovery), QStringList{u"notes.hand"_s});
            QCOMPARE(discovery.operations.first().type, OperationType::Mutation);
        }
        QCOMPARE(discovery.remarks.size(), 1);
    }

    void invokesWithADeadlineAndGivesTheEnvelopeAsItCame()
    {
        const auto source = adapter();
        open(*source);
        OperationSpec spec;
        spec.id = {u"team_hub"_s, u"notes.find"_s};
        CallContext context;
        context.timeout = std::chrono::seconds(5);
        Settled<Result<HandlerResult>> answer;
        answer.watch(source->invoke(spec, jsonLiteral(q("{'a':1.50}")), context), this);
        QTRY_VERIFY(answer.value);
        const Json envelope = std::get<Json>(answer.value->value());
        QCOMPARE(envelope.member("data"_L1).toBytes(), q("{'a':1.50}"));
        const Json sent = jsonLiteral(wire->sent.last()).member("payload"_L1);
        const qint64 deadline = sent.member("deadline"_L1).toInteger().value_or(0);
        QVERIFY(qAbs(deadline - QDateTime::currentMSecsSinceEpoch() - 5000) < 3000);
    }

    void cancellingAnInvocationTellsTheHub()
    {
        isRaw = true;
        const auto source = adapter();
        open(*source);
        std::stop_source stop;
        CallContext context;
        context.cancellation = stop.get_token();
        OperationSpec spec;
        spec.id.name = u"notes.find"_s;
        Settled<Result<HandlerResult>> answer;
        answer.watch(source->invoke(spec, Json(), context), this);
        stop.request_stop();
        QTRY_VERIFY(answer.value);
        QCOMPARE(answer.value->error().kind, ErrorKind::Cancelled);
        QVERIFY(wire->sent.last().contains("call.aborted"));
    }

    // R-46
    void offersNothingUnlessTheUserSaysSo()
    {
        QVERIFY(ours->registerOperation(specOf(u"local"_s, u"secret"_s),
            Handler([](const Json &, const CallContext &) { return finished(Json::integer(1)); })));
        isRaw = true;
        const auto source = adapter();
        open(*source);
        for (const QByteArray &sent : std::as_const(wire->sent))
            QVERIFY2(!sent.contains("call.requested:") && !sent.contains("hub.register"), sent.constData());
        QList<Json> answers;
        connect(rawPeer.get(), &Transport::received, this,
            [&answers](const QByteArray &bytes) { answers.append(jsonLiteral(bytes)); });
        rawPeer->sendRaw(q("{'type':'call.requested','id':'','payload':{'requestId':'x','operationId':'local."
                           "secret','input':{}}}"));
        QTRY_VERIFY(!answers.isEmpty() && answers.last().member("type"_L1).toString() == "call.error"_L1);
        QCOMPARE(answers.last().member("payload"_L1).member("code"_L1).toString(), u"OPERATION_NOT_FOUND"_s);
    }

    void isASpokeForWhatTheUserOffers()
    {
        const auto handler =
            Handler([](const Json &, const CallContext &) { return finished(Json::integer(7)); });
        QVERIFY(ours->registerOperation(specOf(u"local"_s, u"seven"_s), handler));
        QVERIFY(ours->registerOperation(specOf(u"private"_s, u"x"_s), handler));
        QVERIFY(ours->registerOperation(specOf(u"team_hub"_s, u"loop"_s), handler));
        const auto source =
            adapter(q("{'url':'ws://hub.test/ws','offer':['local','team_hub'],'spokeName':'desk'}"));
        open(*source);
        QTRY_COMPARE(hub->directory().spokes().size(), 1);
        const auto offered = [this] {
            QStringList ids;
            for (const OperationId &id : hub->directory().spokes().value(0).operations)
                ids.append(id.toString());
            return ids.join(u' ');
        };
        QTRY_COMPARE(offered(), u"local.seven"_s);
        QCOMPARE(hub->directory().spokes().first().name, u"desk"_s);
        // Through the hub and back to us.
        OperationSpec spec;
        spec.id.name = u"local.seven"_s;
        Settled<Result<HandlerResult>> answer;
        answer.watch(source->invoke(spec, Json(), {}), this);
        QTRY_VERIFY(answer.value);
        QVERIFY2(*answer.value, answer.value->has_value() ? "" : qPrintable(answer.value->error().message));
        QCOMPARE(std::get<Json>(answer.value->value()).member("data"_L1), Json::integer(7));
        // What changes here changes there.
        QVERIFY(ours->registerOperation(specOf(u"local"_s, u"eight"_s), handler));
        ours->remove({u"local"_s, u"seven"_s});
        QTRY_COMPARE(offered(), u"local.eight"_s);
    }

    // R-46
    void doesNoMoreForAHubThanTheLimitsSay()
    {
        isRaw = true;
        QVERIFY(ours->registerOperation(specOf(u"local"_s, u"seven"_s),
            Handler([](const Json &, const CallContext &) { return finished(Json::integer(7)); })));
        Limits limits;
        limits.spokePerSecond = 3;
        const auto source = adapter(q("{'url':'ws://hub.test/ws','offer':['local']}"), limits);
        open(*source);
        int answers = 0;
        int refusals = 0;
        connect(rawPeer.get(), &Transport::received, this, [&](const QByteArray &message) {
            answers += int(message.contains("call.responded"));
            refusals += int(message.contains("call.error"));
        });
        for (int i = 0; i < 5; ++i) {
            const QByteArray asked = q("{'type':'call.requested','id':'r#','payload':{'requestId':'r#',"
                                       "'operationId':'local.seven','input':{}}}");
            QVERIFY(rawPeer->send(QByteArray(asked).replace("#", QByteArray::number(i))));
        }
        QTRY_COMPARE(answers, 3);
        QTRY_COMPARE(refusals, 2);
    }

    void offersEverythingButWhatMayNotBeOffered()
    {
        QVERIFY(ours->registerOperation(specOf(u"local"_s, u"seven"_s)));
        QVERIFY(ours->registerOperation(specOf(u"otherhub"_s, u"notes.find"_s)));
        HubFactory factory(
            [this](const MessageEndpoint &) -> std::unique_ptr<MessageChannel> {
                auto [near, far] = ChannelPair::make(false);
                hub->addConnection(std::move(far), who);
                return std::move(near);
            },
            ours.get(), [](const OperationId &id) { return id.nameSpace != "otherhub"_L1; });
        const auto source = factory.create(
            {u"team"_s, u"hub"_s, jsonLiteral(q("{'url':'ws://hub.test/ws','offer':true}"))}, {}, nullptr);
        open(*source);
        QTRY_COMPARE(hub->directory().specs().size(), 1);
        QCOMPARE(hub->directory().specs().constFirst().id.toString(), u"local.seven"_s);

        HubSettings off = HubSettings::read(
            {u"team"_s, u"hub"_s, jsonLiteral(q("{'url':'ws://hub.test/ws','offer':false}"))})
                              .value_or(HubSettings());
        QVERIFY(!off.isSpoke());
    }

    // 3.6: whoever has it may go. It may be ourselves, on a connection that the hub has not given up yet.
    void whatSomebodyElseOffersIsOfferedAgainLater()
    {
        QVERIFY(ours->registerOperation(specOf(u"local"_s, u"seven"_s)));
        Limits limits;
        limits.reconnectCapMs = 50;
        const QByteArray settings = q("{'url':'ws://hub.test/ws','offer':['local']}");
        const auto first = adapter(settings, limits);
        open(*first);
        QTRY_COMPARE(hub->directory().specs().size(), 1);
        const QString owner = connectionId;
        const auto second = adapter(settings, limits);
        QStringList said;
        connect(
            second.get(), &Adapter::logged, this, [&said](const LogLine &line) { said.append(line.text); });
        open(*second);
        QTRY_COMPARE(said.size(), 1);
        QVERIFY2(said.first().contains(u"local.seven: conflict. It is offered there already"_s),
            qPrintable(said.first()));
        const OperationId id{u"local"_s, u"seven"_s};
        const qsizetype asked = wire->sent.size();
        QTRY_VERIFY(wire->sent.size() > asked + 1); // again and again
        QCOMPARE(hub->directory().find(id)->connectionId, owner);
        QCOMPARE(said.size(), 1); // and told once
        first->close();
        QTRY_VERIFY(hub->directory().find(id) && hub->directory().find(id)->connectionId != owner);
    }

    // 2.8, 3.4, R-33: pending calls end, nothing is repeated, and what was offered is offered again.
    void connectsAgainAndRepeatsNoCall()
    {
        QVERIFY(ours->registerOperation(specOf(u"local"_s, u"seven"_s),
            Handler([](const Json &, const CallContext &) { return finished(Json::integer(7)); })));
        Limits limits;
        limits.reconnectFirstMs = 30;
        const auto source = adapter(q("{'url':'ws://hub.test/ws','offer':['local']}"), limits);
        open(*source);
        QTRY_COMPARE(hub->directory().spokes().size(), 1);
        QSignalSpy degraded(source.get(), &Adapter::degraded);
        QSignalSpy changed(source.get(), &Adapter::operationsChanged);
        int calls = 0;
        QPromise<Result<HandlerResult>> pending;
        pending.start();
        QVERIFY(hubs->registerOperation(specOf(u"slow"_s, u"do"_s, OperationType::Mutation),
            Handler([&calls, future = pending.future()](const Json &, const CallContext &) {
                ++calls;
                return awaited(future);
            })));
        OperationSpec spec;
        spec.id.name = u"slow.do"_s;
        Settled<Result<HandlerResult>> answer;
        answer.watch(source->invoke(spec, Json(), {}), this);
        QTRY_COMPARE(calls, 1);
        wire->cut();
        QTRY_VERIFY(answer.value);
        QCOMPARE(answer.value->error().message, u"connection closed"_s);
        QCOMPARE(answer.value->error().details.toBytes(), q("{'retryable':true}"));
        QTRY_COMPARE(endpoints.size(), 2);
        QTRY_COMPARE(changed.size(), 1);
        QCOMPARE(degraded.size(), 2);
        QVERIFY(!degraded.first().first().toString().isEmpty());
        QVERIFY(degraded.last().first().toString().isEmpty());
        QTRY_COMPARE(hub->directory().spokes().size(), 1);
        QCOMPARE(calls, 1);
        pending.addResult(Result<HandlerResult>(HandlerResult(Json())));
        pending.finish();
        QTest::qWait(1);
    }

    // 1013 asks to try again later: it does, later each time, and says why.
    void aHubThatIsOverloadedIsAskedAgainLaterEachTime()
    {
        Limits limits;
        limits.reconnectFirstMs = 40;
        limits.reconnectTries = 3;
        const auto source = adapter(plainSettings(), limits);
        open(*source);
        QSignalSpy closed(source.get(), &Adapter::closed);
        QSignalSpy degraded(source.get(), &Adapter::degraded);
        QList<qint64> waits;
        for (int each = 0; each < 3; ++each) {
            hub->removeConnection(connectionId, 1013, u"backpressure"_s);
            QElapsedTimer since;
            since.start();
            QTRY_COMPARE(endpoints.size(), each + 2);
            waits.append(since.elapsed());
            QTRY_VERIFY(wire->isOpen());
            QTRY_COMPARE(degraded.size(), 2 * (each + 1)); // lost, then well again
        }
        // 40, 60, 90 ms, each 0.8 to 1.2 times; a timer may be early by a twentieth.
        QVERIFY2(waits[0] >= 30 && waits[1] >= 45 && waits[2] >= 68,
            qPrintable(u"%1 %2 %3"_s.arg(waits[0]).arg(waits[1]).arg(waits[2])));
        hub->removeConnection(connectionId, 1013, u"backpressure"_s);
        QTRY_COMPARE(closed.size(), 1); // it was never well for long
        const Error end = closed.first().first().value<Error>();
        QCOMPARE(end.details.member("closeCode"_L1), Json::integer(1013));
    }

    void givesUpAfterItsTries()
    {
        Limits limits;
        limits.reconnectFirstMs = 1;
        limits.reconnectTries = 2;
        const auto source = adapter(plainSettings(), limits);
        open(*source);
        QSignalSpy closed(source.get(), &Adapter::closed);
        wire->cut();
        QTRY_COMPARE(endpoints.size(), 2);
        QTRY_VERIFY(wire->isOpen());
        wire->cut();
        QTRY_COMPARE(endpoints.size(), 3);
        QTRY_VERIFY(wire->isOpen());
        wire->cut();
        QTRY_COMPARE(closed.size(), 1);
        QCOMPARE(endpoints.size(), 3);
    }

    void closingSettlesWhatIsPending()
    {
        isRaw = true;
        const auto source = adapter();
        open(*source);
        OperationSpec spec;
        spec.id.name = u"a.b"_s;
        Settled<Result<HandlerResult>> answer;
        answer.watch(source->invoke(spec, Json(), {}), this);
        auto stream = source->subscribe(spec, Json(), {}).value();
        QSignalSpy ended(stream.get(), &ItemStream::ended);
        stream->start();
        QSignalSpy closed(source.get(), &Adapter::closed);
        source->close();
        QTRY_VERIFY(answer.value);
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(ended.first().first().value<EndReason>(), EndReason::Closed);
        QTRY_COMPARE(closed.size(), 1);
        QCOMPARE(wire->closeCode, 1000);
    }

    void settingsThatCannotBeAreRefused_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QString>("field");
        QTest::newRow("no address") << QByteArray("{}") << u"\"url\""_s;
        QTest::newRow("http") << q("{'url':'http://a/ws'}") << u"\"url\""_s;
        QTest::newRow("password in the address") << q("{'url':'ws://u:p@a/ws'}") << u"\"url\""_s;
        QTest::newRow("line break in the token")
            << q("{'url':'ws://a','token':'a\\r\\nb'}") << u"\"token\""_s;
        QTest::newRow("offer is a text") << q("{'url':'ws://a','offer':'all'}") << u"\"offer\""_s;
        QTest::newRow("operation without a namespace")
            << q("{'url':'ws://a','operations':[{'id':'x'}]}") << u"\"operations\""_s;
        QTest::newRow("operation of no type")
            << q("{'url':'ws://a','operations':[{'id':'a.x','type':'get'}]}") << u"\"operations/a.x\""_s;
        const QByteArray digits(64, 'a');
        QTest::newRow("certificates are a text")
            << q("{'url':'wss://a','certificates':'all'}") << u"\"certificates\""_s;
        QTest::newRow("a certificate without a host")
            << QByteArray(q("{'url':'wss://a','certificates':[{'sha256':'") + digits + q("'}]}"))
            << u"\"certificates\""_s;
        QTest::newRow("a fingerprint that is too short")
            << q("{'url':'wss://a','certificates':[{'host':'a','sha256':'aa:bb'}]}") << u"\"certificates\""_s;
        QTest::newRow("a fingerprint of other letters") << QByteArray(
            q("{'url':'wss://a','certificates':[{'host':'a','sha256':'") + QByteArray(64, 'x') + q("'}]}"))
                                                        << u"\"certificates\""_s;
        QTest::newRow("dialect") << q("{'url':'ws://a','dialect':'x'}") << u"\"dialect\""_s;
    }
    void settingsThatCannotBeAreRefused()
    {
        QFETCH(QByteArray, settings);
        QFETCH(QString, field);
        const Result<void> checked = HubFactory({}, nullptr).check({u"h"_s, u"hub"_s, jsonLiteral(settings)});
        QVERIFY(!checked);
        QCOMPARE(checked.error().kind, ErrorKind::Usage);
        QVERIFY2(checked.error().message.contains(field), qPrintable(checked.error().message));
    }
};

QTEST_GUILESS_MAIN(tst_HubSource)
#include "tst_hubsource.moc"
