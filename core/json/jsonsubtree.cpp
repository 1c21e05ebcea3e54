// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonnumber.h"
#include "core/json/jsonsubtree_p.h"

#include <QHashFunctions>

namespace Workbench {

using namespace JsonNode;

namespace {

quint64 mixed(quint64 value)
{
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

quint64 hashOfScalar(const Node *node, JsonNumbers numbers, size_t seed)
{
    if (type(node) == YYJSON_TYPE_RAW && numbers == JsonNumbers::ByValue)
        return mixed(JsonNumber::hash(text(node)) + 1);
    if (hasText(node))
        return mixed(qHash(text(node), seed) + type(node));
    return mixed(node->tag & (YYJSON_TYPE_MASK | YYJSON_SUBTYPE_MASK));
}

bool isSameScalar(const Node *a, const Node *b, JsonNumbers numbers)
{
    if (type(a) != type(b))
        return false;
    if (!hasText(a))
        return (a->tag & YYJSON_SUBTYPE_MASK) == (b->tag & YYJSON_SUBTYPE_MASK);
    if (sameText(a, text(b)))
        return true;
    return type(a) == YYJSON_TYPE_RAW && numbers == JsonNumbers::ByValue
        && JsonNumber::compare(text(a), text(b)) == 0;
}

//! The usual case, and a quick one: the same in the same order.
bool isSameInOrder(const Node *a, const Node *b, JsonNumbers numbers)
{
    const Node *const end = next(a);
    if (end - a != next(b) - b)
        return false;
    for (; a != end; ++a, ++b) {
        if (isContainer(a) ? type(a) != type(b) || length(a) != length(b) : !isSameScalar(a, b, numbers))
            return false;
    }
    return true;
}

//! Two containers that are walked side by side, objects by their sorted keys.
struct Walk {
    Walk(const Node *a, const Node *b)
        : itemA(a + 1)
        , itemB(b + 1)
        , count(length(a))
    {
        if (isObject(a)) {
            keysA = sortedKeys(a);
            keysB = sortedKeys(b);
        }
    }
    const Node *itemA;
    const Node *itemB;
    size_t count;
    size_t at = 0;
    Nodes keysA{};
    Nodes keysB{};
};

} // namespace

JsonHashes::JsonHashes(const Node *root, JsonNumbers numbers, const std::stop_token &stop)
    : m_root(root)
    , m_hashes(size_t(next(root) - root))
{
    const size_t seed = QHashSeed::globalSeed();
    // What is in a container stands behind it, so from the end on everything is at hand.
    for (size_t place = m_hashes.size(); place-- > 0;) {
        if (place % 4096 == 0 && stop.stop_requested())
            return;
        const Node *const node = root + place;
        if (!isContainer(node)) {
            m_hashes[place] = hashOfScalar(node, numbers, seed);
            continue;
        }
        quint64 sum = length(node) * 2 + (isObject(node) ? 1 : 0) + seed;
        const Node *child = node + 1;
        for (size_t i = 0; i < length(node); ++i) {
            if (isObject(node)) {
                sum += mixed(of(child) * 3 + of(child + 1)); // in any order
                child = next(child + 1);
            } else {
                sum = mixed(sum + of(child));
                child = next(child);
            }
        }
        m_hashes[place] = mixed(sum);
    }
}

bool isSameJson(const Node *a, const Node *b, JsonNumbers numbers)
{
    if (isSameInOrder(a, b, numbers))
        return true;
    std::vector<Walk> open;
    for (;;) {
        if (!isContainer(a)) {
            if (!isSameScalar(a, b, numbers))
                return false;
        } else if (type(a) != type(b) || length(a) != length(b)) {
            return false;
        } else {
            open.emplace_back(a, b);
        }
        while (!open.empty() && open.back().at == open.back().count)
            open.pop_back();
        if (open.empty())
            return true;
        Walk &walk = open.back();
        if (walk.keysA.empty()) {
            a = walk.itemA;
            b = walk.itemB;
            walk.itemA = next(a);
            walk.itemB = next(b);
        } else {
            if (compareKeys(walk.keysA[walk.at], walk.keysB[walk.at]) != 0)
                return false;
            a = walk.keysA[walk.at] + 1;
            b = walk.keysB[walk.at] + 1;
        }
        ++walk.at;
    }
}

} // namespace Workbench
