// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/recognition.h"
#include "core/envelope/responseenvelope.h"
#include "core/schema/cast.h"

#include <QMetaType>

namespace Workbench {

//! A violation that is shown with the data. A warning is never an error of the call.
struct Warning {
    QString pointer; //!< place in the normalised data; empty: the root or the whole result
    QString message; //!< "Expected number, got string"
    QString keyword; //!< keyword of the schema, or one of our own ("cast", "parse", "budget", "mismatch")
    QString schemaLocation; //!< empty: none
    bool isOfResult = false; //!< whether the pointer refers to the result as the server sent it
};

//! The result of a finished call, with everything that a pane shows.
struct Outcome {
    ResponseEnvelope envelope;
    Json receivedData; //!< data before Cast; the same node as envelope.data if nothing changed
    //! The violations of the schema that remain in envelope.data, and other problems of the result: it was
    //! not validated, it has no data, or problems that the adapter found. \source core/hub/README.md 1.4
    QList<Warning> warnings;
    qsizetype warningsNotShown = 0; //!< number beyond limits.warningsPerResult; -1: unknown, at least one
    //! The changes that normalisation made to receivedData. A violation that normalisation repaired is listed
    //! here, with its change, and not among the warnings.
    QList<Change> changes;
    QString exchangeId;
    QList<Diagnosis> diagnoses = {}; //!< problems of the result as a whole for which the reason is known
    //! Harmless oddities that the source found in the answer. They are never counted, not even with --strict.
    QList<RecognitionNote> notes = {};
    //! Facts of the protocol about the result that are not part of its meta, as an object in the order in
    //! which they were received; absent: none. For MCP: for how long, and by whom, the result may be used
    //! again.
    Json beside = {};
    //! The envelopes around the data, for explanation; recognition changes no data. Null: not recognised.
    std::shared_ptr<const Recognition> recognition = {};
};

//! Returns the innermost payload as it was received: the value inside all opened envelopes, or the part that
//! the output schema describes. Absent if nothing was received.
Json payloadOf(const Outcome &outcome);

//! Returns the number of values that normalisation lost (changes with ChangeMark::Lost).
qsizetype lostValues(const Outcome &outcome);

//! Returns the number of problems to look at: the warnings, those beyond the limit if their number is known,
//! and the lost values.
qsizetype attentionCount(const Outcome &outcome);

//! Returns whether the result breaks the output schema: normalisation lost a value, or a violation of the
//! schema remains. An inserted default or a value that only changed its type does not count.
bool schemaIsBroken(const Outcome &outcome);

//! Returns {pointer, message, keyword, schemaLocation, in?: "result"}.
Json toJson(const Warning &warning);
//! Returns whether Warning::schemaLocation of \a warning is a place in the output schema of the operation. It
//! may also be a place in its input schema or in the schema of envelopes.
bool isInOutputSchema(const Warning &warning);
//! Returns {pointer, action, mark, before, after, violation}. Absent values and an unknown violation are left
//! out.
Json toJson(const Change &change);

//! Writes the warnings and at most \a mostChanges changes of \a outcome into the meta of its envelope, for
//! callers over a hub. Does nothing if there are none. Keeps the report small, because the hub refuses large
//! messages: long values are left out, and a warning says how many changes are.
//! \source core/hub/README.md 2.4, "meta._meta"
void reportInMeta(Outcome &outcome, qsizetype mostChanges);

//! Returns \a envelope, which was made around a bare value, with a warning that says so in its report. The
//! receiver would otherwise take it for an envelope of the peer.
ResponseEnvelope withBareValueReported(ResponseEnvelope envelope);

//! The warnings and changes that a hub on the way reported in its envelope.
struct ReportedOutcome {
    QList<Warning> warnings;
    QList<Change> changes;
};
//! Reads at most \a limit warnings and changes. The rest and malformed entries are left out. A change without
//! its new value takes it from \a received, the data as they came.
ReportedOutcome reportedInMeta(const ResponseEnvelope &envelope, const Json &received, qsizetype limit);

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::Outcome)
