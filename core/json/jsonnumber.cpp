// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonnumber.h"

#include <QHashFunctions>
#include <QVarLengthArray>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <vector>

namespace Workbench::JsonNumber {

namespace {

// Written exponents saturate here. m_shift, at most the length of a text, cannot bring a larger exponent
// below exact.
constexpr qint64 saturated = 100'000'000'000'000'000; // 10^17
constexpr qint64 exact = 10'000'000'000'000'000; // 10^16

QByteArrayView takeDigits(QByteArrayView &rest)
{
    const auto *const end =
        std::find_if_not(rest.begin(), rest.end(), [](char c) { return c >= '0' && c <= '9'; });
    const QByteArrayView digits(rest.begin(), end);
    rest = rest.sliced(digits.size());
    return digits;
}

void stripLeadingZeros(QByteArrayView &digits)
{
    while (digits.startsWith('0'))
        digits = digits.sliced(1);
}

void stripTrailingZeros(QByteArrayView &digits)
{
    while (digits.endsWith('0'))
        digits.chop(1);
}

//! Returns ± a ± b for two numbers in digits. Adds from the front: once the sum is far from 0, further digits
//! only move it farther away.
qint64 saturatedSum(QByteArrayView a, bool aNegative, QByteArrayView b, bool bNegative)
{
    const qsizetype length = std::max(a.size(), b.size());
    const auto digit = [length](QByteArrayView digits, qsizetype place) {
        const qsizetype own = place - (length - digits.size());
        return own < 0 ? 0 : digits[own] - '0';
    };
    qint64 sum = 0;
    for (qsizetype i = 0; i < length; ++i) {
        sum = sum * 10 + (aNegative ? -digit(a, i) : digit(a, i)) + (bNegative ? -digit(b, i) : digit(b, i));
        if (std::abs(sum) >= saturated)
            return sum < 0 ? -saturated : saturated;
    }
    return sum;
}

qint64 clamped(qint64 value)
{
    return std::clamp(value, -exact, exact);
}

//! The parts of a JSON number's text, not copied: ± 0.d₁d₂…dₙ × 10^e, where d₁ and dₙ are not 0. Equal values
//! have equal parts.
class JsonDecimal {
public:
    explicit JsonDecimal(QByteArrayView text)
    {
        if (text.startsWith('-')) {
            m_negative = true;
            text = text.sliced(1);
        }
        m_whole = takeDigits(text);
        if (text.startsWith('.')) {
            text = text.sliced(1);
            m_fraction = takeDigits(text);
        }
        if (text.startsWith('e') || text.startsWith('E')) {
            text = text.sliced(1);
            m_exponentNegative = text.startsWith('-');
            if (m_exponentNegative || text.startsWith('+'))
                text = text.sliced(1);
            m_exponent = takeDigits(text);
            stripLeadingZeros(m_exponent);
        }

        stripLeadingZeros(m_whole);
        m_shift = m_whole.size();
        if (m_whole.isEmpty()) {
            const qsizetype before = m_fraction.size();
            stripLeadingZeros(m_fraction);
            m_shift = m_fraction.size() - before;
        }
        stripTrailingZeros(m_fraction);
        if (m_fraction.isEmpty())
            stripTrailingZeros(m_whole);
    }

    bool isZero() const { return m_whole.isEmpty() && m_fraction.isEmpty(); }
    bool isNegative() const { return m_negative; } //!< also true for -0
    qsizetype digitCount() const { return m_whole.size() + m_fraction.size(); }
    int digit(qsizetype index) const
    {
        return (index < m_whole.size() ? m_whole[index] : m_fraction[index - m_whole.size()]) - '0';
    }

    //! Returns e, exact up to ± 10^16 and limited to ± 10^16.
    qint64 exponent() const
    {
        return clamped(saturatedSum(m_exponent, m_exponentNegative, {}, false) + m_shift);
    }

    //! Returns e of \a a minus e of \a b, exact up to 10^16 and saturated beyond. The sign is always correct.
    static qint64 exponentDifference(const JsonDecimal &a, const JsonDecimal &b)
    {
        return clamped(saturatedSum(a.m_exponent, a.m_exponentNegative, b.m_exponent, !b.m_exponentNegative)
            + a.m_shift - b.m_shift);
    }

private:
    bool m_negative = false;
    QByteArrayView m_whole; // digits before the point, without outer zeros
    QByteArrayView m_fraction; // digits after the point, without outer zeros
    qint64 m_shift = 0; // added to the written exponent because of the place of the point
    bool m_exponentNegative = false;
    QByteArrayView m_exponent; // digits as written, without leading zeros
};

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

constexpr quint64 limbBase = 1'000'000'000;
constexpr int limbDigits = 9;

//! The limbs of a natural number, most significant limb first, without leading zero limbs.
using Limbs = std::vector<quint64>;

//! Returns the digits of \a number followed by \a zeros zeros, as limbs.
Limbs toLimbs(const JsonDecimal &number, qint64 zeros = 0)
{
    Limbs limbs;
    const qint64 places = number.digitCount() + zeros;
    quint64 limb = 0;
    for (qint64 i = 0; i < places; ++i) {
        limb = limb * 10 + (i < number.digitCount() ? quint64(number.digit(i)) : 0);
        if ((places - i - 1) % limbDigits == 0) {
            limbs.push_back(limb);
            limb = 0;
        }
    }
    return limbs;
}

//! The remainder of a long number that is given limb by limb, by schoolbook division (Knuth, TAOCP 4.3.1,
//! algorithm D).
class Remainder {
public:
    explicit Remainder(Limbs divisor)
        : m_divisor(std::move(divisor))
        , m_scale(limbBase / (m_divisor.front() + 1))
        , m_window(m_divisor.size() + 1, 0)
    {
        // A leading limb of at least half the base keeps the guess of a quotient limb at most two too large.
        quint64 carry = 0;
        for (auto limb = m_divisor.rbegin(); limb != m_divisor.rend(); ++limb) {
            const quint64 product = *limb * m_scale + carry;
            *limb = product % limbBase;
            carry = product / limbBase;
        }
    }

    //! remainder = (remainder × base^1 + limb) mod divisor
    void append(quint64 limb)
    {
        // Dividend and divisor are scaled by the same factor, and so is the remainder; zero stays zero.
        std::rotate(m_window.begin(), m_window.begin() + 1, m_window.end());
        m_window.back() = 0;
        quint64 carry = limb * m_scale;
        for (auto place = m_window.rbegin(); carry != 0 && place != m_window.rend(); ++place) {
            const quint64 sum = *place + carry;
            *place = sum % limbBase;
            carry = sum / limbBase;
        }
        const quint64 head = m_window[0] * limbBase + m_window[1];
        bool enough = subtract(std::min(head / m_divisor.front(), limbBase - 1));
        while (!enough)
            enough = addBack();
    }

    bool isZero() const
    {
        return std::ranges::all_of(m_window, [](quint64 limb) { return limb == 0; });
    }

private:
    //! window -= quotient × divisor; false when it went below zero (and wrapped).
    bool subtract(quint64 quotient)
    {
        quint64 borrow = 0;
        for (size_t i = m_divisor.size(); i-- > 0;) {
            const quint64 product = m_divisor[i] * quotient + borrow;
            const quint64 taken = product % limbBase;
            borrow = product / limbBase;
            quint64 &place = m_window[i + 1];
            if (place < taken) {
                place += limbBase;
                ++borrow;
            }
            place -= taken;
        }
        const bool enough = m_window[0] >= borrow;
        m_window[0] = enough ? m_window[0] - borrow : m_window[0] + limbBase - borrow;
        return enough;
    }

    //! window += divisor; true when it came back above zero.
    bool addBack()
    {
        quint64 carry = 0;
        for (size_t i = m_divisor.size(); i-- > 0;) {
            const quint64 sum = m_window[i + 1] + m_divisor[i] + carry;
            m_window[i + 1] = sum % limbBase;
            carry = sum / limbBase;
        }
        m_window[0] += carry;
        const bool back = m_window[0] >= limbBase;
        m_window[0] %= limbBase;
        return back;
    }

    Limbs m_divisor;
    quint64 m_scale;
    Limbs m_window; // the remainder, one limb longer than the divisor
};

//! One summand, with its sign in the sum.
struct Term {
    JsonDecimal number;
    bool isNegative;
    qint64 first = 0; // the place of its first digit; the greatest of all terms is 0
    qint64 last() const { return first - number.digitCount() + 1; }
    int digitAt(qint64 place) const
    {
        const bool hasIt = !number.isZero() && place <= first && place >= last();
        return hasIt ? number.digit(qsizetype(first - place)) * (isNegative ? -1 : 1) : 0;
    }
};

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

std::optional<bool> isMultipleOf(QByteArrayView value, QByteArrayView divisor, int maxDigits)
{
    const JsonDecimal dividend(value);
    const JsonDecimal unit(divisor);
    if (unit.isZero() || unit.isNegative())
        return std::nullopt;
    if (dividend.isZero())
        return true;
    // Both are whole numbers without trailing zeros, times a power of ten. zeros is how many more factors of
    // ten the dividend has.
    const qint64 zeros =
        JsonDecimal::exponentDifference(dividend, unit) - dividend.digitCount() + unit.digitCount();
    if (zeros < 0) // the dividend would have to end in a zero, which it does not
        return false;
    if (unit.digitCount() == 1 && unit.digit(0) == 1)
        return true;
    if (dividend.digitCount() > maxDigits || unit.digitCount() > maxDigits)
        return std::nullopt;

    // A factor of ten supplies only the factors 2 and 5, and a divisor of n digits has fewer than 4n of
    // either: more tens change nothing.
    const qint64 tens = std::min(zeros, qint64(unit.digitCount()) * 4);
    Remainder remainder(toLimbs(unit));
    for (const quint64 limb : toLimbs(dividend, tens))
        remainder.append(limb);
    return remainder.isZero();
}

bool isWithin(QByteArrayView a, QByteArrayView b, QByteArrayView distance)
{
    const bool isLess = compare(a, b) < 0;
    const JsonDecimal greater(isLess ? b : a);
    const JsonDecimal smaller(isLess ? a : b);
    const JsonDecimal most(distance);
    // The sign of greater - smaller - distance, digit by digit from the front.
    std::array<Term, 3> terms{
        {{greater, greater.isNegative()}, {smaller, !smaller.isNegative()}, {most, true}}};
    const Term *top = nullptr;
    for (const Term &term : terms) {
        if (!term.number.isZero() && (!top || JsonDecimal::exponentDifference(term.number, top->number) > 0))
            top = &term;
    }
    if (!top)
        return true;
    for (Term &term : terms)
        term.first = JsonDecimal::exponentDifference(term.number, top->number);
    qint64 end = 0;
    for (const Term &term : terms)
        end = term.number.isZero() ? end : std::min(end, term.last());
    int sum = 0;
    for (qint64 place = 0; place >= end; --place) {
        if (sum == 0) { // all digits so far cancel out: go on at the next digit of any term
            qint64 nearest = std::numeric_limits<qint64>::min();
            for (const Term &term : terms) {
                if (!term.number.isZero() && term.last() <= place)
                    nearest = std::max(nearest, std::min(place, term.first));
            }
            place = std::max(nearest, end);
        }
        sum *= 10;
        for (const Term &term : terms)
            sum += term.digitAt(place);
        if (sum >= 3) // the remaining digits of each term subtract less than 1
            return false;
        if (sum <= -3)
            return true;
    }
    return sum <= 0;
}

} // namespace Workbench::JsonNumber
