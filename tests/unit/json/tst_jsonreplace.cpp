// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/json/jsonreplace.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_JsonReplace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void replacesPlaces_data();
    void replacesPlaces();
    void refusesPlacesThatCannotBeReplaced_data();
    void refusesPlacesThatCannotBeReplaced();
    void survivesDeepPointers();
};

void tst_JsonReplace::replacesPlaces_data()
{
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<QStringList>("places");
    QTest::addColumn<QByteArray>("replaced");
    const auto row = [](const char *name, const char *document, const QStringList &places,
                         const char *replaced) {
        QTest::newRow(name) << QByteArray(document) << places << QByteArray(replaced);
    };
    row("nothing", "[1.0]", {}, "[1.0]");
    row("the whole", "[1]", {u""_s}, "null");
    row("order and digits are kept", R"({"z":1.50,"a":{"x":1e400,"b":[2.00,3]},"n":-0})",
        {u"/a/b/1"_s, u"/n"_s}, R"({"z":1.50,"a":{"x":1e400,"b":[2.00,null]},"n":null})");
    row("escaped keys", R"({"a/b":1,"m~n":2,"":3})", {u"/a~1b"_s, u"/m~0n"_s, u"/"_s},
        R"({"a/b":null,"m~n":null,"":null})");
    row("the last of duplicate keys", R"({"a":1,"a":2})", {u"/a"_s}, R"({"a":1,"a":null})");
}

void tst_JsonReplace::replacesPlaces()
{
    QFETCH(QByteArray, document);
    QFETCH(QStringList, places);
    QHash<QString, Json> values;
    for (const QString &place : std::as_const(places))
        values.insert(place, Json::null());
    QTEST(withReplaced(jsonLiteral(document), values).toBytes(), "replaced");
}

void tst_JsonReplace::refusesPlacesThatCannotBeReplaced_data()
{
    QTest::addColumn<QStringList>("places");
    QTest::newRow("a missing key") << QStringList{u"/b"_s};
    QTest::newRow("beyond the end") << QStringList{u"/a/2"_s};
    QTest::newRow("a leading zero") << QStringList{u"/a/01"_s};
    QTest::newRow("inside a number") << QStringList{u"/a/0/x"_s};
    QTest::newRow("not a pointer") << QStringList{u"a"_s};
    QTest::newRow("one place inside another") << QStringList{u"/a"_s, u"/a/0"_s};
    QTest::newRow("one of two places is missing") << QStringList{u"/a/0"_s, u"/c"_s};
}

void tst_JsonReplace::refusesPlacesThatCannotBeReplaced()
{
    QFETCH(QStringList, places);
    QHash<QString, Json> values;
    for (const QString &place : std::as_const(places))
        values.insert(place, Json::null());
    QVERIFY(withReplaced(jsonLiteral(R"({"a":[1,2]})"), values).isAbsent());
}

void tst_JsonReplace::survivesDeepPointers()
{
    constexpr int depth = 100'000;
    const Json document = parseJson(QByteArray(depth, '[') + "1" + QByteArray(depth, ']')).value_or(Json());
    QVERIFY(!document.isAbsent());
    const Json replaced = withReplaced(document, {{u"/0"_s.repeated(depth), Json::boolean(true)}});
    QCOMPARE(replaced.toBytes(), QByteArray(depth, '[') + "true" + QByteArray(depth, ']'));
}

WORKBENCH_TEST(tst_JsonReplace, Workbench::Test::NoApplication)
#include "tst_jsonreplace.moc"
