// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/recognitionnotes_p.h"

namespace Workbench {

//! The ToolEnvelopes in the blocks of a result. \source core/envelope/explanation/README.md 3
struct ToolEnvelopeBlocks {
    Json whole; //!< the decoded {payload, meta} of the first usable block; absent: none
    QList<qsizetype> marked; //!< indexes of blocks with a ToolEnvelope, usable or not
    std::optional<qsizetype> used; //!< index of the block that \c whole was read from
    QList<qsizetype> leftOut; //!< indexes of blocks with only an unusable ToolEnvelope
};

//! Finds the ToolEnvelopes in \a content. \a tool is the called tool; empty: unknown.
ToolEnvelopeBlocks findToolEnvelopes(
    const Json &content, const QString &tool, const RecognitionOptions &options, RecognitionNotes &notes);

//! Checks tool, ts and deprecations in the meta of a usable envelope.
//! \source core/envelope/explanation/README.md 3.4
void checkToolEnvelopeMeta(const Json &meta, const QString &tool, RecognitionNotes &notes);

//! Returns whether \a payload reports a failure. \source core/envelope/explanation/README.md 3.7
bool isToolEnvelopeError(const Json &payload);

//! Returns whether \a json, which is not valid JSON, is the beginning of a JSON text. It must have no earlier
//! error, and must end inside a string or with an open bracket. A text with an earlier error is malformed,
//! not truncated. \source core/envelope/explanation/README.md 3.4
bool breaksOff(const QByteArray &json);

} // namespace Workbench
