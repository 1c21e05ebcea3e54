// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonpointer.h"
#include "core/schema/casttype_p.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <array>

namespace Workbench::Casting {

using namespace Qt::StringLiterals;

namespace {

bool isEnumeration(const Json &list, bool nullAllowed)
{
    return list.isArray() && std::ranges::none_of(list.items(), [nullAllowed](const Json &item) {
        return item.isArray() || item.isObject() || (item.isNull() && !nullAllowed);
    });
}

Kind scalarKind(QStringView name)
{
    static constexpr std::array<std::pair<QLatin1StringView, Kind>, 5> kinds{{
        {"string"_L1, Kind::String},
        {"number"_L1, Kind::Number},
        {"integer"_L1, Kind::Integer},
        {"boolean"_L1, Kind::Boolean},
        {"null"_L1, Kind::Null},
    }};
    for (const auto &[text, kind] : kinds) {
        if (name == text)
            return kind;
    }
    return Kind::Unknown;
}

void setBounds(SizeBounds &bounds, const Json &minimum, const Json &maximum)
{
    if (!bounds.minimum && minimum.isNumber())
        bounds.minimum = minimum.toDouble();
    if (!bounds.maximum && maximum.isNumber())
        bounds.maximum = maximum.toDouble();
}

void setNumber(Json &bound, const Json &value)
{
    if (bound.isAbsent() && value.isNumber())
        bound = value;
}

//! Converts a schema to a type. \source core/schema/README.md 1, "Upstream" and "Extended mode"
class Converter {
public:
    Converter(CastType::Compiled &compiled, Json document, SchemaConversion conversion)
        : m_compiled(compiled)
        , m_document(std::move(document))
        , m_extended(conversion == SchemaConversion::Extended)
    {
    }

    void run()
    {
        m_compiled.root = convert(m_document);
        // Targets are put in a list instead of being followed, so chains and cycles of references use no
        // stack.
        while (!m_waiting.isEmpty()) {
            const auto [text, schema] = m_waiting.takeLast();
            const Type *target = convert(schema);
            for (Type *reference : m_references.value(text))
                reference->target = target;
            m_targets.insert(text, target);
        }
        for (Type &type : m_compiled.types)
            type.prepareForQuickCheck();
    }

private:
    Type *make(Kind kind)
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

    Type *makeRaising(Error error)
    {
        Type *type = make(Kind::Raises);
        type->error = std::move(error);
        return type;
    }

    //! Returns a type that raises if there are too many subschemas, otherwise null.
    Type *countSubschema()
    {
        if (++m_converted <= m_compiled.limits.schemaSubschemas)
            return nullptr;
        return makeRaising(
            limitError(m_compiled.limits, u"schema.subschemas", u"The schema has too many subschemas"_s));
    }

    //! Adds the keywords of \a schema that the type does not have yet. Called twice for a single part of
    //! allOf, anyOf or oneOf: keywords of the part take precedence over those of the outer schema.
    Type *withOptions(Type *type, const Json &schema)
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
            setBounds(
                type->object->size, schema.member("minProperties"_L1), schema.member("maxProperties"_L1));
        }
        if (type->kind == Kind::Intersect)
            type->closed = type->closed || !schema.member("unevaluatedProperties"_L1).toBoolean(true);
        return type;
    }

    Type *combined(Kind kind, const Json &parts, const Json &schema)
    {
        if (parts.size() == 0)
            return withOptions(make(Kind::Never), schema);
        if (parts.size() == 1) {
            Type *type = convert(parts.at(0));
            if (kind == Kind::Union && type->onlyAlternative.isAbsent())
                type->onlyAlternative = parts.at(0);
            return withOptions(type, schema);
        }
        return ofParts(kind, parts, schema);
    }

    Type *ofParts(Kind kind, const Json &parts, const Json &schema)
    {
        Type *type = make(kind);
        for (const Json &part : parts.items())
            type->parts.append(convert(part));
        return withOptions(type, schema);
    }

    //! Returns the type for the alternatives or the list of constants in \a schema; null without them.
    Type *combination(const Json &schema)
    {
        if (const Json parts = schema.member("allOf"_L1); parts.isArray())
            return combined(Kind::Intersect, parts, schema);
        for (const QLatin1StringView keyword : {"anyOf"_L1, "oneOf"_L1}) {
            if (const Json parts = schema.member(keyword); parts.isArray())
                return combined(Kind::Union, parts, schema);
        }
        const Json values = schema.member("enum"_L1);
        return isEnumeration(values, m_extended) ? enumeration(values, schema) : nullptr;
    }

    Type *enumeration(const Json &values, const Json &schema)
    {
        QList<const Type *> variants;
        for (const Json &value : values.items())
            variants.append(makeLiteral(value));
        Type *type = variants.size() == 1 ? &m_compiled.types.back()
                                          : make(variants.isEmpty() ? Kind::Never : Kind::Union);
        if (type->kind == Kind::Union)
            type->parts = std::move(variants);
        if (m_extended)
            type->defaultValue = schema.member("default"_L1);
        return type;
    }

    Type *makeLiteral(const Json &value)
    {
        Type *type = make(value.isNull() ? Kind::Null : Kind::Literal);
        type->literal = value;
        return type;
    }

    Type *object(const Json &schema, const Json &properties)
    {
        Type *type = make(Kind::Object);
        for (const Json::Members::Entry &entry : properties.members()) {
            const QString name = entry.key();
            if (type->object->names.contains(name))
                continue;
            type->object->names.insert(name);
            type->object->properties.append({name, convert(properties.member(name))});
        }
        setRequired(*type->object, schema.member("required"_L1));
        // Required names without a property count only if no required name has a property.
        QStringList declared;
        for (const ObjectRules::Property &property : std::as_const(type->object->properties)) {
            if (type->object->isRequired(property.name))
                declared.append(property.name);
        }
        if (!declared.isEmpty())
            type->object->required = declared;
        return withOptions(type, schema);
    }

    Type *array(const Json &items, const Json &schema)
    {
        Type *type = make(Kind::Array);
        type->array->items = convert(items);
        return withOptions(type, schema);
    }

    Type *record(const Json &schema)
    {
        Type *type = make(Kind::Record);
        type->object->additionalType = convert(schema.member("additionalProperties"_L1));
        return withOptions(type, schema);
    }

    Type *reference(const Json &text)
    {
        const QString pointer = text.toString();
        if (!m_extended)
            return makeRaising(raised(u"Unable to dereference schema with $id '%1'"_s.arg(pointer)));
        const Json schema = JsonPointer::resolve(m_document, QStringView(pointer).sliced(1));
        if (schema.isAbsent())
            return make(Kind::Unknown);
        Type *type = make(Kind::Ref);
        type->target = m_targets.value(pointer);
        if (!type->target) {
            if (!m_references.contains(pointer))
                m_waiting.append({pointer, schema});
            m_references[pointer].append(type);
        }
        return type;
    }

    Type *ofType(const QString &name, const Json &schema)
    {
        if (name == "object"_L1) {
            const Json properties = schema.member("properties"_L1);
            const Json additional = schema.member("additionalProperties"_L1);
            const bool isMap = additional.isObject() || additional.toBoolean();
            return !properties.isObject() && isMap ? record(schema) : object(schema, properties);
        }
        if (name == "array"_L1) {
            const Json items = schema.member("items"_L1);
            const Json prefix = schema.member("prefixItems"_L1);
            if (items.isArray() || prefix.isArray())
                return ofParts(Kind::Tuple, items.isArray() ? items : prefix, schema);
            return array(items, schema);
        }
        return withOptions(make(scalarKind(name)), schema);
    }

    Type *extendedForm(const Json &schema, bool nullableDone)
    {
        const Json ref = schema.member("$ref"_L1);
        if (ref.isString() && (ref.toString() == "#"_L1 || ref.toString().startsWith("#/"_L1)))
            return reference(ref);
        if (!nullableDone && schema.member("nullable"_L1).toBoolean()) {
            const Type *rest = convert(schema, true);
            Type *type = make(Kind::Union);
            type->defaultValue = schema.member("default"_L1);
            type->parts = {rest, make(Kind::Null)};
            return type;
        }
        if (Type *type = combination(schema))
            return type;
        if (const Json value = schema.member("const"_L1); !value.isAbsent())
            return withOptions(makeLiteral(value), schema);

        const Json name = schema.member("type"_L1);
        if (name.isArray() && name.size() != 1) {
            Type *type = make(name.size() == 0 ? Kind::Never : Kind::Union);
            type->defaultValue = schema.member("default"_L1);
            for (const Json &one : name.items()) {
                const QScopedValueRollback level(m_depth, m_depth + 1);
                Type *tooMany = countSubschema();
                type->parts.append(tooMany ? tooMany : ofType(one.toString(), schema));
            }
            return type;
        }
        if (!name.isAbsent())
            return ofType((name.isArray() ? name.at(0) : name).toString(), schema);
        if (schema.member("properties"_L1).isObject())
            return ofType(u"object"_s, schema);
        const Json items = schema.member("items"_L1);
        return ofType(items.isObject() || items.isArray() ? u"array"_s : QString(), schema);
    }

    Type *upstreamForm(const Json &schema)
    {
        if (Type *type = combination(schema))
            return type;

        const QString name = schema.member("type"_L1).toString();
        const Json properties = schema.member("properties"_L1);
        const Json required = schema.member("required"_L1);
        if (name == "object"_L1 && properties.isObject()
            && (required.isAbsent()
                || (required.isArray() && std::ranges::all_of(required.items(), &Json::isString))))
            return object(schema, properties);
        const Json items = schema.member("items"_L1);
        if (name == "array"_L1 && items.isArray())
            return ofParts(Kind::Tuple, items, schema);
        if (name == "array"_L1 && items.isObject())
            return array(items, schema);
        if (const Json value = schema.member("const"_L1); value.isObject() || value.isArray())
            return withOptions(makeLiteral(value), schema);
        if (const Json ref = schema.member("$ref"_L1); ref.isString())
            return reference(ref);
        return withOptions(make(scalarKind(name)), schema);
    }

    Type *convert(const Json &schema, bool nullableDone = false)
    {
        const QScopedValueRollback level(m_depth, m_depth + 1);
        const Limits &limits = m_compiled.limits;
        if (m_depth > limits.jsonDepth)
            return makeRaising(
                limitError(limits, u"json.depth", u"The schema is nested too deeply for Cast"_s));
        if (Type *tooMany = countSubschema())
            return tooMany;
        if (!schema.isObject())
            return make(Kind::Unknown);
        Type *type = m_extended ? extendedForm(schema, nullableDone) : upstreamForm(schema);
        type->schema = schema;
        return type;
    }

    void stringOptions(StringRules &rules, const Json &schema) const
    {
        setBounds(rules.length, schema.member("minLength"_L1), schema.member("maxLength"_L1));
        const Json pattern = schema.member("pattern"_L1);
        if (!rules.pattern && pattern.isString())
            rules.pattern = std::make_unique<Pattern>(pattern.toString(), m_compiled.limits);
        const Json format = schema.member("format"_L1);
        if (!m_extended && !rules.format && format.isString())
            rules.format = format.toString();
    }

    static void numberOptions(NumberRules &rules, const Json &schema)
    {
        setNumber(rules.minimum, schema.member("minimum"_L1));
        setNumber(rules.maximum, schema.member("maximum"_L1));
        setNumber(rules.exclusiveMinimum, schema.member("exclusiveMinimum"_L1));
        setNumber(rules.exclusiveMaximum, schema.member("exclusiveMaximum"_L1));
        setNumber(rules.multipleOf, schema.member("multipleOf"_L1));
    }

    void arrayOptions(ArrayRules &rules, const Json &schema)
    {
        setBounds(rules.size, schema.member("minItems"_L1), schema.member("maxItems"_L1));
        setBounds(rules.containsCount, schema.member("minContains"_L1), schema.member("maxContains"_L1));
        rules.unique = rules.unique || schema.member("uniqueItems"_L1).toBoolean();
        const Json contains = schema.member("contains"_L1);
        if (!rules.contains && !contains.isAbsent())
            rules.contains = m_extended ? convert(contains) : makeRaising(raised(u"Unknown type"_s));
    }

    static void setRequired(ObjectRules &rules, const Json &required)
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

    void objectOptions(ObjectRules &rules, const Json &schema)
    {
        setBounds(rules.size, schema.member("minProperties"_L1), schema.member("maxProperties"_L1));
        setRequired(rules, schema.member("required"_L1));
        using enum ObjectRules::Additional;
        const Json additional = schema.member("additionalProperties"_L1);
        if (rules.additional != Unset || additional.isAbsent())
            return;
        if (additional.isObject()) {
            rules.additional = Typed;
            rules.additionalType = m_extended ? convert(additional) : makeRaising(raised(u"Unknown type"_s));
        } else {
            rules.additional = additional.toBoolean(true) ? Any : None;
        }
    }

    CastType::Compiled &m_compiled;
    Json m_document;
    bool m_extended;
    qint64 m_depth = 0;
    qint64 m_converted = 0;
    QHash<QString, QList<Type *>> m_references;
    QHash<QString, const Type *> m_targets;
    QList<std::pair<QString, Json>> m_waiting;
};

} // namespace

void convertSchema(CastType::Compiled &compiled, const Json &schema, SchemaConversion conversion)
{
    Converter(compiled, schema, conversion).run();
}

Error raised(const QString &text)
{
    return {ErrorKind::Validation, u"cast.raised"_s, text};
}

} // namespace Workbench::Casting
