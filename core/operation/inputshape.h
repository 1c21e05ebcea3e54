// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

namespace Workbench {

//! What an input schema says about one place of the input. Combines the schema with everything it includes by
//! internal references, allOf, anyOf, oneOf, then, else and dependent schemas. The answers help to read and
//! to name input; they do not validate it.
class InputShape {
public:
    //! Describes the whole input. \a inputSchema may be absent.
    explicit InputShape(const Json &inputSchema);

    //! Returns the names of the members that are declared here, each once.
    QStringList members() const;
    //! Returns whether the member is declared here or required.
    bool hasMember(const QString &name) const;
    //! Returns whether undeclared members are expected here: the schema allows additional properties
    //! explicitly, declares no members at all, or refers to something outside itself.
    bool isOpen() const;
    //! Returns the place of a member. For an undeclared member it combines the schemas for additional
    //! members: additionalProperties, unevaluatedProperties and each of patternProperties.
    InputShape member(const QString &name) const;
    //! Returns the place of the items of an array.
    InputShape items() const;
    //! Returns the names of the members that the schema itself requires, without those that allOf and the
    //! others add.
    QStringList required() const;

    //! Returns whether the schema names the JSON \a type ("string", "object", …) as possible here.
    bool allows(QLatin1StringView type) const;
    bool statesType() const; //!< whether the schema names any type
    bool isFile() const; //!< whether the value is an object of the form {"$file", "type", "base64"}
    bool isBase64() const; //!< whether the value is a string that holds bytes as base64
    //! Returns the part of the request that the value goes to ("query", "body"), or an empty string if the
    //! schema does not say.
    QString place() const;

private:
    InputShape(Json root, const QList<Json> &schemas);
    bool isDeclared(const QString &name) const;
    void add(const Json &schema, int depth);

    Json m_root;
    QList<Json> m_parts; // schema objects
    bool m_leadsOutside = false;
};

} // namespace Workbench
