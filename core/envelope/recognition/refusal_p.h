// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/recognition/recognitionnotes_p.h"

namespace Workbench {

//! What the words of a server or of a client library on the way say about a call that was refused.
//! \source envelopes.md 7.3, 7.4
struct Refusal {
    QLatin1StringView code; //!< of the note; empty: the words are not known
    QLatin1StringView category; //!< "schema", "validation" or "not_found"
};

//! Adds the notes that belong to it. \a tool: the called one; \a outputSchema: absent when not known.
Refusal readRefusal(
    const QString &text, const QString &tool, const Json &outputSchema, RecognitionNotes &notes);

} // namespace Workbench
