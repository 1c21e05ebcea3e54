// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsondocument_p.h"

#include <QStringDecoder>

#include <algorithm>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace Workbench {

namespace JsonNode {

int compareKeys(const Node *a, const Node *b)
{
    const size_t lengthA = length(a);
    const size_t lengthB = length(b);
    if (lengthA != lengthB)
        return lengthA < lengthB ? -1 : 1;
    return lengthA == 0 ? 0 : std::memcmp(a->uni.str, b->uni.str, lengthA);
}

Nodes childrenOf(const Node *container)
{
    Nodes children;
    const size_t count = length(container);
    const bool object = isObject(container);
    children.reserve(count);
    const Node *child = container + 1;
    for (size_t i = 0; i < count; ++i) {
        children.push_back(child);
        child = next(object ? child + 1 : child);
    }
    return children;
}

// Sorts instead of hashing: a peer chooses the keys and must not be able to choose the running time.
Nodes sortedKeys(const Node *object)
{
    Nodes keys = childrenOf(object);
    std::ranges::sort(keys, [](const Node *a, const Node *b) {
        const int order = compareKeys(a, b);
        return order != 0 ? order < 0 : a > b;
    });
    return keys;
}

Nodes distinctKeys(const Node *object)
{
    Nodes keys = sortedKeys(object);
    const auto rest =
        std::ranges::unique(keys, [](const Node *a, const Node *b) { return compareKeys(a, b) == 0; });
    keys.erase(rest.begin(), rest.end());
    return keys;
}

} // namespace JsonNode

using namespace JsonNode;

QByteArray jsonUtf8(QStringView text)
{
    if (text.isValidUtf16())
        return text.toUtf8();
    QString repaired = text.toString();
    for (qsizetype i = 0; i < repaired.size(); ++i) {
        if (!repaired.at(i).isSurrogate())
            continue;
        if (repaired.at(i).isHighSurrogate() && i + 1 < repaired.size()
            && repaired.at(i + 1).isLowSurrogate())
            ++i;
        else
            repaired[i] = QChar::ReplacementCharacter;
    }
    return repaired.toUtf8();
}

QString jsonText(QByteArrayView utf8)
{
    if (!utf8.startsWith("\xef\xbb\xbf"))
        return QString::fromUtf8(utf8);
    QStringDecoder decoder(
        QStringDecoder::Utf8, QStringDecoder::Flag::Stateless | QStringDecoder::Flag::ConvertInitialBom);
    return decoder(utf8);
}

const char *JsonText::store(QByteArrayView text)
{
    const auto size = size_t(text.size());
    if (size == 0)
        return "";
    if (size > m_left) {
        constexpr size_t largestChunk = 1 << 20;
        const size_t chunk = std::max(size, m_nextChunk);
        m_chunks.push_back(std::make_unique_for_overwrite<char[]>(chunk));
        m_free = m_chunks.back().get();
        m_left = chunk;
        m_nextChunk = std::min(m_nextChunk * 2, largestChunk);
    }
    char *const stored = m_free;
    std::memcpy(stored, text.data(), size);
    m_free += size;
    m_left -= size;
    return stored;
}

// Tables in the maps never change, and the elements of a map keep their address. So references to tables may
// be used without the lock.
struct JsonIndex {
    std::shared_mutex mutex;
    std::unordered_map<const Node *, Nodes> children;
    std::unordered_map<const Node *, Nodes> keys;
    std::unordered_map<const Node *, qsizetype> counts;

    template <typename T, typename Make>
    const T &lookUp(std::unordered_map<const Node *, T> &map, const Node *node, Make make)
    {
        {
            const std::shared_lock lock(mutex);
            if (const auto found = map.find(node); found != map.end())
                return found->second;
        }
        // The table is made without the lock, so that a thread that looks up another node never waits for a
        // large table.
        T made = make(node);
        const std::unique_lock lock(mutex);
        return map.try_emplace(node, std::move(made)).first->second;
    }
};

JsonDocument::JsonDocument(yyjson_type type, uint64_t subtype)
    : m_root(&m_single)
{
    m_single.tag = subtype | type;
    m_single.uni.ofs = sizeof(Node);
}

JsonDocument::JsonDocument(yyjson_type type, QByteArrayView text)
    : m_root(&m_single)
{
    const char *stored = m_singleText.data();
    if (text.size() > qsizetype(m_singleText.size()))
        stored = m_text.store(text);
    else
        std::ranges::copy(text, m_singleText.begin());
    m_single = make(type, uint64_t(text.size()), stored);
}

JsonDocument::JsonDocument(std::vector<Node> nodes, JsonText text)
    : m_nodes(std::move(nodes))
    , m_text(std::move(text))
{
    if (m_nodes.capacity() - m_nodes.size() > spareNodes)
        m_nodes.shrink_to_fit();
    m_root = m_nodes.data();
}

JsonDocument::JsonDocument(yyjson_doc *parsed, std::unique_ptr<char[]> text)
    : m_root(yyjson_doc_get_root(parsed))
    , m_parsed(parsed)
    , m_parsedText(std::move(text))
{
}

JsonDocument::~JsonDocument()
{
    yyjson_doc_free(m_parsed);
    delete m_index.load(std::memory_order_acquire);
}

Json JsonDocument::toJson(std::shared_ptr<const JsonDocument> document)
{
    const Node *const root = document->m_root;
    return Json(std::move(document), root);
}

JsonIndex &JsonDocument::index() const
{
    if (JsonIndex *existing = m_index.load(std::memory_order_acquire))
        return *existing;
    auto made = std::make_unique<JsonIndex>();
    JsonIndex *expected = nullptr;
    if (m_index.compare_exchange_strong(expected, made.get(), std::memory_order_acq_rel))
        return *made.release();
    return *expected;
}

const Nodes &JsonDocument::childTable(const Node *container) const
{
    JsonIndex &tables = index();
    return tables.lookUp(tables.children, container, childrenOf);
}

const Nodes &JsonDocument::keyTable(const Node *object) const
{
    JsonIndex &tables = index();
    return tables.lookUp(tables.keys, object, distinctKeys);
}

qsizetype JsonDocument::nodeCount(const Node *node) const
{
    const auto count = [](const Node *of) {
        const Node *const end = next(of);
        qsizetype nodes = end - of;
        for (const Node *each = of; each != end; ++each) {
            if (isObject(each))
                nodes -= qsizetype(length(each)); // keys
        }
        return nodes;
    };
    constexpr qsizetype quickToCount = 256;
    if (next(node) - node <= quickToCount)
        return count(node);
    JsonIndex &tables = index();
    return tables.lookUp(tables.counts, node, count);
}

} // namespace Workbench
