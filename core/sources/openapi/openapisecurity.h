// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapirequest.h"

#include <QByteArrayList>

namespace Workbench {

//! What the chosen alternative adds to a request. \source core/sources/openapi/README.md 6
struct OpenApiSecurity {
    QList<std::pair<QByteArray, QByteArray>> headers;
    QByteArrayList queryPairs;
    QByteArrayList cookiePairs;
    QStringList secretParameters;
    QStringList remarks;
    const OpenApiRequirement *requirement = nullptr;
};

//! The first alternative that names a scheme and for which every credential is there; else an anonymous one.
//! When there is none, nothing is added and a remark says what is missing.
Result<OpenApiSecurity> securityOf(
    const OpenApiOperation &operation, const QHash<QString, QString> &credentials);

//! The credentials that would do for \a operation, for an error's details: [{"id", "form", "name"?}], where
//! "form" is bearer, basic, apikey or oauth, and "name" is the header or parameter of an API key. Empty if
//! the document asks for none.
Json wantedCredentials(const OpenApiOperation &operation);

} // namespace Workbench
