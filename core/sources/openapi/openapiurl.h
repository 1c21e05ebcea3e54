// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapirequest.h"

namespace Workbench {

//! Where the operation's path is appended to: no trailing slash. \source core/sources/openapi/README.md 4
struct OpenApiBase {
    QByteArray text; //!< "https://host/base"
    QByteArray query; //!< what careless documents put there
};
Result<OpenApiBase> baseOf(const OpenApiOperation &operation, const OpenApiRequestOptions &options);

//! What a segment of the path template gave, for the remark about dot segments.
bool isDotSegment(QByteArrayView segment);

//! \a text with everything that can never stand in a request line encoded; the rest stays, % too.
QByteArray withoutImpossible(QByteArrayView text);

//! A Usage error about one member of the input.
std::unexpected<Error> unusableInput(const QString &member, const QString &what);

} // namespace Workbench
