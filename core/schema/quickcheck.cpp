// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonnumber.h"
#include "core/schema/formats_p.h"
#include "core/schema/quickprogram_p.h"

#include <algorithm>

// Of members with the same name only the last counts. If all of them fit, it fits too. So the check looks for
// a later duplicate only if a member does not fit.
namespace Workbench::SchemaProgram {

namespace {

constexpr int maxDepth = 200;
constexpr qint64 stepsBetweenClockReads = 8192;

Quick inverted(Quick answer)
{
    return answer == Quick::Unknown ? answer : answer == Quick::Yes ? Quick::No : Quick::Yes;
}

struct Plain {
    qint64 whole = 0;
    bool belowZero = false;
    bool hasFraction = false; //!< the fraction is not zero
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

//! One run of a QuickProgram. It recurses within a fixed depth.
class QuickCheck {
public:
    QuickCheck(const Limits &limits, qint64 steps, bool looksAtNoted)
        : m_steps(steps)
        , m_nextLook(steps - stepsBetweenClockReads)
        , m_looksAtNoted(looksAtNoted)
        , m_deadline(limits.schemaValidateMs / 4)
    {
    }

    Quick check(const QuickNode &node, JsonView value)
    {
        switch (node.kind) {
        case QuickNode::Kind::True: return Quick::Yes;
        case QuickNode::Kind::False: return Quick::No;
        case QuickNode::Kind::Unknown: return Quick::Unknown;
        case QuickNode::Kind::Checks: break;
        }
        if (!spend(1) || m_depth >= maxDepth)
            return Quick::Unknown;
        if (m_steps <= m_nextLook) {
            m_nextLook = m_steps - stepsBetweenClockReads;
            if (m_deadline.hasExpired())
                return Quick::Unknown;
        }
        ++m_depth;
        const Quick answer = checkNode(node, value);
        --m_depth;
        return answer;
    }

private:
    Quick checkNode(const QuickNode &node, JsonView value)
    {
        const JsonKind kind = value.kind();
        if (node.types != 0) {
            const quint8 bit = typeBit(kind);
            const bool integerWillDo = bit == NumberBit && (node.types & IntegerBit) != 0;
            if ((node.types & bit) == 0 && !(integerWillDo && isQuickInteger(value.text(), node.draft4)))
                return Quick::No;
        }
        for (const QuickChoice &choice : node.choices) {
            if (const Quick answer = isOneOf(choice, value); answer != Quick::Yes)
                return answer;
        }
        if (kind == JsonKind::Number) {
            for (const QuickBound &bound : node.bounds) {
                if (const Quick answer = withinBound(bound, value.text()); answer != Quick::Yes)
                    return answer;
            }
        } else if (kind == JsonKind::String && node.text) {
            if (const Quick answer = checkText(*node.text, value); answer != Quick::Yes)
                return answer;
        }
        for (const QuickFormat &format : node.formats) {
            if (!format.isAsserted && !m_looksAtNoted)
                continue;
            const std::optional<bool> fits = kind == JsonKind::String
                ? matchesFormat(format.name, value.text(), format.dialect)
                : kind == JsonKind::Number
                ? matchesNumberFormat(format.name, value.text().toByteArray(), format.dialect)
                : std::nullopt;
            if (!fits.value_or(true))
                return format.isAsserted ? Quick::No : Quick::Unknown;
        }
        if (node.hasInPlace) {
            if (const Quick answer = checkInPlace(node, value); answer != Quick::Yes)
                return answer;
        }
        if (kind == JsonKind::Object && node.object)
            return checkObject(*node.object, value);
        if (kind == JsonKind::Array && node.array)
            return checkArray(*node.array, value);
        return Quick::Yes;
    }

    Quick checkInPlace(const QuickNode &node, JsonView value)
    {
        for (const QuickNode *part : node.all) {
            if (const Quick answer = check(*part, value); answer != Quick::Yes)
                return answer;
        }
        for (const auto &branches : node.anyOf) {
            Quick any = Quick::No;
            for (const QuickNode *branch : branches) {
                const Quick answer = check(*branch, value);
                if (answer != Quick::No)
                    any = answer;
                if (answer == Quick::Yes)
                    break;
            }
            if (any != Quick::Yes)
                return any;
        }
        for (const auto &branches : node.oneOf) {
            int hits = 0;
            for (const QuickNode *branch : branches) {
                const Quick answer = check(*branch, value);
                if (answer == Quick::Unknown)
                    return answer;
                hits += answer == Quick::Yes ? 1 : 0;
                if (hits > 1)
                    return Quick::No;
            }
            if (hits != 1)
                return Quick::No;
        }
        for (const QuickNode *part : node.none) {
            if (const Quick answer = inverted(check(*part, value)); answer != Quick::Yes)
                return answer;
        }
        for (const QuickCondition &rule : node.conditions) {
            if (!rule.then && !rule.otherwise)
                continue;
            const Quick condition = check(*rule.condition, value);
            if (condition == Quick::Unknown)
                return condition;
            const QuickNode *branch = condition == Quick::Yes ? rule.then : rule.otherwise;
            if (!branch)
                continue;
            if (const Quick answer = check(*branch, value); answer != Quick::Yes)
                return answer;
        }
        return Quick::Yes;
    }

    Quick checkObject(const QuickObject &object, JsonView value)
    {
        if (const Quick answer = checkSize(object, value); answer != Quick::Yes)
            return answer;
        if (!object.dependentRequired.isEmpty() || !object.dependentSchemas.empty()) {
            if (const Quick answer = checkDependents(object, value); answer != Quick::Yes)
                return answer;
        }
        const QuickNames &names = object.names;
        const qsizetype count = value.size();
        const bool onlyNames = object.patterns.empty() && !object.propertyNames;
        if (count < object.requiredCount)
            return Quick::No;
        constexpr qsizetype bits = 64;
        constexpr qsizetype mostNames = 256;
        if (names.size() > mostNames)
            return Quick::Unknown;
        std::array<quint64, mostNames / bits> seen{};
        qsizetype missing = object.requiredCount;
        qsizetype guess = 0;
        JsonView key = value.first();
        for (qsizetype i = 0; i < count; ++i) {
            qint64 cost = 1;
            const qsizetype place = names.find(key.text(), guess, cost);
            if (!spend(cost))
                return Quick::Unknown;
            const QuickNames::Entry *entry = nullptr;
            if (place >= 0) {
                entry = &names.at(place);
                guess = place + 1;
                quint64 &word = seen[size_t(place / bits)];
                const quint64 bit = quint64(1) << (place % bits);
                missing -= entry->isRequired && (word & bit) == 0 ? 1 : 0;
                word |= bit;
            }
            const Quick answer = onlyNames && entry && entry->node ? check(*entry->node, key.valueOfKey())
                                                                   : checkMember(object, entry, key);
            if (answer == Quick::Unknown || (answer == Quick::No && !isShadowed(key, count - i - 1)))
                return m_steps < 0 ? Quick::Unknown : answer;
            key = key.nextKey();
        }
        return missing == 0 ? Quick::Yes : Quick::No;
    }

    Quick checkMember(const QuickObject &object, const QuickNames::Entry *entry, JsonView key)
    {
        const JsonView value = key.valueOfKey();
        if (object.propertyNames) {
            if (const Quick answer = check(*object.propertyNames, key); answer != Quick::Yes)
                return answer;
        }
        bool known = entry && entry->isProperty;
        if (entry && entry->node) {
            if (const Quick answer = check(*entry->node, value); answer != Quick::Yes)
                return answer;
        }
        for (const auto &[regex, node] : object.patterns) {
            const Quick match = matches(*regex, key.text());
            if (match == Quick::Unknown)
                return match;
            if (match == Quick::No)
                continue;
            known = true;
            if (const Quick answer = check(*node, value); answer != Quick::Yes)
                return answer;
        }
        return known || !object.additional ? Quick::Yes : check(*object.additional, value);
    }

    Quick checkDependents(const QuickObject &object, JsonView value)
    {
        for (const auto &[trigger, names] : object.dependentRequired) {
            if (!has(value, trigger))
                continue;
            for (const QByteArray &name : names) {
                if (!has(value, name))
                    return m_steps < 0 ? Quick::Unknown : Quick::No;
            }
        }
        for (const auto &[trigger, node] : object.dependentSchemas) {
            if (!has(value, trigger))
                continue;
            if (!node)
                return Quick::Unknown;
            if (const Quick answer = check(*node, value); answer != Quick::Yes)
                return answer;
        }
        return m_steps < 0 ? Quick::Unknown : Quick::Yes;
    }

    //! Checks the number of members. Duplicates count once; Unknown if they would have to be searched for.
    Quick checkSize(const QuickObject &object, JsonView value)
    {
        qsizetype count = value.size();
        const bool asksMost = object.maxSize >= 0 && count > object.maxSize;
        const bool asksLeast = object.minSize > 1;
        if (count < object.minSize)
            return Quick::No;
        if (!asksMost && !asksLeast)
            return Quick::Yes;
        JsonView key = value.first();
        for (qsizetype i = value.size(); i-- > 0; key = key.nextKey()) {
            count -= isShadowed(key, i) ? 1 : 0;
            if (m_steps < 0)
                return Quick::Unknown;
        }
        return count >= object.minSize && (object.maxSize < 0 || count <= object.maxSize) ? Quick::Yes
                                                                                          : Quick::No;
    }

    Quick checkArray(const QuickArray &array, JsonView value)
    {
        const qsizetype count = value.size();
        if (count < array.minSize || (array.maxSize >= 0 && count > array.maxSize))
            return Quick::No;
        if (array.unique) {
            if (const Quick answer = hasQuickUniqueItems(value, m_steps); answer != Quick::Yes)
                return answer;
        }
        if (!array.items && array.prefix.empty() && !array.contains)
            return Quick::Yes;
        const auto prefix = qsizetype(array.prefix.size());
        qint64 hits = 0;
        JsonView item = value.first();
        for (qsizetype i = 0; i < count; ++i, item = item.next()) {
            if (!spend(1))
                return Quick::Unknown;
            if (i < prefix) {
                if (!array.prefix[size_t(i)])
                    return Quick::Unknown;
                if (const Quick answer = check(*array.prefix[size_t(i)], item); answer != Quick::Yes)
                    return answer;
            }
            if (array.items && i >= array.itemsFrom) {
                if (const Quick answer = check(*array.items, item); answer != Quick::Yes)
                    return answer;
            }
            if (array.contains) {
                const Quick answer = check(*array.contains, item);
                if (answer == Quick::Unknown)
                    return answer;
                hits += answer == Quick::Yes ? 1 : 0;
            }
        }
        if (array.contains
            && (hits < array.minContains || (array.maxContains >= 0 && hits > array.maxContains)))
            return Quick::No;
        return Quick::Yes;
    }

    Quick checkText(const QuickText &rules, JsonView value)
    {
        const QByteArrayView text = value.text();
        // A character has one to four bytes, which is often enough to decide.
        constexpr qsizetype mostBytes = 4;
        if (text.size() < rules.minLength)
            return Quick::No;
        if (text.size() < mostBytes * rules.minLength
            || (rules.maxLength >= 0 && text.size() > rules.maxLength)) {
            const auto length =
                std::ranges::count_if(text, [](char c) { return (static_cast<uchar>(c) & 0xc0) != 0x80; });
            if (length < rules.minLength || (rules.maxLength >= 0 && length > rules.maxLength))
                return Quick::No;
        }
        for (const RegexPointer &pattern : rules.patterns) {
            if (const Quick answer = matches(*pattern, text); answer != Quick::Yes)
                return answer;
        }
        return Quick::Yes;
    }

    Quick matches(const EcmaRegex &regex, QByteArrayView text)
    {
        EcmaRegex::Match match = regex.quickSearch(text);
        if (match == EcmaRegex::Match::Limit && !m_deadline.hasExpired())
            match = regex.search(text, m_deadline);
        return quickAnswer(match);
    }

    bool has(JsonView object, QByteArrayView name)
    {
        JsonView key = object.first();
        for (qsizetype left = object.size(); left > 0 && spend(1); --left) {
            if (sameBytes(key.text(), name))
                return true;
            key = key.nextKey();
        }
        return false;
    }

    //! Returns whether a later member has the same name as \a key.
    bool isShadowed(JsonView key, qsizetype membersAfter)
    {
        const QByteArrayView name = key.text();
        for (; membersAfter > 0 && spend(1); --membersAfter) {
            key = key.nextKey();
            if (sameBytes(key.text(), name))
                return true;
        }
        return false;
    }

    bool spend(qint64 steps)
    {
        m_steps -= steps;
        return m_steps >= 0;
    }

    qint64 m_steps;
    qint64 m_nextLook;
    bool m_looksAtNoted;
    int m_depth = 0;
    QDeadlineTimer m_deadline;
};

} // namespace

Quick quickCheck(const QuickNode &root, JsonView value, const Limits &limits, qint64 steps, bool looksAtNoted)
{
    return QuickCheck(limits, steps, looksAtNoted).check(root, value);
}

// Numbers are compared by their text: a number with at most 18 digits before the point and no exponent needs
// no decimal arithmetic.
bool isQuickInteger(QByteArrayView number, bool draft4)
{
    const bool plain = std::ranges::none_of(number, [](char c) { return c == '.' || c == 'e' || c == 'E'; });
    return plain || (!draft4 && JsonNumber::isInteger(number));
}

Quick withinBound(const QuickBound &bound, QByteArrayView number)
{
    // This is by far the most common bound.
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
