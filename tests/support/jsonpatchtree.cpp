// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"
#include "tests/support/jsonpatchtree_p.h"

#include <algorithm>
#include <utility>

namespace Workbench {

namespace {

constexpr size_t largestPiece = 512;

} // namespace

std::pair<size_t, size_t> PatchList::find(qsizetype index) const
{
    size_t piece = 0;
    auto left = size_t(index);
    while (piece + 1 < m_pieces.size() && left >= m_pieces[piece].size())
        left -= m_pieces[piece++].size();
    return {piece, left};
}

quint32 PatchList::at(qsizetype index) const
{
    const auto [piece, place] = find(index);
    return m_pieces[piece][place];
}

void PatchList::replace(qsizetype index, quint32 number)
{
    const auto [piece, place] = find(index);
    m_pieces[piece][place] = number;
}

void PatchList::insert(qsizetype index, quint32 number)
{
    if (m_pieces.empty())
        m_pieces.emplace_back();
    const auto [at, place] = find(index);
    std::vector<quint32> &piece = m_pieces[at];
    piece.insert(piece.begin() + std::ptrdiff_t(place), number);
    ++m_size;
    if (piece.size() > largestPiece) {
        const auto middle = piece.begin() + std::ptrdiff_t(largestPiece / 2);
        std::vector<quint32> second(middle, piece.end());
        piece.erase(middle, piece.end());
        m_pieces.insert(m_pieces.begin() + std::ptrdiff_t(at) + 1, std::move(second));
    }
}

quint32 PatchList::take(qsizetype index)
{
    const auto [at, place] = find(index);
    std::vector<quint32> &piece = m_pieces[at];
    const quint32 number = piece[place];
    piece.erase(piece.begin() + std::ptrdiff_t(place));
    if (piece.empty())
        m_pieces.erase(m_pieces.begin() + std::ptrdiff_t(at));
    --m_size;
    return number;
}

PatchTree::PatchTree(const Json &root)
{
    m_root = add(root);
}

quint32 PatchTree::add(const Json &value)
{
    m_nodes.push_back({value, nullptr, nullptr});
    return quint32(m_nodes.size() - 1);
}

JsonKind PatchTree::kind(quint32 node) const
{
    const Node &it = m_nodes[node];
    return it.list ? JsonKind::Array : it.object ? JsonKind::Object : it.shared.kind();
}

PatchList &PatchTree::listOf(quint32 node)
{
    Node &it = m_nodes[node]; // the address stays valid, because m_nodes is a deque
    if (!it.list) {
        it.list = std::make_unique<PatchList>();
        for (const Json &item : std::exchange(it.shared, Json()).items())
            it.list->insert(it.list->size(), add(item));
    }
    return *it.list;
}

PatchTree::Object &PatchTree::objectOf(quint32 node)
{
    Node &it = m_nodes[node];
    if (!it.object) {
        it.object = std::make_unique<Object>();
        for (const Json::Members::Entry &entry : std::exchange(it.shared, Json()).members()) {
            const QByteArray key = entry.keyUtf8().toByteArray();
            if (const auto earlier = it.object->places.constFind(key); earlier != it.object->places.cend())
                it.object->members[*earlier].isGone = true;
            it.object->places.insert(key, quint32(it.object->members.size()));
            it.object->members.push_back({key, add(entry.value())});
        }
    }
    return *it.object;
}

qsizetype PatchTree::listSize(quint32 list)
{
    return listOf(list).size();
}

quint32 PatchTree::item(quint32 list, qsizetype index)
{
    return listOf(list).at(index);
}

void PatchTree::insertItem(quint32 list, qsizetype index, quint32 item)
{
    listOf(list).insert(index, item);
}

void PatchTree::replaceItem(quint32 list, qsizetype index, quint32 item)
{
    listOf(list).replace(index, item);
}

quint32 PatchTree::takeItem(quint32 list, qsizetype index)
{
    return listOf(list).take(index);
}

std::optional<quint32> PatchTree::member(quint32 object, const QByteArray &key)
{
    Object &it = objectOf(object);
    const auto found = it.places.constFind(key);
    return found == it.places.cend() ? std::nullopt : std::optional(it.members[*found].value);
}

void PatchTree::setMember(quint32 object, const QByteArray &key, quint32 value)
{
    Object &it = objectOf(object);
    if (const auto found = it.places.constFind(key); found != it.places.cend()) {
        it.members[*found].value = value;
        return;
    }
    it.places.insert(key, quint32(it.members.size()));
    it.members.push_back({key, value});
}

std::optional<quint32> PatchTree::takeMember(quint32 object, const QByteArray &key)
{
    Object &it = objectOf(object);
    const auto found = it.places.constFind(key);
    if (found == it.places.cend())
        return std::nullopt;
    const quint32 place = *found;
    it.places.erase(found);
    it.members[place].isGone = true;
    return it.members[place].value;
}

Json PatchTree::frozen(quint32 node) const
{
    const auto isShared = [this](quint32 each) { return !m_nodes[each].list && !m_nodes[each].object; };
    if (isShared(node))
        return m_nodes[node].shared;
    struct Open {
        const Node *node;
        size_t piece = 0;
        size_t place = 0; // index in the piece, or among the members
    };
    JsonBuilder builder;
    std::vector<Open> open;
    const auto begin = [&](quint32 number) {
        const Node &it = m_nodes[number];
        if (isShared(number)) {
            builder.value(it.shared);
            return;
        }
        it.list ? builder.beginArray() : builder.beginObject();
        open.push_back({&it});
    };
    begin(node);
    while (!open.empty()) {
        Open &top = open.back();
        if (top.node->list) {
            const auto &pieces = top.node->list->pieces();
            if (top.piece == pieces.size()) {
                builder.endArray();
                open.pop_back();
                continue;
            }
            const quint32 item = pieces[top.piece][top.place];
            if (++top.place == pieces[top.piece].size()) {
                ++top.piece;
                top.place = 0;
            }
            begin(item);
        } else if (top.place == top.node->object->members.size()) {
            builder.endObject();
            open.pop_back();
        } else {
            const Member &member = top.node->object->members[top.place++];
            if (member.isGone)
                continue;
            builder.keyUtf8(member.key);
            begin(member.value);
        }
    }
    return builder.take();
}

} // namespace Workbench
