// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/json.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <ranges>
#include <thread>

using namespace Workbench;
using namespace Qt::StringLiterals;

static_assert(std::ranges::input_range<Json::Items>);
static_assert(std::ranges::input_range<Json::Members>);

namespace {

//! Returns an object with \a count members, or an array of \a count objects whose different sizes
//! prevent the calculation of their positions.
QByteArray wide(int count, bool object)
{
    QByteArray text(object ? "{" : "[");
    for (int i = 0; i < count; ++i) {
        if (i > 0)
            text += ',';
        if (object)
            text += "\"key" + QByteArray::number(i) + "\":";
        text += "{\"n\":" + QByteArray::number(i) + "}";
    }
    return text + (object ? "}" : "]");
}

} // namespace

class tst_Json : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsAByteOrderMarkInsideAText()
    {
        const QString text = QString(QChar(0xfeff)) + u"a"_s;
        const Json value = jsonLiteral("{\"\xef\xbb\xbf"
                                       "a\":\"\xef\xbb\xbf"
                                       "a\",\"twice\":\"\xef\xbb\xbf\xef\xbb\xbf\"}");
        QCOMPARE(value.keyAt(0), text);
        QCOMPARE((*value.members().begin()).key(), text);
        QCOMPARE(value.member(QStringView(text)).toString(), text);
        QCOMPARE(value.member("twice"_L1).toString().size(), 2);
        QCOMPARE(Json::string(text).toString(), text);
    }

    void aDefaultValueIsAbsent()
    {
        const Json absent;
        QVERIFY(absent.isAbsent());
        QVERIFY(!absent.isNull());
        QVERIFY(absent == Json());
        QVERIFY(absent != Json::null());
        QCOMPARE(absent.toBytes(), QByteArray());
        QCOMPARE(absent.size(), 0);
        QCOMPARE(absent.nodeCount(), 0);
        QVERIFY(absent.at(0).isAbsent());
        QVERIFY(absent.member(u"a").isAbsent());
        QVERIFY(absent.keyUtf8At(0).isNull());
        QCOMPARE(absent.hash(), Json().hash());
        for (const Json &item : absent.items())
            QFAIL(item.toBytes().constData());
    }

    void makesSmallValues_data()
    {
        QTest::addColumn<Json>("value");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("null") << Json::null() << int(JsonKind::Null) << QByteArray("null");
        QTest::newRow("true") << Json::boolean(true) << int(JsonKind::Boolean) << QByteArray("true");
        QTest::newRow("false") << Json::boolean(false) << int(JsonKind::Boolean) << QByteArray("false");
        QTest::newRow("zero") << Json::integer(0) << int(JsonKind::Number) << QByteArray("0");
        QTest::newRow("smallest integer") << Json::integer(std::numeric_limits<qint64>::min())
                                          << int(JsonKind::Number) << QByteArray("-9223372036854775808");
        QTest::newRow("a third") << Json::real(1.0 / 3) << int(JsonKind::Number)
                                 << QByteArray("0.3333333333333333");
        QTest::newRow("whole double") << Json::real(100000) << int(JsonKind::Number) << QByteArray("100000");
        QTest::newRow("negative zero") << Json::real(-0.0) << int(JsonKind::Number) << QByteArray("-0");
        QTest::newRow("huge double") << Json::real(1e300) << int(JsonKind::Number) << QByteArray("1e+300");
        QTest::newRow("infinity is null") << Json::real(qInf()) << int(JsonKind::Null) << QByteArray("null");
        QTest::newRow("not a number is null")
            << Json::real(qQNaN()) << int(JsonKind::Null) << QByteArray("null");
        QTest::newRow("digits kept unchanged")
            << Json::numberFromText("1.50E+02") << int(JsonKind::Number) << QByteArray("1.50E+02");
        QTest::newRow("digits that are not a number")
            << Json::numberFromText("01") << int(JsonKind::Absent) << QByteArray();
        QTest::newRow("empty string") << Json::string(u"") << int(JsonKind::String) << QByteArray(R"("")");
        QTest::newRow("long string") << Json::string(QString(1000, u'x')) << int(JsonKind::String)
                                     << QByteArray('"' + QByteArray(1000, 'x') + '"');
        QTest::newRow("broken UTF-16")
            << Json::string(QString(u"a"_s + QChar(0xD800) + QChar(0xDC00) + QChar(0xD800)))
            << int(JsonKind::String) << QByteArray("\"a\xF0\x90\x80\x80\xEF\xBF\xBD\"");
        QTest::newRow("empty array") << Json::emptyArray() << int(JsonKind::Array) << QByteArray("[]");
        QTest::newRow("empty object") << Json::emptyObject() << int(JsonKind::Object) << QByteArray("{}");
        QTest::newRow("array: absent is null") << Json::array({Json::integer(1), Json(), Json::emptyArray()})
                                               << int(JsonKind::Array) << QByteArray("[1,null,[]]");
        QTest::newRow("object: absent is left out")
            << Json::object({{u"b"_s, Json::integer(1)}, {u"gone"_s, Json()}, {u"a"_s, Json::emptyObject()}})
            << int(JsonKind::Object) << QByteArray(R"({"b":1,"a":{}})");
    }
    void makesSmallValues()
    {
        QFETCH(Json, value);
        QFETCH(int, kind);
        QFETCH(QByteArray, text);
        QCOMPARE(int(value.kind()), kind);
        QCOMPARE(value.toBytes(), text);
    }

    void conversionsToAnotherKindReturnTheFallback()
    {
        const Json number = Json::integer(5);
        QCOMPARE(number.toString(u"fallback"_s), u"fallback"_s);
        QCOMPARE(number.toBoolean(true), true);
        QVERIFY(number.utf8().isNull());
        QVERIFY(number.member(u"a").isAbsent());
        const Json text = Json::string(u"5");
        QCOMPARE(text.toDouble(7), 7.0);
        QVERIFY(!text.toInteger());
        QVERIFY(!text.isInteger());
        QCOMPARE(text.numberText(), QByteArray());
        QVERIFY(text != number);
    }

    void readsNumbersByValue_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isInteger");
        QTest::addColumn<bool>("fits");
        QTest::addColumn<qint64>("integer");
        QTest::addColumn<double>("real");
        QTest::newRow("plain") << QByteArray("42") << true << true << qint64(42) << 42.0;
        QTest::newRow("point zero") << QByteArray("3.0") << true << true << qint64(3) << 3.0;
        QTest::newRow("exponent") << QByteArray("12.5e1") << true << true << qint64(125) << 125.0;
        QTest::newRow("fraction") << QByteArray("0.1") << false << false << qint64(0) << 0.1;
        QTest::newRow("beyond double") << QByteArray("1e400") << true << false << qint64(0) << qInf();
        QTest::newRow("beyond double, below zero")
            << QByteArray("-1e400") << true << false << qint64(0) << -qInf();
        QTest::newRow("below double") << QByteArray("1e-400") << false << false << qint64(0) << 0.0;
        QTest::newRow("smallest double") << QByteArray("5e-324") << false << false << qint64(0) << 5e-324;
        QTest::newRow("2^53+1") << QByteArray("9007199254740993") << true << true << qint64(9007199254740993)
                                << 9007199254740992.0;
        QTest::newRow("largest") << QByteArray("9223372036854775807") << true << true
                                 << std::numeric_limits<qint64>::max() << 9223372036854775808.0;
        QTest::newRow("smallest") << QByteArray("-9223372036854775808") << true << true
                                  << std::numeric_limits<qint64>::min() << -9223372036854775808.0;
        QTest::newRow("one above the largest")
            << QByteArray("9223372036854775808") << true << false << qint64(0) << 9223372036854775808.0;
        QTest::newRow("very long exponent")
            << QByteArray("1e" + QByteArray(1000, '9')) << true << false << qint64(0) << qInf();
    }
    void readsNumbersByValue()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, isInteger);
        QFETCH(bool, fits);
        QFETCH(qint64, integer);
        QFETCH(double, real);
        const Json value = jsonLiteral(text);
        QCOMPARE(value.numberText(), text);
        QCOMPARE(value.isInteger(), isInteger);
        QCOMPARE(value.toInteger().has_value(), fits);
        QCOMPARE(value.toInteger().value_or(0), integer);
        QVERIFY(value.toDouble() == real);
    }

    void doublesSurviveARoundTrip_data()
    {
        QTest::addColumn<double>("value");
        for (const double value :
            {0.1, 1e-7, 1e21, 123456789.125, 5e-324, 1.7976931348623157e308, -2.5e-10, 1e20 + 3e4})
            QTest::addRow("%g", value) << value;
    }
    void doublesSurviveARoundTrip()
    {
        QFETCH(double, value);
        const Json json = Json::real(value);
        QVERIFY(json.toDouble() == value);
        QVERIFY(jsonLiteral(json.toBytes()).toDouble() == value);
    }

    void keepsTheDigitsOfNumbers_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const QByteArray text : {"9007199254740993", "1e400", "-0", "-0.0", "1E+2", "1.10",
                 "0.1000000000000000055511151231257827",
                 "100000000000000000000000000000000000000000000000001", "1e-99999999999999999999"})
            QTest::addRow("%s", text.constData()) << text;
    }
    void keepsTheDigitsOfNumbers()
    {
        QFETCH(QByteArray, text);
        const QByteArray document = R"({"b":[)" + text + R"(],"a":)" + text + '}';
        const Json value = jsonLiteral(document);
        QCOMPARE(value.toBytes(), document);
        QCOMPARE(jsonLiteral(text).toBytes(), text);
        QCOMPARE(JsonBuilder().value(value).take().toBytes(), document);
    }

    void keepsOrderAndDuplicates()
    {
        const QByteArray text = R"({"z":1,"a":2,"z":{"y":3},"":4})";
        const Json value = jsonLiteral(text);
        QCOMPARE(value.toBytes(), text);
        QCOMPARE(value.size(), 4);
        QCOMPARE(value.keyAt(2), u"z"_s);
        QCOMPARE(value.at(0), Json::integer(1));
        QCOMPARE(value.member(u"z").toBytes(), QByteArray(R"({"y":3})"));
        QCOMPARE(value.member(""_L1), Json::integer(4));
        QVERIFY(!value.hasMember(u"y"));
        QStringList keys;
        for (const Json::Members::Entry &entry : value.members())
            keys += entry.key();
        QCOMPARE(keys, (QStringList{u"z"_s, u"a"_s, u"z"_s, u""_s}));
    }

    void escapesOnlyWhatJsonRequires_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("written");
        QTest::newRow("quotes and backslash") << u"\"\\/"_s << QByteArray("\"\\\"\\\\/\"");
        QTest::newRow("short escapes") << u"\b\f\n\r\t"_s << QByteArray(R"("\b\f\n\r\t")");
        QTest::newRow("control characters")
            << QString(QChar(0)) + QChar(0x1b) + QChar(0x1f) << QByteArray(R"("\u0000\u001b\u001f")");
        QTest::newRow("DEL and C1 stay")
            << QString(QChar(0x7f)) + QChar(0x9b) << QByteArray("\"\x7f\xc2\x9b\"");
        QTest::newRow("line separator stays") << QString(QChar(0x2028)) << QByteArray("\"\xe2\x80\xa8\"");
        QTest::newRow("beyond the basic plane") << u"😀"_s << QByteArray("\"\xf0\x9f\x98\x80\"");
    }
    void escapesOnlyWhatJsonRequires()
    {
        QFETCH(QString, text);
        QFETCH(QByteArray, written);
        const Json value = Json::string(text);
        QCOMPARE(value.toBytes(), written);
        QCOMPARE(jsonLiteral(written).toString(), text);
        QCOMPARE(Json::object({{text, value}}).toBytes(), '{' + written + ':' + written + '}');
    }

    void indentsByTwo()
    {
        const Json value = jsonLiteral(R"({"a":[1,{"b":null}],"c":{},"d":[],"e":""})");
        QCOMPARE(value.toBytes(Json::Layout::Indented), QByteArray(R"({
  "a": [
    1,
    {
      "b": null
    }
  ],
  "c": {},
  "d": [],
  "e": ""
})"));
        QCOMPARE(Json::integer(1).toBytes(Json::Layout::Indented), QByteArray("1"));
    }

    void comparesAsJsonValues_data()
    {
        QTest::addColumn<QByteArray>("a");
        QTest::addColumn<QByteArray>("b");
        QTest::addColumn<bool>("equal");
        const auto row = [](const char *name, const char *a, const char *b, bool equal) {
            QTest::newRow(name) << QByteArray(a) << QByteArray(b) << equal;
        };
        row("numbers by value", "[1,1.0,1e0,-0]", "[1.00,1,10e-1,0]", true);
        row("2^53+1 is not 2^53", "9007199254740993", "9007199254740992", false);
        row("number is not its text", "1", "\"1\"", false);
        row("true is not false", "true", "false", false);
        row("null is not false", "null", "false", false);
        row("escapes do not matter", R"("\u0041\/")", R"("A/")", true);
        row("array order matters", "[1,2]", "[2,1]", false);
        row("array length matters", "[1,2]", "[1]", false);
        row("object order does not matter", R"({"a":1,"b":[2]})", R"({"b":[2.0],"a":1})", true);
        row("the last duplicate counts", R"({"a":1,"b":3,"a":2})", R"({"a":2,"b":3})", true);
        row("the first duplicate does not count", R"({"a":1,"a":2})", R"({"a":1})", false);
        row("missing key", R"({"a":1})", R"({"b":1})", false);
        row("one extra key", R"({"a":1})", R"({"a":1,"b":null})", false);
        row("array is not object", "[]", "{}", false);
        row("deep inside", R"([{"a":[{"b":1}]}])", R"([{"a":[{"b":2}]}])", false);
        row("after something deep", R"([[[1]],2])", R"([[[1]],3])", false);
    }
    void comparesAsJsonValues()
    {
        QFETCH(QByteArray, a);
        QFETCH(QByteArray, b);
        QFETCH(bool, equal);
        const Json left = jsonLiteral(a);
        const Json right = jsonLiteral(b);
        QVERIFY(!left.isAbsent() && !right.isAbsent());
        QCOMPARE(left == right, equal);
        QCOMPARE(right == left, equal);
        QCOMPARE(left.hash() == right.hash(), equal);
        QVERIFY(left == JsonBuilder().value(left).take());
    }

    void countsNodesAndLevels_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("depth");
        QTest::newRow("scalar") << QByteArray("1") << 1 << 0;
        QTest::newRow("empty array") << QByteArray("[]") << 1 << 1;
        QTest::newRow("keys are not nodes") << QByteArray(R"({"a":1,"b":[2,{}]})") << 5 << 3;
        QTest::newRow("the deepest level counts") << QByteArray("[[[]],[],1]") << 5 << 3;
        QTest::newRow("many") << wide(1000, true) << 2001 << 2;
    }
    void countsNodesAndLevels()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, nodes);
        QFETCH(int, depth);
        const Json value = jsonLiteral(text);
        QCOMPARE(value.nodeCount(), nodes);
        QCOMPARE(value.nodeCount(), nodes);
        QCOMPARE(value.depth(), depth);
        QCOMPARE(Json::array({value}).at(0).nodeCount(), nodes);
    }

    void looksUpMembersInContainersOfAnySize_data()
    {
        QTest::addColumn<int>("count");
        for (const int count : {0, 1, 15, 16, 17, 18, 5000})
            QTest::addRow("%d", count) << count;
    }
    void looksUpMembersInContainersOfAnySize()
    {
        QFETCH(int, count);
        const Json object = jsonLiteral(wide(count, true));
        const Json array = jsonLiteral(wide(count, false));
        QCOMPARE(object.size(), count);
        QCOMPARE(array.size(), count);
        for (int i = 0; i < count; ++i) {
            const QString key = u"key"_s + QString::number(i);
            QCOMPARE(object.member(key).member(u"n").toInteger(), i);
            QCOMPARE(object.keyAt(i), key);
            QCOMPARE(object.at(i).member(u"n").toInteger(), i);
            QCOMPARE(array.at(i).member(u"n").toInteger(), i);
        }
        QVERIFY(object.member(u"key").isAbsent());
        QVERIFY(object.member(u"keyX").isAbsent());
        QVERIFY(object.at(count).isAbsent());
        QVERIFY(array.at(count).isAbsent());
        QVERIFY(array.at(-1).isAbsent());
        int seen = 0;
        for (const Json &item : array.items())
            QCOMPARE(item.member(u"n").toInteger(), seen++);
        QCOMPARE(seen, count);
    }

    void aWideObjectReturnsTheLastDuplicate()
    {
        QByteArray text = "{";
        for (int i = 0; i < 300; ++i)
            text += "\"k" + QByteArray::number(i % 100) + "\":" + QByteArray::number(i) + ',';
        text.back() = '}';
        const Json value = jsonLiteral(text);
        for (int i = 0; i < 100; ++i)
            QCOMPARE(value.member(QString(u"k"_s + QString::number(i))).toInteger(), i + 200);
        QCOMPARE(value.size(), 300);
    }

    void firstLookUpsAreThreadSafe()
    {
        const int count = 20'000;
        const Json object = jsonLiteral(wide(count, true));
        const Json array = jsonLiteral(wide(count, false));
        std::atomic<int> wrong = 0;
        std::vector<std::jthread> threads;
        for (int t = 0; t < 8; ++t) {
            threads.emplace_back([&, t] {
                for (int i = t; i < count; i += 97) {
                    if (object.member(QString(u"key"_s + QString::number(i))).member(u"n").toInteger() != i
                        || array.at(i).member(u"n").toInteger() != i || object.nodeCount() != 2 * count + 1)
                        ++wrong;
                }
            });
        }
        threads.clear();
        QCOMPARE(wrong.load(), 0);
    }

    void valuesOutliveTheirDocument()
    {
        Json inner;
        Json::Items items = Json::emptyArray().items();
        {
            const Json outer = jsonLiteral(R"({"list":["one",["two"],"three"]})");
            inner = outer.member(u"list").at(1);
            items = outer.member(u"list").items();
        }
        QCOMPARE(inner.toBytes(), QByteArray(R"(["two"])"));
        auto first = items.begin();
        items = Json::emptyArray().items();
        QCOMPARE((*first).toString(), u"one"_s);
        ++first;
        QVERIFY((*first).isArray());
    }

    void rangesOverTemporariesAreSafe()
    {
        QStringList seen;
        for (const Json &item : jsonLiteral(R"(["a","b"])").items())
            seen += item.toString();
        for (const Json::Members::Entry &entry : jsonLiteral(R"({"c":"d"})").members())
            seen += entry.key() + entry.value().toString();
        for (const QString &text : jsonLiteral(R"(["e"])").items()
                | std::views::transform([](const Json &item) { return item.toString(); }))
            seen += text;
        QCOMPARE(seen, (QStringList{u"a"_s, u"b"_s, u"cd"_s, u"e"_s}));
    }

    void nodeAddressDistinguishesEqualValues()
    {
        const Json value = jsonLiteral("[[1],[1]]");
        QCOMPARE(value.at(0).nodeAddress(), value.at(0).nodeAddress());
        QVERIFY(value.at(0).nodeAddress() != value.at(1).nodeAddress());
        QVERIFY(value.at(0) == value.at(1));
    }
};

WORKBENCH_TEST(tst_Json, QCoreApplication)

#include "tst_json.moc"
