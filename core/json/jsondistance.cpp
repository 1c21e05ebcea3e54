// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsondecimal_p.h"
#include "core/json/jsonnumber.h"

#include <algorithm>
#include <array>
#include <limits>

namespace Workbench::JsonNumber {

namespace {

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
