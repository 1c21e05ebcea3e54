// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsondecimal_p.h"

#include <algorithm>
#include <cstdlib>

namespace Workbench {

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

} // namespace

JsonDecimal::JsonDecimal(QByteArrayView text)
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

qint64 JsonDecimal::exponent() const
{
    return clamped(saturatedSum(m_exponent, m_exponentNegative, {}, false) + m_shift);
}

qint64 JsonDecimal::exponentDifference(const JsonDecimal &a, const JsonDecimal &b)
{
    return clamped(saturatedSum(a.m_exponent, a.m_exponentNegative, b.m_exponent, !b.m_exponentNegative)
        + a.m_shift - b.m_shift);
}

} // namespace Workbench
