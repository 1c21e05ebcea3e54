// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/operation/registry/operationregistry.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

using Settled = Result<HandlerResult>;

Task<Settled> finished(Settled result)
{
    co_return result;
}

Task<Settled> awaited(QFuture<Settled> future)
{
    co_return co_await future;
}

Handler answering(const Settled &result)
{
    return [result](const Json &, const CallContext &) { return finished(result); };
}

//! Returns a handler that returns its input.
Handler echoing()
{
    return [](const Json &input, const CallContext &) { return finished(input); };
}

//! The pending answer of a handler: settled by the test, or with Cancelled when the caller cancels.
struct Pending {
    QPromise<Settled> promise;
    std::optional<std::stop_callback<std::function<void()>>> onStop;

    static std::shared_ptr<Pending> make()
    {
        auto pending = std::make_shared<Pending>();
        pending->promise.start();
        return pending;
    }
    void settle(const Settled &result)
    {
        promise.addResult(result);
        promise.finish();
    }
};

Handler waitingFor(const std::shared_ptr<Pending> &pending)
{
    return [pending](const Json &, const CallContext &context) {
        pending->onStop.emplace(context.cancellation, [pending = pending.get()] {
            pending->settle(std::unexpected(Error{ErrorKind::Cancelled, u"ABORTED"_s, u"stopped"_s}));
        });
        return awaited(pending->promise.future());
    };
}

class OneItem : public ItemStream {
public:
    void start() override { }
    void cancel() override { }
};

StreamHandler streaming()
{
    return [](const Json &, const CallContext &) -> Result<std::unique_ptr<ItemStream>> {
        return std::make_unique<OneItem>();
    };
}

OperationSpec spec(const QString &id, OperationType type = OperationType::Query)
{
    OperationSpec spec;
    spec.id = OperationId::fromString(id);
    spec.type = type;
    return spec;
}

const OperationId noteId{u"notes"_s, u"find"_s};

class CountedParts : public DeferredParts {
public:
    explicit CountedParts(int *made)
        : m_made(made)
    {
    }
    void fill(OperationSpec &spec) const override
    {
        ++*m_made;
        spec.inputSchema = jsonLiteral(R"({"required":["text"]})");
    }

private:
    int *m_made;
};

} // namespace

class tst_Registry : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_registry = std::make_unique<OperationRegistry>(); }
    void cleanup() { m_registry.reset(); }

    void keepsTheFirstPositionWhenOverwriting();
    void keepsAHandlerWhenOnlyTheSpecIsNew();
    void makesDeferredPartsOnDemand();
    void keepsOnlyTheLargePartsUsedLast();
    void refusesHandlersOfTheWrongType();
    void refusesAmbiguousIds();
    void announcesEachNamespaceOnce();
    void removesOperationsAndNamespaces();

    void failsBeforeTheHandler_data();
    void failsBeforeTheHandler();
    void checksAccessBeforeInput();
    void refusesInvalidInput();
    void sendsInvalidInputIfRequested();
    void treatsMissingInputAsAnEmptyObject();
    void runsTheWholePipeline();
    void forwardsStrictCast();
    void remarksOnBrokenSchemas();
    void validatesWithEveryDefinition_data();
    void validatesWithEveryDefinition();

    void settlesWithTheReply();
    void settlesWithTheHandlersTimeout();
    void settlesWithTheHandlersCancellation();
    void settlesAfterTheRegistryIsGone();
    void doesNotStartCancelledCalls();
    void usesTheSpecAtTheStartOfTheCall();
    void handlesLargeResultsOnAWorker();

    void mapsErrorsToDeclaredCodes_data();
    void mapsErrorsToDeclaredCodes();
    void subscribesToStreamsOnly();

private:
    Result<Outcome> execute(const OperationId &id, const Json &input = {}, const CallContext &context = {})
    {
        return QCoro::waitFor(m_registry->execute(id, input, context));
    }

    std::unique_ptr<OperationRegistry> m_registry;
};

void tst_Registry::keepsTheFirstPositionWhenOverwriting()
{
    QVERIFY(m_registry->registerAll({{spec(u"a.one"_s), {}}, {spec(u"a.two"_s), {}}, {spec(u"b.one"_s), {}}})
            .has_value());
    OperationSpec again = spec(u"a.one"_s);
    again.title = u"again"_s;
    QVERIFY(m_registry->registerOperation(again).has_value());
    QCOMPARE(m_registry->count(), 3);
    QCOMPARE(m_registry->list().first().title, u"again"_s);
    QCOMPARE(m_registry->list(u"a"_s).size(), 2);
    QCOMPARE(m_registry->list(u"b"_s).first().id.toString(), u"b.one"_s);
}

void tst_Registry::keepsAHandlerWhenOnlyTheSpecIsNew()
{
    QVERIFY(m_registry->registerOperation(spec(u"notes.find"_s), answering(Json::integer(1))).has_value());
    QVERIFY(m_registry->registerOperation(spec(u"notes.find"_s)).has_value());
    QCOMPARE(execute(noteId)->envelope.data, Json::integer(1));
    QVERIFY(!m_registry->registerOperation(spec(u"notes.find"_s, OperationType::Subscription)).has_value());
    QCOMPARE(m_registry->getSpec(noteId)->type, OperationType::Query);
}

void tst_Registry::makesDeferredPartsOnDemand()
{
    int made = 0;
    OperationSpec light = spec(u"notes.find"_s);
    light.deferred = std::make_shared<CountedParts>(&made);
    QVERIFY(m_registry->registerOperation(light, echoing()).has_value());
    QCOMPARE(m_registry->list().size(), 1);
    QCOMPARE(made, 0);

    QCOMPARE(execute(noteId).error().code, ErrorCode::validationError);
    QCOMPARE(made, 1); // made for the call, which keeps the prepared schemas
    QCOMPARE(execute(noteId).error().code, ErrorCode::validationError);
    QCOMPARE(made, 1);
    QVERIFY(!m_registry->getSpec(noteId)->inputSchema.isAbsent());
    QCOMPARE(made, 2);
    QVERIFY(!m_registry->getSpec(noteId)->inputSchema.isAbsent());
    QCOMPARE(made, 2);
    QVERIFY(toJson(light).member("inputSchema"_L1).hasMember("required"_L1));
    QCOMPARE(made, 3); // made for a copy that was not yet completed
}

void tst_Registry::keepsOnlyTheLargePartsUsedLast()
{
    class LargeParts : public DeferredParts {
    public:
        void fill(OperationSpec &spec) const override
        {
            spec.outputSchema = Json::object({{u"enum"_s, Json::array(QList<Json>(200'000, Json::null()))}});
        }
    };
    const auto parts = std::make_shared<LargeParts>();
    for (const QString &name : {u"a.one"_s, u"a.two"_s}) {
        OperationSpec light = spec(name);
        light.deferred = parts;
        QVERIFY(m_registry->registerOperation(light, echoing()).has_value());
    }
    const OperationSpec *one = m_registry->getSpec({u"a"_s, u"one"_s});
    QVERIFY(!one->outputSchema.isAbsent());
    QVERIFY(!m_registry->getSpec({u"a"_s, u"two"_s})->outputSchema.isAbsent());
    QVERIFY(one->outputSchema.isAbsent()); // dropped, and made again on demand
    QVERIFY(!m_registry->getSpec({u"a"_s, u"one"_s})->outputSchema.isAbsent());
}

void tst_Registry::refusesHandlersOfTheWrongType()
{
    QVERIFY(
        !m_registry->registerOperation(spec(u"a.b"_s, OperationType::Subscription), echoing()).has_value());
    QVERIFY(!m_registry->registerOperation(spec(u"a.b"_s, OperationType::Mutation), streaming()).has_value());
    QCOMPARE(m_registry->count(), 0);
    QVERIFY(
        m_registry->registerOperation(spec(u"a.b"_s, OperationType::Subscription), streaming()).has_value());
}

void tst_Registry::refusesAmbiguousIds()
{
    OperationSpec odd;
    odd.id = {u"a.b"_s, u"c"_s};
    QVERIFY(!m_registry->registerOperation(odd).has_value());
    odd.id = {u"a"_s, {}};
    QVERIFY(!m_registry->registerOperation(odd).has_value());
}

void tst_Registry::announcesEachNamespaceOnce()
{
    const QSignalSpy changed(m_registry.get(), &OperationRegistry::operationsChanged);
    const auto result = m_registry->registerAll({{spec(u"a.one"_s), {}}, {spec(u"b.one"_s), streaming()},
        {spec(u"a.two"_s), {}}, {spec(u"c.one"_s), echoing()}});
    QVERIFY(!result.has_value()); // b.one does not fit its type; the others are registered
    QCOMPARE(m_registry->count(), 3);
    QCOMPARE(changed.size(), 2);
    QCOMPARE(changed.at(0).first().toString(), u"a"_s);
    QCOMPARE(changed.at(1).first().toString(), u"c"_s);
}

void tst_Registry::removesOperationsAndNamespaces()
{
    QVERIFY(m_registry->registerAll({{spec(u"a.one"_s), {}}, {spec(u"a.two"_s), {}}, {spec(u"b.one"_s), {}}})
            .has_value());
    const QSignalSpy changed(m_registry.get(), &OperationRegistry::operationsChanged);
    m_registry->remove(m_registry->getSpec({u"a"_s, u"one"_s})->id);
    QVERIFY(!m_registry->getSpec({u"a"_s, u"one"_s}));
    m_registry->removeNamespace(u"a"_s);
    QCOMPARE(m_registry->count(), 1);
    m_registry->removeNamespace(u"a"_s);
    m_registry->remove({u"x"_s, u"y"_s});
    QCOMPARE(changed.size(), 2);
}

void tst_Registry::failsBeforeTheHandler_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QByteArray>("details");
    QTest::newRow("no spec") << u"a.none"_s << u"OPERATION_NOT_FOUND"_s << u"Operation not found: a.none"_s
                             << QByteArray(R"({"operationId":"a.none"})");
    QTest::newRow("no handler") << u"a.bare"_s << u"OPERATION_NOT_FOUND"_s
                                << u"No handler registered for operation: a.bare"_s
                                << QByteArray(R"({"operationId":"a.bare"})");
    QTest::newRow("subscription") << u"a.stream"_s << u"INVALID_OPERATION_TYPE"_s
                                  << u"a.stream is a subscription: subscribe to it"_s
                                  << QByteArray(R"({"operationId":"a.stream","type":"subscription"})");
    QTest::newRow("no identity") << u"a.locked"_s << u"ACCESS_DENIED"_s
                                 << u"Access denied for operation: a.locked — identity required"_s
                                 << QByteArray(R"({"operationId":"a.locked","requiredScopes":["s"]})");
}

void tst_Registry::failsBeforeTheHandler()
{
    OperationSpec locked = spec(u"a.locked"_s);
    locked.accessControl.requiredScopes = {u"s"_s};
    QVERIFY(m_registry
            ->registerAll({{spec(u"a.bare"_s), {}},
                {spec(u"a.stream"_s, OperationType::Subscription), streaming()}, {locked, echoing()}})
            .has_value());
    QFETCH(QString, id);
    QFETCH(QByteArray, details);
    const auto result = execute(OperationId::fromString(id));
    QVERIFY(!result.has_value());
    QTEST(result.error().code, "code");
    QTEST(result.error().message, "message");
    QCOMPARE(result.error().details.toBytes(), details);
}

void tst_Registry::checksAccessBeforeInput()
{
    OperationSpec locked = spec(u"notes.find"_s);
    locked.accessControl.requiredScopes = {u"s"_s};
    locked.inputSchema = jsonLiteral(R"({"type":"string"})");
    QVERIFY(m_registry->registerOperation(locked, echoing()).has_value());
    CallContext context;
    QCOMPARE(execute(noteId, Json::integer(1), context).error().code, "ACCESS_DENIED"_L1);
    context.identity = Identity{u"ana"_s, {u"s"_s}, {}};
    QCOMPARE(execute(noteId, Json::integer(1), context).error().code, "VALIDATION_ERROR"_L1);
    QVERIFY(execute(noteId, Json::string(u"x"), context).has_value());
}

void tst_Registry::refusesInvalidInput()
{
    OperationSpec typed = spec(u"notes.find"_s);
    typed.inputSchema = jsonLiteral(R"({"type":"object","properties":{"limit":{"type":"integer"}}})");
    bool ran = false;
    QVERIFY(m_registry
            ->registerOperation(typed, Handler([&ran](const Json &input, const CallContext &) {
                ran = true;
                return finished(input);
            }))
            .has_value());
    const auto result = execute(noteId, jsonLiteral(R"({"limit":"ten"})"));
    QVERIFY(!result.has_value());
    QVERIFY(!ran);
    const Error &error = result.error();
    QCOMPARE(error.kind, ErrorKind::Validation);
    QCOMPARE(error.code, "VALIDATION_ERROR"_L1);
    const Json first = error.details.member("errors"_L1).at(0);
    QCOMPARE(first.member("path"_L1).toString(), u"/limit"_s);
    QCOMPARE(first.member("message"_L1).toString(), u"Expected integer, got string"_s);
    QCOMPARE(error.message,
        u"Validation failed for Input validation failed for notes.find:\n  - /limit: Expected integer"_s);
}

void tst_Registry::sendsInvalidInputIfRequested()
{
    OperationSpec typed = spec(u"notes.find"_s);
    typed.inputSchema = jsonLiteral(R"({"type":"object","properties":{"limit":{"type":"integer"}}})");
    QVERIFY(m_registry->registerOperation(typed, echoing()).has_value());
    CallContext context;
    context.sendInvalid = true;
    const auto outcome = execute(noteId, jsonLiteral(R"({"limit":"ten"})"), context);
    QVERIFY(outcome.has_value());
    QCOMPARE(outcome->envelope.data, jsonLiteral(R"({"limit":"ten"})"));
    QCOMPARE(outcome->warnings.size(), 1);
    QCOMPARE(outcome->warnings.first().keyword, u"input"_s);
    QVERIFY(outcome->warnings.first().message.contains("/limit"_L1));
    QVERIFY(execute(noteId, jsonLiteral(R"({"limit":10})"), context)->warnings.isEmpty());
}

void tst_Registry::treatsMissingInputAsAnEmptyObject()
{
    QVERIFY(m_registry->registerOperation(spec(u"notes.find"_s), echoing()).has_value());
    QCOMPARE(execute(noteId)->envelope.data, Json::emptyObject());
}

void tst_Registry::runsTheWholePipeline()
{
    OperationSpec typed = spec(u"notes.find"_s);
    typed.outputSchema =
        jsonLiteral(R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]})");
    QVERIFY(m_registry->registerOperation(typed, answering(jsonLiteral(R"({"n":"1"})"))).has_value());
    CallContext context;
    context.exchangeId = u"x1"_s;
    const auto outcome = execute(noteId, {}, context);
    QVERIFY(outcome.has_value());
    QCOMPARE(outcome->envelope.data, jsonLiteral(R"({"n":0})"));
    QCOMPARE(outcome->changes.size(), 1);
    QCOMPARE(outcome->changes.first().mark, ChangeMark::Lost);
    QVERIFY(outcome->warnings.isEmpty());
    QCOMPARE(outcome->exchangeId, u"x1"_s);
    QCOMPARE(std::get<LocalMeta>(outcome->envelope.meta()).operationId, u"notes.find"_s);
}

void tst_Registry::forwardsStrictCast()
{
    OperationSpec typed = spec(u"notes.find"_s);
    typed.outputSchema = jsonLiteral(R"({"type":"string","pattern":"^a"})");
    QVERIFY(m_registry->registerOperation(typed, answering(Json::integer(1))).has_value());
    const QSignalSpy remarks(m_registry.get(), &OperationRegistry::remark);
    QVERIFY(execute(noteId).has_value());
    QCOMPARE(remarks.size(), 1);
    QVERIFY(remarks.first().at(1).toString().startsWith("Output normalisation failed for notes.find: "_L1));
    PipelineOptions options;
    options.strictCast = true;
    const auto strict = QCoro::waitFor(m_registry->execute(noteId, {}, {}, options));
    QVERIFY(!strict.has_value());
    QCOMPARE(strict.error().code, "EXECUTION_ERROR"_L1);
}

void tst_Registry::remarksOnBrokenSchemas()
{
    OperationSpec broken = spec(u"notes.find"_s);
    broken.inputSchema = jsonLiteral(R"({"type":"nonsense"})");
    broken.accessControl.customAuth = u"mine"_s;
    const QSignalSpy remarks(m_registry.get(), &OperationRegistry::remark);
    QVERIFY(m_registry->registerOperation(broken, echoing()).has_value());
    QCOMPARE(remarks.size(), 1);
    QCOMPARE(remarks.first().at(1).toString(), u"customAuth is ignored"_s);
    QVERIFY(execute(noteId, Json::integer(1)).has_value()); // an unusable schema refuses no input
    QVERIFY(execute(noteId, Json::integer(1)).has_value());
    QCOMPARE(remarks.size(), 2); // reported once
    QCOMPARE(m_registry->inputSchema(noteId).get(), m_registry->inputSchema(noteId).get());
    QVERIFY(!m_registry->outputSchema({u"no"_s, u"such"_s}));
}

void tst_Registry::validatesWithEveryDefinition_data()
{
    QTest::addColumn<bool>("isDeferred");
    QTest::newRow("definitions in the spec") << false;
    QTest::newRow("deferred definitions") << true;
}

void tst_Registry::validatesWithEveryDefinition()
{
    constexpr int definitions = 3000;
    QFETCH(bool, isDeferred);
    Limits limits;
    limits.schemaCompileMs = 60'000; // sanitizers are slow
    m_registry = std::make_unique<OperationRegistry>(limits);
    QByteArray properties;
    QByteArray shared;
    for (int i = 0; i < definitions; ++i) {
        const QByteArray name = "d" + QByteArray::number(i);
        properties += (i > 0 ? ",\"" : "\"") + name + "\":{\"$ref\":\"#/$defs/" + name + "\"}";
        shared += (i > 0 ? ",\"" : "\"") + name + "\":{\"properties\":{\"n\":{\"type\":\"integer\"}}}";
    }
    const Json schema = jsonLiteral(QByteArray("{\"properties\":{" + properties + "}}"));
    const Json whole = withMember(schema, u"$defs", jsonLiteral(QByteArray("{" + shared + "}")));

    class SharedParts : public DeferredParts {
    public:
        Json schema;
        Json whole;
        void fill(OperationSpec &made) const override { made.inputSchema = made.outputSchema = whole; }
        void fillSharing(OperationSpec &made, SharedDefinitions &shared) const override
        {
            made.inputSchema = made.outputSchema = schema;
            for (const auto entry : whole.member("$defs"_L1).members())
                shared.insert(entry.key(), entry.value());
        }
    };
    OperationSpec find = spec(u"notes.find"_s);
    if (isDeferred) {
        const auto parts = std::make_shared<SharedParts>();
        parts->schema = schema;
        parts->whole = whole;
        find.deferred = parts;
    } else {
        find.inputSchema = find.outputSchema = whole;
    }
    QVERIFY(m_registry->registerOperation(find, answering(jsonLiteral(R"({"d2999":{"n":"x"}})"))));

    QCOMPARE(execute(noteId, jsonLiteral(R"({"d2998":{"n":"y"}})")).error().code, ErrorCode::validationError);
    PipelineOptions options;
    options.normalise = false;
    const auto outcome = QCoro::waitFor(m_registry->execute(noteId, Json::emptyObject(), {}, options));
    QVERIFY(outcome);
    QCOMPARE(outcome->warnings.size(), 1);
    QCOMPARE(outcome->warnings.first().pointer, u"/d2999/n"_s);
    const auto ready = m_registry->outputSchema(noteId);
    QCoro::waitFor(m_registry->prepare(noteId));
    QCOMPARE(m_registry->outputSchema(noteId), ready); // made once
}

void tst_Registry::settlesWithTheReply()
{
    const auto pending = Pending::make();
    QVERIFY(m_registry->registerOperation(spec(u"notes.find"_s), waitingFor(pending)).has_value());
    QMetaObject::invokeMethod(this, [pending] { pending->settle(Json::integer(5)); }, Qt::QueuedConnection);
    QCOMPARE(execute(noteId)->envelope.data, Json::integer(5));
}

void tst_Registry::settlesWithTheHandlersTimeout()
{
    QVERIFY(m_registry
            ->registerOperation(spec(u"notes.find"_s),
                answering(std::unexpected(Error{ErrorKind::Timeout, {}, u"Request r timed out"_s})))
            .has_value());
    const auto result = execute(noteId);
    QCOMPARE(result.error().kind, ErrorKind::Timeout);
    QCOMPARE(result.error().code, "TIMEOUT"_L1);
}

void tst_Registry::settlesWithTheHandlersCancellation()
{
    const auto pending = Pending::make();
    QVERIFY(m_registry->registerOperation(spec(u"notes.find"_s), waitingFor(pending)).has_value());
    std::stop_source stop;
    CallContext context;
    context.cancellation = stop.get_token();
    QMetaObject::invokeMethod(this, [&stop] { stop.request_stop(); }, Qt::QueuedConnection);
    const auto result = execute(noteId, {}, context);
    QCOMPARE(result.error().kind, ErrorKind::Cancelled);
    QCOMPARE(result.error().code, "ABORTED"_L1);
}

void tst_Registry::settlesAfterTheRegistryIsGone()
{
    const auto pending = Pending::make();
    QVERIFY(m_registry->registerOperation(spec(u"notes.find"_s), waitingFor(pending)).has_value());
    auto task = m_registry->execute(noteId, {}, {});
    m_registry.reset();
    pending->settle(Json::integer(5));
    const auto outcome = QCoro::waitFor(std::move(task));
    QVERIFY(outcome.has_value());
    QCOMPARE(outcome->envelope.data, Json::integer(5));
}

void tst_Registry::doesNotStartCancelledCalls()
{
    const auto pending = Pending::make();
    QVERIFY(m_registry->registerOperation(spec(u"notes.find"_s), waitingFor(pending)).has_value());
    std::stop_source stop;
    stop.request_stop();
    CallContext context;
    context.requestId = u"r1"_s;
    context.cancellation = stop.get_token();
    const auto result = execute(noteId, {}, context);
    QCOMPARE(result.error().kind, ErrorKind::Cancelled);
    QCOMPARE(result.error().message, u"Request r1 was aborted"_s);
    QVERIFY(!pending->onStop.has_value());
    pending->promise.finish();
}

void tst_Registry::usesTheSpecAtTheStartOfTheCall()
{
    const auto pending = Pending::make();
    OperationSpec typed = spec(u"notes.find"_s);
    typed.outputSchema = jsonLiteral(R"({"type":"integer"})");
    QVERIFY(m_registry->registerOperation(typed, waitingFor(pending)).has_value());
    auto task = m_registry->execute(noteId, {}, {});
    m_registry->remove(noteId);
    pending->settle(Json::string(u"x"));
    const auto outcome = QCoro::waitFor(std::move(task));
    QCOMPARE(outcome->envelope.data, Json::integer(0));
}

void tst_Registry::handlesLargeResultsOnAWorker()
{
    OperationSpec typed = spec(u"notes.find"_s);
    typed.outputSchema = jsonLiteral(R"({"type":"array","items":{"type":"integer"}})");
    QList<Json> items(20'000, Json::integer(1));
    items.last() = Json::string(u"1");
    QVERIFY(m_registry->registerOperation(typed, answering(Json::array(items))).has_value());
    auto task = m_registry->execute(noteId, {}, {});
    QVERIFY(!task.isReady()); // a small result would be ready at once
    QThread *resumedOn = nullptr;
    qsizetype changes = 0;
    QCoro::connect(std::move(task), this, [&](const Result<Outcome> &outcome) {
        resumedOn = QThread::currentThread();
        changes = outcome ? outcome->changes.size() : -1;
    });
    QTRY_VERIFY(resumedOn);
    QCOMPARE(resumedOn, thread());
    QCOMPARE(changes, 1);
}

void tst_Registry::mapsErrorsToDeclaredCodes_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("mapped");
    QTest::newRow("message is the code") << QString() << u"NO_NOTE"_s << u"NO_NOTE"_s;
    QTest::newRow("message starts with the code") << QString() << u"NO_NOTE: 7"_s << u"NO_NOTE"_s;
    QTest::newRow("code inside the message") << QString() << u"got NO_NOTE: 7"_s << u"EXECUTION_ERROR"_s;
    QTest::newRow("a longer code in the message") << QString() << u"NO_NOTES: 7"_s << u"EXECUTION_ERROR"_s;
    QTest::newRow("a call error is kept") << u"TIMEOUT"_s << u"NO_NOTE: 7"_s << u"TIMEOUT"_s;
    QTest::newRow("a domain code is kept") << u"OTHER_CODE"_s << u"NO_NOTE: 7"_s << u"OTHER_CODE"_s;
    QTest::newRow("an internal code is not a call code")
        << u"child.exited"_s << u"gone"_s << u"EXECUTION_ERROR"_s;
}

void tst_Registry::mapsErrorsToDeclaredCodes()
{
    QFETCH(QString, code);
    QFETCH(QString, message);
    QFETCH(QString, mapped);
    const Error error{ErrorKind::Remote, code, message, {}, Json::integer(1)};
    const QList<ErrorDefinition> declared{{u"NO_NOTE"_s, {}, {}, {}}};
    const CallError result = mapError(error, declared);
    QCOMPARE(result.code, mapped);
    QCOMPARE(result.message, message);
    QCOMPARE(result.details, Json::integer(1));

    OperationSpec failing = spec(u"notes.find"_s);
    failing.errorSchemas = declared;
    QVERIFY(m_registry->registerOperation(failing, answering(std::unexpected(error))).has_value());
    const QString seen = execute(noteId).error().code;
    QCOMPARE(seen, code == "child.exited"_L1 ? code : mapped); // scripts still see our internal code
}

void tst_Registry::subscribesToStreamsOnly()
{
    OperationSpec stream = spec(u"clock.tick"_s, OperationType::Subscription);
    stream.inputSchema = jsonLiteral(R"({"type":"object","properties":{"n":{"type":"integer"}}})");
    QVERIFY(m_registry->registerAll({{stream, streaming()}, {spec(u"notes.find"_s), echoing()}}).has_value());
    const OperationId tick{u"clock"_s, u"tick"_s};
    QVERIFY(m_registry->subscribe(tick, {}, {}).has_value());
    QCOMPARE(
        m_registry->subscribe(tick, jsonLiteral(R"({"n":"x"})"), {}).error().code, "VALIDATION_ERROR"_L1);
    CallContext context;
    context.sendInvalid = true;
    QVERIFY(m_registry->subscribe(tick, jsonLiteral(R"({"n":"x"})"), context).has_value());
    QCOMPARE(m_registry->subscribe(noteId, {}, {}).error().code, "EXECUTION_ERROR"_L1);
    QCOMPARE(m_registry->subscribe({u"no"_s, u"such"_s}, {}, {}).error().code, "OPERATION_NOT_FOUND"_L1);
}

WORKBENCH_TEST(tst_Registry, QCoreApplication)
#include "tst_registry.moc"
