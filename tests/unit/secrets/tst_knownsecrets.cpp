// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/exchange/exchangelog.h"
#include "core/json/jsonparser.h"
#include "tests/support/encodings.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

const QByteArray secret = "s3cr?t/\"Wert\" \xc3\xa4+=";

}

class tst_KnownSecrets : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hidesEveryForm_data();
    void hidesEveryForm();
    void leavesTheRestAlone();
    void hidesFormsThatOtherLibrariesWrite_data();
    void hidesFormsThatOtherLibrariesWrite();
    void hidesBackslashesAndPairs();
    void hidesTheLongerOneWhole();
    void hidesWhatOverlaps();
    void keepsAByteOrderMark();
    void leavesItsOwnPlaceholdersWhole();
    void takesTimeInProportion_data();
    void takesTimeInProportion();
    void takesTheLastName();
    void theLogHoldsNoSecret();
};

void tst_KnownSecrets::hidesEveryForm_data()
{
    QTest::addColumn<QByteArray>("written");
    const auto encodings = Test::encodingsOf(secret);
    for (auto each = encodings.cbegin(); each != encodings.cend(); ++each) {
        if (!each.key().startsWith("base64"_L1)) // base64 has its own test
            QTest::newRow(qPrintable(each.key())) << each.value();
    }
}

void tst_KnownSecrets::hidesEveryForm()
{
    QFETCH(QByteArray, written);
    KnownSecrets secrets;
    QVERIFY(secrets.isEmpty());
    secrets.add(secret, u"TOKEN"_s);
    QCOMPARE(secrets.hidden("a=" + written + "&b"), "a=${secret:TOKEN}&b");
    // Between other characters that are escaped in the same forms, and with repetition.
    const QByteArray around = "%41\\n&lt;" + written + "&gt;\\\"%5a" + written + "%";
    const QByteArray shown = "%41\\n&lt;${secret:TOKEN}&gt;\\\"%5a${secret:TOKEN}%";
    QCOMPARE(secrets.hidden(around), shown);
    QCOMPARE(secrets.hidden(shown), shown);
}

void tst_KnownSecrets::leavesTheRestAlone()
{
    KnownSecrets secrets;
    secrets.add("abc", u"SHORT"_s);
    QVERIFY(secrets.isEmpty());
    secrets.add(secret, u"TOKEN"_s);
    const QByteArray other = "nothing of it";
    QCOMPARE(secrets.hidden(other).constData(), other.constData()); // not even a copy
    const Json value = jsonLiteral(R"({"n":1.10,"a":"b"})");
    QCOMPARE(secrets.hidden(value).nodeAddress(), value.nodeAddress());
    QCOMPARE(secrets.hidden(QByteArray("0x" + secret.toHex() + ", " + secret.toHex().toUpper())),
        "0x${secret:TOKEN}, ${secret:TOKEN}");
    // In base64 the encoded secret depends on the number of bytes before it.
    for (const QByteArray &before : {QByteArray(), QByteArray("u"), QByteArray("us"), QByteArray("ana:")}) {
        for (const auto alphabet : {QByteArray::Base64Encoding, QByteArray::Base64UrlEncoding}) {
            const QByteArray whole = before + secret + '!';
            const QByteArray shown = secrets.hidden(whole.toBase64(alphabet));
            QVERIFY2(shown.contains("${secret:TOKEN}"), shown.constData());
            QVERIFY2(shown.size() < 28, shown.constData());
        }
    }
}

//! The secret as the libraries of other languages escape it.
void tst_KnownSecrets::hidesFormsThatOtherLibrariesWrite_data()
{
    QTest::addColumn<QByteArray>("written");
    QTest::newRow("JavaScript, encodeURIComponent") << QByteArray("s3cr%3Ft%2F%22Wert%22%20%C3%A4%2B%3D");
    QTest::newRow("JavaScript, encodeURI") << QByteArray("s3cr?t/%22Wert%22%20%C3%A4+=");
    QTest::newRow("percent, every byte")
        << QByteArray("%733%63%72%3F%74%2F%22%57%65%72%74%22%20%C3%A4%2B%3D");
    QTest::newRow("percent, twice") << QByteArray("s3cr%253Ft%252F%2522Wert%2522%2520%25C3%25A4%252B%253D");
    QTest::newRow("Python, json.dumps") << QByteArray(R"(s3cr?t/\"Wert\" \u00e4+=)");
    QTest::newRow(".NET, System.Text.Json") << QByteArray(R"(s3cr?t/\u0022Wert\u0022 \u00E4\u002B=)");
    QTest::newRow("PHP, json_encode") << QByteArray(R"(s3cr?t\/\"Wert\" \u00e4+=)");
    QTest::newRow("JSON in JSON") << QByteArray("s3cr?t/\\\\\\\"Wert\\\\\\\" \xc3\xa4+=");
    QTest::newRow("JSON in JSON, ASCII") << QByteArray(R"(s3cr?t/\\\"Wert\\\" \\u00e4+=)");
    QTest::newRow("HTML") << QByteArray("s3cr?t/&quot;Wert&#34; &#xe4;+=");
    QTest::newRow("HTML, numbers") << QByteArray("&#115;3cr?t&#47;&#x22;Wert&quot; &#228;&#43;&#61;");
    QTest::newRow("percent in JSON") << QByteArray("s3cr%3Ft%2F\\\"Wert\\\"%20\xc3\xa4%2B=");
}

void tst_KnownSecrets::hidesFormsThatOtherLibrariesWrite()
{
    QFETCH(QByteArray, written);
    KnownSecrets secrets;
    secrets.add(secret, u"TOKEN"_s);
    QCOMPARE(secrets.hidden("a=" + written + "&b"), "a=${secret:TOKEN}&b");
    const QByteArray begun = written.chopped(3) + '!'; // another text that begins like the secret
    QCOMPARE(secrets.hidden(begun), begun);
}

void tst_KnownSecrets::hidesBackslashesAndPairs()
{
    KnownSecrets secrets;
    secrets.add("a\\b\\\"\xf0\x9f\x98\x80!", u"ODD"_s);
    for (const QByteArray &text :
        {QByteArray("a\\b\\\"\xf0\x9f\x98\x80!"), QByteArray("a\\\\b\\\\\\\"\xf0\x9f\x98\x80!"),
            QByteArray(R"(a\\b\\\"\uD83D\ude00!)"), QByteArray("a%5Cb%5C%22%F0%9F%98%80!")})
        QCOMPARE(secrets.hidden('[' + text + ']'), "[${secret:ODD}]");
}

void tst_KnownSecrets::hidesTheLongerOneWhole()
{
    KnownSecrets secrets;
    secrets.add("hunter", u"A"_s);
    secrets.add("hunter2hunter2", u"B"_s);
    QCOMPARE(secrets.hidden(u"hunter2hunter2 hunter"_s), u"${secret:B} ${secret:A}"_s);
}

void tst_KnownSecrets::hidesWhatOverlaps()
{
    KnownSecrets secrets;
    secrets.add("abcdefgh", u"A"_s);
    secrets.add("efghijk", u"B"_s);
    QCOMPARE(secrets.hidden(u"-abcdefghijk-"_s), u"-${secret:A}${secret:B}-"_s);
}

void tst_KnownSecrets::keepsAByteOrderMark()
{
    KnownSecrets secrets;
    secrets.add("abcdefgh", u"A"_s);
    QCOMPARE(secrets.hidden(u"\ufeffabcdefgh"_s), u"\ufeff${secret:A}"_s);
}

//! A secret may be a word that also occurs in a placeholder.
void tst_KnownSecrets::leavesItsOwnPlaceholdersWhole()
{
    KnownSecrets secrets;
    secrets.add("secret", u"B"_s);
    secrets.add("hunter2hunter2", u"A"_s);
    secrets.add("weather", u"C"_s);
    secrets.add("Tr0ub4dor", u"weather-key"_s);
    const QString once = secrets.hidden(u"hunter2hunter2, secret, Tr0ub4dor, weather"_s);
    QCOMPARE(once, u"${secret:A}, ${secret:B}, ${secret:weather-key}, ${secret:C}"_s);
    QCOMPARE(secrets.hidden(once), once);
    // Placeholders in the text of a peer are not kept: otherwise a peer could write one around a secret.
    QCOMPARE(secrets.hidden(u"${secret:weather}"_s), u"${${secret:B}:${secret:C}}"_s);
}

void tst_KnownSecrets::takesTimeInProportion_data()
{
    QTest::addColumn<QByteArray>("unit");
    for (const char *unit :
        {"\\", "%", "&", "&#", "%25", "\\u0073", "s3cr", "s3cr\\", "\\\"", "s3cr?t/\\\"Wert"})
        QTest::newRow(unit) << QByteArray(unit);
}

void tst_KnownSecrets::takesTimeInProportion()
{
    QFETCH(QByteArray, unit);
    KnownSecrets secrets;
    for (int i = 0; i < 20; ++i)
        secrets.add(secret + QByteArray::number(i), QString::number(i));
    const QByteArray text = unit.repeated((1 << 20) / unit.size());
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(secrets.hidden(text), text);
    QVERIFY2(timer.elapsed() < 10'000 * Test::slowness, qPrintable(QString::number(timer.elapsed())));
}

void tst_KnownSecrets::takesTheLastName()
{
    KnownSecrets secrets;
    secrets.add("hunter2", u"A"_s);
    secrets.add("hunter2", u"B"_s);
    const Error error = secrets.hidden(Error{.kind = ErrorKind::Remote,
        .code = u"x"_s,
        .message = u"got hunter2"_s,
        .detail = u"hunter2"_s,
        .details = jsonLiteral(R"({"token":"hunter2"})")});
    QCOMPARE(error.message, u"got ${secret:B}"_s);
    QCOMPARE(error.detail, u"${secret:B}"_s);
    QCOMPARE(error.details.toBytes(), R"({"token":"${secret:B}"})");
}

void tst_KnownSecrets::theLogHoldsNoSecret()
{
    ExchangeLog log;
    log.hideSecret("hunter2", u"TOKEN"_s);
    ExchangeRecord begun;
    begun.source = u"s"_s;
    const QString id = log.begin(begun);
    Frame sent;
    sent.bytes = "hunter2!";
    sent.label = u"GET /?k=hunter2"_s;
    sent.note = u"hunter2"_s;
    sent.exchangeId = id;
    sent.head = "GET /?k=hunter2 HTTP/1.1\r\nX-Echo: hunter2\r\n\r\n";
    sent.raw = "compressed";
    log.note(sent);
    const Frame &frame = log.frameAt(0);
    QCOMPARE(frame.bytes, "${secret:TOKEN}!");
    QCOMPARE(frame.label, u"GET /?k=${secret:TOKEN}"_s);
    QCOMPARE(frame.note, u"${secret:TOKEN}"_s);
    QCOMPARE(frame.head, "GET /?k=${secret:TOKEN} HTTP/1.1\r\nX-Echo: ${secret:TOKEN}\r\n\r\n");
    QVERIFY(frame.raw.isEmpty()); // the compressed bytes would decode to the secret
    Frame named;
    named.bytes = "nothing";
    named.raw = "a file name of gzip: hunter2";
    log.note(named);
    QVERIFY(log.frameAt(1).raw.isEmpty());
    named.raw = "compressed";
    log.note(named);
    QCOMPARE(log.frameAt(2).raw, "compressed");
    QCOMPARE(log.bytesOf(id).second, 8); // the size before the replacement
    ExchangeRecord record = *log.findRecord(id);
    record.note = u"no hunter2 here"_s;
    log.update(record);
    QCOMPARE(log.findRecord(id)->note, u"no ${secret:TOKEN} here"_s);
}

WORKBENCH_TEST(tst_KnownSecrets, QCoreApplication)
#include "tst_knownsecrets.moc"
