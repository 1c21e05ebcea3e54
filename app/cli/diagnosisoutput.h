// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"

namespace Workbench::Cli {

class Output;

//! {code, severity, message, title, cause, received, declared, changes}
Json toJson(const Diagnosis &diagnosis);

//! Names of the layers that were recognised, outermost first.
Json layersJson(const Outcome &outcome);
//! The text that was left closed; absent: none was.
Json closedTextJson(const Outcome &outcome);
//! What recognition has to say, {code, severity, message} each; where there is a whole diagnosis of the same
//! code, that.
Json diagnosticsJson(const QList<Diagnosis> &diagnoses, const QList<RecognitionNote> &notes);

//! "JSON in text › {ok, data} (strong)": the layers, outermost first.
QString layersText(const Recognition &recognition);
//! What a foreign envelope says of a failure: "failed: CODE: message (category)", then adviceLines().
QStringList errorLines(const UnifiedError &error);
//! "hint: …" and "next: …", as far as \a error, a UnifiedError as JSON, has them.
QStringList adviceLines(const Json &error);

//! Blocks on stderr: title, cause, both sides, what to change. Then a line for each note that is worth one
//! and has no block.
void show(Output &output, const QList<Diagnosis> &diagnoses, const QList<RecognitionNote> &notes);
//! "error", "warning" or "note", for a line of text; JSON has severityName().
QLatin1StringView severityWord(Diagnosis::Severity severity);
//! "error: structuredContent does not match … [schema.mismatch]"
QString noteLine(const RecognitionNote &note);

} // namespace Workbench::Cli
