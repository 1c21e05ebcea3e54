// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/callevent.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QRegularExpression>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

Result<CallEvent> read(const QByteArray &text)
{
    const Result<EventEnvelope> envelope = eventEnvelopeFromJson(jsonLiteral(text));
    return envelope.and_then(&CallEventMap::fromEnvelope);
}

template <typename T> T readAs(const QByteArray &text)
{
    const Result<CallEvent> event = read(text);
    return event && std::holds_alternative<T>(*event) ? std::get<T>(*event) : T{};
}

} // namespace

class tst_CallEvent : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // The exact JSON of core/hub/README.md 2.1.
    void readsAndWritesTheSpecificationsJson_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("requested") << QByteArray(
            R"({"type":"call.requested","id":"","payload":{"requestId":"5b1f0f0e-6f59-4c0e-9a0f-2f8a3f1d7a10","operationId":"notes.find","input":{"text":"tea"},"deadline":1781000000000,"identity":{"id":"ana","scopes":["notes:read"],"resources":{"project:p1":["read"]}}}})");
        QTest::newRow("requested, all fields") << QByteArray(
            R"({"type":"call.requested","id":"","payload":{"requestId":"r","operationId":"notes.find","input":[1.50,2],"parentRequestId":"p","deadline":1,"idleTimeout":30000,"identity":{"id":"ana","scopes":[]},"metadata":{"trace":"x"}}})");
        QTest::newRow("responded") << QByteArray(
            R"({"type":"call.responded","id":"","payload":{"requestId":"5b1f0f0e-6f59-4c0e-9a0f-2f8a3f1d7a10","output":{"data":{"hits":2},"meta":{"source":"local","operationId":"notes.find","timestamp":1780999999123}}}})");
        QTest::newRow("error") << QByteArray(
            R"({"type":"call.error","id":"","payload":{"requestId":"5b1f0f0e-6f59-4c0e-9a0f-2f8a3f1d7a10","code":"ACCESS_DENIED","message":"Access denied for operation: notes.find","details":{"requiredScopes":["notes:read"]}}})");
        QTest::newRow("completed") << QByteArray(
            R"({"type":"call.completed","id":"","payload":{"requestId":"0d3b3a52-52a4-4a0c-8a53-b5a5a45a6a77"}})");
        QTest::newRow("aborted") << QByteArray(
            R"({"type":"call.aborted","id":"","payload":{"requestId":"0d3b3a52-52a4-4a0c-8a53-b5a5a45a6a77"}})");
        QTest::newRow("unknown fields are kept") << QByteArray(
            R"({"type":"call.completed","id":"","payload":{"requestId":"r","cause":"end","n":12345678901234567890}})");
    }
    void readsAndWritesTheSpecificationsJson()
    {
        QFETCH(QByteArray, text);
        const Result<CallEvent> event = read(text);
        QVERIFY(event);
        const EventEnvelope written = CallEventMap::toEnvelope(*event);
        QCOMPARE(written.toBytes(), text);
        QCOMPARE(written.toJson().toBytes(), text);
    }

    void unknownMembersOfTheEnvelopeAreKept()
    {
        const QByteArray text = R"({"type":"a.b","id":"7","payload":null,"at":3})";
        QCOMPARE(eventEnvelopeFromJson(jsonLiteral(text))->toBytes(), text);
    }

    void omitsAbsentFieldsAndTreatsNullAsAbsent()
    {
        const auto event = readAs<CallRequested>(
            R"({"type":"call.requested","id":null,"payload":{"requestId":"r","operationId":"a.b","parentRequestId":null,"deadline":null,"idleTimeout":null,"identity":null,"metadata":null}})");
        QCOMPARE(event.requestId, u"r"_s);
        QVERIFY(!event.deadline && !event.idleTimeout && !event.identity);
        QCOMPARE(CallEventMap::toEnvelope(event).payload.toBytes(),
            QByteArray(R"({"requestId":"r","operationId":"a.b","input":{}})"));
    }

    // A time that cannot be added to the clock without an overflow is ignored.
    void readsTimes_data()
    {
        QTest::addColumn<QByteArray>("written");
        QTest::addColumn<qint64>("time"); // 0: ignored
        QTest::newRow("a fraction") << QByteArray("1500.7") << qint64(1500);
        QTest::newRow("a negative time") << QByteArray("-5") << qint64(-5);
        QTest::newRow("the largest integer") << QByteArray("9223372036854775807") << qint64(0);
        QTest::newRow("the smallest integer") << QByteArray("-9223372036854775808") << qint64(0);
        QTest::newRow("larger than an integer") << QByteArray("1e300") << qint64(0);
    }
    void readsTimes()
    {
        QFETCH(QByteArray, written);
        QFETCH(qint64, time);
        const auto event = readAs<CallRequested>(
            R"({"type":"call.requested","id":"","payload":{"requestId":"r","operationId":"a.b","deadline":)"
            + written + R"(,"idleTimeout":)" + written + "}}");
        QCOMPARE(event.requestId, u"r"_s);
        QCOMPARE(event.deadline.value_or(0), time);
        QCOMPARE(event.idleTimeout.value_or(0), time);
    }

    // Tolerated according to core/hub/README.md 4.
    void theIdMayBeInTheEnvelopeOnly()
    {
        const QByteArray text = R"({"type":"call.aborted","id":"r7","payload":{}})";
        QCOMPARE(readAs<CallAborted>(text).requestId, u"r7"_s);
        QCOMPARE(
            readAs<CallAborted>(R"({"type":"call.aborted","id":"e","payload":{"requestId":"r"}})").requestId,
            u"r"_s);
        QCOMPARE(CallEventMap::toEnvelope(CallAborted{u"r7"_s, {}}, {}, CallDialect::Alknet).toBytes(), text);
    }

    void anEventWithoutAPayloadIsRefused_data()
    {
        QTest::addColumn<QByteArray>("rest");
        QTest::newRow("no payload") << QByteArray();
        QTest::newRow("null") << QByteArray(",'payload':null");
        QTest::newRow("a list") << QByteArray(",'payload':[]");
    }
    void anEventWithoutAPayloadIsRefused()
    {
        QFETCH(QByteArray, rest);
        for (const char *type :
            {"call.requested", "call.responded", "call.completed", "call.aborted", "call.error"}) {
            const QByteArray text = QByteArray("{'type':'") + type + "','id':'r7'" + rest + '}';
            const Result<EventEnvelope> envelope =
                eventEnvelopeFromJson(jsonLiteral(QByteArray(text).replace('\'', '"')));
            QVERIFY(envelope);
            const Result<CallEvent> event = CallEventMap::fromEnvelope(*envelope);
            QVERIFY(!event);
            QCOMPARE(event.error().kind, ErrorKind::Protocol);
            QCOMPARE(
                event.error().message, u"The peer sent %1 without a payload"_s.arg(QLatin1StringView(type)));
        }
    }

    void theOtherDialectWritesOperationsWithSlashes()
    {
        const EventEnvelope written =
            CallEventMap::toEnvelope(CallRequested{u"r"_s, u"ns.a.b"_s, {}}, {}, CallDialect::Alknet);
        QCOMPARE(written.toBytes(),
            QByteArray(
                R"({"type":"call.requested","id":"r","payload":{"operationId":"/ns/a.b","input":{}}})"));
    }

    void resolvesOperationIdsWithSlashes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("known");
        QTest::addColumn<QString>("resolved");
        QTest::newRow("the usual form") << u"ns.name"_s << QStringList() << u"ns.name"_s;
        QTest::newRow("leading slash") << u"/ns.name"_s << QStringList() << u"ns.name"_s;
        QTest::newRow("slash for dot") << u"/ns/name"_s << QStringList{u"ns.name"_s} << u"ns.name"_s;
        QTest::newRow("only the first slash") << u"ns/a/b"_s << QStringList() << u"ns.a/b"_s;
        QTest::newRow("a known name with a slash") << u"ns.a/b"_s << QStringList{u"ns.a/b"_s} << u"ns.a/b"_s;
        QTest::newRow("an unknown name with a slash") << u"ns.a/b"_s << QStringList() << u"ns.a/b"_s;
    }
    void resolvesOperationIdsWithSlashes()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, known);
        QFETCH(QString, resolved);
        QCOMPARE(resolveOperationId(
                     text, [&known](const OperationId &id) { return known.contains(id.toString()); })
                     .toString(),
            resolved);
    }

    void translatesErrorCodesOfOtherVersions_data()
    {
        QTest::addColumn<QString>("theirs");
        QTest::addColumn<QString>("ours");
        QTest::newRow("not found") << u"NOT_FOUND"_s << u"OPERATION_NOT_FOUND"_s;
        QTest::newRow("forbidden") << u"FORBIDDEN"_s << u"ACCESS_DENIED"_s;
        QTest::newRow("invalid input") << u"INVALID_INPUT"_s << u"VALIDATION_ERROR"_s;
        QTest::newRow("operation type") << u"INVALID_OPERATION_TYPE"_s << u"INVALID_OPERATION_TYPE"_s;
        QTest::newRow("internal") << u"INTERNAL"_s << u"EXECUTION_ERROR"_s;
        QTest::newRow("timeout") << u"TIMEOUT"_s << u"TIMEOUT"_s;
        QTest::newRow("unknown codes are kept") << u"QUOTA"_s << u"QUOTA"_s;
        QTest::newRow("no code") << QString() << u"UNKNOWN_ERROR"_s;
    }
    void translatesErrorCodesOfOtherVersions()
    {
        QFETCH(QString, theirs);
        QFETCH(QString, ours);
        const auto event = readAs<CallFailed>(R"({"type":"call.error","id":"r","payload":{"code":")"
            + theirs.toUtf8() + R"(","message":"m","retryable":true,"details":{"a":1}}})");
        QCOMPARE(event.error.code, ours);
        QCOMPARE(event.error.details.toBytes(), QByteArray(R"({"a":1,"retryable":true})"));
        QVERIFY(event.extra.isAbsent());
    }

    void recognisesValidationFailuresOfOlderPeers()
    {
        const CallFailed event{u"r"_s,
            {u"EXECUTION_ERROR"_s,
                u"Validation failed for Input validation failed for a.b:\n  - /x: Expected string"_s, {}},
            {}};
        QCOMPARE(errorOf(event).kind, ErrorKind::Validation);
        QCOMPARE(errorOf({u"r"_s, {u"EXECUTION_ERROR"_s, u"no"_s, {}}, {}}).kind, ErrorKind::Remote);
    }

    void neverWritesATokenOfARequest()
    {
        const auto event = readAs<CallRequested>(
            R"({"type":"call.requested","id":"r","payload":{"operationId":"a.b","auth_token":"secret"}})");
        QCOMPARE(event.authToken, u"secret"_s);
        QVERIFY(!CallEventMap::toEnvelope(event).toBytes().contains("secret"));
    }

    void eventsWithoutARequestAreMalformed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no id") << QByteArray(R"({"type":"call.responded","id":"","payload":{}})");
        QTest::newRow("a number instead of an id")
            << QByteArray(R"({"type":"call.error","id":"r","payload":{"requestId":1}})");
        QTest::newRow("payload is a list")
            << QByteArray(R"({"type":"call.responded","id":"","payload":[1]})");
        QTest::newRow("too long an id")
            << QByteArray(R"({"type":"call.aborted","id":")" + QByteArray(600, 'x') + R"("})");
        QTest::newRow("an unknown type") << QByteArray(R"({"type":"call.restarted","id":"r","payload":{}})");
        QTest::newRow("no type") << QByteArray(R"({"id":"r","payload":{}})");
        QTest::newRow("type is a number") << QByteArray(R"({"type":3,"id":"r","payload":{}})");
        QTest::newRow("not an object") << QByteArray("[]");
    }
    void eventsWithoutARequestAreMalformed()
    {
        QFETCH(QByteArray, text);
        const Result<CallEvent> event = read(text);
        QVERIFY(!event);
        QCOMPARE(event.error().kind, ErrorKind::Protocol);
    }

    void sixteenMalformedMessagesInARowAreHopeless()
    {
        EventDecoder decoder;
        for (int each = 0; each < 15; ++each)
            QVERIFY(!decoder.decode("{"));
        QVERIFY(decoder.decode(R"({"type":"a","id":"","payload":{}})"));
        for (int each = 0; each < 15; ++each)
            QVERIFY(!decoder.decode("7"));
        QVERIFY(!decoder.isHopeless());
        QVERIFY(!decoder.decode(R"({"type":null})"));
        QVERIFY(decoder.isHopeless());
        QCOMPARE(decoder.malformed(), 31u);
    }

    void aRequestIdIsALowerCaseUuid()
    {
        static const QRegularExpression v4(
            u"^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"_s);
        QVERIFY(v4.match(newRequestId()).hasMatch());
        QVERIFY(newRequestId() != newRequestId());
    }
};

WORKBENCH_TEST(tst_CallEvent, QCoreApplication)
#include "tst_callevent.moc"
