// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"

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

    void keepsNothingOfItsSources()
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
        row("of duplicates the last", R"({"k":1,"a":2,"k":3})", R"({"k":1,"a":2,"k":true})", R"({"a":2})");
        row("no object", "[1]", R"({"k":true})", "{}");
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

QTEST_GUILESS_MAIN(tst_JsonBuilder)

#include "tst_jsonbuilder.moc"
