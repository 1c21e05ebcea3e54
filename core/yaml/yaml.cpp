// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/yaml/yaml.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"
#include "core/yaml/yamlscalar_p.h"
#include "core/yaml/yamltree_p.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxRemarks = 100;

//! Writes a tree as JSON: expands aliases and merges as it goes.
class Expansion {
public:
    Expansion(const YamlTree &tree, const Limits &limits)
        : m_tree(tree)
        , m_limits(limits)
        , m_budget(limits.yamlAliasNodes)
    {
    }

    std::optional<YamlParseError> run();
    Json take() { return m_builder.take(); }
    QList<JsonRemark> takeRemarks() { return std::move(m_remarks); }

private:
    using Kind = YamlTree::Kind;
    struct Frame {
        quint32 next; // the next item or key, or place in members
        quint32 end;
        bool isMapping;
        bool isCopy; // reached through an alias or a merge
        bool hasMembers; // they stand in members
        quint32 item = 0; // the key or number of the item that is being written
        quint32 count = 0;
        std::vector<YamlMember> members{};
    };

    std::optional<YamlParseError> enter(quint32 index, bool isCopy);
    std::optional<YamlParseError> step();
    std::optional<YamlParseError> value(quint32 written, bool isCopy);
    std::optional<YamlParseError> scalar(const YamlTree::Node &node, bool isCopy);
    void remarkDuplicates(quint32 mapping);
    void remark(const QString &message, const QString &key = {});
    QString pointer() const;

    const YamlTree &m_tree;
    const Limits &m_limits;
    qint64 m_budget;
    qint64 m_nodes = 0;
    JsonBuilder m_builder;
    std::vector<Frame> m_frames;
    QList<JsonRemark> m_remarks;
};

QString Expansion::pointer() const
{
    QString text;
    for (const Frame &frame : m_frames) {
        text = frame.isMapping ? JsonPointer::child(text, jsonText(m_tree.key(frame.item)))
                               : JsonPointer::child(text, qsizetype(frame.count) - 1);
    }
    return text;
}

void Expansion::remark(const QString &message, const QString &key)
{
    if (m_remarks.size() >= maxRemarks)
        return;
    const QString place = pointer();
    m_remarks.emplaceBack(key.isNull() ? place : JsonPointer::child(place, key), message);
}

void Expansion::remarkDuplicates(quint32 mapping)
{
    std::vector<quint32> keys;
    const quint32 end = m_tree.nodes[mapping].end;
    for (quint32 key = mapping + 1; key != end; key = m_tree.nodes[m_tree.nodes[key].end].end) {
        if (!m_tree.isMerge(key))
            keys.push_back(key);
    }
    // Sorting, not hashing: a peer chooses the keys.
    std::ranges::stable_sort(keys, [this](quint32 a, quint32 b) { return m_tree.key(a) < m_tree.key(b); });
    for (size_t i = 1; i < keys.size(); ++i) {
        if (m_tree.key(keys[i - 1]) != m_tree.key(keys[i]))
            continue;
        remark(u"The key occurs more than once, on lines %1 and %2; the last value counts."_s.arg(
                   QString::number(m_tree.position(m_tree.nodes[keys[i - 1]].offset).line),
                   QString::number(m_tree.position(m_tree.nodes[keys[i]].offset).line)),
            jsonText(m_tree.key(keys[i])));
    }
}

std::optional<YamlParseError> Expansion::scalar(const YamlTree::Node &node, bool isCopy)
{
    const QByteArrayView text = m_tree.scalar(node);
    const auto typed = typeYamlScalar(text, node.isPlain, node.tag);
    if (!typed)
        return yamlError("yaml.tag"_L1, m_tree.position(node.offset), typed.error());
    switch (typed->kind) {
    case JsonKind::Null: m_builder.value(Json::null()); break;
    case JsonKind::Boolean: m_builder.value(Json::boolean(typed->boolean)); break;
    case JsonKind::Number:
        m_builder.number(typed->number.isEmpty() ? text : QByteArrayView(typed->number));
        break;
    default: m_builder.stringUtf8(text); break;
    }
    if (!typed->remark.isEmpty() && !isCopy)
        remark(typed->remark);
    return std::nullopt;
}

std::optional<YamlParseError> Expansion::enter(quint32 index, bool isCopy)
{
    const YamlTree::Node &node = m_tree.nodes[index];
    if (qint64(m_frames.size()) >= m_limits.yamlDepth) {
        return YamlParseError{
            limitError(*findLimit(u"yaml.depth"),
                u"A YAML text nests deeper than %1 levels when its aliases are expanded."_s.arg(
                    m_limits.yamlDepth),
                m_limits.yamlDepth),
            m_tree.position(node.offset)};
    }
    Frame frame{index + 1, node.end, node.kind == Kind::Mapping, isCopy, node.hasMerge};
    if (!frame.isMapping) {
        m_builder.beginArray();
    } else {
        m_builder.beginObject();
        if (!isCopy)
            remarkDuplicates(index);
        if (node.hasMerge) {
            auto members = mergedMembers(m_tree, index, m_budget, m_limits.yamlAliasNodes);
            if (!members)
                return std::move(members.error());
            frame.members = *std::move(members);
            frame.next = 0;
            frame.end = quint32(frame.members.size());
        }
    }
    m_frames.push_back(std::move(frame));
    return std::nullopt;
}

std::optional<YamlParseError> Expansion::value(quint32 written, bool isCopy)
{
    const bool isAlias = m_tree.nodes[written].kind == Kind::Alias;
    const quint32 index = m_tree.resolvedIndex(written);
    const YamlTree::Node &node = m_tree.nodes[index];
    isCopy = isCopy || isAlias;
    if (isCopy && --m_budget < 0)
        return aliasBudgetError(m_tree, written, m_limits.yamlAliasNodes);
    if (++m_nodes > m_limits.jsonNodes) {
        return YamlParseError{
            limitError(*findLimit(u"json.nodes"),
                u"A YAML text holds more than %1 values."_s.arg(m_limits.jsonNodes), m_limits.jsonNodes),
            m_tree.position(node.offset)};
    }
    return node.kind == Kind::Scalar ? scalar(node, isCopy) : enter(index, isCopy);
}

std::optional<YamlParseError> Expansion::step()
{
    Frame &frame = m_frames.back();
    ++frame.count;
    if (!frame.isMapping) {
        const quint32 item = std::exchange(frame.next, m_tree.nodes[frame.next].end);
        return value(item, frame.isCopy);
    }
    bool isMerged = false;
    if (frame.hasMembers) {
        const YamlMember member = frame.members[frame.next++];
        frame.item = member.key;
        isMerged = member.isMerged;
    } else {
        frame.item = frame.next;
        frame.next = m_tree.nodes[m_tree.nodes[frame.item].end].end;
    }
    m_builder.keyUtf8(m_tree.key(frame.item));
    return value(m_tree.nodes[frame.item].end, frame.isCopy || isMerged);
}

std::optional<YamlParseError> Expansion::run()
{
    if (auto failure = value(0, false))
        return failure;
    while (!m_frames.empty()) {
        const Frame &frame = m_frames.back();
        if (frame.next == frame.end) {
            if (frame.isMapping)
                m_builder.endObject();
            else
                m_builder.endArray();
            m_frames.pop_back();
        } else if (auto failure = step()) {
            return failure;
        }
    }
    return std::nullopt;
}

} // namespace

std::expected<ParsedYaml, YamlParseError> parseYamlDetailed(QByteArray utf8, const Limits &limits)
{
    const bool hasMark = utf8.startsWith("\xEF\xBB\xBF");
    auto tree = readYamlTree(std::move(utf8), limits);
    if (!tree)
        return std::unexpected(std::move(tree.error()));
    Expansion expansion(**tree, limits);
    if (auto failure = expansion.run())
        return std::unexpected(*std::move(failure));
    ParsedYaml parsed{expansion.take(), expansion.takeRemarks(), YamlPositions(*std::move(tree))};
    if (hasMark) {
        parsed.remarks.emplaceFront(
            QString(), u"The text starts with a byte order mark, which was skipped."_s);
        if (parsed.remarks.size() > maxRemarks)
            parsed.remarks.removeLast();
    }
    return parsed;
}

Result<Json> parseYaml(QByteArray utf8, const Limits &limits)
{
    auto parsed = parseYamlDetailed(std::move(utf8), limits);
    if (!parsed)
        return std::unexpected(std::move(parsed.error().error));
    return std::move(parsed->value);
}

} // namespace Workbench
