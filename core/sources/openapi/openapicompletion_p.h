// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonpointer.h"
#include "core/schema/schemauri.h"
#include "core/sources/openapi/openapidocument_p.h"
#include "core/sources/openapi/openapiexpansion.h"
#include "core/sources/openapi/openapirequest.h"

namespace Workbench {

//! Reads one operation with all that it refers to.
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

//! Whether the input says which media type its body has.
bool hasContentTypeMember(const OpenApiBody &body);

//! How a schema refers to definitions.
enum class OpenApiWriting : quint8 {
    Sharing, //!< they stand elsewhere
    SelfContained, //!< they are its "$defs"
};

//! An object with one member a parameter, `body` and `contentType`. Where a parameter goes stands in "x-in".
Json inputSchemaOf(const OpenApiOperation &operation, OpenApiWriting writing);
//! Of the first success that has JSON, else of its event stream; absent: Unknown.
Json outputSchemaOf(const OpenApiOperation &operation, bool upstream, OpenApiWriting writing);
//! Of every other status: code "HTTP_404", "HTTP_4XX", "HTTP_DEFAULT".
QList<ErrorDefinition> errorSchemasOf(
    const OpenApiOperation &operation, bool upstream, OpenApiWriting writing);

} // namespace Workbench
