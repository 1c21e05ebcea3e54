// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/castconverter_p.h"

namespace Workbench::Casting {

using namespace Qt::StringLiterals;

namespace {

void setBound(std::optional<double> &bound, const Json &value)
{
    if (!bound && value.isNumber())
        bound = value.toDouble();
}

void setNumber(Json &bound, const Json &value)
{
    if (bound.isAbsent() && value.isNumber())
        bound = value;
}

} // namespace

Type *Converter::make(Kind kind)
{
    Type &type = m_compiled.types.emplace_back();
    type.kind = kind;
    switch (kind) {
    case Kind::String: type.string = std::make_unique<StringRules>(); break;
    case Kind::Number:
    case Kind::Integer: type.number = std::make_unique<NumberRules>(); break;
    case Kind::Array: type.array = std::make_unique<ArrayRules>(); break;
    case Kind::Object:
    case Kind::Record: type.object = std::make_unique<ObjectRules>(); break;
    default: break;
    }
    return &type;
}

Type *Converter::makeRaising(Error error)
{
    Type *type = make(Kind::Raises);
    type->error = std::move(error);
    return type;
}

void Converter::stringOptions(StringRules &rules, const Json &schema) const
{
    setBound(rules.length.minimum, schema.member("minLength"_L1));
    setBound(rules.length.maximum, schema.member("maxLength"_L1));
    const Json pattern = schema.member("pattern"_L1);
    if (!rules.pattern && pattern.isString())
        rules.pattern = std::make_unique<Pattern>(pattern.toString(), m_compiled.limits);
    const Json format = schema.member("format"_L1);
    if (!m_extended && !rules.hasFormat && format.isString()) {
        rules.hasFormat = true;
        rules.format = format.toString();
    }
}

void Converter::numberOptions(NumberRules &rules, const Json &schema)
{
    setNumber(rules.minimum, schema.member("minimum"_L1));
    setNumber(rules.maximum, schema.member("maximum"_L1));
    setNumber(rules.exclusiveMinimum, schema.member("exclusiveMinimum"_L1));
    setNumber(rules.exclusiveMaximum, schema.member("exclusiveMaximum"_L1));
    setNumber(rules.multipleOf, schema.member("multipleOf"_L1));
}

void Converter::arrayOptions(ArrayRules &rules, const Json &schema)
{
    setBound(rules.size.minimum, schema.member("minItems"_L1));
    setBound(rules.size.maximum, schema.member("maxItems"_L1));
    setBound(rules.containsCount.minimum, schema.member("minContains"_L1));
    setBound(rules.containsCount.maximum, schema.member("maxContains"_L1));
    rules.unique = rules.unique
        || (schema.member("uniqueItems"_L1).isBoolean() && schema.member("uniqueItems"_L1).toBoolean());
    const Json contains = schema.member("contains"_L1);
    if (!rules.contains && !contains.isAbsent())
        rules.contains = m_extended ? convert(contains) : makeRaising(raised(u"Unknown type"_s));
}

void Converter::setRequired(ObjectRules &rules, const Json &required)
{
    if (rules.required || !required.isArray())
        return;
    rules.required.emplace();
    for (const Json &name : required.items()) {
        if (!name.isString() || rules.requiredNames.contains(name.toString()))
            continue;
        rules.requiredNames.insert(name.toString());
        rules.required->append(name.toString());
    }
}

void Converter::objectOptions(ObjectRules &rules, const Json &schema)
{
    setBound(rules.size.minimum, schema.member("minProperties"_L1));
    setBound(rules.size.maximum, schema.member("maxProperties"_L1));
    setRequired(rules, schema.member("required"_L1));
    using enum ObjectRules::Additional;
    const Json additional = schema.member("additionalProperties"_L1);
    if (rules.additional != Unset || additional.isAbsent())
        return;
    if (additional.isObject()) {
        rules.additional = Typed;
        rules.additionalType = m_extended ? convert(additional) : makeRaising(raised(u"Unknown type"_s));
    } else {
        rules.additional = additional.isBoolean() && !additional.toBoolean() ? None : Any;
    }
}

//! Keywords of \a schema that the type does not have yet. Called twice for a single part of allOf, anyOf or
//! oneOf: the keywords of the outer schema lie underneath those of the part.
Type *Converter::withOptions(Type *type, const Json &schema)
{
    if (type->defaultValue.isAbsent())
        type->defaultValue = schema.member("default"_L1);
    if (type->string)
        stringOptions(*type->string, schema);
    if (type->number)
        numberOptions(*type->number, schema);
    if (type->array)
        arrayOptions(*type->array, schema);
    if (type->kind == Kind::Object)
        objectOptions(*type->object, schema);
    if (type->kind == Kind::Record) {
        setBound(type->object->size.minimum, schema.member("minProperties"_L1));
        setBound(type->object->size.maximum, schema.member("maxProperties"_L1));
    }
    if (type->kind == Kind::Intersect) {
        const Json unevaluated = schema.member("unevaluatedProperties"_L1);
        type->closed = type->closed || (unevaluated.isBoolean() && !unevaluated.toBoolean());
    }
    return type;
}

} // namespace Workbench::Casting
