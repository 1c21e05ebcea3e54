// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_JsonBuilder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void makesDocumentsPieceByPiece()
    {
        JsonBuilder builder;
        builder.beginObject().key(u"list").beginArray();
        for (int i = 0; i < 3; ++i)
            builder.value(Json::integer(i));
        builder.value(Json()).endArray();
        builder.key(u"dropped").value(Json()).add(u"text", u"t").add(u"gone", Json());
        builder.key(u"sub").value(jsonLiteral(R"({"a":[{"b":1e400}]})")).endObject();
        QCOMPARE(builder.take().toBytes(),
            QByteArray(R"({"list":[0,1,2,null],"text":"t","sub":{"a":[{"b":1e400}]}})"));
        QVERIFY(builder.take().isAbsent());
        QCOMPARE(builder.beginArray().endArray().take().toBytes(), QByteArray("[]"));
        QVERIFY(builder.value(Json()).take().isAbsent());
    }

    void doesNotReferToItsSources()
    {
        JsonBuilder builder;
        builder.beginArray();
        for (int i = 0; i < 1000; ++i)
            builder.value(jsonLiteral(QByteArray("[\"" + QByteArray(i, 'x') + "\"]")));
        const Json value = builder.endArray().take();
        QCOMPARE(value.size(), 1000);
        QCOMPARE(value.at(999).at(0).utf8().size(), 999);
        QCOMPARE(value.at(10).at(0).utf8(), QByteArrayView("xxxxxxxxxx"));
    }

    void keepsUtf8Unchanged_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("ASCII") << QByteArray("a");
        QTest::newRow("characters that need escapes") << QByteArray("\"\\\n\x01/");
        QTest::newRow("NUL") << QByteArray("a\0b", 3);
        QTest::newRow("four bytes") << QByteArray("é😀");
        QTest::newRow("a byte order mark") << QByteArray("\xEF\xBB\xBF\x61");
        QTest::newRow("long") << QByteArray(100'000, 'x');
    }
    void keepsUtf8Unchanged()
    {
        QFETCH(QByteArray, text);
        JsonBuilder builder;
        builder.beginObject().keyUtf8(text).beginArray().stringUtf8(text).endArray().endObject();
        const Json value = builder.take();
        QCOMPARE(value.keyUtf8At(0), QByteArrayView(text));
        QCOMPARE(value.memberUtf8(text).at(0).utf8(), QByteArrayView(text));
        // Text given as UTF-16 yields the same document.
        const QString utf16 = Json::string(value.keyAt(0)).toString();
        builder.beginObject().key(utf16).beginArray().string(utf16).endArray().endObject();
        QCOMPARE(builder.take().toBytes(), value.toBytes());
        const Result<Json> again = parseJson(value.toBytes());
        QVERIFY(again && *again == value);
    }

    void copiesTheBytesGiven()
    {
        JsonBuilder builder;
        QByteArray key("key");
        QByteArray text("text");
        QByteArray number("12345678901234567890.50");
        builder.beginObject().keyUtf8(key).stringUtf8(text).keyUtf8("n").number(number).endObject();
        for (QByteArray *bytes : {&key, &text, &number})
            bytes->fill('?');
        QCOMPARE(builder.take().toBytes(), R"({"key":"text","n":12345678901234567890.50})");
    }

    void keepsTheDigitsOfNumbers_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text : {"0", "-0", "1.0", "1e400", "1E+2", "0.10", "9007199254740993", "-1.5e-300"})
            QTest::newRow(text) << QByteArray(text);
        QTest::newRow("long") << QByteArray(10'000, '9');
    }
    void keepsTheDigitsOfNumbers()
    {
        QFETCH(QByteArray, text);
        JsonBuilder builder;
        const Json value = builder.beginArray().number(text).endArray().take().at(0);
        QCOMPARE(value.kind(), JsonKind::Number);
        QCOMPARE(value.numberText(), text);
        QCOMPARE(value, jsonLiteral(text));
    }

    void membersAreReplacedInPlace_data()
    {
        QTest::addColumn<QByteArray>("object");
        QTest::addColumn<QByteArray>("with");
        QTest::addColumn<QByteArray>("without");
        const auto row = [](const char *name, const char *object, const char *with, const char *without) {
            QTest::newRow(name) << QByteArray(object) << QByteArray(with) << QByteArray(without);
        };
        row("in place", R"({"a":1,"k":2,"b":3})", R"({"a":1,"k":true,"b":3})", R"({"a":1,"b":3})");
        row("appended", R"({"a":1})", R"({"a":1,"k":true})", R"({"a":1})");
        row("the last duplicate", R"({"k":1,"a":2,"k":3})", R"({"k":1,"a":2,"k":true})", R"({"a":2})");
        row("not an object", "[1]", R"({"k":true})", "{}");
    }
    void membersAreReplacedInPlace()
    {
        QFETCH(QByteArray, object);
        QFETCH(QByteArray, with);
        QFETCH(QByteArray, without);
        const Json value = jsonLiteral(object);
        QCOMPARE(withMember(value, u"k", Json::boolean(true)).toBytes(), with);
        QCOMPARE(withoutMember(value, u"k").toBytes(), without);
        QCOMPARE(withMember(value, u"k", Json()).toBytes(), without);
    }
};

WORKBENCH_TEST(tst_JsonBuilder, QCoreApplication)

#include "tst_jsonbuilder.moc"
