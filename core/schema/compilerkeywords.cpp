// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonnumber.h"
#include "core/json/jsonpointer.h"
#include "core/schema/compiler_p.h"

#include <array>
#include <limits>

// One reader for each shape of keyword: the assertions, then the keywords that contain schemas.
namespace Workbench::SchemaProgram {

using namespace Qt::StringLiterals;

QLatin1StringView kindName(const Json &value)
{
    switch (value.kind()) {
    case JsonKind::Absent: return "nothing"_L1;
    case JsonKind::Null: return "null"_L1;
    case JsonKind::Boolean: return "boolean"_L1;
    case JsonKind::Number: return "number"_L1;
    case JsonKind::String: return "string"_L1;
    case JsonKind::Array: return "array"_L1;
    case JsonKind::Object: return "object"_L1;
    }
    return {};
}

const QHash<QByteArray, Compiler::KeywordInfo> &Compiler::keywordTable(SchemaDialect dialect)
{
    constexpr auto o2 = SchemaDialect::OpenApi2;
    constexpr auto o3 = SchemaDialect::OpenApi3_0;
    constexpr auto d4 = SchemaDialect::Draft4;
    constexpr auto d6 = SchemaDialect::Draft6;
    constexpr auto d7 = SchemaDialect::Draft7;
    constexpr auto d19 = SchemaDialect::Draft2019_09;
    constexpr auto d20 = SchemaDialect::Draft2020_12;
    constexpr auto end = SchemaDialect::OpenApi3_1;
    using C = Compiler;
    using K = Keyword;
    constexpr auto any = JsonKind::Absent;
    constexpr auto string = JsonKind::String;
    constexpr auto boolean = JsonKind::Boolean;
    constexpr auto number = JsonKind::Number;
    constexpr auto array = JsonKind::Array;
    constexpr auto object = JsonKind::Object;
    static constexpr KeywordInfo infos[] = {
        {"$ref"_L1, o2, end, CoreVocabulary, string, &C::readReference, K::Ref},
        {"$recursiveRef"_L1, d19, d19, CoreVocabulary, string, &C::readReference, K::RecursiveRef},
        {"$dynamicRef"_L1, d20, end, CoreVocabulary, string, &C::readReference, K::DynamicRef},
        {"$defs"_L1, d4, end, CoreVocabulary, any, &C::readDefinitions},
        {"definitions"_L1, d4, end, CoreVocabulary, any, &C::readDefinitions},
        {"$comment"_L1, d7, end, CoreVocabulary, string, nullptr},
        {"$vocabulary"_L1, d19, end, CoreVocabulary, object, nullptr},

        {"type"_L1, o2, end, ValidationVocabulary, any, &C::readType},
        {"enum"_L1, o2, end, ValidationVocabulary, array, &C::readEnum},
        {"const"_L1, d6, end, ValidationVocabulary, any, &C::readConst},
        {"multipleOf"_L1, o2, end, ValidationVocabulary, number, &C::readBound, K::MultipleOf},
        {"maximum"_L1, o2, end, ValidationVocabulary, number, &C::readBound, K::Maximum},
        {"minimum"_L1, o2, end, ValidationVocabulary, number, &C::readBound, K::Minimum},
        {"exclusiveMaximum"_L1, o2, d4, ValidationVocabulary, boolean, &C::readExclusiveFlag, K::Maximum},
        {"exclusiveMinimum"_L1, o2, d4, ValidationVocabulary, boolean, &C::readExclusiveFlag, K::Minimum},
        {"maxLength"_L1, o2, end, ValidationVocabulary, any, &C::readCount, K::MaxLength},
        {"minLength"_L1, o2, end, ValidationVocabulary, any, &C::readCount, K::MinLength},
        {"pattern"_L1, o2, end, ValidationVocabulary, string, &C::readPattern},
        {"format"_L1, o2, end, FormatVocabulary, string, &C::readFormat},
        {"maxItems"_L1, o2, end, ValidationVocabulary, any, &C::readCount, K::MaxItems},
        {"minItems"_L1, o2, end, ValidationVocabulary, any, &C::readCount, K::MinItems},
        {"uniqueItems"_L1, o2, end, ValidationVocabulary, boolean, &C::readUnique},
        {"maxProperties"_L1, o2, end, ValidationVocabulary, any, &C::readCount, K::MaxProperties},
        {"minProperties"_L1, o2, end, ValidationVocabulary, any, &C::readCount, K::MinProperties},
        {"required"_L1, o2, end, ValidationVocabulary, any, &C::readRequired},
        {"dependentRequired"_L1, d19, end, ValidationVocabulary, object, &C::readDependentRequired},

        {"allOf"_L1, o2, end, ApplicatorVocabulary, any, &C::readSchemaList, K::AllOf},
        {"anyOf"_L1, o3, end, ApplicatorVocabulary, any, &C::readSchemaList, K::AnyOf},
        {"oneOf"_L1, o3, end, ApplicatorVocabulary, any, &C::readSchemaList, K::OneOf},
        {"not"_L1, o3, end, ApplicatorVocabulary, any, &C::readSchema, K::Not},
        {"if"_L1, d7, end, ApplicatorVocabulary, any, &C::readIf},
        {"then"_L1, d7, end, ApplicatorVocabulary, any, &C::readUnusedSchema},
        {"else"_L1, d7, end, ApplicatorVocabulary, any, &C::readUnusedSchema},
        {"dependentSchemas"_L1, d19, end, ApplicatorVocabulary, any, &C::readSchemaMap, K::DependentSchemas},
        {"dependencies"_L1, d4, end, ApplicatorVocabulary, object, &C::readDependencies},
        {"properties"_L1, o2, end, ApplicatorVocabulary, any, &C::readSchemaMap, K::Properties},
        {"patternProperties"_L1, d4, end, ApplicatorVocabulary, any, &C::readPatternProperties},
        {"additionalProperties"_L1, o2, end, ApplicatorVocabulary, any, &C::readAdditionalProperties},
        {"propertyNames"_L1, d6, end, ApplicatorVocabulary, any, &C::readSchema, K::PropertyNames},
        {"prefixItems"_L1, d20, end, ApplicatorVocabulary, any, &C::readSchemaList, K::PrefixItems},
        {"items"_L1, o2, end, ApplicatorVocabulary, any, &C::readItems},
        {"additionalItems"_L1, d4, d19, ApplicatorVocabulary, any, &C::readAdditionalItems},
        {"contains"_L1, d6, end, ApplicatorVocabulary, any, &C::readContains},
        {"maxContains"_L1, d19, end, ValidationVocabulary, any, &C::readCount, K::Contains},
        {"minContains"_L1, d19, end, ValidationVocabulary, any, &C::readCount, K::Contains},
        {"unevaluatedItems"_L1, d19, end, UnevaluatedVocabulary, any, &C::readSchema, K::UnevaluatedItems},
        {"unevaluatedProperties"_L1, d19, end, UnevaluatedVocabulary, any, &C::readSchema,
            K::UnevaluatedProperties},

        {"title"_L1, o2, end, MetaDataVocabulary, string, nullptr},
        {"description"_L1, o2, end, MetaDataVocabulary, string, nullptr},
        {"examples"_L1, d6, end, MetaDataVocabulary, array, nullptr},
        {"readOnly"_L1, d7, end, MetaDataVocabulary, boolean, &C::readDirection, K::ReadOnly},
        {"writeOnly"_L1, d7, end, MetaDataVocabulary, boolean, &C::readDirection, K::WriteOnly},
        {"deprecated"_L1, d19, end, MetaDataVocabulary, boolean, nullptr},
        {"contentEncoding"_L1, d7, end, ContentVocabulary, string, nullptr},
        {"contentMediaType"_L1, d7, end, ContentVocabulary, string, nullptr},
        {"contentSchema"_L1, d19, end, ContentVocabulary, any, &C::readUnusedSchema},
        // From draft 6 the exclusive bounds are separate numbers.
        {"exclusiveMaximum"_L1, d6, end, ValidationVocabulary, number, &C::readBound, K::ExclusiveMaximum},
        {"exclusiveMinimum"_L1, d6, end, ValidationVocabulary, number, &C::readBound, K::ExclusiveMinimum},
        // The keywords that OpenAPI adds, except "example", which may be any value.
        {"nullable"_L1, o3, o3, ValidationVocabulary, boolean, nullptr},
        {"readOnly"_L1, o2, o3, MetaDataVocabulary, boolean, &C::readDirection, K::ReadOnly},
        {"writeOnly"_L1, o3, o3, MetaDataVocabulary, boolean, &C::readDirection, K::WriteOnly},
        {"deprecated"_L1, o3, o3, MetaDataVocabulary, boolean, nullptr},
        {"discriminator"_L1, o2, end, OpenApiVocabulary, any, &C::readDiscriminator},
        {"xml"_L1, o2, end, OpenApiVocabulary, object, nullptr},
        {"externalDocs"_L1, o2, end, OpenApiVocabulary, object, nullptr},
    };
    static const auto tables = [] {
        std::array<QHash<QByteArray, KeywordInfo>, size_t(end) + 1> made;
        for (size_t i = 0; i < made.size(); ++i) {
            const auto each = SchemaDialect(i);
            for (const KeywordInfo &info : infos) {
                const bool isForeign = info.vocabulary == OpenApiVocabulary && !isOpenApi(each);
                if (each >= info.from && each <= info.to && !isForeign)
                    made[i].insert(QByteArray(info.name.data(), info.name.size()), info);
            }
        }
        return made;
    }();
    return tables[size_t(dialect)];
}

void Compiler::readType(const KeywordInfo &info, const Json &value)
{
    static const QHash<QString, quint8> bits{{u"null"_s, NullBit}, {u"boolean"_s, BooleanBit},
        {u"number"_s, NumberBit}, {u"integer"_s, IntegerBit}, {u"string"_s, StringBit},
        {u"array"_s, ArrayBit}, {u"object"_s, ObjectBit}};
    const SchemaDialect dialect = m_task->node->resource->dialect;
    if (dialect == SchemaDialect::OpenApi2 && value.toString() == "file"_L1)
        return; // the transport defines the value of a file
    const qsizetype count = value.isArray() ? value.size() : 1;
    quint8 types = 0;
    for (qsizetype i = 0; i < count; ++i) {
        const Json name = value.isArray() ? value.at(i) : value;
        const quint8 bit = bits.value(name.toString());
        if (bit == 0) {
            const QString got =
                name.isString() ? u"\"%1\""_s.arg(name.toString().left(40)) : QString(kindName(name));
            problem(info.name, u"Expected the name of a type, got %1"_s.arg(got));
            return;
        }
        types |= bit;
    }
    if (count == 0)
        problem(info.name, u"Expected at least one type"_s);
    if (dialect == SchemaDialect::OpenApi3_0 && m_task->schema.member("nullable"_L1).toBoolean())
        types |= NullBit;
    add(Keyword::Type, info, value).types = types;
}

void Compiler::readEnum(const KeywordInfo &info, const Json &value)
{
    Op &op = add(Keyword::Enum, info, value);
    qsizetype index = 0;
    for (const Json &item : value.items())
        op.lookup[item.hash()].append(index++);
}

void Compiler::readConst(const KeywordInfo &info, const Json &value)
{
    add(Keyword::Const, info, value);
}

void Compiler::readBound(const KeywordInfo &info, const Json &value)
{
    Keyword keyword = info.keyword;
    if (keyword == Keyword::MultipleOf)
        expect(JsonNumber::compare(value.numberText(), "0") > 0, info, value, "a number above 0"_L1);
    if (m_task->node->resource->dialect <= SchemaDialect::Draft4) {
        if (keyword == Keyword::Maximum && m_task->schema.member("exclusiveMaximum"_L1).toBoolean())
            keyword = Keyword::ExclusiveMaximum;
        else if (keyword == Keyword::Minimum && m_task->schema.member("exclusiveMinimum"_L1).toBoolean())
            keyword = Keyword::ExclusiveMinimum;
    }
    add(keyword, info, value);
}

void Compiler::readExclusiveFlag(const KeywordInfo &info, const Json &)
{
    const auto partner = info.keyword == Keyword::Maximum ? "maximum"_L1 : "minimum"_L1;
    if (m_task->schema.member(partner).isAbsent())
        problem(info.name, u"Needs \"%1\" beside it"_s.arg(partner));
}

void Compiler::readCount(const KeywordInfo &info, const Json &value)
{
    const bool good = value.isInteger() && JsonNumber::compare(value.numberText(), "0") >= 0;
    if (!expect(good, info, value, "a whole number of at least 0"_L1) || info.keyword == Keyword::Contains)
        return; // minContains and maxContains belong to "contains"
    add(info.keyword, info, value).count = value.toInteger().value_or(std::numeric_limits<qint64>::max());
}

void Compiler::readPattern(const KeywordInfo &info, const Json &value)
{
    const RegexPointer compiled = regex(info.name, value.toString());
    add(Keyword::Pattern, info, value).patterns.push_back(compiled);
}

void Compiler::readFormat(const KeywordInfo &info, const Json &value)
{
    if (m_task->node->resource->assertFormats || m_options.notesFormats)
        add(Keyword::Format, info, value);
}

void Compiler::readUnique(const KeywordInfo &info, const Json &value)
{
    if (value.toBoolean())
        add(Keyword::UniqueItems, info, value);
}

bool Compiler::stringList(
    const KeywordInfo &info, const QString &path, const Json &value, QList<QByteArray> &names)
{
    bool good = value.isArray();
    for (const Json &name : value.items()) {
        good = good && name.isString();
        names.append(name.utf8().toByteArray());
    }
    if (!good)
        problem(path.isEmpty() ? QString(info.name) : path, u"Expected an array of strings"_s);
    return good;
}

void Compiler::readRequired(const KeywordInfo &info, const Json &value)
{
    QList<QByteArray> names;
    if (stringList(info, {}, value, names))
        add(Keyword::Required, info, value).requirements.append({{}, names});
}

void Compiler::readDependentRequired(const KeywordInfo &info, const Json &value)
{
    QList<std::pair<QByteArray, QList<QByteArray>>> requirements;
    for (const auto &entry : value.members()) {
        QList<QByteArray> names;
        if (stringList(info, JsonPointer::child(info.name, entry.key()), entry.value(), names))
            requirements.append({entry.keyUtf8().toByteArray(), names});
    }
    add(Keyword::DependentRequired, info, value).requirements = requirements;
}

void Compiler::readDirection(const KeywordInfo &info, const Json &value)
{
    if (value.toBoolean())
        add(info.keyword, info, value);
}

//! Reads "discriminator": an object from 3.0 on. In 2.0 it is only a name, without alternatives to choose
//! from.
void Compiler::readDiscriminator(const KeywordInfo &info, const Json &value)
{
    if (m_task->node->resource->dialect == SchemaDialect::OpenApi2) {
        expect(value.isString(), info, value, "a string"_L1);
        return;
    }
    if (!expect(value.isObject(), info, value, "an object"_L1))
        return;
    if (value.member("propertyName"_L1).isString())
        m_task->node->discriminator = value;
    else
        problem(info.name, u"Expected \"propertyName\" with the name of a member"_s);
}

void Compiler::readReference(const KeywordInfo &info, const Json &value)
{
    if (info.keyword == Keyword::RecursiveRef && value.toString() != "#"_L1)
        problem(info.name, u"Expected \"#\""_s);
    add(info.keyword, info, value).children.push_back({info.name, nullptr, {}, {}});
}

void Compiler::readSchemaList(const KeywordInfo &info, const Json &value)
{
    if (!expect(value.isArray() && value.size() > 0, info, value, "an array of at least one schema"_L1))
        return;
    addSchemas(info.keyword, info, value);
}

//! Adds an operation with the subschemas in the list \a value.
void Compiler::addSchemas(Keyword keyword, const KeywordInfo &info, const Json &value)
{
    std::vector<Child> children;
    qsizetype index = 0;
    for (const Json &schema : value.items()) {
        const QString path = JsonPointer::child(info.name, index++);
        children.push_back({path, child(path, schema), {}, {}});
    }
    add(keyword, info, value).children = std::move(children);
}

//! Adds an operation with the subschema \a value.
Op &Compiler::addSchema(Keyword keyword, const KeywordInfo &info, const Json &value, bool booleanAllowed)
{
    Node *node = child(info.name, value, booleanAllowed);
    Op &op = add(keyword, info, value);
    op.children.push_back({info.name, node, {}, {}});
    return op;
}

void Compiler::readSchema(const KeywordInfo &info, const Json &value)
{
    addSchema(info.keyword, info, value);
}

void Compiler::readSchemaMap(const KeywordInfo &info, const Json &value)
{
    if (!expect(value.isObject(), info, value, "an object of schemas"_L1))
        return;
    std::vector<Child> children;
    for (const auto &entry : value.members()) {
        const QString path = JsonPointer::child(info.name, entry.key());
        const Json schema = value.memberUtf8(entry.keyUtf8());
        if (schema.nodeAddress() == entry.value().nodeAddress())
            children.push_back({path, child(path, schema), entry.keyUtf8().toByteArray(), {}});
    }
    add(info.keyword, info, value).children = std::move(children);
}

void Compiler::readDefinitions(const KeywordInfo &info, const Json &value)
{
    if (!expect(value.isObject(), info, value, "an object of schemas"_L1))
        return;
    for (const auto &entry : value.members())
        child(JsonPointer::child(info.name, entry.key()), entry.value());
}

void Compiler::readDependencies(const KeywordInfo &info, const Json &value)
{
    std::vector<Child> children;
    QList<std::pair<QByteArray, QList<QByteArray>>> requirements;
    for (const auto &entry : value.members()) {
        const QString path = JsonPointer::child(info.name, entry.key());
        QList<QByteArray> names;
        if (!entry.value().isArray())
            children.push_back({path, child(path, entry.value()), entry.keyUtf8().toByteArray(), {}});
        else if (stringList(info, path, entry.value(), names))
            requirements.append({entry.keyUtf8().toByteArray(), names});
    }
    if (!children.empty())
        add(Keyword::DependentSchemas, info, value).children = std::move(children);
    if (!requirements.isEmpty())
        add(Keyword::DependentRequired, info, value).requirements = requirements;
}

void Compiler::readPatternProperties(const KeywordInfo &info, const Json &value)
{
    if (!expect(value.isObject(), info, value, "an object of schemas"_L1))
        return;
    std::vector<Child> children;
    for (const auto &entry : value.members()) {
        const QString path = JsonPointer::child(info.name, entry.key());
        children.push_back({path, child(path, entry.value()), {}, regex(path, entry.key())});
    }
    add(Keyword::PatternProperties, info, value).children = std::move(children);
}

void Compiler::readAdditionalProperties(const KeywordInfo &info, const Json &value)
{
    Op &op = addSchema(Keyword::AdditionalProperties, info, value, true);
    for (const auto &entry : m_task->schema.member("properties"_L1).members())
        op.names.insert(entry.keyUtf8().toByteArray());
    for (const auto &entry : m_task->schema.member("patternProperties"_L1).members())
        op.patterns.push_back(regex(JsonPointer::child(u"patternProperties"_s, entry.key()), entry.key()));
}

void Compiler::readItems(const KeywordInfo &info, const Json &value)
{
    const SchemaDialect dialect = m_task->node->resource->dialect;
    if (value.isArray() && dialect < SchemaDialect::Draft2020_12) {
        addSchemas(Keyword::PrefixItems, info, value);
        return;
    }
    Op &op = addSchema(Keyword::Items, info, value);
    if (dialect >= SchemaDialect::Draft2020_12)
        op.count = m_task->schema.member("prefixItems"_L1).size();
}

void Compiler::readAdditionalItems(const KeywordInfo &info, const Json &value)
{
    const Json items = m_task->schema.member("items"_L1);
    if (items.isArray())
        addSchema(Keyword::Items, info, value, true).count = items.size();
    else
        child(info.name, value, true); // without a list in "items" there are no additional items
}

void Compiler::readContains(const KeywordInfo &info, const Json &value)
{
    Op &op = addSchema(Keyword::Contains, info, value);
    op.count = 1;
    const Resource &resource = *m_task->node->resource;
    op.marks = resource.dialect >= SchemaDialect::Draft2020_12;
    if (resource.dialect < SchemaDialect::Draft2019_09 || !(resource.vocabularies & ValidationVocabulary))
        return;
    constexpr qint64 most = std::numeric_limits<qint64>::max();
    if (const Json least = m_task->schema.member("minContains"_L1); least.isInteger())
        op.count = least.toInteger().value_or(most);
    if (const Json greatest = m_task->schema.member("maxContains"_L1); greatest.isInteger())
        op.maximum = greatest.toInteger().value_or(most);
}

void Compiler::readIf(const KeywordInfo &info, const Json &value)
{
    Node *condition = child(info.name, value);
    std::vector<Child> children{{info.name, condition, {}, {}}};
    for (const QLatin1StringView name : {"then"_L1, "else"_L1}) {
        const Json branch = m_task->schema.member(name);
        // An empty path means that there is no such branch.
        children.push_back(branch.isAbsent() ? Child{} : Child{name, child(name, branch), {}, {}});
    }
    add(Keyword::If, info, value).children = std::move(children);
}

void Compiler::readUnusedSchema(const KeywordInfo &info, const Json &value)
{
    child(info.name, value); // it may be referred to, and its content must be well-formed
}

} // namespace Workbench::SchemaProgram
