// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/envelope/explanation.h"
#include "core/envelope/outcome.h"
#include "core/schema/cast.h"
#include "core/schema/schema.h"

#include <functional>

namespace Workbench {

//! An operation's output schema made ready once: for Cast and for validation. Immutable, shared between
//! calls.
struct PreparedSchema {
    Json schema; //!< verbatim
    CastType castType;
    Result<Schema> validator; //!< the error when it cannot be compiled: results are then "not validated"
    bool formatsAreWarnings = false; //!< else what does not fit its format is one of Outcome::notes
    //! Of one that has only the definitions nearest to its root, which is all that most values reach: calls
    //! \a use with one that has all of them. That may take long. Any thread; one at a time, for it may be
    //! large. Null: it has them.
    std::function<void(const std::function<void(const PreparedSchema &)> &use)> whole{};
    bool isUnknown() const { return castType.isUnknown(); }
};
//! \a dialect applies when the schema names none.
std::shared_ptr<const PreparedSchema> prepareSchema(const Json &schema,
    SchemaConversion conversion = SchemaConversion::Extended,
    SchemaDialect dialect = SchemaDialect::Draft2020_12, const Limits &limits = {});

//! Calls \a use with \a schema itself if \a data is valid as far as that tells, else with the whole of it.
void withSufficientSchema(
    const PreparedSchema &schema, const Json &data, const std::function<void(const PreparedSchema &)> &use);

struct PipelineOptions {
    bool strictCast = false; //!< a Cast that raises fails the call (core/hub/README.md 1.4)
    bool normalise = true; //!< off for subscription items unless normaliseYields
    qsizetype maxWarnings = 200;
    bool recognise = true; //!< off for subscription items: the one that is looked at is enough
    RecognitionOptions recognition{};
    bool isEvent = false; //!< an item of a stream: data by itself, where the type is that of the stream
    bool throwErrors = false; //!< a result that reports a failure (isError) fails the call
    std::optional<SeenEnvelope> seenEnvelope{}; //!< what another tool of the same server answered with
};

//! An adapter's envelope and what the adapter knows about it beside its data.
struct DescribedEnvelope {
    ResponseEnvelope envelope;
    //! Describes the data where the operation's own schema does not: that of the status and media type. Null:
    //! the operation's own; an empty one: nothing is declared.
    std::shared_ptr<const PreparedSchema> schema;
    QList<Warning> warnings = {}; //!< what does not fit; they come first
    QList<RecognitionNote> notes = {}; //!< what is odd and breaks nothing: Outcome::notes
};

//! The code of the note that the data was not validated because it is not JSON.
inline constexpr QLatin1StringView notValidatedCode("received.not-validated");

//! The keyword of a warning about a value that does not fit its format, where the schema does not assert it.
inline constexpr QLatin1StringView formatsKeyword("formats");

//! What a handler gives: a bare value, or an adapter's envelope that passes through.
using HandlerResult = std::variant<Json, ResponseEnvelope, DescribedEnvelope>;

//! The envelope of \a result; null when it is a bare value.
const ResponseEnvelope *envelopeOf(const HandlerResult &result);

//! The shared result pipeline: detect, wrap, normalise, validate. Pure; runs on any thread.
//! An envelope with meta.isError is neither cast nor validated (core/envelope/README.md 2).
//! Fails only with strictCast and throwErrors. \source core/hub/README.md 1.4; core/envelope/README.md 2
Result<Outcome> runPipeline(HandlerResult result, const QString &operationId,
    const PreparedSchema &outputSchema, const PipelineOptions &options = {});

//! What the result of a finished call is wrapped in, looked at once more with other options: to open the text
//! that waits as closedText. Any thread.
Recognition recogniseAgain(const Outcome &outcome, const QString &operationId, const Json &outputSchema,
    const RecognitionOptions &options);

//! All notes about \a outcome: those of its source, then those of its recognition.
QList<RecognitionNote> notesOf(const Outcome &outcome);

//! What is wrong with an item of a stream as a whole, for the one that is looked at: Outcome::diagnoses as
//! they are with PipelineOptions::recognise. Any thread.
QList<Diagnosis> explainItem(
    const Outcome &item, const QString &operationId, const PreparedSchema &outputSchema);

} // namespace Workbench
