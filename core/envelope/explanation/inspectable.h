// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/envelope/explanation/recognition.h"

namespace Workbench {

//! Reads a text that the user opened, pasted or dropped. Detects a CallToolResult or a JSON-RPC error, bare
//! or inside a JSON-RPC response, and an HTTP response with its head. Other JSON is read as an HTTP body
//! without a known status, other text as the text of a tool's result. A text that begins with "MCP error N:"
//! is a JSON-RPC error, also in quotes, in a list or behind the name of an exception. Output of
//! `envelope call --json` and lines of `envelope subscribe` are read as the result that they were made from.
//! ErrorKind::Usage if \a bytes are empty or not text.
Result<RecognitionInput> readInspectable(const QByteArray &bytes);

//! Reads a JSON value as readInspectable() does.
RecognitionInput inspectable(const Json &value);

//! A line of `inspect --batch`: {input: {result | error | http, tool?, options?}}, or these members at the
//! top level.
struct InspectableCase {
    RecognitionInput input;
    RecognitionOptions options;
};
//! Reads a line of `inspect --batch`. ErrorKind::Usage if it has no result, error or http.
Result<InspectableCase> inspectableCase(const Json &line);

} // namespace Workbench
