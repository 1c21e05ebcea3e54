// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/exchange/exchangelog.h"
#include "tests/support/hubsetup.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;

namespace HubSpokeParts {

class SingleItem : public ItemStream {
public:
    void start() override
    {
        const auto send = [this] {
            Q_EMIT item({.value = Json::integer(7), .sse = {}});
            Q_EMIT ended(EndReason::Completed, {});
        };
        QMetaObject::invokeMethod(this, send, Qt::QueuedConnection);
    }
    void cancel() override { }
};

//! Returns a handler whose value or single item is 7.
AnyHandler seven(bool isStream)
{
    if (isStream) {
        return StreamHandler([](const Json &, const CallContext &) -> Result<std::unique_ptr<ItemStream>> {
            return std::make_unique<SingleItem>();
        });
    }
    return Handler([](const Json &, const CallContext &) { return finished(Json::integer(7)); });
}

} // namespace HubSpokeParts

class tst_HubSpoke : public QObject, HubSetup {
    Q_OBJECT

private Q_SLOTS:
    void init() { start(); }
    void cleanup() { stop(); }

    // The identity that a hub names is trusted only if the settings say so.
    void trustsTheIdentityOfAGatewayOnly_data()
    {
        QTest::addColumn<QByteArray>("trust");
        QTest::addColumn<QString>("seen");
        QTest::newRow("by default") << QByteArray() << u"nobody"_s;
        QTest::newRow("off") << q(",'trustsGateway':false") << u"nobody"_s;
        QTest::newRow("on") << q(",'trustsGateway':true") << u"ana"_s;
    }
    void trustsTheIdentityOfAGatewayOnly()
    {
        QFETCH(QByteArray, trust);
        QVERIFY(ours->registerOperation(
            specOf(u"local"_s, u"who"_s), Handler([](const Json &, const CallContext &context) {
                return finished(Json::string(context.identity ? context.identity->id : u"nobody"_s));
            })));
        isRaw = true;
        ExchangeLog history;
        const auto source =
            adapter(q("{'url':'ws://hub.test/ws','offer':['local']") + trust + '}', {}, &history);
        Settled<Result<PeerInfo>> opened;
        opened.watch(source->open(), source.get());
        QTRY_VERIFY(opened.value && *opened.value);
        QCOMPARE(opened.value->value().remarks.contains(u"Calls run as the identity that the hub names"_s),
            trust.contains("true"));
        Json output;
        connect(rawPeer.get(), &Transport::received, this, [&output](const QByteArray &bytes) {
            const Json event = jsonLiteral(bytes);
            if (event.member("type"_L1).toString() == "call.responded"_L1)
                output = event.member("payload"_L1).member("output"_L1);
        });
        rawPeer->sendRaw(q(
            "{'type':'call.requested','id':'','payload':{'requestId':'x','operationId':'local.who','input':{"
            "'a':1},'identity':{'id':'ana','scopes':[]}}}"));
        QTRY_VERIFY(output.isObject());
        QTEST(output.member("data"_L1).toString(), "seen");
        // History shows the call under the source that ran it.
        QTRY_COMPARE(history.recordCount(), 1);
        const ExchangeRecord &record = history.recordAt(0);
        QCOMPARE(record.source, u"local"_s);
        QCOMPARE(record.operation, u"who"_s);
        QCOMPARE(record.input, jsonLiteral(q("{'a':1}")));
        QTRY_COMPARE(history.recordAt(0).state, ExchangeRecord::State::Ok);
        QVERIFY(history.recordAt(0).durationMs >= 0);
        QCOMPARE(history.recordAt(0).note, u"called by the hub \"team.hub\""_s);
        const QString as = history.recordAt(0).identity.value_or(Identity()).id;
        QCOMPARE(as, trust.contains("true") ? u"ana"_s : QString());
    }

    // The identity that a trusted hub names decides whether a restricted operation runs.
    void aRestrictedOperationNeedsTheScopesOfTheCaller_data()
    {
        QTest::addColumn<bool>("isStream");
        QTest::addColumn<QByteArray>("scopes");
        QTest::addColumn<QString>("answer"); // the type of the first event, or the code of its error
        QTest::newRow("a call without the scope") << false << QByteArray("[]") << u"ACCESS_DENIED"_s;
        QTest::newRow("a call with the scope") << false << QByteArray("['admin']") << u"call.responded"_s;
        QTest::newRow("a stream without the scope") << true << QByteArray("[]") << u"ACCESS_DENIED"_s;
        QTest::newRow("a stream with the scope") << true << QByteArray("['admin']") << u"call.responded"_s;
    }
    void aRestrictedOperationNeedsTheScopesOfTheCaller()
    {
        QFETCH(bool, isStream);
        QFETCH(QByteArray, scopes);
        OperationSpec spec =
            specOf(u"local"_s, u"drop"_s, isStream ? OperationType::Subscription : OperationType::Mutation);
        spec.accessControl.requiredScopes = {u"admin"_s};
        QVERIFY(ours->registerOperation(spec, HubSpokeParts::seven(isStream)));
        isRaw = true;
        const auto source = adapter(q("{'url':'ws://hub.test/ws','offer':['local'],'trustsGateway':true}"));
        open(*source);
        QStringList answers;
        connect(rawPeer.get(), &Transport::received, this, [&answers](const QByteArray &bytes) {
            const Json event = jsonLiteral(bytes);
            const Json payload = event.member("payload"_L1);
            if (payload.member("requestId"_L1).toString() == "x"_L1)
                answers.append(payload.member("code"_L1).toString(event.member("type"_L1).toString()));
        });
        rawPeer->sendRaw(q("{'type':'call.requested','id':'','payload':{'requestId':'x','operationId':'local."
                           "drop','input':{},'identity':{'id':'ana','scopes':"
            + scopes + "}}}"));
        QTRY_VERIFY(!answers.isEmpty());
        QTEST(answers.constFirst(), "answer");
    }

    // History shows a call that the hub made and then aborted as aborted.
    void historySaysThatTheCallerAborted()
    {
        QPromise<Result<HandlerResult>> pending;
        pending.start();
        QVERIFY(ours->registerOperation(specOf(u"local"_s, u"slow"_s),
            Handler(
                [future = pending.future()](const Json &, const CallContext &) { return awaited(future); })));
        isRaw = true;
        ExchangeLog history;
        const auto source = adapter(q("{'url':'ws://hub.test/ws','offer':['local']}"), {}, &history);
        open(*source);
        rawPeer->sendRaw(q("{'type':'call.requested','id':'','payload':{'requestId':'x','operationId':'local."
                           "slow','input':{}}}"));
        QTRY_COMPARE(history.recordCount(), 1);
        QCOMPARE(history.recordAt(0).state, ExchangeRecord::State::Running);
        rawPeer->sendRaw(q("{'type':'call.aborted','id':'','payload':{'requestId':'x'}}"));
        QTRY_COMPARE(history.recordAt(0).state, ExchangeRecord::State::Cancelled);
        QCOMPARE(history.recordAt(0).outcome, u"aborted"_s);
        QCOMPARE(history.recordAt(0).note, u"called by the hub \"team.hub\"; the caller aborted it"_s);
        pending.addResult(Result<HandlerResult>(HandlerResult(Json())));
        pending.finish();
        QTest::qWait(1);
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
        // The call goes through the hub and comes back to us.
        OperationSpec spec;
        spec.id.name = u"local.seven"_s;
        Settled<Result<HandlerResult>> answer;
        answer.watch(source->invoke(spec, Json(), {}), this);
        QTRY_VERIFY(answer.value);
        QVERIFY2(*answer.value, answer.value->has_value() ? "" : qPrintable(answer.value->error().message));
        QCOMPARE(std::get<Json>(answer.value->value()).member("data"_L1), Json::integer(7));
        // A change of our operations changes the list at the hub.
        QVERIFY(ours->registerOperation(specOf(u"local"_s, u"eight"_s), handler));
        ours->remove({u"local"_s, u"seven"_s});
        QTRY_COMPARE(offered(), u"local.eight"_s);
    }

    // A hub refuses a message beyond hub.messageBytes, so many large operations go in several messages.
    void offersLargeOperationsInSeveralMessages()
    {
        for (int each = 0; each < 4; ++each) {
            OperationSpec large = specOf(u"local"_s, u"op%1"_s.arg(each));
            large.description = QString(1900 << 10, u'x');
            QVERIFY(ours->registerOperation(large));
        }
        QVERIFY(hubs->registerOperation(specOf(u"local"_s, u"op0"_s)));
        const auto source = adapter(q("{'url':'ws://hub.test/ws','offer':['local']}"));
        QStringList warnings;
        connect(source.get(), &Adapter::logged, this, [&warnings](const LogLine &line) {
            if (line.isRemark())
                warnings.append(line.text);
        });
        open(*source);
        QTRY_COMPARE(warnings.size(), 1); // of the first message, when both are answered
        QVERIFY2(warnings.first().startsWith(u"The hub rejected local.op0: conflict"_s),
            qPrintable(warnings.first()));
        QCOMPARE(hub->directory().spokes().value(0).operations.size(), 3);
        const auto registers = [](const QByteArray &sent) { return sent.contains("\"hub.register\""); };
        QCOMPARE(qsizetype(std::ranges::count_if(wire->sent, registers)), 2);
    }

    // An operation that goes while the hub has not answered its registration is withdrawn.
    void withdrawsAnOperationBeforeTheHubAnswers()
    {
        QVERIFY(ours->registerOperation(specOf(u"local"_s, u"seven"_s)));
        QVERIFY(ours->registerOperation(specOf(u"local"_s, u"eight"_s)));
        isRaw = true;
        const auto source = adapter(q("{'url':'ws://hub.test/ws','offer':['local']}"));
        QList<Json> requests;
        Settled<Result<PeerInfo>> opened;
        opened.watch(source->open(), this);
        connect(rawPeer.get(), &Transport::received, this, [&requests](const QByteArray &bytes) {
            const Json event = jsonLiteral(bytes);
            if (event.member("type"_L1).toString() == "call.requested"_L1)
                requests.append(event.member("payload"_L1));
        });
        QTRY_VERIFY(opened.value);
        QTRY_COMPARE(requests.size(), 1);
        QCOMPARE(requests.first().member("operationId"_L1).toString(), u"hub.register"_s);
        ours->remove({u"local"_s, u"seven"_s});
        QTRY_COMPARE(requests.size(), 3);
        QCOMPARE(requests.at(1).member("operationId"_L1).toString(), u"hub.unregister"_s);
        QCOMPARE(requests.at(1).member("input"_L1).toBytes(), q("{'operations':['local.seven']}"));
        QCOMPARE(requests.at(2).member("input"_L1).member("operations"_L1).size(), 1);
    }

    // R-46
    void staysWithinTheLimitsForAHub()
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

    void offersEverythingThatMayBeOffered()
    {
        QVERIFY(ours->registerOperation(specOf(u"local"_s, u"seven"_s)));
        QVERIFY(ours->registerOperation(specOf(u"otherhub"_s, u"notes.find"_s)));
        HubFactory factory(
            [this](const MessageEndpoint &, const Limits &) -> std::unique_ptr<MessageChannel> {
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

    // 3.6: the owner of the name may disconnect. It may be ourselves, on an old connection that the hub still
    // keeps.
    void anOperationOfAnotherSpokeIsOfferedAgainLater()
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
        QTRY_VERIFY(wire->sent.size() > asked + 1); // the offer is repeated
        QCOMPARE(hub->directory().find(id)->connectionId, owner);
        QCOMPARE(said.size(), 1); // but reported once
        first->close();
        QTRY_VERIFY(hub->directory().find(id) && hub->directory().find(id)->connectionId != owner);
    }
};

WORKBENCH_TEST(tst_HubSpoke, QCoreApplication)
#include "tst_hubspoke.moc"
