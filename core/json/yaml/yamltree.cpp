// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonpointer.h"
#include "core/json/yaml/yamltree_p.h"

#include <QSet>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

bool YamlTree::isMerge(quint32 keyIndex) const
{
    const Node &node = nodes[keyIndex];
    return node.kind == Kind::Scalar && node.isPlain && node.tag == YamlTag::None
        && scalar(node) == QByteArrayView("<<");
}

TextPosition YamlTree::position(quint32 offset) const
{
    const auto line = std::prev(std::ranges::upper_bound(lines, std::max(offset, lines.front())));
    TextPosition position;
    position.line = line - lines.begin() + 1;
    position.byteOffset = offset;
    for (quint32 at = *line; at < offset; ++at)
        position.column += (uchar(text[at]) & 0xC0) != 0x80;
    return position;
}

YamlParseError yamlError(QLatin1StringView code, const TextPosition &position, const QString &what)
{
    Error error;
    error.kind = ErrorKind::Protocol;
    error.code = QString(code);
    error.message = u"YAML, line %1 column %2: %3"_s.arg(
        QString::number(position.line), QString::number(position.column), what);
    return {std::move(error), position};
}

YamlParseError aliasBudgetError(const YamlTree &tree, quint32 node, qint64 limit)
{
    return {limitError(*findLimit(u"yaml.aliasNodes"),
                u"The aliases of a YAML text expand to more than %1 values."_s.arg(limit), limit),
        tree.position(tree.nodes[node].offset)};
}

std::expected<std::vector<YamlMember>, YamlParseError> mergedMembers(
    const YamlTree &tree, quint32 mapping, qint64 &budget, qint64 limit)
{
    using Kind = YamlTree::Kind;
    std::vector<YamlMember> members;
    QSet<QByteArrayView> seen;
    struct Source {
        quint32 index;
        bool mayBeList;
    };
    std::vector<Source> sources; // sources that are still to be merged, the next one last
    const auto forEachKey = [&tree](quint32 index, auto &&use) {
        const YamlTree::Node &node = tree.nodes[index];
        for (quint32 key = index + 1; key != node.end; key = tree.nodes[tree.nodes[key].end].end)
            use(key);
    };
    forEachKey(mapping, [&](quint32 key) {
        if (!tree.isMerge(key))
            seen.insert(tree.key(key));
    });

    const auto merge = [&](quint32 source) -> std::optional<YamlParseError> {
        sources.push_back({source, true});
        while (!sources.empty()) {
            const auto [written, mayBeList] = sources.back();
            sources.pop_back();
            const quint32 index = tree.resolvedIndex(written);
            const YamlTree::Node &node = tree.nodes[index];
            if (--budget < 0)
                return aliasBudgetError(tree, written, limit);
            const auto firstOfThese = std::ptrdiff_t(sources.size());
            if (node.kind == Kind::Sequence && mayBeList) {
                for (quint32 item = index + 1; item != node.end; item = tree.nodes[item].end)
                    sources.push_back({item, false});
            } else if (node.kind == Kind::Mapping) {
                forEachKey(index, [&](quint32 key) {
                    --budget;
                    if (tree.isMerge(key)) {
                        sources.push_back({tree.nodes[key].end, true});
                    } else if (!seen.contains(tree.key(key))) {
                        seen.insert(tree.key(key));
                        members.push_back({key, true});
                    }
                });
            } else {
                return yamlError("yaml.merge"_L1, tree.position(tree.nodes[written].offset),
                    u"expected a mapping or a list of mappings for <<"_s);
            }
            std::reverse(sources.begin() + firstOfThese, sources.end());
        }
        return std::nullopt;
    };
    std::optional<YamlParseError> failure;
    forEachKey(mapping, [&](quint32 key) {
        if (failure)
            return;
        if (tree.isMerge(key))
            failure = merge(tree.nodes[key].end);
        else
            members.push_back({key, false});
    });
    if (failure)
        return std::unexpected(*std::move(failure));
    return members;
}

YamlPositions::YamlPositions(std::shared_ptr<const YamlTree> tree)
    : m_tree(std::move(tree))
{
}

std::optional<TextPosition> YamlPositions::find(QStringView pointer) const
{
    if (!m_tree || (!pointer.isEmpty() && !pointer.startsWith(u'/')))
        return std::nullopt;
    const YamlTree &tree = *m_tree;
    qint64 budget = Limits().yamlAliasNodes;
    quint32 place = 0;
    for (const QString &token : JsonPointer::tokens(pointer)) {
        const quint32 index = tree.resolvedIndex(place);
        const YamlTree::Node &node = tree.nodes[index];
        bool found = false;
        if (node.kind == YamlTree::Kind::Sequence) {
            bool isNumber = false;
            const uint wanted = token.toUInt(&isNumber);
            quint32 item = index + 1;
            for (uint i = 0; isNumber && i < wanted && item != node.end; ++i)
                item = tree.nodes[item].end;
            found = isNumber && item != node.end && QString::number(wanted) == token;
            place = item;
        } else if (node.kind == YamlTree::Kind::Mapping) {
            const QByteArray key = token.toUtf8();
            const auto members = mergedMembers(tree, index, budget, budget);
            for (const YamlMember &member : members.value_or(std::vector<YamlMember>())) {
                if (tree.key(member.key) == QByteArrayView(key)) { // of duplicates the last counts
                    found = true;
                    place = tree.nodes[member.key].end;
                }
            }
        }
        if (!found)
            return std::nullopt;
    }
    return tree.position(tree.nodes[place].offset);
}

} // namespace Workbench
