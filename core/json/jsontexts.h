// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

namespace Workbench {

//! Returns \a texts as an array, in their order.
inline Json textArray(const QStringList &texts)
{
    QList<Json> items;
    for (const QString &text : texts)
        items.append(Json::string(text));
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

} // namespace Workbench
