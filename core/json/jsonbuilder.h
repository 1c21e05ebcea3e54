// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <initializer_list>

namespace Workbench {

//! Builds a document piece by piece, in the order of the calls and without recursion. Misuse (a value without
//! a key inside an object, an unbalanced end) is a programming error and asserts.
class JsonBuilder {
public:
    JsonBuilder();
    ~JsonBuilder();
    JsonBuilder(const JsonBuilder &) = delete;
    JsonBuilder &operator=(const JsonBuilder &) = delete;

    JsonBuilder &beginObject() { return begin(true); }
    JsonBuilder &endObject() { return end(true); }
    JsonBuilder &beginArray() { return begin(false); }
    JsonBuilder &endArray() { return end(false); }
    JsonBuilder &key(QStringView name);
    //! Copies the subtree. An absent value becomes null in an array, and drops the key before it in an
    //! object.
    JsonBuilder &value(const Json &value);
    //! Copies each member of \a object with its key; adds nothing if \a object is not an object.
    JsonBuilder &members(const Json &object);
    JsonBuilder &string(QStringView text);
    JsonBuilder &keyUtf8(QByteArrayView name); //!< key() for bytes, which must be valid UTF-8
    JsonBuilder &stringUtf8(QByteArrayView text); //!< string() for bytes, which must be valid UTF-8
    //! Adds a number with the digits of \a text unchanged. \a text must be a number by RFC 8259.
    JsonBuilder &number(QByteArrayView text);
    JsonBuilder &add(QStringView name, const Json &value); //!< adds a key and its value
    JsonBuilder &add(QStringView name, QStringView text);
    Json take(); //!< returns the finished document and empties the builder

private:
    JsonBuilder &begin(bool asObject);
    JsonBuilder &end(bool asObject);

    struct Private;
    std::unique_ptr<Private> d;
};

//! Returns \a object with one member replaced in place or appended; other members keep their order. The last
//! of duplicate keys is replaced, because it counts. An absent \a value removes the member. An \a object of
//! another kind counts as an empty object.
Json withMember(const Json &object, QStringView name, const Json &value);
//! Returns \a object without the members of that name, duplicates included.
Json withoutMember(const Json &object, QStringView name);
//! Returns an object with the members \a named, followed by the members of \a extra. Absent values are left
//! out.
Json withExtra(const QList<Json::Member> &named, const Json &extra);
//! Returns the members of \a object that are not \a known; absent if there are none.
Json membersBeside(const Json &object, std::initializer_list<QLatin1StringView> known);
//! Returns a member of \a object; absent if it is null.
Json presentMember(const Json &object, QLatin1StringView name);

} // namespace Workbench
