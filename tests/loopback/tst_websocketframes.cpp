// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// What a hostile or careless server can put on the wire, frame by frame. Each row that QWebSocket 6.8.2 fails
// says so. \source RFC 6455 section 5; reliability.md

#include "core/transport/websocket/websocketclient.h"
#include "tests/support/rawwebsocket.h"

#include <QFile>
#include <QTest>
#include <QtEndian>

using namespace Workbench;
using namespace Qt::StringLiterals;
using Script = RawWebSocketServer::Script;

namespace {

const QByteArray euro = "\xE2\x82\xAC";

QByteArray text(const QByteArray &payload, bool isFinal = true)
{
    return RawFrame{.payload = payload, .isFinal = isFinal}.bytes();
}

QByteArray more(const QByteArray &payload, bool isFinal)
{
    return RawFrame{.opcode = 0, .payload = payload, .isFinal = isFinal}.bytes();
}

QByteArray control(int opcode, const QByteArray &payload = {})
{
    return RawFrame{.opcode = opcode, .payload = payload}.bytes();
}

QByteArray closing(quint16 code, const QByteArray &reason = {})
{
    QByteArray payload(2, '\0');
    qToBigEndian(code, payload.data());
    return control(8, payload + reason);
}

//! Every byte a frame of its own, a ping after each.
QByteArray shredded(const QByteArray &whole)
{
    QByteArray out = text({}, false);
    for (const char byte : whole)
        out += more(QByteArray(1, byte), false) + control(9, "p");
    return out + more({}, true);
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool measuresMemory = false; // the sanitizer's own bookkeeping would be measured
#else
constexpr bool measuresMemory = true;
#endif

qint64 residentBytes()
{
    QFile file(u"/proc/self/statm"_s);
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toLongLong() * 4096 : 0;
}

} // namespace

class tst_WebSocketFrames : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesWhatIsRight_data();
    void takesWhatIsRight();
    void refusesWhatIsWrong_data();
    void refusesWhatIsWrong();
    void boundsSizes_data();
    void boundsSizes();
    void readsEverySplit();
    void answersPings();
    void showsBinaryThatIsNoText();
};

void tst_WebSocketFrames::takesWhatIsRight_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArrayList>("messages");
    QTest::newRow("one message") << text("{}") << QByteArrayList{"{}"};
    QTest::newRow("empty message") << text({}) << QByteArrayList{""};
    QTest::newRow("length in 2 bytes") << text(QByteArray(126, 'x')) << QByteArrayList{QByteArray(126, 'x')};
    QTest::newRow("length in 8 bytes")
        << text(QByteArray(65536, 'x')) << QByteArrayList{QByteArray(65536, 'x')};
    QTest::newRow("binary") << RawFrame{.opcode = 2, .payload = "{}"}.bytes() << QByteArrayList{"{}"};
    QTest::newRow("three frames") << text("a", false) + more("b", false) + more("c", true)
                                  << QByteArrayList{"abc"};
    QTest::newRow("split inside a character (QWebSocket: 1007)")
        << text(euro.first(1), false) + more(euro.sliced(1), true) << QByteArrayList{euro};
    QTest::newRow("split inside a character, ping between (QWebSocket: 1007)")
        << text(euro.first(2), false) + control(9, "p") + more(euro.sliced(2), true) << QByteArrayList{euro};
    const QByteArray mixed = "a" + euro + "\xF0\x9F\x98\x80z";
    QTest::newRow("every byte a frame, pings between (QWebSocket: 1007)")
        << shredded(mixed) + text("later") << QByteArrayList{mixed, "later"};
    QTest::newRow("unasked pong") << control(10, "?") + text("x") << QByteArrayList{"x"};
}

void tst_WebSocketFrames::takesWhatIsRight()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArrayList, messages);
    RawWebSocketServer server({.pieces = {bytes + closing(1000, "done")}});
    WebSocketClient client({u"hub"_s, server.url()}, {});
    QByteArrayList got;
    std::optional<Error> end;
    connect(&client, &Transport::received, this, [&](const QByteArray &message) { got.append(message); });
    connect(&client, &Transport::closed, this, [&](const Error &reason) { end = reason; });
    client.open();
    QTRY_VERIFY(end);
    QCOMPARE(got, messages);
    QCOMPARE(client.end().code, 1000);
    QVERIFY(client.end().by == EndedBy::Peer);
    QTRY_COMPARE(server.reader.closeCode(), 1000);
    for (const RawFrame &frame : std::as_const(server.reader.frames))
        QVERIFY(frame.isMasked);
}

void tst_WebSocketFrames::refusesWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("closeCode");
    QTest::addColumn<QString>("words");
    QTest::newRow("masked (QWebSocket takes it)")
        << RawFrame{.payload = "x", .isMasked = true}.bytes() << 1002 << u"masked a frame"_s;
    for (const int bits : {1, 2, 4}) {
        QTest::addRow("reserved bits %d", bits)
            << RawFrame{.payload = "x", .reserved = bits}.bytes() << 1002 << u"reserved bits"_s;
    }
    for (const int opcode : {3, 7, 11, 15}) {
        QTest::addRow("reserved opcode %d", opcode)
            << RawFrame{.opcode = opcode, .payload = "x"}.bytes() << 1002 << u"reserved opcode"_s;
    }
    QTest::newRow("ping in pieces") << RawFrame{.opcode = 9, .payload = "x", .isFinal = false}.bytes() << 1002
                                    << u"control frame in pieces"_s;
    QTest::newRow("ping of 126 bytes")
        << control(9, QByteArray(126, 'x')) << 1002 << u"more than 125 bytes"_s;
    QTest::newRow("close with half a code") << control(8, "\x03") << 1002 << u"half a code"_s;
    for (const int code : {0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65535})
        QTest::addRow("close code %d", code) << closing(quint16(code)) << 1002 << u"which no peer may send"_s;
    QTest::newRow("close reason not UTF-8") << closing(1000, "\xFF") << 1007 << u"not UTF-8"_s;
    QTest::newRow("text not UTF-8") << text("a\xFF") << 1007 << u"text that is not UTF-8"_s;
    QTest::newRow("text with a surrogate") << text("\xED\xA0\x80") << 1007 << u"text that is not UTF-8"_s;
    QTest::newRow("text of an overlong form") << text("\xC0\xAF") << 1007 << u"text that is not UTF-8"_s;
    QTest::newRow("text that breaks a character off")
        << text("\xF0\x04i", false) << 1007 << u"text that is not UTF-8"_s;
    QTest::newRow("text that ends inside a character") << text(euro.first(2)) << 1007 << u"ends inside"_s;
    QTest::newRow("bad character over two frames")
        << text(euro.first(1), false) + more("xx", true) << 1007 << u"text that is not UTF-8"_s;
    QTest::newRow("continued nothing") << more("x", true) << 1002 << u"had not begun"_s;
    QTest::newRow("message inside a message") << text("a", false) + text("b") << 1002 << u"inside another"_s;
    QTest::newRow("length of 1 in 2 bytes")
        << RawFrame{.payload = "x", .lengthBytes = 2}.bytes() << 1002 << u"more bytes than it needs"_s;
    QTest::newRow("length of 1 in 8 bytes")
        << RawFrame{.payload = "x", .lengthBytes = 8}.bytes() << 1002 << u"more bytes than it needs"_s;
    QTest::newRow("length with the highest bit")
        << RawFrame{.length = (1ULL << 63) + 1, .lengthBytes = 8}.bytes() << 1002 << u"highest bit"_s;
}

void tst_WebSocketFrames::refusesWhatIsWrong()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, closeCode);
    QFETCH(QString, words);
    RawWebSocketServer server({.pieces = {text("before"), bytes, text("after")}});
    WebSocketClient client({u"hub"_s, server.url()}, {});
    QByteArrayList got;
    std::optional<Error> end;
    connect(&client, &Transport::received, this, [&](const QByteArray &message) { got.append(message); });
    connect(&client, &Transport::closed, this, [&](const Error &reason) { end = reason; });
    client.open();
    QTRY_VERIFY(end);
    QCOMPARE(got, QByteArrayList{"before"});
    QCOMPARE(end->kind, ErrorKind::Protocol);
    QVERIFY2(end->message.startsWith(u"Server \"hub\" "_s), qPrintable(end->message));
    QVERIFY2(end->message.contains(words), qPrintable(end->message));
    QCOMPARE(int(client.end().code), closeCode);
    QVERIFY(client.end().by == EndedBy::Us);
    QTRY_COMPARE(server.reader.closeCode(), closeCode);
    QVERIFY(QString::fromUtf8(server.reader.closeText()).contains(words));
    QTRY_VERIFY(server.isClosed);
}

void tst_WebSocketFrames::boundsSizes_data()
{
    QTest::addColumn<QByteArrayList>("pieces");
    QTest::addColumn<QString>("key");
    const QByteArray mebibyte(1 << 20, 'x');
    QTest::newRow("declared 2^40") << QByteArrayList{RawFrame{.length = 1ULL << 40}.bytes()}
                                   << u"ws.frameBytes"_s;
    QTest::newRow("80 MiB in one frame")
        << QByteArrayList{RawFrame{.length = 80ULL << 20}.bytes(), mebibyte, mebibyte} << u"ws.frameBytes"_s;
    QByteArrayList many{text(mebibyte, false)};
    many.append(QByteArrayList(79, more(mebibyte, false)));
    QTest::newRow("80 MiB in frames of 1 MiB") << many << u"ws.messageBytes"_s;
    QTest::newRow("1,000,000 empty frames (QWebSocket takes them)")
        << QByteArrayList{text({}, false) + more({}, false).repeated(1'000'000)} << u"ws.fragments"_s;
}

void tst_WebSocketFrames::boundsSizes()
{
    QFETCH(QByteArrayList, pieces);
    QFETCH(QString, key);
    RawWebSocketServer server({.pieces = pieces});
    WebSocketClient client({u"hub"_s, server.url()}, {});
    std::optional<Error> end;
    connect(&client, &Transport::closed, this, [&](const Error &reason) { end = reason; });
    const qint64 before = residentBytes();
    client.open();
    QTRY_VERIFY(end);
    QCOMPARE(end->kind, ErrorKind::Limit);
    QCOMPARE(end->code, u"limit."_s + key);
    QVERIFY2(end->message.contains(u"Raise limits."_s + key), qPrintable(end->message));
    QCOMPARE(int(client.end().code), 1009);
    const qint64 grown = residentBytes() - before;
    if (measuresMemory)
        QVERIFY2(grown < (96LL << 20), qPrintable(QString::number(grown)));
}

// A message arrives the same wherever TCP cuts it.
void tst_WebSocketFrames::readsEverySplit()
{
    const QByteArray bytes = text("a" + euro, false) + control(9, "ping") + more(euro.first(2), false)
        + more(euro.sliced(2), true) + RawFrame{.payload = QByteArray(200, 'y')}.bytes()
        + closing(1001, "bye");
    for (qsizetype at = 1; at < bytes.size(); ++at) {
        WebSocketParser parser(WebSocketRole::Client, {});
        std::vector<WebSocketEvent> events;
        QVERIFY(parser.feed(QByteArrayView(bytes).first(at), events));
        QVERIFY(parser.feed(QByteArrayView(bytes).sliced(at), events));
        QCOMPARE(events.size(), std::size_t(4));
        QCOMPARE(events[0].bytes, "ping");
        QCOMPARE(events[1].bytes, QByteArray("a" + euro + euro));
        QCOMPARE(events[2].bytes, QByteArray(200, 'y'));
        QCOMPARE(events[3].closeCode, 1001);
        QCOMPARE(events[3].bytes, "bye");
    }
    for (const qsizetype step : {1, 2, 3, 7}) {
        WebSocketParser parser(WebSocketRole::Client, {});
        std::vector<WebSocketEvent> events;
        for (qsizetype at = 0; at < bytes.size(); at += step)
            QVERIFY(parser.feed(QByteArrayView(bytes).sliced(at, std::min(step, bytes.size() - at)), events));
        QCOMPARE(events.size(), std::size_t(4));
    }
}

void tst_WebSocketFrames::answersPings()
{
    RawWebSocketServer server(
        {.pieces = {control(9, "one"), text("a", false), control(9, "two"), more("b", true)}});
    WebSocketClient client({u"hub"_s, server.url()}, {});
    client.open();
    QTRY_COMPARE(server.reader.frames.size(), 2);
    QCOMPARE(server.reader.frames[0].opcode, 10);
    QCOMPARE(server.reader.frames[0].payload, "one");
    QCOMPARE(server.reader.frames[1].payload, "two");
}

void tst_WebSocketFrames::showsBinaryThatIsNoText()
{
    RawWebSocketServer server(
        {.pieces = {RawFrame{.opcode = 2, .payload = "\xFF\xFE"}.bytes(), text("later")}});
    WebSocketClient client({u"hub"_s, server.url()}, {});
    QByteArrayList got;
    QByteArrayList noise;
    connect(&client, &Transport::received, this, [&](const QByteArray &message) { got.append(message); });
    connect(&client, &Transport::noise, this,
        [&](const QByteArray &bytes, const QString &) { noise.append(bytes); });
    client.open();
    QTRY_COMPARE(got, QByteArrayList{"later"});
    QCOMPARE(noise, QByteArrayList{"\xFF\xFE"});
}

QTEST_GUILESS_MAIN(tst_WebSocketFrames)
#include "tst_websocketframes.moc"
