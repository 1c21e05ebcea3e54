// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpinbox.h"
#include "core/sources/mcp/mcpsettings.h"
#include "core/sources/mcp/mcpsignin.h"
#include "core/transport/http/httpframes.h"

namespace Workbench {

//! Bytes of an answer kept for the detail of an error.
inline constexpr qsizetype keptFirstBytes = 1024;

//! What every request of one HTTP channel shares: where it goes, with which headers, where it is noted.
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

    //! A POST of one message. Session and revision of the handshake go along unless it begins one, or stands
    //! alone (modern era).
    HttpRequest post(const McpOutgoing &outgoing) const;
    HttpRequest getStream(const QByteArray &lastEventId) const;
    HttpRequest deleteSession() const;

    //! Sends \a request, signed in where that is wanted, and notes what is sent of it.
    std::unique_ptr<HttpReply> send(
        HttpRequest request, const QString &channel, const QString &label, const QString &exchangeId);
    //! \a coded: the body before its content coding was undone; empty: it had none, or \a body is not whole.
    void noteHead(const HttpResponseHead &head, const QString &channel, const QString &exchangeId,
        const QByteArray &body = {}, const QByteArray &coded = {}) const;
    //! The head as it was received, secrets replaced.
    QByteArray shownHead(const HttpResponseHead &head) const;
    void noteEvent(
        const QByteArray &bytes, const QString &channel, const QString &label, const QString &note);
    //! What \a request would look like on the wire, secrets replaced.
    McpChannel::Wire wireOf(const HttpRequest &request) const;
    QString nextChannel(QLatin1StringView method); //!< "POST 3"

private:
    HttpFrames frames(const QString &channel, const QString &exchangeId) const;
    HttpRequest newRequest(const QByteArray &method) const;
    void addSession(HttpRequest &request) const;
    void addUserHeaders(HttpRequest &request) const;
    int m_posts = 0;
    int m_others = 0;
};

//! Deletes \a reply when control returns to the event loop; \a listener hears nothing more of it.
void letGo(std::unique_ptr<HttpReply> &reply, QObject *listener);

//! Same scheme, host and port.
bool isSameOrigin(const QUrl &a, const QUrl &b);

//! What is odd about a message that came in an event which was not valid UTF-8.
JsonRemark replacedBytesRemark();

//! Whether \a outgoing begins a session.
bool isInitialize(const McpOutgoing &outgoing);

//! Visible ASCII, at most 1 KiB. \source core/RULES.md R-28
bool isGoodSessionId(const QByteArray &id);

//! One clear sentence for an answer that is none to an MCP POST. \source core/RULES.md R-25
Error unexpectedAnswer(const McpHttpLink &link, const HttpResponseHead &head, const QByteArray &firstBytes);

} // namespace Workbench
