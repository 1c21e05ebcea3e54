// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/requestplace.h"

#include "core/json/jsonbuilder.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr QStringView placeMember{u"x-in"};
constexpr QStringView bodyName{u"body"};
constexpr QStringView contentTypeName{u"contentType"};

//! Returns the position of \a field in the form relative to other fields. A field named contentType chooses
//! the media type only if \a hasBody is true.
int rankOf(const FieldHint &field, bool hasBody)
{
    if (hasBody && field.name == contentTypeName)
        return 2;
    if (placeOf(field) == bodyName)
        return 3;
    return field.required ? 0 : 1;
}

} // namespace

QString placeOf(const FieldHint &hint)
{
    return hint.schema.member(placeMember).toString();
}

QString placeWord(const QString &place)
{
    if (place == "path"_L1)
        return QCoreApplication::translate("Places", "path");
    if (place == "query"_L1 || place == "querystring"_L1)
        return QCoreApplication::translate("Places", "query");
    if (place == "header"_L1)
        return QCoreApplication::translate("Places", "header");
    if (place == "cookie"_L1)
        return QCoreApplication::translate("Places", "cookie");
    if (place == "body"_L1)
        return QCoreApplication::translate("Places", "body");
    return {};
}

QString placeInWords(const QString &place)
{
    if (place == "path"_L1)
        return QCoreApplication::translate("Places", "path parameter");
    if (place == "query"_L1)
        return QCoreApplication::translate("Places", "query parameter");
    if (place == "querystring"_L1)
        return QCoreApplication::translate("Places", "the whole query");
    if (place == "header"_L1)
        return QCoreApplication::translate("Places", "header of the request");
    if (place == "cookie"_L1)
        return QCoreApplication::translate("Places", "cookie");
    if (place == "body"_L1)
        return QCoreApplication::translate("Places", "body of the request");
    return {};
}

void arrangeByPlace(FieldHint &root, const Json &schema, bool isHttp)
{
    const Json properties = schema.member("properties"_L1);
    for (FieldHint &field : root.fields) {
        // field.schema may lack the place, because resolving a reference drops members beside the reference.
        const QString place = properties.member(field.name).member(placeMember).toString();
        isHttp = isHttp || !place.isEmpty();
        if (!place.isEmpty())
            field.schema = withMember(field.schema, placeMember, Json::string(place));
    }
    if (!isHttp)
        return;
    for (FieldHint &field : root.fields) {
        if (placeOf(field).isEmpty() && (field.name == bodyName || field.name == contentTypeName))
            field.schema = withMember(field.schema, placeMember, Json::string(bodyName));
    }
    const bool hasBody = std::ranges::contains(root.fields, bodyName, &placeOf);
    std::ranges::stable_sort(root.fields, {}, [&](const FieldHint &field) { return rankOf(field, hasBody); });
}

} // namespace Workbench::Ui
