// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/envelope/diagnosis.h"
#include "core/json/json.h"

#include <memory>

namespace Workbench {

struct PreparedSchema;

//! The members of an MCP CallToolResult.
struct ToolResultParts {
    Json content;
    Json structuredContent; //!< absent: there was none
    Json meta; //!< "_meta"
    bool isFlagged = false; //!< "isError"
    Json other = {}; //!< what came in the place of both; absent: nothing did

    static ToolResultParts of(const Json &callToolResult);
};

//! What arrived. \source core/envelope/recognition/README.md 1
struct RecognitionInput {
    enum class Form : quint8 {
        Result, //!< an MCP CallToolResult
        Error, //!< a JSON-RPC error object
        Http, //!< the body of an HTTP answer
    };
    Form form = Form::Result;
    ToolResultParts result; //!< Result only
    Json value; //!< the error, or the body (a string when it is no JSON)
    int statusCode = 0; //!< Http only; 0: not known
    QString contentType; //!< Http only
    QString tool; //!< of the call; empty: not known
    Json outputSchema; //!< what the tool declares; absent: nothing, or not known
    //! The same, ready for use; null: made from \c outputSchema when it is needed.
    std::shared_ptr<const PreparedSchema> prepared;
    //! How many errors a validation of the whole structuredContent found, when there has been one.
    std::optional<qsizetype> structuredErrors;
};

struct RecognitionOptions {
    qint64 maxEnvelopeBytes = 8LL << 20; //!< of a ToolEnvelope block, decoded
    int maxLayers = 4; //!< carriers not counted
    bool anyJsonStructured = false; //!< structuredContent may be any JSON value (from 2026-07-28 on)
    //! Of text. A larger one is neither opened nor compared with structuredContent: either costs about as
    //! much as the parse of the result. Recognition::closedText is there then.
    qint64 maxTextBytes = 1LL << 20;
    bool opensText = true; //!< JSON that is only in text; else it stays Recognition::closedText

    //! Those that are limits taken from \a limits.
    static RecognitionOptions within(const Limits &limits);
    //! The user asked for this text: it is opened whatever its size.
    RecognitionOptions openingAnyText() const;
};

//! Something to say about how a result is wrapped. The code is stable. \source
//! core/envelope/recognition/README.md 9
struct RecognitionNote {
    QLatin1StringView code;
    Diagnosis::Severity severity = Diagnosis::Severity::Info;
    QString message;
};

enum class Confidence : quint8 {
    None,
    Strong, //!< the shape, with a closed list of members
    Certain, //!< a mark that only this envelope has
};
QLatin1StringView confidenceName(Confidence confidence); //!< "none", "strong", "certain"

//! One layer that was opened. Switching it off shows \c outside.
struct EnvelopeLayer {
    QLatin1StringView kind; //!< "alpha", "json-text", …: static text
    Confidence confidence = Confidence::Certain;
    bool isCarrier = false; //!< says how a value was written, not what it means
    Json outside;
    Json inside;
};

//! Text that looks like JSON from its ends and was not opened: a layer that is opened only when the user asks
//! for it. Recognition again, with RecognitionOptions::openingAnyText(), opens it (recogniseAgain()).
struct ClosedText {
    QLatin1StringView kind; //!< the carrier that it looks like: "json-text", "fenced-json", …
    qint64 bytes = 0;
    bool isTooLarge = false; //!< over RecognitionOptions::maxTextBytes; else opensText is off
};

//! A failure in one form, independent of the layer that reported it. \source
//! core/envelope/recognition/README.md 8
struct UnifiedError {
    Json code{}; //!< a string, a number or null
    QString message{};
    QString category{};
    std::optional<bool> isRetryable{}; //!< nothing: not known
    Json details{}; //!< absent: none
    QString hint{};
    QString next{}; //!< a tool to call
};

//! What a result is and what is inside. What arrived is neither changed nor dropped.
struct Recognition {
    QList<EnvelopeLayer> layers; //!< those that were opened, outermost first
    std::optional<ClosedText> closedText; //!< below the last of them
    QLatin1StringView kind{"none"}; //!< of the first layer that is not a carrier
    Confidence confidence = Confidence::None;
    Json data; //!< what is left inside; of a failure what its layer holds. Absent for an error
    Json meta; //!< of the outermost layer that has any; absent: none has
    bool isError = false; //!< the call failed, by any layer
    std::optional<UnifiedError> error; //!< there when and only when it failed
    QList<RecognitionNote> notes;
};

//! Finds, opens and checks the envelopes in what arrived. Pure; costs little more than one look at the value,
//! and a validation or two when a schema is known and refuses it.
//! \source core/envelope/recognition/README.md 2
Recognition recognise(const RecognitionInput &input, const RecognitionOptions &options = {});

//! {code, message, category, retryable, details?, hint?, next?}
Json toJson(const UnifiedError &error);
//! {code, severity, message}
Json toJson(const RecognitionNote &note);
//! {kind, bytes, reason: "too-large" | "off"}
Json toJson(const ClosedText &text);
//! {kind, layers, closedText?, confidence, data?, meta?, isError, error?, diagnostics}: the output of
//! `envelope inspect`.
Json toJson(const Recognition &recognition);

} // namespace Workbench
