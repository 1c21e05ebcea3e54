// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonnumber.h"

#include "core/json/jsondecimal_p.h"

#include <QHashFunctions>
#include <QVarLengthArray>

#include <algorithm>
#include <charconv>
#include <limits>

namespace Workbench::JsonNumber {

namespace {

std::strong_ordering compareMagnitudes(const JsonDecimal &a, const JsonDecimal &b)
{
    if (a.isZero() || b.isZero())
        return b.isZero() <=> a.isZero();
    if (const qint64 apart = JsonDecimal::exponentDifference(a, b); apart != 0)
        return apart <=> 0;
    const qsizetype common = std::min(a.digitCount(), b.digitCount());
    for (qsizetype i = 0; i < common; ++i) {
        if (a.digit(i) != b.digit(i))
            return a.digit(i) <=> b.digit(i);
    }
    return a.digitCount() <=> b.digitCount();
}

} // namespace

bool isNumber(QByteArrayView text)
{
    const char *at = text.begin();
    const auto digits = [&] {
        const char *const first = at;
        while (at != text.end() && *at >= '0' && *at <= '9')
            ++at;
        return at - first;
    };
    if (at != text.end() && *at == '-')
        ++at;
    const bool zeroFirst = at != text.end() && *at == '0';
    const qsizetype whole = digits();
    if (whole == 0 || (zeroFirst && whole > 1))
        return false;
    if (at != text.end() && *at == '.') {
        ++at;
        if (digits() == 0)
            return false;
    }
    if (at != text.end() && (*at == 'e' || *at == 'E')) {
        ++at;
        if (at != text.end() && (*at == '+' || *at == '-'))
            ++at;
        if (digits() == 0)
            return false;
    }
    return at == text.end();
}

std::strong_ordering compare(QByteArrayView a, QByteArrayView b)
{
    const JsonDecimal left(a);
    const JsonDecimal right(b);
    const bool leftBelowZero = left.isNegative() && !left.isZero();
    const bool rightBelowZero = right.isNegative() && !right.isZero();
    if (leftBelowZero != rightBelowZero)
        return rightBelowZero <=> leftBelowZero;
    return leftBelowZero ? compareMagnitudes(right, left) : compareMagnitudes(left, right);
}

bool isInteger(QByteArrayView text)
{
    const JsonDecimal number(text);
    return number.isZero() || number.exponent() >= number.digitCount();
}

std::optional<qint64> toInteger(QByteArrayView text)
{
    const JsonDecimal number(text);
    if (number.isZero())
        return 0;
    constexpr qint64 mostDigits = 19;
    const qint64 places = number.exponent();
    if (places < number.digitCount() || places > mostDigits)
        return std::nullopt;
    quint64 magnitude = 0; // nineteen digits fit
    for (qint64 i = 0; i < places; ++i)
        magnitude = magnitude * 10 + (i < number.digitCount() ? quint64(number.digit(i)) : 0);
    constexpr auto largest = quint64(std::numeric_limits<qint64>::max());
    if (magnitude > largest + (number.isNegative() ? 1 : 0))
        return std::nullopt;
    return number.isNegative() ? qint64(~magnitude + 1) : qint64(magnitude);
}

double toDouble(QByteArrayView text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.begin(), text.end(), value);
    if (error != std::errc::result_out_of_range)
        return value;
    const JsonDecimal number(text);
    const double magnitude =
        !number.isZero() && number.exponent() > 0 ? std::numeric_limits<double>::infinity() : 0.0;
    return number.isNegative() ? -magnitude : magnitude;
}

size_t hash(QByteArrayView text)
{
    const size_t seed = QHashSeed::globalSeed();
    const JsonDecimal number(text);
    if (number.isZero())
        return qHash(0, seed);
    QVarLengthArray<char, 64> digits(number.digitCount());
    for (qsizetype i = 0; i < digits.size(); ++i)
        digits[i] = char('0' + number.digit(i));
    return qHashMulti(
        seed, number.isNegative(), number.exponent(), QByteArrayView(digits.data(), digits.size()));
}

} // namespace Workbench::JsonNumber
