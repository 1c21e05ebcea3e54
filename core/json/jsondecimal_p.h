// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayView>

namespace Workbench {

//! The text of a JSON number taken apart without copying: ± 0.d₁d₂…dₙ × 10^e with d₁ and dₙ not 0. Equal
//! values have equal parts.
class JsonDecimal {
public:
    explicit JsonDecimal(QByteArrayView text);

    bool isZero() const { return m_whole.isEmpty() && m_fraction.isEmpty(); }
    bool isNegative() const { return m_negative; } //!< also of -0
    qsizetype digitCount() const { return m_whole.size() + m_fraction.size(); }
    int digit(qsizetype index) const
    {
        return (index < m_whole.size() ? m_whole[index] : m_fraction[index - m_whole.size()]) - '0';
    }
    //! e, exact up to ± 10^16 and ± 10^16 beyond.
    qint64 exponent() const;
    //! e of \a a minus e of \a b, exact up to 10^16 and saturated beyond: its sign is always right.
    static qint64 exponentDifference(const JsonDecimal &a, const JsonDecimal &b);

private:
    bool m_negative = false;
    QByteArrayView m_whole; // digits before the point, stripped
    QByteArrayView m_fraction; // digits after it, stripped
    qint64 m_shift = 0; // what the place of the point adds to the written exponent
    bool m_exponentNegative = false;
    QByteArrayView m_exponent; // digits as written, without leading zeros
};

} // namespace Workbench
