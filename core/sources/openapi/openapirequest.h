// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/sources/openapi/openapioperation.h"

#include <QHash>

#include <optional>

namespace Workbench {

//! Members of the input object: the body, and the choice among several media types of the body.
inline constexpr QLatin1StringView bodyMember{"body"};
inline constexpr QLatin1StringView contentTypeMember{"contentType"};

//! Returns the media type that a body is sent as: the one that contentTypeMember names, otherwise the first
//! JSON type, otherwise the first type. Returns null if none matches.
const OpenApiMedia *chosenMedia(const OpenApiBody &body, const Json &input);

//! What the user chose for one source in addition to the input of a call.
struct OpenApiRequestOptions {
    QString server; //!< replaces the document's servers; empty: the first server of the operation
    QHash<QString, QString> serverVariables;
    //! Credentials by the id of their scheme: the key, "user:password" or the token.
    //! \source core/sources/openapi/README.md 6
    QHash<QString, QString> credentials;
    QByteArray boundary; //!< multipart boundary; empty: one is made that does not occur in the content
};

//! A request, ready for the wire and for a preview.
struct OpenApiRequest {
    QByteArray method;
    //! The exact address: "https://host/path?query". It is never normalised, so "..", "." and "//" in a value
    //! stay.
    QByteArray target;
    QList<std::pair<QByteArray, QByteArray>> headers; //!< headers of the document's rules, in order
    std::optional<QByteArray> body;
    QStringList secretHeaders; //!< names of the headers that hold a credential
    QStringList secretParameters; //!< names of the query parameters that hold a credential
    //! Names of parameters and headers that the user typed in place of a credential. A preview shows them,
    //! the log does not.
    QStringList typedCredentials{};
    QStringList remarks; //!< oddities of the request: a dot segment, a cookie written as pairs
    const OpenApiRequirement *requirement = nullptr; //!< the alternative that was used; null: none
};

//! Returns the value of the header Authorization for an HTTP scheme and its credential: "user:password" for
//! "basic", a token for "bearer", anything for another scheme.
QByteArray authorizationValue(const QString &scheme, const QByteArray &secret);

//! Returns the request of \a operation with \a input. Fails with ErrorKind::Usage, which names the member, if
//! the input cannot be sent. Examples are a path parameter without a value, a line end in a header, and a
//! server variable outside of its enum. \source core/sources/openapi/README.md 1
Result<OpenApiRequest> makeOpenApiRequest(
    const OpenApiOperation &operation, const Json &input, const OpenApiRequestOptions &options = {});

//! A file in the input: {"$file": name, "type": media type, "data": text} or with "base64" in place of
//! "data". \source core/sources/openapi/README.md 5
inline constexpr QLatin1StringView fileMember{"$file"};

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
