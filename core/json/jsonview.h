// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <cstring>

namespace Workbench {

//! Returns whether \a a and \a b are equal. Faster than memcmp for texts as short as names and words.
inline bool sameBytes(QByteArrayView a, QByteArrayView b)
{
    if (a.size() != b.size())
        return false;
    const auto load = []<typename Word>(const char *at, Word word) {
        std::memcpy(&word, at, sizeof word);
        return word;
    };
    const char *const left = a.data();
    const char *const right = b.data();
    const qsizetype size = a.size();
    if (size >= 8 && size <= 16) { // two words that overlap
        return load(left, quint64()) == load(right, quint64())
            && load(left + size - 8, quint64()) == load(right + size - 8, quint64());
    }
    if (size >= 4 && size < 8) {
        return load(left, quint32()) == load(right, quint32())
            && load(left + size - 4, quint32()) == load(right + size - 4, quint32());
    }
    if (size < 4) {
        return size == 0
            || (left[0] == right[0] && left[size / 2] == right[size / 2]
                && left[size - 1] == right[size - 1]);
    }
    return std::memcmp(left, right, size_t(size)) == 0;
}

//! A view of a value that does not keep its document alive. A view is one pointer, for loops over every node
//! of a large document, where the reference count of a Json would cost most. Valid while any Json of the
//! document lives.
//!
//! The content of a container follows the container: first() is the first item or the first key. next() goes
//! on after the value, and from a key to its value.
class JsonView {
public:
    //! Makes an absent view.
    JsonView() = default;
    explicit JsonView(const Json &value)
        : m_node(static_cast<const char *>(value.nodeAddress()))
    {
    }

    JsonKind kind() const { return m_node ? kinds[tag() & typeMask] : JsonKind::Absent; }
    bool isAbsent() const { return !m_node; }
    bool toBoolean() const { return (tag() & trueBit) != 0; } //!< only for a boolean
    //! Returns the number of items of an array, members of an object (duplicates counted), or bytes of a
    //! string or number.
    qsizetype size() const { return qsizetype(tag() >> lengthShift); }
    //! Returns the bytes of a string or key, or the digits of a number as received.
    QByteArrayView text() const
    {
        const char *bytes = nullptr;
        std::memcpy(&bytes, m_node + contentOffset, sizeof bytes);
        return {bytes, size()};
    }
    JsonView first() const { return JsonView(m_node + nodeBytes); }
    JsonView next() const { return JsonView(m_node + extent()); }
    JsonView valueOfKey() const { return JsonView(m_node + nodeBytes); }
    JsonView nextKey() const { return valueOfKey().next(); }
    //! Returns the number of nodes in this subtree, with keys and the root of the subtree counted. It is also
    //! an upper bound for the depth.
    qsizetype extentInNodes() const { return qsizetype(extent() / nodeBytes); }
    const void *nodeAddress() const { return m_node; }

    //! Returns whether containers nest at more than \a limit levels. Skips subtrees that are too small for
    //! that.
    bool isDeeperThan(qsizetype limit) const;

    //! Returns whether both are equal JSON values; same rules as operator==(const Json &, const Json &).
    static bool equal(JsonView a, JsonView b);

    // The layout of yyjson's values; json.cpp checks it.
    static constexpr size_t nodeBytes = 16;
    static constexpr size_t contentOffset = 8;
    static constexpr quint64 typeMask = 7;
    static constexpr quint64 trueBit = 8;
    static constexpr int lengthShift = 8;
    static constexpr quint64 arrayType = 6; //!< greater for objects
    static constexpr JsonKind kinds[] = {JsonKind::Absent, JsonKind::Number, JsonKind::Null,
        JsonKind::Boolean, JsonKind::Absent, JsonKind::String, JsonKind::Array, JsonKind::Object};

private:
    explicit JsonView(const char *node)
        : m_node(node)
    {
    }
    quint64 tag() const
    {
        quint64 value = 0;
        std::memcpy(&value, m_node, sizeof value);
        return value;
    }
    size_t extent() const
    {
        if ((tag() & typeMask) < arrayType)
            return nodeBytes;
        size_t bytes = 0;
        std::memcpy(&bytes, m_node + contentOffset, sizeof bytes);
        return bytes;
    }

    const char *m_node = nullptr;
};

} // namespace Workbench
