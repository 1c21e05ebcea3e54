// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayView>

#include <compare>
#include <optional>

namespace Workbench {

//! Exact arithmetic on the decimal texts of JSON numbers. Exponents of any size cost no memory.
namespace JsonNumber {

bool isNumber(QByteArrayView text); //!< by the grammar of RFC 8259; the functions below expect such a text
std::strong_ordering compare(QByteArrayView a, QByteArrayView b);
bool isInteger(QByteArrayView text);
//! Whether \a value is a whole multiple of \a divisor, exactly (0.3 of 0.1). Nothing when the divisor is not
//! above 0 or the digits needed pass \a maxDigits.
std::optional<bool> isMultipleOf(QByteArrayView value, QByteArrayView divisor, int maxDigits = 4096);
//! Whether \a a and \a b are at most \a distance, which is not negative, away from each other; exactly.
bool isWithin(QByteArrayView a, QByteArrayView b, QByteArrayView distance);
std::optional<qint64> toInteger(QByteArrayView text); //!< when it is an integer by value and fits
double toDouble(QByteArrayView text); //!< nearest double; may be infinite
size_t hash(QByteArrayView text); //!< equal for equal values

} // namespace JsonNumber

} // namespace Workbench
