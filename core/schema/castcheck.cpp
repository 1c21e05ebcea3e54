// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonnumber.h"
#include "core/json/jsonpointer.h"
#include "core/schema/castevaluator_p.h"
#include "core/schema/casttype_p.h"

#include <QScopedValueRollback>

#include <cmath>

// core/schema/README.md 2.7 defines the order and the texts of the errors.
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

//! Adds an error if \a size is out of \a bounds. The texts have a place for the bound.
void collectBounds(const SizeBounds &bounds, qsizetype size, const QString &path, QList<CastError> &errors,
    const QString &least, const QString &most)
{
    if (bounds.minimum && double(size) < *bounds.minimum)
        errors.append({path, least.arg(numberText(*bounds.minimum))});
    if (bounds.maximum && double(size) > *bounds.maximum)
        errors.append({path, most.arg(numberText(*bounds.maximum))});
}

void collectMemberCount(
    const SizeBounds &bounds, qsizetype size, const QString &path, QList<CastError> &errors)
{
    collectBounds(bounds, size, path, errors, u"Expected object to have at least %1 properties"_s,
        u"Expected object to have no more than %1 properties"_s);
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

Evaluator::Nesting::Nesting(Evaluator &owner, qint64 &counter, qint64 limit)
    : m_counter(counter)
    , m_within(++counter <= limit)
{
    if (!m_within) {
        owner.raise(limitError(
            owner.m_limits, u"json.depth", u"The value or its schema is nested too deeply for Cast"_s));
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
    return m_stepsLeft >= 0 || raise(limitError(m_limits, u"schema.steps", u"Cast takes too many steps"_s));
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
    return std::unexpected(
        limitError(limits, u"regex.matchSteps", u"Matching a pattern of the schema takes too long"_s));
}

void Evaluator::collect(const Type &type, const Json &value, const QString &path)
{
    const Nesting nesting(*this, m_typeDepth, 4 * m_limits.jsonDepth);
    if (!nesting || !step())
        return;
    switch (type.kind) {
    case Kind::Unknown: return;
    case Kind::Never: errors.append({path, u"Never"_s}); return;
    case Kind::Raises: raise(*type.error); return;
    case Kind::Ref: collect(*type.target, value, path); return;
    case Kind::Intersect: collectIntersect(type, value, path); return;
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
    case Kind::Integer: collectNumber(type, value, path); return;
    case Kind::String: collectString(*type.string, value, path); return;
    case Kind::Array: collectArray(*type.array, value, path); return;
    case Kind::Tuple: collectTuple(type, value, path); return;
    case Kind::Object: collectObject(*type.object, value, path); return;
    case Kind::Record: collectRecord(*type.object, value, path); return;
    default: return;
    }
}

void Evaluator::collectInner(const Type &type, const Json &value, const QString &path)
{
    const Nesting nesting(*this, m_valueDepth, m_limits.jsonDepth);
    if (nesting)
        collect(type, value, path);
}

void Evaluator::collectNumber(const Type &type, const Json &value, const QString &path)
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

void Evaluator::collectString(const StringRules &rules, const Json &value, const QString &path)
{
    collectBounds(rules.length, value.toString().size(), path, errors,
        u"Expected string length greater or equal to %1"_s, u"Expected string length less or equal to %1"_s);
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

void Evaluator::collectArray(const ArrayRules &rules, const Json &value, const QString &path)
{
    collectBounds(rules.size, value.size(), path, errors,
        u"Expected array length to be greater or equal to %1"_s,
        u"Expected array length to be less or equal to %1"_s);
    qsizetype index = 0;
    for (const Json &item : value.items()) {
        if (error)
            return;
        collectInner(*rules.items, item, JsonPointer::child(path, index++));
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
    collectBounds(rules.containsCount, count, path, errors,
        u"Expected array to contain at least %1 matching values"_s,
        u"Expected array to contain no more than %1 matching values"_s);
}

void Evaluator::collectTuple(const Type &type, const Json &value, const QString &path)
{
    if (value.size() != type.parts.size()) {
        errors.append({path, u"Expected tuple to have %1 elements"_s.arg(type.parts.size())});
        return;
    }
    for (qsizetype i = 0; i < type.parts.size() && !error; ++i)
        collectInner(*type.parts.at(i), value.at(i), JsonPointer::child(path, i));
}

void Evaluator::collectObject(const ObjectRules &rules, const Json &value, const QString &path)
{
    const QList<std::pair<QString, Json>> members = uniqueMembers(value);
    collectMemberCount(rules.size, members.size(), path, errors);
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
            collectInner(*rules.additionalType, member, JsonPointer::child(path, key));
    }
    for (const ObjectRules::Property &property : rules.properties) {
        const Json member = value.member(property.name);
        if (error || (member.isAbsent() && !rules.isRequired(property.name)))
            continue;
        collectInner(*property.type, member, JsonPointer::child(path, property.name));
    }
}

void Evaluator::collectRecord(const ObjectRules &rules, const Json &value, const QString &path)
{
    const QList<std::pair<QString, Json>> members = uniqueMembers(value);
    collectMemberCount(rules.size, members.size(), path, errors);
    for (const auto &[key, member] : members) {
        if (isRecordKey(key))
            collectInner(*rules.additionalType, member, JsonPointer::child(path, key));
    }
}

void Evaluator::collectIntersect(const Type &type, const Json &value, const QString &path)
{
    const qsizetype before = errors.size();
    for (const Type *part : type.parts)
        collect(*part, value, path);
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
