// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/json.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsondocument_p.h"
#include "core/json/jsonnumber.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace Workbench {

using namespace JsonNode;

namespace {

const Node *toNode(const void *node)
{
    return static_cast<const Node *>(node);
}

Json constant(yyjson_type type, uint64_t subtype = 0)
{
    return JsonDocument::toJson(std::make_shared<const JsonDocument>(type, subtype));
}

Json scalar(yyjson_type type, QByteArrayView text)
{
    return JsonDocument::toJson(std::make_shared<const JsonDocument>(type, text));
}

//! The key or item at a place, on foot.
const Node *walkTo(const Node *container, size_t index)
{
    const bool object = isObject(container);
    const Node *child = container + 1;
    for (size_t i = 0; i < index; ++i)
        child = next(object ? child + 1 : child);
    return child;
}

//! The key at a place of an object or the item at a place of an array; null when out of range.
const Node *childAt(const JsonDocument *document, const Node *container, qsizetype index)
{
    if (!container || !isContainer(container) || index < 0 || size_t(index) >= length(container))
        return nullptr;
    const size_t count = length(container);
    const size_t stride = isObject(container) ? 2 : 1;
    if (container->uni.ofs
        == (count * stride + 1) * sizeof(Node)) // no containers inside: places can be calculated
        return container + 1 + size_t(index) * stride;
    if (count <= smallContainer)
        return walkTo(container, size_t(index));
    return document->childTable(container)[size_t(index)];
}

} // namespace

Json::Json(std::shared_ptr<const JsonDocument> document, const void *node)
    : m_document(std::move(document))
    , m_node(node)
{
}

Json Json::null()
{
    static const Json value = constant(YYJSON_TYPE_NULL);
    return value;
}

Json Json::boolean(bool value)
{
    static const Json yes = constant(YYJSON_TYPE_BOOL, YYJSON_SUBTYPE_TRUE);
    static const Json no = constant(YYJSON_TYPE_BOOL, YYJSON_SUBTYPE_FALSE);
    return value ? yes : no;
}

Json Json::integer(qint64 value)
{
    std::array<char, 24> text;
    const auto [end, error] = std::to_chars(text.begin(), text.end(), value);
    return scalar(YYJSON_TYPE_RAW, QByteArrayView(text.data(), end));
}

Json Json::real(double value)
{
    if (!std::isfinite(value))
        return null();
    // Plain digits where JavaScript writes them, too; the shortest form alone would make 100000 into 1e+05.
    const double size = std::abs(value);
    const bool plain = size == 0 || (size >= 1e-6 && size < 1e21);
    std::array<char, 64> text;
    const auto [end, error] = std::to_chars(
        text.begin(), text.end(), value, plain ? std::chars_format::fixed : std::chars_format::scientific);
    return scalar(YYJSON_TYPE_RAW, QByteArrayView(text.data(), end));
}

Json Json::numberFromText(QByteArrayView text)
{
    return JsonNumber::isNumber(text) ? scalar(YYJSON_TYPE_RAW, text) : Json();
}

Json Json::string(QStringView value)
{
    return scalar(YYJSON_TYPE_STR, jsonUtf8(value));
}

Json Json::emptyArray()
{
    static const Json value = constant(YYJSON_TYPE_ARR);
    return value;
}

Json Json::emptyObject()
{
    static const Json value = constant(YYJSON_TYPE_OBJ);
    return value;
}

Json Json::array(const QList<Json> &items)
{
    JsonBuilder builder;
    builder.beginArray();
    for (const Json &item : items)
        builder.value(item);
    return builder.endArray().take();
}

Json Json::object(const QList<Member> &members)
{
    JsonBuilder builder;
    builder.beginObject();
    for (const Member &member : members)
        builder.add(member.key, member.value);
    return builder.endObject().take();
}

JsonKind Json::kind() const
{
    if (!m_node)
        return JsonKind::Absent;
    switch (type(toNode(m_node))) {
    case YYJSON_TYPE_NULL: return JsonKind::Null;
    case YYJSON_TYPE_BOOL: return JsonKind::Boolean;
    case YYJSON_TYPE_RAW: return JsonKind::Number;
    case YYJSON_TYPE_STR: return JsonKind::String;
    case YYJSON_TYPE_ARR: return JsonKind::Array;
    case YYJSON_TYPE_OBJ: return JsonKind::Object;
    default: return JsonKind::Absent;
    }
}

bool Json::isInteger() const
{
    return isNumber() && JsonNumber::isInteger(text(toNode(m_node)));
}

bool Json::toBoolean(bool fallback) const
{
    return isBoolean() ? (toNode(m_node)->tag & YYJSON_SUBTYPE_MASK) == YYJSON_SUBTYPE_TRUE : fallback;
}

QString Json::toString(const QString &fallback) const
{
    return isString() ? jsonText(text(toNode(m_node))) : fallback;
}

QByteArrayView Json::utf8() const
{
    return isString() ? text(toNode(m_node)) : QByteArrayView();
}

QByteArray Json::numberText() const
{
    return isNumber() ? text(toNode(m_node)).toByteArray() : QByteArray();
}

double Json::toDouble(double fallback) const
{
    return isNumber() ? JsonNumber::toDouble(text(toNode(m_node))) : fallback;
}

std::optional<qint64> Json::toInteger() const
{
    return isNumber() ? JsonNumber::toInteger(text(toNode(m_node))) : std::nullopt;
}

qsizetype Json::size() const
{
    return m_node && isContainer(toNode(m_node)) ? qsizetype(length(toNode(m_node))) : 0;
}

Json Json::at(qsizetype index) const
{
    const Node *child = childAt(m_document.get(), toNode(m_node), index);
    if (!child)
        return {};
    return Json(m_document, isObject() ? child + 1 : child);
}

QString Json::keyAt(qsizetype index) const
{
    return jsonText(keyUtf8At(index));
}

QByteArrayView Json::keyUtf8At(qsizetype index) const
{
    const Node *child = isObject() ? childAt(m_document.get(), toNode(m_node), index) : nullptr;
    return child ? text(child) : QByteArrayView();
}

Json Json::member(QStringView name) const
{
    return isObject() ? memberUtf8(jsonUtf8(name)) : Json();
}

Json Json::member(QLatin1StringView name) const
{
    const bool ascii = std::ranges::all_of(name, [](char c) { return uchar(c) < 0x80; });
    return ascii ? memberUtf8(QByteArrayView(name)) : member(QString(name));
}

Json Json::memberUtf8(QByteArrayView name) const
{
    if (!isObject())
        return {};
    const Node *const object = toNode(m_node);
    const size_t count = length(object);
    const Node *found = nullptr;
    if (count <= smallContainer) {
        const Node *key = object + 1;
        for (size_t i = 0; i < count; ++i) {
            if (sameText(key, name))
                found = key;
            key = next(key + 1);
        }
    } else {
        const Nodes &keys = m_document->keyTable(object);
        const Node wanted = make(YYJSON_TYPE_STR, uint64_t(name.size()), name.data());
        const auto place = std::ranges::lower_bound(
            keys, &wanted, [](const Node *a, const Node *b) { return compareKeys(a, b) < 0; });
        if (place != keys.end() && sameText(*place, name))
            found = *place;
    }
    return found ? Json(m_document, found + 1) : Json();
}

qsizetype Json::nodeCount() const
{
    return m_node ? m_document->nodeCount(toNode(m_node)) : 0;
}

int Json::depth() const
{
    if (!m_node)
        return 0;
    const Node *const begin = toNode(m_node);
    const Node *const end = next(begin);
    std::vector<const Node *> ends;
    size_t deepest = 0;
    for (const Node *node = begin; node != end; ++node) {
        while (!ends.empty() && ends.back() == node)
            ends.pop_back();
        if (isContainer(node)) {
            ends.push_back(next(node));
            deepest = std::max(deepest, ends.size());
        }
    }
    return int(deepest);
}

Json::Items Json::items() const
{
    return Items(isArray() ? *this : Json());
}

Json::Members Json::members() const
{
    return Members(isObject() ? *this : Json());
}

Json::Items::Items(Json owner)
    : m_owner(std::move(owner))
{
}

Json::Items::Iterator Json::Items::begin() const
{
    Iterator iterator;
    iterator.m_left = m_owner.size();
    if (iterator.m_left > 0) {
        iterator.m_document = m_owner.m_document;
        iterator.m_node = toNode(m_owner.m_node) + 1;
    }
    return iterator;
}

Json::Items::Iterator &Json::Items::Iterator::operator++()
{
    m_node = next(toNode(m_node));
    --m_left;
    return *this;
}

Json::Members::Members(Json owner)
    : m_owner(std::move(owner))
{
}

Json::Members::Iterator Json::Members::begin() const
{
    Iterator iterator;
    iterator.m_left = m_owner.size();
    if (iterator.m_left > 0) {
        iterator.m_entry.m_document = m_owner.m_document;
        iterator.m_entry.m_key = toNode(m_owner.m_node) + 1;
    }
    return iterator;
}

Json::Members::Iterator &Json::Members::Iterator::operator++()
{
    m_entry.m_key = next(toNode(m_entry.m_key) + 1);
    --m_left;
    return *this;
}

QString Json::Members::Entry::key() const
{
    return jsonText(keyUtf8());
}

QByteArrayView Json::Members::Entry::keyUtf8() const
{
    return m_key ? text(toNode(m_key)) : QByteArrayView();
}

Json Json::Members::Entry::value() const
{
    return m_key ? Json(m_document, toNode(m_key) + 1) : Json();
}

} // namespace Workbench
