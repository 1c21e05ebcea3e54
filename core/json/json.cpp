// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/json.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsondocument_p.h"
#include "core/json/jsonnumber.h"
#include "core/json/jsonview.h"

#include <QHashFunctions>
#include <QVarLengthArray>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>

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

//! Returns the key or item at \a index, found by a linear walk.
const Node *walkTo(const Node *container, size_t index)
{
    const bool object = isObject(container);
    const Node *child = container + 1;
    for (size_t i = 0; i < index; ++i)
        child = next(object ? child + 1 : child);
    return child;
}

//! Returns the key of an object or the item of an array at \a index; null when out of range.
const Node *childAt(const JsonDocument *document, const Node *container, qsizetype index)
{
    if (!container || !isContainer(container) || index < 0 || size_t(index) >= length(container))
        return nullptr;
    const size_t count = length(container);
    const size_t stride = isObject(container) ? 2 : 1;
    if (container->uni.ofs
        == (count * stride + 1) * sizeof(Node)) // no containers inside: the place can be calculated
        return container + 1 + size_t(index) * stride;
    if (count <= smallContainer)
        return walkTo(container, size_t(index));
    return document->childTable(container)[size_t(index)];
}

constexpr qsizetype deepestIndented = 64;

struct Open {
    size_t left; // nodes still to come; in an object keys and values alternate, so an even number means a key
    bool isObject;
    bool isFirst;
};

class Writer {
public:
    explicit Writer(bool indented)
        : m_indented(indented)
    {
    }

    QByteArray write(const Node *root)
    {
        const Node *const end = next(root);
        reserve(root, end);
        for (const Node *node = root; node != end; ++node) {
            if (!m_open.empty() && writeBefore(node))
                continue;
            writeValue(node);
            while (!m_open.empty() && m_open.back().left == 0)
                close();
        }
        return std::move(m_out);
    }

private:
    void reserve(const Node *root, const Node *end)
    {
        size_t bytes = 0;
        for (const Node *node = root; node != end; ++node)
            bytes += (hasText(node) ? length(node) : 2) + 3;
        m_out.reserve(qsizetype(bytes));
    }

    //! Writes the text before \a node, and the node itself if it is a key. Returns whether it is a key.
    bool writeBefore(const Node *node)
    {
        Open &parent = m_open.back();
        const bool isKey = parent.isObject && parent.left % 2 == 0;
        if (isKey || !parent.isObject) {
            if (!parent.isFirst)
                m_out += ',';
            parent.isFirst = false;
            newLine();
        }
        --parent.left;
        if (isKey) {
            writeString(text(node));
            m_out += ':';
            if (m_indented)
                m_out += ' ';
        }
        return isKey;
    }

    void writeValue(const Node *node)
    {
        switch (type(node)) {
        case YYJSON_TYPE_NULL: m_out += "null"; break;
        case YYJSON_TYPE_BOOL:
            m_out += (node->tag & YYJSON_SUBTYPE_MASK) == YYJSON_SUBTYPE_TRUE ? QByteArrayView("true")
                                                                              : QByteArrayView("false");
            break;
        case YYJSON_TYPE_RAW: m_out += text(node); break;
        case YYJSON_TYPE_STR: writeString(text(node)); break;
        default: {
            const bool object = isObject(node);
            const size_t count = length(node);
            m_out += object ? '{' : '[';
            if (count == 0)
                m_out += object ? '}' : ']';
            else
                m_open.emplace_back(object ? count * 2 : count, object, true);
        }
        }
    }

    void close()
    {
        const bool object = m_open.back().isObject;
        const bool onOwnLine = m_open.size() <= deepestIndented;
        m_open.pop_back();
        if (onOwnLine)
            newLine();
        m_out += object ? '}' : ']';
    }

    void newLine()
    {
        if (!m_indented || m_open.size() > deepestIndented)
            return;
        m_out += '\n';
        m_out.append(qsizetype(m_open.size()) * 2, ' ');
    }

    //! Escapes only the characters that JSON requires to be escaped, so that text stays readable.
    void writeString(QByteArrayView bytes)
    {
        m_out += '"';
        const char *run = bytes.begin();
        for (const char *at = run; at != bytes.end(); ++at) {
            const auto c = uchar(*at);
            if (c >= 0x20 && c != '"' && c != '\\')
                continue;
            m_out.append(run, at - run);
            run = at + 1;
            writeEscape(c);
        }
        m_out.append(run, bytes.end() - run);
        m_out += '"';
    }

    void writeEscape(uchar c)
    {
        constexpr QByteArrayView hex = "0123456789abcdef";
        m_out += '\\';
        constexpr QByteArrayView special = "\b\f\n\r\t\"\\";
        constexpr QByteArrayView letters = "bfnrt\"\\";
        if (const qsizetype place = special.indexOf(char(c)); place >= 0) {
            m_out += letters[place];
        } else {
            m_out += "u00";
            m_out += hex[c >> 4];
            m_out += hex[c & 15];
        }
    }

    bool m_indented;
    QByteArray m_out;
    QVarLengthArray<Open, 8> m_open;
};

bool sameScalar(const Node *a, const Node *b, bool byText)
{
    if (type(a) != type(b))
        return false;
    if (!hasText(a))
        return (a->tag & YYJSON_SUBTYPE_MASK) == (b->tag & YYJSON_SUBTYPE_MASK);
    return sameText(a, text(b))
        || (type(a) == YYJSON_TYPE_RAW && !byText && JsonNumber::compare(text(a), text(b)) == 0);
}

//! Returns whether two values are equal with keys in the same order. A fast check for the usual case.
bool isSameInOrder(const Node *a, const Node *b, bool byText)
{
    const Node *const end = next(a);
    if (end - a != next(b) - b)
        return false;
    for (; a != end; ++a, ++b) {
        if (isContainer(a) ? type(a) != type(b) || length(a) != length(b) : !sameScalar(a, b, byText))
            return false;
    }
    return true;
}

size_t hashOfScalar(const Node *node, size_t seed)
{
    switch (type(node)) {
    case YYJSON_TYPE_STR: return qHash(text(node), seed);
    case YYJSON_TYPE_RAW: return JsonNumber::hash(text(node));
    default: return qHash(quint64(node->tag & (YYJSON_TYPE_MASK | YYJSON_SUBTYPE_MASK)), seed);
    }
}

//! The children of a container, in an order that is the same for equal containers.
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
    //! Returns the key of the value that take() returns next; null in an array.
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
    // Write plain digits where JavaScript does: the shortest form alone would turn 100000 into 1e+05.
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

const void *Json::following(const void *node)
{
    return toNode(node) + 1;
}

const void *Json::after(const void *node)
{
    return next(toNode(node));
}

QByteArray Json::toBytes(Layout layout) const
{
    return m_node ? Writer(layout == Layout::Indented).write(JsonDocument::node(*this)) : QByteArray();
}

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
        // The number of nodes is an upper bound for the depth of a value.
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
    return a.m_node && b.m_node && JsonNode::isEqual(toNode(a.m_node), toNode(b.m_node));
}

bool JsonNode::isEqual(const Node *a, const Node *b, bool byText)
{
    if (isSameInOrder(a, b, byText))
        return true;
    std::vector<Pair> open;
    for (;;) {
        if (isContainer(a)) {
            if (type(a) != type(b))
                return false;
            open.emplace_back(Children(a), Children(b));
            if (open.back().a.left() != open.back().b.left())
                return false;
        } else if (!sameScalar(a, b, byText)) {
            return false;
        }
        while (!open.empty() && open.back().a.left() == 0)
            open.pop_back();
        if (open.empty())
            return true;
        Pair &pair = open.back();
        if (pair.a.isObject() && compareKeys(pair.a.key(), pair.b.key()) != 0)
            return false;
        a = pair.a.take();
        b = pair.b.take();
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
