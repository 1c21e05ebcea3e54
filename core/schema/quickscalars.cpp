// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonnumber.h"
#include "core/schema/quickcheck_p.h"

#include <algorithm>

// Numbers are compared as they are written: what has at most 18 digits before the point and no exponent needs
// no arithmetic on decimals.
namespace Workbench::SchemaProgram {

namespace {

struct Plain {
    qint64 whole = 0;
    bool belowZero = false;
    bool hasFraction = false; //!< that is not zero
};

std::optional<Plain> plainNumber(QByteArrayView text)
{
    constexpr qsizetype mostDigits = 18;
    Plain number;
    const char *at = text.begin();
    const char *const end = text.end();
    if (at != end && *at == '-') {
        number.belowZero = true;
        ++at;
    }
    const char *const digits = at;
    for (; at != end && *at >= '0' && *at <= '9'; ++at) {
        if (at - digits >= mostDigits)
            return {};
        number.whole = number.whole * 10 + (*at - '0');
    }
    if (at != end && *at == '.') {
        for (++at; at != end && *at >= '0' && *at <= '9'; ++at)
            number.hasFraction = number.hasFraction || *at != '0';
    }
    if (at != end)
        return {};
    if (number.belowZero)
        number.whole = -number.whole;
    return number;
}

std::strong_ordering compare(const Plain &number, qint64 bound)
{
    if (number.whole != bound || !number.hasFraction)
        return number.whole <=> bound;
    return number.belowZero ? std::strong_ordering::less : std::strong_ordering::greater;
}

} // namespace

bool isQuickInteger(QByteArrayView number, bool draft4)
{
    const bool plain = std::ranges::none_of(number, [](char c) { return c == '.' || c == 'e' || c == 'E'; });
    return plain || (!draft4 && JsonNumber::isInteger(number));
}

Quick withinBound(const QuickBound &bound, QByteArrayView number)
{
    // By far the commonest bound.
    if (bound.keyword == Keyword::Minimum && bound.integer == 0 && number[0] != '-')
        return Quick::Yes;
    const std::optional<Plain> plain = bound.integer ? plainNumber(number) : std::nullopt;
    if (bound.keyword == Keyword::MultipleOf) {
        if (plain && !plain->hasFraction && *bound.integer > 0)
            return plain->whole % *bound.integer == 0 ? Quick::Yes : Quick::No;
        const std::optional<bool> whole = JsonNumber::isMultipleOf(number, bound.text);
        return !whole ? Quick::Unknown : *whole ? Quick::Yes : Quick::No;
    }
    const std::strong_ordering order =
        plain ? compare(*plain, *bound.integer) : JsonNumber::compare(number, bound.text);
    bool within = false;
    switch (bound.keyword) {
    case Keyword::Maximum: within = order <= 0; break;
    case Keyword::ExclusiveMaximum: within = order < 0; break;
    case Keyword::Minimum: within = order >= 0; break;
    default: within = order > 0; break;
    }
    return within ? Quick::Yes : Quick::No;
}

Quick isOneOf(const QuickChoice &choice, JsonView value)
{
    const JsonKind kind = value.kind();
    if (kind == JsonKind::String) {
        const QByteArrayView text = value.text();
        constexpr size_t fewTexts = 8;
        const auto asText = [](QByteArrayView one) { return std::string_view(one); };
        const bool found = choice.texts.size() <= fewTexts
            ? std::ranges::any_of(choice.texts, [&](QByteArrayView one) { return sameBytes(one, text); })
            : std::ranges::binary_search(choice.texts, asText(text), {}, asText);
        return found ? Quick::Yes : Quick::No;
    }
    constexpr size_t mostOthers = 64;
    constexpr qsizetype mostNodes = 64;
    if (choice.others.empty())
        return Quick::No;
    if (choice.others.size() > mostOthers || value.extentInNodes() > mostNodes)
        return Quick::Unknown;
    for (const JsonView one : choice.others) {
        if (one.kind() != kind)
            continue;
        if (one.extentInNodes() > mostNodes)
            return Quick::Unknown;
        if (JsonView::equal(one, value))
            return Quick::Yes;
    }
    return Quick::No;
}

Quick hasQuickUniqueItems(JsonView array, qint64 &steps)
{
    constexpr qsizetype few = 24;
    const qsizetype count = array.size();
    QVarLengthArray<JsonView, few> items;
    bool allTexts = true;
    JsonView item = array.first();
    for (qsizetype i = 0; i < count; ++i, item = item.next()) {
        allTexts = allTexts && item.kind() == JsonKind::String;
        if (--steps < 0 || (!allTexts && i >= few) || item.extentInNodes() > few)
            return Quick::Unknown;
        items.append(item);
    }
    if (count > few) {
        const auto text = [](JsonView one) { return std::string_view(one.text()); };
        std::ranges::sort(items, {}, text);
        return std::ranges::adjacent_find(items, {}, text) == items.end() ? Quick::Yes : Quick::No;
    }
    for (qsizetype i = 1; i < count; ++i) {
        for (qsizetype j = 0; j < i; ++j) {
            if (items[i].kind() == items[j].kind() && JsonView::equal(items[i], items[j]))
                return Quick::No;
        }
    }
    return Quick::Yes;
}

} // namespace Workbench::SchemaProgram
