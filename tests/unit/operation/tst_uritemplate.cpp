// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/operation/uritemplate.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

//! Expands the examples of the RFC. \source RFC 6570 section 3
class tst_UriTemplate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void expands_data();
    void expands();
    void writesValuesOfEachKind_data();
    void writesValuesOfEachKind();
    void listsItsVariables();
    void reportsInvalidExpressions_data();
    void reportsInvalidExpressions();
};

void tst_UriTemplate::expands_data()
{
    QTest::addColumn<QString>("expanded");
    const auto row = [](const char *uriTemplate, const char *expanded) {
        QTest::newRow(uriTemplate) << QString::fromUtf8(expanded);
    };
    // 3.2.1 Variable expansion
    row("{count}", "one,two,three");
    row("{count*}", "one,two,three");
    row("{/count}", "/one,two,three");
    row("{/count*}", "/one/two/three");
    row("{;count}", ";count=one,two,three");
    row("{;count*}", ";count=one;count=two;count=three");
    row("{?count}", "?count=one,two,three");
    row("{?count*}", "?count=one&count=two&count=three");
    row("{&count*}", "&count=one&count=two&count=three");
    // 3.2.2 Simple string expansion
    row("{var}", "value");
    row("{hello}", "Hello%20World%21");
    row("{half}", "50%25");
    row("O{empty}X", "OX");
    row("O{undef}X", "OX");
    row("{x,y}", "1024,768");
    row("{x,hello,y}", "1024,Hello%20World%21,768");
    row("?{x,empty}", "?1024,");
    row("?{x,undef}", "?1024");
    row("?{undef,y}", "?768");
    row("{var:3}", "val");
    row("{var:30}", "value");
    row("{list}", "red,green,blue");
    row("{list*}", "red,green,blue");
    row("{keys}", "semi,%3B,dot,.,comma,%2C");
    row("{keys*}", "semi=%3B,dot=.,comma=%2C");
    // 3.2.3 Reserved expansion
    row("{+hello}", "Hello%20World!");
    row("{+half}", "50%25");
    row("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex");
    row("{+base}index", "http://example.com/home/index");
    row("O{+empty}X", "OX");
    row("{+path}/here", "/foo/bar/here");
    row("here?ref={+path}", "here?ref=/foo/bar");
    row("up{+path}{var}/here", "up/foo/barvalue/here");
    row("{+x,hello,y}", "1024,Hello%20World!,768");
    row("{+path:6}/here", "/foo/b/here");
    row("{+list*}", "red,green,blue");
    row("{+keys}", "semi,;,dot,.,comma,,");
    row("{+keys*}", "semi=;,dot=.,comma=,");
    row("{+encoded}", "a%41%20b%25"); // triplets are kept, a single % is encoded
    row("{encoded}", "a%2541%20b%25");
    // 3.2.4 Fragment expansion
    row("{#var}", "#value");
    row("foo{#empty}", "foo#");
    row("foo{#undef}", "foo");
    row("{#x,hello,y}", "#1024,Hello%20World!,768");
    row("{#path,x}/here", "#/foo/bar,1024/here");
    row("{#keys*}", "#semi=;,dot=.,comma=,");
    // 3.2.5 Label expansion
    row("X{.var}", "X.value");
    row("X{.empty}", "X.");
    row("X{.undef}", "X");
    row("www{.dom*}", "www.example.com");
    row("X{.var:3}", "X.val");
    row("X{.list}", "X.red,green,blue");
    row("X{.keys*}", "X.semi=%3B.dot=..comma=%2C");
    row("X{.emptyKeys}", "X");
    row("X{.emptyKeys*}", "X");
    // 3.2.6 Path segments
    row("{/who}", "/fred");
    row("{/half,who}", "/50%25/fred");
    row("{/var,empty}", "/value/");
    row("{/var,undef}", "/value");
    row("{/var:1,var}", "/v/value");
    row("{/list*,path:4}", "/red/green/blue/%2Ffoo");
    row("{/keys*}", "/semi=%3B/dot=./comma=%2C");
    // 3.2.7 Path-style parameters
    row("{;half}", ";half=50%25");
    row("{;empty}", ";empty");
    row("{;v,empty,who}", ";v=6;empty;who=fred");
    row("{;x,y,undef}", ";x=1024;y=768");
    row("{;hello:5}", ";hello=Hello");
    row("{;keys}", ";keys=semi,%3B,dot,.,comma,%2C");
    row("{;keys*}", ";semi=%3B;dot=.;comma=%2C");
    // 3.2.8 and 3.2.9 Queries
    row("{?x,y,empty}", "?x=1024&y=768&empty=");
    row("{?x,y,undef}", "?x=1024&y=768");
    row("{?var:3}", "?var=val");
    row("{?keys}", "?keys=semi,%3B,dot,.,comma,%2C");
    row("{?keys*}", "?semi=%3B&dot=.&comma=%2C");
    row("{?undef}", "");
    row("?fixed=yes{&x}", "?fixed=yes&x=1024");
    row("{&var:3}", "&var=val");
    // 3.1 Literals: characters that URLs do not allow are encoded, triplets are kept
    row("cafés/{var}", "caf%C3%A9s/value");
    row("a b%20c%", "a%20b%20c%25");
    row("/~x?q=[1]#f", "/~x?q=[1]#f");
    // Invalid expressions are copied
    row("{!var}/{var}", "{!var}/value");
    row("{var:0}", "{var:0}");
    row("{}", "{}");
    row("x{var", "x{var");
}

void tst_UriTemplate::expands()
{
    QFETCH(QString, expanded);
    const Json values = jsonLiteral(R"({"count":["one","two","three"],"dom":["example","com"],
        "hello":"Hello World!","half":"50%","var":"value","who":"fred","base":"http://example.com/home/",
        "path":"/foo/bar","list":["red","green","blue"],"keys":{"semi":";","dot":".","comma":","},"v":6,"x":1024,
        "y":"768","empty":"","emptyKeys":{},"undef":null,"encoded":"a%41 b%"})");
    QCOMPARE(expandTemplate(QString::fromUtf8(QTest::currentDataTag()), values), expanded);
}

void tst_UriTemplate::writesValuesOfEachKind_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("plain"); // of x{?v}
    QTest::addColumn<QString>("exploded"); // of x{?v*}
    const auto row = [](const char *value, const QString &plain, const QString &exploded) {
        QTest::newRow(value) << QByteArray(value) << plain << exploded;
    };
    row("1.50", u"x?v=1.50"_s, u"x?v=1.50"_s); // the digits are kept
    row("true", u"x?v=true"_s, u"x?v=true"_s);
    row("null", u"x"_s, u"x"_s);
    row("[]", u"x"_s, u"x"_s);
    row(R"(["a",null,7])", u"x?v=a,7"_s, u"x?v=a&v=7"_s);
    row(R"([null])", u"x"_s, u"x"_s);
    row(R"({"a":"1","b":null,"c":""})", u"x?v=a,1,c,"_s, u"x?a=1&c="_s);
    row(R"([{"a":1}])", u"x?v=%7B%22a%22%3A1%7D"_s,
        u"x?v=%7B%22a%22%3A1%7D"_s); // RFC 6570 does not define this
}

void tst_UriTemplate::writesValuesOfEachKind()
{
    QFETCH(QByteArray, value);
    const Json values = jsonLiteral(QByteArray("{\"v\":" + value + "}"));
    QTEST(expandTemplate(u"x{?v}"_s, values), "plain");
    QTEST(expandTemplate(u"x{?v*}"_s, values), "exploded");
}

void tst_UriTemplate::listsItsVariables()
{
    QStringList shown;
    for (const TemplateVariable &variable :
        templateVariables(u"{id}/{+path}{/sub,id}{?user-id,tag*,limit:3}{#part}{!none}{limit}"_s)) {
        shown.append(
            variable.name + (variable.isRequired ? u"!"_s : u""_s) + (variable.isExploded ? u"*"_s : u""_s));
    }
    QCOMPARE(shown.join(u' '), u"id! path! sub user-id tag* limit! part"_s);
}

void tst_UriTemplate::reportsInvalidExpressions_data()
{
    QTest::addColumn<QString>("fault");
    QTest::newRow("a/{b}{?c*,d:9}") << QString();
    QTest::newRow("{=b}") << u"{=b} is not an expression of RFC 6570"_s;
    QTest::newRow("{ b }") << u"{ b } is not an expression of RFC 6570"_s;
    QTest::newRow("{a,,b}") << u"{a,,b} is not an expression of RFC 6570"_s;
    QTest::newRow("{a:10000}") << u"{a:10000} is not an expression of RFC 6570"_s;
    QTest::newRow("a{b") << u"a brace is unmatched"_s;
    QTest::newRow("a}b") << u"a brace is unmatched"_s;
}

void tst_UriTemplate::reportsInvalidExpressions()
{
    QTEST(templateFault(QString::fromUtf8(QTest::currentDataTag())), "fault");
}

WORKBENCH_TEST(tst_UriTemplate, QCoreApplication)
#include "tst_uritemplate.moc"
