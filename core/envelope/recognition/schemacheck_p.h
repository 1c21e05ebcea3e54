// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/recognition/recognitionnotes_p.h"

namespace Workbench {

//! What is held against what a tool declares. \source envelopes.md 7.1, 7.2
struct SchemaCheck {
    Json structured; //!< the whole structuredContent; absent: there is none
    Json text; //!< what the text was read as; absent: it was no JSON
    Json data; //!< after opening
    QLatin1StringView kind; //!< the outermost envelope; empty: none was opened
    bool isFlagged = false;
    bool isFailure = false; //!< the envelope reports one
};

void checkAgainstSchema(const SchemaCheck &check, const RecognitionInput &input, RecognitionNotes &notes);

} // namespace Workbench
