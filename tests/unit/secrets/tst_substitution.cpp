// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/secrets/substitution.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

std::optional<QString> lookup(const QString &name)
{
    static const QHash<QString, QString> values{{u"A"_s, u"1"_s}, {u"EMPTY"_s, QString()},
        {u"AGAIN"_s, u"${A} $${A}"_s}, {u"URL"_s, u"http://127.0.0.1:8080"_s}};
    const auto found = values.constFind(name);
    return found == values.cend() ? std::nullopt : std::optional(*found);
}

} // namespace

class tst_Substitution : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void replaces_data();
    void replaces();
    void namesTheFirstUnknownVariable();
    void listsWhatIsAskedFor();
    void goesIntoArraysAndObjectsButNotIntoKeys();
    void bearsAnyDepth();
    void canBeSwitchedOff_data() { replaces_data(); }
    void canBeSwitchedOff();
};

void tst_Substitution::replaces_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nothing") << u"plain $A {A} $"_s << u"plain $A {A} $"_s;
    QTest::newRow("whole") << u"${A}"_s << u"1"_s;
    QTest::newRow("inside") << u"${URL}/v${A}/x"_s << u"http://127.0.0.1:8080/v1/x"_s;
    QTest::newRow("an empty value") << u"<${EMPTY}>"_s << u"<>"_s;
    QTest::newRow("literal") << u"$${A}"_s << u"${A}"_s;
    QTest::newRow("a dollar and a literal") << u"$$${A}"_s << u"$${A}"_s;
    QTest::newRow("a dollar before") << u"$ ${A}"_s << u"$ 1"_s;
    QTest::newRow("values are not looked at again") << u"${AGAIN}"_s << u"${A} $${A}"_s;
    QTest::newRow("our own program") << u"${envelope}"_s << u"${envelope}"_s;
    QTest::newRow("not closed") << u"${A"_s << u"${A"_s;
    QTest::newRow("no name") << u"${} ${A B} ${1}"_s << u"${} ${A B} ${1}"_s;
    QTest::newRow("nested") << u"${${A}}"_s << u"${1}"_s;
}

void tst_Substitution::replaces()
{
    QFETCH(QString, text);
    const auto out = substituted(Json::string(text), lookup);
    QVERIFY(out);
    QTEST(out->toString(), "expected");
}

void tst_Substitution::namesTheFirstUnknownVariable()
{
    const auto out = substituted(jsonLiteral(R"({"a":"${A}","b":["${WHO}","${LATER}"]})"), lookup);
    QVERIFY(!out);
    QCOMPARE(out.error(), u"WHO"_s);
    QVERIFY(substituted(jsonLiteral(R"({"a":"$${WHO}"})"), lookup));
}

void tst_Substitution::listsWhatIsAskedFor()
{
    QCOMPARE(placeholdersIn(jsonLiteral(
                 R"({"a":"${X} ${envelope} ${keychain:k}","b":{"${KEY}":["${Y}${X}","$${Z}"]},"c":"${Z}"})")),
        QStringList({u"X"_s, u"Y"_s, u"Z"_s}));
}

void tst_Substitution::goesIntoArraysAndObjectsButNotIntoKeys()
{
    const Json settings = jsonLiteral(
        R"({"z":1.10,"headers":{"${A}":"v${A}","B":"b"},"args":["${A}",true,["${A}"]],"n":null})");
    const auto out = substituted(settings, lookup);
    QVERIFY(out);
    QCOMPARE(
        out->toBytes(), R"({"z":1.10,"headers":{"${A}":"v1","B":"b"},"args":["1",true,["1"]],"n":null})");
    QVERIFY(substituted(Json(), lookup)->isAbsent());
}

void tst_Substitution::bearsAnyDepth()
{
    constexpr int depth = 200'000;
    const QByteArray before(depth, '[');
    const QByteArray behind(depth, ']');
    const QByteArray text = before + "\"${A}\"" + behind;
    const QByteArray expected = before + "\"1\"" + behind;
    const Json deep = jsonLiteral(text);
    const auto out = substituted(deep, lookup);
    QVERIFY(out);
    QCOMPARE(out->toBytes(), expected);
    QCOMPARE(placeholdersIn(deep), QStringList{u"A"_s});
}

void tst_Substitution::canBeSwitchedOff()
{
    QFETCH(QString, text);
    const auto out = substituted(withoutPlaceholders(Json::string(text)), lookup);
    QVERIFY(out);
    QCOMPARE(out->toString(), text);
    QCOMPARE(
        withoutPlaceholders(Json::array({Json::string(text)})).at(0).toString(), withoutPlaceholders(text));
}

WORKBENCH_TEST(tst_Substitution, Workbench::Test::NoApplication)
#include "tst_substitution.moc"
