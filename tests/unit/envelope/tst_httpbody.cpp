// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/bodymedia.h"
#include "core/envelope/pipeline/httpbody.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

//! Tests core/envelope/bodymedia.h and core/envelope/pipeline/httpbody.h.
class tst_HttpBody : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parsesAMediaType_data();
    void parsesAMediaType();
    //! Expects the index of the declared type that fits best, or -1 if none fits.
    void findsTheBestDeclaredType_data();
    void findsTheBestDeclaredType();
    void readsABody_data();
    void readsABody();
    void readsAnyBodyAsJsonIfJsonIsExpected();
    void readsLongSequences();
    void usesLoggedBytesOnlyIfTheyYieldTheData();
    void writesWhatItRead_data();
    void writesWhatItRead();
};

void tst_HttpBody::parsesAMediaType_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("written"); // empty: it is not a media type
    QTest::newRow("plain") << u"application/json"_s << u"application/json"_s;
    QTest::newRow("letter case") << u"Application/JSON; View=A"_s << u"application/json; view=A"_s;
    QTest::newRow("order, spaces and quotes") << u" a/b ;  z = \"1\";y=2 "_s << u"a/b; y=2; z=1"_s;
    QTest::newRow("a quoted semicolon") << u"a/b; x=\"1;2\"; y=3"_s << u"a/b; x=\"1;2\"; y=3"_s;
    QTest::newRow("a quoted quote") << u"a/b; x=\"\\\"\""_s << u"a/b; x=\"\\\"\""_s;
    QTest::newRow("a semicolon at the end") << u"a/b;"_s << u"a/b"_s;
    QTest::newRow("a parameter without a value") << u"a/b; x; y=1"_s << u"a/b; y=1"_s;
    QTest::newRow("a duplicate parameter") << u"a/b; x=1; X=2"_s << u"a/b; x=1"_s;
    QTest::newRow("a duplicate field") << u"a/b; x=1, c/d"_s << u"a/b; x=1"_s;
    QTest::newRow("a word without a slash") << u"json"_s << QString();
    QTest::newRow("two slashes") << u"a/b/c"_s << QString();
    QTest::newRow("a space inside") << u"application json"_s << QString();
    QTest::newRow("an empty text") << QString() << QString();
}

void tst_HttpBody::parsesAMediaType()
{
    QFETCH(QString, text);
    QFETCH(QString, written);
    const MediaType type = MediaType::read(text);
    QCOMPARE(type.isValid(), !written.isEmpty());
    if (type.isValid())
        QCOMPARE(type.toString(), written);
}

void tst_HttpBody::findsTheBestDeclaredType_data()
{
    QTest::addColumn<QStringList>("declared");
    QTest::addColumn<QString>("actual");
    QTest::addColumn<int>("best");
    const QStringList views{u"a/b; view=public"_s, u"a/b; view=payroll"_s};
    QTest::newRow("the same parameter") << views << u"a/b;view=\"payroll\""_s << 1;
    QTest::newRow("the same parameter beside a charset")
        << views << u"a/b; charset=utf-8; view=payroll"_s << 1;
    QTest::newRow("the value is case-sensitive") << views << u"a/b; view=Payroll"_s << -1;
    QTest::newRow("the charset does not matter")
        << QStringList{u"a/b; charset=utf-8"_s} << u"a/b; charset=latin1"_s << 0;
    QTest::newRow("additional parameters do not matter") << QStringList{u"a/b"_s} << u"a/b; x=1"_s << 0;
    QTest::newRow("a plain type before one with a parameter")
        << QStringList{u"a/b; x=1"_s, u"a/b"_s} << u"a/b"_s << 1;
    QTest::newRow("a type before a range") << QStringList{u"*/*"_s, u"a/*"_s, u"a/b"_s} << u"a/b"_s << 2;
    QTest::newRow("the narrower range") << QStringList{u"*/*"_s, u"a/*"_s} << u"a/c"_s << 1;
    QTest::newRow("another type") << QStringList{u"a/b"_s} << u"a/c"_s << -1;
}

void tst_HttpBody::findsTheBestDeclaredType()
{
    QFETCH(QStringList, declared);
    QFETCH(QString, actual);
    QFETCH(int, best);
    int found = -1;
    std::optional<int> foundFit;
    for (int i = 0; i < declared.size(); ++i) {
        const auto fit = mediaFit(MediaType::read(declared.at(i)), MediaType::read(actual));
        if (fit > foundFit) {
            found = i;
            foundFit = fit;
        }
    }
    QCOMPARE(found, best);
}

void tst_HttpBody::readsABody_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QString>("said"); // all warnings and remarks, "" for none
    using namespace std::string_literals;
    const auto row = [](const char *name, const char *type, const std::string &body, const char *data,
                         const char *said = "") {
        QTest::newRow(name) << QString::fromUtf8(type) << QByteArray::fromStdString(body) << QByteArray(data)
                            << QString::fromUtf8(said);
    };
    row("UTF-8", "text/plain", "\xC3\xA9"s, R"("é")");
    row("a byte order mark", "text/plain", "\xEF\xBB\xBFgr\xC3\xBC\xC3\x9F"s, R"("grüß")");
    row("UTF-16 with a byte order mark", "text/plain", "\xFF\xFE"s + "\xE9\0"s, R"("é")");
    row("the byte order mark overrides the charset", "text/plain; charset=iso-8859-1",
        "\xEF\xBB\xBF\xC3\xA9"s, R"("é")",
        "The body begins with the byte order mark of UTF-8, not of \"iso-8859-1\" as its Content-Type says; "
        "read as UTF-8.");
    row("an unknown charset", "text/plain; charset=x-none", "a"s, R"("a")",
        "The charset \"x-none\" is not known; read as UTF-8.");
    row("bytes that are invalid in the charset", "text/plain", "\xE9"s, "\"\xEF\xBF\xBD\"",
        "The text contains bytes that are not valid in its charset.");
    row("the encoding in the XML declaration", "application/xml",
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>\xFC</a>"s,
        R"("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>ü</a>")");
    row("the charset overrides the XML declaration", "application/xml; charset=utf-8",
        "<?xml version='1.0' encoding='ISO-8859-1'?>\xC3\xBC"s,
        R"("<?xml version='1.0' encoding='ISO-8859-1'?>ü")");
    row("XML in UTF-16 without a byte order mark", "image/svg+xml", "\0<\0?\0a"s, R"("<?a")");
    row("JSON", "application/json", R"({"a":1.50})"s, R"({"a":1.50})");
    row("JSON in Latin-1", "application/json; charset=iso-8859-1", "{\"a\":\"\xFC\"}"s, R"({"a":"ü"})",
        "JSON must be UTF-8; this body was read as iso-8859-1.");
    row("JSON in UTF-16 with a byte order mark", "application/json", "\xFF\xFE{\0}\0"s, "{}",
        "JSON must be UTF-8; this body was read as UTF-16LE.");
    row("JSON in UTF-16 without a byte order mark", "application/json", "\0{\0}"s, "{}",
        "JSON must be UTF-8; this body was read as UTF-16BE.");
    row("UTF-8 JSON with another charset", "application/json; charset=iso-8859-1", "{\"a\":\"\xC3\xBC\"}"s,
        R"({"a":"ü"})");
    row("JSON with invalid bytes", "application/json", "{\"a\":\"\xFC\"}"s, "{\"a\":\"\xEF\xBF\xBD\"}",
        "JSON must be UTF-8; this body contains invalid bytes, which were replaced by U+FFFD.");
    row("JSON Lines", "application/x-ndjson", "{\"n\":1}\n\n2\r\n"s, R"([{"n":1},2])");
    row("a JSON text sequence", "application/json-seq", "\x1E{\"n\":1}\n\x1E[]\n"s, R"([{"n":1},[]])");
    row("one malformed line", "application/jsonl", "1\n{oops\n3\n"s, R"([1,"{oops",3])",
        "Line 2 is not JSON (column 2); it is kept as text, and the list is not validated.");
    row("no type, an object", "", R"({"a":1})"s, R"({"a":1})",
        "The answer has no Content-Type; read as JSON.");
    row("no type, a word", "", "abcd"s, R"("abcd")", "The answer has no Content-Type; read as text.");
    row("no type, XML", "", "<?xml version='1.0' encoding='ISO-8859-1'?>\xFC"s,
        R"("<?xml version='1.0' encoding='ISO-8859-1'?>ü")", "The answer has no Content-Type; read as XML.");
    row("no type, bytes", "", "\0\1\xFF"s, R"("AAH/")", "The answer has no Content-Type; read as bytes.");
    row("not a media type", "json", "[]"s, "[]",
        "The Content-Type \"json\" is not a media type; read as JSON.");
    row("SQL", "application/sql", "abcd"s, R"("abcd")");
    row("bytes", "image/png", "\0\1\xFF"s, R"("AAH/")");
    row("an empty body", "application/json", ""s, "");
}

void tst_HttpBody::readsABody()
{
    QFETCH(QString, type);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, data);
    QFETCH(QString, said);
    const BodyReading reading = readBody(type, body);
    QStringList all;
    for (const Warning &warning : reading.warnings + reading.remarks)
        all.append(warning.message);
    QCOMPARE(reading.data.toBytes(), data);
    QCOMPARE(all.join(u'\n'), said);
}

void tst_HttpBody::readsAnyBodyAsJsonIfJsonIsExpected()
{
    QCOMPARE(readBody({}, "42").form, BodyReading::Form::Text);
    QCOMPARE(readBody({}, "42", true).form, BodyReading::Form::Json);
}

void tst_HttpBody::readsLongSequences()
{
    const BodyReading good = readBody(u"application/x-ndjson"_s, QByteArray("1\n").repeated(300'000));
    QCOMPARE(good.form, BodyReading::Form::JsonSequence);
    QCOMPARE(good.data.size(), 300'000);
    const BodyReading odd =
        readBody(u"application/x-ndjson"_s, QByteArray("{\"a\":1,\"a\":1}\nx\n").repeated(1000));
    QCOMPARE(odd.remarks.size(), 100);
    QCOMPARE(odd.warnings.size(), 1);
    QVERIFY2(odd.warnings.first().message.startsWith("Lines 2, 4, 6, 8, 10 and 995 more are not JSON"_L1),
        qPrintable(odd.warnings.first().message));
}

//! Logged bytes may have their secrets hidden; then the body is made from the data that was read.
void tst_HttpBody::usesLoggedBytesOnlyIfTheyYieldTheData()
{
    const QString type = u"text/plain; charset=iso-8859-1"_s;
    const Json data = Json::string(u"gr\u00FC\u00DF"_s);
    const Outcome outcome{
        httpEnvelope(data, {.statusCode = 200, .headers = {}, .contentType = type}), data, {}, 0, {}, {}};
    QCOMPARE(bodyOf(outcome, "gr\xFC\xDF"), "gr\xFC\xDF"_ba);
    QCOMPARE(bodyOf(outcome, "${secret:word}"), "gr\xFC\xDF"_ba);
    QCOMPARE(bodyOf(outcome, {}), "gr\xFC\xDF"_ba);
}

void tst_HttpBody::writesWhatItRead_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("JSON") << u"application/json"_s << QByteArray(R"({"a":[1.50,null]})");
    QTest::newRow("a JSON string") << u"application/json"_s << QByteArray(R"("a")");
    QTest::newRow("JSON Lines") << u"application/x-ndjson"_s << QByteArray("null\n{\"a\":1}\n");
    QTest::newRow("a JSON text sequence") << u"application/json-seq"_s << QByteArray("\x1E[1]\n");
    QTest::newRow("SQL that looks like base64") << u"application/sql"_s << QByteArray("abcd");
    QTest::newRow("text in its charset") << u"text/plain; charset=iso-8859-1"_s << QByteArray("\xE9");
    QTest::newRow("bytes") << u"image/png"_s << QByteArray("\0\xFF", 2);
    QTest::newRow("text without a type") << QString() << QByteArray("abcd");
}

void tst_HttpBody::writesWhatItRead()
{
    QFETCH(QString, type);
    QFETCH(QByteArray, body);
    QCOMPARE(bodyOfData(readBody(type, body).data, type, false), body);
}

WORKBENCH_TEST(tst_HttpBody, QCoreApplication)
#include "tst_httpbody.moc"
