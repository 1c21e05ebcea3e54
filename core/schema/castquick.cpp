// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/castevaluator_p.h"

#include <array>

// A faster check() for the usual types and values. It keeps nothing alive and remembers nothing. If its
// result could differ from that of check(), it returns Unknown.
namespace Workbench::Casting {

using SchemaProgram::Quick;

namespace {

constexpr int maxQuickDepth = 200;

bool isScalar(JsonKind kind)
{
    return kind != JsonKind::Object && kind != JsonKind::Array;
}

//! Returns whether an absent value never fits the kind of \a type, whatever its rules are.
bool refusesAbsence(const Type &type)
{
    switch (type.kind) {
    case Kind::Literal:
    case Kind::Null:
    case Kind::Boolean:
    case Kind::Number:
    case Kind::Integer:
    case Kind::String:
    case Kind::Array:
    case Kind::Tuple:
    case Kind::Object:
    case Kind::Record: return true;
    default: return false;
    }
}

bool isShadowed(JsonView key, qsizetype membersAfter, qint64 &cost)
{
    const QByteArrayView name = key.text();
    for (; membersAfter > 0; --membersAfter) {
        key = key.nextKey();
        ++cost;
        if (sameBytes(key.text(), name))
            return true;
    }
    return false;
}

Quick quickNumber(const NumberRules &rules, QByteArrayView digits)
{
    constexpr qsizetype surelyFinite = 300;
    const bool plain = digits.size() <= surelyFinite && !digits.contains('e') && !digits.contains('E');
    if (!plain || !rules.multipleOf.isAbsent())
        return Quick::Unknown;
    for (const SchemaProgram::QuickBound &bound : rules.bounds) {
        if (const Quick answer = withinBound(bound, digits); answer != Quick::Yes)
            return answer;
    }
    return Quick::Yes;
}

Quick quickText(const StringRules &rules, QByteArrayView text)
{
    if (rules.format)
        return Quick::Unknown;
    if (rules.length.minimum || rules.length.maximum) {
        qsizetype units = 0; // UTF-16 units: one per character, two per character of four bytes
        for (const char byte : text)
            units += ((uchar(byte) & 0xc0) != 0x80 ? 1 : 0) + (uchar(byte) >= 0xf0 ? 1 : 0);
        if (!rules.length.admits(units))
            return Quick::No;
    }
    if (!rules.pattern)
        return Quick::Yes;
    const Result<EcmaRegex> &expression = rules.pattern->expression;
    return expression ? SchemaProgram::quickAnswer(expression->quickSearch(text)) : Quick::Unknown;
}

} // namespace

void Type::prepareForQuickCheck()
{
    using enum SchemaProgram::Keyword;
    if (number) {
        for (const auto &[keyword, bound] :
            {std::pair(Maximum, number->maximum), {Minimum, number->minimum},
                {ExclusiveMaximum, number->exclusiveMaximum}, {ExclusiveMinimum, number->exclusiveMinimum}}) {
            if (!bound.isAbsent())
                number->bounds.emplace_back(keyword, bound.numberText());
        }
    }
    if (kind != Kind::Object)
        return;
    for (const ObjectRules::Property &property : object->properties) {
        SchemaProgram::QuickNames::Entry &entry = object->quickNames.entry(property.name.toUtf8());
        entry.isRequired = object->isRequired(property.name);
        object->quickTypes.push_back(property.type);
        object->requiredProperties += entry.isRequired ? 1 : 0;
    }
    object->quickNames.finish();
    object->isQuick = qsizetype(object->quickTypes.size()) == object->quickNames.size()
        && !object->size.minimum && !object->size.maximum;
}

Quick Evaluator::quickCheck(const Type &type, JsonView value)
{
    const JsonKind kind = value.kind();
    const auto is = [kind](JsonKind wanted) { return kind == wanted ? Quick::Yes : Quick::No; };
    switch (type.kind) {
    case Kind::Unknown: return Quick::Yes;
    case Kind::Never: return Quick::No;
    case Kind::Null: return is(JsonKind::Null);
    case Kind::Boolean: return is(JsonKind::Boolean);
    case Kind::Number: return kind == JsonKind::Number ? quickNumber(*type.number, value.text()) : Quick::No;
    case Kind::Integer:
        if (kind != JsonKind::Number || !SchemaProgram::isQuickInteger(value.text(), false))
            return Quick::No;
        return quickNumber(*type.number, value.text());
    case Kind::String: return kind == JsonKind::String ? quickText(*type.string, value.text()) : Quick::No;
    case Kind::Literal:
        if (!isScalar(kind))
            return Quick::Unknown;
        if (kind == JsonKind::String && type.literal.isString())
            return sameBytes(type.literal.utf8(), value.text()) ? Quick::Yes : Quick::No;
        return JsonView::equal(JsonView(type.literal), value) ? Quick::Yes : Quick::No;
    case Kind::Raises: return Quick::Unknown;
    default: break;
    }
    if (m_quickDepth >= maxQuickDepth || !spendQuick(1))
        return Quick::Unknown;
    ++m_quickDepth;
    const Quick answer = quickContainer(type, value);
    --m_quickDepth;
    return answer;
}

Quick Evaluator::quickContainer(const Type &type, JsonView value)
{
    const JsonKind kind = value.kind();
    switch (type.kind) {
    case Kind::Ref: return quickCheck(*type.target, value);
    case Kind::Union:
        for (const Type *part : type.parts) {
            if (const Quick answer = quickCheck(*part, value); answer != Quick::No)
                return answer;
        }
        return Quick::No;
    case Kind::Intersect:
        if (type.closed)
            return Quick::Unknown;
        for (const Type *part : type.parts) {
            if (const Quick answer = quickCheck(*part, value); answer != Quick::Yes)
                return answer;
        }
        return Quick::Yes;
    case Kind::Object: return kind == JsonKind::Object ? quickObject(*type.object, value) : Quick::No;
    case Kind::Array: return kind == JsonKind::Array ? quickArray(*type.array, value) : Quick::No;
    case Kind::Tuple: {
        if (kind != JsonKind::Array || value.size() != type.parts.size())
            return Quick::No;
        JsonView item = value.first();
        for (const Type *part : type.parts) {
            if (const Quick answer = quickCheck(*part, item); answer != Quick::Yes)
                return answer;
            item = item.next();
        }
        return Quick::Yes;
    }
    default: return Quick::Unknown; // Record
    }
}

Quick Evaluator::quickObject(const ObjectRules &rules, JsonView value)
{
    if (!rules.isQuick)
        return Quick::Unknown;
    const SchemaProgram::QuickNames &names = rules.quickNames;
    constexpr qsizetype mostNames = 256;
    if (names.size() > mostNames)
        return Quick::Unknown;
    std::array<quint64, mostNames / 64> seen{};
    qsizetype missing = rules.requiredProperties;
    qsizetype guess = 0;
    JsonView key = value.first();
    for (qsizetype left = value.size(); left > 0; --left) {
        qint64 cost = 1;
        const qsizetype place = names.find(key.text(), guess, cost);
        const Type *type = nullptr;
        if (place >= 0) {
            guess = place + 1;
            type = rules.quickTypes[size_t(place)];
            quint64 &word = seen[size_t(place) / 64];
            const quint64 bit = quint64(1) << (place % 64);
            missing -= names.at(place).isRequired && (word & bit) == 0 ? 1 : 0;
            word |= bit;
        } else if (rules.additional == ObjectRules::Additional::None) {
            return Quick::Unknown; // TypeBox has a shortcut here
        } else if (rules.additional == ObjectRules::Additional::Typed) {
            type = rules.additionalType;
        }
        const Quick answer = type ? quickCheck(*type, key.valueOfKey()) : Quick::Yes;
        if (!spendQuick(cost) || answer == Quick::Unknown)
            return Quick::Unknown;
        if (answer == Quick::No) {
            cost = 0;
            if (!isShadowed(key, left - 1, cost))
                return Quick::No;
            if (!spendQuick(cost))
                return Quick::Unknown;
        }
        key = key.nextKey();
    }
    if (missing == 0)
        return Quick::Yes;
    for (qsizetype place = 0; place < names.size(); ++place) {
        const bool present = (seen[size_t(place) / 64] >> (place % 64) & 1) != 0;
        if (!present && names.at(place).isRequired && refusesAbsence(*rules.quickTypes[size_t(place)]))
            return Quick::No;
    }
    return Quick::Unknown;
}

Quick Evaluator::quickArray(const ArrayRules &rules, JsonView value)
{
    if (rules.contains || rules.containsCount.minimum || rules.containsCount.maximum)
        return Quick::Unknown;
    if (!rules.size.admits(value.size()))
        return Quick::No;
    JsonView item = value.first();
    for (qsizetype left = value.size(); left > 0; --left, item = item.next()) {
        if (const Quick answer = spendQuick(1) ? quickCheck(*rules.items, item) : Quick::Unknown;
            answer != Quick::Yes)
            return answer;
    }
    return rules.unique ? SchemaProgram::hasQuickUniqueItems(value, m_quickStepsLeft) : Quick::Yes;
}

} // namespace Workbench::Casting
