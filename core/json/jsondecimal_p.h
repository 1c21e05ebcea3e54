// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayView>

namespace Workbench {

//! The parts of a JSON number's text, not copied: ± 0.d₁d₂…dₙ × 10^e, where d₁ and dₙ are not 0. Equal values
//! have equal parts.
class JsonDecimal {
public:
    explicit JsonDecimal(QByteArrayView text);

    bool isZero() const { return m_whole.isEmpty() && m_fraction.isEmpty(); }
    bool isNegative() const { return m_negative; } //!< also true for -0
    qsizetype digitCount() const { return m_whole.size() + m_fraction.size(); }
    int digit(qsizetype index) const
    {
        return (index < m_whole.size() ? m_whole[index] : m_fraction[index - m_whole.size()]) - '0';
    }
    //! Returns e, exact up to ± 10^16 and limited to ± 10^16.
    qint64 exponent() const;
    //! Returns e of \a a minus e of \a b, exact up to 10^16 and saturated beyond. The sign is always correct.
    static qint64 exponentDifference(const JsonDecimal &a, const JsonDecimal &b);

private:
    bool m_negative = false;
    QByteArrayView m_whole; // digits before the point, without outer zeros
    QByteArrayView m_fraction; // digits after the point, without outer zeros
    qint64 m_shift = 0; // added to the written exponent because of the place of the point
    bool m_exponentNegative = false;
    QByteArrayView m_exponent; // digits as written, without leading zeros
};

} // namespace Workbench
