// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QDateTime>
#include <QList>
#include <QStringList>

#include <utility>
#include <variant>

namespace Workbench {

//! Members of meta._meta in which a hub reports the warnings and changes of its normalisation: arrays of the
//! values of toJson(). Other hubs pass an envelope on unchanged, so these members reach the caller. Peers
//! that do not know them ignore them.
inline constexpr QLatin1StringView envelopeWarningsMark{"response-envelope/warnings"};
inline constexpr QLatin1StringView envelopeChangesMark{"response-envelope/changes"};

//! The meta of a result from this process: {source: "local", operationId, timestamp}
struct LocalMeta {
    QString operationId;
    qint64 timestamp = 0; //!< milliseconds since the epoch
};

//! The meta of an HTTP result: {source: "http", statusCode, headers, contentType}
struct HttpMeta {
    int statusCode = 0;
    QList<std::pair<QString, QString>> headers; //!< names in lower case, repeats joined with ", ", in order
    QString contentType;
};

//! The meta of an MCP result: {source: "mcp", isError, content, structuredContent?, _meta?, result?}
struct McpMeta {
    bool isError = false;
    Json content; //!< array of content blocks as received; always present
    Json structuredContent; //!< as received, without Cast; absent: none
    Json meta; //!< "_meta"; absent: none
    //! The whole result as received, if the members above do not represent it completely: it has other
    //! members, members that are null or of a wrong type, or no content. Absent: the members above are
    //! complete.
    Json result = {};

    //! Returns the meta for a result of tools/call, which may have any form. A null as structuredContent
    //! counts as absent unless \a anyJsonStructured (MCP 2026-07-28).
    static McpMeta ofCallToolResult(const Json &result, bool anyJsonStructured = false);
    //! Returns the received data: structuredContent, otherwise content in any form, otherwise the whole
    //! result.
    Json received() const;
};

using ResponseMeta = std::variant<LocalMeta, HttpMeta, McpMeta>;

//! The envelope of every result, whatever its source. Only the factories create it.
//! \source core/envelope/README.md 1 ResponseEnvelope
class ResponseEnvelope {
public:
    Json data; //!< absent if the operation returned nothing
    //! Whether meta is only a claim of the server that the workbench cannot confirm. It is then shown as
    //! claimed.
    bool isClaimed = false;
    //! Whether the peer sent a bare value without an envelope, so that meta was created here.
    bool isLegacy = false;
    QStringList furtherMembers{}; //!< names of other received members, whose values are not kept
    const ResponseMeta &meta() const { return m_meta; }
    //! Returns meta as received, with unknown members, or the JSON of meta() if it was not received.
    Json metaJson() const;
    //! Returns whether meta was received from a peer.
    bool isReceived() const { return !m_receivedMeta.isAbsent(); }
    //! Sets meta._meta[\a name] and keeps everything else in meta. Does nothing if meta._meta is a value that
    //! would be lost: neither an object nor null.
    void setMetaExtension(QLatin1StringView name, const Json &value);
    Json metaExtension(QLatin1StringView name) const; //!< Returns meta._meta[\a name]; absent: none.
    QLatin1StringView source() const; //!< Returns "local", "http" or "mcp".
    bool isError() const; //!< Returns McpMeta::isError, or false for other sources.
    Json toJson() const; //!< Returns {data, meta}.

private:
    friend ResponseEnvelope localEnvelope(Json data, const QString &operationId, qint64 timestamp);
    friend ResponseEnvelope httpEnvelope(Json data, HttpMeta meta);
    friend ResponseEnvelope mcpEnvelope(Json data, McpMeta meta);
    friend std::optional<ResponseEnvelope> envelopeFromJson(const Json &value);
    ResponseEnvelope(Json data, ResponseMeta meta);
    ResponseMeta m_meta;
    Json m_receivedMeta;
};

ResponseEnvelope localEnvelope(
    Json data, const QString &operationId, qint64 timestamp = QDateTime::currentMSecsSinceEpoch());
ResponseEnvelope httpEnvelope(Json data, HttpMeta meta);
ResponseEnvelope mcpEnvelope(Json data, McpMeta meta);

//! Returns whether \a value is our own envelope: an object with "data" (null counts) and an object "meta"
//! with a known "source". This is the only test for our envelope.
bool isResponseEnvelope(const Json &value);
//! Returns \a value as an envelope, or nothing if it is not one.
std::optional<ResponseEnvelope> envelopeFromJson(const Json &value);
//! Returns the names of the members of the envelope \a value other than data and meta, in alphabetical order.
QStringList membersBesideEnvelope(const Json &value);

//! Marks in "_meta" of a CallToolResult that carries one of our envelopes.
//! \source core/envelope/README.md 3.1
inline constexpr QLatin1StringView envelopeMetaMark{"response-envelope/meta"};
inline constexpr QLatin1StringView envelopeNoDataMark{"response-envelope/no-data"};

struct RestoredEnvelope {
    ResponseEnvelope envelope;
    //! Whether the result had our mark. Its meta is a claim of the server and must be shown as claimed,
    //! unless the server is our own hub.
    bool isRestored = false;
    //! Whether the data was in the form {"result": data}. The served schema is then wrapped in the same way.
    bool wasWrapped = false;
};
//! Restores an envelope from \a result. A result without our mark is foreign and gets the source mcp; see
//! McpMeta::ofCallToolResult() for \a anyJsonStructured. \source core/envelope/README.md 3.2
RestoredEnvelope envelopeFromCallToolResult(const Json &result, bool anyJsonStructured = false);

//! Returns the JSON Schema (2020-12) of a ResponseEnvelope. Its $defs "local", "http" and "mcp" are the
//! schemas of the three kinds of meta. Other members are allowed.
//! \source core/envelope/explanation/README.md 4.1
const Json &responseEnvelopeSchema();

//! A member of a received meta that its schema refuses.
struct EnvelopeFlaw {
    QString member; //!< name of the member of meta
    QString wanted; //!< the expected type: "a string", "an object of strings"
    Json value; //!< as received; absent: the member is missing
    QString schemaLocation; //!< location in responseEnvelopeSchema(): "#/$defs/local/properties/timestamp"
};

//! Returns the flaws of \a meta in the order of its schema, or an empty list if its source is unknown. Any
//! thread.
QList<EnvelopeFlaw> flawsOfMeta(const Json &meta);

} // namespace Workbench
