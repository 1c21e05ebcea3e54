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

//! A file in the input: an object with the member fileMember. \source core/sources/openapi/README.md 5
struct OpenApiFileValue {
    QByteArray name;
    QByteArray type; //!< media type; empty: not given
    QByteArray bytes;
};

//! Returns true if \a value is an object with the member fileMember.
bool isFileValue(const Json &value);
//! Reads the file that isFileValue() found in \a value. Returns ErrorKind::Usage that names \a member if the
//! type holds a line end or the content is not valid base64.
Result<OpenApiFileValue> fileValueOf(const Json &value, const QString &member);

//! Returns the body of a call, or nothing if the operation takes none or \a input holds none.
Result<std::optional<OpenApiBodyBytes>> bodyOf(
    const OpenApiOperation &operation, const Json &input, const QByteArray &boundary);

//! Returns \a value written as \a media describes. \a contentType is the concrete type to send, not a range.
//! \source core/sources/openapi/README.md 5
Result<OpenApiBodyBytes> bodyBytes(const OpenApiMedia &media, const QString &contentType, const Json &value,
    OpenApiVersion version, const QByteArray &boundary);

//! Returns \a value as application/x-www-form-urlencoded.
QByteArray formBytes(const OpenApiMedia &media, const Json &value);

//! Returns \a value as multipart. If \a boundary is empty or occurs in the content, a boundary that does not
//! occur in it is made.
Result<OpenApiBodyBytes> multipartBytes(const OpenApiMedia &media, const QString &contentType,
    const Json &value, OpenApiVersion version, const QByteArray &boundary);

//! Returns \a value as an XML document with one root element.
Result<QByteArray> xmlBytes(const OpenApiMedia &media, const Json &value);

} // namespace Workbench
