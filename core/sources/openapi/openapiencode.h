// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/bodymedia.h"
#include "core/json/json.h"

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

//! Returns \a mediaType in lower case, without its parameters.
QString bareMedia(QStringView mediaType);

//! Returns a value as text: a string unchanged, a number with its digits, an array or object as compact JSON.
//! Returns nothing for null and absent values, which are left out. \source core/sources/openapi/README.md 1,
//! "Values as text"
std::optional<QByteArray> valueText(const Json &value);

} // namespace Workbench
