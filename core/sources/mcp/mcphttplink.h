// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpinbox.h"
#include "core/sources/mcp/mcpsettings.h"
#include "core/sources/mcp/mcpsignin.h"
#include "core/transport/http/httpframes.h"

namespace Workbench {

//! The data that all requests of one HTTP channel share: address, headers, sign-in, and the exchange log.
class McpHttpLink {
public:
    McpHttpLink(
        QString source, McpSettings sourceSettings, const Limits &sourceLimits, ExchangeLog *exchangeLog);

    QString sourceName;
    McpSettings settings;
    QUrl url; //!< at first that of the settings
    Limits limits;
    QPointer<ExchangeLog> log;
    HttpClient client;
    McpInbox inbox;
    QByteArray sessionId; //!< exactly as received; empty: none
    QString revision; //!< empty before the handshake

    //! Returns the POST of \a outgoing. It carries the session and the revision of the handshake, except for
    //! initialize and for messages of the modern era.
    HttpRequest post(const McpOutgoing &outgoing) const;
    HttpRequest getStream(const QByteArray &lastEventId) const;
    HttpRequest deleteSession() const;
    //! Returns how long closing waits for an answer of the server.
    std::chrono::milliseconds goodbyeWithin() const;

    //! Returns where to note the frames of the next request. Its channel is for example "POST 3".
    HttpFrames nextFrames(QLatin1StringView method, const QString &exchangeId);
    //! Sends \a request, with an access token if the source signs in, and notes the sent frame in \a frames.
    std::unique_ptr<HttpReply> send(HttpRequest request, const HttpFrames &frames, const QString &label);
    //! Notes the body of an answer whose head was noted when it arrived, unless it is empty. \a body is at
    //! most one byte longer than http.errorBodyBytes; \a raw is the value for Frame::raw, \a note says why
    //! the body is not complete.
    void noteBody(
        const HttpFrames &frames, const QByteArray &body, const QByteArray &raw, const QString &note) const;
    //! Notes and reports what \a channel, which owns this link, received and is not a message. Reports also
    //! when a request waits for an access token.
    void reportTo(McpChannel *channel);
    //! Adds a line about the connection to the log, if reportTo() was called.
    void say(LogLine::Level level, const QString &text) const;
    //! Returns \a request as it would go over the wire, with secrets replaced. Values that the user wrote are
    //! shown: the input, and headers and an address that hold no secret.
    McpChannel::Wire wireOf(const HttpRequest &request) const;

private:
    HttpFrames framesOf(const QString &channel, const QString &exchangeId) const;
    void noteNoise(const McpIncoming &incoming, const QString &why) const;
    HttpRequest newRequest(const QByteArray &method) const;
    void addSession(HttpRequest &request) const;
    void addUserHeaders(HttpRequest &request) const;
    QPointer<McpChannel> m_channel; //!< which owns this link; null before reportTo()
    int m_posts = 0;
    int m_others = 0;
};

//! Disconnects \a listener from \a reply, and deletes \a reply when control returns to the event loop.
void letGo(std::unique_ptr<HttpReply> &reply, QObject *listener);

//! Returns whether \a outgoing is initialize, which begins a session.
bool isInitialize(const McpOutgoing &outgoing);

//! Returns the error for an HTTP response that does not answer an MCP POST. Its kind is ErrorKind::Protocol
//! for a status below 400, else ErrorKind::Network. \source core/RULES.md R-25
Error unexpectedAnswer(const McpHttpLink &link, const HttpResponseHead &head, const QByteArray &firstBytes);

} // namespace Workbench
