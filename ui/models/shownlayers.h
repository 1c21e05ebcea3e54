// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"

namespace Workbench::Ui {

//! One layer of a result, as the window shows it.
struct ShownLayer {
    QString name; //!< "{ok, data}", "JSON in text"
    QString about; //!< the kind of layer and how certain the recognition is
    bool isUntrusted = false; //!< the server marks the content as not trustworthy
    bool isWaiting = false; //!< opened only when the user asks for it
};

//! Returns how certain the recognition of a layer is, and why; empty for Confidence::None.
QString confidenceText(Confidence confidence);
//! Returns the name of a kind of layer as the window shows it.
QString shownLayerName(const QString &kind);
//! Returns the names of \a kinds, outermost first, in one text.
QString shownLayerNames(const QStringList &kinds);

//! Returns the layers of \a recognition, outermost first, and below them the layer that waits to be opened.
QList<ShownLayer> shownLayers(const Recognition &recognition);
//! Returns the layers of the result of a finished call, outermost first. If no layer was recognised but the
//! schema describes a part of the data, that part is a layer.
QList<ShownLayer> shownLayers(const Outcome &outcome);

//! Returns the name of the layer that Recognition::meta comes from ("ToolEnvelope"), or an empty string if no
//! layer has meta.
QString metaOwner(const Outcome &outcome);

//! Returns the value inside the first \a open layers of \a recognition.
Json valueInside(const Recognition &recognition, qsizetype open);

//! A result with some of its layers opened. The received and the normalised data are the part inside these
//! layers. The warnings and changes are those inside this part, with pointers into it.
struct OpenedOutcome {
    Outcome outcome;
    //! Place of the shown data in the received data. Nothing if the data came out of a text, or if
    //! normalisation took the whole for the part, so that the warnings are about something else.
    std::optional<QString> pointer;
};
//! Returns \a outcome with its outermost \a open layers opened; 0 returns \a outcome itself.
OpenedOutcome openedOutcome(const Outcome &outcome, qsizetype open);

} // namespace Workbench::Ui
