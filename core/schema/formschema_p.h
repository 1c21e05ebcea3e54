// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

namespace Workbench {

//! Looks through references, allOf and the spellings of "may be null", so that a form sees one plain schema.
class FormSchemas {
public:
    explicit FormSchemas(const Json &root);

    struct Resolved {
        Json schema;
        bool nullable = false;
        bool recursive = false; //!< it is already being read further out
        qsizetype entered = 0; //!< references that leave() forgets again
    };
    Resolved resolve(const Json &schema);
    void leave(const Resolved &resolved);

    //! The branches of oneOf or anyOf, each with what stands beside it; empty when they only restrict an
    //! object.
    QList<Json> alternatives(const Json &schema, QLatin1StringView keyword);

    //! Names of types without "null", inferred from other keywords when there is no "type".
    static QStringList typesOf(const Json &schema);
    static Json withType(const Json &schema, const QString &type);
    //! Something to call a branch by: what it refers to, a constant member, its type.
    QString nameOf(const Json &branch) const;

private:
    Json target(const QString &reference) const;
    Json followed(const Json &schema, Resolved &resolved);
    Json withParts(const Json &schema, Resolved &resolved);

    Json m_root;
    QList<const void *> m_reading; // targets of references being read, outermost first
};

} // namespace Workbench
