// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/diagnosis.h"
#include "core/envelope/recognition/recognition.h"
#include "core/envelope/responseenvelope.h"
#include "core/schema/cast.h"

#include <QMetaType>
#include <QStringList>

namespace Workbench {

//! Something that does not fit, shown beside the data. Never an error.
struct Warning {
    QString pointer; //!< into the normalised data; empty: the root or the whole result
    QString message; //!< "Expected number, got string"
    QString keyword; //!< of the schema, or a word of ours ("cast", "parse", "budget", "mismatch")
    QString schemaLocation; //!< empty: none
    bool isOfResult = false; //!< the pointer leads into what the server sent as its result, not into the data
};

//! All a pane needs of one finished call.
struct Outcome {
    ResponseEnvelope envelope;
    Json receivedData; //!< before Cast; the same node as envelope.data when nothing changed
    //! The violations of the schema that remain in envelope.data, and what else is odd about the result: it
    //! was not validated, it has no data, or what the adapter found. \source core/hub/README.md 1.4
    QList<Warning> warnings;
    qsizetype warningsNotShown = 0; //!< beyond limits.warningsPerResult; -1: unknown, at least one
    //! What normalisation did to receivedData. A violation that normalisation repaired stands here, with the
    //! change that it made necessary, and not among the warnings.
    QList<Change> changes;
    QString exchangeId;
    QList<Diagnosis> diagnoses = {}; //!< what is wrong with the result as a whole, where the reason is known
    //! What the source found odd about the answer and what breaks nothing. Never counted, not by --strict
    //! either.
    QList<RecognitionNote> notes = {};
    //! What the result is wrapped in, to explain it; it changes nothing. Null: not looked at.
    std::shared_ptr<const Recognition> recognition = {};
};

//! The innermost payload as it was received: what is inside of the envelopes that were opened, or the part
//! that the output schema describes. Absent if nothing was received.
Json payloadOf(const Outcome &outcome);

//! The number of values that normalisation lost: changes with ChangeMark::Lost.
qsizetype lostValues(const Outcome &outcome);

//! The number of things that call for attention: the warnings, those beyond the limit as far as their number
//! is known, and the lost values.
qsizetype attentionCount(const Outcome &outcome);

//! Whether the output schema is not met: normalisation lost a value, or left a violation of the schema
//! behind. A default that was put in and a value that only changed its type do not count.
bool schemaIsBroken(const Outcome &outcome);

//! {pointer, message, keyword, schemaLocation, in?: "result"}
Json toJson(const Warning &warning);
//! {pointer, action, mark, before, after, violation}. Left out are a value that is absent, and a violation
//! that is not known.
Json toJson(const Change &change);

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::Outcome)
