// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/yaml/yaml.h"

#include <vector>

namespace Workbench {

//! The tags that the core schema knows, and the absence of one.
enum class YamlTag : quint8 { None, NonSpecific, Null, Boolean, Integer, Float, String, Sequence, Mapping };

//! A document as it was written: aliases are not expanded, nothing is merged. The nodes stand in the order of
//! the text (a container, then its content; a key, then its value), and each knows where the next one begins.
struct YamlTree {
    enum class Kind : quint8 { Scalar, Sequence, Mapping, Alias };
    struct Node {
        Kind kind = Kind::Scalar;
        YamlTag tag = YamlTag::None;
        bool isPlain = false; // a scalar without quotes
        bool hasMerge = false; // a mapping with a key <<
        quint32 offset = 0; // in text
        quint32 end = 0; // the node behind this one and its content
        quint32 target = 0; // of an alias, or where a scalar begins in scalars
        quint32 size = 0; // of a scalar, in bytes
    };

    QByteArray text;
    std::vector<quint32> lines; // where each begins in text
    QByteArray scalars;
    std::vector<Node> nodes;

    QByteArrayView scalar(const Node &node) const
    {
        return QByteArrayView(scalars).sliced(node.target, node.size);
    }
    const Node &resolved(quint32 index) const
    {
        return nodes[nodes[index].kind == Kind::Alias ? nodes[index].target : index];
    }
    quint32 resolvedIndex(quint32 index) const
    {
        return nodes[index].kind == Kind::Alias ? nodes[index].target : index;
    }
    //! The text of a mapping's key; the reader has made sure that it is a scalar.
    QByteArrayView key(quint32 index) const { return scalar(resolved(index)); }
    bool isMerge(quint32 keyIndex) const;
    TextPosition position(quint32 offset) const;
};

YamlParseError yamlError(QLatin1StringView code, const TextPosition &position, const QString &what);

//! The document through libfyaml's events; all that can be refused without expanding aliases is refused here.
std::expected<std::shared_ptr<const YamlTree>, YamlParseError> readYamlTree(
    QByteArray utf8, const Limits &limits);

//! The members of a mapping with its merges carried out, each once but for duplicates of its own: indices of
//! keys. Nothing when that takes more than \a budget steps, which are taken off it.
struct YamlMember {
    quint32 key;
    bool isMerged;
};
std::expected<std::vector<YamlMember>, YamlParseError> mergedMembers(
    const YamlTree &tree, quint32 mapping, qint64 &budget, qint64 limit);

YamlParseError aliasBudgetError(const YamlTree &tree, quint32 node, qint64 limit);

} // namespace Workbench
