// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpinbox.h"
#include "core/transport/transport.h"

#include <QPointer>

namespace Workbench {

//! The stdio transport: one message per line over a program's stdin and stdout. \source
//! core/sources/mcp/README.md 4.1
class McpStdioChannel : public McpChannel {
    Q_OBJECT
public:
    McpStdioChannel(
        QString sourceName, std::unique_ptr<Transport> transport, const Limits &limits, ExchangeLog *log);

    QFuture<Result<void>> open() override;
    void send(const McpOutgoing &outgoing) override;
    QString sideNotes() const override { return m_sideNotes.join(u'\n'); }
    QByteArray unfinished() const override { return m_transport->unfinishedFrame(); }
    void close() override { m_transport->close(); }
    QString transportName() const override { return QStringLiteral("stdio"); }

private:
    void note(
        const QString &channel, const QByteArray &bytes, const QString &label, const QString &note = {});
    void noteNoise(const QByteArray &bytes, const QString &why);
    void transportClosed(const Error &reason);

    QString m_sourceName;
    std::unique_ptr<Transport> m_transport;
    QPointer<ExchangeLog> m_log;
    McpInbox m_inbox;
    QStringList m_sideNotes; // the newest lines
    bool m_closed = false;
};

} // namespace Workbench
