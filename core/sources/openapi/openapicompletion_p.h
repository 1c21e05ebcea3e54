// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonpointer.h"
#include "core/schema/schemauri.h"
#include "core/sources/openapi/openapidocument.h"
#include "core/sources/openapi/openapiexpansion.h"
#include "core/sources/openapi/openapirequest.h"

namespace Workbench {

//! Reads one operation with everything that it refers to.
class OpenApiCompleter {
public:
    OpenApiCompleter(const OpenApiDocument::Private &document, const OpenApiEntry &entry);
    OpenApiOperation take();

private:
    OpenApiPlace own(QLatin1StringView name) const; // a member of the operation
    OpenApiPlace followed(const OpenApiPlace &place, QLatin1StringView what);
    void remark(const QString &text);

    QList<OpenApiPlace> effectiveParameters();
    void readParameters();
    Json schemaOf(const OpenApiPlace &parameter);
    void addUndeclaredPathParameters();
    void readBody();
    QList<OpenApiMedia> readContent(const OpenApiPlace &content);
    OpenApiMedia readMedia(const QString &type, const OpenApiPlace &place);
    static QString componentName(const Json &schema);
    void readResponses();
    void readServers();
    void readSecurity();
    void addScheme(const QString &id);
    void nameMembers();

    // Swagger 2.0
    Json swaggerSchema(const OpenApiPlace &parameter);
    QStringList swaggerTypes(QLatin1StringView keyword) const;
    void readSwaggerBody(const OpenApiPlace &parameter);
    void readSwaggerForm(const QList<OpenApiPlace> &parameters);
    QList<OpenApiMedia> swaggerContent(const OpenApiPlace &response);

    const OpenApiDocument::Private &d;
    const OpenApiEntry &m_entry;
    const OpenApiPathItem &m_item;
    OpenApiOperation m_operation;
    OpenApiExpansion m_expansion;
};

//! Returns true if the input has a member that chooses the media type of \a body.
bool hasContentTypeMember(const OpenApiBody &body);

//! How a schema refers to definitions.
enum class OpenApiWriting : quint8 {
    Sharing, //!< the definitions are kept outside of the schema
    SelfContained, //!< the definitions are its "$defs"
};

//! Returns the schema of an object with one member for each parameter, `body` and `contentType`. "x-in"
//! states where a parameter goes.
Json inputSchemaOf(const OpenApiOperation &operation, OpenApiWriting writing);
//! Returns the schema of the first success that has JSON, otherwise of a JSON sequence, otherwise of the
//! events if the operation is an event stream. Absent if the document declares none.
Json outputSchemaOf(const OpenApiOperation &operation, bool upstream, OpenApiWriting writing);
//! Returns the schemas of all statuses that are not a success, with the codes "HTTP_404", "HTTP_4XX",
//! "HTTP_DEFAULT".
QList<ErrorDefinition> errorSchemasOf(
    const OpenApiOperation &operation, bool upstream, OpenApiWriting writing);

} // namespace Workbench
