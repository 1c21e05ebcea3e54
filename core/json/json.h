// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QList>
#include <QMetaType>
#include <QString>

#include <memory>
#include <optional>

namespace Workbench {

class JsonDocument;

//! What a Json value is. Absent is the value of a member that is not there; it is not null.
enum class JsonKind : quint8 { Absent, Null, Boolean, Number, String, Array, Object };

//! An immutable JSON value: a node inside a document that it keeps alive. Copying costs one reference count.
//!
//! Key order, duplicate keys and the digits of every number stay as they were received. Nothing here
//! recurses, so depth costs no stack. All functions may be called from any thread on any copy.
//! \source core/RULES.md
class Json {
public:
    class Members;
    class Items;
    struct Member;

    //! Absent.
    Json() = default;

    static Json null();
    static Json boolean(bool value);
    static Json integer(qint64 value);
    //! A finite double in its shortest text that reads back to the same value; null for NaN and infinities.
    static Json real(double value);
    //! \a text must be a number by RFC 8259, else the value is absent; it is kept to the letter.
    static Json numberFromText(QByteArrayView text);
    static Json string(QStringView value);
    static Json string(const char *) = delete; // ambiguous between QStringView and bool
    static Json emptyArray();
    static Json emptyObject();
    static Json array(const QList<Json> &items); //!< absent items become null, as JSON.stringify does
    static Json object(const QList<Member> &members); //!< in this order; members that are absent are left out

    JsonKind kind() const;
    bool isAbsent() const { return kind() == JsonKind::Absent; }
    bool isNull() const { return kind() == JsonKind::Null; }
    bool isBoolean() const { return kind() == JsonKind::Boolean; }
    bool isNumber() const { return kind() == JsonKind::Number; }
    bool isString() const { return kind() == JsonKind::String; }
    bool isArray() const { return kind() == JsonKind::Array; }
    bool isObject() const { return kind() == JsonKind::Object; }
    //! A number without a fraction by value: 3, 3.0 and 3e0 are integers; 1e400 is one too.
    bool isInteger() const;

    bool toBoolean(bool fallback = false) const;
    QString toString(const QString &fallback = {}) const; //!< the text of a string, else \a fallback
    QByteArrayView utf8() const; //!< a string's bytes, valid while any Json of the document lives
    QByteArray numberText() const; //!< a number's digits as received
    double toDouble(double fallback = 0) const; //!< nearest double; may be infinite
    std::optional<qint64> toInteger() const; //!< when it is an integer by value and fits

    //! Items of an array or members (duplicates counted) of an object; else 0.
    qsizetype size() const;
    //! The item, or an object's value, at \a index; absent when out of range. Constant time, amortised.
    Json at(qsizetype index) const;
    QString keyAt(qsizetype index) const;
    QByteArrayView keyUtf8At(qsizetype index) const;
    //! The last member of that name (as JSON.parse), else absent. A wide object is indexed on first use.
    Json member(QStringView name) const;
    Json member(QLatin1StringView name) const;
    Json memberUtf8(QByteArrayView name) const;
    bool hasMember(QStringView name) const { return !member(name).isAbsent(); }
    bool hasMember(QLatin1StringView name) const { return !member(name).isAbsent(); }

    //! For range-for: `for (const Json &item : value.items())`. Empty for anything that is not an array.
    Items items() const;
    //! For range-for over {key, value} in order, duplicates included.
    //! Empty for anything that is not an object.
    Members members() const;

    //! Equal as JSON values: numbers by decimal value (1, 1.0 and 1e0; 2^53+1 is not 2^53), object order
    //! ignored, of duplicate keys the last counts. Absent equals absent only.
    friend bool operator==(const Json &a, const Json &b) { return equals(a, b); }

    //! Indented: two spaces a level; containers more than 64 levels deep stay on one line, so that hostile
    //! nesting cannot blow the text up.
    enum class Layout : quint8 { Compact, Indented };
    //! UTF-8 with numbers and key order as received; duplicates are written again. Empty for absent.
    QByteArray toBytes(Layout layout = Layout::Compact) const;

    //! A hash that agrees with operator==.
    size_t hash() const;

    //! Nodes in this subtree, itself included. Linear on first use.
    qsizetype nodeCount() const;
    //! Levels of nesting: 0 for a scalar, 1 for [] and [7], 2 for [[]].
    int depth() const;

    //! Identity of the node, for memoisation: equal only for the same place of the same document.
    const void *nodeAddress() const { return m_node; }

private:
    friend class JsonDocument;
    friend class JsonBuilder;
    Json(std::shared_ptr<const JsonDocument> document, const void *node);
    static bool equals(const Json &a, const Json &b);

    std::shared_ptr<const JsonDocument> m_document;
    const void *m_node = nullptr; // yyjson_val inside m_document
};

struct Json::Member {
    QString key;
    Json value;
};

//! Iterates an array in linear time. The range and its iterators keep the document alive, so ranges over
//! temporaries are safe.
class Json::Items {
public:
    class Iterator {
    public:
        using value_type = Json;
        using difference_type = qptrdiff;
        Json operator*() const { return Json(m_document, m_node); }
        Iterator &operator++();
        void operator++(int) { ++*this; }
        bool operator==(const Iterator &other) const { return m_left == other.m_left; }

    private:
        friend class Items;
        std::shared_ptr<const JsonDocument> m_document;
        const void *m_node = nullptr;
        qsizetype m_left = 0;
    };
    Iterator begin() const;
    Iterator end() const { return {}; }

private:
    friend class Json;
    explicit Items(Json owner);
    Json m_owner;
};

//! Iterates an object's members in linear time; the key is converted only when asked for.
class Json::Members {
public:
    class Entry {
    public:
        QString key() const;
        QByteArrayView
        keyUtf8() const; //!< valid while any Json of the document, this entry or its range lives
        Json value() const;

    private:
        friend class Members;
        std::shared_ptr<const JsonDocument> m_document;
        const void *m_key = nullptr;
    };
    class Iterator {
    public:
        using value_type = Entry;
        using difference_type = qptrdiff;
        Entry operator*() const { return m_entry; }
        Iterator &operator++();
        void operator++(int) { ++*this; }
        bool operator==(const Iterator &other) const { return m_left == other.m_left; }

    private:
        friend class Members;
        Entry m_entry;
        qsizetype m_left = 0;
    };
    Iterator begin() const;
    Iterator end() const { return {}; }

private:
    friend class Json;
    explicit Members(Json owner);
    Json m_owner;
};

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::Json)
