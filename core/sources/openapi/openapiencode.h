// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/bodymedia.h"
#include "core/json/json.h"

namespace Workbench {

//! Which characters stay as they are. \source core/sources/openapi/README.md 1, "Encoders"
enum class UrlEncoding : quint8 {
    Unreserved, //!< letters, digits, - . _ ~
    Reserved, //!< these, what delimits inside a URL, and triples that are encoded already
    ReservedInPath, //!< as Reserved, without / and ?
    Form, //!< of application/x-www-form-urlencoded
    None, //!< headers and style: cookie
};

QByteArray encoded(QByteArrayView utf8, UrlEncoding encoding);

//! In lower case, without parameters.
QString bareMedia(QStringView mediaType);

//! A value as text: a string as it is, a number with its digits, an array or object as compact JSON. Nothing
//! for null and absent, which are left out. \source core/sources/openapi/README.md 1, "Values as text"
std::optional<QByteArray> valueText(const Json &value);

} // namespace Workbench
