// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/server/hub.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "tests/support/channelpair.h"
#include "tests/support/quotes.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;

namespace HubParts {

//! A peer that exchanges the JSON of the specification with the hub.
struct Peer {
    std::unique_ptr<ChannelPair> channel;
    QList<Json> received;
    QString id; //!< assigned by the hub
    bool isClosed = false;
    Json closing{}; //!< the close code and the reason, if the hub sent them

    void send(const QByteArray &text) { channel->sendRaw(text); }
    void request(const QByteArray &requestId, const QByteArray &operation, const QByteArray &input = "{}",
        const QByteArray &more = {})
    {
        send(QByteArray(q("{'type':'call.requested','id':'','payload':{'requestId':'") + requestId
            + q("','operationId':'") + operation + q("','input':") + input + more + "}}"));
    }
    void answer(const QByteArray &type, const Json &requested, const QByteArray &more = {})
    {
        send(QByteArray(q("{'type':'call.") + type + q("','id':'','payload':{'requestId':")
            + requested.member("requestId"_L1).toBytes() + more + "}}"));
    }
    //! Returns the payloads of all received events of \a type.
    QList<Json> payloads(QLatin1StringView type) const
    {
        QList<Json> found;
        for (const Json &event : received) {
            if (event.member("type"_L1).toString() == type)
                found.append(event.member("payload"_L1));
        }
        return found;
    }
    Json data(qsizetype index = -1) const
    {
        const QList<Json> all = payloads("call.responded"_L1);
        return all.value(index < 0 ? all.size() - 1 : index).member("output"_L1).member("data"_L1);
    }
};

QByteArray spec(const QByteArray &nameSpace, const QByteArray &name, const QByteArray &type = "query",
    const QByteArray &scopes = "[]")
{
    return QByteArray(q("{'name':'") + name + q("','namespace':'") + nameSpace
        + q("','version':'1.0.0','type':'") + type + q("','description':'finds ") + name
        + q("','inputSchema':{'type':'object'},'outputSchema':{'type':'object','required':['n'],'properties':"
            "{'n':{'type':'number'}}},'accessControl':{'requiredScopes':")
        + scopes + "}}");
}

Task<Result<HandlerResult>> doubled(Json input)
{
    co_return HandlerResult(Json::integer(2 * input.toInteger().value_or(0)));
}

} // namespace HubParts

using namespace HubParts;

class tst_Hub : public QObject {
    Q_OBJECT

    std::unique_ptr<OperationRegistry> own;
    std::unique_ptr<Hub> hub;
    std::vector<std::unique_ptr<Peer>> peers;

    Peer &join(const HubPeer &who = {})
    {
        auto [near, far] = ChannelPair::make();
        auto peer = std::make_unique<Peer>();
        peer->channel = std::move(near);
        Peer *raw = peer.get();
        connect(raw->channel.get(), &Transport::received, this,
            [raw](const QByteArray &bytes) { raw->received.append(jsonLiteral(bytes)); });
        connect(raw->channel.get(), &Transport::closed, this, [raw](const Error &reason) {
            raw->isClosed = true;
            raw->closing = reason.details;
        });
        raw->id = hub->addConnection(std::move(far), who).value_or(QString());
        peers.push_back(std::move(peer));
        return *raw;
    }
    //! Returns a new peer that has registered the operations \a specs.
    Peer &spoke(const QByteArrayList &specs, const HubPeer &who = {})
    {
        Peer &peer = join(who);
        peer.request("reg", "hub.register",
            q("{'name':'notes','spokeType':'dev-env','operations':[") + specs.join(',') + "]}");
        [&] { QTRY_COMPARE(peer.payloads("call.responded"_L1).size(), 1); }();
        return peer;
    }

private Q_SLOTS:
    void init() { make({}); }
    void make(const Hub::Options &options)
    {
        cleanup();
        own = std::make_unique<OperationRegistry>();
        OperationSpec local;
        local.id = {u"demo"_s, u"double"_s};
        QVERIFY(own->registerOperation(
            local, Handler([](Json input, CallContext) { return doubled(std::move(input)); })));
        hub = std::make_unique<Hub>(own.get(), options);
    }
    void cleanup()
    {
        hub.reset();
        peers.clear();
        own.reset();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    void answersForItsOwnOperations()
    {
        Peer &peer = join();
        peer.request("r1", "demo.double", "21");
        QTRY_COMPARE(peer.received.size(), 1);
        QCOMPARE(peer.data(), Json::integer(42));
        peer.request("r2", "demo.nothing");
        QTRY_COMPARE(peer.payloads("call.error"_L1).size(), 1);
        QCOMPARE(peer.payloads("call.error"_L1).first().toBytes(),
            q("{'requestId':'r2','code':'OPERATION_NOT_FOUND','message':'Operation not found: "
              "demo.nothing','details':{'operationId':'demo.nothing'}}"));
    }

    void registersASpokeAndListsRejectedOperations()
    {
        spoke({spec("notes", "find")});
        Peer &second = join();
        const QByteArray nameless = "{\"name\":\"y\"}";
        second.request("r", "hub.register",
            QByteArray(q("{'name':'other','operations':[")
                + QByteArrayList{spec("notes", "find"), spec("other", "do", "mutation"), spec("hub", "x"),
                    spec("services", "x"), spec("demo", "double"), nameless}
                    .join(',')
                + "]}"));
        QTRY_COMPARE(second.received.size(), 1);
        const Json data = second.data();
        QCOMPARE(data.member("connectionId"_L1).toString(), second.id);
        QVERIFY(!data.member("spokeId"_L1).toString().isEmpty());
        QCOMPARE(data.member("accepted"_L1).toBytes(), q("['other.do']"));
        QCOMPARE(data.member("rejected"_L1).toBytes(),
            q("[{'id':'notes.find','reason':'conflict'},{'id':'hub.x','reason':'the namespace is "
              "reserved'},{'id':'services.x','reason':'the namespace is reserved'},{'id':'demo.double',"
              "'reason':'conflict'},{'id':'.y','reason':'malformed: Operation \\'y\\' has no namespace'}]"));
        second.request("r2", "hub.unregister");
        QTRY_COMPARE(second.received.size(), 2);
        QCOMPARE(second.data().toBytes(), q("{'removed':['other.do']}"));
    }

    void refusesARegistrationWithoutAName()
    {
        Peer &peer = join();
        peer.request("r", "hub.register", q("{'operations':{}}"));
        QTRY_COMPARE(peer.received.size(), 1);
        const Json error = peer.payloads("call.error"_L1).value(0);
        QCOMPARE(error.member("code"_L1).toString(), u"VALIDATION_ERROR"_s);
        QCOMPARE(error.member("details"_L1).toBytes(),
            q("{'errors':[{'path':'/name','message':'Expected required "
              "property'},{'path':'/operations','message':'Expected array'}]}"));
    }

    // 3.6: The hub uses a new id, the id of the caller as parent, and the same deadline.
    // The envelope returns unchanged.
    void forwardsACallAndItsEnvelopeUnchanged()
    {
        Peer &serving = spoke({spec("notes", "find")});
        Peer &caller = join({.identity = Identity{u"ana"_s, {}, {}}});
        caller.request("r1", "notes.find", q("{'text':'tea'}"),
            q(",'deadline':9781000000000,'metadata':{'t':1},'identity':{'id':'eve','scopes':['admin']}"));
        QTRY_COMPARE(serving.payloads("call.requested"_L1).size(), 1);
        const Json asked = serving.payloads("call.requested"_L1).first();
        QVERIFY(asked.member("requestId"_L1).toString() != "r1"_L1);
        QCOMPARE(withoutMember(asked, u"requestId").toBytes(),
            q("{'operationId':'notes.find','input':{'text':'tea'},'parentRequestId':'r1','deadline':"
              "9781000000000,'identity':{'id':'ana','scopes':[]},'metadata':{'t':1}}"));
        // The output violates its schema and has unknown members. The hub must not change it.
        const QByteArray output = q("{'data':{'n':'1.50','x':[1e400]},'meta':{'source':'http','statusCode':"
                                    "200,'headers':{},'contentType':'a/b','extra':7},'_meta':{'a':1}}");
        serving.answer("responded", asked, QByteArray(q(",'output':") + output));
        QTRY_COMPARE(caller.received.size(), 1);
        QCOMPARE(caller.payloads("call.responded"_L1).first().toBytes(),
            QByteArray(q("{'requestId':'r1','output':") + output + "}"));
        QCOMPARE(hub->pending(), 0);
        QCOMPARE(hub->running(), 0);
    }

    // The caller cannot see that the spoke sent no envelope, because it gets one from the hub.
    void aBareValueOfASpokeIsReportedToTheCaller_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::newRow("a call") << QByteArray("query");
        QTest::newRow("a stream") << QByteArray("subscription");
    }
    void aBareValueOfASpokeIsReportedToTheCaller()
    {
        QFETCH(QByteArray, type);
        Peer &serving = spoke({spec("notes", "find", type)});
        Peer &caller = join();
        caller.request("r1", "notes.find");
        QTRY_COMPARE(serving.payloads("call.requested"_L1).size(), 1);
        serving.answer("responded", serving.payloads("call.requested"_L1).first(), q(",'output':{'n':7}"));
        QTRY_COMPARE(caller.received.size(), 1);
        QCOMPARE(caller.data().toBytes(), q("{'n':7}"));
        const Json meta = caller.payloads("call.responded"_L1).first().member("output"_L1).member("meta"_L1);
        const Json warnings = meta.member("_meta"_L1).member(envelopeWarningsMark);
        QCOMPARE(warnings.size(), 1);
        QVERIFY(warnings.at(0).member("message"_L1).toString().contains("sent a bare value"_L1));
    }

    void forwardsAnErrorWithItsCodeAndDetails()
    {
        Peer &serving = spoke({spec("notes", "find")});
        Peer &caller = join();
        caller.request("r1", "notes.find");
        QTRY_COMPARE(serving.payloads("call.requested"_L1).size(), 1);
        serving.answer("error", serving.payloads("call.requested"_L1).first(),
            q(",'code':'FULL','message':'no room','details':{'left':0}"));
        QTRY_COMPARE(caller.received.size(), 1);
        QCOMPARE(caller.payloads("call.error"_L1).first().toBytes(),
            q("{'requestId':'r1','code':'FULL','message':'no room','details':{'left':0}}"));
    }

    // The caller knows neither the spoke nor the id that the hub gave the request.
    void namesTheSpokeThatAborts()
    {
        Peer &serving = spoke({spec("notes", "find")});
        Peer &caller = join();
        caller.request("r1", "notes.find");
        QTRY_COMPARE(serving.payloads("call.requested"_L1).size(), 1);
        serving.answer("aborted", serving.payloads("call.requested"_L1).first());
        QTRY_COMPARE(caller.payloads("call.error"_L1).size(), 1);
        QCOMPARE(caller.payloads("call.error"_L1).first().toBytes(),
            q("{'requestId':'r1','code':'ABORTED','message':'Request r1 was aborted by the spoke "
              "\\'notes\\''}"));
    }

    void forwardsAStreamWithItsHeartbeatsToItsEnd()
    {
        Peer &serving = spoke({spec("notes", "watch", "subscription")});
        Peer &caller = join();
        caller.request("s1", "notes.watch", "{}", q(",'idleTimeout':5000"));
        QTRY_COMPARE(serving.payloads("call.requested"_L1).size(), 1);
        const Json asked = serving.payloads("call.requested"_L1).first();
        QCOMPARE(asked.member("idleTimeout"_L1), Json::integer(5000));
        const QByteArray first =
            q(",'output':{'data':1,'meta':{'source':'local','operationId':'x','timestamp':1}}");
        const QByteArray beat = q(",'output':{'data':null,'meta':{'source':'local','operationId':'x','"
                                  "timestamp':1,'_meta':{'heartbeat':true}}}");
        serving.answer("responded", asked, first);
        serving.answer("responded", asked, beat);
        serving.answer("completed", asked);
        QTRY_COMPARE(caller.received.size(), 3);
        QCOMPARE(caller.received.at(0).member("payload"_L1).toBytes(),
            QByteArray(q("{'requestId':'s1'") + first + "}"));
        QCOMPARE(caller.received.at(1).member("payload"_L1).toBytes(),
            QByteArray(q("{'requestId':'s1'") + beat + "}"));
        QCOMPARE(caller.received.at(2).member("type"_L1).toString(), u"call.completed"_s);
        QCOMPARE(hub->pending() + hub->running(), 0);
    }

    // 2.3: The caller enforces the idle time of its subscription; the hub only passes it on.
    void anIdleTimeIsEnforcedByTheCallerOnly()
    {
        Peer &serving = spoke({spec("notes", "watch", "subscription"), spec("notes", "find")});
        Peer &caller = join();
        caller.request("s1", "notes.watch", "{}", q(",'idleTimeout':20"));
        const QByteArray soon = QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 150);
        caller.request("r1", "notes.find", "{}", QByteArray(q(",'deadline':") + soon));
        QTRY_COMPARE(caller.received.size(), 1); // the end of the call, later than the idle time
        QCOMPARE(caller.payloads("call.error"_L1).first().member("requestId"_L1), Json::string(u"r1"_s));
        QCOMPARE(serving.payloads("call.requested"_L1).first().member("idleTimeout"_L1), Json::integer(20));
        QCOMPARE(hub->running(), 1);
    }

    // 2.7: What a spoke requests for a request of the hub ends with it.
    void theRequestsOfASpokeEndWithTheirParent()
    {
        Peer &serving = spoke({spec("notes", "do", "mutation")});
        Peer &other = spoke({spec("files", "read")});
        Peer &caller = join();
        caller.request("r1", "notes.do");
        QTRY_COMPARE(serving.payloads("call.requested"_L1).size(), 1);
        const QByteArray parent =
            serving.payloads("call.requested"_L1).first().member("requestId"_L1).toBytes();
        serving.request("c1", "files.read", "{}", QByteArray(q(",'parentRequestId':") + parent));
        QTRY_COMPARE(other.payloads("call.requested"_L1).size(), 1);
        caller.send(q("{'type':'call.aborted','id':'','payload':{'requestId':'r1'}}"));
        QTRY_COMPARE(other.payloads("call.aborted"_L1).size(), 1);
        QTRY_COMPARE(serving.payloads("call.aborted"_L1).size(), 2); // the request, and its child
        QTRY_COMPARE(hub->pending() + hub->running(), 0);
    }

    void anAbortReachesTheSpoke_data()
    {
        QTest::addColumn<bool>("isStream");
        QTest::addColumn<bool>("isLost");
        QTest::newRow("call, aborted") << false << false;
        QTest::newRow("stream, aborted") << true << false;
        QTest::newRow("call, caller lost") << false << true;
        QTest::newRow("stream, caller lost") << true << true;
    }
    void anAbortReachesTheSpoke()
    {
        QFETCH(bool, isStream);
        QFETCH(bool, isLost);
        Peer &serving = spoke({spec("notes", "do", isStream ? "subscription" : "mutation")});
        Peer &caller = join();
        caller.request("r1", "notes.do");
        QTRY_COMPARE(serving.payloads("call.requested"_L1).size(), 1);
        if (isLost)
            caller.channel->cut();
        else
            caller.send(q("{'type':'call.aborted','id':'','payload':{'requestId':'r1'}}"));
        QTRY_COMPARE(serving.payloads("call.aborted"_L1).size(), 1);
        QCOMPARE(serving.payloads("call.aborted"_L1).first().member("requestId"_L1),
            serving.payloads("call.requested"_L1).first().member("requestId"_L1));
        QCOMPARE(hub->pending() + hub->running(), 0);
        QTest::qWait(1);
        QCOMPARE(caller.received.size(), 0); // no further event for that id
    }

    // core/hub/README.md 2.8
    void aLostSpokeEndsItsCallsAndRemovesItsOperations()
    {
        Peer &serving = spoke({spec("notes", "do"), spec("notes", "watch", "subscription")});
        Peer &caller = join();
        caller.request("r1", "notes.do");
        caller.request("s1", "notes.watch");
        QTRY_COMPARE(serving.payloads("call.requested"_L1).size(), 2);
        serving.channel->cut();
        QTRY_COMPARE(caller.payloads("call.error"_L1).size(), 2);
        for (const Json &error : caller.payloads("call.error"_L1)) {
            QCOMPARE(withoutMember(withoutMember(error, u"requestId"), u"message").toBytes(),
                q("{'code':'EXECUTION_ERROR','details':{'retryable':true}}"));
            QCOMPARE(error.member("message"_L1).toString(),
                uR"(connection closed: the spoke "notes": The connection was lost)"_s);
        }
        QCOMPARE(hub->pending() + hub->running(), 0);
        QCOMPARE(hub->connections(), 1);
        caller.request("r2", "notes.do");
        QTRY_COMPARE(caller.payloads("call.error"_L1).size(), 3);
        QCOMPARE(
            caller.payloads("call.error"_L1).last().member("code"_L1).toString(), u"OPERATION_NOT_FOUND"_s);
    }

    // 3.5: Connections must not see the events of others.
    void responsesGoOnlyToTheCaller()
    {
        Peer &serving = spoke({spec("notes", "find")});
        Peer &caller = join();
        Peer &nosy = join();
        for (const char *topic : {"call.responded:", "call.error:", "call.requested:", "call.aborted:"})
            nosy.send(q("{'type':'__subscribe','id':'','payload':{'topic':'") + topic + q("'}}"));
        caller.request("r1", "notes.find");
        QTRY_COMPARE(serving.payloads("call.requested"_L1).size(), 1);
        const Json asked = serving.payloads("call.requested"_L1).first();
        // A guessed id gives no rights to a request.
        nosy.answer("responded", asked,
            q(",'output':{'data':'forged','meta':{'source':'local','operationId':'x','timestamp':1}}"));
        nosy.send(q("{'type':'call.aborted','id':'','payload':{'requestId':'r1'}}"));
        QTest::qWait(5);
        QCOMPARE(caller.received.size(), 0);
        QCOMPARE(serving.payloads("call.aborted"_L1).size(), 0);
        serving.answer("responded", asked,
            q(",'output':{'data':'real','meta':{'source':'local','operationId':'x','timestamp':1}}"));
        QTRY_COMPARE(caller.received.size(), 1);
        QCOMPARE(caller.data(), Json::string(u"real"_s));
        QCOMPARE(nosy.received.size(), 0);
    }

    void enforcesAccessBeforeItForwards_data()
    {
        QTest::addColumn<QStringList>("scopes");
        QTest::addColumn<bool>("isTrusted");
        QTest::addColumn<bool>("passes");
        QTest::newRow("no identity") << QStringList() << false << false;
        QTest::newRow("another scope") << QStringList{u"notes:write"_s} << false << false;
        QTest::newRow("the required scope") << QStringList{u"notes:read"_s} << false << true;
        QTest::newRow("a trusted gateway may name the identity") << QStringList() << true << true;
    }
    void enforcesAccessBeforeItForwards()
    {
        QFETCH(QStringList, scopes);
        QFETCH(bool, isTrusted);
        QFETCH(bool, passes);
        Peer &serving = spoke({spec("notes", "find", "query", q("['notes:read']"))});
        HubPeer who{.identity = {}, .isTrustedGateway = isTrusted, .address = {}};
        if (!scopes.isEmpty())
            who.identity = Identity{u"ana"_s, scopes, {}};
        Peer &caller = join(who);
        caller.request("r1", "notes.find", "{}", q(",'identity':{'id':'eve','scopes':['notes:read']}"));
        if (passes) {
            QTRY_COMPARE(serving.payloads("call.requested"_L1).size(), 1);
            return;
        }
        QTRY_COMPARE(caller.payloads("call.error"_L1).size(), 1);
        QCOMPARE(caller.payloads("call.error"_L1).first().member("code"_L1).toString(), u"ACCESS_DENIED"_s);
        QCOMPARE(serving.payloads("call.requested"_L1).size(), 0);
    }

    void listsOnlyCallableOperations()
    {
        spoke({spec("notes", "find"), spec("notes", "drop", "mutation", q("['admin']"))});
        Peer &anyone = join();
        Peer &admin = join({.identity = Identity{u"root"_s, {u"admin"_s}, {}}});
        const auto ids = [](const Json &data) {
            QStringList found;
            for (const Json &item : data.member("operations"_L1).items())
                found.append(item.member("id"_L1).toString());
            return found.join(u' ');
        };
        anyone.request("1", "services.list");
        QTRY_COMPARE(anyone.received.size(), 1);
        QCOMPARE(ids(anyone.data()), u"demo.double notes.find"_s);
        QCOMPARE(anyone.data().member("operations"_L1).at(1).toBytes(),
            q("{'id':'notes.find','name':'find','namespace':'notes','type':'query','version':'1.0.0','"
              "description':'finds find'}"));
        admin.request("1", "services.list", q("{'namespace':'notes'}"));
        admin.request("2", "services.list", q("{'type':'mutation','tag':null}"));
        admin.request("3", "services.search", q("{'query':'DROP finds'}"));
        admin.request("4", "services.search", q("{'query':'finds','limit':1}"));
        admin.request("5", "/services/list", q("{'namespace':'demo'}"));
        QTRY_COMPARE(admin.received.size(), 5);
        QCOMPARE(ids(admin.data(0)), u"notes.find notes.drop"_s);
        QCOMPARE(ids(admin.data(1)), u"notes.drop"_s);
        QCOMPARE(ids(admin.data(2)), u"notes.drop"_s);
        QCOMPARE(ids(admin.data(3)), u"notes.find"_s);
        QCOMPARE(ids(admin.data(4)), u"demo.double"_s);
        // A hidden operation looks like an unknown one.
        anyone.request("2", "services.schema", q("{'id':'notes.drop'}"));
        admin.request("6", "services.schema", q("{'id':'notes.drop'}"));
        admin.request("7", "services.schema", q("{'name':'/notes/find'}"));
        QTRY_COMPARE(admin.received.size(), 7);
        QTRY_COMPARE(anyone.payloads("call.error"_L1).size(), 1);
        QCOMPARE(
            anyone.payloads("call.error"_L1).first().member("code"_L1).toString(), u"OPERATION_NOT_FOUND"_s);
        QCOMPARE(admin.data(5).member("type"_L1).toString(), u"mutation"_s);
        QCOMPARE(admin.data(6).member("inputSchema"_L1).toBytes(), q("{'type':'object'}"));
        anyone.request("3", "hub.spokes");
        QTRY_COMPARE(anyone.received.size(), 3);
        const Json listed = anyone.data().member("spokes"_L1).at(0);
        QCOMPARE(listed.member("name"_L1).toString(), u"notes"_s);
        QCOMPARE(listed.member("operations"_L1).toBytes(), q("['notes.find']"));
    }

    // An operation that the hub gets after a spoke registered its id replaces that of the spoke.
    void anOperationOfTheHubComesFirst_data()
    {
        QTest::addColumn<bool>("isWithheld");
        QTest::newRow("listed") << false;
        QTest::newRow("withheld") << true;
    }
    void anOperationOfTheHubComesFirst()
    {
        QFETCH(bool, isWithheld);
        Hub::Options options;
        options.isWithheld = [isWithheld](const OperationId &id) { return isWithheld && id.name == "x"_L1; };
        make(options);
        Peer &serving = spoke({spec("desk", "x")});
        OperationSpec late;
        late.id = {u"desk"_s, u"x"_s};
        late.title = u"ours"_s;
        QVERIFY(own->registerOperation(
            late, Handler([](Json input, CallContext) { return doubled(std::move(input)); })));
        Peer &caller = join();
        caller.request("1", "services.list", q("{'namespace':'desk'}"));
        QTRY_COMPARE(caller.received.size(), 1);
        const Json listed = caller.data().member("operations"_L1);
        QCOMPARE(listed.size(), isWithheld ? 0 : 1);
        QCOMPARE(listed.at(0).member("title"_L1).toString(), isWithheld ? QString() : u"ours"_s);
        caller.request("2", "services.schema", q("{'id':'desk.x'}"));
        caller.request("3", "desk.x", "21");
        QTRY_COMPARE(caller.received.size(), 3);
        QCOMPARE(caller.payloads("call.error"_L1).size(), isWithheld ? 1 : 0);
        QCOMPARE(caller.data(), Json::integer(42));
        QCOMPARE(serving.payloads("call.requested"_L1).size(), 0);
        own->remove(late.id);
        caller.request("4", "desk.x");
        QTRY_COMPARE(serving.payloads("call.requested"_L1).size(), 1);
    }

    void answersHeartbeats()
    {
        Peer &peer = spoke({spec("notes", "find")});
        peer.request("h", "hub.heartbeat");
        QTRY_COMPARE(peer.received.size(), 2);
        QVERIFY(peer.data().member("timestamp"_L1).isInteger());
    }

    void otherEventsGoToTheSubscribersOfTheirTopic()
    {
        Peer &one = join();
        Peer &two = join();
        Peer &three = join();
        two.send(q("{'type':'__subscribe','id':'','payload':{'topic':'news:tea'}}"));
        three.send(q("{'type':'__subscribe','id':'','payload':{'topic':'news:milk'}}"));
        three.send(QByteArray(
            q("{'type':'__subscribe','id':'','payload':{'topic':'direct:") + two.id.toUtf8() + q("'}}")));
        three.send(QByteArray(
            q("{'type':'__subscribe','id':'','payload':{'topic':'direct:") + three.id.toUtf8() + q("'}}")));
        QTest::qWait(2);
        const QByteArray news = q("{'type':'news','id':'tea','payload':{'a':1.50},'more':2}");
        one.send(news);
        one.send(QByteArray(q("{'type':'direct','id':'") + two.id.toUtf8() + q("','payload':'for two'}")));
        one.send(
            QByteArray(q("{'type':'direct','id':'") + three.id.toUtf8() + q("','payload':'for three'}")));
        QTRY_COMPARE(two.received.size(), 1);
        QTRY_COMPARE(three.received.size(), 1);
        QTest::qWait(2);
        QCOMPARE(two.received.first().toBytes(), news);
        QCOMPARE(three.received.first().member("payload"_L1).toString(), u"for three"_s);
        QCOMPARE(one.received.size(), 0);
    }

    void aSlowReaderOfATopicIsDisconnectedWith1013()
    {
        Hub::Options options;
        options.limits.hubOutBytes = 300;
        make(options);
        Peer &one = join();
        Peer &slow = join();
        Peer &quick = join();
        for (Peer *peer : {&slow, &quick})
            peer->send(q("{'type':'__subscribe','id':'','payload':{'topic':'news'}}"));
        QTest::qWait(2);
        slow.channel->setReading(false);
        int warnings = 0;
        connect(hub.get(), &Hub::logged, this,
            [&warnings](const LogLine &line) { warnings += line.level == LogLine::Level::Warning ? 1 : 0; });
        for (int each = 1; each <= 40; ++each) {
            one.send(q("{'type':'news','id':'','payload':{'text':'0123456789'}}"));
            QTRY_COMPARE(quick.received.size(), each); // a peer that reads receives every event
        }
        QTRY_VERIFY(slow.isClosed);
        QCOMPARE(slow.closing.toBytes(), q("{'closeCode':1013,'closeReason':'backpressure'}"));
        QTRY_COMPARE(quick.received.size(), 40);
        QCOMPARE(warnings, 1); // one warning, not one per event
        QCOMPARE(hub->connections(), 2);
    }

    void aFastHandlerWaitsForASlowCaller()
    {
        Hub::Options options;
        options.limits.hubOutBytes = 2000;
        make(options);
        Peer &serving = spoke({spec("notes", "watch", "subscription")});
        Peer &caller = join();
        caller.request("s1", "notes.watch");
        QTRY_COMPARE(serving.payloads("call.requested"_L1).size(), 1);
        const Json asked = serving.payloads("call.requested"_L1).first();
        caller.channel->setReading(false);
        constexpr int count = 500;
        for (int each = 0; each < count; ++each) {
            serving.answer("responded", asked,
                QByteArray(q(",'output':{'data':") + QByteArray::number(each)
                    + q(",'meta':{'source':'local','operationId':'x','timestamp':1}}")));
        }
        QTest::qWait(20);
        QCOMPARE(hub->connections(), 2); // the slow caller stays connected
        caller.channel->setReading(true);
        QTRY_COMPARE(caller.received.size(), count);
        for (int each = 0; each < count; ++each)
            QCOMPARE(caller.data(each), Json::integer(each));
    }

    // The dialect with a token in each request. 3.5, 6
    void checksTheTokenOfARequest_data()
    {
        QTest::addColumn<bool>("needsTokens");
        QTest::addColumn<QByteArray>("token");
        QTest::addColumn<QString>("code"); // empty: the call succeeds
        QTest::newRow("a valid token with the scope") << true << QByteArray("t0ken of ana") << QString();
        QTest::newRow("a valid token without the scope")
            << true << QByteArray("t0ken of bo") << u"ACCESS_DENIED"_s;
        QTest::newRow("an unknown token") << true << QByteArray("guessed") << u"ACCESS_DENIED"_s;
        QTest::newRow("no token, the identity of the connection") << true << QByteArray() << QString();
        QTest::newRow("tokens are not configured") << false << QByteArray("guessed") << QString();
    }
    void checksTheTokenOfARequest()
    {
        QFETCH(bool, needsTokens);
        QFETCH(QByteArray, token);
        QFETCH(QString, code);
        ExchangeLog log;
        Hub::Options options;
        options.log = &log;
        if (needsTokens) {
            options.identityOf = [](const QString &each) -> std::optional<Identity> {
                if (each == "t0ken of ana"_L1)
                    return Identity{u"ana"_s, {u"notes:read"_s}, {}};
                return each == "t0ken of bo"_L1 ? std::optional(Identity{u"bo"_s, {}, {}}) : std::nullopt;
            };
        }
        make(options);
        QByteArrayList frames;
        connect(&log, &ExchangeLog::noted, this,
            [&frames](const Frame &frame) { frames.append(frame.source.toUtf8() + ' ' + frame.bytes); });
        Peer &serving = spoke({spec("notes", "find", "query", q("['notes:read']"))});
        Peer &caller = join({.identity = Identity{u"cy"_s, {u"notes:read"_s}, {}}, .address = u"far:1"_s});
        caller.request("r1", "notes.find", "{}",
            token.isEmpty() ? token : QByteArray(q(",'auth_token':'") + token + '"'));
        if (code.isEmpty()) {
            QTRY_COMPARE(serving.payloads("call.requested"_L1).size(), 1);
            const Json asked = serving.payloads("call.requested"_L1).first();
            QCOMPARE(asked.member("identity"_L1).member("id"_L1).toString(),
                token.isEmpty() || !needsTokens ? u"cy"_s : u"ana"_s);
            QVERIFY(asked.member("auth_token"_L1).isAbsent());
        } else {
            QTRY_COMPARE(caller.payloads("call.error"_L1).size(), 1);
            QCOMPARE(caller.payloads("call.error"_L1).first().member("code"_L1).toString(), code);
            QCOMPARE(serving.payloads("call.requested"_L1).size(), 0);
        }
        const auto asked = std::ranges::find_if(frames, [](const QByteArray &frame) {
            return frame.startsWith("far:1 ") && frame.contains("\"r1\"") && frame.contains("call.requested");
        });
        QVERIFY(asked != frames.end()); // the request is logged without its token
        QCOMPARE(asked->contains("auth_token"), !token.isEmpty());
        QVERIFY2(token.isEmpty() || !asked->contains(token), asked->constData());
    }

    void findsOneOfThousandsOfSchemasQuickly()
    {
        QByteArrayList specs;
        for (int each = 0; each < 5000; ++each)
            specs.append(spec("many", "op" + QByteArray::number(each)));
        Peer &peer = spoke(specs);
        QCOMPARE(peer.data().member("accepted"_L1).size(), 5000);
        for (int each = 0; each < 5000; ++each)
            peer.request("s" + QByteArray::number(each), "services.schema",
                q("{'id':'many.op") + QByteArray::number(each) + q("'}"));
        QTRY_COMPARE(peer.received.size(), 5001);
        QCOMPARE(peer.data().member("name"_L1).toString(), u"op4999"_s);
    }

    void refusesOperationsAndRequestsBeyondItsLimits()
    {
        Hub::Options options;
        options.limits.hubOperations = 2;
        options.limits.hubRunning = 3;
        make(options);
        Peer &peer = spoke({spec("notes", "a"), spec("notes", "b"), spec("notes", "c")});
        QCOMPARE(peer.data().member("rejected"_L1).toBytes(),
            q("[{'id':'notes.c','reason':'too many operations'}]"));
        Peer &caller = join();
        for (int each = 0; each < 5; ++each)
            caller.request("r" + QByteArray::number(each), "notes.a");
        QTRY_COMPARE(caller.payloads("call.error"_L1).size(), 2);
        QCOMPARE(caller.payloads("call.error"_L1).first().member("message"_L1).toString(),
            u"Too many requests at a time; try again later"_s);
    }

    void refusesConnectionsBeyondItsLimit()
    {
        Hub::Options options;
        options.limits.hubConnections = 2;
        make(options);
        join();
        join();
        Peer &third = join();
        QCOMPARE(third.id, QString());
        QTRY_VERIFY(third.isClosed);
        QCOMPARE(hub->connections(), 2);
    }

    void closesAllConnectionsWhenItEnds()
    {
        Peer &serving = spoke({spec("notes", "do")});
        Peer &caller = join();
        caller.request("r1", "notes.do");
        QTRY_COMPARE(serving.payloads("call.requested"_L1).size(), 1);
        hub.reset();
        QTRY_VERIFY(serving.isClosed);
        QTRY_VERIFY(caller.isClosed);
    }
};

WORKBENCH_TEST(tst_Hub, QCoreApplication)
#include "tst_hub.moc"
