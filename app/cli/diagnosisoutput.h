// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"

namespace Workbench::Cli {

class Output;

//! Returns \a diagnosis as {code, severity, message, title, cause, received, declared, changes}.
Json toJson(const Diagnosis &diagnosis);

//! Returns the names of the recognised layers, outermost first.
Json layersJson(const Outcome &outcome);
//! Returns the meta of the outermost layer that has one; absent if there is none.
Json metaJson(const Outcome &outcome);
//! Returns the text that was not opened; absent if there is none.
Json closedTextJson(const Outcome &outcome);
//! Returns \a diagnoses, and each note without a diagnosis of its code as {code, severity, message}.
Json diagnosticsJson(const QList<Diagnosis> &diagnoses, const QList<RecognitionNote> &notes);

//! Returns the layers as text, outermost first: "JSON in text › {ok, data} (strong)".
QString layersText(const Recognition &recognition);
//! Returns a line for each content block beside an opened text, which the data does not show: "beside the
//! opened text: …" with its text, or with the start of its JSON.
QStringList besideLines(const Recognition &recognition);
//! Returns the lines for a failure in a foreign envelope: "failed: CODE: message (category)", then
//! adviceLines().
QStringList errorLines(const UnifiedError &error);
//! Returns the lines "hint: …" and "next: …" for the members that \a error, a UnifiedError as JSON, has.
QStringList adviceLines(const Json &error);

//! Writes a block for each diagnosis to stderr: title, cause, both sides, and the change to make. Then writes
//! a line for each relevant note that has no block.
void show(Output &output, const QList<Diagnosis> &diagnoses, const QList<RecognitionNote> &notes);
//! Returns "error", "warning" or "note" for a line of text. JSON uses severityName() instead.
QLatin1StringView severityWord(Diagnosis::Severity severity);
//! Returns a note as a line: "error: structuredContent does not match … [schema.mismatch]".
QString noteLine(const RecognitionNote &note);

} // namespace Workbench::Cli
