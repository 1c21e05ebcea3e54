// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/recognition.h"

#include <span>

namespace Workbench {

//! The position of a value, as far as a kind of envelope may depend on it.
struct EnvelopePlace {
    bool isStructuredRoot = false; //!< the value is the whole structuredContent
    bool isFlagged = false; //!< isError of its result is set
    bool isHttp = false; //!< the value is from an HTTP response
    int httpStatus = 0; //!< status of the HTTP response; 0: unknown
    QByteArray mediaType; //!< type of the HTTP body in lower case, without parameters
    Json outputSchema; //!< output schema of the tool; absent: none
    Json resultMeta; //!< "_meta" of the result
};

//! An envelope that was recognised and opened.
struct OpenedEnvelope {
    Json inside;
    Confidence confidence = Confidence::Strong;
    bool isFailure = false;
    Json meta = {}; //!< absent: none
};

//! How servers write an envelope around their data. It explains results that do not fit their schema.
struct EnvelopeForm {
    QLatin1StringView members{}; //!< as shown to the user: "{ok, data}"; empty: it explains no mismatch
    QLatin1StringView inside{}; //!< the member with the data
    //! Whether ordinary data often has this form, so that the form alone is not evidence. The value inside
    //! must then be an object, or the schema must require a type; otherwise any value would be valid.
    bool isWeak = false;
    //! Returns whether the value is such an envelope and reports no failure. Null: ForeignEnvelope::open
    //! decides. The data may still be in another member.
    bool (*isSuccess)(const Json &value) = nullptr;
    //! Returns whether a schema with these properties describes such an envelope. Null: never.
    bool (*isDeclaredBy)(const Json &properties) = nullptr;
    Json (*around)(const Json &data) = nullptr; //!< Returns the envelope with \a data. Null: not possible.
    //! Pseudo-code of a schema for successes and failures: "{ ok: boolean, data?: %1, error?: {…} }". %1 is
    //! the schema of the data. A member that only successes or only failures have is optional.
    QStringView declaration{};
    QLatin1StringView construction{}; //!< pseudo-code of a success: "{ ok: true, data: %1 }"
};

//! One kind of envelope. To add a kind, add a row, at most one function, and vectors.
//! \source core/envelope/explanation/README.md 4, 7.1
struct ForeignEnvelope {
    QLatin1StringView name;
    //! Whether it has a mark of its own. Only such kinds match below another layer, where common shapes are
    //! ordinary data.
    bool isMarked;
    //! Whether a matching value says that the call succeeded, so that isError contradicts it.
    bool saysSuccess;
    //! Opens \a value, or returns nothing if it is not of this kind. Null: it is never opened, because it is
    //! too common, and only explains a mismatch.
    std::optional<OpenedEnvelope> (*open)(const Json &value, const EnvelopePlace &place);
    //! Returns the error of a failure. Null: the text of the flagged result is the error.
    UnifiedError (*error)(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
    EnvelopeForm form = {};

    //! Returns whether \a value is written in \c form and reports no failure.
    bool isSuccess(const Json &value) const;
};

//! Returns all kinds in the order in which they are tried. A kind with two forms has a row for each.
std::span<const ForeignEnvelope> foreignEnvelopes();
//! Returns the first row with this name, or null.
const ForeignEnvelope *findForeignEnvelope(QLatin1StringView name);

// Kinds whose content is another result, which is searched from the start, and other kinds that code names.
inline constexpr QLatin1StringView callToolResultKind{"call-tool-result"};
inline constexpr QLatin1StringView contentBlocksKind{"content-blocks"};
inline constexpr QLatin1StringView responseEnvelopeKind{"response-envelope"};
inline constexpr QLatin1StringView toolEnvelopeKind{"tool-envelope"};

//! Returns whether \a value is a non-empty array that contains only MCP content blocks.
bool isContentBlocks(const Json &value);

//! Returns a kind that \a value may be although there is no evidence, or an empty text if there is none.
//! \source core/envelope/explanation/README.md 4, "Never opened"
QLatin1StringView maybeKind(const Json &value, const EnvelopePlace &place);

//! Returns whether \a object has only members with these \a names.
bool hasOnly(const Json &object, std::initializer_list<QLatin1StringView> names);

} // namespace Workbench
