// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/recognition/recognitionnotes_p.h"

namespace Workbench {

//! JSON that was found in text, and how it was written there.
struct TextCarrier {
    Json value; //!< absent: there is none
    QLatin1StringView kind; //!< "json-text", "fenced-json", "untrusted-fence", "double-encoded-json"
    bool isList = false; //!< of several blocks; nothing in it is opened
    std::optional<ClosedText> closed{}; //!< it was left alone, but looks like JSON
};

//! What the text blocks of \a content hold. \source core/envelope/recognition/README.md 6
TextCarrier readTextBlocks(
    const QList<Json> &content, const RecognitionOptions &options, RecognitionNotes &notes);

//! The carrier that \a text looks like from its ends, which costs nothing; empty: none. It may be none
//! nevertheless.
QLatin1StringView carrierLookedLike(QByteArrayView text);

//! Of a text that is too large to be looked into.
void noteTooLarge(QLatin1StringView code, qint64 bytes, qint64 limit, RecognitionNotes &notes);

//! The object or array that \a text is as a whole, by any of the carriers; absent: none.
TextCarrier readText(QByteArrayView text);

} // namespace Workbench
