// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/arguments.h"
#include "app/cli/interrupt.h"
#include "core/base/error.h"
#include "core/envelope/pipeline/pipeline.h"
#include "core/json/json.h"
#include "core/operation/operationspec.h"

namespace Workbench::Cli {

//! Reads a file, or stdin for "-". Fails with ErrorKind::Usage if it cannot be read, and with
//! ErrorKind::Limit if it is larger than \a maxBytes (doc.bytes).
Result<QByteArray> readFile(const QString &path, qint64 maxBytes);
//! Reads stdin to its end in a nested event loop, so that connected sources keep running. \a interrupt ends
//! it with ErrorKind::Cancelled.
Result<QByteArray> readStdin(qint64 maxBytes, Interrupt &interrupt);
//! Reads and parses a JSON file, or stdin for "-". The error names the file, line and column.
Result<Json> readJsonFile(const QString &path, qint64 maxBytes);
//! Parses \a bytes. The error names \a what, for example "--input", and the line and column.
Result<Json> parsedJson(const QString &what, Result<QByteArray> bytes);
//! Reads the object of the file that --inputs names: {OPERATION: input}. Returns an empty object without the
//! option.
Result<Json> inputsFile(const Arguments &arguments, qint64 maxBytes);
//! Reads an identity with readIdentity(), and refuses other members than those of an identity and \a further.
//! The error begins with \a what, for example "--identity".
Result<Identity> identityFromArgument(const QString &what, const Json &json, const QStringList &further = {});

//! Returns the input for a call of \a spec: the value of --input (JSON, @FILE or -), changed by \a pairs as
//! withPairs() does. Without --send-invalid, checkNames() validates its names.
Result<Json> inputFromArguments(const Arguments &arguments, const QStringList &pairs,
    const OperationSpec &spec, qint64 maxBytes, Interrupt &interrupt);

//! Returns the values of --json-in-text and --is-error. An option that is not given is left to the source.
Result<ResultReading> readingFromArguments(const Arguments &arguments);

//! Returns \a input with the members of \a pairs: KEY=VALUE, KEY=@FILE, KEY:=JSON and KEY:=@FILE, applied in
//! order. Text that is a JSON object or array is read as such where the schema accepts one; the declared
//! contentType of a body may say that it is text. A dot in KEY reaches into an object (body.name), "\." is a
//! dot in a name, and a name that is declared with its dots takes precedence. A repeated key makes an array
//! where the schema of \a spec accepts one. Fails with ErrorKind::Usage for a pair or a file that cannot be
//! read. Fails with ErrorKind::Validation for a name that the operation does not have, unless \a takesAnyName
//! is true, and for a value that cannot fit the schema.
Result<Json> withPairs(
    Json input, const QStringList &pairs, const OperationSpec &spec, bool takesAnyName, qint64 maxBytes);

//! Returns advice for \a error, a refusal of the input, about values that were read as text from KEY=VALUE:
//! one sentence for each affected pair of \a pairs.
QStringList jsonHints(const Error &error, const QStringList &pairs);

//! Validates the member names of \a input. Fails with ErrorKind::Validation if \a input has a member that \a
//! spec does not have, or lacks a required object such as the body. The message says how to give it.
Result<void> checkNames(const Json &input, const OperationSpec &spec);

//! Returns nothing if \a spec has the member \a name, otherwise the error of checkNames().
Result<void> checkName(const QString &name, const OperationSpec &spec);

//! Returns the names that KEY can have: the members of the input, followed by the members inside objects
//! (body.name).
QStringList inputKeys(const OperationSpec &spec);

//! Returns the input of an OpenAPI operation with plain names: "id" for "query.id" if the schema places "id"
//! in the query.
Json withPlainNames(const Json &input, const Json &inputSchema);

//! Returns \a input with the media type of an OpenAPI body in the spelling of the document.
Json withDeclaredType(const Json &input, const Json &inputSchema);

} // namespace Workbench::Cli
