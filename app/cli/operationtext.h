// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

namespace Workbench::Cli {

//! What an operation is, for a table: "GET /pets/{id}" for one of an OpenAPI document, "tool, read-only
//! (claimed)" for one of an MCP server, else its type.
QString kindText(const OperationSpec &spec);
//! What its source says about it, else its title; empty where that is only the method and the path, which
//! kindText() says.
QString aboutText(const OperationSpec &spec);

//! Reads the schemas of one operation for a person. References are followed inside of \a root.
class SchemaText {
public:
    explicit SchemaText(Json root)
        : m_root(std::move(root))
    {
    }

    //! What \a schema says once references and a lone part of "allOf" are followed.
    Json plain(const Json &schema) const;
    //! "string", "one of a, b", "array of Pet", "object or null", "any".
    QString typeText(const Json &schema) const;
    //! The first line of the description of \a schema, else of what it refers to; else its title.
    QString about(const Json &schema) const;

private:
    QString typeText(const Json &schema, int depth) const;

    Json m_root;
};

//! The members of an operation's input as rows of a table: name, location where there is one, type, whether
//! it is required, description. The first row is the head; empty without members. Members of a body follow it
//! as "body.NAME".
QList<QStringList> inputTable(const Json &inputSchema);
//! What an operation of an OpenAPI document answers, as rows of a table: status, media type, type,
//! description. Empty for any other operation.
QList<QStringList> responseTable(const OperationSpec &spec);
//! Of an operation that may answer with events beside its result: what one of them is. Absent: it may not.
Json eventSchema(const OperationSpec &spec);
//! The members of an object as rows of a table without locations; empty if \a schema is none.
QList<QStringList> memberTable(const Json &schema);

} // namespace Workbench::Cli
