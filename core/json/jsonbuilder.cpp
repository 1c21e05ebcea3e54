// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"

#include "core/json/jsondocument_p.h"

#include <QVarLengthArray>

#include <algorithm>

namespace Workbench {

using namespace JsonNode;

struct JsonBuilder::Private {
    struct Open {
        size_t place; // index in nodes
        uint64_t count;
    };

    std::vector<Node> nodes;
    JsonText text;
    QVarLengthArray<Open, 8> open;
    bool hasKey = false;

    Private() { nodes.reserve(spareNodes); }

    bool inObject() const { return !open.empty() && isObject(&nodes[open.back().place]); }

    void copy(const Node *from, const Node *end)
    {
        const auto copied = std::ptrdiff_t(nodes.size());
        nodes.insert(nodes.end(), from, end);
        for (auto it = nodes.begin() + copied; it != nodes.end(); ++it) {
            if (hasText(&*it))
                it->uni.str = text.store(JsonNode::text(&*it));
        }
    }

    //! Must be called before a value is written.
    void beginValue()
    {
        Q_ASSERT_X(
            open.empty() ? nodes.empty() : inObject() == hasKey, "JsonBuilder", "value not allowed here");
        hasKey = false;
        if (!open.empty())
            ++open.back().count;
    }
};

JsonBuilder::JsonBuilder()
    : d(std::make_unique<Private>())
{
}

JsonBuilder::~JsonBuilder() = default;

JsonBuilder &JsonBuilder::begin(bool asObject)
{
    d->beginValue();
    d->open.append({d->nodes.size(), 0});
    d->nodes.push_back(make(asObject ? YYJSON_TYPE_OBJ : YYJSON_TYPE_ARR, 0));
    return *this;
}

JsonBuilder &JsonBuilder::end(bool asObject)
{
    Q_ASSERT_X(
        !d->open.empty() && d->inObject() == asObject && !d->hasKey, "JsonBuilder", "an end without a begin");
    const Private::Open closing = d->open.back();
    d->open.pop_back();
    Node container = make(asObject ? YYJSON_TYPE_OBJ : YYJSON_TYPE_ARR, closing.count);
    container.uni.ofs = (d->nodes.size() - closing.place) * sizeof(Node);
    d->nodes[closing.place] = container;
    return *this;
}

JsonBuilder &JsonBuilder::key(QStringView name)
{
    return keyUtf8(jsonUtf8(name));
}

JsonBuilder &JsonBuilder::keyUtf8(QByteArrayView name)
{
    Q_ASSERT_X(d->inObject() && !d->hasKey, "JsonBuilder", "key not allowed here");
    d->nodes.push_back(make(YYJSON_TYPE_STR, uint64_t(name.size()), d->text.store(name)));
    d->hasKey = true;
    return *this;
}

JsonBuilder &JsonBuilder::value(const Json &value)
{
    const Node *const node = JsonDocument::node(value);
    if (!node && d->inObject()) {
        d->nodes.pop_back();
        d->hasKey = false;
        return *this;
    }
    if (!node && d->open.empty())
        return *this;
    d->beginValue();
    if (!node) {
        d->nodes.push_back(make(YYJSON_TYPE_NULL, 0));
        return *this;
    }
    d->copy(node, next(node));
    return *this;
}

JsonBuilder &JsonBuilder::members(const Json &object)
{
    Q_ASSERT_X(d->inObject() && !d->hasKey, "JsonBuilder", "members not allowed here");
    const Node *const node = JsonDocument::node(object);
    if (node && isObject(node)) {
        d->open.back().count += length(node);
        d->copy(node + 1, next(node));
    }
    return *this;
}

JsonBuilder &JsonBuilder::string(QStringView text)
{
    return stringUtf8(jsonUtf8(text));
}

JsonBuilder &JsonBuilder::stringUtf8(QByteArrayView text)
{
    d->beginValue();
    d->nodes.push_back(make(YYJSON_TYPE_STR, uint64_t(text.size()), d->text.store(text)));
    return *this;
}

JsonBuilder &JsonBuilder::number(QByteArrayView text)
{
    d->beginValue();
    d->nodes.push_back(make(YYJSON_TYPE_RAW, uint64_t(text.size()), d->text.store(text)));
    return *this;
}

JsonBuilder &JsonBuilder::add(QStringView name, const Json &value)
{
    return value.isAbsent() ? *this : key(name).value(value);
}

JsonBuilder &JsonBuilder::add(QStringView name, QStringView text)
{
    return key(name).string(text);
}

Json JsonBuilder::take()
{
    Q_ASSERT_X(d->open.empty(), "JsonBuilder", "an end is missing");
    if (d->nodes.empty())
        return {};
    return JsonDocument::toJson(
        std::make_shared<const JsonDocument>(std::exchange(d->nodes, {}), std::exchange(d->text, {})));
}

Json withMember(const Json &object, QStringView name, const Json &value)
{
    if (value.isAbsent())
        return withoutMember(object, name);
    const QByteArray wanted = jsonUtf8(name);
    const void *const replaced = object.memberUtf8(wanted).nodeAddress();
    JsonBuilder builder;
    builder.beginObject();
    if (!replaced)
        return builder.members(object).keyUtf8(wanted).value(value).endObject().take();
    for (const Json::Members::Entry &entry : object.members()) {
        const Json old = entry.value();
        builder.keyUtf8(entry.keyUtf8()).value(old.nodeAddress() == replaced ? value : old);
    }
    return builder.endObject().take();
}

Json withoutMember(const Json &object, QStringView name)
{
    const QByteArray unwanted = jsonUtf8(name);
    JsonBuilder builder;
    builder.beginObject();
    for (const Json::Members::Entry &entry : object.members()) {
        if (entry.keyUtf8() != unwanted)
            builder.keyUtf8(entry.keyUtf8()).value(entry.value());
    }
    return builder.endObject().take();
}

Json withExtra(const QList<Json::Member> &named, const Json &extra)
{
    JsonBuilder builder;
    builder.beginObject();
    for (const Json::Member &member : named)
        builder.add(member.key, member.value);
    return builder.members(extra).endObject().take();
}

Json membersBeside(const Json &object, std::initializer_list<QLatin1StringView> known)
{
    JsonBuilder builder;
    builder.beginObject();
    bool isAny = false;
    for (const Json::Members::Entry &entry : object.members()) {
        const QByteArrayView key = entry.keyUtf8();
        if (std::ranges::any_of(known, [key](QLatin1StringView name) { return key == QByteArrayView(name); }))
            continue;
        builder.keyUtf8(key).value(entry.value());
        isAny = true;
    }
    return isAny ? builder.endObject().take() : Json();
}

Json presentMember(const Json &object, QLatin1StringView name)
{
    const Json value = object.member(name);
    return value.isNull() ? Json() : value;
}

} // namespace Workbench
