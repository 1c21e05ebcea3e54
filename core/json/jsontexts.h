// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

namespace Workbench {

//! Returns \a text as a string, or absent if it is empty.
inline Json textOrAbsent(const QString &text)
{
    return text.isEmpty() ? Json() : Json::string(text);
}

//! Returns \a texts as an array, in their order.
inline Json textArray(const QStringList &texts)
{
    QList<Json> items;
    for (const QString &text : texts)
        items.append(Json::string(text));
    return Json::array(items);
}

//! Returns \a values as an array, in their order, each as its toJson() returns it.
template <typename Values> Json arrayOf(const Values &values)
{
    QList<Json> items;
    for (const auto &value : values)
        items.append(toJson(value));
    return Json::array(items);
}

//! Returns the strings in \a array in their order, without items of other kinds. Empty if \a array is not an
//! array.
inline QStringList textsOf(const Json &array)
{
    QStringList texts;
    for (const Json &item : array.items()) {
        if (item.isString())
            texts.append(item.toString());
    }
    return texts;
}

//! Returns the kind of \a value for a message: "null", "a boolean", "a number", "a string", "an array",
//! "an object" or "missing".
inline QString kindText(const Json &value)
{
    using namespace Qt::StringLiterals;
    switch (value.kind()) {
    case JsonKind::Absent: return u"missing"_s;
    case JsonKind::Null: return u"null"_s;
    case JsonKind::Boolean: return u"a boolean"_s;
    case JsonKind::Number: return u"a number"_s;
    case JsonKind::String: return u"a string"_s;
    case JsonKind::Array: return u"an array"_s;
    case JsonKind::Object: break;
    }
    return u"an object"_s;
}

} // namespace Workbench
