// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

namespace Workbench {

// URI templates of all four levels. All functions are pure. \source RFC 6570 section 3

//! A variable of a template, combined from all expressions that name it.
struct TemplateVariable {
    QString name;
    //! Whether the variable appears in `{x}` or `{+x}`. Without its value the address is a different one,
    //! which usually does not exist. The other operators write nothing without a value, not even their own
    //! character.
    bool isRequired = false;
    bool isExploded = false; //!< `{x*}`: each member of a list or an object becomes a part of its own
};

//! Returns the variables of a template, each once, in the order of their first use. At most 100.
QList<TemplateVariable> templateVariables(const QString &uriTemplate);
//! Returns the template expanded with the members of \a values: strings, numbers and booleans, or arrays and
//! objects of these. A value that is absent, null, or an empty array or object is undefined and writes
//! nothing. An invalid expression is copied unchanged.
QString expandTemplate(const QString &uriTemplate, const Json &values);
//! Returns why the template is invalid, or an empty string if it is valid.
QString templateFault(const QString &uriTemplate);

} // namespace Workbench
