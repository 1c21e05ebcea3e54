// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/recognition/recognition.h"

#include <span>

namespace Workbench {

//! Where a value stands, as far as a kind may ask.
struct EnvelopePlace {
    bool isStructuredRoot = false; //!< the whole of structuredContent
    bool isFlagged = false; //!< by the isError of its result
    bool isHttp = false; //!< HTTP input
    int httpStatus = 0; //!< of HTTP input; 0: not known
    QByteArray mediaType; //!< lower case, without parameters
    Json outputSchema; //!< of the tool; absent: none
    Json resultMeta; //!< "_meta" of the result
};

//! What a kind found.
struct OpenedEnvelope {
    Json inside;
    Confidence confidence = Confidence::Strong;
    bool isFailure = false;
    Json meta = {}; //!< absent: none
};

//! One kind of envelope. A further kind is a further row, one function at most, and its vectors.
//! \source core/envelope/recognition/README.md 4
struct EnvelopeKind {
    QLatin1StringView name;
    //! It carries a mark of its own, so it may match below another layer, where common shapes are data.
    bool isMarked;
    //! Whether opening it says that the call succeeded: then isError contradicts it.
    bool saysSuccess;
    std::optional<OpenedEnvelope> (*open)(const Json &value, const EnvelopePlace &place);
    //! Of a failure; null: the flagged text speaks for it.
    UnifiedError (*error)(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
};

//! In the order in which they are tried.
std::span<const EnvelopeKind> envelopeKinds();
const EnvelopeKind *findEnvelopeKind(QLatin1StringView name);

//! Kinds that hold a result of its own, searched from the start.
inline constexpr QLatin1StringView callToolResultKind{"call-tool-result"};
inline constexpr QLatin1StringView contentBlocksKind{"content-blocks"};
inline constexpr QLatin1StringView responseEnvelopeKind{"response-envelope"};
inline constexpr QLatin1StringView toolEnvelopeKind{"tool-envelope"};

//! Whether \a value is a non-empty array of nothing but MCP content blocks.
bool isContentBlocks(const Json &value);

//! A kind that \a value may be although nothing says so; empty: none. \source
//! core/envelope/recognition/README.md 4, "Never opened"
QLatin1StringView maybeKind(const Json &value, const EnvelopePlace &place);

inline bool isAbsentOrNull(const Json &value)
{
    return value.isAbsent() || value.isNull();
}
//! Null, false, 0 and whatever is empty.
bool isFalsy(const Json &value);
//! Whether \a object has no member of another name.
bool hasOnly(const Json &object, std::initializer_list<QLatin1StringView> names);

// The rows' functions, by file. \source core/envelope/recognition/README.md 4, 8
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
