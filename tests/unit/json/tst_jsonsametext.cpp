// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/json/jsonsametext.h"
#include "tests/support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_JsonSameText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recognisesTheTextOfAValue_data();
    void recognisesTheTextOfAValue();
    void neverAcceptsTheTextOfAnotherValue();
    void worksAtAnyDepth();
};

void tst_JsonSameText::recognisesTheTextOfAValue_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isSame");
    const QByteArray nested = R"({"a":[1,{"b":[]},"x"],"c":{},"d":null,"e":[true,false]})";
    QTest::newRow("itself") << nested << nested << true;
    QTest::newRow("with white space")
        << nested << jsonLiteral(nested).toBytes(Json::Layout::Indented) + "\r\n\t " << true;
    QTest::newRow("escapes") << QByteArray(R"(["é\"\\/\n\u0000😀"])")
                             << QByteArray(R"(["\u00e9\"\\\/\n\u0000\ud83d\ude00"])") << true;
    QTest::newRow("an escaped key") << QByteArray(R"({"a\"b":1})") << QByteArray(R"({ "\u0061\"b" : 1 })")
                                    << true;
    QTest::newRow("a scalar") << QByteArray("1.50") << QByteArray(" 1.50 ") << true;
    QTest::newRow("fewer digits") << QByteArray("1.50") << QByteArray("1.5") << false;
    QTest::newRow("longer digits") << QByteArray("[1]") << QByteArray("[12]") << false;
    QTest::newRow("another order") << QByteArray(R"({"a":1,"b":2})") << QByteArray(R"({"b":2,"a":1})")
                                   << false;
    QTest::newRow("fewer items") << QByteArray("[1,2]") << QByteArray("[1]") << false;
    QTest::newRow("more items") << QByteArray("[1]") << QByteArray("[1,2]") << false;
    QTest::newRow("text after it") << QByteArray("[1]") << QByteArray("[1]x") << false;
    QTest::newRow("cut off") << QByteArray("[1]") << QByteArray("[1") << false;
    QTest::newRow("quotes that end a string")
        << QByteArray(R"(["a\",\"b"])") << QByteArray(R"(["a","b"])") << false;
    QTest::newRow("half a surrogate pair") << QByteArray(R"(["😀"])") << QByteArray(R"(["\ud83d"])") << false;
    QTest::newRow("an array instead of an object") << QByteArray("{}") << QByteArray("[]") << false;
    QTest::newRow("an empty text") << QByteArray("null") << QByteArray() << false;
}

void tst_JsonSameText::recognisesTheTextOfAValue()
{
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, text);
    QTEST(isTextOf(text, jsonLiteral(value)), "isSame");
    QVERIFY(!isTextOf(text, Json()));
}

//! A text with changed bytes is either another notation of the same value, or refused.
void tst_JsonSameText::neverAcceptsTheTextOfAnotherValue()
{
    const QByteArray text = R"({"a":[1,-2.5e3,"x\"y\\z"],"b":{"c":null,"d":true},"e":"\u00e9 ,\":"})";
    const Json value = jsonLiteral(text);
    QRandomGenerator random(7);
    for (int round = 0; round < 20'000; ++round) {
        QByteArray changed = text;
        for (int edits = 1 + random.bounded(2); edits > 0; --edits) {
            const qsizetype at = random.bounded(int(changed.size()));
            if (random.bounded(3) == 0)
                changed.remove(at, 1);
            else
                changed[at] = "\"\\,:[]{} 1xu0e"[random.bounded(14)];
        }
        if (!isTextOf(changed, value))
            continue;
        const Result<Json> parsed = parseJson(changed);
        QVERIFY2(parsed.has_value() && *parsed == value, changed.constData());
    }
}

void tst_JsonSameText::worksAtAnyDepth()
{
    QByteArray deep(100'000, '[');
    deep.append(QByteArray(100'000, ']'));
    QVERIFY(isTextOf(deep, jsonLiteral(deep)));
    QVERIFY(!isTextOf(deep.chopped(1), jsonLiteral(deep)));
}

WORKBENCH_TEST(tst_JsonSameText, QCoreApplication)
#include "tst_jsonsametext.moc"
