// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/quickprogram_p.h"

#include <algorithm>
#include <charconv>

namespace Workbench::SchemaProgram {

namespace {

constexpr qint64 baseSteps = 50'000;
constexpr qint64 stepsPerNode = 100;
constexpr qsizetype longestTabled = 64; // length of names; longer names share the last row

std::optional<qint64> plainInteger(QByteArrayView text)
{
    qint64 value = 0;
    const auto [end, error] = std::from_chars(text.begin(), text.end(), value);
    return error == std::errc() && end == text.end() ? std::optional(value) : std::nullopt;
}

QuickChoice choiceOf(const QList<Json> &values)
{
    QuickChoice choice;
    for (const Json &value : values) {
        choice.keep.push_back(value);
        if (value.isString())
            choice.texts.push_back(value.utf8());
        else
            choice.others.emplace_back(value);
    }
    std::ranges::sort(choice.texts, {}, [](QByteArrayView text) { return std::string_view(text); });
    return choice;
}

template <typename Part> Part &made(std::unique_ptr<Part> &part)
{
    if (!part)
        part = std::make_unique<Part>();
    return *part;
}

} // namespace

QuickBound::QuickBound(Keyword ofKeyword, const QByteArray &digits)
    : keyword(ofKeyword)
    , text(digits)
    , integer(plainInteger(digits))
{
}

QuickNames::Entry &QuickNames::entry(const QByteArray &name)
{
    const auto known = m_places.constFind(name);
    if (known != m_places.cend())
        return m_entries[*known];
    m_places.insert(name, m_entries.size());
    Entry &added = m_entries.emplace_back();
    added.name = name;
    return added;
}

void QuickNames::finish()
{
    m_places.clear();
    for (size_t i = 0; i < m_entries.size(); ++i)
        m_byLength.push_back(quint32(i));
    const auto length = [this](quint32 place) { return m_entries[place].name.size(); };
    std::ranges::stable_sort(m_byLength, {}, length);
    for (size_t i = 0; i < m_byLength.size(); ++i) {
        const qsizetype bytes = std::min(length(m_byLength[i]), longestTabled);
        while (qsizetype(m_lengthStarts.size()) <= bytes)
            m_lengthStarts.push_back(quint32(i));
    }
    m_lengthStarts.push_back(quint32(m_byLength.size()));
}

qsizetype QuickNames::search(QByteArrayView name, qint64 &cost) const
{
    if (m_lengthStarts.size() < 2)
        return -1;
    const size_t last = m_lengthStarts.size() - 2; // the longest names, or all that the table groups
    const auto bytes = size_t(std::min(name.size(), longestTabled));
    if (bytes > last)
        return -1;
    for (quint32 i = m_lengthStarts[bytes]; i < m_lengthStarts[bytes + 1]; ++i) {
        ++cost;
        if (sameBytes(m_entries[m_byLength[i]].name, name))
            return qsizetype(m_byLength[i]);
    }
    return -1;
}

QuickProgram::QuickProgram(const Schema::Compiled &program)
    : m_limits(program.limits)
{
    const bool isDynamic = std::ranges::any_of(program.resources, &Resource::isDynamic);
    Nodes nodes;
    nodes.reserve(qsizetype(program.nodes.size()));
    for (const Node &node : program.nodes)
        nodes.insert(&node, &m_nodes.emplace_back());
    auto to = m_nodes.begin();
    for (const Node &node : program.nodes) {
        m_hasDirections = m_hasDirections || std::ranges::any_of(node.ops, [](const Op &op) {
            return op.keyword == Keyword::ReadOnly || op.keyword == Keyword::WriteOnly;
        });
        if (!read(node, *to, nodes, isDynamic))
            to->kind = QuickNode::Kind::Unknown;
        if (to->object)
            to->object->names.finish();
        ++to;
    }
    m_root = nodes.value(program.root);
}

bool QuickProgram::read(const Node &from, QuickNode &to, const Nodes &nodes, bool isDynamic)
{
    if (!from.unusable.isEmpty() || !from.discriminator.isAbsent())
        return false;
    if (from.kind != Node::Kind::Object) {
        to.kind = from.kind == Node::Kind::True ? QuickNode::Kind::True : QuickNode::Kind::False;
        return true;
    }
    to.draft4 = from.resource->dialect <= SchemaDialect::Draft4;
    for (const Op &op : from.ops) {
        std::vector<const QuickNode *> children;
        for (const Child &child : op.children)
            children.push_back(nodes.value(child.node));
        const bool complete = !std::ranges::contains(children, nullptr);
        switch (op.keyword) {
        case Keyword::RecursiveRef:
        case Keyword::DynamicRef:
            if (isDynamic)
                return false;
            [[fallthrough]];
        case Keyword::Ref:
        case Keyword::AllOf:
            if (!complete)
                return false;
            to.all.insert(to.all.end(), children.begin(), children.end());
            break;
        case Keyword::Format:
            to.formats.push_back({op.value.toString(), from.resource->dialect, from.resource->assertFormats});
            break;
        case Keyword::ReadOnly:
        case Keyword::WriteOnly: break; // they matter only with a direction, see canJudge()
        case Keyword::AnyOf:
        case Keyword::OneOf:
            if (!complete)
                return false;
            (op.keyword == Keyword::AnyOf ? to.anyOf : to.oneOf).push_back(std::move(children));
            break;
        case Keyword::Not:
            if (!complete)
                return false;
            to.none.push_back(children.front());
            break;
        case Keyword::If:
            if (children.size() != 3) // the condition and both branches; a missing branch is null
                return false;
            to.conditions.push_back({children[0], children[1], children[2]});
            break;
        case Keyword::PrefixItems:
        case Keyword::Items:
        case Keyword::Contains:
        case Keyword::MaxItems:
        case Keyword::MinItems:
        case Keyword::UniqueItems:
            if (!readArray(op, to, nodes))
                return false;
            break;
        case Keyword::Properties:
        case Keyword::PatternProperties:
        case Keyword::AdditionalProperties:
        case Keyword::PropertyNames:
        case Keyword::MaxProperties:
        case Keyword::MinProperties:
        case Keyword::Required:
        case Keyword::DependentRequired:
        case Keyword::DependentSchemas:
            if (!readObject(from, op, to, nodes))
                return false;
            break;
        default:
            if (!readAssertion(op, to))
                return false;
        }
    }
    to.hasInPlace = !to.all.empty() || !to.anyOf.empty() || !to.oneOf.empty() || !to.none.empty()
        || !to.conditions.empty();
    return true;
}

bool QuickProgram::readAssertion(const Op &op, QuickNode &to)
{
    switch (op.keyword) {
    case Keyword::Type: to.types = op.types; return op.types != 0;
    case Keyword::Const: to.choices.push_back(choiceOf({op.value})); return true;
    case Keyword::Enum: {
        QList<Json> values;
        for (const Json &value : op.value.items())
            values.append(value);
        to.choices.push_back(choiceOf(values));
        return true;
    }
    case Keyword::MultipleOf:
    case Keyword::Maximum:
    case Keyword::ExclusiveMaximum:
    case Keyword::Minimum:
    case Keyword::ExclusiveMinimum: {
        to.bounds.emplace_back(op.keyword, op.value.numberText());
        return true;
    }
    case Keyword::MaxLength: made(to.text).maxLength = op.count; return true;
    case Keyword::MinLength: made(to.text).minLength = op.count; return true;
    case Keyword::Pattern:
        made(to.text).patterns.push_back(op.patterns.front());
        return op.patterns.front() != nullptr;
    default: return false;
    }
}

bool QuickProgram::readArray(const Op &op, QuickNode &to, const Nodes &nodes)
{
    QuickArray &array = made(to.array);
    switch (op.keyword) {
    case Keyword::MaxItems: array.maxSize = op.count; return true;
    case Keyword::MinItems: array.minSize = op.count; return true;
    case Keyword::UniqueItems: array.unique = true; return true;
    case Keyword::PrefixItems:
        for (const Child &child : op.children)
            array.prefix.push_back(nodes.value(child.node));
        return true;
    case Keyword::Items:
        array.items = nodes.value(op.children.front().node);
        array.itemsFrom = op.count;
        return array.items != nullptr;
    default:
        array.contains = nodes.value(op.children.front().node);
        array.minContains = op.count;
        array.maxContains = op.maximum;
        return array.contains != nullptr;
    }
}

bool QuickProgram::readObject(const Node &from, const Op &op, QuickNode &to, const Nodes &nodes)
{
    QuickObject &object = made(to.object);
    switch (op.keyword) {
    case Keyword::MaxProperties: object.maxSize = op.count; return true;
    case Keyword::MinProperties: object.minSize = op.count; return true;
    case Keyword::Required:
        for (const auto &[trigger, names] : op.requirements) {
            for (const QByteArray &name : names) {
                QuickNames::Entry &entry = object.names.entry(name);
                object.requiredCount += entry.isRequired ? 0 : 1;
                entry.isRequired = true;
            }
        }
        return true;
    case Keyword::DependentRequired: object.dependentRequired = op.requirements; return true;
    case Keyword::DependentSchemas:
        for (const Child &child : op.children)
            object.dependentSchemas.emplace_back(child.name, nodes.value(child.node));
        return true;
    case Keyword::Properties:
        for (const Child &child : op.children) {
            QuickNames::Entry &entry = object.names.entry(child.name);
            entry.node = nodes.value(child.node);
            entry.isProperty = true;
        }
        return true;
    case Keyword::PatternProperties:
        for (const Child &child : op.children) {
            if (!child.regex)
                return false;
            object.patterns.emplace_back(child.regex, nodes.value(child.node));
        }
        return true;
    case Keyword::AdditionalProperties: {
        // The keyword refers to its sibling keywords as written, which must be the ones that were read.
        const auto beside = [&from](Keyword keyword) {
            const auto found = std::ranges::find(from.ops, keyword, &Op::keyword);
            return found == from.ops.end() ? size_t(0) : found->children.size();
        };
        object.additional = nodes.value(op.children.front().node);
        return object.additional && size_t(op.names.size()) == beside(Keyword::Properties)
            && op.patterns.size() == beside(Keyword::PatternProperties);
    }
    default:
        object.propertyNames = nodes.value(op.children.front().node);
        return object.propertyNames != nullptr;
    }
}

std::optional<bool> QuickProgram::isValid(const Json &instance, Formats formats) const
{
    if (!m_root || instance.isAbsent())
        return {};
    const JsonView value(instance);
    if (value.isDeeperThan(m_limits.jsonDepth))
        return {};
    const qint64 steps = std::min(m_limits.schemaSteps, baseSteps) + stepsPerNode * value.extentInNodes();
    switch (quickCheck(*m_root, value, m_limits, steps, formats == Formats::All)) {
    case Quick::Yes: return true;
    case Quick::No: return false;
    case Quick::Unknown: break;
    }
    return {};
}

} // namespace Workbench::SchemaProgram
