// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/recognitionnotes_p.h"
#include "core/json/jsonparser.h"

namespace Workbench {

//! JSON that was found in a text, and the form in which it was written.
struct TextCarrier {
    Json value; //!< absent: none
    QLatin1StringView kind; //!< "json-text", "fenced-json", "untrusted-fence", "double-encoded-json"
    bool isList = false; //!< whether it combines several blocks; its items are not opened
    std::optional<ClosedText> closed{}; //!< set if the text looks like JSON but was not opened
    QList<JsonRemark> remarks{}; //!< on the text of the JSON; the pointers lead into \c value
    QList<Json> beside{}; //!< the content blocks that \c value was not read from
};

//! Returns the JSON in the text blocks of \a content. \source core/envelope/explanation/README.md 6
TextCarrier readTextBlocks(
    const QList<Json> &content, const RecognitionOptions &options, RecognitionNotes &notes);

//! Adds the remarks on the text of \a carrier.
void addRemarksOn(const TextCarrier &carrier, RecognitionNotes &notes);

//! Returns the carrier that \a text looks like by its beginning and end, or an empty text if there is none.
//! Fast, because the text is not parsed; the guess may be wrong.
QLatin1StringView carrierLookedLike(QByteArrayView text);

//! Adds a note about a text that is too large to be read.
void noteTooLarge(QLatin1StringView code, qint64 bytes, qint64 limit, RecognitionNotes &notes);

//! Returns the object or array that the whole \a text represents in any of the carriers; absent: none.
TextCarrier readText(QByteArrayView text);

} // namespace Workbench
