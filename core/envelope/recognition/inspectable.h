// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/envelope/recognition/recognition.h"

namespace Workbench {

//! What the user opened, pasted or dropped, by its kind: a CallToolResult, bare or inside a
//! JSON-RPC response; a JSON-RPC error, bare or inside its response; an HTTP answer with its head; any other
//! JSON as the body of an answer without a known status; any other text as the text of a tool's result. The
//! output of `envelope call --json`, and a line of `envelope subscribe`, is what its envelope was made of.
//! ErrorKind::Usage for nothing at all or bytes that are no text.
Result<RecognitionInput> readInspectable(const QByteArray &bytes);

//! The same for a JSON value.
RecognitionInput inspectable(const Json &value);

//! A line of `inspect --batch`: {input: {result | error | http, tool?, options?}}, or these members at the
//! top. ErrorKind::Usage when it has none of the three.
struct InspectableCase {
    RecognitionInput input;
    RecognitionOptions options;
};
Result<InspectableCase> inspectableCase(const Json &line);

} // namespace Workbench
