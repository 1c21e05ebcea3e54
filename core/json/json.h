// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QList>
#include <QMetaType>
#include <QString>

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace Workbench {

class JsonDocument;

//! The kind of a Json value. Absent is the value of a missing member; it differs from null.
enum class JsonKind : quint8 { Absent, Null, Boolean, Number, String, Array, Object };

//! An immutable JSON value: a node inside a document that the value keeps alive. A copy costs one increment
//! of a reference count.
//!
//! Key order, duplicate keys and the digits of every number stay as they were received. No function
//! recurses, so deep nesting uses no stack. All functions may be called from any thread on any copy.
//! \source core/RULES.md
class Json {
public:
    class Entry;
    template <typename Element> class Range;
    using Items = Range<Json>;
    using Members = Range<Entry>;
    struct Member;

    //! Makes an absent value.
    Json() = default;

    static Json null();
    static Json boolean(bool value);
    static Json integer(qint64 value);
    //! Makes a number from the shortest text that reads back as \a value; null for NaN and infinities.
    static Json real(double value);
    //! Makes a number with the digits of \a text unchanged; absent if \a text is not a number by RFC 8259.
    static Json numberFromText(QByteArrayView text);
    static Json string(QStringView value);
    static Json string(const char *) = delete; // ambiguous between QStringView and bool
    static Json emptyArray();
    static Json emptyObject();
    //! Makes an array. Absent items become null, as in JSON.stringify.
    static Json array(const QList<Json> &items);
    //! Makes an object with \a members in their order. Absent members are left out.
    static Json object(const QList<Member> &members);

    JsonKind kind() const;
    bool isAbsent() const { return kind() == JsonKind::Absent; }
    bool isNull() const { return kind() == JsonKind::Null; }
    bool isBoolean() const { return kind() == JsonKind::Boolean; }
    bool isNumber() const { return kind() == JsonKind::Number; }
    bool isString() const { return kind() == JsonKind::String; }
    bool isArray() const { return kind() == JsonKind::Array; }
    bool isObject() const { return kind() == JsonKind::Object; }
    //! Returns whether the value is a number whose value has no fraction: 3, 3.0, 3e0 and 1e400 are integers.
    bool isInteger() const;

    bool toBoolean(bool fallback = false) const;
    QString toString(const QString &fallback = {}) const; //!< the text of a string, else \a fallback
    QByteArrayView utf8() const; //!< the bytes of a string, valid while any Json of the document lives
    QByteArray numberText() const; //!< the digits of a number as received
    double toDouble(double fallback = 0) const; //!< the nearest double; may be infinite
    //! Returns the integer; nothing if the value is not an integer or does not fit.
    std::optional<qint64> toInteger() const;

    //! Returns the number of items of an array or of members (duplicates counted) of an object; otherwise 0.
    qsizetype size() const;
    //! Returns the item of an array or the value of an object at \a index; absent when out of range. Takes
    //! amortised constant time.
    Json at(qsizetype index) const;
    QString keyAt(qsizetype index) const;
    QByteArrayView keyUtf8At(qsizetype index) const;
    //! Returns the last member of that name, as JSON.parse does; absent if there is none. The first call for
    //! a wide object builds an index.
    Json member(QStringView name) const;
    Json member(QLatin1StringView name) const;
    Json memberUtf8(QByteArrayView name) const;
    bool hasMember(QStringView name) const { return !member(name).isAbsent(); }
    bool hasMember(QLatin1StringView name) const { return !member(name).isAbsent(); }

    //! Returns a range for `for (const Json &item : value.items())`. Empty unless the value is an array.
    Items items() const;
    //! Returns a range over the members in order, duplicates included. Empty unless the value is an object.
    Members members() const;

    //! Compares JSON values: numbers by exact decimal value (1, 1.0 and 1e0 are equal, 2^53+1 and 2^53 are
    //! not), objects without regard to order. The last of duplicate keys counts. Absent equals only absent.
    friend bool operator==(const Json &a, const Json &b) { return equals(a, b); }

    //! The layout of toBytes(). Indented uses two spaces per level; containers more than 64 levels deep stay
    //! on one line, so that hostile nesting cannot inflate the text.
    enum class Layout : quint8 { Compact, Indented };
    //! Returns UTF-8 text with numbers, key order and duplicate keys as received. Empty for absent.
    QByteArray toBytes(Layout layout = Layout::Compact) const;

    //! Returns a hash that is equal for values that operator== finds equal.
    size_t hash() const;

    //! Returns the number of nodes in this subtree, the root of the subtree included. Linear on first use.
    qsizetype nodeCount() const;
    //! Returns the levels of nesting: 0 for a scalar, 1 for [] and [7], 2 for [[]].
    int depth() const;

    //! Returns the identity of the node, for memoisation: equal only for one place of one document.
    const void *nodeAddress() const { return m_node; }

private:
    friend class JsonDocument;
    friend class JsonBuilder;
    Json(std::shared_ptr<const JsonDocument> document, const void *node);
    static bool equals(const Json &a, const Json &b);
    static const void *following(const void *node); // the first node inside a container, the value of a key
    static const void *after(const void *node); // the node after a value and its content

    std::shared_ptr<const JsonDocument> m_document;
    const void *m_node = nullptr; // yyjson_val inside m_document
};

struct Json::Member {
    QString key;
    Json value;
};

//! A member of an object. key() converts the key on each call.
class Json::Entry {
public:
    explicit Entry(Json key)
        : m_key(std::move(key))
    {
    }
    QString key() const { return m_key.toString(); }
    //! Returns the key's bytes, valid while any Json of the document, this entry or its range lives.
    QByteArrayView keyUtf8() const { return m_key.utf8(); }
    Json value() const { return Json(m_key.m_document, following(m_key.m_node)); }

private:
    Json m_key;
};

//! A range that iterates the items of an array or the members of an object in linear time. The range and its
//! iterators keep the document alive, so ranges over temporaries are safe.
template <typename Element> class Json::Range {
public:
    using Entry = Element;
    class Iterator {
    public:
        using value_type = Element;
        using difference_type = qptrdiff;
        Element operator*() const { return Element(Json(m_document, m_node)); }
        Iterator &operator++()
        {
            m_node = after(std::is_same_v<Element, Json> ? m_node : following(m_node));
            --m_left;
            return *this;
        }
        void operator++(int) { ++*this; }
        bool operator==(const Iterator &other) const { return m_left == other.m_left; }

    private:
        friend Range;
        std::shared_ptr<const JsonDocument> m_document;
        const void *m_node = nullptr;
        qsizetype m_left = 0;
    };
    Iterator begin() const
    {
        Iterator iterator;
        iterator.m_left = m_owner.size();
        if (iterator.m_left > 0) {
            iterator.m_document = m_owner.m_document;
            iterator.m_node = following(m_owner.m_node);
        }
        return iterator;
    }
    Iterator end() const { return {}; }

private:
    friend class Json;
    explicit Range(Json owner)
        : m_owner(std::move(owner))
    {
    }
    Json m_owner;
};

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::Json)
