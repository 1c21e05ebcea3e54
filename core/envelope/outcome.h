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
    QString pointer; //!< into the data as shown (after Cast); empty: the root or the whole result
    QString message; //!< "Expected number, got string"
    QString keyword; //!< of the schema, or a word of ours ("cast", "parse", "budget", "mismatch")
    QString schemaLocation; //!< empty: none
};

//! All a pane needs of one finished call.
struct Outcome {
    ResponseEnvelope envelope;
    Json receivedData; //!< before Cast; the same node as envelope.data when nothing changed
    QList<Warning> warnings;
    qsizetype warningsNotShown = 0; //!< beyond limits.warningsPerResult; -1: unknown, at least one
    QList<Change> changes; //!< what normalisation did to receivedData
    QString exchangeId;
    QList<Diagnosis> diagnoses = {}; //!< what is wrong with the result as a whole, where the reason is known
    //! What the result is wrapped in, to explain it; it changes nothing. Null: not looked at.
    std::shared_ptr<const Recognition> recognition = {};
};

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::Outcome)
