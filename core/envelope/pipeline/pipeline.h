// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/envelope/explanation/explanation.h"
#include "core/envelope/pipeline/outcome.h"
#include "core/schema/preparedschema.h"

namespace Workbench {

struct PipelineOptions {
    bool strictCast = false; //!< a Cast that raises an error fails the call (core/hub/README.md 1.4)
    bool normalise = true; //!< off for items of streams unless normaliseYields is set
    qsizetype maxWarnings = 200;
    bool recognise = true; //!< off for items of streams; see explainItem()
    RecognitionOptions recognition{};
    bool isEvent = false; //!< an item of a stream; the media type is that of the stream
    bool throwErrors = false; //!< a result that reports a failure (isError) fails the call
    std::optional<SeenEnvelope> seenEnvelope{}; //!< an envelope in a result of another tool of the server
};

//! The envelope from an adapter, with what the adapter knows about it besides its data.
struct DescribedEnvelope {
    ResponseEnvelope envelope;
    //! The schema for the status and media type, if the schema of the operation does not describe the data.
    //! Null: the schema of the operation; an empty schema: nothing is declared.
    std::shared_ptr<const PreparedSchema> schema;
    QList<Warning> warnings = {}; //!< warnings of the adapter; they come first in the outcome
    QList<RecognitionNote> notes = {}; //!< harmless oddities, for Outcome::notes
    Json beside = {}; //!< for Outcome::beside
};

//! The code of the note which says that data was not validated because it is not JSON.
inline constexpr QLatin1StringView notValidatedCode("received.not-validated");

//! The keyword of a warning about a wrong format that the schema does not assert.
inline constexpr QLatin1StringView formatsKeyword("formats");

//! The result of a handler: a bare value, or an envelope from an adapter, which passes through.
using HandlerResult = std::variant<Json, ResponseEnvelope, DescribedEnvelope>;

//! Returns the envelope of \a result, or null if it is a bare value.
const ResponseEnvelope *envelopeOf(const HandlerResult &result);

//! Runs the result pipeline: detect, wrap, validate, normalise, recognise. Pure; any thread.
//! An envelope with meta.isError is neither cast nor validated (core/envelope/README.md 2).
//! Fails only with strictCast and throwErrors. \source core/hub/README.md 1.4; core/envelope/README.md 2
Result<Outcome> runPipeline(HandlerResult result, const QString &operationId,
    const PreparedSchema &outputSchema, const PipelineOptions &options = {});

//! Recognises the envelopes of a finished call again with other \a options, for example to open the text in
//! Recognition::closedText. Any thread.
Recognition recogniseAgain(const Outcome &outcome, const QString &operationId, const Json &outputSchema,
    const RecognitionOptions &options);

//! Returns all notes about \a outcome: those of its source, then those of its recognition.
QList<RecognitionNote> notesOf(const Outcome &outcome);

//! Returns the diagnoses of one item of a stream, for the item that the user looks at. They equal
//! Outcome::diagnoses with PipelineOptions::recognise. Any thread.
QList<Diagnosis> explainItem(
    const Outcome &item, const QString &operationId, const PreparedSchema &outputSchema);

//! How to read results where the protocols leave a choice. The options of a call come first, then the
//! settings of its source ("jsonInText", "isError"), then the defaults: open and keep.
struct ResultReading {
    //! How to treat JSON that is only in a text: open it for the view, or keep it as text.
    enum class JsonInText : quint8 { Open, Keep };
    //! How to treat a tool's result that reports a failure: keep it as a result, or make it the failure of
    //! the call.
    enum class IsError : quint8 { Keep, Throw };

    std::optional<JsonInText> jsonInText{};
    std::optional<IsError> isError{};

    bool opensText() const { return jsonInText.value_or(JsonInText::Open) == JsonInText::Open; }
    bool throwsErrors() const { return isError.value_or(IsError::Keep) == IsError::Throw; }
    //! Returns these choices, with missing ones taken from \a fallback.
    ResultReading orElse(const ResultReading &fallback) const;

    friend bool operator==(const ResultReading &, const ResultReading &) = default;
};

//! Reads settings: {"jsonInText": "open" | "keep", "isError": "keep" | "throw"}. A missing member leaves the
//! choice open. ErrorKind::Usage names the invalid member.
Result<ResultReading> resultReading(const Json &settings);

//! Returns \a settingsSchema, the schema for the settings of a kind of source, with these two settings added.
Json withReadingSettings(const Json &settingsSchema);

} // namespace Workbench
