// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/sse/sseparser.h"
#include "tests/support/clocks.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_SseParser : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsTheRules_data();
    void readsTheRules();
    void givesTheSameEventsForEverySplit();
    void keepsTheLinesOfEachEvent();
    void keepsNoLinesOfALargeEvent();
    void endsLinesWithAnyMixOfCrAndLf();
    void repairsInvalidUtf8AsTheDecoderDoes();
    void stopsAtALimit_data();
    void stopsAtALimit();
    void givesWhatWasCompleteBeforeALimit();
    void staysBoundedWithoutANewline();
    void takesAHugeEventWithoutACopyOfIt();
    void staysLinear_data();
    void staysLinear();
};

namespace {

QString text(const SseEvent &event)
{
    QString out = event.type + u'|' + QString::fromUtf8(event.data) + u'|' + event.lastEventId;
    if (!event.hasData)
        out += u"|no data"_s;
    if (event.retryMs)
        out += u"|retry %1"_s.arg(*event.retryMs);
    return out.replace(u'\n', u"\\n"_s);
}

QStringList eventsOf(SseParser &parser, QByteArrayView bytes)
{
    const Result<QList<SseEvent>> events = parser.feed(bytes);
    if (!events)
        return {u"error: "_s + events.error().message};
    QStringList out;
    for (const SseEvent &event : *events)
        out.append(text(event));
    return out;
}

// Uses every rule once: BOM, comment, name without value, CR, LF and CRLF, joined data, empty data, ids that
// outlive their event, an id with NUL, retry of digits only, a second BOM that is data, an unknown field, an
// unfinished event.
const QByteArray vectorStream =
    QByteArrayLiteral("\xEF\xBB\xBF: a comment\n"
                      "data: one\n\n"
                      "event: two\rdata:  two spaces\r\r"
                      "data: three\r\ndata\r\ndata:3\r\nid: 7\r\n\r\n"
                      "data\n\n"
                      "event: nothing\n\n"
                      "id: a\0b\nretry: 12x\nretry: 250\n\n"
                      "data: \xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\nunknown: x\n:\n\n"
                      "id\ndata: no id now\n\n"
                      "\xEF\xBB\xBF"
                      "data: not a field\ndata:x:y\n\n"
                      "id: 9\ndata:\n\n"
                      "data: unfinished\nid: 10\n");

const QStringList vectorEvents{
    u"|one|"_s,
    u"two| two spaces|"_s,
    u"|three\\n\\n3|7"_s,
    u"||7"_s,
    u"||7|no data|retry 250"_s,
    u"|\u00E4\u20AC\U0001F600|7"_s,
    u"|no id now|"_s,
    u"|x:y|"_s,
    u"||9"_s,
};

} // namespace

void tst_SseParser::readsTheRules_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QStringList>("events");
    QTest::newRow("nothing") << QByteArray() << QStringList();
    QTest::newRow("only a comment") << QByteArray(": hi\n\n") << QStringList();
    QTest::newRow("two fields named data make an empty line")
        << QByteArray("data\ndata\n\n") << QStringList{u"|\\n|"_s};
    QTest::newRow("one leading space is removed") << QByteArray("data:   x\n\n") << QStringList{u"|  x|"_s};
    QTest::newRow("unfinished at the end") << QByteArray("data: x\n") << QStringList();
    QTest::newRow("field names are case sensitive") << QByteArray("Data: x\n\n") << QStringList();
    QTest::newRow("an event name alone dispatches nothing and is forgotten")
        << QByteArray("event: a\n\ndata: x\n\n") << QStringList{u"|x|"_s};
    QTest::newRow("an id alone is kept")
        << QByteArray("id: 5\n\ndata: x\n\n") << QStringList{u"||5|no data"_s, u"|x|5"_s};
    QTest::newRow("an empty id resets")
        << QByteArray("id: 5\ndata: x\n\nid:\ndata: y\n\n") << QStringList{u"|x|5"_s, u"|y|"_s};
    QTest::newRow("priming event") << QByteArray("id: 5\nretry: 500\ndata:\n\n")
                                   << QStringList{u"||5|retry 500"_s};
    QTest::newRow("retry is clamped below")
        << QByteArray("retry: 0\ndata: x\n\n") << QStringList{u"|x||retry 100"_s};
    QTest::newRow("retry is clamped above")
        << QByteArray("retry: 99999999999999999999\ndata: x\n\n") << QStringList{u"|x||retry 60000"_s};
    QTest::newRow("retry with a sign")
        << QByteArray("retry: -5\nretry:+5\nretry: 5.0\nretry:\ndata: x\n\n") << QStringList{u"|x|"_s};
    QTest::newRow("two BOMs") << QByteArray("\xEF\xBB\xBF\xEF\xBB\xBF"
                                            "data: x\n\n")
                              << QStringList();
}

void tst_SseParser::readsTheRules()
{
    QFETCH(QByteArray, stream);
    QFETCH(QStringList, events);
    SseParser parser;
    QCOMPARE(eventsOf(parser, stream), events);
}

void tst_SseParser::givesTheSameEventsForEverySplit()
{
    QCOMPARE(vectorEvents.size(), 9);
    for (qsizetype first = 0; first <= vectorStream.size(); ++first) {
        for (qsizetype second = first; second <= std::min(vectorStream.size(), first + 5); ++second) {
            SseParser parser;
            QStringList events = eventsOf(parser, QByteArrayView(vectorStream).first(first));
            events += eventsOf(parser, QByteArrayView(vectorStream).sliced(first, second - first));
            events += eventsOf(parser, QByteArrayView(vectorStream).sliced(second));
            QCOMPARE(events, vectorEvents);
            QVERIFY(parser.pendingBytes() > 0);
        }
    }
    SseParser parser;
    QStringList events;
    for (const char byte : vectorStream)
        events += eventsOf(parser, QByteArrayView(&byte, 1));
    QCOMPARE(events, vectorEvents);
}

// All lines together are the stream, whatever its division into pieces.
void tst_SseParser::keepsTheLinesOfEachEvent()
{
    for (qsizetype first = 0; first <= vectorStream.size(); ++first) {
        SseParser parser;
        QByteArrayList lines;
        for (const QByteArray &piece : {vectorStream.first(first), vectorStream.sliced(first)}) {
            const Result<QList<SseEvent>> events = parser.feed(piece);
            QVERIFY(events);
            for (const SseEvent &event : *events)
                lines.append(event.raw);
        }
        QCOMPARE(lines.size(), vectorEvents.size());
        QCOMPARE(lines.join() + parser.pendingRaw(), vectorStream);
    }
    SseParser parser;
    const QList<SseEvent> events =
        parser.feed(": a\n\n: b\nid: 4\r\ndata: 1\r\n\r\ndata: 2\n\n:c\nda").value();
    QCOMPARE(events.size(), 2);
    QCOMPARE(events.first().raw, ": a\n\n: b\nid: 4\r\ndata: 1\r\n\r\n");
    QCOMPARE(events.last().raw, "data: 2\n\n");
    QCOMPARE(parser.pendingRaw(), ":c\nda");
}

void tst_SseParser::keepsNoLinesOfALargeEvent()
{
    SseParser parser;
    const QByteArray comments = QByteArray(": waiting\n\n").repeated(100'000);
    QVERIFY(comments.size() > qsizetype{1} << 20);
    QVERIFY(parser.feed(comments)->isEmpty());
    QCOMPARE(parser.pendingRaw(), QByteArray());
    const QList<SseEvent> events = parser.feed("data: 1\n\ndata: 2\n\n").value();
    QCOMPARE(events.first().data, "1");
    QCOMPARE(events.first().raw, QByteArray());
    QCOMPARE(events.last().raw, "data: 2\n\n");
}

void tst_SseParser::endsLinesWithAnyMixOfCrAndLf()
{
    const QByteArrayList ends{"\n", "\r", "\r\n"};
    for (const QByteArray &a : ends) {
        for (const QByteArray &b : ends) {
            for (const QByteArray &c : ends) {
                if (b.endsWith('\r') && c.startsWith('\n'))
                    continue; // CR followed by LF would be one line end
                const QByteArray stream = "data: 1" + a + "data: 2" + b + c;
                SseParser parser;
                QCOMPARE(eventsOf(parser, stream), QStringList{u"|1\\n2|"_s});
            }
        }
    }
}

void tst_SseParser::repairsInvalidUtf8AsTheDecoderDoes()
{
    SseParser parser;
    const Result<QList<SseEvent>> events = parser.feed("data: a\xE2\x82"
                                                       "b\xF0\x9F\x98"
                                                       "c\xC0\xAF"
                                                       "d\xED\xA0\x80"
                                                       "e\xFF\xF4\x90\x80\x80"
                                                       "f\xE2\x82\ndata:\xC3\n\n");
    QVERIFY(events);
    // One replacement for each maximal part: E2 82, F0 9F 98, C0, AF, ED, A0, 80, FF, F4, 90, 80, 80, E2 82,
    // C3.
    const QString r(QChar::ReplacementCharacter);
    const QString wanted = u'a' + r + u'b' + r + u'c' + r + r + u'd' + r + r + r + u'e' + r + r + r + r + r
        + u'f' + r + u'\n' + r;
    QCOMPARE(QString::fromUtf8(events->first().data), wanted);
    QVERIFY(events->first().data.isValidUtf8());
    QVERIFY(events->first().hasReplacedBytes);
    QVERIFY(!parser.feed("data: whole\n\n")->first().hasReplacedBytes);
}

void tst_SseParser::stopsAtALimit_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QString>("key");
    QTest::newRow("line") << QByteArray("data: " + QByteArray(2000, 'x')) << u"sse.lineBytes"_s;
    QTest::newRow("comment line") << QByteArray(":" + QByteArray(2000, 'x')) << u"sse.lineBytes"_s;
    QTest::newRow("event of many lines")
        << QByteArray("data: 0123456789\n").repeated(200) << u"sse.eventBytes"_s;
    QTest::newRow("id") << QByteArray("id: " + QByteArray(101, 'x') + "\n") << u"sse.idBytes"_s;
}

void tst_SseParser::stopsAtALimit()
{
    QFETCH(QByteArray, stream);
    QFETCH(QString, key);
    Limits limits;
    limits.sseLineBytes = 1000;
    limits.sseEventBytes = 1500;
    limits.sseIdBytes = 100;
    SseParser whole(limits);
    const Result<QList<SseEvent>> failed = whole.feed(stream);
    QVERIFY(!failed);
    QCOMPARE(failed.error().kind, ErrorKind::Limit);
    QCOMPARE(failed.error().details.member("limit"_L1).toString(), key);
    QVERIFY(!whole.feed("\n\ndata: more\n\n")); // the parser accepts no data afterwards

    SseParser bytewise(limits);
    bool hasFailed = false;
    for (const char byte : std::as_const(stream))
        hasFailed = !bytewise.feed(QByteArrayView(&byte, 1)) || hasFailed;
    QVERIFY(hasFailed);
}

void tst_SseParser::givesWhatWasCompleteBeforeALimit()
{
    Limits limits;
    limits.sseLineBytes = 20;
    SseParser parser(limits);
    QCOMPARE(eventsOf(parser, "data: one\n\ndata: 0123456789012345678901"), QStringList{u"|one|"_s});
    QVERIFY(!parser.feed({}));
}

void tst_SseParser::staysBoundedWithoutANewline()
{
    SseParser parser; // the default limit of 128 MiB
    const QByteArray piece(qsizetype{1} << 20, 'x');
    qsizetype most = 0;
    int fed = 0;
    bool hasFailed = false;
    for (; fed < 192 && !hasFailed; ++fed) {
        hasFailed = !parser.feed(piece);
        most = std::max(most, parser.pendingBytes());
    }
    QVERIFY(hasFailed);
    QCOMPARE(fed, 129);
    QVERIFY(most <= qsizetype{128} << 20);
    QCOMPARE(parser.pendingBytes(), 0);
}

void tst_SseParser::takesAHugeEventWithoutACopyOfIt()
{
    SseParser parser;
    const QByteArray piece(qsizetype{1} << 20, 'x');
    QVERIFY(parser.feed("data: "));
    for (int count = 0; count < 64; ++count)
        QVERIFY(parser.feed(piece));
    const Result<QList<SseEvent>> events = parser.feed("\n\n");
    QVERIFY(events);
    QCOMPARE(events->first().data.size(), qsizetype{64} << 20);
    QVERIFY(events->first().data.capacity() <= qsizetype{80} << 20);
}

void tst_SseParser::staysLinear_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<qsizetype>("events");
    QTest::newRow("200 000 events") << QByteArray("data: {\"n\":1}\n\n").repeated(200'000)
                                    << qsizetype{200'000};
    QTest::newRow("only CR") << QByteArray(8 << 20, '\r') << qsizetype{0};
    QTest::newRow("only LF") << QByteArray(8 << 20, '\n') << qsizetype{0};
    QTest::newRow("CR events") << QByteArray("data:x\r\r").repeated(200'000) << qsizetype{200'000};
    QTest::newRow("short data lines")
        << QByteArray(QByteArray("data:x\n").repeated(1'000'000) + "\n") << qsizetype{1};
}

void tst_SseParser::staysLinear()
{
    QFETCH(QByteArray, stream);
    QFETCH(qsizetype, events);
    const Test::CpuTimer timer;
    SseParser parser;
    const Result<QList<SseEvent>> got = parser.feed(stream);
    QVERIFY(got);
    QCOMPARE(got->size(), events);
    QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
}

WORKBENCH_TEST(tst_SseParser, QCoreApplication)
#include "tst_sseparser.moc"
