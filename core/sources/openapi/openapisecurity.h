// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapirequest.h"

#include <QByteArrayList>

#include <functional>

namespace Workbench {

//! The parts that the chosen alternative adds to a request. \source core/sources/openapi/README.md 6
struct OpenApiSecurity {
    QList<std::pair<QByteArray, QByteArray>> headers;
    QByteArrayList queryPairs;
    QByteArrayList cookiePairs;
    QStringList secretParameters;
    QStringList remarks;
    const OpenApiRequirement *requirement = nullptr;
};

//! Returns what the first alternative adds that names a scheme and whose credentials are all present;
//! otherwise what an anonymous one adds. Without either, nothing is added and a remark says what is missing.
//! Credentials for which \a isLeftOut returns true are not added; their scheme counts as met.
//! Returns ErrorKind::Usage if a credential cannot be sent.
Result<OpenApiSecurity> securityOf(const OpenApiOperation &operation,
    const QHash<QString, QString> &credentials,
    const std::function<bool(const OpenApiSecurityScheme &scheme)> &isLeftOut);

//! Returns why no credential may be sent for \a scheme, without a full stop; empty if one may. It may not set
//! a header of the connection.
QString schemeRefusal(const OpenApiSecurityScheme &scheme);

//! Returns the credentials that \a operation accepts, for an error's details: [{"id", "form", "name"?}],
//! where "form" is bearer, basic, apikey or oauth, and "name" is the header or parameter of an API key. Empty
//! if the document asks for none.
Json wantedCredentials(const OpenApiOperation &operation);

} // namespace Workbench
