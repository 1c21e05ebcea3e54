// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayView>

#include <compare>
#include <optional>

namespace Workbench {

//! Exact arithmetic on the decimal texts of JSON numbers. Large exponents take no extra memory.
namespace JsonNumber {

//! Returns whether \a text is a number by the grammar of RFC 8259. The other functions expect such texts.
bool isNumber(QByteArrayView text);
std::strong_ordering compare(QByteArrayView a, QByteArrayView b);
bool isInteger(QByteArrayView text);
//! Returns whether \a value is a whole multiple of \a divisor, computed exactly: 0.3 is a multiple of 0.1.
//! Nothing if \a divisor is not above 0, or if the computation needs more than \a maxDigits digits.
std::optional<bool> isMultipleOf(QByteArrayView value, QByteArrayView divisor, int maxDigits = 4096);
//! Returns whether \a a and \a b differ by at most \a distance, computed exactly. \a distance must not be
//! negative.
bool isWithin(QByteArrayView a, QByteArrayView b, QByteArrayView distance);
//! Returns the integer; nothing if the value is not an integer or does not fit.
std::optional<qint64> toInteger(QByteArrayView text);
double toDouble(QByteArrayView text); //!< the nearest double; may be infinite
size_t hash(QByteArrayView text); //!< equal for equal values

} // namespace JsonNumber

} // namespace Workbench
