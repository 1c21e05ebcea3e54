// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/json.h"
#include "core/json/jsondocument_p.h"
#include "core/json/jsonnumber.h"
#include "core/json/jsonview.h"

#include <QHashFunctions>

#include <cstddef>

namespace Workbench {

using namespace JsonNode;

namespace {

bool sameScalar(const Node *a, const Node *b)
{
    switch (type(a)) {
    case YYJSON_TYPE_STR: return sameText(a, text(b));
    case YYJSON_TYPE_RAW: return sameText(a, text(b)) || JsonNumber::compare(text(a), text(b)) == 0;
    case YYJSON_TYPE_BOOL: return (a->tag & YYJSON_SUBTYPE_MASK) == (b->tag & YYJSON_SUBTYPE_MASK);
    default: return true;
    }
}

size_t hashOfScalar(const Node *node, size_t seed)
{
    switch (type(node)) {
    case YYJSON_TYPE_STR: return qHash(text(node), seed);
    case YYJSON_TYPE_RAW: return JsonNumber::hash(text(node));
    default: return qHash(quint64(node->tag & (YYJSON_TYPE_MASK | YYJSON_SUBTYPE_MASK)), seed);
    }
}

//! The children of a container in an order that equal containers share.
class Children {
public:
    explicit Children(const Node *container)
        : m_item(container + 1)
        , m_left(length(container))
        , m_isObject(JsonNode::isObject(container))
    {
        if (m_isObject) {
            m_keys = distinctKeys(container);
            m_left = m_keys.size();
        }
    }
    size_t left() const { return m_left; }
    bool isObject() const { return m_isObject; }
    //! The key that take() gives the value of; null in an array.
    const Node *key() const { return m_isObject ? m_keys[m_keys.size() - m_left] : nullptr; }
    const Node *take()
    {
        const Node *const child = m_isObject ? key() + 1 : m_item;
        --m_left;
        if (!m_isObject)
            m_item = next(m_item);
        return child;
    }

private:
    const Node *m_item;
    size_t m_left;
    bool m_isObject;
    Nodes m_keys;
};

struct Pair {
    Children a;
    Children b;
};

struct Sum {
    Children children;
    size_t value;
};

} // namespace

static_assert(JsonView::nodeBytes == sizeof(Node) && offsetof(Node, tag) == 0
    && JsonView::contentOffset == offsetof(Node, uni) && sizeof(Node::uni) == sizeof(char *)
    && JsonView::typeMask == YYJSON_TYPE_MASK && JsonView::lengthShift == YYJSON_TAG_BIT
    && JsonView::trueBit == YYJSON_SUBTYPE_TRUE && YYJSON_SUBTYPE_FALSE == 0);
static_assert(JsonView::kinds[YYJSON_TYPE_RAW] == JsonKind::Number
    && JsonView::kinds[YYJSON_TYPE_NULL] == JsonKind::Null
    && JsonView::kinds[YYJSON_TYPE_BOOL] == JsonKind::Boolean
    && JsonView::kinds[YYJSON_TYPE_STR] == JsonKind::String
    && JsonView::kinds[YYJSON_TYPE_ARR] == JsonKind::Array
    && JsonView::kinds[YYJSON_TYPE_OBJ] == JsonKind::Object && JsonView::arrayType == YYJSON_TYPE_ARR
    && YYJSON_TYPE_OBJ > YYJSON_TYPE_ARR && YYJSON_TYPE_STR < YYJSON_TYPE_ARR);

bool Json::equals(const Json &a, const Json &b)
{
    return JsonView::equal(JsonView(a), JsonView(b));
}

bool JsonView::isDeeperThan(qsizetype limit) const
{
    std::vector<const char *> ends;
    const char *const end = m_node ? m_node + extent() : nullptr;
    for (JsonView at = *this; at.m_node != end;) {
        while (!ends.empty() && ends.back() == at.m_node)
            ends.pop_back();
        // A value cannot be deeper than it has nodes.
        if (qsizetype(ends.size()) + at.extentInNodes() <= limit || (at.tag() & typeMask) < arrayType) {
            at = at.next();
            continue;
        }
        if (qsizetype(ends.size()) >= limit)
            return true;
        ends.push_back(at.m_node + at.extent());
        at = at.first();
    }
    return false;
}

bool JsonView::equal(JsonView a, JsonView b)
{
    if (a.m_node == b.m_node)
        return true;
    if (!a.m_node || !b.m_node)
        return false;
    const auto *left = static_cast<const Node *>(a.nodeAddress());
    const auto *right = static_cast<const Node *>(b.nodeAddress());
    if (!isContainer(left) && !isContainer(right))
        return type(left) == type(right) && sameScalar(left, right);
    std::vector<Pair> open;
    for (;;) {
        if (type(left) != type(right))
            return false;
        if (isContainer(left)) {
            open.emplace_back(Children(left), Children(right));
            if (open.back().a.left() != open.back().b.left())
                return false;
        } else if (!sameScalar(left, right)) {
            return false;
        }
        while (!open.empty() && open.back().a.left() == 0)
            open.pop_back();
        if (open.empty())
            return true;
        Pair &pair = open.back();
        if (pair.a.isObject() && compareKeys(pair.a.key(), pair.b.key()) != 0)
            return false;
        left = pair.a.take();
        right = pair.b.take();
    }
}

size_t Json::hash() const
{
    const size_t seed = QHashSeed::globalSeed();
    if (!m_node)
        return seed;
    const QtPrivate::QHashCombine combine;
    std::vector<Sum> open;
    const Node *node = JsonDocument::node(*this);
    for (;;) {
        size_t finished = 0;
        if (isContainer(node)) {
            open.emplace_back(Children(node), qHash(quint64(type(node)), seed));
        } else {
            finished = hashOfScalar(node, seed);
            if (open.empty())
                return finished;
            open.back().value = combine(open.back().value, finished);
        }
        while (open.back().children.left() == 0) {
            finished = open.back().value;
            open.pop_back();
            if (open.empty())
                return finished;
            open.back().value = combine(open.back().value, finished);
        }
        Sum &sum = open.back();
        if (const Node *key = sum.children.key())
            sum.value = combine(sum.value, qHash(text(key), seed));
        node = sum.children.take();
    }
}

} // namespace Workbench
