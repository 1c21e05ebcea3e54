// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonnumber.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <random>

using namespace Workbench;

namespace {

const QByteArray nines = QByteArray(60, '9'); // an exponent beyond any machine integer

//! Returns the digits of \a value × 10^\a zeros without an exponent.
QByteArray times10(qint64 value, int zeros)
{
    return QByteArray::number(value) + QByteArray(zeros, '0');
}

} // namespace

class tst_JsonNumber : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsTheGrammar_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isNumber");
        for (const char *good : {"0", "-0", "10", "1.5", "-1.50", "1e5", "1E+5", "1e-05", "0.0e0"})
            QTest::newRow(good) << QByteArray(good) << true;
        for (const char *bad : {"", "-", "+1", "01", "-01", ".5", "1.", "1.e5", "1e", "1e+", "1 ", " 1",
                 "0x1", "NaN", "Infinity", "1,5", "1e5.0", "--1"})
            QTest::newRow(bad) << QByteArray(bad) << false;
        QTest::newRow("NUL") << QByteArray("1\0", 2) << false;
    }
    void knowsTheGrammar()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, isNumber);
        QCOMPARE(JsonNumber::isNumber(text), isNumber);
    }

    void comparesByDecimalValue_data()
    {
        QTest::addColumn<QByteArray>("a");
        QTest::addColumn<QByteArray>("b");
        QTest::addColumn<int>("order");
        const auto row = [](const char *name, const QByteArray &a, const QByteArray &b, int order) {
            QTest::newRow(name) << a << b << order;
        };
        row("same", "1", "1", 0);
        row("point zero", "1", "1.0", 0);
        row("exponent zero", "1", "1e0", 0);
        row("moved point", "1.5", "15e-1", 0);
        row("hundred", "100", "1E+2", 0);
        row("small", "0.001", "1e-3", 0);
        row("zeros everywhere", "00100.00e-02", "1.000", 0);
        row("negative zero", "-0", "0", 0);
        row("zero has no exponent", "0e99", "-0.0e-99", 0);
        row("2^53+1", "9007199254740993", "9007199254740992", 1);
        row("below zero", "-1", "0", -1);
        row("sign first", "-5", "3", -1);
        row("farther below zero", "-3", "-2", -1);
        row("more digits below zero", "-1.25", "-1.2", -1);
        row("one digit more", "1.2", "1.20000000000000000000000000001", -1);
        row("size before digits", "9", "10", -1);
        row("fractions", "0.09", "0.1", -1);
        row("a tenth is not its double", "0.1", "0.1000000000000000055511151231257827", -1);
        row("beyond double", "1e400", "1e401", -1);
        row("huge exponents, equal", "1e" + nines, "10e" + nines.chopped(1) + "8", 0);
        row("huge exponents, apart", "1e" + nines, "1e" + nines.chopped(1) + "8", 1);
        row("huge negative exponents", "1e-" + nines, "1e-" + nines.chopped(1) + "8", -1);
        row("huge against hugely small", "1e-" + nines, "1e" + nines, -1);
        row("carry over many digits", "1e1" + QByteArray(60, '0'), "10e" + nines, 0);
        row("carry in the other direction", "0.1e-" + nines, "1e-1" + QByteArray(60, '0'), 0);
        row("leading zeros of an exponent", "1e000000000000000000000000000002", "100", 0);
        row("zero against hugely small", "0", "1e-" + nines, -1);
        row("exponent near the largest integer", "1e9223372036854775807", "1e9223372036854775808", -1);
    }
    void comparesByDecimalValue()
    {
        QFETCH(QByteArray, a);
        QFETCH(QByteArray, b);
        QFETCH(int, order);
        const auto sign = [](std::strong_ordering ordering) {
            return ordering < 0 ? -1 : ordering > 0 ? 1 : 0;
        };
        QCOMPARE(sign(JsonNumber::compare(a, b)), order);
        QCOMPARE(sign(JsonNumber::compare(b, a)), -order);
        if (order == 0)
            QCOMPARE(JsonNumber::hash(a), JsonNumber::hash(b));
    }

    void longNumbersTakeLinearTime()
    {
        const QByteArray digits(4 << 20, '7');
        const QByteArray withPoint = digits + ".0";
        const QByteArray asExponent = "1e" + digits;
        const QByteArray small = "0." + QByteArray(4 << 20, '0') + "1";
        QCOMPARE(JsonNumber::compare(digits, withPoint), std::strong_ordering::equal);
        QCOMPARE(JsonNumber::compare(asExponent, asExponent), std::strong_ordering::equal);
        QCOMPARE(JsonNumber::compare(small, "1e-4194305"), std::strong_ordering::equal);
        QVERIFY(JsonNumber::isInteger(digits));
        QVERIFY(!JsonNumber::toInteger(digits));
        QCOMPARE(JsonNumber::toDouble(digits), qInf());
    }

    void integersAreRecognisedByValue_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isInteger");
        QTest::newRow("plain") << QByteArray("3") << true;
        QTest::newRow("point zero") << QByteArray("-3.000") << true;
        QTest::newRow("exponent takes the fraction") << QByteArray("1.25e2") << true;
        QTest::newRow("exponent is too small") << QByteArray("1.25e1") << false;
        QTest::newRow("negative exponent") << QByteArray("300e-2") << true;
        QTest::newRow("negative exponent, fraction") << QByteArray("30e-2") << false;
        QTest::newRow("zero") << QByteArray("0.0e-99") << true;
        QTest::newRow("huge") << QByteArray("0.5e" + nines) << true;
        QTest::newRow("hugely small") << QByteArray("5e-" + nines) << false;
    }
    void integersAreRecognisedByValue()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, isInteger);
        QCOMPARE(JsonNumber::isInteger(text), isInteger);
    }

    void multiplesAreExact_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("divisor");
        QTest::addColumn<QByteArray>("answer");
        const auto row = [](const char *name, const QByteArray &value, const QByteArray &divisor,
                             const char *answer) {
            QTest::newRow(name) << value << divisor << QByteArray(answer);
        };
        row("0.3 divided by 0.1", "0.3", "0.1", "yes");
        row("4.35 divided by 0.01", "4.35", "0.01", "yes");
        row("0.075 divided by 0.01", "0.075", "0.01", "no");
        row("1.1 divided by 0.1", "1.1", "0.1", "yes");
        row("19.99 divided by 0.01", "19.99", "0.01", "yes");
        row("below zero", "-9", "3", "yes");
        row("ten divided by three", "10", "3", "no");
        row("zero divided by anything", "0", "7", "yes");
        row("negative zero", "-0.0", "1e300", "yes");
        row("smaller than the divisor", "1", "2", "no");
        row("divisor with a fraction", "7.5", "2.5", "yes");
        row("more tens than the divisor needs", "1e308", "0.5", "yes");
        row("tens supply twos and fives", "1e10", "1024", "yes");
        row("tens do not supply threes", "1e1000000", "3", "no");
        row("any exponent", "1e" + nines, "123456789", "no");
        row("any exponent, powers of two", "1e" + nines, "1048576", "yes");
        row("hugely small divisor", "1", "1e-" + nines, "yes");
        row("huge divisor", "1", "1e" + nines, "no");
        row("huge divided by huge", "6e" + nines, "3e" + nines, "yes");
        row("huge divided by nearly as huge", "7e" + nines, "3e" + nines, "no");
        row("long", "121932631137021795226185032733622923332237463801111263526900",
            "123456789012345678901234567890", "yes");
        row("long, one more", "121932631137021795226185032733622923332237463801111263526901",
            "123456789012345678901234567890", "no");
        row("2^200 with enough tens", "1e200",
            "1606938044258990275541962092341162602522202993782792835301376", "yes");
        row("2^200 with too few tens", "1e199",
            "1606938044258990275541962092341162602522202993782792835301376", "no");
        row("divisor zero", "1", "0", "unknown");
        row("divisor below zero", "1", "-1", "unknown");
        row("too many digits", QByteArray(5000, '7'), "3", "unknown");
        row("too many digits of a divisor", "3", QByteArray(5000, '7'), "unknown");
        row("too many digits of both", QByteArray(6000, '7'), QByteArray(5000, '7'), "unknown");
        row("as many digits as allowed", QByteArray(4096, '9'), "7", "no");
    }
    void multiplesAreExact()
    {
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, divisor);
        QFETCH(QByteArray, answer);
        const std::optional<bool> isMultiple = JsonNumber::isMultipleOf(value, divisor);
        QCOMPARE(!isMultiple ? "unknown" : *isMultiple ? "yes" : "no", answer);
    }

    void multiplesAgreeWithMachineArithmetic()
    {
        std::mt19937_64 random(7);
        for (int i = 0; i < 20'000; ++i) {
            const auto divisor = qint64(random() >> (random() % 62 + 2)) + 1;
            const auto factor =
                qint64(random() % (quint64(std::numeric_limits<qint64>::max()) / quint64(divisor) + 1));
            const qint64 product = divisor * factor;
            const auto other = qint64(random() >> 1);
            QCOMPARE(
                JsonNumber::isMultipleOf(QByteArray::number(product), QByteArray::number(divisor)), true);
            QCOMPARE(JsonNumber::isMultipleOf(QByteArray::number(other), QByteArray::number(divisor)),
                other % divisor == 0);
            QCOMPARE(
                JsonNumber::isMultipleOf(times10(other, 30), times10(divisor, 30)), other % divisor == 0);
        }
    }

    void longMultiplesAgreeWithLongMultiplication()
    {
        std::mt19937_64 random(11);
        for (int i = 0; i < 300; ++i) {
            // Factors near a power of the limb base provoke the corrections of the division.
            QByteArray divisor;
            for (int limb = 0; limb < int(random() % 6) + 2; ++limb)
                divisor += random() % 3 == 0 ? QByteArray("999999999")
                    : random() % 2 == 0      ? QByteArray("000000001")
                                        : QByteArray::number(quint64(random() % 900'000'000 + 100'000'000));
            divisor.prepend('1');
            const int factor = int(random() % 999'999) + 1;
            QByteArray product;
            quint64 carry = 0;
            for (auto digit = divisor.crbegin(); digit != divisor.crend() || carry != 0;) {
                if (digit != divisor.crend())
                    carry += quint64(*digit++ - '0') * quint64(factor);
                product.prepend(char('0' + carry % 10));
                carry /= 10;
            }
            QCOMPARE(JsonNumber::isMultipleOf(product, divisor), true);
            product.back() = product.back() == '9' ? '8' : char(product.back() + 1);
            QCOMPARE(JsonNumber::isMultipleOf(product, divisor), false);
        }
    }

    void comparesDistancesExactly_data()
    {
        QTest::addColumn<QByteArray>("a");
        QTest::addColumn<QByteArray>("b");
        QTest::addColumn<QByteArray>("distance");
        QTest::addColumn<bool>("isWithin");
        const auto row = [](const QByteArray &a, const QByteArray &b, const QByteArray &distance,
                             bool within) {
            QTest::addRow("%s, %s, %s", a.constData(), b.constData(), distance.constData())
                << a << b << distance << within;
        };
        row("1", "1.0", "0", true);
        row("0.1", "0.4", "0.3", true); // doubles would make the distance larger
        row("0.1", "0.4", "0.2999999999999999999999", false);
        row("-1", "1", "2", true);
        row("-1", "1", "1.999", false);
        row("99.9", "100", "0.1", true);
        row("0", "-0.0", "0", true);
        row("9007199254740993", "9007199254740992", "0.5", false);
        row("1e400", "1e400", "0", true);
        row("1e400", "2e400", "1e400", true);
        row("1e400", "2e400", "9.99e399", false);
        row("1e-400", "0", "1e-401", false);
        row("1e400", "1e-400", "1e400", true);
        row("1.0000000000000000000000000000000000001", "1", "1e-37", true);
        row("1e" + nines, "1e" + nines, "1e-" + nines, true);
        row("1e" + nines, "0", "1", false);
        row("5", "5", "1e-" + nines, true);
    }
    void comparesDistancesExactly()
    {
        QFETCH(QByteArray, a);
        QFETCH(QByteArray, b);
        QFETCH(QByteArray, distance);
        QFETCH(bool, isWithin);
        QCOMPARE(JsonNumber::isWithin(a, b, distance), isWithin);
        QCOMPARE(JsonNumber::isWithin(b, a, distance), isWithin);
    }

    void distancesAgreeWithMachineArithmetic()
    {
        std::mt19937_64 random(3);
        for (int i = 0; i < 20'000; ++i) {
            const qint64 a = qint64(random() % 4000) - 2000;
            const qint64 b = qint64(random() % 4000) - 2000;
            const qint64 distance = qint64(random() % 200);
            const auto text = [](qint64 value) { return QByteArray(QByteArray::number(value) + "e-2"); };
            QCOMPARE(JsonNumber::isWithin(text(a), text(b), text(distance)), std::abs(a - b) <= distance);
        }
    }

    void doublesAreTheNearest_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("value");
        QTest::newRow("half way rounds to even") << QByteArray("9007199254740993") << 9007199254740992.0;
        QTest::newRow("just above half way")
            << QByteArray("9007199254740993.00000000000000000000000001") << 9007199254740994.0;
        QTest::newRow("largest") << QByteArray("1.7976931348623157e308") << 1.7976931348623157e308;
        QTest::newRow("too large") << QByteArray("1.8e308") << qInf();
        QTest::newRow("below zero, too large") << QByteArray("-1e" + nines) << -qInf();
        QTest::newRow("too small") << QByteArray("1e-" + nines) << 0.0;
        QTest::newRow("zero of any exponent") << QByteArray("0e" + nines) << 0.0;
        QTest::newRow("subnormal") << QByteArray("4.9e-324") << 5e-324;
    }
    void doublesAreTheNearest()
    {
        QFETCH(QByteArray, text);
        QFETCH(double, value);
        QVERIFY(JsonNumber::toDouble(text) == value);
        QVERIFY(std::signbit(JsonNumber::toDouble(text)) == text.startsWith('-'));
    }
};

WORKBENCH_TEST(tst_JsonNumber, QCoreApplication)

#include "tst_jsonnumber.moc"
