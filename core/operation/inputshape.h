// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

namespace Workbench {

//! What an input schema says about one place of the input. References inside the schema, allOf, anyOf, oneOf,
//! then and else are followed, and what they say is taken together: the answers help to read and to name
//! input, they do not validate it.
class InputShape {
public:
    //! The whole input. \a inputSchema may be absent.
    explicit InputShape(const Json &inputSchema);

    //! Names of the members that are declared here, each once.
    QStringList members() const;
    bool hasMember(const QString &name) const;
    //! Whether a member that is not declared belongs here, too: the schema allows additional properties in
    //! words, declares no member at all, or refers to something outside itself.
    bool isOpen() const;
    //! The place of a member; if it is not declared, what additionalProperties says.
    InputShape member(const QString &name) const;
    InputShape items() const; //!< of an array
    //! Names of the members that must be there.
    QStringList required() const;

    //! Whether a value of this JSON type ("string", "object", …) is named as possible here.
    bool allows(QLatin1StringView type) const;
    bool statesType() const; //!< whether any type is named
    bool isFile() const; //!< an object in the form {"$file", "type", "base64"} is wanted
    bool isBase64() const; //!< a string that holds bytes as base64
    QString place() const; //!< where in a request it goes ("query", "body"); empty if the schema does not say

private:
    InputShape(Json root, const QList<Json> &schemas);
    void add(const Json &schema, int depth);

    Json m_root;
    QList<Json> m_parts; // schema objects
    bool m_leadsOutside = false;
};

} // namespace Workbench
