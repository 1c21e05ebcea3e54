// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/castevaluator_p.h"

namespace Workbench::Casting {

using namespace Qt::StringLiterals;

namespace {

//! Returns the length that Array.from({length}) uses: without the fraction.
qint64 lengthOf(double value)
{
    return value > 0 ? qint64(std::min(value, 9e15)) : 0;
}

} // namespace

//! \source core/schema/README.md 2.3
Draft Evaluator::create(const Type &type)
{
    const Nesting nesting(*this, m_createDepth, m_limits.jsonDepth);
    if (!nesting || !step())
        return {};
    if (!type.defaultValue.isAbsent())
        return {.leaf = type.defaultValue, .container = {}, .isDefault = true};
    const auto fail = [this](const QString &text) {
        raise(raised(text));
        return Draft();
    };
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
    if (type.array->unique) {
        raise(raised(u"Array with the uniqueItems constraint requires a default value"_s));
        return {};
    }
    if (type.array->contains) {
        raise(raised(u"Array with the contains constraint requires a default value"_s));
        return {};
    }
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
    if (!checkOwnWork(type, materialise(value))) {
        raise(raised(u"Intersect produced invalid value. Consider using a default value."_s));
        return {};
    }
    return value;
}

} // namespace Workbench::Casting
