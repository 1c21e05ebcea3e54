// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/sources/openapi/openapioperation.h"

#include <QHash>

#include <optional>

namespace Workbench {

//! A Parameter Object (\a object, its own reference followed; of Swagger 2.0 also the flat form) with the
//! defaults of \a version; \a schema is its schema, self-contained. A style that its place does not allow is
//! replaced by the default, with a remark. Nothing when it has no usable name and place, with a remark.
std::optional<OpenApiParameter> readParameter(
    const Json &object, const Json &schema, OpenApiVersion version, QStringList *remarks);

//! The style of that name in a document; also "tabDelimited", which formDataEncoding() writes.
std::optional<ParameterStyle> parameterStyleFromName(QStringView name);

//! Whether it plays no part in a request: a header called Accept, Content-Type or Authorization.
bool isIgnoredParameter(const OpenApiParameter &parameter);
//! That it is not sent, and what stands in its place.
QString ignoredParameterText(const OpenApiParameter &parameter);

//! The Encoding Object that says the same as the collectionFormat of \a object, a formData parameter of
//! Swagger 2.0. Absent: it needs none.
Json formDataEncoding(const Json &object);

//! A Server Object.
OpenApiServer readServer(const Json &object);

//! A Security Scheme Object of any version; Swagger 2.0's "basic" is Http with the scheme "basic".
OpenApiSecurityScheme readSecurityScheme(const QString &id, const Json &object);

//! The member that a body has in the input object, and the one that chooses among several media types.
inline constexpr QLatin1StringView bodyMember{"body"};
inline constexpr QLatin1StringView contentTypeMember{"contentType"};

//! The media type that a body is sent as: the one that contentTypeMember names, else the first of JSON, else
//! the first. Null: none fits.
const OpenApiMedia *chosenMedia(const OpenApiBody &body, const Json &input);

//! What a person chose for one source beside the input of a call.
struct OpenApiRequestOptions {
    QString server; //!< overrides the document's; empty: the first of the operation's
    QHash<QString, QString> serverVariables;
    //! Credentials by the id of their scheme, as core/sources/openapi/README.md 6 takes them: the key,
    //! "user:password", the token.
    QHash<QString, QString> credentials;
    QByteArray boundary; //!< of multipart; empty: one is made that the content does not hold
};

//! A request, ready for the wire and for a preview.
struct OpenApiRequest {
    QByteArray method;
    //! The address to the byte: never normalised, so "..", "." and "//" of a value stay.
    QByteArray target; //!< "https://host/path?query"
    QList<std::pair<QByteArray, QByteArray>> headers; //!< only those that the rules produce, in order
    std::optional<QByteArray> body;
    QStringList secretHeaders; //!< names of the headers that hold a credential
    QStringList secretParameters; //!< names of query parameters that hold one
    QStringList remarks; //!< what the user should know: a dot segment, a cookie written as pairs
    const OpenApiRequirement *requirement = nullptr; //!< the one that was met; null: none applies
};

//! ErrorKind::Usage for input that cannot be sent, naming the member: an undefined path parameter, a line end
//! in a header, a server variable outside its enum. \source core/sources/openapi/README.md 1
Result<OpenApiRequest> makeOpenApiRequest(
    const OpenApiOperation &operation, const Json &input, const OpenApiRequestOptions &options = {});

//! A file in the input: {"$file": name, "type": media type, "data": text} or with "base64" in place of
//! "data". \source core/sources/openapi/README.md 5
inline constexpr QLatin1StringView fileMember{"$file"};

} // namespace Workbench
