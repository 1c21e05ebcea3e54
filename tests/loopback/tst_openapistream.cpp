// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Subscriptions over text/event-stream against a peer that splits, drops, resumes and misbehaves.

#include "core/operation/registry/itemstream.h"
#include "tests/support/openapipeer.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

constexpr auto document = R"json({
    "openapi": "3.1.0", "info": {"title": "Streams", "version": "1"},
    "paths": {
        "/events": {"get": {"operationId": "events", "parameters": [{"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"}}], "responses": {"200": {"description": "s", "content": {"text/event-stream": {"schema": {}}}}}}},
        "/chat": {"post": {"operationId": "chat", "description": "The last event is data: [DONE].",
            "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}},
            "responses": {"200": {"description": "s", "content": {"text/event-stream": {"schema": {}}}}}}},
        "/words": {"get": {"operationId": "words", "responses": {"200": {"description": "s", "content": {"text/event-stream": {"schema": {"type": ["string", "null"]}}}}}}},
        "/list": {"get": {"operationId": "list", "responses": {"200": {"description": "s", "content": {"text/event-stream": {"schema": {"type": "array", "items": {"$ref": "#\/components\/schemas\/Count"}}}}}}}},
        "/tree": {"get": {"operationId": "tree", "responses": {"200": {"description": "s", "content": {"text/event-stream": {"schema": {"$ref": "#\/components\/schemas\/Tree"}}}}}}},
        "/numbers": {"get": {"operationId": "numbers", "responses": {"default": {"description": "s", "content": {"text/event-stream": {"schema": {"$ref": "#\/components\/schemas\/Count"}}}}}}},
        "/ask": {"post": {"operationId": "ask",
            "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}},
            "responses": {"200": {"description": "s", "content": {
                "application/json": {"schema": {"type": "object", "required": ["text"]}},
                "text/event-stream": {"schema": {"type": "object", "required": ["piece"]}}}}}}}
    }, "components": {"schemas": {"Count": {"type": "integer"}, "Tree": {"oneOf": [{"$ref": "#\/components\/schemas\/Tree"}, {"$ref": "#\/components\/schemas\/Tree"}, {"type": "integer"}]}}}})json";

const QByteArray head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-A: 1\r\nConnection: close\r\n\r\n";

struct Heard {
    QStringList items; //!< data as JSON, with event, id and retry
    QList<StreamValue> values;
    std::optional<EndReason> reason;
    Error error;
};

void listen(ItemStream *stream, Heard &heard)
{
    QObject::connect(stream, &ItemStream::item, stream, [&heard](const StreamValue &value) {
        heard.values.append(value);
        heard.items.append(QString::fromUtf8(envelopeOf(value.value)->data.toBytes()) + u'|'
            + value.sse.value_or(SseFields()).eventType + u'|' + value.sse.value_or(SseFields()).lastEventId
            + u'|' + (value.sse && value.sse->retryMs ? QString::number(*value.sse->retryMs) : QString()));
    });
    QObject::connect(stream, &ItemStream::ended, stream, [&heard](EndReason reason, const Error &error) {
        QVERIFY(!heard.reason);
        heard.reason = reason;
        heard.error = error;
    });
}

} // namespace

class tst_OpenApiStream : public QObject {
    Q_OBJECT

private:
    OpenApiPeer peer{document};

    std::unique_ptr<ItemStream> subscribe(
        Heard &heard, const QString &name = u"events"_s, const char *input = "{}")
    {
        auto stream = peer.adapter->subscribe(peer.spec(name), jsonLiteral(input), {});
        if (!stream)
            qFatal("no stream: %s", qPrintable(stream.error().message));
        listen(stream->get(), heard);
        (*stream)->start();
        return *std::move(stream);
    }

private Q_SLOTS:
    void init() { peer.special = {}; }

    void readsEventsHoweverTheyAreSplit_data()
    {
        QTest::addColumn<qsizetype>("piece");
        for (const qsizetype piece : {1, 2, 3, 7, 1000})
            QTest::addRow("pieces of %d bytes", int(piece)) << piece;
    }

    void anEmptyDataFieldMakesAnEvent()
    {
        QVERIFY(peer.open());
        peer.special = [](QTcpSocket *socket, const RawServer::Request &) {
            RawServer::answer(socket, head + "data\n\nevent: tick\ndata:\n\nevent: none\n\ndata: 1\n\n");
        };
        Heard heard;
        const auto stream = subscribe(heard);
        QTRY_VERIFY(heard.reason);
        QCOMPARE(heard.items, (QStringList{u"\"\"|||"_s, u"\"\"|tick||"_s, u"\"1\"|||"_s}));
    }

    void notesTheLinesOfEvents()
    {
        QVERIFY(peer.open());
        peer.special = [](QTcpSocket *socket, const RawServer::Request &) {
            RawServer::answer(
                socket, head + ": hi\n\ndata: 1\n\nretry: 9000\n\nevent: tick\ndata: 2\n\n: bye\ndata: 3\n");
        };
        const qsizetype before = peer.log.frameCount();
        Heard heard;
        const auto stream = subscribe(heard);
        QTRY_VERIFY(heard.reason);
        QByteArrayList noted;
        for (qsizetype i = before; i < peer.log.frameCount(); ++i) {
            const Frame &frame = peer.log.frameAt(i);
            if (!frame.raw.isEmpty())
                noted.append(
                    frame.label.toUtf8() + '|' + frame.note.toUtf8() + '|' + frame.bytes + '|' + frame.raw);
        }
        QCOMPARE(noted,
            (QByteArrayList{"message||1|: hi\n\ndata: 1\n\n", "event without data|||retry: 9000\n\n",
                "tick||2|event: tick\ndata: 2\n\n",
                "end of the stream|an unfinished event was not used||: bye\ndata: 3\n"}));
    }

    void warnsOfAnUnfinishedEvent_data()
    {
        QTest::addColumn<QByteArray>("end");
        QTest::addColumn<QString>("says");
        QTest::newRow("the blank line is missing")
            << QByteArray("data: lost\n") << u"(4 bytes were not used)"_s;
        QTest::newRow("a part of a line") << QByteArray("dat") << u"(3 bytes were not used)"_s;
        QTest::newRow("a part of a comment") << QByteArray(": pin") << QString();
        QTest::newRow("nothing is missing") << QByteArray("data: 2\n\n") << QString();
    }

    void warnsOfAnUnfinishedEvent()
    {
        QFETCH(QByteArray, end);
        QFETCH(QString, says);
        QVERIFY(peer.open());
        peer.special = [end](QTcpSocket *socket, const RawServer::Request &) {
            RawServer::answer(socket, head + "data: 1\n\n" + end);
        };
        QStringList warnings;
        QObject listener;
        QObject::connect(peer.adapter.get(), &Adapter::logged, &listener, [&warnings](const LogLine &line) {
            if (line.isRemark())
                warnings.append(line.text);
        });
        Heard heard;
        const auto stream = subscribe(heard);
        QTRY_VERIFY(heard.reason);
        QCOMPARE(*heard.reason, EndReason::Completed);
        QCOMPARE(heard.items.first(), u"\"1\"|||"_s);
        QCOMPARE(warnings.size(), says.isEmpty() ? 0 : 1);
        QVERIFY2(warnings.join(u' ').contains(says), qPrintable(warnings.join(u' ')));
    }

    void notesWhatIsOddAboutTheTextOfAnEvent()
    {
        QVERIFY(peer.open());
        peer.special = [](QTcpSocket *socket, const RawServer::Request &) {
            RawServer::answer(socket, head + "data: {\"a\":1,\"a\":2}\n\ndata: caf\xe9\n\ndata: 1\n\n");
        };
        Heard heard;
        const auto stream = subscribe(heard);
        QTRY_VERIFY(heard.reason);
        QCOMPARE(heard.values.size(), 3);
        const auto notes = [&heard](qsizetype index) {
            const auto outcome = runPipeline(heard.values.at(index).value, u"a.b"_s, *prepareSchema(Json()));
            return outcome->warnings.isEmpty() ? notesOf(*outcome) : QList<RecognitionNote>();
        };
        QCOMPARE(notes(0).first().code, "received.json"_L1);
        QCOMPARE(notes(1).first().code, "received.bytes"_L1);
        QVERIFY(std::ranges::none_of(
            notes(2), [](const RecognitionNote &note) { return note.code.startsWith("received."_L1); }));
    }

    void readsEventsHoweverTheyAreSplit()
    {
        QFETCH(qsizetype, piece);
        QVERIFY(peer.open());
        const QByteArray body =
            "\xEF\xBB\xBFretry: 250\r\nevent: tick\r\nid: 1\r\ndata: {\"a\":1.0}\r\n\r\n: a comment\n\n"
            "data: th\xC3\xA9\rdata: two\r\rdata:   \n\nid: 2\n\nevent: last\ndata: [1\n\ndata: lost";
        peer.special = [body, piece](QTcpSocket *socket, const RawServer::Request &) {
            socket->write(head);
            auto *timer = new QTimer(socket);
            QObject::connect(
                timer, &QTimer::timeout, socket, [socket, body, piece, at = qsizetype(0)]() mutable {
                    socket->write(body.mid(at, piece));
                    socket->flush();
                    at += piece;
                    if (at >= body.size())
                        socket->disconnectFromHost();
                });
            timer->start(0);
        };
        Heard heard;
        const auto stream = subscribe(heard);
        QTRY_VERIFY(heard.reason);
        QCOMPARE(*heard.reason, EndReason::Completed);
        QCOMPARE(heard.items,
            (QStringList{
                u"{\"a\":1.0}|tick|1|250"_s, u"\"thé\\ntwo\"||1|"_s, u"\"  \"||1|"_s, u"\"[1\"|last|2|"_s}));
        const auto meta = std::get<HttpMeta>(envelopeOf(heard.values.first().value)->meta());
        QCOMPARE(meta.statusCode, 200);
        QCOMPARE(meta.contentType, u"text/event-stream"_s);
        QVERIFY(meta.headers.contains({u"x-a"_s, u"1"_s}));
        QVERIFY(!envelopeOf(heard.values.first().value)->metaJson().hasMember("sse"_L1));
    }

    void endsAtTheDoneEvent()
    {
        QVERIFY(peer.open());
        peer.special = [](QTcpSocket *socket, const RawServer::Request &request) {
            QCOMPARE(request.method, "POST"_ba);
            QCOMPARE(request.body, R"({"stream":true})"_ba);
            QCOMPARE(request.header("accept"), "text/event-stream"_ba);
            socket->write(head + "data: {\"t\":\"a\"}\n\ndata: [DONE]\n\ndata: never\n\n"); // stays connected
        };
        Heard heard;
        const auto stream = subscribe(heard, u"chat"_s, R"({"body":{"stream":true}})");
        QTRY_VERIFY(heard.reason);
        QCOMPARE(*heard.reason, EndReason::Completed);
        QCOMPARE(heard.items, (QStringList{u"{\"t\":\"a\"}|||"_s, u"\"[DONE]\"|||"_s}));
    }

    void readsDataAsTheDocumentSays_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QByteArray>("data"); // the data field of the event
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char *name, const char *operation, const char *data, const char *value) {
            QTest::newRow(name) << QString::fromUtf8(operation) << QByteArray(data) << QByteArray(value);
        };
        row("no schema, a word", "events", "night", R"("night")");
        row("no schema, a number", "events", "007", R"("007")");
        row("no schema, quotes", "events", "\"hi\"", "\"\\\"hi\\\"\"");
        row("no schema, an object", "events", R"({"n":1.0})", R"({"n":1.0})");
        row("text that looks like JSON", "words", "{\"n\":1}", "\"{\\\"n\\\":1}\"");
        row("spaces of a text", "words", " a  ", R"("a  ")"); // the first space belongs to the field
        row("a number behind a reference", "numbers", "42", "42");
        row("an item of a list that is declared", "list", "42", "42");
        row("a schema that refers to itself", "tree", "42", R"("42")");
        row("not the number that is declared", "numbers", "many", R"("many")");
        row("undeclared [DONE]", "events", "[DONE]", R"("[DONE]")");
    }

    void readsDataAsTheDocumentSays()
    {
        QFETCH(QString, operation);
        QFETCH(QByteArray, data);
        QVERIFY(peer.open());
        peer.special = [data](QTcpSocket *socket, const RawServer::Request &) {
            RawServer::answer(socket, head + "data:" + data + "\n\ndata: after\n\n");
        };
        Heard heard;
        const auto stream = subscribe(heard, operation);
        QTRY_VERIFY(heard.reason);
        QCOMPARE(heard.values.size(), 2);
        QTEST(envelopeOf(heard.values.first().value)->data.toBytes(), "value");
    }

    //! The received text is kept beside the value if serialising the value would give another text.
    void keepsTheDataAsItWasSent()
    {
        QVERIFY(peer.open());
        peer.special = [](QTcpSocket *socket, const RawServer::Request &) {
            RawServer::answer(socket, head + "data: {\"n\": 1}\n\ndata: {\"n\":1}\n\ndata: a\n\n");
        };
        Heard heard;
        const auto stream = subscribe(heard);
        QTRY_VERIFY(heard.reason);
        QCOMPARE(heard.values.size(), 3);
        QCOMPARE(heard.values.at(0).sse->data, std::optional("{\"n\": 1}"_ba));
        QVERIFY(!heard.values.at(1).sse->data);
        QVERIFY(!heard.values.at(2).sse->data);
    }

    void endsAtTheMarkOfTheSettings()
    {
        QVERIFY(peer.open(R"({"endMark":"bye"})"));
        peer.special = [](QTcpSocket *socket, const RawServer::Request &) {
            socket->write(head + "data: [DONE]\n\ndata: bye\n\n"); // the connection stays open
        };
        Heard heard;
        const auto stream = subscribe(heard);
        QTRY_VERIFY(heard.reason);
        QCOMPARE(*heard.reason, EndReason::Completed);
        QCOMPARE(heard.items, (QStringList{u"\"[DONE]\"|||"_s, u"\"bye\"|||"_s}));
    }

    //! The type of the answer selects the schema: events and JSON have separate ones.
    void readsJsonAnswersAndStreams_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("missing");
        QTest::newRow("events") << head + "data: {\"text\":1}\n\n" << R"({"text":1})"_ba << u"piece"_s;
        QTest::newRow("JSON") << OpenApiPeer::reply("200 OK", "application/json", R"({"piece":1})")
                              << R"({"piece":1})"_ba << u"text"_s;
        QTest::newRow("JSON without a type")
            << OpenApiPeer::reply("200 OK", "", R"({"piece":1})") << R"({"piece":1})"_ba << u"text"_s;
    }

    void readsJsonAnswersAndStreams()
    {
        QFETCH(QByteArray, answer);
        QFETCH(QString, missing);
        QVERIFY(peer.open());
        QVERIFY(peer.spec(u"ask"_s).isStreamToo);
        QByteArray accept;
        peer.special = [&](QTcpSocket *socket, const RawServer::Request &request) {
            accept = request.header("accept");
            RawServer::answer(socket, answer);
        };
        Heard heard;
        const auto stream = subscribe(heard, u"ask"_s, R"({"body":{}})");
        QTRY_VERIFY(heard.reason);
        QCOMPARE(*heard.reason, EndReason::Completed);
        QCOMPARE(accept, "text/event-stream, */*;q=0.5"_ba);
        QCOMPARE(heard.values.size(), 1);
        const auto *value = std::get_if<DescribedEnvelope>(&heard.values.first().value);
        QVERIFY(value && value->schema);
        QTEST(value->envelope.data.toBytes(), "value");
        const auto outcome = runPipeline(*value, u"api.ask"_s, *value->schema, {.isEvent = true});
        QVERIFY2(
            outcome->warnings.last().message.contains(missing), qPrintable(outcome->warnings.last().message));
    }

    void keepsTheLastIdOverConnections()
    {
        QVERIFY(peer.open(R"({"resume":true})", {.reconnectFirstMs = 10}));
        QByteArrayList asked;
        peer.special = [&asked](QTcpSocket *socket, const RawServer::Request &request) {
            asked.append(request.header("last-event-id"));
            const QByteArrayList bodies{"id: 7\ndata: 1\n\n", "data: no id\n\n", "id:\ndata: reset\n\n"};
            RawServer::answer(socket, head + bodies.value(asked.size() - 1));
        };
        Heard heard;
        const auto stream = subscribe(heard);
        QTRY_VERIFY(heard.reason);
        QCOMPARE(asked, (QByteArrayList{"", "7", "7"})); // an empty id clears the last id
        QCOMPARE(heard.items, (QStringList{u"\"1\"||7|"_s, u"\"no id\"||7|"_s, u"\"reset\"|||"_s}));
    }

    void resumesWhereItWasLost()
    {
        QVERIFY(peer.open(R"({"resume":true})", {.reconnectFirstMs = 10}));
        QByteArrayList asked;
        peer.special = [&asked](QTcpSocket *socket, const RawServer::Request &request) {
            asked.append(request.header("last-event-id"));
            if (asked.size() == 1) // the connection ends in the middle of an event
                RawServer::answerAndReset(socket,
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 500\r\n\r\nid: "
                    "7\ndata: 1\n\ndata: 2");
            else if (asked.size() == 2)
                RawServer::answer(socket, head + "id: 8\ndata: 2\n\n");
            else
                RawServer::answer(socket, "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
        };
        Heard heard;
        const auto stream = subscribe(heard);
        QTRY_VERIFY(heard.reason);
        QCOMPARE(asked, (QByteArrayList{"", "7", "8"}));
        QCOMPARE(heard.items, (QStringList{u"\"1\"||7|"_s, u"\"2\"||8|"_s}));
        QCOMPARE(*heard.reason, EndReason::Completed);
    }

    void resumesBehindAnIdThatWasTyped()
    {
        QVERIFY(peer.open(R"({"resume":true})", {.reconnectFirstMs = 10}));
        QByteArrayList asked;
        peer.special = [&asked](QTcpSocket *socket, const RawServer::Request &request) {
            for (const QByteArray &line : request.head.split('\n')) {
                if (line.toLower().startsWith("last-event-id:"))
                    asked.append(line.sliced(line.indexOf(':') + 1).trimmed());
            }
            if (asked.size() < 2)
                RawServer::answer(socket, head + "id: 7\ndata: 1\n\n");
            else
                RawServer::answer(socket, "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
        };
        Heard heard;
        const auto stream = subscribe(heard, u"events"_s, R"({"Last-Event-ID":"5"})");
        QTRY_VERIFY(heard.reason);
        QCOMPARE(asked, (QByteArrayList{"5", "7"}));
    }

    void resumesOnlyWhenAskedToAndOnlyWhatIsSafe_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QString>("operation");
        QTest::newRow("the option is off") << "{}"_ba << u"events"_s;
        QTest::newRow("a POST may have an effect") << R"({"resume":true})"_ba << u"chat"_s;
    }

    void resumesOnlyWhenAskedToAndOnlyWhatIsSafe() // R-33
    {
        QFETCH(QByteArray, settings);
        QFETCH(QString, operation);
        QVERIFY(peer.open(settings, {.reconnectFirstMs = 1}));
        int connections = 0;
        peer.special = [&connections](QTcpSocket *socket, const RawServer::Request &) {
            ++connections;
            RawServer::answerAndReset(socket, head + "id: 7\ndata: 1\n\n");
        };
        Heard heard;
        const auto stream = subscribe(heard, operation, R"({"body":{}})");
        QTRY_VERIFY(heard.reason);
        QTest::qWait(50);
        QCOMPARE(connections, 1);
        QCOMPARE(heard.items, QStringList{u"\"1\"||7|"_s});
        QCOMPARE(*heard.reason, EndReason::Closed);
        QVERIFY(!heard.error.message.isEmpty());
    }

    void neverBecomesABusyLoop() // R-27
    {
        QVERIFY(peer.open(R"({"resume":true})", {.reconnectTries = 3, .reconnectServerRetryMinMs = 20}));
        int connections = 0;
        peer.special = [&connections](QTcpSocket *socket, const RawServer::Request &) {
            ++connections;
            RawServer::answer(socket, head + "retry: 0\nid: 1\n\n");
        };
        Heard heard;
        QElapsedTimer clock;
        clock.start();
        const auto stream = subscribe(heard);
        QTRY_VERIFY(heard.reason);
        QCOMPARE(connections, 4);
        QVERIFY(clock.elapsed() >= 50); // a timer may fire early
    }

    void reportsAnAnswerThatIsNotAStream_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<ErrorKind>("kind");
        QTest::addColumn<QString>("part");
        const auto row = [](const char *name, const QByteArray &answer, ErrorKind kind, const char *part) {
            QTest::newRow(name) << answer << kind << QString::fromUtf8(part);
        };
        row("an error status",
            OpenApiPeer::reply("429 Slow Down", "application/json", R"({"wait":1})", "Retry-After: 3\r\n"),
            ErrorKind::Remote, "HTTP 429: Slow Down");
        row("JSON", OpenApiPeer::reply("200 OK", "application/json", "{}"), ErrorKind::Protocol, "\"api\" ");
        row("a web page", OpenApiPeer::reply("200 OK", "text/html", "<title>Log in</title>"),
            ErrorKind::Protocol, "Log in");
        row("nothing", "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n", ErrorKind::Protocol,
            "\"api\" ");
        row("an endless text",
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"
                + QByteArray(200'000, 'x'),
            ErrorKind::Protocol, "\"api\" ");
    }

    void reportsAnAnswerThatIsNotAStream() // R-25
    {
        QFETCH(QByteArray, answer);
        QFETCH(ErrorKind, kind);
        QFETCH(QString, part);
        QVERIFY(peer.open());
        peer.special = [answer](QTcpSocket *socket, const RawServer::Request &) {
            RawServer::answer(socket, answer);
        };
        Heard heard;
        const auto stream = subscribe(heard);
        QTRY_VERIFY(heard.reason);
        QCOMPARE(*heard.reason, EndReason::Error);
        QCOMPARE(heard.error.kind, kind);
        QVERIFY2(heard.error.message.contains(part), qPrintable(heard.error.message));
        QVERIFY(heard.error.details.hasMember("statusCode"_L1));
        QCOMPARE(heard.items.size(), 0);
    }

    void decodesLargeEventsInOrder()
    {
        QVERIFY(peer.open());
        const QByteArray large = "[\"" + QByteArray(400'000, 'y') + "\"]";
        peer.special = [large](QTcpSocket *socket, const RawServer::Request &) {
            RawServer::answer(socket, head + "data: 1\n\ndata: " + large + "\n\ndata: 3\n\n");
        };
        Heard heard;
        const auto stream = subscribe(heard);
        QTRY_VERIFY(heard.reason);
        QCOMPARE(*heard.reason, EndReason::Completed);
        QCOMPARE(heard.items.size(), 3);
        QCOMPARE(heard.items.at(1).size(), large.size() + 3);
        QCOMPARE(heard.items.at(2), u"\"3\"|||"_s);
    }

    void makesTheServerWait()
    {
        QVERIFY(peer.open());
        qint64 written = 0;
        peer.special = [&written](QTcpSocket *socket, const RawServer::Request &) {
            socket->write(head);
            QObject::connect(socket, &QTcpSocket::bytesWritten, socket, [socket, &written](qint64 bytes) {
                written += bytes;
                if (socket->bytesToWrite() < 65'536)
                    socket->write("data: \"" + QByteArray(65'536, 'z') + "\"\n\n");
            });
        };
        Heard heard;
        const auto stream = subscribe(heard);
        QTRY_VERIFY(!heard.items.isEmpty());
        stream->setReading(false);
        qint64 before = -1;
        for (int quiet = 0; quiet < 5;) { // until all buffers of the connection are full
            quiet = written == before ? quiet + 1 : 0;
            before = written;
            QTest::qWait(20);
        }
        const qsizetype heardWhileWaiting = heard.items.size();
        QTest::qWait(50);
        QCOMPARE(heard.items.size(), heardWhileWaiting);
        QVERIFY(written < 64 << 20);
        stream->setReading(true);
        QTRY_VERIFY(heard.items.size() > heardWhileWaiting + 1);
        stream->cancel();
        QTRY_VERIFY(heard.reason);
        QCOMPARE(*heard.reason, EndReason::Cancelled);
    }

    // core/hub/README.md 2.3: Events restart the idle timer; silence ends the stream.
    void endsAfterTheIdleTime()
    {
        QVERIFY(peer.open());
        const auto isGone = std::make_shared<bool>(false);
        peer.special = [isGone](QTcpSocket *socket, const RawServer::Request &) {
            QObject::connect(socket, &QTcpSocket::disconnected, socket, [isGone] { *isGone = true; });
            socket->write(head + "data: 1\n\n");
        };
        CallContext context;
        context.timeout = std::chrono::milliseconds(600);
        Heard heard;
        const auto stream = peer.adapter->subscribe(peer.spec(u"events"_s), jsonLiteral("{}"), context);
        QVERIFY(stream);
        listen(stream->get(), heard);
        (*stream)->start();
        QTRY_VERIFY(heard.reason);
        QCOMPARE(heard.items, QStringList{u"\"1\"|||"_s});
        QCOMPARE(*heard.reason, EndReason::Error);
        QCOMPARE(heard.error.kind, ErrorKind::Timeout);
        QCOMPARE(heard.error.details.toBytes(), R"({"idleTimeout":600})"_ba);
        QTRY_VERIFY(*isGone);
    }

    void endsWithItsSource()
    {
        QVERIFY(peer.open());
        peer.special = [](QTcpSocket *socket, const RawServer::Request &) {
            socket->write(head + "data: 1\n\n");
        };
        Heard heard;
        const auto stream = subscribe(heard);
        QTRY_COMPARE(heard.items.size(), 1);
        peer.adapter->close();
        QTRY_VERIFY(heard.reason);
        QCOMPARE(*heard.reason, EndReason::Closed);
    }

    void mayBeDeletedByAListener()
    {
        QVERIFY(peer.open());
        peer.special = [](QTcpSocket *socket, const RawServer::Request &) {
            socket->write(head + "data: 1\n\ndata: 2\n\ndata: [DONE]\n\n");
        };
        auto stream = *peer.adapter->subscribe(peer.spec(u"events"_s), Json::emptyObject(), {});
        bool isGone = false;
        connect(stream.get(), &ItemStream::item, this, [&] {
            stream.reset();
            isGone = true;
        });
        stream->start();
        QTRY_VERIFY(isGone);
        QTest::qWait(20);
    }
};

WORKBENCH_TEST(tst_OpenApiStream, QCoreApplication)
#include "tst_openapistream.moc"
