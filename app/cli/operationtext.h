// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

namespace Workbench::Cli {

//! Returns the kind of an operation for a table: "GET /pets/{id}" for an OpenAPI document, "tool, read-only
//! (claimed)" for an MCP server, otherwise its type.
QString kindText(const OperationSpec &spec);
//! Returns the description of an operation, else its title. The result is empty if that text is only the
//! method and the path, which kindText() contains.
QString aboutText(const OperationSpec &spec);

//! Describes the schemas of one operation as readable text. References are followed inside \a root.
class SchemaText {
public:
    explicit SchemaText(Json root)
        : m_root(std::move(root))
    {
    }

    //! Returns \a schema after following references and "allOf" with a single part.
    Json plain(const Json &schema) const;
    //! Returns the type of \a schema: "string", "one of a, b", "array of Pet", "object or null", "any".
    QString typeText(const Json &schema) const;
    //! Returns the first line of the description, else of the title, of \a schema or of the schema that it
    //! refers to.
    QString about(const Json &schema) const;

private:
    QString typeText(const Json &schema, int depth) const;

    Json m_root;
};

//! Returns the members of an operation's input as table rows: name, location (if any member has one), type,
//! whether it is required, description. The first row is the header. Without members the result is empty.
//! Members of a body follow the body as "body.NAME".
QList<QStringList> inputTable(const Json &inputSchema);
//! Returns the responses of an OpenAPI operation as table rows: status, media type, type, description. The
//! result is empty for any other operation.
QList<QStringList> responseTable(const OperationSpec &spec);
//! Returns the schema of an event if an operation can answer with events as well as with a result; otherwise
//! absent.
Json eventSchema(const OperationSpec &spec);
//! Returns the members of an object as table rows without locations. The result is empty if \a schema does
//! not describe an object with members.
QList<QStringList> memberTable(const Json &schema);

} // namespace Workbench::Cli
