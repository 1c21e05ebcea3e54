// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcplistening.h"

namespace Workbench {

//! A stream with one item {uri} for each update of a resource. Updates that arrive while the consumer does
//! not read are joined to one, because an update only says that the resource changed.
class McpResourceStream : public ItemStream {
    Q_OBJECT
public:
    McpResourceStream(std::shared_ptr<McpConnection> connection, std::shared_ptr<McpListening> listening,
        QString uri, QString exchangeId);
    ~McpResourceStream() override;

    void start() override;
    void cancel() override { finish(EndReason::Cancelled); }
    void setReading(bool reading) override;

private:
    void updated(const Json &params, const QList<JsonRemark> &remarks);
    void finish(EndReason reason, const Error &error = {});

    std::shared_ptr<McpConnection> m_connection;
    std::shared_ptr<McpListening> m_listening;
    QString m_uri;
    QString m_exchangeId;
    Json m_held; //!< the last update while the consumer does not read; absent: none
    QList<JsonRemark> m_heldRemarks; //!< the remarks on the text of m_held
    bool m_isReading = true;
    bool m_isWatching = false;
    bool m_hasEnded = false;
};

} // namespace Workbench
