// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/castevaluator_p.h"

#include <QScopedValueRollback>

#include <algorithm>

namespace Workbench::Casting {

using namespace Qt::StringLiterals;

namespace {

//! Returns the length that Array.from({length}) uses: without the fraction.
qint64 lengthOf(double value)
{
    return value > 0 ? qint64(std::min(value, 9e15)) : 0;
}

} // namespace

//! Casts \a value to \a type. \source core/schema/README.md 2.4
Draft Evaluator::cast(const Type &type, const Json &value)
{
    const Nesting nesting(*this, m_typeDepth, 4 * m_limits.jsonDepth);
    if (!nesting)
        return {};
    if (m_refusals && !value.isAbsent() && isDoneWith(type, value))
        return {value, {}};
    if (type.kind == Kind::Never)
        return fail(u"Never types cannot be cast"_s);
    if (check(type, value) || error)
        return {value, {}};
    switch (type.kind) {
    case Kind::Object: return castObject(type, value);
    case Kind::Record: return castRecord(type, value);
    case Kind::Array: return castArray(type, value);
    case Kind::Tuple: return castTuple(type, value);
    case Kind::Union: return castUnion(type, value);
    case Kind::Intersect: return castIntersect(type, value);
    case Kind::Ref: return cast(*type.target, value);
    default: return create(type);
    }
}

//! Returns whether the received \a value has no refusals, or was cast to \a type before: parts of
//! intersections may repeat the same type any number of times.
bool Evaluator::isDoneWith(const Type &type, const Json &value)
{
    const Refusals::Place *place = m_refusals->at(value);
    const std::pair once(&type, value.nodeAddress());
    if (!place || m_castTo.contains(once))
        return true;
    m_castTo.insert(once);
    if (place->alternatives && !type.onlyAlternative.isAbsent())
        m_refusals->narrow(value, type.onlyAlternative);
    return false;
}

//! Casts a value one level deeper.
Draft Evaluator::castInner(const Type &type, const Json &value)
{
    const Nesting nesting(*this, m_valueDepth, m_limits.jsonDepth);
    return nesting ? cast(type, value) : Draft();
}

//! Casts a value one level deeper in a value that Cast built and that was not received.
Draft Evaluator::castMade(const Type &type, const Json &value)
{
    const QScopedValueRollback<Refusals *> made(m_refusals, nullptr);
    return castInner(type, value);
}

Draft Evaluator::castObject(const Type &type, const Json &value)
{
    if (!value.isObject() && !value.isArray())
        return create(type);
    const ObjectRules &rules = *type.object;
    auto container = std::make_shared<Draft::Container>();
    for (const ObjectRules::Property &property : rules.properties) {
        const Json member = propertyOf(value, property.name);
        const bool isWanted =
            m_refusals ? m_refusals->isMissing(value, property.name) : rules.isRequired(property.name);
        if (member.isAbsent() && !isWanted)
            continue;
        container->add(property.name, castInner(*property.type, member));
        if (error)
            return {};
    }
    if (rules.additional == ObjectRules::Additional::Typed) {
        const auto add = [this, &rules, &container](const QString &key, const Json &member) {
            if (!error && !rules.names.contains(key))
                container->add(key, castInner(*rules.additionalType, member));
        };
        for (const auto &[key, member] : uniqueMembers(value))
            add(key, member);
        for (qsizetype i = 0; i < value.size() && value.isArray(); ++i)
            add(QString::number(i), value.at(i));
        if (value.isArray())
            add(u"length"_s, Json::integer(value.size()));
    }
    return {{}, container};
}

Draft Evaluator::castRecord(const Type &type, const Json &value)
{
    if (!value.isObject())
        return create(type);
    auto container = std::make_shared<Draft::Container>();
    for (const auto &[key, member] : uniqueMembers(value)) {
        container->add(key, castInner(*type.object->additionalType, member));
        if (error)
            return {};
    }
    return {{}, container};
}

Draft Evaluator::castArray(const Type &type, const Json &value)
{
    const ArrayRules &rules = *type.array;
    Json start = value;
    bool isDefault = false;
    if (!value.isArray()) {
        const Draft made = create(type);
        isDefault = made.isDefault;
        start = materialise(made);
        if (error)
            return {};
        // A default need not be an array. A text is split into its characters if padding is needed; other
        // values cannot be mapped.
        if (start.isString() && double(start.toString().size()) < rules.size.minimum.value_or(0)) {
            QList<Json> characters;
            for (const char32_t character : start.toString().toUcs4())
                characters.append(Json::string(QString::fromUcs4(&character, 1)));
            start = Json::array(characters);
        }
        m_kept.append(start);
        if (!start.isArray())
            return fail(u"The default value of an array type is not an array"_s);
    }
    const double minimum = rules.size.minimum.value_or(0);
    qsizetype count = start.size();
    if (double(count) < minimum) {
        if (!step(qint64(std::min(minimum, 9e15)) - count))
            return {};
        count += qsizetype(minimum - double(count));
    }
    if (rules.size.maximum && double(count) > *rules.size.maximum)
        count = qsizetype(std::max(0.0, *rules.size.maximum));

    auto container = std::make_shared<Draft::Container>();
    container->isArray = true;
    qsizetype index = 0;
    for (const Json &item : start.items()) {
        if (index++ >= count || error)
            break;
        container->items.append(
            value.isArray() ? castInner(*rules.items, item) : castMade(*rules.items, item));
        container->items.last().isDefault |= isDefault;
    }
    isDefault = isDefault && container->items.size() == count; // padding is not part of the default
    while (container->items.size() < count && !error)
        container->items.append(castMade(*rules.items, Json::null()));
    if (error || !rules.unique)
        return {.leaf = {}, .container = container, .isDefault = isDefault};

    auto unique = std::make_shared<Draft::Container>();
    unique->isArray = true;
    SeenValues seen;
    for (qsizetype i = 0; i < container->items.size(); ++i) {
        const Draft &item = container->items.at(i);
        const bool isScalar = !item.container && !item.leaf.isObject() && !item.leaf.isArray();
        if ((isScalar || item.isConstant) && !seen.insert(item.leaf))
            continue;
        unique->items.append(item);
        unique->origins.append(i);
    }
    // Undefined is kept as null here: a required Unknown that was absent exists after the cast.
    if (!m_refusals && !checkOwnWork(type, materialise({{}, unique}, true)))
        return fail(u"Array cast produced invalid data due to uniqueItems constraint"_s);
    return {.leaf = {}, .container = unique, .isDefault = isDefault};
}

Draft Evaluator::castTuple(const Type &type, const Json &value)
{
    if (!value.isArray())
        return create(type);
    auto container = std::make_shared<Draft::Container>();
    container->isArray = true;
    const qsizetype most = m_refusals ? std::min(value.size(), type.parts.size()) : type.parts.size();
    for (qsizetype i = 0; i < most && !error; ++i)
        container->items.append(castInner(*type.parts.at(i), value.at(i)));
    return {{}, container};
}

Draft Evaluator::castUnion(const Type &type, const Json &value)
{
    const bool hasDefault = !type.defaultValue.isAbsent();
    const Draft byDefault{.leaf = type.defaultValue, .container = {}, .isDefault = true};
    if (hasDefault && !m_refusals)
        return byDefault;
    const Type *chosen = resolved(*type.parts.first());
    Json chosenSchema = type.parts.first()->schema;
    qint64 best = 0;
    for (const Type *part : type.parts) {
        const Type *variant = resolved(*part);
        if (error)
            return {};
        const qint64 points = score(*variant, value);
        if (points > best) {
            chosen = variant;
            chosenSchema = part->schema;
            best = points;
        }
    }
    if (error)
        return {};
    if (!m_refusals)
        return cast(*chosen, value);
    // One wrong member must not make the default replace all other members.
    if (hasDefault && best == 0)
        return byDefault;
    const bool isKnown =
        !m_refusals->fitsNoneOf(value, type.schema) || m_refusals->narrow(value, chosenSchema);
    return isKnown ? cast(*chosen, value) : Draft{value, {}};
}

//! Returns how well \a value fits the variant \a type. \source core/schema/README.md 2.5
qint64 Evaluator::score(const Type &type, const Json &value)
{
    const Nesting nesting(*this, m_typeDepth, 4 * m_limits.jsonDepth);
    if (!nesting || !step())
        return 0;
    if (type.kind == Kind::Object && (value.isObject() || value.isArray())) {
        qint64 points = 0;
        for (const ObjectRules::Property &property : type.object->properties) {
            const Json member = propertyOf(value, property.name);
            if (property.type->kind == Kind::Literal && check(*property.type, member))
                points += 100;
            if (checkInner(*property.type, member))
                points += 10;
            if (!member.isAbsent())
                points += 1;
        }
        return points;
    }
    if (type.kind == Kind::Union) {
        qint64 best = 0;
        for (const Type *part : type.parts) {
            const Type *variant = resolved(*part);
            if (error)
                return 0;
            best = std::max(best, score(*variant, value));
        }
        return best;
    }
    return check(type, value) ? 1 : 0;
}

//! Casts a received value to each part of an intersection, at the places that the part refuses. TypeBox
//! builds the whole value anew, which fails if one member cannot be created, and empties lists.
Draft Evaluator::castToParts(const Type &type, const Json &value)
{
    Draft draft{value, {}};
    for (const Type *part : type.parts) {
        Draft made = cast(*part, value);
        if (error)
            return {};
        const bool isTaken =
            !made.container && made.parts.isEmpty() && made.leaf.nodeAddress() == value.nodeAddress();
        if (!isTaken)
            draft.parts.append(std::move(made));
    }
    return draft;
}

Draft Evaluator::castIntersect(const Type &type, const Json &value)
{
    if (m_refusals && !value.isAbsent())
        return castToParts(type, value);
    const Draft made = create(type);
    if (error)
        return {};
    Draft assigned = overlay(made, materialise(made), value);
    const Json candidate = materialise(assigned);
    m_kept.append(candidate);
    return check(type, candidate) ? assigned : made;
}

//! Returns the created value \a made, which is \a json as JSON, with the content of \a value merged over it.
//! Two containers always give an object: an array counts as an object with the keys 0..n-1 and "length".
Draft Evaluator::overlay(const Draft &made, const Json &json, const Json &value)
{
    const bool madeHolds = json.isObject() || json.isArray();
    const bool valueHolds = value.isObject() || value.isArray();
    if (madeHolds != valueHolds)
        return made;
    if (!madeHolds)
        return {value, {}};
    const Nesting nesting(*this, m_valueDepth, m_limits.jsonDepth);
    if (!nesting || !step())
        return {};
    auto container = std::make_shared<Draft::Container>();
    const auto add = [this, &container, &value](const QString &key, const Draft &own, const Json &member) {
        const Json other = propertyOf(value, key);
        container->add(key, other.isAbsent() ? own : overlay(own, member, other));
    };
    for (const auto &[key, member] : uniqueMembers(json))
        add(key, partOf(made, key, member), member);
    for (qsizetype i = 0; i < json.size() && json.isArray(); ++i)
        add(QString::number(i), {json.at(i), {}}, json.at(i));
    if (json.isArray())
        add(u"length"_s, {Json::integer(json.size()), {}}, Json::integer(json.size()));
    return {{}, container};
}

Draft Evaluator::fail(const QString &text)
{
    raise(raised(text));
    return {};
}

//! \source core/schema/README.md 2.3
Draft Evaluator::create(const Type &type)
{
    const Nesting nesting(*this, m_createDepth, m_limits.jsonDepth);
    if (!nesting || !step())
        return {};
    if (!type.defaultValue.isAbsent())
        return {.leaf = type.defaultValue, .container = {}, .isDefault = true};
    switch (type.kind) {
    case Kind::Unknown: return {Json::emptyObject(), {}};
    case Kind::Never: return fail(u"Never types cannot be created. Consider using a default value."_s);
    case Kind::Literal: return {.leaf = type.literal, .container = {}, .isConstant = true};
    case Kind::Null: return {Json::null(), {}};
    case Kind::Boolean: return {Json::boolean(false), {}};
    case Kind::Number:
    case Kind::Integer:
        return {type.number->minimum.isAbsent() ? Json::integer(0) : type.number->minimum, {}};
    case Kind::String: {
        if (type.string->pattern)
            return fail(u"String types with patterns must specify a default value"_s);
        if (type.string->format)
            return fail(u"String types with formats must specify a default value"_s);
        const qint64 spaces = lengthOf(type.string->length.minimum.value_or(0));
        // A schema may require any number of spaces, so their steps are counted before they are made.
        return step(spaces) ? Draft{Json::string(QString(spaces, u' ')), {}} : Draft();
    }
    case Kind::Array: return createArray(type);
    case Kind::Tuple: {
        auto container = std::make_shared<Draft::Container>();
        container->isArray = true;
        for (const Type *part : type.parts)
            container->items.append(create(*part));
        return {{}, container};
    }
    case Kind::Object: return createObject(type);
    case Kind::Record: return {Json::emptyObject(), {}};
    case Kind::Union: return create(*type.parts.first());
    case Kind::Intersect: return createIntersect(type);
    case Kind::Ref: return create(*type.target);
    case Kind::Raises: raise(*type.error); return {};
    }
    Q_UNREACHABLE_RETURN({});
}

Draft Evaluator::createArray(const Type &type)
{
    if (type.array->unique)
        return fail(u"Array with the uniqueItems constraint requires a default value"_s);
    if (type.array->contains)
        return fail(u"Array with the contains constraint requires a default value"_s);
    auto container = std::make_shared<Draft::Container>();
    container->isArray = true;
    const qint64 count = lengthOf(type.array->size.minimum.value_or(0));
    for (qint64 i = 0; i < count && !error; ++i)
        container->items.append(create(*type.array->items));
    return {{}, container};
}

Draft Evaluator::createObject(const Type &type)
{
    auto container = std::make_shared<Draft::Container>();
    for (const ObjectRules::Property &property : type.object->properties) {
        if (error)
            break;
        if (type.object->isRequired(property.name))
            container->add(property.name, create(*property.type));
    }
    return {{}, container};
}

//! Merges the created parts as object spread does: null adds no members, an array or a text adds its indices.
Draft Evaluator::createIntersect(const Type &type)
{
    auto merged = std::make_shared<Draft::Container>();
    const auto set = [&merged](const QString &key, const Draft &value) {
        const qsizetype place = merged->names.indexOf(key);
        if (place >= 0)
            merged->items[place] = value;
        else
            merged->add(key, value);
    };
    const auto spread = [&set](const Draft &draft, const Json &value) {
        for (const auto &[key, member] : uniqueMembers(value))
            set(key, partOf(draft, key, member));
        for (qsizetype i = 0; i < value.size() && value.isArray(); ++i)
            set(QString::number(i), {.leaf = value.at(i), .container = {}, .isDefault = draft.isDefault});
        const QString text = value.toString();
        for (qsizetype i = 0; i < text.size(); ++i)
            set(QString::number(i), {Json::string(text.mid(i, 1)), {}});
    };
    std::optional<Draft> scalar; // nothing: the value merged so far is an object
    for (const Type *part : type.parts) {
        const Draft draft = create(*part);
        const Json made = materialise(draft);
        if (error)
            return {};
        if (!made.isObject() && !made.isArray() && !made.isNull()) {
            merged = std::make_shared<Draft::Container>();
            scalar = draft;
            continue;
        }
        if (const std::optional<Draft> text = std::exchange(scalar, {}))
            spread(*text, materialise(*text));
        spread(draft, made);
    }
    const Draft value = scalar ? *scalar : Draft{{}, merged};
    if (!checkOwnWork(type, materialise(value)))
        return fail(u"Intersect produced invalid value. Consider using a default value."_s);
    return value;
}

} // namespace Workbench::Casting
