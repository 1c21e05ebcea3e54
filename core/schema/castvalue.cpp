// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/castevaluator_p.h"

#include <QScopedValueRollback>

#include <algorithm>

namespace Workbench::Casting {

using namespace Qt::StringLiterals;

//! \source core/schema/README.md 2.4
Draft Evaluator::cast(const Type &type, const Json &value)
{
    const Nesting nesting(*this, m_typeDepth, 4 * m_limits.jsonDepth);
    if (!nesting)
        return {};
    const bool isGuided = m_refusals && !value.isAbsent();
    const Refusals::Place *place = isGuided ? m_refusals->at(value) : nullptr;
    if (isGuided && !place && !m_refusedWhole)
        return {value, {}};
    const bool startsWhole = !m_refusedWhole && place && place->whole;
    const QScopedValueRollback whole(m_refusedWhole, startsWhole ? value.nodeAddress() : m_refusedWhole);
    if (type.kind == Kind::Never) {
        raise(raised(u"Never types cannot be cast"_s));
        return {};
    }
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

//! One level down in the value.
Draft Evaluator::castInner(const Type &type, const Json &value)
{
    const Nesting nesting(*this, m_valueDepth, m_limits.jsonDepth);
    return nesting ? cast(type, value) : Draft();
}

//! One level down in a value that was made here: nothing of it was received.
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
        if (member.isAbsent() && !rules.isRequired(property.name))
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
        // A default need not be an array. A text is spread into its characters where padding is needed;
        // anything else has nothing to map.
        if (start.isString() && double(start.toString().size()) < rules.size.minimum.value_or(0)) {
            QList<Json> characters;
            for (const char32_t character : start.toString().toUcs4())
                characters.append(Json::string(QString::fromUcs4(&character, 1)));
            start = Json::array(characters);
        }
        m_kept.append(start);
        if (!start.isArray()) {
            raise(raised(u"The default value of an array type is not an array"_s));
            return {};
        }
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
    isDefault = isDefault && container->items.size() == count; // what it is padded with is no part of it
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
    // An item that the schema accepts and TypeBox does not is no reason to give up.
    const Refusals::Place *place = m_refusals ? m_refusals->at(value) : nullptr;
    const bool isUnfit = !m_refusals || (place && place->shrinks);
    // Undefined is kept as null here: a required Unknown that was absent does exist after the cast.
    if (isUnfit && !checkOwnWork(type, materialise({{}, unique}, true))) {
        raise(raised(u"Array cast produced invalid data due to uniqueItems constraint"_s));
        return {};
    }
    return {.leaf = {}, .container = unique, .isDefault = isDefault};
}

Draft Evaluator::castTuple(const Type &type, const Json &value)
{
    if (!value.isArray())
        return create(type);
    auto container = std::make_shared<Draft::Container>();
    container->isArray = true;
    for (qsizetype i = 0; i < type.parts.size() && !error; ++i)
        container->items.append(castInner(*type.parts.at(i), value.at(i)));
    return {{}, container};
}

Draft Evaluator::castUnion(const Type &type, const Json &value)
{
    if (!type.defaultValue.isAbsent())
        return {.leaf = type.defaultValue, .container = {}, .isDefault = true};
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
    // Within the variant only what it refuses is to be cast.
    const bool isWhole = m_refusals && m_refusedWhole && m_refusedWhole == value.nodeAddress();
    if (isWhole && m_refusals->narrow(value, chosenSchema))
        m_refusedWhole = nullptr;
    return cast(*chosen, value);
}

//! \source core/schema/README.md 2.5
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

//! Casts an object to each part of an intersection, for what that part refuses, and puts the members
//! together. TypeBox makes all of it anew, which fails where one member cannot be made, and empties lists.
Draft Evaluator::castToParts(const Type &type, const Json &value)
{
    QList<const Type *> parts = type.parts;
    // The alternatives are chosen first: until then the value is refused as a whole.
    std::ranges::stable_partition(
        parts, [this](const Type *part) { return resolved(*part)->kind == Kind::Union; });
    struct Made {
        std::shared_ptr<const Draft::Container> members;
        QHash<QString, qsizetype> places;
    };
    QList<Made> casts; // of the parts that change the value
    for (const Type *part : std::as_const(parts)) {
        const QScopedValueRollback<const void *> whole(
            m_refusedWhole, m_refusedWhole == value.nodeAddress() ? nullptr : m_refusedWhole);
        const Draft draft = cast(*part, value);
        if (error)
            return {};
        const bool isObject = draft.container && !draft.container->isArray;
        if (!isObject && draft.leaf.nodeAddress() != value.nodeAddress())
            return draft; // a default or a constant
        if (!isObject)
            continue;
        casts.append({draft.container, {}});
        for (qsizetype i = 0; i < draft.container->names.size(); ++i)
            casts.last().places.insert(draft.container->names.at(i), i);
    }
    auto container = std::make_shared<Draft::Container>();
    QSet<QString> present;
    for (const auto &[name, member] : uniqueMembers(value)) {
        present.insert(name);
        bool isKept = true; // by each part
        Draft chosen{member, {}};
        for (const Made &made : std::as_const(casts)) {
            const qsizetype place = made.places.value(name, -1);
            isKept = isKept && place >= 0;
            if (place >= 0 && made.members->items.at(place).leaf.nodeAddress() != member.nodeAddress())
                chosen = made.members->items.at(place);
        }
        if (isKept || chosen.leaf.nodeAddress() != member.nodeAddress())
            container->add(name, chosen);
    }
    for (const Made &made : std::as_const(casts)) {
        for (qsizetype i = 0; i < made.members->items.size(); ++i) {
            const QString &name = made.members->names.at(i);
            if (!present.contains(name))
                container->add(name, made.members->items.at(i));
            present.insert(name);
        }
    }
    return {{}, container};
}

Draft Evaluator::castIntersect(const Type &type, const Json &value)
{
    if (m_refusals && value.isObject())
        return castToParts(type, value);
    const Draft made = create(type);
    if (error)
        return {};
    Draft assigned = overlay(made, materialise(made), value);
    const Json candidate = materialise(assigned);
    m_kept.append(candidate);
    return check(type, candidate) ? assigned : made;
}

//! What Create made, \a made as JSON being \a json, with the value's contents laid over it. The outcome of
//! two containers is always an object: an array counts as one with the keys 0..n-1 and "length".
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

} // namespace Workbench::Casting
