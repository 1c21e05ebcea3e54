// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <initializer_list>

namespace Workbench {

//! Makes a document piece by piece without recursion, in the order of the calls. Misuse (a value without a key inside
//! an object, an unbalanced end) is a programming error and asserts.
class JsonBuilder
{
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
    JsonBuilder &value(const Json &value); //!< copies the subtree; absent is null in an array, and drops the key before it
    JsonBuilder &add(QStringView name, const Json &value); //!< key and value
    JsonBuilder &add(QStringView name, QStringView text);
    Json take(); //!< the finished document; the builder is empty again

private:
    struct Private;
    std::unique_ptr<Private> d;
};

//! \a object with one member replaced in place or appended; other members keep their order.
Json withMember(const Json &object, QStringView name, const Json &value);
Json withoutMember(const Json &object, QStringView name);

} // namespace Workbench
