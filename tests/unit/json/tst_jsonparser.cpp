// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/advice.h"
#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_JsonParser : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesWhatIsNotJson_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::newRow("empty") << QByteArray() << 1 << 1;
        QTest::newRow("only white space") << QByteArray(" \n ") << 1 << 1;
        QTest::newRow("only a byte order mark") << QByteArray("\xEF\xBB\xBF") << 1 << 1;
        QTest::newRow("truncated array") << QByteArray("[1,") << 1 << 4;
        QTest::newRow("truncated object") << QByteArray("{\"a\":") << 1 << 6;
        QTest::newRow("truncated string") << QByteArray("[\"abc") << 1 << 6;
        QTest::newRow("truncated literal") << QByteArray("[tru") << 1 << 5;
        QTest::newRow("text after the value") << QByteArray("{}\n x") << 2 << 2;
        QTest::newRow("second value") << QByteArray("1 2") << 1 << 3;
        QTest::newRow("NUL after the value") << QByteArray("[1]\0", 4) << 1 << 4;
        QTest::newRow("comment") << QByteArray("[1 /* no */]") << 1 << 4;
        QTest::newRow("trailing comma") << QByteArray("[1,\n2,\n]") << 2 << 2;
        QTest::newRow("trailing comma in object") << QByteArray("{\"a\":1,}") << 1 << 7;
        QTest::newRow("NaN") << QByteArray("[NaN]") << 1 << 2;
        QTest::newRow("Infinity") << QByteArray("[-Infinity]") << 1 << 3;
        QTest::newRow("leading zero") << QByteArray("[01]") << 1 << 2;
        QTest::newRow("plus sign") << QByteArray("+1") << 1 << 1;
        QTest::newRow("key without quotes") << QByteArray("{\n  a:1}") << 2 << 3;
        QTest::newRow("single quotes") << QByteArray("['a']") << 1 << 2;
        QTest::newRow("raw newline in a string") << QByteArray("[\n1,\n\"a\nb\"]") << 3 << 3;
        QTest::newRow("columns are characters") << QByteArray("[\"\xC3\xA4\xF0\x9F\x98\x80\",x]") << 1 << 7;
        QTest::newRow("carriage returns are lines") << QByteArray("[1,\r2,\r\n3,x]") << 3 << 3;
        QTest::newRow("newline right after a number") << QByteArray("[1\n,2\n,x]") << 3 << 2;
        QTest::newRow("after a byte order mark") << QByteArray("\xEF\xBB\xBF[x]") << 1 << 2;
        QTest::newRow("invalid UTF-8") << QByteArray("[\"ab\xFF\"]") << 1 << 5;
        QTest::newRow("overlong UTF-8") << QByteArray("[\"\xC0\x80\"]") << 1 << 3;
        QTest::newRow("surrogate in UTF-8") << QByteArray("[\"\xED\xA0\x80\"]") << 1 << 3;
        QTest::newRow("unknown escape") << QByteArray(R"(["\x"])") << 1 << 4;
        QTest::newRow("short escape") << QByteArray(R"(["\u12"])") << 1 << 3;
        QTest::newRow("backslash at the end") << QByteArray("[\"\\") << 1 << 4;
        QTest::newRow("half an escape at the end") << QByteArray("[\"\\uD8") << 1 << 7;
        QTest::newRow("UTF-16") << QByteArray("[\0]\0", 4) << 1 << 2;
    }
    void refusesWhatIsNotJson()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        QFETCH(int, column);
        const auto parsed = parseJsonDetailed(text);
        QVERIFY(!parsed);
        const JsonParseError &error = parsed.error();
        QCOMPARE(error.error.kind, ErrorKind::Protocol);
        QCOMPARE(error.error.code, u"json.syntax"_s);
        const auto place = u"line %1, column %2:"_s;
        QVERIFY2(error.error.message.contains(place.arg(line).arg(column)), qPrintable(error.error.message));
        QCOMPARE(error.position.line, line);
        QCOMPARE(error.position.column, column);
        QVERIFY(error.position.byteOffset <= text.size());
        QCOMPARE(parseJson(text).error().message, error.error.message);
        QVERIFY(jsonLiteral(text).isAbsent());
    }

    void everyTruncationIsRefused()
    {
        const QByteArray text = R"({"a":[1.5e3,true,null,"x\u00e4\ud83d\ude00"],"b":{"c":-0}})";
        QVERIFY(parseJson(text));
        for (qsizetype length = 0; length < text.size(); ++length)
            QVERIFY2(!parseJson(text.first(length)), text.first(length).constData());
    }

    void acceptsEveryKindAtTheRoot_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const QByteArray text : {"null", "true", "0", "-1.5", "\"\"", "[]", "{}", "\"\\u0000\""})
            QTest::addRow("%s", text.constData()) << text;
    }
    void acceptsEveryKindAtTheRoot()
    {
        QFETCH(QByteArray, text);
        const auto parsed = parseJsonDetailed(" \r\n\t" + text + "\n");
        QVERIFY(parsed);
        QCOMPARE(parsed->value.toBytes(), text);
        QVERIFY(parsed->remarks.isEmpty());
    }

    void skipsAByteOrderMarkWithARemark()
    {
        const auto parsed = parseJsonDetailed("\xEF\xBB\xBF{\"a\":1}");
        QVERIFY(parsed);
        QCOMPARE(parsed->value.toBytes(), QByteArray(R"({"a":1})"));
        QCOMPARE(parsed->remarks.size(), 1);
        QCOMPARE(parsed->remarks.first().pointer, QString());
        QVERIFY(parsed->remarks.first().message.contains(u"byte order mark"));
    }

    void remarksOnDuplicateKeys_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("pointers");
        QTest::newRow("none") << QByteArray(R"({"a":1,"b":{"a":1}})") << QStringList();
        QTest::newRow("at the root") << QByteArray(R"({"a":1,"a":2})") << QStringList{u"/a"_s};
        QTest::newRow("three times, one remark")
            << QByteArray(R"({"a":1,"a":2,"a":3})") << QStringList{u"/a"_s};
        QTest::newRow("spelled differently") << QByteArray(R"({"a":1,"\u0061":2})") << QStringList{u"/a"_s};
        QTest::newRow("inside") << QByteArray(R"([0,{"x":[{"a/b":1,"c":[],"a/b":{}}]}])")
                                << QStringList{u"/1/x/0/a~1b"_s};
        QTest::newRow("outside and inside") << QByteArray(R"({"a":{"b":1,"b":2},"c":0,"a":{"d":1,"d":2}})")
                                            << QStringList{u"/a/b"_s, u"/a"_s, u"/a/d"_s};
        QByteArray wide = "{";
        for (int i = 0; i < 40; ++i)
            wide += "\"k" + QByteArray::number(i % 39) + "\":0,";
        wide.back() = '}';
        QTest::newRow("wide object") << wide << QStringList{u"/k0"_s};
    }
    void remarksOnDuplicateKeys()
    {
        QFETCH(QByteArray, text);
        QFETCH(QStringList, pointers);
        const auto parsed = parseJsonDetailed(text);
        QVERIFY(parsed);
        QStringList found;
        for (const JsonRemark &remark : parsed->remarks)
            found += remark.pointer;
        QCOMPARE(found, pointers);
    }

    void loneSurrogatesBecomeReplacementCharacters_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("written");
        QTest::addColumn<QStringList>("pointers");
        const auto row = [](const char *name, const char *text, const char *written,
                             const QStringList &pointers) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(written) << pointers;
        };
        row("a pair is a character", R"(["\ud83d\ude00"])", "[\"😀\"]", {});
        row("high surrogate alone", R"(["\ud83d"])", "[\"\uFFFD\"]", {u"/0"_s});
        row("low surrogate alone", R"([1,"a\uDE00b"])", "[1,\"a\uFFFDb\"]", {u"/1"_s});
        row("in the wrong order", R"("\ude00\ud83d")", "\"\uFFFD\uFFFD\"", {u""_s});
        row("high before a pair", R"(["\ud83d\ud83d\ude00"])", "[\"\uFFFD😀\"]", {u"/0"_s});
        row("high before another escape", R"(["\ud83d\n"])", "[\"\uFFFD\\n\"]", {u"/0"_s});
        row("in a key", R"({"x":{"\ud800":1}})", "{\"x\":{\"\uFFFD\":1}}", {u"/x/\uFFFD"_s});
        row("an escaped backslash is not a surrogate", R"(["\\ud800"])", R"(["\\ud800"])", {});
        row("two strings", R"(["\ud800",[],"ok",{"a":"\udfff"}])",
            "[\"\uFFFD\",[],\"ok\",{\"a\":\"\uFFFD\"}]", {u"/0"_s, u"/3/a"_s});
    }
    void loneSurrogatesBecomeReplacementCharacters()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, written);
        QFETCH(QStringList, pointers);
        const auto parsed = parseJsonDetailed(text);
        QVERIFY(parsed);
        QCOMPARE(parsed->value.toBytes(), written);
        QStringList found;
        for (const JsonRemark &remark : parsed->remarks) {
            found += remark.pointer;
            QVERIFY(remark.message.contains(u"U+FFFD"));
            QVERIFY(!JsonPointer::resolve(parsed->value, remark.pointer).isAbsent());
        }
        QCOMPARE(found, pointers);
    }

    void remarksAreBounded()
    {
        QByteArray many = "[";
        for (int i = 0; i < 500; ++i)
            many += R"({"a":1,"a":"\ud800"},)";
        many.back() = ']';
        const QList<JsonRemark> remarks = parseJsonDetailed(many)->remarks;
        QCOMPARE(remarks.size(), 100);
        QCOMPARE(remarks.last().message, u"More remarks about this text were left out."_s);
        QCOMPARE(remarks.last().pointer, QString());
        QVERIFY(!remarks.at(98).pointer.isEmpty());
        many = "[" + QByteArray(R"({"a":1,"a":1},)").repeated(100);
        many.back() = ']';
        QCOMPARE(parseJsonDetailed(many)->remarks.last().pointer, u"/99/a"_s); // all of them fit

        const QByteArray longKey(1 << 20, 'k');
        const QByteArray text = "{\"" + longKey + R"(":{"a":1,"a":2},")" + longKey + "\":1}";
        const auto parsed = parseJsonDetailed(text);
        QVERIFY(parsed);
        QCOMPARE(parsed->remarks.size(), 2);
        for (const JsonRemark &remark : parsed->remarks) {
            QCOMPARE(remark.pointer, QString());
            QVERIFY(remark.message.contains(u"too long"));
        }
    }

    void findsRemarksInDeepValues()
    {
        constexpr int levels = 1000;
        const QByteArray text =
            QByteArray("[0,").repeated(levels) + R"({"a":1,"a":2})" + QByteArray(levels, ']');
        const auto parsed = parseJsonDetailed(text);
        QVERIFY(parsed);
        QCOMPARE(parsed->remarks.size(), 1);
        QCOMPARE(parsed->remarks.first().pointer, u"/1"_s.repeated(levels) + u"/a"_s);
    }

    void theNodeLimitIsExact_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("nodes");
        QTest::newRow("array") << QByteArray("[1,2,3]") << qint64(4);
        QTest::newRow("object, keys do not count") << QByteArray(R"({"a":1,"b":{"c":[]}})") << qint64(4);
        QTest::newRow("many") << QByteArray("[" + QByteArray("1,").repeated(9999) + "1]") << qint64(10001);
        QTest::newRow("nested") << QByteArray(QByteArray(50'000, '[') + QByteArray(50'000, ']'))
                                << qint64(50'000);
    }
    void theNodeLimitIsExact()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, nodes);
        QVERIFY(parseJsonDetailed(text, nodes));
        const auto refused = parseJsonDetailed(text, nodes - 1);
        QVERIFY(!refused);
        QCOMPARE(refused.error().error.kind, ErrorKind::Limit);
        QVERIFY(messageWithAdvice(refused.error().error).contains(u"limit json.nodes"));
        QVERIFY(refused.error().error.message.contains(QString::number(nodes - 1)));
        const auto muchTooMany = parseJsonDetailed(text, 1);
        QCOMPARE(muchTooMany.error().error.kind, ErrorKind::Limit);
    }

    void theCallersTextStaysUnchanged()
    {
        const QByteArray text = R"(["\u0041\ud800",1 ,2])";
        QByteArray given = text;
        given.detach();
        QVERIFY(parseJson(given));
        QCOMPARE(given, text);
    }
};

WORKBENCH_TEST(tst_JsonParser, QCoreApplication)

#include "tst_jsonparser.moc"
