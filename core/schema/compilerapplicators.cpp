// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonpointer.h"
#include "core/schema/compiler_p.h"

#include <limits>

// Keywords that contain schemas.
namespace Workbench::SchemaProgram {

using namespace Qt::StringLiterals;

void Compiler::readReference(const KeywordInfo &info, const Json &value)
{
    if (!expect(value.isString(), info, value, "a string"_L1))
        return;
    if (info.keyword == Keyword::RecursiveRef && value.toString() != "#"_L1)
        problem(info.name, u"Expected \"#\""_s);
    add(info.keyword, info, value).children.push_back({info.name, nullptr, {}, {}});
}

void Compiler::readSchemaList(const KeywordInfo &info, const Json &value)
{
    if (!expect(value.isArray() && value.size() > 0, info, value, "an array of at least one schema"_L1))
        return;
    std::vector<Child> children;
    qsizetype index = 0;
    for (const Json &schema : value.items()) {
        const QString path = JsonPointer::child(info.name, index++);
        children.push_back({path, child(path, schema, false), {}, {}});
    }
    add(info.keyword, info, value).children = std::move(children);
}

void Compiler::readSchema(const KeywordInfo &info, const Json &value)
{
    Node *node = child(info.name, value, false);
    add(info.keyword, info, value).children.push_back({info.name, node, {}, {}});
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
            children.push_back({path, child(path, schema, false), entry.keyUtf8().toByteArray(), {}});
    }
    add(info.keyword, info, value).children = std::move(children);
}

void Compiler::readDefinitions(const KeywordInfo &info, const Json &value)
{
    if (!expect(value.isObject(), info, value, "an object of schemas"_L1))
        return;
    for (const auto &entry : value.members())
        child(JsonPointer::child(info.name, entry.key()), entry.value(), false);
}

void Compiler::readDependencies(const KeywordInfo &info, const Json &value)
{
    if (!expect(value.isObject(), info, value, "an object"_L1))
        return;
    std::vector<Child> children;
    QList<std::pair<QByteArray, QList<QByteArray>>> requirements;
    for (const auto &entry : value.members()) {
        const QString path = JsonPointer::child(info.name, entry.key());
        QList<QByteArray> names;
        if (!entry.value().isArray())
            children.push_back({path, child(path, entry.value(), false), entry.keyUtf8().toByteArray(), {}});
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
        children.push_back({path, child(path, entry.value(), false), {}, regex(path, entry.key())});
    }
    add(Keyword::PatternProperties, info, value).children = std::move(children);
}

void Compiler::readAdditionalProperties(const KeywordInfo &info, const Json &value)
{
    Node *node = child(info.name, value);
    Op op;
    op.keyword = Keyword::AdditionalProperties;
    op.name = info.name;
    op.value = value;
    op.children.push_back({info.name, node, {}, {}});
    for (const auto &entry : m_task->schema.member("properties"_L1).members())
        op.names.insert(entry.keyUtf8().toByteArray());
    for (const auto &entry : m_task->schema.member("patternProperties"_L1).members())
        op.patterns.push_back(regex(JsonPointer::child(u"patternProperties"_s, entry.key()), entry.key()));
    m_task->node->ops.push_back(std::move(op));
}

void Compiler::readItems(const KeywordInfo &info, const Json &value)
{
    const SchemaDialect dialect = m_task->node->resource->dialect;
    if (value.isArray() && dialect < SchemaDialect::Draft2020_12) {
        std::vector<Child> children;
        qsizetype index = 0;
        for (const Json &schema : value.items()) {
            const QString path = JsonPointer::child(info.name, index++);
            children.push_back({path, child(path, schema, false), {}, {}});
        }
        add(Keyword::PrefixItems, info, value).children = std::move(children);
        return;
    }
    Node *node = child(info.name, value, false);
    Op &op = add(Keyword::Items, info, value);
    op.children.push_back({info.name, node, {}, {}});
    if (dialect >= SchemaDialect::Draft2020_12)
        op.count = m_task->schema.member("prefixItems"_L1).size();
}

void Compiler::readAdditionalItems(const KeywordInfo &info, const Json &value)
{
    Node *node = child(info.name, value);
    const Json items = m_task->schema.member("items"_L1);
    if (!items.isArray())
        return; // without a list in "items" there are no additional items
    Op &op = add(Keyword::Items, info, value);
    op.children.push_back({info.name, node, {}, {}});
    op.count = items.size();
}

void Compiler::readContains(const KeywordInfo &info, const Json &value)
{
    Node *node = child(info.name, value, false);
    Op &op = add(Keyword::Contains, info, value);
    op.children.push_back({info.name, node, {}, {}});
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
    Node *condition = child(info.name, value, false);
    std::vector<Child> children{{info.name, condition, {}, {}}};
    for (const QLatin1StringView name : {"then"_L1, "else"_L1}) {
        const Json branch = m_task->schema.member(name);
        // An empty path means that there is no such branch.
        children.push_back(branch.isAbsent() ? Child{} : Child{name, child(name, branch, false), {}, {}});
    }
    add(Keyword::If, info, value).children = std::move(children);
}

void Compiler::readUnusedSchema(const KeywordInfo &info, const Json &value)
{
    child(info.name, value, false); // it may be referred to, and its content must be well-formed
}

} // namespace Workbench::SchemaProgram
