// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_JsonPointer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    //! Resolves the examples of RFC 6901, section 5.
    void resolvesTheExamplesOfTheStandard_data()
    {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("root") << QString() << QByteArray("whole");
        QTest::newRow("array") << u"/foo"_s << QByteArray(R"(["bar","baz"])");
        QTest::newRow("item") << u"/foo/0"_s << QByteArray(R"("bar")");
        QTest::newRow("empty key") << u"/"_s << QByteArray("0");
        QTest::newRow("slash") << u"/a~1b"_s << QByteArray("1");
        QTest::newRow("percent") << u"/c%d"_s << QByteArray("2");
        QTest::newRow("caret") << u"/e^f"_s << QByteArray("3");
        QTest::newRow("bar") << u"/g|h"_s << QByteArray("4");
        QTest::newRow("backslash") << u"/i\\j"_s << QByteArray("5");
        QTest::newRow("quote") << u"/k\"l"_s << QByteArray("6");
        QTest::newRow("space") << u"/ "_s << QByteArray("7");
        QTest::newRow("tilde") << u"/m~0n"_s << QByteArray("8");
    }
    void resolvesTheExamplesOfTheStandard()
    {
        QFETCH(QString, pointer);
        QFETCH(QByteArray, value);
        const QByteArray text =
            R"({"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\u0022l":6," ":7,"m~n":8})";
        QCOMPARE(JsonPointer::resolve(jsonLiteral(text), pointer).toBytes(),
            value == "whole" ? jsonLiteral(text).toBytes() : value);
    }

    void pointersToNothingResolveToAbsent_data()
    {
        QTest::addColumn<QString>("pointer");
        for (const QString &pointer : {u"a"_s, u"list"_s, u"#/list"_s, u"/none"_s, u"/list/3"_s, u"/list/-"_s,
                 u"/list/-1"_s, u"/list/01"_s, u"/list/"_s, u"/list/1.0"_s, u"/list/ 1"_s, u"/list/٣"_s,
                 u"/list/99999999999999999999"_s, u"/list/0/x"_s, u"/text/0"_s, u"/m~2n"_s, u"/m~"_s})
            QTest::addRow("%s", qPrintable(pointer)) << pointer;
    }
    void pointersToNothingResolveToAbsent()
    {
        QFETCH(QString, pointer);
        const Json root = jsonLiteral(R"({"list":[1,2,3],"text":"abc","m~2n":1,"m~":2})");
        QVERIFY(JsonPointer::resolve(root, pointer).isAbsent());
    }

    void splitsIntoTokensAndJoinsThem_data()
    {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QStringList>("tokens");
        QTest::newRow("root") << QString() << QStringList();
        QTest::newRow("empty key") << u"/"_s << QStringList{QString()};
        QTest::newRow("several") << u"/a/0/b"_s << QStringList{u"a"_s, u"0"_s, u"b"_s};
        QTest::newRow("escapes") << u"/~0~1/~01"_s << QStringList{u"~/"_s, u"~1"_s};
        QTest::newRow("empty tokens") << u"//x/"_s << QStringList{QString(), u"x"_s, QString()};
    }
    void splitsIntoTokensAndJoinsThem()
    {
        QFETCH(QString, pointer);
        QFETCH(QStringList, tokens);
        QCOMPARE(JsonPointer::tokens(pointer), tokens);
        QString again;
        for (const QString &token : std::as_const(tokens))
            again = JsonPointer::child(again, token);
        QCOMPARE(again, pointer);
    }

    void appendsIndexes()
    {
        QCOMPARE(JsonPointer::child(QString(), qsizetype(0)), u"/0"_s);
        QCOMPARE(JsonPointer::child(u"/a"_s, qsizetype(12)), u"/a/12"_s);
    }

    void resolvesToTheLastDuplicate()
    {
        QCOMPARE(
            JsonPointer::resolve(jsonLiteral(R"({"a":{"b":1},"a":{"b":2}})"), u"/a/b"), Json::integer(2));
    }
};

WORKBENCH_TEST(tst_JsonPointer, QCoreApplication)

#include "tst_jsonpointer.moc"
