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

//! Access to yyjson's values. yyjson keeps a document as one run of 16-byte values in the order of the text:
//! a container, then its content; a key, then its value. A container stores how many bytes to skip. All
//! iterative code relies on that.
namespace JsonNode {

using Node = yyjson_val;
using Nodes = std::vector<const Node *>;

//! The size up to which a container is searched linearly. A larger container gets a table on first use.
inline constexpr size_t smallContainer = 16;
//! The number of unused nodes that a finished document may keep: releasing them costs more than it saves.
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
//! Returns the number of bytes of a string or number, items of an array, or members of an object.
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
//! Returns whether two values are equal; same rules as operator==(const Json &, const Json &). With
//! \a byText, numbers are equal only if their digits are.
bool isEqual(const Node *a, const Node *b, bool byText = false);
//! Returns the items of an array or the keys of an object, in the order of the text.
Nodes childrenOf(const Node *container);
//! Compares by length, then by bytes: any total order is enough, and this one is fast.
int compareKeys(const Node *a, const Node *b);
//! Returns all keys of an object ordered by compareKeys(). The last of equal keys in the text comes first.
Nodes sortedKeys(const Node *object);
//! Returns the keys of an object ordered by compareKeys(); of equal keys only the last in the text.
Nodes distinctKeys(const Node *object);

} // namespace JsonNode

//! Storage for the bytes of strings and numbers at stable addresses.
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

//! The storage that the values of one parse or one builder point into. Immutable except for the look-up
//! tables, which are built on first use and stored under a lock.
class JsonDocument {
public:
    using Node = JsonNode::Node;

    explicit JsonDocument(yyjson_type type, uint64_t subtype = 0);
    //! Makes a document of one string or number; short text is stored in the document itself.
    JsonDocument(yyjson_type type, QByteArrayView text);
    JsonDocument(std::vector<Node> nodes, JsonText text);
    //! Takes ownership of \a parsed and of the \a text that it points into.
    JsonDocument(yyjson_doc *parsed, std::unique_ptr<char[]> text);
    ~JsonDocument();
    JsonDocument(const JsonDocument &) = delete;
    JsonDocument &operator=(const JsonDocument &) = delete;

    static Json toJson(std::shared_ptr<const JsonDocument> document);
    //! Returns the value of \a node, which must belong to the document of \a value.
    static Json inside(const Json &value, const Node *node) { return Json(value.m_document, node); }
    static const Node *node(const Json &value) { return static_cast<const Node *>(value.m_node); }

    const Node *root() const { return m_root; }
    //! Returns the items of an array or the keys of an object by position.
    const JsonNode::Nodes &childTable(const Node *container) const;
    //! Returns the distinctKeys() of \a object, built on first use.
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
