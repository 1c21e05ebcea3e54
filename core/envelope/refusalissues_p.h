// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

namespace Workbench {

//! One thing that a validator on the other side did not accept.
struct RefusalIssue {
    QString pointer; //!< into the value that was refused
    QString message;
    bool isMissing = false; //!< the place is not there at all

    QString text() const; //!< "/issues: Required"
};

//! What the text of a refusal lists, in the forms of the validators of
//! core/envelope/recognition/README.md 7.3; the whole of it as one issue at the root where none of them is
//! known. At most \a most.
QList<RefusalIssue> refusalIssues(const QString &text, qsizetype most = 8);

//! The places that an abbreviated refusal names, each as the tokens of its path: one for
//! `MCP error -32602: path:["a","b"]`, and one for each name of `MCP error -32602: paths:["a","b"]`. Empty
//! for any other text.
QList<QStringList> abbreviatedPaths(const QString &text);

//! Whether \a text is what a client writes when it refuses a list: the issues of Zod with paths that begin
//! with "tools", "resources", "resourceTemplates" or "prompts".
bool isRefusedList(const QString &text);

//! Where \a schema declares the type that \a message, "None is not of type 'string'", names without a place:
//! those whose default is null, or else all. Pointers into the schema; empty for any other message.
QStringList placesForNone(const QString &message, const Json &schema);

//! Where \a schema says something about the place of \a issue: "/properties/total", "/required". Empty: it
//! says nothing about it by name.
QString declaringPointer(const RefusalIssue &issue, const Json &schema);

} // namespace Workbench
