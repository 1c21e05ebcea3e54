// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpinbox.h"
#include "core/sources/mcp/mcpsettings.h"

#include <QPointer>

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
    Limits limits;
    QPointer<ExchangeLog> log;
    HttpClient client;
    McpInbox inbox;
    QByteArray sessionId; //!< exactly as received; empty: none
    QString revision; //!< empty before the handshake

    //! A POST of one message. \a isInitialize leaves session and revision out.
    HttpRequest post(const QByteArray &body, bool isInitialize) const;
    HttpRequest getStream(const QByteArray &lastEventId) const;
    HttpRequest deleteSession() const;

    void noteSent(
        const HttpRequest &request, const QString &channel, const QString &label, const QString &exchangeId);
    void noteHead(const HttpResponseHead &head, const QString &channel, const QString &exchangeId,
        const QByteArray &body = {});
    void noteEvent(
        const QByteArray &bytes, const QString &channel, const QString &label, const QString &note);
    //! What \a request would look like on the wire, secrets replaced.
    McpChannel::Wire wireOf(const HttpRequest &request) const;
    QString nextChannel(QLatin1StringView method); //!< "POST 3"

private:
    HttpRequest newRequest(const QByteArray &method) const;
    void addOwnHeaders(HttpRequest &request, bool isInitialize) const;
    int m_posts = 0;
    int m_others = 0;
};

//! Deletes \a reply when control returns to the event loop; \a listener hears nothing more of it.
void letGo(std::unique_ptr<HttpReply> &reply, QObject *listener);

//! Same scheme, host and port.
bool isSameOrigin(const QUrl &a, const QUrl &b);

//! Visible ASCII, at most 1 KiB. \source R-28
bool isGoodSessionId(const QByteArray &id);

//! A stream that was redirected to \a target, another origin. \source R-21
Error movedAway(const McpHttpLink &link, const QUrl &target);

//! One clear sentence for an answer that is none to an MCP POST. \source reliability.md R-25
Error unexpectedAnswer(const McpHttpLink &link, const HttpResponseHead &head, const QByteArray &firstBytes);

} // namespace Workbench
