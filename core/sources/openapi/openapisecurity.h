// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapirequest.h"

#include <QByteArrayList>

namespace Workbench {

//! What the chosen alternative adds to a request. \source openapi-requests.md 6
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

} // namespace Workbench
