// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "core/json/jsontext.h"

#include <yyjson.h>

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <vector>

namespace Workbench {

//! yyjson keeps a document as one run of 16-byte values in the order of the text (a container, then its
//! content; a key, then its value), and a container knows how many bytes to skip. Everything iterative here
//! rests on that.
namespace JsonNode {

using Node = yyjson_val;
using Nodes = std::vector<const Node *>;

//! Containers up to this size are searched along; beyond, a table is made on first use.
inline constexpr size_t smallContainer = 16;
//! A finished document keeps unused room for up to so many nodes: giving it back costs more than it saves.
inline constexpr size_t spareNodes = 16;

inline yyjson_type type(const Node *node)
{
    return yyjson_type(node->tag & YYJSON_TYPE_MASK);
}
inline bool isObject(const Node *node)
{
    return type(node) == YYJSON_TYPE_OBJ;
}
inline bool isContainer(const Node *node)
{
    return type(node) == YYJSON_TYPE_OBJ || type(node) == YYJSON_TYPE_ARR;
}
//! Bytes of a string or number, items of an array, members of an object.
inline size_t length(const Node *node)
{
    return size_t(node->tag >> YYJSON_TAG_BIT);
}
inline const Node *next(const Node *node)
{
    return isContainer(node) ? node + node->uni.ofs / sizeof(Node) : node + 1;
}
inline bool hasText(const Node *node)
{
    return type(node) == YYJSON_TYPE_STR || type(node) == YYJSON_TYPE_RAW;
}
inline QByteArrayView text(const Node *node)
{
    return {node->uni.str, qsizetype(length(node))};
}
inline bool sameText(const Node *node, QByteArrayView bytes)
{
    return length(node) == size_t(bytes.size())
        && (bytes.isEmpty() || std::memcmp(node->uni.str, bytes.data(), size_t(bytes.size())) == 0);
}
inline Node make(yyjson_type type, uint64_t length, const char *text = nullptr)
{
    Node node{};
    node.tag = (length << YYJSON_TAG_BIT) | type;
    node.uni.str = text;
    return node;
}
//! By length, then bytes: any total order does, and this one is quick.
int compareKeys(const Node *a, const Node *b);
//! All keys of an object ordered by compareKeys; of equal keys the last in the text comes first.
Nodes sortedKeys(const Node *object);
//! As sortedKeys, of equal keys only the one that counts.
Nodes distinctKeys(const Node *object);

} // namespace JsonNode

//! Bytes of strings and numbers at addresses that stay.
class JsonText {
public:
    const char *store(QByteArrayView text);

private:
    std::vector<std::unique_ptr<char[]>> m_chunks;
    char *m_free = nullptr;
    size_t m_left = 0;
    size_t m_nextChunk = 128;
};

struct JsonIndex;

//! What the values of one parse or one builder point into. Immutable but for the look-up tables, which are
//! made on first use under a lock.
class JsonDocument {
public:
    using Node = JsonNode::Node;

    explicit JsonDocument(yyjson_type type, uint64_t subtype = 0);
    //! A string or number; short text lives in the document itself.
    JsonDocument(yyjson_type type, QByteArrayView text);
    JsonDocument(std::vector<Node> nodes, JsonText text);
    //! Owns \a parsed and the \a text it points into.
    JsonDocument(yyjson_doc *parsed, std::unique_ptr<char[]> text);
    ~JsonDocument();
    JsonDocument(const JsonDocument &) = delete;
    JsonDocument &operator=(const JsonDocument &) = delete;

    static Json toJson(std::shared_ptr<const JsonDocument> document);
    //! The value of a \a node of the document that \a value is of.
    static Json inside(const Json &value, const Node *node) { return Json(value.m_document, node); }
    static const Node *node(const Json &value) { return static_cast<const Node *>(value.m_node); }

    const Node *root() const { return m_root; }
    //! Items of an array or keys of an object by position.
    const JsonNode::Nodes &childTable(const Node *container) const;
    //! distinctKeys() of an object.
    const JsonNode::Nodes &keyTable(const Node *object) const;
    qsizetype nodeCount(const Node *node) const;

private:
    JsonIndex &index() const;

    const Node *m_root = nullptr;
    Node m_single{};
    std::array<char, 24> m_singleText{};
    std::vector<Node> m_nodes;
    JsonText m_text;
    yyjson_doc *m_parsed = nullptr;
    std::unique_ptr<char[]> m_parsedText;
    mutable std::atomic<JsonIndex *> m_index = nullptr;
};

} // namespace Workbench
