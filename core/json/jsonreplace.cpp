// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonreplace.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonpointer.h"

#include <vector>

namespace Workbench {

namespace {

//! A node in the tree of all pointers: a value to replace, or the next steps.
struct Way {
    QHash<QString, size_t> steps{}; //!< by token: an index into the list of all nodes
    Json value{}; //!< the new value; absent if this place is not replaced itself
};

//! A container that is being rewritten.
struct OpenContainer {
    Json container;
    size_t way;
    qsizetype next = 0;
};

//! Returns the tree of all pointers in \a values; nothing if a pointer is malformed, or a place is inside
//! another.
std::optional<std::vector<Way>> waysTo(const QHash<QString, Json> &values)
{
    std::vector<Way> ways(1);
    for (const auto &[pointer, value] : values.asKeyValueRange()) {
        if (!JsonPointer::isWellFormed(pointer))
            return std::nullopt;
        size_t at = 0;
        for (const QString &token : JsonPointer::tokens(pointer)) {
            size_t next = ways[at].steps.value(token);
            if (next == 0) {
                next = ways.size();
                ways[at].steps.insert(token, next);
                ways.emplace_back();
            }
            at = next;
        }
        ways[at].value = value;
    }
    for (const Way &way : ways) {
        if (!way.value.isAbsent() && !way.steps.isEmpty())
            return std::nullopt;
    }
    return ways;
}

} // namespace

Json withReplaced(const Json &document, const QHash<QString, Json> &values)
{
    const auto ways = waysTo(values);
    if (!ways || values.isEmpty())
        return ways ? document : Json();
    JsonBuilder builder;
    std::vector<OpenContainer> open;
    qsizetype replaced = 0;
    const auto write = [&](const Json &value, size_t at) {
        const Way &way = (*ways)[at];
        if (!way.value.isAbsent()) {
            builder.value(way.value);
            ++replaced;
        } else if (!value.isArray() && !value.isObject()) {
            builder.value(value); // the pointer leads nowhere
        } else {
            value.isArray() ? builder.beginArray() : builder.beginObject();
            open.push_back({value, at});
        }
    };
    write(document, 0);
    while (!open.empty()) {
        OpenContainer &top = open.back();
        const bool isArray = top.container.isArray();
        if (top.next == top.container.size()) {
            isArray ? builder.endArray() : builder.endObject();
            open.pop_back();
            continue;
        }
        const qsizetype place = top.next++;
        const Json value = top.container.at(place);
        QString token = isArray ? QString::number(place) : top.container.keyAt(place);
        const size_t step = (*ways)[top.way].steps.value(token);
        if (!isArray)
            builder.keyUtf8(top.container.keyUtf8At(place));
        if (step == 0 || (!isArray && top.container.member(token).nodeAddress() != value.nodeAddress()))
            builder.value(value);
        else
            write(value, step);
    }
    return replaced == values.size() ? builder.take() : Json();
}

} // namespace Workbench
