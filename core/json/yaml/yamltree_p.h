// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/yaml/yaml.h"

#include <vector>

namespace Workbench {

//! The tags of the core schema, and None for a node without a tag.
enum class YamlTag : quint8 { None, NonSpecific, Null, Boolean, Integer, Float, String, Sequence, Mapping };

//! A document as it was written: aliases are not expanded and nothing is merged. The nodes are in the order
//! of the text: a container, then its content; a key, then its value. Each node has the index of the next
//! one.
struct YamlTree {
    enum class Kind : quint8 { Scalar, Sequence, Mapping, Alias };
    struct Node {
        Kind kind = Kind::Scalar;
        YamlTag tag = YamlTag::None;
        bool isPlain = false; // a scalar without quotes
        bool hasMerge = false; // a mapping with a key <<
        quint32 offset = 0; // in text
        quint32 end = 0; // index of the node after this one and its content
        quint32 target = 0; // target of an alias, or the offset of a scalar in scalars
        quint32 size = 0; // of a scalar, in bytes
    };

    QByteArray text;
    std::vector<quint32> lines; // offset of each line in text
    QByteArray scalars;
    std::vector<Node> nodes;

    QByteArrayView scalar(const Node &node) const
    {
        return QByteArrayView(scalars).sliced(node.target, node.size);
    }
    const Node &resolved(quint32 index) const { return nodes[resolvedIndex(index)]; }
    quint32 resolvedIndex(quint32 index) const
    {
        return nodes[index].kind == Kind::Alias ? nodes[index].target : index;
    }
    //! Returns the text of a mapping's key. The reader ensures that it is a scalar.
    QByteArrayView key(quint32 index) const { return scalar(resolved(index)); }
    bool isMerge(quint32 keyIndex) const;
    TextPosition position(quint32 offset) const;
};

YamlParseError yamlError(QLatin1StringView code, const TextPosition &position, const QString &what);

//! Reads the document from the events of libfyaml. Refuses every error that does not need expanded aliases.
std::expected<std::shared_ptr<const YamlTree>, YamlParseError> readYamlTree(
    QByteArray utf8, const Limits &limits);

} // namespace Workbench
