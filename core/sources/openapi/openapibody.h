// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapirequest.h"

namespace Workbench {

struct OpenApiBodyBytes {
    QByteArray contentType; //!< with the boundary of multipart
    QByteArray bytes;
};

//! A value under fileMember. \source core/sources/openapi/README.md 5
struct OpenApiFileValue {
    QByteArray name;
    QByteArray type; //!< empty: not said
    QByteArray bytes;
};

bool isFileValue(const Json &value);
//! ErrorKind::Usage naming \a member when it is none or its base64 is none.
Result<OpenApiFileValue> fileValueOf(const Json &value, const QString &member);

//! The body of a call; nothing when the input holds none.
Result<std::optional<OpenApiBodyBytes>> bodyOf(
    const OpenApiOperation &operation, const Json &input, const QByteArray &boundary);

//! The body as \a media says; \a contentType is concrete. \source core/sources/openapi/README.md 5
Result<OpenApiBodyBytes> bodyBytes(const OpenApiMedia &media, const QString &contentType, const Json &value,
    OpenApiVersion version, const QByteArray &boundary);

//! application/x-www-form-urlencoded.
QByteArray formBytes(const OpenApiMedia &media, const Json &value);

//! multipart/*. \a boundary empty: one that the content does not hold is made.
Result<OpenApiBodyBytes> multipartBytes(const OpenApiMedia &media, const QString &contentType,
    const Json &value, OpenApiVersion version, const QByteArray &boundary);

//! A document with one root element.
Result<QByteArray> xmlBytes(const OpenApiMedia &media, const Json &value);

} // namespace Workbench
