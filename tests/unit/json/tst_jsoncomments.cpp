// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsoncomments.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_JsonComments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void removesCommentsAndTrailingCommas_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("hadComments");
        QTest::addColumn<bool>("hadCommas");
        const auto row = [](const char *name, const char *text, const char *value, bool comments,
                             bool commas) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(value) << comments << commas;
        };
        row("plain", R"({"b":1,"a":[2,3]})", R"({"b":1,"a":[2,3]})", false, false);
        row("a line comment", "{\"a\":1 // one\n}", R"({"a":1})", true, false);
        row("a line comment at the end", "7 // seven", "7", true, false);
        row("a block comment", "{/* a, \"b\" */\"a\":1}", R"({"a":1})", true, false);
        row("trailing commas", "{\"a\":[1,2,],\n}", R"({"a":[1,2]})", false, true);
        row("a trailing comma before a comment", "[1, // one\n /* two */ ]", "[1]", true, true);
        row("in strings", R"(["// no", "/* no */", "a,]", "\"//"])", R"(["// no","/* no */","a,]","\"//"])",
            false, false);
        row("an empty text", "", "", false, false);
    }

    void removesCommentsAndTrailingCommas()
    {
        QFETCH(QByteArray, text);
        const PlainJson plain = plainJson(text);
        QTEST(parseJson(plain.utf8).value_or(Json()).toBytes(), "value");
        QTEST(plain.hadComments, "hadComments");
        QTEST(plain.hadTrailingCommas, "hadCommas");
    }

    void keepsThePositionsOfErrors_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::newRow("after multi-byte characters")
            << QByteArray("{ /* \xC3\xBC\xE2\x82\xAC */ ?}") << 1 << 12;
        QTest::newRow("after line breaks") << QByteArray("{ // a\r\n /* b\n */ ?}") << 3 << 5;
        QTest::newRow("a comment without an end") << QByteArray("[1 /* ]") << 1 << 4;
        QTest::newRow("two commas") << QByteArray("[1,,]") << 1 << 4;
        QTest::newRow("a comma alone") << QByteArray("[,]") << 1 << 2;
        QTest::newRow("a string without an end") << QByteArray("[\"a // b]") << 1 << 10;
    }

    void keepsThePositionsOfErrors()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        QFETCH(int, column);
        const auto parsed = parseJsonDetailed(plainJson(text).utf8);
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().position.line, line);
        QCOMPARE(parsed.error().position.column, column);
    }
};

WORKBENCH_TEST(tst_JsonComments, QCoreApplication)
#include "tst_jsoncomments.moc"
