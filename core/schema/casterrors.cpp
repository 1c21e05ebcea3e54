// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonnumber.h"
#include "core/json/jsonpointer.h"
#include "core/schema/castevaluator_p.h"

#include <cmath>

// core/schema/README.md 2.7 defines the order and the texts in this file.

namespace Workbench::Casting {

using namespace Qt::StringLiterals;

namespace {

QString numberText(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

//! Returns String(value) as in JavaScript. Omits values at unusual depths.
QString stringOf(const Json &value, int depth = 0)
{
    constexpr int maxDepth = 16;
    if (value.isString())
        return value.toString();
    if (value.isObject())
        return u"[object Object]"_s;
    if (!value.isArray())
        return QString::fromUtf8(value.toBytes());
    QStringList items;
    for (const Json &item : value.items())
        items.append(item.isNull() || depth > maxDepth ? QString() : stringOf(item, depth + 1));
    return items.join(u',');
}

QString literalText(const Json &literal)
{
    return literal.isString() ? QString(u'\'' + literal.toString() + u'\'') : stringOf(literal);
}

QString kindText(Kind kind)
{
    switch (kind) {
    case Kind::Null: return u"Expected null"_s;
    case Kind::Boolean: return u"Expected boolean"_s;
    case Kind::Number: return u"Expected number"_s;
    case Kind::Integer: return u"Expected integer"_s;
    case Kind::String: return u"Expected string"_s;
    case Kind::Array: return u"Expected array"_s;
    case Kind::Tuple: return u"Expected tuple"_s;
    default: return u"Expected object"_s;
    }
}

bool hasKind(Kind kind, const Json &value)
{
    switch (kind) {
    case Kind::Null: return value.isNull();
    case Kind::Boolean: return value.isBoolean();
    case Kind::Number: return value.isNumber() && std::isfinite(value.toDouble());
    case Kind::Integer: return value.isInteger() && std::isfinite(value.toDouble());
    case Kind::String: return value.isString();
    case Kind::Array:
    case Kind::Tuple: return value.isArray();
    default: return value.isObject();
    }
}

} // namespace

void Evaluator::collect(const Type &type, const Json &value, const QString &path, QList<CastError> &errors)
{
    const Nesting nesting(*this, m_typeDepth, 4 * m_limits.jsonDepth);
    if (!nesting || !step())
        return;
    switch (type.kind) {
    case Kind::Unknown: return;
    case Kind::Never: errors.append({path, u"Never"_s}); return;
    case Kind::Raises: raise(*type.error); return;
    case Kind::Ref: collect(*type.target, value, path, errors); return;
    case Kind::Intersect: collectIntersect(type, value, path, errors); return;
    case Kind::Literal:
        if (!check(type, value))
            errors.append({path, QString(u"Expected "_s + literalText(type.literal))});
        return;
    case Kind::Union:
        if (!check(type, value))
            errors.append({path, u"Expected union value"_s});
        return;
    default: break;
    }
    if (!hasKind(type.kind, value)) {
        errors.append({path, kindText(type.kind)});
        return;
    }
    switch (type.kind) {
    case Kind::Number:
    case Kind::Integer: collectNumber(type, value, path, errors); return;
    case Kind::String: collectString(*type.string, value, path, errors); return;
    case Kind::Array: collectArray(*type.array, value, path, errors); return;
    case Kind::Tuple: collectTuple(type, value, path, errors); return;
    case Kind::Object: collectObject(*type.object, value, path, errors); return;
    case Kind::Record: collectRecord(*type.object, value, path, errors); return;
    default: return;
    }
}

void Evaluator::collectInner(
    const Type &type, const Json &value, const QString &path, QList<CastError> &errors)
{
    const Nesting nesting(*this, m_valueDepth, m_limits.jsonDepth);
    if (nesting)
        collect(type, value, path, errors);
}

void Evaluator::collectNumber(
    const Type &type, const Json &value, const QString &path, QList<CastError> &errors)
{
    const NumberRules &rules = *type.number;
    const QString start =
        type.kind == Kind::Integer ? u"Expected integer to be "_s : u"Expected number to be "_s;
    const auto note = [&](const QString &text, const Json &bound) {
        const auto whole = bound.toInteger();
        errors.append({path,
            QString(
                start + text + (whole ? QString::number(*whole) : QString::fromLatin1(bound.numberText())))});
    };
    const QByteArray digits = value.numberText();
    const auto compared = [&digits](
                              const Json &bound) { return JsonNumber::compare(digits, bound.numberText()); };
    if (!rules.exclusiveMaximum.isAbsent() && !(compared(rules.exclusiveMaximum) < 0))
        note(u"less than "_s, rules.exclusiveMaximum);
    if (!rules.exclusiveMinimum.isAbsent() && !(compared(rules.exclusiveMinimum) > 0))
        note(u"greater than "_s, rules.exclusiveMinimum);
    if (!rules.maximum.isAbsent() && !(compared(rules.maximum) <= 0))
        note(u"less or equal to "_s, rules.maximum);
    if (!rules.minimum.isAbsent() && !(compared(rules.minimum) >= 0))
        note(u"greater or equal to "_s, rules.minimum);
    if (!rules.multipleOf.isAbsent() && std::fmod(value.toDouble(), rules.multipleOf.toDouble()) != 0)
        note(u"a multiple of "_s, rules.multipleOf);
}

void Evaluator::collectString(
    const StringRules &rules, const Json &value, const QString &path, QList<CastError> &errors)
{
    const QString text = value.toString();
    if (rules.length.minimum && double(text.size()) < *rules.length.minimum)
        errors.append({path,
            u"Expected string length greater or equal to %1"_s.arg(numberText(*rules.length.minimum))});
    if (rules.length.maximum && double(text.size()) > *rules.length.maximum)
        errors.append(
            {path, u"Expected string length less or equal to %1"_s.arg(numberText(*rules.length.maximum))});
    if (rules.pattern) {
        const Result<bool> found = rules.pattern->isFoundIn(value.utf8(), m_limits);
        if (!found)
            raise(found.error());
        else if (!*found)
            errors.append({path, u"Expected string to match '%1'"_s.arg(rules.pattern->text)});
    }
    if (rules.format)
        errors.append({path, u"Unknown format '%1'"_s.arg(*rules.format)});
}

void Evaluator::collectArray(
    const ArrayRules &rules, const Json &value, const QString &path, QList<CastError> &errors)
{
    if (rules.size.minimum && double(value.size()) < *rules.size.minimum)
        errors.append({path,
            u"Expected array length to be greater or equal to %1"_s.arg(numberText(*rules.size.minimum))});
    if (rules.size.maximum && double(value.size()) > *rules.size.maximum)
        errors.append({path,
            u"Expected array length to be less or equal to %1"_s.arg(numberText(*rules.size.maximum))});
    qsizetype index = 0;
    for (const Json &item : value.items()) {
        if (error)
            return;
        collectInner(*rules.items, item, JsonPointer::child(path, index++), errors);
    }
    if (rules.unique && !hasUniqueItems(value))
        errors.append({path, u"Expected array elements to be unique"_s});
    if (!rules.contains && !rules.containsCount.minimum && !rules.containsCount.maximum)
        return;
    qsizetype count = 0;
    for (const Json &item : value.items())
        count += rules.contains && checkInner(*rules.contains, item) ? 1 : 0;
    if (count == 0)
        errors.append({path, u"Expected array to contain at least one matching value"_s});
    if (rules.containsCount.minimum && double(count) < *rules.containsCount.minimum) {
        errors.append({path,
            u"Expected array to contain at least %1 matching values"_s.arg(
                numberText(*rules.containsCount.minimum))});
    }
    if (rules.containsCount.maximum && double(count) > *rules.containsCount.maximum) {
        errors.append({path,
            u"Expected array to contain no more than %1 matching values"_s.arg(
                numberText(*rules.containsCount.maximum))});
    }
}

void Evaluator::collectTuple(
    const Type &type, const Json &value, const QString &path, QList<CastError> &errors)
{
    if (value.size() != type.parts.size()) {
        errors.append({path, u"Expected tuple to have %1 elements"_s.arg(type.parts.size())});
        return;
    }
    for (qsizetype i = 0; i < type.parts.size() && !error; ++i)
        collectInner(*type.parts.at(i), value.at(i), JsonPointer::child(path, i), errors);
}

static void collectSize(
    const SizeBounds &bounds, qsizetype size, const QString &path, QList<CastError> &errors)
{
    if (bounds.minimum && double(size) < *bounds.minimum)
        errors.append(
            {path, u"Expected object to have at least %1 properties"_s.arg(numberText(*bounds.minimum))});
    if (bounds.maximum && double(size) > *bounds.maximum)
        errors.append(
            {path, u"Expected object to have no more than %1 properties"_s.arg(numberText(*bounds.maximum))});
}

void Evaluator::collectObject(
    const ObjectRules &rules, const Json &value, const QString &path, QList<CastError> &errors)
{
    const QList<std::pair<QString, Json>> members = uniqueMembers(value);
    collectSize(rules.size, members.size(), path, errors);
    for (const QString &name : rules.required.value_or(QStringList())) {
        if (value.member(name).isAbsent())
            errors.append({JsonPointer::child(path, name), u"Expected required property"_s});
    }
    for (const auto &[key, member] : members) {
        if (rules.names.contains(key))
            continue;
        if (rules.additional == ObjectRules::Additional::None)
            errors.append({JsonPointer::child(path, key), u"Unexpected property"_s});
        else if (rules.additional == ObjectRules::Additional::Typed)
            collectInner(*rules.additionalType, member, JsonPointer::child(path, key), errors);
    }
    for (const ObjectRules::Property &property : rules.properties) {
        const Json member = value.member(property.name);
        if (error || (member.isAbsent() && !rules.isRequired(property.name)))
            continue;
        collectInner(*property.type, member, JsonPointer::child(path, property.name), errors);
    }
}

void Evaluator::collectRecord(
    const ObjectRules &rules, const Json &value, const QString &path, QList<CastError> &errors)
{
    const QList<std::pair<QString, Json>> members = uniqueMembers(value);
    collectSize(rules.size, members.size(), path, errors);
    for (const auto &[key, member] : members) {
        if (isRecordKey(key))
            collectInner(*rules.additionalType, member, JsonPointer::child(path, key), errors);
    }
}

void Evaluator::collectIntersect(
    const Type &type, const Json &value, const QString &path, QList<CastError> &errors)
{
    const qsizetype before = errors.size();
    for (const Type *part : type.parts)
        collect(*part, value, path, errors);
    if (errors.size() > before) {
        errors.append({path, u"Expected all values to match"_s});
        return;
    }
    if (!type.closed)
        return;
    if (value.isNull() || value.isAbsent()) {
        raise(raised(u"Cannot convert undefined or null to object"_s));
        return;
    }
    const DeclaredNames names = declaredNames(type);
    for (const QString &name : ownNames(value)) {
        if (!names.contains(name))
            errors.append({JsonPointer::child(path, name), u"Unexpected property"_s});
    }
}

} // namespace Workbench::Casting
