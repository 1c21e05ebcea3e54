// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"
#include "ui/text/textview.h"

#include <QTest>

using namespace Workbench;
using namespace Workbench::Ui;
using namespace Qt::StringLiterals;

using Syntax = TextDocument::Syntax;

class tst_TextDocument : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void linesComeWithoutTheirEnds_data();
    void linesComeWithoutTheirEnds();
    void indentsByTwo();
    void pointersLeadToLines_data();
    void pointersLeadToLines();
    void pointersOfReceivedTextLeadToLines();
    void deepNestingStaysSmall();
};

void tst_TextDocument::linesComeWithoutTheirEnds_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArrayList>("lines");
    QTest::newRow("empty has one line") << QByteArray() << QByteArrayList{QByteArray()};
    QTest::newRow("no line end") << QByteArray("a") << QByteArrayList{"a"};
    QTest::newRow("a final line end adds no line") << QByteArray("a\n") << QByteArrayList{"a"};
    QTest::newRow("empty lines") << QByteArray("\n\nb") << QByteArrayList{"", "", "b"};
    QTest::newRow("CRLF") << QByteArray("a\r\nb\r\n") << QByteArrayList{"a", "b"};
    QTest::newRow("a lone CR stays") << QByteArray("a\rb") << QByteArrayList{"a\rb"};
}

void tst_TextDocument::linesComeWithoutTheirEnds()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArrayList, lines);
    const auto document = TextDocument::fromBytes(bytes);
    QCOMPARE(document->lineCount(), lines.size());
    for (qsizetype i = 0; i < lines.size(); ++i)
        QCOMPARE(document->line(i).toByteArray(), lines[i]);
    QCOMPARE(document->bytes(), bytes);
}

void tst_TextDocument::indentsByTwo()
{
    const auto document =
        TextDocument::fromJson(jsonLiteral(R"({"a":[1,-2.50e1,{"b":{}}],"c":"x,{}:[]\"y","d":[],"d":null})"));
    QCOMPARE(document->bytes(), QByteArray(R"({
  "a": [
    1,
    -2.50e1,
    {
      "b": {}
    }
  ],
  "c": "x,{}:[]\"y",
  "d": [],
  "d": null
})"));
    QCOMPARE(document->syntax(), Syntax::Json);
    QCOMPARE(TextDocument::fromJson(jsonLiteral("7"))->bytes(), QByteArray("7"));
}

void tst_TextDocument::pointersLeadToLines_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("last");
    QTest::newRow("root") << u""_s << 0 << 15;
    QTest::newRow("member") << u"/ok"_s << 1 << 1;
    QTest::newRow("object") << u"/data"_s << 2 << 9;
    QTest::newRow("array") << u"/data/issues"_s << 3 << 7;
    QTest::newRow("item") << u"/data/issues/1"_s << 5 << 5;
    QTest::newRow("member of an object") << u"/data/total"_s << 8 << 8;
    QTest::newRow("escaped key") << u"/a~1b~0c"_s << 10 << 10;
    QTest::newRow("key with a quote") << u"/q\"x"_s << 11 << 11;
    QTest::newRow("empty key") << u"/"_s << 12 << 12;
    QTest::newRow("the last of duplicates") << u"/twice"_s << 14 << 14;
    QTest::newRow("no such member") << u"/missing"_s << -1 << -1;
    QTest::newRow("key that only begins like one") << u"/o"_s << -1 << -1;
    QTest::newRow("beyond the array") << u"/data/issues/3"_s << -1 << -1;
    QTest::newRow("into a scalar") << u"/ok/deeper"_s << -1 << -1;
    QTest::newRow("an invalid index") << u"/data/issues/one"_s << -1 << -1;
    QTest::newRow("an invalid pointer") << u"data"_s << -1 << -1;
}

void tst_TextDocument::pointersLeadToLines()
{
    QFETCH(QString, pointer);
    QFETCH(int, first);
    QFETCH(int, last);
    const QByteArray compact =
        R"({"ok":true,"data":{"issues":[1,"]",{}],"total":3},"a/b~c":0,"q\"x":"[","":1,"twice":1,"twice":2})";
    const auto ours = TextDocument::fromJson(jsonLiteral(compact));
    const auto received = TextDocument::fromBytes(ours->bytes(), Syntax::Json);
    for (const auto &document : {ours, received}) {
        const auto lines = document->linesOf(pointer);
        QCOMPARE(lines.has_value(), first >= 0);
        if (lines) {
            QCOMPARE(lines->first, first);
            QCOMPARE(lines->second, last);
        }
    }
}

void tst_TextDocument::pointersOfReceivedTextLeadToLines()
{
    const auto document = TextDocument::fromBytes("{ \"a\" :\n[1 ,\n {\"\\u0062\":\n2}\n] }\n", Syntax::Json);
    QCOMPARE(document->linesOf(u"/a"_s), std::pair(qsizetype(1), qsizetype(4)));
    QCOMPARE(document->linesOf(u"/a/1/b"_s), std::pair(qsizetype(3), qsizetype(3)));
    QVERIFY(!TextDocument::fromBytes("{\"a\":1}")->linesOf(u"/a"_s)); // its syntax is not set to JSON
    for (const auto *broken : {"{\"a\"", "{\"a\":", "{a:1}", "", "[", "\"", "{\"a\" 1}", "]"})
        QVERIFY(!TextDocument::fromBytes(broken, Syntax::Json)->linesOf(u"/a"_s));
}

void tst_TextDocument::deepNestingStaysSmall()
{
    constexpr int depth = 100'000;
    const auto deep =
        TextDocument::fromJson(jsonLiteral(QByteArray(QByteArray(depth, '[') + QByteArray(depth, ']'))));
    QVERIFY(deep->lineCount() >= 2 * (depth - 1));
    QVERIFY(deep->bytes().size() < 300'000'000);
    // Indenting a long, deeply nested list would take a thousand times the size of the text.
    const auto wide = TextDocument::fromJson(jsonLiteral(QByteArray(
        QByteArray(500, '[') + QByteArray("1,").repeated(1'000'000) + '1' + QByteArray(500, ']'))));
    QVERIFY(wide->bytes().size() < 300'000'000);
    QVERIFY(wide->linesOf(u"/0"_s.repeated(499) + u"/500000"_s).has_value());
}

WORKBENCH_TEST(tst_TextDocument, QApplication)
#include "tst_textdocument.moc"
