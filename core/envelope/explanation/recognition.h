// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/envelope/explanation/diagnosis.h"

#include <QStringList>

#include <memory>

namespace Workbench {

struct PreparedSchema;

//! The members of an MCP CallToolResult.
struct ToolResultParts {
    Json content;
    Json structuredContent; //!< absent: none
    Json meta; //!< "_meta"
    bool isFlagged = false; //!< "isError"
    Json other = {}; //!< the value in place of content and structuredContent; absent: none

    static ToolResultParts of(const Json &callToolResult);
};

//! The received value that is to be recognised. \source core/envelope/explanation/README.md 1
struct RecognitionInput {
    enum class Form : quint8 {
        Result, //!< an MCP CallToolResult
        Error, //!< a JSON-RPC error object
        Http, //!< the body of an HTTP response
    };
    Form form = Form::Result;
    ToolResultParts result; //!< for Form::Result
    Json value; //!< the error, or the body (a string if it is not JSON)
    int statusCode = 0; //!< for Form::Http; 0: unknown
    QString contentType; //!< for Form::Http
    QString tool; //!< name of the called tool; empty: unknown
    Json outputSchema; //!< output schema of the tool; absent: none, or unknown
    //! The compiled \c outputSchema; null: it is compiled when needed.
    std::shared_ptr<const PreparedSchema> prepared;
    //! Number of errors that a validation of the whole structuredContent found; nothing: not validated.
    std::optional<qsizetype> structuredErrors;
};

struct RecognitionOptions {
    qint64 maxEnvelopeBytes = 8LL << 20; //!< decoded size of a ToolEnvelope block
    int maxLayers = 4; //!< without carriers
    bool anyJsonStructured = false; //!< structuredContent may be any JSON value (from 2026-07-28 on)
    //! Maximum size of a text. A larger text is neither opened nor compared with structuredContent, because
    //! both cost about as much as parsing the result. Recognition::closedText is set then.
    qint64 maxTextBytes = 1LL << 20;
    bool opensText = true; //!< open JSON that is only in text; otherwise it becomes Recognition::closedText

    //! Returns the default options with the limits from \a limits.
    static RecognitionOptions within(const Limits &limits);
    //! Returns these options for opening text of any size, because the user asked for it.
    RecognitionOptions openingAnyText() const;
};

//! A note about how a result is wrapped. The code is stable.
//! \source core/envelope/explanation/README.md 9
struct RecognitionNote {
    QLatin1StringView code;
    Diagnosis::Severity severity = Diagnosis::Severity::Info;
    QString message;
};

enum class Confidence : quint8 {
    None,
    Strong, //!< the shape matches, with a closed list of members
    Certain, //!< a mark that only this envelope has
};
//! Returns "none", "strong" or "certain".
QLatin1StringView confidenceName(Confidence confidence);

//! One opened layer. If the user closes it, the window shows \c outside.
struct EnvelopeLayer {
    QLatin1StringView kind; //!< "alpha", "json-text", …; refers to static text
    Confidence confidence = Confidence::Certain;
    bool isCarrier = false; //!< whether it only says how a value was written, not what it means
    Json outside;
    Json inside;
};

//! A text that looks like JSON by its beginning and end, but was not opened. It is opened only when the user
//! asks for it: by recogniseAgain() with RecognitionOptions::openingAnyText().
struct ClosedText {
    QLatin1StringView kind; //!< the carrier that it looks like: "json-text", "fenced-json", …
    qint64 bytes = 0;
    bool isTooLarge = false; //!< over RecognitionOptions::maxTextBytes; otherwise opensText is off
};

//! A failure in a uniform form, independent of the layer that reported it.
//! \source core/envelope/explanation/README.md 8
struct UnifiedError {
    Json code{}; //!< a string, a number or null
    QString message{};
    QString category{};
    std::optional<bool> isRetryable{}; //!< nothing: unknown
    Json details{}; //!< absent: none
    QString hint{};
    QString next{}; //!< name of a tool to call next
};

//! The envelopes of a result and the data inside. The received value is never changed or dropped.
struct Recognition {
    QList<EnvelopeLayer> layers; //!< opened layers, outermost first
    std::optional<ClosedText> closedText; //!< unopened text inside the last layer; nothing: none
    QList<Json> beside; //!< the content blocks beside the opened text, which are not in \c data
    //! The index of the content block whose ToolEnvelope was opened. Nothing: none, or in an inner result.
    std::optional<qsizetype> envelopeBlock;
    QLatin1StringView kind{"none"}; //!< kind of the first layer that is not a carrier
    Confidence confidence = Confidence::None;
    Json data; //!< data inside all layers; for a failure, the content of its layer; absent for Form::Error
    Json meta; //!< meta of the outermost layer that has one; absent: none
    bool isError = false; //!< whether any layer says that the call failed
    std::optional<UnifiedError> error; //!< set if and only if the call failed
    QList<RecognitionNote> notes;
};

//! Finds, opens and checks the envelopes in \a input. Pure. Costs little more than one pass over the value,
//! and a few validations if a known schema refuses it.
//! \source core/envelope/explanation/README.md 2
Recognition recognise(const RecognitionInput &input, const RecognitionOptions &options = {});

//! Returns {code, message, category, retryable, details?, hint?, next?}.
Json toJson(const UnifiedError &error);
//! Returns {code, severity, message}.
Json toJson(const RecognitionNote &note);
//! Returns {kind, bytes, reason: "too-large" | "off"}.
Json toJson(const ClosedText &text);
//! Returns the output of `envelope inspect`: {kind, layers, closedText?, beside?, confidence, data?, meta?,
//! isError, error?, diagnostics}.
Json toJson(const Recognition &recognition);

//! Returns the English name of the layer \a kind for display: the members of an envelope ("{ok, data}"), its
//! proper name ("ToolEnvelope"), or the content of a text ("JSON in text"). Returns \a kind if it is unknown.
QString layerName(QAnyStringView kind);

//! Returns the names of the layers \a kinds, outermost first, as "JSON in text › {ok, data}".
QString layerNames(const QStringList &kinds);

//! Returns the \a message of a note or a diagnosis with names of envelopes instead of kinds: "describes an
//! {ok, data} envelope" for "describes a alpha envelope". Removes an unknown tool name ("?"), and the
//! sentence about a text that is shown instead, because the shown text depends on the view. JSON output keeps
//! the texts of the specification unchanged.
QString withLayerNames(QString message);

} // namespace Workbench
