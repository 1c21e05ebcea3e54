// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/arguments.h"
#include "app/cli/interrupt.h"
#include "core/base/error.h"
#include "core/envelope/resultreading.h"
#include "core/json/json.h"
#include "core/operation/operationspec.h"

namespace Workbench::Cli {

//! Bytes of a file, or of stdin for "-". ErrorKind::Usage when it cannot be read, ErrorKind::Limit over
//! doc.bytes.
Result<QByteArray> readFile(const QString &path, qint64 maxBytes);
//! Stdin to its end in an event loop of its own, so that connected sources live on and \a interrupt ends it
//! with ErrorKind::Cancelled.
Result<QByteArray> readStdin(qint64 maxBytes, Interrupt &interrupt);
//! A file parsed; the error names the file, line and column.
Result<Json> readJsonFile(const QString &path, qint64 maxBytes);

//! The input of a call of \a spec: --input JSON, @FILE or -; then \a pairs on top, see withPairs(). Without
//! --send-invalid it is checked by checkNames().
Result<Json> inputFromArguments(const Arguments &arguments, const QStringList &pairs,
    const OperationSpec &spec, qint64 maxBytes, Interrupt &interrupt);

//! --json-in-text and --is-error; what is not given is left to the source.
Result<ResultReading> readingFromArguments(const Arguments &arguments);

//! Returns \a input with KEY=VALUE, KEY=@FILE, KEY:=JSON and KEY:=@FILE put on top, in the order typed. A dot
//! in KEY reaches into an object (body.name), "\." is a dot in a name, and a name that is declared with its
//! dots is taken first. A key that is given several times makes an array where the schema of \a spec takes
//! one. ErrorKind::Usage for a pair or a file that cannot be read; ErrorKind::Validation for a name that the
//! operation does not have, unless \a takesAnyName, and for a value that cannot be what the schema wants.
Result<Json> withPairs(
    Json input, const QStringList &pairs, const OperationSpec &spec, bool takesAnyName, qint64 maxBytes);

//! How to give what \a error, a refusal of the input, found to be a text because it was given as KEY=VALUE: a
//! sentence for each of \a pairs that it is about.
QStringList jsonHints(const Error &error, const QStringList &pairs);

//! ErrorKind::Validation if \a input has a member that \a spec does not have, or lacks an object that it
//! requires, for example the body; the message says how to give it.
Result<void> checkNames(const Json &input, const OperationSpec &spec);

//! The names that KEY can have: the members of the input, and behind them those inside of objects
//! (body.name).
QStringList inputKeys(const OperationSpec &spec);

//! An OpenAPI operation's input takes "query.id" for "id" if the schema says that this is in the query.
Json withPlainNames(const Json &input, const Json &inputSchema);

//! With the media type of an OpenAPI body in the document's spelling, where it is given in another.
Json withDeclaredType(const Json &input, const Json &inputSchema);

} // namespace Workbench::Cli
