// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapiencode.h"
#include "core/sources/openapi/openapioperation.h"

#include <QByteArrayList>

namespace Workbench {

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
