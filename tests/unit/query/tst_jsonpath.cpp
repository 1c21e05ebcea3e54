// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/json/query/jsonpath.h"
#include "tests/support/clocks.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

const QByteArray &store()
{
    static const QByteArray text = R"({ "store": { "book": [
        { "category": "reference", "author": "Nigel Rees", "title": "Sayings of the Century", "price": 8.95 },
        { "category": "fiction", "author": "Evelyn Waugh", "title": "Sword of Honour", "price": 12.99 },
        { "category": "fiction", "author": "Herman Melville", "title": "Moby Dick", "isbn": "0-553-21311-3", "price": 8.99 },
        { "category": "fiction", "author": "J. R. R. Tolkien", "title": "The Lord of the Rings", "isbn": "0-395-19395-8", "price": 22.99 } ],
      "bicycle": { "color": "red", "price": 399 } } })";
    return text;
}

QByteArray selected(const QString &query, const QByteArray &document)
{
    const auto path = JsonPath::parse(query);
    if (!path)
        return "error: " + path.error().error.message.toUtf8();
    const JsonPathResult result = path->evaluate(jsonLiteral(document));
    if (result.incomplete())
        return "incomplete: " + result.incomplete()->message.toUtf8();
    QList<Json> values;
    for (qsizetype i = 0; i < result.size(); ++i)
        values += result.value(i);
    return Json::array(values).toBytes();
}

QByteArray pathsOf(const QString &query, const QByteArray &document)
{
    const auto path = JsonPath::parse(query);
    if (!path)
        return "error: " + path.error().error.message.toUtf8();
    const JsonPathResult result = path->evaluate(jsonLiteral(document));
    QStringList paths;
    for (qsizetype i = 0; i < result.size(); ++i)
        paths += result.path(i);
    return paths.join(u' ').toUtf8();
}

Json parsed(const QByteArray &document)
{
    return jsonLiteral(document);
}

QString codeOf(const QString &query, const Limits &limits = {})
{
    const auto path = JsonPath::parse(query, limits);
    return path ? QString() : path.error().error.code;
}

JsonPathResult evaluate(const QString &query, const Json &document, const Limits &limits = {})
{
    const auto path = JsonPath::parse(query, limits);
    return path ? path->evaluate(document) : JsonPathResult();
}

} // namespace

class tst_JsonPath : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersTheExamplesOfTheStandard_data();
    void answersTheExamplesOfTheStandard();
    void writesNormalizedPaths_data();
    void writesNormalizedPaths();
    void comparesNumbersExactly_data();
    void comparesNumbersExactly();
    void comparesByteOrderMarks();
    void usesTheLastDuplicateKey();
    void reportsThePositionOfAnError_data();
    void reportsThePositionOfAnError();
    void stopsAtItsLimits_data();
    void stopsAtItsLimits();
    void returnsTheFirstOfTooManyResults();
    void survivesDeepValues();
    void limitsTheTimeOfRegularExpressions();
    void canBeCancelled();
    void runsOnSeveralThreads();
    void selectsNothingFromAnAbsentValue();
};

void tst_JsonPath::answersTheExamplesOfTheStandard_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<QByteArray>("paths");
    const auto row = [](const QString &query, const QByteArray &document, const QByteArray &paths) {
        QTest::newRow(qPrintable(query)) << query << document << paths;
    };
    const QByteArray book = "$['store']['book']";
    // 1.5
    row(u"$.store.book[*].author"_s, store(),
        book + "[0]['author'] " + book + "[1]['author'] " + book + "[2]['author'] " + book + "[3]['author']");
    row(u"$.store.*"_s, store(), book + " $['store']['bicycle']");
    row(u"$.store..price"_s, store(),
        book + "[0]['price'] " + book + "[1]['price'] " + book + "[2]['price'] " + book
            + "[3]['price'] $['store']['bicycle']['price']");
    row(u"$..book[2]"_s, store(), book + "[2]");
    row(u"$..book[2].author"_s, store(), book + "[2]['author']");
    row(u"$..book[2].publisher"_s, store(), "");
    row(u"$..book[-1]"_s, store(), book + "[3]");
    row(u"$..book[0,1]"_s, store(), book + "[0] " + book + "[1]");
    row(u"$..book[:2]"_s, store(), book + "[0] " + book + "[1]");
    row(u"$..book[?@.isbn]"_s, store(), book + "[2] " + book + "[3]");
    row(u"$..book[?@.price<10]"_s, store(), book + "[0] " + book + "[2]");
    // 2.3.5
    const QByteArray filtered =
        R"({"a":[3,5,1,2,4,6,{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}],"o":{"p":1,"q":2,"r":3,"s":5,"t":{"u":6}},"e":"f"})";
    row(u"$.a[?@.b == 'kilo']"_s, filtered, "$['a'][9]");
    row(u"$.a[?(@.b == 'kilo')]"_s, filtered, "$['a'][9]");
    row(u"$.a[?@>3.5]"_s, filtered, "$['a'][1] $['a'][4] $['a'][5]");
    row(u"$.a[?@.b]"_s, filtered, "$['a'][6] $['a'][7] $['a'][8] $['a'][9]");
    row(u"$[?@.*]"_s, filtered, "$['a'] $['o']");
    row(u"$[?@[?@.b]]"_s, filtered, "$['a']");
    row(u"$.o[?@<3, ?@<3]"_s, filtered, "$['o']['p'] $['o']['q'] $['o']['p'] $['o']['q']");
    row(u"$.a[?@<2 || @.b == \"k\"]"_s, filtered, "$['a'][2] $['a'][7]");
    row(u"$.a[?match(@.b, \"[jk]\")]"_s, filtered, "$['a'][6] $['a'][7]");
    row(u"$.a[?search(@.b, \"[jk]\")]"_s, filtered, "$['a'][6] $['a'][7] $['a'][9]");
    row(u"$.o[?@>1 && @<4]"_s, filtered, "$['o']['q'] $['o']['r']");
    row(u"$.o[?@.u || @.x]"_s, filtered, "$['o']['t']");
    row(u"$.a[?@.b == $.x]"_s, filtered, "$['a'][0] $['a'][1] $['a'][2] $['a'][3] $['a'][4] $['a'][5]");
    row(u"$.a[?@ == @]"_s, filtered,
        "$['a'][0] $['a'][1] $['a'][2] $['a'][3] $['a'][4] $['a'][5] $['a'][6] $['a'][7] $['a'][8] "
        "$['a'][9]");
    // 2.3.4.3
    const QByteArray letters = R"(["a","b","c","d","e","f","g"])";
    row(u"$[1:3]"_s, letters, "$[1] $[2]");
    row(u"$[5:]"_s, letters, "$[5] $[6]");
    row(u"$[1:5:2]"_s, letters, "$[1] $[3]");
    row(u"$[5:1:-2]"_s, letters, "$[5] $[3]");
    row(u"$[::-1]"_s, letters, "$[6] $[5] $[4] $[3] $[2] $[1] $[0]");
    row(u"$[-9007199254740991:9007199254740991:9007199254740991]"_s, letters, "$[0]");
    row(u"$[9007199254740991:-9007199254740991:-9007199254740991]"_s, letters, "$[6]");
    // 2.5.2.3
    const QByteArray nested = R"({"o":{"j":1,"k":2},"a":[5,3,[{"j":4},{"k":6}]]})";
    row(u"$..j"_s, nested, "$['o']['j'] $['a'][2][0]['j']");
    row(u"$..[0]"_s, nested, "$['a'][0] $['a'][2][0]");
    row(u"$..o"_s, nested, "$['o']");
    row(u"$.o..[*, *]"_s, nested, "$['o']['j'] $['o']['k'] $['o']['j'] $['o']['k']");
    row(u"$.a..[0, 1]"_s, nested, "$['a'][0] $['a'][1] $['a'][2][0] $['a'][2][1]");
    // 2.6.1
    const QByteArray nulls = R"({"a":null,"b":[null],"c":[{}],"null":1})";
    row(u"$.a"_s, nulls, "$['a']");
    row(u"$.a[0]"_s, nulls, "");
    row(u"$.b[?@]"_s, nulls, "$['b'][0]");
    row(u"$.b[?@==null]"_s, nulls, "$['b'][0]");
    row(u"$.c[?@.d==null]"_s, nulls, "");
    row(u"$.null"_s, nulls, "$['null']");
    // functions
    row(u"$[?length(@) == 2]"_s, R"(["ab","é😀",[1,2],{"a":1,"b":2},2,"abc"])", "$[0] $[1] $[2] $[3]");
    row(u"$[?count(@.*) > 1]"_s, R"([[1],[1,2],{"a":1,"b":2},"ab"])", "$[1] $[2]");
    row(u"$[?value(@..x) == 1]"_s, R"([{"a":{"x":1}},{"x":1,"a":{"x":1}},{"x":2}])", "$[0]");
}

void tst_JsonPath::answersTheExamplesOfTheStandard()
{
    QFETCH(QString, query);
    QFETCH(QByteArray, document);
    QTEST(pathsOf(query, document), "paths");
}

void tst_JsonPath::writesNormalizedPaths_data()
{
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("pointer");
    const auto row = [](const QByteArray &document, const QString &path, const QString &pointer) {
        QTest::newRow(document.constData()) << document << path << pointer;
    };
    row(R"({"a":1})", u"$['a']"_s, u"/a"_s);
    row(R"([1])", u"$[0]"_s, u"/0"_s);
    row(R"({"":1})", u"$['']"_s, u"/"_s);
    row(R"({"'":1})", u"$['\\'']"_s, u"/'"_s);
    row(R"({"\"":1})", u"$['\"']"_s, u"/\""_s);
    row(R"({"\\/~":1})", u"$['\\\\/~']"_s, u"/\\~1~0"_s);
    row(R"({"\b\t\n\f\r":1})", u"$['\\b\\t\\n\\f\\r']"_s, u"/\b\t\n\f\r"_s);
    row(R"({"\u000b\u001f":1})", u"$['\\u000b\\u001f']"_s, u"/\u000b\u001f"_s);
    row(R"({"é😀":1})", u"$['é😀']"_s, u"/é😀"_s);
    row("{\"\xEF\xBB\xBF\":1}", u"$['\uFEFF']"_s, u"/\uFEFF"_s);
    row("{\"\xEF\xBB\xBF\x61\":1}", u"$['\uFEFFa']"_s, u"/\uFEFFa"_s);
}

void tst_JsonPath::writesNormalizedPaths()
{
    QFETCH(QByteArray, document);
    QFETCH(QString, path);
    const Json value = jsonLiteral(document);
    const JsonPathResult result = evaluate(u"$.*"_s, value);
    QCOMPARE(result.size(), 1);
    QCOMPARE(result.path(0), path);
    QTEST(result.pointer(0), "pointer");
    // A normalized path is a query that selects only this node.
    const JsonPathResult again = evaluate(path, value);
    QCOMPARE(again.size(), 1);
    QCOMPARE(again.value(0).nodeAddress(), result.value(0).nodeAddress());
}

void tst_JsonPath::comparesNumbersExactly_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QByteArray>("values");
    const auto row = [](const QString &query, const QByteArray &values) {
        QTest::newRow(qPrintable(query)) << query << values;
    };
    row(u"$[?@ == 1]"_s, "[1,1.0,1e0]");
    row(u"$[?@ == 9007199254740993]"_s, "[9007199254740993]");
    row(u"$[?@ > 9007199254740992]"_s, "[9007199254740993,1e400]");
    row(u"$[?@ == 1e400]"_s, "[1e400]");
    row(u"$[?@ >= 1 && @ <= 1.00]"_s, "[1,1.0,1e0]");
    row(u"$[?@ == -0]"_s, "[0]");
    row(u"$[?@ < 0.1000000000000000001]"_s, "[0,0.1]");
}

void tst_JsonPath::comparesNumbersExactly()
{
    QFETCH(QString, query);
    QTEST(selected(query, "[1,1.0,1e0,0,0.1,9007199254740992,9007199254740993,1e400,\"1\"]"), "values");
}

void tst_JsonPath::comparesByteOrderMarks()
{
    const QByteArray document = R"(["a","\uFEFFa"])";
    QCOMPARE(selected(u"$[?@ == 'a']"_s, document), R"(["a"])");
    QCOMPARE(selected(u"$[?@ == '\uFEFFa']"_s, document), "[\"\xEF\xBB\xBF\x61\"]");
    QCOMPARE(selected(u"$[?@ == '\\uFEFFa']"_s, document), "[\"\xEF\xBB\xBF\x61\"]");
}

void tst_JsonPath::usesTheLastDuplicateKey()
{
    const QByteArray document = R"({"a":1,"b":2,"a":3})";
    QCOMPARE(selected(u"$.a"_s, document), "[3]");
    QCOMPARE(selected(u"$.*"_s, document), "[2,3]");
    QCOMPARE(selected(u"$..*"_s, document), "[2,3]");
    QCOMPARE(pathsOf(u"$.*"_s, document), "$['b'] $['a']");
    QCOMPARE(selected(u"$[?length(@) == 2]"_s, R"([{"a":1,"b":2,"a":3}])"), R"([{"a":1,"b":2,"a":3}])");
}

void tst_JsonPath::reportsThePositionOfAnError_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<qsizetype>("offset");
    QTest::addColumn<QString>("code");
    const auto row = [](const QString &query, qsizetype offset, const QString &code = u"jsonpath.syntax"_s) {
        QTest::newRow(qPrintable(query)) << query << offset << code;
    };
    const QString type = u"jsonpath.type"_s;
    row(u""_s, 0);
    row(u"a"_s, 0);
    row(u" $"_s, 0);
    row(u"$ "_s, 1);
    row(u"$."_s, 2);
    row(u"$.a."_s, 4);
    row(u"$.a.1"_s, 4);
    row(u"$[1"_s, 3);
    row(u"$[01]"_s, 2);
    row(u"$[-0]"_s, 2);
    row(u"$[9007199254740992]"_s, 2);
    row(u"$['a]"_s, 2);
    row(u"$['\\x']"_s, 3);
    row(u"$['\\uD800']"_s, 3);
    row(u"$[?@.a = 1]"_s, 7);
    row(u"$[?@.a == ]"_s, 10);
    row(u"$[?1]"_s, 3);
    row(u"$[?(@.a]"_s, 7);
    row(u"$[?@.* == 1]"_s, 3, type);
    row(u"$[?length(@.*) == 1]"_s, 10, type);
    row(u"$[?length(@)]"_s, 3, type);
    row(u"$[?match(@.a)]"_s, 3, type);
    row(u"$[?nothing(@)]"_s, 3, type);
    row(u"$[?count(1) == 1]"_s, 9, type);
    row(u"$[?match(@, 'a') == true]"_s, 3, type);
}

void tst_JsonPath::reportsThePositionOfAnError()
{
    QFETCH(QString, query);
    QFETCH(qsizetype, offset);
    const auto path = JsonPath::parse(query);
    QVERIFY(!path);
    QCOMPARE(path.error().error.kind, ErrorKind::Usage);
    QTEST(path.error().error.code, "code");
    QVERIFY2(path.error().offset == offset, qPrintable(path.error().error.message));
    QVERIFY(path.error().error.message.startsWith(u"JSONPath, position %1: "_s.arg(offset + 1)));
}

void tst_JsonPath::stopsAtItsLimits_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<QString>("code");
    const QByteArray wide = "[" + QByteArray("[1,2,3,4,5,6,7,8],").repeated(1000) + "0]";
    const auto row = [](const char *name, const QString &query, const QByteArray &document,
                         const char *code) {
        QTest::newRow(name) << query << document << QString::fromLatin1(code);
    };
    row("repeated wildcards", u"$.*"_s + u"[*,*,*,*,*,*,*,*]..*"_s, wide, "");
    row("all nodes compared with all nodes", u"$[?count($..*) > 0 && @ == 7]"_s, wide, "limit.query.steps");
    row("large values compared with each other", u"$[?$[?@ == $]]"_s, wide, "limit.query.steps");
    row("repeated selectors", u"$"_s + u"[0,0,0,0,0,0,0,0,0,0]"_s.repeated(12),
        QByteArray(12, '[') + QByteArray(12, ']'), "limit.query.steps");
    row("many results", u"$[*,*,*,*,*,*,*,*,*,*][*,*,*,*,*,*,*,*,*,*]"_s, wide, "limit.query.results");
    row("nested filters", u"$[?$[?$[?@ == 1.5]]]"_s, wide, "limit.query.steps");
}

void tst_JsonPath::stopsAtItsLimits()
{
    QFETCH(QString, query);
    QFETCH(QByteArray, document);
    QFETCH(QString, code);
    const Test::CpuTimer timer;
    Limits limits; // small limits, so that sanitizers finish in time
    limits.querySteps = 2'000'000;
    limits.queryResults = 100'000;
    const JsonPathResult result = evaluate(query, jsonLiteral(document), limits);
    QCOMPARE(result.incomplete() ? result.incomplete()->code : QString(), code);
    if (result.incomplete())
        QCOMPARE(result.incomplete()->kind, ErrorKind::Limit);
    QCOMPARE_LT(timer.elapsed(), 15'000);
}

void tst_JsonPath::returnsTheFirstOfTooManyResults()
{
    Limits limits;
    limits.queryResults = 2;
    const Json value = jsonLiteral("[1,2,3]");
    const JsonPathResult result = evaluate(u"$[*]"_s, value, limits);
    QCOMPARE(result.size(), 2);
    QCOMPARE(result.value(1).toInteger(), 2);
    QCOMPARE(result.incomplete()->code, u"limit.query.results"_s);
    QVERIFY(!evaluate(u"$[:2]"_s, value, limits).incomplete());

    limits = {};
    limits.queryDepth = 3;
    QVERIFY(JsonPath::parse(u"$[?((@.a))]"_s, Limits()));
    QCOMPARE(codeOf(u"$[?((@.a))]"_s, limits), u"limit.query.depth"_s);
    QCOMPARE(codeOf(u"$[?"_s + QString(60'000, u'(')), u"limit.query.depth"_s);
    QCOMPARE(codeOf(u"$"_s + u"[?@"_s.repeated(20'000)), u"limit.query.depth"_s);
    limits.queryBytes = 3;
    QCOMPARE(codeOf(u"$.ab"_s, limits), u"limit.query.bytes"_s);
}

void tst_JsonPath::survivesDeepValues()
{
    constexpr int depth = 100'000;
    const Json arrays = parsed(QByteArray(depth, '[') + QByteArray(depth, ']'));
    const JsonPathResult all = evaluate(u"$..*"_s, arrays);
    QCOMPARE(all.size(), depth - 1);
    QCOMPARE(all.path(depth - 2).size(), 1 + 3 * (depth - 1));
    QVERIFY(!all.incomplete());
    const Json objects = parsed(QByteArray(R"({"a":)").repeated(depth) + "1" + QByteArray(depth, '}'));
    QCOMPARE(evaluate(u"$..a"_s, objects).size(), depth);
    QCOMPARE(evaluate(u"$..[?@ == 1]"_s, objects).size(), 1);
}

void tst_JsonPath::limitsTheTimeOfRegularExpressions()
{
    QList<Json> items;
    for (int i = 0; i < 2000; ++i)
        items += Json::string(u"%1cb"_s.arg(QString(40, u'a')));
    const Json document = Json::array(items);
    const Test::CpuTimer timer;
    const JsonPathResult bomb = evaluate(u"$[?match(@, '(a+)+b')]"_s, document);
    QVERIFY(bomb.incomplete());
    QCOMPARE(bomb.incomplete()->kind, ErrorKind::Limit);
    const JsonPathResult slow = evaluate(u"$[?search(@, '(a?){12}(a?){12}[xy]')]"_s, document);
    QVERIFY(slow.incomplete());
    QCOMPARE(slow.incomplete()->kind, ErrorKind::Limit);
    QCOMPARE_LT(timer.elapsed(), 10'000);
    QCOMPARE(evaluate(u"$[?search(@, 'cb$')]"_s, document).size(), 2000);
    // An invalid pattern from the data selects nothing; a pattern beyond the limits is reported.
    const QString query = u"$[?match(@.s, @.p)]"_s;
    QByteArray patterns = R"([{"s":"a","p":"["},{"s":"a","p":"a|b"},{"s":1,"p":"1"}])";
    QCOMPARE(selected(query, patterns), R"([{"s":"a","p":"a|b"}])");
    patterns = R"([{"s":"a","p":"a{70000}"}])";
    QVERIFY(selected(query, patterns).startsWith("incomplete: "));
}

void tst_JsonPath::canBeCancelled()
{
    std::stop_source stop;
    stop.request_stop();
    const Json document = parsed("[" + QByteArray("1,").repeated(20'000) + "1]");
    const JsonPathResult result = JsonPath::parse(u"$..*"_s)->evaluate(document, stop.get_token());
    QVERIFY(result.incomplete());
    QCOMPARE(result.incomplete()->kind, ErrorKind::Cancelled);
}

void tst_JsonPath::runsOnSeveralThreads()
{
    const auto path = JsonPath::parse(u"$..book[?search(@.title, 'o') && @.price < 20].title"_s);
    QVERIFY(path);
    const Json document = jsonLiteral(store());
    QList<QFuture<qsizetype>> runs;
    for (int i = 0; i < 8; ++i) {
        runs += QtConcurrent::run([path = *path, document] {
            qsizetype sum = 0;
            for (int round = 0; round < 200; ++round)
                sum += path.evaluate(document).size();
            return sum;
        });
    }
    for (const QFuture<qsizetype> &run : std::as_const(runs))
        QCOMPARE(run.result(), 600);
}

void tst_JsonPath::selectsNothingFromAnAbsentValue()
{
    QCOMPARE(evaluate(u"$"_s, Json()).size(), 0);
    const JsonPathResult root = evaluate(u"$"_s, Json::null());
    QCOMPARE(root.size(), 1);
    QCOMPARE(root.path(0), u"$"_s);
    QCOMPARE(root.pointer(0), u""_s);
    QCOMPARE(evaluate(u"$[0]"_s, Json::string(u"abc")).size(), 0);
}

WORKBENCH_TEST(tst_JsonPath, Workbench::Test::NoApplication)
#include "tst_jsonpath.moc"
