// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapibody.h"
#include "core/sources/openapi/openapistyle.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

bool hasStyle(const Json &encoding)
{
    return encoding.hasMember("style"_L1) || encoding.hasMember("explode"_L1)
        || encoding.hasMember("allowReserved"_L1);
}

//! As a query parameter. \source openapi-requests.md 5, "With any of the three"
QByteArrayList styledPairs(const QByteArray &name, const Json &encoding, const Json &value)
{
    StyleExpansion how;
    how.name = name;
    how.style = parameterStyleFromName(encoding.member("style"_L1).toString()).value_or(ParameterStyle::Form);
    how.explode = encoding.member("explode"_L1).toBoolean(how.style == ParameterStyle::Form);
    how.encoding =
        encoding.member("allowReserved"_L1).toBoolean() ? UrlEncoding::Reserved : UrlEncoding::Unreserved;
    return expandToPairs(how, value);
}

QByteArrayList plainPairs(const QByteArray &name, const Json &encoding, const Json &value)
{
    const bool isJson = isJsonMedia(encoding.member("contentType"_L1).toString());
    const auto text = [isJson](const Json &item) {
        return isJson && !item.isNull() ? std::optional(item.toBytes()) : valueText(item);
    };
    QByteArrayList pairs;
    const auto add = [&](const Json &item) {
        if (const auto written = text(item))
            pairs.append(encoded(name, UrlEncoding::Form) + '=' + encoded(*written, UrlEncoding::Form));
    };
    if (value.isArray()) {
        for (const Json &item : value.items())
            add(item);
    } else {
        add(value);
    }
    return pairs;
}

} // namespace

QByteArray formBytes(const OpenApiMedia &media, const Json &value)
{
    QByteArrayList pairs;
    for (const auto entry : value.members()) {
        const Json encoding = media.encoding.member(entry.key());
        const QByteArray name = entry.keyUtf8().toByteArray();
        pairs += hasStyle(encoding) ? styledPairs(name, encoding, entry.value())
                                    : plainPairs(name, encoding, entry.value());
    }
    return pairs.join('&');
}

} // namespace Workbench
