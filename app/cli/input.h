// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/arguments.h"
#include "app/cli/interrupt.h"
#include "core/envelope/resultreading.h"
#include "core/json/json.h"

namespace Workbench::Cli {

//! Bytes of a file, or of stdin for "-". ErrorKind::Usage when it cannot be read, ErrorKind::Limit over
//! doc.bytes.
Result<QByteArray> readFile(const QString &path, qint64 maxBytes);
//! Stdin to its end in an event loop of its own, so that connected sources live on and \a interrupt ends it
//! with ErrorKind::Cancelled.
Result<QByteArray> readStdin(qint64 maxBytes, Interrupt &interrupt);
//! A file parsed; the error names the file, line and column.
Result<Json> readJsonFile(const QString &path, qint64 maxBytes);

//! The input of a call: --input JSON, @FILE or -; then KEY=VALUE and KEY:=JSON on top, in the order typed. A
//! KEY=VALUE stays a string unless \a inputSchema asks for a number, boolean or null there and VALUE is one.
Result<Json> inputFromArguments(const Arguments &arguments, const QStringList &pairs, const Json &inputSchema,
    qint64 maxBytes, Interrupt &interrupt);

//! --json-in-text and --is-error; what is not given is left to the source.
Result<ResultReading> readingFromArguments(const Arguments &arguments);

} // namespace Workbench::Cli
