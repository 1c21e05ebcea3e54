// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpeventstream.h"

#include <map>

namespace Workbench {

//! The HTTP+SSE transport of 2024-11-05: one GET stream carries all messages of the server, and our messages
//! are sent by POST to the address that the first event names. \source core/sources/mcp/README.md 4.4;
//! core/RULES.md R-29
class McpSseChannel : public McpChannel {
    Q_OBJECT
public:
    McpSseChannel(QString sourceName, const McpSettings &settings, const Limits &limits, ExchangeLog *log);

    QFuture<Result<void>> open() override;
    void send(const McpOutgoing &outgoing) override;
    void forget(quint64 ticket) override { m_posts.erase(ticket); }
    std::optional<Error> unconnected(
        quint64 ticket, QStringView key, std::chrono::milliseconds waited) const override;
    void close() override;
    QString transportName() const override { return QStringLiteral("HTTP+SSE"); }
    bool isHttp() const override { return true; }
    Wire wireFor(const McpOutgoing &outgoing) const override { return m_link.wireOf(post(outgoing)); }

private:
    void endpointCame(const QByteArray &data);
    void end(const Error &reason);
    HttpRequest post(const McpOutgoing &outgoing) const;

    McpHttpLink m_link;
    McpEventStream m_stream;
    QUrl m_endpoint;
    QTimer m_patience; // until the endpoint is known
    std::map<quint64, std::unique_ptr<HttpReply>> m_posts;
    bool m_ended = false;
};

} // namespace Workbench
