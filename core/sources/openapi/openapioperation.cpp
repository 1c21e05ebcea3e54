// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapioperation.h"

#include "core/sources/openapi/openapisharedschemas.h"

namespace Workbench {

using namespace Qt::StringLiterals;

QLatin1StringView parameterPlaceName(ParameterPlace place)
{
    switch (place) {
    case ParameterPlace::Path: return "path"_L1;
    case ParameterPlace::Query: return "query"_L1;
    case ParameterPlace::QueryString: return "querystring"_L1;
    case ParameterPlace::Header: return "header"_L1;
    case ParameterPlace::Cookie: break;
    }
    return "cookie"_L1;
}

Json OpenApiOperation::selfContained(const Json &schema) const
{
    return sharedSchemas ? sharedSchemas->selfContained(schema) : schema;
}

} // namespace Workbench
