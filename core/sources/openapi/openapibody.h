// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapirequest.h"

namespace Workbench {

//! Returns ErrorKind::Usage about one member of the input. \a what is the rest of the sentence.
std::unexpected<Error> unusableInput(const QString &member, const QString &what);

struct OpenApiBodyBytes {
    QByteArray contentType; //!< including the boundary of a multipart body
    QByteArray bytes;
};

//! Returns the body of a call, or nothing if the operation takes none or \a input holds none.
Result<std::optional<OpenApiBodyBytes>> bodyOf(
    const OpenApiOperation &operation, const Json &input, const QByteArray &boundary);

//! Returns \a value as application/x-www-form-urlencoded.
QByteArray formBytes(const OpenApiMedia &media, const Json &value);

//! Returns \a value as an XML document with one root element.
Result<QByteArray> xmlBytes(const OpenApiMedia &media, const Json &value);

} // namespace Workbench
