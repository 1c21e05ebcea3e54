// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/recognition/recognitionnotes_p.h"

namespace Workbench {

//! What the blocks of a result have of ToolEnvelopes. \source envelopes.md 3
struct ToolEnvelopeBlocks {
    Json whole; //!< the decoded {payload, meta} of the first usable block; absent: there is none
    QList<qsizetype> marked; //!< blocks that hold one, usable or not
    QList<qsizetype> leftOut; //!< those that could not be used and hold nothing else
};

//! \a tool: the called one; empty: not known.
ToolEnvelopeBlocks findToolEnvelopes(
    const Json &content, const QString &tool, const RecognitionOptions &options, RecognitionNotes &notes);

//! Checks what a usable envelope says of itself: tool, ts, deprecations. \source envelopes.md 3.4
void checkToolEnvelopeMeta(const Json &meta, const QString &tool, RecognitionNotes &notes);

//! Whether \a payload reports a failure. \source envelopes.md 3.7
bool isToolEnvelopeError(const Json &payload);

//! A scan that knows only strings, escapes and brackets: whether it ends inside a string or with a bracket
//! open.
bool breaksOff(QByteArrayView json);

} // namespace Workbench
