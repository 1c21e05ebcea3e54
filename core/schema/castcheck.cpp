// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonnumber.h"
#include "core/schema/castevaluator_p.h"
#include "core/schema/casttype_p.h"

#include <QScopedValueRollback>

#include <cmath>

namespace Workbench::Casting {

using namespace Qt::StringLiterals;

Evaluator::Nesting::Nesting(Evaluator &owner, qint64 &counter, qint64 limit)
    : m_counter(counter)
    , m_within(++counter <= limit)
{
    if (!m_within) {
        owner.raise(limitError(*findLimit(u"json.depth"),
            u"The value or its schema is nested too deeply for Cast"_s, owner.m_limits.jsonDepth));
    }
}

Evaluator::Evaluator(const CastType::Compiled &compiled, const Json &value, Refusals *refusals)
    : m_limits(compiled.limits)
    , m_refusals(refusals)
    , m_stepsLeft(
          compiled.limits.schemaSteps + 200 * (value.isAbsent() ? 0 : JsonView(value).extentInNodes()))
    , m_quickStepsLeft(JsonView(value).isDeeperThan(compiled.limits.jsonDepth) ? 0 : m_stepsLeft / 4)
{
}

bool Evaluator::raise(Error what)
{
    if (!error)
        error = std::move(what);
    return false;
}

bool Evaluator::step(qint64 count)
{
    if (error)
        return false;
    m_stepsLeft -= count;
    return m_stepsLeft >= 0
        || raise(
            limitError(*findLimit(u"schema.steps"), u"Cast takes too many steps"_s, m_limits.schemaSteps));
}

const Type *Evaluator::resolved(const Type &type)
{
    const Type *end = &type;
    while (end->kind == Kind::Ref && step())
        end = end->target;
    return end;
}

QList<std::pair<QString, Json>> uniqueMembers(const Json &object)
{
    QList<std::pair<QString, Json>> members;
    members.reserve(object.size());
    QHash<QString, qsizetype> places;
    for (const Json::Members::Entry &entry : object.members()) {
        const QString key = entry.key();
        if (const auto place = places.constFind(key); place != places.constEnd()) {
            members[*place].second = entry.value();
            continue;
        }
        places.insert(key, members.size());
        members.append({key, entry.value()});
    }
    return members;
}

Json propertyOf(const Json &value, const QString &key)
{
    if (!value.isArray())
        return value.member(key);
    if (key == "length"_L1)
        return Json::integer(value.size());
    bool isNumber = false;
    const qsizetype index = key.toLongLong(&isNumber);
    return isNumber && index >= 0 && QString::number(index) == key ? value.at(index) : Json();
}

bool SeenValues::insert(const Json &value)
{
    QList<Json> &alike = m_values[value.hash()];
    if (alike.contains(value))
        return false;
    alike.append(value);
    return true;
}

bool hasUniqueItems(const Json &array)
{
    SeenValues seen;
    for (const Json &item : array.items()) {
        if (!seen.insert(item))
            return false;
    }
    return true;
}

QStringList ownNames(const Json &value)
{
    QStringList names;
    if (value.isObject()) {
        for (const auto &[name, member] : uniqueMembers(value))
            names.append(name);
    } else if (value.isArray() || value.isString()) {
        const qsizetype length = value.isArray() ? value.size() : value.toString().size();
        for (qsizetype i = 0; i < length; ++i)
            names.append(QString::number(i));
        names.append(u"length"_s);
    }
    return names;
}

bool isRecordKey(QStringView key)
{
    return std::ranges::none_of(
        key, [](QChar c) { return c == u'\n' || c == u'\r' || c == QChar(0x2028) || c == QChar(0x2029); });
}

DeclaredNames declaredNames(const Type &type, int depth)
{
    constexpr int maxDepth = 64;
    DeclaredNames result;
    if (depth > maxDepth)
        return result;
    switch (type.kind) {
    case Kind::Object: result.names = type.object->names; break;
    case Kind::Record: result.any = true; break;
    case Kind::Tuple:
        for (qsizetype i = 0; i < type.parts.size(); ++i)
            result.names.insert(QString::number(i));
        break;
    case Kind::Intersect:
        for (const Type *part : type.parts) {
            const DeclaredNames inner = declaredNames(*part, depth + 1);
            result.any = result.any || inner.any;
            result.names.unite(inner.names);
        }
        break;
    case Kind::Union:
        result.any = true;
        for (const Type *part : type.parts) {
            const DeclaredNames inner = declaredNames(*part, depth + 1);
            if (inner.any)
                continue;
            if (result.any)
                result.names = inner.names;
            else
                result.names.intersect(inner.names);
            result.any = false;
        }
        break;
    default: break; // a reference is not followed
    }
    return result;
}

bool Evaluator::check(const Type &type, const Json &value)
{
    if (!step())
        return false;
    switch (type.kind) {
    case Kind::Unknown: return true;
    case Kind::Never: return false;
    case Kind::Literal: return isSameLiteral(type.literal, value);
    case Kind::Null: return value.isNull();
    case Kind::Boolean: return value.isBoolean();
    case Kind::Number: return value.isNumber() && checkNumber(*type.number, value);
    case Kind::Integer: return value.isInteger() && checkNumber(*type.number, value);
    case Kind::String: return value.isString() && checkString(*type.string, value);
    case Kind::Raises: return raise(*type.error);
    default: break;
    }
    const Nesting nesting(*this, m_typeDepth, 4 * m_limits.jsonDepth);
    if (!nesting)
        return false;
    if (!value.isObject() && !value.isArray())
        return checkContainer(type, value);
    if (m_quickStepsLeft > 0) {
        if (const SchemaProgram::Quick answer = quickCheck(type, JsonView(value));
            answer != SchemaProgram::Quick::Unknown)
            return answer == SchemaProgram::Quick::Yes;
    }
    const std::pair key(&type, value.nodeAddress());
    if (const auto known = m_checked.constFind(key); known != m_checked.constEnd())
        return *known;
    const bool passes = checkContainer(type, value);
    if (!error)
        m_checked.insert(key, passes);
    return passes && !error;
}

bool Evaluator::checkContainer(const Type &type, const Json &value)
{
    const auto passes = [this, &value](const Type *part) { return check(*part, value); };
    switch (type.kind) {
    case Kind::Array: return value.isArray() && checkArray(*type.array, value);
    case Kind::Tuple: {
        if (!value.isArray() || value.size() != type.parts.size())
            return false;
        for (qsizetype i = 0; i < type.parts.size(); ++i) {
            if (!checkInner(*type.parts.at(i), value.at(i)))
                return false;
        }
        return true;
    }
    case Kind::Object: return value.isObject() && checkObject(*type.object, value);
    case Kind::Record: return value.isObject() && checkRecord(*type.object, value);
    case Kind::Union: return std::ranges::any_of(type.parts, passes);
    case Kind::Intersect: return checkIntersect(type, value);
    case Kind::Ref: return check(*type.target, value);
    default: Q_UNREACHABLE_RETURN(false);
    }
}

//! Implements strict equality of JavaScript: an object or an array equals only itself. A constant that create
//! or cast put into the value that it built is that same constant.
bool Evaluator::isSameLiteral(const Json &literal, const Json &value) const
{
    const bool isScalar = !literal.isObject() && !literal.isArray();
    return (isScalar || (m_ownWork && value.nodeAddress() != m_ownWork)) && literal == value;
}

bool Evaluator::checkOwnWork(const Type &type, const Json &made)
{
    m_kept.append(made);
    const QScopedValueRollback rollback(m_ownWork, made.nodeAddress());
    return check(type, made);
}

//! Checks a value one level deeper.
bool Evaluator::checkInner(const Type &type, const Json &value)
{
    const Nesting nesting(*this, m_valueDepth, m_limits.jsonDepth);
    return nesting && check(type, value);
}

bool Evaluator::checkNumber(const NumberRules &rules, const Json &value) const
{
    if (!std::isfinite(value.toDouble()))
        return false; // JSON.parse reads this number as Infinity
    const QByteArray digits = value.numberText();
    const auto compared = [&digits](
                              const Json &bound) { return JsonNumber::compare(digits, bound.numberText()); };
    if (!rules.exclusiveMaximum.isAbsent() && !(compared(rules.exclusiveMaximum) < 0))
        return false;
    if (!rules.exclusiveMinimum.isAbsent() && !(compared(rules.exclusiveMinimum) > 0))
        return false;
    if (!rules.maximum.isAbsent() && !(compared(rules.maximum) <= 0))
        return false;
    if (!rules.minimum.isAbsent() && !(compared(rules.minimum) >= 0))
        return false;
    return rules.multipleOf.isAbsent() || std::fmod(value.toDouble(), rules.multipleOf.toDouble()) == 0;
}

bool Evaluator::checkString(const StringRules &rules, const Json &value)
{
    if (!rules.length.minimum && !rules.length.maximum && !rules.pattern)
        return !rules.format;
    const QString text = value.toString();
    if (!rules.length.admits(text.size()))
        return false;
    if (rules.pattern) {
        const Result<bool> found = rules.pattern->isFoundIn(value.utf8(), m_limits);
        if (!found)
            return raise(found.error());
        if (!*found)
            return false;
    }
    return !rules.format;
}

bool Evaluator::checkArray(const ArrayRules &rules, const Json &value)
{
    if (!rules.size.admits(value.size()))
        return false;
    for (const Json &item : value.items()) {
        if (!checkInner(*rules.items, item))
            return false;
    }
    if (rules.unique && !hasUniqueItems(value))
        return false;
    if (!rules.contains && !rules.containsCount.minimum && !rules.containsCount.maximum)
        return true;
    qsizetype count = 0;
    for (const Json &item : value.items()) {
        if (rules.contains && checkInner(*rules.contains, item))
            ++count;
    }
    return !error && count > 0 && rules.containsCount.admits(count);
}

bool Evaluator::checkObject(const ObjectRules &rules, const Json &value)
{
    const bool countsKeys = rules.size.minimum || rules.size.maximum;
    if (countsKeys && !rules.size.admits(uniqueMembers(value).size()))
        return false;
    for (const ObjectRules::Property &property : rules.properties) {
        const Json member = value.member(property.name);
        if (member.isAbsent()) {
            if (!rules.isRequired(property.name))
                continue;
            if (property.type->kind == Kind::Unknown)
                return false;
        }
        if (!checkInner(*property.type, member))
            return false;
    }
    if (rules.additional != ObjectRules::Additional::None
        && rules.additional != ObjectRules::Additional::Typed)
        return true;
    const QList<std::pair<QString, Json>> members = uniqueMembers(value);
    // TypeBox's shortcut: if there are as many keys as required properties, their names are not checked.
    if (rules.additional == ObjectRules::Additional::None && rules.required
        && rules.required->size() == rules.properties.size() && members.size() == rules.properties.size())
        return true;
    for (const auto &[key, member] : members) {
        if (rules.names.contains(key))
            continue;
        if (rules.additional == ObjectRules::Additional::None || !checkInner(*rules.additionalType, member))
            return false;
    }
    return true;
}

bool Evaluator::checkRecord(const ObjectRules &rules, const Json &value)
{
    const QList<std::pair<QString, Json>> members = uniqueMembers(value);
    return rules.size.admits(members.size())
        && std::ranges::all_of(members, [this, &rules](const auto &member) {
               return !isRecordKey(member.first) || checkInner(*rules.additionalType, member.second);
           });
}

bool Evaluator::checkIntersect(const Type &type, const Json &value)
{
    const bool passes =
        std::ranges::all_of(type.parts, [this, &value](const Type *part) { return check(*part, value); });
    if (error || !type.closed)
        return passes;
    // TypeBox reads the property names whatever the parts return, and null has no property names.
    if (value.isNull() || value.isAbsent())
        return raise(raised(u"Cannot convert undefined or null to object"_s));
    const DeclaredNames names = declaredNames(type);
    return passes && std::ranges::all_of(ownNames(value), [&names](const QString &name) {
        return names.contains(name);
    });
}

Pattern::Pattern(const QString &source, const Limits &limits)
    : text(source)
    , expression(EcmaRegex::compile(source, limits).transform_error([&source](const Error &problem) {
        if (problem.kind == ErrorKind::Limit)
            return problem;
        return raised(u"Invalid regular expression: /%1/: %2"_s.arg(source, problem.message));
    }))
{
}

Result<bool> Pattern::isFoundIn(QByteArrayView utf8, const Limits &limits) const
{
    if (!expression)
        return std::unexpected(expression.error());
    switch (expression->search(utf8)) {
    case EcmaRegex::Match::Yes: return true;
    case EcmaRegex::Match::No: return false;
    case EcmaRegex::Match::Limit: break;
    }
    return std::unexpected(limitError(*findLimit(u"regex.matchSteps"),
        u"Matching a pattern of the schema takes too long"_s, limits.regexMatchSteps));
}

} // namespace Workbench::Casting
