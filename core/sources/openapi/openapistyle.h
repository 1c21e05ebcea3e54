// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapioperation.h"

#include <QByteArrayList>

namespace Workbench {

//! The characters that are not percent-encoded. \source core/sources/openapi/README.md 1, "Encoders"
enum class UrlEncoding : quint8 {
    Unreserved, //!< letters, digits, - . _ ~
    Reserved, //!< also the delimiters of a URL and triples that are encoded already
    ReservedInPath, //!< Reserved without / and ?
    Form, //!< for application/x-www-form-urlencoded
    None, //!< all characters stay: for headers and style: cookie
};

QByteArray encoded(QByteArrayView utf8, UrlEncoding encoding);

//! Returns a value as text: a string unchanged, a number with its digits, an array or object as compact JSON.
//! Returns nothing for null and absent values, which are left out. \source core/sources/openapi/README.md 1,
//! "Values as text"
std::optional<QByteArray> valueText(const Json &value);

//! The name, style and encoding with which a value is expanded. \source core/sources/openapi/README.md 2
struct StyleExpansion {
    QByteArray name;
    ParameterStyle style = ParameterStyle::Form;
    bool explode = true;
    UrlEncoding encoding = UrlEncoding::Unreserved;
};

//! Returns pairs "name=value", for query, cookie and form. An empty list: the parameter is left out.
QByteArrayList expandToPairs(const StyleExpansion &how, const Json &value);

//! Returns one text, for path and header. An empty array or object gives an empty text. Returns nothing if
//! \a value is null or absent.
std::optional<QByteArray> expandToText(const StyleExpansion &how, const Json &value);

} // namespace Workbench
