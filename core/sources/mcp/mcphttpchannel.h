// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcphttppost.h"

namespace Workbench {

//! The Streamable HTTP transport, with sessions in the legacy era and without in the modern era.
//! \source core/sources/mcp/README.md 4.2
class McpHttpChannel : public McpChannel {
    Q_OBJECT
public:
    McpHttpChannel(QString sourceName, const McpSettings &settings, const Limits &limits, ExchangeLog *log);

    QFuture<Result<void>> open() override;
    void send(const McpOutgoing &outgoing) override;
    void forget(quint64 ticket) override { m_posts.erase(ticket); }
    void agreed(const QString &revision) override { m_link.revision = revision; }
    void established() override;
    std::optional<Error> unconnected(
        quint64 ticket, QStringView key, std::chrono::milliseconds waited) const override;
    void close() override;
    bool isHttp() const override { return true; }
    QString transportName() const override { return QStringLiteral("Streamable HTTP"); }
    QString sessionId() const override { return QString::fromLatin1(m_link.sessionId); }
    Wire wireFor(const McpOutgoing &outgoing) const override;

private:
    void parsed(const McpIncoming &incoming);
    void markAnswered(const Json &message);
    void sayGoodbye();
    void emitClosed();

    McpHttpLink m_link;
    std::map<quint64, std::unique_ptr<McpHttpPost>> m_posts; // by ticket
    std::unique_ptr<McpEventStream> m_stream; // the standing GET
    bool m_hasStreamed = false; // the standing stream was open once
    std::unique_ptr<HttpReply> m_goodbye;
    bool m_closing = false;
    bool m_isParting = false; // sayGoodbye() was called
    bool m_closed = false;
};

} // namespace Workbench
