// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/dialectnames.h"

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

struct DialectName {
    QLatin1StringView name;
    QLatin1StringView address; //!< how its URIs begin, without the scheme
    SchemaDialect dialect;
};

// OpenAPI publishes a new URI with each correction of a version; all of them mean the version.
constexpr DialectName table[] = {
    {"openapi-2.0"_L1, "swagger.io/v2/schema.json"_L1, SchemaDialect::OpenApi2},
    {"openapi-2.0"_L1, "spec.openapis.org/oas/2.0/"_L1, SchemaDialect::OpenApi2},
    {"openapi-3.0"_L1, "spec.openapis.org/oas/3.0/"_L1, SchemaDialect::OpenApi3_0},
    {"openapi-3.1"_L1, "spec.openapis.org/oas/3.1/"_L1, SchemaDialect::OpenApi3_1},
    {"draft-04"_L1, "json-schema.org/draft-04/"_L1, SchemaDialect::Draft4},
    {"draft-06"_L1, "json-schema.org/draft-06/"_L1, SchemaDialect::Draft6},
    {"draft-07"_L1, "json-schema.org/draft-07/"_L1, SchemaDialect::Draft7},
    {"2019-09"_L1, "json-schema.org/draft/2019-09/"_L1, SchemaDialect::Draft2019_09},
    {"2020-12"_L1, "json-schema.org/draft/2020-12/"_L1, SchemaDialect::Draft2020_12},
};

QStringView withoutScheme(QStringView uri)
{
    for (const QLatin1StringView scheme : {"https://"_L1, "http://"_L1}) {
        if (uri.startsWith(scheme))
            return uri.sliced(scheme.size());
    }
    return {};
}

} // namespace

QStringList dialectNames()
{
    QStringList names;
    for (const DialectName &row : table) {
        if (!names.contains(row.name))
            names.append(row.name);
    }
    return names;
}

std::optional<SchemaDialect> dialectNamed(const QString &nameOrUri)
{
    const QStringView address = withoutScheme(nameOrUri);
    for (const DialectName &row : table) {
        if (nameOrUri == row.name || address.startsWith(row.address))
            return row.dialect;
    }
    return {};
}

} // namespace Workbench::Cli
