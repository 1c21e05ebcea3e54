// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/registry/registryoperations.h"
#include "core/sources/hub/hubadapter.h"
#include "tests/support/hubsetup.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;

class tst_HubSource : public QObject, HubSetup {
    Q_OBJECT

    static QStringList names(const Discovery &discovery)
    {
        QStringList found;
        for (const OperationSpec &spec : discovery.operations)
            found.append(spec.id.name);
        return found;
    }

private Q_SLOTS:
    void init() { start(); }
    void cleanup() { stop(); }

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

    //
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

    // The hub lists only the operations that the identity of our calls may call.
    void listsAndPreviewsWithTheIdentityOfCalls()
    {
        OperationSpec restricted = specOf(u"notes"_s, u"drop"_s, OperationType::Mutation);
        restricted.accessControl.requiredScopes = {u"admin"_s};
        QVERIFY(hubs->registerOperation(restricted));
        who.isTrustedGateway = true;
        const auto source = adapter();
        const auto listed = [this, &source] {
            Settled<Result<Discovery>> found;
            found.watch(source->discover(), this);
            const bool isFound = QTest::qWaitFor([&found] { return found.value.has_value(); });
            return isFound && *found.value ? names(found.value->value()) : QStringList();
        };
        const Identity ana{u"ana"_s, {u"admin"_s}, {}};
        QSignalSpy changed(source.get(), &Adapter::operationsChanged);
        source->setIdentity(ana);
        QCOMPARE(changed.count(), 0); // not connected yet
        open(*source);
        QCOMPARE(listed(), (QStringList{u"notes.find"_s, u"notes.drop"_s}));
        const Result<WirePreview> preview = source->preview(restricted, Json::emptyObject());
        QVERIFY(preview);
        const Json payload = preview->frame.member("payload"_L1);
        QCOMPARE(payload.member("identity"_L1), toJson(ana));
        QVERIFY(payload.member("deadline"_L1).isNumber());
        source->setIdentity(ana);
        QCOMPARE(changed.count(), 0);
        source->setIdentity(std::nullopt);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(listed(), QStringList{u"notes.find"_s});
    }

    // Every member of an operation's specification is kept, also one that the protocol does not define.
    void keepsEveryMemberOfAnOperation()
    {
        OperationSpec offered = specOf(u"notes"_s, u"drop"_s, OperationType::Mutation);
        offered.accessControl.requiredScopes = {u"notes:write"_s};
        offered.accessControl.extra = jsonLiteral(q("{'hours':'9-17'}"));
        offered.errorSchemas = {{u"LOCKED"_s, u"somebody edits it"_s, jsonLiteral(q("{'type':'object'}")),
            423, jsonLiteral(q("{'retryAfter':5}"))}};
        offered.meta = jsonLiteral(q("{'path':'/notes'}"));
        offered.kind = u"resource"_s;
        offered.extra = jsonLiteral(q("{'owner':'ana','cost':3}"));
        QVERIFY(hubs->registerOperation(offered));
        who.identity = Identity{u"ana"_s, {u"notes:write"_s}, {}};
        const auto source = adapter();
        open(*source);
        Settled<Result<Discovery>> found;
        found.watch(source->discover(), this);
        QTRY_VERIFY(found.value);
        QCOMPARE(names(found.value->value()), (QStringList{u"notes.find"_s, u"notes.drop"_s}));
        const OperationSpec &spec = found.value->value().operations.last();
        QVERIFY(spec.isGuardedByPeer);
        QVERIFY(!isStreamToo(spec)); // only its source knows how it would be subscribed to
        const Json shown = toJson(spec);
        for (const QLatin1StringView member :
            {"accessControl"_L1, "errorSchemas"_L1, "_meta"_L1, "owner"_L1, "cost"_L1, "kind"_L1})
            QCOMPARE(shown.member(member).toBytes(), toJson(offered).member(member).toBytes());
        QCOMPARE(shown.member("errorSchemas"_L1).at(0).member("httpStatus"_L1), Json::integer(423));
    }

    void saysThatTheAccessControlOfAHubIsNotValid()
    {
        const Result<OperationSpec> spec =
            hubOperation(jsonLiteral(q("{'name':'drop','namespace':'notes','type':'mutation','accessControl':"
                                       "{'requiredScopes':'admin'}}")));
        QVERIFY(spec);
        QCOMPARE(spec->remarks.size(), 1);
        QVERIFY2(spec->remarks.first().contains(u"access control"_s), qPrintable(spec->remarks.first()));
    }

    // The hub itself checks our calls; calls from other callers are checked here.
    void accessRulesOfAHubApplyToOtherCallersOnly_data()
    {
        QTest::addColumn<bool>("isIncoming");
        QTest::addColumn<QStringList>("scopes");
        QTest::addColumn<bool>("isAllowed");
        QTest::newRow("our own call") << false << QStringList() << true;
        QTest::newRow("a call of another caller") << true << QStringList() << false;
        QTest::newRow("an authorised call of another caller") << true << QStringList{u"admin"_s} << true;
    }
    void accessRulesOfAHubApplyToOtherCallersOnly()
    {
        QFETCH(bool, isIncoming);
        QFETCH(QStringList, scopes);
        OperationSpec spec = specOf(u"team"_s, u"notes.drop"_s);
        spec.accessControl.requiredScopes = {u"admin"_s};
        spec.isGuardedByPeer = true;
        QVERIFY(ours->registerOperation(
            spec, Handler([](const Json &, const CallContext &) { return finished(Json::integer(7)); })));
        CallContext context;
        if (!scopes.isEmpty())
            context.identity = Identity{u"ana"_s, scopes, {}};
        Error error;
        if (isIncoming) {
            RegistryOperations operations(ours.get());
            error = QCoro::waitFor(operations.call({spec.id, {}, context, u"c"_s})).error_or(Error{});
        } else {
            error = QCoro::waitFor(ours->execute(spec.id, {}, context)).error_or(Error{});
        }
        QTEST(error.code != ErrorCode::accessDenied, "isAllowed");
    }

    // Connecting to a hub that never answers discovery fails, unless there is an operation to call or to
    // offer.
    void aHubThatNeverAnswersDiscoveryFailsToConnect_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<bool>("isUsable");
        QTest::newRow("nothing else is known") << plainSettings() << false;
        QTest::newRow("entered by hand")
            << q("{'url':'ws://hub.test/ws','operations':[{'id':'notes.hand'}]}") << true;
        QTest::newRow("a spoke") << q("{'url':'ws://hub.test/ws','offer':true}") << true;
    }
    void aHubThatNeverAnswersDiscoveryFailsToConnect()
    {
        QFETCH(QByteArray, settings);
        QFETCH(bool, isUsable);
        isRaw = true;
        Limits limits;
        limits.requestTimeoutMs = 50;
        const auto source = adapter(settings, limits);
        open(*source);
        Settled<Result<Discovery>> found;
        found.watch(source->discover(), this);
        QTRY_VERIFY(found.value);
        QCOMPARE(found.value->has_value(), isUsable);
        if (isUsable) {
            QVERIFY(found.value->value().incompleteReason.contains(u"services.list failed"_s));
            return;
        }
        QCOMPARE(found.value->error().kind, ErrorKind::Timeout);
        QVERIFY2(found.value->error().message.startsWith(
                     u"The hub \"team.hub\" did not answer services.list within 50 ms"_s),
            qPrintable(found.value->error().message));
    }

    // A listing may have a part of an operation only. What it has is used if the hub does not tell the rest.
    void asksForWhatAListingLeavesOut_data()
    {
        QTest::addColumn<QByteArray>("more"); // members in the listing
        QTest::addColumn<bool>("isAnswered");
        QTest::addColumn<int>("asked");
        QTest::addColumn<qsizetype>("errors");
        const QByteArray input = ",'inputSchema':{'type':'object'}";
        const QByteArray whole = input + ",'outputSchema':{},'accessControl':{'requiredScopes':[]}";
        QTest::newRow("all members of a specification") << whole << true << 0 << qsizetype(0);
        QTest::newRow("the input schema alone") << input << true << 1 << qsizetype(1);
        QTest::newRow("the input schema alone, and no answer") << input << false << 1 << qsizetype(0);
    }
    void asksForWhatAListingLeavesOut()
    {
        QFETCH(QByteArray, more);
        QFETCH(bool, isAnswered);
        isRaw = true;
        Limits limits;
        limits.requestTimeoutMs = 500;
        const auto source = adapter(plainSettings(), limits);
        open(*source);
        int asked = 0;
        connect(rawPeer.get(), &Transport::received, this, [&](const QByteArray &bytes) {
            const Json payload = jsonLiteral(bytes).member("payload"_L1);
            const QString operation = payload.member("operationId"_L1).toString();
            const bool isList = operation == "services.list"_L1;
            asked += operation == "services.schema"_L1 ? 1 : 0;
            const QByteArray spec = "{'id':'notes.find','type':'query'" + more;
            const QByteArray listed = "{'operations':[" + spec + "}]}";
            const QByteArray full = spec + ",'errorSchemas':[{'code':'LOCKED'}]}";
            if (isList || isAnswered)
                rawPeer->sendRaw(q("{'type':'call.responded','id':'','payload':{'requestId':'"
                    + payload.member("requestId"_L1).toString().toUtf8()
                    + "','output':" + (isList ? listed : full) + "}}"));
        });
        Settled<Result<Discovery>> found;
        found.watch(source->discover(), this);
        QTRY_VERIFY(found.value);
        QVERIFY(found.value->has_value());
        QTEST(asked, "asked");
        const Discovery discovery = found.value->value();
        QCOMPARE(discovery.incompleteReason, QString());
        QTEST(discovery.operations.first().errorSchemas.size(), "errors");
        QCOMPARE(discovery.operations.first().inputSchema, jsonLiteral(q("{'type':'object'}")));
    }

    // A hub that lists 40 operations and leaves requests for their schemas without an answer.
    void aHubThatKeepsItsSchemasIsNotAskedForAll_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<int>("answered"); // so many of the requests for a schema are answered
        QTest::addColumn<int>("asked");
        QTest::addColumn<bool>("isUsable");
        QTest::addColumn<QString>("says");
        const QString none = u"40 of 40 operations came without a schema: notes.op0, "_s;
        QTest::newRow("no schema is known")
            << plainSettings() << 0 << 32 << false
            << u"The hub \"team.hub\" did not answer services.schema within 500 ms"_s;
        QTest::newRow("entered by hand")
            << q("{'url':'ws://hub.test/ws','operations':[{'id':'notes.hand'}]}") << 0 << 32 << true << none;
        QTest::newRow("a spoke") << q("{'url':'ws://hub.test/ws','offer':true}") << 0 << 32 << true << none;
        QTest::newRow("one schema is answered")
            << plainSettings() << 1 << 40 << true
            << u"39 of 40 operations came without a schema: notes.op1, "_s;
    }
    void aHubThatKeepsItsSchemasIsNotAskedForAll()
    {
        QFETCH(QByteArray, settings);
        QFETCH(int, answered);
        QFETCH(int, asked);
        QFETCH(bool, isUsable);
        QFETCH(QString, says);
        isRaw = true;
        Limits limits;
        limits.requestTimeoutMs = 500;
        const auto source = adapter(settings, limits);
        open(*source);
        QByteArrayList listed;
        for (int each = 0; each < 40; ++each)
            listed.append(QByteArray("{'id':'notes.op" + QByteArray::number(each) + "','type':'query'}"));
        int requests = 0;
        connect(rawPeer.get(), &Transport::received, this, [&](const QByteArray &bytes) {
            const Json payload = jsonLiteral(bytes).member("payload"_L1);
            const QString id = payload.member("operationId"_L1).toString();
            const QByteArray head = "{'type':'call.responded','id':'','payload':{'requestId':'"
                + payload.member("requestId"_L1).toString().toUtf8() + "','output':";
            if (id == "services.list"_L1)
                rawPeer->sendRaw(q(head + "{'operations':[" + listed.join(',') + "]}}}"));
            else if (id == "services.schema"_L1 && ++requests <= answered)
                rawPeer->sendRaw(q(head + "{'id':'notes.op0','type':'query','inputSchema':{}}}}"));
        });
        Settled<Result<Discovery>> found;
        found.watch(source->discover(), this);
        QTRY_VERIFY(found.value);
        QCOMPARE(requests, asked);
        QCOMPARE(found.value->has_value(), isUsable);
        const QString said = isUsable ? found.value->value().incompleteReason : found.value->error().message;
        QVERIFY2(said.startsWith(says), qPrintable(said));
    }

    // The deadline of a caller is passed on unchanged.
    void aDeadlineOfTheContextIsPassedOn()
    {
        const auto source = adapter();
        open(*source);
        OperationSpec spec;
        spec.id = {u"team_hub"_s, u"notes.find"_s};
        CallContext context;
        context.deadline = 9'781'000'000'000;
        Settled<Result<HandlerResult>> answer;
        answer.watch(source->invoke(spec, Json(), context), this);
        QTRY_VERIFY(answer.value);
        QCOMPARE(jsonLiteral(wire->sent.last()).member("payload"_L1).member("deadline"_L1),
            Json::integer(9'781'000'000'000));
    }

    // The caller's idle time is passed on, its request is the parent of ours, and it gets the heartbeats,
    // which restart its idle timer.
    void aSubscriptionOfACallerIsPassedOn()
    {
        isRaw = true;
        const auto source = adapter();
        open(*source);
        CallContext context;
        context.requestId = u"ours"_s;
        context.callerRequestId = u"theirs"_s;
        context.idleTimeout = 20;
        context.showsHeartbeats = true;
        const auto stream = source->subscribe(
            specOf(u"team_hub"_s, u"notes.watch"_s, OperationType::Subscription), Json(), context);
        QVERIFY(stream);
        int items = 0;
        connect(stream->get(), &ItemStream::item, this, [&items] { ++items; });
        (*stream)->start();
        QTRY_VERIFY(wire->sent.last().contains("notes.watch"));
        const Json sent = jsonLiteral(wire->sent.last()).member("payload"_L1);
        QCOMPARE(sent.member("idleTimeout"_L1), Json::integer(20));
        QCOMPARE(sent.member("parentRequestId"_L1), Json::string(u"theirs"_s));
        rawPeer->sendRaw(q("{'type':'call.responded','id':'','payload':{'requestId':")
            + sent.member("requestId"_L1).toBytes()
            + q(",'output':{'data':null,'meta':{'source':'local','operationId':'x','timestamp':1,"
                "'_meta':{'heartbeat':true}}}}}"));
        QTRY_COMPARE(items, 1);
    }

    // The schemas are fetched a few at a time, however many there are.
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

    // 3.6: services.list, then services/list, then the operations that the user entered.
    void fallsBackWhereAHubListsNothing_data()
    {
        QTest::addColumn<bool>("hasSlashed");
        QTest::addColumn<QByteArray>("dialect");
        QTest::newRow("older names") << true << QByteArray("operations");
        QTest::newRow("older names, in their dialect") << true << QByteArray("alknet");
        QTest::newRow("entered by hand") << false << QByteArray("operations");
    }
    void fallsBackWhereAHubListsNothing()
    {
        QFETCH(bool, hasSlashed);
        QFETCH(QByteArray, dialect);
        isRaw = true;
        const auto source = adapter(QByteArray(q("{'url':'ws://hub.test/ws','dialect':'") + dialect
            + q("','operations':[{'id':'notes.hand','type':'mutation','inputSchema':{'type':'object'}}]}")));
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
            const QByteArray named = payload.member("requestId"_L1).toBytes();
            const QByteArray head = q("','id':'','payload':{'requestId':")
                + (named.isEmpty() ? event.member("id"_L1).toBytes() : named);
            if (hasSlashed && id == "/services/list"_L1)
                rawPeer->sendRaw(q("{'type':'call.responded") + head
                    + q(",'output':{'operations':[{'name':'find','namespace':'notes','op_type':'Query'},{'"
                        "name':'x'}]}}}"));
            else if (hasSlashed && id == "/services/schema"_L1
                && payload.member("input"_L1).toBytes() == q("{'name':'notes/find'}"))
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
            QStringList expected{u"/services/list"_s, u"/services/schema"_s};
            if (dialect == "operations")
                expected.prepend(u"services.list"_s);
            QCOMPARE(asked, expected);
            QCOMPARE(names(discovery), (QStringList{u"notes.find"_s, u"notes.hand"_s}));
            QCOMPARE(discovery.operations.first().inputSchema, jsonLiteral(q("{'type':'string'}")));
        } else {
            QCOMPARE(names(discovery), QStringList{u"notes.hand"_s});
            QCOMPARE(discovery.operations.first().type, OperationType::Mutation);
        }
        QCOMPARE(discovery.remarks.size(), 1);
        if (!hasSlashed)
            QVERIFY2(discovery.remarks.first().contains(u"in a workspace file"_s),
                qPrintable(discovery.remarks.first()));
    }

    void invokesWithADeadlineAndReturnsTheReceivedEnvelope()
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

    void cancellingAnInvocationNotifiesTheHub()
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

    // 2.2: the hub may have sent an event before it learned that we had ended the request.
    void anEventAfterOurAbortIsNoWarning_data()
    {
        QTest::addColumn<bool>("isOurs");
        QTest::addColumn<bool>("isWarning");
        QTest::newRow("we cancelled the call") << true << false;
        QTest::newRow("the hub ended the call") << false << true;
    }
    void anEventAfterOurAbortIsNoWarning()
    {
        QFETCH(bool, isOurs);
        isRaw = true;
        const auto source = adapter();
        open(*source);
        QList<LogLine> said;
        connect(source.get(), &Adapter::logged, this, [&said](const LogLine &line) { said.append(line); });
        std::stop_source stop;
        CallContext context;
        context.cancellation = stop.get_token();
        OperationSpec spec;
        spec.id.name = u"notes.find"_s;
        Settled<Result<HandlerResult>> answer;
        answer.watch(source->invoke(spec, Json(), context), this);
        QTRY_VERIFY(wire->sent.last().contains("\"notes.find\""));
        const QByteArray id =
            jsonLiteral(wire->sent.last()).member("payload"_L1).member("requestId"_L1).toBytes();
        if (isOurs)
            stop.request_stop();
        else
            rawPeer->sendRaw(q("{'type':'call.error','id':'','payload':{'requestId':") + id
                + q(",'code':'FULL','message':'no room'}}"));
        QTRY_VERIFY(answer.value);
        rawPeer->sendRaw(
            q("{'type':'call.responded','id':'','payload':{'requestId':") + id + q(",'output':1}}"));
        QTRY_COMPARE(said.size(), 1);
        QVERIFY2(
            said.first().text.contains(u"came after the request had ended"_s), qPrintable(said.first().text));
        QTEST(said.first().isRemark(), "isWarning");
    }

    // core/hub/README.md 2.8, 3.4; R-33: pending calls end, no call is repeated, and the operations are
    // offered again.
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
        QVERIFY2(answer.value->error().message.startsWith(u"The connection was lost"_s),
            qPrintable(answer.value->error().message));
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

    // The close code 1013 asks to try again later. The source does so with growing waits, and says why.
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
            QTRY_COMPARE(degraded.size(), 2 * (each + 1)); // connection lost, then restored
        }
        // 40, 60, 90 ms, each 0.8 to 1.2 times; a timer may be early.
        QVERIFY2(waits[0] >= 28 && waits[1] >= 43 && waits[2] >= 64,
            qPrintable(u"%1 %2 %3"_s.arg(waits[0]).arg(waits[1]).arg(waits[2])));
        hub->removeConnection(connectionId, 1013, u"backpressure"_s);
        QTRY_COMPARE(closed.size(), 1); // no connection lasted long enough to start counting anew
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

    void invalidSettingsAreRefused_data()
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
        QTest::newRow("operation with an unknown type")
            << q("{'url':'ws://a','operations':[{'id':'a.x','type':'get'}]}") << u"\"operations/a.x\""_s;
        const QByteArray digits(64, 'a');
        QTest::newRow("certificates are a text")
            << q("{'url':'wss://a','certificates':'all'}") << u"\"certificates\""_s;
        QTest::newRow("a certificate without a host")
            << QByteArray(q("{'url':'wss://a','certificates':[{'sha256':'") + digits + q("'}]}"))
            << u"\"certificates\""_s;
        QTest::newRow("a fingerprint that is too short")
            << q("{'url':'wss://a','certificates':[{'host':'a','sha256':'aa:bb'}]}") << u"\"certificates\""_s;
        QTest::newRow("a fingerprint with other letters") << QByteArray(
            q("{'url':'wss://a','certificates':[{'host':'a','sha256':'") + QByteArray(64, 'x') + q("'}]}"))
                                                          << u"\"certificates\""_s;
        QTest::newRow("trust is a text")
            << q("{'url':'ws://a','trustsGateway':'yes'}") << u"\"trustsGateway\""_s;
        QTest::newRow("dialect") << q("{'url':'ws://a','dialect':'x'}") << u"\"dialect\""_s;
        for (const char *name : {"Host", "Trailer", "sec-websocket-key", "Sec-WebSocket-Protocol"}) {
            QTest::newRow(name) << QByteArray(q("{'url':'ws://a','headers':{'") + name + q("':'x'}}"))
                                << u"the header \"%1\" belongs to the connection"_s.arg(
                                       QString::fromLatin1(name));
        }
    }
    void invalidSettingsAreRefused()
    {
        QFETCH(QByteArray, settings);
        QFETCH(QString, field);
        const Result<void> checked = HubFactory({}, nullptr).check({u"h"_s, u"hub"_s, jsonLiteral(settings)});
        QVERIFY(!checked);
        QCOMPARE(checked.error().kind, ErrorKind::Usage);
        QVERIFY2(checked.error().message.contains(field), qPrintable(checked.error().message));
    }
};

WORKBENCH_TEST(tst_HubSource, QCoreApplication)
#include "tst_hubsource.moc"
