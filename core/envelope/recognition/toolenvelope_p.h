// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/recognition/recognitionnotes_p.h"

namespace Workbench {

//! What the blocks of a result have of ToolEnvelopes. \source core/envelope/recognition/README.md 3
struct ToolEnvelopeBlocks {
    Json whole; //!< the decoded {payload, meta} of the first usable block; absent: there is none
    QList<qsizetype> marked; //!< blocks that hold one, usable or not
    QList<qsizetype> leftOut; //!< those that could not be used and hold nothing else
};

//! \a tool: the called one; empty: not known.
ToolEnvelopeBlocks findToolEnvelopes(
    const Json &content, const QString &tool, const RecognitionOptions &options, RecognitionNotes &notes);

//! Checks what a usable envelope says of itself: tool, ts, deprecations. \source
//! core/envelope/recognition/README.md 3.4
void checkToolEnvelopeMeta(const Json &meta, const QString &tool, RecognitionNotes &notes);

//! Whether \a payload reports a failure. \source core/envelope/recognition/README.md 3.7
bool isToolEnvelopeError(const Json &payload);

//! Whether \a json, which does not parse, is the beginning of a JSON text: nothing in it is wrong, and a scan
//! that knows only strings, escapes and brackets ends inside a string or with a bracket open. A text that is
//! wrong earlier is malformed, not cut off. \source core/envelope/recognition/README.md 3.4
bool breaksOff(const QByteArray &json);

} // namespace Workbench
