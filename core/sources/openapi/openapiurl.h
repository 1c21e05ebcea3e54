// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapirequest.h"

namespace Workbench {

//! The address to which the operation's path is appended, without a trailing slash.
//! \source core/sources/openapi/README.md 4
struct OpenApiBase {
    QByteArray text; //!< "https://host/base"
    QByteArray query; //!< query of the server's address, which some documents contain
};
//! Returns the base address of \a operation. Returns ErrorKind::Usage if a server variable has no valid value
//! or the address is not usable.
Result<OpenApiBase> baseOf(const OpenApiOperation &operation, const OpenApiRequestOptions &options);

//! Returns true if \a segment of a path is "." or "..", for the remark about dot segments.
bool isDotSegment(QByteArrayView segment);

//! Returns \a text with the characters encoded that a request line cannot contain. Everything else stays,
//! including %.
QByteArray withoutImpossible(QByteArrayView text);

//! Returns ErrorKind::Usage about one member of the input. \a what is the rest of the sentence.
std::unexpected<Error> unusableInput(const QString &member, const QString &what);

} // namespace Workbench
