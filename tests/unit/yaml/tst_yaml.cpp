// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/yaml/yaml.h"
#include "tests/support/clocks.h"
#include "tests/support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

QByteArray jsonOf(const QByteArray &yaml)
{
    const auto parsed = parseYamlDetailed(yaml);
    return parsed ? parsed->value.toBytes() : "error: " + parsed.error().error.message.toUtf8();
}

} // namespace

class tst_Yaml : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void typesScalarsByTheCoreSchema_data();
    void typesScalarsByTheCoreSchema();
    void convertsNumbersExactlyWithARemark_data();
    void convertsNumbersExactlyWithARemark();
    void readsStructure_data();
    void readsStructure();
    void readsBlockTexts_data();
    void readsBlockTexts();
    void findsPlacesBehindBlockTexts();
    void readsManyEmptyBlockTexts();
    void mergesMappings_data();
    void mergesMappings();
    void refusesWithAPlace_data();
    void refusesWithAPlace();
    void keepsDuplicateKeysWithARemark();
    void keepsByteOrderMarksInRemarks();
    void skipsAByteOrderMark();
    void stopsAtItsLimits_data();
    void stopsAtItsLimits();
    void allowsWhatStaysWithinItsLimits();
    void survivesHostileTextsQuickly_data();
    void survivesHostileTextsQuickly();
    void survivesDamagedTexts();
    void reportsTheLinesOfValues_data();
    void reportsTheLinesOfValues();
};

void tst_Yaml::typesScalarsByTheCoreSchema_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const char *yaml, const char *json) {
        QTest::newRow(yaml) << QByteArray(yaml) << QByteArray(json);
    };
    row("null", "null");
    row("~", "null");
    row("Null", "null");
    row("nUll", R"("nUll")");
    row("---", "null");
    row("True", "true");
    row("FALSE", "false");
    row("yes", R"("yes")");
    row("off", R"("off")");
    row("0", "0");
    row("-0", "-0");
    row("12345678901234567890123", "12345678901234567890123");
    row("1.10", "1.10");
    row("1e400", "1e400");
    row("1E+2", "1E+2");
    row("1_000", R"("1_000")");
    row("0b11", R"("0b11")");
    row("0o8", R"("0o8")");
    row("0x", R"("0x")");
    row("0xFG", R"("0xFG")");
    row("-0x1", R"("-0x1")");
    row("1e", R"("1e")");
    row("1.2.3", R"("1.2.3")");
    row("2001-01-01", R"("2001-01-01")");
    row("12:30:45", R"("12:30:45")");
    row(".", R"(".")");
    row("+", R"("+")");
    row("<<", R"("<<")");
    row("'1'", R"("1")");
    row("\"true\"", R"("true")");
    row("''", R"("")");
    row("|\n  1\n", R"("1\n")");
    row("!!str 1", R"("1")");
    row("! 1", R"("1")");
    row("!!int '12'", "12");
    row("!!float 1", "1");
    row("!!bool 'true'", "true");
    row("!!null ''", "null");
    row("!!str", R"("")");
    row("!!seq [a]", R"(["a"])");
    row("!!map {a: 1}", R"({"a":1})");
    row("!<tag:yaml.org,2002:str> 1", R"("1")");
    row("%TAG !c! tag:yaml.org,2002:\n---\n!c!str 1", R"("1")");
}

void tst_Yaml::typesScalarsByTheCoreSchema()
{
    QFETCH(QByteArray, yaml);
    QTEST(jsonOf(yaml), "json");
}

void tst_Yaml::convertsNumbersExactlyWithARemark_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const char *yaml, const char *json) {
        QTest::newRow(yaml) << QByteArray(yaml) << QByteArray(json);
    };
    row("0x1F", "31");
    row("0o17", "15");
    row("0x0", "0");
    row("0xFFFFFFFFFFFFFFFFFFFF", "1208925819614629174706175");
    row("0x3B9ACA00", "1000000000");
    row("+1", "1");
    row("+1.5e3", "1.5e3");
    row("007", "7");
    row("-007.50", "-7.50");
    row("000", "0");
    row(".5", "0.5");
    row("-.5", "-0.5");
    row("5.", "5");
    row("5.e3", "5e3");
    row(".inf", R"(".inf")");
    row("-.Inf", R"("-.Inf")");
    row("+.INF", R"("+.INF")");
    row(".nan", R"(".nan")");
    row("!!float .NaN", R"(".NaN")");
}

void tst_Yaml::convertsNumbersExactlyWithARemark()
{
    QFETCH(QByteArray, yaml);
    const auto parsed = parseYamlDetailed("a: " + yaml);
    QVERIFY(parsed);
    QTEST(parsed->value.member("a"_L1).toBytes(), "json");
    QCOMPARE(parsed->remarks.size(), 1);
    QCOMPARE(parsed->remarks.first().pointer, u"/a"_s);
    QVERIFY(!parsed->remarks.first().message.isEmpty());
}

void tst_Yaml::readsStructure_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const char *name, const char *yaml, const char *json) {
        QTest::newRow(name) << QByteArray(yaml) << QByteArray(json);
    };
    row("block mapping", "b: 1\na: 2\n", R"({"b":1,"a":2})");
    row("block list", "- 1\n- - 2\n  - 3\n- a: 4\n", R"([1,[2,3],{"a":4}])");
    row("flow", "{a: [1, 2, {b: c}], d: }", R"({"a":[1,2,{"b":"c"}],"d":null})");
    row("JSON is YAML", R"({"a":[1,2.50,"xé\n",null,true]})", R"({"a":[1,2.50,"xé\n",null,true]})");
    row("empty containers", "a: []\nb: {}\n", R"({"a":[],"b":{}})");
    row("keys that are not strings", "1: a\ntrue: b\nnull: c\n0x10: d\n1.50: e\n",
        R"({"1":"a","true":"b","null":"c","0x10":"d","1.50":"e"})");
    row("an empty key", ": a\n", R"({"":"a"})");
    row("comments", "# first\na: 1 # second\n# third\n", R"({"a":1})");
    row("folded", "a: >-\n  one\n  two\n", R"({"a":"one two"})");
    row("literal keeps lines", "a: |+\n  one\n\n", R"({"a":"one\n\n"})");
    row("escapes", R"("\x41\u00e9\U0001F600\0")", "\"A\xC3\xA9\xF0\x9F\x98\x80\\u0000\"");
    row("plain over lines", "a: one\n  two\n", R"({"a":"one two"})");
    row("alias", "a: &x [1]\nb: *x\nc: *x\n", R"({"a":[1],"b":[1],"c":[1]})");
    row("alias as a key", "a: &x k\n*x : 1\n", R"({"a":"k","k":1})");
    row("the latest anchor counts", "- &x 1\n- *x\n- &x 2\n- *x\n", "[1,1,2,2]");
    row("an anchor on nothing", "a: &x\nb: *x\n", R"({"a":null,"b":null})");
    row("directive and end", "%YAML 1.2\n---\na: 1\n...\n", R"({"a":1})");
    row("line ends of Windows", "a: 1\r\nb:\r\n  - 2\r\n", R"({"a":1,"b":[2]})");
}

void tst_Yaml::readsStructure()
{
    QFETCH(QByteArray, yaml);
    QTEST(jsonOf(yaml), "json");
}

void tst_Yaml::readsBlockTexts_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const char *name, const char *yaml, const char *json) {
        QTest::newRow(name) << QByteArray(yaml) << QByteArray(json);
    };
    row("an empty one above a sibling", "a:\n  b: |\n  c: 1\n", R"({"a":{"b":"","c":1}})");
    row("several empty ones", "a:\n  b: |\n  c: >-\n  d: |+\n\n\n  e: 1\n",
        R"({"a":{"b":"","c":"","d":"\n\n","e":1}})");
    row("an empty one above a comment", "a:\n  b: | # c |\n  # d\n  c: 1\n", R"({"a":{"b":"","c":1}})");
    row("empty ones in a list", "a:\n  - |\n  - >-\n  - b\n", R"({"a":["","","b"]})");
    row("an empty one in a list's mapping", "a:\n - b: |\n   c: 1\n", R"({"a":[{"b":"","c":1}]})");
    row("an empty one with properties", "a:\n  b: &x !!str |\n  c: *x\n", R"({"a":{"b":"","c":""}})");
    row("an empty one as a key", "a:\n  ? |\n  : b\n", R"({"a":{"":"b"}})");
    row("an empty one behind an explicit key", "a:\n  ? x\n  : |\n  y: 1\n", R"({"a":{"x":"","y":1}})");
    row("an empty one at the end", "a:\n  b: |\n", R"({"a":{"b":""}})");
    row("a header at the end", "a:\n  b: |", R"({"a":{"b":""}})");
    row("a quoted key with a header in it", "a:\n  \"b | # c\": |\n  d: 1\n",
        R"({"a":{"b | # c":"","d":1}})");
    row("a header on its own line", "a:\n    |\n    x\n      y\n", R"({"a":"x\n  y\n"})");
    row("an indented header at the root", "  |\n  x\n    y\n", R"("x\n  y\n")");
    row("spaces at the end", "  |\n  ]\n   \n   \n     ", R"("]\n \n \n   \n")");
    row("folded with deeper lines", "a: >-\n f\n g\n\n  h\n i\n", R"({"a":"f g\n\n h\ni"})");
    row("folded with empty lines", "a: >\n\n f\n\n\n g\n h\n\n", R"({"a":"\nf\n\ng h\n"})");
    row("every ending", "- |\n a\n\n- |-\n a\n\n- |+\n a\n\n- >+\n\n", R"(["a\n","a","a\n\n","\n"])");
    row("with an indentation given", "a:\n  b: |1\n    x\n   y\n  c: 1\n", R"({"a":{"b":" x\ny\n","c":1}})");
    row("at the margin", "--- |\nx\n y\n...\n", R"("x\n y\n")");
    row("carriage returns", "a:\r\n  b: |\r\n    x\r\n     y\r\n  c: >\r\n  d: 1\r\n",
        R"({"a":{"b":"x\n y\n","c":"","d":1}})");
}

void tst_Yaml::readsBlockTexts()
{
    QFETCH(QByteArray, yaml);
    QTEST(jsonOf(yaml), "json");
}

void tst_Yaml::findsPlacesBehindBlockTexts()
{
    const auto parsed = parseYamlDetailed("\xEF\xBB\xBF"
                                          "a:\n  b: |+\n\n\n  c: |\n  d: [1, 2]\n");
    QVERIFY(parsed);
    QCOMPARE(parsed->value.toBytes(), R"({"a":{"b":"\n\n","c":"","d":[1,2]}})");
    const auto place = parsed->positions.find(u"/a/d/1");
    QVERIFY(place);
    QCOMPARE(place->line, 6);
    QCOMPARE(place->column, 10);
    const auto refused = parseYamlDetailed("a:\n  b: |\n  c: |\n  d: *x\n");
    QVERIFY(!refused);
    QCOMPARE(refused.error().position.line, 4);
    QCOMPARE(refused.error().position.column, 6);
}

void tst_Yaml::readsManyEmptyBlockTexts()
{
    QByteArray text("a:\n");
    for (int i = 0; i < 200; ++i)
        text += "  k" + QByteArray::number(i) + ": |\n";
    const Result<Json> value = parseYaml(text);
    QVERIFY2(value, value ? "" : qPrintable(value.error().message));
    QCOMPARE(value->member("a"_L1).size(), 200);
    QCOMPARE(value->member("a"_L1).at(100), Json::string(QString()));
    // Each empty block text costs another walk, and all walks together are bounded.
    Limits limits;
    limits.docBytes = text.size() * 20;
    const Result<Json> refused = parseYaml(text, limits);
    QVERIFY(!refused);
    QVERIFY(refused.error().message.contains("cannot be distinguished from the lines below"_L1));
}

void tst_Yaml::mergesMappings_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const char *name, const char *yaml, const char *json) {
        QTest::newRow(name) << QByteArray(yaml) << QByteArray(json);
    };
    row("one", "a: &a {x: 1, y: 2}\nb:\n  <<: *a\n  z: 3\n",
        R"({"a":{"x":1,"y":2},"b":{"x":1,"y":2,"z":3}})");
    row("own members win wherever they stand", "a: &a {x: 1, y: 2}\nb: {x: 0, <<: *a, y: 9}\n",
        R"({"a":{"x":1,"y":2},"b":{"x":0,"y":9}})");
    row("of a list the first wins", "- &a {x: 1}\n- &b {x: 2, y: 3}\n- {<<: [*a, *b]}\n",
        R"([{"x":1},{"x":2,"y":3},{"x":1,"y":3}])");
    row("written in place", "{<<: {x: 1}, y: 2}", R"({"x":1,"y":2})");
    row("merged mappings merge too", "- &a {x: 1}\n- &b {<<: *a, y: 2}\n- {<<: *b}\n",
        R"([{"x":1},{"x":1,"y":2},{"y":2,"x":1}])");
    row("lists inside merged mappings", "- &a {x: 1}\n- &b {<<: [*a], y: 2}\n- {<<: [*b], z: 3}\n",
        R"([{"x":1},{"x":1,"y":2},{"y":2,"x":1,"z":3}])");
    row("an alias to a list", "- &l [{x: 1}, {y: 2}]\n- {<<: *l}\n", R"([[{"x":1},{"y":2}],{"x":1,"y":2}])");
    row("a quoted << is a key", "{'<<': {x: 1}}", R"({"<<":{"x":1}})");
    row("a tagged << is a key", "{!!str <<: {x: 1}}", R"({"<<":{"x":1}})");
}

void tst_Yaml::mergesMappings()
{
    QFETCH(QByteArray, yaml);
    QTEST(jsonOf(yaml), "json");
}

void tst_Yaml::refusesWithAPlace_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    const auto row = [](const char *name, const QByteArray &yaml, const QString &code, int line, int column) {
        QTest::newRow(name) << yaml << code << line << column;
    };
    row("nothing", "", u"yaml.syntax"_s, 1, 1);
    row("only comments", "# a\n# b\n", u"yaml.syntax"_s, 3, 1);
    row("an open list", "a: 1\nb: [1, 2\n", u"yaml.syntax"_s, 3, 1);
    row("a tab as indentation", "a:\n\tb: 1\n", u"yaml.syntax"_s, 2, 1);
    row("broken UTF-8", "a: 1\nb: \xC3(\n", u"yaml.encoding"_s, 2, 4);
    row("overlong UTF-8", "\xC0\xAF", u"yaml.encoding"_s, 1, 1);
    row("an encoded surrogate", "\xED\xA0\x80", u"yaml.encoding"_s, 1, 1);
    row("UTF-16",
        QByteArray("\xFF\xFE"
                   "a\0",
            4),
        u"yaml.encoding"_s, 1, 1);
    row("a NUL", QByteArray("a: \0", 4), u"yaml.encoding"_s, 1, 4);
    row("an escape character", "a: \x1B[2J", u"yaml.encoding"_s, 1, 4);
    row("a second document", "a: 1\n---\nb: 2\n", u"yaml.documents"_s, 2, 1);
    row("an unknown anchor", "a: 1\nb: *x\n", u"yaml.alias"_s, 2, 4);
    row("an anchor that comes later", "a: *x\nb: &x 1\n", u"yaml.alias"_s, 1, 4);
    row("a cycle", "a: &x\n  - b\n  - *x\n", u"yaml.alias"_s, 3, 5);
    row("a cycle through a mapping", "&x {a: {b: *x}}", u"yaml.alias"_s, 1, 12);
    row("a cycle through a merge", "a: &x\n  <<: *x\n", u"yaml.alias"_s, 2, 7);
    row("a private tag", "a: 1\nb: !thing 1\n", u"yaml.tag"_s, 2, 4);
    row("a tag of a programming language", "!!python/object:os.system [ls]", u"yaml.tag"_s, 1, 1);
    row("a tag of YAML 1.1", "!!timestamp 2001-01-01", u"yaml.tag"_s, 1, 1);
    row("an invalid !!int", "a: !!int x", u"yaml.tag"_s, 1, 10);
    row("!!int with a fraction", "!!int 1.5", u"yaml.tag"_s, 1, 7);
    row("!!map on a list", "!!map [a]", u"yaml.tag"_s, 1, 7);
    row("!!seq on a text", "!!seq a", u"yaml.tag"_s, 1, 7);
    row("a list as a key", "? [a, b]\n: c\n", u"yaml.key"_s, 1, 3);
    row("a mapping as a key", "a: 1\n{b: c}: d\n", u"yaml.key"_s, 2, 1);
    row("an alias to a list as a key", "a: &x [1]\n*x : 2\n", u"yaml.key"_s, 2, 1);
    row("a merge of a text", "a: 1\n<<: b\n", u"yaml.merge"_s, 2, 5);
    row("a merge of a list of texts", "<<: [{a: 1}, b]\n", u"yaml.merge"_s, 1, 14);
    row("a column is counted in characters", "\"éé😀\": *x", u"yaml.alias"_s, 1, 8);
}

void tst_Yaml::refusesWithAPlace()
{
    QFETCH(QByteArray, yaml);
    QFETCH(int, line);
    QFETCH(int, column);
    const auto parsed = parseYamlDetailed(yaml);
    QVERIFY(!parsed);
    QTEST(parsed.error().error.code, "code");
    QCOMPARE(parsed.error().error.kind, ErrorKind::Protocol);
    QCOMPARE(parsed.error().position.line, line);
    QCOMPARE(parsed.error().position.column, column);
    QVERIFY(parsed.error().error.message.startsWith(u"YAML, line %1 column %2: "_s.arg(line).arg(column)));
}

void tst_Yaml::keepsDuplicateKeysWithARemark()
{
    const auto parsed = parseYamlDetailed("p:\n  a: 1\n  b: 2\n  a: 3\n");
    QVERIFY(parsed);
    QCOMPARE(parsed->value.toBytes(), R"({"p":{"a":1,"b":2,"a":3}})");
    QCOMPARE(parsed->value.member("p"_L1).member("a"_L1).toInteger(), 3);
    QCOMPARE(parsed->remarks.size(), 1);
    QCOMPARE(parsed->remarks.first().pointer, u"/p/a"_s);
    QCOMPARE(parsed->remarks.first().message,
        u"The key occurs more than once, on lines 2 and 4; the last value counts."_s);
}

void tst_Yaml::keepsByteOrderMarksInRemarks()
{
    const auto parsed = parseYamlDetailed("\"\\uFEFFp\":\n  \"\\uFEFFa\": 1\n  \"\\uFEFFa\": .inf\n");
    QVERIFY(parsed);
    QCOMPARE(parsed->remarks.size(), 2);
    for (const JsonRemark &remark : parsed->remarks)
        QCOMPARE(remark.pointer, u"/\uFEFFp/\uFEFFa"_s);
    QVERIFY(parsed->positions.find(u"/\uFEFFp/\uFEFFa"));
    const auto refused = parseYamlDetailed("!!int \"\\uFEFFx\"");
    QVERIFY(!refused);
    QVERIFY(refused.error().error.message.contains(u"\"\uFEFFx\""_s));
}

void tst_Yaml::skipsAByteOrderMark()
{
    const auto parsed = parseYamlDetailed("\xEF\xBB\xBF"
                                          "a: 1\nb: 2\n");
    QVERIFY(parsed);
    QCOMPARE(parsed->value.toBytes(), R"({"a":1,"b":2})");
    QCOMPARE(parsed->remarks.size(), 1);
    QCOMPARE(parsed->positions.find(u"/a")->column, 4);
    QCOMPARE(parsed->positions.find(u"/b")->line, 2);
}

void tst_Yaml::stopsAtItsLimits_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QString>("code");
    QByteArray bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    QByteArray mergeBomb = "a0: &a0 {x: 1}\n";
    QByteArray deep = "a0: &a0 [x]\n";
    for (int i = 1; i < 40; ++i) {
        const QByteArray before = "*a" + QByteArray::number(i - 1);
        const QByteArray name = "a" + QByteArray::number(i);
        bomb += name + ": &" + name + " [" + before + ", " + before + ", " + before + "]\n";
        mergeBomb += name + ": &" + name + " {<<: [" + before + ", " + before + "]}\n";
    }
    for (int i = 1; i < 200; ++i) {
        const QByteArray name = "a" + QByteArray::number(i);
        deep += name + ": &" + name + " [*a" + QByteArray::number(i - 1) + "]\n";
    }
    QTest::newRow("alias bomb") << bomb << u"limit.yaml.aliasNodes"_s;
    QTest::newRow("merge bomb") << mergeBomb << u"limit.yaml.aliasNodes"_s;
    QTest::newRow("depth by aliases") << deep << u"limit.yaml.depth"_s;
    QTest::newRow("100 000 lists") << QByteArray(100'000, '[') << u"limit.yaml.depth"_s;
    QTest::newRow("100 000 mappings") << QByteArray("{a: ").repeated(100'000) << u"limit.yaml.depth"_s;
    QTest::newRow("100 000 block lists") << QByteArray("- ").repeated(100'000) << u"limit.yaml.depth"_s;
    QTest::newRow("100 000 lists on lines of their own")
        << QByteArray("[\n").repeated(100'000) << u"limit.yaml.depth"_s;
    QTest::newRow("129 levels") << QByteArray(129, '[') + QByteArray(129, ']') << u"limit.yaml.depth"_s;
}

void tst_Yaml::stopsAtItsLimits()
{
    QFETCH(QByteArray, yaml);
    const Test::CpuTimer timer;
    const auto parsed = parseYamlDetailed(yaml);
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().error.kind, ErrorKind::Limit);
    QTEST(parsed.error().error.code, "code");
    QCOMPARE_LT(timer.elapsed(), 10'000);
}

void tst_Yaml::allowsWhatStaysWithinItsLimits()
{
    QVERIFY(parseYaml(QByteArray(128, '[') + QByteArray(128, ']')));
    Limits limits;
    limits.yamlAliasNodes = 4;
    QVERIFY(parseYaml("a: &x [1]\nb: *x\nc: *x\n", limits));
    limits.yamlAliasNodes = 3;
    QVERIFY(!parseYaml("a: &x [1]\nb: *x\nc: *x\n", limits));
    limits = {};
    limits.docBytes = 4;
    QVERIFY(parseYaml("a: 1", limits));
    QCOMPARE(parseYaml("a: 12", limits).error().code, u"limit.doc.bytes"_s);
    limits = {};
    limits.jsonNodes = 4;
    QVERIFY(parseYaml("[1, 2, 3]", limits));
    QCOMPARE(parseYaml("[1, 2, 3, 4]", limits).error().code, u"limit.json.nodes"_s);
}

void tst_Yaml::survivesHostileTextsQuickly_data()
{
    QTest::addColumn<QByteArray>("yaml");
    const auto row = [](const char *name, const QByteArray &unit, int times) {
        QTest::newRow(name) << unit.repeated(times);
    };
    row("one long text", "a", 4'000'000);
    row("one long key", "a", 1'000'000);
    row("one long line of words", "a ", 1'000'000);
    row("many anchors", "- &a b\n", 100'000);
    row("open quotes", "\"", 1);
    row("many quotes", "\"a\" ", 100'000);
    row("many blank lines", "\n", 2'000'000);
    row("many spaces", " ", 2'000'000);
    row("many comments", "#\n", 500'000);
    row("many commas", ",", 100'000);
    row("many question marks", "? ", 100'000);
    row("many colons", ": ", 100'000);
    row("many bangs", "!", 100'000);
    row("many ampersands", "&a ", 100'000);
    row("many stars", "*a ", 100'000);
    row("many percent signs", "%a\n", 100'000);
    row("many pipes", "|\n", 100'000);
    row("many ends", "]", 100'000);
    row("many document ends", "...\n", 100'000);
    row("many flow pairs", "[a: b]\n", 50'000);
    row("many keys", "a: b\n", 50'000);
    row("many items", "- a\n", 50'000);
    row("broken lines in quotes", "\"\\\n", 100'000);
}

void tst_Yaml::survivesHostileTextsQuickly()
{
    QFETCH(QByteArray, yaml);
    const Test::CpuTimer timer;
    const auto parsed = parseYamlDetailed(yaml);
    QVERIFY(parsed || !parsed.error().error.message.isEmpty());
    QCOMPARE_LT(timer.elapsed(), 10'000);
}

void tst_Yaml::survivesDamagedTexts()
{
    const QByteArray base =
        "%YAML 1.2\n---\n# c\na: &x {b: [1, 'two', \"th\\u0072ee\"], ? c : d}\n"
        "e: |-\n  text\n  more\nf: >+\n  folded\n\n  text\ng: *x\nh:\n- !!str 1\n- {<<: *x, z: ~}\n...\n";
    QVERIFY(parseYaml(base));
    const quint32 seed = QRandomGenerator::global()->generate();
    qInfo() << "seed" << seed;
    QRandomGenerator random(seed);
    const QByteArray alphabet = "[]{}:,-?&*!|>'\"%@`# \n\t\\<~a1\xC3\xA9";
    int accepted = 0;
    for (int round = 0; round < 5000; ++round) {
        QByteArray text = base;
        for (int change = random.bounded(1, 6); change > 0; --change) {
            const int at = int(random.bounded(qint64(text.size())));
            const char c = alphabet.at(random.bounded(qint64(alphabet.size())));
            switch (random.bounded(4)) {
            case 0: text[at] = c; break;
            case 1: text.insert(at, c); break;
            case 2: text.remove(at, random.bounded(1, 9)); break;
            default: text.insert(at, text.mid(random.bounded(qint64(text.size())), random.bounded(1, 30)));
            }
            if (text.isEmpty())
                text = "-";
        }
        const auto parsed = parseYamlDetailed(text);
        if (parsed) {
            ++accepted;
            QVERIFY(!parsed->value.isAbsent());
        } else {
            QVERIFY2(parsed.error().error.code.startsWith(u"yaml."_s)
                    || parsed.error().error.code.startsWith(u"limit."_s),
                text.constData());
        }
    }
    QCOMPARE_GT(accepted, 0);
}

void tst_Yaml::reportsTheLinesOfValues_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    const auto row = [](const QString &pointer, int line, int column) {
        QTest::newRow(qPrintable(pointer)) << pointer << line << column;
    };
    row(u""_s, 1, 1);
    row(u"/paths"_s, 2, 3);
    row(u"/paths/~1pets~1{id}"_s, 3, 5);
    row(u"/paths/~1pets~1{id}/get"_s, 3, 10);
    row(u"/list/1"_s, 6, 5);
    row(u"/list/1/0"_s, 6, 6);
    row(u"/copy"_s, 7, 7);
    row(u"/copy/~1pets~1{id}/get"_s, 3, 10);
    row(u"/merged/x"_s, 8, 21);
    row(u"/merged/~1pets~1{id}"_s, 3, 5);
    row(u"/twice"_s, 10, 8);
    row(u"/list/2"_s, 0, 0);
    row(u"/list/01"_s, 0, 0);
    row(u"/nothing"_s, 0, 0);
    row(u"/twice/x"_s, 0, 0);
    row(u"list"_s, 0, 0);
}

void tst_Yaml::reportsTheLinesOfValues()
{
    QFETCH(QString, pointer);
    QFETCH(int, line);
    const auto parsed = parseYamlDetailed("paths: &p\n"
                                          "  /pets/{id}:\n"
                                          "    get: read\n"
                                          "list:\n"
                                          "  - é\n"
                                          "  - [2]\n"
                                          "copy: *p\n"
                                          "merged: {<<: *p, x: 1}\n"
                                          "twice: 1\n"
                                          "twice: 2\n");
    QVERIFY2(parsed, qPrintable(parsed ? QString() : parsed.error().error.message));
    const auto place = parsed->positions.find(pointer);
    QCOMPARE(place.has_value(), line != 0);
    if (place) {
        QCOMPARE(place->line, line);
        QTEST(int(place->column), "column");
    }
}

WORKBENCH_TEST(tst_Yaml, Workbench::Test::NoApplication)
#include "tst_yaml.moc"
