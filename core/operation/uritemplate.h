// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

namespace Workbench {

//! URI templates of all four levels. Pure. \source RFC 6570 section 3

//! A variable of a template, with everything that the expressions which name it have in common.
struct TemplateVariable {
    QString name;
    //! An address without its value is another address, mostly one that leads nowhere: it stands in `{x}` or
    //! `{+x}`. The other operators write nothing at all without a value, not even their own character.
    bool isRequired = false;
    bool isExploded = false; //!< `{x*}`: a list or an object is written as one part for each member
};

//! In the order in which they are named first, each once.
QList<TemplateVariable> templateVariables(const QString &uriTemplate);
//! The template with \a values put in: texts, numbers and truth values, arrays of them, objects of them. What
//! is absent, null, or an array or object without members is undefined, and vanishes. An expression that
//! cannot be read is copied as it is.
QString expandTemplate(const QString &uriTemplate, const Json &values);
//! Why an expression of it cannot be read; empty: all can.
QString templateFault(const QString &uriTemplate);

} // namespace Workbench
