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

//! One kind of envelope. To add a kind, add a row, at most one function, and vectors.
//! \source core/envelope/explanation/README.md 4
struct EnvelopeKind {
    QLatin1StringView name;
    //! Whether it has a mark of its own. Only such kinds match below another layer, where common shapes are
    //! ordinary data.
    bool isMarked;
    //! Whether a matching value says that the call succeeded, so that isError contradicts it.
    bool saysSuccess;
    //! Opens \a value, or returns nothing if it is not of this kind.
    std::optional<OpenedEnvelope> (*open)(const Json &value, const EnvelopePlace &place);
    //! Returns the error of a failure. Null: the text of the flagged result is the error.
    UnifiedError (*error)(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
};

//! Returns all kinds in the order in which they are tried.
std::span<const EnvelopeKind> envelopeKinds();
const EnvelopeKind *findEnvelopeKind(QLatin1StringView name);

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

inline bool isAbsentOrNull(const Json &value)
{
    return value.isAbsent() || value.isNull();
}
//! Returns whether \a value is absent, null, false, 0 or empty.
bool isFalsy(const Json &value);
//! Returns whether \a object has only members with these \a names.
bool hasOnly(const Json &object, std::initializer_list<QLatin1StringView> names);

// The functions of the table, by file. \source core/envelope/explanation/README.md 4, 8
namespace Kinds {
std::optional<OpenedEnvelope> openResponseEnvelope(const Json &value, const EnvelopePlace &place);
std::optional<OpenedEnvelope> openJsonRpc(const Json &value, const EnvelopePlace &place);
std::optional<OpenedEnvelope> openToolEnvelope(const Json &value, const EnvelopePlace &place);
std::optional<OpenedEnvelope> openResultWrapper(const Json &value, const EnvelopePlace &place);
std::optional<OpenedEnvelope> openAlpha(const Json &value, const EnvelopePlace &place);
std::optional<OpenedEnvelope> openJsend(const Json &value, const EnvelopePlace &place);
std::optional<OpenedEnvelope> openSuccessFlag(const Json &value, const EnvelopePlace &place);
std::optional<OpenedEnvelope> openCallToolResult(const Json &value, const EnvelopePlace &place);
std::optional<OpenedEnvelope> openContentBlocks(const Json &value, const EnvelopePlace &place);
std::optional<OpenedEnvelope> openHttpResponse(const Json &value, const EnvelopePlace &place);
std::optional<OpenedEnvelope> openJsonApi(const Json &value, const EnvelopePlace &place);
std::optional<OpenedEnvelope> openGraphql(const Json &value, const EnvelopePlace &place);
std::optional<OpenedEnvelope> openProblemDetails(const Json &value, const EnvelopePlace &place);
std::optional<OpenedEnvelope> openDataError(const Json &value, const EnvelopePlace &place);
std::optional<OpenedEnvelope> openErrorObject(const Json &value, const EnvelopePlace &place);
} // namespace Kinds

} // namespace Workbench
