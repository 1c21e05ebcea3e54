// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/envelope/explanation/recognition.h"
#include "core/schema/schema.h"

#include <optional>

namespace Workbench {

struct ForeignEnvelope;

//! A received value that its schema refuses.
struct RefusedValue {
    enum class Origin : quint8 {
        StructuredContent, //!< the structuredContent of an MCP tool
        Body, //!< the body of an HTTP response
        Value, //!< the result of an operation in this process
    };
    Json value;
    QList<ValidationError> errors; //!< errors of the whole value
    QString operation; //!< name of the operation at the server
    Origin origin = Origin::StructuredContent;
};

//! An envelope in the result of a tool without an output schema. It suggests that its server wraps all
//! results this way. \source core/envelope/explanation/README.md 7.4
struct SeenEnvelope {
    QString operation; //!< name of the tool at the server
    const ForeignEnvelope *envelope; //!< one of foreignEnvelopes() that has a form
};
//! Returns the envelope of a result. Returns nothing if there is none, or if its kind does not wrap
//! structured content.
std::optional<SeenEnvelope> seenEnvelope(const QString &operation, const Recognition &recognition);
//! Returns a sentence such as: Another tool of this server, "ping", declares no output schema and wraps its
//! results in {ok, data}.
QString hintOf(const SeenEnvelope &seen);

//! Returns diagnoses for those notes of \a recognition that explain a problem, with cause, places and fixes.
//! The most severe comes first. A result that its schema refuses is validated again to find the places.
//! \a seen is an envelope of another tool of the server, if any.
//! \source core/envelope/explanation/README.md 7
QList<Diagnosis> explain(const RecognitionInput &input, const Recognition &recognition,
    const std::optional<SeenEnvelope> &seen = {});

//! Returns the diagnoses that need no validation, so not those about how a result fits its schema.
QList<Diagnosis> explainNotes(const RecognitionInput &input, const Recognition &recognition,
    const std::optional<SeenEnvelope> &seen = {});

//! Returns why \a refused does not fit \a schema: the known reason, otherwise only the places. Returns an
//! empty list if an envelope reports a failure, because the schema does not describe failures.
QList<Diagnosis> explainFit(
    const RefusedValue &refused, const PreparedSchema &schema, const Recognition &recognition);

//! Returns whether \a diagnoses already contain the information of \a note. They do if they have its code,
//! say that the schema is not met, or name the likely envelope behind a refusal.
bool isToldBy(const QList<Diagnosis> &diagnoses, const RecognitionNote &note);

//! Returns the error of a call as input for recognise(). \a tool and \a outputSchema belong to the operation.
RecognitionInput inspectable(const Error &error, const QString &tool, const Json &outputSchema);

//! The known reasons for a failed call.
struct FailureExplanation {
    QList<Diagnosis> diagnoses; //!< the most severe one first
    QList<RecognitionNote> notes;
};
//! Returns the explanation of \a error, with which a call failed. It is empty unless the peer answered
//! (ErrorKind::Remote): its text may say that an SDK or a proxy refused a result. \a tool and
//! \a outputSchema belong to the operation.
FailureExplanation explainFailure(const Error &error, const QString &tool, const Json &outputSchema,
    const std::optional<SeenEnvelope> &seen = {});

//! Returns why \a refused does not fit \a schema, if the reason is known: the schema describes the data
//! inside an envelope, or an envelope around the received data. Returns an empty list otherwise. Pure; may
//! validate several times.
//! \source core/envelope/explanation/README.md 7.1
QList<Diagnosis> diagnoseMismatch(const RefusedValue &refused, const PreparedSchema &schema);

//! A fix that the authors of a server may prefer to correcting the schema: title and a line of pseudo-code.
inline constexpr std::pair declareNoSchema{QLatin1StringView("Or declare no output schema"),
    QLatin1StringView("{ name, description, inputSchema }")};

//! Returns whether \a value is present and fits \a schema; false if the schema cannot be used.
bool isValid(const Json &value, const PreparedSchema &schema);

//! Returns the member names as pseudo-code: "{ issues, total }".
QString namesText(const Json &object);
//! Returns the property names of an object schema as pseudo-code, or its type if it has none.
QString shapeText(const Json &schema);

//! Returns the diagnosis for \a refused if no specific reason was found, with the places and fixes. If
//! \a message is empty, the diagnosis states the number of errors.
Diagnosis plainMismatch(
    const RefusedValue &refused, const PreparedSchema &schema, const QString &message = {});

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
