// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapiencode.h"
#include "core/sources/openapi/openapioperation.h"

#include <QByteArrayList>

namespace Workbench {

//! How one value is expanded. \source core/sources/openapi/README.md 2
struct StyleExpansion {
    QByteArray name;
    ParameterStyle style = ParameterStyle::Form;
    bool explode = true;
    UrlEncoding encoding = UrlEncoding::Unreserved;
};

//! "name=value" once or several times, for query, cookie and form. None: the parameter is left out.
QByteArrayList expandToPairs(const StyleExpansion &how, const Json &value);

//! One text, for path and header; an empty array or object gives an empty one. Nothing: undefined.
std::optional<QByteArray> expandToText(const StyleExpansion &how, const Json &value);

} // namespace Workbench
