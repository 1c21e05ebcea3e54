// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

namespace Workbench {

//! Resolves references, allOf and the notations for "may be null", so that a form gets one plain schema.
class FormSchemas {
public:
    explicit FormSchemas(const Json &root);

    struct Resolved {
        Json schema;
        bool nullable = false;
        bool recursive = false; //!< an outer call is already reading it
        qsizetype entered = 0; //!< number of references that leave() removes from the list
    };
    Resolved resolve(const Json &schema);
    void leave(const Resolved &resolved);

    //! Returns the branches of oneOf or anyOf, each merged with its sibling keywords; empty if they only
    //! restrict an object.
    QList<Json> alternatives(const Json &schema, QLatin1StringView keyword);

    //! Returns the names of types without "null", inferred from other keywords if there is no "type".
    static QStringList typesOf(const Json &schema);
    static Json withType(const Json &schema, const QString &type);
    //! Returns a name for a branch: its reference, a constant member, or its type.
    QString nameOf(const Json &branch) const;

private:
    Json target(const QString &reference) const;
    Json followed(const Json &schema, Resolved &resolved);
    Json withParts(const Json &schema, Resolved &resolved);

    Json m_root;
    QList<const void *> m_reading; // targets of references being read, outermost first
};

} // namespace Workbench
