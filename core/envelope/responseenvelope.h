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

//! Members of meta._meta in which a hub reports what its normalisation found and did: arrays of warnings and
//! of changes, as toJson() writes them. An envelope passes through other hubs unchanged, so they reach the
//! caller. Peers that do not know them ignore them.
inline constexpr QLatin1StringView envelopeWarningsMark{"response-envelope/warnings"};
inline constexpr QLatin1StringView envelopeChangesMark{"response-envelope/changes"};

//! meta of a result made in this process. {source: "local", operationId, timestamp}
struct LocalMeta {
    QString operationId;
    qint64 timestamp = 0; //!< milliseconds since the epoch
};

//! meta of an HTTP result. {source: "http", statusCode, headers, contentType}
struct HttpMeta {
    int statusCode = 0;
    QList<std::pair<QString, QString>> headers; //!< names in lower case, repeats joined with ", ", in order
    QString contentType;
};

//! meta of an MCP result. {source: "mcp", isError, content, structuredContent?, _meta?, result?}
struct McpMeta {
    bool isError = false;
    Json content; //!< array of content blocks as received, always there
    Json structuredContent; //!< uncast, as received; absent when there was none
    Json meta; //!< "_meta"; absent when there was none
    //! The whole result as received, where it says something else than the members above: it has others, or
    //! null or another type in their place, or no content. Absent: it does not.
    Json result = {};

    //! Of the result of tools/call, whatever its form.
    static McpMeta ofCallToolResult(const Json &result);
    //! What was received as data: structuredContent, else content in any form, else the whole result.
    Json received() const;
};

using ResponseMeta = std::variant<LocalMeta, HttpMeta, McpMeta>;

//! Every result, whatever its source. Made by the factories only. \source core/envelope/README.md 1
//! ResponseEnvelope
class ResponseEnvelope {
public:
    Json data; //!< absent when the operation returned nothing
    //! meta is what a server says of its result; the workbench cannot confirm it. To be shown as claimed.
    bool isClaimed = false;
    //! The peer sent a bare value, an output without an envelope; meta was made here.
    bool isLegacy = false;
    QStringList furtherMembers{}; //!< names of received members beside data and meta, which are not kept
    const ResponseMeta &meta() const { return m_meta; }
    //! meta as it arrived when the envelope came over a wire (unknown members kept), else made from meta().
    Json metaJson() const;
    bool isReceived() const { return !m_receivedMeta.isAbsent(); } //!< meta arrived over a wire
    //! Sets meta._meta[\a name]; everything else in meta stays as it is.
    void setMetaExtension(QLatin1StringView name, const Json &value);
    Json metaExtension(QLatin1StringView name) const; //!< absent: there is none
    QLatin1StringView source() const; //!< "local", "http", "mcp"
    bool isError() const; //!< McpMeta::isError, else false
    Json toJson() const; //!< {data, meta}

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

//! Whether \a value already is an envelope: an object with "data" (null counts) and an object "meta" whose
//! "source" is a known one. The sole test for our own envelope.
bool isResponseEnvelope(const Json &value);
//! The envelope that \a value is; nothing when it is none.
std::optional<ResponseEnvelope> envelopeFromJson(const Json &value);
//! The names of the members of \a value, an envelope, beside data and meta, in alphabetical order.
QStringList membersBesideEnvelope(const Json &value);

} // namespace Workbench
