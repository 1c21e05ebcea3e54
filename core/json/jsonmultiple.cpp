// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsondecimal_p.h"
#include "core/json/jsonnumber.h"

#include <algorithm>
#include <vector>

namespace Workbench::JsonNumber {

namespace {

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

} // namespace

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

} // namespace Workbench::JsonNumber
