// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <initializer_list>

namespace Workbench {

//! Makes a document piece by piece without recursion, in the order of the calls. Misuse (a value without a
//! key inside an object, an unbalanced end) is a programming error and asserts.
class JsonBuilder {
public:
    JsonBuilder();
    ~JsonBuilder();
    JsonBuilder(const JsonBuilder &) = delete;
    JsonBuilder &operator=(const JsonBuilder &) = delete;

    JsonBuilder &beginObject();
    JsonBuilder &endObject();
    JsonBuilder &beginArray();
    JsonBuilder &endArray();
    JsonBuilder &key(QStringView name);
    //! Copies the subtree; absent is null in an array, and drops the key before it.
    JsonBuilder &value(const Json &value);
    JsonBuilder &members(const Json &object); //!< copies each with its key; nothing of what is no object
    JsonBuilder &string(QStringView text);
    JsonBuilder &keyUtf8(QByteArrayView name); //!< as key(); must be valid UTF-8
    JsonBuilder &stringUtf8(QByteArrayView text); //!< as string(); must be valid UTF-8
    JsonBuilder &number(QByteArrayView text); //!< must be a number by RFC 8259; kept to the letter
    JsonBuilder &add(QStringView name, const Json &value); //!< key and value
    JsonBuilder &add(QStringView name, QStringView text);
    Json take(); //!< the finished document; the builder is empty again

private:
    struct Private;
    std::unique_ptr<Private> d;
};

//! \a object with one member replaced in place (of duplicates the last, which counts) or appended; other
//! members keep their order. An absent \a value removes the member.
//! Anything but an object counts as an empty one.
Json withMember(const Json &object, QStringView name, const Json &value);
//! \a object without any member of that name, duplicates included.
Json withoutMember(const Json &object, QStringView name);

} // namespace Workbench
