// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"

namespace Workbench::Ui {

//! One layer of a result, as it is told to a person.
struct ShownLayer {
    QString name; //!< "{ok, data}", "JSON in text"
    QString about; //!< what kind it is and how sure that is
    bool isUntrusted = false; //!< what is inside is marked as not trustworthy
    bool isWaiting = false; //!< it is opened only when the user asks for it
};

//! The layers of \a recognition, outermost first, and the one that waits below them.
QList<ShownLayer> shownLayers(const Recognition &recognition);
//! The same of a finished call. Where nothing was recognised but the schema describes a part of the data,
//! that is a layer as well.
QList<ShownLayer> shownLayers(const Outcome &outcome);

//! The name of the layer whose meta Recognition::meta is: "ToolEnvelope". Empty: no layer inside has any.
QString metaOwner(const Outcome &outcome);

//! What is seen of \a recognition when its first \a open layers are open.
Json valueInside(const Recognition &recognition, qsizetype open);

//! A result as it is seen through some of its layers: received and normalised data are what is inside; of
//! warnings and changes there are those in it, with pointers into it.
struct OpenedOutcome {
    Outcome outcome;
    //! Where the data shown stands in the data received; nothing: it came out of a text, or normalisation
    //! took the whole for the part, so that the warnings are about something else.
    std::optional<QString> pointer;
};
//! \a open: how many layers are open, from the outermost; 0 gives \a outcome itself.
OpenedOutcome openedOutcome(const Outcome &outcome, qsizetype open);

} // namespace Workbench::Ui
