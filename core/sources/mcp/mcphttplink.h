// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpinbox.h"
#include "core/sources/mcp/mcpsettings.h"
#include "core/sources/mcp/mcpsignin.h"
#include "core/transport/http/httpframes.h"
#include "core/transport/sse/sseparser.h"

namespace Workbench {

//! How many bytes of an answer are kept for the detail of an error.
inline constexpr qsizetype keptFirstBytes = 1024;

//! The data that all requests of one HTTP channel share: address, headers, sign-in, and the exchange log.
class McpHttpLink {
public:
    McpHttpLink(
        QString source, const McpSettings &settings, const Limits &sourceLimits, ExchangeLog *exchangeLog);

    QString sourceName;
    QUrl url;
    HttpHeaders userHeaders;
    QList<AcceptedCertificate> acceptedCertificates;
    std::shared_ptr<const ClientCertificate> clientCertificate; //!< null: none
    std::shared_ptr<McpSignIn> signIn; //!< null: no sign-in by OAuth
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

    //! Sends \a request, with an access token if the source signs in, and notes the sent frame.
    std::unique_ptr<HttpReply> send(
        HttpRequest request, const QString &channel, const QString &label, const QString &exchangeId);
    //! Notes a received head with \a body. \a raw is the value for Frame::raw. \a note says if something is
    //! odd about the answer.
    void noteHead(const HttpResponseHead &head, const QString &channel, const QString &exchangeId,
        const QByteArray &body = {}, const QByteArray &raw = {}, const QString &note = {}) const;
    //! Returns the head as it was received, with secrets replaced.
    QByteArray shownHead(const HttpResponseHead &head) const;
    //! Notes an event of a stream, or lines that belong to none. \a bytes are the data of the event, \a raw
    //! its lines.
    void noteEvent(const QByteArray &bytes, const QByteArray &raw, const QString &channel,
        const QString &exchangeId, const QString &label, const QString &note = {}) const;
    //! Notes the body of an answer whose head was noted when it arrived, unless it is empty. \a body is at
    //! most one byte longer than http.errorBodyBytes; \a raw is the value for Frame::raw, \a note says why
    //! the body is not complete.
    void noteBody(const QString &channel, const QString &exchangeId, const QByteArray &body,
        const QByteArray &raw, const QString &note) const;
    //! Notes an event that holds no message.
    void noteUnusedEvent(const SseEvent &event, const QString &channel, const QString &exchangeId) const;
    //! Notes what \a stream, which ended, held after its last event.
    void noteEndOf(const SseParser &stream, const QString &channel, const QString &exchangeId) const;
    //! Notes a frame that is not a message. \a why says what is wrong with it.
    void noteNoise(const McpIncoming &incoming, const QString &why) const;
    //! Returns \a request as it would go over the wire, with secrets replaced. Values that the user wrote are
    //! shown: the input, and headers and an address that hold no secret.
    McpChannel::Wire wireOf(const HttpRequest &request) const;
    //! Returns the name for the next connection, for example "POST 3".
    QString nextChannel(QLatin1StringView method);

private:
    HttpFrames frames(const QString &channel, const QString &exchangeId) const;
    HttpRequest newRequest(const QByteArray &method) const;
    void addSession(HttpRequest &request) const;
    void addUserHeaders(HttpRequest &request) const;
    int m_posts = 0;
    int m_others = 0;
};

//! Disconnects \a listener from \a reply, and deletes \a reply when control returns to the event loop.
void letGo(std::unique_ptr<HttpReply> &reply, QObject *listener);

//! Returns whether both addresses have the same scheme, host and port.
bool isSameOrigin(const QUrl &a, const QUrl &b);

//! Returns the remark for a message in an event that was not valid UTF-8.
JsonRemark replacedBytesRemark();

//! Returns whether \a outgoing is initialize, which begins a session.
bool isInitialize(const McpOutgoing &outgoing);

//! Returns whether \a id is visible ASCII of 1 to 1024 characters. \source core/RULES.md R-28
bool isGoodSessionId(const QByteArray &id);

//! Returns the error for an HTTP response that does not answer an MCP POST. Its kind is ErrorKind::Protocol
//! for a status below 400, else ErrorKind::Network. \source core/RULES.md R-25
Error unexpectedAnswer(const McpHttpLink &link, const HttpResponseHead &head, const QByteArray &firstBytes);

} // namespace Workbench
