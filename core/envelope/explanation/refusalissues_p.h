// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

namespace Workbench {

//! One issue in the refusal of a validator of a server or client.
struct RefusalIssue {
    QString pointer; //!< place in the refused value
    QString message;
    bool isMissing = false; //!< whether the place is missing in the value

    QString text() const; //!< Returns a text such as "/issues: Required".
};

//! Returns at most \a most issues that the text of a refusal lists, in the formats of the validators of
//! core/envelope/explanation/README.md 7.3. A text in an unknown format becomes one issue at the root.
QList<RefusalIssue> refusalIssues(const QString &text, qsizetype most = 8);

//! Returns the places that an abbreviated refusal names, each as the tokens of its path. There is one place
//! for `MCP error -32602: path:["a","b"]`, and one for each name in `MCP error -32602: paths:["a","b"]`.
//! A text may consist of several such refusals. Returns an empty list for any other text.
QList<QStringList> abbreviatedPaths(const QString &text);

//! Returns the text of a JSON-RPC error for abbreviatedPaths() and refusalIssues(). Puts the code before an
//! abbreviated refusal, which clients do too; any other \a message stays unchanged.
QString refusalText(const Json &code, const QString &message);

//! Returns whether \a text is the refusal of a list by a client: issues of Zod with paths that begin
//! with "tools", "resources", "resourceTemplates" or "prompts".
bool isRefusedList(const QString &text);

//! Returns the places at which \a schema declares the type that \a message names. Python names no place in
//! "None is not of type 'string'". Prefers places with a default of null. The places are pointers into the
//! schema; the list is empty for any other message.
QStringList placesForNone(const QString &message, const Json &schema);

//! Returns the pointer to the keyword of \a schema that concerns the place of \a issue: "/properties/total",
//! "/required". Returns an empty string if no keyword names the place.
QString declaringPointer(const RefusalIssue &issue, const Json &schema);

} // namespace Workbench
