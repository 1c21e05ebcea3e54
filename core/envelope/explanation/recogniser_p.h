// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/foreignenvelope.h"
#include "core/json/jsonparser.h"

namespace Workbench {

//! Collects the notes of one recognition. \source core/envelope/explanation/README.md 9
class RecognitionNotes {
public:
    struct Value {
        QLatin1StringView name;
        QString text;
    };
    //! Adds a note. \a code must be in the table. Each {name} in its text is replaced by the value of that
    //! name.
    void add(QLatin1StringView code, std::initializer_list<Value> values = {});
    //! Adds tool-envelope.unsupported-version with the ending for a value that is shown as data.
    void addShownAsData(const QString &version);
    void append(const RecognitionNotes &other) { m_notes += other.m_notes; }
    QList<RecognitionNote> take() { return std::exchange(m_notes, {}); }

private:
    QList<RecognitionNote> m_notes;
};

//! Returns "error" or "errors".
QString errorWord(qsizetype count);

//! Returns the error for an HTTP status of 400 or more, with the message "HTTP N" and \a statusText.
UnifiedError httpError(const Json &status, const QString &statusText = {});
//! Returns an error with a message and no code.
UnifiedError textError(const QString &message, const QString &category = {});

// The failures that the kinds of envelopes report. \source core/envelope/explanation/README.md 8
namespace Errors {
UnifiedError ofResponseEnvelope(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofJsonRpc(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofToolEnvelope(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofInside(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofJsend(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofSuccessFlag(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofHttpResponse(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofJsonApi(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofGraphql(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofProblem(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
} // namespace Errors

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

//! The ToolEnvelopes in the blocks of a result. \source core/envelope/explanation/README.md 3
struct ToolEnvelopeBlocks {
    Json whole; //!< the decoded {payload, meta} of the first usable block; absent: none
    QList<qsizetype> marked; //!< indexes of blocks with a ToolEnvelope, usable or not
    std::optional<qsizetype> used; //!< index of the block that \c whole was read from
    QList<qsizetype> leftOut; //!< indexes of blocks with only an unusable ToolEnvelope
};

//! Finds the ToolEnvelopes in \a content. \a tool is the called tool; empty: unknown.
ToolEnvelopeBlocks findToolEnvelopes(
    const Json &content, const QString &tool, const RecognitionOptions &options, RecognitionNotes &notes);

//! Checks tool, ts and deprecations in the meta of a usable envelope.
//! \source core/envelope/explanation/README.md 3.4
void checkToolEnvelopeMeta(const Json &meta, const QString &tool, RecognitionNotes &notes);

//! Returns whether \a payload reports a failure. \source core/envelope/explanation/README.md 3.7
bool isToolEnvelopeError(const Json &payload);

//! Returns whether \a json, which is not valid JSON, is the beginning of a JSON text. It must have no earlier
//! error, and must end inside a string or with an open bracket. A text with an earlier error is malformed,
//! not truncated. \source core/envelope/explanation/README.md 3.4
bool breaksOff(const QByteArray &json);

//! One issue in the refusal of a validator of a server or client.
struct RefusalIssue {
    QString pointer; //!< place in the refused value
    QString message;
    bool isMissing = false; //!< whether the place is missing in the value

    QString text() const; //!< Returns a text such as "/issues: Required".
};

//! Returns at most \a most issues that the text of a refusal lists, in the formats of the validators of
//! core/envelope/explanation/README.md 7.3. A text in an unknown format becomes one issue at the root.
QList<RefusalIssue> refusalIssues(const QString &text, qsizetype most = 8);

//! Returns the places that an abbreviated refusal names, each as the tokens of its path. There is one place
//! for `MCP error -32602: path:["a","b"]`, and one for each name in `MCP error -32602: paths:["a","b"]`.
//! A text may consist of several such refusals. Returns an empty list for any other text.
QList<QStringList> abbreviatedPaths(const QString &text);

//! Returns the text of a JSON-RPC error for abbreviatedPaths() and refusalIssues(). Puts the code before an
//! abbreviated refusal, which clients do too; any other \a message stays unchanged.
QString refusalText(const Json &code, const QString &message);

//! Returns whether \a text is the refusal of a list by a client: issues of Zod with paths that begin
//! with "tools", "resources", "resourceTemplates" or "prompts".
bool isRefusedList(const QString &text);

//! Returns the places at which \a schema declares the type that \a message names. Python names no place in
//! "None is not of type 'string'". Prefers places with a default of null. The places are pointers into the
//! schema; the list is empty for any other message.
QStringList placesForNone(const QString &message, const Json &schema);

//! Returns the pointer to the keyword of \a schema that concerns the place of \a issue: "/properties/total",
//! "/required". Returns an empty string if no keyword names the place.
QString declaringPointer(const RefusalIssue &issue, const Json &schema);

} // namespace Workbench
