// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/recognition/recognitionnotes_p.h"

namespace Workbench {

//! The JSON bytes that the text after a ToolEnvelope's prefix stands for; nothing, with a note, when it
//! stands for none. Nothing is decoded before it is known to be base64: common decoders skip what they do
//! not know, so a damaged block would decode to something. \source envelopes.md 3.3, 3.4
std::optional<QByteArray> decodedToolEnvelope(QByteArrayView text, qint64 maxBytes, RecognitionNotes &notes);

} // namespace Workbench
